"""What must hold of the pack as a whole: the grid, the zones, the cards, and what the rulebook prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sealion_pbem.engine.pack import Finding, Pack, PackSheet, Row
from sealion_pbem.hexes.grid import adjacency, distance
from sealion_pbem.rulesets.war_at_sea.packs.columns import (
    ABILITIES,
    FLEETS,
    NATIONS,
    RANGES,
    SCENARIOS,
    SECTORS,
    SUBTYPES,
    UNITS,
    ZONES,
)

__all__ = ["counts", "findings"]

_PRINTED = {
    "us_princeton": 16, "us_sbd_dauntless": 13, "us_f4f_wildcat": 7, "uk_hood": 48,
    "us_fletcher": 7, "ff_le_terrible": 9,
}  # fmt: skip
"""2.2  The costs of the example fleet, the only ones that the rulebook prints."""
_WHOLE, _HALF, _OBJECTIVES, _ZONES = 75, 10, 3, 6
_RANKS = range(1, 11)
_CLOSED = ("island", "shoal")


def findings(pack: Pack) -> Iterator[Finding]:
    """Return what is wrong with the pack beyond single cells."""
    for file, column in ((UNITS, "id"), (ABILITIES, "id"), (NATIONS, "code"), (SECTORS, "sector")):
        yield from _repeated(pack[file], column)
    if not any(sheet.findings for sheet in pack.sheets.values()):
        yield from _sectors(pack[SECTORS])
        yield from _zones(pack)
        yield from _cards(pack)
        yield from _fleets(pack)


def counts(pack: Pack) -> Iterator[tuple[str, int]]:
    """Return what the pack amounts to."""
    types = Counter(row["type"] for row in pack[UNITS])
    yield from ((f"cards: {name}", types[name]) for name in SUBTYPES)
    for file, what in ((ABILITIES, "special abilities"), (NATIONS, "nations")):
        yield what, len(pack[file].rows)
    yield "sectors", sum(row["whole"] == "1" for row in pack[SECTORS])
    yield "battle zones", len({row["zone"] for row in pack[ZONES]})
    yield "ready fleets", len(pack[FLEETS].rows)
    yield "scenarios", len(pack.charts.get(SCENARIOS, ()))


def _repeated(sheet: PackSheet, column: str) -> Iterator[Finding]:
    seen: dict[str, int] = {}
    for row in sheet:
        if row[column] in seen:
            text = f"is {row[column]!r} as in row {seen[row[column]]}, expected one row for each"
            yield row.wrong(column, text)
        seen[row[column]] = row.number


def _sectors(sheet: PackSheet) -> Iterator[Finding]:
    """1.1, R-1, R-2  Ten ranks; odd ones have places 1 to 8, even ones 2 to 8 and two half-sectors."""
    whole = {row["sector"] for row in sheet if row["whole"] == "1"}
    if (len(whole), len(sheet.rows) - len(whole)) != (_WHOLE, _HALF):
        text = f"has {len(whole)} sectors and {len(sheet.rows) - len(whole)} half-sectors"
        yield Finding(sheet.file, 0, "", f"{text}, expected {_WHOLE} and {_HALF} (1.1, R-2)")
    near = adjacency(sorted(whole))
    for row in sheet:
        rank = int(row["rank"])
        if row["sector"] != f"{rank:02d}0{row['place']}":
            yield row.wrong("sector", f"is {row['sector']}, expected rank and place (R-1)")
        if row["half_of_map"] != ("west" if rank <= len(_RANKS) // 2 else "east"):
            yield row.wrong("half_of_map", "is wrong, expected five ranks in each half (1.1.4)")
        wanted = set(near.get(row["sector"], ()))
        if set(row["neighbours"].split()) != wanted:
            expected = " ".join(sorted(wanted)) or "none"
            yield row.wrong("neighbours", f"are not those of a hex, expected {expected} (R-1)")


def _zones(pack: Pack) -> Iterator[Finding]:
    """1.1.2, R-5  Three objectives, two airbases, free edge ranks, one open sea."""
    whole = {row["sector"] for row in pack[SECTORS] if row["whole"] == "1"}
    numbers = sorted({row["zone"] for row in pack[ZONES]})
    if len(numbers) != _ZONES:
        yield Finding(ZONES, 0, "zone", f"has {len(numbers)} zones, expected {_ZONES} (1.1.2)")
    for number in numbers:
        rows = [row for row in pack[ZONES] if row["zone"] == number]
        lying: dict[str, str] = {}
        for row in rows:
            yield from _feature(row, whole, lying)
            if row["feature"] != "objective":
                lying[row["sector"]] = row["feature"]
        goals = [row["sector"] for row in rows if row["feature"] == "objective"]
        if len(goals) != _OBJECTIVES:
            text = f"zone {number} has {len(goals)} objectives, expected {_OBJECTIVES} (1.3)"
            yield Finding(ZONES, rows[0].number, "feature", text)
        if any(distance(one, other) == 1 for one in goals for other in goals):
            text = f"zone {number} has objectives that touch, expected a sector between them (R-5)"
            yield Finding(ZONES, rows[0].number, "sector", text)
        if sum(row["feature"] == "airbase" for row in rows) != len(("west", "east")):
            text = f"zone {number} needs an airbase at each end (7.2)"
            yield Finding(ZONES, rows[0].number, "feature", text)
        yield from _cut_off(rows[0], number, whole - {s for s in lying if lying[s] in _CLOSED})


def _feature(row: Row, whole: set[str], lying: dict[str, str]) -> Iterator[Finding]:
    sector, feature = row["sector"], row["feature"]
    if (feature == "airbase") != sector.startswith("airbase"):
        yield row.wrong("sector", f"is {sector!r}, expected an airbase for airbases only")
    elif feature != "airbase" and sector not in whole:
        yield row.wrong("sector", f"is {sector!r}, expected a whole sector (1.1)")
    elif feature in _CLOSED and int(sector[:2]) in (_RANKS[0], _RANKS[-1]):
        yield row.wrong("sector", "lies on an edge rank, expected these to be free (R-5)")
    elif feature != "objective" and sector in lying:
        yield row.wrong("sector", f"has {lying[sector]} already, expected one feature in a sector")
    elif feature == "objective" and lying.get(sector) in _CLOSED:
        yield row.wrong("sector", "has an objective that nobody can reach")


def _cut_off(row: Row, number: str, open_: set[str]) -> Iterator[Finding]:
    near = adjacency(sorted(open_))
    seen, todo = set[str](), [min(open_)]
    while todo:
        here = todo.pop()
        if here not in seen:
            seen.add(here)
            todo += near[here]
    if seen != open_:
        lost = " ".join(sorted(open_ - seen))
        yield row.wrong("sector", f"zone {number} cuts off {lost}, expected one open sea (R-5)")


def _cards(pack: Pack) -> Iterator[Finding]:
    """2.1  Return cards whose values do not fit together or cost other than printed (2.2)."""
    known = pack[ABILITIES].by("id")
    sides = {row["code"]: row["side"] for row in pack[NATIONS]}
    for row in pack[UNITS]:
        yield from _card(row, sides)
        for ability in row["abilities"].split():
            if ability not in known:
                yield row.wrong("abilities", f"has {ability!r}, expected one of abilities.csv")
    cost = {row["id"]: row for row in pack[UNITS]}
    for name, printed in _PRINTED.items():
        if name in cost and int(cost[name]["cost"]) != printed:
            yield cost[name].wrong("cost", f"is not {printed}, as the rulebook prints it (2.2)")
    used = {ability for row in pack[UNITS] for ability in row["abilities"].split()}
    for name in known.keys() - used:
        yield Finding(ABILITIES, known[name].number, "id", "no card has it", is_fault=False)


def _card(row: Row, sides: dict[str, str]) -> Iterator[Finding]:
    abilities = row["abilities"].split()
    if row["subtype"] not in SUBTYPES[row["type"]]:
        expected = " or ".join(SUBTYPES[row["type"]]) or "nothing"
        yield row.wrong("subtype", f"is {row['subtype']!r}, expected {expected} (2.1)")
    if sides.get(row["nation"]) != row["side"]:
        yield row.wrong("side", "is not that of its nation in nations.csv (1.2)")
    if int(row["vital"]) <= int(row["armor"]):
        yield row.wrong("vital", "is not above armor (2.1)")
    if (row["speed"] == "A") != (row["type"] == "Aircraft"):
        yield row.wrong("speed", "expected A for Aircraft, sectors for others (2.1)")
    if (row["capacity"] != "0") != (row["subtype"] == "Carrier"):
        yield row.wrong("capacity", "expected one for Carriers, 0 for others (7.1)")
    if (row["main4"] != "0") != ("extended_range" in abilities):
        yield row.wrong("main4", "expected dice with Extended Range, 0 without (8.2)")
    if ("escort" in abilities) != (row["subtype"] == "Fighter"):
        yield row.wrong("abilities", "expected escort for Fighters and for nobody else (8.1)")
    yield from _attacks(row)


def _attacks(row: Row) -> Iterator[Finding]:
    if row["type"] == "Submarine" and (row["main0"] != "0" or row["antiair"] != "0"):
        yield row.wrong("main0", "a Submarine has neither Gunnery nor Antiair (2.1)")
    for name, number in RANGES.items():
        dice = [int(row[f"{name}{n}"]) for n in range(number)]
        if dice != sorted(dice, reverse=True):
            yield row.wrong(f"{name}0", f"{dice} rises with the range")


def _fleets(pack: Pack) -> Iterator[Finding]:
    """2.2  Ready fleets hold cards of their side and say what they cost."""
    cards = pack[UNITS].by("id")
    for row in pack[FLEETS]:
        names = row["units"].split()
        unknown = [name for name in names if name not in cards]
        foreign = [n for n in names if n in cards and cards[n]["side"] != row["side"]]
        if unknown or foreign:
            text = f"has {' '.join(unknown + foreign)}, expected cards of its side"
            yield row.wrong("units", text)
        elif (total := sum(int(cards[name]["cost"]) for name in names)) != int(row["cost"]):
            yield row.wrong("cost", f"is {row['cost']}, expected {total}, the sum of its units")
