"""A World at War played at random, event by event, and what must be true after each of them."""

from collections.abc import Iterator
from typing import Any

from sealion_pbem.engine.canon import hash_of
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.words import Json
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import is_regular
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import overstacked
from sealion_pbem.rulesets.world_at_war.rules.ch16_exploitation import chain_faults
from sealion_pbem.rulesets.world_at_war.ruleset import WORLD_AT_WAR
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import SEATS

LONGEST = 3000
FIGHTING = ("announce", "das", "intercept", "skies", "drops", "landing", "resolve")


def played(scenario: str, seed: int, **options: Json) -> Iterator[tuple[Any, State]]:
    """Every event of a random game with the state behind it, up to the end of the game.

    The state goes on changing; who wants to keep it copies it.
    """
    ruleset = WORLD_AT_WAR
    game = begin(ruleset, "random", ruleset.setup(scenario, options))
    commanders = {
        seat: RandomCommander(hash_of("war", seed, seat), 1 + seed % 5) for seat in ruleset.seats
    }
    for number in range(LONGEST):
        decision = pending(ruleset, game)
        if decision is None:
            return
        turn = commanders[decision.seat].turn(ruleset, game, decision.seat)
        outcome = run(ruleset, game, turn, SeededDice(hash_of("war dice", seed, number)))
        assert not outcome.refused, outcome.refused
        state = ruleset.copy(game.state)
        for event in outcome.events:
            event.on(state)
            yield event, state
        game = outcome.game
    message = f"{scenario} {seed} does not end"
    raise AssertionError(message)


def broken(event: Any, state: State) -> Iterator[str]:
    """Everything that is not as it must be after an event."""
    yield from _numbers(state)
    yield from _places(event, state)
    yield from _control(state)
    yield from _stacks(event, state)
    if state.step == "exploit" and event.kind in ("armor_exploited", "overrun_succeeded"):
        yield from (text for _, _, text in chain_faults(state, {}))


def _numbers(state: State) -> Iterator[str]:
    """BRPs are never below 0, factors of a wing 0 to what is printed, at most 5."""
    for nation, amount in state.brp.items():
        if amount < 0:
            yield f"{nation} has {amount} BRPs"
    for unit, known in state.units.items():
        most = state.counter(unit).factor
        if not 0 <= known.factors <= most or (state.counter(unit).is_air and most > 5):
            yield f"{unit} has {known.factors} factors of {most}"


def _places(event: Any, state: State) -> Iterator[str]:
    """Nobody is in a neutral or closed hex; two sides share one only by a drop."""
    for number, stack in state.stacks.items():
        country = state.table.board.facts(number).country
        for unit in stack:
            if country in state.table.never_entered:
                yield f"{unit} is in {country}"
            if country in state.neutral and state.counter(unit).nation != country:
                yield f"{unit} is in neutral {country}"
        ground = [unit for unit in stack if state.counter(unit).is_ground]
        dropped = [unit for unit in ground if state.is_marked(unit, "dropped")]
        left = {state.seat_of(unit) for unit in ground if unit not in dropped}
        if len(left) > 1 or (dropped and len(state.holders(number)) > 1 and _is_quiet(state)):
            yield f"both sides are in {number} after {event.kind}"


def _is_quiet(state: State) -> bool:
    return state.step not in ("landing", "resolve")


def _control(state: State) -> Iterator[str]:
    """Nobody controls a hex twice; regular units control where they are, a mark means a unit."""
    if state.axis & state.allies:
        yield "a hex is controlled by both sides"
    for number, stack in state.stacks.items():
        regular = [u for u in stack if is_regular(state, u) and not state.is_marked(u, "dropped")]
        for unit in regular:
            seat = state.seat_of(unit)
            is_moving = state.is_marked(unit, "arrived") or state.attrition is not None
            if seat is not None and state.owner(number) != seat and not is_moving:
                yield f"{unit} does not control {number}"
    for unit in state.routes:
        if not state.units[unit].is_on_map or state.routes[unit][-1] != state.place_of(unit):
            yield f"{unit} has a way that does not end in {state.place_of(unit)}"


def _stacks(event: Any, state: State) -> Iterator[str]:
    """12.1  In combat only breakthrough hexes hold too many; when a player turn ends, none."""
    if event.kind == "player_turn_ended":
        yield from (f"too many in {number}" for number in overstacked(state, event.seat))
    if state.step in FIGHTING:
        for number in overstacked(state, state.active):
            if number not in state.breakthroughs:
                yield f"too many in {number} in {state.step}"
    assert state.active in SEATS
