"""No mail is lost: one that cannot be read is tried again, then kept for a person, and shown."""

import subprocess
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.mail import inbound
from sealion_pbem.mail.fetch import FolderSource
from sealion_pbem.mail.inbound import Inspector
from sealion_pbem.umpire.referee import robot as robot_module
from sealion_pbem.umpire.referee.tray import MOST_TRIES
from tests.mail.doom import Doom, doomed
from tests.umpire.referee.club import NOW, Club, after, make_club

MINUTE = 60
HOUR = 3600
DAY = 24 * HOUR


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A campaign with a referee."""
    return make_club(tmp_path / "club")


@pytest.fixture
def doom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Doom:
    """Mails with a header X-Doom end the child that reads them."""
    return doomed(tmp_path / "doom", monkeypatch)


@pytest.mark.parametrize("word", ["early", "kill", "hang"])
def test_a_turn_whose_mail_ends_its_reader_is_not_lost(club: Club, doom: Doom, word: str):
    """It does not go to Processed as if nothing had been in it: its bytes wait for a person."""
    turn = club.sign()
    data = club.doomed_mail(turn, by=turn.by, word=word)
    club.rounds()
    assert club.quarantined == [data]
    assert not (club.root / "inbox" / "Processed").exists()
    (note,) = club.tray.quarantine.newest
    assert "to be read" in note.reason
    assert note.why == "unread"
    assert "could not be read" in (club.root / "status.html").read_text()


def test_a_shortage_that_passes_costs_nothing(club: Club, doom: Doom):
    """The child dies once; a minute later the turn is read, judged and reported."""
    turn = club.sign()
    club.doomed_mail(turn, by=turn.by)
    club.round()
    (note,) = club.tray.waiting.newest
    assert note.tries == 1
    assert not club.quarantined
    doom.lift()
    club.round(after(MINUTE))
    assert len(club.box(turn.by)) == 1
    assert not club.tray.waiting.total
    assert not list((club.root / "inbox").glob("*.eml"))


def test_a_mail_is_tried_a_few_times_over_more_than_an_hour(club: Club, doom: Doom):
    """Not in every round: the pauses grow, and after the last try it is never opened again."""
    club.doomed_mail(by="red")
    club.rounds(hours=1, minutes=1)
    assert not club.quarantined
    club.rounds(start=HOUR, hours=1, minutes=1)
    assert len(club.quarantined) == 1
    assert doom.deaths == MOST_TRIES
    club.round(after(3 * HOUR))
    assert doom.deaths == MOST_TRIES


def test_it_stands_in_nobodys_way(club: Club, doom: Doom):
    """The turn behind it is judged in the same round."""
    club.doomed_mail(by="red", word="hang")
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round()
    assert len(club.box(turn.by)) == 1


def test_many_of_them_do_not_take_a_whole_round(club: Club, doom: Doom):
    """After eight the robot goes on with its other work, and the next round reads the mails behind."""
    for number in range(20):
        club.doomed_mail(by="red", key=f"bomb {number}")
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round()
    assert doom.deaths == 8
    assert "rest waits" in "\n".join(club.lines)
    for number in range(1, 6):
        club.round(after(number))
    assert len(club.box(turn.by)) == 1


def test_the_player_is_told_once_a_day_in_fixed_words(club: Club, doom: Doom):
    """At the address of the book, whatever stands behind a plus; nothing of the mail is repeated."""
    words: dict[str, Any] = {
        "subject": "buy pills",
        "text": "buy them",
        "files": {"pills.json": b"{}"},
    }
    for number in range(3):
        club.doomed_mail(sender="Pills <RED+pills@example.org>", key=f"pills {number}", **words)
    club.rounds()
    assert list(club.post.boxes) == ["red@example.org"]
    (data,) = club.box("red")
    assert b"pills" not in data.lower()
    assert message_from_bytes(data)["In-Reply-To"] is None
    assert "could not be read" in club.said("red")
    club.doomed_mail(by="red", key="one more")
    club.rounds(start=DAY + 2 * HOUR)
    assert len(club.box("red")) == 2


@pytest.mark.parametrize(
    ("word", "more"),
    [
        ("kill", {"sender": "stranger@example.org"}),
        ("kill", {"sender": "red@example.org", "auto": "auto-replied"}),
        ("early", {"sender": "red@example.org"}),
    ],
)
def test_nobody_else_is_told(club: Club, doom: Doom, word: str, more: dict[str, str]):
    """A stranger, a program, or nobody knows who: the status alone says it."""
    club.doomed_mail(word=word, **more)
    club.rounds()
    assert not club.post.boxes
    assert club.tray.quarantine.total == 1


class Killed(BaseException):
    """The robot's process ends."""


def test_a_mail_that_ends_the_robot_itself_comes_to_an_end(
    club: Club, monkeypatch: pytest.MonkeyPatch
):
    """Every start of the robot would end there: what was tried is on the disk before it is tried."""
    turn = club.sign()
    club.drop(b"X-Doom: robot\r\nFrom: red@example.org\r\n\r\n")
    club.mail(turn, by=turn.by)

    class Deadly(Inspector):
        """Takes the robot with it."""

        def inspect(self, data: bytes) -> Any:
            if b"X-Doom: robot" in data:
                raise Killed
            return super().inspect(data)

    monkeypatch.setattr(robot_module, "Inspector", Deadly)
    died = 0
    for time in range(0, 2 * HOUR, MINUTE):
        try:
            club.round(after(time))
        except Killed:
            died += 1
    assert died == MOST_TRIES
    assert len(club.quarantined) == 1
    assert len(club.box(turn.by)) == 1


def test_a_machine_that_starts_no_process_blames_no_mail(
    club: Club, monkeypatch: pytest.MonkeyPatch
):
    """Mails wait without a count, deadlines are watched, and all is taken when it is over."""
    turn = club.sign()
    club.mail(turn, by=turn.by)

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(12, "Cannot allocate memory")

    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", refuse)
        club.rounds(hours=3, minutes=10)
    assert not club.tray.waiting.total
    assert not club.quarantined
    assert "no mail can be read here now" in "\n".join(club.lines)
    club.round(after(3 * HOUR))
    assert len(club.box(turn.by)) == 1


def test_children_that_all_die_blame_no_mail(club: Club, monkeypatch: pytest.MonkeyPatch):
    """The same where processes start and end at once: even a harmless mail is not read."""
    club.mail(by="red")
    with monkeypatch.context() as patch:
        patch.setattr(inbound, "_START", "raise SystemExit(1)")
        club.rounds(hours=3, minutes=10)
    assert not club.tray.waiting.total
    club.round(after(3 * HOUR))
    assert len(club.box("red")) == 1


def test_a_child_that_is_worn_out_blames_no_mail(club: Club, tmp_path: Path, monkeypatch: Any):
    """It dies at its second mail, whichever that is: the mail is read by a child of its own."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from sealion_pbem.mail import child\n"
        "first = child.read_part\n"
        "def read(source):\n"
        "    child.read_part = lambda _: sys.exit(1)\n"
        "    return first(source)\n"
        "child.read_part = read\n"
        "child.main()"
    )
    monkeypatch.setattr(inbound, "_START", program)
    for number in range(3):
        club.mail(by="red", key=f"question {number}")
    club.round()
    assert len(club.box("red")) == 3


def test_a_mail_that_the_disk_does_not_give_stops_no_other(club: Club):
    """It is told to the log; the turn beside it is judged."""
    turn = club.sign()
    (club.root / "inbox" / "0000.eml").mkdir()
    club.mail(turn, by=turn.by)
    real = FolderSource.mails

    class Bad(FolderSource):
        """A file under which the disk is damaged."""

        def mails(self) -> Any:
            from sealion_pbem.mail import fetch

            return fetch._contents(self.path, ["0000.eml", *(name for name, _ in real(self))])

    club.robot.do_round(Bad(club.root / "inbox"), club.post, NOW)
    assert len(club.box(turn.by)) == 1
    assert "1 of 2 mails" in "\n".join(club.lines)


def test_a_waiting_mail_that_somebody_took_away_is_forgotten(club: Club, doom: Doom):
    """What waits follows from the mails that are there."""
    club.doomed_mail(by="red")
    club.round()
    assert club.tray.waiting.total
    for path in (club.root / "inbox").glob("*.eml"):
        path.unlink()
    club.round(after(MINUTE))
    assert not club.tray.waiting.total


@pytest.mark.parametrize("name", ["campaign.json", "mail.toml"])
def test_a_question_waits_while_its_campaign_cannot_be_read(club: Club, name: str):
    """Nobody knows yet that its sender is a player: he is answered as soon as the disk is well again."""
    file = club.root / "referee" / name
    good = file.read_bytes()
    file.write_bytes(b"\xff")
    club.mail(by="blue", text="anything new?")
    club.round()
    assert not club.box("blue")
    assert club.tray.waiting.numbers == {"campaign": 1}
    file.write_bytes(good)
    club.round()
    assert len(club.box("blue")) == 1
    assert club.tray.waiting.total == 0
