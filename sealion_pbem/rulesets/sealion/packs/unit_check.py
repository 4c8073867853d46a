"""What must hold of any counter: values that belong together, and lists that name real units."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.pack import Finding, Row
from sealion_pbem.rulesets.sealion.data import PRINTINGS
from sealion_pbem.rulesets.sealion.packs.columns import ALTERNATE, ARRIVALS, SUPPLEMENTED, units_of
from sealion_pbem.rulesets.sealion.packs.mapview import MapView

__all__ = ["unit_findings"]

_OF_LAND = ("attack", "defense", "move", "movement_class", "quality")
_SETUPS = {
    "german": (
        *("convoy", "convoy_or_sector", "convoy_with_transport", "france", "france_with_glider"),
        *("france_with_transport", "magnetic_mine", "mine_at_sea", "turn_3", "turn_4"),
    ),
    "british": (
        *("any_land_hex", "britain", "free_french", "london", "reinforcement", "royal_navy"),
        *("sector_a_or_b", "tunnel", "with_furious", "hex_NNNN", "sector:NAME"),
    ),
}
_TURN_OF = {"turn_3": "3", "turn_4": "4"}


def unit_findings(view: MapView) -> Iterator[Finding]:
    """Yield whatever is wrong with the files of units, arrivals and the alternate set-up."""
    for edition in PRINTINGS:
        seen: dict[str, int] = {}
        for row in view.pack[units_of(edition)]:
            if row["id"] in seen:
                yield row.wrong(
                    "id", f"is {row['id']} like row {seen[row['id']]}, expected it once"
                )
            seen[row["id"]] = row.number
            if edition == "2016" and row["optional_rule"]:
                text = "is set, expected nothing: 2016 has no optional rules"
                yield row.wrong("optional_rule", text)
            yield from _marker(row) if row["arm"] == "marker" else _unit(row, view)
    yield from _arrivals(view)
    yield from _alternate_setup(view)


def _marker(row: Row) -> Iterator[Finding]:
    for column in (*_OF_LAND, "strength", "codes"):
        if row[column]:
            yield row.wrong(column, f"is {row[column]!r} on a marker, expected nothing")


def _unit(row: Row, view: MapView) -> Iterator[Finding]:
    if not row["seat"]:
        yield row.wrong("seat", "is empty, expected german or british")
    if row["steps"] not in {"1", "2"}:
        yield row.wrong("steps", f"is {row['steps']!r}, expected 1 or 2")
    yield from _values(row)
    yield from _reduced(row)
    yield from _start(row, view)


def _values(row: Row) -> Iterator[Finding]:
    is_land = row["arm"] == "land"
    for column in _OF_LAND:
        # Aircraft have a quality too, or no ratings at all.
        may_have = is_land or (column == "quality" and row["arm"] == "air" and row["strength"])
        if bool(row[column]) != bool(may_have):
            right = "a value" if may_have else f"nothing on this {row['arm']} unit"
            yield row.wrong(column, f"is {row[column]!r}, expected {right}")
    if is_land and row["strength"]:
        text = f"is {row['strength']!r}, expected nothing: land units have attack and defense"
        yield row.wrong("strength", text)
    if is_land and row["size"] not in {"XX", "X", "III", "II"} and row["type"] != "leader":
        yield row.wrong("size", f"is {row['size']!r}, expected XX, X, III or II")
    is_rail = row["type"] == "railway_gun"
    for column, is_so in (
        ("move", row["move"] == "R"),
        ("movement_class", row["movement_class"] == "rail"),
        ("support_range", bool(row["support_range"])),
    ):
        if is_so != is_rail:
            right = "what a railway gun has" if is_rail else "that on railway guns only"
            yield row.wrong(column, f"is {row[column]!r}, expected {right}")
    if bool(row["codes"]) != (row["type"] == "coastal_battery"):
        yield row.wrong("codes", f"is {row['codes']!r}, expected letters on coastal batteries only")
    if len(set(row["codes"].split())) != len(row["codes"].split()):
        yield row.wrong("codes", f"is {row['codes']!r}, expected each letter once")


def _reduced(row: Row) -> Iterator[Finding]:
    for column in ("attack", "defense", "quality", "strength"):
        front, back = row[column], row[f"reduced_{column}"]
        if bool(back) != (bool(front) and row["steps"] == "2"):
            right = "a value on the second step" if front and not back else "nothing"
            yield row.wrong(f"reduced_{column}", f"is {back!r}, expected {right}")
        elif back and front != "X" and int(back) > int(front):
            yield row.wrong(f"reduced_{column}", f"is {back}, expected at most {front}")
    if row["type"] == "fighter" and row["reduced_quality"] == "0":
        text = "is 0, expected at least 1: without quality it would be a bomber (10.0)"
        yield row.wrong("reduced_quality", text)


def _start(row: Row, view: MapView) -> Iterator[Finding]:
    setup, seat = row["setup"], row["seat"]
    kind, _, hex_ = setup.partition("_") if setup.startswith("hex_") else (setup, "", "")
    word = "hex_NNNN" if hex_ else "sector:NAME" if setup.startswith("sector:") else kind
    if seat and word not in _SETUPS[seat]:
        text = f"is {setup!r}, expected one of {', '.join(_SETUPS[seat])}"
        yield row.wrong("setup", text)
    if hex_ and hex_ not in view.playable:
        yield row.wrong("setup", f"is {setup!r}, expected a land hex")
    if not row["arrival_turn"]:
        yield row.wrong("arrival_turn", "is empty, expected the game turn, 1 for the set-up")
    elif row["arrival_turn"] != _TURN_OF.get(setup, row["arrival_turn"]):
        text = f"is {row['arrival_turn']}, expected {_TURN_OF[setup]} as setup says"
        yield row.wrong("arrival_turn", text)


def _arrivals(view: MapView) -> Iterator[Finding]:
    units = view.pack[units_of(SUPPLEMENTED)].by("id")
    for row in view.pack[ARRIVALS]:
        yield from _known(row, units)
        yield from _hex_list(row, "entry_hexes", view, {"edge", "road"})
        unit = units.get(row["unit"])
        if unit and (unit["optional_rule"] == "14.3") != (row["additional"] == "1"):
            text = f"is {row['additional']}, expected 1 for the units of option 14.3 and no others"
            yield row.wrong("additional", text)
    arriving = view.pack[ARRIVALS].by("unit")
    for unit in units.values():
        if unit["setup"] == "reinforcement" and unit["id"] not in arriving:
            yield unit.wrong("setup", f"is reinforcement, expected a row of {ARRIVALS} for it")
        elif unit["setup"] == "reinforcement":
            turn = arriving[unit["id"]]["turn"]
            if turn != unit["arrival_turn"]:
                text = f"is {unit['arrival_turn']}, expected {turn} as in {ARRIVALS}"
                yield unit.wrong("arrival_turn", text)


def _alternate_setup(view: MapView) -> Iterator[Finding]:
    units = view.pack[units_of(SUPPLEMENTED)].by("id")
    for row in view.pack[ALTERNATE]:
        yield from _known(row, units)
        yield from _hex_list(row, "near_hexes", view, set())
        yield from _hex_list(row, "entry_hexes", view, {"edge", "road"})
        if not row["near_hexes"] and not row["entry_hexes"]:
            yield row.wrong("near_hexes", "no hex at all, expected where the unit begins")


def _known(row: Row, units: dict[str, Row]) -> Iterator[Finding]:
    unit = units.get(row["unit"])
    if unit is None or (unit["seat"], unit["arm"]) != ("british", "land"):
        text = f"is {row['unit']!r}, expected the id of a British land unit of the Deluxe edition"
        yield row.wrong("unit", text)


def _hex_list(row: Row, column: str, view: MapView, needs: set[str]) -> Iterator[Finding]:
    for number in row[column].split():
        if number not in view.playable:
            yield row.wrong(column, f"{number} is no land hex, expected one")
        elif any(not view.hexes[number][need] for need in needs):
            yield row.wrong(column, f"{number}, expected a road hex on the edge of the map")
