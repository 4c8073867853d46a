"""Reports bring a log for VASSAL to those of whom the address book says so, and to nobody else."""

import shutil
from email import message_from_bytes
from typing import Any

from click.testing import CliRunner

from sealion_pbem.campaign.folder import Folder
from sealion_pbem.cli.root import cli
from sealion_pbem.mail.inbound import inspect
from sealion_pbem.mail.outbox import Outbox
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.referee import dispatch
from sealion_pbem.umpire.referee.office import Dossier
from sealion_pbem.umpire.referee.scribe import Scribe
from sealion_pbem.vassal.guard import survey_file

MAILS = {"german": "hans@example.org", "british": "tommy@example.org"}


def logs_in(mail: bytes) -> list[Any]:
    """The logs that a mail brings."""
    parts = message_from_bytes(mail).walk()
    found = [part for part in parts if (part.get_filename() or "").endswith(".vlog")]
    return [part.get_payload(decode=True) for part in found]


def test_the_robot_attaches_it_where_it_is_wanted(demo, tmp_path):
    """One player wants it, the other does not; it shows what the receipt brought."""
    folder = tmp_path / "war"
    shutil.copytree(demo.folder.path, folder)
    desk = Desk(folder)
    entries = [desk.store.load(name) for name in desk.store.names()]
    receipt = next(entry for entry in reversed(entries) if entry.kind == "receipt")
    outbox = Outbox(tmp_path / "outbox")
    scribe = Scribe(Dossier(desk, folder, MAILS, ("british",)), outbox, "robot@example.org")
    assert sorted(scribe.tell(desk.read().record, receipt)) == ["british", "german"]
    mails = {seat: outbox.mail(dispatch.final_key(receipt, seat)) for seat in MAILS}
    assert not logs_in(mails["german"])
    (log,) = logs_in(mails["british"])
    facts = survey_file(log).facts
    assert facts["count"]
    assert facts["properties"]["Entry"] == str(receipt.seq - 1)
    # Whoever receives it takes the entries, and no offence at the log.
    incoming = inspect(mails["british"])
    assert (incoming.damaged, incoming.refusal) == ((), "")
    assert incoming.entries


def test_a_draft_brings_it_where_it_is_wanted(demo, tmp_path, monkeypatch):
    """`sealion mail draft` reads the same line of mail.toml."""
    monkeypatch.setenv("SEALION_HOME", str(tmp_path / "home"))
    folder = tmp_path / "war"
    shutil.copytree(demo.folder.path, folder)
    other = next(seat for seat in MAILS if seat not in Folder(folder).read_settings().keys)
    settings = (
        f'from = "me@example.org"\nvassal = ["{other}"]\n[addresses]\n{other} = "you@example.org"\n'
    )
    for text, count in ((settings, 1), (settings.replace("vassal", "#"), 0)):
        (folder / "mail.toml").write_text(text)
        target = tmp_path / f"{count}.eml"
        last = max(int(name.partition("-")[0]) for name in demo.names() if "-receipt-" in name)
        command = ["mail", "draft", "-C", str(folder), "--to", other, str(last), "-o", str(target)]
        result = CliRunner().invoke(cli, command)
        assert result.exit_code == 0, result.output
        assert len(logs_in(target.read_bytes())) == count
