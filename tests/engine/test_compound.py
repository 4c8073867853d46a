"""Lines of a sheet that say more than one order: lists, ranges, several clauses."""

from typing import Any

import pytest

from sealion_pbem.engine.game import Game, begin
from sealion_pbem.engine.sheet.lexicon import lexicon_of
from sealion_pbem.engine.sheet.sheet import Sheet, read_sheet
from sealion_pbem.rulesets import find

SEALION: Any = find("sealion-deluxe")


@pytest.fixture(scope="module")
def start() -> Game[Any]:
    """The German is to set up; what he orders for turn 1 waits."""
    return begin(SEALION, "sheet", SEALION.setup("invasion", {}))


def read(start: Game[Any], *lines: str) -> list[dict[str, Any]]:
    sheet = sheet_of(start, *lines)
    assert sheet.faults == []
    return list(sheet.document["orders"])


def sheet_of(start: Game[Any], *lines: str) -> Sheet:
    return read_sheet(SEALION, start, "\n".join(lines))


def test_a_line_with_several_units_gives_an_order_of_one_to_each(start):
    """`land` has one unit; two of them in a line are two orders, each where its unit stands."""
    sheet = sheet_of(start, "done", "17 Inf, 35 Inf land 6219")
    assert [order["unit"] for order in sheet.document["orders"][1:]] == [
        "de_17_inf_ech1",
        "de_35_inf_ech1",
    ]
    assert [sheet.lines[f"/orders/{n}"] for n in (1, 2)] == [(2, 1), (2, 9)]
    assert [sheet.place_of(f"/orders/{n}/hex") for n in (1, 2)] == [(2, 21), (2, 21)]


def test_members_and_clauses_have_their_columns(start):
    """What is wrong with a member or a clause is named where it stands, else where its order does."""
    sheet = sheet_of(start, "Trans 12: load Marine, land 6219", "T-Boats 1, S-Boats 2-3 sail A")
    kinds = {order["kind"]: number for number, order in enumerate(sheet.document["orders"])}
    embark, land, sail = (f"/orders/{kinds[kind]}" for kind in ("embark", "land", "sail"))
    places = {
        embark: (1, 11),
        f"{embark}/transport": (1, 11),
        f"{embark}/unit": (1, 16),
        land: (1, 24),
        f"{land}/unit": (1, 24),
        f"{land}/hex": (1, 29),
        f"{sail}/units/0": (2, 1),
        f"{sail}/units/2": (2, 12),
        f"{sail}/path/0": (2, 29),
    }
    assert {at: sheet.place_of(at) for at in places} == places


def test_ranges_and_all(start):
    """Numbers from to, and everybody whose name begins so."""
    (order,) = read(start, "T-Boats 1-3, all S-Boats, R-Boats 1 to 2 sail A")
    names = lexicon_of(SEALION, start.state)
    assert [names.name_of(unit) for unit in order["units"]] == [
        *(f"T-Boats {n}" for n in (1, 2, 3)),
        *(f"S-Boats {n}" for n in (1, 2, 3)),
        *(f"R-Boats {n}" for n in (1, 2)),
    ]
    (flying,) = read(start, "all JG fly B")
    assert all(name.startswith("de_jg") for name in flying["units"]), "no Jaeger regiments"


@pytest.mark.parametrize("said", ["T-Boats 3-1", "T-Boats 1-900", "T-Boats 1-9", "all Zeppelins"])
def test_a_range_that_is_none_is_a_fault(start, said):
    """The words are named, and nothing is guessed."""
    sheet = sheet_of(start, f"{said} sail A")
    assert len(sheet.faults) == 1
    assert sheet.document["orders"] == []


def test_a_subject_is_told_several_things(start):
    """Who is loaded is who lands, and his ship brings him there."""
    embark, sail, land = read(start, "Trans 12: load Marine, land 6219")
    assert sail == {"kind": "sail", "units": ["de_transport_12"], "path": "A"}
    assert embark == {"kind": "embark", "transport": "de_transport_12", "unit": "de_marine"}
    assert land == {"kind": "land", "unit": "de_marine", "hex": "6219"}


def test_clauses_find_their_stages(start):
    """Landing comes after everything that the sheet says for the stages before it, done included."""
    orders = read(
        start,
        "17 Inf: sail A, land 6219",
        "Trans 2-3: sail B, land 6220",
        "done",
        "JG 2 fly A",
        "done",
        "done",
        "done",
    )
    assert [order["kind"] for order in orders] == [
        *("sail", "sail", "done", "fly", "done"),
        *("land", "land", "land", "done", "done"),
    ]
    assert orders[0]["units"] == ["de_transport_01"], "troops that sail sail their ship"
    assert orders[6]["unit"] == "de_35_inf_ech1", "a transport that lands lands its cargo"


def test_who_is_to_land_sails_without_being_told(start):
    """7.4  From the port to the sea space of the hex, the next one if it lies at two; or as it is said."""
    orders = read(start, "Trans 12: load Marine, land 6219", "17 Inf, 35 Inf: land 6221", "done")
    assert [order["kind"] for order in orders] == [
        *("embark", "sail", "sail", "sail", "done", "land", "land", "land"),
    ]
    courses = [(order["units"], order["path"]) for order in orders if order["kind"] == "sail"]
    assert courses == [
        (["de_transport_12"], "A"), (["de_transport_01"], "A"), (["de_transport_02"], "A"),
    ]  # fmt: skip
    said = read(start, "17 Inf: sail B, land 6221", "done")
    assert [order["kind"] for order in said] == ["sail", "done", "land"]


def test_a_heading_keeps_its_turn_for_clauses_of_other_stages(start):
    """The stage of the heading is for the first clause; the later one has the turn alone."""
    sail, done, land = read(start, "turn 1, step 2", "17 Inf: sail A, land 6219", "done")
    assert (sail["stage"], done["stage"]) == ("step 2", "step 2")
    assert (land["turn"], "stage" in land) == (1, False)


def test_a_clause_that_is_no_order_is_named(start):
    """Column and word of the clause, not of the line."""
    (fault,) = sheet_of(start, "Trans 1: sail A, lnad 6219").faults
    assert (fault.line, fault.column) == (1, 18)
    assert "'lnad' is no word of an order; did you mean" in fault.text
    assert sheet_of(start, "Nobody: sail A").faults
    assert sheet_of(start, f"Trans 1: {', '.join(['sail A'] * 40)}").faults


def test_towns_are_places_and_ships_are_ships(start):
    """Southampton is both; where a place is wanted it is the port, in a list of units the cruiser."""
    names = lexicon_of(SEALION, start.state)
    assert names.place_meant_by("southampton") == "2322"
    assert names.meant_by("Southampton") == "uk_southampton"
    assert names.meant_by("Dover") == "6716"
    assert names.meant_by("rye") == "5921"
    (fault,) = sheet_of(start, "17 Inf land Reading").faults
    assert "'Reading' could be 3010 or 3110" in fault.text
    assert "did you mean reading?" in sheet_of(start, "17 Inf land Readnig").faults[0].text


def test_brackets_in_names_need_not_be_written(start):
    """Type II (1) is written without them and read with and without."""
    names = lexicon_of(SEALION, start.state)
    unit = names.meant_by("Type II 1")
    assert unit == names.meant_by("Type II (1)")
    assert names.name_of(str(unit)) == "Type II 1"
