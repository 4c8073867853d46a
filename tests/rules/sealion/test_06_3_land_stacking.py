"""6.3  How many land units a hex holds, and what becomes of the surplus."""

import pytest

from sealion_pbem.engine.dice import NoDice
from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitsMoved
from sealion_pbem.rulesets.sealion.events.land import HexOverstacked
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import (
    RemoveSurplus,
    decide_stacking,
    has_room,
    is_overstacked,
    limit_of,
)
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from tests.sealion_table import SealionTable, both_editions, table

FULL = [
    *("de_pzabt_ua", "de_pzabt_ub", "de_pzabt_uc", "de_pzabt_ud"),
    *("de_1st_fj", "de_2nd_fj", "de_3rd_fj", "de_sturm"),
    *("de_8_jg_ech1", "de_28_jg_ech1"),
    "de_14_inf",
]


def stacking(edition: str, step: int = 6) -> SealionTable:
    """The moment in which stacks are looked at."""
    return table(edition, step=step, stage="stacking")


@both_editions
def test_6_3_the_full_stack_of_the_example_may_stay(edition):
    """6.3  Four battalions, four regiments, two brigades and a division: nobody is asked."""
    full = stacking(edition).place({"2102": FULL})

    assert not is_overstacked(full.state, "2102", GERMAN)
    assert decide_stacking(full.state) is None


@both_editions
@pytest.mark.parametrize(
    ("one_more", "fits"),
    [
        ("de_7_inf_ech1", False),
        ("de_12_inf", False),
        ("de_lah", False),
        ("de_marine", True),
        ("de_flak_i-26", True),
    ],
)
def test_6_3_each_size_has_its_own_limit(edition, one_more, fits):
    """6.3  Beside a full stack there is room for battalions only; a third brigade never fits."""
    full = stacking(edition).place({"2102": FULL, "2103": [one_more]})

    assert has_room(full.state, "2102", one_more) is fits
    full.place({"2102": [one_more]})
    assert is_overstacked(full.state, "2102", GERMAN) is not fits


@both_editions
def test_6_3_a_reduced_division_is_a_division(edition):
    """6.3  Two reduced divisions in one hex: one is too many."""
    two = stacking(edition, 13).place(
        {"2102": ["uk_1_inf", "uk_2_inf"]}, reduced=["uk_1_inf", "uk_2_inf"]
    )

    assert is_overstacked(two.state, "2102", BRITISH)


@both_editions
def test_6_3_each_side_counts_its_own(edition):
    """6.3, A-28  A division of either side in the hex that is fought for: nothing is too many."""
    fight = stacking(edition).place({"2102": ["uk_1_inf", "de_14_inf"]})

    assert decide_stacking(fight.state) is None


@both_editions
def test_6_4_churchill_and_railway_guns_have_no_limit(edition):
    """6.4, A-27  Churchill is exempt, Railway Guns count as a battalion."""
    stack = ["uk_churchill", "uk_railway_guns", "uk_cdo", "uk_1_inf", "uk_1_arm_x", "uk_1_rec_x"]
    london = stacking(edition, 13).place({"4409": stack})

    assert not is_overstacked(london.state, "4409", BRITISH)
    limits = [limit_of(london.state, size) for size in ("XX", "X", "III", "II", "")]
    assert limits == [1, 2, 4, None, None]


@both_editions
def test_6_3_the_owner_eliminates_the_surplus(edition):
    """6.3  Three brigades: the one the owner names is lost, and he is asked for nothing else."""
    three = stacking(edition, 13).place({"2102": ["uk_20_gds_x", "uk_24_gds_x", "uk_21_inf_x"]})
    assert three.decision.prompt == "eliminate what is overstacked: 1 brigade in 2102"
    assert three.decision.accepts == {"remove_surplus"}

    play = Play(three.state, NoDice(), three.ruleset)
    three.ruleset.obey(play, RemoveSurplus(("uk_24_gds_x",)))

    assert play.events == [UnitEliminated("uk_24_gds_x", "6.3")]
    assert decide_stacking(three.state) is None


@both_editions
@pytest.mark.parametrize(
    ("units", "codes"),
    [
        ((), [("6.3", "too_few_removed"), ("6.3", "too_few_removed")]),
        (("uk_1_inf",), [("6.3", "too_few_removed")]),
        (("uk_1_inf", "uk_2_inf", "uk_20_gds_x"), [("6.3", "too_many_removed")]),
        (("uk_1_inf", "uk_1_inf", "uk_20_gds_x"), [("6.3", "named_twice")]),
        (("uk_cdo", "uk_1_inf", "uk_20_gds_x"), [("6.3", "not_surplus")]),
        (("uk_3_inf", "uk_1_inf", "uk_20_gds_x"), [("6.3", "not_surplus")]),
        (("de_14_inf", "uk_1_inf", "uk_20_gds_x"), [("6.3", "not_surplus")]),
        (("uk_ftr_10_group", "uk_1_inf", "uk_20_gds_x"), [("6.3", "not_surplus")]),
        (("uk_2_inf", "uk_20_gds_x"), []),
    ],
)
def test_6_3_exactly_the_surplus_goes(edition, units, codes):
    """6.3  A division too many here and a brigade there: no fewer, no more, and no others."""
    position = stacking(edition, 13).place(
        {
            "2102": ["uk_1_inf", "uk_2_inf", "uk_cdo", "de_14_inf", "uk_ftr_10_group"],
            "2103": ["uk_20_gds_x", "uk_24_gds_x", "uk_21_inf_x", "uk_3_inf"],
        }
    )

    assert position.codes(RemoveSurplus(units)) == codes


@both_editions
def test_6_3_the_refusal_names_the_choice(edition):
    """6.3  Who names too few reads how many and which."""
    position = stacking(edition, 13).place({"2102": ["uk_1_inf", "uk_2_inf"]})

    (violation,) = position.refusals(RemoveSurplus(()))

    assert violation.text == "eliminate 1 division in 2102, not 0: uk_1_inf, uk_2_inf"
    assert violation.at == "/units"


@both_editions
def test_6_3_policies_give_up_the_weakest(edition):
    """6.3  By default attack and defense together decide; other policies keep one of them."""
    position = stacking(edition, 13).place(
        {"2102": ["uk_1_inf", "uk_46_inf", "uk_1_arm_xx"]}, reduced=["uk_1_arm_xx"]
    )
    answers = {p: position.answer(p) for p in ("default", "keep_attack")}

    assert set(answers["default"].units) >= {"uk_46_inf"}
    assert all(not position.refusals(order) for order in answers.values())
    assert position.ruleset.facts(position.state)["surplus"] == 2


@both_editions
def test_6_3_every_offer_is_legal_and_given_once(edition):
    """6.3  The offers are the policies' answers and other choices."""
    position = stacking(edition, 13).place(
        {"2102": ["uk_20_gds_x", "uk_24_gds_x", "uk_21_inf_x", "uk_29_inf_x"]}
    )
    offers = position.offers()

    assert len({frozenset(order.units) for order in offers}) == len(offers) == 6
    assert all(not position.refusals(order) for order in offers)


@both_editions
def test_6_3_too_many_in_passing_is_no_fault_but_a_warning(edition):
    """6.3, A-148  A third brigade may end in a hex for now; an event warns of it."""
    march = table(edition, step=13, stage="land movement").place(
        {
            "2102": ["uk_20_gds_x", "uk_24_gds_x"],
            "2103": ["uk_21_inf_x", "uk_29_inf_x"],
        }
    )

    events = march.order(March(("uk_21_inf_x",), ("2102",)))

    assert events == [UnitsMoved(("uk_21_inf_x",), ("2102",)), HexOverstacked("2102", BRITISH)]
    assert march.order(March(("uk_20_gds_x",), ("2203",))) == [
        UnitsMoved(("uk_20_gds_x",), ("2203",))
    ]
    assert not is_overstacked(march.state, "2102", BRITISH)
