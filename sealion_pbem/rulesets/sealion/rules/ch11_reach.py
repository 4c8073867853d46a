"""11.0, 11.4, 14.6 b  How far units get together: a search for choices, plans and hints.

Of the ways to a hex the best is preferred: the cheapest (of a stack, the least that anybody has
spent most, then all together), then with the fewest hexes on the way that enemy aircraft watch
(10.3), then the fewest in enemy zones of control, then the fewest hexes, then the lowest numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.rules.ch11_walk import (
    AT_FIRST,
    FREE,
    Misstep,
    Progress,
    enter,
    going_on,
    past_fakes,
    said_points,
)
from sealion_pbem.rulesets.sealion.state import State
from sealion_pbem.rulesets.sealion.table import Gait

__all__ = [
    "MOST_LISTED",
    "Party",
    "Reach",
    "Way",
    "can_go_on",
    "party_of",
    "reach",
    "said_reach",
    "search",
    "steps_from",
    "ways_on",
]

MOST_LISTED = 12
Reach: TypeAlias = dict[str, tuple[int, tuple[str, ...]]]
"""The hexes a unit can move to: half points spent and the best path."""
Party: TypeAlias = list[tuple[Gait, Progress]]
"""How those who march together stand; units of one gait that began alike walk alike."""


class Way(NamedTuple):
    """How units can come to a hex: the most that any of them has spent, the path, how they stand."""

    cost: int
    path: tuple[str, ...]
    at: tuple[Progress, ...]


_Open: TypeAlias = tuple[int, int, int, int, int, tuple[str, ...], str, tuple[Progress, ...]]
"""A way to be tried on: cost, total, watched hexes, hexes in zones, length, path, its end, progress.

Ways are compared by these, which is the preference among them.
"""
_Label: TypeAlias = tuple[tuple[Progress, ...], tuple[int, int], tuple[str, ...]]
"""How those stand who came to a hex, how many hexes were watched and in zones, and the path."""


def party_of(state: State, names: Iterable[str]) -> Party:
    """11.4, 14.6 b  Return the gaits of a stack, each with how its units begin."""
    gait_of = state.table.gait_of
    begun = [(gait_of(name), going_on(state, name) or AT_FIRST) for name in names]
    return [*dict.fromkeys(begun)] if len(begun) > 1 else begun


def reach(state: State, name: str, start: str = "", progress: Progress | None = None) -> Reach:
    """11.0, 14.6 b  Return every hex a unit can move to, also through hexes of known fakes."""
    begun = [(state.table.gait_of(name), progress or AT_FIRST)]
    found = search(state, begun, start or state.units[name].place)
    return {there: (way.cost, way.path) for there, way in found.items()}


def search(state: State, begun: Party, start: str) -> dict[str, Way]:
    """11.0, 11.4, 14.6 b  Return every hex that units can reach together on one path, and the best.

    With several gaits a hex can have several ways of which none is better for everybody, so all are
    followed that no other outdoes. What each could reach alone is no help: it may take another way.
    """
    gaits = [gait for gait, _ in begun]
    found: dict[str, Way] = {}
    kept: dict[str, list[_Label]] = {}
    # Hexes to which no better way can come.
    settled: set[str] = set()
    ways: list[_Open] = [(0, 0, 0, 0, 0, (), start, tuple(progress for _, progress in begun))]
    zones, patrols = state.zoc[gaits[0].foe], state.forces[gaits[0].foe, "air"]
    adjacent = state.table.board.adjacent
    while ways:
        cost, _, watched, in_zones, length, path, here, at = heappop(ways)
        label = at, (watched, in_zones), path
        if here not in kept:
            kept[here], found[here] = [label], Way(cost, path, at)
        elif any(_outdoes(other, label) for other in kept[here]):
            continue
        else:
            kept[here].append(label)
        if len(at) == 1 and at[0].more == FREE:
            settled.add(here)
        if length and here in patrols:
            watched += 1
        for there in adjacent[here]:
            if there in settled or not (after := _together(state, gaits, here, there, at)):
                continue
            spent = [progress.spent for progress in after]
            zoned = in_zones + 1 if there in zones else in_zones
            on = (max(spent), sum(spent), watched, zoned, length + 1, (*path, there), there, after)
            heappush(ways, on)
    if state.veil is not None and state.veil.fake:
        _look_behind(state, gaits, kept, found)
    del found[start]
    return found


def _together(
    state: State, gaits: list[Gait], here: str, there: str, at: tuple[Progress, ...]
) -> tuple[Progress, ...]:
    """11.4  Return how all stand after a step, or nothing if one of them may not take it."""
    after = []
    for gait, progress in zip(gaits, at, strict=True):
        step = enter(state, gait, here, there, progress)
        if isinstance(step, Misstep):
            return ()
        after.append(step)
    return tuple(after)


def _outdoes(kept: _Label, label: _Label) -> bool:
    """Return whether a way to a hex makes another needless: nobody stands worse, whatever follows."""
    is_cheaper = True
    for one, other in zip(kept[0], label[0], strict=True):
        if one.spent > other.spent or one.more < other.more:
            return False
        is_cheaper = is_cheaper and one.spent < other.spent
    return is_cheaper or kept[1] <= label[1]


def _look_behind(
    state: State, gaits: list[Gait], kept: dict[str, list[_Label]], found: dict[str, Way]
) -> None:
    """14.6 b  Add what units reach from hexes once they have found the known fakes there."""
    for place in sorted(kept):
        for at, _, path in kept[place]:
            passed = [
                past_fakes(state, gait, place, progress.spent)
                for gait, progress in zip(gaits, at, strict=True)
            ]
            known = [each for each in passed if each is not None and path]
            if len(known) < len(gaits):
                continue
            begun = [(gait, each[1]) for gait, each in zip(gaits, known, strict=True)]
            for there, behind in search(known[0][0], begun, place).items():
                if there not in found or behind.cost < found[there].cost:
                    found[there] = Way(behind.cost, (*path, *behind.path), behind.at)


def can_go_on(state: State, begun: Party, here: str) -> bool:
    """11.0, 11.4  Return whether there is a hex that all of them can enter next."""
    for there in state.table.board.adjacent[here]:
        for gait, progress in begun:
            if isinstance(enter(state, gait, here, there, progress), Misstep):
                break
        else:
            return True
    return False


def steps_from(state: State, begun: Party, here: str) -> Iterator[tuple[str, int]]:
    """11.0, 11.4  Return each hex that all of them can enter next, and the most that one has then spent."""
    gaits, at = [gait for gait, _ in begun], tuple(progress for _, progress in begun)
    for there in state.table.board.adjacent[here]:
        after = _together(state, gaits, here, there, at)
        if after:
            yield there, max(progress.spent for progress in after)


def ways_on(state: State, begun: Party, here: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """11.0, 11.4  Return each hex in reach with the best way to it, and what it costs.

    Then come the next hexes to which that is not the direct one; so every path can be made of parts.
    """
    found = search(state, begun, here)
    yield from ((way.path, way.cost) for way in found.values())
    for there, cost in steps_from(state, begun, here):
        if there not in found or len(found[there].path) > 1:
            yield (there,), cost


def said_reach(state: State, found: Reach, wanted: str, who: str, *, is_counted: bool) -> str:
    """Return the hexes in reach, those nearest to the wanted one first; costs only if they count."""
    if not found:
        return f"{who} can go nowhere"
    is_known = wanted in state.table.board.hexes
    near = sorted(found, key=lambda n: (distance(n, wanted) if is_known else 0, found[n][0], n))
    listed = []
    for there in near[:MOST_LISTED]:
        cost, path = found[there]
        by = [f"by {' '.join(path)}"] if there == wanted and len(path) > 1 else []
        by += [said_points(cost)] if is_counted else []
        listed.append(f"{there} ({', '.join(by)})" if by else there)
    rest = f" and {len(near) - MOST_LISTED} more hexes" if len(near) > MOST_LISTED else ""
    verb = "reaches" if who == "it" else "reach"
    return f"{who} {verb} {', '.join(listed)}{rest}"
