"""11.5, 11.6  Units in the air must land in the land step; transports are spared or given up."""

import pytest

from sealion_pbem.rulesets.sealion.events.general import HexOccupied, UnitEliminated
from sealion_pbem.rulesets.sealion.events.land import (
    TransportFlewHome,
    UnitDropped,
    UnitTouchedDown,
)
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import TouchDown, begin_airborne
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.sequence import Done
from tests.sealion_table import SealionTable, both_editions, table, without_rolls

TARGET = "2203"


def in_the_air(edition: str, **more: str) -> SealionTable:
    """The first parachute regiment over 2203; more: unit=carrier over 2103."""
    position = table(edition, step=6, stage="airborne landings").place(
        {TARGET: ["de_airtransport_1"], "2103": list(more.values())},
        aboard={"de_1st_fj": "de_airtransport_1", **more},
    )
    # Somebody to be asked next, far away, so that the game waits.
    return position.place({"6318": ["uk_cdo"], "6317": ["de_58_inf"]})


@both_editions
def test_11_5_who_is_in_the_air_must_land(edition):
    """11.5  The landing cannot be called off: touch_down is the only answer."""
    position = in_the_air(edition)

    assert position.decision.accepts == {"touch_down"}
    assert position.decision.rule == "11.6"
    assert "1st FJ (de_1st_fj) over 2203" in position.decision.prompt
    assert position.codes(Done()) == [("-", "wrong_kind")]


@both_editions
def test_11_6_giving_up_the_transport_avoids_the_drift(edition):
    """11.6  The regiment lands where it was sent, the transport is lost for good."""
    position = in_the_air(edition, de_2nd_fj="de_airtransport_2")

    events = position.order(TouchDown("de_1st_fj", spare_transport=False))

    assert events == [
        UnitDropped("de_1st_fj", TARGET),
        UnitEliminated("de_airtransport_1", "11.6"),
    ]
    assert position.where("de_1st_fj") == TARGET
    assert not position.state.is_in_play("de_airtransport_1")


@both_editions
def test_11_6_a_spared_transport_is_home_at_once(edition):
    """11.6, 11.7, A-89  It is in France and flies again next turn."""
    position = in_the_air(edition, de_2nd_fj="de_airtransport_2").dice(1)

    events = without_rolls(position.order(TouchDown("de_1st_fj", spare_transport=True)))

    assert events[1:] == [UnitDropped("de_1st_fj", "2202"), TransportFlewHome("de_airtransport_1")]
    assert position.where("de_airtransport_1") == "France"
    assert "de_airtransport_1" in position.state.home


@both_editions
def test_11_6_gliders_are_lost_and_land_exactly(edition):
    """11.6  Nothing is asked: the glider is eliminated, its regiment touches down in the target hex."""
    position = table(edition, step=6, stage="airborne landings").place(
        {"2103": ["de_glider_1"]}, aboard={"de_16_airlanding": "de_glider_1"}
    )

    events = without_rolls(position.dice(4).begin(begin_airborne))

    assert events == [
        UnitDropped("de_16_airlanding", "2103"),
        UnitEliminated("de_glider_1", "11.6"),
        UnitTouchedDown("de_16_airlanding", "2103", 4, 0),
        HexOccupied("2103", "de_16_airlanding"),
    ]
    assert position.where("de_16_airlanding") == "2103"


@both_editions
def test_11_8_touchdown_waits_for_all_drifts(edition):
    """11.8  Gliders come down first, parachutists follow, then all roll in the order of the counters."""
    position = in_the_air(edition, de_16_airlanding="de_glider_1")

    events = position.begin(begin_airborne)
    assert without_rolls(events) == [
        UnitDropped("de_16_airlanding", "2103"),
        UnitEliminated("de_glider_1", "11.6"),
    ]
    events = without_rolls(position.dice(5, 6).order(TouchDown("de_1st_fj", spare_transport=False)))
    touched = [event.unit for event in events if isinstance(event, UnitTouchedDown)]
    assert touched == ["de_1st_fj", "de_16_airlanding"]


@both_editions
@pytest.mark.parametrize("unit", ["de_16_airlanding", "de_58_inf", "uk_cdo"])
def test_11_6_only_parachutists_in_the_air(edition, unit):
    """11.6  Gliders, units on the ground, the enemy: refused."""
    position = in_the_air(edition, de_16_airlanding="de_glider_1")

    (violation,) = position.refusals(TouchDown(unit, spare_transport=True))

    assert (violation.rule, violation.code) == ("11.6", "not_in_the_air")
    assert violation.text.endswith("these do: 1st FJ (de_1st_fj)")


@both_editions
def test_11_8_no_movement_after_landing(edition):
    """11.8  A landed unit has had its move."""
    position = in_the_air(edition, de_2nd_fj="de_airtransport_2")
    position.order(TouchDown("de_1st_fj", spare_transport=False))

    position.at(stage="land movement")
    assert position.codes(March(("de_1st_fj",), ("2204",))) == [("11.0", "has_moved")]


@both_editions
def test_11_6_policies(edition):
    """11.6  By default a transport is spared where no drift kills; the coast makes it careful."""
    inland = in_the_air(edition)
    coast = table(edition, step=6, stage="airborne landings").place(
        {"6219": ["de_airtransport_1"]}, aboard={"de_1st_fj": "de_airtransport_1"}
    )

    def answers(position: SealionTable) -> list[bool]:
        names = ("default", "spare", "sacrifice")
        return [position.ruleset.answer(position.state, n).spare_transport for n in names]

    assert answers(inland) == [True, True, False]
    assert answers(coast) == [False, True, False]
    assert len(list(inland.ruleset.offers(inland.state))) == 2
    assert inland.ruleset.facts(inland.state)["waiting"] == 1
