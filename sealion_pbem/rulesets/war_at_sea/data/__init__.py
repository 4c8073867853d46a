"""The numbers of the game, read once from the compiled pack beside this file.

The CSV files in this folder are what people read and correct; `tools/make_packs.py` compiles them into
`cards.json` and `board.json`. `scenarios.json` is written by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from sealion_pbem.engine.compiled import Compiled
from sealion_pbem.rulesets.war_at_sea.statcard import BattleZone, Fleet, StatCard, card_of

__all__ = [
    "MERCHANT",
    "NOTICE",
    "PACKS",
    "SCHEMAS",
    "abilities",
    "cards",
    "compiled",
    "fleets",
    "folder",
    "nations",
    "scenarios",
    "schema",
    "sectors",
    "zones",
]

PACKS = ("cards", "board", "scenarios")
SCHEMAS = ("orders", "pack_scenarios", "position")
NOTICE = (
    "Cards, zones and fleets are a reconstruction from public history, a part of sealion-pbem, under the"
    " Apache License 2.0; six costs are those that the rulebook of War at Sea (2007) prints.\n"
)
MERCHANT = "merchant"
"""The card of the ships that are escorted (9.2)."""


@cache
def compiled(name: str) -> Compiled:
    """Return a pack of this folder."""
    return Compiled(files(__package__).joinpath(f"{name}.json").read_bytes)


@cache
def cards() -> Mapping[str, StatCard]:
    """2.1  Return every card by id, that of a merchant among them."""
    rows = compiled("cards").content()["cards"]
    return MappingProxyType({card.id: card for card in map(card_of, rows)})


@cache
def abilities() -> Mapping[str, tuple[str, str]]:
    """8.0  Return, by id, the rule and the name of every special ability."""
    return {name: (rule, title) for name, rule, title in compiled("cards").content()["abilities"]}


@cache
def nations() -> Mapping[str, tuple[str, frozenset[str]]]:
    """1.2, 9.6  Return, by code, the name of a nation and the theatres in which it fought."""
    rows = compiled("cards").content()["nations"]
    return {code: (name, frozenset(theatres)) for code, name, theatres in rows}


@cache
def fleets() -> tuple[Fleet, ...]:
    """2.2  Return the ready fleets."""
    rows = compiled("cards").content()["fleets"]
    return tuple(Fleet(side, name, title, tuple(units)) for side, name, title, units in rows)


@cache
def sectors() -> Mapping[str, str]:
    """1.1  Return the half of the map in which every whole sector lies, west or east."""
    return MappingProxyType(dict(compiled("board").content()["sectors"]))


@cache
def zones() -> Mapping[int, BattleZone]:
    """1.1.2  Return the six battle zones by number."""
    rows = compiled("board").content()["zones"]
    return {
        number: BattleZone(number, name, tuple(goals), dict(f)) for number, name, goals, f in rows
    }


@cache
def scenarios() -> Mapping[str, Any]:
    """9.0  Return the numbers of every scenario."""
    return MappingProxyType(compiled("scenarios").content())


def folder() -> str:
    """Return where these files are, for people who want to copy them."""
    return str(files(__package__))


@cache
def schema(part: str) -> Any:
    """Return the JSON Schema of orders, of a position or of a chart."""
    return json.loads(files(__package__).joinpath(f"{part}.schema.json").read_bytes())
