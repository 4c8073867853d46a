"""The shape of a skirmish's orders, read from the file beside this one."""

from __future__ import annotations

import json
from functools import cache
from pkgutil import get_data

from sealion_pbem.engine.words import Json

__all__ = ["orders_schema"]


@cache
def orders_schema() -> Json:
    """Return the JSON Schema of a list of orders."""
    # importlib.resources would import what reads zip files, for every command.
    found = get_data(__name__, "orders.schema.json")
    assert found is not None, "the schema lies beside this file"
    return json.loads(found)
