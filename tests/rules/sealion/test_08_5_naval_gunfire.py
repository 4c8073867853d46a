"""8.5, 10.3, 12.0  Which ships may support a land combat with their guns."""

import pytest

from sealion_pbem.rulesets.sealion.events.general import StageBegun
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from sealion_pbem.rulesets.sealion.rules.support import (
    check_gunfire,
    gunfire_range,
    naval_support,
    range_to,
)
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from tests.sealion_sea import at_sea, obey
from tests.sealion_table import both_editions, table

BEACH, INLAND_3, INLAND_4, INLAND_5 = "3324", "3123", "3023", "2922"


def land_step(edition, where, reduced=(), **facts):
    """British land combat with ships at sea."""
    return table(edition, step=13, stage="land combat", **facts).place(where, reduced)


def why(position, name, number):
    """The codes of what bars a ship."""
    return [violation.code for violation in check_gunfire(position.state, name, number)]


def test_12_0_range_counts_the_beach_hex():
    """The beach itself is one hex from the sea space, the next hex two."""
    plan = table("sealion-deluxe").state.table.board
    assert [range_to(plan, "E", number) for number in (BEACH, INLAND_3, INLAND_4, INLAND_5)] == [
        1,
        3,
        4,
        5,
    ]


@both_editions
@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (INLAND_3, {"de_emden", "de_adm_hipper"}),
        (INLAND_4, {"de_adm_hipper"}),
        (INLAND_5, set()),
    ],
)
def test_12_0_a_ships_range_is_its_strength(edition, number, expected):
    """Emden 3, Hipper 4, as printed."""
    position = land_step(edition, {"E": ["de_emden", "de_adm_hipper"]})
    assert set(naval_support(position.state, number, GERMAN)) == expected


@both_editions
def test_10_3_a_float_plane_adds_a_hex(edition):
    """Worked example: with a float plane in E the Emden reaches four hexes and the Hipper five."""
    position = land_step(edition, {"E": ["de_emden", "de_adm_hipper"]})
    plane = next(
        name for name, c in position.state.table.counters.items() if c.type == "floatplane"
    )
    position.place({"E": [plane], "B": ["de_koeln"]})
    assert gunfire_range(position.state, "de_emden") == 4
    assert gunfire_range(position.state, "de_adm_hipper") == 5
    assert gunfire_range(position.state, "de_koeln") == 3, "another sea space"
    assert naval_support(position.state, INLAND_5, GERMAN) == ["de_adm_hipper"]
    position.place({"E": ["uk_norfolk"]})
    assert gunfire_range(position.state, "uk_norfolk") == 4, "only German ships have spotters"


@both_editions
def test_12_0_both_sides_and_the_side_shown(edition):
    """A-104, A-105: British ships too; a reduced Hood (4) does not reach the fifth hex."""
    position = land_step(edition, {"E": ["uk_hood", "de_schlesien"]})
    assert naval_support(position.state, INLAND_5, BRITISH) == ["uk_hood"]
    assert naval_support(position.state, INLAND_5, GERMAN) == ["de_schlesien"]
    position = land_step(edition, {"E": ["uk_hood"]}, reduced=["uk_hood"])
    [refusal] = check_gunfire(position.state, "uk_hood", INLAND_5, "/ships/0")
    assert (refusal.rule, refusal.code, refusal.at) == ("12.0", "out_of_range", "/ships/0")
    assert "reaches 4 hexes inland; 2922 is 5 away" in refusal.text


@both_editions
@pytest.mark.parametrize(
    "name",
    ["de_sub_1", "de_mine_1", "de_transport_01", "de_bty_siegfried", "uk_dummy", "de_minesweeper_1",
     "uk_mtbs_1", "de_marine"],
)  # fmt: skip
def test_12_0_who_has_no_guns_for_it(edition, name):
    """Submarines, mines, transports, batteries, Dummy, swimmers and ships of strength 0 (A-105)."""
    assert why(land_step(edition, {"E": [name]}), name, BEACH) == ["no_guns"]


@both_editions
def test_12_0_ships_fire_from_sea_spaces_at_hexes(edition):
    """Not from a box, and not at a place that is no land hex."""
    position = land_step(edition, {"Convoy": ["de_emden"], "E": ["de_koeln"]})
    assert why(position, "de_emden", BEACH) == ["not_at_sea"]
    assert why(position, "de_koeln", "E") == ["not_at_sea"]


@both_editions
def test_12_0_one_combat_a_step(edition):
    """A-105: a ship that has supported does not support again in that step."""
    position = land_step(edition, {"E": ["de_emden"]}).at(used=frozenset({"de_emden"}))
    assert why(position, "de_emden", BEACH) == ["used_already"]


@both_editions
@pytest.mark.parametrize("weather", ["clear", "rain"])
def test_12_0_rain_leaves_gunfire_alone(edition, weather):
    """A-10: halving is for surface combat only."""
    position = land_step(edition, {"E": ["de_adm_hipper"]}, weather=weather)
    assert why(position, "de_adm_hipper", INLAND_4) == []


@both_editions
@pytest.mark.parametrize(("by_player_turn", "later"), [(True, []), (False, ["has_fought"])])
def test_8_5_who_fought_does_not_fire(edition, by_player_turn, later):
    """A-72: fought in step 2, barred in 6 and not in 13; a setting makes it the whole game turn."""
    position = at_sea(
        edition,
        ["de_emden", "uk_hood"],
        sector="E",
        seat="german",
        options={"gunfire_bar_by_player_turn": by_player_turn},
    )
    obey(position, Engage("E", (("de_emden", "uk_hood"),)), 6, 2)
    StageBegun(1, 6, "land combat").on(position.state)
    for name in ("de_emden", "uk_hood"):
        assert why(position, name, BEACH) == ["has_fought"]
    StageBegun(1, 9, "naval movement").on(position.state)
    StageBegun(1, 13, "land combat").on(position.state)
    for name in ("de_emden", "uk_hood"):
        assert why(position, name, BEACH) == later
    StageBegun(2, 1, "weather").on(position.state)
    assert why(position, "de_emden", BEACH) == []
