"""7.0, 7.1  Sailing: ships, submarines and swimming units go from space to space."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, TypeAlias

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.board import BOXES, SECTORS
from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from sealion_pbem.rulesets.sealion.events.naval import ShipsMoored
from sealion_pbem.rulesets.sealion.naming import listed, named
from sealion_pbem.rulesets.sealion.rules.naval_force import (
    force_at,
    is_battery,
    is_light,
    is_submarine,
    own_boxes,
    ways_from,
)
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other

__all__ = [
    "SAIL",
    "Sail",
    "can_sail",
    "courses",
    "naval_places",
    "not_yours",
    "obey_sail",
    "squadron",
]

_SEA = frozenset(SECTORS)
# Where ships of each player can be: his boxes and the sea.
_WATERS: Mapping[str, tuple[str, ...]] = {
    seat: (*own_boxes(seat), *SECTORS) for seat in (GERMAN, BRITISH)
}


@frozen
class Sail:
    """Go together along a path of adjoining sea spaces, perhaps into a friendly box."""

    kind: ClassVar[str] = "sail"
    units: tuple[str, ...]
    path: tuple[str, ...]


def naval_places(state: State) -> tuple[str, ...]:
    """6.1  Return where ships of the player whose step it is can be: his boxes and the sea."""
    return _WATERS[state.seat]


def squadron(state: State, place: str) -> tuple[str, ...]:
    """7.0  Return the units in a place that may sail now."""
    here = force_at(state, place, state.seat)
    return tuple([name for name in here if can_sail(state, name)])


def can_sail(state: State, name: str) -> bool:
    """7.0  Return whether a unit of the player whose step it is may sail now."""
    if state.table.counters[name].seat != state.seat or not state.units[name].steps:
        return False
    return _hindrance(state, name) is None


def refuse_sailor(state: State, draft: Draft, name: str) -> Iterator[Violation]:
    """7.0 to 7.4  Own units that can sail, each named once, all in one place.

    Each unit sails once in a step: to drop some off on the way, order them to the nearer space.
    """
    others: tuple[str, ...] = draft.get("units", ())
    if name in others:
        text = f"{named(state, name)} is named twice; once is enough"
        yield Violation("7.0", "named_twice", text)
    if not can_sail(state, name):
        yield _stays(state, name)
    elif others and state.units[name].place != state.units[others[0]].place:
        yield from _refuse_apart(state, others, name)


def _refuse_apart(state: State, others: Sequence[str], name: str) -> Iterator[Violation]:
    """7.0  Who sails together is in one place; those that do not sail at all are told so already."""
    here = state.units[name].place
    places = {state.units[each].place for each in others if can_sail(state, each)}
    if len(places) == 1 and here not in places:
        (start,) = places
        text = f"{named(state, name)} is in {here}, not in {start} with the others; order it apart"
        yield Violation("7.0", "not_together", text)


def not_yours(state: State, name: str) -> Violation:
    """2.0  Say that a player orders his own units."""
    seat = state.counter(name).seat
    text = f"{named(state, name)} is {seat}; in this step {state.seat} units are ordered"
    return Violation("7.0", "not_yours", text)


def _stays(state: State, name: str) -> Violation:
    """7.0 to 7.4  Say why a unit does not sail in this step."""
    if state.counter(name).seat != state.seat:
        return not_yours(state, name)
    found = _hindrance(state, name)
    assert found is not None, "who is in play and has no hindrance can sail"
    rule, code, text = found
    return Violation(rule, code, f"{named(state, name)} {text}")


_STAY = {
    "mine": (
        "8.6", "mine_stays", "never sails by itself; couple it with a submarine in the Convoy box"
    ),
    "coastal_battery": (
        "7.3", "battery_stays", "is a battery: by day it may sortie or be recalled"
    ),
}  # fmt: skip
"""7.3, 8.6  The types that do not sail: rule, code, text."""


_Hindrance: TypeAlias = tuple[str, str, str]
"""A reason why a unit stays: rule, code, text."""


def _hindrance(state: State, name: str) -> _Hindrance | None:
    """Return the first reason why a unit of the player whose step it is stays."""
    return _unfit(state, name) or _rests(state, name)


def _unfit(state: State, name: str) -> _Hindrance | None:
    """7.0, 7.3, 7.4, 8.6  Return why a unit does not sail, by what and where it is."""
    counter, (place, _, aboard) = state.table.counters[name], state.units[name]
    if aboard:
        return "7.4", "is_aboard", f"goes with {named(state, aboard)}; order that one"
    if counter.type in _STAY:
        return _STAY[counter.type]
    if counter.arm != "naval" and not counter.amphibious:
        return "7.0", "no_ship", "is no naval unit; land units sail aboard a transport"
    if place not in _WATERS[counter.seat]:
        return "7.0", "not_at_sea", f"is in {place}, neither at sea nor in port (A-51)"
    return None


def _rests(state: State, name: str) -> _Hindrance | None:
    """7.0, 7.2, 7.4, 7.8  Return why a ship does not sail again, by what was done in this game turn."""
    place = state.units[name].place
    if name in state.came_from or name in state.done:
        return _stopped_in(state, name, place)
    home = state.home
    if name in home and place not in BOXES:
        text = "has landed its troops and sails again in the next game turn"
        return "7.4", "has_landed", text
    if name in home:
        text = "came back to port in this game turn and sails again in the next (A-53)"
        return "7.0", "in_port", text
    if home and (cargo := state.cargo.get(name)) in home and place in BOXES:
        text = "has {} aboard, which came back to port in this game turn; unload it or wait (A-53)"
        return "7.8", "cargo_in_port", text.format(named(state, cargo))
    return None


_NIGHT = {2: 7, 9: 14}
"""2.1  The step of night movement, by that of movement by day."""


def _stopped_in(state: State, name: str, place: str) -> tuple[str, str, str]:
    """7.0, 7.2, 7.4  Say that a unit has moved: laying a mine ends it, and so does bringing troops."""
    foes = _stoppers(state, name, place) if place in _SEA else ()
    text = f"has ended its move in {place} in this step"
    text += f", stopped by {listed(state, foes)}" if foes else ""
    cargo = state.cargo.get(name, "") if place in _SEA else ""
    if cargo and state.counter(cargo).arm == "land":
        return "7.4", "moved_already", f"{text} and stays there with its troops"
    if state.step in _NIGHT:
        text += f"; the next movement of ships is at night, in step {_NIGHT[state.step]}"
    return "7.2" if name in state.done else "7.0", "moved_already", text


def sailors(state: State, draft: Draft) -> Iterator[Choice]:
    """7.0  Return who can sail, or sail along; there is always a space into which to go."""
    if "path" in draft:
        return
    chosen: tuple[str, ...] = draft.get("units", ())
    places = (state.units[chosen[0]].place,) if chosen else naval_places(state)
    seat, cargo, counters = state.seat, state.cargo, state.table.counters
    # A force lists who is at sea or in port and not aboard; and at first nobody has to rest.
    has_resting = bool(state.came_from or state.done or state.home)
    for place in places:
        here = (place,)
        for name in force_at(state, place, seat):
            counter = counters[name]
            if counter.type in _STAY or name in chosen or (has_resting and _rests(state, name)):
                continue
            notes = (place, f"carries {counters[cargo[name]].name}") if name in cargo else here
            yield Choice("units", name, counter.name, None, "7.0", notes)


def refuse_course(state: State, draft: Draft, steps: tuple[str, ...]) -> Iterator[Violation]:
    """7.0  Adjoining spaces, and on from none in which an enemy or a port has ended the move."""
    names, gone = draft["units"], draft.get("path", ())
    here = gone[-1] if gone else state.units[names[0]].place
    for number, there in enumerate(steps):
        is_under_way = bool(gone) or number > 0
        if there not in _onward(state, names, here, is_under_way=is_under_way):
            yield _closed(state, names, here, there, f"/{number}")
            return
        here = there


def _onward(
    state: State, names: Sequence[str], here: str, *, is_under_way: bool
) -> tuple[str, ...]:
    """7.0  Return the spaces into which units can sail next: this is all that is legal of a step.

    A place that they have entered holds them if it is a port or an enemy stops one of them; where
    they began the step neither does.
    """
    if is_under_way and (here in BOXES or _stopped(state, names, here)):
        return ()
    return ways_from(state, here, state.seat)


def _closed(state: State, names: Sequence[str], here: str, there: str, at: str) -> Violation:
    """7.0  Say why units cannot go from one place to another."""
    if there in BOXES and there not in own_boxes(state.seat):
        text = f"{state.seat} ships never enter the box {there}"
        return Violation("7.0", "closed_box", text, at)
    if there not in ways_from(state, here, state.seat):
        return Violation("7.0", "not_adjacent", f"{there} does not adjoin {here}", at)
    if here in BOXES:
        text = f"ships that enter {here} stay there for this game turn"
        return Violation("7.0", "port_ends_move", text, at)
    return _must_stop(state, _stopped(state, names, here), here, at)


def _must_stop(state: State, name: str, here: str, at: str) -> Violation:
    """7.0, 7.1, 7.3  Say who stops a ship: enemies of any kind, batteries alone too."""
    foes = _stoppers(state, name, here)
    rule, which = "7.0", ""
    if is_submarine(state.counter(name)):
        rule, which = "7.1", ", of strength 0 or 1"
    elif all(is_battery(state.counter(foe)) for foe in foes):
        rule, which = "7.3", ", a coastal battery aimed at it"
    text = f"{named(state, name)} must stop in {here}, where {listed(state, foes)} is{which}"
    return Violation(rule, "must_stop", text, at)


def _stopped(state: State, names: Sequence[str], sector: str) -> str:
    """Return the first unit that cannot sail on from a sea space it has entered, or ""."""
    foes = force_at(state, sector, other(state.seat))
    for name in names if foes else ():
        if _stopping(state, name, foes):
            return name
    return ""


def _stoppers(state: State, name: str, sector: str) -> Sequence[str]:
    """7.0  Return the enemies in a sea space that stop a unit."""
    return _stopping(state, name, force_at(state, sector, other(state.seat)))


def _stopping(state: State, name: str, foes: Sequence[str]) -> Sequence[str]:
    """7.0, 7.1  Return those enemies that stop a unit: all of them, but submarines only the light ones."""
    if is_submarine(state.table.counters[name]):
        return [foe for foe in foes if is_light(state, foe)]
    return foes


def courses(
    state: State, names: Sequence[str], gone: Sequence[str] = ()
) -> dict[str, tuple[str, ...]]:
    """7.0  Return every space that units can reach together, with a shortest path from where they are.

    That is the end of the path that they have gone, or the place where they are now.
    """
    start = gone[-1] if gone else state.units[names[0]].place
    found: dict[str, tuple[str, ...]] = {start: ()}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in _onward(state, names, here, is_under_way=bool(gone) or here != start):
            if there not in found:
                found[there] = (*found[here], there)
                waiting.append(there)
    del found[start]
    return found


def ways(state: State, draft: Draft) -> Iterator[Choice]:
    """7.0  Return where units can go on to together, the next spaces among it."""
    if "units" in draft:
        names = draft["units"]
        for there, way in courses(state, names, draft.get("path", ())).items():
            yield Choice("path", list(way), there, None, "7.0", _notes(state, names, there))


def _notes(state: State, names: Sequence[str], there: str) -> tuple[str, ...]:
    """7.0, 7.1  Return what follows from going to a space."""
    if there in BOXES:
        return ("stays in port for this game turn (A-53)",)
    if _stopped(state, names, there):
        return ("the enemy is there and ends the move (7.0)",)
    if force_at(state, there, other(state.seat)):
        return ("the enemy is there and does not stop submarines (7.1)",)
    return ()


def _reached(state: State, draft: Draft, steps: object, choices: Iterable[Choice]) -> str:
    """Say where units can sail, with the course to where they were ordered."""
    wanted = steps[-1] if isinstance(steps, tuple) else ""
    ends = [
        f"{choice.label} (by {' '.join(choice.value)})" if choice.label == wanted else choice.label
        for choice in choices
    ]
    start = state.units[draft["units"][0]].place
    return f"from {start} they can go to {', '.join(ends) or 'no other space'}"


_NO_UNITS = Violation(
    "7.0", "no_units", "no unit is named; name those that sail together from one place", "/units"
)
_NO_PATH = Violation("7.0", "no_path", "the path is empty", "/path")


def _missing(_: State, draft: Draft) -> tuple[Violation, ...]:
    """7.0  Refuse an order without units or path."""
    if "units" not in draft:
        return (_NO_UNITS,)
    return () if "path" in draft else (_NO_PATH,)


def _is_plain(state: State, order: Sail) -> bool:
    """Return whether units that can sail go together where they can, as most orders say."""
    names, units = order.units, state.units
    if not names or not order.path or len(names) > len({*names}) or names[0] not in units:
        return False
    start = units[names[0]].place
    for name in names:
        if name not in units or units[name].place != start or not can_sail(state, name):
            return False
    return not any(refuse_course(state, {"units": names}, order.path))


def obey_sail(play: Play[State], order: Sail) -> None:
    """7.0  The units are there; in a box they stay for the game turn (A-53)."""
    play.emit(UnitsMoved(order.units, order.path))
    if order.path[-1] in BOXES:
        play.emit(ShipsMoored(order.units))


SAIL: Form[State] = Form(
    Sail,
    (
        Member("units", Shape.MANY, refuse_sailor, sailors),
        Member("path", Shape.ONWARD, refuse_course, ways, _reached, after=("units",)),
    ),
    _missing,
    is_sure=_is_plain,
)
