"""Situations of A World at War in which the corpus of illegal orders is given."""

from collections.abc import Callable
from typing import Any

from tests.table import Table
from tests.world_at_war import attack, drop, overrun, table

NEUTRALS = ["italy", "belgium", "netherlands", "luxembourg"]


def preparing(**members: Any) -> Table:
    """Return the German preparation: cities with wings, a base counter in the field and one in the pool."""
    return table(
        "de_inf_01 in 1204", "de_arm_1 in 1205", "de_air_1 in 1204", "de_air_2 in 1303",
        "de_trans_1 in 1406", "de_base_1 in 1205", "de_base_2 in pool", "de_arm_5 in pool",
        "fr_inf_06 in 0906", "fr_air_1 in 0906", "fr_base_1 in pool", step="prepare",
        **{"neutral": NEUTRALS, **members},
    )  # fmt: skip


def moving(*more: str, **members: Any) -> Table:
    """Return a German movement phase before the Meuse."""
    return table(
        "de_arm_1 in 1106", "de_arm_2 in 1106", "de_inf_01 in 1105", "de_inf_02 in 1105",
        "de_inf_03 in 1206", "de_rep_1 in 1204", "de_inf_04 in 1204, supply none",
        "de_arm_3 in 1205, supply partial", "de_air_1 in 1204", "de_inf_05 in 1303, walked 3",
        "de_arm_5 in pool", "fr_light_1 in 1007", "fr_inf_06 in 1107", "fr_air_2 in 0906",
        "uk_air_1 in 0501", *more, step="move", **members,
    )  # fmt: skip


def rushing() -> Table:
    """Return an overrun of 1007 that waits for French aircraft."""
    found = moving("fr_air_1 in 0806, flown", "be_air_1 in 1004")
    found.orders(overrun("1007", "de_arm_1", "de_arm_2", de_air_1=4))
    return found


def hunting_das() -> Table:
    """Return an overrun that aircraft defend; Germany is asked to intercept them."""
    found = moving("de_air_2 in 1405", "de_air_3 in 1503", "de_trans_1 in 1204")
    found.orders(overrun("1007", "de_arm_1", "de_arm_2", de_air_1=4))
    found.orders({"kind": "overrun_das", "wings": {"fr_air_2": 1}})
    return found


def announcing(*more: str, **members: Any) -> Table:
    """Return a German combat phase: Sedan is taken, Reims and the Maginot line are not."""
    return table(
        "de_arm_1 in 1106", "de_inf_01 in 1106", "de_abn_1 in 1106", "de_inf_02 in 1105",
        "de_rep_1 in 1105", "de_inf_03 in 1206", "de_light_1 in 1206", "de_inf_09 in 1305",
        "de_air_1 in 1204", "de_air_2 in 1204, flown", "de_air_4 in 1503", "de_trans_1 in 1204",
        "de_abn_2 in 1107, dropped", "de_light_2 in 1107", "fr_inf_06 in 1006", "fr_inf_07 in 1006",
        "fr_light_1 in 1007", "fr_inf_08 in 1306", "fr_inf_09 in 1306", "fr_inf_10 in 0905",
        "fr_air_1 in 0906", *more, **members,
    )  # fmt: skip


def french(**members: Any) -> Table:
    """Return a French and British combat phase."""
    return table(
        "fr_inf_06 in 1006", "fr_inf_07 in 1006", "fr_arm_1 in 1007", "uk_mech_1 in 1007",
        "fr_rep_1 in 0906", "fr_air_1 in 0906", "de_inf_01 in 1106", "de_arm_1 in 1106",
        "de_light_1 in 1005", "uk_mech_2 in 0905", active="allies", **members,
    )  # fmt: skip


def defending(*more: str, **members: Any) -> Table:
    """Return an attack on 1006 and the question for defensive air support."""
    found = announcing(
        "be_air_1 in 1004", "fr_air_2 in 0906, flown", "uk_air_1 in 0501", *more, **members
    )
    found.orders(attack("1006", "de_arm_1", "de_inf_01"), "done")
    return found


def intercepting() -> Table:
    """Return an attack on 1006 that aircraft defend."""
    found = defending("de_air_3 in 1204")
    found.orders({"kind": "das", "hex": "1006", "wings": {"fr_air_1": 3}}, "done")
    return found


def dropping(*more: str, **members: Any) -> Table:
    """Return the moment of airdrops: two airborne units in Cologne, one of them with a transport."""
    found = table(
        "de_abn_1 in 1204", "de_abn_2 in 1303", "de_trans_1 in 1204", "de_trans_2 in 1204, flown",
        "de_inf_01 in 1204", "de_air_1 in 1204", "fr_inf_06 in 1005", "fr_rep_1 in 1103",
        "be_light_1 in 0904", *more, **members,
    )  # fmt: skip
    found.orders("done")
    return found


def dropping_south(**members: Any) -> Table:
    """Return an airborne unit in Turin: Lyons lies on the western front, Marseilles does not."""
    found = table(
        "de_abn_1 in 1310", "de_trans_1 in 1310", "it_inf_1 in 1310", "fr_inf_06 in 0906", neutral=[],
        **members,
    )  # fmt: skip
    found.orders("done")
    return found


def landing() -> Table:
    """Return a drop on The Hague that French aircraft may meet."""
    found = table(
        "de_abn_1 in 1204", "de_trans_1 in 1204", "de_air_1 in 1204", "de_air_4 in 1707",
        "uk_air_1 in 0703", "uk_air_2 in 0501", "fr_air_1 in 1004", "nl_inf_1 in 1102",
        neutral=["italy"],
    )  # fmt: skip
    found.orders("done")
    found.orders(drop("de_abn_1", "de_trans_1", "1103"))
    return found


def escorting() -> Table:
    """Return a drop that is intercepted; Germany is asked for an escort."""
    found = landing()
    found.orders({"kind": "intercept_drop", "hex": "1103", "wings": {"fr_air_1": 2}}, "done")
    return found


def resolving() -> Table:
    """Return two attacks of which one must be resolved first."""
    found = announcing("fr_light_2 in 1005")
    found.orders(attack("1006", "de_arm_1"), attack("1005", "de_inf_02"), "done")
    found.orders("done")
    return found


def losing() -> Table:
    """Return W-15 with a 4: the attacker must lose 8 of 20."""
    found = table(
        "de_arm_1 in 1105", "de_arm_2 in 1105", "de_inf_01 in 1206", "de_arm_3 in 1206",
        "de_air_1 in 1204", "fr_inf_06 in 1106", "fr_inf_07 in 1106",
    )  # fmt: skip
    order = attack("1106", "de_arm_1", "de_arm_2", "de_inf_01", "de_arm_3", de_air_1=5)
    found.dice(4).orders(order, "done")
    return found


def advancing(*more: str, **members: Any) -> Table:
    """Return a hex that was cleared across the river: armor and infantry may advance."""
    found = table(
        "de_arm_1 in 1105", "de_inf_01 in 1105", "de_inf_02 in 1206, supply none", "de_arm_2 in 1207",
        "de_air_1 in 1204", "fr_light_1 in 1106", *more, **members,
    )  # fmt: skip
    found.dice(6).orders(attack("1106", "de_arm_1", "de_inf_01", "de_inf_02"), "done")
    return found


def advancing_dry() -> Table:
    """Return a hex that was cleared without a river before it, by three units out of two hexes."""
    found = table(
        "de_arm_1 in 1106",
        "de_inf_01 in 1106",
        "de_inf_03 in 1107",
        "fr_light_1 in 1007",
    )
    found.dice(6).orders(attack("1007", "de_arm_1", "de_inf_01", "de_inf_03"), "done")
    return found


def exploiting(*more: str, **members: Any) -> Table:
    """Return a breakthrough in 1106 and armor that stood beside the attack."""
    found = table(
        "de_arm_1 in 1105", "de_inf_01 in 1105", "de_air_1 in 1204", "fr_light_1 in 1106",
        "de_arm_2 in 1206", "de_arm_3 in 1206", "de_arm_4 in 1402", "de_arm_5 in 1205, supply partial",
        "fr_inf_06 in 1007", *more, **members,
    )  # fmt: skip
    found.dice(6).orders(attack("1106", "de_arm_1", "de_inf_01", de_air_1=5), "done")
    found.orders({"kind": "advance", "moves": {"de_inf_01": "1106"}})
    return found


def wearing(*more: str, **members: Any) -> Table:
    """Return a German attrition: 1007 in the open, Strasbourg behind its walls, a partisan in 1108."""
    return table(
        "de_inf_01 in 1106", "de_inf_02 in 1106, fought", "de_inf_03 in 1107, counted",
        "de_inf_04 in 1107", "de_rep_1 in 1006", "de_inf_05 in 1204", "de_inf_06 in 1406",
        "de_inf_07 in 1006", "de_light_1 in 1208", "fr_inf_06 in 1007", "fr_light_1 in 1007",
        "fr_inf_07 in 0906", "fr_rep_1 in 0907", "fr_inf_08 in 1306", "ptn_wa_1 in 1209",
        "uk_mech_1 in 0906", *more, step="attrition", **members,
    )  # fmt: skip


def worn(die: int, *units: str) -> Table:
    """Return an attrition die against the French of `wearing`."""
    found = wearing()
    zone = next(c for c in found.ruleset.forms["attrition"].choices(found.state, {}, "zone")).value
    found.dice(die).orders({"kind": "attrition", "zone": zone, "units": [*units]})
    return found


def occupying(*more: str) -> Table:
    """Return 2C/1H with the losses taken from Paris and 0907: hexes may be taken."""
    found = table(
        "de_inf_01 in 1106", "de_inf_02 in 1106", "de_inf_03 in 1107", "de_inf_04 in 1107, supply none",
        "de_inf_05 in 1006", "de_inf_06 in 1006", "de_inf_07 in 1108", "de_inf_08 in 1108",
        "de_inf_09 in 1208", "fr_inf_06 in 1007", "fr_light_1 in 1007", "fr_inf_07 in 0906",
        "fr_rep_1 in 0907", "fr_inf_08 in 1008", "fr_inf_09 in 1209", "fr_rep_2 in 0908", *more,
        step="attrition",
    )  # fmt: skip
    units = [f"de_inf_{n:02}" for n in range(1, 10 + any("de_inf_10" in word for word in more))]
    zone = next(c for c in found.ruleset.forms["attrition"].choices(found.state, {}, "zone")).value
    # 27 factors, die 4 + 1: row 5 of 21-30 is 3C/1H.
    found.dice(4).orders({"kind": "attrition", "zone": zone, "units": units})
    found.orders({"kind": "lose_counters", "units": ["fr_rep_1", "fr_rep_2", "fr_inf_08"]})
    return found


def retreating() -> Table:
    """Return a stack that must leave 1007: 0906 has room, 0907 is across a river, 1008 is overstacked."""
    found = occupying("fr_inf_10 in 0906")
    found.orders({"kind": "occupy", "moves": {"de_inf_01": "1007"}})
    return found


def building(**members: Any) -> Table:
    """Return a French construction phase with units in the pool; a panzer stands before Reims."""
    pool = (
        "fr_inf_01",
        "fr_inf_02",
        "fr_arm_1",
        "fr_rep_1",
        "uk_mech_1",
        "uk_flak_1",
        "ptn_wa_1",
        "fr_base_1",
    )
    return table(
        "fr_inf_06 in 0906", "fr_inf_07 in 1006", "fr_light_1 in 1110", "fr_inf_08 in 1110",
        "de_arm_1 in 1106", "fr_air_1 in 0906, factors 3", "uk_air_1 in 0703",
        *(f"{unit} in pool" for unit in pool), step="construct", active="allies", **members,
    )  # fmt: skip


def raising(*more: str) -> Table:
    """Return an Allied construction phase of the maquis."""
    return table(
        "de_inf_01 in 1010", "de_arm_1 in 1007", "ptn_wa_1 in pool", "ptn_wa_2 in pool", *more,
        scenario="maquis", step="construct", active="allies",
    )  # fmt: skip


def occupied(*more: str) -> Table:
    """Return Allied construction in a campaign that goes on behind the French surrender."""
    held = ["0906", "1006", "1007", "1008", "1009", "1010", "1109", "1110", "0907", "0908", "0909"]
    return table(
        "uk_inf_1 in pool", "uk_inf_2 in 0703", "ptn_wa_2 in pool", "de_inf_01 in 0906", *more,
        step="construct", active="allies", conquered={"france": 1}, axis=held,
        options={"play_on": "yes", "partisans": "after_surrender"},
    )  # fmt: skip


def redeploying(**members: Any) -> Table:
    """Return an Allied redeployment."""
    return table(
        "fr_inf_06 in 0906", "fr_inf_07 in 0806, redeployed", "uk_mech_1 in 0804", "fr_inf_08 in 1110",
        "fr_air_1 in 0906", "fr_air_2 in 1110", "uk_air_1 in 1110, factors 2", "ptn_wa_1 in 1109",
        "fr_base_1 in 0906", "be_inf_1 in 1004", "be_light_1 in 1004, redeployed", "de_arm_1 in 1106",
        step="redeploy", active="allies", **members,
    )  # fmt: skip


def crowded() -> Table:
    """Return three units in a hex after redeployment."""
    found = table(
        "de_inf_01 in 1204", "de_inf_02 in 1204", "de_rep_1 in 1204", "de_abn_1 in 1204",
        "de_inf_03 in 1303", "fr_inf_06 in 0906", step="redeploy",
    )  # fmt: skip
    found.orders("done")
    return found


def setting_up() -> Table:
    """Return a free set-up, in which the Allies begin."""
    found = Table("world-at-war", "france-1940", setup="free")
    found.orders(
        {"kind": "set_up", "unit": "fr_inf_01", "hex": "0906"},
        {"kind": "set_up", "unit": "fr_inf_02", "hex": "0906"},
        {"kind": "set_up", "unit": "fr_air_1", "hex": "0906"},
    )
    return found


SITUATIONS: dict[str, Callable[[], Table]] = {
    "preparing": preparing,
    "preparing, 5 BRPs": lambda: preparing(brp={"germany": 5}),
    "preparing in summer": lambda: preparing(turn=2),
    "preparing, Allied": lambda: preparing(active="allies"),
    "moving": moving,
    "moving in winter": lambda: moving(turn=4),
    "beside a neutral": lambda: table(
        "de_inf_01 in 1204", "de_arm_1 in 1205", "fr_inf_06 in 0906", step="move", neutral=NEUTRALS
    ),
    "beside an enemy": lambda: table(
        "de_inf_01 in 1204", "de_arm_1 in 1205", "fr_inf_06 in 0906", step="move"
    ),
    "moving, a panzer beside": lambda: moving("fr_arm_1 in 1006"),
    "moving, dear": lambda: moving(brp={"germany": 7}),
    "marching partisans": lambda: table(
        "ptn_wa_1 in 1307", "de_inf_01 in 1010", scenario="maquis", step="move", active="allies"
    ),
    "moving by the sea": lambda: table("uk_mech_1 in 0704", step="move", active="allies"),
    "moving by an open Dover": lambda: table(
        "uk_mech_1 in 0704", step="move", active="allies", options={"dover": "open"}
    ),
    "rushing": rushing,
    "hunting": hunting_das,
    "announcing": announcing,
    "announcing, three": lambda: announcing("de_inf_04 in 1106", bridgeheads={"1106": "axis"}),
    "announcing, strong": lambda: announcing("de_arm_5 in 1305"),
    "announcing, poor": lambda: announcing(brp={"germany": 3}),
    "announcing, exploitation": lambda: announcing(
        "de_arm_2 in 1107, route 1106 1107", phase="exploitation"
    ),
    "french": french,
    "strict": lambda: french(options={"cooperation": "strict"}),
    "defending": defending,
    "intercepting": intercepting,
    "dropping": dropping,
    "dropping in winter": lambda: dropping_south(winter=3),
    "dropping south": dropping_south,
    "dropping, hungry": lambda: dropping("de_abn_2 in 1303, supply partial", "de_trans_2 in 1303"),
    "landing": landing,
    "resolving": resolving,
    "escorting": escorting,
    "losing": losing,
    "advancing": advancing,
    "advancing, two bridgeheads": lambda: advancing(bridgeheads={"1105": "axis", "1204": "axis"}),
    "advancing, dry": advancing_dry,
    "advancing, three": advancing_dry,
    "exploiting": exploiting,
    "exploiting, full": lambda: exploiting("de_inf_02 in 1006", "de_inf_03 in 1006"),
    "exploiting, slow": lambda: exploiting(by_hand={"training": {"germany": 1}}),
    "wearing": wearing,
    "wearing, spent": lambda: wearing(
        "it_inf_1 in 1310", "fr_light_2 in 1211", spent={"western": 11}, neutral=[]
    ),
    "wearing, not spent": lambda: wearing(
        "it_inf_1 in 1310", "fr_light_2 in 1211", spent={"western": 10}, neutral=[]
    ),
    "worn": lambda: worn(6, "de_inf_01", "de_inf_04", "de_inf_07"),
    "worn, no British": lambda: worn(6, "de_inf_01", "de_inf_04"),
    "occupying": occupying,
    "occupying, behind a river": lambda: occupying("de_inf_10 in 1005", "fr_inf_10 in 0905"),
    "retreating": retreating,
    "building": building,
    "building, poor": lambda: building(brp={"france": 1}),
    "raising": raising,
    "raised": lambda: occupied("ptn_wa_1 in 1009, raised"),
    "not raised": lambda: occupied("ptn_wa_1 in 1009"),
    "redeploying": redeploying,
    "crowded": crowded,
    "setting up": setting_up,
}
