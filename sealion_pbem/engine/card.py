"""Words for reports: what a combat, a loss and a position come to, in terms that any game can use.

A ruleset says them, a report shows them; nothing here knows how either does it.
"""

from __future__ import annotations

from fractions import Fraction

from sealion_pbem.engine.frozen import frozen

__all__ = ["Briefing", "Card", "Clash", "Factor", "Force", "ForceLine", "Loss", "Luck"]


@frozen
class ForceLine:
    """One unit of a force: its name, what it adds, and why (its arm, its die, its support)."""

    name: str
    value: str = ""
    note: str = ""


@frozen
class Force:
    """One side of a clash; `total` is what the rules compare."""

    seat: str
    role: str
    lines: tuple[ForceLine, ...]
    total: str = ""


@frozen
class Factor:
    """One modifier of a die, and the rule that brings it."""

    name: str
    rule: str
    value: int


@frozen
class Clash:
    """One resolution: who against whom, modifiers, dice, result, and what came of it."""

    forces: tuple[Force, ...]
    dice: str = ""
    column: str = ""
    factors: tuple[Factor, ...] = ()
    result: str = ""
    outcome: tuple[str, ...] = ()


@frozen
class Luck:
    """A seat's loss by the dice of a clash, and the mean over all faces they could have shown."""

    seat: str
    lost: int
    expected: Fraction


@frozen
class Card:
    """One combat: every clash fought in a place during a part of the game.

    `kind` is one of the game's sorts of combat, such as naval, air, strike, landing or land; `told` are
    the numbers of the events that the card tells, so that a story need not tell them again.
    """

    kind: str
    title: str
    rule: str
    clashes: tuple[Clash, ...]
    luck: tuple[Luck, ...] = ()
    told: tuple[int, ...] = ()

    @property
    def columns(self) -> int:
        """The number of columns: one for each side of a clash and one for the result, at least three."""
        return max([3, *(len(clash.forces) + 1 for clash in self.clashes)])


@frozen
class Loss:
    """A unit, by its id, that was weakened or lost."""

    seat: str
    unit: str
    what: str
    rule: str


@frozen
class Briefing:
    """The situation of a game: turn, date, facts for a header, what is to come.

    `coming` says when, who and where.
    """

    turn: str
    date: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    coming: tuple[tuple[str, str, str], ...] = ()
