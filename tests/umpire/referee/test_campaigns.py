"""The robot over the life of a campaign: rulings, reminders, damage, the end; and several at a time."""

from pathlib import Path

import pytest

from sealion_pbem.mail.inbound import inspect
from sealion_pbem.pbem.body import RulingBody, TurnBody
from sealion_pbem.umpire.audit import audit_folder
from tests.umpire.referee.club import NOW, Club, make_club, other, second_campaign


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A campaign with a referee."""
    return make_club(tmp_path)


def test_a_ruling_goes_to_both_once(club: Club):
    """The referee writes it with his own hand; the robot brings it, and the game goes on."""
    _, ruling = club.referee.sign_ruling(club.referee.propose_ruling(RulingBody("fog\nand rain")))
    club.round()
    club.round()
    for seat in ("red", "blue"):
        assert len(club.box(seat)) == 1
        assert "| fog" in club.said(seat)
        assert "| and rain" in club.said(seat)
    club.deliver()
    assert club.heads() == {ruling.digest}
    club.play()
    assert len(club.heads()) == 1


def test_a_robot_that_comes_late_does_not_send_the_past(tmp_path: Path):
    """Only the newest report greets the players of a campaign that has gone on for long."""
    club = make_club(tmp_path, turns=6)
    club.round()
    assert not club.post.boxes
    sent = club.robot.office.outbox.parcels("sent")
    assert sorted(parcel.to for parcel in sent) == ["blue@example.org", "red@example.org"]


def test_a_robot_greets_the_players_when_the_game_begins(tmp_path: Path):
    """Each once, with the charter; who is asked has the sheet and the deadline that everybody is told."""
    club = make_club(tmp_path, turns=0)
    club.round()
    outbox = club.robot.office.outbox
    greetings = [p for p in outbox.parcels("sent") if p.key.startswith("greeting/")]
    assert sorted(p.to for p in greetings) == ["blue@example.org", "red@example.org"]
    assert len(outbox.parcels("sent")) == 2
    mails = {p.to.partition("@")[0]: inspect(outbox.mail(p.key)) for p in greetings}
    asked = club.asked
    said = {
        seat: outbox.mail(p.key)
        for seat, p in zip(sorted(mails), sorted(greetings, key=lambda p: p.to), strict=True)
    }
    assert all(mail.entries[0][0].startswith("0000-charter") for mail in mails.values())
    assert b"sealion turn check" in said[asked]
    assert b"There is nothing for you to do yet." in said[other(asked)]
    due = club.robot.standings(NOW)[0].due
    assert f"Deadline: {due[:10]} {due[11:16]} UTC".encode() in said[asked]


def test_several_campaigns_in_one_office(club: Club):
    """Turns of two campaigns in one mail: both are judged, each has its reports."""
    table = second_campaign(club)
    first = club.sign()
    record = table.desks["referee"].read().record
    desk = table.desks[record.decision.seat]
    second = desk.sign_turn(TurnBody(**table.turn_body(None, desk.read().record)))
    club.mail(first, second, by=first.by)
    club.round()
    names = [name for one in club.got(other(first.by)) for name, _ in one.entries]
    assert {first.file_name, second.file_name} <= set(names)
    assert [one.turn for one in club.robot.standings(NOW)]
    assert {one.name for one in club.robot.standings(NOW)} == {"test", "second"}
    for folder in ("referee", "second"):
        assert audit_folder(club.root / folder).exit_code == 0


def test_a_game_comes_to_its_end(tmp_path: Path):
    """From the charter to the last report; then nobody is reminded, and whoever asks hears the result."""
    club = make_club(tmp_path, turns=0, options={"turns": 1})
    while club.referee.read().record.decision:
        club.play()
    assert len(club.heads()) == 1
    club.round("2024-06-01T00:00:00Z")
    assert not club.post.boxes
    club.mail(by="red")
    club.round("2024-06-01T00:00:00Z")
    result = club.referee.read().record.result
    assert result in club.said("red")
    assert result in (club.root / "status.html").read_text()


def test_a_seat_that_resigned(club: Club):
    """The other is told, and nobody is reminded any more."""
    seat = club.asked
    resignation = club.table.desks[seat].resign(seat, "enough")
    club.mail(resignation, by=seat)
    club.round()
    assert "resignation" in club.said(seat)
    assert "| enough" in club.said(other(seat))
    club.deliver()
    club.round("2024-06-01T00:00:00Z")
    assert not club.post.boxes
    assert len(club.heads()) == 1


def test_reminders_come_once_each_and_the_other_is_told(club: Club):
    """Three quarters: the late player. Deadline, end of the grace, and ever more rarely then: both."""
    record = club.table.desks["referee"].read().record
    late = record.decision.seat
    opponent = other(late)
    # 168 hours after the last receipt, 48 of grace.
    for now in ("2024-03-05T20:00:00Z", "2024-03-05T21:00:00Z"):
        club.round(now)
    assert [len(club.got(late)), len(club.got(opponent))] == [1, 0]
    club.round("2024-03-07T13:00:00Z")
    assert [len(club.got(late)), len(club.got(opponent))] == [2, 1]
    club.round("2024-03-09T13:00:00Z")
    club.round("2024-03-10T13:00:00Z")
    assert [len(club.got(late)), len(club.got(opponent))] == [3, 2]
    # Still nothing: again after a week, then after two more, and to both.
    club.round("2024-03-16T11:00:00Z")
    assert [len(club.got(late)), len(club.got(opponent))] == [3, 2]
    for now in ("2024-03-16T13:00:00Z", "2024-03-17T13:00:00Z", "2024-03-30T11:00:00Z"):
        club.round(now)
    assert [len(club.got(late)), len(club.got(opponent))] == [4, 3]
    club.round("2024-03-30T13:00:00Z")
    assert [len(club.got(late)), len(club.got(opponent))] == [5, 4]


def test_the_status_page_says_who_is_late(club: Club):
    """The page is static and names the seat that is asked."""
    club.round("2024-03-08T13:00:00Z")
    page = (club.root / "status.html").read_text()
    seat = club.table.desks["referee"].read().record.decision.seat
    assert seat.capitalize() in page
    assert "(late)" in page


def test_one_broken_campaign_does_not_stop_the_others(club: Club):
    """A damaged log is told in the robot's log and on the status page; the others are served."""
    broken = club.root / "broken"
    (broken / "entries").mkdir(parents=True)
    (broken / "campaign.json").write_text("{}")
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round()
    assert club.got(turn.by)
    assert any(line.startswith("broken") for line in club.lines)
    assert "broken" in (club.root / "status.html").read_text()


def test_a_mail_for_a_damaged_campaign_waits(club: Club):
    """It is not for nobody: it stays in the inbox until the folder is mended, and is judged then."""
    turn = club.sign()
    last = club.root / "referee" / "entries" / club.referee.store.names()[-1]
    whole = last.read_bytes()
    last.write_bytes(whole.replace(b"receipt", b"reciept", 1))
    club.mail(turn, by=turn.by)
    club.round()
    assert not club.post.boxes
    assert len(list((club.root / "inbox").glob("*.eml"))) == 1
    assert club.tray.waiting.numbers == {"campaign": 1}
    last.write_bytes(whole)
    club.round()
    assert club.tray.waiting.total == 0
    assert len(club.box(turn.by)) == 1
    assert not list((club.root / "inbox").glob("*.eml"))
