"""Sentences of a story: units by their names, and what several do alike said once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

__all__ = ["named", "plural", "together"]

_WORD = re.compile(r"[\w-]+")
_IRREGULAR = {"is": "are", "has": "have", "goes": "go", "flies": "fly"}


def named(text: str, names: Mapping[str, str]) -> str:
    """Return a text with units called by what is printed on them."""
    return _WORD.sub(lambda found: names.get(found[0], found[0]), text)


def together(sentences: Iterable[str], names: Mapping[str, str]) -> Iterator[str]:
    """Return sentences with names; neighbours that say the same of one unit each become one."""
    for said, group in groupby(sentences, key=lambda sentence: _said_of_one(sentence, names)):
        some = list(group)
        if said:
            yield _of_all([names[one.partition(" ")[0]] for one in some], named(said, names))
        else:
            for one in some:
                text = named(one, names)
                yield text[:1].upper() + text[1:]


def _said_of_one(sentence: str, names: Mapping[str, str]) -> str:
    """Return what a sentence says of the unit it begins with; "" if it does not begin with one."""
    subject, _, rest = sentence.partition(" ")
    return rest if subject in names else ""


def _of_all(subjects: list[str], said: str) -> str:
    if len(subjects) == 1:
        return f"{subjects[0]} {said}"
    return f"{', '.join(subjects[:-1])} and {subjects[-1]} {plural(said)}"


def plural(said: str) -> str:
    """Return what one does as what several do: "lands in 5921" as "land in 5921"."""
    verb, gap, rest = said.partition(" ")
    if verb in _IRREGULAR:
        verb = _IRREGULAR[verb]
    elif verb.endswith("s"):
        verb = verb[:-1]
    return f"{verb}{gap}{rest}"
