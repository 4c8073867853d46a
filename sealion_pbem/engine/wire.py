"""Dataclasses to JSON and back, by `kind`; strict: an unknown or missing member is invalid.

A field's name on the wire is its own name or `metadata={"wire": …}`. A field with a default may be
absent, and is left out when it is None. A `Worded` record is a list of words instead of an object.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from types import NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Literal,
    NewType,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from sealion_pbem.engine.words import Json
from sealion_pbem.errors import WireError

__all__ = ["Worded", "from_wire", "members_from_wire", "names_on_wire", "one_of", "to_wire"]

T = TypeVar("T")
Reader = Callable[[Json, str], Any]

# What a class looks like on the wire is worked out once.
_MEMBERS: dict[type[Any], tuple[tuple[str, str, bool], ...]] = {}
_READERS: dict[type[Any], Reader] = {}
_PARTS: dict[type[Any], Mapping[str, tuple[str, Reader]]] = {}


class Worded:
    """A record that is written as a list of words, of which the first says what it is.

    Where the class has no `word` of its own, all of them are members. One with members says how they
    become words and come back; `of` raises ValueError with what is right.
    """

    __slots__ = ()
    word: ClassVar[str] = ""

    def words(self) -> list[str]:
        """Return the record as it is written."""
        return [self.word]

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        """Return the record of the words behind the first."""
        if words:
            message = f"nothing stands behind {cls.word}"
            raise ValueError(message)
        return cls()


def to_wire(value: object) -> Json:
    """Return a dataclass, or anything made of them, as JSON."""
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, (tuple, list)):
        return [to_wire(item) for item in value]
    if isinstance(value, dict) or (type(value) not in _MEMBERS and isinstance(value, Mapping)):
        return {str(key): to_wire(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(to_wire(item) for item in value)
    return _write(value)


def _write(value: Any) -> Json:
    if isinstance(value, Worded):
        return value.words()
    document: dict[str, Json] = {}
    kind = getattr(type(value), "kind", None)
    if kind is not None:
        document["kind"] = kind
    for name, member, optional in _members(type(value)):
        item = getattr(value, name)
        if item is not None or not optional:
            # Most members are plain words and numbers, which are themselves on the wire.
            document[member] = item if type(item) in _WORDS else to_wire(item)
    return document


def from_wire(cls: type[T], document: Json, at: str = "") -> T:
    """Return the `cls` that a JSON object describes; WireError says which member is wrong."""
    reader: Callable[[Json, str], T] = _reader_of(cls)
    return reader(document, at)


def one_of(kinds: Mapping[str, type[T]], document: Json, at: str = "") -> T:
    """Return the object whose class is registered under the document's `kind`."""
    if not isinstance(document, dict):
        raise WireError(f"{at or '/'}: expected an object with a kind, found {_say(document)}")
    kind = document.get("kind")
    cls = kinds.get(kind) if isinstance(kind, str) else None
    if cls is None:
        fault = f"{_say(kind)} is not known here" if "kind" in document else "missing"
        raise WireError(
            f"{at}/kind: {fault}",
            hint=f"known kinds: {', '.join(sorted(kinds))}",
        )
    reader: Callable[[Json, str], T] = _READERS.get(cls) or _reader_of(cls)
    return reader(document, at)


def members_from_wire(cls: type[Any], document: Mapping[str, Json], at: str = "") -> dict[str, Any]:
    """Return those members of a `cls` that a JSON object has, by their names in the class."""
    known = _partly(cls)
    if not document.keys() <= known.keys():
        strange = min(document.keys() - known.keys())
        raise WireError(
            f"{at}/{strange}: not a member of {getattr(cls, 'kind', cls.__name__)}",
            hint=f"members: {', '.join(sorted(known))}",
        )
    found = {}
    for member, item in document.items():
        name, reader = known[member]
        found[name] = reader(item, f"{at}/{member}")
    return found


def names_on_wire(cls: type[Any]) -> Mapping[str, str]:
    """Return the name that each member of a `cls` has on the wire."""
    return {name: member for name, member, _ in _members(cls)}


def _partly(cls: type[Any]) -> Mapping[str, tuple[str, Reader]]:
    """Return the members on the wire, each with its name in the class and what reads it."""
    if cls not in _PARTS:
        hints = _hints(cls)
        _PARTS[cls] = {member: (name, _reader(hints[name])) for name, member, _ in _members(cls)}
    return _PARTS[cls]


def _members(cls: type[Any]) -> tuple[tuple[str, str, bool], ...]:
    if cls not in _MEMBERS:
        _MEMBERS[cls] = tuple(
            (f.name, f.metadata.get("wire", f.name), _has_default(f)) for f in fields(cls)
        )
    return _MEMBERS[cls]


def _reader_of(cls: type[Any]) -> Reader:
    if cls not in _READERS:
        _READERS[cls] = _make_reader(cls)
    return _READERS[cls]


def _make_reader(cls: type[Any]) -> Reader:
    if issubclass(cls, Worded):
        return _worded({cls.word: cls})
    hints = _hints(cls)
    kind = getattr(cls, "kind", None)
    plan = [
        (
            str(f.metadata.get("wire", f.name)),
            _reader(hints[f.name]),
            hints[f.name] if hints[f.name] in _WORDS else None,
            _WORD_LISTS.get(hints[f.name], frozenset()),
            f,
        )
        for f in fields(cls)
    ]
    known = {member for member, *_ in plan} | ({"kind"} if kind is not None else set())

    def read(document: Json, at: str) -> Any:
        if not isinstance(document, dict):
            raise WireError(f"{at or '/'}: expected an object, found {_say(document)}")
        if kind is not None and document.get("kind") != kind:
            raise WireError(f"{at}/kind: expected {kind!r}, found {_say(document.get('kind'))}")
        values = []
        absent = 0
        for member, reader, plain, items, f in plan:
            item = document.get(member, MISSING)
            # Most members are plain words: where they stand is said only of others.
            if type(item) is plain:
                values.append(item)
            elif items and type(item) is list and items.issuperset(map(type, item)):
                values.append(tuple(item))
            elif item is MISSING:
                absent += 1
                values.append(_default(f, f"{at}/{member}"))
            else:
                values.append(reader(item, f"{at}/{member}"))
        if len(document) + absent > len(known):
            strange = sorted(document.keys() - known)
            raise WireError(
                f"{at}/{strange[0]}: not a member of {kind or cls.__name__}",
                hint=f"members: {', '.join(sorted(known))}",
            )
        return cls(*values)

    return read


def _hints(cls: type[Any]) -> Mapping[str, Any]:
    """Return the types of the fields of a class.

    Most are written in one of a few ways; to work out any other the text must be compiled.
    """
    found = {f.name: _WRITTEN.get(f.type) if isinstance(f.type, str) else None for f in fields(cls)}
    return get_type_hints(cls) if None in found.values() else found


def _default(field: Field[Any], at: str) -> Any:
    """Return what a field holds if the document says nothing of it."""
    if field.default is not MISSING:
        return field.default
    if field.default_factory is not MISSING:
        return field.default_factory()
    raise WireError(f"{at}: missing")


def _has_default(field: Field[Any]) -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING


def _reader(hint: Any) -> Reader:
    if isinstance(hint, NewType):
        hint = hint.__supertype__
    if hint is Any or hint is object:
        return _anything
    if hint in (str, int, bool):
        return _scalar(hint)
    if is_dataclass(hint) and isinstance(hint, type):
        return _reader_of(hint)
    return _reader_of_parts(hint, get_origin(hint), get_args(hint))


def _reader_of_parts(hint: Any, origin: Any, args: tuple[Any, ...]) -> Reader:
    """Return what reads a value of a type that is made of others."""
    if origin is Literal:
        return _choice(args)
    if origin is tuple and args[-1] is Ellipsis:
        return _sequence(_reader(args[0]), args[0] if args[0] in _WORDS else None)
    if origin in (Union, UnionType):
        return _union_of([arg for arg in args if arg is not NoneType], NoneType in args)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(_reader(args[1]))
    message = f"{hint!r} has no form on the wire"
    raise TypeError(message)


def _union_of(members: list[Any], optional: bool) -> Reader:  # noqa: FBT001 - a fact of the type
    if all(arg in _WORDS for arg in members):
        return _union([_scalar(*members)], optional)
    worded = [arg for arg in members if isinstance(arg, type) and issubclass(arg, Worded)]
    readers = [_reader(arg) for arg in members if arg not in worded]
    more = [_worded({arg.word: arg for arg in worded})] if worded else []
    return _union([*readers, *more], optional)


def _anything(document: Json, at: str) -> Any:  # noqa: ARG001 - as it stands
    return document


def _scalar(*classes: type) -> Reader:
    expected = " or ".join(_WORDS[cls] for cls in classes)

    def read(document: Json, at: str) -> Any:
        # bool is an int to Python, never to a player
        if type(document) not in classes:
            raise WireError(f"{at}: expected {expected}, found {_say(document)}")
        return document

    return read


def _choice(known: tuple[Any, ...]) -> Reader:
    def read(document: Json, at: str) -> Any:
        if document not in known:
            words = ", ".join(word or "''" for word in known)
            raise WireError(f"{at}: expected one of {words}, found {_say(document)}")
        return document

    return read


def _sequence(item: Reader, plain: type | None) -> Reader:
    def read(document: Json, at: str) -> tuple[Any, ...]:
        if not isinstance(document, list):
            raise WireError(f"{at}: expected a list, found {_say(document)}")
        if plain is not None and {plain}.issuperset(map(type, document)):
            return tuple(document)
        return tuple(item(value, f"{at}/{number}") for number, value in enumerate(document))

    return read


def _mapping(item: Reader) -> Reader:
    def read(document: Json, at: str) -> dict[str, Any]:
        if not isinstance(document, dict):
            raise WireError(f"{at}: expected an object, found {_say(document)}")
        return {key: item(value, f"{at}/{key}") for key, value in document.items()}

    return read


def _worded(kinds: Mapping[str, type[Worded]]) -> Reader:
    def read(document: Json, at: str) -> Worded:
        if not isinstance(document, list) or not {str}.issuperset(map(type, document)):
            raise WireError(f"{at}: expected a list of texts, found {_say(document)}")
        first, *rest = document or [""]
        try:
            if first in kinds:
                return kinds[first].of(tuple(rest))
            if "" in kinds:
                return kinds[""].of(tuple(document))
        except ValueError as fault:
            raise WireError(f"{at}: {fault}") from None
        raise WireError(f"{at}: is none of {', '.join(kinds)}")

    return read


def _union(readers: list[Reader], optional: bool) -> Reader:  # noqa: FBT001 - a fact of the type
    def read(document: Json, at: str) -> Any:
        if document is None and optional:
            return None
        for reader in readers[:-1]:
            try:
                return reader(document, at)
            except WireError:
                continue
        return readers[-1](document, at)

    return read


_WORDS: dict[type, str] = {str: "a text", int: "a whole number", bool: "true or false"}
_WRITTEN: dict[str, Any] = {
    "str": str,
    "int": int,
    "bool": bool,
    "tuple[str, ...]": tuple[str, ...],
    "tuple[int, ...]": tuple[int, ...],
    "tuple[tuple[str, ...], ...]": tuple[tuple[str, ...], ...],
}
_WORD_LISTS: dict[Any, frozenset[type]] = {
    tuple[str, ...]: frozenset({str}),
    tuple[int, ...]: frozenset({int}),
}


def _say(value: Json) -> str:
    if value is None:
        return "nothing"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"  # noqa: PLR2004 - one line of a terminal
