"""A game that gives account of itself by functions of its own modules.

Story, combats and statistics are three capabilities; a game whose modules have a function for each of
their questions names these once, and is asked through them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from sealion_pbem.engine.card import Briefing, Card, Loss
from sealion_pbem.engine.chronicle import Enrolled, KeepsStatistics, PlaceKind, Whereabouts
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.showing import Narrates, ReportsFights
from sealion_pbem.engine.words import Event

__all__ = ["Account", "GivesAccount"]

S = TypeVar("S")


@frozen
class Account(Generic[S]):
    """The functions that answer what `Narrates`, `ReportsFights` and `KeepsStatistics` ask."""

    names: Callable[[S], Mapping[str, str]]
    part: Callable[[S], str]
    briefing: Callable[[S], Briefing]
    board: Callable[[S], str]
    cards: Callable[[S, Sequence[Event[Any]]], tuple[Card, ...]]
    losses: Callable[[S, Sequence[Event[Any]]], tuple[Loss, ...]]
    places: Callable[[], Mapping[str, PlaceKind]]
    roster: Callable[[S], Mapping[str, Enrolled]]
    whereabouts: Callable[[S], Mapping[str, Whereabouts]]
    tally: Callable[[S], Mapping[str, int]]
    rollers: Callable[[S, Event[Any]], tuple[str, ...]]


class GivesAccount(Narrates[S], ReportsFights[S], KeepsStatistics[S]):
    """A game that has an `account`."""

    account: Account[S]

    def names(self, state: S) -> Mapping[str, str]:
        """Return the name of each unit."""
        return self.account.names(state)

    def part(self, state: S) -> str:
        """Return the part of the sequence of play."""
        return self.account.part(state)

    def briefing(self, state: S) -> Briefing:
        """Return where the game stands."""
        return self.account.briefing(state)

    def board(self, state: S) -> str:
        """Return the position as text."""
        return self.account.board(state)

    def cards(self, before: S, events: Sequence[Event[Any]]) -> tuple[Card, ...]:
        """Return a card for every combat."""
        return self.account.cards(before, events)

    def losses(self, before: S, events: Sequence[Event[Any]]) -> tuple[Loss, ...]:
        """Return everything that was lost."""
        return self.account.losses(before, events)

    def places(self) -> Mapping[str, PlaceKind]:
        """Return every place a piece can be in."""
        return self.account.places()

    def roster(self, state: S) -> Mapping[str, Enrolled]:
        """Return the pieces of the game."""
        return self.account.roster(state)

    def whereabouts(self, state: S) -> Mapping[str, Whereabouts]:
        """Return where every piece is."""
        return self.account.whereabouts(state)

    def tally(self, state: S) -> Mapping[str, int]:
        """Return what victory is counted by."""
        return self.account.tally(state)

    def rollers(self, state: S, event: Event[Any]) -> tuple[str, ...]:
        """Return whose dice an event used."""
        return self.account.rollers(state, event)
