"""Phrases: how an order is said in a line, and how a line is recognised.

A phrase is made of words and of the members of an order in braces, such as "{units} > {path}". What
stands in square brackets may be left out: "attack {hex}[ with {ships}]". A yes or no is said by an
optional part that begins with the name of its member: "[railway_gun? with the railway gun]". A member
that is a list of groups says how each is written: "{targets=* at 1}", where 1 is one name, * several
with commas between, and + several with spaces. Groups have semicolons between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from sealion_pbem.engine.frozen import frozen

__all__ = ["Phrase", "Slot", "Word", "WordsFound", "phrase_of", "split_words"]

_WORD = re.compile(r"[,;:>=]|[^\s,;:>=]+")
_PART = re.compile(r"\{(?P<slot>[^{}]*)\}|(?P<word>[,;:>=]|[^\s\[\]{},;:>=]+)")
_OPTION = re.compile(r"\[(?:(?P<flag>[a-z_]+)\?)?(?P<text>[^\[\]]*)\]")


@frozen
class Word:
    """One word or mark of a line, and the column in which it begins, counted from 1."""

    text: str
    line: int
    column: int

    @property
    def key(self) -> str:
        """The word as it is compared."""
        return self.text.casefold()


@frozen
class Slot:
    """A place in a phrase for a member of the order; `groups` is how the groups of a list are written."""

    member: str
    groups: str = ""


WordsFound: TypeAlias = dict[str, tuple[Word, ...]]
"""What a line says of each member; of a flag nothing but that it is there."""
_Flat: TypeAlias = tuple["str | Slot", ...]


@dataclass(frozen=True, slots=True)
class _Optional:
    """A part that may be left out; a flag is the member that is true if it is there."""

    flag: str
    parts: _Flat


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase that was taken apart."""

    parts: tuple[str | Slot | _Optional, ...]

    @property
    def members(self) -> frozenset[str]:
        """The members that the phrase can say."""
        found = set()
        for part in self.parts:
            if isinstance(part, Slot):
                found.add(part.member)
            elif isinstance(part, _Optional):
                found |= {p.member for p in part.parts if isinstance(p, Slot)} | {part.flag} - {""}
        return frozenset(found)

    @property
    def verb(self) -> str:
        """The first word of the phrase, by which it is known."""
        words = (part for part in self.parts if isinstance(part, str) and part[0].isalpha())
        return next(words, "").casefold()

    @property
    def pattern(self) -> str:
        """How the phrase is written, with its members in capitals; what may be left out is."""
        found = [_shown(part) for part in self.parts if not isinstance(part, _Optional)]
        return re.sub(r" (?=[,;:])", "", " ".join(found))

    @property
    def whole_pattern(self) -> str:
        """How the phrase is written; what may be left out stands in square brackets."""
        found = [
            f"[{' '.join(map(_shown, part.parts))}]"
            if isinstance(part, _Optional)
            else _shown(part)
            for part in self.parts
        ]
        return re.sub(r" (?=[,;:])", "", " ".join(found))

    def matches(self, words: Sequence[Word]) -> Iterator[WordsFound]:
        """Return what a line says if it is this phrase, with as many optional parts as it can have."""
        for flat, flags in self._variants():
            found = _match(flat, tuple(words))
            if found is not None:
                yield found | dict.fromkeys(flags, ())

    def said(self, values: dict[str, str]) -> str:
        """Return the line that says these members; an option is said if any of its members is."""
        found: list[str] = []
        for part in self.parts:
            if isinstance(part, _Optional):
                wanted = {p.member for p in part.parts if isinstance(p, Slot)} | {part.flag} - {""}
                if wanted <= values.keys():
                    found += [_filled(p, values) for p in part.parts]
            else:
                found.append(_filled(part, values))
        return re.sub(r" (?=[,;:])", "", " ".join(found))

    def _variants(self) -> Iterator[tuple[_Flat, tuple[str, ...]]]:
        """Return the phrase with every choice of its options, the longest first."""
        options = [part for part in self.parts if isinstance(part, _Optional)]
        choices = sorted(product((True, False), repeat=len(options)), key=lambda c: -sum(c))
        for chosen in choices:
            taken, flat, flags = iter(chosen), list[str | Slot](), list[str]()
            for part in self.parts:
                if not isinstance(part, _Optional):
                    flat.append(part)
                elif next(taken):
                    flat += part.parts
                    flags += [part.flag] if part.flag else []
            yield tuple(flat), tuple(flags)


@lru_cache(maxsize=512)
def phrase_of(text: str) -> Phrase:
    """Return the phrase that a text describes."""
    parts: list[str | Slot | _Optional] = []
    end = 0
    for option in _OPTION.finditer(text):
        parts += _flat(text[end : option.start()])
        parts.append(_Optional(option["flag"] or "", tuple(_flat(option["text"]))))
        end = option.end()
    parts += _flat(text[end:])
    return Phrase(tuple(parts))


def split_words(text: str, line: int = 1, column: int = 1) -> tuple[Word, ...]:
    """Return the words of a line, marks apart."""
    return tuple(Word(found[0], line, column + found.start()) for found in _WORD.finditer(text))


def _flat(text: str) -> Iterator[str | Slot]:
    for found in _PART.finditer(text):
        if found["word"] is not None:
            yield found["word"]
        else:
            member, _, groups = found["slot"].partition("=")
            yield Slot(member, groups)


def _shown(part: str | Slot) -> str:
    if isinstance(part, str):
        return part
    name = part.member.replace("_", " ").upper()
    groups = {"1": name, "*": f"{name}, {name}", "+": f"{name} {name}"}
    return " ".join(groups.get(each, each) for each in part.groups.split()) or name


def _filled(part: str | Slot, values: dict[str, str]) -> str:
    return part if isinstance(part, str) else values[part.member]


def _match(flat: _Flat, words: tuple[Word, ...]) -> WordsFound | None:
    """Return which words belong to which slot; each slot takes as few as it can, and at least one."""
    # A slot that fails where it begins fails wherever it begins later: it has fewer ends to choose from.
    failed = [len(words) + 1] * len(flat)

    def go(number: int, at: int) -> WordsFound | None:
        if number == len(flat):
            return {} if at == len(words) else None
        if at >= failed[number]:
            return None
        part, found = flat[number], None
        if isinstance(part, str):
            if at < len(words) and words[at].key == part.casefold():
                found = go(number + 1, at + 1)
        else:
            for end in range(at + 1, len(words) + 1):
                rest = go(number + 1, end)
                if rest is not None:
                    found = {part.member: words[at:end], **rest}
                    break
            if found is None:
                failed[number] = at
        return found

    return go(0, 0)
