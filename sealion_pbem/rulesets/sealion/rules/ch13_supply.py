"""13.0  Supply: lines of supply, their sources, and step 15; evacuating Churchill (4.3)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Order, Seat
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.board import FRANCE, SECTORS, Board
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy, whenever_asked
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated
from sealion_pbem.rulesets.sealion.rules.ch04_victory import CHURCHILL, ChurchillEvacuated
from sealion_pbem.rulesets.sealion.rules.ch10_air import returning
from sealion_pbem.rulesets.sealion.rules.loss import lose_step
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other

__all__ = [
    "AIRBORNE",
    "CHAPTER",
    "EvacuateChurchill",
    "begin_supply_and_return",
    "decide_evacuation",
    "in_supply",
    "lose_transports",
    "needs_air",
    "out_of_supply",
    "passable",
    "sources",
    "supplied",
    "supply_line",
    "supply_transports",
    "unused_transports",
    "zone",
    "zone_reaches",
]

AIRBORNE = frozenset({"parachute", "airlanding"})
_ABROAD = frozenset({*SECTORS, FRANCE})


@frozen
class EvacuateChurchill:
    """Take Churchill out of the game for good."""

    kind: ClassVar[str] = "evacuate_churchill"


def in_supply(state: State, unit: str, combat: str = "") -> bool:
    """13.0  Return whether a unit is in supply now; `combat` is the hex that is being fought for."""
    return not out_of_supply(state, (unit,), combat)


def out_of_supply(state: State, units: Iterable[str], combat: str = "") -> list[str]:
    """13.0  Return which units of one seat have no supply, in the order given.

    Who is carried, or was landed by ship or aircraft in this game turn, is always supplied (13.2).
    """
    bits, standing = state.table.board.bits, state.units
    asked = [
        name
        for name in units
        if (unit := standing[name]).place in bits
        and not unit.aboard
        and not _was_carried(state, name)
    ]
    if not asked:
        return []
    area = supplied(state, Seat(state.counter(asked[0]).seat), combat)
    without = [
        name
        for name in asked
        if not area & bits[standing[name].place]
        and not (state.is_doubtful(name) and _is_joined(state, name, combat))
    ]
    if any(state.counter(name).type in AIRBORNE for name in without):
        by_air = _supplied_by_air(state, area, combat)
        without = [name for name in without if name not in by_air]
    return without


def _is_joined(state: State, name: str, combat: str) -> bool:
    """13.0, 14.6 e  Return whether a line leads on from a hex that the unit in it does not control."""
    board = state.table.board
    here = board.bits[state.units[name].place]
    free = passable(state, GERMAN, combat) | here
    return bool(board.flood(here, free) & sources(state, GERMAN))


def _was_carried(state: State, name: str) -> bool:
    """13.2, 12.1, A-164  Return whether a unit came by ship or aircraft in this game turn.

    Who swam ashore is supplied in that step only: landings are, to the end of the fight.
    """
    return name in state.landed or state.came_from.get(name, ("",))[0] in _ABROAD


def supplied(state: State, seat: Seat, combat: str = "") -> int:
    """13.0  Return the area of every hex from which a line of supply leads to a source of a seat.

    At the moment of a combat the zones of control of the units in its hex do not count (A-141).
    """
    return state.table.board.flood(sources(state, seat), passable(state, seat, combat))


def supply_line(state: State, seat: Seat, place: str) -> tuple[str, ...]:
    """13.0  Return a shortest line of supply from a hex to a source of a seat, () if there is none.

    Parachutists that may be fake do not control their hex, and a line leads on from it (14.6 e).
    """
    board, free = state.table.board, passable(state, seat)
    if seat == GERMAN and any(map(state.is_doubtful, state.land_in(place, seat))):
        free |= board.bits[place]
    return board.way(place, sources(state, seat), free)


def sources(state: State, seat: Seat) -> int:
    """13.1, 13.2  Return the area of a seat's sources; air supply is apart from it.

    British are the cities and the map edges no German has ever occupied (A-122), German the coastal
    hexes (A-124) a German was the last to occupy where a full transport ferries supply (7.7).
    """
    board = state.table.board
    if seat == BRITISH:
        return _home(board) & ~state.ever_german
    area = 0
    for sector in SECTORS:
        for name in state.forces[GERMAN, "naval"].get(sector, ()):
            if _is_ferrying(state, name):
                area |= _coast(board, sector)
                break
    return area & state.last_german


def _is_ferrying(state: State, name: str) -> bool:
    """7.7  Return whether a transport ferries supply: neither reduced nor loaded."""
    is_full = state.counter(name).type == "transport" and not state.is_reduced(name)
    return is_full and not state.carried_by(name)


@cache
def _home(board: Board) -> int:
    """13.1  Return the cities and the hexes of column 20 and row 01 (A-123)."""
    return board.area(n for n in board.numbers if board.hexes[n].city or board.hexes[n].edges)


@cache
def _coast(board: Board, sector: str) -> int:
    return board.area(n for n in board.numbers if sector in board.hexes[n].sectors)


def zone(state: State, seat: Seat, combat: str = "") -> int:
    """11.1  Return the area of a seat's zones of control but for those of units in a combat hex."""
    board, zoned = state.table.board, state.table.zoned
    here = board.area(
        [
            place
            for place, names in state.forces[seat, "land"].items()
            if place in board.bits and place != combat and not zoned.isdisjoint(names)
        ]
    )
    return board.around(here)


def zone_reaches(state: State, seat: Seat, there: str, combat: str) -> bool:
    """11.1  Return whether a hex belongs to the same area, without looking at the others."""
    own = 0
    if there in state.table.board.adjacent[combat]:
        own = sum(name in state.table.zoned for name in state.units_in(combat, seat, "land"))
    return state.zoc[seat].get(there, 0) > own


def passable(state: State, seat: Seat, combat: str = "") -> int:
    """13.0 b to e  Return the hexes a line of supply of a seat may run through (A-121).

    They are friendly-owned, without an enemy unit, and out of enemy zones of control unless a
    friendly unit is there. Occupation lasts until the other side enters, a zone of control owns
    only what it still covers, and what both cover is closed to both. Parachutists that may be fake
    control no hex, but they close it to British lines (14.6 d, e).
    """
    board = state.table.board
    held = {owner: _held(state, owner) for owner in (GERMAN, BRITISH)}
    if seat == BRITISH and state.veil is not None:
        held[GERMAN] |= _doubtful(state)
    if seat == GERMAN:
        friendly = state.last_german | zone(state, seat, combat)
    else:
        friendly = board.land & ~state.last_german
    free = friendly & ~zone(state, other(seat), combat) | held[seat]
    free &= ~held[other(seat)]
    return free | board.bits[combat] if combat else free


def _held(state: State, seat: Seat) -> int:
    """Return the hexes in which land units of a seat stand themselves and are surely real."""
    bits, units, is_veiled = state.table.board.bits, state.units, state.veil is not None
    area = 0
    for place, here in state.forces[seat, "land"].items():
        if place in bits:
            for name in here:
                if not units[name].aboard and not (is_veiled and state.is_doubtful(name)):
                    area |= bits[place]
                    break
    return area


def _doubtful(state: State) -> int:
    """14.6  Return the hexes in which parachutists stand that may be fake."""
    bits = state.table.board.bits
    area = 0
    for place, here in state.forces[GERMAN, "land"].items():
        if place in bits and any(
            state.is_doubtful(name) and not state.units[name].aboard for name in here
        ):
            area |= bits[place]
    return area


def supply_transports(state: State) -> tuple[str, ...]:
    """13.2  Return the transports that stand for air supply at airbases."""
    hexes = state.table.board.hexes
    aloft = state.forces[GERMAN, "air"].items()
    at_airbases = [names for place, names in aloft if place in hexes and hexes[place].airbase]
    waiting = [n for names in at_airbases for n in names if returning.is_supplying(state, n)]
    return tuple(sorted(waiting, key=state.table.order.__getitem__))


def _supplied_by_air(state: State, supplied_by_sea: int, combat: str) -> frozenset[str]:
    """13.2  Return the parachute and glider units that live on air supply, one for each transport (A-85).

    There is none in rain (A-11). Both editions leave it to the German whom a transport feeds: he may
    say so in step 15 (`feed`). As long as he does not, and at the moment of a combat, those are
    supplied first that would be lost. Only who is surely real is supplied so (14.6, F-3).
    """
    transports = [] if state.is_rain else unused_transports(state)
    if not transports:
        return frozenset()
    board = state.table.board
    free = passable(state, GERMAN, combat)
    room: dict[int, int] = {}
    for base, number in Tally(state.units[name].place for name in transports).items():
        area = board.flood(board.bits[base], free)
        room[area] = room.get(area, 0) + number
    waiting = sorted(
        (state.units[name].steps, number, name)
        for number, name in enumerate(state.table.of_type(AIRBORNE))
        if needs_air(state, name, supplied_by_sea)
    )
    fed: set[str] = set()
    for area, capacity in room.items():
        joined = [name for _, _, name in waiting if area & board.bits[state.units[name].place]]
        fed.update(joined[:capacity])
    return frozenset(fed)


def unused_transports(state: State) -> list[str]:
    """13.2  Return the transports at airbases that have fed nobody yet."""
    return [name for name in supply_transports(state) if name not in state.used]


def needs_air(state: State, name: str, supplied_by_sea: int) -> bool:
    """13.2, 14.6  Return whether a unit on the map, surely real, lives on air supply or not at all."""
    unit = state.units[name]
    bit = state.table.board.bits.get(unit.place, 0)
    stands = bool(bit) and unit.steps > 0 and not unit.aboard and not _was_carried(state, name)
    return stands and not bit & supplied_by_sea and not state.is_doubtful(name)


def lose_transports(play: Play[State], place: str) -> None:
    """13.2, A-90  Eliminate transports on air supply in a hex that a British land unit enters."""
    for name in list(play.state.units_in(place, GERMAN, "air")):
        if play.state.counter(name).type == "transport":
            play.emit(UnitEliminated(name, "13.2"))


def begin_supply_and_return(play: Play[State]) -> None:
    """2.2 step 15  Supply is checked and aircraft go home, in the order of the edition (A-6)."""
    if play.state.edition.supply_comes_before_return:
        _check_all(play)
        returning.begin_return(play)
    else:
        returning.begin_return(play)
        _check_all(play)


def _check_all(play: Play[State]) -> None:
    """13.3  Take a step from every unit without supply, of both seats, Churchill too (A-125, A-153)."""
    state, lost = play.state, list[str]()
    for seat in (GERMAN, BRITISH):
        cut_off = out_of_supply(state, _without_line(state, seat))
        lost += sorted(cut_off, key=state.table.order.__getitem__)
    for name in lost:
        lose_step(play, name, "13.3")


def _without_line(state: State, seat: Seat) -> list[str]:
    """13.0  Return the land units of a seat in hexes from which no line of supply leads to a source."""
    bits, forces, landed = state.table.board.bits, state.forces[seat, "land"], state.landed
    asked = [p for p, here in forces.items() if p in bits and not landed.issuperset(here)]
    # Without any there is nothing to work out.
    area = supplied(state, seat) if asked else 0
    return [name for place in asked if not area & bits[place] for name in forces[place]]


def decide_evacuation(state: State) -> Decision | None:
    """4.3  Ask the British player in step 15, before supply is checked, whether Churchill leaves (A-18)."""
    if state.ended or not state.is_in_play(CHURCHILL):
        return None
    prompt = f"does Churchill leave the war zone from {state.units[CHURCHILL].place} for good"
    accepts = frozenset({"evacuate_churchill", "done"})
    return Decision(BRITISH, "evacuation", "4.3", prompt, accepts)


def obey_evacuate(play: Play[State], _: EvacuateChurchill) -> None:
    """4.3  He is out of the game, and no dice are rolled for him."""
    play.emit(ChurchillEvacuated(play.state.units[CHURCHILL].place))


def _offer_evacuation(_: State) -> Iterator[Order]:
    yield Done()
    yield EvacuateChurchill()


def _facts_of_evacuation(state: State) -> Mapping[str, int | str]:
    """Return how far the nearest German land unit is from Churchill (99: none on the map)."""
    here = state.units[CHURCHILL].place
    hexes = state.table.board.hexes
    if here not in hexes:
        return {"german_distance": 99}
    far = [
        distance(here, there)
        for there in state.forces[GERMAN, "land"]
        if there in hexes and state.land_in(there, GERMAN)
    ]
    return {"german_distance": min(far, default=99)}


_STAY = Policy("nobody goes", lambda _: Done())

CHAPTER = Chapter(
    title="Supply",
    orders={
        EvacuateChurchill: (whenever_asked(EvacuateChurchill), obey_evacuate),
    },
    asks={
        "evacuation": Asking(
            _offer_evacuation,
            {
                "default": _STAY,
                "evacuate": Policy("Churchill leaves", lambda _: EvacuateChurchill()),
            },
            _facts_of_evacuation,
        ),
    },
)
