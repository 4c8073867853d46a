"""11.0 to 11.4, 14.6 b  Marching, alone or as a stack: who, along which path, and who stays behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.events.options import MarchResumed
from sealion_pbem.rulesets.sealion.naming import described, named
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import limit_of
from sealion_pbem.rulesets.sealion.rules.ch11_going import go_along
from sealion_pbem.rulesets.sealion.rules.ch11_reach import (
    Party,
    can_go_on,
    party_of,
    said_reach,
    ways_on,
)
from sealion_pbem.rulesets.sealion.rules.ch11_walk import (
    Misstep,
    come_to,
    fakes_met,
    first_fault,
    going_on,
    has_enemy,
    may_march,
    past_fakes,
)
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["MARCH", "March", "obey_march", "reached", "units_to_move", "way_notes"]

_MOST_LISTED = 12
_PAIR = 2
_GAPS = frozenset({"not_a_hex", "not_adjacent"})


@frozen
class March:
    """Move units that stand together along a path; each drop names a unit and where it stays (11.4)."""

    kind: ClassVar[str] = "march"
    units: tuple[str, ...]
    path: tuple[str, ...]
    drops: tuple[tuple[str, ...], ...] = ()


def units_to_move(state: State, seat: Seat) -> Iterator[str]:
    """11.0  Return the land units on the map that have not had their move, place by place."""
    hexes, units = state.table.board.hexes, state.units
    for place, here in state.forces[seat, "land"].items():
        if place in hexes:
            for name in here:
                if may_march(state, name) and not units[name].aboard:
                    yield name


def _is_plain(state: State, order: March) -> bool:
    """Return whether units that can march go together where each can, as most orders say."""
    names = order.units
    if order.drops or not order.path or not names or len(names) > len({*names}):
        return False
    units, start = state.units, ""
    for name in names:
        if name not in units or not _is_fit(state, name):
            return False
        place = units[name].place
        start = start or place
        if place != start or first_fault(state, name, start, order.path, going_on(state, name)):
            return False
    return True


def _is_fit(state: State, name: str) -> bool:
    """11.0  Return whether a unit is one of those that march now."""
    unit, table = state.units[name], state.table
    is_there = unit.place in table.board.hexes and not unit.aboard
    return is_there and table.forces[name] == (state.seat, "land") and may_march(state, name)


def refuse_unit(state: State, draft: Draft, name: str) -> Iterator[Violation]:
    """11.0, 11.4  Own land units in one hex that have not moved in this step."""
    units = draft.get("units", ())
    if not _is_fit(state, name):
        yield _unfit(state, name, of_stack=bool(units))
    elif name in units:
        text = f"{named(state, name)} is named twice; once is enough"
        yield Violation("11.4", "named_twice", text)
    elif units and state.units[name].place != state.units[units[0]].place:
        here, there = state.units[name].place, state.units[units[0]].place
        text = f"{named(state, name)} is in {here}, {named(state, units[0])} in {there}; "
        yield Violation("11.4", "not_together", f"{text}only units in one hex march together")


def _unfit(state: State, name: str, *, of_stack: bool) -> Violation:
    """11.0, 11.4  Say why a unit cannot march at all."""
    who, counter, unit = named(state, name), state.counter(name), state.units[name]
    if counter.seat != state.seat or counter.arm != "land":
        what = f"{described(state, name)}; land units of the {state.seat} player march now"
        return Violation("11.0", "not_your_unit", what)
    if unit.place not in state.table.board.hexes or unit.aboard:
        where = f"aboard {named(state, unit.aboard)}" if unit.aboard else f"in {unit.place}"
        by_sea = "; it comes ashore with land or debark" if unit.place in SECTORS else ""
        return Violation("11.0", "not_on_land", f"{who} is {where}, not on land{by_sea}")
    way = " ".join(state.came_from.get(name, ()))
    moved = f"{who} has moved in this step" + (f" ({way})" if way else "")
    left = ", ".join(sorted(units_to_move(state, state.seat))[:_MOST_LISTED]) or "none"
    if of_stack or _marched_together(state, name):
        once = "who moved in a stack or was dropped off stays where it is"
        return Violation("11.4", "has_moved", f"{moved}; {once}; still to move: {left}")
    return Violation("11.0", "has_moved", f"{moved}; still to move: {left}")


def _marched_together(state: State, name: str) -> bool:
    """11.4  Return whether others have gone the way of a unit in this step, or a part of it."""
    way = state.came_from.get(name, ())
    others = (other for unit, other in state.came_from.items() if unit != name)
    return bool(way) and any(other[: len(way)] == way[: len(other)] for other in others if other)


def marchers(state: State, draft: Draft) -> Iterator[Choice]:
    """11.0, 11.4  Return who can march, or march along, at least into the next hex."""
    if "path" in draft:
        return
    chosen = draft.get("units", ())
    here = state.units[chosen[0]].place if chosen else ""
    names = state.land_in(here, state.seat) if chosen else units_to_move(state, state.seat)
    for name in names:
        place = state.units[name].place
        is_free = not chosen or not any(refuse_unit(state, draft, name))
        if is_free and can_go_on(state, party_of(state, (*chosen, name)), place):
            label = state.counter(name).name
            yield Choice("units", name, label, rule="11.4" if chosen else "11.0", notes=(place,))


def refuse_drop(_: State, draft: Draft, drop: tuple[str, ...]) -> Iterator[Violation]:
    """11.4  Units of the stack stay behind in hexes of the path."""
    if len(drop) != _PAIR:
        text = "a drop is a pair: the unit and the hex of the path where it stays"
        yield Violation("11.4", "no_pair", text)
    elif drop[0] in _dropped(draft):
        text = f"{drop[0]} is dropped twice; it stays in one hex"
        yield Violation("11.4", "named_twice", text)
    elif drop[0] not in draft["units"]:
        text = f"{drop[0]} is not in the stack; the stack is {', '.join(draft['units'])}"
        yield Violation("11.4", "not_in_stack", text)


def stays(state: State, draft: Draft) -> Iterator[Choice]:
    """11.4  Return who can stay in the hex that the path has come to, while somebody can go on."""
    path = draft.get("path", ())
    staying = _staying(draft)
    if len(staying) < _PAIR or not path or path.index(path[-1]) < len(path) - 1:
        return
    able = [name for name in staying if _goes_on(state, draft, (name,))]
    for name in staying:
        if any(other_name != name for other_name in able):
            label = f"{state.counter(name).name} stays in {path[-1]}"
            yield Choice("drops", [name, path[-1]], label, rule="11.4")


def _goes_on(state: State, draft: Draft, names: tuple[str, ...]) -> bool:
    after, party, here = _where(state, draft, names)
    return can_go_on(after, party, here)


def refuse_path(state: State, draft: Draft, steps: tuple[str, ...]) -> Iterator[Violation]:
    """11.0 to 11.2  Each unit walks the path as far as it goes; a path with a gap is said once."""
    before = draft.get("path", ())
    path, start = (*before, *steps), state.units[draft["units"][0]].place
    ends = _ends(draft, path)
    for name in draft["units"]:
        way = path[: ends[name] + 1] if name in ends else path
        fault = first_fault(state, name, start, way, going_on(state, name))
        if fault is not None:
            text = f"{named(state, name)} cannot go like this: {fault.text}"
            yield Violation(fault.rule, fault.code, text, f"/{fault.number - len(before)}")
            if fault.code in _GAPS:
                return


def ways(state: State, draft: Draft) -> Iterator[Choice]:
    """11.0, 11.4  Return where those who are not dropped can go on to together."""
    if names := _staying(draft):
        after, party, here = _where(state, draft, names)
        for way, cost in ways_on(after, party, here):
            yield _step(state, draft, way, cost)


def _step(state: State, draft: Draft, way: tuple[str, ...], cost: int) -> Choice:
    notes = way_notes(state, draft["units"], way)
    return Choice("path", list(way), way[-1], cost, "11.0", notes)


def _where(state: State, draft: Draft, names: tuple[str, ...]) -> tuple[State, Party, str]:
    """14.6 b  Return how units stand at the end of the path, in the position that they then know."""
    start, way = state.units[names[0]].place, draft.get("path", ())
    if not way:
        return state, party_of(state, names), start
    here, after, party = way[-1], state, dict.fromkeys(Party())
    for gait, begun in party_of(state, names):
        come = come_to(state, gait, start, way, begun)
        assert not isinstance(come, Misstep), "the path was judged"
        after, progress = come
        if fakes_met(after, gait.seat, here):
            passed = past_fakes(after, gait, here, progress.spent)
            assert passed is not None, "fakes were met"
            after, progress = passed
        party[gait, progress] = None
    return after, list(party), here


def way_notes(state: State, names: Iterable[str], way: tuple[str, ...]) -> tuple[str, ...]:
    """6.3, 10.3, 11.1, 12.0  Return what follows from going a way."""
    there, foe = way[-1], other(state.seat)
    notes = []
    if has_enemy(state, there, state.seat):
        notes.append("the enemy stands there: combat (12.0)")
    elif there in state.zoc[foe]:
        notes.append("in an enemy zone of control (11.1)")
    if not state.forces[foe, "air"].keys().isdisjoint(way[:-1]):
        notes.append("enemy aircraft watch the way: dice (10.3)")
    if _surplus(state, names, there):
        notes.append("too many units: the surplus is lost after movement (6.3)")
    return tuple(notes)


def _surplus(state: State, names: Iterable[str], place: str) -> bool:
    """6.3  Return whether more units of a size would be in a hex than stay there."""
    counters = state.table.counters
    together = {*state.forces[state.seat, "land"].get(place, ()), *names}
    if len(together) == 1:
        return False
    sizes = [counters[name].size for name in together]
    limits = ((size, limit_of(state, size)) for size in {*sizes})
    return any(limit is not None and sizes.count(size) > limit for size, limit in limits)


def reached(state: State, draft: Draft, steps: object, choices: Iterable[Choice]) -> str:
    """Say where the units can go, those hexes first that are nearest to the wanted one."""
    wanted = steps[-1] if isinstance(steps, tuple) else ""
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    for choice in choices:
        found.setdefault(choice.label, (choice.cost or 0, tuple(choice.value)))
    is_counted = not all(state.table.gait_of(name).is_on_rails for name in draft["units"])
    who = "it" if len(draft["units"]) == 1 else "together they"
    return said_reach(state, found, wanted, who, is_counted=is_counted)


def _missing(state: State, draft: Draft) -> Iterator[Violation]:
    """11.0, 11.4  Refuse an order without units or path, drops off the path, a march nobody finishes."""
    if "units" not in draft:
        text = "no unit is named; name land units that stand in one hex"
        yield Violation("11.0", "no_units", text, "/units")
    elif "path" not in draft:
        text = f"the path is empty; {named(state, draft['units'][0])} stays without an order"
        yield Violation("11.0", "no_path", text, "/path")
    else:
        yield from _astray(draft)


def _astray(draft: Draft) -> Iterator[Violation]:
    path, last = draft["path"], len(draft["path"]) - 1
    is_astray = False
    for number, (_, place) in enumerate(draft.get("drops", ())):
        if place not in path:
            is_astray = True
            text = f"{place!r} is not on the path {' '.join(path)}"
            yield Violation("11.4", "not_on_path", text, f"/drops/{number}")
    ends = _ends(draft, path)
    if not is_astray and all(ends.get(name, last) < last for name in draft["units"]):
        text = f"nobody goes to the end of the path, {path[-1]}; make the path shorter"
        yield Violation("11.4", "nobody_goes_on", text, "/drops")


def _dropped(draft: Draft) -> set[str]:
    return {drop[0] for drop in draft.get("drops", ()) if drop}


def _staying(draft: Draft) -> tuple[str, ...]:
    """Return the units that have not been dropped."""
    dropped = _dropped(draft)
    return tuple(name for name in draft.get("units", ()) if name not in dropped)


def _ends(draft: Draft, way: tuple[str, ...]) -> dict[str, int]:
    """Return for each unit that is dropped on a way the number of its last hex."""
    sound = [d for d in draft.get("drops", ()) if len(d) == _PAIR and d[1] in way]
    return {name: way.index(place) for name, place in sound}


def _normal(order: March) -> March:
    """Return the same march: a drop at the end of the path says nothing, others stand in its order."""
    if not order.drops:
        return order
    ends = [(order.path.index(place), (name, place)) for name, place in order.drops]
    before = sorted(
        ((end, drop) for end, drop in ends if end < len(order.path) - 1), key=lambda each: each[0]
    )
    return March(order.units, order.path, tuple(drop for _, drop in before))


def _apart(draft: Draft) -> Iterator[tuple[str, object]]:
    """11.4  Take a march apart: the units, then the path up to each drop."""
    yield from (("units", name) for name in draft.get("units", ()))
    way, gone = draft.get("path", ()), 0
    for drop in draft.get("drops", ()):
        end = way.index(drop[1]) + 1
        if end > gone:
            yield "path", way[gone:end]
            gone = end
        yield "drops", drop
    if way[gone:]:
        yield "path", way[gone:]


def obey_march(play: Play[State], order: March) -> None:
    """11.0, 11.4, 14.6 b  The units walk the path together, as far as they are let."""
    if play.state.veil is not None:
        again = tuple(name for name in order.units if going_on(play.state, name))
        if again:
            play.emit(MarchResumed(again))
    go_along(play, order.units, order.path, _ends({"drops": order.drops}, order.path))


MARCH: Form[State] = Form(
    March,
    (
        Member("units", Shape.MANY, refuse_unit, marchers),
        Member("drops", Shape.MANY, refuse_drop, stays, after=("units",)),
        Member("path", Shape.ONWARD, refuse_path, ways, reached, after=("units",)),
    ),
    _missing,
    normal=_normal,
    apart=_apart,
    is_sure=_is_plain,
)
