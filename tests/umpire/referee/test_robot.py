"""The robot answers every mail of a player once, and nobody gets a mail twice or never."""

import json
import threading
from email import message_from_bytes
from email.header import decode_header, make_header
from pathlib import Path

import pytest

from sealion_pbem.mail.inbound import inspect
from sealion_pbem.pbem.body import TurnBody
from sealion_pbem.pbem.loader import normal_form
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.referee.reception import MOST_REPLIES
from tests.campaigns import make_campaign
from tests.umpire.referee.club import ROBOT, Club, make_club, other


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A campaign with a referee."""
    return make_club(tmp_path)


def test_a_legal_turn_is_answered_by_the_report_to_both(club: Club):
    """The author's report is the answer to his mail; the other gets the same report as news."""
    turn = club.sign()
    mail = inspect(club.mail(turn, by=turn.by))
    club.round()
    opponent = other(turn.by)
    (answer,), (news,) = club.got(turn.by), club.got(opponent)
    assert mail.message_id in answer.references
    assert not news.references
    assert "What you sent was accepted" in club.post.boxes[f"{turn.by}@example.org"][0].decode()
    assert {"turn", "receipt"} <= {name.split("-")[1] for name, _ in news.entries}


def test_players_who_write_to_the_robot_alone_stay_together(club: Club):
    """After some turns all three logs are one and audit clean."""
    for _ in range(6):
        club.play()
    assert len(club.heads()) == 1
    assert audit_folder(club.root / "referee").exit_code == 0


def test_an_illegal_turn_is_rejected_with_every_violation(club: Club):
    """The rejection goes to the author alone, says every rule, and changes nothing."""
    record = club.table.desks["referee"].read().record
    desk = club.table.desks[record.decision.seat]
    body = club.table.turn_body([{"kind": "march", "unit": "red-99", "path": ["0101"]}] * 2)
    turn = desk.sign_turn(TurnBody(**body))
    club.mail(turn, by=turn.by)
    club.round()
    (answer,) = club.got(turn.by)
    assert "refused" in answer.subject
    assert any("rejection" in name for name, _ in answer.entries)
    assert not club.got(other(turn.by))
    assert club.table.desks["referee"].read().record.ledger.head == record.ledger.head


def test_the_same_mail_twice_has_one_answer(club: Club):
    """A mail that the network doubles has no second effect and no second answer."""
    turn = club.sign()
    data = club.mail(turn, by=turn.by)
    club.drop(data)
    club.round()
    club.drop(data)
    club.round()
    assert [len(club.got(seat)) for seat in ("red", "blue")] == [1, 1]


def test_a_turn_sent_again_is_answered_again(club: Club):
    """Who did not get the answer sends his turn once more, and gets everything he lacks."""
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round()
    club.mail(turn, by=turn.by)
    club.round()
    first, second = club.got(turn.by)
    assert any("receipt" in name for name, _ in second.entries)
    assert "again" in club.post.boxes[f"{turn.by}@example.org"][1].decode()
    assert first.message_id != second.message_id


def test_a_player_who_asks_gets_what_he_lacks(club: Club):
    """A mail without an entry from a player: where the game stands, and his newest entries."""
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round()
    opponent = other(turn.by)
    club.post.boxes.clear()
    club.mail(by=opponent, text="nothing came, what now?")
    club.round()
    (answer,) = club.got(opponent)
    assert any("receipt" in name for name, _ in answer.entries)


@pytest.mark.parametrize(
    "more", [{"auto": "auto-replied"}, {"sender": ROBOT}, {"sender": "mailer-daemon@example.org"}]
)
def test_robots_and_bounces_are_never_answered(club: Club, more: dict[str, str]):
    """Nothing that a program wrote gets an answer, so no loop can begin."""
    club.mail(**more)
    club.round()
    assert not club.post.boxes


def test_a_hostile_mail_is_refused_and_the_robot_goes_on(club: Club):
    """Nested a thousand times, the mail is not read; the turn behind it is judged in the same round."""
    bomb = b"From: red@example.org\r\nMessage-ID: <bomb@example.org>\r\n"
    for number in range(1000):
        bomb += b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (number, number)
    club.drop(bomb)
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round()
    record = club.table.desks["referee"].read().record
    assert record.ledger.pending is None
    assert record.ledger.next_seq > turn.seq + 1
    assert any(b"not read" in data for data in club.post.boxes["red@example.org"])


def test_a_dead_server_loses_nothing(club: Club):
    """What cannot be sent waits; it goes out once when the server is back."""
    club.post.is_down = True
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round()
    assert not club.post.boxes
    assert any("wait" in line for line in club.lines)
    club.post.is_down = False
    club.robot.office.outbox.retry()
    club.round()
    club.round()
    assert [len(club.got(seat)) for seat in ("red", "blue")] == [1, 1]


def test_a_turn_that_somebody_else_forwards(club: Club):
    """It counts, for it is signed; its author gets the report, and hears what became of the mail.

    The other one is no player, so he gets nothing.
    """
    turn = club.sign()
    club.mail(turn, by="friend")
    club.round()
    report, answer = club.got(turn.by)
    assert not report.references
    assert answer.references
    assert f"turn {turn.seq} of {turn.by} was accepted" in club.box(turn.by)[1].decode()
    assert not club.box("friend")


def test_a_file_saved_into_the_inbox_is_taken(club: Club):
    """An attachment saved by hand is no mail: it is taken, and nobody is answered but by the report."""
    turn = club.sign()
    club.drop(turn.data, "json")
    club.round()
    assert [len(club.box(seat)) for seat in ("red", "blue")] == [1, 1]


def test_a_turn_received_by_hand_and_refused_is_told_to_its_author(club: Club):
    """No mail brought it; the rejection goes out all the same, once."""
    desk = club.table.desks[club.asked]
    turn = desk.sign_turn(
        TurnBody(**club.table.turn_body([{"kind": "march", "unit": "red-99", "path": ["0101"]}]))
    )
    club.referee.receive([(turn.file_name, turn.data)])
    club.round()
    club.round()
    (answer,) = club.got(turn.by)
    assert "refused" in answer.subject


def test_an_entry_of_a_foreign_campaign_is_not_for_the_robot(club: Club, tmp_path: Path):
    """It is said of each, and what is for the robot is taken all the same."""
    foreign = make_campaign(tmp_path / "far", name="far").desk
    turn = club.sign()
    strange = foreign.store.load(foreign.store.names()[-1])
    club.mail(turn, strange, by=turn.by)
    club.round()
    texts = b"".join(club.box(turn.by)).decode()
    assert "not for me" in texts
    assert len(club.box(turn.by)) == 2
    assert len(club.box(other(turn.by))) == 1


def test_what_is_no_entry_is_told_so(club: Club):
    """A JSON file that belongs to nothing."""
    club.mail(by="red", files={"notes.json": b'{"hello": 1}'})
    club.round()
    assert "not for me" in club.said("red")


def test_an_orders_file_sent_by_mistake(club: Club):
    """Not signed: the player learns what it is, and nothing happens."""
    head = club.heads()
    turn = club.sign()
    body = {key: value for key, value in turn.document.items() if key != "signatures"}
    club.mail(by=turn.by, files={"turn.json": normal_form(body)})
    club.round()
    assert "refused" in club.said(turn.by)
    assert {club.referee.read().record.ledger.head} <= head


def test_a_players_machine_that_answers_everything_ends(club: Club):
    """Without the mark of an automatic mail it is answered, but not for ever."""
    for number in range(MOST_REPLIES + 3):
        club.mail(by="red", key=f"holiday {number}")
    club.round()
    assert len(club.box("red")) == MOST_REPLIES


HOSTILE = "\u202egnp.exe\u2066 \x1b]0;owned\x07\x9b31m"


def test_hostile_text_reaches_no_log_and_no_header(club: Club):
    """Bidi, control characters and escape sequences in everything that a player can write."""
    turn = club.sign()
    forged = json.dumps({**turn.document, "message": HOSTILE}, ensure_ascii=False).encode()
    named = (
        f"From: {HOSTILE} <red@example.org>\nSubject: {HOSTILE}\nMessage-ID: <x@example.org>\n\nhi"
    )
    club.drop(named.encode())
    club.mail(turn, by=turn.by)
    odd = club.mail(by="red", files={"odd.json": b'{"campaign": "\\u202e\\u001b[2J"}'})
    club.drop(odd.replace(b'filename="odd.json"', b"filename*=utf-8''%E2%80%AEgnp%1B%5B2J.json"))
    club.mail(by="red", text=HOSTILE, files={"forged.json": forged})
    club.round()
    assert all(line.isprintable() for line in club.lines)
    mails = [data for box in club.post.boxes.values() for data in box]
    assert len(mails) >= 4
    for data in mails:
        head = data.partition(b"\r\n\r\n")[0]
        for name, value in message_from_bytes(head + b"\r\n\r\n").items():
            shown = str(make_header(decode_header(value)))
            assert shown.replace("\r\n", "").isprintable(), (name, shown)
        texts = [
            part
            for part in message_from_bytes(data).walk()
            if part.get_content_maintype() == "text"
        ]
        for part in texts:
            said = part.get_payload(decode=True).decode()
            assert not set(said) & set("\u202e\u2066\x1b\x07\x9b"), said


def test_two_robots_at_once_take_turns(club: Club):
    """A robot that is started while another works waits, or leaves it to the other."""
    turn = club.sign()
    club.mail(turn, by=turn.by)
    robots = [threading.Thread(target=club.round) for _ in range(3)]
    for robot in robots:
        robot.start()
    for robot in robots:
        robot.join()
    club.round()
    assert [len(club.box(seat)) for seat in ("red", "blue")] == [1, 1]


def test_a_corrected_turn_reaches_the_opponent_in_one_mail(club: Club):
    """With the refused version and its rejection, in whatever order; nobody is accused of anything."""
    desk = club.table.desks[club.asked]
    wrong = desk.sign_turn(
        TurnBody(**club.table.turn_body([{"kind": "march", "unit": "red-99", "path": ["0101"]}]))
    )
    club.mail(wrong, by=wrong.by)
    club.round()
    club.deliver()
    right = club.play()
    assert right.seq == wrong.seq
    assert len(club.heads()) == 1
    opponent = club.table.desks[other(wrong.by)]
    assert wrong.file_name in opponent.store.names()
    assert not list(opponent.folder.path.glob("evidence/*"))
