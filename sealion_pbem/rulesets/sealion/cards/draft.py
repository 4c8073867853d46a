"""A card while its combat is told: clashes are added, and what comes of the last one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from sealion_pbem.engine.card import Card, Clash, Luck

__all__ = ["CardDraft"]


@dataclass(slots=True)
class CardDraft:
    """One combat in the making; `place` is the hex or sea space it is fought in."""

    kind: str
    title: str
    rule: str
    place: str
    clashes: list[Clash] = field(default_factory=list)
    luck: dict[str, tuple[int, Fraction]] = field(default_factory=dict)
    told: list[int] = field(default_factory=list)

    def add(self, clash: Clash, luck: Iterable[Luck]) -> None:
        """Add a clash, and its luck to that of each seat."""
        self.clashes.append(clash)
        for line in luck:
            lost, expected = self.luck.get(line.seat, (0, Fraction(0)))
            self.luck[line.seat] = (lost + line.lost, expected + line.expected)

    def note(self, sentence: str) -> None:
        """Say what came of the last clash; before the first it is a matter of an earlier turn file."""
        if not self.clashes:
            self.clashes.append(Clash((), result="continued from the turn file before"))
        last = self.clashes[-1]
        self.clashes[-1] = replace(last, outcome=(*last.outcome, sentence))

    def card(self) -> Card:
        """Return the finished card."""
        luck = tuple(Luck(seat, lost, mean) for seat, (lost, mean) in self.luck.items())
        return Card(self.kind, self.title, self.rule, tuple(self.clashes), luck, tuple(self.told))
