"""Attacks on the log: forged, replayed and misplaced entries are refused, the folder is as it was."""

from pathlib import Path

import pytest

from sealion_pbem.errors import (
    CampaignError,
    ChainError,
    PbemError,
    RosterError,
    SignatureError,
    WrongCampaignError,
)
from sealion_pbem.pbem.entry import entry_from, parse_entry, sign_entry
from sealion_pbem.umpire.founding import draft_for, sit_down
from tests.campaigns import Table, key_of, make_campaign
from tests.umpire.attack import assert_refused, other, snapshot, turn_body


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game between two desks, in the middle, nobody's turn pending."""
    return make_campaign(tmp_path, turns=4, folders="each")


def test_an_entry_of_another_campaign_is_refused(table: Table, tmp_path: Path):
    """A turn that was signed for one campaign means nothing in the other."""
    elsewhere = make_campaign(tmp_path / "other", turns=4, folders="each", name="other", seed=5)
    foreign = elsewhere.sign()
    assert_refused(table, foreign, WrongCampaignError, "belongs to campaign")


def test_an_old_turn_sent_again_changes_nothing(table: Table):
    """An identical resend is known and has no effect."""
    old = next(path for path in table.entries if "-turn-" in path.name)
    before = snapshot(table)
    (received,) = table.desk.receive([("again.json", old.read_bytes())])
    assert received.status == "known"
    assert snapshot(table) == before


def test_an_old_turn_under_a_new_number_is_refused(table: Table):
    """A replayed turn must be signed anew; with the old signature it is forged."""
    old = parse_entry(next(p for p in table.entries if "-turn-" in p.name).read_bytes())
    ledger = table.record.ledger
    body = {**old.unsigned, "seq": ledger.next_seq, "prev": ledger.head, "by": ledger.owes}
    forged = entry_from({**body, "signatures": {ledger.owes: next(iter(old.signatures.values()))}})
    assert_refused(table, forged, SignatureError, "does not fit")


@pytest.mark.parametrize("shift", [1, 3, -1])
def test_a_turn_with_a_wrong_number_is_refused(table: Table, shift: int):
    """A gap or a repetition is named."""
    body = turn_body(table)
    body["seq"] += shift
    entry = sign_entry(body, {body["by"]: key_of(body["by"])})
    assert_refused(table, entry, ChainError, "missing here" if shift > 0 else "gone past")


def test_a_turn_on_another_head_is_refused(table: Table):
    """A turn must follow the entry that the log ends with."""
    body = turn_body(table) | {"prev": "ab" * 32}
    entry = sign_entry(body, {body["by"]: key_of(body["by"])})
    assert_refused(table, entry, ChainError, "the log's head is")


def test_the_opponents_turn_in_my_name_is_refused(table: Table):
    """A turn signed with the other seat's key is forged."""
    body = turn_body(table)
    entry = sign_entry(body, {body["by"]: key_of(other(body["by"]))})
    assert_refused(table, entry, SignatureError, "does not fit")


def test_a_turn_of_the_seat_that_is_not_asked_is_refused(table: Table):
    """Only the seat that owes the decision may write a turn."""
    thief = other(table.owes)
    body = turn_body(table, by=thief)
    assert_refused(table, sign_entry(body, {thief: key_of(thief)}), RosterError, "'s to write now")


def test_a_stranger_on_no_roster_is_refused(table: Table):
    """A seat that the charter does not know has nothing to say."""
    body = turn_body(table, by="green")
    entry = sign_entry(body, {"green": key_of("green")})
    assert_refused(table, entry, RosterError, "'s to write now")


@pytest.mark.parametrize("names", [[], ["red", "blue"], ["new"]])
def test_missing_second_and_wrong_signatures_are_refused(table: Table, names: list[str]):
    """A turn has exactly one signature, by its author."""
    body = turn_body(table)
    keys = {name: key_of(name) for name in names}
    before = snapshot(table)
    with pytest.raises(PbemError):
        table.record.admit(sign_entry(body, keys))
    assert snapshot(table) == before


@pytest.mark.parametrize(
    ("seat", "member", "value"),
    [
        ("red", "standing_orders", [{"when": "reaction", "do": "withdraw"}]),
        ("red", "nonce", "77" * 32),
        ("blue", "key", key_of("green").public),
    ],
)
def test_nobody_changes_what_a_seat_has_said_in_the_draft(
    tmp_path: Path, seat: str, member: str, value: object
):
    """A draft that comes back may have more of the others in it, and nothing new in my name."""
    draft = draft_for("hill", ruleset="skirmish", mode="peer", created="2024-02-29T12:00:00Z")
    mine, his = {"red": ("red", key_of("red"))}, {"blue": ("blue", key_of("blue"))}
    draft, _ = sit_down(tmp_path / "red", draft, mine)
    draft, _ = sit_down(tmp_path / "blue", draft, his)
    draft, _ = sit_down(tmp_path / "red", draft, mine)
    before = (tmp_path / "red" / "draft.json").read_bytes()
    draft["seats"][seat][member] = value
    with pytest.raises(CampaignError, match=f"somebody has changed {member} of {seat}"):
        sit_down(tmp_path / "red", draft, mine)
    assert (tmp_path / "red" / "draft.json").read_bytes() == before
