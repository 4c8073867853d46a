"""13.2  Units carried ashore are supplied for that turn; those that swim are not."""

from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from sealion_pbem.rulesets.sealion.rules.ch11_landing import Debark, Land
from sealion_pbem.rulesets.sealion.rules.ch13_supply import in_supply
from tests.sealion_table import both_editions, table


@both_editions
def test_13_2_a_unit_that_swims_on_has_landed_nowhere(edition):
    """The Marine sails from A to B: it is still at sea and has landed nowhere."""
    position = table(edition).place({"A": ["de_marine"]})
    UnitsMoved(("de_marine",), ("B",)).on(position.state)
    assert position.state.landed == frozenset()


@both_editions
def test_13_2_who_swims_ashore_needs_a_line_of_supply_after_the_landing(edition):
    """12.1, 13.2, A-164  The Marine swims, a brigade is carried: both attack in supply, one keeps it."""
    position = table(edition, step=6, stage="land movement").place(
        {"A": ["de_marine", "de_transport_01"]},
        reduced=["de_transport_01"],
        aboard={"de_17_inf_ech1": "de_transport_01"},
    )
    position.order(Land("de_marine", "6318"))
    assert in_supply(position.state, "de_marine", "6318")
    position.order(Land("de_17_inf_ech1", "6318"))
    position.at(came_from={}, step=15, last_german=position.state.table.board.bits["6318"])

    assert in_supply(position.state, "de_17_inf_ech1")
    assert not in_supply(position.state, "de_marine")
    position.place({"A": ["de_transport_02"]})
    assert in_supply(position.state, "de_marine")


@both_editions
def test_13_2_who_is_carried_to_a_german_beach_is_in_supply_that_turn(edition):
    """7.6, 13.2  A brigade debarks from a reduced transport: supplied to the end of the game turn."""
    position = table(edition, step=6, stage="land movement").german_hexes("6318")
    position.place(
        {"A": ["de_transport_01", "de_marine"]},
        reduced=["de_transport_01"],
        aboard={"de_17_inf_ech1": "de_transport_01"},
    )
    position.order(Debark("de_17_inf_ech1", ("6318",)))
    position.at(came_from={}, step=15)

    assert in_supply(position.state, "de_17_inf_ech1")
