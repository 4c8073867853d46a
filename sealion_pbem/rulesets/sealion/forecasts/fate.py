"""3.0, 4.1, 4.2, 10.3, 11.7, 11.8, 14.4  What single dice can bring that are no combat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from sealion_pbem.engine.card import Clash, Factor, Force
from sealion_pbem.engine.forecast import Case, Forecast, merged
from sealion_pbem.engine.saying import counted
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.cards.view import View
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.events.general import HexOccupied, UnitEliminated
from sealion_pbem.rulesets.sealion.events.land import UnitDropped
from sealion_pbem.rulesets.sealion.naming import listed, named, names_of
from sealion_pbem.rulesets.sealion.odds import FACES, touchdown_odds
from sealion_pbem.rulesets.sealion.rules.ch03_weather import is_rolled_for, weather_of
from sealion_pbem.rulesets.sealion.rules.ch04_victory import PARLIAMENT, tally
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import (
    TouchDown,
    airlifted,
    drift_hex,
    is_safe_drop,
    landed_from_the_air,
    touchdown_bounds,
    touchdown_modifier,
    touchdown_modifiers,
)
from sealion_pbem.rulesets.sealion.rules.ch11_going import interdictors, stops
from sealion_pbem.rulesets.sealion.rules.ch11_landing import Debark
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch14_options.arrivals import Arrive
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = [
    "of_arrival",
    "of_churchill",
    "of_debarkation",
    "of_free_french",
    "of_jump",
    "of_march",
    "of_parliament",
    "of_touchdowns",
    "of_weather",
]

_DICE = tuple(product(FACES, FACES))


def of_weather(edition: Edition, turn: int) -> Forecast:
    """3.0  Forecast the weather of a game turn."""
    rolls = FACES if is_rolled_for(edition, turn) else (0,)
    weathers = [weather_of(edition, roll) for roll in rolls]
    chance = Fraction(1, len(rolls))
    cases = merged(Case(chance, weather, facts=(weather,)) for weather in weathers)
    return Forecast("weather", f"Weather of turn {turn}", "3.0", cases)


def of_parliament(state: State) -> Forecast:
    """4.1  Forecast what Parliament counts for when a German takes it."""
    board = state.table.board
    # The hex itself may be a factory that is counted first (4.0).
    new = board.bits[PARLIAMENT] & state.table.factories & ~state.ever_german
    cases = (_counted(state, roll, Fraction(1, len(FACES)), bool(new)) for roll in FACES)
    return Forecast("parliament", "Parliament falls", "4.1", tuple(cases), (_as_it_is(state),))


def of_churchill(state: State) -> Forecast:
    """4.2  Forecast what Churchill counts for when he is lost."""
    chance = Fraction(1, len(_DICE))
    cases = merged(_counted(state, a + b, chance) for a, b in _DICE)
    return Forecast("churchill", "Churchill is lost", "4.2", cases, (_as_it_is(state),))


def _counted(state: State, roll: int, chance: Fraction, more: int = 0) -> Case:
    wins = tally(state) + more + roll >= state.edition.factories_to_win
    what = counted(roll, "factory", "factories")
    return Case(chance, f"counts as {what}", facts=("wins",) if wins else ())


def _as_it_is(state: State) -> str:
    return (
        f"the tally is {tally(state)} of {state.edition.factories_to_win} then as it is now (4.0)"
    )


def of_free_french(state: State) -> tuple[Forecast, ...]:
    """14.4  Forecast when each Free French division that is rolled for arrives."""
    chance = Fraction(1, len(FACES))
    cases = tuple(
        Case(chance, f"arrives on turn {turn}" if turn > 1 else "is set up") for turn in FACES
    )
    return tuple(
        Forecast("arrival", f"Arrival of {counter.name}", "14.4", cases, about=name)
        for name, counter in state.table.counters.items()
        if counter.setup == "free_french"
    )


def of_march(state: State, order: March) -> tuple[Forecast, ...]:
    """10.3  Forecast where a march is stopped by air units on its way."""
    ends = {name: order.path.index(place) for name, place in order.drops}
    return tuple(_walked(state, order.units, order.path, ends))


def of_debarkation(state: State, order: Debark) -> tuple[Forecast, ...]:
    """7.6, 10.3  Forecast where a unit that debarks is stopped."""
    return tuple(_walked(state, (order.unit,), order.path, {}))


def of_arrival(state: State, order: Arrive) -> tuple[Forecast, ...]:
    """14.3, 10.3  Forecast where a train that goes on at once is stopped."""
    return tuple(_walked(state, (order.unit,), order.path[1:], {}))


def _walked(
    state: State, units: tuple[str, ...], path: tuple[str, ...], ends: Mapping[str, int]
) -> Iterator[Forecast]:
    """10.3  Forecast a march: each air unit on its way rolls once, until one stops it."""
    seat = Seat(state.counter(units[0]).seat)
    free, cases, watchers = Fraction(1), [], []
    for number, there in enumerate(path[:-1]):
        patrol = interdictors(state, there, seat)
        if not any(ends.get(name, len(path) - 1) > number for name in units) or not patrol:
            continue
        watchers += patrol
        let_through = Fraction(1)
        for name in patrol:
            strength = state.strength_of(name) or 0
            missed = sum(not stops(strength, roll) for roll in FACES)
            let_through *= Fraction(missed, len(FACES))
        cases.append(Case(free * (1 - let_through), f"stopped in {there}", (), ("stopped",), there))
        free *= let_through
    if cases:
        found = merged([*cases, Case(free, "nobody stops them")])
        title = f"{listed(state, watchers)} interdict {listed(state, units)}"
        yield Forecast("interdiction", title, "10.3", found, about=units[0])


def of_jump(state: State, order: TouchDown) -> tuple[Forecast, ...]:
    """11.6 to 11.8  Forecast a jump: drift if the transport is spared, touchdown when all are down."""
    drifts = tuple(_jumps(state, order))
    last = [name for name in airlifted(state, "transport") if name != order.unit]
    found = () if not order.spare_transport else (_drift(state, order, drifts),)
    return found if last else (*found, *_touchdowns([(down, p) for _, down, p in drifts]))


def of_touchdowns(state: State) -> tuple[Forecast, ...]:
    """11.8  Forecast the touchdown of all units that have come down."""
    return tuple(_touchdowns([(state, Fraction(1))]))


def _jumps(state: State, order: TouchDown) -> Iterator[tuple[str, State, Fraction]]:
    """11.6, 11.7  Return where a unit may come down: the hex, the position then, the probability."""
    over = state.units[order.unit].place
    places = [over]
    if order.spare_transport:
        places = [drift_hex(state, over, roll) for roll in FACES]
    for place in places:
        down = state.copy()
        if not order.spare_transport or is_safe_drop(state, order.unit, place):
            UnitDropped(order.unit, place).on(down)
        else:
            UnitEliminated(order.unit, "11.7").on(down)
        yield place, down, Fraction(1, len(places))


def _drift(
    state: State, order: TouchDown, drifts: tuple[tuple[str, State, Fraction], ...]
) -> Forecast:
    """11.7  Forecast into which hex a unit drifts, and whether that is its end."""
    steps, seat = state.units[order.unit].steps, state.counter(order.unit).seat
    cases = []
    for place, down, chance in drifts:
        if down.is_in_play(order.unit):
            cases.append(Case(chance, f"drifts to {place}", place=place))
        else:
            text, lost = f"drifts to {place} and is lost", ((seat, steps),)
            cases.append(Case(chance, text, lost, ("lost",), place))
    over = state.units[order.unit].place
    title = f"{named(state, order.unit)} drifts from {over}"
    return Forecast("drift", title, "11.7", tuple(cases), about=order.unit)


def _touchdowns(positions: list[tuple[State, Fraction]]) -> Iterator[Forecast]:
    """11.8  Forecast every unit that is down, whichever of some positions it will be."""
    cases: dict[str, list[Case]] = {}
    for state, weight in positions:
        for name, odds in _together(state):
            cases.setdefault(name, []).extend(
                _came_down(state, name, lost, weight * chance) for lost, chance in odds.items()
            )
    for name, found in cases.items():
        astray = Fraction(1) - sum((case.chance for case in found), Fraction(0))
        if astray:
            state = next(position for position, _ in positions if position.is_in_play(name))
            steps = state.units[name].steps
            found.append(Case(astray, "drifts to its end", ((str(GERMAN), steps),), ("lost",)))
        assumes = ("what drift costs is counted here once more (11.7)",) if astray else ()
        yield _touchdown(positions, name, merged(found), assumes)


def _together(state: State) -> Iterator[tuple[str, dict[int, Fraction]]]:
    """11.8  Return for each unit that is down how probable its losses are, in the order of rolling.

    Where a comrade has just survived on a beach, those who roll after him do not pay for it (7.5).
    """
    held: dict[str, Fraction] = {}
    bounds = touchdown_bounds(state)
    for name in landed_from_the_air(state):
        place, steps = state.units[name].place, state.units[name].steps
        safe = held.get(place, Fraction(0))
        alone = touchdown_odds(touchdown_modifier(state, place), steps, bounds)
        odds = {lost: (1 - safe) * chance for lost, chance in alone.items()}
        if safe:
            taken = touchdown_modifier(_taken(state, name), place)
            for lost, chance in touchdown_odds(taken, steps, bounds).items():
                odds[lost] = odds.get(lost, Fraction(0)) + safe * chance
        if not state.is_doubtful(name):
            held[place] = safe + (1 - safe) * (1 - alone.get(steps, Fraction(0)))
        yield name, odds


def _taken(state: State, name: str) -> State:
    """Return the position in which the hex of a unit has been taken by a comrade."""
    supposed = state.copy()
    HexOccupied(state.units[name].place, name).on(supposed)
    return supposed


def _came_down(state: State, name: str, lost: int, chance: Fraction) -> Case:
    steps = state.units[name].steps
    how = "unharmed" if not lost else "reduced" if lost < steps else "lost"
    losses = ((str(GERMAN), lost),) if lost else ()
    return Case(chance, how, losses, ("lost",) if lost == steps else ())


def _touchdown(
    positions: list[tuple[State, Fraction]],
    name: str,
    cases: tuple[Case, ...],
    assumes: tuple[str, ...],
) -> Forecast:
    """11.8  Return the forecast of one unit; what modifies its die is told if its hex is certain."""
    state = next(position for position, _ in positions if position.is_in_play(name))
    places = {position.units[name].place for position, _ in positions}
    clash = None
    if len(places) == 1:
        place = state.units[name].place
        line = View(state, names_of(state.table)).line(name)
        clash = Clash(
            (Force(GERMAN, f"comes down in {place}", (line,)),),
            factors=tuple(
                Factor(m.name, m.rule, m.value) for m in touchdown_modifiers(state, place)
            ),
        )
    title = f"{named(state, name)} touches down"
    return Forecast("touchdown", title, "11.8", cases, assumes, clash, name)
