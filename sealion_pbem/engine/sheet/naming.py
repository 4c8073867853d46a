"""Names in orders on the wire: what a player calls a unit or a place becomes its id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from sealion_pbem.engine.choices import KIND, menu
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.sheet.lexicon import Lexicon, Unclear
from sealion_pbem.engine.sheet.members import Manner, manners_of
from sealion_pbem.engine.words import Json

__all__ = ["Namer", "offered"]

_NAMED = frozenset({Manner.NAME, Manner.NAMES, Manner.WAY, Manner.GROUPS, Manner.TABLE})
_MOST_FAULTS = 20
_ID = re.compile(r"[a-z0-9_-]+")


def offered(ruleset: Ruleset[Any], game: Game[Any], kind: str, member: str) -> Iterator[str]:
    """Return the names that make sense as a member of an order for what is asked now."""
    decision = pending(ruleset, game)
    form = ruleset.forms.get(kind)
    if decision is None or form is None or kind not in decision.accepts:
        return
    if member in form.by_name:
        # Only who looks has the choices searched.
        choices = menu(ruleset, game, {KIND: kind}).choices(member)
        yield from _names_in(choice.value for choice in choices)


def _names_in(values: Iterable[Json]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from _names_in(value)


class Namer:
    """Orders with names in, orders with ids out; `faults` are names that mean nobody, or too many."""

    def __init__(self, ruleset: Ruleset[Any], game: Game[Any], names: Lexicon) -> None:
        self._ruleset, self._game, self._names = ruleset, game, names
        self.faults: list[tuple[str, str]] = []

    def with_ids(self, order: Json, at: str) -> Json:
        """Return an order with ids; `at` is its pointer. What is no order stays as it is."""
        kind = order.get(KIND) if isinstance(order, dict) else None
        if not isinstance(kind, str) or kind not in self._ruleset.orders:
            return order
        if kind not in self._ruleset.forms:
            return order
        found = dict(order)
        for member, manner in manners_of(self._ruleset, kind).items():
            if manner in _NAMED and member in order:
                find = partial(offered, self._ruleset, self._game, kind, member)
                # A way that is one text names its places by their ids, as a sheet does.
                if not (manner is Manner.WAY and isinstance(order[member], str)):
                    found[member] = self._meant(order[member], f"{at}/{member}", find)
        return found

    def _meant(self, value: Json, at: str, find: partial[Iterator[str]]) -> Json:
        if isinstance(value, str):
            return self._id(value, at, find)
        if isinstance(value, list):
            return [self._meant(each, f"{at}/{n}", find) for n, each in enumerate(value)]
        if isinstance(value, Mapping):
            return {
                self._id(key, at, find): self._meant(each, f"{at}/{key}", find)
                for key, each in value.items()
            }
        return value

    def _id(self, said: str, at: str, find: partial[Iterator[str]]) -> str:
        if len(self.faults) >= _MOST_FAULTS:
            return said
        found = self._names.meant_by(said, find())
        if not isinstance(found, Unclear):
            return found
        # The rules say more of an id that is not in this game, or not yet.
        if found.is_ambiguous or not _ID.fullmatch(said):
            self.faults.append((at, found.text))
        return said
