"""Orders in words: each kind has phrases, and each member a manner of being written.

A ruleset that speaks gives phrases of its own; where it has none, one is made from the kind and the
members of the order: "choose loss UNIT". The first phrase of a kind is how it is written, all of them
are understood.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from enum import StrEnum
from functools import lru_cache, partial
from typing import Any, Protocol, get_args, get_origin, get_type_hints, runtime_checkable

from sealion_pbem.engine.form import Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.sheet.lexicon import Lexicon, Unclear
from sealion_pbem.engine.sheet.phrase import Phrase, Said, Slot, Word, phrase_of, split_words
from sealion_pbem.engine.ways import DIRECTLY, VIA, said_way
from sealion_pbem.engine.words import Json

__all__ = ["NOBODY", "Manner", "Misread", "Speaks", "Speech", "speech_of"]

NOBODY = "nobody"
_EMPTY = frozenset({NOBODY, "nothing", "none"})


@runtime_checkable
class Speaks(Protocol):
    """A game with phrases of its own for its orders, names for its places, and words for its units."""

    phrases: Mapping[str, tuple[str, ...]]

    def place_names(self, state: Any) -> Mapping[str, str]:
        """Return every place that an order can name: its id, and what it is called."""

    def describe_unit(self, state: Any, unit: str) -> str:
        """Return what a unit is and can do, where it is, and what is aboard it, in a few words."""


class Manner(StrEnum):
    """How a member is written."""

    NAME = "name"
    NAMES = "names"
    WAY = "way"
    GROUPS = "groups"
    TABLE = "table"
    FLAG = "flag"
    TEXT = "text"
    """A word of no game: the name of a seal, a digest."""
    VALUE = "value"
    """Anything that JSON can say; a text that JSON would read otherwise is quoted."""


@frozen
class Misread:
    """What is wrong with a line, and where."""

    text: str
    line: int
    column: int

    def __str__(self) -> str:
        """Return place and fault."""
        return f"line {self.line}, column {self.column}: {self.text}"


_SEALING = {
    "seal": ("seal {name} = {value}", "seal {name} digest {digest}"),
    "open": ("open {name}", "open {name} = {value} with salt {salt}"),
    "forfeit": ("forfeit {name}",),
}
"""Seals are the same in every game; in an orders file their values stand in plain words."""


class Speech:
    """How the orders of one ruleset are said."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        kinds = [kind for kind in ruleset.orders if kind not in _SEALING]
        self._manners = {kind: _manners(ruleset, kind) for kind in kinds}
        self._blank = {kind: _blank(ruleset.orders[kind]) for kind in kinds}
        given = ruleset.phrases if isinstance(ruleset, Speaks) else {}
        self.phrases: dict[str, tuple[Phrase, ...]] = {
            kind: tuple(phrase_of(text) for text in (*given.get(kind, ()), self._plain(kind)))
            for kind in kinds
        }
        for kind, texts in _SEALING.items():
            self.phrases[kind] = tuple(map(phrase_of, texts))
            members = {name for phrase in self.phrases[kind] for name in phrase.members}
            self._manners[kind] = {
                name: Manner.VALUE if name == "value" else Manner.TEXT for name in sorted(members)
            }
            self._blank[kind] = {}

    def said(self, order: Mapping[str, Json], names: Lexicon) -> str:
        """Return an order on the wire as a line; ways are written with all their parts."""
        kind = order["kind"]
        blank, manners = self._blank[kind], self._manners[kind]
        told = {
            name: order[name]
            for name, manner in manners.items()
            if name in order
            and (order[name] is not False or manner is not Manner.FLAG)
            and (name not in blank or order[name] != blank[name])
        }
        for phrase in self.phrases[kind]:
            if told.keys() <= phrase.members:
                slots = _slots(phrase)
                return phrase.said(
                    {
                        name: self._written(kind, slots.get(name), name, value, names)
                        for name, value in told.items()
                    }
                )
        raise AssertionError(f"no phrase says all of {order}")

    def heard(
        self, words: tuple[Word, ...], names: Lexicon, offered: Offers
    ) -> dict[str, Json] | list[Misread]:
        """Return the order that a line says, or what is wrong with it.

        `offered(kind, member)` gives the ids that would make sense there, for names that are unclear.
        """
        nearest: list[Misread] = []
        for kind, phrase, said in self._matches(words):
            found = self._read(kind, phrase, said, names, offered)
            if isinstance(found, dict):
                return found
            if not nearest or len(found) < len(nearest):
                nearest = found
        return nearest or [Misread(self._unheard(words), words[0].line, words[0].column)]

    def _matches(self, words: tuple[Word, ...]) -> Iterator[tuple[str, Phrase, Said]]:
        for kind, phrases in self.phrases.items():
            for phrase in phrases:
                for said in phrase.matches(words):
                    yield kind, phrase, said

    def _unheard(self, words: tuple[Word, ...]) -> str:
        said = " ".join(word.text for word in words)
        return f"this is no order: {said}"

    def _written(
        self, kind: str, slot: Slot | None, member: str, value: Json, names: Lexicon
    ) -> str:
        manner = self._manners[kind][member]
        if manner is Manner.GROUPS:
            groups = slot.groups if slot else "*"
            return "; ".join(_written_group(groups, each, names) for each in value) or NOBODY
        return _WRITTEN[manner](value, names)

    def _read(
        self, kind: str, phrase: Phrase, said: Said, names: Lexicon, offered: Offers
    ) -> dict[str, Json] | list[Misread]:
        order: dict[str, Json] = {"kind": kind}
        faults: list[Misread] = []
        slots = _slots(phrase)
        for member, words in said.items():
            manner = self._manners[kind].get(member)
            reader = _Reader(names, partial(offered, kind, member))
            order[member] = reader.read(manner, slots.get(member), words)
            faults += reader.faults
        for member, manner in self._manners[kind].items():
            if manner is Manner.FLAG and member not in self._blank[kind]:
                order.setdefault(member, False)
        return faults or order

    def _plain(self, kind: str) -> str:
        """Return a phrase made of the names of a kind and its members."""
        said = kind.replace("_", " ")
        manners, blank = self._manners[kind], self._blank[kind]
        for number, (member, manner) in enumerate(manners.items()):
            name = member.replace("_", " ")
            slot = f"{{{member}{_PLAIN_GROUPS.get(manner, '')}}}"
            if manner is Manner.FLAG:
                said += f"[{member}? , {name}]"
            elif member in blank:
                said += f"[, {name} {slot}]"
            else:
                said += f" {slot}" if number == 0 else f" , {name} {slot}"
        return said


_PLAIN_GROUPS = {Manner.GROUPS: "=*", Manner.TABLE: "=1 : *"}


class Offers(Protocol):
    """What would make sense as a member of an order."""

    def __call__(self, kind: str, member: str) -> Iterable[str]:
        """Return ids."""


class _Reader:
    """One slot of one line: words in, a member out, and what was wrong."""

    def __init__(self, names: Lexicon, offered: Any) -> None:
        self._names, self._offered = names, offered
        self.faults: list[Misread] = []

    def read(self, manner: Manner | None, slot: Slot | None, words: tuple[Word, ...]) -> Json:
        """Return the member that the words of a slot say."""
        if manner is Manner.GROUPS:
            groups = slot.groups if slot else "*"
            is_empty = len(words) == 1 and words[0].key in _EMPTY
            return [] if is_empty else [self._group(groups, p) for p in _parted(words, ";")]
        readers: Mapping[Any, Callable[[tuple[Word, ...]], Json]] = {
            Manner.FLAG: lambda _: True,
            Manner.NAME: self._name,
            Manner.NAMES: self._listed,
            Manner.WAY: self._way,
            Manner.TABLE: self._table,
            Manner.TEXT: self._text,
        }
        return readers.get(manner, _value)(words)

    def _name(self, words: tuple[Word, ...]) -> str:
        said = " ".join(word.text for word in words)
        found = self._names.meant_by(said, self._offered())
        if isinstance(found, Unclear):
            self.faults.append(Misread(found.text, words[0].line, words[0].column))
            return said
        return found

    def _text(self, words: tuple[Word, ...]) -> str:
        for word in words[1:]:
            self.faults.append(Misread("one word is wanted here", word.line, word.column))
        return words[0].text

    def _listed(self, words: tuple[Word, ...]) -> list[Json]:
        if len(words) == 1 and words[0].key in _EMPTY:
            return []
        return [self._name(part) for part in _parted(words, ",")]

    def _way(self, words: tuple[Word, ...]) -> str:
        """Return a way as an orders file says it: its end, and the places that it is to pass."""
        at = next((n for n, word in enumerate(words) if word.key in (VIA, DIRECTLY)), len(words))
        there = self._name(words[:at]) if at else ""
        passed = words[at + 1 :]
        is_listed = any(word.text == "," for word in passed)
        via = [self._name(p) for p in (_parted(passed, ",") if is_listed else zip(passed))]
        if not via:
            return " ".join([there, *(word.key for word in words[at : at + 1])])
        return said_way([*via, there])

    def _table(self, words: tuple[Word, ...]) -> dict[str, Json]:
        table: dict[str, Json] = {}
        for part in _parted(words, ";"):
            at = next((n for n, word in enumerate(part) if word.text == ":"), 0)
            if not 0 < at < len(part) - 1:
                text = "a place, a colon and the units that go there are wanted here"
                self.faults.append(Misread(text, part[0].line, part[0].column))
                continue
            place = self._name(part[:at])
            table |= {self._name(each): place for each in _parted(part[at + 1 :], ",")}
        return table

    def _group(self, groups: str, words: tuple[Word, ...]) -> list[Json]:
        parts = groups.split()
        flat = " ".join(f"{{{n}}}" if part in "1*+" else part for n, part in enumerate(parts))
        said = next(phrase_of(flat).matches(words), None)
        if said is None:
            wanted = groups.replace("1", "NAME").replace("*", "NAMES").replace("+", "PLACES")
            text = f"this is to be written as: {wanted}"
            self.faults.append(Misread(text, words[0].line, words[0].column))
            return []
        found: list[Json] = []
        for number, part in enumerate(parts):
            given = said.get(str(number), ())
            if part == "1":
                found.append(self._name(given))
            elif part == "*":
                found += self._listed(given)
            elif part == "+":
                found += [self._name((word,)) for word in given]
        return found


def _parted(words: tuple[Word, ...], mark: str) -> Iterator[tuple[Word, ...]]:
    """Return what stands between marks."""
    part: list[Word] = []
    for word in words:
        if word.text != mark:
            part.append(word)
        elif part:
            yield tuple(part)
            part = []
    if part:
        yield tuple(part)


def _value(words: tuple[Word, ...]) -> Json:
    """Return the value that words say: JSON, or else a text."""
    said, end = "", 0
    for word in words:
        # Marks were split from their words; columns tell where a space was.
        said += f" {word.text}" if said and word.column > end else word.text
        end = word.column + len(word.text)
    try:
        return json.loads(said)
    except ValueError:
        return said


def _written_value(value: Json) -> str:
    said = value if isinstance(value, str) else json.dumps(value)
    is_plain = isinstance(value, str) and " ".join(value.split()) == value
    return said if is_plain and _value(split_words(said)) == value else json.dumps(value)


def _written_way(value: Json, names: Lexicon) -> str:
    if isinstance(value, str):
        return value
    return said_way([names.name_of(place) for place in value])


def _written_table(table: Mapping[str, Json], names: Lexicon) -> str:
    by_place: dict[str, list[str]] = {}
    for key, place in table.items():
        by_place.setdefault(place, []).append(names.name_of(key))
    return "; ".join(f"{names.name_of(p)}: {', '.join(units)}" for p, units in by_place.items())


_WRITTEN: Mapping[Manner, Callable[[Json, Lexicon], str]] = {
    Manner.NAME: lambda value, names: names.name_of(value),
    Manner.NAMES: lambda value, names: ", ".join(map(names.name_of, value)) or NOBODY,
    Manner.WAY: _written_way,
    Manner.TABLE: _written_table,
    Manner.TEXT: lambda value, _: value,
    Manner.VALUE: lambda value, _: _written_value(value),
    Manner.FLAG: lambda _, __: "",
}


def _written_group(groups: str, group: Json, names: Lexicon) -> str:
    parts, rest = groups.split(), [names.name_of(name) for name in group]
    after = sum(part == "1" for part in parts[parts.index("*") + 1 :]) if "*" in parts else 0
    found = []
    for part in parts:
        if part == "1":
            found.append(rest.pop(0))
        elif part == "*":
            many, rest = rest[: len(rest) - after], rest[len(rest) - after :]
            found.append(", ".join(many) or NOBODY)
        elif part == "+":
            found.append(" ".join(rest))
        else:
            found.append(part)
    return " ".join(found)


def _slots(phrase: Phrase) -> dict[str, Slot]:
    found = {}
    for part in phrase.parts:
        for each in part.parts if not isinstance(part, str | Slot) else (part,):
            if isinstance(each, Slot):
                found[each.member] = each
    return found


def _blank(order: type[Any]) -> dict[str, Json]:
    """Return what members hold that need not be said."""
    return {
        field.name: list(field.default) if isinstance(field.default, tuple) else field.default
        for field in fields(order)
        if field.default is not MISSING
    }


def _manners(ruleset: Ruleset[Any], kind: str) -> dict[str, Manner]:
    form = ruleset.forms.get(kind)
    order: type[Any] = ruleset.orders[kind]
    hints = get_type_hints(order)
    found = {}
    for field in fields(order):
        shape = form.by_name[field.name].shape if form and field.name in form.by_name else None
        found[field.name] = _manner(hints[field.name], shape)
    return found


def _manner(hint: Any, shape: Shape | None) -> Manner:
    inner = [arg for arg in get_args(hint) if arg is not Ellipsis]
    if hint is bool:
        return Manner.FLAG
    if get_origin(hint) is dict:
        return Manner.TABLE
    if get_origin(hint) is tuple:
        if inner and get_origin(inner[0]) is tuple:
            return Manner.GROUPS
        return Manner.WAY if shape is Shape.ONWARD else Manner.NAMES
    return Manner.NAME if hint is str or str in inner else Manner.VALUE


@lru_cache
def speech_of(ruleset: Ruleset[Any]) -> Speech:
    """Return how the orders of a ruleset are said."""
    return Speech(ruleset)
