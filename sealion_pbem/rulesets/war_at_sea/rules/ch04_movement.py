"""4.0  Movement and position: where a Ship or Submarine may go, stacking, islands, shoals, smoke."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.words import Violation
from sealion_pbem.hexes.grid import adjacency, reach
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.known import Listed, refuse_foreign
from sealion_pbem.rulesets.war_at_sea.settings import other_seat
from sealion_pbem.rulesets.war_at_sea.words.orders import Done, Move, Smoke
from sealion_pbem.rulesets.war_at_sea.words.state import EXIT, State, seat_of

__all__ = [
    "FORMS",
    "MOST_SHIPS",
    "can_act",
    "edge_rank",
    "is_closed",
    "near",
    "overstacked",
    "room_fault",
    "speed_of",
    "surplus_move",
]

MOST_SHIPS, MOST_CLOSE, MOST_SUBMARINES = 2, 3, 1
"""4.2, 8.11  How many Ships (three with Close Escort) and Submarines of a seat may be in a sector."""


@cache
def _adjacent() -> dict[str, tuple[str, ...]]:
    return adjacency(data.sectors())


def near(sector: str) -> tuple[str, ...]:
    """4.1  Return the sectors next to one, clockwise from north."""
    return _adjacent().get(sector, ())


def speed_of(state: State, name: str) -> int:
    """4.1, 6.3  Return how many sectors a unit moves: one less when it is crippled, at least one."""
    speed = state.card(name).speed
    return max(1, speed - 1) if state.is_crippled(name) else speed


def is_closed(state: State, name: str, sector: str) -> bool:
    """4.3.1, 4.3.2, 8.13  Return whether an island or shoals keep a unit out of a sector."""
    return state.feature(sector) in ("island", "shoal") and not state.has(name, "shallow_draft")


def edge_rank(end: str) -> str:
    """1.1.4  Return the rank at an end of the map, as sector numbers begin."""
    return "01" if end == "west" else "10"


def room_fault(state: State, name: str, sector: str) -> str:
    """4.2, 8.11  Return why there is no room for a unit in a sector, "" if there is."""
    seat, card = seat_of(name), state.card(name)
    # Most sectors are empty: where somebody is, is asked before who it is.
    there = [
        n
        for n, unit in state.units.items()
        if unit.sector == sector and n != name and seat_of(n) == seat and not unit.fate
    ]
    if card.is_submarine:
        subs = [n for n in there if state.card(n).is_submarine]
        return f"{subs[0]} is there" if subs else ""
    ships = [n for n in there if state.card(n).is_ship]
    if len(ships) < MOST_SHIPS:
        return ""
    close = any(state.has(n, "close_escort") for n in (*ships, name))
    if len(ships) < MOST_CLOSE and close:
        return ""
    return f"{len(ships)} Ships of yours are there: {', '.join(n for n in ships)}"


def overstacked(state: State, seat: str) -> list[str]:
    """R-8  Return the Ships in sectors that hold more than they may."""
    found: dict[str, list[str]] = {}
    for name in state.ships(seat):
        found.setdefault(state.units[name].sector, []).append(name)
    return sorted(
        name
        for ships in found.values()
        if len(ships) > MOST_SHIPS + any(state.has(n, "close_escort") for n in ships)
        for name in ships
    )


def surplus_move(state: State, seat: str) -> Move | None:
    """R-8  Return how a surplus Ship moves by default: last id first, to the lowest sector with room."""
    for name in reversed(overstacked(state, seat)):
        if state.units[name].moved:
            continue
        for there in sorted(near(state.units[name].sector)):
            if not is_closed(state, name, there) and not room_fault(state, name, there):
                return Move(name, (there,))
    return None


def refuse_mover(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """3.2, R-14  Return why a unit does not move: it does so once."""
    foreign = [*refuse_foreign(state, name, "3.2")]
    yield from foreign
    if foreign:
        return
    if state.is_aircraft(name):
        text = f"{name} is an Aircraft and does not move at sea"
        yield Violation("3.2", "aircraft", text)
    elif state.units[name].moved:
        text = f"{name} has moved, or laid smoke, in this turn"
        yield Violation("3.2", "moved_already", text)


def _movers(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" not in draft:
        for name in state.afloat(state.active):
            sector = state.units[name].sector
            if not state.units[name].moved and _has_way(state, name, sector):
                yield Choice("unit", name, name, rule="3.2", notes=(sector,))


def _has_way(state: State, name: str, here: str) -> bool:
    """4.1  Return whether a unit can go anywhere: if not to the next sector, then nowhere."""
    steps = (there for there in near(here) if _step_fault(state, name, here, there) is None)
    return any(steps) or _may_leave(state, name, here)


def _refuse_way(state: State, draft: Draft, steps: Iterable[str]) -> Iterator[Violation]:
    """4.1 to 4.3, R-13, R-15  Return why a unit does not go on: every sector it enters counts."""
    name = draft["unit"]
    here, spent, speed = _end(state, draft), len(draft.get("path", ())), speed_of(state, name)
    for number, there in enumerate(steps):
        at = f"/{number}"
        fault = _step_fault(state, name, here, there)
        if fault:
            yield Violation(*fault, at)
            return
        spent += 1
        if spent > speed:
            text = f"{there} is {spent} sectors away on this path; its speed is {speed}"
            yield Violation("4.1", "too_far", f"{name} does not come so far: {text}", at)
            return
        here = there


def _step_fault(state: State, name: str, here: str, there: str) -> tuple[str, str, str] | None:
    """4.1 to 4.3, 9.2  Return why a unit does not go from one sector to another."""
    if EXIT in (here, there) or there not in near(here):
        return _way_fault(state, name, here, there)
    if is_closed(state, name, there):
        lies = state.feature(there)
        rule = "4.3.1" if lies == "island" else "4.3.2"
        return rule, lies, f"{there} has {'an island' if lies == 'island' else 'shoals'}"
    full = room_fault(state, name, there)
    return ("4.2", "no_room", f"there is no room in {there}: {full}") if full else None


def _way_fault(state: State, name: str, here: str, there: str) -> tuple[str, str, str] | None:
    """4.1, 9.2  Return why there is no way from one sector to another, or off the map."""
    if here == EXIT:
        return "9.2", "has_left", f"{name} has left the map"
    if there == EXIT and _may_leave(state, name, here):
        return None
    if there == EXIT:
        return "1.1", "no_way_off", f"{name} does not leave the map from {here}"
    if there not in data.sectors():
        return "1.1", "no_sector", f"{there[:60]} is no sector of the map"
    return "4.1", "not_adjacent", f"{there} is not next to {here}"


def _may_leave(state: State, name: str, here: str) -> bool:
    """9.2  Return whether a merchant is on the opposite edge rank."""
    if state.units[name].card != data.MERCHANT:
        return False
    opposite = state.ends.get(other_seat(seat_of(name)), "")
    return bool(opposite) and here.startswith(edge_rank(opposite))


def _ways(state: State, draft: Draft) -> Iterator[Choice]:
    """4.1  Return where a unit can go on to, each on a shortest path with the lowest numbers."""
    if "unit" not in draft:
        return
    name, spent = draft["unit"], len(draft.get("path", ()))
    here, left = _end(state, draft), speed_of(state, draft["unit"]) - len(draft.get("path", ()))
    if here == EXIT:
        return

    def cost(one: str, other: str) -> int | None:
        return None if _step_fault(state, name, one, other) else 1

    found = reach(here, left, cost)
    for there, (more, path) in found.items():
        lies = "island" if state.feature(there) == "island" else state.veil(there)
        notes = (lies,) if lies else ()
        yield Choice("path", [*path], there, spent + more, "4.1", notes)
    starts = [("", 0, ())] + [(there, more, path) for there, (more, path) in found.items()]
    leaving = [
        (more + 1, path)
        for there, more, path in starts
        if more < left and _may_leave(state, name, there or here)
    ]
    if leaving:
        more, path = min(leaving)
        yield Choice("path", [*path, EXIT], EXIT, spent + more, "9.2", ("leaves the map",))


def _end(state: State, draft: Draft) -> str:
    sector: str = draft["path"][-1] if draft.get("path") else state.units[draft["unit"]].sector
    return sector


def _reached(_: State, draft: Draft, __: Any, choices: Iterable[Choice]) -> str:
    """4.1  Say where a unit can go."""
    ends = sorted({choice.label for choice in choices})
    return f"{draft['unit']} reaches {Listed(ends)}"


def _refuse_smoker(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """8.12, R-16  Return why a unit lays no smoke; over shoals it may."""
    foreign = [*refuse_foreign(state, name, "8.12")]
    yield from foreign
    if foreign:
        return
    sector = state.units[name].sector
    lies = "an island" if state.feature(sector) == "island" else state.veil(sector)
    if not state.has(name, "smoke_screen"):
        able = [n for n in state.ships(state.active) if state.has(n, "smoke_screen")]
        text = f"{name} lays no smoke; who can: {Listed(able)}"
        yield Violation("8.12", "no_smoke", text)
    elif state.units[name].smoked:
        yield Violation("8.12", "smoked_already", f"{name} has laid smoke in this turn")
    elif lies:
        text = f"{name} is in {sector}, where there is {lies} already"
        yield Violation("8.12", "no_clear_air", text)
    elif any(state.units[n].smoked and state.units[n].sector == sector for n in state.ships()):
        yield Violation("8.12", "screen_there", f"a screen is laid in {sector} already")


def _smokers(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" not in draft:
        for name in state.ships(state.active):
            if state.has(name, "smoke_screen") and not any(_refuse_smoker(state, draft, name)):
                sector = state.units[name].sector
                yield Choice("unit", name, name, rule="8.12", notes=(sector,))


def can_act(state: State) -> bool:
    """P.5  Return whether the active seat can move anything or lay smoke."""
    return any(_movers(state, {})) or any(_smokers(state, {}))


def refuse_done(state: State) -> Iterator[Violation]:
    """R-8  Return why a step cannot be ended yet."""
    if state.step == "sea_move" and surplus_move(state, state.active) is not None:
        names = overstacked(state, state.active)
        text = f"too many Ships are in a sector: move one of {Listed(names)} first"
        yield Violation("4.2", "overstacked", text)


FORMS: tuple[Form[State], ...] = (
    Form(
        Move,
        (
            Member("unit", Shape.ONE, refuse_mover, _movers),
            Member("path", Shape.ONWARD, _refuse_way, _ways, _reached, after=("unit",)),
        ),
        wanted("4.1", "unit", "path"),
    ),
    Form(Smoke, (Member("unit", Shape.ONE, _refuse_smoker, _smokers),), wanted("8.12", "unit")),
    Form(Done, refuse=refuse_done),
)
