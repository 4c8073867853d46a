"""The columns of every CSV file of the pack, and what a cell in each may hold."""

from __future__ import annotations

from collections.abc import Mapping

from sealion_pbem.engine.pack import CellFormat, cell, cell_of_words

__all__ = [
    "ABILITIES",
    "FLEETS",
    "HISTORY",
    "LAYOUTS",
    "NATIONS",
    "RANGES",
    "SCENARIOS",
    "SCENARIO_UNITS",
    "SECTORS",
    "SETTINGS",
    "SUBTYPES",
    "UNITS",
    "ZONES",
]

UNITS, ABILITIES, NATIONS, FLEETS = "units.csv", "abilities.csv", "nations.csv", "fleets.csv"
SECTORS, ZONES, SETTINGS = "sectors.csv", "zones.csv", "settings.csv"
SCENARIO_UNITS, SCENARIOS = "scenario_units.csv", "scenarios.json"
HISTORY = ("history_ships.csv", "history_aircraft.csv")
"""The public figures from which the cards are derived."""
RANGES = {"main": 5, "sec": 4, "ter": 4, "torp": 4}
"""How many columns an attack has, one for each range."""
SUBTYPES = {
    "Ship": ("Battleship", "Carrier", "Cruiser", "Destroyer", "Torpedo Boat", "Auxiliary"),
    "Submarine": ("",),
    "Aircraft": ("Fighter", "Dive Bomber", "Torpedo Bomber", "Patrol Bomber"),
}

_ID = cell("[a-z][a-z0-9_]{1,39}", "an id of small letters, digits and _")
_IDS = cell("|[a-z][a-z0-9_]*(?: [a-z][a-z0-9_]*)*", "ids with blanks between them")
_NAME = cell(r"\S(?:.{0,58}\S)?", "a name of at most 60 characters")
_TEXT = cell(r"|\S(?:.{0,998}\S)?", "at most 1,000 characters, no blanks around them")
_SOURCE = cell(r"\S(?:.{0,998}\S)?", "where the values come from")
_COUNT = cell("0|[1-9][0-9]{0,5}", "a whole number")
_DICE = cell("0|[1-9]|[12][0-9]|30", "a number of dice from 0 to 30")
_SIGNED = cell("0|-?[1-9][0-9]{0,4}", "a whole number")
_YEAR = cell("19[0-4][0-9]", "a year from 1900 to 1949")
_FLAG = cell_of_words("0", "1")
_SIDE = cell_of_words("allied", "axis")
_NATION = cell("[a-z]{2}", "the code of a nation")
_SECTOR = cell("(?:0[1-9]|10)0[1-9]", "a sector from 0101 to 1009")
_NEAR = cell("|[01][0-9]0[1-9](?: [01][0-9]0[1-9])*", "sectors with blanks between them")
_TYPE = cell_of_words(*SUBTYPES)
_SUBTYPE = cell_of_words(*dict.fromkeys(name for names in SUBTYPES.values() for name in names))
_GUNS = cell("|[1-9][0-9]*x[1-9][0-9]*", "such as 8x381, or nothing")

LAYOUTS: Mapping[str, Mapping[str, CellFormat]] = {
    UNITS: {
        "id": _ID,
        "name": _NAME,
        "nation": _NATION,
        "side": _SIDE,
        "type": _TYPE,
        "subtype": _SUBTYPE,
        "year": _YEAR,
        "cost": cell("[1-9][0-9]{0,2}", "points from 1 to 999"),
        "speed": cell("[1-9]|A", "sectors, or A for Aircraft"),
        "flagship": cell("[0-9]", "0 to 9"),
        "capacity": cell("[0-9]", "0 to 9"),
        "carrier_capable": _FLAG,
        **{name: cell("[1-9]|[12][0-9]", "1 to 29") for name in ("armor", "vital", "hull")},
        **{f"{name}{n}": _DICE for name in ("main", "sec", "ter") for n in range(RANGES[name])},
        **dict.fromkeys(("antiair", "bomb", "asw"), _DICE),
        **{f"torp{n}": _DICE for n in range(RANGES["torp"])},
        "abilities": _IDS,
        "provenance": _SOURCE,
    },
    ABILITIES: {
        "id": _ID,
        "rule": cell(r"8\.(?:[1-9]|1[0-9]|2[0-9])", "a rule of chapter 8"),
        "name": _NAME,
        "cost_hundredths": _SIGNED,
        "used_by": _NAME,
        "phase": _NAME,
        "text": _SOURCE,
        "provenance": _SOURCE,
    },
    NATIONS: {
        "code": _NATION,
        "name": _NAME,
        "side": _SIDE,
        "theatres": cell(
            "(?:atlantic|mediterranean|pacific)(?: (?:atlantic|mediterranean|pacific))*",
            "out of atlantic, mediterranean and pacific, with blanks between them",
        ),
        "provenance": _SOURCE,
    },
    FLEETS: {
        "side": _SIDE,
        "fleet": _ID,
        "title": _NAME,
        "units": _IDS,
        "cost": _COUNT,
        "provenance": _SOURCE,
    },
    SECTORS: {
        "sector": _SECTOR,
        "rank": cell("[1-9]|10", "1 to 10"),
        "place": cell("[1-9]", "1 to 9"),
        "whole": _FLAG,
        "section": cell_of_words("north", "seam", "south"),
        "half_of_map": cell_of_words("west", "east"),
        "ship_deployment": cell_of_words("west", "east", ""),
        "neighbours": _NEAR,
        "provenance": _SOURCE,
    },
    ZONES: {
        "zone": cell("[1-6]", "1 to 6"),
        "name": _NAME,
        "sector": cell("(?:0[1-9]|10)0[1-9]|airbase (?:west|east)", "a sector, or an airbase"),
        "feature": cell_of_words("objective", "island", "shoal", "fog", "squall", "airbase"),
        "provenance": _SOURCE,
    },
    SCENARIO_UNITS: {
        "id": _ID,
        "name": _NAME,
        "side": cell_of_words("escort", "interceptor"),
        "type": cell_of_words("Ship", "Submarine"),
        "subtype": _SUBTYPE,
        **{
            name: cell("[1-9]|[12][0-9]", "1 to 29") for name in ("speed", "armor", "vital", "hull")
        },
        "attacks": cell_of_words("none", ""),
        "count": cell("[1-9]", "1 to 9"),
        "scenario": _ID,
        "provenance": _SOURCE,
    },
    SETTINGS: {
        "name": _ID,
        "default": _NAME,
        "values": _NAME,
        "ruling": _NAME,
        "meaning": _SOURCE,
    },
    HISTORY[0]: {
        "id": _ID,
        "name": _NAME,
        "nation": _NATION,
        "type": _TYPE,
        "subtype": _SUBTYPE,
        "year": _YEAR,
        "displacement_t": _COUNT,
        "speed_tenths_kn": _COUNT,
        **dict.fromkeys(("main", "secondary", "tertiary"), _GUNS),
        **dict.fromkeys(("belt_mm", "deck_mm", "tubes"), _COUNT),
        "torpedo_class": _TEXT,
        **dict.fromkeys(("asw_launchers", "heavy_aa", "light_aa", "aircraft", "flagship"), _COUNT),
        "abilities": _IDS,
        "provenance": _SOURCE,
    },
    HISTORY[1]: {
        "id": _ID,
        "name": _NAME,
        "nation": _NATION,
        "subtype": _SUBTYPE,
        "year": _YEAR,
        "carrier_capable": _FLAG,
        **dict.fromkeys(("speed_kmh", "empty_kg"), _COUNT),
        "protected": _FLAG,
        **dict.fromkeys(("rifle_mg", "heavy_mg", "cannon", "bomb_kg"), _COUNT),
        "dive": _FLAG,
        **dict.fromkeys(("torpedoes", "asw"), _COUNT),
        "abilities": _IDS,
        "provenance": _SOURCE,
    },
}
"""File name to its columns; the order counts."""
