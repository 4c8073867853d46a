"""13.3, 13.2  Step 15: steps lost without supply, the order of the editions, transports sent home."""

import pytest

from sealion_pbem.rulesets.sealion.events.air import AirUnitsReturned
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitPlaced, UnitReduced
from sealion_pbem.rulesets.sealion.rules.ch13_supply import begin_supply_and_return
from sealion_pbem.rulesets.sealion.rules.ch13_transports import (
    AirSupplyGiven,
    Feed,
    SendHome,
    TransportsCalledHome,
    decide_transports,
)
from sealion_pbem.rulesets.sealion.sequence import Done
from tests.sealion_table import SealionTable, both_editions, table

HEX = "2918"
RING = ("2917", "3018", "3019", "2919", "2819", "2818")


@both_editions
def test_13_3_units_of_both_seats_lose_a_step(edition):
    """13.3, A-125  A full unit is reduced, a reduced or one-step unit eliminated, others unharmed."""
    position = table(edition, step=15, stage="supply").german_hexes(*RING)
    position.place(
        {HEX: ["uk_1_inf", "uk_29_inf_x", "uk_cdo"], "5616": ["de_12_inf", "de_flak_i-26"],
         "2305": ["uk_2_inf"]},
        reduced=["uk_29_inf_x"],
    )  # fmt: skip

    events = position.begin(begin_supply_and_return)

    assert events == [
        UnitReduced("de_12_inf", "13.3"),
        UnitEliminated("de_flak_i-26", "13.3"),
        UnitReduced("uk_1_inf", "13.3"),
        UnitEliminated("uk_29_inf_x", "13.3"),
        UnitEliminated("uk_cdo", "13.3"),
    ]


@both_editions
def test_13_3_churchill_starves_too(edition):
    """A-153  Cut off, he is eliminated like a one-step unit."""
    position = (
        table(edition, step=15, stage="supply").german_hexes(*RING).place({HEX: ["uk_churchill"]})
    )

    assert position.begin(begin_supply_and_return) == [UnitEliminated("uk_churchill", "13.3")]


@both_editions
def test_13_3_losses_do_not_open_lines_in_the_same_check(edition):
    """13.3  Who is out of supply is settled for all before anybody is removed."""
    position = table(edition, step=15, stage="supply").place(
        {HEX: ["uk_cdo"], "2916": ["de_12_inf"], "2920": ["de_14_inf"], "3118": ["de_15_inf"],
         "2718": ["de_24_inf"]},
        reduced=["de_12_inf", "de_14_inf", "de_15_inf", "de_24_inf"],
    )  # fmt: skip

    position.begin(begin_supply_and_return)

    assert position.steps("uk_cdo") == position.steps("de_12_inf") == 0


@pytest.mark.parametrize(
    ("edition", "first"), [("sealion-2016", UnitReduced), ("sealion-deluxe", AirUnitsReturned)]
)
def test_13_3_the_order_of_step_15(edition, first):
    """2.2  The magazine edition checks supply first, the Deluxe sends aircraft home first."""
    position = table(edition, step=15, stage="supply").place({HEX: ["de_12_inf"], "A": ["de_jg2"]})

    events = position.begin(begin_supply_and_return)

    assert {type(event) for event in events} == {UnitReduced, AirUnitsReturned}
    assert type(events[0]) is first


def at_the_base(edition: str, *transports: str, step: int = 8) -> SealionTable:
    stage = "end of turn" if step == 8 else "transports"
    position = table(edition, step=step, stage=stage).german_hexes("4915")
    return position.place({"4915": transports})


@both_editions
@pytest.mark.parametrize("step", [8, 15])
def test_13_2_supply_transports_may_go_home(edition, step):
    """A-90  In steps 8 and 15 the German is asked, and sends one of two home."""
    position = at_the_base(edition, "de_airtransport_1", "de_airtransport_2", step=step)
    decision = decide_transports(position.state)
    assert (decision.seat, decision.kind) == ("german", "supply_transports")

    order = SendHome(("de_airtransport_1",))
    assert not position.refusals(order)
    events = position.begin(lambda play: position.ruleset.obey(play, order))

    if step == 15 and position.state.edition.supply_comes_before_return:
        assert events == [TransportsCalledHome(("de_airtransport_1",))]
    else:
        assert events == [UnitPlaced("de_airtransport_1", "France", "13.2")]
    assert "(de_airtransport_2) in 4915" in position.decision.prompt
    assert "de_airtransport_1" not in position.decision.prompt


@both_editions
def test_13_2_nobody_is_asked_without_supply_transports(edition):
    """A-90  None on the map, or the stage is done: no decision."""
    assert decide_transports(at_the_base(edition).state) is None
    assert decide_transports(at_the_base(edition, "de_airtransport_1").at(ended=True).state) is None


@both_editions
@pytest.mark.parametrize(
    ("names", "code"),
    [
        ((), "nobody_named"),
        (("de_airtransport_2",), "no_supply_transport"),
        (("de_transport_01",), "no_supply_transport"),
        (("uk_1_inf",), "no_supply_transport"),
        (("de_airtransport_1", "de_airtransport_1"), "named_twice"),
    ],
)
def test_13_2_sending_home_is_refused(edition, names, code):
    """A-90  Only transports at an airbase on the map, each named once."""
    position = at_the_base(edition, "de_airtransport_1").place({"France": ["de_airtransport_2"]})
    position.place({"A": ["de_transport_01"], "4409": ["uk_1_inf"]})

    assert position.codes(SendHome(names)) == [("13.2", code)]


@both_editions
def test_13_2_unknown_transports_are_refused(edition):
    """1.3  A name no unit has."""
    position = at_the_base(edition, "de_airtransport_1")

    assert position.codes(SendHome(("nobody",))) == [("1.3", "unknown_unit")]


@both_editions
def test_13_2_policies_for_transports(edition):
    """A-90  By default all stay; "all_home" sends all."""
    position = at_the_base(edition, "de_airtransport_1", "de_airtransport_2")
    answer, state = position.ruleset.answer, position.state

    assert answer(state, "default") == Done()
    assert answer(state, "all_home") == SendHome(("de_airtransport_1", "de_airtransport_2"))
    assert all(not position.refusals(order) for order in position.ruleset.offers(state))
    assert position.ruleset.facts(state)["supply_transports"] == 2


@both_editions
def test_13_2_the_german_says_whom_a_transport_feeds(edition):
    """Two regiments, one transport: without a word the reduced one eats, else the one that is named."""
    hungry = ["de_1st_fj", "de_2nd_fj"]
    for order, fed in ((None, "de_2nd_fj"), (Feed((("de_airtransport_1", hungry[0]),)), hungry[0])):
        position = table(edition, step=15, stage="transports").german_hexes("4915")
        position.place({"4914": hungry, "4915": ["de_airtransport_1"]}, reduced=["de_2nd_fj"])
        assert "feed" in position.decision.accepts
        if order:
            assert order in list(position.ruleset.offers(position.state))
            (event,) = position.order(order)[:1]
            assert event == AirSupplyGiven("de_airtransport_1", hungry[0])
            assert position.ruleset.tell(event) == "de_airtransport_1 supplies de_1st_fj (13.2)"
        position.begin(begin_supply_and_return)
        assert position.state.is_in_play(hungry[1]) == (fed == hungry[1])
        assert position.state.is_reduced(hungry[0]) == (fed != hungry[0])


def test_2_2_where_supply_comes_first_a_transport_feeds_and_then_goes_home():
    """2.2 step 15, A-5  2016: the regiment eats, named or not, and the transport is home afterwards."""
    feed, home = Feed((("de_airtransport_1", "de_1st_fj"),)), SendHome(("de_airtransport_1",))
    for orders in ((home,), (feed, home)):
        position = table("sealion-2016", step=15, stage="transports").german_hexes("4915")
        position.place({"4914": ["de_1st_fj"], "4915": ["de_airtransport_1"]})
        told = [position.ruleset.tell(event) for event in position.order(*orders)]
        assert "de_airtransport_1 flies home to France when supply has been checked (13.2)" in told
        assert not position.state.is_reduced("de_1st_fj")
        assert position.where("de_airtransport_1") == "France"


def test_2_2_where_aircraft_go_home_first_a_transport_feeds_or_goes():
    """2.2 step 15, A-5  Deluxe: who was sent home feeds nobody, and who feeds stays."""
    position = table(step=15, stage="transports").german_hexes("4915")
    position.place({"4914": ["de_1st_fj"], "4915": ["de_airtransport_1"]})
    position.order(SendHome(("de_airtransport_1",)))
    assert position.state.is_reduced("de_1st_fj")


def test_2_2_a_transport_is_called_home_once():
    """2.2 step 15  2016: who has been called home is not asked about again."""
    position = at_the_base("sealion-2016", "de_airtransport_1", "de_airtransport_2", step=15)
    order = SendHome(("de_airtransport_1",))
    position.order(order)
    assert position.codes(order) == [("13.2", "no_supply_transport")]
    assert all(not position.refusals(other) for other in position.ruleset.offers(position.state))
