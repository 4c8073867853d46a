"""7.7, 7.8  Which transports ferry supply, and what becomes of one that returns to port."""

import pytest

from sealion_pbem.rulesets.sealion.events.general import StageBegun
from sealion_pbem.rulesets.sealion.rules.ch02_sequence import SEQUENCE
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.embarking import Embark
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import Sail
from sealion_pbem.rulesets.sealion.rules.ch11_landing import Land
from sealion_pbem.rulesets.sealion.rules.ch13_supply import in_supply
from tests.sealion_sea import codes_at, sea
from tests.sealion_table import both_editions, table

SHIP, OTHER, TROOPS = "de_transport_01", "de_transport_02", "de_12_inf"
BEACH = "6220"


def beach(edition, where, **more):
    """A German division on a beach of sector A, transports where they are said to be."""
    position = table(edition, step=15, stage="supply").german_hexes(BEACH)
    return position.place({BEACH: [TROOPS], **where}, **more)


@both_editions
def test_7_7_one_transport_supplies_every_beach_of_its_sea_space(edition):
    """7.7  A full and empty transport in A serves a second beach there as well."""
    position = beach(edition, {"A": [SHIP]}).german_hexes("6915").place({"6915": ["de_14_inf"]})
    assert in_supply(position.state, TROOPS)
    assert in_supply(position.state, "de_14_inf")


@both_editions
@pytest.mark.parametrize(
    ("where", "more"),
    [
        ({"A": [SHIP]}, {"reduced": [SHIP]}),
        ({"A": [SHIP]}, {"aboard": {"de_14_inf": SHIP}}),
        ({"Convoy": [SHIP]}, {}),
        ({"D": [SHIP]}, {}),
        ({"A": ["de_emden"]}, {}),
    ],
    ids=["reduced", "loaded", "in the box", "elsewhere", "a warship"],
)
def test_7_7_who_ferries_nothing(edition, where, more):
    """7.7  Reduced or loaded transports do not, those in the box or off another coast do not."""
    assert not in_supply(beach(edition, where, **more).state, TROOPS)


@both_editions
def test_7_7_one_good_transport_beside_a_bad_one_is_enough(edition):
    """7.7  A reduced transport beside it takes nothing away."""
    position = beach(edition, {"A": [SHIP, OTHER]}, reduced=[SHIP])
    assert in_supply(position.state, TROOPS)


@both_editions
def test_7_7_a_transport_that_has_landed_its_unit_ferries(edition):
    """7.7  Once the unit is ashore the ship is empty and counts."""
    position = table(edition, step=6, stage="land movement").german_hexes(BEACH)
    position.place({"A": [SHIP]}, aboard={TROOPS: SHIP})
    order = next(o for o in position.ruleset.offers(position.state) if isinstance(o, Land))
    position.begin(lambda play: position.ruleset.obey(play, order))
    assert position.state.carried_by(SHIP) == ""
    assert in_supply(position.state, TROOPS)


@both_editions
def test_7_7_supply_is_checked_in_step_15_only(edition):
    """7.7  Not at the end of the German player turn (A-6): units out of supply stand through step 8."""
    position = table(edition, step=7, stage="night combat").german_hexes("2918")
    position.place({"2918": [TROOPS], "Britain": ["uk_bmr_2_group"], "2103": ["uk_1_inf"]})
    events = position.go_on()
    begun = [event.step for event in events if isinstance(event, StageBegun)]
    assert 8 in begun
    assert position.steps(TROOPS) == 2
    assert [stage.step for stage in SEQUENCE.stages if stage.name == "supply"] == [15]


@both_editions
def test_7_8_entering_the_box_ends_the_move(edition):
    """7.8  A path does not go on through the Convoy box."""
    position = sea(edition).place({"A": [SHIP]})
    (refusal,) = position.refusals(Sail((SHIP,), ("Convoy", "B")))
    assert refusal.at == "/path/1"


@both_editions
@pytest.mark.parametrize("reduced", [(), (SHIP,)])
def test_7_8_a_reduced_transport_loads_too(edition, reduced):
    """7.8  Full or reduced, it embarks one unit of any kind as soon as it is in."""
    position = sea(edition).place({"A": [SHIP], "Convoy": ["de_4_pz"]}, reduced=reduced)
    position.order(Sail((SHIP,), ("Convoy",)), Embark("de_4_pz", SHIP))
    assert position.state.carried_by(SHIP) == "de_4_pz"
    assert codes_at(position, Sail((SHIP,), ("A",))) == [("7.0", "moved_already", "/units/0")]


@both_editions
def test_7_4_who_arrives_at_night_waits(edition):
    """7.4  A loaded transport that arrives at night lands nobody before the next step 6 (A-50)."""
    position = sea(edition, night=True).place({"A": [SHIP]}, aboard={TROOPS: SHIP})
    assert codes_at(position, Land(TROOPS, BEACH))[0][1] == "wrong_kind"
    position.at(turn=2, step=6, stage="land movement", came_from={}, done=frozenset())
    assert any(isinstance(o, Land) for o in position.ruleset.offers(position.state))
