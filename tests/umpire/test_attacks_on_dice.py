"""Attacks on dice and verdicts: chosen links, false receipts and rejections, two versions of a turn."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.engine.wire import to_wire
from sealion_pbem.errors import (
    AuditError,
    CampaignError,
    ChainError,
    InvalidFileError,
    RosterError,
    SignatureError,
)
from sealion_pbem.pbem.body import CharterBody
from sealion_pbem.pbem.entry import Entry, is_of, parse_entry, sign_entry
from sealion_pbem.pbem.evidence import check_proof, contradiction_of
from sealion_pbem.pbem.keys import key_from_seed
from sealion_pbem.pbem.links import Links, root_of
from sealion_pbem.pbem.loader import read_strict
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.record import Record
from tests.campaigns import Table, key_of, make_campaign
from tests.umpire.attack import (
    assert_refused,
    changed,
    next_body,
    offer,
    other,
    snapshot,
    turn_body,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game between two desks, in the middle, nobody's turn pending."""
    return make_campaign(tmp_path, turns=4, folders="each")


def test_a_receipt_by_the_author_of_the_turn_is_refused(table: Table):
    """Nobody opens dice for his own turn."""
    turn = table.sign()
    genuine = parse_entry(table.answer().data)
    rolled_back = make_campaign(table.root / "back", turns=4, folders="each")
    rolled_back.send(turn)
    own = changed(genuine, turn.by, by=turn.by)
    assert_refused(rolled_back, own, RosterError, f"the receipt is not {turn.by}'s to write")


def pending_receipt(table: Table) -> tuple[Table, Entry]:
    """A table at which a turn is pending, and the receipt that would be right."""
    turn = table.sign()
    witness = table.record.ledger.witness(turn.by)
    twin = table.root / "twin"
    shutil.copytree(table.desk_of(witness).folder.path, twin)
    desk = type(table.desk)(twin, {witness: key_of(witness)})
    return table, desk.witness("2024-03-01T00:00:00Z").entry


def with_link(table: Table, receipt: Entry, number: int) -> Entry:
    """The receipt with another link of the witness's own, genuine chain."""
    from sealion_pbem.campaign.private import Private

    seat = receipt.by
    master = Private(table.desk_of(seat).folder, seat).read().master
    links = Links(root_of(master, 0), receipt.campaign, seat)
    return changed(receipt, seat, link={"number": number, "value": links.link(number)})


def test_a_witness_cannot_skip_a_link(table: Table):
    """Links are opened one by one: the next but one would be another roll."""
    table, receipt = pending_receipt(table)
    forged = with_link(table, receipt, receipt.unsigned["link"]["number"] + 1)
    assert_refused(table, forged, ChainError, "the next one is", forged.by)


def test_a_witness_cannot_open_a_link_twice(table: Table):
    """An old link is known to everybody."""
    table, receipt = pending_receipt(table)
    forged = with_link(table, receipt, receipt.unsigned["link"]["number"] - 1)
    assert_refused(table, forged, ChainError, "the next one is", forged.by)


def test_a_witness_cannot_choose_a_link(table: Table):
    """A link that does not lead to the anchor is not one."""
    table, receipt = pending_receipt(table)
    link = {**receipt.unsigned["link"], "value": "5c" * 32}
    forged = changed(receipt, receipt.by, link=link)
    assert_refused(table, forged, ChainError, "does not fit the one before", forged.by)


@pytest.mark.parametrize(
    ("member", "change"),
    [
        ("state", lambda _: "00" * 32),
        ("stands", lambda stands: stands + 1),
        ("trust", lambda _: "solo"),
        ("automatic", lambda _: [{"seat": "red", "decision": "march", "order": {"kind": "done"},
                                  "standing_order": 0}]),
        ("rolls", lambda rolls: [*rolls, {"label": "x", "rule": "3.3", "sides": 6, "values": [6]}]),
        ("returned", lambda _: [{"seat": "red", "count": 1, "violations": []}]),
    ],
)  # fmt: skip
def test_a_receipt_that_says_what_the_rules_do_not_is_refused(
    table: Table, member: str, change: Callable[[Any], Any]
):
    """The first member that differs is named, with what the log says and what the rules give."""
    table, receipt = pending_receipt(table)
    forged = changed(receipt, receipt.by, **{member: change(receipt.unsigned[member])})
    assert_refused(table, forged, AuditError, member)


def test_a_false_rejection_is_refused_and_proved(table: Table):
    """A legal turn that is rejected for its dice: the rejection is signed, the replay says legal."""
    turn = table.sign()
    witness = table.record.ledger.witness(turn.by)
    violation = {"rule": "2.1", "code": "too_far", "text": "no", "at": "/orders/0"}
    body = {
        **next_body(table, "rejection", witness), "seq": turn.seq, "prev": turn.digest,
        "violations": [violation], "time": "2024-03-01T00:00:00Z",
    }  # fmt: skip
    false = sign_entry(body, {witness: key_of(witness)})
    assert_refused(table, false, AuditError, "the turn is legal")
    (table.path / "entries" / false.file_name).write_bytes(false.data)
    verdict = audit_folder(table.path)
    assert verdict.exit_code == 6
    assert verdict.failure.entry == false.file_name


def illegal(table: Table) -> Entry:
    """A signed turn that no rule allows."""
    decision = table.record.decision
    order = {"kind": "march", "unit": "red-1", "path": ["0101", "0707"]}
    return table.sign([order] if decision.kind == "march" else [{"kind": "done"}])


def test_an_illegal_turn_opens_nothing_and_can_be_corrected(table: Table):
    """The rejection uses up no link; the corrected turn cites it and is no second version."""
    link = table.record.ledger.anchors.copy()
    bad = illegal(table)
    rejection = table.answer()
    assert rejection.kind == "rejection"
    assert rejection.unsigned["violations"]
    assert table.record.ledger.anchors == link
    good = table.sign()
    assert (good.seq, good.unsigned["after"]) == (bad.seq, rejection.digest)
    assert table.answer().kind == "receipt"
    assert not table.desk.store.evidence()
    assert audit_folder(table.path).exit_code == 0


def test_a_correction_that_hides_the_rejection_is_refused(table: Table):
    """A turn that does not cite the rejection of its former version is a second version."""
    bad = illegal(table)
    table.answer()
    body = turn_body(table)
    assert body.pop("after")
    silent = sign_entry(body, {bad.by: key_of(bad.by)})
    received = offer(table, silent)
    assert received.status == "evidence"


def test_two_versions_of_a_turn_are_kept_with_a_proof(table: Table):
    """Equivocation: both versions stay and the proof stands by itself.

    Until a receipt names one of them, every desk takes the one with the lower digest.
    """
    first = table.sign()
    body = {**first.unsigned, "nonce": "22" * 32}
    second = sign_entry(body, {first.by: key_of(first.by)})
    for seat in ("red", "blue"):
        assert offer(table, second, seat).status == "evidence"
        (name,) = table.desk_of(seat).store.evidence()
        proof = read_strict(table.desk_of(seat).store.read_evidence(name))
        check_proof(proof, [key_of(first.by).public])
        chosen = table.desk_of(seat).read().record.ledger.pending
        assert chosen.digest == min(first.digest, second.digest)
    table.answer()
    verdict = audit_folder(table.path)
    assert verdict.exit_code == 0
    assert verdict.evidence


@pytest.mark.parametrize("nonce", range(4))
def test_the_version_that_a_receipt_names_counts(table: Table, nonce: int):
    """The witness saw one version only; who got the other first follows the receipt."""
    first = table.sign()
    body = {**first.unsigned, "nonce": f"{nonce:064x}"}
    second = sign_entry(body, {first.by: key_of(first.by)})
    liar, witness = table.desk_of(first.by), table.desk_of(other(first.by))
    offer(table, second, first.by)
    receipt = witness.witness("2024-03-01T00:00:00Z").entry
    (received,) = liar.receive([("receipt.json", receipt.data)])
    assert received.status == "accepted"
    for desk in (liar, witness):
        assert desk.read().record.ledger.head == receipt.digest
        assert audit_folder(desk.folder.path).exit_code == 0


def test_a_proof_does_not_accuse_the_innocent(table: Table):
    """The same turn twice, or turns that another key signed, prove nothing."""
    first = table.sign()
    proof = {
        "format": "sealion-pbem/1", "kind": "equivocation", "campaign": first.campaign,
        "seat": first.by, "seq": first.seq, "entries": [first.document, first.document],
    }  # fmt: skip
    with pytest.raises(InvalidFileError, match="do not contradict"):
        check_proof(proof, [key_of(first.by).public])
    second = sign_entry({**first.unsigned, "nonce": "22" * 32}, {first.by: key_of(first.by)})
    found = contradiction_of(first, second)
    assert found is not None
    with pytest.raises(SignatureError, match="no key that"):
        check_proof(found.document, [key_of(other(first.by)).public])


def test_a_new_anchor_while_a_turn_waits_is_refused(table: Table):
    """A witness who knows the turn may not choose the dice for it."""
    turn = table.sign()
    witness = table.record.ledger.witness(turn.by)
    body = next_body(table, "anchor", witness, tip="ab" * 32, length=10)
    entry = sign_entry(body, {witness: key_of(witness)})
    assert_refused(table, entry, RosterError, "is not")


def test_a_key_change_needs_the_old_key_and_the_new(table: Table):
    """Without the old key it is theft, without the new one a typing error."""
    seat = table.owes
    new = key_from_seed(b"n" * 32)
    body = next_body(table, "key_change", seat, seat=seat, key=new.public, reason="lost sleep")
    stolen = sign_entry(body, {seat: key_of(other(seat)), "new": new})
    assert_refused(table, stolen, SignatureError, "does not fit")
    unproved = sign_entry(body, {seat: key_of(seat), "new": key_of(seat)})
    assert_refused(table, unproved, SignatureError, "does not fit")
    foreign = {**body, "seat": other(seat)}
    theft = sign_entry(foreign, {seat: key_of(seat), "new": new})
    assert_refused(table, theft, RosterError, "may not change the key")


def test_a_key_change_cannot_take_a_key_of_the_roster(table: Table):
    """Two seats with one key could not be told apart."""
    seat = table.owes
    key = key_of(other(seat))
    body = next_body(table, "key_change", seat, seat=seat, key=key.public, reason="")
    assert_refused(
        table, sign_entry(body, {seat: key_of(seat), "new": key}), RosterError, "on the roster"
    )


def test_swapped_data_packs_are_refused(table: Table):
    """The charter pins the numbers the rules read."""
    charter = table.record.ledger.charter
    body = {**charter.unsigned, "packs": {"field": "00" * 32}}
    forged = sign_entry(body, {seat: key_of(seat) for seat in body["seats"]})
    assert is_of(forged, CharterBody)
    with pytest.raises(CampaignError, match="data pack 'field'"):
        Record(forged)
    Record(forged, any_revision=True)


def test_another_revision_of_the_rules_is_refused_unless_asked_for(table: Table):
    """The charter pins the revision of the rules."""
    charter = table.record.ledger.charter
    body = {**charter.unsigned, "ruleset": {"id": "skirmish", "revision": 99}}
    forged = sign_entry(body, {seat: key_of(seat) for seat in body["seats"]})
    assert is_of(forged, CharterBody)
    with pytest.raises(CampaignError, match="pins revision 99"):
        Record(forged)


def test_dropped_and_reordered_entries_are_named(table: Table):
    """A log with a hole does not audit, and the first entry after the hole is named."""
    gone, after = table.entries[3], table.entries[4]
    gone.unlink()
    verdict = audit_folder(table.path)
    assert verdict.exit_code == 7
    assert verdict.failure.entry == after.name


def test_who_writes_a_turn_never_opens_its_dice(tmp_path: Path):
    """The other hand opens: in every receipt the opener is not the author of the turn.

    So a reaction that the rules place before the dice can never see them: the dice that follow it
    hang on a link of the other seat, opened in a later entry.
    """
    table = make_campaign(tmp_path, turns=40)
    by_digest = {e.digest: e for e in map(parse_entry, (p.read_bytes() for p in table.entries))}
    receipts = [entry for entry in by_digest.values() if entry.kind == "receipt"]
    assert any(receipt.unsigned["rolls"] for receipt in receipts)
    for receipt in receipts:
        assert by_digest[receipt.unsigned["turn"]].by != receipt.by
        assert receipt.seq > by_digest[receipt.unsigned["turn"]].seq


def test_the_seed_hangs_on_the_turn_and_on_the_link():
    """A mover who tries variants changes the digest, and cannot know what the link makes of it."""
    from sealion_pbem.pbem.links import Opened, seed_of

    link = Opened("blue", 1, "aa" * 32)
    one = seed_of("c" * 64, 1, "00" * 32, [link])
    assert one != seed_of("c" * 64, 1, "01" * 32, [link])
    assert one != seed_of("c" * 64, 2, "00" * 32, [link])
    assert one != seed_of("c" * 64, 1, "00" * 32, [Opened("blue", 1, "ab" * 32)])
    assert one != seed_of("d" * 64, 1, "00" * 32, [link])


def test_nothing_follows_a_resignation_but_rulings(table: Table):
    """Who has resigned cannot take it back."""
    seat = table.baton
    table.send(table.desk_of(seat).resign(seat, "well played"))
    assert table.record.decision is None
    assert table.record.result == f"{seat} has resigned"
    body = next_body(table, "turn", seat, nonce="33" * 32, decision="march",
                     orders=[to_wire({"kind": "done"})])  # fmt: skip
    entry = sign_entry(body, {seat: key_of(seat)})
    assert_refused(table, entry, ChainError, "has resigned")


@pytest.mark.parametrize("is_new", [True, False])
def test_a_second_version_is_proved_with_the_key_of_its_time(table: Table, is_new: bool):
    """After a change of keys a second version of an older turn counts only under the old key."""
    old = parse_entry(next(p for p in table.entries if "-turn-" in p.name).read_bytes())
    table.play(1 if table.record.ledger.baton() != old.by else 0)
    while table.record.ledger.baton() != old.by:
        table.play(1)
    new = key_from_seed(b"n" * 32)
    table.rekey(old.by, old.by, new, "stolen")
    body = {**old.unsigned, "nonce": "44" * 32}
    second = sign_entry(body, {old.by: new if is_new else key_of(old.by)})
    before = snapshot(table)
    received = offer(table, second)
    if is_new:
        assert received.status == "refused"
        assert snapshot(table) == before
    else:
        assert received.status == "evidence"
    assert audit_folder(table.path).exit_code == 0
