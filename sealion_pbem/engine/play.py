"""Play: the one door through which a rule touches the game."""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

from sealion_pbem.engine.dice import Dice, DiceRolled
from sealion_pbem.engine.words import Event

__all__ = ["LONGEST_LABEL", "MOST_DICE", "Play", "Rolling"]

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)

MOST_DICE = 500
"""So many dice has a roll at the most; a receipt lists them all."""
LONGEST_LABEL = 280
"""With the number of a repetition a label fits into a receipt."""


class Rolling(Protocol[S_contra]):
    """The facts of a game that dice need: its clock, and how many faces its usual die has."""

    die: int

    def clock(self, state: S_contra) -> str:
        """Return where in the game the state is, the beginning of every dice label."""


class Play(Generic[S]):
    """Read `state`, `emit` events, `roll` dice; a rule can do nothing else.

    The state is a private working copy of this run. Events change it in place, and it is published,
    never to change again, when the run ends.
    """

    __slots__ = ("_dice", "_game", "_used", "events", "rolled", "state")

    def __init__(self, state: S, dice: Dice, game: Rolling[S]) -> None:
        """Begin with a copy that nobody else holds."""
        self.state = state
        self.events: list[Event[Any]] = []
        self.rolled = 0
        self._dice = dice
        self._game = game
        self._used: set[str] = set()

    def emit(self, event: Event[S]) -> None:
        """Let something happen."""
        event.on(self.state)
        self.events.append(event)

    def roll(self, rule: str, purpose: str, *, sides: int | None = None) -> int:
        """Roll one die for a rule and a purpose; it is the usual one of the game, or has `sides`."""
        return self.rolls(rule, purpose, 1, sides=sides)[0]

    def rolls(
        self, rule: str, purpose: str, count: int, *, sides: int | None = None
    ) -> tuple[int, ...]:
        """Roll several dice for a rule and a purpose.

        The label is clock / rule / purpose; a repetition of the same label in one run is numbered,
        so labels are unique whatever a ruleset calls its rolls. A very long one is cut.
        """
        assert 0 < count <= MOST_DICE, f"{count} dice for {purpose}"
        first = label = f"{self._game.clock(self.state)}/{rule}/{purpose}"[:LONGEST_LABEL]
        again = 1
        while label in self._used:
            again += 1
            label = f"{first}#{again}"
        self._used.add(label)
        faces = self._game.die if sides is None else sides
        values = self._dice.throw(label, count, faces)
        self.rolled += 1
        self.events.append(DiceRolled(label, rule, faces, values, self._dice.trust))
        return values
