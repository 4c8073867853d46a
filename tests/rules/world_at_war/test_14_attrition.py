"""Chapter 14: attrition, from the zones to the retreats."""

from typing import Any

import pytest

from sealion_pbem.rulesets.world_at_war.rules.ch14_attrition import countable, modifier, zone_name
from sealion_pbem.rulesets.world_at_war.rules.ch14_effects import eligible, hexes_to_take
from sealion_pbem.rulesets.world_at_war.table import AXIS
from tests.table import Table
from tests.world_at_war import table


def wearing(*units: str, **members: object) -> Table:
    """Return a table at which the Axis may roll attrition."""
    return table(*units, step="attrition", **members)


def zone_called(found: Table, name: str) -> int:
    """Return the number of a zone."""
    names = [zone_name(found.state, number) for number in range(len(found.state.zones))]
    return names.index(name)


def west_of(found: Table) -> str:
    """Return the name of the western zone that holds the Charente."""
    bit = found.state.table.board.bits["0610"]
    return next(
        zone_name(found.state, n) for n, zone in enumerate(found.state.zones) if zone[2] & bit
    )


def roll(found: Table, *units: str) -> dict[str, Any]:
    """Return an attrition by these against the first zone that all can be counted against."""
    zones = range(len(found.state.zones))
    able = [n for n in zones if {*units} <= {*countable(found.state, n)}]
    name = zone_name(found.state, able[0]) if able else west_of(found)
    return {"kind": "attrition", "zone": name, "units": [*units]}


def counted(found: Table) -> list[str]:
    """Return who can be counted against the zone that holds the Charente."""
    return countable(found.state, zone_called(found, west_of(found)))


def test_14_211_zones_by_front_and_control():
    """14.211, R-11, 14.1  France has a western zone and, around Marseilles, a Mediterranean one."""
    found = wearing("de_inf_01 in 1106", "fr_inf_06 in 1007")
    fronts = {front: 0 for front, _, _ in found.state.zones}
    assert set(fronts) == {"western", "mediterranean"}
    board = found.state.table.board
    med = next(area for front, _, area in found.state.zones if front == "mediterranean")
    assert {*board.in_area(med)} == {"1112", "1211", "1212", "1213", "1312"}


def test_14_212_drops_of_the_last_turn():
    """14.212, R-76  Where only airborne units of the last player turn are is no zone of its own."""
    units = ("de_abn_1 in 1007, landed", "de_inf_01 in 1206", "fr_inf_06 in 0906")
    found = table(*units, step="prepare", active="allies", axis=["1007"])
    found.orders("done")
    bits = found.state.table.board.bits
    (area,) = [area for _, _, area in found.state.zones if area & bits["1007"]]
    assert area & bits["1206"]
    others = table("de_inf_02 in 1007", *units[1:], step="prepare", active="allies")
    others.orders("done")
    (area,) = [area for _, _, area in others.state.zones if area & bits["1007"]]
    assert not area & bits["1206"]


def test_14_22_who_is_counted():
    """14.22  Units in contact, supplied or not; not those farther back."""
    found = wearing("fr_inf_06 in 1007", "de_inf_01 in 1106, supply none", "de_inf_02 in 1206")
    assert counted(found) == ["de_inf_01"]


@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        ("de_inf_01 in 1106, fought", "14.23A"),
        ("de_inf_01 in 1106, counted", "14.23B"),
        ("de_inf_01 in 1206", "14.23C"),
        ("de_rep_1 in 1106", "14.23F"),
        ("de_flak_1 in 1106", "14.23F"),
        ("de_air_1 in 1106", "14.23F"),
    ],
)
def test_14_23_who_is_not_counted(unit: str, rule: str):
    """14.23, 14.23A, 14.23B, 14.23C, 14.23F  Who fought, was counted, has no contact, or never is."""
    found = wearing(unit, "fr_inf_06 in 1007", "de_inf_09 in 1107")
    name = unit.partition(" ")[0]
    refused = found.orders(roll(found, name)).refused()
    assert [fault[0] for fault in refused] == [rule]
    assert found.orders(roll(found, name)).outcome.events == ()


def test_14_23d_not_across_an_enemy_wall():
    """14.23D, R-61  Over the Maginot line there is no contact, over the own West Wall there is."""
    found = wearing("de_inf_01 in 1206", "fr_inf_06 in 1106")
    assert countable(found.state, 0) == []
    own = wearing("de_inf_01 in 1305", "fr_inf_06 in 1206", allies=["1206"])
    assert any(
        "de_inf_01" in countable(own.state, number) for number in range(len(own.state.zones))
    )
    fort = wearing("de_inf_01 in 1105", "be_inf_1 in 1104")
    assert not any(countable(fort.state, n) for n in range(len(fort.state.zones)))


def test_14_23e_not_against_partisans_and_flak():
    """14.23E  Next to partisans or flak alone nobody is counted."""
    found = wearing("de_inf_01 in 1106", "ptn_wa_1 in 1007")
    assert counted(found) == []
    flak = wearing("de_inf_01 in 0904", "uk_flak_1 in 0905")
    assert counted(flak) == []


def test_14_33_independent_minors():
    """14.33, 14.522, R-15, R-52  An attacked minor is a zone of its own; its losses are its own."""
    neutral = ["italy", "belgium", "netherlands", "luxembourg"]
    found = table(
        "de_inf_01 in 1204", "de_inf_02 in 1303", "be_inf_1 in 1005", "fr_inf_06 in 0905",
        step="prepare", neutral=neutral,
    )  # fmt: skip
    found.orders({"kind": "declare", "nation": "belgium", "payer": "germany"}, "done")
    factions = {faction for _, faction, _ in found.state.zones}
    assert factions == {"allies", "belgium"}


def test_14_4_a_die_and_its_row():
    """14.4, 14.41, 14.42B, 14.5  23 factors against CTL 1, die 3: row 4 of 21-30 is 2C/1H."""
    units = [f"de_inf_{n:02}" for n in range(1, 8)]
    places = ("1106", "1106", "1107", "1107", "1008", "1008", "1006")
    placed = [f"{unit} in {place}" for unit, place in zip(units, places, strict=True)]
    found = wearing(*placed, "de_light_1 in 1006", "de_light_2 in 0907", "fr_inf_06 in 1007",
                    "fr_inf_07 in 1007", "fr_inf_08 in 0906")  # fmt: skip
    found.dice(3).orders(roll(found, *units, "de_light_1", "de_light_2"))
    assert found.state.attrition is not None
    assert (found.state.attrition.counters, found.state.attrition.hexes) == (2, 1)
    assert found.waiting is not None
    assert found.waiting.kind == "attrition_losses"


def test_14_42c_winter_preparation():
    """14.42C  The difference in preparation, each at most the level of winter."""
    units = ("de_inf_01 in 1106", "fr_inf_06 in 1007")
    ready = {"germany": 6, "france": 2}
    found = wearing(*units, winter=4, ready=ready).state
    assert modifier(found, ("de_inf_01",), ("fr_inf_06",)) == 1 + 4 - 2
    calm = wearing(*units, ready=ready).state
    assert modifier(calm, ("de_inf_01",), ("fr_inf_06",)) == 1


def one_and_one(*units: str, **members: object) -> Table:
    """Return a table behind a 1C/1H: 15 factors, die 4 and training for row 5."""
    found = wearing(
        "de_arm_1 in 1106", "de_arm_2 in 1106", "de_arm_3 in 1107", "de_inf_01 in 1107", *units,
        **members,
    )  # fmt: skip
    found.dice(4).orders(roll(found, "de_arm_1", "de_arm_2", "de_arm_3", "de_inf_01"))
    assert found.waiting is not None
    assert found.waiting.kind == "counters_for_hex"
    return found


FRENCH = ("fr_inf_06 in 1007", "fr_inf_07 in 1007", "fr_rep_1 in 1006", "fr_inf_08 in 0906")


def test_14_44_two_counters_instead():
    """14.44, 14.51  1C/1H may become 2C; the defender then owes two counters and no hex."""
    found = one_and_one(*FRENCH)
    found.orders("exchange")
    lost = found.orders({"kind": "lose_counters", "units": ["fr_rep_1"]}).refused()
    assert [fault[:2] for fault in lost] == [("14.51", "too_few")]
    found.orders({"kind": "lose_counters", "units": ["fr_rep_1", "fr_inf_08"]})
    assert found.state.attrition is None
    assert found.state.place_of("fr_inf_08") == "pool"


def test_14_52_from_the_zone_or_the_supply_zone():
    """14.5, 14.52, 14.52A, R-53  Infantry far behind can be lost; British not, who have no contact."""
    found = one_and_one(*FRENCH, "uk_inf_1 in 0904")
    found.orders("keep")
    assert {*eligible(found.state)} == {"fr_inf_06", "fr_inf_07", "fr_inf_08", "fr_rep_1"}


def test_14_52c_each_nation_as_many_as_it_has_in_contact():
    """14.52C, 14.522  One Briton in contact: Britain loses one counter at the most."""
    found = one_and_one(
        "fr_inf_06 in 1007", "uk_mech_1 in 1007", "uk_inf_1 in 0904", "fr_inf_08 in 0906"
    )
    found.orders("exchange")
    lost = found.orders({"kind": "lose_counters", "units": ["uk_mech_1", "uk_inf_1"]}).refused()
    assert ("14.52C", "nation_spent") in [fault[:2] for fault in lost]
    assert found.orders({"kind": "lose_counters", "units": ["uk_inf_1", "fr_inf_08"]}).events


def test_14_523_a_base_goes_with_its_last_ground_unit():
    """14.523  The airbase in the hex that lost all its ground units is lost, too."""
    found = one_and_one("fr_inf_06 in 1007", "fr_base_1 in 1007", "fr_inf_08 in 0906")
    found.orders("keep")
    found.orders({"kind": "lose_counters", "units": ["fr_inf_06"]})
    assert found.state.place_of("fr_base_1") == "pool"


def kept(*units: str, lose: str, **members: object) -> Table:
    """Return a table behind a 1C/1H whose counter the defender has lost."""
    found = one_and_one(*units, **members)
    found.orders("keep")
    found.orders({"kind": "lose_counters", "units": [lose]})
    return found


def test_14_61_the_attacker_takes_hexes_in_contact():
    """14.6, 14.61, 14.64, 14.71  He names hexes and who advances; all leave before anybody comes."""
    found = kept(*FRENCH, lose="fr_rep_1")
    assert found.waiting is not None
    assert found.waiting.kind == "occupy"
    assert hexes_to_take(found.state) == ["1007"]
    found.orders({"kind": "occupy", "moves": {"de_inf_01": "1007"}})
    assert found.waiting.kind == "retreat"
    found.orders({"kind": "retreat", "moves": {"fr_inf_06": "0907", "fr_inf_07": "0907"}})
    assert found.state.place_of("de_inf_01") == "1007"
    assert found.state.place_of("fr_inf_06") == "0907"
    assert found.state.owner("1007") == AXIS


def test_14_61_he_need_not_take_any():
    """14.61  Nobody advances, nobody retreats."""
    found = kept(*FRENCH, lose="fr_rep_1")
    found.orders({"kind": "occupy", "moves": {}})
    assert found.state.attrition is None
    assert found.state.place_of("fr_inf_06") == "1007"


def test_w_8_14_62b_the_hex_that_gave_all_losses():
    """14.62B  W-8: at 1C/1H the loss of one 3-3 of two keeps the hex; a loss elsewhere does not."""
    found = one_and_one("fr_arm_1 in 1007", "fr_arm_2 in 1007", "fr_inf_08 in 0906")
    found.orders("keep")
    found.orders({"kind": "lose_counters", "units": ["fr_arm_1"]})
    assert found.state.attrition is None or hexes_to_take(found.state) == []
    other = kept("fr_arm_1 in 1007", "fr_arm_2 in 1007", "fr_inf_08 in 0906", lose="fr_inf_08")
    assert hexes_to_take(other.state) == ["1007"]


def test_14_62b_the_largest_first():
    """14.62B  A replacement lost while a larger unit stays does not keep the hex."""
    found = kept("fr_rep_1 in 1007", "fr_inf_07 in 1007", "fr_inf_08 in 0906", lose="fr_rep_1")
    assert hexes_to_take(found.state) == ["1007"]


@pytest.mark.parametrize(
    ("number", "rule"),
    [("0906", "14.62C"), ("1011", "14.62D"), ("0907", "14.62A")],
)
def test_14_62_hexes_that_are_never_taken(number: str, rule: str):
    """14.62, 14.62A, 14.62C, 14.62D  Paris, a mountain, a hex without an enemy."""
    beside = {"0906": "1006", "1011": "1010", "0907": "1008"}[number]
    holder = () if rule == "14.62A" else (f"fr_inf_08 in {number}",)
    found = wearing(
        f"de_arm_1 in {beside}", f"de_arm_2 in {beside}", "de_arm_3 in 1106", "de_inf_01 in 1106",
        "fr_inf_06 in 1007", "fr_inf_07 in 1007", *holder, "fr_rep_2 in 0610",
    )  # fmt: skip
    units = [u for u in ("de_arm_1", "de_arm_2", "de_arm_3", "de_inf_01") if u in counted(found)]
    found.dice(4).orders(roll(found, *units))
    found.orders("keep")
    found.orders({"kind": "lose_counters", "units": ["fr_rep_2"]})
    assert found.waiting is not None
    assert found.waiting.kind == "occupy"
    refused = found.orders({"kind": "occupy", "moves": {units[0]: number}}).refused()
    assert rule in [fault[0] for fault in refused]


def test_14_62e_not_across_rivers():
    """14.62E  Units behind the Meuse do not take the hex beyond, units beside it do."""
    found = wearing(
        "de_arm_1 in 1105", "de_arm_2 in 1105", "de_arm_3 in 1107", "de_inf_01 in 1107",
        "fr_inf_06 in 1106", "fr_inf_07 in 1106", "fr_rep_2 in 0610",
    )  # fmt: skip
    found.dice(4).orders(roll(found, "de_arm_1", "de_arm_2", "de_arm_3", "de_inf_01"))
    found.orders("keep")
    found.orders({"kind": "lose_counters", "units": ["fr_rep_2"]})
    refused = found.orders({"kind": "occupy", "moves": {"de_arm_1": "1106"}}).refused()
    assert [fault[:2] for fault in refused] == [("14.62E", "river")]
    assert found.orders({"kind": "occupy", "moves": {"de_arm_3": "1106"}}).outcome.refused == ()


def test_w_9_14_65_an_emptied_zone():
    """14.65, 14.51  W-9: when all units of the zone are gone, its hexes in contact may be taken."""
    found = one_and_one("fr_inf_06 in 1007")
    found.orders("keep")
    assert found.state.attrition is not None
    assert found.state.attrition.is_emptied
    assert {"1007", "1008"} <= {*hexes_to_take(found.state)}


def retreat(*units: str, lose: str = "fr_rep_3", **members: object) -> Table:
    """Return a table at which 1007 must be left."""
    found = kept("fr_inf_06 in 1007", "fr_rep_3 in 0610", *units, lose=lose, **members)
    found.orders({"kind": "occupy", "moves": {"de_inf_01": "1007"}})
    return found


def test_14_72_where_nobody_retreats_to():
    """14.7, 14.72  Not to hexes with enemies, nor to hexes that an attacker leaves."""
    found = retreat("fr_inf_08 in 0906", "de_light_1 in 0907")
    for number in ("0907", "1107"):
        refused = found.orders({"kind": "retreat", "moves": {"fr_inf_06": number}}).refused()
        assert refused, number


def test_14_72_not_into_enemy_walls():
    """14.72, 14.72A  A hex behind enemy fortified sides is closed even if nobody is in it."""
    found = wearing(
        "de_inf_01 in 1105", "de_inf_02 in 1105", "de_arm_1 in 1105", "de_arm_2 in 1105",
        "fr_inf_06 in 1206", "fr_rep_3 in 0610", allies=["1206"],
        axis=["1106", "1207", "1306"],
    )  # fmt: skip
    assert found.state.table.board.walls_of("1305")
    zone = next(
        zone_name(found.state, n) for n, each in enumerate(found.state.zones)
        if each[2] & found.state.table.board.bits["1206"]
    )  # fmt: skip
    order = {
        "kind": "attrition",
        "zone": zone,
        "units": ["de_inf_01", "de_inf_02", "de_arm_1", "de_arm_2"],
    }
    found.dice(6).orders(order)
    while found.state.attrition is not None and found.waiting is not None:
        answer: dict[str, Any] = {"kind": "keep"}
        if found.waiting.kind == "occupy":
            answer = {"kind": "occupy", "moves": {"de_inf_01": "1206"}}
        elif found.waiting.kind == "attrition_losses":
            answer = {"kind": "lose_counters", "units": ["fr_rep_3"]}
        elif found.waiting.kind == "retreat":
            assert found.orders({"kind": "retreat", "moves": {"fr_inf_06": "1305"}}).outcome.refused
            break
        assert found.orders(answer).outcome.refused == ()


def test_14_73_the_least_evil_first():
    """14.73  A free own hex before one that is full; a full one before one in a zone."""
    found = retreat("fr_inf_08 in 1008", "fr_inf_09 in 1008", "fr_inf_10 in 0906")
    refused = found.orders({"kind": "retreat", "moves": {"fr_inf_06": "1008"}}).refused()
    assert refused[0][:2] == ("14.73", "no_retreat")
    assert found.orders({"kind": "retreat", "moves": {"fr_inf_06": "0907"}}).outcome.refused == ()


def test_14_76_who_cannot_retreat_is_eliminated():
    """14.76, 14.75  With enemies all round the unit is lost and the hex taken."""
    found = kept(
        "fr_inf_06 in 1007", "fr_rep_3 in 1007", "de_light_1 in 1006", "de_light_2 in 0906",
        "de_light_3 in 0907", "de_light_4 in 1008", lose="fr_rep_3",
    )  # fmt: skip
    found.orders({"kind": "occupy", "moves": {"de_inf_01": "1007"}})
    assert found.state.place_of("fr_inf_06") == "pool"
    assert found.state.place_of("de_inf_01") == "1007"


def test_r_51_when_attrition_is_allowed():
    """R-51, 9.61  11 BRPs on the front forbid it, 10 do not; the setting moves the limit."""
    units = ("de_inf_01 in 1106", "fr_inf_06 in 1007")
    for spent, limit, is_allowed in (
        (10, 10, True),
        (11, 10, False),
        (11, 15, True),
        (1, 0, False),
    ):
        found = wearing(*units, spent={"western": spent}, options={"attrition_limit": limit})
        kind = found.waiting.kind if found.waiting else ""
        assert (kind == "attrition") is is_allowed, (spent, limit)
