"""The data packs: what the game reads, where it comes from, and what a check finds in spoiled copies."""

import csv
import json
from collections import Counter as Tally
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from sealion_pbem.engine.compiled import pack_digests
from sealion_pbem.engine.pack import Row
from sealion_pbem.hexes.grid import neighbours
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.counters import RAIL_MOVE
from sealion_pbem.rulesets.sealion.packs.columns import LAYOUTS
from sealion_pbem.rulesets.sealion.packs.mapview import MapView
from sealion_pbem.rulesets.sealion.packs.provenance import source_of
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023, MAGAZINE_2016
from sealion_pbem.umpire.datapack import check
from sealion_pbem.umpire.datapack.reading import PackFiles, parse_chart, read_pack

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = Path(data.folder())
HEXES, HEXSIDES, SECTORS = "map/hexes.csv", "map/hexsides.csv", "map/sectors.csv"
DELUXE = "units_deluxe.csv"
DELUXE_PACK = data.compiled("counters_deluxe")


@pytest.fixture(scope="module")
def files() -> PackFiles:
    return read_pack(DELUXE_2023)


@pytest.fixture(scope="module")
def pack(files):
    return files.pack


def check_pack(files, pack=None):
    return check.check_pack(DELUXE_2023, replace(files, pack=pack) if pack else files)


def test_the_compiled_packs_are_in_step_with_the_csv_files(pack):
    """tools/make_packs.py would write exactly what is shipped."""
    compiled = DELUXE_2023.pack_keeping().compile_pack(pack)
    assert set(compiled) == {"board.json", "counters_2016.json", "counters_deluxe.json"}
    for name, content in compiled.items():
        assert (SHIPPED / name).read_bytes() == content, f"{name}: run tools/make_packs.py"


def test_the_shipped_pack_is_sound(files):
    """Every fact of the rulebooks holds and nothing is at fault."""
    report = check_pack(files)
    assert not report.faults
    for game in (MAGAZINE_2016, DELUXE_2023):
        assert set(pack_digests(game.packs()).values()) <= set(report.digests.values())


def test_a_pack_that_was_not_compiled_anew_is_found_out(monkeypatch, files, pack):
    """A map changed in place, without tools/make_packs.py: the game would not see the change."""
    changed = replace(files, pack=spoiled(pack, HEXES, "4224", port=""))
    monkeypatch.setattr(check, "read_pack", lambda _: changed)
    (fault,) = check.check_shipped(DELUXE_2023).faults
    assert str(fault).startswith("board.json: is not in step with the CSV files")


@pytest.mark.parametrize("edition", data.PRINTINGS)
def test_the_number_of_units(edition):
    """241 units in both editions, 24 more for the optional rules of the Deluxe edition."""
    units = data.counters(data.compiled(f"counters_{edition}"))
    standard = Tally((u.seat, u.arm) for u in units.values() if not u.optional_rule)
    assert standard == {
        ("german", "land"): 53,
        ("german", "air"): 30,
        ("german", "naval"): 56,
        ("british", "land"): 44,
        ("british", "air"): 13,
        ("british", "naval"): 45,
    }
    assert len(units) - standard.total() == {"2016": 0, "deluxe": 24}[edition]
    assert list(units) == [unit.id for unit in units.values()]


def test_what_is_printed_on_counters():
    """Fighters, dummies, non-combatants, railway guns and swimmers are told apart."""
    units = data.counters(data.compiled("counters_deluxe"))
    assert sum(unit.is_fighter for unit in units.values()) == 18
    assert sum(unit.is_bomber for unit in units.values()) == 16
    assert units["de_transport_01"].strength is None
    assert not units["de_transport_01"].is_combatant
    assert units["de_mine_1"].strength == 0
    assert units["de_mine_1"].is_combatant
    assert (units["uk_dummy"].strength, units["uk_dummy"].is_dummy) == (0, True)
    assert units["de_bty_prinz_heinrich"].codes == {"B", "Y"}
    gun = units["uk_railway_guns"]
    assert (gun.move, gun.movement_class, gun.support_range) == (RAIL_MOVE, "rail", 3)
    swimmers = {unit.id: unit.movement_class for unit in units.values() if unit.amphibious}
    assert Tally(swimmers.values()) == {"vehicle": 4, "leg": 1}
    assert units["de_14_inf"].is_division
    assert units["de_8_jg_ech1"].is_brigade
    assert units["de_sturm"].is_regiment
    assert units["uk_cdo"].is_battalion
    assert units["uk_churchill"].size == ""
    assert {
        units[name].arm
        for name in (*data.arrivals(DELUXE_PACK), *data.alternate_setup(DELUXE_PACK))
    } == {"land"}


def test_what_is_printed_on_the_map():
    """Land hexes only, each with what the rulebooks and the reconstruction put there."""
    hexes = data.hexes(data.compiled("board"))
    assert len(hexes) == 1091
    assert "7011" not in hexes
    assert Tally(edition for facts in hexes.values() for edition in facts.factory) == {
        "2016": 25,
        "deluxe": 29,
    }
    assert sum(facts.radar for facts in hexes.values()) == 12
    assert sum(facts.tunnel for facts in hexes.values()) == 6
    dover = hexes["6716"]
    assert (dover.name, dover.city, dover.port, dover.band) == ("Dover", "city", "Dover", "yellow")
    assert dover.is_coastal
    assert hexes["4409"].parliament
    assert hexes["4409"].city == "london"
    assert hexes["6221"].sectors == ("A", "B")
    assert hexes["2001"].edges == {"N", "W"}
    assert hexes["5205"].is_clear
    assert not hexes["4921"].is_clear
    assert all(set(facts.road) <= set(neighbours(facts.number)) for facts in hexes.values())


def test_hexsides_work_in_both_directions():
    """The two river hexsides of Deluxe 11.2, from either hex, and nothing on plain sides."""
    sides = data.hexsides(data.compiled("board"))
    assert sides["5107", "5007"] == sides["5007", "5107"] == {"river"}
    assert ("5016", "5115") not in sides
    assert len(sides) == 2 * len(data.hexside_facts(data.compiled("board")))


def test_sea_spaces_and_boxes():
    """7.0: each Royal Navy box adjoins one sea space in 2016 and both in the Deluxe edition."""
    assert data.sectors(data.compiled("board"))["2016"]["West"] == {"G"}
    assert data.sectors(data.compiled("board"))["2016"]["East"] == {"Thames Estuary"}
    assert data.sectors(data.compiled("board"))["deluxe"]["West"] == {"G", "Thames Estuary"}
    assert data.sectors(data.compiled("board"))["deluxe"]["A"] == {"Thames Estuary", "B", "Convoy"}
    for places in data.sectors(data.compiled("board")).values():
        assert all(name in places[near] for name in places for near in places[name])
    coasts = {
        name: len(found) for name, found in data.coastal_hexes(data.compiled("board")).items()
    }
    assert coasts == dict(zip("ABCDEFG", (16, 8, 8, 9, 12, 23, 21), strict=True)) | {
        "Thames Estuary": 46
    }


COMBAT_RESULTS = """
    AE/--/-  AE/--/-  AR/--/A  1E/--/A  AR/--/A
    AE/--/-  1E/--/A  AR/AR/A  AR/AR/A  1R/1R/A
    1E/--/A  --/1R/-  --/1R/-  1R/1R/D  --/AR/D
    1R/--/-  1R/1R/D  1R/1R/D  --/AR/D  --/AE/-
    1R/--/D  --/1R/r  --/AR/D  --/AE/-  --/AE/+
    1E/1R/-  --/1E/-  --/AE/-  --/AE/+  --/AE/+
"""
LETTERS = {
    "none": "--",
    "one_reduced": "1R",
    "one_eliminated": "1E",
    "all_reduced": "AR",
    "all_eliminated": "AE",
}
THEN = {"none": "-", "attackers": "A", "defenders": "D", "the_reduced_defender": "r"}


def test_the_combat_results_are_as_printed():
    """All 30 cells: losses of attackers and defenders, who retreats (A-110), who may advance."""
    columns = data.charts(data.compiled("tables"))["combat_results"]["columns"]
    cells = [column[row] for row in range(6) for column in columns]
    assert all(cell["retreat"] == "none" for cell in cells if cell["advance"])
    printed = [
        f"{LETTERS[cell['attackers']]}/{LETTERS[cell['defenders']]}/"
        + ("+" if cell["advance"] else THEN[cell["retreat"]])
        for cell in cells
    ]
    assert printed == COMBAT_RESULTS.split()


def test_charts_that_differ_or_are_halved():
    """A-91: London is -4 in 2016 and -2 in the Deluxe edition; roads cost one half point."""
    tables = data.charts(data.compiled("tables"))
    assert tables["combat_modifiers"]["london"] == {"2016": -4, "deluxe": -2}
    assert tables["movement"]["road"] == 1
    assert tables["movement"]["enter"]["clear"] == {"leg": 2, "vehicle": 2, "mountain": 2}
    assert tables["movement"]["enter"]["marsh"]["vehicle"] is None
    assert tables["turns"]["length"] == 10
    with pytest.raises(TypeError):
        tables["turns"]["length"] = 3


@pytest.mark.parametrize("name", ["pack_board", "pack_counters", "pack_tables"])
def test_the_schemas_of_the_packs(name):
    """What is shipped and the good examples have the shape; the bad ones have not."""
    validator = jsonschema.Draft202012Validator(data.schema(name))
    validator.check_schema(validator.schema)
    shipped = SHIPPED.glob(f"{name.removeprefix('pack_')}*.json")
    for path in [*shipped, *(ROOT / "tests/schemas/sealion" / name).glob("good-*.json")]:
        assert validator.is_valid(json.loads(path.read_bytes())), path.name
    for path in (ROOT / "tests/schemas/sealion" / name).glob("bad-*.json"):
        assert not validator.is_valid(json.loads(path.read_bytes())), path.name


def test_every_value_has_a_source(pack):
    """Each cell that says something about a hex or a unit can be traced."""
    quiet = {"id", "provenance", "note"}
    for file in (HEXES, HEXSIDES, SECTORS, "units_2016.csv", DELUXE):
        for row in pack[file]:
            for column in row.cells.keys() - quiet:
                is_marker = row.cells.get("arm") == "marker"
                if row.is_set(column) and not is_marker:
                    assert source_of(row, column), (file, row.number, column)


def spoiled(pack, file, key, **changes):
    """A copy of the pack in which the first row with this key in its first columns is another."""
    rows = list(pack[file])
    wanted = key.split("/")
    at = next(i for i, row in enumerate(rows) if list(row.cells.values())[: len(wanted)] == wanted)
    if changes:
        rows[at] = Row(file, rows[at].number, {**rows[at].cells, **changes})
    else:
        del rows[at]
    sheets = {**pack.sheets, file: replace(pack[file], rows=tuple(rows))}
    return replace(pack, sheets=sheets)


CLEARED = {"woods": "", "terrain": "clear"}
ARRIVALS, ALTERNATE = "arrivals_14_3.csv", "alt_setup_14_9.csv"
SPOILED = {
    "a radar": (HEXES, "4118", {"radar": "0"}, "is '0' in 4118, expected 1 (rulebook 10.6)"),
    "a tunnel": (HEXES, "4206", {"tunnel": "0"}, "there are 5, expected 6 (rulebook 5.2.6)"),
    "a river": (HEXSIDES, "5007/5107", {}, "5107/5007 is nothing, expected river (rulebook Deluxe"),
    "a wood": (HEXES, "4921", CLEARED, "is 'clear' in 4921, expected light_woods (rulebook 2016"),
    "a cost": (HEXES, "5305", CLEARED, "a british vehicle unit costs 1, expected 3 (rulebook"),
    "the terrain": (HEXES, "4921", {"woods": ""}, "is light_woods, expected clear by city"),
    "7011": (HEXES, "7011", {"kind": "land"}, "'land' in 7011, expected sea (rulebook 2016 5.2"),
    "a factory": (HEXES, "4511", {"factory_2016": "0"}, "there are 24, expected 25 (rulebook 2016"),
    "a field": (
        HEXES,
        "5205",
        {"factory_deluxe": "1"},
        "expected a value, since factory_deluxe is 1",
    ),
    "a works": (HEXES, "4511", {"factory_name": ""}, "expected a name, since factory_deluxe is 1"),
    "half a road": (HEXES, "6716", {"road": "6617"}, "expected 6816 in the road of 6716 too"),
    "a long road": (HEXES, "6716", {"road": "6718"}, "leads to 6718, expected neighbours only"),
    "a beach": (HEXES, "5205", {"beach": "most"}, "is 'most', expected nothing inland"),
    "cliffs": (
        HEXES,
        "6221",
        {"cliffs": "1"},
        "on a beach that is less, expected unsuitable (7.5)",
    ),
    "a range line": (
        HEXES,
        "6716",
        {"range_orange": "0"},
        "expected yellow in orange in red (9.1)",
    ),
    "a hex": (HEXES, "5205", {}, "the hex 5205 is missing"),
    "an edge": (HEXES, "2007", {"edge": ""}, "is '', expected 'W'"),
    "a wood at sea": (HEXES, "7030", {"woods": "light"}, "'light' in a sea hex, expected nothing"),
    "a source": (
        HEXES,
        "6716",
        {"provenance": "kind=x"},
        "nothing about port, expected port=source",
    ),
    "a name": (HEXES, "5205", {"provenance": "x"}, "has the entry 'x', expected name=source"),
    "a sector": (HEXES, "6221", {"sectors": "A"}, "expected what map/hexes.csv says: A"),
    "a coast": (SECTORS, "A/coastal_hex/6221", {}, "expected a row of map/sectors.csv for it"),
    "the way back": (SECTORS, "D/adjacent_sector/C", {}, "expected a row the other way too"),
    "a box": (SECTORS, "A/assembly_area", {}, "Convoy does not adjoin A in 2016, expected the"),
    "a hexside": (HEXSIDES, "2005/2006", {"hex_b": "2008"}, "2008 is no neighbour of 2005"),
    "an arrow": (HEXSIDES, "2005/2006", {"feature": "crossing_arrow"}, "an arrow on an open side"),
    "a strength": (DELUXE, "de_schlesien", {"strength": "7"}, "is '7', expected 6 (rulebook 2016"),
    "a unit": (DELUXE, "de_1st_fj", {}, "3 counters with seat=german, type=parachute, expected 4"),
    "a set-up": (DELUXE, "uk_churchill", {"setup": "france"}, "is 'france', expected one of any_"),
    "a turn": (DELUXE, "de_12_inf", {"arrival_turn": "5"}, "is 5, expected 4 as setup says"),
    "a back": (DELUXE, "de_12_inf", {"reduced_attack": ""}, "expected a value on the second step"),
    "a strong back": (DELUXE, "de_12_inf", {"reduced_attack": "9"}, "is 9, expected at most 4"),
    "a letter": (DELUXE, "uk_winnie", {"codes": "B"}, "is 'B', expected it to have A (rulebook"),
    "a size": (DELUXE, "uk_1_inf", {"size": ""}, "is '', expected XX, X, III or II"),
    "an arrival": (ARRIVALS, "4/Western Command/uk_38_inf", {}, "expected a row of arrivals_14_3"),
    "an id": (
        ALTERNATE,
        "uk_1_inf",
        {"unit": "uk_9_inf"},
        "expected the id of a British land unit",
    ),
}


@pytest.mark.parametrize("trial", SPOILED)
def test_a_spoiled_copy_is_found_out(files, pack, trial):
    """Whatever is taken away or put in wrongly is named with what would be right."""
    file, key, changes, text = SPOILED[trial]
    report = check_pack(files, spoiled(pack, file, key, **changes))
    assert any(text in str(fault) for fault in report.faults), "\n".join(map(str, report.faults))
    assert not report.digests


def test_a_hex_that_is_walled_in_is_found_out(files, pack):
    """5205 with water on all sides cannot be reached."""
    around = [tuple(sorted(("5205", near))) for near in neighbours("5205")]
    walls = tuple(
        Row(
            HEXSIDES, 9000, dict(zip(LAYOUTS[HEXSIDES], (a, b, "prohibited", "", "x"), strict=True))
        )
        for a, b in around
    )
    sheets = {**pack.sheets, HEXSIDES: replace(pack[HEXSIDES], rows=pack[HEXSIDES].rows + walls)}
    faults = check_pack(files, replace(pack, sheets=sheets)).faults
    assert any("5205 cannot be reached from Parliament" in str(fault) for fault in faults)


@pytest.mark.parametrize(
    ("change", "place", "text"),
    [
        (lambda t: t["radar"].update(hexes=13), "/radar/hexes", "is 13, expected 12 as on the map"),
        (lambda t: t["turns"].update(length=6), "/turns/length", "is 6, expected 7 to 12"),
        (lambda t: t["movement"].pop("road"), "/movement", "'road' is a required property"),
        (lambda t: t["drift"]["directions"].pop(), "/drift/directions", "too short"),
    ],
)
def test_spoiled_charts_are_found_out(tmp_path, change, place, text):
    """Charts of another shape, or that contradict the map, are named with a JSON pointer."""
    tables = json.loads((SHIPPED / "tables.json").read_bytes())
    change(tables)
    (tmp_path / "tables.json").write_text(json.dumps(tables))
    faults = check_pack(read_pack(DELUXE_2023, tmp_path)).faults
    assert any(fault.column == place and text in fault.text for fault in faults), faults


def test_charts_that_are_no_json_are_found_out():
    """The reason and the place are given, and nothing else breaks."""
    tables, faults = parse_chart("tables.json", b"{,}", data.schema("pack_tables"))
    assert tables is None
    assert faults[0].file == "tables.json"


def test_the_costs_of_the_worked_examples(pack):
    """Deluxe 11.1 and 11.2: what the moves of the examples cost, in half points."""
    view, tables = MapView(pack), data.charts(data.compiled("tables"))
    assert view.cost(tables, ("5107", "5007"), "british", "leg") == 6
    assert view.cost(tables, ("5009", "4908"), "german", "vehicle") == 10
    assert view.cost(tables, ("5403", "5303"), "british", "leg") == 4
    assert view.cost(tables, ("5205", "5305"), "british", "vehicle") == 6


@pytest.mark.parametrize("file", sorted(LAYOUTS))
def test_the_csv_files_are_plain(file):
    """UTF-8, newlines alone, no blanks around a cell: any editor and any spreadsheet keeps them."""
    content = (SHIPPED / file).read_bytes()
    assert b"\r" not in content
    rows = list(csv.reader(content.decode().splitlines(), strict=True))
    assert all(cell == cell.strip() for row in rows for cell in row)
    assert {len(row) for row in rows} == {len(LAYOUTS[file])}
