"""7.8, 7.9  Embarking and unloading in the Convoy box; parachutists by ship (A-23)."""

import pytest

from sealion_pbem.rulesets.sealion.events.general import UnitBoarded, UnitPlaced
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.embarking import (
    Embark,
    ShiftAirborne,
    Unload,
)
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import Sail
from tests.sealion_sea import codes_at, obey, sea
from tests.sealion_table import both_editions

SHIP, TROOPS = "de_transport_01", "de_17_inf_ech1"


@both_editions
@pytest.mark.parametrize("troops", [TROOPS, "de_marine", "de_pzabt_ua", "de_1st_fj", "de_14_inf"])
def test_7_9_any_land_unit_goes_aboard_a_reduced_transport(edition, troops):
    """One unit of any kind and size, swimmers and parachutists too; then the transport sails (A-49)."""
    position = sea(edition).place({"Convoy": [SHIP, troops]}, reduced=[SHIP])
    assert obey(position, Embark(troops, SHIP)) == [UnitBoarded(troops, SHIP)]
    obey(position, Sail((SHIP,), ("A",)))
    assert position.state.units[troops].place == "A"


@both_editions
def test_7_8_a_transport_back_in_port_loads_at_once_but_stays(edition):
    """It comes in, embarks, and sails neither by day nor in the night of this game turn."""
    position = sea(edition).place({"A": [SHIP], "Convoy": [TROOPS]})
    obey(position, Sail((SHIP,), ("Convoy",)))
    obey(position, Embark(TROOPS, SHIP))
    assert codes_at(position, Sail((SHIP,), ("B",))) == [("7.0", "moved_already", "/units/0")]
    position.at(step=7, stage="night movement", came_from={}).place({"A": ["de_emden"]})
    assert codes_at(position, Sail((SHIP,), ("B",))) == [("7.0", "in_port", "/units/0")]


@both_editions
@pytest.mark.parametrize(
    ("unit", "transport", "expected"),
    [
        ("de_emden", SHIP, ("7.9", "no_cargo", "/unit")),
        ("de_marine", SHIP, ("7.9", "not_in_port", "/unit")),
        ("de_35_inf_ech1", SHIP, ("7.9", "is_aboard", "/unit")),
        (TROOPS, "de_emden", ("7.9", "no_transport", "/transport")),
        (TROOPS, "de_transport_03", ("7.8", "not_in_port", "/transport")),
        (TROOPS, "de_transport_02", ("7.9", "full", "/transport")),
        ("uk_1_lon", SHIP, ("7.0", "not_yours", "/unit")),
        (TROOPS, "de_transport_15", ("1.5", "out_of_game", "/transport")),
    ],
)
def test_7_9_what_cannot_be_embarked(edition, unit, transport, expected):
    """No ships, nobody who is elsewhere or aboard; no warship, no full transport, none at sea."""
    position = sea(edition).place(
        {
            "Convoy": [SHIP, "de_transport_02", TROOPS, "de_emden"],
            "A": ["de_transport_03", "de_marine"],
            "6716": ["uk_1_lon"],
        },
        aboard={"de_35_inf_ech1": "de_transport_02"},
    )
    assert codes_at(position, Embark(unit, transport)) == [expected]


@both_editions
def test_7_9_an_air_transport_is_no_ship(edition):
    """The airlift's transports have the same name and carry nobody across the sea."""
    position = sea(edition).place({"Convoy": [TROOPS, SHIP], "France": ["de_airtransport_1"]})
    order = Embark(TROOPS, "de_airtransport_1")
    assert codes_at(position, order) == [("7.9", "no_transport", "/transport")]


@both_editions
def test_7_9_unloading_in_the_box(edition):
    """A unit comes off again in the Convoy box; at sea it stays aboard."""
    position = sea(edition).place(
        {"Convoy": [SHIP], "A": ["de_transport_02"], "4409": ["uk_1_lon"]},
        aboard={TROOPS: SHIP, "de_35_inf_ech1": "de_transport_02"},
    )
    assert obey(position, Unload(TROOPS)) == [UnitPlaced(TROOPS, "Convoy", "7.9")]
    assert position.state.units[TROOPS].aboard == ""
    for name in (TROOPS, "de_35_inf_ech1"):
        assert codes_at(position, Unload(name)) == [("7.9", "not_aboard", "/unit")]
    assert codes_at(position, Unload("uk_1_lon")) == [("7.0", "not_yours", "/unit")]


@both_editions
def test_7_9_parachutists_go_to_the_convoy_box(edition):
    """A-23: in step 2 an airborne unit leaves the airbases, aboard its aircraft or not, and embarks."""
    position = sea(edition).place(
        {"France": ["de_sturm", "de_airtransport_1"], "Convoy": [SHIP]},
        aboard={"de_1st_fj": "de_airtransport_1"},
    )
    for name in ("de_sturm", "de_1st_fj"):
        assert obey(position, ShiftAirborne(name)) == [UnitPlaced(name, "Convoy", "7.9")]
    obey(position, Embark("de_sturm", SHIP))


@both_editions
def test_7_9_who_is_not_shifted(edition):
    """Others than parachutists and airlanding troops; anybody at night; the enemy's."""
    position = sea(edition).place({"Convoy": [SHIP, TROOPS, "de_2nd_fj"], "France": ["de_sturm"]})
    position.place({"4409": ["uk_1_lon"]})
    for name in (TROOPS, "de_2nd_fj"):
        assert codes_at(position, ShiftAirborne(name)) == [("7.9", "not_airborne", "/unit")]
    assert codes_at(position, ShiftAirborne("uk_1_lon")) == [("7.0", "not_yours", "/unit")]
    position.at(step=7, stage="night movement")
    assert codes_at(position, ShiftAirborne("de_sturm")) == [("7.9", "too_late", "/unit")]


@both_editions
def test_7_9_troops_and_an_empty_transport_are_a_reason_to_ask(edition):
    """A transport that came in today cannot sail but can load: the German is asked."""
    position = sea(edition).place({"Convoy": [SHIP, TROOPS]}).at(home=frozenset({SHIP}))
    assert position.decision
    position.place({"A": [TROOPS]})
    assert position.decision is None


@both_editions
@pytest.mark.parametrize("night", [False, True])
def test_7_0_troops_that_came_back_do_not_leave_in_another_ship(edition, night):
    """The box ends a move for the game turn, for troops and swimmers too; next turn all may go."""
    fresh, other = "de_transport_02", "de_transport_03"
    position = sea(edition).place(
        {"A": [SHIP, "de_marine"], "Convoy": [fresh, other]}, aboard={TROOPS: SHIP}
    )
    obey(position, Sail((SHIP, "de_marine"), ("Convoy",)))
    obey(position, Unload(TROOPS))
    obey(position, Embark(TROOPS, fresh))
    obey(position, Embark("de_marine", other))
    if night:
        position.at(step=7, stage="night movement", came_from={})
    for ship in (fresh, other):
        assert codes_at(position, Sail((ship,), ("B",))) == [("7.8", "cargo_in_port", "/units/0")]
    position.at(turn=2, step=2, stage="naval movement", came_from={}, home=frozenset())
    obey(position, Sail((fresh, other), ("B",)))


@both_editions
def test_7_0_troops_that_waited_in_the_box_sail(edition):
    """Another ship's return holds back neither those who were in the box nor their transport."""
    position = sea(edition).place({"A": [SHIP], "Convoy": ["de_transport_02", TROOPS]})
    obey(position, Sail((SHIP,), ("Convoy",)))
    obey(position, Embark(TROOPS, "de_transport_02"))
    obey(position, Sail(("de_transport_02",), ("A",)))
