"""14.6  What is seen only when it is shown: breaches, false openings, the end of the game."""

import pytest

from sealion_pbem.engine.dice import NoDice
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import refuse, run
from sealion_pbem.engine.seal import Open, commitment
from sealion_pbem.engine.turn import Turn
from sealion_pbem.rulesets.sealion.events.general import GameEnded
from sealion_pbem.rulesets.sealion.events.options import (
    BreachFound,
    BreachWaived,
    EndAwaited,
)
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch14_options.parachutists import ClaimGame, Waive
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import GERMAN, State
from sealion_pbem.rulesets.sealion.veil import SEALS, Drop
from tests.parachutists import SALT, opening, veiled, with_drops

A, B, STURM, TWIN = "de_1st_fj_a", "de_1st_fj_b", "de_sturm_a", "de_sturm_b"
TOO_FAR = "no real parachute unit stood within 6 hexes when it came down"


def kinds(events):
    """The words of some events."""
    return [event.kind for event in events]


def test_14_6_a_fake_with_nobody_near_is_a_breach_when_it_is_shown():
    """14.6  Six hexes and one real unit: what was noted at the landing is judged now."""
    position = with_drops(veiled().place({"2204": [A]}), Drop(A, 1, ()))
    events = position.order(opening(B))
    assert BreachFound(A, 1, TOO_FAR) in events
    (breach,) = position.ruleset.breaches(position.state)
    assert (breach.rule, A in breach.text) == ("14.6", True)


def test_14_6_a_real_one_needs_nobody():
    """14.6  The conditions are those of fakes."""
    position = with_drops(veiled().place({"2204": [A]}), Drop(A, 1, ()))
    position.order(opening(A))
    assert position.state.veil.drops == position.state.veil.breaches == ()


@pytest.mark.parametrize(("other", "is_breach"), [(STURM, False), (TWIN, True)])
def test_14_6_who_stood_near_decides_when_he_is_shown(other, is_breach):
    """14.6, F-4  The fake is shown first, its neighbour later: only then it can be judged."""
    position = with_drops(veiled().place({"2204": [A], "2209": [STURM]}), Drop(A, 1, (STURM,)))
    position.order(opening(B))
    assert position.state.veil.breaches == ()
    events = position.order(opening(other))
    assert ("breach_found" in kinds(events)) is is_breach


def test_14_6_the_british_claim_the_game_or_let_it_pass():
    """14.6, F-6  The one who was wronged decides."""
    claimed = with_drops(veiled().place({"2204": [A]}), Drop(A, 1, ()))
    claimed.order(opening(B))
    decision = claimed.decision
    assert (decision.seat, decision.kind, decision.rule) == ("british", "breach", "14.6")
    assert list(claimed.ruleset.offers(claimed.state)) == [Waive(), ClaimGame()]
    assert claimed.ruleset.answer(claimed.state, "default") == Waive()
    assert EndAwaited("british") in claimed.order(ClaimGame())
    waived = with_drops(veiled().place({"2204": [A]}), Drop(A, 1, ()))
    waived.order(opening(B))
    assert BreachWaived() in waived.order(Waive())
    assert (waived.decision.seat, waived.decision.kind) == ("german", "land_movement")
    assert waived.ruleset.breaches(waived.state), "it stays in the record"


def test_14_6_a_claimed_game_ends_when_everything_is_open():
    """14.6, F-5, F-6  The other seals are shown first."""
    position = with_drops(veiled().place({"2204": [A]}), Drop(A, 1, ()))
    position.order(opening(B))
    position.order(ClaimGame())
    for real in ("de_2nd_fj_a", "de_3rd_fj_a"):
        assert position.decision.kind == "open_parachutists"
        position.order(opening(real))
    events = position.order(opening(STURM))
    assert events[-1] == GameEnded("british", 0)
    assert position.ruleset.result(position.state) == "the british player has won"


def test_14_6_a_german_victory_waits_for_the_openings():
    """14.6, F-5  Nothing stays sealed; what is shown then takes nothing more."""
    position = veiled(2, bonus=14).place({"2321": ["de_17_inf_ech1"], "2204": [A], "2603": [STURM]})
    events = position.order(March(("de_17_inf_ech1",), ("2322",)))
    assert EndAwaited("german") in events
    assert position.decision.kind == "open_parachutists"
    for real in (A, "de_2nd_fj_a", "de_3rd_fj_a"):
        position.order(opening(real))
    assert position.order(opening(STURM))[-1] == GameEnded("german", 15)


def test_14_6_a_breach_that_the_last_opening_shows_can_still_be_claimed():
    """14.6, F-6  The German does not win by what nobody could see."""
    position = veiled(2, bonus=14, real=("de_2nd_fj_a", "de_3rd_fj_a", STURM))
    position = with_drops(position.place({"2321": ["de_17_inf_ech1"], "2204": [A]}), Drop(A, 1, ()))
    position.order(March(("de_17_inf_ech1",), ("2322",)))
    events = position.order(opening(B))
    assert kinds(events) == ["parachutists_opened", "breach_found"]
    assert position.decision.kind == "breach"
    assert position.order(ClaimGame())[-1] == GameEnded("british", 15)


def test_14_6_a_british_victory_asks_nobody_about_a_breach():
    """14.6, F-6  He has won; the breach is in the record."""
    position = veiled(2, real=("de_2nd_fj_a", "de_3rd_fj_a", STURM)).place({"2204": [A]})
    with_drops(position, Drop(A, 1, ()))
    position.order(opening(B))
    position.order(ClaimGame())
    assert position.state.winner == "british"
    assert len(position.ruleset.breaches(position.state)) == 1


@pytest.mark.parametrize("value", ["de_sturm_a", "", None, 7, ["de_1st_fj_a"], {"real": "a"}])
def test_14_6_a_senseless_seal_is_a_breach_too(value):
    """14.6, F-9  It can be shown, or the game would stand still; then both counters are fake."""
    position = veiled().place({"2204": [A]})
    events = position.order(Open(SEALS + "1st_fj", SALT, value))
    assert "breach_found" in kinds(events)
    assert position.state.veil.fake == (A, B)


def sealed_game(value: str) -> Game[State]:
    """A real seal of the first pair, at a forced opening."""
    position = veiled(2, 13, "land movement").place({"2204": [A, "uk_1_inf"]})
    seal = commitment("test", GERMAN, SEALS + "1st_fj", bytes(32), value)
    return Game("test", position.state, seals={GERMAN: {SEALS + "1st_fj": seal}})


@pytest.mark.parametrize("order", [opening(A), Open(SEALS + "1st_fj", "11" * 32, B)])
def test_14_6_a_false_opening_is_refused(order):
    """14.6  Value and salt must fit the seal: a fake cannot be called real when it is met."""
    ruleset, game = veiled().ruleset, sealed_game(B)
    decision = pending(ruleset, game)
    assert decision is not None
    assert decision.kind == "open_parachutists"
    assert [v.code for v in refuse(ruleset, game, decision, order)] == ["wrong_opening"]
    assert not refuse(ruleset, game, decision, opening(B))


def test_14_6_nothing_but_the_opening_answers():
    """14.6  Silence or another order is no answer when a counter is met."""
    ruleset, game = veiled().ruleset, sealed_game(B)
    march = March((A,), ("2203",))
    for order, code in ((march, "over"), (Done(), "not_yet")):
        outcome = run(ruleset, game, Turn(GERMAN, (order,)), NoDice())
        assert [v.code for v in outcome.refused] == [code]
        assert "open answers what is asked: open which parachutists" in outcome.refused[0].text
    outcome = run(ruleset, game, Turn(GERMAN, (opening(B),)), NoDice())
    assert not outcome.refused
    assert "fakes_found" in kinds(outcome.events)
    assert not outcome.game.seals[GERMAN]
