"""Checking documents against the JSON Schemas, and saying in plain words what is wrong.

jsonschema-rs decides where it is installed and jsonschema elsewhere; both are given our own schemas
and refuse to fetch any other. The sentences do not depend on which of the two found the fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import islice
from typing import Any, NoReturn, Protocol

import orjson

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.ruleset import Shaped
from sealion_pbem.errors import Fault, SchemaError
from sealion_pbem.pbem.loader import pointer_to
from sealion_pbem.resources import resource

__all__ = ["SCHEMAS", "URN", "check_document", "combined"]

URN = "urn:sealion-pbem:schema:1:"
SCHEMAS = (
    "absence",
    "anchor",
    "campaign",
    "charter",
    "charter_draft",
    "claim",
    "common",
    "entry",
    "equivocation",
    "key_change",
    "mail_settings",
    "opening",
    "orders_file",
    "receipt",
    "rejection",
    "resignation",
    "ruling",
    "scenario",
    "turn",
    "withdrawal",
)
_AT_LEAST = ("minItems", "minProperties")
_OF_TEXT = ("pattern", "minLength", "maxLength")
_MOST_FAULTS = 20
# Of a larger document only the beginning is gone through for all of its faults.
_MOST_VALUES = 350
_MOST_PROBLEMS = 200
_LARGE = 50


def check_document(document: Any, schema: str, *, ruleset: Shaped | None = None) -> None:
    """Check that a document has the shape that a schema asks for.

    With a ruleset, the orders in a turn or an orders file and the position in a scenario have the
    shape its own schema asks for.

    Raises:
        SchemaError: it has not; `faults` names up to 20 places in the order of the document.
    """
    validator = _validator(schema, ruleset if schema in _COMBINED else None)
    if not validator.is_valid(document):
        _refuse(document, schema, validator)


def _refuse(document: Any, schema: str, validator: _Validator) -> NoReturn:
    """Raise the faults of a document, without going through all of a very large one."""
    part = document if _is_small(document) else _pruned(document, [_MOST_VALUES])
    found = _findings(document, validator.problems(part))
    if not found:
        found = _findings(document, [validator.first_problem(document)])
    faults = tuple(Fault(finding.pointer, finding.text()) for finding in found[:_MOST_FAULTS])
    faults = faults or (Fault("", f"does not have the shape of a {schema}"),)
    message = f"not a valid {schema}: {faults[0]}"
    if len(found) <= 1:
        raise SchemaError(message, faults)
    is_all = part is document and len(found) < _MOST_PROBLEMS
    count = f"{len(found)} faults" if is_all else f"at least {len(found)} faults"
    hint = f"the first {len(faults)} are listed" if len(found) > len(faults) else ""
    raise SchemaError(f"{message} ({count} in all)", faults, hint=hint)


@frozen
class _Problem:
    """A keyword of a schema that a part of the document does not satisfy."""

    path: tuple[str | int, ...]
    keyword: str
    schema: Any


class _Validator(Protocol):
    def is_valid(self, document: Any, /) -> bool: ...
    def problems(self, document: Any, /) -> Iterator[_Problem]: ...
    def first_problem(self, document: Any, /) -> _Problem: ...


def _with_turn_orders(orders: str) -> dict[str, Any]:
    return {"$ref": f"{URN}turn", "properties": {"orders": {"$ref": orders}}}


def _with_draft_orders(orders: str) -> dict[str, Any]:
    # What a player writes to seal and to open is completed when the turn is signed.
    sealing = {"properties": {"kind": {"enum": ["seal", "open"]}}, "required": ["kind"]}
    items = {"if": sealing, "else": {"$ref": f"{orders}#/items"}}
    return {"$ref": f"{URN}orders_file", "properties": {"orders": {"items": items}}}


def _with_position(position: str) -> dict[str, Any]:
    return {"$ref": f"{URN}scenario", "properties": {"position": {"$ref": position}}}


# Which part of a ruleset's own schemas goes into a document, and how.
_COMBINED = {
    "turn": ("orders", _with_turn_orders),
    "orders_file": ("orders", _with_draft_orders),
    "scenario": ("position", _with_position),
}


@lru_cache
def _validator(schema: str, ruleset: Shaped | None) -> _Validator:
    document, find = combined(schema, ruleset)
    try:
        return _Quick(document, find)
    except ImportError:
        return _Thorough(document, find)


_Find = Callable[[str], dict[str, Any]]


def combined(schema: str, ruleset: Shaped | None) -> tuple[dict[str, Any], _Find]:
    """Return a schema and a function that returns the schemas it refers to, and no others."""
    assert schema in SCHEMAS, schema
    if ruleset is None:
        return _shipped(URN + schema), _shipped
    part, combine = _COMBINED[schema]
    own = ruleset.schema(part)
    if own is None:
        # A ruleset that has no schema for its positions checks them by itself.
        assert part == "position", f"{ruleset.id} has no schema for its {part}"
        return _shipped(URN + schema), _shipped
    name = own["$id"]

    def find(uri: str) -> dict[str, Any]:
        return own if uri == name else _shipped(uri)

    return {"$id": f"{URN}{schema}:{ruleset.id}"} | combine(name), find


@lru_cache
def _shipped(uri: str) -> dict[str, Any]:
    name = uri.removeprefix(URN)
    if name not in SCHEMAS or name == uri:
        message = f"{uri} is not a schema of this program, and none is fetched"
        raise LookupError(message)
    data = resource("schemas", f"{name}.schema.json").read_bytes()
    document: dict[str, Any] = orjson.loads(data)
    return document


class _Quick:
    """jsonschema-rs."""

    def __init__(self, schema: dict[str, Any], find: _Find) -> None:
        # Importing it costs more than most commands do.
        import jsonschema_rs  # noqa: PLC0415 - slow to import

        self._find = lru_cache(
            lambda uri: schema if uri == schema["$id"] else _sorted_out(find(uri))
        )
        self._validator = jsonschema_rs.Draft202012Validator(schema, retriever=self._find)
        self._error = jsonschema_rs.ValidationError
        self.is_valid = self._validator.is_valid

    def problems(self, document: Any) -> Iterator[_Problem]:
        return map(self._problem, self._validator.iter_errors(document))

    def first_problem(self, document: Any) -> _Problem:
        try:
            self._validator.validate(document)
        except self._error as error:
            return self._problem(error)
        raise AssertionError(document)

    def _problem(self, error: Any) -> _Problem:
        path = tuple(error.instance_path)
        if error.kind.name == "falseSchema":
            return _Problem(path, "not", {"not": {}})
        schema: Any = self._find((error.absolute_keyword_location or "").partition("#")[0])
        *steps, keyword = error.schema_path
        for step in steps:
            schema = schema[step]
        return _Problem(path, str(keyword), schema)


class _Thorough:
    """jsonschema, the reference."""

    def __init__(self, schema: dict[str, Any], find: _Find) -> None:
        from jsonschema import Draft202012Validator, ValidationError, validators  # noqa: PLC0415 - slow to import
        from referencing import Registry, Resource  # noqa: PLC0415 - slow to import
        from referencing.jsonschema import DRAFT202012  # noqa: PLC0415 - slow to import

        def match(_: Any, pattern: str, instance: Any, __: Any) -> Iterator[ValidationError]:
            # In Python "$" also matches before a newline at the end, in JSON Schema it does not.
            strict = pattern.replace("$", r"\Z")
            if isinstance(instance, str) and not re.search(strict, instance):
                yield ValidationError(pattern)

        def retrieve(uri: str) -> Resource[Any]:
            # A schema that names its dialect would be read by the plain validator of that dialect.
            plain = {name: part for name, part in find(uri).items() if name != "$schema"}
            return DRAFT202012.create_resource(plain)

        strict = validators.extend(  # type: ignore[no-untyped-call]  # its stubs say nothing
            Draft202012Validator, {"pattern": match}
        )
        registry: Registry[Any] = Registry(retrieve=retrieve)  # type: ignore[call-arg]  # an attrs alias
        self._validator = strict(schema, registry=registry)

    def is_valid(self, document: Any) -> bool:
        return bool(self._validator.is_valid(document))

    def problems(self, document: Any) -> Iterator[_Problem]:
        for error in self._validator.iter_errors(document):
            path = tuple(error.absolute_path)
            if error.schema is False:
                yield _Problem(path, "not", {"not": {}})
            else:
                yield _Problem(path, str(error.validator), error.schema)

    def first_problem(self, document: Any) -> _Problem:
        return next(self.problems(document))


def _sorted_out(schema: dict[str, Any]) -> dict[str, Any]:
    """Return an orders schema with its list of `if kind … then …` as a tree of halves.

    Only one of them can apply to an order, and in a tree most of the rest is not even looked at.
    """
    items: Any = schema.get("items")
    cases = items.get("allOf", []) if isinstance(items, dict) else []
    kinds = [kind for case in cases for kind in _kinds_of(case) or (None,)]
    if not kinds or None in kinds or len(set(kinds)) < len(kinds) or "if" in items:
        return schema
    rest = {word: value for word, value in items.items() if word != "allOf"}
    return {**schema, "items": {**rest, **_halved(cases)}}


def _halved(cases: list[dict[str, Any]]) -> dict[str, Any]:
    if len(cases) == 1:
        return cases[0]
    first, second = cases[: len(cases) // 2], cases[len(cases) // 2 :]
    kinds = [kind for case in first for kind in _kinds_of(case)]
    is_first = {"properties": {"kind": {"enum": kinds}}, "required": ["kind"]}
    return {"if": is_first, "then": _halved(first), "else": _halved(second)}


def _kinds_of(case: Any) -> list[str]:
    """Return the kinds of order that a case is about; none if it asks for anything else."""
    asked: dict[str, Any]
    match case:
        case {"if": {"properties": {"kind": {"const": str(kind)}}, "required": ["kind"]}}:
            kinds, asked = [kind], {"const": kind}
        case {"if": {"properties": {"kind": {"enum": [*kinds]}}, "required": ["kind"]}}:
            asked = {"enum": kinds}
        case _:
            return []
    plain = {"properties": {"kind": asked}, "required": ["kind"]}
    is_plain = case == {"if": plain, "then": case.get("then")}
    return kinds if is_plain and all(isinstance(kind, str) for kind in kinds) else []


def _is_small(document: Any) -> bool:
    """Tell at a glance whether a document has no more values than are gone through."""
    try:
        data = orjson.dumps(document)
    except TypeError:
        return False
    return data.count(b",") + data.count(b"[") + data.count(b"{") <= _MOST_VALUES


def _pruned(value: Any, left: list[int]) -> Any:
    """Return the beginning of a document: about as many values as there are `left`.

    Members of an object of ordinary size are all kept, or each that is cut off would be missed.
    """
    if isinstance(value, dict):
        most = _LARGE if left[0] > 0 and len(value) <= _LARGE else max(left[0], 0)
        part = list(islice(value.items(), most))
        left[0] -= len(part)
        return {name: _pruned(item, left) for name, item in part}
    if not isinstance(value, list):
        return value
    items: list[Any] = []
    for item in value:
        if left[0] <= 0:
            break
        left[0] -= 1
        items.append(_pruned(item, left) if type(item) in (list, dict) else item)
    return items


@frozen
class _Mismatch:
    """A fault that can be put into words; `place` is its pointer in the order of the document."""

    pointer: str
    place: tuple[int, ...]
    key: tuple[str, ...]
    text: Callable[[], str]


def _findings(document: Any, problems: Iterable[_Problem]) -> list[_Mismatch]:
    """Return every fault once, in the order of the document."""
    places = _Places()
    found: dict[tuple[str, ...], _Mismatch] = {}
    for problem in problems:
        value, place = document, []
        for step in problem.path:
            place.append(places.of(value, step))
            value = value[step]
        for member, word, text in _explain(problem, value):
            pointer = pointer_to([*problem.path, *member])
            # A text of the wrong length does not match its pattern either; one sentence says both.
            is_text = problem.keyword in _OF_TEXT and "pattern" in problem.schema
            key = (pointer, "pattern" if is_text else problem.keyword, word)
            here = (*place, *(places.of(value, name) for name in member))
            found.setdefault(key, _Mismatch(pointer, here, key, text))
        if len(found) >= _MOST_PROBLEMS:
            break
    return sorted(found.values(), key=lambda finding: (finding.place, finding.key))


class _Places:
    """At which place of an object its members stand; each object is gone through once."""

    def __init__(self) -> None:
        self._known: dict[int, dict[str, int]] = {}

    def of(self, value: Any, step: str | int) -> int:
        if isinstance(step, int):
            return step
        if id(value) not in self._known:
            self._known[id(value)] = {name: number for number, name in enumerate(value)}
        return self._known[id(value)][step]


def _explain(
    problem: _Problem, value: Any
) -> Iterator[tuple[tuple[str, ...], str, Callable[[], str]]]:
    """Return what a problem is about: a member of the value or itself, a word, and the sentence.

    What only seems to be missing because the document was pruned is no problem.
    """
    from sealion_pbem.pbem.explanation import (  # noqa: PLC0415 - most files have no fault
        explain_member,
        explain_value,
    )

    keyword, schema = problem.keyword, problem.schema
    if keyword == "required":
        for name in schema[keyword]:
            if name not in value:
                yield (), name, f"the member {name!r} is missing".__str__
    elif keyword == "additionalProperties":
        patterns = [re.compile(pattern) for pattern in schema.get("patternProperties", ())]
        known = schema.get("properties", {})
        unknown = (name for name in value if name not in known)
        strange = (
            name for name in unknown if not any(pattern.search(name) for pattern in patterns)
        )
        for name in islice(strange, _MOST_PROBLEMS):
            yield (name,), "", partial(explain_member, schema, name)
    elif keyword not in _AT_LEAST or len(value) < schema[keyword]:
        yield (), "", partial(explain_value, keyword, schema, value)
