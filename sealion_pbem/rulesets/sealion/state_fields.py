"""The members of a state: each is declared once, in `State`, with what files need to know of it.

From that follow the working copy, the packed state in digests and files, the positions written by
hand and their JSON Schema (`tools/make_position_schema.py`). What is declared here is the metadata of a
field; a field without any is in no file and is shared by working copies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, fields
from typing import Any

from sealion_pbem.engine.words import Json
from sealion_pbem.rulesets.sealion.board import Board

__all__ = [
    "AREA",
    "COPIED",
    "COPIED_DEEP",
    "MARKS",
    "StateField",
    "copiers",
    "members_of",
    "plain",
    "texts",
    "ways",
]

Copier = Callable[[Any], Any]
Metadata = Mapping[str, Any]

_DEFS = "urn:sealion-pbem:schema:1:sealion:position#/$defs/"
_MEMBER, _COPIER = "member", "copier"
_LONGEST = 300
_JSON_TYPES: Mapping[type, str] = {bool: "boolean", int: "integer", str: "string"}


@dataclass(frozen=True, slots=True)
class _Codec:
    """How a member is written and read; `shape` is its type as it stands in a file."""

    shape: Any
    write: Callable[[Board, Any], Json]
    read: Callable[[Board, Any], Any]
    schema: Mapping[str, Json]
    names: str = ""
    by_hand: Any = None
    """None: what the field itself has by default."""


@dataclass(frozen=True, slots=True)
class StateField:
    """A member of a state that goes into files, and how."""

    name: str
    by_hand: Any
    """What a position written by hand means that says nothing of it."""
    _manner: _Codec

    @property
    def shape(self) -> Any:
        """Its type as it stands in a file."""
        return self._manner.shape

    @property
    def schema(self) -> Mapping[str, Json]:
        """Its JSON Schema in a position written by hand."""
        return self._manner.schema

    @property
    def is_plain(self) -> bool:
        """Whether it is written as it stands."""
        return self._manner.write is _itself

    @property
    def is_of_units(self) -> bool:
        """Whether its items are units."""
        return self._manner.names == "units"

    @property
    def is_of_hexes(self) -> bool:
        """Whether its items are land hexes."""
        return self._manner.names == "hexes"

    @property
    def writer(self) -> Callable[[Board, Any], Json]:
        """What returns the member as it stands in a file."""
        return self._manner.write

    def read(self, board: Board, written: Any) -> Any:
        """Return the member as a file has it."""
        return self._manner.read(board, written)


def plain(kind: type, *, by_hand: Any = None, **schema: Json) -> Metadata:
    """Declare a word, number or switch, which is written as it stands."""
    shape = schema if "enum" in schema else {"type": _JSON_TYPES[kind], **schema}
    return {_MEMBER: _Codec(kind, _itself, _itself, shape, by_hand=by_hand)}


def texts(description: str, **items: Json) -> Metadata:
    """Declare a set of words, which is written as a sorted list."""
    shape = {"description": description, **_list_of({"type": "string", **items})}
    return {_MEMBER: _Codec(tuple[str, ...], _sorted, _as_set, shape, by_hand=())}


def ways(description: str) -> Metadata:
    """Declare the ways that units went, by unit."""
    shape = {
        "description": description,
        "type": "object",
        "maxProperties": _LONGEST,
        "patternProperties": {"^[a-z][a-z0-9_-]{0,59}$": _list_of({"$ref": _DEFS + "place"})},
        "additionalProperties": False,
    }
    manner = _Codec(dict[str, tuple[str, ...]], _as_lists, _as_ways, shape, by_hand={})
    return {_MEMBER: manner, **COPIED}


def members_of(state: type[Any]) -> tuple[StateField, ...]:
    """Return the members of a state that are written, in their order."""
    return tuple(_member(item) for item in fields(state) if _MEMBER in item.metadata)


def copiers(state: type[Any]) -> tuple[tuple[int, Copier], ...]:
    """Return the numbers of the members that a working copy does not share, and what copies each."""
    metadata = enumerate(item.metadata for item in fields(state))
    return tuple((number, each[_COPIER]) for number, each in metadata if _COPIER in each)


def _member(item: Field[Any]) -> StateField:
    manner: _Codec = item.metadata[_MEMBER]
    by_hand = item.default if manner.by_hand is None else manner.by_hand
    return StateField(item.name, by_hand, manner)


def _list_of(items: Json) -> dict[str, Json]:
    return {"type": "array", "maxItems": _LONGEST, "items": items}


def _itself(_: Board, value: Any) -> Any:
    return value


def _sorted(_: Board, names: frozenset[str]) -> Json:
    return sorted(names)


def _as_set(_: Board, names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(names)


def _as_numbers(board: Board, area: int) -> Json:
    return list(board.in_area(area))


def _as_area(board: Board, numbers: tuple[str, ...]) -> int:
    return board.area(numbers)


def _as_lists(_: Board, paths: Mapping[str, tuple[str, ...]]) -> Json:
    return {name: list(path) for name, path in paths.items()}


def _as_ways(_: Board, paths: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(path) for name, path in paths.items()}


def _copy_parts(group: Mapping[Any, Any]) -> dict[Any, Any]:
    return {name: part.copy() for name, part in group.items()}


COPIED: Metadata = {_COPIER: dict.copy}
"""A dictionary of values; a working copy has its own."""
COPIED_DEEP: Metadata = {_COPIER: _copy_parts}
"""A dictionary of dictionaries."""
MARKS: Metadata = {
    _MEMBER: _Codec(
        tuple[str, ...], _sorted, _as_set, _list_of({"$ref": _DEFS + "unit"}), "units", ()
    )
}
"""A set of units, which is written as a sorted list."""
AREA: Metadata = {
    _MEMBER: _Codec(
        tuple[str, ...], _as_numbers, _as_area, _list_of({"$ref": _DEFS + "place"}), "hexes", ()
    )
}
"""An area of hexes, which is written as the list of their numbers."""
