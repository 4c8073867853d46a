"""10.12  At the end of each player turn all air units go home."""

import pytest

from sealion_pbem.rulesets.sealion.events.air import AirUnitsReturned
from sealion_pbem.rulesets.sealion.rules.ch10_air.returning import begin_return, is_supplying
from tests.sealion_table import both_editions, table

END = [(8, "return to base"), (15, "supply")]


@both_editions
@pytest.mark.parametrize(("step", "stage"), END)
def test_both_seats_return_in_both_end_steps(edition, step, stage):
    """10.12  German and British air units over sea and land go to their boxes (A-4)."""
    t = table(edition, step=step, stage=stage)
    t.place({"C": ["de_jg2", "uk_ftr_10_group", "de_float_1"], "3624": ["uk_bmr_2_group"]})
    t.place({"3624": ["de_zg2"], "D": ["de_emden"]}, reduced=["de_zg2"])
    (event,) = t.begin(begin_return)
    assert isinstance(event, AirUnitsReturned)
    assert sorted(event.units) == [
        "de_float_1", "de_jg2", "de_zg2", "uk_bmr_2_group", "uk_ftr_10_group",
    ]  # fmt: skip
    assert t.where("de_jg2") == t.where("de_float_1") == t.where("de_zg2") == "France"
    assert t.where("uk_ftr_10_group") == t.where("uk_bmr_2_group") == "Britain"
    assert t.where("de_emden") == "D"
    assert t.steps("de_zg2") == 1
    assert t.ruleset.tell(event)


@both_editions
def test_who_is_at_home_or_lost_does_nothing(edition):
    """10.12  Without anybody aloft nothing happens."""
    t = table(edition, step=8, stage="return to base")
    t.place({"France": ["de_jg2"], "Britain": ["uk_ftr_10_group"], "West": ["uk_furious"]})
    t.place({}, aboard={"uk_furious_group": "uk_furious"})
    assert t.begin(begin_return) == []


@both_editions
def test_supply_transports_stay(edition):
    """10.12  A transport at an airbase that is German may stay for ever, even in rain (A-11)."""
    t = table(edition, step=8, stage="return to base", weather="rain").german_hexes("5613")
    t.place({"5613": ["de_airtransport_1", "de_jg2"]})
    assert is_supplying(t.state, "de_airtransport_1")
    assert t.begin(begin_return) == [AirUnitsReturned(("de_jg2",))]
    assert t.where("de_airtransport_1") == "5613"


@both_editions
def test_what_does_not_supply(edition):
    """10.12  A transport elsewhere, one with a regiment, a glider or a ship's transport does not."""
    t = table(edition, step=8, stage="return to base").german_hexes("5613", "3624")
    t.place({"3624": ["de_airtransport_1"], "5613": ["de_airtransport_2", "de_glider_1"]})
    t.place({"C": ["de_transport_01"]}, aboard={"de_sturm": "de_airtransport_2"})
    names = ("de_airtransport_1", "de_airtransport_2", "de_glider_1", "de_transport_01")
    assert not any(is_supplying(t.state, name) for name in names)


@both_editions
def test_the_furious_group_goes_back_to_its_carrier(edition):
    """10.12  To the Furious wherever she is now; to Britain if she is reduced or sunk (A-80)."""
    t = table(edition, step=15, stage="supply").place(
        {"C": ["uk_furious_group"], "G": ["uk_furious"]}
    )
    t.begin(begin_return)
    assert t.state.units["uk_furious_group"] == ("G", 2, "uk_furious")
    t = table(edition, step=15, stage="supply")
    t.place({"C": ["uk_furious_group"], "G": ["uk_furious"]}, reduced=["uk_furious"])
    t.begin(begin_return)
    assert t.state.units["uk_furious_group"] == ("Britain", 2, "")
    t = table(edition, step=8, stage="return to base").place({"C": ["uk_furious_group"]})
    t.begin(begin_return)
    assert t.state.units["uk_furious_group"] == ("Britain", 2, "")
