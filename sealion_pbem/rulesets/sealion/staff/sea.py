"""Naval movement: the German convoys and their escort, the Royal Navy."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from sealion_pbem.engine.words import Order, Seat
from sealion_pbem.rulesets.sealion.board import CONVOY, EAST, SECTORS, WEST
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import limit_of
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement import embarking, mines, sorties
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import Sail, can_sail, courses
from sealion_pbem.rulesets.sealion.rules.ch11_beach import (
    cost_ashore,
    counts_as_german,
    may_use_beach,
)
from sealion_pbem.rulesets.sealion.rules.ch11_walk import has_enemy
from sealion_pbem.rulesets.sealion.rules.naval_force import (
    force_at,
    is_battery,
    is_mine,
    is_submarine,
    is_transport,
    ways_from,
)
from sealion_pbem.rulesets.sealion.staff.outlook import Outlook
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = ["convoy_moves", "guns", "transport_hunt", "transports_in"]

_LANES = ("A", "B")
"""The sea spaces off the Convoy box, and the nearest to London."""
_FERRIES = 2
"""Full, empty transports kept at sea off a German coast: supply needs one, the other is a reserve."""
_MINED = ("Thames Estuary", "C", "D")
_FIRST_SHARE = 5
"""How many of the first wave go to sector A."""
_ADVENTUROUS = 2
_PATIENT, _ACCEPTED = 5, 30
_SWIMMERS_SHARE = 2


def transports_in(state: State, place: str) -> list[str]:
    """Return the German transports in a place."""
    return [n for n in state.units_in(place, GERMAN, "naval") if is_transport(state.counter(n))]


def guns(state: State, place: str, seat: Seat) -> int:
    """Return the strength of what fights on the surface in a place."""
    force = force_at(state, place, seat)
    return sum(state.strength_of(n) or 0 for n in force if not is_mine(state.counter(n)))


def convoy_moves(outlook: Outlook) -> Iterator[Order]:
    """Return the German's moves: mines, escorts, sweepers, then transports out and home; none by night."""
    if outlook.now.is_night:
        return
    yield from _minelaying(outlook)
    yield from _batteries(outlook)
    yield from _returns(outlook)
    yield from _loading(outlook)
    yield from _escort(outlook)
    yield from _convoys(outlook)


def _minelaying(outlook: Outlook) -> Iterator[Order]:
    """7.2  Return submarines that take mines and lay them where the Royal Navy must come through."""
    boats, loads = [*mines.free_submarines(outlook.now)], [*mines.free_mines(outlook.now)]
    for boat, mine in zip(boats, loads, strict=False):
        yield mines.Couple(boat, mine)
    for place in (CONVOY, *SECTORS):
        for boat in list(outlook.now.units_in(place, GERMAN, "naval")):
            state = outlook.now
            if not is_submarine(state.counter(boat)) or not state.carried_by(boat):
                continue
            if can_sail(state, boat) and place not in _MINED:
                ways = courses(state, (boat,))
                open_ = [s for s in (*_MINED, *_LANES) if s in ways]
                goal = min(open_, key=lambda s: (_own_mines(state, s), open_.index(s)), default="")
                if goal:
                    yield Sail((boat,), ways[goal])
            if outlook.now.units[boat].place in SECTORS:
                yield mines.LayMine(boat)


def _own_mines(state: State, sector: str) -> int:
    return sum(is_mine(state.counter(n)) for n in state.units_in(sector, GERMAN, "naval"))


def _batteries(outlook: Outlook) -> Iterator[Order]:
    """7.3  Return sorties of the guns of Calais, after the first landings, to cover transports."""
    if outlook.now.turn == 1:
        return
    seen: set[str] = set()
    for order in list(sorties.sorties(outlook.now)):
        is_light_one = (outlook.now.strength_of(order.battery) or 0) <= _ADVENTUROUS
        if order.battery not in seen and not is_light_one:
            seen.add(order.battery)
            yield order


def _returns(outlook: Outlook) -> Iterator[Order]:
    """7.8  Return the way home of empty transports, but for those that ferry supply."""
    for sector in SECTORS:
        state = outlook.now
        empty = [n for n in transports_in(state, sector) if not state.carried_by(n)]
        full = [n for n in empty if not state.is_reduced(n)]
        stay = full[:_FERRIES] if _german_coast(state, sector) else []
        going = tuple(n for n in empty if n not in stay and can_sail(state, n))
        if going and CONVOY in (ways := courses(state, going)):
            yield Sail(going, ways[CONVOY])


def _german_coast(state: State, sector: str) -> list[str]:
    """Return the coastal hexes of a sea space where units can come ashore without a fight."""
    return [
        place
        for place in state.table.board.coast[sector]
        if counts_as_german(state, place) and not has_enemy(state, place, GERMAN)
    ]


def _loading(outlook: Outlook) -> Iterator[Order]:
    """7.9  Return embarkations, the fast and strong first, of as many as find a berth in England."""
    state = outlook.now
    ships = sorted(
        embarking.empty_transports(state), key=lambda n: (n in state.home, state.is_reduced(n))
    )
    keep = _FERRIES if state.turn > 1 else 0
    # One or two stay free to relieve those that ferry supply and are lost.
    troops = [n for n in embarking.waiting_troops(state) if not state.counter(n).amphibious]
    troops.sort(key=lambda n: (-_urgency(state, n), state.table.order[n]))
    at_sea = sum(1 for s in _LANES for n in transports_in(state, s) if not state.carried_by(n))
    usable = ships[: len(ships) - max(0, keep - at_sea)]
    berths = {lane: _berths(state, lane) for lane in _LANES}
    for name in troops:
        if not usable:
            return
        if not any(berths.values()) or any(
            _berth(state, berths[lane], lane, name) for lane in _LANES
        ):
            yield embarking.Embark(name, usable.pop(0))


def _urgency(state: State, name: str) -> int:
    counter = state.counter(name)
    return 2 * counter.attack + counter.move + 2 * counter.quality


def _berths(state: State, lane: str) -> Tally[str]:
    """Return how many units of each size may still come ashore in each hex of a sea space."""
    room: Tally[str] = Tally()
    for place in _german_coast(state, lane):
        for size in ("XX", "X", "III"):
            room[f"{place} {size}"] = limit_of(state, size) or 0
    return room


def _berth(state: State, room: Tally[str], lane: str, name: str) -> str:
    """Return a hex where a unit can debark, and take its place there."""
    counter, hexes = state.counter(name), state.table.board.hexes
    often = 1 if state.edition.landings_obey_stacking else 2
    for place in _german_coast(state, lane):
        facts, key = hexes[place], f"{place} {counter.size}"
        fit = (
            may_use_beach(state.edition, counter, facts)
            and cost_ashore(state, counter, facts) is not None
        )
        if (fit or facts.port) and (limit_of(state, counter.size) is None or room[key] * often > 0):
            room[key] -= 1
            return place
    return ""


def _escort(outlook: Outlook) -> Iterator[Order]:
    """Return sweepers and warships to where the convoys go, half to each sea space."""
    state = outlook.now
    ships = _escorts(state, CONVOY)
    by_type: Tally[str] = Tally()
    for name in ships:
        kind = state.counter(name).type
        lane = _LANES[by_type[kind] % 2]
        by_type[kind] += 1
        yield Sail((name,), (lane,))
    # Who is alone where no transport is comes back to the others.
    for sector in SECTORS:
        state = outlook.now
        lost = tuple(_escorts(state, sector))
        if lost and sector not in _LANES:
            ways = courses(state, lost)
            lane = next((s for s in _LANES if s in ways), "")
            if lane:
                yield Sail(lost, ways[lane])


def _escorts(state: State, place: str) -> list[str]:
    force = force_at(state, place, GERMAN)
    return [n for n in force if _is_escort(state, n) and can_sail(state, n)]


def _is_escort(state: State, name: str) -> bool:
    counter = state.counter(name)
    if counter.arm != "naval" or not counter.is_combatant:
        return False
    return not (is_submarine(counter) or is_mine(counter) or is_battery(counter))


def _convoys(outlook: Outlook) -> Iterator[Order]:
    """Return loaded transports and swimming tanks to the sea space where they can come ashore."""
    state = outlook.now
    berths = {lane: _berths(state, lane) for lane in _LANES}
    sent: Tally[str] = Tally()
    fleets: dict[str, list[str]] = {lane: [] for lane in _LANES}
    for ship in [n for n in transports_in(state, CONVOY) if can_sail(state, n)]:
        cargo = state.carried_by(ship)
        if not cargo:
            lane = min(_LANES, key=lambda s: len(transports_in(state, s)))
            spare = len(transports_in(state, lane)) + sent[f"{lane} empty"] < _FERRIES
            if state.turn > 1 and spare and not state.is_reduced(ship):
                sent[f"{lane} empty"] += 1
                fleets[lane].append(ship)
            continue
        lane = _lane_for(state, cargo, berths, sent)
        if lane and _is_safe(state, lane):
            sent[lane] += 1
            fleets[lane].append(ship)
    swimmers = [n for n in state.land_in(CONVOY, GERMAN) if can_sail(state, n)]
    for number, name in enumerate(swimmers):
        fleets[_LANES[(number + 1) % _SWIMMERS_SHARE]].append(name)
    for lane, fleet in fleets.items():
        if fleet:
            yield Sail(tuple(fleet), (lane,))


def _is_safe(state: State, lane: str) -> bool:
    """Return whether the Royal Navy near a sea space is no match for what guards it.

    The first wave takes the risk, and late in the game there is nothing left to wait for.
    """
    if state.turn == 1 or state.turn > _PATIENT:
        return True
    near = (lane, *ways_from(state, lane, BRITISH))
    ports = {box for place in near for box in ways_from(state, place, BRITISH)}
    threat = sum(guns(state, place, BRITISH) for place in sorted({*near, *ports}))
    return threat <= guns(state, lane, GERMAN) + _ACCEPTED


def _lane_for(state: State, cargo: str, berths: dict[str, Tally[str]], sent: Tally[str]) -> str:
    if state.turn == 1 or not any(berths.values()):
        return _LANES[0] if sent[_LANES[0]] < _FIRST_SHARE else _LANES[1]
    lanes = sorted(
        _LANES, key=lambda s: (guns(state, s, BRITISH) > guns(state, s, GERMAN), sent[s])
    )
    for lane in lanes:
        if _berth(state, berths[lane], lane, cargo):
            return lane
    return ""


def transport_hunt(outlook: Outlook) -> Iterator[Order]:
    """Return British squadrons, together, to where the transports are, if they can hope to win."""
    for place in (EAST, WEST, *SECTORS):
        state = outlook.now
        ships = tuple(n for n in force_at(state, place, BRITISH) if _hunts(state, n))
        if not ships:
            continue
        ways = courses(state, ships)
        prey = {s: len(transports_in(state, s)) for s in SECTORS}
        if (
            place in SECTORS
            and prey[place]
            and guns(state, place, GERMAN) <= 2 * guns(state, place, BRITISH)
        ):
            continue
        goal = _hunting_ground(state, ships, ways, prey)
        if goal and goal != place:
            yield Sail(ships, ways[goal])


def _hunts(state: State, name: str) -> bool:
    return can_sail(state, name) and not is_battery(state.counter(name))


def _hunting_ground(
    state: State, ships: tuple[str, ...], ways: dict[str, tuple[str, ...]], prey: dict[str, int]
) -> str:
    """Return where a squadron goes: to transports, else one step nearer to them."""
    own = sum(state.strength_of(n) or 0 for n in ships)
    best, most = "", 0
    for sector in ways:
        if sector in SECTORS and prey[sector]:
            odds = own + guns(state, sector, BRITISH) - guns(state, sector, GERMAN)
            worth = 10 * prey[sector] + odds
            if odds > 0 and worth > most:
                best, most = sector, worth
    if best:
        return best
    targets = [SECTORS.index(s) for s in SECTORS if prey[s]]
    here = state.units[ships[0]].place
    if not targets:
        return ""

    def far(sector: str) -> int:
        return min(abs(SECTORS.index(sector) - there) for there in targets)

    steps = [s for s in ways if s in SECTORS and not prey[s] and own > guns(state, s, GERMAN)]
    nearer = min(steps, key=lambda s: (far(s), len(ways[s])), default="")
    if nearer and (here not in SECTORS or far(nearer) < far(here)):
        return nearer
    return ""
