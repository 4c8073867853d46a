"""5.0  Set-up of both sides, and the reinforcements of turns 3 and 4."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Order, Violation
from sealion_pbem.rulesets.sealion.board import BRITAIN, CONVOY, FRANCE, WEST
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.events.general import UnitPlaced
from sealion_pbem.rulesets.sealion.rules.ch04_victory import PARLIAMENT
from sealion_pbem.rulesets.sealion.rules.ch05_deploying import (
    DEPLOY,
    HAND,
    SET_UPS,
    Deploy,
    allowed_for,
    in_hand,
    taken_slots,
)
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import limit_of
from sealion_pbem.rulesets.sealion.rules.ch14_options.placing import RULES, TRACK
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import GERMAN, State, Unit

__all__ = [
    "CHAPTER",
    "begin_arrivals",
    "decide_british_setup",
    "decide_german_setup",
    "refuse_to_end",
    "unpack_box",
]

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
_SPREAD = ("Thames Estuary", "D", "E", "C", "F", "G", CONVOY)


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
    """5.1  Ask the German, who sets up first, for four mines and any submarines."""
    prompt = "set up: four mines in different sea spaces, submarines at sea or in the convoy box"
    if "14.7" in state.edition.optional_counters:
        prompt = "set up: mines in different sea spaces or kept back in the convoy box, submarines"
    return _decide(state, "german_setup", "5.1", prompt)


def decide_british_setup(state: State) -> Decision | None:
    """5.2  Ask the British player, who sets up second, for land units, guns, batteries and ships."""
    prompt = "set up: land units in any hexes, railway guns in a tunnel, batteries, ships"
    if state.edition.arrivals_use_the_railway:
        prompt = "set up: land units within a hex of their places on the chart, batteries, ships"
    return _decide(state, "british_setup", "5.2", prompt)


def _decide(state: State, kind: str, rule: str, prompt: str) -> Decision | None:
    if state.ended:
        return None
    return Decision(SET_UPS[state.stage], kind, rule, prompt, frozenset({"deploy", "done"}))


def obey_deploy(play: Play[State], order: Deploy) -> None:
    """5.1, 5.2  The units stand there."""
    rule = "5.1" if SET_UPS[play.state.stage] == GERMAN else "5.2"
    # In the order of the counters: that of the members of a JSON object means nothing.
    for name in play.state.table.counters:
        if name in order.places:
            play.emit(UnitPlaced(name, order.places[name], rule))


def refuse_to_end(state: State) -> Iterator[Violation]:
    """2.0, 5.1, 5.2  A set-up is over when nothing is left in the hand; other stages end at will."""
    seat = SET_UPS.get(state.stage)
    if seat is None:
        return
    if any(state.units_in(HAND, seat)):
        rule = "5.1" if seat == GERMAN else "5.2"
        text = f"still to be placed (deploy): {in_hand(state, seat)}"
        yield Violation(rule, "not_set_up", text)


def _default(state: State) -> Order | None:
    """Return a sound deployment, then the end of it."""
    seat = SET_UPS[state.stage]
    hand = list(state.units_in(HAND, seat))
    if not hand:
        return Done()
    return Deploy(_german_places(state, hand) if seat == GERMAN else _british_places(state, hand))


def _german_places(state: State, hand: list[str]) -> dict[str, str]:
    """Return mines where the Royal Navy comes through: the Estuary, and west of the landing sectors."""
    taken = {place for place, _ in taken_slots(state, {})}
    free = [place for place in _SPREAD if place not in taken]
    return dict(zip(hand, free, strict=False))


def _british_places(state: State, hand: list[str]) -> dict[str, str]:
    """Return historical places for units that have one (14.9), places around London for the rest."""
    historical = state.table.historical
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
            allowed = allowed_for(state, counter)
            wanted = [*historical[name].near, *sorted(allowed)]
        place = next(p for p in wanted if _has_room(state, stacks, p, counter))
        stacks[place, counter.size] += 1
        places[name] = place
    return places


def _has_room(state: State, stacks: Tally[tuple[str, str]], place: str, counter: Counter) -> bool:
    limit = limit_of(state, counter.size)
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
    orders={Deploy: (DEPLOY, obey_deploy)},
    asks={"german_setup": _ASKING, "british_setup": _ASKING},
)
