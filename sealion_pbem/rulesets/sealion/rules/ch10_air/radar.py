"""10.2, 10.6  Chain Home radar: what captured stations cost the British, and who assigns first."""

from __future__ import annotations

from functools import cache

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.board import Board
from sealion_pbem.rulesets.sealion.events.air import RadarsCounted
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = ["UXBRIDGE", "captured_radars", "count_radars", "first_assigner", "lost_sea_places"]

UXBRIDGE = "3907"
"""14.2  The headquarters of the fighters."""


def captured_radars(state: State) -> int:
    """10.6  Return how many radar hexes German land units have ever occupied (A-140)."""
    return (state.ever_german & _radars(state.table.board)).bit_count()


def first_assigner(state: State) -> Seat:
    """10.6, 14.2  Return who assigns first: the British until half the radars have been taken (A-86).

    Where the optional rule is played, Uxbridge alone is enough; both together change nothing more.
    """
    edition = state.table.edition
    if edition.uxbridge_directs_fighters and state.holds(state.ever_german, UXBRIDGE):
        return GERMAN
    enough = state.table.charts["radar"]["german_superiority_from"]
    return GERMAN if captured_radars(state) >= enough else BRITISH


def lost_sea_places(state: State) -> int:
    """10.2  Return how many British air units fewer may be in a sea space (A-81)."""
    if state.edition.radar_loss_counts_at_once:
        return captured_radars(state)
    return state.radars_counted


def count_radars(play: Play[State]) -> None:
    """10.2  At the end of the German player turn let new losses count from the British one on (A-81)."""
    now = captured_radars(play.state)
    if not play.state.edition.radar_loss_counts_at_once and now != play.state.radars_counted:
        play.emit(RadarsCounted(now))


@cache
def _radars(board: Board) -> int:
    return board.area(number for number, facts in board.hexes.items() if facts.radar)
