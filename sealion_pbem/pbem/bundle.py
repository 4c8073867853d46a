"""One schema file with everything it refers to, so that an editor can complete and check orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sealion_pbem.engine.ruleset import Shaped
from sealion_pbem.pbem.schema import combined

__all__ = ["bundle"]


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
