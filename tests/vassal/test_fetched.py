"""A log that its owner mailed to himself becomes an order sheet; nobody else's does, and no robot's."""

import shutil
from email.message import EmailMessage

import pytest
from click.testing import CliRunner

from sealion_pbem.campaign.folder import Folder, Settings
from sealion_pbem.cli.root import cli
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.log import read_log
from sealion_pbem.umpire.vassal_kit import kit_of, standing
from sealion_pbem.vassal.recorder import LogStep
from sealion_pbem.vassal.saved_game import write_saved_game
from tests.umpire.referee.club import make_club
from tests.vassal.dragging import Dragged

ME, OTHER = "me@example.org", "you@example.org"


@pytest.fixture(scope="module")
def dragged(demo):
    """Whose decision waits, and a log in which he laid one of his counters elsewhere."""
    record = read_log(demo.entries()).record
    assert record.decision is not None
    seat, kit = record.decision.seat, kit_of(record.ruleset)
    here = standing(record.ruleset, record.game.state)
    unit = next(u for u, c in kit.by_id.items() if c.seat == seat and all(here.get(u, ("", 0))))
    recorder = Dragged(record, seat, record.decision.kind, []).recorder()
    place = next(zone.name for zone in kit.zones if zone.name != here[unit][0])
    recorder.add(LogStep((), {unit: (place, here[unit][1])}, 0, "", {}))
    return seat, write_saved_game(recorder.saved("x"))


@pytest.fixture
def folder(demo, dragged, tmp_path, monkeypatch):
    """The campaign folder of that player, and a folder into which his mails are saved."""
    monkeypatch.setenv("SEALION_HOME", str(tmp_path / "home"))
    folder = tmp_path / "war"
    shutil.copytree(demo.folder.path, folder)
    Folder(folder).write_settings(Settings("war", {dragged[0]: "no-key"}))
    (tmp_path / "inbox").mkdir()
    inbox = f'[inbox]\nkind = "folder"\npath = "{tmp_path / "inbox"}"\n'
    (folder / "mail.toml").write_text(f'from = "Me <{ME}>"\n{inbox}')
    return folder


def mailed(log: bytes, sender: str) -> bytes:
    """A mail that brings a log."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, ME, "my moves"
    mail.set_content("as dragged")
    mail.add_attachment(log, maintype="application", subtype="octet-stream", filename="mine.vlog")
    return bytes(mail)


def fetched(folder):
    """What is said of the mails that wait."""
    return CliRunner().invoke(cli, ["mail", "fetch", str(folder)])


def sheets(folder):
    """The order sheets that lie in a campaign folder."""
    return sorted(path.name for path in folder.glob("turn-*.txt"))


def test_an_own_log_becomes_a_sheet(dragged, folder, tmp_path):
    """The sheet lies in the folder, nothing is signed, and the mail is put away."""
    entries = Desk(folder).store.names()
    (tmp_path / "inbox" / "1.eml").write_bytes(mailed(dragged[1], f"My Name <{ME}>"))
    result = fetched(folder)
    assert result.exit_code == 0, result.output
    (sheet,) = sheets(folder)
    assert f"is now an order sheet, {sheet}" in result.output
    assert "nothing is signed" in result.output
    assert "come from your log in VASSAL" in (folder / sheet).read_text()
    assert Desk(folder).store.names() == entries
    assert (tmp_path / "inbox" / "Processed" / "1.eml").exists()


def test_a_sheet_that_is_there_is_not_written_over(dragged, folder, tmp_path):
    """The reason is said, and the mail waits."""
    for name in ("1", "2"):
        (tmp_path / "inbox" / f"{name}.eml").write_bytes(mailed(dragged[1], ME))
    result = fetched(folder)
    assert "makes no order sheet" in result.output
    assert "is there already" in result.output
    assert len(sheets(folder)) == 1
    assert (tmp_path / "inbox" / "2.eml").exists()


@pytest.mark.parametrize("sender", [OTHER, "", f"{ME}.example.com"])
def test_a_log_of_somebody_else_is_left_alone(dragged, folder, tmp_path, sender):
    """Logs come with every report; only one's own are orders."""
    (tmp_path / "inbox" / "1.eml").write_bytes(mailed(dragged[1], sender))
    assert fetched(folder).exit_code == 0
    assert not sheets(folder)
    assert (tmp_path / "inbox" / "1.eml").exists()


def test_a_spoiled_log_is_refused_in_words(dragged, folder, tmp_path):
    """Half a file: one sentence, no sheet."""
    (tmp_path / "inbox" / "1.eml").write_bytes(mailed(dragged[1][:500], ME))
    result = fetched(folder)
    assert "makes no order sheet" in result.output
    assert not sheets(folder)


def test_the_robot_takes_no_log(dragged, tmp_path):
    """A player who sends it one is answered; nothing in the office changes but that."""
    club = make_club(tmp_path / "club")
    names = Desk(club.root / "referee").store.names()
    club.drop(mailed(dragged[1], "red@example.org"))
    club.round()
    assert Desk(club.root / "referee").store.names() == names
    assert not [*club.root.rglob("turn-*.txt")]
    assert not [*club.root.rglob("*.vlog")]
