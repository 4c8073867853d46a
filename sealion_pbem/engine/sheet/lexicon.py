"""Names: what units and places are called, and who is meant by a name or a part of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from sealion_pbem.engine.chronicle import KeepsStatistics
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Presumes, Speaks, Understands
from sealion_pbem.engine.showing import narration_of

__all__ = ["Lexicon", "Unclear", "lexicon_of"]

_MOST_LISTED = 6
_SHORTEST_PART = 2
_LONGEST_NAME = 60
_BRACKETS = str.maketrans("", "", "()[]")
_RANGE = re.compile(r"(?P<name>\S(?:.*\S)?) (?P<first>\d{1,3}) ?(?:-|\u2013|to) ?(?P<last>\d{1,3})")
_ALL = re.compile(r"all (?P<name>\S.*)", re.IGNORECASE)
_LONGEST_RANGE = 50
_MOST_KEPT = 2000


@frozen
class Unclear:
    """Why a name means nobody, or too many."""

    text: str
    is_ambiguous: bool = False


class Lexicon:
    """The names of a game's units and places; ids are names, too.

    Without `places` any word that is no unit may be a place. `nicknames` are further names of places,
    which are understood and not written. Brackets in a name need not be said, and are not written.
    `likely` are the units of whom the author of a sheet probably speaks.
    """

    def __init__(
        self,
        units: Mapping[str, str],
        places: Mapping[str, str] | None = None,
        nicknames: Mapping[str, tuple[str, ...]] | None = None,
        likely: Collection[str] = (),
    ) -> None:
        """Take ids with names as players read them, nicknames with the places that they mean."""
        self.units = units
        self._name = {
            name: said.translate(_BRACKETS) for name, said in {**(places or {}), **units}.items()
        }
        self._knows_places = places is not None
        self._likely = likely
        self._kept: dict[str, list[str]] = {}
        given = {said.casefold(): meant for said, meant in (nicknames or {}).items()}
        self._nicknames = {p: said for said, meant in (nicknames or {}).items() for p in meant}
        self._called = {key: [*meant] for key, meant in given.items()}
        self._place = {key: meant[0] for key, meant in given.items() if len(meant) == 1}
        self._place |= {said.casefold(): place for place, said in (places or {}).items()}
        own: dict[str, str] = {}
        for name, said in self._name.items():
            own.setdefault(said.casefold(), name)
        self._exact = self._place | own | {name.casefold(): name for name in self._name}
        self._words = {name: tuple(said.casefold().split()) for name, said in self._name.items()}
        # A sheet may have thousands of names in it: only those are compared that begin alike.
        self._by_letter: dict[str, list[str]] = {}
        for name, words in self._words.items():
            for letter in dict.fromkeys(word[0] for word in words):
                self._by_letter.setdefault(letter, []).append(name)

    def name_of(self, meant: str) -> str:
        """Return a name that means this unit or place and no other."""
        said = self._name.get(meant, meant)
        return said if self._exact.get(said.casefold()) == meant else meant

    def place_meant_by(self, said: str, offered: Iterable[str] = ()) -> str | Unclear:
        """Return what is meant where a place is wanted: the town and not the ship of its name."""
        return self._place.get(_key(said)) or self.meant_by(said, offered)

    def meant_by(self, said: str, offered: Iterable[str] = ()) -> str | Unclear:
        """Return who or what is meant.

        Where several could be, only those count that are `offered`, or else those that are likely.
        """
        key = _key(said)
        if key in self._exact:
            return self._exact[key]
        alike = self._called.get(key) or self._found(key)
        for allowed in ({*offered}, self._likely) if len(alike) > 1 else ():
            alike = [name for name in alike if name in allowed] or alike
        if len(alike) > 1:
            # A town of many hexes has no longer name.
            is_unit = any(name in self.units for name in alike)
            more = "say more of the name" if is_unit else "name the one that you mean"
            text = f"{said!r} could be {self._listed(alike)}; {more}"
            return Unclear(text, is_ambiguous=True)
        if alike:
            return alike[0]
        if not self._knows_places and len(key.split()) == 1:
            return said
        return self._unknown(said)

    def all_meant_by(self, said: str, offered: Iterable[str] = ()) -> list[str] | Unclear:
        """Return everybody who is meant: by one name, by "T-Boats 1-4", or by "all T-Boats"."""
        if _key(said) in self._exact:
            return [self._exact[_key(said)]]
        if (found := _RANGE.fullmatch(said)) is not None:
            return self._range(found["name"], int(found["first"]), int(found["last"]), offered)
        if (found := _ALL.fullmatch(said)) is not None:
            return self._all(_key(found["name"]), offered) or self._unknown(found["name"])
        one = self.meant_by(said, offered)
        return one if isinstance(one, Unclear) else [one]

    def _all(self, key: str, offered: Iterable[str]) -> list[str]:
        """Return the units whose names begin with these words, or else have them."""
        words, units = key.split(), [(name, self._words[name]) for name in self.units]
        begun = [n for n, own in units if _is_named(words, own[: len(words)])]
        spans = len(words)
        alike = begun or [
            name
            for name, own in units
            if any(_is_named(words, own[at : at + spans]) for at in range(len(own) - spans + 1))
        ]
        for allowed in ({*offered}, self._likely):
            alike = [name for name in alike if name in allowed] or alike
        return alike

    def _range(
        self, name: str, first: int, last: int, offered: Iterable[str]
    ) -> list[str] | Unclear:
        if not first <= last < first + _LONGEST_RANGE:
            return Unclear(f"from {first} to {last} is no range of at most {_LONGEST_RANGE}")
        found, allowed = [], [*offered]
        for number in range(first, last + 1):
            one = self.meant_by(f"{name} {number}", allowed)
            if isinstance(one, Unclear):
                return one
            found.append(one)
        return found

    def _found(self, key: str) -> list[str]:
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = next(filter(None, self._alike(key.split())), [])
        return self._kept[key]

    def _alike(self, words: list[str]) -> Iterable[list[str]]:
        """Return whose names have these words side by side, then whose have them in this order."""
        near = self._by_letter.get(words[0][0], ()) if words else ()
        yield [name for name in near if _is_within(words, self._words[name])]
        yield [name for name in near if _is_in_order(words, self._words[name])]
        own = ((place, tuple(said.split())) for said, place in self._place.items())
        yield [place for place, known in own if _is_within(words, known)]

    def _unknown(self, said: str) -> Unclear:
        key = said.casefold()[:_LONGEST_NAME]
        # A town is meant only where no unit or place is called nearly so.
        proper = [other for other in self._exact if other not in self._called]
        close = get_close_matches(key, proper, n=3) or get_close_matches(key, self._called, n=3)
        names = dict.fromkeys(self._said(self._exact.get(each, each)) for each in close)
        hint = f"; did you mean {' or '.join(names)}?" if names else self._some_places()
        cut = said if len(said) <= _LONGEST_NAME else f"{said[:_LONGEST_NAME]}…"
        return Unclear(f"nothing here is called {cut!r}{hint}")

    def _some_places(self) -> str:
        """Say what places are called, for who has named none."""
        names = sorted(self._place, key=lambda name: (len(name), name))
        few = [self.name_of(self._place[name]) for name in names]
        some = [*few[:_MOST_LISTED], *few[len(few) // 2 : len(few) // 2 + 1]]
        return f"; places are for example {', '.join(dict.fromkeys(some))}" if some else ""

    def _said(self, meant: str) -> str:
        """Return a name as a player would look for it: a place with its nickname."""
        name = self.name_of(meant)
        return f"{name} ({self._nicknames[meant]})" if meant in self._nicknames else name

    def _listed(self, found: Collection[str]) -> str:
        names = sorted(self.name_of(name) for name in found)
        more = f" or {len(names) - _MOST_LISTED} others" if len(names) > _MOST_LISTED else ""
        return " or ".join(names[:_MOST_LISTED]) + more


def _key(said: str) -> str:
    return " ".join(said.translate(_BRACKETS).casefold().split())


def _is_within(words: list[str], own: tuple[str, ...]) -> bool:
    spans = range(len(own) - len(words) + 1)
    return any(all(map(_begins, words, own[start : start + len(words)])) for start in spans)


def _is_in_order(words: list[str], own: tuple[str, ...]) -> bool:
    rest = iter(own)
    return all(any(_begins(word, other) for other in rest) for word in words)


def _is_named(words: list[str], own: tuple[str, ...]) -> bool:
    """Return whether words are those of a name or a plural of them: Flotillas for Flotilla."""
    return len(words) == len(own) and all(
        _begins(word, other) or (word.startswith(other) and len(word) == len(other) + 1)
        for word, other in zip(words, own, strict=True)
    )


def _begins(word: str, other: str) -> bool:
    """Return whether a word is another or its beginning; numbers are whole or not at all."""
    if word == other:
        return True
    is_part = len(word) >= _SHORTEST_PART and not word.isdecimal() and word[-1] not in "0123456789"
    return is_part and other.startswith(word)


def lexicon_of(ruleset: Ruleset[Any], state: Any) -> Lexicon:
    """Return what units and places are called."""
    ids = ruleset.whereabouts(state) if isinstance(ruleset, KeepsStatistics) else {}
    names = narration_of(ruleset).names(state)
    units = {name: names.get(name, name) for name in (*ids, *names)}
    places = ruleset.place_names(state) if isinstance(ruleset, Speaks) else None
    asked = ruleset.decision(state)
    likely = ruleset.at_hand(state, asked.seat) if asked and isinstance(ruleset, Presumes) else ()
    nicknames = ruleset.nicknames(state) if isinstance(ruleset, Understands) else {}
    return Lexicon(units, places, nicknames, likely)
