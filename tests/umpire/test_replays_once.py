"""A log is replayed once for whatever is done with it, and what is kept in memory is no stored position."""

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from sealion_pbem.campaign.files import mark_of
from sealion_pbem.campaign.store import Store
from sealion_pbem.cli.root import cli
from sealion_pbem.mail.fetch import FolderSource
from sealion_pbem.pbem.body import TurnBody
from sealion_pbem.pbem.entry import sign_entry
from sealion_pbem.pbem.loader import normal_form
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.drafts import new_draft, sign_draft
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.record import Admitted
from sealion_pbem.umpire.referee import clerk as clerk_module
from tests.campaigns import TIME, Table, key_of, make_campaign
from tests.umpire.attack import other
from tests.umpire.referee.club import NOW, after, make_club


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the charters that are opened: each begins a replay."""
    counted: Counter[str] = Counter()
    real = Log.walk

    def walk(log: Log) -> Iterator[Admitted]:
        counted["replays"] += 1
        return real(log)

    monkeypatch.setattr(Log, "walk", walk)
    return counted


def fresh(table: Table, seat: str) -> Desk:
    """The desk of a seat as a new process opens it."""
    desk = table.desk_of(seat)
    return Desk(desk.folder.path, desk.keys)


def test_signing_a_draft_replays_once(tmp_path: Path, replays: Counter[str]):
    """The draft is checked, completed and signed upon one replay of the log."""
    table = make_campaign(tmp_path, turns=4, folders="each")
    seat = table.record.ledger.owes
    assert seat is not None
    draft = {**new_draft(table.record, seat), **table.turn_body()}
    desk = fresh(table, seat)
    replays.clear()

    sign_draft(desk, draft)
    assert desk.read().record.ledger.pending is not None

    assert replays["replays"] == 1


def test_checking_an_orders_file_replays_once(tmp_path: Path, replays: Counter[str]):
    """`turn check` reads the file, judges its orders and tells what they come to upon one replay."""
    table = make_campaign(tmp_path / "campaign", turns=4)
    seat = table.record.ledger.owes
    assert seat is not None
    draft = {**new_draft(table.record, seat), **table.turn_body()}
    path = tmp_path / "orders.json"
    path.write_bytes(normal_form(draft))
    words = ["turn", "check", str(path), "--campaign", str(table.path)]
    replays.clear()

    result = CliRunner().invoke(cli, words)

    assert result.exit_code == 0, result.output
    assert replays["replays"] == 1


def test_receiving_and_answering_replay_once(tmp_path: Path, replays: Counter[str]):
    """A turn arrives, is taken and answered, and the record is asked afterwards."""
    table = make_campaign(tmp_path, turns=4, folders="each")
    seat = table.record.ledger.owes
    assert seat is not None
    turn = table.desk_of(seat).sign_turn(TurnBody(**table.turn_body()))
    desk = fresh(table, other(seat))
    replays.clear()

    assert desk.receive([("turn", turn.data)])[0].status == "accepted"
    answer = desk.witness(TIME)

    assert desk.read().record.ledger.head == answer.entry.digest
    assert replays["replays"] == 1


def test_what_another_process_writes_is_seen(tmp_path: Path):
    """Two desks on one folder: what one adds the other reads before it goes on."""
    table = make_campaign(tmp_path, turns=4)
    second = Desk(table.path, table.desk.keys)
    second.read()
    turn = table.sign()
    assert second.read().record.ledger.head == turn.digest
    answer = second.witness(TIME)
    assert table.record.ledger.head == answer.entry.digest


def test_nothing_is_kept_after_a_refusal(tmp_path: Path, replays: Counter[str]):
    """A file that was refused by the log leaves no record behind that anybody goes on from."""
    table = make_campaign(tmp_path, turns=4, folders="each")
    turn = table.sign()
    desk = table.desk_of(other(turn.by))
    receipt = twin(table, desk).witness(TIME).entry
    forged = sign_entry({**receipt.unsigned, "state": "00" * 32}, {receipt.by: key_of(receipt.by)})
    replays.clear()

    assert desk.receive([("x", forged.data)])[0].status == "refused"
    assert desk.receive([("x", receipt.data)])[0].status == "accepted"
    assert replays["replays"] == 1


def twin(table: Table, desk: Desk) -> Desk:
    copy = table.root / "twin"
    shutil.copytree(desk.folder.path, copy)
    return Desk(copy, dict(desk.keys))


def test_a_failed_write_is_not_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The disk refuses the entry: the next look at the log does not show it."""
    table = make_campaign(tmp_path, turns=4)
    head = table.record.ledger.head
    with monkeypatch.context() as context:
        context.setattr(Store, "add", lambda *_: (_ for _ in ()).throw(OSError))
        with pytest.raises(OSError):  # noqa: PT011 - the disk gives no reason here
            table.sign()
    assert table.record.ledger.head == head
    table.play(1)


def test_an_idle_round_looks_at_marks_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Nothing has come and no time is up: no file of the campaign is opened, no folder listed."""
    club = make_club(tmp_path)
    robot, source = club.robot, FolderSource(club.root / "inbox")
    robot.do_round(source, None, NOW)
    looked: Counter[str] = Counter()

    def counted(path: Path) -> object:
        looked["marks"] += 1
        return mark_of(path)

    monkeypatch.setattr(clerk_module, "mark_of", counted)
    monkeypatch.setattr(Store, "names", lambda _: pytest.fail("the log was listed"))
    robot.do_round(source, None, NOW.replace(":00Z", ":30Z"))
    assert looked["marks"] <= 4


def test_a_robot_at_work_replays_once_for_a_mail(tmp_path: Path, replays: Counter[str]):
    """The turn is taken and judged upon the record that was kept; only its report tells the luck so far."""
    club = make_club(tmp_path)
    robot, source = club.robot, FolderSource(club.root / "inbox")
    robot.do_round(source, None, NOW)
    for _ in range(2):
        turn = club.sign()
        club.mail(turn, by=turn.by)
        replays.clear()
        robot.do_round(source, club.post, NOW)

        assert replays["replays"] == 1
        club.deliver()


def test_a_robot_that_stays_awake_writes_the_same_mails(tmp_path: Path):
    """Turns, then a week of silence: reminders come at the same times as from one started anew."""
    told = []
    for name in ("anew", "awake"):
        club = make_club(tmp_path / name)
        robot, source = club.robot, FolderSource(club.root / "inbox")
        counts = []
        for hour in range(0, 24 * 9, 3):
            if hour in (0, 6, 30):
                turn = club.sign()
                club.mail(turn, by=turn.by)
            now = robot if name == "awake" else club.robot
            now.do_round(source, club.post, after(hour * 3600))
            counts.append((hour, sorted(map(len, club.post.boxes.values()))))
            club.deliver()
        told.append([(hour, boxes) for hour, boxes in counts if boxes])
    assert told[0] == told[1]
    assert len(told[0]) > 4
