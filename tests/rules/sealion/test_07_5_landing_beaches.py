"""7.5  Which types of unit can land on which kind of beach."""

import pytest

from sealion_pbem.rulesets.sealion.events.combat import CombatFought
from sealion_pbem.rulesets.sealion.events.land import HexOverstacked, UnitLanded
from sealion_pbem.rulesets.sealion.rules.ch11_beach import must_be_attacked
from sealion_pbem.rulesets.sealion.rules.ch11_landing import Debark, Land
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack, Cancel
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import GERMAN
from tests.sealion_table import SealionTable, both_editions, table

MOST, LESS, UNSUITABLE, CLIFFS = "6318", "6221", "6716", "6617"
SHIP = "de_transport_01"
INFANTRY = [
    *("de_17_inf_ech1", "de_14_inf", "de_1st_fj", "de_16_airlanding"),
    *("de_8_jg_ech1", "de_8_jg_ech2"),
]


def off_a(edition: str, unit: str) -> SealionTable:
    """One unit aboard a transport in sea space A."""
    return table(edition, step=6, stage="land movement").place(
        {"A": [SHIP], "2001": ["de_58_inf"]}, aboard={unit: SHIP}
    )


def kinds_open(edition: str, unit: str) -> str:
    """Letters of the kinds on which a unit may land: m(ost), l(ess), u(nsuitable), c(liffs)."""
    hexes = {"m": MOST, "l": LESS, "u": UNSUITABLE, "c": CLIFFS}
    position = off_a(edition, unit)
    found = {}
    for letter, place in hexes.items():
        codes = position.codes(Land(unit, place))
        assert codes in ([], [("7.5", "wrong_beach")])
        found[letter] = not codes
    return "".join(letter for letter, is_open in found.items() if is_open)


@both_editions
@pytest.mark.parametrize("unit", INFANTRY[:4])
def test_7_5_infantry_lands_everywhere_but_on_cliffs(edition, unit):
    """7.5, A-42  Infantry, and parachute and airlanding infantry from ships."""
    assert kinds_open(edition, unit) == "mlu"


@both_editions
def test_7_5_marines_land_everywhere_but_on_cliffs(edition):
    """7.5  The Marine battalion."""
    assert kinds_open(edition, "de_marine") == "mlu"


@both_editions
def test_7_5_mountain_units_climb_cliffs(edition):
    """7.5  Mountain units land everywhere."""
    assert kinds_open(edition, "de_1_mtn_ech1") == "mluc"


def test_7_5_jaeger_on_cliffs_in_the_deluxe_edition():
    """7.5, A-43  Leg-class jaeger climb cliffs; those with vehicles do not."""
    assert kinds_open("sealion-deluxe", "de_8_jg_ech1") == "mluc"
    assert kinds_open("sealion-deluxe", "de_8_jg_ech2") == "mlu"


@pytest.mark.parametrize("unit", ["de_8_jg_ech1", "de_8_jg_ech2"])
def test_7_5_jaeger_are_infantry_in_the_magazine_edition(unit):
    """7.5, A-151  They land on unsuitable beaches, not on cliffs."""
    assert kinds_open("sealion-2016", unit) == "mlu"


@both_editions
def test_7_5_amphibious_tanks_need_an_arrow(edition):
    """7.5, A-41  PzAbt land on most and less suitable beaches only."""
    assert kinds_open(edition, "de_pzabt_ua") == "ml"


@both_editions
def test_7_5_artillery_needs_a_most_suitable_beach(edition):
    """7.5  Artillery and rockets."""
    assert kinds_open(edition, "de_art_1") == kinds_open(edition, "de_rkt") == "m"


@both_editions
@pytest.mark.parametrize("unit", ["de_4_pz", "de_20_mot", "de_lah", "de_flak_i-26"])
def test_7_5_armor_and_motorized_units_land_nowhere(edition, unit):
    """7.5  They wait for a port."""
    assert kinds_open(edition, unit) == ""


@both_editions
def test_7_5_the_refusal_names_the_beaches_that_suit(edition):
    """7.5  PzAbt on an unsuitable beach: the arrows of the coast are listed."""
    (violation,) = off_a(edition, "de_pzabt_ua").refusals(Land("de_pzabt_ua", UNSUITABLE))

    assert "amphibious tank, cannot come ashore in 6716 (an unsuitable beach)" in violation.text
    assert "it can in 6219, 6220, 6318, 6418, 6914, 6221, 6517" in violation.text


@both_editions
def test_11_2_vehicles_do_not_land_in_marsh(edition):
    """11.2  5822 is a less suitable beach with marsh: closed to PzAbt, open to infantry."""
    position = table(edition, step=6, stage="land movement").place(
        {"B": ["de_pzabt_ua", "de_marine"]}
    )

    assert position.codes(Land("de_pzabt_ua", "5822")) == [("11.2", "prohibited_terrain")]
    assert position.codes(Land("de_marine", "5822")) == []


@both_editions
def test_7_5_a_defended_beach_is_landed_on(edition):
    """7.5  British units in the hex: the unit lands and chapter 12 lets it attack."""
    position = off_a(edition, "de_17_inf_ech1").place({MOST: ["uk_1_inf"]})

    assert position.order(Land("de_17_inf_ech1", MOST)) == [UnitLanded("de_17_inf_ech1", MOST)]


@both_editions
def test_7_6_no_landing_where_units_debark(edition):
    """7.6  A German hex without enemies: the unit debarks, it does not land."""
    position = off_a(edition, "de_17_inf_ech1").german_hexes(MOST)

    (violation,) = position.refusals(Land("de_17_inf_ech1", MOST))

    assert (violation.rule, violation.code) == ("7.6", "debark_instead")


def test_7_5_a_retaken_beach_is_new_in_the_magazine_edition():
    """7.5, A-44  The British were the last to hold it: land and attack again."""
    position = off_a("sealion-2016", "de_17_inf_ech1").german_hexes(MOST).at(last_german=0)

    assert position.codes(Debark("de_17_inf_ech1", (MOST,))) == [("7.6", "not_german")]
    position.order(Land("de_17_inf_ech1", MOST))
    assert must_be_attacked(position.state, MOST)


def test_7_5_a_retaken_beach_stays_open_in_the_deluxe_edition():
    """7.5, A-44  Once German is enough: the unit debarks."""
    position = off_a("sealion-deluxe", "de_17_inf_ech1").german_hexes(MOST).at(last_german=0)

    assert position.codes(Land("de_17_inf_ech1", MOST)) == [("7.6", "debark_instead")]
    position.order(Debark("de_17_inf_ech1", (MOST,)))
    assert not must_be_attacked(position.state, MOST)


def two_ships(edition: str) -> SealionTable:
    return off_a(edition, "de_17_inf_ech1").place(
        {"A": ["de_transport_02", "de_transport_03"]},
        aboard={"de_35_inf_ech1": "de_transport_02", "de_7_inf_ech1": "de_transport_03"},
    )


def test_6_3_1_deluxe_checks_stacks_before_a_landing():
    """6.3.1, 7.5  Two brigades land on one beach, a third is refused."""
    position = two_ships("sealion-deluxe")
    position.order(Land("de_17_inf_ech1", MOST), Land("de_35_inf_ech1", MOST))

    (violation,) = position.refusals(Land("de_7_inf_ech1", MOST))

    assert (violation.rule, violation.code) == ("6.3.1", "overstacked")
    assert "the limit of size X is 2" in violation.text


def test_6_3_the_magazine_edition_checks_stacks_at_the_end():
    """6.3, A-148  There a third brigade lands, and the surplus goes when movement is over."""
    position = two_ships("sealion-2016")
    events = position.order(
        *(Land(u, MOST) for u in ("de_17_inf_ech1", "de_35_inf_ech1", "de_7_inf_ech1"))
    )

    assert events[-1] == HexOverstacked(MOST, GERMAN)
    position.at(stage="stacking")
    assert position.decision.kind == "remove_surplus"


def test_7_5_reinforcement_by_land_does_not_spare_the_fight():
    """7.5, A-45, A-47  2016: a unit marches into a hex where another landed; the attack remains."""
    position = off_a("sealion-2016", "de_17_inf_ech1").place({"6317": ["de_45_inf"]})
    position.place({"A": ["de_marine"]})
    position.order(Land("de_17_inf_ech1", MOST), March(("de_45_inf",), (MOST,)))

    assert must_be_attacked(position.state, MOST)
    assert position.codes(Land("de_marine", MOST)) == [("7.6", "taken_this_step")]


@both_editions
@pytest.mark.parametrize("path", [(LESS,), (LESS, "6121")])
def test_7_5_troops_ashore_do_not_turn_a_landing_into_a_debarkation(edition, path):
    """7.5, A-45  A unit lands, another marches in or through: the beach is fought for all the same."""
    position = table(edition, step=6, stage="land movement").place(
        {"B": ["de_transport_01"], "6120": ["de_1_mtn_ech1"], "2102": ["de_14_inf"]},
        aboard={"de_17_inf_ech1": "de_transport_01"},
    )
    position.german_hexes("6120", "2102")
    position.order(Land("de_17_inf_ech1", LESS), March(("de_1_mtn_ech1",), path), Done())

    assert position.decision.kind == "land_combat"
    assert position.codes(Cancel(LESS)) == [("7.5", "landing_goes_on")]
    position.dice(3)
    (fought,) = (e for e in position.order(Attack(LESS)) if isinstance(e, CombatFought))
    assert "beach: less suitable" in [line.name for line in fought.modifiers]
    assert len(fought.attack) == (1 if path[1:] else 2)
