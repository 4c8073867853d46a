"""The ruleset protocol: what a game must be able to say so that it can be played by mail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from sealion_pbem.engine.card import Briefing, Card, Loss
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Event, Json, Order, Seat, Violation

__all__ = ["Ruleset"]

S = TypeVar("S")


class Ruleset(Protocol[S]):
    """A game: its words (orders, events, a state), its rules, its numbers.

    `quiet` are the kinds of events that a story can leave out: dice, and ends of what was told.

    Laws, each a contract test: a state that is not final waits at a decision with at least one offer;
    every offer passes `check` and has not lapsed; `check` and `decision` are pure; `obey` emits at
    least one event, and for an order that has lapsed none that changes the state; the events folded
    over the start give the state; orders, events and states survive JSON; every event can be told;
    cards and losses follow from a state and the events after it and change neither;
    `advance` returns what `decision` then says. A state holds nothing secret: a hidden choice is a
    seal until its owner opens it.
    """

    id: str
    revision: int
    title: str
    seats: tuple[Seat, ...]
    scenarios: Mapping[str, str]
    options: Mapping[str, str]
    orders: Mapping[str, type[Order]]
    events: Mapping[str, type[Event[Any]]]
    policies: Mapping[str, Mapping[str, str]]
    main_decisions: frozenset[str]
    quiet: frozenset[str]
    rules: Mapping[str, str]

    def packs(self) -> Mapping[str, str]:
        """Return the digests of the data files the rules read."""

    def setup(self, scenario: str, options: Mapping[str, Json]) -> S:
        """Return the state in which the game begins; UsageError names a wrong scenario or option."""

    def copy(self, state: S) -> S:
        """Return a working copy that shares nothing which changes."""

    def pack(self, state: S) -> Json:
        """Return the state as JSON, complete and canonical."""

    def unpack(self, document: Json) -> S:
        """Return the state that `pack` wrote."""

    def advance(self, play: Play[S]) -> Decision | None:
        """Let happen what needs nobody's choice, and return the decision at which the game then waits."""

    def decision(self, state: S) -> Decision | None:
        """Return where the game waits; None when it is over."""

    def check(self, state: S, order: Order) -> Iterable[Violation]:
        """Return every reason why the deciding seat may not give this order."""

    def has_lapsed(self, state: S, order: Order) -> bool:
        """Return whether an order would end what has ended by itself: it is obeyed whatever is asked."""

    def obey(self, play: Play[S], order: Order) -> None:
        """Carry out a legal order."""

    def offers(self, state: S) -> Iterator[Order]:
        """Return legal orders for the pending decision, lazily, the sensible ones first."""

    def secrets(self, state: S) -> Mapping[str, tuple[Json, ...]]:
        """Return what the pending decision lets its seat seal: a name, and the values that make sense."""

    def answer(self, state: S, policy: str, kind: str = "") -> Order | None:
        """Return what a policy (or "default") answers to the pending decision; None: it cannot.

        `kind` is that of the decision, for who knows it: working it out again takes time.
        """

    def facts(self, state: S) -> Mapping[str, int | str]:
        """Return what standing orders may ask about the pending decision."""

    def game_turn(self, state: S) -> int:
        """Return the number of the game turn."""

    def clock(self, state: S) -> str:
        """Return where in the game the state is, the beginning of every dice label: "T03/combat"."""

    def result(self, state: S) -> str:
        """Return how the game ended in one sentence, or "" while it goes on."""

    def breaches(self, state: S) -> tuple[Violation, ...]:
        """Return what openings showed to have been against the rules when it was done."""

    def tell(self, event: Event[Any]) -> str:
        """Return one plain sentence for an event."""

    def names(self, state: S) -> Mapping[str, str]:
        """Return the name of each unit as players read it; without an entry the id is the name."""

    def part(self, state: S) -> str:
        """Return the part of the sequence of play a state is in, as a heading; it is asked often."""

    def briefing(self, state: S) -> Briefing:
        """Return where the game stands, for the head of a report."""

    def cards(self, before: S, events: Sequence[Event[Any]]) -> tuple[Card, ...]:
        """Return a card for every combat of the events that followed on a state."""

    def losses(self, before: S, events: Sequence[Event[Any]]) -> tuple[Loss, ...]:
        """Return every step and unit that was lost in the events that followed on a state."""

    def board(self, state: S) -> str:
        """Return the position as text, for terminals and plain mails."""
