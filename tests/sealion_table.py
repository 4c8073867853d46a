"""The small language of Sealion's rule tests: put units somewhere, say where in the game it is, order.

    table("sealion-deluxe", step=6, stage="land combat").place({"6716": ["uk_1_lon"]})

What is not placed is out of the game. `order` checks and obeys one order of the seat that is asked and
returns the events; `refusals` returns why an order is illegal.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from sealion_pbem.engine.dice import DiceRolled, ScriptedDice
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Order, Violation
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023, MAGAZINE_2016, Sealion
from sealion_pbem.rulesets.sealion.state import OUT, State, Unit

__all__ = ["EDITIONS", "SealionTable", "both_editions", "table"]

EDITIONS = {ruleset.id: ruleset for ruleset in (MAGAZINE_2016, DELUXE_2023)}
both_editions = pytest.mark.parametrize("edition", list(EDITIONS))


class SealionTable:
    """A position that is written down, played on and looked at."""

    def __init__(self, ruleset: Sealion, state: State) -> None:
        self.ruleset = ruleset
        self.state = state
        self._dice = ScriptedDice()

    def place(
        self,
        where: Mapping[str, Sequence[str]],
        reduced: Iterable[str] = (),
        aboard: Mapping[str, str] | None = None,
    ) -> "SealionTable":
        """Put units into hexes, sea spaces and boxes; `aboard` maps a unit to what carries it."""
        for place, names in where.items():
            for name in names:
                steps = self.state.table.counters[name].steps - (name in set(reduced))
                self.state.put(name, Unit(place, steps))
        for name, carrier in (aboard or {}).items():
            place = self.state.units[carrier].place
            steps = self.state.table.counters[name].steps - (name in set(reduced))
            self.state.put(name, Unit(place, steps, carrier))
        return self

    def at(self, **facts: Any) -> "SealionTable":
        """Set members of the state: weather="rain", fought=frozenset({…}), ever_german=area …"""
        for name, value in facts.items():
            setattr(self.state, name, value)
        return self

    def german_hexes(self, *numbers: str) -> "SealionTable":
        """Hexes that a German land unit was the last to occupy."""
        area = self.state.table.board.area(numbers)
        self.state.ever_german |= area
        self.state.last_german |= area
        return self

    def dice(self, *faces: int, **by_purpose: Sequence[int]) -> "SealionTable":
        """Let the next dice fall as written."""
        self._dice = ScriptedDice(faces, by_purpose)
        return self

    @property
    def decision(self) -> Decision | None:
        return self.ruleset.decision(self.state)

    def refusals(self, order: Order) -> list[Violation]:
        """Why an order is illegal; whether its kind is accepted is looked at too."""
        decision = self.decision
        if decision is None or order.kind not in decision.accepts:
            return [Violation("-", "wrong_kind", f"{order.kind} is not asked for")]
        # By the numbers of the Deluxe, as the chapters write them; that an edition cites its own is
        # tried by test_illegal_orders.py.
        return list(self.ruleset.broken(self.state, order))

    def codes(self, order: Order) -> list[tuple[str, str]]:
        """Rule and code of every refusal."""
        return [(violation.rule, violation.code) for violation in self.refusals(order)]

    def order(self, *orders: Order) -> list[Any]:
        """Give legal orders, let the game go on to the next decision, return the events."""
        play = Play(self.state, self._dice, self.ruleset)
        for order in orders:
            assert not self.refusals(order), self.refusals(order)
            self.ruleset.obey(play, order)
            self.ruleset.advance(play)
        return play.events

    def go_on(self) -> list[Any]:
        """Let the game go on to the next decision, return the events."""
        play = Play(self.state, self._dice, self.ruleset)
        self.ruleset.advance(play)
        return play.events

    def begin(self, function: Any) -> list[Any]:
        """Let one stage function of a chapter act, return the events."""
        play = Play(self.state, self._dice, self.ruleset)
        function(play)
        return play.events

    def answer(self, policy: str) -> Any:
        """What a policy answers; a test asks it for the members of the order that it expects."""
        order = self.ruleset.answer(self.state, policy)
        assert order is not None, f"{policy} has no answer"
        return order

    def offers(self) -> list[Any]:
        """What the rules offer; a test asks it for the members of the orders that it expects."""
        return list(self.ruleset.offers(self.state))

    def where(self, name: str) -> str:
        return self.state.units[name].place

    def steps(self, name: str) -> int:
        return self.state.units[name].steps


def without_rolls(events: Iterable[Any]) -> list[Any]:
    """Events without the dice."""
    return [event for event in events if not isinstance(event, DiceRolled)]


def table(
    edition: str = "sealion-deluxe",
    *,
    turn: int = 1,
    step: int = 2,
    stage: str = "naval movement",
    options: Mapping[str, Any] | None = None,
    **facts: Any,
) -> SealionTable:
    """An empty map at some stage of the game."""
    ruleset = EDITIONS[edition]
    state = ruleset.setup("invasion", options or {})
    for name in list(state.table.counters):
        state.put(name, Unit(OUT, 0))
    state.turn, state.step, state.stage = turn, step, stage
    return SealionTable(ruleset, state).at(churchill="evacuated", **facts)
