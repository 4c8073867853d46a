"""1.1  Four red units march against three blue ones on a field of 7 by 6 hexes."""

from sealion_pbem.engine.compiled import pack_digests
from sealion_pbem.engine.showing import narration_of
from sealion_pbem.rulesets.skirmish import SKIRMISH
from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table


def test_1_1_four_red_units_stand_against_three_blue_ones():
    """1.1  At the start: four red units in row 6, three blue ones up the field, two steps each."""
    state = Table("skirmish").state

    assert {name: unit.hex for name, unit in state.units.items()} == {
        "red-1": "0106", "red-2": "0306", "red-3": "0506", "red-4": "0706",
        "blue-1": "0202", "blue-2": "0403", "blue-3": "0504",
    }  # fmt: skip
    assert {unit.steps for unit in state.units.values()} == {2}
    assert len(state.alive(w.RED)) == 4
    assert len(state.alive(w.BLUE)) == 3


def test_1_1_the_field_has_seven_columns_and_six_rows():
    """1.1  42 hexes, among them two hills and two hexes of lake."""
    assert len(w.FIELD) == 42
    assert (min(w.FIELD), max(w.FIELD)) == ("0101", "0706")
    assert w.HILLS == ("0202", "0605")
    assert [number for number, terrain in w.FIELD.items() if terrain == "~"] == ["0603", "0404"]


def test_1_1_no_two_units_begin_in_one_hex_or_in_the_lake():
    """1.1  Every start hex is on the field, dry and taken once."""
    starts = [unit.hex for unit in Table("skirmish").state.units.values()]

    assert len(starts) == len(set(starts))
    assert all(w.FIELD[number] != "~" for number in starts)


def test_1_1_the_board_shows_terrain_and_units():
    """1.1  Red units in capitals, blue ones small, terrain where nobody stands."""
    assert narration_of(Table("skirmish").ruleset).board(Table("skirmish").state).splitlines() == [
        "   01 02 03 04 05 06 07",
        "01 .  .  w  .  .  .  . ",
        "02 .  b1 .  w  .  w  . ",
        "03 .  .  w  b2 .  ~  . ",
        "04 .  w  .  ~  b3 w  . ",
        "05 .  .  w  .  w  ^  . ",
        "06 R1 .  R2 .  R3 .  R4",
    ]


def test_1_1_a_game_has_six_turns_or_as_many_as_the_option_says():
    """1.1  Six unless "turns" says otherwise."""
    assert Table("skirmish").state.last_turn == 6
    assert Table("skirmish", turns=20).state.last_turn == 20


def test_1_1_the_data_pack_is_pinned():
    """1.1  Field and start positions have one digest; another field is another revision."""
    assert pack_digests(SKIRMISH.packs()) == {
        "field": "065cfa0dc5563cb128bd7fda33e76ab93283a43042a20a52890a9fc498ea98ae"
    }
