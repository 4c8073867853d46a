"""Modes peer, referee, both and solo, and the rarer entries: each is played and audits clean."""

from pathlib import Path

import pytest

from sealion_pbem.errors import AuditError, CampaignError, RosterError
from sealion_pbem.pbem.body import RulingBody, TurnBody
from sealion_pbem.pbem.entry import parse_entry, sign_entry
from sealion_pbem.pbem.keys import key_from_seed
from sealion_pbem.pbem.links import Link
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.desk import Desk
from tests.campaigns import TIME, Table, key_of, make_campaign

TRUST = {"peer": "two-party", "referee": "referee", "both": "both", "solo": "solo"}


@pytest.mark.parametrize("mode", TRUST)
def test_a_game_in_every_mode_audits_clean_and_says_its_trust(tmp_path: Path, mode: str):
    """Twelve turns are played; every receipt and roll says who could have known the dice."""
    table = make_campaign(tmp_path, mode, turns=12, folders="each")
    for desk in table.desks.values():
        verdict = audit_folder(desk.folder.path)
        assert verdict.exit_code == 0, verdict.failure
        assert verdict.turns == 12
    receipts = [p for p in table.entries if "-receipt-" in p.name]
    assert {parse_entry(p.read_bytes()).unsigned["trust"] for p in receipts} == {TRUST[mode]}
    openings = [p for p in table.entries if "-opening-" in p.name]
    assert len(openings) == (12 if mode == "both" else 0)


@pytest.mark.parametrize(("mode", "witnesses"), [("referee", {"referee"}), ("both", {"referee"})])
def test_the_referee_answers_every_turn(tmp_path: Path, mode: str, witnesses: set[str]):
    """With a referee no player writes a receipt."""
    table = make_campaign(tmp_path, mode, turns=4)
    receipts = [parse_entry(p.read_bytes()) for p in table.entries if "-receipt-" in p.name]
    assert {receipt.by for receipt in receipts} == witnesses


def test_both_hands_make_the_dice_in_mode_both(tmp_path: Path):
    """The dice change if either link does: neither the opponent nor the referee knows them alone."""
    table = make_campaign(tmp_path, "both", turns=2)
    turn = table.sign()
    opening = table.answer()
    assert opening.kind == "opening"
    assert opening.by != turn.by
    record = table.record
    with_opponent = record.dice_for("referee", Link(1, "aa" * 32))
    record.ledger.opening = None
    assert with_opponent.seed != record.dice_for("referee", Link(1, "aa" * 32)).seed


def test_in_mode_both_the_referee_rejects_before_anybody_opens(tmp_path: Path):
    """An illegal turn uses up no link: the opponent opens nothing, the referee rejects."""
    table = make_campaign(tmp_path, "both", turns=2, folders="each")
    seat = table.record.decision.seat
    table.sign([{"kind": "march", "unit": "red-1", "path": ["0707"]}])
    opponent = next(s for s in ("red", "blue") if s != seat)
    with pytest.raises(CampaignError, match="open nothing"):
        table.desk_of(opponent).witness(TIME)
    answer = table.desk_of("referee").witness(TIME)
    assert answer.entry.kind == "rejection"
    table.send(answer.entry)
    assert audit_folder(table.path).exit_code == 0


def test_a_new_anchor_is_used_from_the_next_receipt_on(tmp_path: Path):
    """Link numbers begin again at one, and the log audits clean."""
    table = make_campaign(tmp_path, turns=3, folders="each")
    seat = table.baton
    table.send(table.desk_of(seat).new_anchor(seat))
    table.play(4)
    own = [parse_entry(p.read_bytes()) for p in table.entries if f"-receipt-{seat}-" in p.name]
    assert own[-1].unsigned["link"]["number"] <= 4
    assert audit_folder(table.path).exit_code == 0


def test_a_key_change_by_its_owner(tmp_path: Path):
    """From the next entry on the new key counts and the old one does not."""
    table = make_campaign(tmp_path, turns=3, folders="each")
    seat = table.baton
    new = key_from_seed(b"n" * 32)
    table.rekey(seat, seat, new, "new machine")
    with pytest.raises(RosterError, match=f"not the key of {seat}"):
        table.sign()
    table.desk_of(seat).keys[seat] = new
    table.play(3)
    assert audit_folder(table.path).exit_code == 0


def test_a_lost_key_is_replaced_by_the_referee(tmp_path: Path):
    """The referee and the new key sign; the seat goes on."""
    table = make_campaign(tmp_path, "referee", turns=3, folders="each")
    new = key_from_seed(b"n" * 32)
    table.rekey("red", "referee", new, "the disk died")
    table.desk_of("red").keys["red"] = new
    table.play(3)
    assert audit_folder(table.path).exit_code == 0


def test_without_referee_nobody_else_replaces_a_key(tmp_path: Path):
    """In mode peer a lost key ends the game; the opponent cannot give the seat away."""
    table = make_campaign(tmp_path, turns=3, folders="each")
    seat = table.baton
    victim = next(s for s in ("red", "blue") if s != seat)
    with pytest.raises(RosterError, match="may not change the key"):
        table.rekey(victim, seat, key_from_seed(b"n" * 32), "mine now")


def test_a_ruling_of_the_referee_supersedes_an_unanswered_turn(tmp_path: Path):
    """The turn is written again behind the ruling; that is no second version."""
    table = make_campaign(tmp_path, "referee", turns=3, folders="each")
    desk = table.desk_of("referee")
    ruling, entry = desk.sign_ruling(desk.propose_ruling(RulingBody("the lake is frozen", about=2)))
    turn = table.desk_of(table.record.decision.seat).sign_turn(TurnBody(**table.turn_body()))
    assert ruling["seq"] == turn.seq
    table.send(entry)
    again = table.sign()
    assert again.seq == turn.seq + 1
    table.answer()
    for place in table.desks.values():
        assert audit_folder(place.folder.path).exit_code == 0
        assert not place.store.evidence()


def test_a_ruling_without_referee_needs_every_player(tmp_path: Path):
    """The first signature makes a proposal, the second an entry."""
    table = make_campaign(tmp_path, turns=3, folders="each")
    red, blue = table.desk_of("red"), table.desk_of("blue")
    proposal, entry = red.sign_ruling(red.propose_ruling(RulingBody("we replay nothing")))
    assert entry is None
    assert set(proposal["signatures"]) == {"red"}
    _, entry = blue.sign_ruling(proposal)
    assert entry is not None
    table.send(entry)
    table.play(2)
    assert audit_folder(table.path).exit_code == 0


def test_a_ruling_with_one_signature_is_refused(tmp_path: Path):
    """A player alone rules nothing."""
    table = make_campaign(tmp_path, turns=3, folders="each")
    red = table.desk_of("red")
    body = {k: v for k, v in red.propose_ruling(RulingBody("I win")).items() if k != "signatures"}
    alone = sign_entry(body, {"red": key_of("red")})
    (received,) = table.desk_of("blue").receive([("ruling.json", alone.data)])
    assert "lacks the signature of blue" in received.error.message


def test_standing_orders_answer_and_are_recomputed(tmp_path: Path):
    """What standing orders did stands in the receipt; a receipt that leaves it out is refused."""
    table = make_campaign(tmp_path, turns=1)
    standing = [{"when": "reaction", "do": "stand"}, {"when": "losses", "do": "default"}]
    automatic = None
    while automatic is None:
        table.sign(standing_orders=standing)
        receipt = table.answer()
        automatic = receipt if receipt.unsigned["automatic"] else None
        assert table.record.decision is not None, "the game ended without a reaction"
    assert automatic.unsigned["automatic"][0]["decision"] in ("reaction", "losses")
    forged = sign_entry(
        {**automatic.unsigned, "automatic": []}, {automatic.by: key_of(automatic.by)}
    )
    path = table.path / "entries" / automatic.file_name
    path.unlink()
    (table.path / "entries" / forged.file_name).write_bytes(forged.data)
    verdict = audit_folder(table.path)
    assert verdict.exit_code == AuditError.exit_code
    assert "automatic" in verdict.failure.reason


def test_entries_of_one_mail_are_taken_in_their_order(tmp_path: Path):
    """A mail with a receipt and the next turn, in any order and with strangers between them."""
    table: Table = make_campaign(tmp_path, turns=4)
    late = Desk(tmp_path / "late")
    late.folder.path.mkdir()
    files = [(path.name, path.read_bytes()) for path in reversed(table.entries)]
    results = late.receive([*files, ("note.json", b"{}"), ("cat.json", b"\xff\xd8")])
    assert [r.status for r in results].count("accepted") == len(files)
    assert [r.status for r in results].count("refused") == 2
    assert late.read().record.ledger.head == table.record.ledger.head
