"""What an opponent is sent, by robot and commands alike: no try before the version that counts."""

from pathlib import Path

import pytest

from sealion_pbem.mail.anatomy import dissect
from sealion_pbem.mail.letter import compose
from sealion_pbem.mail.split import split
from sealion_pbem.pbem.body import TurnBody
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.posting import letter_for, posts_for, recipients
from tests.campaigns import TIME, make_campaign
from tests.umpire.attack import other
from tests.umpire.test_superseded import ILLEGAL


def sent(desk: Desk, own: str) -> dict[str, tuple[str, ...]]:
    """The digests that each seat is sent by default."""
    record = desk.read().record
    posts = posts_for(desk, record, recipients(record, [own]))
    return {seat: tuple(e.digest for e in post.entries) for post in posts for seat in post.seats}


def give(desk: Desk, *entries: Entry) -> None:
    desk.receive([(entry.file_name, entry.data) for entry in entries])


@pytest.mark.parametrize("mode", ["referee", "both"])
def test_a_rejected_turn_goes_to_its_author_and_not_to_the_opponent(tmp_path: Path, mode: str):
    """The referee has refused a turn: its author is told, and nobody else sees what it was."""
    table = make_campaign(tmp_path, mode, turns=3, folders="each")
    seat, referee = table.owes, table.desk_of("referee")
    bad = table.desk_of(seat).sign_turn(TurnBody(**table.turn_body(ILLEGAL)))
    give(referee, bad)
    refusal = referee.witness(TIME).entry

    found = sent(referee, "referee")

    assert found[seat] == (refusal.digest,)
    assert not {bad.digest, refusal.digest} & set(found.get(other(seat), ()))


@pytest.mark.parametrize("mode", ["referee", "both"])
def test_a_turn_with_a_delay_and_one_withdrawn_stay_with_the_referee(tmp_path: Path, mode: str):
    """Neither while it lies there nor when it was taken back is it sent on; by name it can be."""
    table = make_campaign(tmp_path, mode, turns=3, folders="each", delay_hours=24)
    seat, referee = table.owes, table.desk_of("referee")
    author = table.desk_of(seat)
    turn = author.sign_turn(TurnBody(**table.turn_body()))
    give(referee, turn)
    assert turn.digest not in sent(referee, "referee").get(other(seat), ())
    back = author.withdraw()
    give(referee, back)

    found = sent(referee, "referee")

    assert not {turn.digest, back.digest} & set(found.get(other(seat), ()))
    assert back.digest in sent(author, seat)["referee"]


def test_what_is_to_be_opened_is_sent_with_all_before_it(tmp_path: Path):
    """Mode both without a delay: the opponent opens the dice, so he gets turn, rejection and first try."""
    table = make_campaign(tmp_path, "both", turns=3, folders="each")
    seat, referee = table.owes, table.desk_of("referee")
    author = table.desk_of(seat)
    bad = author.sign_turn(TurnBody(**table.turn_body(ILLEGAL)))
    give(referee, bad)
    refusal = referee.witness(TIME).entry
    give(author, refusal)
    good = author.sign_turn(TurnBody(**table.turn_body(None, author.read().record)))
    give(referee, good)

    found = sent(referee, "referee")

    assert {bad.digest, refusal.digest, good.digest} <= set(found[other(seat)])


def test_between_players_the_witness_sees_everything(tmp_path: Path):
    """Mode peer: the witness is the opponent, and answers what he is sent."""
    table = make_campaign(tmp_path, "peer", turns=3, folders="each")
    seat = table.owes
    author, witness = table.desk_of(seat), table.desk_of(other(seat))
    bad = author.sign_turn(TurnBody(**table.turn_body(ILLEGAL)))
    assert bad.digest in sent(author, seat)[other(seat)]
    give(witness, bad)
    refusal = witness.witness(TIME).entry
    assert sent(witness, other(seat))[seat] == (refusal.digest,)


def test_a_hundred_entries_are_all_sent(tmp_path: Path):
    """Whoever has seen nothing gets everything, in mails that can each be read."""
    table = make_campaign(tmp_path, "peer", turns=30)
    seat = table.owes
    desk = table.desk_of(seat)
    record = desk.read().record
    names = desk.store.names()
    (post,) = posts_for(Desk(desk.folder.path, {}), record, [other(seat)])
    assert len(post.entries) < len(names)
    everything = type(post)(post.seats, tuple(desk.store.load(name) for name in names))

    letter = letter_for(record, everything, sender="", to=())

    mails = [dissect(compose(part)) for part in split(letter)]
    assert not any(mail["refusal"] for mail in mails)
    assert [name for mail in mails for name, _ in mail["entries"]] == names
    assert len(names) > 40
