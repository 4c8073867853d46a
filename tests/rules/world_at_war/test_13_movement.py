"""Chapter 13: ground movement, voluntary elimination, overruns."""

from typing import Any

from sealion_pbem.rulesets.world_at_war.rules.ch13_movement import step_cost
from sealion_pbem.rulesets.world_at_war.rules.r44_construction import price_of
from sealion_pbem.rulesets.world_at_war.table import AXIS
from tests.table import Table
from tests.world_at_war import attack, march, overrun, table


def moving(*units: str, **members: object) -> Table:
    """Return a table at which the Axis moves."""
    return table(*units, step="move", **members)


def why(found: Table, order: dict[str, Any]) -> list[tuple[str, str]]:
    """Return rule and code of every reason against an order."""
    return [fault[:2] for fault in found.orders(order).refused()]


def test_13_3_air_then_supply_then_ground():
    """13.1, 13.3, R-2, R-36  Wings are staged in step 3; supply is determined then; units move."""
    found = table("de_air_1 in 1204", "de_inf_01 in 1106", "fr_inf_06 in 1305", step="prepare")
    assert why(found, march("de_inf_01", "1107"))
    found.orders({"kind": "stage", "unit": "de_air_1", "hex": "1405"}, "done")
    assert found.state.place_of("de_air_1") == "1405"
    assert found.waiting is not None
    assert found.waiting.kind == "move"
    assert why(found, {"kind": "stage", "unit": "de_air_1", "hex": "1204"})


def test_13_2_voluntary_elimination():
    """13.2, 13.22, 13.23, R-46  Own units may go, bases not; to rebuild them this turn costs double."""
    found = table("de_inf_01 in 1204", "de_base_1 in 1206", step="prepare")
    order = {"kind": "eliminate", "units": ["de_base_1"]}
    assert why(found, order) == [("13.22", "airbase")]
    found.orders({"kind": "eliminate", "units": ["de_inf_01"]})
    assert found.state.place_of("de_inf_01") == "pool"
    assert price_of(found.state, "de_inf_01") == 6
    found.orders({"kind": "place_base", "unit": "de_base_1", "hex": "1205"})
    assert found.state.place_of("de_base_1") == "1205"


def test_13_41_costs():
    """13.4, 13.41, 13.41B, 13.41C, 13.41D  1 for clear, 1 more for forest, 2 more to leave a zone."""
    state = moving("fr_arm_1 in 1006").state
    zones = state.table.board.area(["1106"])
    assert step_cost(state, "1107", "1207", 0) == 1
    assert step_cost(state, "1106", "1105", 0) == 2
    assert step_cost(state, "1106", "1107", zones) == 3
    assert step_cost(state, "1107", "1106", zones) == 1


def test_13_41_rivers_cost_nothing():
    """13.41  Over the Meuse from Luxembourg: 1 for each clear hex."""
    found = moving("de_inf_01 in 1206")
    assert found.orders(march("de_inf_01", "1106", "1107", "1108")).outcome.refused == ()
    assert why(moving("de_inf_01 in 1206"), march("de_inf_01", "1106", "1107", "1108", "1109")) == [
        ("13.41", "too_far")
    ]


def test_13_41d_leaving_a_zone():
    """13.41D, 10.343  Infantry next to hostile armor pays 3 for one hex and stops; nothing to enter."""
    found = moving("de_inf_01 in 1206", "fr_arm_1 in 1107")
    assert why(found, march("de_inf_01", "1106", "1006")) == [("13.41", "too_far")]
    assert found.orders(march("de_inf_01", "1106")).outcome.refused == ()
    assert found.orders(march("de_inf_01", "1105")).outcome.refused


def test_13_41a_unsupplied_units_do_not_move():
    """13.41A, R-35  Not even one hex."""
    found = moving("de_inf_01 in 1106, supply none")
    assert why(found, march("de_inf_01", "1107")) == [("13.41A", "unsupplied")]


def test_13_41f_partially_supplied_armor():
    """13.41F, 10.32  It moves 3, not 6."""
    way = ("1106", "1107", "1108", "1109")
    assert moving("de_arm_1 in 1206").orders(march("de_arm_1", *way)).outcome.refused == ()
    poor = moving("de_arm_1 in 1206, supply partial")
    assert why(poor, march("de_arm_1", *way)) == [("13.41", "too_far")]


def test_13_411_one_hex_is_always_possible():
    """13.411, R-59  Replacements go into a forest that costs 2, and stop there."""
    found = moving("de_rep_1 in 1206")
    assert found.orders(march("de_rep_1", "1105")).outcome.refused == ()
    assert why(found, march("de_rep_1", "1106")) == [("13.42", "moved_already")]


def test_13_42_nothing_is_lent_and_13_45_units_stop_and_go_on():
    """13.42, 13.45  A unit stops, waits and goes on with what it has left; together by the slower one."""
    found = moving("de_arm_1 in 1206", "de_inf_01 in 1206")
    both = {"kind": "move", "units": ["de_arm_1", "de_inf_01"], "path": ["1106", "1107"]}
    assert found.orders(both).outcome.refused == ()
    assert found.orders(march("de_inf_01", "1108")).outcome.refused == ()
    assert why(found, march("de_inf_01", "1109")) == [("13.42", "moved_already")]
    assert found.orders(march("de_arm_1", "1108", "1109")).outcome.refused == ()
    apart = {"kind": "move", "units": ["de_arm_1", "de_inf_01"], "path": ["1008"]}
    assert ("13.45", "not_together") in why(found, apart)


def test_13_43_not_across_water():
    """13.43, R-6, R-12  The strait of Dover is water unless its arrow is open."""
    units = ("fr_inf_06 in 0804",)
    closed = table(*units, step="move", active="allies")
    assert why(closed, march("fr_inf_06", "0704")) == [("13.43", "all_water")]
    opened = table(*units, step="move", active="allies", options={"dover": "open"})
    assert opened.orders(march("fr_inf_06", "0704")).outcome.refused == ()
    dike = table("nl_inf_1 in 1101", step="move", active="allies")
    assert dike.orders(march("nl_inf_1", "1102")).outcome.refused == ()


def test_13_46_not_into_hostile_units():
    """13.46  Nor through them."""
    found = moving("de_arm_1 in 1106", "fr_inf_06 in 1007")
    assert why(found, march("de_arm_1", "1007", "1008")) == [("13.46", "enemy_there")]


def test_13_4_neutral_and_closed_countries():
    """13.4, R-10, R-14  Belgium before a declaration; in the school the Netherlands never."""
    neutral = ["italy", "belgium", "luxembourg", "netherlands"]
    found = moving("de_inf_01 in 1205", neutral=neutral)
    assert why(found, march("de_inf_01", "1105")) == [("R-14", "neutral")]
    school = table("de_inf_01 in 1104", scenario="sedan-school", step="move")
    assert why(school, march("de_inf_01", "1103")) == [("R-10", "closed")]
    # Switzerland is not even on the map.
    south = table("fr_inf_06 in 1307", step="move", active="allies")
    assert south.orders(march("fr_inf_06", "1308")).outcome.refused


FORCE = ("de_arm_1 in 1106", "de_arm_2 in 1106", "de_air_1 in 1204")


def test_13_51_who_overruns():
    """13.51, 13.52, 13.41E  Armor alone; it pays 1 more and BRPs; infantry does not."""
    found = moving(*FORCE, "fr_light_1 in 1007", "de_inf_01 in 1107")
    assert ("13.51", "not_mechanized") in why(found, overrun("1007", "de_inf_01"))
    assert found.orders(overrun("1007", "de_arm_1", "de_arm_2", de_air_1=4)).outcome.refused == ()
    assert found.state.walked["de_arm_1"] == 2
    assert found.state.brp["germany"] == 150 - 12


def test_13_54_and_13_55_after_an_overrun():
    """13.54, 13.55, 13.53, R-13, R-24  Defenders die, armor moves on, the wing has flown."""
    found = moving(*FORCE, "fr_light_1 in 1007")
    found.orders(overrun("1007", "de_arm_1", "de_arm_2", de_air_1=4))
    assert found.state.place_of("fr_light_1") == "pool"
    assert found.state.owner("1007") == AXIS
    assert found.state.is_marked("de_air_1", "flown")
    assert found.orders(march("de_arm_1", "1008", "1009")).outcome.refused == ()
    assert not found.state.is_marked("de_arm_1", "fought")


def test_13_59_capitals_are_no_refuge():
    """13.59, 13.52  A replacement in Paris behind no river: 12:2 is an overrun."""
    found = moving(
        "de_arm_1 in 1006", "de_arm_2 in 1006", "de_air_1 in 1108", "fr_rep_1 in 0906",
        axis=["1108"],
    )  # fmt: skip
    assert found.orders(overrun("0906", "de_arm_1", "de_arm_2", de_air_1=4)).outcome.refused == ()
    assert found.state.owner("0906") == AXIS


def test_13_52_too_little_movement_left():
    """13.52, 13.411  The one free hex is not for overruns."""
    found = moving("de_arm_1 in 1106", "fr_arm_3 in 1006", "ptn_wa_1 in 1007", "de_arm_2 in 1106")
    found.state.walked.update({"de_arm_1": 3, "de_arm_2": 3})
    assert ("13.52", "too_far") in why(found, overrun("1007", "de_arm_1", "de_arm_2"))


def failed() -> Table:
    """Return an overrun that one factor of DAS has stopped."""
    found = moving(*FORCE, "fr_light_1 in 1007", "fr_air_1 in 1006", "de_inf_01 in 1107")
    found.orders(overrun("1007", "de_arm_1", "de_arm_2", de_air_1=4))
    assert found.waiting is not None
    assert found.waiting.kind == "overrun_das"
    found.orders({"kind": "overrun_das", "wings": {"fr_air_1": 1}})
    while found.waiting.kind == "overrun_intercept":
        found.orders("done")
    return found


def test_13_531_an_overrun_that_fails():
    """13.53, 13.531, R-27, R-63  No second try; the units must attack the hex, with air and DAS there."""
    found = failed()
    assert found.state.place_of("de_arm_1") == "1106"
    assert ("13.531", "second_try") in why(found, overrun("1007", "de_arm_1", "de_arm_2"))
    found.orders("done")
    (forced,) = found.state.attacks
    assert forced.units == ("de_arm_1", "de_arm_2")
    assert forced.support == {"de_air_1": 4}
    assert forced.das == {"fr_air_1": 1}
    assert found.orders(attack("1007", "de_inf_01")).outcome.refused == ()
    assert found.state.attacks[0].units == ("de_arm_1", "de_arm_2", "de_inf_01")


def test_13_57_winter_forbids_overruns():
    """13.57, R-50  In the winter turn there are none."""
    found = moving(*FORCE, "fr_light_1 in 1007", turn=4)
    order = overrun("1007", "de_arm_1", "de_arm_2", de_air_1=4)
    assert ("R-50", "winter") in why(found, order)


def test_r_68_the_limit_of_air_holds_in_overruns():
    """R-68, R-22  At most as many air factors as ground factors, and they are paid for."""
    found = moving("de_arm_1 in 1106", "de_air_1 in 1204", "fr_light_1 in 1007")
    refused = why(found, overrun("1007", "de_arm_1", de_air_1=5))
    assert ("R-22", "too_much_air") in refused or ("13.52", "odds") in refused
