"""Quarantine: what nobody was told of lies where a person finds it, and comes back when he moves it."""

import mailbox
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.errors import MailError
from sealion_pbem.mail.fetch import FolderSource, MaildirSource, MailSource
from sealion_pbem.mail.imap import ImapSource
from sealion_pbem.pbem.entry import Entry, sign_entry
from sealion_pbem.umpire.referee.tray import MOST_TRIES, Contents, Pile
from tests.campaigns import key_of
from tests.mail.doom import Doom, doomed
from tests.mail.dovecot import PROGRAM, give_away, imap_server
from tests.umpire.referee.club import Club, after, make_club, other

MINUTE = 60
HOUR = 3600


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A campaign with a referee."""
    return make_club(tmp_path / "club")


@pytest.fixture
def doom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Doom:
    """Mails with a header X-Doom end the child that reads them."""
    return doomed(tmp_path / "doom", monkeypatch)


def give_back(club: Club) -> None:
    """Move everything from quarantine to the inbox, as a person does."""
    for path in (club.root / "inbox" / "Quarantine").glob("*"):
        path.rename(club.root / "inbox" / path.name)


def test_a_mail_that_was_given_back_is_read(club: Club, doom: Doom):
    """The machine has more memory now: the person moves the mail, and the turn is judged."""
    turn = club.sign()
    club.doomed_mail(turn, by=turn.by)
    club.rounds()
    doom.lift()
    give_back(club)
    club.post.boxes.clear()
    club.round(after(3 * HOUR))
    assert len(club.box(turn.by)) == 1
    assert club.tray == Contents(*[Pile({}, ())] * 3)


def test_a_mail_that_was_given_back_in_vain_has_one_try(club: Club, doom: Doom):
    """It goes back into quarantine at once, and takes no time of later rounds."""
    data = club.doomed_mail(by="red")
    club.rounds()
    give_back(club)
    club.round(after(3 * HOUR))
    assert club.quarantined == [data]
    assert doom.deaths == MOST_TRIES + 1
    assert club.tray.quarantine.total == 1


class Killed(BaseException):
    """The robot's process ends."""


@pytest.mark.parametrize("when", ["decided", "moved"])
def test_the_robot_is_killed_while_it_puts_a_mail_aside(
    club: Club, doom: Doom, monkeypatch: pytest.MonkeyPatch, when: str
):
    """Before or after the move: the next round finishes it without reading the mail again."""
    data = club.doomed_mail(by="red")
    real = FolderSource.quarantine

    def deadly(self: FolderSource, handle: str) -> None:
        if when == "moved":
            real(self, handle)
        raise Killed

    monkeypatch.setattr(FolderSource, "quarantine", deadly)
    with pytest.raises(Killed):
        club.rounds()
    monkeypatch.setattr(FolderSource, "quarantine", real)
    club.round(after(2 * HOUR))
    assert club.quarantined == [data]
    assert doom.deaths == MOST_TRIES
    contents = club.tray
    assert (contents.waiting.total, contents.quarantine.total) == (0, 1)
    assert len(club.box("red")) == 1


def test_headers_that_are_refused_are_for_a_person(club: Club):
    """Nobody knows who wrote it, so nobody can be told; once is enough to know that."""
    data = b"From: red@example.org\r\nSubject: " + b"x" * 9000 + b"\r\n\r\nhello"
    club.drop(data)
    club.round()
    assert club.quarantined == [data]
    (note,) = club.tray.quarantine.newest
    assert "Subject is longer than" in note.reason


def ahead(club: Club, turn: Entry) -> Entry:
    """A turn that its author has signed for a place to which the log has not come."""
    body = {key: value for key, value in turn.document.items() if key != "signatures"}
    return sign_entry({**body, "seq": turn.seq + 4}, {turn.by: key_of(turn.by)})


def test_a_signed_turn_that_was_refused_with_nobody_to_tell(club: Club):
    """Its author has no address in the book; a person sees what he sent."""
    turn = club.sign()
    (club.root / "referee" / "mail.toml").write_text(
        f'[addresses]\n{other(turn.by)} = "{other(turn.by)}@example.org"\n'
    )
    data = club.mail(ahead(club, turn), by="elsewhere")
    club.round()
    assert club.quarantined == [data]
    (note,) = club.tray.quarantine.newest
    assert note.why == "signed"
    assert "was refused" in note.reason
    assert not club.box("elsewhere")


def test_a_file_that_is_no_entry_is_for_a_person(club: Club):
    """Somebody saved it into the inbox; nobody wrote a mail, so nobody can be answered."""
    club.drop(b'{"hello": 1}', "json")
    club.round()
    assert club.quarantined == [b'{"hello": 1}']
    assert club.tray.quarantine.numbers == {"file": 1}


def test_a_note_into_which_somebody_wrote(club: Club, doom: Doom):
    """The mail is tried from the beginning; in quarantine the note is still shown."""
    club.doomed_mail(by="red")
    club.round()
    (path,) = (club.root / "tray" / "waiting").glob("*.json")
    path.write_text('{"tries": "many"}')
    club.rounds(start=MINUTE)
    assert len(club.quarantined) == 1
    (path,) = (club.root / "tray" / "quarantine").glob("*.json")
    path.write_text("nonsense")
    assert "cannot be read" in club.tray.quarantine.newest[0].reason


@contextmanager
def maildir(path: Path) -> Iterator[tuple[Path, Callable[[], MailSource]]]:
    """A Maildir, and how the robot opens it."""
    mailbox.Maildir(path)
    yield path, lambda: MaildirSource(path)


@contextmanager
def imap(_: Path) -> Iterator[tuple[Path, Callable[[], MailSource]]]:
    """The mailbox of a real IMAP server, and how the robot opens it."""
    if PROGRAM is None:
        pytest.skip("dovecot is not installed")
    # Below a short path: names of sockets are limited.
    with (
        tempfile.TemporaryDirectory(prefix="imap") as root,
        imap_server(Path(root)) as (port, *_others),
    ):
        path = Path(root) / "mail" / "robot"
        mailbox.Maildir(path)

        def opened() -> MailSource:
            give_away(path)
            return ImapSource("127.0.0.1", port, user="robot", password="right", security="none")

        yield path, opened


@pytest.mark.parametrize("kind", [maildir, imap])
def test_every_kind_of_inbox_has_a_quarantine(club: Club, doom: Doom, tmp_path: Path, kind: Any):
    """In a Maildir and on a server: kept with all its bytes, and read when it is moved back."""
    turn = club.sign()
    data = club.doomed_mail(turn, by=turn.by)

    def work(start: int) -> None:
        for time in range(start, start + 2 * HOUR, 10 * MINUTE):
            with closing(opened()) as source:
                club.robot.do_round(source, club.post, after(time))

    with kind(tmp_path / "box") as (path, opened):
        (path / "new" / "1.mail").write_bytes(data)
        work(0)
        (kept,) = path.glob(".Quarantine/[cn][eu][rw]/*")
        assert kept.read_bytes() == data
        assert club.tray.quarantine.numbers == {"unread": 1}
        assert len(club.box(turn.by)) == 1
        doom.lift()
        kept.rename(path / "new" / "2.mail")
        work(3 * HOUR)
        assert not list(path.glob(".Quarantine/[cn][eu][rw]/*"))
        assert len(list(path.glob(".Processed/[cn][eu][rw]/*"))) == 1
    assert len(club.box(turn.by)) == 2
    assert club.tray.quarantine.total == 0


def test_a_server_without_a_quarantine_stops_nobody(club: Club, doom: Doom):
    """It cannot move the mail: others are read all the same, and nobody reads that one again."""

    class Poor(FolderSource):
        """A server that allows no other folder."""

        def quarantine(self, handle: str) -> None:
            raise MailError("no such folder")

    club.doomed_mail(by="red")
    for time in range(0, 2 * HOUR, 5 * MINUTE):
        club.robot.do_round(Poor(club.root / "inbox"), club.post, after(time))
    assert doom.deaths == MOST_TRIES
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.robot.do_round(Poor(club.root / "inbox"), club.post, after(3 * HOUR))
    assert doom.deaths == MOST_TRIES
    assert any("What you sent was accepted" in data.decode() for data in club.box(turn.by))
    assert "no such folder" in "\n".join(club.lines)
    assert club.tray.waiting.numbers == {"unread": 1}


def test_a_refused_turn_fills_the_quarantine_once(club: Club):
    """Whoever sends it on again and again under other names gives the referee nothing more to read."""
    turn = club.sign()
    early = ahead(club, turn)
    (club.root / "referee" / "mail.toml").write_text(
        f'[addresses]\n{other(turn.by)} = "{other(turn.by)}@example.org"\n'
    )
    for number in range(5):
        club.mail(early, by=f"friend{number}")
    club.round()
    assert club.tray.quarantine.numbers == {"signed": 1}
    assert club.tray.unanswered.numbers == {"stranger": 4}
