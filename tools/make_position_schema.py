"""Write the schemas of positions written by hand, from how the games declare them.

    python tools/make_position_schema.py

Of Sealion the members of a state are written; what positions say in their own way (units, procedures,
twins) is written in the file by hand and stays as it is. Where a game has a class for its positions, the
whole schema follows from it (`shape_of`). A test keeps files and declarations in step.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.state import MEMBERS
from sealion_pbem.rulesets.world_at_war import data as war_data
from sealion_pbem.rulesets.world_at_war.placing import PositionFile

ROOT = Path(__file__).resolve().parents[1]
PATH = Path(data.__file__).parent / "position.schema.json"
WAR_PATH = Path(war_data.__file__).parent / "position.schema.json"
_LONGEST = 300
_LARGEST = 9999
_NAME = "^[a-z0-9][a-z0-9_+/.-]{0,59}$"


def schema() -> dict[str, Any]:
    """Return the schema of a position: what the file has, with the members of a state as declared."""
    found: dict[str, Any] = json.loads(PATH.read_bytes())
    declared = {member.name: dict(member.schema) for member in MEMBERS}
    found["properties"] = {**found["properties"], **declared}
    return found


def war_schema() -> dict[str, Any]:
    """Return the schema of a position of A World at War."""
    return shape_of(PositionFile, "world_at_war", "A position of A World at War")


def shape_of(cls: type[Any], game: str, title: str) -> dict[str, Any]:
    """Return the JSON Schema of a class, with those that are in it as definitions."""
    urn = f"urn:sealion-pbem:schema:1:{game}:position"
    shapes: dict[str, Any] = {}
    found = _record(cls, urn, shapes)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": urn, "title": title}
    return {**head, **found, "$defs": dict(sorted(shapes.items()))}


def _record(cls: type[Any], urn: str, shapes: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(cls)
    needed = [f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING]
    found = {
        "description": (cls.__doc__ or "").split("\n\n")[0].strip(),
        "type": "object",
        "additionalProperties": False,
        "properties": {f.name: _shape(hints[f.name], urn, shapes) for f in fields(cls)},
    }
    return {**found, "required": needed} if needed else found


def _shape(hint: Any, urn: str, shapes: dict[str, Any]) -> dict[str, Any]:
    """Return the shape of a value; None is said by leaving a member out."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        (hint,) = (part for part in get_args(hint) if part is not NoneType)
        return _shape(hint, urn, shapes)
    if origin is tuple:
        item = _shape(get_args(hint)[0], urn, shapes)
        return {"type": "array", "maxItems": _LONGEST, "items": item}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        value = _shape(get_args(hint)[1], urn, shapes)
        return {
            "type": "object",
            "maxProperties": _LONGEST,
            "patternProperties": {_NAME: value},
            "additionalProperties": False,
        }
    if is_dataclass(hint) and isinstance(hint, type):
        name = hint.__name__.lower()
        if name not in shapes:
            shapes[name] = {}
            shapes[name] = _record(hint, urn, shapes)
        return {"$ref": f"{urn}#/$defs/{name}"}
    return {**_PLAIN[hint]}


_PLAIN: Mapping[Any, Mapping[str, Any]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": -_LARGEST, "maximum": _LARGEST},
    str: {"type": "string", "maxLength": 200},
}


def main() -> None:
    """Write the files anew."""
    for path, found in ((PATH, schema()), (WAR_PATH, war_schema())):
        path.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", "utf-8")
        print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
