"""A World at War for tests: positions in a few words, and where things stand."""

from typing import Any

from tests.table import Table

WAR = "world-at-war"


def table(*units: str, **members: Any) -> Table:
    """Return a table with Belgium, the Netherlands and Luxembourg at war, before attacks are announced.

    "de_arm_1 in 1105, supply partial, dropped": what a word is followed by is its value, and a route all
    its hexes. `scenario` and `options` choose the game.
    """
    scenario, options = members.pop("scenario", "france-1940"), members.pop("options", {})
    if scenario == "france-1940":
        members = {"neutral": ["italy"], **members}
    placed = dict(map(_placed, units))
    if placed:
        members["units"] = placed
    return Table(WAR, scenario, **options).at(members.pop("step", "announce"), **members)


def _placed(words: str) -> tuple[str, dict[str, Any]]:
    where, *notes = words.split(", ")
    unit, _, number = where.partition(" in ")
    facts: dict[str, Any] = {"hex": number}
    for note in notes:
        word, _, value = note.partition(" ")
        if word == "route":
            facts[word] = value.split()
        else:
            facts[word] = int(value) if value.isdigit() else value or True
    return unit, facts


def attack(number: str, *units: str, **support: int) -> dict[str, Any]:
    """Return an attack on one hex, with ground support by wing."""
    return {"kind": "attack", "hexes": [number], "units": [*units], "support": support}


def march(unit: str, *path: str) -> dict[str, Any]:
    """Return the move of a unit."""
    return {"kind": "move", "units": [unit], "path": [*path]}


def overrun(number: str, *units: str, **support: int) -> dict[str, Any]:
    """Return an overrun, with ground support by wing."""
    return {"kind": "overrun", "units": [*units], "hex": number, "support": support}


def drop(unit: str, transport: str, number: str) -> dict[str, Any]:
    """Return an airdrop."""
    return {"kind": "drop", "unit": unit, "transport": transport, "hex": number}


def build(unit: str, number: str, payer: str) -> dict[str, Any]:
    """Return the construction of a unit."""
    return {"kind": "build", "unit": unit, "hex": number, "payer": payer}
