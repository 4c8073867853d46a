"""Bad input: refused before any die with all reasons at once; after dice returned, never half done."""

from sealion_pbem.engine.ahead import Due
from sealion_pbem.engine.game import digest_of
from sealion_pbem.rulesets.world_at_war.events.general import UnitLost
from sealion_pbem.rulesets.world_at_war.orders import Done
from sealion_pbem.rulesets.world_at_war.timing import mistimed
from tests.war_corpus import SITUATIONS
from tests.world_at_war import attack, march, table


def test_all_reasons_come_at_once():
    """R-4, 15.2, 15.43, 15.44  Dead, foreign, replacement, twice, from afar: five reasons, five places."""
    found = SITUATIONS["announcing"]()
    before = digest_of(found.ruleset, found.game)
    units = ("de_arm_5", "fr_inf_06", "de_rep_1", "de_arm_1", "de_arm_1", "de_inf_03")
    refused = found.orders(attack("1006", *units)).refused()
    assert {(rule, at) for rule, _, at in refused} == {
        ("R-4", "/orders/0/units/0"),
        ("R-4", "/orders/0/units/1"),
        ("15.2", "/orders/0/units/2"),
        ("15.43", "/orders/0/units/4"),
        ("15.44", "/orders/0/units/5"),
    }
    assert digest_of(found.ruleset, found.game) == before


def test_an_attack_list_that_uses_a_unit_twice():
    """15.43  The second attack of a file with the same unit refuses the whole file; nothing is paid."""
    found = SITUATIONS["announcing"]()
    money = found.state.brp["germany"]
    result = found.orders(attack("1006", "de_arm_1"), attack("1007", "de_arm_1"), "done")
    assert ("15.43", "attacks_already", "/orders/1/units/0") in result.refused()
    assert found.state.brp["germany"] == money
    assert found.state.attacks == ()


def test_a_plan_of_exploitation_points_into_itself():
    """16.33, 16.36  The violation of a chain names the armor and its way; nobody moves."""
    found = SITUATIONS["exploiting"]()
    routes = {"de_arm_2": ["1106", "1107"], "de_arm_3": ["1106", "1006", "0905", "0806"]}
    refused = found.orders({"kind": "exploit", "routes": routes}).refused()
    assert ("16.33", "too_far_ahead", "/orders/0/routes/de_arm_3") in refused
    assert found.state.routes == {}
    assert found.state.place_of("de_arm_2") == "1206"


def test_a_route_that_jumps_points_at_the_hex():
    """13.41  The third hex is not beside the second."""
    found = SITUATIONS["moving"]()
    refused = found.orders(march("de_inf_01", "1006", "0905", "1107")).refused()
    assert [(rule, at) for rule, _, at in refused] == [("13.41", "/orders/0/path/2")]


def test_what_dice_made_impossible_comes_back_whole():
    """15.6, 15.9  A 4 at 1:1 is Ex-1: armor is lost; the advance written for it is given back."""
    found = table("de_arm_1 in 1106", "de_inf_01 in 1106", "fr_inf_06 in 1006")
    moves = {"de_inf_01": "1006", "de_arm_1": "1006"}
    result = found.dice(4).orders(
        attack("1006", "de_arm_1", "de_inf_01"),
        "done",
        {"kind": "lose", "units": ["de_arm_1"]},
        {"kind": "advance", "moves": moves},
    )
    assert result.outcome.refused == ()
    ((seat, count, reasons),) = result.returned()
    assert (seat, count) == ("axis", 1)
    assert ("15.9", "cannot_advance", "/orders/3/moves/de_arm_1") in reasons
    # Nor does the other one advance: the game waits for another order.
    assert found.state.place_of("de_inf_01") == "1106"
    assert found.state.owner("1006") == "allies"
    assert found.waiting is not None
    assert found.waiting.kind == "advance"


def test_losses_that_have_become_wrong_come_back():
    """15.61  Losses written for an A do not fit an a; they are returned and nobody is lost."""
    found = table(
        "de_arm_1 in 1106", "de_inf_01 in 1106", "de_light_1 in 1107", "fr_inf_06 in 1006"
    )
    both = {"kind": "lose", "units": ["de_arm_1", "de_inf_01"], "air": {}}
    result = found.dice(2).orders(attack("1006", "de_arm_1", "de_inf_01"), "done", both)
    ((seat, count, reasons),) = result.returned()
    assert (seat, count) == ("axis", 1)
    assert ("15.62", "wasteful") in [reason[:2] for reason in reasons]
    assert not [event for event in result.events if isinstance(event, UnitLost)]


def test_r_2_a_done_that_names_its_step_waits_for_it():
    """R-2  Asked which attack comes first, a done for attrition is not due, one for prepare is over."""
    found = SITUATIONS["resolving"]()
    assert found.waiting is not None
    due = {
        stage: mistimed(found.state, found.waiting, Done(), stage).due
        for stage in ("attrition", "construct", "prepare")
    }
    assert due["attrition"] == due["construct"] == Due.LATER
    assert due["prepare"] == Due.OVER
