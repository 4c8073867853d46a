"""14.1 to 14.4  Attrition: zones, who is counted, the die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.world_at_war import data
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.general import ZonesFixed
from sealion_pbem.rulesets.world_at_war.events.wearing import AttritionRolled
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import ctl, wall
from sealion_pbem.rulesets.world_at_war.rules.r50_winter import winter_in
from sealion_pbem.rulesets.world_at_war.state import State

__all__ = [
    "ATTRITION_FORM",
    "attrition_result",
    "attrition_row",
    "column_of",
    "countable",
    "fix_zones",
    "is_enemy",
    "modifier",
    "obey_attrition",
    "touched",
    "zone_name",
]

_COLUMNS = (10, 20, 30, 40, 50, 60)
_LAST_ROW = 11
_MOST = 70


def column_of(factors: int) -> str:
    """14.41  Return the column of so many factors."""
    names: list[str] = [*data.tables()["attrition"]["columns"]]
    return names[next((n for n, most in enumerate(_COLUMNS) if factors <= most), len(_COLUMNS))]


def attrition_row(die: int, factors: int, difference: int) -> int:
    """14.42A, 14.42B, 14.43  Return the row: die, one for each ten factors from 71 on, CTLs."""
    extra = -(-(factors - _MOST) // 10) if factors > _MOST else 0
    return min(max(die + extra + difference, 0), _LAST_ROW)


def attrition_result(factors: int, row: int) -> tuple[int, int]:
    """14.41  Return how many counters and hexes a row of a column says."""
    cell: str = data.tables()["attrition"]["columns"][column_of(factors)][row]
    if cell == "-":
        return 0, 0
    counters, _, hexes = cell.partition("/")
    return int(counters.rstrip("C")), int(hexes.rstrip("H") or 0)


def fix_zones(play: Play[State]) -> None:
    """14.211, 14.33, R-52  Fix the enemy's zones: contiguous hexes of a front and a faction."""
    state, board, enemy = play.state, play.state.table.board, play.state.passive
    zones = []
    for front, area in sorted(board.fronts.items()):
        for faction in (str(enemy), *sorted(state.independent)):
            rest, found = area & state.controlled(enemy) & _of_faction(state, faction), list[int]()
            while rest:
                found.append(board.flood(rest & -rest, rest))
                rest &= ~found[-1]
            zones += [(front, faction, *board.in_area(z)) for z in _with_drops(state, found)]
    play.emit(ZonesFixed(tuple(zones)))


def _with_drops(state: State, zones: list[int]) -> list[int]:
    """14.212, R-76  Return zones in which areas held by drops of the last turn belong to the nearest."""
    ours = [zone for zone in zones if not _is_dropped_into(state, zone)]
    numbers = state.table.board.in_area
    for area in (zone for zone in zones if ours and zone not in ours):
        away = [min(distance(a, b) for a in numbers(area) for b in numbers(zone)) for zone in ours]
        nearest = away.index(min(away))
        ours[nearest] |= area
    return ours or zones


def _is_dropped_into(state: State, area: int) -> bool:
    """14.212  Return whether an area holds ground units, and only such as dropped in the last turn."""
    here = [u for number in state.table.board.in_area(area) for u in state.ground_at(number)]
    return bool(here) and all(state.is_marked(unit, "landed") for unit in here)


def _of_faction(state: State, faction: str) -> int:
    board = state.table.board
    if faction in state.independent:
        return board.countries[faction]
    area = board.whole
    for nation in state.independent:
        area &= ~board.countries[nation]
    return area


def zone_name(state: State, zone: int) -> str:
    """Return the lowest hex of a zone, by which orders name it."""
    return state.table.board.in_area(state.zones[zone][2])[0]


def is_enemy(state: State, unit: str, zone: int) -> bool:
    """10.93, 11.45, 14.22, 14.23E, 14.32  Return whether a unit counts as an enemy in a zone."""
    front, faction, area = state.zones[zone]
    counter, known = state.counter(unit), state.units[unit]
    if not known.is_on_map or not counter.is_ground or counter.arm == "partisan":
        return False
    if state.faction_of(unit) != faction:
        return False
    board = state.table.board
    if board.bits[known.place] & area:
        return True
    # Exploiting armor and drops of the last turn belong to the zone they came from (14.212, 14.65).
    return board.facts(known.place).front == front and not any(
        board.bits[known.place] & other for _, kind, other in state.zones if kind == faction
    )


def touched(state: State, unit: str, zone: int) -> list[str]:
    """14.22, 14.23C, 14.23D  Return the enemies in a zone that a unit is in contact with."""
    board, here = state.table.board, state.place_of(unit)
    return [
        enemy
        for there in board.beside[here]
        # Across an enemy wall there is no attrition, even if its value is lost.
        if not wall(state, here, there)
        for enemy in state.ground_at(there)
        if is_enemy(state, enemy, zone)
    ]


def countable(state: State, zone: int) -> list[str]:
    """14.22, 14.23  Return the own units that can be counted against a zone."""
    return [u for u in state.on_map(state.active) if not any(_refuse_counted(state, u, zone))]


def _refuse_counted(state: State, unit: str, zone: int) -> Iterator[Violation]:
    """14.23, 14.23A, 14.23B, 14.23F  Return why a unit is not counted."""
    known = state.units.get(unit)
    if known is None or not known.is_on_map or state.seat_of(unit) != state.active:
        yield Violation("R-4", "not_your_unit", f"{unit} is not yours to order, or not on the map")
        return
    if not state.counter(unit).is_fighting:
        yield Violation("14.23F", "not_counted", f"{unit} is not counted in attrition")
    elif state.is_marked(unit, "fought"):
        text = f"{unit} in {known.place} took part in an offensive operation of this combat phase"
        yield Violation("14.23A", "fought", text)
    elif state.is_marked(unit, "counted"):
        text = f"{unit} has been counted in an attrition of this game turn"
        yield Violation("14.23B", "counted_already", text)
    elif not touched(state, unit, zone):
        yield _why_untouched(state, unit, zone)


def _why_untouched(state: State, unit: str, zone: int) -> Violation:
    """14.23C, 14.23D, 14.23E  Return why a unit is in contact with nobody who counts."""
    board, here = state.table.board, state.place_of(unit)
    beside = [(n, u) for n in board.beside[here] for u in state.at(n)]
    walled = [n for n, u in beside if is_enemy(state, u, zone)]
    if walled:
        text = f"between {unit} in {here} and {', '.join(dict.fromkeys(walled))} is an enemy wall"
        return Violation("14.23D", "behind_walls", text)
    fixed = ("partisan", "flak")
    weak = [
        u for _, u in beside if state.counter(u).arm in fixed and state.seat_of(u) == state.passive
    ]
    if weak:
        text = f"{unit} in {here} is beside {', '.join(weak)} only, which attrition does not touch"
        return Violation("14.23E", "only_partisans", text)
    text = f"{unit} in {here} is in contact with nobody in that zone"
    return Violation("14.23C", "no_contact", text)


def _number(state: State, name: str) -> int | None:
    names = [zone_name(state, number) for number in range(len(state.zones))]
    return names.index(name) if name in names else None


def refuse_zone(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """14.1, R-51  Return why there is no attrition against a zone."""
    number = _number(state, name)
    if number is None:
        known = ", ".join(zone_name(state, each) for each in range(len(state.zones)))
        yield Violation("14.211", "no_zone", f"no zone is called {name}; there are: {known}")
        return
    front = state.zones[number][0]
    spent, most = state.spent_on.get(f"{front}/limit", 0), state.table.settings.attrition_limit
    if spent > most:
        text = f"{spent} BRPs were spent on the {front} front, more than {most}"
        yield Violation("R-51", "offensive", text)


def _zones(state: State, draft: Draft) -> Iterator[Choice]:
    if "zone" in draft:
        return
    for number, (front, faction, _) in enumerate(state.zones):
        name = zone_name(state, number)
        if not any(refuse_zone(state, draft, name)) and countable(state, number):
            yield Choice("zone", name, f"{front} {faction} {name}", rule="14.1")


def refuse_counted(state: State, draft: Draft, unit: str) -> Iterator[Violation]:
    """14.23  Return why a unit is not counted against the zone."""
    if unit in draft.get("units", ()):
        yield Violation("14.22", "named_twice", f"{unit} is named twice")
        return
    number = _number(state, draft["zone"])
    assert number is not None, "the zone is legal"
    yield from _refuse_counted(state, unit, number)


def _units(state: State, draft: Draft) -> Iterator[Choice]:
    number = _number(state, draft["zone"]) if "zone" in draft else None
    for unit in countable(state, number) if number is not None else ():
        if unit not in draft.get("units", ()):
            yield Choice("units", unit, unit, state.counter(unit).factor, "14.22")


ATTRITION_FORM: Form[State] = Form(
    o.AttritionBy,
    (
        Member("zone", Shape.ONE, refuse_zone, _zones),
        Member("units", Shape.MANY, refuse_counted, _units, after=("zone",)),
    ),
    wanted("14.1", "zone", "units"),
)


def modifier(state: State, units: Iterable[str], contact: Iterable[str]) -> int:
    """14.42B, 14.42C  Return attacker's training less defender's, and in winter their preparation."""
    mine, theirs = [*units], [*contact]
    found = _most(state, mine, by_winter=False) - _most(state, theirs, by_winter=False)
    if state.ready and any(winter_in(state, state.place_of(unit)) for unit in theirs):
        found += min(_most(state, mine, by_winter=True), state.winter)
        found -= min(_most(state, theirs, by_winter=True), state.winter)
    return found


def _most(state: State, units: list[str], *, by_winter: bool) -> int:
    """14.42B  Return the level of most factors, the worse one in a tie."""
    sums: dict[int, int] = {}
    for unit in units:
        level = state.ready.get(state.counter(unit).nation, 0) if by_winter else ctl(state, unit)
        sums[level] = sums.get(level, 0) + state.counter(unit).factor
    most = max(sums.values())
    return min(level for level, factors in sums.items() if factors == most)


def obey_attrition(play: Play[State], order: o.AttritionBy) -> None:
    """14.4  Roll an attrition die."""
    state = play.state
    zone = _number(state, order.zone)
    assert zone is not None, "it was checked"
    contact = tuple(dict.fromkeys(e for unit in order.units for e in touched(state, unit, zone)))
    factors = sum(state.counter(unit).factor for unit in order.units)
    die = play.roll("14.4", f"attrition against {order.zone}")
    row = attrition_row(die, factors, modifier(state, order.units, contact))
    counters, hexes = attrition_result(factors, row)
    stage = "exchange" if (counters, hexes) == (1, 1) else "losses"
    play.emit(
        AttritionRolled(zone, order.units, contact, factors, die, row, counters, hexes, stage)
    )
