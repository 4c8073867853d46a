"""What is wrong with a value, in plain words: what was found, what is allowed, what was meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sealion_pbem.engine.saying import plural

__all__ = ["explain_member", "explain_value"]

_MOST_NAMES = 16
_MOST_COMPARED = 250
_LONGEST_VALUE = 60
_LONGEST_START = 20
_TYPES = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a text",
}


def explain_value(keyword: str, schema: Any, value: Any) -> str:
    """Say why a value does not satisfy a keyword of its schema."""
    return _SENTENCES.get(keyword, _explain_other)(keyword, schema, value)


def explain_member(schema: Any, name: str) -> str:
    """Say that an object may not have a member of this name, and which it may have."""
    names = list(schema.get("properties", ()))
    named = schema.get("patternProperties", {})
    patterns = [pattern for pattern in named if named[pattern] != {"not": {}}]
    allowed = f"allowed are {_listed(names)}" if names else "none is allowed"
    if patterns:
        allowed = f"allowed are names that match {' or '.join(patterns)}"
    return f"unknown member; {_meant(name, names) or allowed}"


def _explain_choice(keyword: str, schema: Any, value: Any) -> str:
    allowed = schema["enum"] if keyword == "enum" else [schema["const"]]
    wanted = f"expected {'one of ' if len(allowed) > 1 else ''}{_listed(allowed)}"
    meant = _meant(value, allowed) if len(allowed) > 1 else ""
    return f"is {_shown(value)}, {wanted}{'; ' if meant else ''}{meant}"


def _explain_type(_: str, schema: Any, value: Any) -> str:
    types = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    return f"is {_shown(value)}, expected {' or '.join(_TYPES[name] for name in types)}"


def _explain_text(keyword: str, schema: Any, value: Any) -> str:
    if "description" in schema and "pattern" in schema:
        return f"is {_shown(value)}, expected {schema['description']}"
    if keyword == "pattern":
        return f"is {_shown(value)}, expected a text that matches {schema['pattern']}"
    return _explain_size(keyword, schema, value)


def _explain_size(keyword: str, schema: Any, value: Any) -> str:
    thing = {"Length": "character", "Items": "item", "Properties": "member"}[keyword[3:]]
    bound = "at least" if keyword.startswith("min") else "at most"
    text = f"has {_counted(len(value), thing)}, expected {bound} {_counted(schema[keyword], thing)}"
    said = schema.get("description", "")
    return f"{text}: {said[0].lower()}{said[1:]}" if said else text


def _explain_bound(keyword: str, schema: Any, value: Any) -> str:
    bound = "at least" if keyword == "minimum" else "at most"
    return f"is {_shown(value)}, expected {bound} {schema[keyword]}"


def _explain_twice(_: str, __: Any, value: Any) -> str:
    some = value[:_MOST_COMPARED]
    seen = [item for number, item in enumerate(some) if item in some[:number]]
    return f"holds {_shown(seen[0])} twice" if seen else "holds an item twice"


def _explain_other(keyword: str, _: Any, value: Any) -> str:
    if keyword == "not":
        return "is not allowed here"
    return f"is {_shown(value)}, which does not satisfy the schema's {keyword}"


_SENTENCES: dict[str, Callable[[str, Any, Any], str]] = {
    "const": _explain_choice,
    "enum": _explain_choice,
    "type": _explain_type,
    "pattern": _explain_text,
    "minLength": _explain_text,
    "maxLength": _explain_text,
    "minItems": _explain_size,
    "maxItems": _explain_size,
    "minProperties": _explain_size,
    "maxProperties": _explain_size,
    "minimum": _explain_bound,
    "maximum": _explain_bound,
    "uniqueItems": _explain_twice,
}


def _meant(word: Any, allowed: Iterable[Any]) -> str:
    """Return a question that names the nearest allowed word, or ""."""
    # Only needed when something is wrong.
    from difflib import get_close_matches  # noqa: PLC0415 - only a refusal needs it

    words = [name for name in allowed if isinstance(name, str)]
    if not isinstance(word, str) or len(word) > _LONGEST_VALUE:
        return ""
    # Letters in another order are the likeliest slip.
    near = sorted(get_close_matches(word, words), key=lambda name: sorted(name) != sorted(word))
    return f"did you mean {near[0]!r}?" if near else ""


def _listed(values: Iterable[Any]) -> str:
    shown = [_shown(value) for value in values]
    more = f" and {len(shown) - _MOST_NAMES} more" if len(shown) > _MOST_NAMES else ""
    return ", ".join(shown[:_MOST_NAMES]) + more


def _shown(value: Any) -> str:
    """Return a value as it is quoted in a sentence."""
    if isinstance(value, list):
        return f"a list of {_counted(len(value), 'item')}"
    if isinstance(value, dict):
        return f"an object of {_counted(len(value), 'member')}"
    if isinstance(value, str) and len(value) > _LONGEST_VALUE:
        return f"{value[:_LONGEST_START]!r}… of {_counted(len(value), 'character')}"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return repr(value)


def _counted(count: int, thing: str) -> str:
    return f"{count:,} {plural(count, thing)}"
