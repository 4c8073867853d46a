"""The schema of Sealion's orders and the order classes say the same."""

import json

from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023, MAGAZINE_2016
from tools.make_orders_schema import schema_of


def test_the_schema_is_in_step_with_the_order_classes():
    """`python tools/make_orders_schema.py sealion-deluxe` writes what is there."""
    written = json.loads(json.dumps(schema_of("sealion-deluxe")))
    assert DELUXE_2023.schema("orders") == written


def test_both_editions_have_the_same_orders():
    """One schema serves both: what an edition forbids is for its rules to say."""
    assert MAGAZINE_2016.orders == DELUXE_2023.orders
