"""Many large tries of one turn: what the robot then mails can be read, and brings all of them."""

from pathlib import Path

from sealion_pbem.mail.inbound import inspect
from sealion_pbem.pbem.body import TurnBody
from tests.umpire.referee.club import after, make_club, other

TRIES = 9


def test_the_report_behind_many_tries_reaches_both_players(tmp_path: Path):
    """Each try is nearly as large as a file may be; the opponent gets them with the one that counts."""
    club = make_club(tmp_path)
    seat = club.asked
    desk = club.table.desks[seat]
    order = {"kind": "march", "unit": "red-99", "path": ["0101"] * 20}
    for number in range(TRIES):
        body = club.table.turn_body([order] * 500, desk.read().record)
        turn = desk.sign_turn(TurnBody(**body, message=f"try {number}"))
        club.mail(turn, by=seat, key=f"try {number}")
        club.round(after(60 * number))
        desk.receive(list(inspect(club.box(seat)[-1]).entries))
    club.post.boxes.clear()
    good = desk.sign_turn(TurnBody(**club.table.turn_body(None, desk.read().record)))
    club.mail(good, by=seat, key="good")

    club.round(after(90_000))

    for who in (seat, other(seat)):
        mails = [inspect(data) for data in club.box(who)]
        assert len(mails) > 1
        for mail in mails:
            assert not mail.refusal
            entries = [item for item in mail.entries if item[0][:4].isdigit()]
            results = club.table.desks[who].receive(entries)
            assert all(one.status in ("accepted", "known", "beside") for one in results), who
    heads = {desk.read().record.ledger.head for desk in club.table.desks.values()}
    assert len(heads) == 1
    assert not any(club.table.desks[other(seat)].store.evidence())
