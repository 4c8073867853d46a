"""Typed bodies: what was read is written again, byte for byte, whatever was left out."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.pbem.body import BODIES, CharterBody, ReceiptBody, TurnBody
from sealion_pbem.pbem.claim import Claim
from sealion_pbem.pbem.entry import entry_from
from sealion_pbem.pbem.loader import normal_form
from sealion_pbem.resources import resource
from tests.survey import ROOT

EXAMPLES = ROOT / "tests" / "schemas"
ENVELOPE = {"format", "kind", "campaign", "seq", "prev", "after", "by", "signatures"}
# Said to be nothing is not the same as not said.
NOTHING: dict[str, dict[str, Any]] = {
    "turn": {"message": "", "standing_orders": [], "drop_queued": True},
    "charter": {"delay_hours": 0},
    "ruling": {"about": 1},
    "resignation": {"text": ""},
    "key_change": {"reason": ""},
}


def examples(kind: str) -> list[dict[str, Any]]:
    """Good documents of a kind."""
    paths = sorted((EXAMPLES / kind).glob("good-*.json"))
    return [json.loads(path.read_bytes()) for path in paths]


def schema(kind: str) -> dict[str, Any]:
    path = resource("schemas", f"{kind}.schema.json")
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


def variants(kind: str) -> Iterator[dict[str, Any]]:
    """The good documents, each without every member it can do without and with more that say nothing."""
    required = set(schema(kind)["required"])
    for document in examples(kind):
        yield document
        for name in document.keys() - required:
            yield {member: value for member, value in document.items() if member != name}
        for name, value in NOTHING.get(kind, {}).items():
            if name != "delay_hours" or document["mode"] == "referee":
                yield {**document, name: value}


@pytest.mark.parametrize("kind", sorted(BODIES))
def test_what_was_read_is_written_as_it_was(kind: str):
    """With and without each member that may be left out, and with those that say nothing."""
    for document in variants(kind):
        entry = entry_from(document)
        assert type(entry.body) is BODIES[kind]
        assert entry.data == normal_form(document)
        assert type(entry.body).read(entry.body.members) == entry.body


@pytest.mark.parametrize("kind", sorted(BODIES))
def test_every_member_of_a_schema_is_tried(kind: str):
    """The test above leaves out no member that a kind of entry can have."""
    tried = {name for document in variants(kind) for name in document}
    assert schema(kind)["properties"].keys() - tried - ENVELOPE == set()


def test_every_kind_of_entry_has_a_body():
    """As many as the schema of all entries knows."""
    kinds = schema("entry")["patternProperties"]["^kind$"]["enum"]
    assert sorted(BODIES) == sorted(kinds)


def test_a_seat_of_a_charter_is_written_as_it_was():
    """Standing orders that are none are not the same as none that were given."""
    (document, *_) = examples("charter")
    for orders in ([], [{"when": "reaction", "do": "default"}]):
        seats = {
            seat: {**facts, "standing_orders": orders} for seat, facts in document["seats"].items()
        }
        charter = entry_from({**document, "seats": seats})
        assert charter.data == normal_form({**document, "seats": seats})
        assert isinstance(charter.body, CharterBody)
        assert all(seated.standing_orders == orders for seated in charter.body.seats.values())


def test_the_claim_of_a_receipt_makes_the_same_receipt():
    """What a witness claims and what is read from his receipt are one."""
    for document in examples("receipt"):
        body = entry_from(document).body
        assert isinstance(body, ReceiptBody)
        again = ReceiptBody.claiming(body.claim, body.turn, body.link, body.anchor, body.time)
        assert again == body


def test_a_turn_without_a_nonce_is_no_entry_yet():
    """What a player wants is a body before it is signed."""
    wanted = TurnBody("march", [{"kind": "done"}])
    assert wanted.members == {"decision": "march", "nonce": "", "orders": [{"kind": "done"}]}


def test_a_claim_is_written_as_it_was():
    """With a dice chain and without."""
    for document in examples("claim"):
        assert Claim.read(document).document == document


def test_the_entries_of_the_example_are_written_as_they_were():
    """Every entry of the campaign in examples/, byte for byte."""
    paths: list[Path] = sorted((ROOT / "examples").rglob("entries/*.json"))
    for path in paths:
        data = path.read_bytes()
        assert entry_from(json.loads(data)).data == data
