"""13.2  Units carried ashore are supplied for that turn; those that stay at sea are not marked."""

from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from tests.sealion_table import both_editions, table


@both_editions
def test_13_2_a_swimming_unit_counts_as_landed_only_when_it_comes_ashore(edition):
    """The Marine sails from A to B: it is still at sea and has landed nowhere."""
    position = table(edition).place({"A": ["de_marine"]})
    UnitsMoved(("de_marine",), ("B",)).on(position.state)
    assert position.state.landed == frozenset()
