"""10.10, 10.11  Air units in the combat hex add their strength, to attack and defence alike."""

import pytest

from sealion_pbem.rulesets.sealion.rules.ch10_air.placement import Fly
from sealion_pbem.rulesets.sealion.rules.support import air_support
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from tests.sealion_table import both_editions, table

PLAIN = "2918"
SUPPORT = {
    "german": ["de_bomber_1_fliegerkorps_a", "de_jg2"],
    "british": ["uk_bmr_3_group", "uk_ftr_10_group"],
}


def combat(edition, step, **facts):
    """A combat hex with a fighter and a bomber of each side over it."""
    position = table(edition, step=step, stage="land combat", **facts)
    return position.place(
        {PLAIN: ["de_12_inf", "uk_1_inf", *SUPPORT["german"], *SUPPORT["british"]]}
    )


@both_editions
@pytest.mark.parametrize("step", [6, 13])
@pytest.mark.parametrize("seat", ["german", "british"])
def test_10_10_both_sides_add_their_aircraft_in_both_player_turns(edition, step, seat):
    """10.10, 10.11  In step 6 the German attacks and the British defend, in step 13 the other way."""
    position = combat(edition, step)
    counters = position.state.table.counters
    expected = {name: counters[name].strength for name in SUPPORT[seat] if counters[name].strength}
    assert dict(air_support(position.state, PLAIN, seat)) == expected


@both_editions
def test_10_10_a_fighter_supports_only_with_strength(edition):
    """10.10  A fighter adds its strength where it has one, and nothing otherwise."""
    position = combat(edition, 6)
    for name in ("de_jg2", "uk_ftr_10_group"):
        seat = position.state.counter(name).seat
        names = [unit for unit, _ in air_support(position.state, PLAIN, seat)]
        assert (name in names) == bool(position.state.counter(name).strength)


@both_editions
def test_10_10_aircraft_next_to_the_combat_do_not_count(edition):
    """10.10  Only those in the combat hex itself support."""
    position = table(edition, step=6, stage="land combat")
    position.place({PLAIN: ["de_12_inf", "uk_1_inf"], "2819": SUPPORT["german"]})
    assert air_support(position.state, PLAIN, GERMAN) == []


@both_editions
@pytest.mark.parametrize("seat", ["german", "british"])
def test_10_11_none_in_rain(edition, seat):
    """3.1, 10.10, 10.11  In rain nobody supports from the air (A-7)."""
    assert air_support(combat(edition, 6, weather="rain").state, PLAIN, seat) == []


@both_editions
def test_10_11_defensive_support_is_a_mission_of_its_own(edition):
    """10.11  The eighth mission (A-77): who flew in the reaction step supports the defence of step 6."""
    position = table(edition, step=4, stage="air reaction")
    position.place({PLAIN: ["uk_1_inf"], "Britain": ["uk_bmr_3_group"]})
    order = Fly(("uk_bmr_3_group",), PLAIN)
    assert not position.refusals(order)
    position.begin(lambda play: position.ruleset.obey(play, order))
    position.at(step=6, stage="land combat")
    strength = position.state.counter("uk_bmr_3_group").strength
    assert air_support(position.state, PLAIN, BRITISH) == [("uk_bmr_3_group", strength)]


@both_editions
def test_10_7_strikes_are_flown_at_sea_only(edition):
    """10.7  A bomber over a coastal hex does not strike the ships off its coast (A-78)."""
    position = table(edition, step=5, stage="air strikes")
    position.place({"6220": ["de_bomber_1_fliegerkorps_a"], "A": ["uk_hood"]})
    assert position.decision is None
    position = position.place({"A": ["de_bomber_1_fliegerkorps_a"]})
    assert position.decision.kind == "air_strikes"


@both_editions
def test_10_11_a_reduced_bomber_adds_its_back(edition):
    """10.11  The side that shows counts."""
    position = table(edition, step=6, stage="land combat")
    position.place({PLAIN: ["uk_1_inf", "uk_bmr_3_group"]}, reduced=["uk_bmr_3_group"])
    back = position.state.counter("uk_bmr_3_group").reduced_strength
    assert air_support(position.state, PLAIN, BRITISH) == [("uk_bmr_3_group", back)]
