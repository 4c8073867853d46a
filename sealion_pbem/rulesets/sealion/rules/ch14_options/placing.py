"""14.4, 14.5, 14.7, 14.9  Where the units of optional rules begin."""

from __future__ import annotations

from functools import cache

from sealion_pbem.engine.play import Play
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.board import CONVOY, SECTORS, Board
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.data import AlternateStart
from sealion_pbem.rulesets.sealion.events.general import UnitPlaced
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["OFF_MAP", "RULES", "TRACK", "begin_british_setup", "places_for"]

TRACK = tuple(f"Turn {turn}" for turn in range(1, 8))
"""Where units wait for the turn on which they arrive."""
OFF_MAP = TRACK[0]
"""14.9  Where a unit waits that begins off the map."""
RULES = {"free_french": "14.4", "london": "14.5", "magnetic_mine": "14.7", "alternate": "14.9"}
"""Which rule says where a unit with this word of the set-up may begin."""


def places_for(state: State, counter: Counter) -> frozenset[str]:
    """14.4, 14.5, 14.7, 14.9  Return where a unit of an optional rule may be set up."""
    board = state.table.board
    if counter.setup == "free_french":
        return frozenset(board.numbers)
    if counter.setup == "london":
        return frozenset(n for n in board.numbers if board.hexes[n].city == "london")
    if counter.setup == "magnetic_mine":
        return frozenset((CONVOY, *SECTORS))
    if counter.setup == "alternate":
        return _near_the_chart(board, state.table.historical[counter.id])
    return frozenset()


@cache
def _near_the_chart(board: Board, start: AlternateStart) -> frozenset[str]:
    """14.9, A-137  Return land hexes within one of those listed, and off the map where that is allowed."""
    near = (n for n in board.numbers if any(distance(n, there) <= 1 for there in start.near))
    return frozenset((*near, OFF_MAP) if start.entry else near)


def begin_british_setup(play: Play[State]) -> None:
    """14.4  Where the charter says so, a die for each Free French division: here, or on that turn."""
    if not play.state.edition.free_french_are_rolled_for:
        return
    for name, counter in play.state.table.counters.items():
        if counter.setup == "free_french":
            turn = play.roll("14.4", f"arrival of {counter.name}")
            if turn > 1:
                play.emit(UnitPlaced(name, f"Turn {turn}", "14.4"))
