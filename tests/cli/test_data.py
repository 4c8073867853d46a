"""`sealion data`: checking packs, and all values of a hex or a unit with their sources."""

import json
import shutil
from pathlib import Path

import pytest

from sealion_pbem.rulesets.sealion import data

SHIPPED = Path(data.folder())


@pytest.fixture
def copy(home):
    """A corrected copy to be checked: the map and the units of the Deluxe edition."""
    folder = home / "mine"
    (folder / "map").mkdir(parents=True)
    for name in ("map/hexes.csv", "map/hexsides.csv", "map/sectors.csv", "units_deluxe.csv"):
        shutil.copy(SHIPPED / name, folder / name)
    return folder


def edit(folder, name, old, new):
    text = (folder / name).read_text()
    assert text.count(old) == 1
    (folder / name).write_text(text.replace(old, new))


def test_the_shipped_pack_is_checked(sealion):
    """Counts, facts and the digests that a charter pins."""
    output = sealion("data", "check").output
    assert "is sound" in output
    assert "1,091  land hexes" in output
    assert "29  factories deluxe" in output
    facts = json.loads(sealion("data", "check", "--json").output)
    assert facts["ok"]
    assert facts["counts"]["radars"] == 12
    assert not facts["faults"]


def test_a_sound_copy_passes_and_says_what_it_did_not_hold(sealion, copy):
    """A printed value with its source is accepted; the other files are taken as shipped."""
    edit(
        copy,
        "units_deluxe.csv",
        "de_nuernberg,german,German,naval,cruiser,ship,Nuernberg,Kriegsmarine,,,,,,3",
        "de_nuernberg,german,German,naval,cruiser,ship,Nuernberg,Kriegsmarine,,,,,,4",
    )
    output = sealion("data", "check", "mine").output
    assert "The data pack mine is sound" in output
    assert "Taken as shipped: units_2016.csv" in output
    shipped = json.loads(sealion("data", "check", "--json").output)["digests"]
    mine = json.loads(sealion("data", "check", "mine", "--json").output)["digests"]
    assert mine["board.json"] == shipped["board.json"]
    assert mine["counters_deluxe.json"] != shipped["counters_deluxe.json"]


def test_every_fault_of_a_copy_is_listed_with_its_place(sealion, copy):
    """A ragged row, a wrong word and a lost radar: exit code 3, file, row, what would be right."""
    edit(copy, "map/hexes.csv", "\n2030,20,30,", "\n2030,20,")
    edit(
        copy,
        "map/hexes.csv",
        ",light,0,,0,0,0,,kind=data GSHHG; woods=rulebook 2016",
        ",lite,0,,0,0,0,,kind=data GSHHG; woods=rulebook 2016",
    )
    edit(copy, "map/hexes.csv", "4118,41,18", "4119,41,18")
    found = sealion("data", "check", "mine", code=3)
    assert "faults" in found.stderr
    assert "map/hexes.csv row 31: has 32 cells, expected 33" in found.stderr
    assert "woods: is 'lite', expected light, heavy or nothing" in found.stderr
    assert "column 41 and row 18, expected those of 4119" in found.stderr
    facts = json.loads(sealion("data", "check", "mine", "--json", code=3).stdout)
    assert not facts["ok"]
    places = {(fault["file"], fault["row"], fault["column"]) for fault in facts["faults"]}
    assert ("map/hexes.csv", 31, "") in places


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("map/hexsides.csv", b"hex_a;hex_b;feature;name;provenance\n", "separated by semicolons"),
        ("map/hexsides.csv", b"hex_a,hex_b,name,provenance\n", "the column feature is missing"),
        ("map/hexsides.csv", b"hex_b,hex_a,feature,name,provenance\n", "in this order"),
        ("map/hexsides.csv", b"\xff\xfe", "is not UTF-8 at byte 0"),
        ("map/hexsides.csv", b'hex_a,hex_b,feature,name,provenance\n"2005', "cannot be read"),
        ("unit_deluxe.csv", b"", "is no file of a pack, expected units_deluxe.csv"),
        (
            "map_facts.csv",
            b"where,feature,value,edition,section,note\n",
            "differs from the shipped",
        ),
        ("tables.json", b"[]", "tables.json"),
    ],
)
def test_files_that_cannot_be_read_are_named(sealion, copy, name, content, text):
    """What a spreadsheet or a slip may do to a file is said in plain words."""
    (copy / name).write_bytes(content)
    assert text in sealion("data", "check", "mine", code=3).stderr


def test_spreadsheets_may_mark_the_byte_order(sealion, copy):
    """A byte order mark and other line ends change nothing."""
    path = copy / "units_deluxe.csv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert "is sound" in sealion("data", "check", "mine").output


def test_a_folder_without_a_pack_is_refused(sealion, home):
    """Neither an empty folder nor one that is not there holds a pack."""
    (home / "empty").mkdir()
    for name in ("empty", "nowhere"):
        assert "holds no file of a data pack" in sealion("data", "check", name, code=3).stderr


def test_a_hex_is_shown_with_its_neighbours_and_sources(sealion):
    """Dover, by number and by name: terrain, costs, modifiers, neighbours."""
    output = sealion("data", "show", "6716").output
    assert "rulebook Deluxe 14.5" in output
    assert "german   leg 3, vehicle 3, mountain 3" in output
    assert "by road  ½" in output
    assert "-2  bunker_fortified" in output
    assert "NE  6816  clear  road" in output
    assert sealion("data", "show", "Uxbridge").output.startswith("hex 3907  Uxbridge")


def test_a_hex_depends_on_the_edition(sealion):
    """Ashford has a factory in the Deluxe edition only; London is worth more in 2016 (A-91)."""
    assert "Railway works" in sealion("data", "show", "6116").output
    assert (
        "Railway works" not in sealion("data", "show", "6116", "--ruleset", "sealion-2016").output
    )
    assert "-4  london" in sealion("data", "show", "4409", "--ruleset", "sealion-2016").output
    shown = json.loads(sealion("data", "show", "5007", "--json").output)
    side = next(near for near in shown["neighbours"] if near["hex"] == "5107")
    assert side["hexside"][0]["feature"] == "river"
    assert side["hexside"][0]["source"] == "rulebook Deluxe 11.2 example"


def test_a_sea_hex_is_shown_without_costs(sealion):
    """7011 is sea by the erratum, in a sea space, and nothing can enter it."""
    output = sealion("data", "show", "7011").output
    assert "rulebook 2016 5.2 errata" in output
    assert "movement points" not in output


def test_a_unit_is_shown_by_id_and_by_name(sealion):
    """Every printed value with its source."""
    output = sealion("data", "show", "schlesien").output
    assert output.startswith("unit de_schlesien  Schlesien")
    assert "strength          6             rulebook 2016 12.0" in output
    facts = json.loads(sealion("data", "show", "uk_churchill", "--json").output)
    values = {value["name"]: value for value in facts["values"]}
    assert values["quality"]["value"] == "4"
    assert all(value["source"] for value in values.values())


def test_a_part_of_a_name_is_enough(sealion):
    """Where it means one unit."""
    shown = sealion("data", "show", "Schleswig").output
    assert shown.startswith("unit de_schleswig_holstein  Schleswig-Holstein")


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("Schlesein", "did you mean Schlesien"),
        ("1 Arm", "name one by id: uk_1_arm_xx, uk_1_arm_x"),
        ("Flotilla", "have 'Flotilla' in their names"),
        ("9999", "columns run from 20 to 70"),
        ("London", "'London' is in 61 hexes"),
        ("qqqq", "give a hex number, an id or a name"),
    ],
)
def test_what_is_not_there_is_answered_with_what_is(sealion, word, text):
    """Exit code 2 and what was probably meant."""
    assert text in sealion("data", "show", word, code=2).stderr


def test_a_game_without_packs_says_so(sealion):
    """Skirmish has its numbers in its code: nothing to show, nothing to correct."""
    for words in (("check",), ("show", "0305")):
        found = sealion("data", *words, "--ruleset", "skirmish", code=2)
        assert "Skirmish has no data packs to correct" in found.stderr
