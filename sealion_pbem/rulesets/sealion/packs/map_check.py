"""What must hold on any map of the game: one hex for each number, sound hexsides, roads and sectors."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.pack import Finding, Row
from sealion_pbem.hexes.grid import hex_number, neighbours
from sealion_pbem.rulesets.sealion.packs.columns import HEXES, HEXSIDES, SECTOR_NAMES, SECTORS
from sealion_pbem.rulesets.sealion.packs.compilation import BOXES
from sealion_pbem.rulesets.sealion.packs.mapview import BLOCKED, MapView, terrain_of

__all__ = ["map_findings"]

_COLUMNS, _ROWS = range(20, 71), range(1, 31)
_OF_LAND = (
    *("city", "london", "parliament", "road", "port", "airbase", "factory_2016", "factory_deluxe"),
    *("radar", "tunnel", "beach", "cliffs", "woods", "marsh", "bunker", "entry", "edge"),
)
# Both are named by the rulebooks and stand for good: one on the mainland, one on the Isle of Wight.
_PARLIAMENT, _VENTNOR = "4409", "2629"


def map_findings(view: MapView) -> Iterator[Finding]:
    """Yield whatever is wrong with the three files of the map."""
    yield from _grid(view)
    for row in view.pack[HEXES]:
        yield from _sea(row) if row["kind"] == "sea" else _land(row)
    yield from _hexsides(view)
    yield from _roads(view)
    yield from _sectors(view)
    yield from _reach(view)


def _grid(view: MapView) -> Iterator[Finding]:
    seen: dict[str, int] = {}
    for row in view.pack[HEXES]:
        number = row["hex"]
        if number in seen:
            yield row.wrong("hex", f"is {number} like row {seen[number]}, expected each hex once")
        seen[number] = row.number
        if number != hex_number(int(row["col"]), int(row["row"])):
            text = f"column {row['col']} and row {row['row']}, expected those of {number}"
            yield row.wrong("hex", text)
    wanted = {hex_number(column, row) for column in _COLUMNS for row in _ROWS}
    for number in sorted(wanted - seen.keys()):
        text = f"the hex {number} is missing, expected columns 20 to 70 and rows 01 to 30 in full"
        yield Finding(HEXES, 0, "hex", text)


def _sea(row: Row) -> Iterator[Finding]:
    for column in _OF_LAND:
        if row.is_set(column):
            yield row.wrong(column, f"is {row[column]!r} in a sea hex, expected nothing")
    if row["terrain"] != "sea":
        yield row.wrong("terrain", f"is {row['terrain']}, expected sea as kind says")


def _land(row: Row) -> Iterator[Finding]:
    is_coastal = row["kind"] == "coastal"
    if row["terrain"] != terrain_of(row):
        text = f"is {row['terrain']}, expected {terrain_of(row)} by city, london, woods and marsh"
        yield row.wrong("terrain", text)
    for column in ("beach", "sectors"):
        if bool(row[column]) != is_coastal:
            right = "a value, since the hex is coastal" if is_coastal else "nothing inland"
            yield row.wrong(column, f"is {row[column]!r}, expected {right}")
    if row["port"] and not is_coastal:
        yield row.wrong("port", f"is {row['port']!r} inland, expected ports in coastal hexes only")
    if row["cliffs"] == "1" and row["beach"] != "unsuitable":
        text = f"is 1 on a beach that is {row['beach'] or 'none'}, expected unsuitable (7.5)"
        yield row.wrong("cliffs", text)
    if not row["range_yellow"] <= row["range_orange"] <= row["range_red"]:
        text = "lies in a range line but not in the wider ones, expected yellow in orange in red"
        yield row.wrong("range_red", f"{text} (9.1)")
    yield from _belonging(row)


def _belonging(row: Row) -> Iterator[Finding]:
    """Yield what stands without what it belongs to."""
    if row["factory_2016"] > row["factory_deluxe"]:
        yield row.wrong("factory_deluxe", "is 0 where 2016 has a factory, expected 1")
    needs = {
        "factory_deluxe": "city",
        "london": "city",
        "parliament": "london",
        "entry": "road",
        "tunnel": "road",
    }
    for column, needed in needs.items():
        if row.is_set(column) and not row.is_set(needed):
            text = f"is {row[needed]!r}, expected a value, since {column} is {row[column]}"
            yield row.wrong(needed, text)
    for flag, name in (
        ("factory_deluxe", "factory_name"),
        ("radar", "radar_name"),
        ("tunnel", "tunnel_name"),
    ):
        if row.is_set(flag) != bool(row[name]):
            right = "a name" if row.is_set(flag) else "nothing"
            yield row.wrong(
                name, f"is {row[name]!r}, expected {right}, since {flag} is {row[flag]}"
            )
    edge = "N" * (row["row"] == "1") + "W" * (row["col"] == "20")
    if row["edge"] != edge:
        text = f"is {row['edge']!r}, expected {edge!r}: the edges are row 01 and column 20 (A-123)"
        yield row.wrong("edge", text)
    if row.is_set("entry") and not row["edge"]:
        yield row.wrong("entry", "is 1, expected 0: units enter at the edge of the map")


def _hexsides(view: MapView) -> Iterator[Finding]:
    seen: dict[tuple[str, ...], int] = {}
    for row in view.pack[HEXSIDES]:
        a, b, feature = row["hex_a"], row["hex_b"], row["feature"]
        if b not in neighbours(a):
            yield row.wrong("hex_b", f"{b} is no neighbour of {a}, expected one of {_near(a)}")
        if a >= b:
            yield row.wrong("hex_a", f"is {a}, expected the lower number first")
        for column in ("hex_a", "hex_b"):
            if row[column] not in view.playable:
                yield row.wrong(column, f"{row[column]} is no land hex, expected one")
        if (a, b, feature) in seen:
            yield row.wrong("feature", f"repeats row {seen[a, b, feature]}, expected it once")
        seen[a, b, feature] = row.number
        features = view.features(a, b)
        if feature == "thames" and "river" in features:
            yield row.wrong("feature", "the side is a river too, expected one of the two")
        if feature == "crossing_arrow" and not features & BLOCKED:
            text = "an arrow on an open side, expected prohibited or impassable there too"
            yield row.wrong("feature", text)


def _roads(view: MapView) -> Iterator[Finding]:
    for number, links in view.roads.items():
        row = view.hexes[number]
        for there in links:
            if there not in neighbours(number):
                text = f"leads to {there}, expected neighbours only: {_near(number)}"
                yield row.wrong("road", text)
            elif number not in view.roads.get(there, ()):
                text = f"leads to {there}, expected {number} in the road of {there} too"
                yield row.wrong("road", text)
            elif not view.is_joined(number, there):
                what = " and ".join(sorted(view.features(number, there)))
                yield row.wrong(
                    "road", f"leads to {there} over a side that is {what}, expected none"
                )
        if len(set(links)) != len(links):
            yield row.wrong("road", f"is {row['road']!r}, expected each neighbour once")


def _sectors(view: MapView) -> Iterator[Finding]:
    listed: dict[str, set[str]] = {}
    pairs = {(row["sector"], row["target"], row["edition"]) for row in view.pack[SECTORS]}
    for row in view.pack[SECTORS]:
        if row["relation"] == "coastal_hex":
            listed.setdefault(row["target"], set()).add(row["sector"])
            yield from _coast(view, row)
        else:
            yield from _adjacency(row, pairs)
    for row in view.pack[HEXES]:
        if row["kind"] == "coastal":
            for sector in sorted(set(row["sectors"].split("|")) - listed.get(row["hex"], set())):
                yield row.wrong("sectors", f"has {sector!r}, expected a row of {SECTORS} for it")
    for sector in SECTOR_NAMES:
        if not any(sector in sectors for sectors in listed.values()):
            yield Finding(SECTORS, 0, "sector", f"{sector} has no coastal hex, expected some")


def _coast(view: MapView, row: Row) -> Iterator[Finding]:
    sector, target = row["sector"], row["target"]
    hex_ = view.hexes.get(target)
    if hex_ is None or hex_["kind"] != "coastal":
        yield row.wrong("target", f"{target} is no coastal hex, expected one")
    elif sector not in hex_["sectors"].split("|"):
        text = f"puts {target} in {sector}, expected what {HEXES} says: {hex_['sectors']}"
        yield row.wrong("sector", text)


def _adjacency(row: Row, pairs: set[tuple[str, str, str]]) -> Iterator[Finding]:
    sector, target = row["sector"], row["target"]
    known = tuple(BOXES) if row["relation"] == "assembly_area" else SECTOR_NAMES
    if target not in known:
        yield row.wrong("target", f"is {target!r}, expected one of {', '.join(known)}")
    elif known is SECTOR_NAMES and (target, sector, row["edition"]) not in pairs:
        text = f"{sector} adjoins {target}, expected a row the other way too"
        yield row.wrong("target", text)


def _reach(view: MapView) -> Iterator[Finding]:
    starts = (_PARLIAMENT, _VENTNOR)
    on_foot = view.reached(starts, view.is_joined)
    with_ferries = view.reached(starts[:1], view.is_joined_or_ferried)
    by_vehicle = view.reached(starts, view.is_open_to_vehicles)
    for number in sorted(view.playable):
        row = view.hexes[number]
        if number not in with_ferries:
            text = f"{number} cannot be reached from Parliament, expected an open side or an arrow"
            yield row.wrong("hex", text)
        elif number not in on_foot:
            text = f"{number} hangs on a ferry alone, expected an open side to its neighbours"
            yield row.wrong("hex", text)
        elif number not in by_vehicle and row["terrain"] not in {"heavy_woods", "marsh"}:
            text = f"no vehicle can reach {number}, expected a way round woods, marsh and water"
            yield row.wrong("hex", text)
    yield from _road_net(view, view.reached(starts[1:], view.is_joined))


def _road_net(view: MapView, island: set[str]) -> Iterator[Finding]:
    """Yield remarks: a printed map may well have what ours has not."""
    net = view.reached(
        [number for number in (_PARLIAMENT,) if number in view.roads],
        lambda a, b: b in view.roads.get(a, ()),
    )
    for number in sorted(view.roads.keys() - net - island):
        text = "the road does not join the others on the mainland"
        yield Finding(HEXES, view.hexes[number].number, "road", text, is_fault=False)
    for number, row in view.hexes.items():
        if row["terrain"] == "city" and not row["road"]:
            text = f"{row['city']} ({number}) has no road"
            yield Finding(HEXES, row.number, "road", text, is_fault=False)


def _near(number: str) -> str:
    return ", ".join(neighbours(number))
