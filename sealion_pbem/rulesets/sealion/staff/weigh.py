"""12.3  What a land combat promises, counted over the six faces of the die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.rules.ch04_victory import CHURCHILL
from sealion_pbem.rulesets.sealion.rules.ch10_air.support import air_support
from sealion_pbem.rulesets.sealion.rules.ch11_landing import counts_as_german
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import column_of, supporters
from sealion_pbem.rulesets.sealion.state import BRITISH, State, other

__all__ = ["FACES", "Chance", "chance", "forecast", "help_for", "value"]

FACES = 6
_CHURCHILL = 20


class Chance(NamedTuple):
    """Over six faces: how many win the hex, and what is gained less what is lost."""

    wins: int
    score: int


def value(state: State, name: str) -> int:
    """Return what a unit is worth to its owner."""
    if name == CHURCHILL:
        return _CHURCHILL
    return state.attack_of(name) + state.defense_of(name) + 1


def _step(state: State, name: str) -> int:
    """Return what one step of a unit is worth."""
    counter = state.counter(name)
    if state.units[name].steps == 1:
        return value(state, name)
    return max(1, value(state, name) - counter.reduced_attack - counter.reduced_defense - 1)


def chance(
    state: State,
    sides: tuple[Sequence[str], Sequence[str]],
    column: int,
    shift: int,
    *,
    prize: int,
    trapped: bool,
) -> Chance:
    """12.3  Return what a column and a sum of modifiers promise; who came by sea cannot go back."""
    wins = score = 0
    cells = data.tables()["combat_results"]["columns"][column - 1]
    for die in range(1, FACES + 1):
        cell = cells[min(max(die + shift, 1), FACES) - 1]
        won = _is_won(state, cell, sides[1])
        wins += won
        score += _gain(state, cell["defenders"], sides[1]) - _gain(
            state, cell["attackers"], sides[0]
        )
        if won:
            score += prize
        elif trapped:
            score -= sum(value(state, name) for name in sides[0])
    return Chance(wins, score)


def _gain(state: State, how: str, units: Sequence[str]) -> int:
    if how == "none" or not units:
        return 0
    worth = value if how.endswith("eliminated") else _step
    losses = [worth(state, name) for name in units]
    return min(losses) if how.startswith("one_") else sum(losses)


def _is_won(state: State, cell: Any, defenders: Sequence[str]) -> bool:
    """Return whether the attackers have the hex to themselves after this result."""
    if cell["retreat"] == "attackers" or cell["attackers"] == "all_eliminated":
        return False
    if cell["retreat"] == "defenders" or cell["defenders"] == "all_eliminated" or not defenders:
        return True
    if len(defenders) > 1:
        return False
    is_last = state.units[defenders[0]].steps == 1
    return cell["defenders"] == "one_eliminated" or (
        cell["defenders"] == "one_reduced"
        and (is_last or cell["retreat"] == "the_reduced_defender")
    )


def help_for(state: State, place: str, used: frozenset[str]) -> tuple[int, int]:
    """12.0  Return what aircraft, ships and guns would add to the attack on a hex and to its defence."""
    seat = state.seat
    support = [name for name in supporters(state, place, seat) if name not in used]
    attack = _helped(state, support) + sum(add for _, add in air_support(state, place, seat))
    defence = _helped(state, supporters(state, place, other(seat)))
    return attack, defence + sum(add for _, add in air_support(state, place, other(seat)))


def forecast(
    state: State, place: str, came: Mapping[str, str], prize: int, helped: tuple[int, int]
) -> Chance:
    """12.0, 12.1  Return what an attack would promise; `came` says from where each attacker comes."""
    attackers, defenders = list(came), state.land_in(place, other(state.seat))
    attack = sum(state.attack_of(name) for name in attackers) + helped[0]
    defence = sum(state.defense_of(name) for name in defenders) + helped[1]
    trapped = any(here in SECTORS for here in came.values())
    shift = _shift(state, place, came, defenders)
    column = column_of(max(attack, 1), defence)
    return chance(state, (attackers, defenders), column, shift, prize=prize, trapped=trapped)


def _helped(state: State, names: Sequence[str]) -> int:
    """Return what supporters add."""
    total = 0
    for name in names:
        land = state.counter(name).arm == "land"
        total += state.attack_of(name) if land else state.strength_of(name) or 0
    return total


def _shift(state: State, place: str, came: Mapping[str, str], defenders: Sequence[str]) -> int:
    """12.1  Return the sum of the modifiers of a combat that has not been begun."""
    table, board = data.tables()["combat_modifiers"], state.table.board
    facts = board.hexes[place]
    total = sum(state.quality_of(n) for n in came if n != CHURCHILL)
    total -= sum(state.quality_of(n) for n in defenders if n != CHURCHILL)
    total += table["rain"] if state.is_rain else 0
    if facts.city == "london":
        total += state.edition.london_modifier
        total += table["churchill_defending"] if CHURCHILL in defenders else 0
    elif facts.city:
        total += table["city"]
    total += table["marsh"] if facts.marsh else 0
    total += table["tunnel"] if facts.tunnel else 0
    total += table[f"{facts.woods}_woods"] if facts.woods else 0
    if facts.bunker and defenders and state.seat != BRITISH:
        total += table[f"bunker_{facts.bunker}"]
    if any(here in SECTORS for here in came.values()) and not counts_as_german(state, place):
        total += table[f"beach_{facts.beach}"] if facts.beach else 0
        total += table["cliffs"] if facts.cliffs else 0
        total += table["port"] if facts.port else 0
    crossed = {f for here in came.values() for f in board.features(here, place)}
    total += sum(table[side] for side in ("escarpment", "river", "thames") if side in crossed)
    return int(total)
