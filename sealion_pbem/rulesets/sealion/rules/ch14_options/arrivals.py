"""14.3, 14.4, 14.9  British units that arrive at the start of step 13."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Order, Violation
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.board import Board
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.events.options import UnitArrived
from sealion_pbem.rulesets.sealion.naming import listed, named
from sealion_pbem.rulesets.sealion.rules.ch04_victory import PARLIAMENT
from sealion_pbem.rulesets.sealion.rules.ch11_going import go_along
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
    """14.3, A-128, A-129, A-157  Before anybody marches, all who are due and can come in do so."""
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


def check_arrive(state: State, order: Arrive) -> Iterator[Violation]:
    """14.3, 14.4, 14.9  A unit that is due, through a hex of its own, by rail if it may."""
    name, due = order.unit, arrivals_due(state)
    if name not in due:
        found = why_not_due(state, name)
        others = listed(state, [n for n in due if open_entries(state, n)])
        yield replace(found, text=f"{found.text}; due are {others}")
        return
    rule, entry = arrival_rule(state, name), order.path[0] if order.path else ""
    open_ = open_entries(state, name)
    if entry not in open_:
        yield _closed(state, order, rule, open_)
    elif order.path[1:]:
        yield from _check_railway(state, order, rule)


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


def _closed(state: State, order: Arrive, rule: str, open_: list[str]) -> Violation:
    who = named(state, order.unit)
    hint = f"open to it: {', '.join(open_) or 'nothing on this turn, it waits'}"
    if not order.path:
        return Violation(rule, "no_path", f"where does {who} come in? {hint}", "/path")
    entry = order.path[0]
    if entry not in _entries(state, order.unit):
        text = f"{who} does not come in at {entry}; {hint}"
        return Violation(rule, "wrong_entry", text, "/path/0")
    if entry in state.resolved and not has_enemy(state, entry, BRITISH):
        text = f"a unit has come in at {entry} on this turn, and one is all (A-139); {hint}"
        return Violation(rule, "entry_taken", text, "/path/0")
    return Violation(rule, "entry_held", f"the enemy is in {entry} (A-128); {hint}", "/path/0")


def _check_railway(state: State, order: Arrive, rule: str) -> Iterator[Violation]:
    """14.9, A-138, A-158  Roads without a gap, never German, out of enemy zones of control."""
    who, board = named(state, order.unit), state.table.board
    if rule != "14.9":
        text = f"{who} does not use the railway; bring it to {order.path[0]} and let it march"
        yield Violation(rule, "no_railway", text, "/path/1")
        return
    here = ""
    for number, there in enumerate(order.path):
        at = f"/path/{number}"
        if here and there not in board.hexes[here].road:
            roads = ", ".join(board.hexes[here].road)
            text = f"no road leads from {here} to {there}; roads lead to {roads}"
            yield Violation(rule, "off_the_road", text, at)
            return
        if state.holds(state.ever_german, there) or has_enemy(state, there, BRITISH):
            text = f"{there} has been German, and trains keep to what never was (A-138)"
            yield Violation(rule, "was_german", f"{text}; {_by_rail(state, order)}", at)
            return
        if state.is_in_enemy_zoc(there, BRITISH):
            text = f"{there} is in an enemy zone of control, where no train goes"
            yield Violation(rule, "zone_of_control", f"{text}; {_by_rail(state, order)}", at)
            return
        here = there


def _by_rail(state: State, order: Arrive) -> str:
    paths = _rail_paths(state, order.path[0])
    near = sorted(paths, key=lambda there: (distance(there, order.path[-1]), there))
    return f"by rail it reaches {', '.join(near[:_MOST_HEXES]) or 'nothing'}"


def _rail_paths(state: State, entry: str) -> dict[str, tuple[str, ...]]:
    """14.9, A-138  Return every hex a train reaches from a hex of entry, with a shortest path."""
    roads: dict[str, tuple[str, ...]] = {entry: (entry,)}
    found: dict[str, tuple[str, ...]] = {}
    if not _is_open(state, entry):
        return found
    queue = [entry]
    for here in queue:
        for there in state.table.board.hexes[here].road:
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


def _is_open(state: State, place: str) -> bool:
    return not (
        state.holds(state.ever_german, place)
        or state.is_in_enemy_zoc(place, BRITISH)
        or has_enemy(state, place, BRITISH)
    )


def obey_arrive(play: Play[State], order: Arrive) -> None:
    """14.3, 14.9  The unit is on the map; a train goes on at once, and that is its move (A-158)."""
    state, (entry, *rest) = play.state, order.path
    rule = arrival_rule(state, order.unit)
    play.emit(UnitArrived(order.unit, entry, rule, rule == "14.9"))
    lose_transports(play, entry)
    if rest:
        go_along(play, (order.unit,), tuple(rest), {})


def _offers(state: State) -> Iterator[Order]:
    """Each unit at each hex open to it, and by rail to the hexes nearest to London."""
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


CHAPTER = Chapter(
    title="Arrivals of the optional rules",
    orders={Arrive: (check_arrive, obey_arrive)},
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
    tell={UnitArrived: lambda e: f"{e.unit} arrives in {e.hex} ({e.rule})"},
)
