"""Standing orders that go by an order of hexes or units (section 8 of the facts)."""

from typing import Any

import pytest

from sealion_pbem.engine.sheet.sheet import read_sheet, write_sheet
from sealion_pbem.engine.standing import check_standing
from sealion_pbem.rulesets.world_at_war.events.combat import DasGiven, FightBegan
from sealion_pbem.rulesets.world_at_war.events.general import UnitLost
from sealion_pbem.rulesets.world_at_war.ruleset import WORLD_AT_WAR
from tests.table import Table, standing
from tests.world_at_war import attack, table


def ranked(when: str, *order: str, policy: str = "in_this_order") -> dict[str, Any]:
    """Return a standing order with its list."""
    return {"when": when, "do": {"kind": "policy", "policy": policy, "order": [*order]}}


def two_attacks() -> Table:
    """Return a table on which 1006 and 1007 are attacked; two wings can fly to either."""
    return table(
        "de_arm_1 in 1106", "de_inf_01 in 1106", "de_arm_2 in 1107", "de_inf_02 in 1107",
        "fr_inf_06 in 1006", "fr_inf_07 in 1006", "fr_inf_08 in 1007", "fr_air_2 in 0906",
        "fr_air_1 in 0806",
    )  # fmt: skip


ATTACKS = (attack("1006", "de_arm_1", "de_inf_01"), attack("1007", "de_arm_2", "de_inf_02"))


@pytest.mark.parametrize(
    ("order", "given"),
    [
        # 1007 first: its two factors; what is left goes to the next hex of the list.
        (("1007", "1006"), ["1007", "1006"]),
        (("0805", "1007"), ["1007"]),
        # None of them is attacked: the hex with most factors.
        (("0805",), ["1006"]),
        ((), ["1006"]),
    ],
)
def test_das_by_an_order_of_hexes(order: tuple[str, ...], given: list[str]):
    """R-22, 15.1  Defensive air support goes to the first attacked hex of the list, then the next."""
    found = two_attacks().standing("allies", ranked("das", *order))
    result = found.orders(*ATTACKS, "done")
    assert [event.hex for event in result.events if isinstance(event, DasGiven)] == given


def test_resolving_by_an_order_of_hexes():
    """15.1  The attack on the first hex of the list is resolved first."""
    found = two_attacks().standing("axis", ranked("resolve", "1007"))
    result = (
        found.standing("allies", {"when": "das", "do": "none"}).dice(6).orders(*ATTACKS, "done")
    )
    assert [event.hex for event in result.events if isinstance(event, FightBegan)] == ["1007"]


def test_losses_by_an_order_of_units():
    """15.61, 15.62, R-7  The units of the list go first, however dear; nothing needless goes."""
    # 7 to 4 is 1:1; a 2 is "a": half of the defence, which either unit is worth.
    for order, gone in ((("de_arm_2", "de_arm_1"), "de_arm_1"), (("de_inf_01",), "de_inf_01")):
        found = table("de_arm_1 in 1106", "de_inf_01 in 1106", "fr_inf_06 in 1006")
        found.standing("axis", ranked("losses_attack", *order))
        result = found.dice(2).orders(attack("1006", "de_arm_1", "de_inf_01"), "done")
        assert [event.unit for event in result.events if isinstance(event, UnitLost)] == [gone]


def test_stopping_overruns_only_where_it_is_wished():
    """13.53, 13.531  stop_it_at flies to hexes of its list alone."""
    for listed, is_stopped in (("1007", True), ("0906", False)):
        found = table(
            "de_arm_1 in 1106", "de_arm_2 in 1106", "fr_rep_1 in 1007", "fr_air_2 in 0906",
            "de_air_1 in 1204", step="move",
        )  # fmt: skip
        found.standing("allies", ranked("overrun_das", listed, policy="stop_it_at"))
        found.standing("axis", {"when": "overrun_intercept", "do": "none"})
        order = {"kind": "overrun", "units": ["de_arm_1", "de_arm_2"], "hex": "1007",
                 "support": {"de_air_1": 4}}  # fmt: skip
        assert found.orders(order).outcome.refused == ()
        assert ("1007" in found.state.repulsed) is is_stopped


@pytest.mark.parametrize(
    ("do", "code", "at"),
    [
        ({"kind": "policy", "policy": "in_this_order", "order": ["9999"]}, "unknown_name", "/order/0"),
        ({"kind": "policy", "policy": "in_this_order", "order": ["1106", "1106"]}, "named_twice",
         "/order/1"),
        ({"kind": "policy", "policy": "none", "order": ["1106"]}, "unranked_policy", "/policy"),
        ({"kind": "policy", "order": ["1106"]}, "unreadable", ""),
        ({"kind": "policy", "policy": "in_this_order", "order": "1106"}, "unreadable", ""),
        ("in_that_order", "unknown_policy", ""),
    ],
)  # fmt: skip
def test_an_order_that_makes_no_sense_is_refused(do: Any, code: str, at: str):
    """Unknown hexes, hexes named twice, policies that take no order, and what cannot be read."""
    found = two_attacks()
    refused = [*check_standing(found.ruleset, standing({"when": "das", "do": do}))]
    assert [(each.code, each.at) for each in refused] == [(code, f"/standing_orders/0/do{at}")]
    result = found.orders(*ATTACKS, standing=standing({"when": "das", "do": do}))
    assert [each.code for each in result.outcome.refused] == [code]


def test_a_sheet_says_the_order():
    """A place by its name, and back: the sheet says what the file says."""
    found = two_attacks()
    sheet = read_sheet(found.ruleset, found.game, "standing: das = in this order: Paris, 1106\n")
    assert sheet.faults == []
    written = ranked("das", "0906", "1106")
    assert sheet.document["standing_orders"] == [written]
    said = write_sheet(found.ruleset, found.game, {"orders": [], "standing_orders": [written]})
    assert said == "standing: das = in this order: Paris, 1106\n"
    wrong = read_sheet(found.ruleset, found.game, "standing: das = in this order: Atlantis\n")
    assert len(wrong.faults) == 1


def test_a_sealed_order_of_hexes():
    """A seal may hold a policy with its list; it answers when it is opened."""
    found = two_attacks()
    value = ranked("das", "1007")["do"]
    found.sealed("allies", "standing/das", value)
    found.orders(*ATTACKS, "done")
    assert found.waiting is not None
    assert found.waiting.seat == "allies"
    result = found.orders("open standing/das")
    assert [event.hex for event in result.events if isinstance(event, DasGiven)] == ["1007"]


def test_every_ranked_policy_is_a_policy():
    """The law of `Ranks`: it is listed among the policies, and given without an order it answers too."""
    ruleset, found = WORLD_AT_WAR, two_attacks()
    for kind, ranking in ruleset.ranking.items():
        assert ranking.keys() <= ruleset.policies[kind].keys()
        assert {*ranking.values()} <= {"hexes", "units"}
    found.orders(*ATTACKS, "done")
    plain = ruleset.answer(found.state, "in_this_order")
    assert plain is not None
    assert plain == ruleset.ranked_answer(found.state, "in_this_order", ())
