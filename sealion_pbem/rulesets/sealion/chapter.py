"""A chapter of the rulebook: its orders and events, what it checks and obeys, what it asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sealion_pbem.engine.form import Form
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.saying import Say
from sealion_pbem.engine.words import Event, Order
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["Asking", "Chapter", "Policy", "Tell", "whenever_asked"]

Obey = Callable[[Play[State], Any], None]
Tell = Callable[[Any, Say], str]
"""Tells an event of some kind in a sentence, with units as they are to be called."""


def whenever_asked(order: type[Order]) -> Form[State]:
    """Return the form of an order that says nothing more and is legal if its decision accepts it."""
    return Form(order, is_sure=lambda *_: True)


@dataclass(frozen=True, slots=True)
class Policy:
    """A named way to answer a decision; None where it cannot."""

    text: str
    answer: Callable[[State], Order | None]


@dataclass(frozen=True, slots=True)
class Asking:
    """What belongs to one kind of decision: legal orders, policies (default first), facts.

    `forfeit` is the policy that answers for a player who can never open his sealed answer again
    (A-169). Where one answer is the worst it is that one: the dearest loss, the farthest retreat, no
    support. Elsewhere no order of badness exists, and it is the answer that does least for him.
    """

    offers: Callable[[State], Iterator[Order]]
    policies: Mapping[str, Policy] = field(default_factory=dict)
    facts: Callable[[State], Mapping[str, int | str]] = lambda _: {}
    forfeit: str = "default"


@dataclass(frozen=True, slots=True)
class Chapter:
    """What one chapter adds to the game; an order has a form, which also checks it, and what obeys it."""

    title: str
    orders: Mapping[type[Order], tuple[Form[State], Obey]] = field(default_factory=dict)
    events: tuple[type[Event[State]], ...] = ()
    tasks: tuple[type[Any], ...] = ()
    asks: Mapping[str, Asking] = field(default_factory=dict)
    tell: Mapping[type[Any], Tell] = field(default_factory=dict)
    tell_printed: Mapping[type[Any], Callable[[Any, Edition], str]] = field(default_factory=dict)
    """Sentences with what is printed on the map, the counters or the charts of an edition."""
    forfeits: Mapping[str, str] = field(default_factory=dict)
    """What other seals count as that their player can never open again, by the start of their name."""

    def told(self, edition: Edition) -> Mapping[type[Any], Tell]:
        """Return what is said of each event, with the words of an edition where they are wanted."""
        found = dict(self.tell)
        for event, tell in self.tell_printed.items():
            found[event] = partial(_tell_printed, tell, edition)
        return found


def _tell_printed(
    tell: Callable[[Any, Edition], str], edition: Edition, event: Any, _say: Say
) -> str:
    return tell(event, edition)
