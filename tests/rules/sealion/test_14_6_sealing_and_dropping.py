"""14.6  Fake parachutists: twins are sealed, fly and come down alike."""

from dataclasses import replace

import pytest

from sealion_pbem.engine.seal import Seal
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets.sealion.board import FRANCE
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.events.options import (
    CounterWithdrawn,
    ParachutistsLanded,
    ParachutistsSealed,
)
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.embarking import ShiftAirborne
from sealion_pbem.rulesets.sealion.rules.ch10_air.airlift import Airlift
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import TouchDown
from sealion_pbem.rulesets.sealion.rules.ch14_options.drop import Withdraw
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023, MAGAZINE_2016
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.veil import SEALS, Drop, Veil
from tests.parachutists import OPTIONS, PAIRS, opening, veiled
from tests.sealion_table import SealionTable, without_rolls

A, B = "de_1st_fj_a", "de_1st_fj_b"
OTHER = "de_sturm_a"
DIGEST = "ab" * 32


def over(place: str, *names: str, turn: int = 2, real: tuple[str, ...] = ()) -> SealionTable:
    """Counters in their transports over one hex, in the step in which they jump."""
    carriers = [f"de_airtransport_{number}" for number in range(1, len(names) + 1)]
    position = veiled(turn, stage="airborne landings", real=real).place({place: carriers})
    return position.place({}, aboard=dict(zip(names, carriers, strict=True)))


def test_14_6_four_regiments_have_a_twin_with_the_same_front():
    """14.6, F-1  Nothing but the letter tells the two counters of a regiment apart."""
    counters = DELUXE_2023.setup("invasion", OPTIONS).table.counters
    assert sum(counter.type == "parachute" for counter in counters.values()) == 8
    for a, b in PAIRS.values():
        assert replace(counters[a], id=b, name=counters[b].name) == counters[b]
        assert counters[a].name.removesuffix(" A") == counters[b].name.removesuffix(" B")
        assert not counters[a].is_dummy


def test_14_6_is_a_rule_of_the_deluxe():
    """14.6  The magazine edition has no optional rules."""
    with pytest.raises(UsageError, match=r"14\.6"):
        MAGAZINE_2016.setup("invasion", OPTIONS)


def test_14_6_every_pair_is_sealed_before_the_first_order_of_turn_1():
    """14.6, F-1  The German is asked for four seals, one for each regiment, and nothing else before."""
    position = veiled(1, 2, "naval movement").at(veil=Veil())
    for key, twins in PAIRS.items():
        decision = position.decision
        assert (decision.kind, decision.seat, decision.rule) == (
            "seal_parachutists",
            "german",
            "14.6",
        )
        assert decision.accepts == {"seal"}
        assert position.ruleset.secrets(position.state)[SEALS + key] == twins
        assert position.order(Seal(SEALS + key, DIGEST))[0] == ParachutistsSealed(key)
    assert position.decision is None or position.decision.kind != "seal_parachutists"
    assert position.ruleset.secrets(position.state) == {}


@pytest.mark.parametrize("name", ["objective", "parachutists/4th_fj", "parachutists/"])
def test_14_6_nothing_else_can_be_sealed(name):
    """14.6  The refusal names the pairs."""
    position = veiled(1, 2, "naval movement").at(veil=Veil())
    assert position.codes(Seal(name, DIGEST)) == [("14.6", "no_such_pair")]
    assert "parachutists/sturm" in position.refusals(Seal(name, DIGEST))[0].text


@pytest.mark.parametrize("turn", [1, 4])
def test_14_6_both_fly_with_a_transport_on_turns_1_to_4(turn):
    """14.6, 11.5  A counter that may be fake needs a transport like any other."""
    position = veiled(turn, 3, "air movement").place(
        {FRANCE: [A, B, "de_airtransport_1", "de_glider_1"]}
    )
    assert not position.refusals(Airlift(A, "de_airtransport_1", "2204"))
    assert not position.refusals(Airlift(B, "de_airtransport_1", "2204"))
    assert position.codes(Airlift(A, "de_glider_1", "2204")) == [("11.5", "wrong_carrier")]


def test_14_6_after_turn_4_only_a_real_one_flies():
    """14.6, F-3  It must be shown first; a fake stays."""
    position = veiled(5, 3, "air movement").place({FRANCE: [A, B, "de_airtransport_1"]})
    assert position.codes(Airlift(A, "de_airtransport_1", "2204")) == [("14.6", "must_be_real")]
    position.order(opening(A))
    assert not position.refusals(Airlift(A, "de_airtransport_1", "2204"))
    assert position.codes(Airlift(B, "de_airtransport_1", "2204")) == [("14.6", "must_be_real")]


def test_14_6_no_fake_goes_by_ship():
    """14.6, F-3, A-23  Only a counter that was shown to be real goes to the Convoy box."""
    position = veiled(2, 2, "naval movement").place({FRANCE: [A, B], "Convoy": ["de_transport_01"]})
    assert position.codes(ShiftAirborne(A)) == [("14.6", "must_be_real")]
    position.order(opening(B))
    assert not position.refusals(ShiftAirborne(B))
    assert position.codes(ShiftAirborne(A)) == [("14.6", "must_be_real")]


def test_14_6_a_reduced_landing_marks_either_alike():
    """14.6, F-7, A-134  The die of 11.8 does not tell; nought removes the counter."""
    position = over("2204", A).dice(3)
    events = position.order(TouchDown(A, spare_transport=False))
    assert UnitReduced(A, "11.8") in events
    assert position.steps(A) == 1
    city = over("5403", A).dice(2)
    assert UnitEliminated(A, "11.8") in city.order(TouchDown(A, spare_transport=False))
    assert city.decision is None or city.decision.kind != "after_drop"


def test_14_6_who_stood_near_is_noted_for_later():
    """14.6, F-4  Counters within six hexes that may be real; seven is too far; nobody known to be fake."""
    position = over("2204", A, real=("de_2nd_fj_a",)).dice(6)
    position.place({"2210": ["de_sturm_a"], "2211": ["de_sturm_b"], "2303": ["de_2nd_fj_b"]})
    events = without_rolls(position.order(TouchDown(A, spare_transport=False)))
    assert events[-1] == ParachutistsLanded((Drop(A, 2, ("de_sturm_a",)),))


def test_14_6_near_a_unit_that_is_surely_real_nothing_is_left_to_judge():
    """14.6  Its landing is right whatever it is."""
    position = over("2204", A, real=("de_2nd_fj_a",)).dice(6).place({"2210": ["de_2nd_fj_a"]})
    position.order(TouchDown(A, spare_transport=False))
    assert position.state.veil.drops == ()
    assert position.decision.kind == "after_drop"


def test_14_6_who_came_down_can_be_withdrawn_at_once():
    """14.6, F-4  A fake that a die took too far is given up, unseen and without a breach."""
    position = over("2204", A, OTHER).dice(6, 6)
    position.order(TouchDown(A, spare_transport=False), TouchDown(OTHER, spare_transport=False))
    decision = position.decision
    assert (decision.kind, decision.seat) == ("after_drop", "german")
    assert decision.accepts == {"open", "withdraw", "done"}
    assert next(iter(position.ruleset.offers(position.state))) == Done()
    assert position.codes(Withdraw(())) == [("14.6", "nobody_named")]
    assert position.codes(Withdraw((B,))) == [("1.5", "out_of_game")]
    assert position.codes(Withdraw((A, A))) == [("14.6", "named_twice")]
    assert position.order(Withdraw((A,)))[0] == CounterWithdrawn(A)
    assert not position.state.is_in_play(A)
    assert [drop.unit for drop in position.state.veil.drops] == [OTHER]
    assert position.decision.kind == "after_drop"
    position.order(Done())
    assert position.decision is None or position.decision.kind != "after_drop"


def test_14_6_fakes_never_return():
    """14.6  Who was withdrawn or eliminated does not fly again."""
    position = veiled(3, 3, "air movement").place({FRANCE: [B, "de_airtransport_1"]})
    assert position.codes(Airlift(A, "de_airtransport_1", "2204")) == [("1.5", "out_of_game")]
