"""The ruleset protocol: what a game must be able to say so that it can be played by mail.

What only some games can say besides stands in `capability`, `showing` and `chronicle`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

from sealion_pbem.engine.form import Form
from sealion_pbem.engine.play import Play, Rolling
from sealion_pbem.engine.saying import Say, by_id
from sealion_pbem.engine.words import Decision, Event, Json, Order, Seat, Violation

__all__ = ["Ruleset", "Shaped"]

S = TypeVar("S")


class Shaped(Protocol):
    """A game of which the files have shapes of their own."""

    id: str

    def schema(self, part: str) -> Json | None:
        """Return the JSON Schema of a part of a file, None if it has no shape of its own.

        `orders`, the list of orders in a turn, always has one; `position` may have one.
        """

    def __hash__(self) -> int:
        """Return what tells this game from every other: what was found out about it can be kept."""
        return object.__hash__(self)


class Ruleset(Shaped, Rolling[S], Protocol[S]):
    """A game: its words (orders, events, a state), its rules, its numbers.

    `forms` says, for a kind of order, how it is put together; its check is the fold of the form.
    `die` is how many faces its usual die has; a roll may be of others.

    Laws, each a contract test: a state that is not final waits at a decision with at least one offer;
    every offer passes `check`; what menus lead to is what `check` accepts, in normal form; `check` and
    `decision` are pure; `obey` emits at least one event; the
    opening of nothing (null) is legal where an opening is, and never better for its seat than another;
    the events folded over the start give the state; orders, events and states survive JSON; every
    event can be told; `advance` returns what `decision` then says. A state holds nothing secret: a
    hidden choice is a seal until its owner opens it.
    """

    id: str
    revision: int
    title: str
    seats: tuple[Seat, ...]
    die: int
    scenarios: Mapping[str, str]
    options: Mapping[str, str]
    orders: Mapping[str, type[Order]]
    forms: Mapping[str, Form[S]]
    events: Mapping[str, type[Event[Any]]]
    rules: Mapping[str, str]

    def packs(self) -> Mapping[str, bytes]:
        """Return the data files that the rules read, as JSON, by the names that a charter pins."""

    def notice(self) -> str:
        """Return whose the data files are, and under which terms; it goes wherever they go."""

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

    def obey(self, play: Play[S], order: Order) -> None:
        """Carry out a legal order."""

    def offers(self, state: S) -> Iterator[Order]:
        """Return legal orders for the pending decision, lazily, the sensible ones first."""

    def game_turn(self, state: S) -> int:
        """Return the number of the game turn."""

    def clock(self, state: S) -> str:
        """Return where in the game the state is, the beginning of every dice label: "T03/combat"."""

    def result(self, state: S) -> str:
        """Return how the game ended in one sentence, or "" while it goes on."""

    def tell(self, event: Event[Any], say: Say = by_id) -> str:
        """Return one plain sentence for an event, with every unit in it as `say` says it."""
