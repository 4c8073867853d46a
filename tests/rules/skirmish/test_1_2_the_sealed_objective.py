"""1.2  Before its first march red seals which of the two hills it wants."""

import json

import pytest

from sealion_pbem.engine.capability import secrecy_of
from sealion_pbem.engine.game import pack_game
from sealion_pbem.engine.words import Timing
from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table


def test_1_2_red_is_asked_first_for_its_objective():
    """1.2  The game begins with red's seal, before any die."""
    waiting = Table("skirmish").waiting

    assert (waiting.seat, waiting.kind, waiting.rule) == ("red", "objective", "1.2")
    assert (waiting.accepts, waiting.timing) == ({"seal"}, Timing.BEFORE_DICE)
    assert "0202, 0605" in waiting.prompt


def test_1_2_the_hills_are_what_makes_sense_to_seal():
    """1.2  Nothing is offered openly; the secret choice is between the hills."""
    table = Table("skirmish")

    assert table.offers() == []
    assert secrecy_of(table.ruleset).secrets(table.state) == {"objective": ("0202", "0605")}


def test_1_2_after_the_seal_red_marches():
    """1.2  Everybody learns that the objective is fixed, and the march step begins."""
    table = Table("skirmish")

    result = table.orders("seal objective 0605")

    assert result.events == [w.ObjectiveSealed()]
    assert (result.waiting.seat, result.waiting.kind) == ("red", "march")
    assert table.state.objective == "sealed"
    assert secrecy_of(table.ruleset).secrets(table.state) == {}


@pytest.mark.parametrize("hill", ["0202", "0605"])
def test_1_2_the_state_does_not_depend_on_the_hill(hill):
    """1.2  State and events are the same for either hill; only the digest of the seal differs."""
    table = Table("skirmish")
    result = table.orders(f"seal objective {hill}")
    other = Table("skirmish")
    other_result = other.orders("seal objective somewhere")

    assert table.state == other.state
    assert result.events == other_result.events
    assert "somewhere" not in json.dumps(pack_game(other.ruleset, other.game))


def test_1_2_only_the_objective_is_sealed():
    """1.2  A seal of another name is refused, and the right name given."""
    result = Table("skirmish").orders("seal target 0605")

    assert result.refused() == [("1.2", "wrong_seal", "/orders/0/name")]
    assert "'target' is not sealed here, 'objective' is" in result.violation.text


def test_1_2_nobody_marches_before_the_seal():
    """1.2  A march as the first order comes too early; a seal would answer."""
    result = Table("skirmish").orders("march red-1 0105")

    assert result.refused() == [("1.2", "not_yet", "/orders/0/kind")]
    assert result.violation.text.startswith(
        "before red's step, in which march has its time, red seals"
    )
    assert result.violation.text.endswith("this answers it: seal")


def test_1_2_blue_cannot_seal_for_red():
    """1.2  The choice is red's."""
    result = Table("skirmish").orders("seal objective 0605", by="blue")

    assert result.refused() == [("1.2", "not_your_decision", "")]
