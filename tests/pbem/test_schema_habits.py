"""How every schema of the protocol is written: bounded, closed, and alike for all validators."""

import re

import pytest

from sealion_pbem.pbem import schema
from sealion_pbem.pbem.schema import SCHEMAS, URN

OWN = sorted(set(SCHEMAS) - {"scenario"})


def walk(part):
    """Every schema inside a schema."""
    if isinstance(part, dict):
        yield part
        for word, value in part.items():
            if word in {"properties", "patternProperties", "$defs"}:
                for inner in value.values():
                    yield from walk(inner)
            elif word not in {"const", "enum", "if"}:
                yield from walk(value)
    elif isinstance(part, list):
        for value in part:
            yield from walk(value)


@pytest.mark.parametrize("name", OWN)
def test_schemas_follow_our_habits(name):
    """Bounded, closed against fetching, readable by every validator alike."""
    from jsonschema import Draft202012Validator

    document = schema._shipped(URN + name)
    Draft202012Validator.check_schema(document)
    assert document["$id"] == URN + name
    for part in walk(document):
        kinds = part.get("type", [])
        kinds = {kinds} if isinstance(kinds, str) else set(kinds)
        assert "number" not in kinds, part
        assert (
            not {"format", "oneOf", "anyOf", "$dynamicRef"} & part.keys() or "properties" in part
        ), part
        if "string" in kinds:
            assert "maxLength" in part, part
        if "array" in kinds:
            assert "maxItems" in part, part
            assert "items" in part, part
        if "integer" in kinds:
            assert {"minimum", "maximum"} <= part.keys(), part
        if "object" in kinds and part.get("additionalProperties") is not False:
            assert "maxProperties" in part or "if" in part or name == "entry", part
        if "$ref" in part:
            assert part["$ref"].startswith(URN), part
        for pattern in [part.get("pattern", "^$"), *part.get("patternProperties", {})]:
            assert re.fullmatch(r"\^[^$]*\$", pattern), pattern
            assert "\\" not in pattern, pattern
