"""5.0  Set-up of both sides, and the reinforcements of turns 3 and 4."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from functools import cache
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Order, Seat, Violation
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.board import BRITAIN, CONVOY, EAST, FRANCE, SECTORS, WEST, Board
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.events.general import UnitPlaced
from sealion_pbem.rulesets.sealion.rules.ch04_victory import PARLIAMENT
from sealion_pbem.rulesets.sealion.rules.ch14_options.placing import (
    RULES,
    TRACK,
    places_for,
)
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, OUT, State, Unit

__all__ = [
    "CHAPTER",
    "HAND",
    "Deploy",
    "begin_arrivals",
    "check_set_up",
    "decide_british_setup",
    "decide_german_setup",
    "unpack_box",
]

HAND = "Hand"
"""Where a unit is that its player must still place."""
_FURIOUS = "uk_furious"
_BEGINS = {
    "convoy": CONVOY, "convoy_with_transport": CONVOY, "convoy_or_sector": CONVOY,
    "france": FRANCE, "france_with_transport": FRANCE, "france_with_glider": FRANCE,
    "mine_at_sea": HAND, "any_land_hex": HAND,
    "tunnel": HAND, "hex_4409": PARLIAMENT, "britain": BRITAIN, "with_furious": WEST,
    "royal_navy": WEST, "sector_a_or_b": "A", "hex_6716": "6716",
    **dict.fromkeys(RULES, HAND),
    **{place.lower().replace(" ", "_"): place for place in TRACK},
}  # fmt: skip
_CHOICES = {
    "mine_at_sea": frozenset(SECTORS),
    "convoy_or_sector": frozenset((CONVOY, *SECTORS)),
    "sector_a_or_b": frozenset(("A", "B")),
    "royal_navy": frozenset((WEST, EAST)),
}
_MINES = frozenset({"mine_at_sea", "magnetic_mine"})
_ON_LAND = frozenset({"any_land_hex", "free_french", "london", "hex_6716", "alternate"})
_SPREAD = ("Thames Estuary", "D", "E", "C", "F", "G", CONVOY)
_MANY = 60
_NOWHERE = frozenset((HAND, OUT, CONVOY, *TRACK))
_STAGES = {"german set-up": GERMAN, "british set-up": BRITISH}


@frozen
class Deploy:
    """Put units where they begin."""

    kind: ClassVar[str] = "deploy"
    places: dict[str, str]


def unpack_box(state: State) -> None:
    """5.1, 5.2  Lay out the counters: what has no choice lies where it begins, the rest in the hand."""
    transports = []
    for name, counter in state.table.counters.items():
        place = _BEGINS.get(counter.setup) or counter.setup.removeprefix("sector:")
        state.put(name, Unit(place, counter.steps))
        if counter.arm == "naval" and counter.type == "transport":
            transports.append(name)
    # each unit of the first echelon begins aboard a transport of its own.
    free = iter(transports)
    for name, counter in state.table.counters.items():
        if counter.setup == "convoy_with_transport":
            state.put(name, Unit(CONVOY, counter.steps, next(free)))
        elif counter.setup == "with_furious":
            state.put(name, Unit(WEST, counter.steps, _FURIOUS))


def begin_arrivals(play: Play[State]) -> None:
    """5.1  Reinforcements of turns 3 and 4 come to the convoy box at the start of the turn (A-20)."""
    for name in list(play.state.units_in(f"Turn {play.state.turn}", GERMAN)):
        play.emit(UnitPlaced(name, CONVOY, "5.1"))


def decide_german_setup(state: State) -> Decision | None:
    """5.1  The German sets up first: four mines, and submarines if he likes."""
    prompt = "set up: four mines in different sea spaces, submarines at sea or in the convoy box"
    if "14.7" in state.edition.optional_counters:
        prompt = "set up: mines in different sea spaces or kept back in the convoy box, submarines"
    return _decide(state, "german_setup", "5.1", prompt)


def decide_british_setup(state: State) -> Decision | None:
    """5.2  The British sets up second: land units, railway guns, batteries, ships."""
    prompt = "set up: land units in any hexes, railway guns in a tunnel, batteries, ships"
    if state.edition.arrivals_use_the_railway:
        prompt = "set up: land units within a hex of their places on the chart, batteries, ships"
    return _decide(state, "british_setup", "5.2", prompt)


def _decide(state: State, kind: str, rule: str, prompt: str) -> Decision | None:
    if state.ended:
        return None
    return Decision(_STAGES[state.stage], kind, rule, prompt, frozenset({"deploy", "done"}))


def check_deploy(state: State, order: Deploy) -> Iterator[Violation]:
    """5.1, 5.2  Each unit where its set-up line allows it; stacking limits hold (6.3) (A-22, A-32)."""
    seat = _STAGES[state.stage]
    rule = "5.1" if seat == GERMAN else "5.2"
    if not order.places:
        text = f"no unit is named; still in your hand: {_in_hand(state, seat)}"
        yield Violation(rule, "no_places", text, "/places")
    sound: dict[str, str] = {}
    for name, place in order.places.items():
        counter = state.table.counters.get(name)
        if counter is None or counter.seat != seat:
            text = f"{name!r} is no {seat} unit; still in your hand: {_in_hand(state, seat)}"
            yield Violation(rule, "not_your_unit", text, f"/places/{name}")
            continue
        allowed = _allowed(state, counter)
        if place not in allowed:
            text = f"{counter.name} ({name}) cannot begin in {place}; it can in {_listed(counter, allowed)}"
            yield Violation(RULES.get(counter.setup, rule), "wrong_place", text, f"/places/{name}")
            continue
        sound[name] = place
    yield from _check_mines(state, sound)
    yield from _check_stacks(state, sound)


def _allowed(state: State, counter: Counter) -> frozenset[str]:
    board = state.table.board
    if counter.setup == "any_land_hex":
        return _land_hexes(board)
    if counter.setup == "tunnel":
        return _tunnels(board)
    return _CHOICES.get(counter.setup) or places_for(state, counter)


@cache
def _land_hexes(board: Board) -> frozenset[str]:
    return frozenset(board.numbers)


@cache
def _tunnels(board: Board) -> frozenset[str]:
    return frozenset(n for n in board.numbers if board.hexes[n].tunnel)


def _listed(counter: Counter, places: frozenset[str]) -> str:
    if counter.setup == "london":
        return "any London hex"
    if len(places) > _MANY:
        return "any land hex"
    return ", ".join(sorted(places)) or "its printed place only, where it lies already"


def _after(state: State, places: Mapping[str, str], setups: frozenset[str]) -> dict[str, str]:
    """Return where units of some kinds of set-up would stand; who is in no place yet is left out."""
    return {
        name: place
        for name, counter in state.table.counters.items()
        if counter.setup in setups
        and (place := places.get(name, state.units[name].place)) not in _NOWHERE
    }


def _check_mines(state: State, places: Mapping[str, str]) -> Iterator[Violation]:
    """5.1, 14.7  At most one mine in each sea space."""
    where = _after(state, places, _MINES)
    for sector, count in sorted(Tally(where.values()).items()):
        if count > 1:
            text = f"{count} mines in {sector}; each begins in a sea space of its own"
            yield Violation("5.1", "mines_together", text, "/places")


def _check_stacks(state: State, places: Mapping[str, str]) -> Iterator[Violation]:
    """5.2, 6.3  Land units begin within the stacking limits."""
    limits = data.tables()["stacking"]["land"]
    where = _after(state, places, _ON_LAND)
    stacks = Tally((place, state.counter(name).size) for name, place in where.items())
    for (place, size), count in sorted(stacks.items()):
        limit = limits.get(size)
        if limit is not None and count > limit:
            text = f"{count} units of size {size} in {place}; {limit} may stack there"
            yield Violation("6.3", "overstacked", text, "/places")


def obey_deploy(play: Play[State], order: Deploy) -> None:
    """5.1, 5.2  The units stand there."""
    rule = "5.1" if _STAGES[play.state.stage] == GERMAN else "5.2"
    # In the order of the counters: that of the members of a JSON object means nothing.
    for name in play.state.table.counters:
        if name in order.places:
            play.emit(UnitPlaced(name, order.places[name], rule))


def check_set_up(state: State) -> Iterator[Violation]:
    """5.1, 5.2  A set-up is over when nothing is left in the hand."""
    seat = _STAGES.get(state.stage)
    if seat is None:
        return
    if any(state.units_in(HAND, seat)):
        rule = "5.1" if seat == GERMAN else "5.2"
        text = f"still to be placed (deploy): {_in_hand(state, seat)}"
        yield Violation(rule, "not_set_up", text)


def _in_hand(state: State, seat: Seat) -> str:
    names = (f"{state.counter(name).name} ({name})" for name in state.units_in(HAND, seat))
    return ", ".join(names) or "nothing"


def _default(state: State) -> Order | None:
    """Return a sound deployment, then the end of it."""
    seat = _STAGES[state.stage]
    hand = list(state.units_in(HAND, seat))
    if not hand:
        return Done()
    return Deploy(_german_places(state, hand) if seat == GERMAN else _british_places(state, hand))


def _german_places(state: State, hand: list[str]) -> dict[str, str]:
    """Mines where the Royal Navy comes through: the Estuary, and the west behind the landing sectors."""
    taken = _after(state, {}, _MINES).values()
    free = [sector for sector in _SPREAD if sector not in taken]
    return dict(zip(hand, free, strict=False))


def _british_places(state: State, hand: list[str]) -> dict[str, str]:
    """Units of the historical set-up near their historical places (14.9), the rest around London."""
    historical = data.alternate_setup()
    stacks: Tally[tuple[str, str]] = Tally()
    places: dict[str, str] = {}
    reserve = [n for n in state.table.board.numbers if state.table.board.hexes[n].city == "london"]
    for name in hand:
        counter = state.counter(name)
        if counter.setup == "tunnel":
            places[name] = "4414"
            continue
        wanted = [*(historical[name].near if name in historical else ()), *reserve]
        if counter.setup == "alternate":
            allowed = _allowed(state, counter)
            wanted = [*historical[name].near, *sorted(allowed)]
        place = next(p for p in wanted if _has_room(state, stacks, p, counter))
        stacks[place, counter.size] += 1
        places[name] = place
    return places


def _has_room(state: State, stacks: Tally[tuple[str, str]], place: str, counter: Counter) -> bool:
    limit = data.tables()["stacking"]["land"].get(counter.size)
    return place in state.table.board.hexes and (
        limit is None or stacks[place, counter.size] < limit
    )


def _offers(state: State) -> Iterator[Order]:
    order = _default(state)
    if order is not None:
        yield order


_ASKING = Asking(
    _offers, {"default": Policy("a sound deployment near the historical one", _default)}
)

CHAPTER = Chapter(
    title="Set-up",
    orders={Deploy: (check_deploy, obey_deploy)},
    asks={"german_setup": _ASKING, "british_setup": _ASKING},
)
