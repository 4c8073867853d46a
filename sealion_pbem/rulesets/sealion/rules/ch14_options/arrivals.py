"""14.3, 14.4, 14.9  British units that arrive at the start of step 13."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Order, Violation
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.board import Board
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.events.options import UnitArrived
from sealion_pbem.rulesets.sealion.naming import instead, listed, named, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch04_victory import PARLIAMENT
from sealion_pbem.rulesets.sealion.rules.ch11_going import go_along
from sealion_pbem.rulesets.sealion.rules.ch11_march import way_notes
from sealion_pbem.rulesets.sealion.rules.ch11_walk import has_enemy
from sealion_pbem.rulesets.sealion.rules.ch13_supply import lose_transports
from sealion_pbem.rulesets.sealion.rules.ch14_options.placing import TRACK
from sealion_pbem.rulesets.sealion.state import BRITISH, State

__all__ = [
    "CHAPTER",
    "Arrive",
    "arrival_rule",
    "arrivals_due",
    "decide_arrivals",
    "entered_at",
    "open_entries",
    "paths_for",
    "why_not_due",
]

_MOST_HEXES = 12


@frozen
class Arrive:
    """Bring a unit onto the map: the hex of entry, and the road hexes it goes on to by rail."""

    kind: ClassVar[str] = "arrive"
    unit: str
    path: tuple[str, ...]


def decide_arrivals(state: State) -> Decision | None:
    """14.3, A-128, A-129, A-157  Ask for every unit that is due and can arrive, before anybody marches."""
    if not state.edition.has_arrivals:
        return None
    due = [name for name in arrivals_due(state) if open_entries(state, name)]
    if not due:
        return None
    prompt = f"bring onto the map: {listed(state, due)}"
    return Decision(BRITISH, "arrivals", arrival_rule(state, due[0]), prompt, frozenset({"arrive"}))


def arrivals_due(state: State) -> list[str]:
    """14.3, 14.4, 14.9  Return the British units that wait and whose turn has come."""
    waiting = [n for place in TRACK[: state.turn] for n in state.units_in(place, BRITISH, "land")]
    return sorted(waiting, key=state.table.order.__getitem__)


def arrival_rule(state: State, name: str) -> str:
    """Return the section by which a unit arrives (A-156)."""
    if state.counter(name).setup == "free_french":
        return "14.4"
    return "14.3" if state.edition.commands_arrive and name in state.table.arrivals else "14.9"


def _entries(state: State, name: str) -> tuple[str, ...]:
    """14.3, 14.4, 14.9  Return the hexes in which a unit may come onto the map."""
    rule = arrival_rule(state, name)
    if rule == "14.4":
        return _north_edge(state.table.board)
    if rule == "14.3":
        return state.table.arrivals[name].hexes
    start = state.table.historical.get(name)
    return start.entry if start else ()


def entered_at(state: State, name: str) -> str:
    """14.3, 14.4, 14.9  Say where a unit that waits will come onto the map, and by which rule."""
    rule, entries = arrival_rule(state, name), _entries(state, name)
    if rule == "14.4":
        return "any hex of the north edge (14.4)"
    way = ", then by rail" if rule == "14.9" else ""
    return f"{' or '.join(entries)}{way} ({rule})"


@cache
def _north_edge(board: Board) -> tuple[str, ...]:
    return tuple(number for number in board.numbers if "N" in board.hexes[number].edges)


def open_entries(state: State, name: str) -> list[str]:
    """A-128, A-139  Return where a unit can come in: no enemy there, and nobody of the chart this turn."""
    is_scheduled = arrival_rule(state, name) == "14.9"
    return [
        place
        for place in _entries(state, name)
        if not has_enemy(state, place, BRITISH) and not (is_scheduled and place in state.resolved)
    ]


def refuse_arrival(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """14.3, 14.4, 14.9  A British unit that waits and whose turn has come."""
    if name not in arrivals_due(state):
        yield replace(why_not_due(state, name), at="")


def arriving(state: State, draft: Draft) -> Iterator[Choice]:
    """14.3, 14.4, 14.9  Return the units that are due and can come in, or can by a path that is given."""
    if "unit" in draft:
        return
    for name in arrivals_due(state):
        way = draft.get("path") or open_entries(state, name)[:1]
        if way and not any(refuse_way(state, {"unit": name}, way)):
            yield unit_choice(state, "unit", name, arrival_rule(state, name))


def why_not_due(state: State, name: str) -> Violation:
    """5.1, 14.3, 14.4, 14.9  Say when a unit arrives that cannot be brought onto the map now."""
    who, place, seat = named(state, name), state.units[name].place, state.counter(name).seat
    if seat != BRITISH:
        text = f"{who} is {seat}, and German reinforcements come to the Convoy box by themselves"
        return Violation("5.1", "not_due", text, "/unit")
    if place not in TRACK:
        rule, text = "14.3", f"{who} is in {place} already and does not arrive"
    elif name not in arrivals_due(state):
        rule, text = arrival_rule(state, name), f"{who} is not due: it arrives on {place.lower()}"
    else:
        rule = arrival_rule(state, name)
        text = f"{who} waits: each of its hexes of entry is held or used (A-128, A-139)"
    return Violation(rule, "not_due", text, "/unit")


def refuse_way(state: State, draft: Draft, steps: Sequence[str]) -> Iterator[Violation]:
    """14.3, 14.4, 14.9  Through a hex of its own that is open, and on by rail if it may."""
    name, before = draft["unit"], draft.get("path", ())
    path, rule = (*before, *steps), arrival_rule(state, name)
    if path[0] not in open_entries(state, name):
        yield _closed(state, name, path[0], rule)
    elif len(path) > 1 and rule != "14.9":
        who = named(state, name)
        text = f"{who} does not use the railway; bring it to {path[0]} and let it march"
        yield Violation(rule, "no_railway", text, f"/{1 - len(before)}")
    elif len(path) > 1 and (found := _off_the_rails(state, path)) is not None:
        number, code, text = found
        yield Violation(rule, code, text, f"/{number - len(before)}")


def _closed(state: State, name: str, entry: str, rule: str) -> Violation:
    """A-128, A-139  Say why a unit does not come in at a hex."""
    if entry not in _entries(state, name):
        text = f"{named(state, name)} does not come in at {entry}"
        return Violation(rule, "wrong_entry", text, "/0")
    if entry in state.resolved and not has_enemy(state, entry, BRITISH):
        text = f"a unit has come in at {entry} on this turn, and one is all (A-139)"
        return Violation(rule, "entry_taken", text, "/0")
    return Violation(rule, "entry_held", f"the enemy is in {entry} (A-128)", "/0")


def _off_the_rails(state: State, path: tuple[str, ...]) -> tuple[int, str, str] | None:
    """14.9, A-138, A-158  Return the first hex of a path to which no train goes, by number, and why.

    Trains keep to roads without a gap that never were German and are in no enemy zone of control.
    """
    hexes, here = state.table.board.hexes, ""
    for number, there in enumerate(path):
        if here and there not in hexes[here].road:
            roads = ", ".join(hexes[here].road)
            text = f"no road leads from {here} to {there}; roads lead to {roads}"
            return number, "off_the_road", text
        if _was_german(state, there):
            text = f"{there} has been German, and trains keep to what never was (A-138)"
            return number, "was_german", text
        if state.is_in_enemy_zoc(there, BRITISH):
            text = f"{there} is in an enemy zone of control, where no train goes"
            return number, "zone_of_control", text
        here = there
    return None


def _was_german(state: State, place: str) -> bool:
    return state.holds(state.ever_german, place) or has_enemy(state, place, BRITISH)


def _is_open(state: State, place: str) -> bool:
    """14.9, A-138  Return whether trains go to a hex."""
    return not (_was_german(state, place) or state.is_in_enemy_zoc(place, BRITISH))


def ways_in(state: State, draft: Draft) -> Iterator[Choice]:
    """14.3, 14.4, 14.9  Return where a unit can come in and go by rail, or go on to from a path.

    The way to each hex is a shortest one, so the next hexes come alone and all paths are made of parts.
    """
    if "unit" not in draft:
        return
    name, before = draft["unit"], draft.get("path", ())
    if not before:
        ways = [*paths_for(state, name).values()]
    elif arrival_rule(state, name) == "14.9":
        ways = [way[1:] for way in _rail_paths(state, before[-1]).values()]
    else:
        return
    for way in ways:
        _, *by_rail = whole = (*before, *way)
        notes = way_notes(state, (name,), tuple(by_rail) or whole)
        if by_rail:
            notes = ("by rail, which is its move of the step (A-158)", *notes)
        yield Choice("path", [*way], way[-1], rule=arrival_rule(state, name), notes=notes)


def _said_ways(
    state: State, draft: Draft, steps: Sequence[str] | None, choices: Iterable[Choice]
) -> str:
    """14.3, 14.4, 14.9  Say where a unit can come in, or where a train reaches from a good hex of entry."""
    entries = [choice.label for choice in choices if len(choice.value) == 1]
    if not steps or steps[0] not in entries:
        return f"open to it: {', '.join(entries) or 'nothing on this turn, it waits'}"
    if arrival_rule(state, draft["unit"]) != "14.9" or _has_gap(state, steps):
        return ""
    by_rail = [choice.label for choice in ways_in(state, {**draft, "path": tuple(steps[:1])})]
    is_known = steps[-1] in state.table.board.hexes
    by_rail.sort(key=lambda there: (distance(there, steps[-1]) if is_known else 0, there))
    return f"by rail it reaches {', '.join(by_rail[:_MOST_HEXES]) or 'nothing'}"


def _has_gap(state: State, path: Sequence[str]) -> bool:
    """14.9  Return whether a train would leave the road; where roads lead to has been said then."""
    found = _off_the_rails(state, tuple(path))
    return found is not None and found[1] == "off_the_road"


def _missing(state: State, draft: Draft) -> Iterator[Violation]:
    """14.3, 14.4, 14.9  Refuse an order without unit, or without a hex of entry."""
    if "unit" not in draft:
        yield from wanted("14.3", "unit")(state, draft)
    elif "path" not in draft:
        rule, who = arrival_rule(state, draft["unit"]), named(state, draft["unit"])
        text = f"the path is empty; its first hex is where {who} comes in"
        yield Violation(rule, "no_path", text, "/path")


def _is_sound(state: State, order: Arrive) -> bool:
    """Return whether an arrival is legal, as nearly all are."""
    return (
        bool(order.path)
        and order.unit in arrivals_due(state)
        and not any(refuse_way(state, {"unit": order.unit}, order.path))
    )


def _rail_paths(state: State, start: str) -> dict[str, tuple[str, ...]]:
    """14.9, A-138  Return every hex a train reaches from another, with a shortest path."""
    roads: dict[str, tuple[str, ...]] = {start: (start,)}
    found: dict[str, tuple[str, ...]] = {}
    if not _is_open(state, start):
        return found
    queue, hexes = [start], state.table.board.hexes
    for here in queue:
        for there in hexes[here].road:
            if there not in roads and _is_open(state, there):
                roads[there] = found[there] = (*roads[here], there)
                queue.append(there)
    return found


def paths_for(state: State, name: str) -> dict[str, tuple[str, ...]]:
    """14.3, 14.4, 14.9  Return every hex in which a unit's arrival can end, with its path."""
    entries = open_entries(state, name)
    ways: dict[str, tuple[str, ...]] = {entry: (entry,) for entry in entries}
    if arrival_rule(state, name) == "14.9":
        for entry in entries:
            for there, path in _rail_paths(state, entry).items():
                ways.setdefault(there, path)
    return ways


def obey_arrive(play: Play[State], order: Arrive) -> None:
    """14.3, 14.9  The unit is on the map; a train goes on at once, and that is its move (A-158)."""
    state, (entry, *rest) = play.state, order.path
    rule = arrival_rule(state, order.unit)
    play.emit(UnitArrived(order.unit, entry, rule, rule == "14.9"))
    lose_transports(play, entry)
    if rest:
        go_along(play, (order.unit,), tuple(rest), {})


def _offers(state: State) -> Iterator[Order]:
    """Return each unit at each hex open to it, and by rail to the hexes nearest to London."""
    for name in arrivals_due(state):
        entries = open_entries(state, name)
        yield from (Arrive(name, (entry,)) for entry in entries[:_MOST_HEXES])
        ways = paths_for(state, name)
        far = sorted(ways.keys() - set(entries), key=lambda n: (distance(n, PARLIAMENT), n))
        yield from (Arrive(name, ways[there]) for there in far[:_MOST_HEXES])


def _first(state: State) -> Arrive:
    name = next(n for n in arrivals_due(state) if open_entries(state, n))
    return Arrive(name, (open_entries(state, name)[0],))


def _to_london(state: State) -> Order:
    """Return the next arrival by rail, as near to Parliament as trains go."""
    name = _first(state).unit
    ways = paths_for(state, name)
    return Arrive(name, ways[min(ways, key=lambda n: (distance(n, PARLIAMENT), n))])


_ARRIVE: Form[State] = Form(
    Arrive,
    (
        Member("unit", Shape.ONE, refuse_arrival, arriving, instead("due are")),
        Member("path", Shape.ONWARD, refuse_way, ways_in, _said_ways, after=("unit",)),
    ),
    _missing,
    is_sure=_is_sound,
)

CHAPTER = Chapter(
    title="Arrivals of the optional rules",
    orders={Arrive: (_ARRIVE, obey_arrive)},
    events=(UnitArrived,),
    asks={
        "arrivals": Asking(
            _offers,
            {
                "default": Policy("each unit at the first hex open to it, not by rail", _first),
                "to_london": Policy("who may go by rail does, towards Parliament", _to_london),
            },
            lambda state: {"due": len(arrivals_due(state))},
        )
    },
    tell={UnitArrived: lambda e, say: f"{say(e.unit, 'arrives', 'arrive')} in {e.hex} ({e.rule})"},
)
