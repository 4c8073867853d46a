"""Forecasts: what dice can bring, in terms that any game can use, with exact probabilities.

A ruleset that can say what its dice promise is `Forecasting`; nobody has to be. No die is rolled for a
forecast, and it is said of the position that everybody sees: it tells nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Protocol, TypeVar, runtime_checkable

from sealion_pbem.engine.card import Clash
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Json, Order

__all__ = ["Case", "Forecast", "Forecasting", "forecasting", "merged"]

S_contra = TypeVar("S_contra", contravariant=True)


@frozen
class Case:
    """One result that dice can have, its probability, and what each seat loses by it.

    `lost` names only seats that lose something, in the game's own measure of losses; `facts` are words
    for what else is then true, such as "taken". `place` is where it then ends, if that depends on dice.
    """

    chance: Fraction
    result: str
    lost: tuple[tuple[str, int], ...] = ()
    facts: tuple[str, ...] = ()
    place: str = ""

    def losses_of(self, seat: str) -> int:
        """Return what a seat loses."""
        return dict(self.lost).get(seat, 0)


@frozen
class Forecast:
    """Every result of one roll, or of several that are judged together.

    `assumes` says in words on what it rests: what other seats may still do, how choices are made.
    `clash` is what is known before the dice: forces, column, modifiers. `about` is the place or unit
    for which they fall, by its id. `runs` is 0 if the probabilities are exact; otherwise they are
    shares of so many simulated runs.
    """

    kind: str
    title: str
    rule: str
    cases: tuple[Case, ...]
    assumes: tuple[str, ...] = ()
    clash: Clash | None = None
    about: str = ""
    runs: int = 0

    def chance(self, holds: Callable[[Case], bool]) -> Fraction:
        """Return the probability of the cases of which something holds."""
        return sum((case.chance for case in self.cases if holds(case)), Fraction(0))

    def chance_of(self, fact: str) -> Fraction:
        """Return the probability that a fact is then true."""
        return self.chance(lambda case: fact in case.facts)

    def expected(self, seat: str) -> Fraction:
        """Return what a seat loses on average."""
        return sum((case.chance * case.losses_of(seat) for case in self.cases), Fraction(0))

    @property
    def document(self) -> dict[str, Json]:
        """The forecast as JSON; a probability is a text such as "1/6"."""
        known = {} if self.clash is None else {"clash": to_wire(self.clash)}
        return {
            "kind": self.kind,
            "title": self.title,
            "rule": self.rule,
            "about": self.about,
            "method": f"simulation of {self.runs} runs" if self.runs else "exact",
            "assumes": list(self.assumes),
            "cases": [
                {
                    "chance": str(case.chance),
                    "result": case.result,
                    "lost": dict(case.lost),
                    "facts": list(case.facts),
                    **({"place": case.place} if case.place else {}),
                }
                for case in self.cases
            ],
            **known,
        }


def merged(cases: Iterable[Case]) -> tuple[Case, ...]:
    """Return cases with those that are alike in all but probability made one, in their first order."""
    chances: dict[tuple[Any, ...], Fraction] = {}
    for case in cases:
        key = (case.result, case.lost, case.facts, case.place)
        chances[key] = chances.get(key, Fraction(0)) + case.chance
    return tuple(Case(chance, *key) for key, chance in chances.items() if chance)


@runtime_checkable
class Forecasting(Protocol[S_contra]):
    """A ruleset that can say what dice promise.

    Laws, each a contract test: the cases of a forecast add up to 1, and none is impossible; forecasts
    roll no dice, change nothing and survive JSON.
    """

    def forecasts(self, state: S_contra, order: Order) -> tuple[Forecast, ...]:
        """Return what the dice of a legal order can bring, roll by roll; nothing if none would fall.

        Where it depends on what another seat may still do there is a forecast for each extreme of it.
        """

    def prospects(self, state: S_contra) -> tuple[Forecast, ...]:
        """Return what dice can bring that fall at nobody's order, such as weather."""


def forecasting(ruleset: Ruleset[Any]) -> Forecasting[Any] | None:
    """Return what a ruleset can say of dice; None if it says nothing."""
    return ruleset if isinstance(ruleset, Forecasting) else None
