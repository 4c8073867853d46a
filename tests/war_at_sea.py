"""Positions of War at Sea in a few words, for rule tests.

    table = at("surface_attack", "axis-de_bismarck 0304", "allied-uk_hood 0306 hull=2")

A unit is its name (without a number it is the first of its card), its sector or base, and what is
said of it: hull=2, base=airbase, aborted.
"""

from typing import Any

from sealion_pbem.rulesets.war_at_sea.words import fights as f
from tests.table import Result, Table


def unit_of(words: str) -> tuple[str, dict[str, Any]]:
    """Return the name of a unit, and what a position says of it."""
    name, *rest = words.split()
    if not name.rpartition("-")[2].isdecimal():
        name = f"{name}-1"
    placed: dict[str, Any] = {}
    for word in rest:
        key, has_value, value = word.partition("=")
        if has_value:
            placed[key] = int(value) if value.isdecimal() and key != "sector" else value
        elif word[0].isdigit():
            placed["sector"] = word
        else:
            placed[word] = True
    return name, placed


def at(step: str, *units: str, scenario: str = "standard", **members: Any) -> Table:
    """Return a table with a position; settings stand in `options`."""
    table = Table("war-at-sea", scenario, **members.pop("options", {}))
    table._position = {"step": step, "units": dict(map(unit_of, units)), **members}
    return table


def attack(kind: str, unit: str, *targets: str, weapon: str = "") -> dict[str, Any]:
    """Return an attack by short names."""
    named = [unit_of(target)[0] for target in targets]
    order: dict[str, Any] = {"kind": kind, "unit": unit_of(unit)[0], "targets": named}
    return {**order, "weapon": weapon} if weapon else order


def shots(result: Result) -> list[tuple[int, str, int]]:
    """Return successes, effect and hull points of every attack."""
    return [(e.successes, e.effect, e.points) for e in result.events if isinstance(e, f.AttackMade)]


def codes(result: Result) -> list[tuple[str, str]]:
    """Return rule and code of every reason why a file was rejected."""
    return [(fault.rule, fault.code) for fault in result.outcome.refused]


def hull_of(table: Table, unit: str) -> int:
    """Return the hull points that a unit has left."""
    left: int = table.state.units[unit_of(unit)[0]].hull
    return left
