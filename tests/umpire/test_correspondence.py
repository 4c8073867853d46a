"""The facts of letters: from a refused turn, a waiting game, a draft and an audit."""

from dataclasses import replace
from pathlib import Path

import pytest

from sealion_pbem.errors import CampaignError
from sealion_pbem.pbem.body import RejectionBody, TurnBody
from sealion_pbem.pbem.entry import is_of
from sealion_pbem.report import render
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.correspondence import (
    audit_letter,
    dispute_letter,
    invitation,
    rejection,
    reminder,
)
from sealion_pbem.umpire.founding import draft_for
from tests.campaigns import TIME, make_campaign


def test_a_rejection_says_everything_that_is_wrong(tmp_path: Path):
    """Rule, place, the order there, the reason; the decision is asked again."""
    table = make_campaign(tmp_path, turns=2)
    turn = table.sign([{"kind": "march", "unit": "red-9", "path": ["0101"]}])
    refusal = table.answer()
    assert is_of(turn, TurnBody)
    assert is_of(refusal, RejectionBody)
    facts = rejection(table.record, turn, refusal)

    assert len(facts.faults) == len(refusal.body.violations) > 0
    assert facts.faults[0].order == '{"kind": "march", "path": ["0101"], "unit": "red-9"}'
    assert facts.asked.seat == facts.seat == turn.by
    letter = render.letter("rejection", facts)
    assert facts.faults[0].text in letter.html.replace("&#39;", "'")
    assert "no die has fallen" in letter.text


@pytest.mark.parametrize(
    ("now", "left"),
    [("2024-03-01T12:00:00Z", "144 hours left"), ("2024-03-08T12:00:00Z", "24 hours overdue")],
)
def test_a_reminder_counts_the_hours(tmp_path: Path, now: str, left: str):
    """Before the deadline hours are left, after it they are overdue."""
    facts = reminder(make_campaign(tmp_path, turns=2).record, "red", TIME, now)

    assert facts.left == left
    assert facts.asked.deadline == "2024-03-07 12:00 UTC"


def test_the_other_player_is_told_that_nothing_is_asked_of_him(tmp_path: Path):
    """He gets the same facts, and nothing to do."""
    record = make_campaign(tmp_path, turns=2).record
    other = next(seat for seat in record.ruleset.seats if seat != record.decision.seat)
    letter = render.letter("reminder", reminder(record, other, TIME, TIME))

    assert "There is nothing for you to do" in letter.text


def test_who_is_to_open_dice_is_not_told_to_write_a_turn(tmp_path: Path):
    """An opening is asked for with other commands than a turn, in both parts of the letter."""
    record = make_campaign(tmp_path, turns=2).record
    facts = reminder(record, record.decision.seat, TIME, TIME)
    letter = render.letter("reminder", replace(facts, asked=replace(facts.asked, template="")))

    for part in (letter.text, letter.html):
        assert "sealion witness" in part
        assert "turn new" not in part
        assert "There is nothing for you to do" not in part


def test_a_reminder_waits_for_who_is_away(tmp_path: Path):
    """Two days of absence move deadline and grace by two days."""
    record = make_campaign(tmp_path, turns=2).record
    away = [("2024-03-02T00:00:00Z", "2024-03-04T00:00:00Z")]
    here, gone = (reminder(record, "red", TIME, TIME, spans) for spans in ((), away))

    assert (here.asked.deadline, gone.asked.deadline) == (
        "2024-03-07 12:00 UTC",
        "2024-03-09 12:00 UTC",
    )
    assert here.consequence != gone.consequence


def test_nobody_is_reminded_of_a_game_that_is_over(tmp_path: Path):
    """A finished campaign owes nothing."""
    record = make_campaign(tmp_path, turns=500).record

    with pytest.raises(CampaignError):
        reminder(record, "red", TIME, TIME)


def test_an_invitation_lists_the_terms():
    """Game, options, deadline, packs, free seats, and what the charter still lacks."""
    draft = draft_for("hill", ruleset="skirmish", mode="peer", options={"turns": 4}, created=TIME)
    facts = invitation(draft, "blue", "hill-draft.json", "hello")
    letter = render.letter("invitation", facts)

    assert facts.free == ("red", "blue")
    assert ("Options", "turns 4") in facts.terms
    assert "key and nonce of blue" in letter.text
    assert "sealion campaign join hill-draft.json --seat blue" in letter.text


def test_an_audit_becomes_a_letter(tmp_path: Path):
    """Proved, with counts; or the entry that fails."""
    table = make_campaign(tmp_path, turns=2)
    good = audit_letter(audit_folder(table.path))
    table.entries[-1].write_bytes(b"{}")
    bad = audit_letter(audit_folder(table.path))

    assert good.holds
    assert ("Receipts", "2") in good.counts
    assert not bad.holds
    assert bad.failure is not None
    assert table.entries[-1].name in bad.failure[0]


def test_the_cover_of_a_dispute(tmp_path: Path):
    """It names the entry, the claims, the files, and the command that checks them."""
    name = make_campaign(tmp_path, turns=2).record.ledger.charter.body.name
    facts = dispute_letter(
        name, "Skirmish", "0004-receipt", "the die differs", [("log.zip", "entries", "ab" * 32)],
        [("red", "it was a 3")], command="sealion audit log.zip",
    )  # fmt: skip
    letter = render.letter("dispute", facts)

    assert "sealion audit log.zip" in letter.text
    assert "it was a 3" in letter.html
