"""11.1  Zones of control: one more hex after entering one."""

import pytest

from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from tests.sealion_table import SealionTable, both_editions, table

DIVISION, CANADIANS = "uk_44_inf", "ca_1_mot_x"


def example(edition: str) -> SealionTable:
    """The picture of the Deluxe rulebook: Germans whose zones cover 5303 and 5205."""
    return table(edition, step=13, stage="land movement").place(
        {
            "5503": [DIVISION],
            "5304": [CANADIANS],
            "5203": ["de_14_inf"],
            "5206": ["de_12_inf"],
        }
    )


@both_editions
def test_11_1_the_division_has_no_points_for_another_hex(edition):
    """11.1  44 Division: 5403 for 2, 5303 for 2 (a river), and its four points are spent."""
    position = example(edition)
    costs = position.state.table.board.costs(
        "british", "leg", amphibious=False, london_by_road=False
    )

    assert (costs["5503", "5403"], costs["5403", "5303"]) == (4, 4)
    assert position.codes(March((DIVISION,), ("5403", "5303"))) == []
    assert position.codes(March((DIVISION,), ("5403", "5303", "5204"))) == [
        ("11.0", "not_enough_points")
    ]


@both_editions
@pytest.mark.parametrize(
    ("there", "cost"), [("5204", 1), ("5104", 1), ("5304", 1), ("5105", 2), ("5305", 3)]
)
def test_11_1_the_canadians_go_one_hex_further(edition, there, cost):
    """11.1, A-96  1 Canadian Brigade enters 5205 for 1, then any neighbour at its cost, and stops."""
    position = example(edition)
    costs = position.state.table.board.costs(
        "british", "vehicle", amphibious=False, london_by_road=False
    )
    after = next(n for n in position.state.table.board.adjacent[there] if n not in {"5205", "5206"})

    assert (costs["5304", "5205"], costs["5205", there]) == (2, 2 * cost)
    assert position.codes(March((CANADIANS,), ("5205", there))) == []
    assert ("11.1", "stopped_by_zone_of_control") in position.codes(
        March((CANADIANS,), ("5205", there, after))
    )


@both_editions
def test_11_1_the_additional_hex_may_hold_the_enemy(edition):
    """11.1  Entering the enemy's hex is how an attack is made."""
    assert example(edition).codes(March((CANADIANS,), ("5205", "5206"))) == []


@both_editions
def test_11_1_more_zones_in_the_additional_hex_mean_nothing(edition):
    """11.1  From 5205 into 5204, which another zone covers: allowed, and the end."""
    assert example(edition).codes(March((CANADIANS,), ("5205", "5204"))) == []


@both_editions
def test_11_1_an_enemy_in_the_hex_ends_the_move(edition):
    """11.2  Nobody marches through the enemy."""
    position = example(edition)

    (violation,) = position.refusals(March((CANADIANS,), ("5205", "5206", "5207")))

    assert (violation.rule, violation.code, violation.at) == ("11.2", "stopped_by_enemy", "/path/2")
    assert "the move ends in 5206, where the enemy stands" in violation.text


@both_editions
def test_11_1_who_starts_in_a_zone_is_free(edition):
    """11.1, A-97  A unit next to the enemy leaves as if he were not there."""
    position = table(edition, step=13, stage="land movement").place(
        {"2103": [DIVISION], "2004": ["de_14_inf"]}
    )
    assert position.state.is_in_enemy_zoc("2103", BRITISH)

    assert position.codes(March((DIVISION,), ("2102", "2202", "2203"))) == []


@both_editions
def test_11_1_from_zone_to_zone_is_one_hex_and_one_more(edition):
    """11.1, A-97  Starting in a zone, entering another: one more hex is left."""
    position = table(edition, step=13, stage="land movement").place(
        {"2103": [DIVISION], "2104": ["de_14_inf"]}
    )

    assert position.codes(March((DIVISION,), ("2204", "2203"))) == []
    assert position.codes(March((DIVISION,), ("2204", "2203", "2202"))) == [
        ("11.1", "stopped_by_zone_of_control")
    ]


@both_editions
@pytest.mark.parametrize(
    ("enemy", "has_zone"),
    [("de_14_inf", True), ("de_7_inf_ech1", True), ("de_1st_fj", True), ("de_marine", False)],
)
def test_11_1_divisions_brigades_and_regiments_have_a_zone(edition, enemy, has_zone):
    """11.1  Battalions have none."""
    position = table(edition, step=13, stage="land movement").place({"2104": [enemy]})

    assert position.state.is_in_enemy_zoc("2103", BRITISH) is has_zone


@both_editions
@pytest.mark.parametrize("unit", ["uk_churchill", "uk_railway_guns", "uk_cdo"])
def test_11_1_churchill_and_railway_guns_have_no_zone(edition, unit):
    """11.1, A-16, A-27  Nor has the commando battalion."""
    position = table(edition, step=6, stage="land movement").place({"2104": [unit]})

    assert not position.state.is_in_enemy_zoc("2103", GERMAN)


@both_editions
def test_11_1_a_battalion_alone_still_stops_who_enters(edition):
    """11.2  A hex with a German battalion is an enemy hex."""
    position = table(edition, step=13, stage="land movement").place(
        {"2102": [DIVISION], "2103": ["de_marine"]}
    )

    assert position.codes(March((DIVISION,), ("2103",))) == []
    assert position.codes(March((DIVISION,), ("2103", "2203"))) == [("11.2", "stopped_by_enemy")]


@both_editions
def test_11_1_the_zone_holds_for_each_unit_of_a_stack(edition):
    """11.1, 11.4  A stack of two is stopped together: one refusal for each."""
    position = table(edition, step=13, stage="land movement").place(
        {"2102": [DIVISION, "uk_cdo"], "2204": ["de_14_inf"]}
    )
    order = March((DIVISION, "uk_cdo"), ("2103", "2203", "2202"))

    assert position.codes(order)[:1] == [("11.1", "stopped_by_zone_of_control")]
    assert len(position.codes(order)) == 2
