"""The schema of Sealion's orders and the order classes say the same."""

import json
from pathlib import Path

from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023, MAGAZINE_2016
from tools.make_orders_schema import schema_of

SCHEMA = Path(__file__).resolve().parents[3] / "schemas" / "sealion" / "orders.schema.json"


def test_the_schema_is_in_step_with_the_order_classes():
    """`python tools/make_orders_schema.py sealion-deluxe` writes what is there."""
    assert json.loads(SCHEMA.read_text()) == json.loads(json.dumps(schema_of("sealion-deluxe")))


def test_both_editions_have_the_same_orders():
    """One schema serves both: what an edition forbids is for its rules to say."""
    assert MAGAZINE_2016.orders == DELUXE_2023.orders
