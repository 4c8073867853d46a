"""Write orders.schema.json into the data of a ruleset, from its order classes.

    python tools/make_orders_schema.py sealion-deluxe

A member's shape follows from its type, its bounds from its name. A test keeps file and classes in step.
"""

from __future__ import annotations

import json
import sys
from dataclasses import MISSING, fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from sealion_pbem.rulesets import find
from sealion_pbem.umpire.rulebook import folder_of

ROOT = Path(__file__).resolve().parents[1]
COMMON = "urn:sealion-pbem:schema:1:common#/$defs/"
NAME = {
    "description": "the id of a unit",
    "type": "string",
    "maxLength": 60,
    "pattern": "^[a-z][a-z0-9_-]{0,59}$",
}
PLACE = {
    "description": "a hex, sea space or box",
    "type": "string",
    "maxLength": 20,
    "pattern": "^[A-Za-z0-9][A-Za-z0-9 ]{0,19}$",
}
EITHER = {
    "description": "the id of a unit, or a place",
    "type": "string",
    "maxLength": 60,
    "pattern": "^[A-Za-z0-9][A-Za-z0-9 _-]{0,59}$",
}
SEALING = ("seal", "open", "forfeit")
# An order may say for which game turn and stage it is meant.
TIME = {"turn": {"$ref": COMMON + "game_turn"}, "stage": {"$ref": COMMON + "stage"}}
PLACES = {"hex", "path", "place", "sector"}
WHERE = "where"
"""A member of this name holds a place or a unit that is there."""
LONGEST = 300


def schema_of(ruleset: str) -> dict[str, Any]:
    """Return the schema of a list of orders."""
    family = folder_of(ruleset).name
    own = f"urn:sealion-pbem:schema:1:{family}:orders"
    kinds = {kind: cls for kind, cls in find(ruleset).orders.items() if kind not in SEALING}
    cases = [
        {
            "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
            "then": {"$ref": f"{own}#/$defs/{kind}"},
        }
        for kind in sorted(kinds)
    ]
    sealed = [
        {
            "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
            "then": {"$ref": COMMON + kind},
        }
        for kind in SEALING
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": own,
        "title": f"Orders of {family}",
        "type": "array",
        "minItems": 1,
        "maxItems": 500,
        "items": {
            "type": "object",
            "required": ["kind"],
            "patternProperties": {"^kind$": {"enum": [*sorted(kinds), *SEALING]}},
            "allOf": [*cases, *sealed],
        },
        "$defs": {kind: order_schema(kinds[kind]) for kind in sorted(kinds)},
    }


def order_schema(cls: type[Any]) -> dict[str, Any]:
    """Return the closed schema of one order."""
    hints = get_type_hints(cls)
    members = {str(f.metadata.get("wire", f.name)): f for f in fields(cls)}
    required = [
        name for name, f in members.items() if f.default is MISSING and f.default_factory is MISSING
    ]
    return {
        "description": (cls.__doc__ or "").splitlines()[0],
        "type": "object",
        "additionalProperties": False,
        "required": ["kind", *required],
        "properties": {
            "kind": {"const": cls.kind},
            **{name: member_schema(hints[f.name], name) for name, f in members.items()},
            **TIME,
        },
    }


def member_schema(hint: Any, name: str) -> dict[str, Any]:
    """Return the shape of a member."""
    if hint is bool:
        return {"type": "boolean"}
    if hint is int:
        return {"type": "integer", "minimum": -1000, "maximum": 1000}
    if hint is str:
        return EITHER if name == WHERE else PLACE if name in PLACES else NAME
    origin, args = get_origin(hint), get_args(hint)
    if origin is UnionType:
        # None is never written: the member is left out.
        return member_schema(next(arg for arg in args if arg is not NoneType), name)
    if origin is tuple:
        item = mixed() if get_origin(args[0]) is tuple else member_schema(args[0], name)
        return {"type": "array", "maxItems": LONGEST, "items": item}
    if origin is dict:
        return {
            "type": "object",
            "maxProperties": LONGEST,
            "patternProperties": {NAME["pattern"]: PLACE},
            "additionalProperties": False,
        }
    message = f"{name}: {hint!r} has no schema"
    raise TypeError(message)


def mixed() -> dict[str, Any]:
    """Return the shape of a row of units, which may be followed by places."""
    return {"type": "array", "minItems": 1, "maxItems": LONGEST, "items": EITHER}


def main() -> None:
    """Write the schema of the ruleset named on the command line."""
    ruleset = sys.argv[1]
    path = folder_of(ruleset) / "data" / "orders.schema.json"
    path.write_text(json.dumps(schema_of(ruleset), indent=2) + "\n", "utf-8")
    print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
