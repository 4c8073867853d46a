"""The columns of every CSV file of a pack, and what a cell in each may hold."""

from __future__ import annotations

from collections.abc import Mapping

from sealion_pbem.engine.pack import CellFormat, cell, cell_of_number, cell_of_words
from sealion_pbem.rulesets.sealion.data import PRINTINGS

__all__ = [
    "ALTERNATE",
    "ARRIVALS",
    "FIXED",
    "HEXES",
    "HEXSIDES",
    "LAYOUTS",
    "MAP_FACTS",
    "SECTORS",
    "SECTOR_NAMES",
    "SUPPLEMENTED",
    "TABLES",
    "UNIT_FACTS",
    "units_of",
]

HEXES, HEXSIDES, SECTORS = "map/hexes.csv", "map/hexsides.csv", "map/sectors.csv"
ARRIVALS, ALTERNATE = "arrivals_14_3.csv", "alt_setup_14_9.csv"
MAP_FACTS, UNIT_FACTS = "map_facts.csv", "unit_facts.csv"
FIXED = (MAP_FACTS, UNIT_FACTS)
"""What the rulebooks say; an owner of the game has nothing to correct there."""
TABLES = "tables.json"
SUPPLEMENTED = PRINTINGS[-1]
"""The printing whose units the charts of arrivals and alternate set-up are about."""
SECTOR_NAMES = ("Thames Estuary", "A", "B", "C", "D", "E", "F", "G")


def units_of(printing: str) -> str:
    """Return the name of the file with the units of a printing."""
    return f"units_{printing}.csv"


_HEX = "[2-6][0-9](?:0[1-9]|[12][0-9]|30)|70(?:0[1-9]|[12][0-9]|30)"
_SECTOR = "|".join(SECTOR_NAMES)
_TEXT = cell(r"|\S(?:.{0,298}\S)?", "at most 300 characters, no blanks around them")
_SOME_TEXT = cell(r"\S(?:.{0,58}\S)?", "a name of at most 60 characters")
_SOURCE = cell(r"\S(?:.{0,998}\S)?", "where the values come from")
_ID = cell("[a-z][a-z0-9_-]{1,39}", "an id of small letters, digits, - and _")
_FLAG = cell_of_words("0", "1")
_ONE_HEX = cell(_HEX, "a hex number from 2001 to 7030")
_HEX_LIST = cell(f"|(?:{_HEX})(?: (?:{_HEX}))*", "hex numbers with blanks between them")
_DECIMAL = cell(r"-?[0-9]{1,3}\.[0-9]{1,4}", "a decimal number")
_VALUE = cell_of_number(0, 12)
_EDITION = cell_of_words(*PRINTINGS, "both")

_SETUPS = (
    *("any_land_hex", "britain", "convoy", "convoy_or_sector", "convoy_with_transport", "france"),
    *("france_with_glider", "france_with_transport", "free_french", "london", "magnetic_mine"),
    *("mine_at_sea", "reinforcement", "royal_navy", "sector_a_or_b", "tunnel", "turn_3", "turn_4"),
    *("turn_track", "with_furious"),
)
_TYPES = (
    *("airlanding", "amphibious_tank", "armored_recon", "artillery", "bomber", "capital_ship"),
    *("carrier", "coastal_battery", "commando", "cruiser", "destroyer", "fighter", "floatplane"),
    *("glider", "infantry", "jaeger", "leader", "marine", "marker", "mine", "minesweeper"),
    *("motor_torpedo_boat", "motorized_aa", "motorized_infantry", "motorized_mg", "mountain"),
    *("panzer", "parachute", "parachute_dummy", "railway_gun", "submarine", "tank"),
    *("torpedo_boat", "transport"),
)

_UNITS = {
    "id": _ID,
    "seat": cell_of_words("german", "british", ""),
    "nationality": _TEXT,
    "arm": cell_of_words("land", "air", "naval", "marker"),
    "type": cell_of_words(*_TYPES),
    "size": cell_of_words(
        *("XX", "X", "III", "II", "wing", "corps", "division", "group", "ship", "flotilla"),
        *("battery", ""),
    ),
    "name": _SOME_TEXT,
    "group": _TEXT,
    "attack": _VALUE,
    "defense": _VALUE,
    "move": cell_of_words(*map(str, range(1, 13)), "R", ""),
    "movement_class": cell_of_words(
        *("leg", "vehicle", "mountain", "amphib_leg", "amphib_vehicle", "rail", "")
    ),
    "quality": cell_of_number(0, 6),
    "strength": cell_of_words(*map(str, range(13)), "X", ""),
    "codes": cell("|[ABYOR](?: [ABYOR])*", "letters out of A B Y O R with blanks between them"),
    "support_range": _VALUE,
    "steps": cell_of_number(0, 2),
    "reduced_attack": _VALUE,
    "reduced_defense": _VALUE,
    "reduced_quality": cell_of_number(0, 6),
    "reduced_strength": _VALUE,
    "setup": cell(
        f"|{'|'.join(_SETUPS)}|hex_(?:{_HEX})|sector:(?:{_SECTOR})",
        f"hex_NNNN, sector:NAME or one of {', '.join(_SETUPS)}",
    ),
    "arrival_turn": cell_of_number(1, 12),
    "optional_rule": cell(r"|14\.[1-9]", "a section of Deluxe 14 or nothing"),
    "provenance": _SOURCE,
    "note": _TEXT,
}

LAYOUTS: Mapping[str, Mapping[str, CellFormat]] = {
    HEXES: {
        "hex": _ONE_HEX,
        "col": cell("[2-7][0-9]", "the column"),
        "row": cell("[1-9]|[12][0-9]|30", "the row"),
        "lat": _DECIMAL,
        "lon": _DECIMAL,
        "land_fraction": cell(r"0\.[0-9]{2}|1\.00", "0.00 to 1.00"),
        "kind": cell_of_words("land", "coastal", "sea"),
        "edge": cell("|N?W|N", "N, W, NW or nothing"),
        "entry": _FLAG,
        "terrain": cell_of_words(
            *("clear", "light_woods", "heavy_woods", "marsh", "city", "london", "sea")
        ),
        "city": _TEXT,
        "london": _FLAG,
        "parliament": _FLAG,
        "road": _HEX_LIST,
        "port": _TEXT,
        "airbase": _TEXT,
        **{f"factory_{printing}": _FLAG for printing in PRINTINGS},
        "factory_name": _TEXT,
        "radar": _FLAG,
        "radar_name": _TEXT,
        "tunnel": _FLAG,
        "tunnel_name": _TEXT,
        "beach": cell_of_words("most", "less", "unsuitable", ""),
        "cliffs": _FLAG,
        "woods": cell_of_words("light", "heavy", ""),
        "marsh": _FLAG,
        "bunker": cell_of_words("fortified", "unfortified", ""),
        "range_yellow": _FLAG,
        "range_orange": _FLAG,
        "range_red": _FLAG,
        "sectors": cell(
            rf"|(?:{_SECTOR})(?:\|(?:{_SECTOR}))*", f"out of {', '.join(SECTOR_NAMES)}, with |"
        ),
        "provenance": _SOURCE,
    },
    HEXSIDES: {
        "hex_a": _ONE_HEX,
        "hex_b": _ONE_HEX,
        "feature": cell_of_words(
            *("river", "thames", "escarpment", "prohibited", "impassable", "crossing_arrow")
        ),
        "name": _TEXT,
        "provenance": _SOURCE,
    },
    SECTORS: {
        "sector": cell_of_words(*SECTOR_NAMES),
        "relation": cell_of_words("adjacent_sector", "assembly_area", "coastal_hex"),
        "target": _SOME_TEXT,
        "edition": _EDITION,
        "provenance": _SOURCE,
    },
    **{units_of(printing): _UNITS for printing in PRINTINGS},
    ARRIVALS: {
        "turn": cell("[2-9]|1[0-2]", "a game turn from 2 to 12"),
        "command": _SOME_TEXT,
        "unit": _ID,
        "entry_hexes": _HEX_LIST,
        "additional": _FLAG,
        "provenance": _SOURCE,
        "note": _TEXT,
    },
    ALTERNATE: {
        "unit": _ID,
        "near_hexes": _HEX_LIST,
        "entry_hexes": _HEX_LIST,
        "provenance": _SOURCE,
        "note": _TEXT,
    },
    MAP_FACTS: {
        "where": _SOME_TEXT,
        "feature": _SOME_TEXT,
        "value": _TEXT,
        "edition": _EDITION,
        "section": _SOME_TEXT,
        "note": _TEXT,
    },
    UNIT_FACTS: {
        "units": _TEXT,
        "measure": _SOME_TEXT,
        "relation": cell_of_words("=", ">=", "has", "lacks"),
        "value": _TEXT,
        "edition": _EDITION,
        "section": _SOME_TEXT,
        "note": _TEXT,
    },
}
"""File name to its columns; the order counts."""
