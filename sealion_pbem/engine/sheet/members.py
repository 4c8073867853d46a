"""Members of orders in words: how a name, a list, a way or a table is written, and how it is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, get_args, get_origin, get_type_hints

from sealion_pbem.engine.form import Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.sheet.lexicon import Lexicon, Unclear
from sealion_pbem.engine.sheet.phrase import Slot, Word, phrase_of, split_words
from sealion_pbem.engine.ways import DIRECTLY, VIA, said_way
from sealion_pbem.engine.words import Json

__all__ = ["NOBODY", "Manner", "MemberReader", "Misread", "manners_of", "written"]

NOBODY = "nobody"
_MOST_FAULTS = 5
_OF = "of"
_NUMBER_OF = 2
_MARKS = frozenset(",;:>=")
_EMPTY = frozenset({NOBODY, "nothing", "none"})


class Manner(StrEnum):
    """How a member is written."""

    NAME = "name"
    NAMES = "names"
    WAY = "way"
    GROUPS = "groups"
    TABLE = "table"
    COUNTS = "counts"
    """How many of what: "3 of this, 1 of that"."""
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


def written(manner: Manner, slot: Slot | None, value: Json, names: Lexicon) -> str:
    """Return a member in words."""
    if manner is Manner.GROUPS:
        groups = slot.groups if slot else "*"
        return "; ".join(_written_group(groups, each, names) for each in value) or NOBODY
    return _WRITTEN[manner](value, names)


class MemberReader:
    """One slot of one line: words in, a member out, and what was wrong."""

    def __init__(self, names: Lexicon, offered: Callable[[], Iterable[str]]) -> None:
        self._names, self._offered = names, offered
        self.faults: list[Misread] = []
        self.spots: dict[str, Word] = {}
        """Where the items of a list, the groups, or the units of a table stand."""

    def read(self, manner: Manner | None, slot: Slot | None, words: tuple[Word, ...]) -> Json:
        """Return the member that the words of a slot say."""
        if manner is Manner.GROUPS:
            groups = slot.groups if slot else "*"
            if len(words) == 1 and words[0].key in _EMPTY:
                return []
            parts = [*_parted(words, ";")]
            found = [self._group(groups, part) for part in parts]
            self.spots = {str(number): part[0] for number, part in enumerate(parts)}
            return found
        readers: Mapping[Any, Callable[[tuple[Word, ...]], Json]] = {
            Manner.FLAG: lambda _: True,
            Manner.NAME: self._name,
            Manner.NAMES: self._listed,
            Manner.WAY: self._way,
            Manner.TABLE: self._table,
            Manner.COUNTS: self._counts,
            Manner.TEXT: self._text,
        }
        return readers.get(manner, _value)(words)

    def _name(self, words: tuple[Word, ...]) -> str:
        return self._meant(words, self._names.meant_by)

    def _place(self, words: tuple[Word, ...]) -> str:
        return self._meant(words, self._names.place_meant_by)

    def _meant(
        self, words: tuple[Word, ...], find: Callable[[str, Iterable[str]], str | Unclear]
    ) -> str:
        said = " ".join(word.text for word in words)
        if len(self.faults) >= _MOST_FAULTS or self._has_mark(words):
            return said
        found = find(said, self._offered())
        if isinstance(found, Unclear):
            self.faults.append(Misread(found.text, words[0].line, words[0].column))
            return said
        return found

    def _has_mark(self, words: tuple[Word, ...]) -> bool:
        """Return whether there is a mark inside a name, which is a fault: nobody is looked for then."""
        mark = next((word for word in words if word.text in _MARKS), None)
        if mark is not None:
            text = f"a name is wanted here, without {mark.text!r}"
            self.faults.append(Misread(text, mark.line, mark.column))
        return mark is not None

    def _text(self, words: tuple[Word, ...]) -> str:
        for word in words[1:]:
            self.faults.append(Misread("one word is wanted here", word.line, word.column))
        return words[0].text

    def _listed(self, words: tuple[Word, ...]) -> list[Json]:
        if len(words) == 1 and words[0].key in _EMPTY:
            return []
        found: list[Json] = []
        for part in _parted(words, ","):
            for name in self.names(part):
                self.spots[str(len(found))] = part[0]
                found.append(name)
        return found

    def names(self, words: tuple[Word, ...]) -> list[str]:
        """Return everybody who is meant by one entry of a list: "Emden", "T-Boats 1-4", "all T-Boats"."""
        said = " ".join(word.text for word in words)
        if len(self.faults) >= _MOST_FAULTS or self._has_mark(words):
            return [said]
        found = self._names.all_meant_by(said, self._offered())
        if isinstance(found, Unclear):
            self.faults.append(Misread(found.text, words[0].line, words[0].column))
            return [said]
        return found

    def _way(self, words: tuple[Word, ...]) -> str:
        """Return a way as an orders file says it: its end, and the places that it is to pass."""
        at = next((n for n, word in enumerate(words) if word.key in (VIA, DIRECTLY)), len(words))
        there = self._place(words[:at]) if at else ""
        passed = words[at + 1 :]
        via = [self._place(p) for p in self._passed(passed)]
        if not via:
            return " ".join([there, *(word.key for word in words[at : at + 1])])
        return said_way([*via, there])

    def _passed(self, words: tuple[Word, ...]) -> Iterable[tuple[Word, ...]]:
        """Return the places of a way: between commas, or each a word, or all of them one name."""
        if any(word.text == "," for word in words):
            return _parted(words, ",")
        whole = self._names.place_meant_by(" ".join(word.text for word in words), ())
        return zip(words) if isinstance(whole, Unclear) or not words else (words,)

    def _table(self, words: tuple[Word, ...]) -> dict[str, Json]:
        table: dict[str, Json] = {}
        for part in _parted(words, ";"):
            at = next((n for n, word in enumerate(part) if word.text == ":"), 0)
            if not 0 < at < len(part) - 1:
                text = "a place, a colon and the units that go there are wanted here"
                self.faults.append(Misread(text, part[0].line, part[0].column))
                continue
            place = self._place(part[:at])
            for each in _parted(part[at + 1 :], ","):
                for name in self.names(each):
                    table[name], self.spots[name] = place, each[0]
        return table

    def _counts(self, words: tuple[Word, ...]) -> dict[str, Json]:
        if len(words) == 1 and words[0].key in _EMPTY:
            return {}
        counts: dict[str, Json] = {}
        for part in _parted(words, ","):
            number, of = part[0].text, part[1].key if len(part) > 1 else ""
            if (
                not (number.isdecimal() and number.isascii())
                or of != _OF
                or len(part) <= _NUMBER_OF
            ):
                text = f"a number, {_OF!r} and a name are wanted here"
                self.faults.append(Misread(text, part[0].line, part[0].column))
                continue
            counts[self._name(part[_NUMBER_OF:])] = int(number)
        return counts

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


def _written_counts(counts: Mapping[str, Json], names: Lexicon) -> str:
    return ", ".join(f"{n} {_OF} {names.name_of(key)}" for key, n in counts.items()) or NOBODY


_WRITTEN: Mapping[Manner, Callable[[Json, Lexicon], str]] = {
    Manner.NAME: lambda value, names: names.name_of(value),
    Manner.NAMES: lambda value, names: ", ".join(map(names.name_of, value)) or NOBODY,
    Manner.WAY: _written_way,
    Manner.TABLE: _written_table,
    Manner.COUNTS: _written_counts,
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


def manners_of(ruleset: Ruleset[Any], kind: str) -> dict[str, Manner]:
    """Return how each member of a kind of order is written."""
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
    if get_origin(hint) in (dict, Mapping):
        return {str: Manner.TABLE, int: Manner.COUNTS}.get(inner[-1], Manner.VALUE)
    if get_origin(hint) is tuple:
        if inner and get_origin(inner[0]) is tuple:
            return Manner.GROUPS
        return Manner.WAY if shape is Shape.ONWARD else Manner.NAMES
    return Manner.NAME if hint is str or str in inner else Manner.VALUE
