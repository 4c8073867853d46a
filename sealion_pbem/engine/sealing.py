"""Sealing, opening and giving up: what every game refuses of them, and how they are put together.

A player writes the value in plain words; it is closed when the turn is signed. So the forms are those
of what he writes. They look at the whole game, because seals are no part of a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from sealion_pbem.engine.capability import answers_of, said_secret, secrecy_of
from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, nothing, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.game import Game
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.seal import STANDING, Forfeit, Open, Opening, Seal, Sealing, opens
from sealion_pbem.engine.words import Decision, Violation, wrong_kind

__all__ = ["SEALING_FORMS", "Asked", "check_sealing"]


@frozen
class Asked:
    """A game that waits at a decision: what the legality of seals depends on."""

    ruleset: Ruleset[Any]
    game: Game[Any]
    decision: Decision

    @property
    def live(self) -> Mapping[str, str]:
        """The seals of the seat that is asked."""
        return self.game.seals.get(self.decision.seat, {})

    @property
    def lost(self) -> tuple[str, ...]:
        """The seals of that seat that a ruling has declared lost."""
        return self.game.forfeits.get(self.decision.seat, ())


def check_sealing(asked: Asked, order: Seal | Open | Forfeit) -> Iterator[Violation]:
    """Return what is wrong with sealing, opening or giving up, whatever the rules say of it."""
    if isinstance(order, Seal):
        yield from _at_name(_unsealable(asked, order.name))
    elif isinstance(order, Forfeit):
        yield from _at_name(_not_lost(asked, order.name))
    elif faults := [*_at_name(_unopenable(asked, order.name))]:
        yield from faults
    elif not opens(asked.live[order.name], asked.game.campaign, asked.decision.seat, order):
        text = f"salt and value do not open the seal {order.name!r}"
        yield Violation(asked.decision.rule, "wrong_opening", text, "/value")


def _at_name(faults: Iterable[Violation]) -> Iterator[Violation]:
    return (replace(fault, at="/name") for fault in faults)


def _unsealable(asked: Asked, name: str) -> Iterator[Violation]:
    """Return why nothing can be sealed under a name."""
    rule = asked.decision.rule
    if name in asked.live:
        text = f"{name!r} is sealed already; open it before sealing it again"
        yield Violation(rule, "sealed_already", text)
    kind, policies = name.removeprefix(STANDING), answers_of(asked.ruleset).policies
    if kind != name and kind not in policies:
        text = f"no decision is called {kind!r}; there are: {', '.join(sorted(policies))}"
        yield Violation(rule, "unknown_decision", text)


def _unopenable(asked: Asked, name: str) -> Iterator[Violation]:
    """Return why a name cannot be opened now."""
    faults = [*_not_live(asked, name)]
    yield from faults
    if not faults and name in asked.lost:
        text = f"{name!r} was ruled to be lost; give it up with the order forfeit"
        yield Violation(asked.decision.rule, "ruled_lost", text)


def _not_lost(asked: Asked, name: str) -> Iterator[Violation]:
    """Return why a name cannot be given up."""
    faults = [*_not_live(asked, name)]
    yield from faults
    if not faults and name not in asked.lost:
        text = f"no ruling says that the seal {name!r} is lost; open it"
        yield Violation(asked.decision.rule, "not_ruled_lost", text)


def _not_live(asked: Asked, name: str) -> Iterator[Violation]:
    """Refuse to open or give up what is not sealed, or a standing order before its decision."""
    if name not in asked.live:
        sealed = ", ".join(sorted(asked.live)) or "nothing"
        text = f"nothing is sealed under {name!r}; sealed is: {sealed}"
        yield Violation(asked.decision.rule, "nothing_sealed", text)
    elif name.startswith(STANDING) and name != asked.decision.about:
        text = f"{name!r} is opened when its decision comes up, not before"
        yield Violation(asked.decision.rule, "not_yet", text)


def _refuse_seal(asked: Asked, _: Draft, name: str) -> Iterator[Violation]:
    """Return what the engine and the rules have against a name to seal under."""
    yield from _unsealable(asked, name)
    if not name.startswith(STANDING):
        if Seal.kind not in asked.decision.accepts:
            yield replace(wrong_kind(asked.decision, Seal.kind), at="")
        else:
            yield from _by_the_rules(asked, Seal(name, ""))


def _refuse_open(asked: Asked, _: Draft, name: str) -> Iterator[Violation]:
    """Return what the engine and the rules have against opening a name."""
    yield from _unopenable(asked, name)
    yield from _by_the_rules(asked, Open(name, "", None))


def _refuse_forfeit(asked: Asked, _: Draft, name: str) -> Iterator[Violation]:
    """Return what the engine and the rules have against giving up a name."""
    yield from _not_lost(asked, name)
    yield from _by_the_rules(asked, Forfeit(name).opening)


def _by_the_rules(asked: Asked, order: Seal | Open) -> Iterator[Violation]:
    """Return what the ruleset has against a name; which value it holds makes no difference."""
    if not order.name.startswith(STANDING):
        for fault in asked.ruleset.check(asked.game.state, order):
            yield replace(fault, at="")


def _names_to_seal(asked: Asked, draft: Draft) -> Iterator[Choice]:
    """Offer what the rules let the seat seal, then standing orders, which any decision allows."""
    if "name" in draft:
        return
    is_asked = Seal.kind in asked.decision.accepts
    names = [*secrecy_of(asked.ruleset).secrets(asked.game.state)] if is_asked else []
    standing = (STANDING + kind for kind in answers_of(asked.ruleset).policies)
    for name in chain(names, standing):
        if not any(_refuse_seal(asked, draft, name)):
            yield Choice("name", name, name, rule=asked.decision.rule)


def _values_to_seal(asked: Asked, draft: Draft) -> Iterator[Choice]:
    """Offer the values that make sense: those of the rules, or the policies of a decision.

    Where a decision has none, the opening of nothing lets its seat be asked.
    """
    if "value" in draft or "name" not in draft:
        return
    name, rule = draft["name"], asked.decision.rule
    policies = answers_of(asked.ruleset).policies.get(name.removeprefix(STANDING), {})
    if name.startswith(STANDING):
        for policy, text in policies.items():
            yield Choice("value", policy, policy, rule=rule, notes=(text,))
        if not policies:
            yield Choice("value", None, "no answer", rule=rule)
    else:
        for value in secrecy_of(asked.ruleset).secrets(asked.game.state)[name]:
            said = said_secret(asked.ruleset, asked.game.state, asked.decision.seat, name, value)
            yield Choice("value", value, said, rule=rule)


def _names_to_open(asked: Asked, draft: Draft) -> Iterator[Choice]:
    if "name" not in draft:
        for name in asked.live:
            if not any(_refuse_open(asked, draft, name)):
                yield Choice("name", name, name, rule=asked.decision.rule)


def _names_to_forfeit(asked: Asked, draft: Draft) -> Iterator[Choice]:
    if "name" not in draft:
        for name in asked.lost:
            if not any(_refuse_forfeit(asked, draft, name)):
                yield Choice("name", name, name, rule=asked.decision.rule)


SEALING_FORMS: Mapping[str, Form[Asked]] = {
    form.kind: form
    for form in (
        Form(
            Sealing,
            (
                Member("name", Shape.ONE, _refuse_seal, _names_to_seal),
                Member("value", Shape.ONE, nothing, _values_to_seal, after=("name",), is_free=True),
            ),
            wanted("-", "name", "value"),
        ),
        Form(
            Opening,
            (Member("name", Shape.ONE, _refuse_open, _names_to_open),),
            wanted("-", "name"),
        ),
        Form(
            Forfeit,
            (Member("name", Shape.ONE, _refuse_forfeit, _names_to_forfeit),),
            wanted("-", "name"),
        ),
    )
}
