"""11.0 to 11.2, 14.6 b  Going from hex to hex: what ends a move, and how far a unit has come.

A check walks a given path, a search (`ch11_reach`) tries step after step; both ask `walk`.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import replace
from itertools import pairwise

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.board import ALL_POINTS
from sealion_pbem.rulesets.sealion.events.options import FakesFound
from sealion_pbem.rulesets.sealion.rules.ch14_options.parachutists import fakes_alone_in
from sealion_pbem.rulesets.sealion.state import BRITISH, State, other
from sealion_pbem.rulesets.sealion.table import Gait

__all__ = [
    "AT_FIRST",
    "FREE",
    "LEAVING",
    "Misstep",
    "Progress",
    "come_to",
    "enter",
    "fakes_met",
    "first_fault",
    "first_met",
    "going_on",
    "has_enemy",
    "is_hostile_road",
    "may_march",
    "off_the_rails",
    "past_fakes",
    "said_points",
    "step_fault",
    "walk",
    "where_it_starts",
]

FREE = 1000
"""More hexes than any move has: nothing but points limits the unit."""
LEAVING = 4
"""14.6 b  Two points, in half points, to leave a hex where nobody but fakes was."""


@frozen
class Progress:
    """How far a unit has come: half points spent, and how many more hexes it may enter.

    Who found nobody but fakes keeps out of zones of control from then on (14.6 b).
    """

    spent: int = 0
    more: int = FREE
    shuns_zones: bool = False


AT_FIRST = Progress()
"""How a unit stands at the beginning of its move."""


@frozen
class Misstep:
    """Where a path breaks a rule: the number of the hex in it, the rule, a code, and why.

    A search meets many and reads none, so the sentence is made when it is asked for.
    """

    number: int
    rule: str
    code: str
    say: Callable[[], str]

    @property
    def text(self) -> str:
        """Why the step may not be taken."""
        return self.say()


def may_march(state: State, name: str) -> bool:
    """11.0, 14.6 b  Return whether a unit still has its move of this step, or may go on with it.

    Those that went somewhere have had it, and those that were stopped on the way (10.3).
    """
    if name not in state.came_from and name not in state.done:
        return True
    return going_on(state, name) is not None


def going_on(state: State, name: str) -> Progress | None:
    """14.6 b  Return how a unit stands that found nobody but fakes: it pays two points to leave."""
    if state.veil is None:
        return None
    walkers = state.veil.walkers
    found = next((w.found for w in walkers if w.unit == name and w.waits), 0)
    if not found or name in state.done:
        return None
    way, gait = state.came_from[name], state.table.gait_of(name)
    return _leaving(state, gait, way[-1], found * LEAVING + _spent_on(gait, way))


def _leaving(state: State, gait: Gait, place: str, spent: int) -> Progress:
    """14.6 b  Return how a unit goes on from a hex where fakes were."""
    begun = _begun(state, gait, place, 0 if gait.is_on_rails else spent)
    return replace(begun, shuns_zones=True)


def _spent_on(gait: Gait, way: tuple[str, ...]) -> int:
    """11.2  Return the half points that a way has cost."""
    costs = [gait.costs[step] or 0 for step in pairwise(way)]
    return sum(gait.points if cost == ALL_POINTS else cost for cost in costs)


def past_fakes(state: State, gait: Gait, place: str, spent: int) -> tuple[State, Progress] | None:
    """14.6 b  Return the position in which a unit has found the known fakes of a hex, and goes on.

    Its own zone of control is gone with a fake. None: it finds none, or somebody else is there.
    """
    fakes = fakes_met(state, gait.seat, place)
    if not fakes:
        return None
    after = state.copy()
    FakesFound(place, fakes, ()).on(after)
    return after, _leaving(after, gait, place, spent + LEAVING)


def fakes_met(state: State, seat: Seat, place: str) -> tuple[str, ...]:
    """14.6 b  Return the known fakes that a British unit finds alone in a hex it enters."""
    if state.veil is None or seat != BRITISH:
        return ()
    return fakes_alone_in(state, place)


def first_met(state: State, seat: Seat, path: tuple[str, ...]) -> int:
    """14.6 b  Return the number of the first hex before the end of a path where such fakes are, or -1."""
    if state.veil is None or not state.veil.fake:
        return -1
    on_the_way = enumerate(path[:-1])
    return next((number for number, there in on_the_way if fakes_met(state, seat, there)), -1)


def has_enemy(state: State, place: str, seat: Seat) -> bool:
    """Return whether an enemy land unit stands in a hex."""
    return place in state.forces[other(seat), "land"]


def said_points(half: int) -> str:
    """Return half points as players say them."""
    whole, rest = divmod(half, 2)
    return (str(whole) if whole or not rest else "") + ("½" if rest else "")


def where_it_starts(state: State, name: str, place: str, cost: int) -> Progress:
    """11.1  Return how a unit stands that came to a hex at a cost: in a zone one more hex is left."""
    return _begun(state, state.table.gait_of(name), place, cost)


def _begun(state: State, gait: Gait, place: str, cost: int) -> Progress:
    spent = gait.points if cost == ALL_POINTS else cost
    return Progress(spent, 1 if state.is_in_enemy_zoc(place, gait.seat) else FREE)


def enter(
    state: State, gait: Gait, here: str, there: str, progress: Progress
) -> Progress | Misstep:
    """11.0 to 11.2, 14.6 b  Return how a unit stands after one step, or why it may not take it."""
    return walk(state, gait, here, (there,), progress)


def walk(
    state: State, gait: Gait, start: str, path: tuple[str, ...], begun: Progress = AT_FIRST
) -> Progress | Misstep:
    """11.0 to 11.2, 14.6 b  Return how a unit stands after a path, or the first step it may not take.

    A zone of control that is entered leaves one more hex, one in which the move begins none the less
    all (A-97); an enemy in the hex ends the move. All that is legal of a step is written here.
    """
    costs, points = gait.costs, gait.points
    zones, foes = state.zoc[gait.foe], state.forces[gait.foe, "land"]
    here, spent, more = start, begun.spent, begun.more
    for number, there in enumerate(path):
        if more <= 0 or (begun.shuns_zones and there in zones):
            return _stopped(state, number, here, there if more > 0 else "", gait.seat)
        cost = costs[here, there]
        if cost is None:
            return _closed(state, number, here, there, gait)
        if gait.is_on_rails:
            if (fault := off_the_rails(state, number, here, there, gait.seat)) is not None:
                return fault
            cost = 0
        elif cost == ALL_POINTS and not spent:
            cost = points
        elif cost == ALL_POINTS or spent + cost > points:
            return _unpaid(number, here, there, cost, points - spent, gait)
        spent += cost
        if more < FREE or there in foes or there in zones:
            more = _hexes_left(there, foes, zones, more)
        here = there
    return Progress(spent, more, begun.shuns_zones)


def come_to(
    state: State, gait: Gait, start: str, path: tuple[str, ...], begun: Progress = AT_FIRST
) -> tuple[State, Progress] | Misstep:
    """14.6 b  Return position and progress at the end of a path, known fakes on the way found.

    Those who are known to be fake end no move; whoever goes on from there pays for it.
    """
    met = first_met(state, gait.seat, path)
    found = walk(state, gait, start, path[: met + 1] if met >= 0 else path, begun)
    if isinstance(found, Misstep):
        return found
    if met < 0:
        return state, found
    passed = past_fakes(state, gait, path[met], found.spent)
    assert passed is not None, "fakes were met"
    rest = come_to(passed[0], gait, path[met], path[met + 1 :], passed[1])
    return replace(rest, number=rest.number + met + 1) if isinstance(rest, Misstep) else rest


def first_fault(
    state: State, name: str, start: str, path: tuple[str, ...], progress: Progress | None = None
) -> Misstep | None:
    """11.0 to 11.2, 14.6 b  Return the first step of a path that a unit may not take."""
    found = come_to(state, state.table.gait_of(name), start, path, progress or AT_FIRST)
    return found if isinstance(found, Misstep) else None


def _hexes_left(there: str, foes: Container[str], zones: Container[str], before: int) -> int:
    """11.1  Return how many hexes are left after entering one: none with an enemy, one in a zone.

    Railway Guns are no exception (A-127); the example of the Canadians means 5204 (A-96).
    """
    if there in foes:
        return 0
    if before < FREE:
        return before - 1
    return 1 if there in zones else FREE


def _unpaid(number: int, here: str, there: str, cost: int, left: int, gait: Gait) -> Misstep:
    """11.0, 11.2  Say that the points for a step are not there any more."""
    if cost == ALL_POINTS:
        crossing = f"the crossing {here} to {there} takes all points"
        text = f"{crossing}, so the move must begin in {here}"
        return Misstep(number, "11.2", "must_begin_adjacent", lambda: text)

    def say() -> str:
        price = f"{there} costs {said_points(cost)} from {here}"
        return f"{price}, and {said_points(left)} of {gait.move} are left"

    return Misstep(number, "11.0", "not_enough_points", say)


def _stopped(state: State, number: int, here: str, zone: str, seat: Seat) -> Misstep:
    """11.1, 11.2, 14.6 b  Say why a move has ended, or does not go on into a zone."""
    if zone:
        text = f"after finding fakes it may not enter a zone of control, as in {zone}"
        return Misstep(number, "14.6", "into_zone_of_control", lambda: text)
    if has_enemy(state, here, seat):
        text = f"the move ends in {here}, where the enemy stands"
        return Misstep(number, "11.2", "stopped_by_enemy", lambda: text)
    text = f"after entering an enemy zone of control one more hex is allowed, and that was {here}"
    return Misstep(number, "11.1", "stopped_by_zone_of_control", lambda: text)


def _closed(state: State, number: int, here: str, there: str, gait: Gait) -> Misstep:
    """11.0, 11.2  Say why there is no such step: no neighbour, a closed hexside, a closed hex."""
    board = state.table.board
    if there not in board.hexes:
        text = f"{there!r} is no land hex of the map"
        return Misstep(number, "11.0", "not_a_hex", lambda: text)
    if there not in board.adjacent[here]:
        around = ", ".join(board.adjacent[here])
        text = f"{there} is not next to {here}; next to it are {around}"
        return Misstep(number, "11.0", "not_adjacent", lambda: text)
    if not board.is_open(here, there):
        text = f"the hexside between {here} and {there} may not be crossed"
        return Misstep(number, "11.2", "prohibited_hexside", lambda: text)
    text = f"{there} is closed to {gait.movement_class} units that do not come along a road"
    return Misstep(number, "11.2", "prohibited_terrain", lambda: text)


def step_fault(state: State, name: str, here: str, there: str) -> Misstep | None:
    """11.0, 11.2  Return why terrain or want of a road keeps a unit from a step, whatever it costs."""
    gait = state.table.gait_of(name)
    if gait.costs[here, there] is None:
        return _closed(state, 0, here, there, gait)
    return off_the_rails(state, 0, here, there, gait.seat) if gait.is_on_rails else None


def off_the_rails(state: State, number: int, here: str, there: str, seat: Seat) -> Misstep | None:
    """11.0  Return where a Railway Gun leaves connected roads, which must be friendly in some editions."""
    if there not in state.table.board.hexes[here].road:
        text = f"Railway Guns keep to roads, and none leads from {here} to {there}"
        return Misstep(number, "11.0", "off_the_road", lambda: text)
    if is_hostile_road(state, there, seat):
        text = f"a German unit was the last to hold {there}; Railway Guns need friendly road hexes"
        return Misstep(number, "11.0", "road_not_friendly", lambda: text)
    return None


def is_hostile_road(state: State, there: str, seat: Seat) -> bool:
    """11.0  Return whether Railway Guns may not use a road hex because the German holds it."""
    return (
        state.edition.rail_needs_friendly_road
        and state.holds(state.last_german, there)
        and not has_enemy(state, there, seat)
    )
