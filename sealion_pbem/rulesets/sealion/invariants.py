"""What holds in every position, whatever happened: for tests that play at random.

`broken` names, in plain words, each rule of place, carrying, steps, stacking and bookkeeping that a
state breaks; an empty list is a sound state. It derives everything anew and trusts no table.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sealion_pbem.engine.saying import plural
from sealion_pbem.rulesets.sealion.board import BRITAIN, CONVOY, EAST, FRANCE, SECTORS, WEST
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.rules.ch05_deploying import HAND
from sealion_pbem.rulesets.sealion.rules.ch14_options.placing import TRACK
from sealion_pbem.rulesets.sealion.rules.naval_force import counted_at, is_mine
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, MEMBERS, OUT, State, Unit

__all__ = ["broken", "moved_mines"]

_SEA = frozenset(SECTORS)
_BOXES: Mapping[tuple[str, str], frozenset[str]] = MappingProxyType({
    (GERMAN, "land"): frozenset({CONVOY, FRANCE, HAND, "Turn 3", "Turn 4"}),
    (GERMAN, "air"): frozenset({FRANCE}),
    (GERMAN, "naval"): frozenset({CONVOY, HAND}),
    (BRITISH, "land"): frozenset({HAND, *TRACK}),
    (BRITISH, "air"): frozenset({BRITAIN, WEST, EAST}),
    (BRITISH, "naval"): frozenset({WEST, EAST, HAND}),
})  # fmt: skip
# What each carrier takes aboard: 7.9, 7.2, 11.5, 10.1
_CARGO: Mapping[tuple[str, str], frozenset[str]] = MappingProxyType({
    ("naval", "submarine"): frozenset({"mine"}),
    ("naval", "carrier"): frozenset({"bomber"}),
    ("air", "transport"): frozenset({"parachute"}),
    ("air", "glider"): frozenset({"airlanding"}),
})  # fmt: skip
_MOVING = frozenset({"land movement", "airborne landings", "stacking"})
_MARKS = tuple(member.name for member in MEMBERS if member.is_of_units)
_ZOC_SIZES = frozenset({"XX", "X", "III"})


def broken(state: State) -> list[str]:
    """Return every rule that must hold always and does not, in words; empty if all do."""
    return [
        *_units(state),
        *_carriers(state),
        *_lists(state),
        *_zones(state),
        *_stacks(state),
        *_books(state),
        *_memory(state),
    ]


def _memory(state: State) -> Iterator[str]:
    """8.0  Return forces at sea that are remembered otherwise than they are."""
    for (step, place, seat), kept in state.memory.items():
        if step == state.step and counted_at(state, place, seat) != kept:
            yield f"the {seat} force in {place} is remembered as {', '.join(kept) or 'nobody'}"


def moved_mines(before: Mapping[str, Unit], state: State) -> list[str]:
    """8.6  Return the mines that lay at sea and are now in another place of the map."""
    return [
        f"mine {name} went from {was.place} to {now.place}"
        for name, was in before.items()
        if is_mine(state.counter(name)) and was.place in _SEA and not was.aboard and was.steps
        if (now := state.units[name]).place not in (was.place, OUT) or now.aboard
    ]


def _units(state: State) -> Iterator[str]:
    """1.5, 6.0, 7.0, 10.1  Return units with steps they cannot have, or where their kind cannot be."""
    for name, counter in state.table.counters.items():
        unit = state.units.get(name)
        if unit is None:
            yield f"{name} is missing"
        elif not 0 <= unit.steps <= counter.steps:
            yield f"{name} has {unit.steps} of {counter.steps} steps"
        elif (unit.steps == 0) != (unit.place == OUT):
            yield f"{name} has {unit.steps} steps in {unit.place}"
        elif unit.steps and not _may_be(state, counter, unit):
            aboard = f" aboard {unit.aboard}" if unit.aboard else ""
            yield f"{name}, {counter.seat} {counter.arm}, is in {unit.place}{aboard}"


def _may_be(state: State, counter: Counter, unit: Unit) -> bool:
    if state.turn == 0 and unit.place == HAND:
        return True
    if unit.place in _BOXES[counter.seat, counter.arm]:
        return unit.place != HAND and (counter.arm != "air" or _is_base(counter, unit))
    if unit.place in _SEA:
        return counter.arm != "land" or bool(unit.aboard) or counter.amphibious
    return unit.place in state.table.board.hexes and counter.arm != "naval"


def _is_base(counter: Counter, unit: Unit) -> bool:
    """10.1  Return whether an air unit can be in a box; in the Royal Navy's only aboard a carrier."""
    return unit.place in (FRANCE, BRITAIN) or (
        counter.setup == "with_furious" and bool(unit.aboard)
    )


def _carriers(state: State) -> Iterator[str]:
    """7.4, 7.2, 11.5  Return cargo that is not with its carrier, not alone there, or of the wrong kind."""
    loads: Tally[str] = Tally()
    for name, unit in state.units.items():
        if not unit.aboard:
            continue
        carrier = state.units.get(unit.aboard)
        if carrier is None or not carrier.steps or carrier.place != unit.place or carrier.aboard:
            yield f"{name} in {unit.place} is aboard {unit.aboard}, which is {carrier}"
            continue
        loads[unit.aboard] += 1
        kind = state.counter(unit.aboard)
        fits = (
            state.counter(name).arm == "land"
            if (kind.arm, kind.type) == ("naval", "transport")
            else state.counter(name).type in _CARGO.get((kind.arm, kind.type), frozenset())
        )
        if not fits or state.counter(name).seat != kind.seat:
            yield f"{name} cannot be aboard {unit.aboard}"
    yield from (f"{carrier} carries {count} units" for carrier, count in loads.items() if count > 1)


def _lists(state: State) -> Iterator[str]:
    """Return lists (who is where, aboard what, in digests) that do not follow from the units."""
    for force, places in state.forces.items():
        fresh: dict[str, tuple[str, ...]] = {}
        for name in sorted(state.units, key=state.table.order.__getitem__):
            unit, counter = state.units[name], state.counter(name)
            if unit.steps and force == (counter.seat, counter.arm):
                fresh[unit.place] = (*fresh.get(unit.place, ()), name)
        if fresh != places:
            wrong = [p for p in {*fresh, *places} if fresh.get(p) != places.get(p)]
            yield f"the list of {' '.join(force)} units is wrong in {', '.join(sorted(wrong))}"
    aboard = {unit.aboard: name for name, unit in state.units.items() if unit.aboard}
    if aboard != state.cargo:
        yield f"{state.cargo} are listed as carried, {aboard} are"
    names = sorted({*state.units, *state.listed})
    wrong = [n for n in names if state.listed.get(n) != list(state.units.get(n, ()))]
    if wrong:
        yield f"files and digests list {', '.join(wrong)} wrongly"


def _zones(state: State) -> Iterator[str]:
    """11.1  Return zones of control that do not follow from the units."""
    adjacent = state.table.board.adjacent
    for seat in (GERMAN, BRITISH):
        fresh: Tally[str] = Tally()
        for name, unit in state.units.items():
            counter = state.counter(name)
            if (
                unit.steps
                and (counter.seat, counter.arm) == (seat, "land")
                and counter.size in _ZOC_SIZES
            ):
                fresh.update(adjacent.get(unit.place, ()))
        if dict(fresh) != state.zoc[seat]:
            wrong = [h for h in {*fresh, *state.zoc[seat]} if fresh[h] != state.zoc[seat].get(h, 0)]
            yield f"the {seat} zones of control are wrong in {', '.join(sorted(wrong))}"


def _stacks(state: State) -> Iterator[str]:
    """6.2, 6.3  Return stacks above the limits: of land units when nobody moves, of air units always."""
    limits = state.table.charts["stacking"]
    land, air = Tally[tuple[str, str, str]](), Tally[tuple[str, str, str]]()
    for name, unit in state.units.items():
        counter = state.counter(name)
        if not unit.steps or unit.place not in state.table.board.hexes or unit.aboard:
            continue
        group = land if counter.arm == "land" else air
        group[unit.place, counter.seat, counter.size or counter.type] += 1
    if state.stage not in _MOVING:
        for (place, seat, size), count in land.items():
            limit = limits["land"].get(size)
            if limit is not None and count > limit:
                yield f"{count} {seat} units of size {size} in {place}, {limit} may stack"
    for (place, seat, kind), count in air.items():
        # The Furious Group never counts (6.2).
        spare = seat == BRITISH and kind == "bomber"
        if kind in limits["air_in_hex"] and count > limits["air_in_hex"][kind] + spare:
            yield f"{count} {seat} {plural(count, kind)} over {place}"


def _books(state: State) -> Iterator[str]:
    """2.0, 4.0, A-13  Return marks of unknown units, misfit areas, a task in the wrong stage."""
    if state.last_german & ~state.ever_german:
        yield "a hex is German that never was"
    if state.taken & ~state.ever_german:
        yield "a hex was taken that never was German"
    for mark in _MARKS:
        unknown = sorted(name for name in getattr(state, mark) if name not in state.units)
        if unknown:
            yield f"{mark} names {', '.join(unknown)}"
    sequence = state.edition.sequence
    if state.task is not None and state.stage not in sequence.waiting(state.task.kind):
        yield f"{state.task.kind} waits in the stage {state.stage}"
    if not 0 <= state.turn <= state.edition.last_turn:
        yield f"turn {state.turn} of {state.edition.last_turn}"
