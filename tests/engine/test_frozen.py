"""Frozen records behave like frozen dataclasses."""

import copy
import pickle
from dataclasses import asdict, field, is_dataclass, replace
from typing import ClassVar

import pytest

from sealion_pbem.engine.frozen import frozen


@frozen
class Point:
    """A record with a constant, a default and a part that does not count."""

    kind: ClassVar[str] = "point"
    x: int
    y: int = 0
    note: str = field(default="", compare=False, repr=False)


@frozen
class Nothing:
    """A record without parts."""


@frozen
class Pair:
    """A record that says itself how it is shown."""

    left: Point
    right: Point

    def __repr__(self) -> str:
        return "a pair"


def test_equal_parts_make_equal_records():
    """Records of one class with equal parts are equal and hash alike; a part may be left out."""
    assert Point(1) == Point(1, 0, "seen")
    assert hash(Point(1)) == hash(Point(1, 0, "seen"))
    assert Point(1) != Point(2)
    assert Nothing() == Nothing()
    assert len({Point(1), Point(1), Point(2), Nothing(), Nothing()}) == 3


def test_records_of_two_classes_differ():
    """Equal parts do not make a tuple or another class equal."""
    pairs: list[tuple[object, object]] = [
        (Point(1), (1, 0)),
        (Nothing(), ()),
        (Point(1), Nothing()),
    ]
    for record, other in pairs:
        assert record != other


def test_a_record_is_a_dataclass():
    """What works on dataclasses works here; there is no room for further attributes."""
    assert replace(Point(1), y=2) == Point(1, 2)
    assert asdict(Point(1)) == {"x": 1, "y": 0, "note": ""}
    assert Point.__match_args__ == ("x", "y", "note")
    with pytest.raises(AttributeError):
        Point(1).z = 1  # type: ignore[attr-defined]  # what must fail
    assert is_dataclass(Point)


def test_a_record_is_shown_by_its_parts():
    """Class and parts, unless the class says it otherwise."""
    assert repr(Point(1, note="hidden")) == "Point(x=1, y=0)"
    assert repr(Nothing()) == "Nothing()"
    assert repr(Pair(Point(1), Point(2))) == "a pair"


def test_a_record_can_be_sent_to_another_process():
    """Copies, shallow, deep and pickled, are equal."""
    pair = Pair(Point(1), Point(2, 3))
    for twin in (copy.copy(pair), copy.deepcopy(pair), pickle.loads(pickle.dumps(pair))):
        assert twin == pair
