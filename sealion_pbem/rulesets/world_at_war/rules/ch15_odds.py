"""15.3, 15.5  Defense multipliers and odds: what an attack comes to before the die."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sealion_pbem.rulesets.world_at_war import data
from sealion_pbem.rulesets.world_at_war.board import ROUGH
from sealion_pbem.rulesets.world_at_war.by_hand import FORTRESS
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import (
    ctl,
    is_intact,
    is_key,
    is_prized,
    is_surprised,
    specialized,
    wall,
    walls_of,
)
from sealion_pbem.rulesets.world_at_war.rules.r50_winter import has_winter
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import MINORS

__all__ = [
    "BELOW",
    "DefenseLine",
    "Odds",
    "combat_table",
    "defenders",
    "fortified",
    "multiplier",
    "odds_between",
    "reckon",
    "row_of",
]

BELOW = "below 1:4"
_BEST = 5
_WORST = 4
_ROWS = 6
_TRAINED = 2
_HARD_WINTER = 7
_BASIC = 2


class DefenseLine(NamedTuple):
    """One defending unit: its factor, its net multiplier, and where that comes from."""

    unit: str
    factor: int
    multiplier: int
    parts: tuple[tuple[str, int, str], ...]

    @property
    def strength(self) -> int:
        """Factor times multiplier."""
        return self.factor * self.multiplier


class Odds(NamedTuple):
    """An attack as it stands: totals, odds, and whether a fortification counts (15.52, 15.55)."""

    attack: int
    support: int
    lines: tuple[DefenseLine, ...]
    das: int
    is_fortified: bool

    @property
    def total(self) -> int:
        """All that attacks."""
        return self.attack + self.support

    @property
    def defense(self) -> int:
        """All that defends, with multipliers."""
        return sum(line.strength for line in self.lines) + self.das

    @property
    def column(self) -> str:
        """15.52, R-70  The column of the table."""
        return odds_between(self.total, self.defense)

    @property
    def is_even(self) -> bool:
        """Whether the odds are 1:1 or better."""
        return self.total >= self.defense


def odds_between(attack: int, defense: int) -> str:
    """15.51, 15.52, R-70  Return the column of a ratio, fractions dropped in the defender's favour."""
    if defense <= 0 or attack >= _BEST * defense:
        return f"{_BEST}:1"
    if attack >= defense:
        return f"{attack // defense}:1"
    worse = -(-defense // attack) if attack > 0 else _WORST + 1
    return f"1:{worse}" if worse <= _WORST else BELOW


def combat_table(column: str, die: int) -> str:
    """15.6, R-5  Return the result of a die in a column."""
    found: str = data.tables()["combat_results"]["columns"][column][row_of(die) - 1]
    return found


def row_of(die: int) -> int:
    """R-5  Return the row of a die with its modifier."""
    return min(max(die, 1), _ROWS)


def defenders(state: State, hexes: Iterable[str], attacker: str) -> list[str]:
    """15.41  Return all ground units in attacked hexes that are not the attacker's."""
    return [
        unit
        for number in hexes
        for unit in state.ground_at(number)
        if state.seat_of(unit) not in (attacker, None)
    ]


def fortified(state: State, number: str, froms: Iterable[str], *, is_drop: bool) -> int:
    """15.32E, 15.32F, 15.321, R-39, R-61  Return what a fortification adds against these hexes."""
    sides = [*froms]
    if state.table.board.facts(number).has_fort:
        worth = 1
    else:
        walls = _walls(state, number, sides, is_drop=is_drop)
        if not walls or not all(walls):
            return 0
        worth = 2 if all(each == FORTRESS for each in walls) else 1
    return max(0, worth - state.cut.get(number, 0))


def _walls(state: State, number: str, sides: Iterable[str], *, is_drop: bool) -> list[str]:
    """15.32E, 15.32F, R-61  Return what is attacked across; a drop alone meets all that is there."""
    many = [*sides]
    if is_drop and not many:
        return [wall(state, there, number) for there in walls_of(state, number)][:1]
    return [wall(state, there, number) for there in many]


def _mixed_wall(state: State, number: str, froms: Iterable[str]) -> bool:
    """15.321  Return whether every side is river or West Wall, but not all are either."""
    board, sides = state.table.board, [*froms]
    walls = [wall(state, there, number) == "fortification" for there in sides]
    rivers = [board.is_river(there, number) for there in sides]
    covered = all(map(any, zip(walls, rivers, strict=True)))
    return bool(sides) and covered and not all(walls) and not all(rivers)


def _ground_parts(
    state: State, number: str, froms: tuple[str, ...], *, is_drop: bool
) -> list[tuple[str, int, str]]:
    """15.32, 15.32A, 15.32D  Return what the hex adds: river, rough terrain, fortification."""
    board, parts = state.table.board, [("basic", _BASIC, "15.32A")]
    is_behind_river = froms and all(board.is_river(there, number) for there in froms)
    if is_behind_river and not is_drop:
        parts.append(("river", 1, "15.32C"))
    if board.facts(number).terrain in ROUGH:
        parts.append((board.facts(number).terrain, 1, "15.32D"))
    worth = fortified(state, number, froms, is_drop=is_drop)
    if worth:
        kinds = {*_walls(state, number, froms, is_drop=is_drop)}
        parts.append(("fortress", worth, "15.32E") if kinds == {FORTRESS} else
                     ("fortification", worth, "15.32F"))  # fmt: skip
    elif not is_drop and _mixed_wall(state, number, froms) and not state.cut.get(number):
        parts.append(("river and fortification on different sides", 1, "15.321"))
    return parts


def multiplier(
    state: State, unit: str, number: str, froms: tuple[str, ...], facts: Mapping[str, bool]
) -> tuple[tuple[str, int, str], ...]:
    """10.13, 11.49, 15.32, 15.32H, 15.33, 15.33C, 15.33H, 15.331  Return what makes up a unit's multiplier.

    `facts`: `drop` if airborne units drop on the hex, `alone` if nobody else attacks it, `exploiting`
    if exploiting armor of CTL 2 or more attacks (R-32), `armored` if armor does and nobody exploits.
    """
    parts = _ground_parts(state, number, froms, is_drop=facts["drop"])
    counter, seat = state.counter(unit), state.seat_of(unit)
    assert seat is not None, "a neutral is not attacked"
    is_soft = counter.arm in ("armor", "specialized", "airborne")
    if facts["alone"]:
        parts.append(("airdrop alone", 2 if is_soft else 1, "15.32H"))
    # Armor without its component is infantry in this respect (15.331).
    is_armor = counter.arm == "armor" and is_intact(state, unit)
    if is_armor or specialized(state, unit):
        return tuple(parts + _isolation(state, unit))
    is_key_hex = is_key(state, number, seat)
    home = state.table.board.facts(number).country == counter.nation
    if facts["exploiting"] and not is_key_hex:
        parts.append(("exploiting armor", -1, "15.33A"))
    is_infantry = counter.arm not in ("replacement", "partisan")
    if facts["armored"] and is_infantry and is_surprised(state, unit):
        parts += [] if is_prized(state, number) else [("surprised", -1, "15.33G")]
    parts += _national(state, unit, number, is_home=home)
    if counter.arm == "partisan":
        parts.append(("partisan", -1, "15.33C"))
    elif ctl(state, unit) <= 0 and not is_key_hex and not home:
        parts.append(("untrained", -1, "15.33C"))
    # Partisans are prepared for every winter (11.49).
    is_frozen = state.winter >= _HARD_WINTER and has_winter(state, number)
    if is_frozen and not is_key_hex and counter.arm != "partisan":
        parts.append(("winter", -1, "15.33H"))
    return tuple(parts + _isolation(state, unit))


def _national(state: State, unit: str, number: str, *, is_home: bool) -> list[tuple[str, int, str]]:
    """15.33B, R-57, R-58  Return the malus of Italians out of their front and of minors abroad."""
    counter, front = state.counter(unit), state.table.board.facts(number).front
    if counter.nation == "italy" and front != "mediterranean":
        return [("Italians off their front", -1, "15.33B")]
    if counter.nation in MINORS and not is_home and counter.arm != "armor":
        return [("minor abroad", -1, "15.33B")]
    return []


def _isolation(state: State, unit: str) -> list[tuple[str, int, str]]:
    """15.33D, R-38  Return what turns of isolation cost."""
    turns = state.units[unit].isolated
    return [("isolated", -turns, "15.33D")] if turns else []


def reckon(
    state: State,
    hexes: tuple[str, ...],
    units: Iterable[str],
    dropped: Iterable[str] = (),
    support: int = 0,
    das: int = 0,
) -> Odds:
    """15.3, 15.5, R-32, R-60, R-61  Return what an attack by these comes to as things stand."""
    ground, down = [*units], [*dropped]
    attacker = state.active
    froms = tuple(dict.fromkeys(state.place_of(unit) for unit in ground))
    exploiting = any(
        state.counter(u).arm == "armor" and u in state.routes and ctl(state, u) >= _TRAINED
        for u in ground
    )
    armored = state.phase != "exploitation" and any(state.counter(u).arm == "armor" for u in ground)
    lines, walls = [], 0
    for number in hexes:
        here = [unit for unit in down if state.place_of(unit) == number or len(hexes) == 1]
        facts = {
            "drop": bool(here),
            "alone": bool(here) and not ground,
            "exploiting": exploiting,
            "armored": armored,
        }
        walls += fortified(state, number, froms, is_drop=bool(here))
        for unit in defenders(state, (number,), attacker):
            parts = multiplier(state, unit, number, froms, facts)
            net = max(1, sum(worth for _, worth, _ in parts))
            lines.append(DefenseLine(unit, state.counter(unit).factor, net, parts))
    attack = sum(state.counter(unit).factor for unit in (*ground, *down))
    return Odds(attack, support, tuple(lines), das, walls > 0)
