"""The schemas by their examples, both validators against each other, and the sentences of refusals."""

import copy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.engine.words import Json
from sealion_pbem.errors import SchemaError
from sealion_pbem.pbem import schema
from sealion_pbem.pbem.schema import SCHEMAS, URN, check_document

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "tests" / "schemas"
OWN = sorted(set(SCHEMAS) - {"scenario"})


def examples(mood: str) -> list[tuple[str, str]]:
    return [(n, p.name) for n in OWN for p in sorted((EXAMPLES / n).glob(f"{mood}-*.json"))]


BUILDERS: dict[str, Callable[..., schema._Validator]] = {
    "quick": schema._Quick,
    "thorough": schema._Thorough,
}


def example(name: str, file: str) -> Any:
    return orjson.loads((EXAMPLES / name / file).read_bytes())


def faults(document, name: str, **more) -> dict[str, str]:
    with pytest.raises(SchemaError) as caught:
        check_document(document, name, **more)
    assert caught.value.message.startswith(f"not a valid {name}: {caught.value.faults[0]}")
    return {fault.pointer: fault.text for fault in caught.value.faults}


def missing(*_):
    """Stand in for a validator that is not installed."""
    raise ImportError


@pytest.fixture(params=["quick", "thorough"], autouse=True)
def validator(request, monkeypatch):
    """Everything here holds whichever of the two validators is installed."""
    if request.param == "thorough":
        monkeypatch.setattr(schema, "_Quick", missing)
    schema._validator.cache_clear()
    yield request.param
    schema._validator.cache_clear()


@pytest.mark.parametrize(("name", "file"), examples("good"))
def test_good_examples_are_accepted(name, file):
    """Each tests/schemas/…/good-*.json has the shape its schema asks for."""
    check_document(example(name, file), name)


@pytest.mark.parametrize(("name", "file"), examples("bad"))
def test_bad_examples_are_refused(name, file):
    """Each tests/schemas/…/bad-*.json is refused with a place and a sentence."""
    for pointer, text in faults(example(name, file), name).items():
        assert pointer == "" or pointer.startswith("/")
        assert text


def test_the_quick_validator_is_used_where_it_is_installed(validator, monkeypatch):
    """jsonschema-rs where it can be imported, jsonschema elsewhere."""
    assert type(schema._validator("common", None)).__name__.lower() == f"_{validator}"
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)
    schema._validator.cache_clear()
    assert isinstance(schema._validator("common", None), schema._Thorough)


SENTENCES = {
    ("turn", "unknown-member"): ("/dice", "unknown member; allowed are 'format', 'kind', 'campaign', "),
    ("turn", "misspelt-member"): ("/oders", "unknown member; did you mean 'orders'?"),
    ("turn", "no-orders"): ("/orders", "has 0 items, expected at least 1 item"),
    ("turn", "order-without-kind"): ("/orders/1", "the member 'kind' is missing"),
    ("turn", "short-nonce"): ("/nonce", "is 'b253e5644a2477649fbf'… of 62 characters, expected 64 hex"),
    ("turn", "short-signature"): ("/signatures/red", "expected 128 hexadecimal digits, small letters"),
    ("turn", "signatures-missing"): ("", "the member 'signatures' is missing"),
    ("turn", "other-format"): ("/format", "is 'sealion-pbem/2', expected 'sealion-pbem/1'"),
    ("turn", "negative-number"): ("/seq", "is -1, expected at least 0"),
    ("turn", "list-after"): ("/after", "is a list of 2 items, expected a text"),
    ("turn", "long-message"): ("/message", "has 2,001 characters, expected at most 2,000 characters"),
    ("turn", "two-comparisons"): ("/standing_orders/0/if/0", "a fact of the decision and one"),
    ("charter", "no-anchor"): ("/seats/red", "the member 'anchor' is missing"),
    ("charter", "no-referee-in-referee-mode"): ("/seats", "the member 'referee' is missing"),
    ("charter", "referee-in-peer-mode"): ("/seats/referee", "is not allowed here"),
    ("charter", "player-anchor-in-referee-mode"): ("/seats/red/anchor", "is not allowed here"),
    ("charter", "mail-address"): ("/seats/red/mail", "unknown member; allowed are 'key', 'nonce', "),
    ("charter", "unknown-mode"): ("/mode", "'both', 'solo'; did you mean 'peer'?"),
    ("receipt", "local-time"): ("/time", "expected a UTC time from 2000 to 2099 like"),
    ("receipt", "no-such-day"): ("/time", "is '2025-02-29T00:00:00Z', expected a UTC time"),
    ("charter", "delay-without-referee"): ("/delay_hours", "is not allowed here"),
    ("opening", "link-as-text"): ("/link/number", "is '1', expected a whole number"),
    ("entry", "misspelt-kind"): ("/kind", "did you mean 'turn'?"),
    ("entry", "kind-as-list"): ("/kind", "is a list of 1 item, expected one of 'charter', 'turn', "),
    ("orders_file", "seal-without-value"): ("/orders/0", "the value to be sealed, or the seal itself"),
    ("common", "options"): ("/options/turns", "is null, expected true or false or a whole"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "case"), SENTENCES)
def test_a_refusal_says_what_where_and_what_would_be_right(name, case):
    """The sentence names what was found, what is allowed and what was probably meant."""
    pointer, text = SENTENCES[name, case]
    assert text in faults(example(name, f"bad-{case}.json"), name)[pointer]


def test_faults_come_in_the_order_of_the_document_and_once():
    """As they are met when reading from top to bottom; the same fault found twice is said once."""
    document = {"kind": "turn", "seq": "x", "orders": [{"kind": "A"}, {}], "format": 1, "prev": ""}
    found = list(faults(document, "entry"))
    assert found == ["", "/seq", "/orders/0/kind", "/orders/1", "/format", "/prev"]


def test_at_most_twenty_faults_are_listed_and_the_rest_is_counted():
    """A file with 300 wrong orders is not answered with 300 lines."""
    turn = example("turn", "good-small.json") | {"orders": [{"kind": 1}] * 30}
    with pytest.raises(SchemaError) as caught:
        check_document(turn, "turn")
    assert [fault.pointer for fault in caught.value.faults] == [
        f"/orders/{n}/kind" for n in range(20)
    ]
    assert "(30 faults in all)" in caught.value.message
    assert caught.value.hint == "the first 20 are listed"
    with pytest.raises(SchemaError, match=r"at least \d+ faults"):
        check_document(turn | {"orders": [{"kind": 1, "path": [1, 2, 3]}] * 500}, "turn")


def test_a_fault_far_down_a_long_list_is_found():
    """Only the beginning of a large file is gone through for all faults, but one is always named."""
    turn = example("turn", "good-small.json")
    turn["orders"] = [{"kind": "march", "path": [1, 2]}] * 400 + [{"kind": 1}]
    assert faults(turn, "turn") == {"/orders/400/kind": "is 1, expected a text"}
    turn["orders"] = [{"kind": "done"}] * 1200
    assert faults(turn, "turn") == {"/orders": "has 1,200 items, expected at most 500 items"}
    many = {f"x{n}": n for n in range(1200)} | turn
    assert len(faults(many, "turn")) == 20


def test_the_schema_member_of_a_file_does_not_choose_its_schema():
    """An orders file may name a schema for its editor; it is not looked at, let alone fetched."""
    draft = example("orders_file", "good-empty.json")
    check_document(draft | {"$schema": "https://example.org/anything.json"}, "orders_file")


@pytest.mark.parametrize("value", [None, 1, "x", [], [{}], True])
def test_what_is_not_an_object_is_refused(value):
    """A list or a text in the place of a document."""
    assert "expected an object" in faults(value, "turn")[""]


@pytest.mark.parametrize(
    "reference", ["https://example.org/x.json", "file:///etc/hostname", "urn:x:y"]
)
def test_no_schema_is_fetched(reference, validator):
    """A reference to anywhere else is an error and not a connection."""
    build = BUILDERS[validator]
    with pytest.raises(Exception, match=r"none is fetched|Unresolvable"):
        build({"$id": f"{URN}x", "$ref": reference}, schema._shipped).is_valid({})


def test_trailing_newlines_do_not_match():
    """Python's "$" matches before a newline at the end; a patterned member must not."""
    for name in ("time", "seat", "id", "kind", "campaign_name", "seal_name", "hex64"):
        good = example("common", "good-one-of-each.json")[name]
        assert f"/{name}" in faults({name: f"{good}\n"}, "common")


ORDERS: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "urn:sealion-pbem:schema:1:tiny:orders",
    "type": "array",
    "items": {
        "type": "object",
        "required": ["kind"],
        "patternProperties": {"^kind$": {"enum": ["go", "seal", "open"]}},
        "allOf": [
            {
                "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
                "then": shape,
            }
            for kind, shape in {
                "go": {
                    "additionalProperties": False,
                    "required": ["to"],
                    "properties": {"kind": {}, "to": {"type": "integer", "maximum": 9}},
                },
                "seal": {"$ref": f"{URN}common#/$defs/seal"},
                "open": {"$ref": f"{URN}common#/$defs/open"},
            }.items()
        ],
    },
}


class Tiny:
    """A game with a schema for its orders and none for its positions."""

    id = "tiny"

    def schema(self, part: str):
        return ORDERS if part == "orders" else None


@pytest.fixture
def tiny():
    """A ruleset called tiny."""
    return Tiny()


def test_orders_have_the_shape_their_ruleset_asks_for(tiny):
    """The turn's own schema and the ruleset's are asked together; faults point at the member."""
    turn = example("turn", "good-small.json")
    seal = {"kind": "seal", "name": "plan", "digest": "0" * 64}
    check_document(turn | {"orders": [{"kind": "go", "to": 3}, seal]}, "turn", ruleset=tiny)
    wrong = [
        {"kind": "go", "to": 12},
        {"kind": "gone"},
        {"kind": "go", "too": 1},
        seal | {"digest": ""},
    ]
    found = faults(turn | {"orders": wrong, "nonce": ""}, "turn", ruleset=tiny)
    assert found["/orders/0/to"] == "is 12, expected at most 9"
    assert "did you mean 'go'?" in found["/orders/1/kind"]
    assert found["/orders/2"] == "the member 'to' is missing"
    assert found["/orders/2/too"] == "unknown member; did you mean 'to'?"
    assert "/orders/3/digest" in found
    assert "/nonce" in found


def test_a_draft_may_seal_by_value(tiny):
    """Before signing, a sealed value is still open and an opening lacks its salt."""
    draft = example("orders_file", "good-empty.json")
    orders = [{"kind": "go", "to": 3}, {"kind": "seal", "name": "plan", "value": [1]}]
    orders.append({"kind": "open", "name": "plan"})
    check_document(draft | {"orders": orders}, "orders_file", ruleset=tiny)
    orders[0] = {"kind": "go", "to": 30}
    assert "/orders/0/to" in faults(draft | {"orders": orders}, "orders_file", ruleset=tiny)
    turn = example("turn", "good-small.json") | {"orders": orders[1:]}
    assert "/orders/0/value" in faults(turn, "turn", ruleset=tiny)


def test_other_entries_do_not_ask_the_ruleset(tiny):
    """A receipt has no orders of its own, so any ruleset is right for it."""
    check_document(example("receipt", "good-full.json"), "receipt", ruleset=tiny)


def test_a_position_without_a_shape_of_its_own_may_be_anything(tiny):
    """The scenario's own schema is asked all the same."""
    scenario = example("scenario", "good-hill.json")
    check_document(scenario | {"position": {"anything": 3}}, "scenario", ruleset=tiny)
    assert "/turns" in faults(scenario | {"turns": 3}, "scenario", ruleset=tiny)


def test_the_cases_of_an_orders_schema_are_sorted_out_only_if_one_can_apply():
    """The shortcut keeps its hands off every schema that is not a plain list of kinds."""
    halved = schema._sorted_out(ORDERS)
    assert "allOf" not in halved["items"]
    assert halved["items"]["else"]["else"]["then"] == {"$ref": f"{URN}common#/$defs/open"}
    changes: list[Json] = [{"allOf": [{"required": ["x"]}]}, {"if": {}}, {"allOf": []}]
    for change in changes:
        other = ORDERS | {"items": ORDERS["items"] | change}
        assert schema._sorted_out(other) is other
    loose = copy.deepcopy(ORDERS)
    loose["items"]["allOf"][0]["if"]["properties"]["to"] = {}
    assert schema._sorted_out(loose) is loose
    several = copy.deepcopy(ORDERS)
    several["items"]["allOf"][0]["if"]["properties"]["kind"] = {"enum": ["go", "run"]}
    assert "allOf" not in schema._sorted_out(several)["items"]
    several["items"]["allOf"][1]["if"]["properties"]["kind"] = {"const": "run"}
    assert schema._sorted_out(several) is several


UNUSUAL = (
    {"properties": {"a": False}},
    {"propertyNames": {"pattern": "^b$"}},
    {"dependentRequired": {"a": ["b"]}},
    {"oneOf": [{"required": ["b"]}, {"required": ["c"]}]},
    {"properties": {"a": {"multipleOf": 2, "exclusiveMinimum": 1}}},
    {"unevaluatedProperties": False},
    {"additionalProperties": False},
    {"properties": {"a": {"anyOf": [{"const": 2}, {"type": "string"}]}}},
    {"patternProperties": {"^b$": {}}, "additionalProperties": False},
)


@pytest.mark.parametrize("rule", UNUSUAL, ids=str)
def test_a_schema_of_any_kind_is_explained(rule, validator):
    """A ruleset may use words that ours do not: there is a place and a sentence all the same."""
    build = BUILDERS[validator]
    one = build({"$id": f"{URN}x", **rule}, schema._shipped)
    for problems in (one.problems({"a": 1}), [one.first_problem({"a": 1})]):
        findings = schema._findings({"a": 1}, problems)
        assert findings
        assert all(finding.text() for finding in findings)


TEXTS = ("", "x", "X y", "a\n", "0" * 64, "f" * 128, "turn", "\u00e9" * 50, "x" * 2001)
LISTS: tuple[Json, ...] = (
    [],
    {},
    [[]],
    [1, 1],
    {"kind": "seal"},
    {"kind": "x", "a": 1},
    {"\u00e9": 1},
)
spoilers = st.sampled_from([None, True, 0, -1, 10000, 2**53, *TEXTS, *LISTS])


@st.composite
def mutations(draw) -> tuple[str, object]:
    """A good example with up to three members changed, added or removed."""
    name, file = draw(st.sampled_from(examples("good")))
    document = example(name, file)
    for _ in range(draw(st.integers(1, 3))):
        place: Any = document
        parents: list[tuple[Any, Any]] = []
        while isinstance(place, dict | list) and place and (not parents or draw(st.booleans())):
            step = draw(
                st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place)))
            )
            parents.append((place, step))
            place = place[step]
        if not parents:
            break
        parent, step = parents[-1]
        action = draw(st.sampled_from(["change", "remove", "add"]))
        if action == "change" or (action == "add" and isinstance(parent, list)):
            parent[step] = copy.deepcopy(draw(spoilers))
        elif action == "remove":
            del parent[step]
        else:
            name_of_new = draw(
                st.sampled_from(["x", "prev", "link", "referee", "new", "kind", "if"])
            )
            parent[name_of_new] = copy.deepcopy(draw(spoilers))
    return name, document


# Made here, where both are at hand.
PARTS = {name: schema.combined(name, None) for name in OWN}
QUICK = {name: schema._Quick(*parts) for name, parts in PARTS.items()}
THOROUGH = {name: schema._Thorough(*parts) for name, parts in PARTS.items()}


@given(mutations())
def test_both_validators_agree(case):
    """Good examples with something spoilt: the same verdict, and the same faults, from both."""
    name, document = case
    quick, thorough = QUICK[name], THOROUGH[name]
    assert quick.is_valid(document) == thorough.is_valid(document)
    found = [
        [
            (finding.pointer, finding.text())
            for finding in schema._findings(document, one.problems(document))
        ]
        for one in (quick, thorough)
    ]
    assert found[0] == found[1]
    assert bool(found[0]) != quick.is_valid(document)


def test_trailing_newlines_behind_a_reference_do_not_match():
    """A seat "a" with a newline is refused by both, though its pattern stands in another schema."""
    document = example("entry", "good-rejection.json")
    for one in (QUICK["entry"], THOROUGH["entry"]):
        assert one.is_valid(document)
        assert not one.is_valid({**document, "by": f"{document['by']}\n"})
