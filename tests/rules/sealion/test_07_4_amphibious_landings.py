"""7.4  Transported units land in coastal hexes of the sea space in which their transport is."""

import pytest

from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from sealion_pbem.rulesets.sealion.events.land import UnitLanded
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import Sail
from sealion_pbem.rulesets.sealion.rules.ch11_beach import came_from_the_sea, must_be_attacked
from sealion_pbem.rulesets.sealion.rules.ch11_landing import Debark, Land
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.state import BRITISH
from tests.sealion_table import SealionTable, both_editions, table

SHIP, UNIT = "de_transport_01", "de_17_inf_ech1"


def at_sea(edition: str, sector: str = "A") -> SealionTable:
    """A loaded transport in a sea space; a unit far away keeps the stage open."""
    return table(edition, step=6, stage="land movement").place(
        {sector: [SHIP], "2001": ["de_58_inf"]}, aboard={UNIT: SHIP}
    )


@both_editions
@pytest.mark.parametrize("sector", ["A", "B"])
def test_7_4_a_hex_at_two_sea_spaces_can_be_reached_from_both(edition, sector):
    """7.4  6221 lies at A and B: transports in either may land there."""
    assert not at_sea(edition, sector).refusals(Land(UNIT, "6221"))


@both_editions
def test_7_4_the_unit_stands_ashore_and_must_fight(edition):
    """7.4, 7.5  It leaves its transport, came from the sea, and the empty hex is to be attacked."""
    position = at_sea(edition)

    assert position.order(Land(UNIT, "6318")) == [UnitLanded(UNIT, "6318")]

    state = position.state
    assert state.units[UNIT].place == "6318"
    assert not state.units[UNIT].aboard
    assert state.came_from[UNIT] == ("A", "6318")
    assert came_from_the_sea(state, UNIT)
    assert must_be_attacked(state, "6318")
    assert state.is_in_enemy_zoc("6317", BRITISH)


@both_editions
def test_7_4_a_landing_takes_nothing_before_the_fight(edition):
    """7.5, A-13  The hex is not German until the attack is won."""
    position = at_sea(edition)
    position.order(Land(UNIT, "6318"))

    assert position.state.ever_german == position.state.last_german == 0


@both_editions
def test_7_4_the_transport_stays_until_the_next_turn(edition):
    """7.4, 13.2  The transport does not sail in the night; who was brought by it is supplied."""
    position = at_sea(edition).place({"A": ["de_transport_02"]})
    position.order(Land(UNIT, "6318"))

    assert SHIP in position.state.home
    assert UNIT in position.state.landed
    position.at(step=7, stage="night movement", came_from={})
    assert position.codes(Sail((SHIP,), ("B",))) == [("7.4", "has_landed")]


@both_editions
def test_7_4_a_landed_unit_does_not_move_on(edition):
    """7.5  It has had its move."""
    position = at_sea(edition)
    position.order(Land(UNIT, "6318"))

    assert position.codes(March((UNIT,), ("6317",))) == [("11.0", "has_moved")]


@both_editions
@pytest.mark.parametrize("unit", ["de_marine", "de_pzabt_ua"])
def test_7_4_amphibious_units_need_no_transport(edition, unit):
    """7.4, 11.3  Marine and PzAbt swim and land by themselves."""
    position = at_sea(edition).place({"A": [unit]})

    assert position.order(Land(unit, "6219")) == [UnitLanded(unit, "6219")]
    assert position.state.came_from[unit] == ("A", "6219")


@both_editions
def test_7_4_a_reduced_transport_lands_its_unit(edition):
    """7.4  Damage of a transport does not touch what it carries."""
    position = table(edition, step=6, stage="land movement").place(
        {"A": [SHIP]}, reduced=[SHIP], aboard={UNIT: SHIP}
    )

    assert not position.refusals(Land(UNIT, "6318"))


@both_editions
@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Land(UNIT, "5323"), ("7.4", "not_on_this_coast")),
        (Land(UNIT, "4409"), ("7.4", "not_on_this_coast")),
        (Land(UNIT, "7011"), ("7.4", "not_on_this_coast")),
        (Land(UNIT, "nowhere"), ("7.4", "not_on_this_coast")),
        (Land("de_35_inf_ech1", "6318"), ("7.4", "not_at_sea")),
        (Land("de_58_inf", "6318"), ("7.4", "not_at_sea")),
        (Land("de_7_inf_ech1", "6318"), ("1.5", "out_of_game")),
        (Land("uk_1_inf", "6318"), ("7.4", "not_your_unit")),
        (Land(SHIP, "6318"), ("7.4", "not_your_unit")),
        (Land("nobody", "6318"), ("1.3", "unknown_unit")),
        (Debark(UNIT, ("5323",)), ("7.4", "not_on_this_coast")),
        (Debark("de_35_inf_ech1", ("6318",)), ("7.4", "not_at_sea")),
        (Debark("uk_1_inf", ("6318",)), ("7.4", "not_your_unit")),
    ],
)
def test_7_4_what_cannot_come_ashore(edition, order, code):
    """7.4  Another coast, the interior, no hex, units in the box, on land, out or of the enemy."""
    position = at_sea(edition).place({"Convoy": ["de_35_inf_ech1"], "4409": ["uk_1_inf"]})

    assert position.codes(order) == [code]


@both_editions
def test_7_4_the_refusal_names_the_hexes_that_are_open(edition):
    """7.4  Who asks for the wrong coast reads where the unit can land."""
    (violation,) = at_sea(edition).refusals(Land(UNIT, "5323"))

    assert (
        "17 Inf Ech 1 (de_17_inf_ech1) is in sea space A, and '5323' is on the coast of C"
        in violation.text
    )
    assert "it can in 6219, 6220, 6318, 6418, 6914, 6221" in violation.text
    assert violation.at == "/hex"


def test_2_1_deluxe_lands_before_it_marches():
    """2.1, A-3  After the first march nothing comes ashore any more."""
    position = at_sea("sealion-deluxe").german_hexes("6418").place({"2003": ["de_45_inf"]})
    position.order(March(("de_58_inf",), ("2002",)))

    assert position.codes(Land(UNIT, "6318")) == [("2.1", "march_has_begun")]
    assert position.codes(Debark(UNIT, ("6418",))) == [("2.1", "march_has_begun")]


def test_2_1_the_magazine_edition_mixes_freely():
    """2.1, A-3  A march, then a landing, then a march."""
    position = at_sea("sealion-2016").place({"2003": ["de_45_inf"]})
    position.order(March(("de_58_inf",), ("2002",)))

    assert position.order(Land(UNIT, "6318")) == [UnitLanded(UNIT, "6318")]
    assert position.codes(March(("de_45_inf",), ("2004",))) == []


def test_2_1_going_on_after_debarking_is_no_march():
    """2.1, A-48  In the strict order a second unit debarks after the first went on."""
    position = at_sea("sealion-deluxe").german_hexes("6318")
    position.place({"A": ["de_transport_02"]}, aboard={"de_35_inf_ech1": "de_transport_02"})

    events = position.order(Debark(UNIT, ("6318", "6317")))

    assert events[-1] == UnitsMoved((UNIT,), ("6318", "6317"))
    assert not position.refusals(Debark("de_35_inf_ech1", ("6318",)))


@both_editions
def test_7_4_nobody_is_asked_where_nothing_can_land(edition):
    """7.4  A panzer division off a coast without a German port, and nothing on land: no question."""
    position = table(edition, step=6, stage="land movement").place(
        {"A": [SHIP]}, aboard={"de_4_pz": SHIP}
    )
    assert position.decision is None

    assert position.german_hexes("6716").decision.kind == "land_movement"


@both_editions
def test_7_4_the_british_are_not_asked_to_land(edition):
    """7.4  Only German transports land units."""
    position = table(edition, step=13, stage="land movement").place({"2001": ["uk_1_inf"]})

    assert position.decision.accepts == {"march", "done"}
    assert position.codes(Land(UNIT, "6318")) == [("-", "wrong_kind")]
