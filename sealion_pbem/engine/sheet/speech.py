"""Orders in words: each kind has phrases, and each member a manner of being written.

A ruleset that speaks gives phrases of its own; where it has none, one is made from the kind and the
members of the order: "choose loss UNIT". The first phrase of a kind is how it is written, all of them
are understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from difflib import get_close_matches
from functools import lru_cache, partial
from typing import Any, Protocol

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Speaks
from sealion_pbem.engine.sheet.lexicon import Lexicon
from sealion_pbem.engine.sheet.members import Manner, MemberReader, Misread, manners_of, written
from sealion_pbem.engine.sheet.phrase import Phrase, Slot, Word, WordsFound, phrase_of
from sealion_pbem.engine.words import Json

__all__ = ["Heard", "Offers", "Speech", "speech_of"]


_SEALING = {
    "seal": ("seal {name} = {value}", "seal {name} digest {digest}"),
    "open": ("open {name}", "open {name} = {value} with salt {salt}"),
    "forfeit": ("forfeit {name}",),
}
"""Seals are the same in every game; in an orders file their values stand in plain words."""


@frozen
class Heard:
    """What a line says: orders, or what is wrong with it.

    `subject` is the member with which its phrase begins, if it does with one; `spots` has for each of
    the orders the words behind pointers into it.
    """

    orders: list[dict[str, Json]]
    faults: list[Misread]
    subject: str = ""
    spots: tuple[Mapping[str, Word], ...] = ()


class Speech:
    """How the orders of one ruleset are said."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        kinds = [kind for kind in ruleset.orders if kind not in _SEALING]
        self._manners = {kind: manners_of(ruleset, kind) for kind in kinds}
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
                        name: written(manners[name], slots.get(name), value, names)
                        for name, value in told.items()
                    }
                )
        raise AssertionError(f"no phrase says all of {order}")

    def heard(self, words: tuple[Word, ...], names: Lexicon, offered: Offers) -> Heard:
        """Return the order that a line says, or what is wrong with it.

        A line that names several units first for an order of one gives the order to each of them.
        `offered(kind, member)` gives the ids that would make sense there, for names that are unclear.
        """
        nearest = self._nearest(words, names, offered)
        return nearest or Heard([], [self._unheard(words)])

    def unheard_clause(
        self, subject: tuple[Word, ...], clause: tuple[Word, ...], names: Lexicon, offered: Offers
    ) -> list[Misread]:
        """Say what is wrong with a clause behind its subject."""
        nearest = self._nearest((*subject, *clause), names, offered)
        return nearest.faults if nearest else [self._unheard(clause)]

    def _nearest(self, words: tuple[Word, ...], names: Lexicon, offered: Offers) -> Heard | None:
        """Return the first order that a line can be, or else the reading with the fewest faults."""
        nearest: Heard | None = None
        for kind, phrase, said in self._matches(words):
            found = self._read(kind, phrase, said, names, offered)
            if not found.faults:
                return found
            if nearest is None or len(found.faults) < len(nearest.faults):
                nearest = found
        return nearest

    def _matches(self, words: tuple[Word, ...]) -> Iterator[tuple[str, Phrase, WordsFound]]:
        for kind, phrases in self.phrases.items():
            for phrase in phrases:
                for said in phrase.matches(words):
                    yield kind, phrase, said

    def _unheard(self, words: tuple[Word, ...]) -> Misread:
        """Say that a line is no order, and how the one is written that was probably meant."""
        verbs: dict[str, Phrase] = {}
        for phrases in self.phrases.values():
            for phrase in phrases:
                verbs.setdefault(phrase.verb, phrase)
        known = next((word for word in words if word.key in verbs), None)
        if known is not None:
            text = f"this is no order; {known.key} is written: {verbs[known.key].pattern}"
            return Misread(text, words[0].line, words[0].column)
        for word in words[:_MOST_TRIED]:
            meant = get_close_matches(word.key[:_MOST_TRIED], verbs, n=2)
            if meant:
                ways = " or ".join(verbs[verb].pattern for verb in meant)
                text = f"{word.text!r} is no word of an order; did you mean: {ways}"
                return Misread(text, word.line, word.column)
        said = " ".join(word.text for word in words[:_MOST_TRIED])
        return Misread(f"this is no order: {said}", words[0].line, words[0].column)

    def _read(
        self, kind: str, phrase: Phrase, said: WordsFound, names: Lexicon, offered: Offers
    ) -> Heard:
        order: dict[str, Json] = {"kind": kind}
        faults: list[Misread] = []
        slots = _slots(phrase)
        subject = phrase.parts[0].member if isinstance(phrase.parts[0], Slot) else ""
        several: list[str] = []
        first: list[Word] = []
        spots: dict[str, Word] = {}
        for member, words in said.items():
            manner = self._manners[kind].get(member)
            reader = MemberReader(names, partial(offered, kind, member))
            if member == subject and manner is Manner.NAME:
                several = reader.read(Manner.NAMES, None, words)
                order[member] = several[0] if several else ""
                first = [*reader.spots.values()]
            else:
                order[member] = reader.read(manner, slots.get(member), words)
                spots |= {f"/{member}": words[0]} if words else {}
                spots |= {f"/{member}/{name}": word for name, word in reader.spots.items()}
            faults += reader.faults
        for member, manner in self._manners[kind].items():
            if manner is Manner.FLAG and member not in self._blank[kind]:
                order.setdefault(member, False)
        orders = [{**order, subject: each} for each in several] or [order]
        each_spots = [spots | {f"/{subject}": word} for word in first] or [spots]
        return Heard([] if faults else orders, faults, subject, tuple(each_spots))

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


_MOST_TRIED = 20
_PLAIN_GROUPS = {Manner.GROUPS: "=*", Manner.TABLE: "=1 : *"}


class Offers(Protocol):
    """What would make sense as a member of an order."""

    def __call__(self, kind: str, member: str) -> Iterable[str]:
        """Return ids."""


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


@lru_cache
def speech_of(ruleset: Ruleset[Any]) -> Speech:
    """Return how the orders of a ruleset are said."""
    return Speech(ruleset)
