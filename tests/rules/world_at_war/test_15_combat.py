"""Chapter 15: announcing attacks, rounds, losses, advance."""

from typing import Any

from sealion_pbem.rulesets.world_at_war.rules.ch15_losses import air_items
from sealion_pbem.rulesets.world_at_war.table import AXIS
from tests.table import Table
from tests.world_at_war import attack, table


def why(found: Table, order: dict[str, Any]) -> list[tuple[str, str]]:
    """Return rule and code of every reason against an order."""
    return [fault[:2] for fault in found.orders(order).refused()]


THREE = ("de_inf_01 in 1106", "de_inf_02 in 1106", "fr_inf_06 in 1007")


def test_15_1_the_order_of_combat():
    """15.1, 15.4, R-29  Support with the announcement, then DAS, then interception, then the die."""
    found = table(*THREE, "de_air_1 in 1204", "fr_air_1 in 1006", "de_air_2 in 1207", axis=["1207"])
    found.orders(attack("1007", "de_inf_01", "de_inf_02", de_air_1=5), "done")
    assert found.waiting is not None
    assert found.waiting.kind == "das"
    found.orders({"kind": "das", "hex": "1007", "wings": {"fr_air_1": 2}}, "done")
    assert found.waiting.kind == "intercept"
    result = found.dice(4).orders("done")
    fought = next(event for event in result.events if event.kind == "round_fought")
    assert (fought.attack, fought.defense) == (11, 4 + 2)


def test_15_2_attacks_are_voluntary():
    """15.2, R-66  Nobody must attack, and an empty hex is not attacked."""
    found = table(*THREE)
    assert why(found, attack("1107", "de_inf_01")) == [("R-66", "nobody_there")]
    found.orders("done")
    assert found.state.phase != "regular" or found.state.step != "announce"


def test_15_41_all_units_of_a_hex():
    """15.41, 15.5  Both defenders count: 2 x 2 + 3 x 2 = 10; 6 to 10 is 1:2."""
    found = table(*THREE, "fr_arm_1 in 1007")
    result = found.dice(6).orders(attack("1007", "de_inf_01", "de_inf_02"), "done")
    fought = next(event for event in result.events if event.kind == "round_fought")
    assert (fought.attack, fought.defense, fought.odds) == (6, 10, "1:2")


def test_15_42_15_43_15_46_who_attacks_whom():
    """15.42, 15.43, 15.46  One hex attacks two hexes; a unit attacks once; a hex is attacked once."""
    found = table(*THREE, "fr_inf_07 in 1107")
    assert found.orders(attack("1007", "de_inf_01")).outcome.refused == ()
    assert why(found, attack("1107", "de_inf_01")) == [("15.43", "attacks_already")]
    assert ("15.46", "attacked_already") in why(found, attack("1007", "de_inf_02"))
    assert found.orders(attack("1107", "de_inf_02")).outcome.refused == ()


def test_15_44_several_hexes_at_once():
    """15.44  Everybody must be adjacent to every hex."""
    found = table(*THREE, "fr_inf_07 in 1107", "de_inf_03 in 1207")
    order = {"kind": "attack", "hexes": ["1007", "1107"], "units": ["de_inf_03"]}
    assert why(found, order) == [("15.44", "not_adjacent")]
    both = {"kind": "attack", "hexes": ["1007", "1107"], "units": ["de_inf_01", "de_inf_02"]}
    assert found.orders(both).outcome.refused == ()


def test_15_47_two_out_of_a_hex():
    """15.47, 12.12  Two ground units attack out of a hex, airborne besides."""
    found = table(*THREE, "de_arm_1 in 1106", "de_abn_1 in 1106")
    order = attack("1007", "de_inf_01", "de_inf_02", "de_arm_1")
    assert ("15.47", "too_many_out") in why(found, order)
    assert found.orders(attack("1007", "de_inf_01", "de_inf_02", "de_abn_1")).outcome.refused == ()


def test_15_45_across_a_front_line():
    """15.45, R-11, R-51  From 1112 into 1012: paid once, counted for attrition on both fronts."""
    found = table("de_inf_01 in 1112", "fr_inf_06 in 1012")
    found.orders(attack("1012", "de_inf_01"))
    assert found.state.brp["germany"] == 150 - 3
    assert found.state.spent_on["western/limit"] == 3
    assert found.state.spent_on["mediterranean/limit"] == 3
    assert found.state.spent_on["mediterranean"] == 3


def test_15_52_who_never_attacks_below_even_odds():
    """15.52, R-71  French at 2:6 are refused, Britons are not; nobody attacks walls below 1:1."""
    defender = "de_inf_01 in 1106"
    french = table("fr_inf_06 in 1007", defender, active="allies")
    assert why(french, attack("1106", "fr_inf_06")) == [("15.52", "odds")]
    britons = table("uk_inf_1 in 1007", defender, active="allies")
    assert britons.orders(attack("1106", "uk_inf_1")).outcome.refused == ()
    walls = table("de_inf_01 in 1206", "fr_inf_06 in 1207")
    assert why(walls, attack("1207", "de_inf_01")) == [("15.52", "odds")]


def test_15_52_below_one_to_four_no_die_matters():
    """15.52, R-70  1 against 6 is below 1:4: the attacker is lost without a die."""
    found = table("uk_inf_1 in 1007", "de_inf_01 in 1106", active="allies")
    found.orders(attack("1106", "uk_inf_1"), "done")
    assert found.state.place_of("uk_inf_1") == "pool"
    assert found.state.place_of("de_inf_01") == "1106"


def even(die: int) -> Table:
    """Return a table behind the first die of 6 against 4 (1:1) in the open."""
    found = table(*THREE, "de_arm_1 in 1107")
    found.dice(die).orders(attack("1007", "de_inf_01", "de_inf_02"), "done")
    return found


def test_15_53_d_as_an_exchange():
    """15.53  A 6 at 1:1 is d; the attacker may take it as Ex: the defender loses all, he four."""
    found = even(6)
    assert found.waiting is not None
    assert found.waiting.kind == "exchange"
    found.orders("exchange")
    assert found.state.place_of("fr_inf_06") == "pool"
    # Neither of his 3-3 is enough for four, so both go.
    assert found.state.place_of("de_inf_01") == found.state.place_of("de_inf_02") == "pool"


def test_15_7_rounds_and_15_75_the_die():
    """15.7, 15.75, 15.8, R-31  CTL 2 fights a second round at +1, then no third."""
    found = even(2)
    found.orders({"kind": "lose", "units": ["de_inf_01"]})
    assert found.waiting is not None
    assert found.waiting.kind == "another_round"
    result = found.dice(1).orders("go_on")
    fought = next(event for event in result.events if event.kind == "round_fought")
    assert (fought.round, fought.die, fought.odds) == (2, 2, "1:2")
    assert found.state.fight is None or found.waiting.kind != "another_round"


def test_15_8_ctl_1_fights_one_round():
    """15.8, R-30  Britons of CTL 1 are not asked for another round."""
    found = table("uk_mech_1 in 1007", "uk_mech_2 in 1007", "de_light_1 in 1106", "de_light_2 in 1106",
                  active="allies")  # fmt: skip
    found.dice(2).orders(attack("1106", "uk_mech_1", "uk_mech_2"), "done")
    found.orders({"kind": "lose", "units": ["uk_mech_1"]})
    assert found.waiting is None or found.waiting.kind != "another_round"


def test_15_63_aircraft_as_losses():
    """15.63, R-8, R-7  A wing pays factor by factor; a needless loss is refused."""
    found = table(*THREE, "de_air_1 in 1204", "de_inf_03 in 1107")
    found.dice(3).orders(attack("1007", "de_inf_01", "de_inf_02", de_air_1=2), "done")
    # 8 to 4 is 2:1, a 3 is Ex-1: 2 x 1 = 2.
    assert found.waiting is not None
    assert found.waiting.kind == "losses_attack"
    assert [item.unit for item in air_items(found.state, {"de_air_1": 2})] == ["de_air_1"]
    assert found.orders(
        {"kind": "lose", "units": ["de_inf_01"], "air": {"de_air_1": 2}}
    ).outcome.refused
    found.orders({"kind": "lose", "air": {"de_air_1": 2}})
    assert found.state.units["de_air_1"].factors == 3


def test_15_9_advance():
    """15.9, R-13, 16.1  Two may advance and take the hex; without armor nobody breaks through."""
    found = table(*THREE, "de_inf_03 in 1107", "de_arm_1 in 1107")
    found.dice(6).orders(attack("1007", "de_inf_01", "de_inf_02", "de_inf_03"), "done")
    assert found.waiting is not None
    assert found.waiting.kind == "advance"
    too_many = {
        "kind": "advance",
        "moves": dict.fromkeys(("de_inf_01", "de_inf_02", "de_inf_03"), "1007"),
    }
    assert why(found, too_many) == [("12.11", "overstacked")]
    found.orders({"kind": "advance", "moves": {"de_inf_01": "1007", "de_inf_02": "1007"}})
    assert found.state.owner("1007") == AXIS
    assert found.state.breakthroughs == {}


def test_15_9_unsupplied_units_do_not_advance():
    """15.9, R-35  They may attack, and stay where they are."""
    found = table("de_inf_01 in 1106, supply none", "de_inf_02 in 1106, supply none",
                  "de_inf_03 in 1107, supply none", "fr_inf_06 in 1007")  # fmt: skip
    found.dice(6).orders(attack("1007", "de_inf_01", "de_inf_02", "de_inf_03"), "done")
    assert found.state.place_of("fr_inf_06") == "pool"
    assert found.waiting is None or found.waiting.kind != "advance"


def test_15_55_walls_r_9_who_chooses_first():
    """15.55, R-9  Behind walls a d is first the defender's to exchange."""
    units = [f"de_inf_0{n} in 1206" for n in (1, 2)] + ["de_air_1 in 1204", "de_air_2 in 1405"]
    found = table(*units, "fr_light_1 in 1207")
    found.dice(5).orders(attack("1207", "de_inf_01", "de_inf_02", de_air_1=2), "done")
    # 8 to 1 x 4 is 2:1, and a 5 is d.
    assert found.waiting is not None
    assert found.waiting.kind == "fort_option"
    found.orders("keep")
    assert found.waiting.kind == "exchange"


def test_r_65_strict_cooperation():
    """R-65, 12.3  French and British do not attack together."""
    units = ("fr_inf_06 in 1007", "uk_mech_1 in 1006", "de_light_1 in 1106")
    order = attack("1106", "fr_inf_06", "uk_mech_1")
    strict = table(*units, active="allies", options={"cooperation": "strict"})
    assert ("R-65", "no_cooperation") in why(strict, order)
    assert table(*units, active="allies").orders(order).outcome.refused == ()


def test_r_49_a_bridgehead():
    """R-49, 12.13  After an attack across the river only the attacker may place a bridgehead."""
    found = table("de_arm_1 in 1105", "de_arm_2 in 1105", "de_air_1 in 1204", "fr_light_1 in 1106")
    found.dice(6).orders(attack("1106", "de_arm_1", "de_arm_2", de_air_1=5), "done")
    order = {"kind": "advance", "moves": {"de_arm_1": "1106"}, "bridgehead": "1106"}
    assert found.orders(order).outcome.refused == ()
    assert found.state.bridgeheads["1106"][0] == AXIS
    dry = table("de_arm_1 in 1106", "de_arm_2 in 1106", "fr_light_1 in 1007")
    dry.dice(6).orders(attack("1007", "de_arm_1", "de_arm_2"), "done")
    order = {"kind": "advance", "moves": {"de_arm_1": "1007"}, "bridgehead": "1007"}
    assert why(dry, order) == [("R-49", "no_river")]
