"""The worked examples W-1 to W-15 of the facts, and the losses of chapter 15."""

from typing import Any

import pytest

from sealion_pbem.engine.game import pending
from sealion_pbem.rulesets.world_at_war.events.combat import RoundFought
from sealion_pbem.rulesets.world_at_war.rules.ch14_attrition import modifier
from sealion_pbem.rulesets.world_at_war.rules.ch15_losses import is_enough, is_minimal
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import DefenseLine, Odds, reckon
from sealion_pbem.rulesets.world_at_war.rules.ch15_results import Bill, losses_of
from sealion_pbem.rulesets.world_at_war.rules.ch16_exploitation import (
    chain_faults,
    exploitation_factor,
)
from sealion_pbem.rulesets.world_at_war.task import Demand, LossItem, Need
from tests.table import Table

WAR = "world-at-war"


def table(*units: str, **members: Any) -> Table:
    """Return a table with Belgium, the Netherlands and Luxembourg at war."""
    members = {"neutral": ["italy"], **members}
    return Table(WAR).place(*units).at(members.pop("step", "announce"), **members)


def test_w_1_armor_in_the_clear():
    """15.32A, 15.35  W-1: a 2-5 in the clear is worth 2 x 2 = 4."""
    state = table("fr_arm_3 in 1006", "de_inf_01 in 1106").state

    assert reckon(state, ("1006",), ("de_inf_01",)).defense == 4


def test_w_4_infantry_behind_a_river_against_exploiting_armor():
    """15.32C, 15.33A, R-32  W-4: 2 + 1 - 1 = 2; without the exploitation it is 3."""
    plain = table("fr_inf_06 in 1106", "de_arm_1 in 1105").state
    exploiting = table("fr_inf_06 in 1106", "de_arm_1 in 1105", phase="exploitation")
    exploiting.state.routes["de_arm_1"] = ("1105",)

    assert reckon(plain, ("1106",), ("de_arm_1",)).defense == 2 * 3
    assert reckon(exploiting.state, ("1106",), ("de_arm_1",)).defense == 2 * 2


def test_15_35_a_multiplier_is_never_below_1():
    """15.33A, 15.33D, 15.35  W-2 in kind: 2 - 1 - 2 turns of isolation = 1 at least."""
    found = table("fr_inf_06 in 1007, isolated 2", "de_arm_1 in 1106", phase="exploitation")
    found.state.routes["de_arm_1"] = ("1106",)

    assert reckon(found.state, ("1007",), ("de_arm_1",)).defense == 2 * 1


def test_w_15_a_whole_attack_across_the_meuse():
    """15.32C, 15.32E, 15.6, 15.61  W-15: 20 to 12 is 1:1, a 4 is Ex-1 and costs the attacker 8."""
    found = table(
        "de_arm_1 in 1105", "de_arm_2 in 1105", "de_inf_01 in 1206", "de_arm_3 in 1206",
        "de_air_1 in 1204", "fr_inf_06 in 1106", "fr_inf_07 in 1106",
    )  # fmt: skip
    attack = {
        "kind": "attack", "hexes": ["1106"], "support": {"de_air_1": 5},
        "units": ["de_arm_1", "de_arm_2", "de_inf_01", "de_arm_3"],
    }  # fmt: skip
    result = found.dice(4).orders(attack, "done")

    (fought,) = [event for event in result.events if isinstance(event, RoundFought)]
    assert (fought.attack, fought.defense, fought.odds) == (20, 12, "1:1")
    assert fought.outcome == "Ex-1"
    decision = pending(found.ruleset, found.game)
    assert decision is not None
    assert decision.kind == "losses_attack"
    assert found.state.demands[0].needs == (Need(0, 8),)


def test_15_321_w_15_without_the_flank_nothing_changes():
    """15.32C, R-61  Both hexsides are river; the fortress counts only if all attack across it."""
    found = table("de_arm_1 in 1105", "de_arm_3 in 1206", "fr_inf_06 in 1106")

    assert reckon(found.state, ("1106",), ("de_arm_1",)).defense == 2 * 3
    assert reckon(found.state, ("1106",), ("de_arm_1", "de_arm_3")).defense == 2 * 3
    assert reckon(found.state, ("1106",), ("de_arm_3",)).defense == 2 * 5


@pytest.mark.parametrize(
    ("italians", "lost", "is_legal"),
    [
        # Twelve or more Italians: twelve are lost.
        ((4, 4, 4), (4, 4, 4), True),
        # Six to eleven: when they are gone, six are paid already.
        ((4, 4), (4, 4), True),
        # Fewer than six: they go, then Germans up to six.
        ((3,), (3,), False),
    ],
)
def test_w_6_15_551_mixed_training(
    italians: tuple[int, ...], lost: tuple[int, ...], *, is_legal: bool
):
    """15.551  W-6: 12 by CTL 1, 6 by CTL 2; who is left decides which."""
    items = [LossItem(f"it{n}", weight, 1, 1) for n, weight in enumerate(italians)]
    items += [LossItem(f"de{n}", 3, 1, 2) for n in range(4)]
    demand = Demand("axis", "attack", "combat", "1104", (Need(1, 12), Need(2, 6)), tuple(items))
    chosen = {f"it{n}": 1 for n in range(len(lost))}

    assert is_enough(demand, chosen) is is_legal
    if not is_legal:
        assert is_minimal(demand, {**chosen, "de0": 1})


def test_r_7_a_set_is_minimal_not_its_sum():
    """15.62, R-7  3 and 3 for 4 is legal, though 4 alone would do; 4 and 3 is not."""
    items = tuple(LossItem(name, weight, 1, 2) for name, weight in (("a", 4), ("b", 3), ("c", 3)))
    demand = Demand("axis", "attack", "combat", "1106", (Need(0, 4),), items)

    assert is_minimal(demand, {"a": 1})
    assert is_minimal(demand, {"b": 1, "c": 1})
    assert not is_minimal(demand, {"a": 1, "b": 1})
    assert not is_minimal(demand, {"b": 1})


def _odds(attack: int, *lines: tuple[int, int], das: int = 0) -> Odds:
    found = tuple(DefenseLine(f"u{n}", f, m, ()) for n, (f, m) in enumerate(lines))
    return Odds(attack, 0, found, das, is_fortified=False)


@pytest.mark.parametrize(
    ("outcome", "attack", "attacker", "defender"),
    [
        ("A", 20, 12, 0), ("a", 20, 6, 0), ("Ex", 20, 12, -1), ("Ex", 12, -1, -1),
        ("Ex", 8, -1, 8), ("Ex-1", 20, 8, -1), ("Ex-2", 20, 4, -1), ("Ex-3", 20, 0, -1),
        ("d", 20, 0, 2), ("D", 20, 0, -1), ("A", 10, -1, 0),
    ],
)  # fmt: skip
def test_15_61_what_results_cost(outcome: str, attack: int, attacker: int, defender: int):
    """15.61, 15.62  Two units of 2 with DM 3: 12 in defense; -1 stands for everything."""
    mine, theirs = losses_of(outcome, outcome, _odds(attack, (2, 3), (2, 3)), (0,))

    assert [cost(mine), cost(theirs)] == [attacker, defender]


def cost(bill: Bill) -> int:
    """Return what a bill says; -1: everything."""
    return -1 if bill.is_all else bill.needs[0].amount if bill.needs else 0


def test_r_8_air_support_belongs_to_the_defence():
    """R-8, 15.61  DAS counts in A, and half of it in d."""
    odds = _odds(20, (2, 3), das=3)

    assert cost(losses_of("A", "A", odds, (0,))[0]) == 9
    assert cost(losses_of("d", "d", odds, (0,))[1]) == 3


def test_w_7_training_in_attrition():
    """14.42B, 14.43  W-7 in kind: most factors decide, a tie goes to the worse."""
    state = table(
        "de_inf_01 in 1106", "de_inf_02 in 1106", "it_inf_1 in 1107", "it_inf_2 in 1107",
        "it_inf_3 in 1206", "fr_inf_06 in 1007", neutral=[],
    ).state  # fmt: skip
    french = ("fr_inf_06",)

    assert modifier(state, ("de_inf_01", "de_inf_02", "it_inf_1"), french) == 1
    assert (
        modifier(state, ("de_inf_01", "de_inf_02", "it_inf_1", "it_inf_2", "it_inf_3"), french) == 0
    )


def test_w_12_exploitation_in_winter():
    """16.3, 16.31  W-12: a 4-6 has 6, from a mountain hex 5, and 3 in a winter of level 3."""
    state = table("de_arm_1 in 1105", step="exploit").state
    winter = table("de_arm_1 in 1105", step="exploit", winter=3).state
    rough = next(n for n, f in state.table.board.hexes.items() if f.terrain == "mountain")

    assert exploitation_factor(state, "de_arm_1", "1106", "1106") == 6
    assert exploitation_factor(state, "de_arm_1", rough, rough) == 5
    assert exploitation_factor(winter, "de_arm_1", "1106", "1106") == 3


def test_w_14_the_chain_of_exploitation():
    """16.36, 16.47, R-62  W-14: where the first and the second armor unit may advance."""
    found = table("de_arm_1 in 1008", "de_arm_2 in 1010", phase="exploitation")
    first, second = ("1106", "1107", "1008"), ("1106", "1107", "1008", "1009", "1010")
    found.state.routes.update({"de_arm_1": first, "de_arm_2": second})

    def allowed(unit: str, number: str) -> bool:
        routes = {unit: (*found.state.routes[unit], number)}
        return not any(chain_faults(found.state, routes))

    assert allowed("de_arm_1", "1108")
    assert not allowed("de_arm_1", "1007")
    assert {n for n in ("0909", "1109", "0910", "1011", "1110") if allowed("de_arm_2", n)} == {
        "0909", "1109",
    }  # fmt: skip


def test_w_13_an_overrun_needs_six_to_one():
    """13.52  W-13: two 4-6 and four air factors against a 1-3 are 12:2; a 2-3 is too strong."""
    forces = ("de_arm_1 in 1106", "de_arm_2 in 1106", "de_air_1 in 1204")
    weak = table(*forces, "fr_light_1 in 1007", step="move")
    order = {
        "kind": "overrun", "units": ["de_arm_1", "de_arm_2"], "hex": "1007",
        "support": {"de_air_1": 4},
    }  # fmt: skip
    assert weak.orders(order).outcome.refused == ()
    assert weak.state.place_of("de_arm_1") == "1007"

    strong = table(*forces, "fr_inf_06 in 1007", step="move")
    assert strong.orders(order).refused()[0][:2] == ("13.52", "odds")
