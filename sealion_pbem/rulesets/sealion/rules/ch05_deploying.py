"""5.1, 5.2  Deploying: which unit may begin where, taken up and put down one by one.

Units that are named have been taken up, wherever they stood: two may change places. Whether all fit
together is judged when every one of them has been put down.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import ClassVar, TypeAlias

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.board import CONVOY, EAST, SECTORS, WEST, Board
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.naming import named
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import limit_of
from sealion_pbem.rulesets.sealion.rules.ch14_options.arrivals import arrival_rule
from sealion_pbem.rulesets.sealion.rules.ch14_options.placing import RULES, TRACK, places_for
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, OUT, State
from sealion_pbem.rulesets.sealion.unknown import unknown_unit

__all__ = ["DEPLOY", "HAND", "SET_UPS", "Deploy", "allowed_for", "in_hand", "taken_slots"]

HAND = "Hand"
"""Where a unit is that its player must still place."""
SET_UPS: Mapping[str, Seat] = {"german set-up": GERMAN, "british set-up": BRITISH}
_CHOICES = {
    "mine_at_sea": frozenset(SECTORS),
    "convoy_or_sector": frozenset((CONVOY, *SECTORS)),
    "sector_a_or_b": frozenset(("A", "B")),
    "royal_navy": frozenset((WEST, EAST)),
}
_EAST_AND_C = frozenset(("A", "B", "C"))
_MINES = frozenset({"mine_at_sea", "magnetic_mine"})
_ON_LAND = frozenset({"any_land_hex", "free_french", "london", "hex_6716", "alternate"})
_MINE = "mine"
_MANY = 60
_NOWHERE = frozenset((HAND, OUT, CONVOY, *TRACK))

_Slot: TypeAlias = tuple[str, str]
"""What units have room in: a hex and their size, or a sea space and the word for mines."""
_Places: TypeAlias = Mapping[str, str | None]
"""Where units are put down; None: the unit has only been taken up."""


@frozen
class Deploy:
    """Put units where they begin."""

    kind: ClassVar[str] = "deploy"
    places: dict[str, str]


def refuse_place(state: State, _: Draft, step: tuple[str, str | None]) -> Iterator[Violation]:
    """5.1, 5.2  A unit of one's own is taken up, and put down where it may begin.

    Why it cannot be taken up is said then, and not once more.
    """
    name, place = step
    counter, seat = state.table.counters.get(name), SET_UPS[state.stage]
    if counter is None:
        if place is None:
            yield unknown_unit(state, name, "")
    elif counter.seat != seat:
        if place is None:
            text = f"{named(state, name)} is {counter.seat}, and you set up {seat} units"
            text += f"; still in your hand: {in_hand(state, seat)}"
            yield Violation(_rule_for(seat), "not_your_unit", text)
    elif place is not None and place not in (allowed := allowed_for(state, counter)):
        text = (
            f"{named(state, name)} cannot begin in {place}; {_begins_in(state, counter, allowed)}"
        )
        yield Violation(_rule_of(state, counter), "wrong_place", text)


def _is_plain(state: State, order: Deploy) -> bool:
    """Return whether units are put where each may begin and all have room, as most orders say."""
    counters, seat = state.table.counters, SET_UPS[state.stage]
    for name, place in order.places.items():
        counter = counters.get(name)
        if counter is None or counter.seat != seat or place not in allowed_for(state, counter):
            return False
    return bool(order.places) and not any(_crowds(state, order.places))


def placings(state: State, draft: Draft) -> Iterator[Choice]:
    """5.1, 5.2  Return who can be taken up, and where those who have been can be put down.

    Nobody is put where another who is still to be put down would find no room.
    """
    table: _Places = draft.get("places", {})
    taken, held = taken_slots(state, table), _held(table)
    for name in held:
        yield from _put_down(state, table, taken, name)
    for name in _unnamed(state, table):
        is_free = _have_choice(state, taken, (*held, name), len(held) + 1)
        if is_free or _can_end(state, {**table, name: None}):
            counter, here = state.counter(name), state.units[name].place
            rule = _rule_of(state, counter)
            yield Choice("places", [name, None], counter.name, rule=rule, notes=(here,))


def _put_down(state: State, table: _Places, taken: Tally[_Slot], name: str) -> Iterator[Choice]:
    """5.1, 5.2  Return where a unit can be put down so that the others still find room."""
    counter = state.counter(name)
    rule, others = _rule_of(state, counter), [n for n in _held(table) if n != name]
    # One unit more fills one place at most.
    is_tight = others and not _have_choice(state, taken, others, len(others) + 1)
    for place in sorted(allowed_for(state, counter)):
        slot = _slot(state, counter, place)
        if slot is not None and taken[slot] >= _capacity(state, slot):
            continue
        if is_tight and not _can_end(state, {**table, name: place}):
            continue
        yield Choice("places", [name, place], f"{counter.name} in {place}", rule=rule)


def _held(table: _Places) -> list[str]:
    """Return who has been taken up and not put down."""
    return [name for name, place in table.items() if place is None]


def _unnamed(state: State, table: _Places) -> list[str]:
    """Return who could be taken up too."""
    seat = SET_UPS[state.stage]
    return [
        name
        for name, counter in state.table.counters.items()
        if counter.seat == seat and name not in table and allowed_for(state, counter)
    ]


def _can_end(state: State, table: _Places) -> bool:
    """Return whether all who have been taken up can be put down, if need be by moving others."""
    if _all_fit(state, taken_slots(state, table), _held(table)):
        return True
    placed = [n for n in _unnamed(state, table) if state.units[n].place not in _NOWHERE]
    moved = {**table, **dict.fromkeys(placed)}
    return _all_fit(state, taken_slots(state, moved), _held(moved))


def _all_fit(state: State, taken: Tally[_Slot], names: Sequence[str]) -> bool:
    """Return whether units that have been taken up can all be put down together."""
    if _have_choice(state, taken, names, len(names)):
        return True
    open_to = {name: _open_slots(state, taken, name) for name in names}
    slots_of_all = {slot for slots in open_to.values() for slot in slots or ()}
    free = {slot: _capacity(state, slot) - taken[slot] for slot in slots_of_all}
    found: dict[str, _Slot] = {}
    return all(
        slots is None or _finds_room(name, open_to, found, free, set())
        for name, slots in open_to.items()
    )


def _finds_room(
    name: str,
    open_to: Mapping[str, list[_Slot] | None],
    found: dict[str, _Slot],
    free: Mapping[_Slot, int],
    tried: set[_Slot],
) -> bool:
    """Find room for one unit more, if need be by moving those who have found theirs."""
    for slot in open_to[name] or ():
        if slot in tried:
            continue
        tried.add(slot)
        holders = [other for other, held in found.items() if held == slot]
        has_room = len(holders) < free[slot]
        if has_room or any(_finds_room(h, open_to, found, free, tried) for h in holders):
            found[name] = slot
            return True
    return False


def _have_choice(state: State, taken: Tally[_Slot], names: Iterable[str], least: int) -> bool:
    """Return whether each unit has room in so many places, so that nobody can be in its way."""
    return all(
        (slots := _open_slots(state, taken, name, least)) is None or len(slots) == least
        for name in names
    )


def _open_slots(
    state: State, taken: Tally[_Slot], name: str, most: int | None = None
) -> list[_Slot] | None:
    """Return where a unit has room, the first of it; None: it may begin where there is no limit."""
    counter = state.counter(name)
    allowed = allowed_for(state, counter)
    if not _is_limited(state, counter) or not allowed.isdisjoint(_NOWHERE):
        return None
    found = (
        slot
        for place in allowed
        if (slot := _slot(state, counter, place)) and taken[slot] < _capacity(state, slot)
    )
    return list(islice(found, most))


def taken_slots(state: State, table: _Places) -> Tally[_Slot]:
    """5.1, 6.3  Return how many units would be in each slot; who is taken up is in none."""
    units, found = state.units, list[_Slot]()
    for name, counter in state.table.counters.items():
        if _is_limited(state, counter):
            place = table[name] if name in table else units[name].place
            if place is not None and (slot := _slot(state, counter, place)):
                found.append(slot)
    return Tally(found)


def _is_limited(state: State, counter: Counter) -> bool:
    """5.1, 6.3  Return whether others can leave a unit no room."""
    setup = counter.setup
    return setup in _MINES or (setup in _ON_LAND and limit_of(state, counter.size) is not None)


def _slot(state: State, counter: Counter, place: str) -> _Slot | None:
    """5.1, 6.3  Return what a unit has room in or not; None: there is no limit."""
    if place in _NOWHERE or not _is_limited(state, counter):
        return None
    return place, _MINE if counter.setup in _MINES else counter.size


def _capacity(state: State, slot: _Slot) -> int:
    """5.1, 6.3, 14.7  Return how many have room: one mine, land units by their size."""
    return 1 if slot[1] == _MINE else limit_of(state, slot[1]) or 0


def _missing(state: State, draft: Draft) -> Iterator[Violation]:
    """5.1, 5.2, 6.3  Refuse a set-up that names nobody, leaves somebody out or lacks room for all."""
    table: _Places = draft.get("places", {})
    seat = SET_UPS[state.stage]
    if not table:
        text = f"no unit is named; still in your hand: {in_hand(state, seat)}"
        yield Violation(_rule_for(seat), "no_places", text, "/places")
    for name, place in table.items():
        if place is None:
            counter = state.counter(name)
            where = _begins_in(state, counter, allowed_for(state, counter))
            text = f"{named(state, name)} is taken up and must be put down; {where}"
            yield Violation(_rule_for(seat), "not_put_down", text, f"/places/{name}")
    yield from _crowds(state, table)


def _crowds(state: State, table: _Places) -> Iterator[Violation]:
    """5.1, 5.2, 6.3, 14.7  Refuse a second mine in a sea space, and land units beyond the limits."""
    taken = taken_slots(state, table)
    crowded = [(slot, count) for slot, count in taken.items() if count > _capacity(state, slot)]
    for (place, size), count in sorted(crowded, key=lambda each: (each[0][1] != _MINE, each)):
        if size == _MINE:
            text = f"{count} mines in {place}; each begins in a sea space of its own"
            yield Violation("5.1", "mines_together", text, "/places")
            continue
        units = [
            name
            for name, counter in state.table.counters.items()
            if _slot(state, counter, table.get(name, state.units[name].place) or HAND)
            == (place, size)
        ]
        last = next((name for name in reversed(units) if name in table), units[-1])
        said = ", ".join(named(state, name) for name in units)
        text = (
            f"{count} units of size {size} in {place}; {limit_of(state, size)} may stack there: "
            f"of {said} put {state.counter(last).name} into another hex"
        )
        yield Violation("6.3", "overstacked", text, f"/places/{last}")


def _rule_for(seat: Seat) -> str:
    return "5.1" if seat == GERMAN else "5.2"


def in_hand(state: State, seat: Seat) -> str:
    """5.1, 5.2  Say what a player must still place."""
    names = (f"{state.counter(name).name} ({name})" for name in state.units_in(HAND, seat))
    return ", ".join(names) or "nothing"


def allowed_for(state: State, counter: Counter) -> frozenset[str]:
    """5.1, 5.2  Return where a unit may begin (A-22, A-32)."""
    board = state.table.board
    if counter.setup == "any_land_hex":
        return _land_hexes(board)
    if counter.setup == "tunnel":
        return _tunnels(board)
    if counter.setup == "sector_a_or_b" and state.edition.batteries_may_start_in_c:
        return _EAST_AND_C
    return _CHOICES.get(counter.setup) or places_for(state, counter)


@cache
def _land_hexes(board: Board) -> frozenset[str]:
    return frozenset(board.numbers)


@cache
def _tunnels(board: Board) -> frozenset[str]:
    return frozenset(n for n in board.numbers if board.hexes[n].tunnel)


def _rule_of(state: State, counter: Counter) -> str:
    """Return the section that says where a unit begins."""
    if counter.seat == BRITISH and state.units[counter.id].place in TRACK:
        return arrival_rule(state, counter.id)
    return RULES.get(counter.setup, _rule_for(Seat(counter.seat)))


def _begins_in(state: State, counter: Counter, places: frozenset[str]) -> str:
    """5.1, 5.2, 14.3, 14.9  Say where a unit can begin, or that it has no choice."""
    place, carrier = state.units[counter.id].place, state.units[counter.id].aboard
    if not places and place in TRACK:
        return f"it arrives on {place.lower()} and is not set up"
    if not places:
        aboard = f" aboard {named(state, carrier)}" if carrier else ""
        return f"it lies in {place}{aboard} already and has no other place"
    if counter.setup == "london":
        return "it can in any London hex"
    return f"it can in {'any land hex' if len(places) > _MANY else ', '.join(sorted(places))}"


DEPLOY: Form[State] = Form(
    Deploy, (Member("places", Shape.KEYED, refuse_place, placings),), _missing, is_sure=_is_plain
)
