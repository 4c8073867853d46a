"""The table at which a game is played: scenario, settings, board and counters, none of which change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.world_at_war import data
from sealion_pbem.rulesets.world_at_war.board import Board, board
from sealion_pbem.rulesets.world_at_war.counters import Counter
from sealion_pbem.rulesets.world_at_war.setting import GameSettings

__all__ = ["ALLIES", "AXIS", "MAJORS", "MINORS", "SEATS", "SIDE_OF", "Table", "other", "table"]

AXIS, ALLIES = Seat("axis"), Seat("allies")
SEATS = (AXIS, ALLIES)
MAJORS: Mapping[Seat, tuple[str, ...]] = {
    AXIS: ("germany", "italy"),
    ALLIES: ("britain", "france"),
}
"""The nations that have BRPs of their own."""
MINORS = ("belgium", "netherlands", "luxembourg")
SIDE_OF: Mapping[str, Seat] = {nation: seat for seat, many in MAJORS.items() for nation in many}
_SEASONS = ("Spring", "Summer", "Fall", "Winter")


def other(seat: Seat) -> Seat:
    """Return the opponent."""
    return ALLIES if seat == AXIS else AXIS


@dataclass(frozen=True, eq=False)
class Table:
    """Everything about a game that never changes."""

    scenario: str
    settings: GameSettings
    document: Mapping[str, Any]
    board: Board
    counters: Mapping[str, Counter]
    turns: tuple[str, ...] = ()
    rank: Mapping[str, int] = field(default_factory=dict)
    """The place of each unit in the order of the counters."""
    partisans: tuple[str, ...] = ()
    armor: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Two tables are the same if scenario and settings are."""
        if not isinstance(other, Table):
            return NotImplemented
        return (self.scenario, self.settings) == (other.scenario, other.settings)

    def __hash__(self) -> int:
        return hash((self.scenario, self.settings))

    @property
    def never_entered(self) -> frozenset[str]:
        """R-10  The countries that nobody enters in this scenario."""
        return frozenset(self.document["never_entered"])

    @property
    def has_partisans(self) -> bool:
        """R-55, R-56  Whether partisans are in this scenario from the beginning."""
        listed = (*self.document["setup"], *self.document["pool"])
        return any(self.counters[unit].arm == "partisan" for unit in listed)

    @property
    def order_of_battle(self) -> tuple[str, ...]:
        """The units of this scenario, in the order of the counters."""
        listed = {*self.document["setup"], *self.document["pool"]}
        if self.settings.partisans == "after_surrender" and not self.has_partisans:
            # Two Western and two Communist counters are France's most (11.22); the pack has two.
            listed |= {"ptn_wa_1", "ptn_wa_2"}
        return tuple(unit for unit in self.counters if unit in listed)

    def season(self, turn: int) -> str:
        """R-1  Return the season of a game turn."""
        return self.turns[turn - 1].split()[0]


@cache
def table(scenario: str, settings: GameSettings) -> Table:
    """Return the table of a scenario with these settings."""
    document = data.scenario(scenario)
    counters = data.counters()
    turns = tuple(document["turns"][: settings.turns])
    ground = board(is_dover_open=settings.dover == "open")
    rank = {unit: number for number, unit in enumerate(counters)}
    partisans = tuple(unit for unit, known in counters.items() if known.arm == "partisan")
    armor = tuple(unit for unit, known in counters.items() if known.arm == "armor")
    return Table(scenario, settings, document, ground, counters, turns, rank, partisans, armor)
