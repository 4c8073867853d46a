"""A seat changes hands, and the game is played to its end: at every moment, with everything lost."""

import shutil
from pathlib import Path

import pytest

from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.errors import CampaignError, ChainError, PbemError, RosterError
from sealion_pbem.pbem.body import GivenUp, RulingBody
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.pbem.keys import PrivateKey, key_from_seed
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.desk import Desk
from tests.campaigns import Table, make_campaign
from tests.umpire.attack import other

NEW = key_from_seed(b"n" * 32)
MOMENTS = ("asked", "waiting", "own turn pending", "other turn pending")
LOST = "nothing is left of the old player but what he has sent"


def at(table: Table, moment: str) -> str:
    """Play on to a moment at which a seat may be taken over; return the seat."""
    if "pending" in moment:
        turn = table.sign()
        return turn.by if "own" in moment else other(turn.by)
    owes = table.owes
    return owes if moment == "asked" else other(owes)


def heir(table: Table, seat: str) -> Desk:
    """The desk of somebody who has the log and nothing else, in the place of the old player's."""
    old = table.desks[seat]
    path = table.root / "heir"
    shutil.copytree(old.folder.entries, path / "entries")
    desk = Desk(path, {seat: NEW})
    shutil.rmtree(old.folder.path)
    table.desks[seat] = desk
    table.commanders[seat] = RandomCommander(b"heir" * 8)
    return desk


def take_over(table: Table, seat: str, by: str, old_key: PrivateKey | None = None) -> Entry:
    """Claim, grant, receive: the new holder has sent nothing but his claim."""
    granting = table.desks.get(by)
    if granting is None:
        assert old_key is not None, "who has no desk needs a key"
        granting = Desk(table.desk.folder.path, {by: old_key})
    change = granting.grant_claim(heir(table, seat).claim_seat(seat, NEW, "she left"), by)
    return table.send(change)


def give_up_seals(table: Table) -> list[str]:
    """Let the referee rule that seals which nobody can open are lost; return their names."""
    record = table.record
    lost = tuple(
        GivenUp(seat, name)
        for seat, live in record.game.seals.items()
        for name in live
        if name not in table.commanders[seat].sealed
    )
    desk = table.desks["referee"]
    if lost:
        body = RulingBody("salts are lost", lost)
        _, ruling = desk.sign_ruling(desk.propose_ruling(body))
        table.send(ruling)
    return [seal.name for seal in lost]


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("mode", ["referee", "both"])
def test_a_game_goes_on_to_its_end_after_a_takeover(tmp_path: Path, mode: str, moment: str):
    """The old player's key, links and salts are lost for good; the heir plays at once, to the end."""
    table = make_campaign(tmp_path, mode, turns=5, folders="each", options={"turns": 3})
    seat = at(table, moment)
    pending = table.record.ledger.pending

    change = take_over(table, seat, "referee")

    assert table.record.ledger.pending is None
    assert change.after == (pending.digest if pending else "")
    assert ("anchor" in change.unsigned) == (mode == "both")
    lost = give_up_seals(table)
    assert bool(lost) == (seat == "red")
    table.play(100)
    assert table.record.result
    for desk in table.desks.values():
        verdict = audit_folder(desk.folder.path)
        assert verdict.exit_code == 0, verdict.failure
        assert verdict.forfeited == [("red", name) for name in lost]
        assert verdict.unopened == []


def test_in_mode_both_dice_that_were_opened_are_rolled_first(tmp_path: Path):
    """The old player opened and left: the turn is receipted, then the seat changes hands."""
    table = make_campaign(tmp_path, "both", turns=5, folders="each", options={"turns": 3})
    turn = table.sign()
    assert table.answer().kind == "opening"
    seat = other(turn.by)
    claim = table.desks[seat].claim_seat(seat, NEW, "she left")
    with pytest.raises(RosterError, match="key_change is not referee's to write now"):
        table.desks["referee"].grant_claim(claim)

    table.answer()
    take_over(table, seat, "referee")
    give_up_seals(table)
    table.play(100)
    assert audit_folder(table.path).exit_code == 0


@pytest.mark.parametrize("seat_asked", [True, False])
def test_without_a_referee_the_old_key_hands_over_when_it_is_to_write(tmp_path: Path, seat_asked):
    """At its own decision the old player gives the seat away, with his private file; not before."""
    table = make_campaign(tmp_path, "peer", turns=5, folders="each", options={"turns": 3})
    seat = table.owes if seat_asked else other(table.owes)
    old = table.desks[seat]
    (table.root / "heir").mkdir()
    shutil.copytree(old.folder.path, table.root / "heir", dirs_exist_ok=True)
    new = Desk(table.root / "heir", {seat: NEW})
    claim = new.claim_seat(seat, NEW, "my brother plays on")
    if not seat_asked:
        with pytest.raises(RosterError, match=r"not .*'s to write now"):
            old.grant_claim(claim)
        return
    change = old.grant_claim(claim)
    table.desks[seat] = new
    table.send(change)
    table.play(100)
    assert table.record.result
    assert audit_folder(table.path).exit_code == 0


def test_nobody_but_the_old_key_or_the_referee_gives_a_seat_away(tmp_path: Path):
    """A claim alone is worth nothing, and the opponent cannot grant it."""
    table = make_campaign(tmp_path, "peer", turns=5, folders="each")
    seat = other(table.owes)
    thief = table.desks[other(seat)]
    claim = thief.claim_seat(seat, NEW, "mine")
    with pytest.raises(RosterError, match="may not change the key"):
        thief.grant_claim(claim, other(seat))
    thief.keys[seat] = NEW
    with pytest.raises(PbemError, match=r"lacks the signature|not .*'s to write|does not fit"):
        thief.grant_claim(claim, seat)


def test_whoever_takes_over_must_bring_dice_of_his_own(tmp_path: Path):
    """In mode both a change of key by the referee without an anchor is refused: its links are unknown."""
    table = make_campaign(tmp_path, "both", turns=5, folders="each")
    from sealion_pbem.pbem.claim import sign_claim

    claim = sign_claim(table.record.ledger.campaign, "red", NEW, "", None)
    with pytest.raises(ChainError, match="the anchor is missing"):
        table.desks["referee"].grant_claim(claim)


def test_a_claim_does_not_grow_old(tmp_path: Path):
    """It names no place: the log may go on for weeks before the referee makes up his mind."""
    table = make_campaign(tmp_path, "referee", turns=2, folders="each", options={"turns": 3})
    seat = other(table.owes)
    claim = table.desks[seat].claim_seat(seat, NEW, "moving house")
    table.play(3)
    table.send(table.desks["referee"].grant_claim(claim))
    with pytest.raises(RosterError, match=f"not the key of {seat}"):
        table.play(4)
    table.desks[seat].keys[seat] = NEW
    table.play(100)
    assert audit_folder(table.path).exit_code == 0


def test_lost_links_are_renewed_by_all_players_while_a_turn_waits(tmp_path: Path):
    """The witness has lost private/: a ruling that both sign brings his new chain."""
    table = make_campaign(tmp_path, "peer", turns=4, folders="each", options={"turns": 3})
    turn = table.sign()
    witness, author = table.desks[other(turn.by)], table.desks[turn.by]
    shutil.rmtree(witness.folder.private)
    with pytest.raises(CampaignError, match="is not on this machine"):
        table.answer()

    anchors = {other(turn.by): witness.fresh_anchor(other(turn.by))}
    proposal = witness.propose_ruling(RulingBody("disk died", anchors=anchors), instead=True)
    proposal, ruling = witness.sign_ruling(proposal)
    assert (proposal["signatures"], ruling) == ({}, None)
    proposal, _ = author.sign_ruling(proposal)
    _, ruling = witness.sign_ruling(proposal)
    table.send(ruling)

    assert ruling.after == turn.digest
    table.play(3)
    assert audit_folder(table.path).exit_code == 0


def test_a_seat_that_is_asked_renews_its_own_links(tmp_path: Path):
    """Nothing is pending and it is his to write: an anchor does it, and an old one is never used again."""
    table = make_campaign(tmp_path, "peer", turns=4, folders="each", options={"turns": 3})
    seat = table.owes
    desk = table.desks[seat]
    first = table.send(desk.new_anchor(seat))
    second = table.send(desk.new_anchor(seat))
    assert first.unsigned["tip"] != second.unsigned["tip"]
    shutil.rmtree(desk.folder.private)
    table.send(desk.new_anchor(seat))
    table.commanders[seat].sealed.clear()
    table.play(2)
    assert audit_folder(table.path).exit_code == 0


def test_a_seal_is_given_up_by_a_ruling_alone(tmp_path: Path):
    """Nobody gives up a seal because he likes to, and one that was given up is not opened any more."""
    table = make_campaign(tmp_path, "referee", turns=1, folders="each", options={"turns": 1})
    while table.record.decision.kind != "open_objective":
        table.play(1)
    table.sign([{"kind": "forfeit", "name": "objective"}])
    rejection = table.answer()
    assert rejection.unsigned["violations"][0]["code"] == "not_ruled_lost"
    opening = table.turn_body()["orders"]
    desk = table.desks["referee"]
    body = RulingBody("lost", (GivenUp("red", "objective"),))
    _, ruling = desk.sign_ruling(desk.propose_ruling(body))
    table.send(ruling)
    with pytest.raises(CampaignError, match="given up before"):
        desk.sign_ruling(desk.propose_ruling(body))
    assert "forfeit" in table.record.decision.accepts
    table.sign(opening)
    assert table.answer().unsigned["violations"][0]["code"] == "ruled_lost"
    table.sign([{"kind": "forfeit", "name": "objective"}])
    table.answer()
    assert table.record.result == "blue has won"
    assert audit_folder(table.path).forfeited == [("red", "objective")]
