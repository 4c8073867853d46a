"""Dataclasses on the wire: strict, and every fault named with its place."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from sealion_pbem.engine.seal import Open
from sealion_pbem.engine.wire import from_wire, one_of, to_wire
from sealion_pbem.engine.words import Decision, Seat
from sealion_pbem.errors import WireError


@dataclass(frozen=True)
class Ship:
    name: str
    guns: int = 0
    afloat: bool = True


@dataclass(frozen=True)
class Sail:
    kind: ClassVar[str] = "sail"
    seat: Seat
    ship: Ship
    path: tuple[str, ...]
    speed: int | None = None
    escort: tuple[Ship, ...] = ()
    cargo: Mapping[str, int] = field(default_factory=dict)
    until: str | int = field(default=0, metadata={"wire": "to"})
    note: Any = None


@dataclass(frozen=True)
class Wait:
    kind: ClassVar[str] = "wait"


@dataclass(frozen=True)
class Berth:
    taken_by: Ship | tuple[str, ...] | None = None


KINDS: dict[str, type[Any]] = {"sail": Sail, "wait": Wait}
SAIL = {
    "kind": "sail",
    "seat": "german",
    "ship": {"name": "KM-1", "guns": 4, "afloat": True},
    "path": ["0101", "0102"],
    "speed": 3,
    "escort": [{"name": "KM-2", "guns": 0, "afloat": False}],
    "cargo": {"tanks": 2},
    "to": "Dover",
    "note": {"any": [1, None]},
}


def test_a_full_object_goes_to_the_wire_and_back():
    """Nested objects, lists, mappings, renamed members: what was read is written again."""
    order = one_of(KINDS, json.loads(json.dumps(SAIL)))

    assert order.ship == Ship("KM-1", 4)
    assert order.path == ("0101", "0102")
    assert order.until == "Dover"
    assert to_wire(order) == SAIL


def test_defaults_may_be_absent():
    """Only members without a default must be there; None is left out when written."""
    short = {"kind": "sail", "seat": "german", "ship": {"name": "KM-1"}, "path": []}
    order = from_wire(Sail, short)

    assert order == Sail(Seat("german"), Ship("KM-1"), ())
    assert "speed" not in to_wire(order)
    assert from_wire(Sail, to_wire(order)) == order


def test_a_required_member_that_is_null_is_written():
    """An opened value may be null: it stands in the file and reads back."""
    order = Open("x", "00", None)

    assert to_wire(order) == {"kind": "open", "name": "x", "salt": "00", "value": None}
    assert from_wire(Open, to_wire(order)) == order


def test_a_kind_without_members_is_an_object_with_its_kind():
    """ "wait" is {"kind": "wait"} and nothing else."""
    assert to_wire(Wait()) == {"kind": "wait"}
    assert one_of(KINDS, {"kind": "wait"}) == Wait()


@pytest.mark.parametrize("taken_by", [None, Ship("KM-1", 4), ("KM-1", "KM-2"), ()])
def test_a_member_may_have_one_of_several_forms(taken_by):
    """An object, a list or nothing: each is read as what it is."""
    berth = Berth(taken_by)

    assert from_wire(Berth, json.loads(json.dumps(to_wire(berth)))) == berth
    with pytest.raises(WireError, match=r"^/taken_by: expected a list, found 5"):
        from_wire(Berth, {"taken_by": 5})


def test_sets_are_written_sorted():
    """The order of a set reaches no file."""
    decision = Decision(Seat("red"), "march", "1", "?", frozenset({"c", "a", "b"}))

    assert to_wire(decision)["accepts"] == ["a", "b", "c"]


def without(*members):
    return {name: value for name, value in SAIL.items() if name not in members}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (without("seat"), "/orders/3/seat: missing"),
        (without("path", "ship"), "/orders/3/ship: missing"),
        (SAIL | {"colour": 1}, "/orders/3/colour: not a member of sail"),
        (SAIL | {"until": 1}, "/orders/3/until: not a member of sail"),
        (SAIL | {"seat": 1}, "/orders/3/seat: expected a text, found 1"),
        (SAIL | {"seat": None}, "/orders/3/seat: expected a text, found nothing"),
        (SAIL | {"speed": "3"}, "/orders/3/speed: expected a whole number, found '3'"),
        (SAIL | {"speed": True}, "/orders/3/speed: expected a whole number, found True"),
        (SAIL | {"speed": 3.0}, "/orders/3/speed: expected a whole number, found 3.0"),
        (SAIL | {"to": False}, "/orders/3/to: expected a text or a whole number, found False"),
        (SAIL | {"path": "0101"}, "/orders/3/path: expected a list, found '0101'"),
        (SAIL | {"path": {"0": "a"}}, "/orders/3/path: expected a list, found {'0': 'a'}"),
        (SAIL | {"path": ["0101", 2]}, "/orders/3/path/1: expected a text, found 2"),
        (SAIL | {"path": [["0101"]]}, "/orders/3/path/0: expected a text, found ['0101']"),
        (SAIL | {"ship": "KM-1"}, "/orders/3/ship: expected an object, found 'KM-1'"),
        (SAIL | {"ship": {}}, "/orders/3/ship/name: missing"),
        (SAIL | {"ship": {"name": "x", "kind": "y"}}, "/orders/3/ship/kind: not a member of Ship"),
        (
            SAIL | {"ship": {"name": "x", "afloat": 1}},
            "/orders/3/ship/afloat: expected true or false, found 1",
        ),
        (SAIL | {"escort": [{"name": "x"}, 5]}, "/orders/3/escort/1: expected an object, found 5"),
        (SAIL | {"escort": [{"guns": 5}]}, "/orders/3/escort/0/name: missing"),
        (SAIL | {"cargo": []}, "/orders/3/cargo: expected an object, found []"),
        (SAIL | {"cargo": {"oil": "x"}}, "/orders/3/cargo/oil: expected a whole number, found 'x'"),
        (SAIL | {"kind": "fly"}, "/orders/3/kind: 'fly' is not known here"),
        (SAIL | {"kind": ["sail"]}, "/orders/3/kind: ['sail'] is not known here"),
        (without("kind"), "/orders/3/kind: missing"),
        ([], "/orders/3: expected an object with a kind, found []"),
        (None, "/orders/3: expected an object with a kind, found nothing"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(document, message):
    """Missing, unknown and mistyped members each give pointer, expectation and finding; true is no 1."""
    with pytest.raises(WireError) as caught:
        one_of(KINDS, document, "/orders/3")

    assert caught.value.message == message


def test_hints_list_what_would_be_right():
    """An unknown kind lists the kinds, an unknown member the members."""
    with pytest.raises(WireError) as kind:
        one_of(KINDS, {"kind": "fly"})
    with pytest.raises(WireError) as member:
        from_wire(Ship, {"name": "x", "gun": 1})

    assert kind.value.hint == "known kinds: sail, wait"
    assert member.value.hint == "members: afloat, guns, name"


def test_a_class_is_read_under_its_own_kind_only():
    """A document of another kind is refused, a document that is no object too."""
    with pytest.raises(WireError, match=r"^/kind: expected 'wait', found 'sail'"):
        from_wire(Wait, SAIL)
    with pytest.raises(WireError, match=r"^/: expected an object, found 5"):
        from_wire(Wait, 5)
    with pytest.raises(WireError, match=r"^/: expected an object with a kind, found 5"):
        one_of(KINDS, 5)


def test_long_findings_are_cut():
    """A message quotes what it found, but no more than a line of it."""
    with pytest.raises(WireError) as caught:
        from_wire(Ship, {"name": ["x" * 5000]})

    assert len(caught.value.message) < 100


def test_a_type_without_a_form_on_the_wire_is_our_mistake():
    """A ruleset that uses a float learns it when the class is first read."""

    @dataclass
    class Wrong:
        speed: float

    with pytest.raises(TypeError, match="has no form on the wire"):
        from_wire(Wrong, {"speed": 1})
