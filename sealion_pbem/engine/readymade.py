"""Ready-made beginnings: set-ups to choose from and edit, and books of standing orders in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any, Protocol, TypeVar, runtime_checkable

from sealion_pbem.engine.capability import HasOptionalRules, answers_of
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.words import Json, Order
from sealion_pbem.errors import UsageError

__all__ = [
    "Book",
    "Prepares",
    "SetUp",
    "book_called",
    "books_of",
    "said_book",
    "set_up_called",
    "set_ups_of",
    "standing_orders_of",
]

S_contra = TypeVar("S_contra", contravariant=True)
_DEFAULT = "default"


@frozen
class SetUp:
    """A way to begin: what it is for, and the orders that make it."""

    text: str
    orders: tuple[Order, ...]


@frozen
class Book:
    """A book of standing orders: what it is for, the policy for each kind of decision, what it leaves."""

    text: str
    answers: tuple[tuple[str, str], ...]
    asks: tuple[str, ...] = ()


@runtime_checkable
class Prepares(Protocol[S_contra]):
    """A game with ready-made set-ups, legal to their end, and with books of standing orders.

    It need not name this among its bases: who only judges turns does without this module.
    """

    def set_ups(self, state: S_contra) -> Mapping[str, SetUp]:
        """Return the set-ups for the pending decision by name; none if it is no set-up."""

    def books(self, seat: str) -> Mapping[str, Book]:
        """Return the books for a seat by name; they may answer what only an option brings in."""


def set_ups_of(ruleset: Ruleset[Any], state: Any) -> Mapping[str, SetUp]:
    """Return the ready-made set-ups for the pending decision, by name."""
    return ruleset.set_ups(state) if isinstance(ruleset, Prepares) else {}


def set_up_called(ruleset: Ruleset[Any], state: Any, name: str) -> SetUp:
    """Return a ready-made set-up; UsageError names those that there are."""
    known = set_ups_of(ruleset, state)
    if name in known:
        return known[name]
    hint = f"there is {', '.join(known)}" if known else "only what a set-up asks has some"
    raise UsageError(f"no set-up is called {name!r} here", hint=hint)


def books_of(ruleset: Ruleset[Any], seat: str) -> Mapping[str, Book]:
    """Return the books for a seat, by name.

    A game without any has one, if it asks small things: the default for each.
    """
    if isinstance(ruleset, Prepares):
        return ruleset.books(seat)
    answers = answers_of(ruleset)
    small = [kind for kind in answers.policies if kind not in answers.main_decisions]
    plain = tuple((kind, _DEFAULT) for kind in small if _DEFAULT in answers.policies[kind])
    text = "small decisions are answered by their defaults"
    rest = tuple(kind for kind in answers.policies if kind not in dict(plain))
    return {"quick": Book(text, plain, rest)} if plain else {}


def book_called(ruleset: Ruleset[Any], seat: str, name: str) -> Book:
    """Return a book; UsageError names those that there are."""
    known = books_of(ruleset, seat)
    if name in known:
        return known[name]
    hint = f"there is {', '.join(known)}" if known else "this game asks nothing that could wait"
    raise UsageError(f"no book of standing orders is called {name!r}", hint=hint)


def standing_orders_of(book: Book) -> list[dict[str, Json]]:
    """Return a book as standing orders on the wire; what a policy cannot answer the default does."""
    return [
        {"when": kind, "do": policy, **({} if policy == _DEFAULT else {"otherwise": _DEFAULT})}
        for kind, policy in book.answers
    ]


def said_book(
    ruleset: Ruleset[Any], name: str, book: Book, options: Mapping[str, Json], width: int
) -> Iterator[str]:
    """Say what a book is for, how it answers, and what it leaves to its player.

    Decisions that only come up under options that were not chosen are left out.
    """
    policies = answers_of(ruleset).policies
    asked_by = ruleset.asked_by if isinstance(ruleset, HasOptionalRules) else {}
    chosen = {option for option, value in options.items() if value}
    kinds = [kind for kind in policies if kind not in asked_by or asked_by[kind] & chosen]
    answers = dict(book.answers)
    usual = [_words(kind) for kind in kinds if answers.get(kind) == _DEFAULT]
    asked = [_words(kind) for kind in kinds if kind in book.asks]
    yield from wrap(f"{name}: {book.text}", width)
    for line in (
        *(
            f"{_words(kind)}: {policies[kind][answers[kind]]}"
            for kind in kinds
            if answers.get(kind, _DEFAULT) != _DEFAULT
        ),
        f"by default: {', '.join(usual)}" if usual else "",
        f"asks you: {', '.join(asked)}" if asked else "",
    ):
        yield from wrap(line, width, initial_indent="  ", subsequent_indent="    ")


def _words(kind: str) -> str:
    return kind.replace("_", " ")
