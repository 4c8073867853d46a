"""A-169  A sealed standing order that is given up is never better than what could have been opened."""

from typing import Any

from sealion_pbem.engine.dice import DiceNeededError, NoDice, ScriptedDice
from sealion_pbem.engine.game import Game, begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.seal import Forfeit, Sealing
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Order, Seat
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack, Defend
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State
from tests.sealion_table import EDITIONS, both_editions
from tests.table import play_once

CAMPAIGN = "0" * 64
LOSSES = ("take_losses", "air_loss", "remove_surplus")


def strength(state: State, seat: Seat) -> int:
    """What the units of a seat can do, together: attack and defence, or quality and strength."""
    names = [name for name, unit in state.units.items() if unit.place and unit.steps]
    return sum(
        state.attack_of(name)
        + state.defense_of(name)
        + state.quality_of(name)
        + (state.strength_of(name) or 0)
        for name in names
        if state.counter(name).seat == seat
    )


def balance(state: State, seat: Seat) -> int:
    """The strength of a seat against that of the other."""
    return sum(strength(state, one) * (1 if one == seat else -1) for one in (GERMAN, BRITISH))


def after(ruleset: Any, state: State, order: Order) -> State | None:
    """The state that an order leads to; None if dice are needed."""
    play: Play[State] = Play(ruleset.copy(state), NoDice(), ruleset)
    try:
        ruleset.obey(play, order)
    except DiceNeededError:
        return None
    return play.state


@both_editions
def test_a_loss_given_up_costs_at_least_as_much_as_any_other(edition: str):
    """Wherever random games ask for a loss, no offer leaves its player worse off."""
    ruleset, seen = EDITIONS[edition], 0
    for seed in range(3):
        for step in play_once(edition, "invasion", seed):
            state, decision = step.before.state, pending(ruleset, step.before)
            if decision is None or decision.kind not in LOSSES:
                continue
            worst = ruleset.answer(state, ruleset.forfeits[decision.kind])
            assert worst is not None
            assert not list(ruleset.check(state, worst))
            found = after(ruleset, state, worst)
            offers = [after(ruleset, state, order) for order in ruleset.offers(state)]
            others = [balance(one, decision.seat) for one in offers if one is not None]
            if found is not None and others:
                assert balance(found, decision.seat) <= min(others), (decision.kind, worst)
                seen += 1
    assert seen


def attacked(edition: str) -> Game[State]:
    """Germans attack two British units, one stronger than the other."""
    ruleset = EDITIONS[edition]
    germans = ["de_17_inf_ech2", "de_35_inf_ech2"]
    position = {
        "turn": 2, "step": 6, "stage": "land combat", "churchill": "evacuated",
        "units": {"2918": [*germans, "uk_1_inf", "uk_29_inf_x"], "2001": ["uk_1_lon"]},
        "came_from": {name: ["2819", "2918"] for name in germans}, "landed": germans,
    }  # fmt: skip
    return begin(ruleset, CAMPAIGN, ruleset.position(ruleset.setup("invasion", {}), position))


@both_editions
def test_12_3_the_dearest_loss_is_taken_when_the_answer_is_given_up(edition: str):
    """12.3, A-169  The division is reduced and not the brigade, which the default would take."""
    ruleset, game = EDITIONS[edition], attacked(edition)
    sealed = Sealing("standing/take_losses", "weakest").closed(CAMPAIGN, "british", b"s" * 32)
    game.seals = {BRITISH: {sealed.name: sealed.digest}}
    game.forfeits = {BRITISH: (sealed.name,)}
    asked = pending(ruleset, game)
    assert asked is not None
    fought = run(ruleset, game, Turn(asked.seat, (Attack("2918"),)), ScriptedDice([3]))
    assert fought.waiting is not None

    given_up = run(
        ruleset, fought.game, Turn(fought.waiting.seat, (Forfeit(sealed.name),)), NoDice()
    )

    assert ruleset.tell(given_up.events[0]) == "uk_1_inf is reduced (12.3)"


@both_editions
def test_12_0_nothing_supports_a_defence_that_is_given_up(edition: str):
    """12.0, A-169  Ships, guns and aircraft all stay out; of retreats the farthest is taken."""
    ruleset = EDITIONS[edition]
    for seed in range(3):
        for step in play_once(edition, "invasion", seed):
            state, decision = step.before.state, pending(ruleset, step.before)
            kind = decision.kind if decision else ""
            if kind not in ("defend", "retreat"):
                continue
            found = ruleset.answer(state, ruleset.forfeits[kind])
            if kind == "defend":
                assert isinstance(found, Defend)
                assert found == Defend(withheld=found.withheld)
            assert found is not None
            assert not list(ruleset.check(state, found))
