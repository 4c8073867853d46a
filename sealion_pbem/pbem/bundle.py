"""One schema file with everything it refers to, so that an editor can complete and check orders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from sealion_pbem.engine.ruleset import Shaped
from sealion_pbem.pbem.schema import combined

__all__ = ["bundle", "with_names"]

_UNIT = re.compile("the (id|name) of a unit")


def bundle(schema: str, ruleset: Shaped | None = None) -> dict[str, Any]:
    """Return a schema in which every schema it refers to is embedded under its own id."""
    document, find = combined(schema, ruleset)
    parts: dict[str, dict[str, Any]] = {}
    waiting = list(_references(document))
    while waiting:
        name = waiting.pop()
        if name not in parts and name != document["$id"]:
            parts[name] = find(name)
            waiting += _references(parts[name])
    embedded = {name.rpartition(":")[2].replace("/", "_"): parts[name] for name in sorted(parts)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **document,
        "$defs": {**document.get("$defs", {}), **embedded},
    }


def with_names(document: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return a schema in which whatever is said to be a unit can be completed from a list of names.

    Other texts are not refused: a part of a name may mean a unit, too.
    """
    listed = {"$ref": f"{document['$id']}#/$defs/units"}
    found: dict[str, Any] = _listing(document, [listed, {"type": "string", "maxLength": 60}])
    return {**found, "$defs": {**found["$defs"], "units": {"enum": [*names]}}}


def _listing(part: Any, either: list[dict[str, Any]]) -> Any:
    if isinstance(part, list):
        return [_listing(each, either) for each in part]
    if not isinstance(part, dict):
        return part
    said = part.get("description")
    if part.get("type") == "string" and isinstance(said, str) and _UNIT.match(said):
        return {"description": said, "anyOf": either}
    return {name: _listing(value, either) for name, value in part.items()}


def _references(part: Any) -> Iterator[str]:
    """Return the schemas a part refers to, without the place inside them."""
    if isinstance(part, dict):
        reference = part.get("$ref")
        if isinstance(reference, str) and not reference.startswith("#"):
            yield reference.partition("#")[0]
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list):
        for value in part:
            yield from _references(value)
