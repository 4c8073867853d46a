"""The robot is no loudspeaker: what strangers write goes to nobody, and no memory can be flushed."""

from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.mail.outbox import Outbox
from sealion_pbem.umpire.referee.reception import MOST_REPLIES
from tests.umpire.referee.club import Club, after, make_club, other

WORDS = b"cheap pills"
DAY = 86_400


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A campaign with a referee."""
    return make_club(tmp_path)


@pytest.fixture
def slow(tmp_path: Path) -> Club:
    """The same with a delay, so that a signed turn is answered at once and judged later."""
    return make_club(tmp_path, delay_hours=24)


def allow(club: Club, most: int) -> None:
    """Let the office tell so many strangers a day that it is a robot's."""
    file = club.root / "mail.toml"
    file.write_text(f"strangers = {most}\n{file.read_text()}")


def shout(club: Club, sender: str, number: int = 0) -> bytes:
    """A mail full of words that somebody would like to see repeated, in the name of a victim."""
    return club.mail(
        sender=sender,
        subject="cheap pills",
        text="cheap pills",
        files={"cheap pills.json".replace(" ", "-"): b'{"campaign": "cheap pills"}'},
        key=f"cheap pills {sender} {number}",
    )


def spoken(club: Club) -> list[bytes]:
    """Everything that left the robot."""
    return [data for box in club.post.boxes.values() for data in box]


def test_thirty_forged_senders_get_nothing(club: Club):
    """An attacker names thirty victims; none of them hears of it, and the status says why."""
    for number in range(30):
        shout(club, f"victim{number}@example.org")
    club.round()
    assert not club.post.boxes
    contents = club.tray
    assert contents.unanswered.numbers == {"stranger": 30}
    assert all("no player" in note.reason for note in contents.unanswered.newest)
    assert "30 came from strangers" in (club.root / "status.html").read_text()
    assert "victim" not in (club.root / "status.html").read_text()


def test_an_office_may_tell_strangers_once_without_a_word_of_theirs(club: Club):
    """Ten a day in all, each once for ever, and the text is the same for everybody."""
    allow(club, 10)
    for number in range(30):
        shout(club, f"victim{number}@example.org")
    club.round()
    assert len(spoken(club)) == 10
    bodies = {data.partition(b"\r\n\r\n")[2] for data in spoken(club)}
    assert len(bodies) == 1
    for data in spoken(club):
        assert WORDS not in data.lower()
        assert b"pills" not in data.lower()
        mail = message_from_bytes(data)
        assert mail["In-Reply-To"] is None
        assert mail["References"] is None
        assert mail["Auto-Submitted"] == "auto-replied"
    assert club.tray.unanswered.numbers == {"stranger": 20}


def test_a_stranger_is_told_once_for_ever(club: Club):
    """Not once a day: whoever is forged a thousand times gets one mail."""
    allow(club, 10)
    for day in range(4):
        shout(club, "victim@example.org", day)
        shout(club, f"victim+{day}@example.org", day)
        club.round(after(day * 2 * DAY))
    assert sorted(club.post.boxes) == ["blue@example.org", "red@example.org", "victim@example.org"]
    assert len(club.box("victim")) == 1


def test_the_cap_of_a_day_lasts_24_hours(club: Club):
    """An attacker who waits for midnight gains nothing."""
    allow(club, 3)
    late = "2024-03-01T23:59:00Z"
    for number in range(5):
        shout(club, f"a{number}@example.org")
    club.round(late)
    assert len(spoken(club)) == 3
    for number in range(5):
        shout(club, f"b{number}@example.org")
    club.round("2024-03-02T00:01:00Z")
    assert len(spoken(club)) == 3
    for number in range(5):
        shout(club, f"c{number}@example.org")
    club.round("2024-03-03T00:00:00Z")
    assert len(spoken(club)) == 6


def test_a_plus_makes_no_other_person(club: Club):
    """alice+x is alice: recognised, counted with her, and answered at her address in the book."""
    for number in range(MOST_REPLIES + 5):
        club.mail(sender=f"Red+{number}@Example.org", key=f"question {number}")
    club.round()
    assert list(club.post.boxes) == ["red@example.org"]
    assert len(club.box("red")) == MOST_REPLIES


def test_players_may_differ_in_nothing_but_the_plus(club: Club):
    """A family with one mailbox: each is recognised by what stands behind it."""
    (club.root / "referee" / "mail.toml").write_text(
        '[addresses]\nred = "home+red@example.org"\nblue = "home+blue@example.org"\n'
    )
    turn = club.sign()
    club.mail(turn, sender=f"home+{turn.by}@example.org")
    club.mail(sender=f"home+{other(turn.by)}@example.org", text="anything new?")
    club.round()
    assert len(club.post.boxes[f"home+{turn.by}@example.org"]) == 1
    assert len(club.post.boxes[f"home+{other(turn.by)}@example.org"]) == 2


def test_the_answers_of_a_day_are_not_forgotten(club: Club):
    """A player's are used up; a thousand forged senders with long addresses do not bring them back."""
    for number in range(MOST_REPLIES):
        club.mail(by="red", key=f"question {number}")
    club.round()
    assert len(club.box("red")) == MOST_REPLIES
    for number in range(1100):
        name = f"{number:04d}" + "x" * 235 + "@example.org"
        club.drop(f"From: {name}\r\nSubject: hi\r\n\r\nhello\r\n".encode())
    club.round(after(60))
    club.mail(by="red", key="one more")
    club.round(after(120))
    assert len(club.box("red")) == MOST_REPLIES
    assert list(club.post.boxes) == ["red@example.org"]
    assert len(list((club.root / "replies").iterdir())) == MOST_REPLIES


@pytest.mark.parametrize("when", ["2024-03-02T00:01:00Z", "2024-03-01T23:58:00Z"])
def test_a_changed_day_brings_no_answers_back(club: Club, when: str):
    """Two minutes over midnight, or with a clock that was set back: the last 24 hours count."""
    for number in range(MOST_REPLIES):
        club.mail(by="red", key=f"question {number}")
    club.round("2024-03-01T23:59:00Z")
    club.mail(by="red", key="one more")
    club.round(when)
    assert len(club.box("red")) == MOST_REPLIES
    club.mail(by="red", key="and one")
    club.round("2024-03-02T23:59:30Z")
    assert len(club.box("red")) == MOST_REPLIES + 1


def test_forged_questions_do_not_use_up_what_a_signed_turn_deserves(slow: Club):
    """A hundred questions in red's name; then red's turn comes and is answered all the same."""
    seat = slow.asked
    for number in range(100):
        slow.mail(by=seat, key=f"forged {number}")
    slow.round()
    assert len(slow.box(seat)) == MOST_REPLIES
    slow.post.boxes.clear()
    turn = slow.sign()
    slow.mail(turn, by=seat)
    slow.round(after(60))
    assert "is legal and waits until" in slow.said(seat)


def test_what_was_signed_once_is_answered_without_counting_once(slow: Club):
    """Whoever has seen a turn can send it again and again in its author's name; that is counted."""
    turn = slow.sign()
    slow.mail(turn, by=turn.by)
    for number in range(2 * MOST_REPLIES):
        slow.mail(turn, by=turn.by, key=f"again {number}")
    slow.round()
    assert len(slow.box(turn.by)) == MOST_REPLIES + 1
    slow.post.boxes.clear()
    desk = slow.table.desks[turn.by]
    withdrawal = desk.withdraw()
    slow.mail(withdrawal, by=turn.by)
    slow.round(after(60))
    assert "withdrawal" in slow.said(turn.by)


def test_an_old_log_is_no_store_of_answers(club: Club):
    """Entries that came before there was a robot, sent in a player's name: each is a question."""
    names = [name for name in club.referee.store.names() if "-turn-" in name]
    entries = [club.referee.store.load(name) for name in names]
    seat = entries[0].by
    for number in range(2 * MOST_REPLIES):
        club.mail(*entries, by=seat, key=f"old {number}")
    club.round()
    assert len(club.box(seat)) == MOST_REPLIES


def test_what_a_player_has_signed_is_answered_to_him_wherever_it_comes_from(slow: Club):
    """He wrote from another address: the signature says whom to answer, at the address of the book."""
    turn = slow.sign()
    slow.mail(turn, by="elsewhere")
    slow.round()
    assert list(slow.post.boxes) == [f"{turn.by}@example.org"]
    assert "is legal and waits until" in slow.said(turn.by)


def test_a_turn_that_is_sent_on_in_a_victims_name(club: Club):
    """The opponent has it from his report: the victim gets nothing, though it is signed."""
    turn = club.play()
    for number in range(30):
        club.mail(turn, sender=f"victim{number}@example.org", key=f"replay {number}")
    club.round()
    assert not club.post.boxes


class Killed(BaseException):
    """The robot's process ends."""


def test_a_robot_killed_before_its_answer_still_knows_who_signed(
    slow: Club, monkeypatch: pytest.MonkeyPatch
):
    """The turn is in the log, the answer is not; the next round gives it, however many forge."""
    turn = slow.sign()
    slow.mail(turn, by=turn.by)

    def die(*_: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Outbox, "put", die)
        with pytest.raises(Killed):
            slow.round()
    assert turn.file_name in slow.referee.store.names()
    (mail,) = (slow.root / "inbox").glob("*.eml")
    mail.rename(mail.with_name("9999.eml"))
    for number in range(MOST_REPLIES + 1):
        slow.mail(by=turn.by, key=f"forged {number}")
    slow.round(after(60))
    texts = [data.decode() for data in slow.box(turn.by)]
    assert len(texts) == MOST_REPLIES + 1
    assert "is legal and waits until" in texts[-1]
