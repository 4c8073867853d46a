"""Names: what units and places are called, and who is meant by a name or a part of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches

from sealion_pbem.engine.frozen import frozen

__all__ = ["Lexicon", "Unclear"]

_MOST_LISTED = 6
_SHORTEST_PART = 2
_LONGEST_NAME = 60


@frozen
class Unclear:
    """Why a name means nobody, or too many."""

    text: str
    is_ambiguous: bool = False


class Lexicon:
    """The names of a game's units and places; ids are names, too.

    Without `places` any word that is no unit may be a place.
    """

    def __init__(self, units: Mapping[str, str], places: Mapping[str, str] | None = None) -> None:
        """Take ids with names as players read them."""
        self.units = units
        self._name = {**(places or {}), **units}
        self._knows_places = places is not None
        self._exact: dict[str, str] = {}
        for name, said in self._name.items():
            self._exact.setdefault(said.casefold(), name)
        self._exact |= {name.casefold(): name for name in self._name}
        self._words = {name: tuple(said.casefold().split()) for name, said in self._name.items()}

    def name_of(self, meant: str) -> str:
        """Return a name that means this unit or place and no other."""
        said = self._name.get(meant, meant)
        return said if self._exact.get(said.casefold()) == meant else meant

    def meant_by(self, said: str, offered: Iterable[str] = ()) -> str | Unclear:
        """Return who or what is meant; where several could be, only those that are `offered` count."""
        key = " ".join(said.casefold().split())
        if key in self._exact:
            return self._exact[key]
        alike = next(filter(None, self._alike(key.split())), [])
        if len(alike) > 1:
            allowed = {*offered}
            alike = [name for name in alike if name in allowed] or alike
        if len(alike) > 1:
            text = f"{said!r} could be {self._listed(alike)}; say more of the name"
            return Unclear(text, is_ambiguous=True)
        if alike:
            return alike[0]
        if not self._knows_places and len(key.split()) == 1:
            return said
        return self._unknown(said)

    def _alike(self, words: list[str]) -> Iterable[list[str]]:
        """Return whose names have these words side by side, then whose have them in this order."""
        yield [name for name, own in self._words.items() if _is_within(words, own)]
        yield [name for name, own in self._words.items() if _is_in_order(words, own)]

    def _unknown(self, said: str) -> Unclear:
        key = said.casefold()
        close = get_close_matches(key, self._exact, n=3) if len(key) <= _LONGEST_NAME else ()
        names = dict.fromkeys(self.name_of(self._exact[key]) for key in close)
        hint = f"; did you mean {' or '.join(names)}?" if names else ""
        cut = said if len(said) <= _LONGEST_NAME else f"{said[:_LONGEST_NAME]}…"
        return Unclear(f"nothing here is called {cut!r}{hint}")

    def _listed(self, found: Collection[str]) -> str:
        names = sorted(self.name_of(name) for name in found)
        more = f" or {len(names) - _MOST_LISTED} others" if len(names) > _MOST_LISTED else ""
        return " or ".join(names[:_MOST_LISTED]) + more


def _is_within(words: list[str], own: tuple[str, ...]) -> bool:
    spans = range(len(own) - len(words) + 1)
    return any(all(map(_begins, words, own[start : start + len(words)])) for start in spans)


def _is_in_order(words: list[str], own: tuple[str, ...]) -> bool:
    rest = iter(own)
    return all(any(_begins(word, other) for other in rest) for word in words)


def _begins(word: str, other: str) -> bool:
    """Return whether a word is another or its beginning; numbers are whole or not at all."""
    if word == other:
        return True
    is_part = len(word) >= _SHORTEST_PART and not word.isdecimal() and word[-1] not in "0123456789"
    return is_part and other.startswith(word)
