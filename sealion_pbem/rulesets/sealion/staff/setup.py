"""5.0  Where the staffs begin."""

from __future__ import annotations

from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.sealion.board import CONVOY, EAST, WEST
from sealion_pbem.rulesets.sealion.deployment import british_places
from sealion_pbem.rulesets.sealion.rules.ch05_deploying import HAND, Deploy
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.staff.outlook import Outlook, factories
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = ["british_setup", "german_setup"]

_MINES = ("Thames Estuary", "C", "D", "E", "F", "G", CONVOY)
_SHORE = ("5921", "6618", "6716", "6914", "6318", "6912", "6021", "6219", "6116", "5513")
"""The beaches and ports nearest to France, and the towns behind them."""
_SMALL = 3


def german_setup(outlook: Outlook) -> Order:
    """5.1  Return mines on the ways of the Royal Navy to the landing beaches."""
    hand = list(outlook.now.units_in(HAND, GERMAN))
    return Deploy(dict(zip(hand, _MINES, strict=False))) if hand else Done()


def british_setup(outlook: Outlook) -> Order:
    """5.2  Return a unit in every factory, the best in London and on the nearest beaches."""
    state = outlook.now
    if not any(state.units_in(HAND, BRITISH)):
        return Done()
    return Deploy(british_places(state, _wanted(state, outlook.whim)) | _ships(state))


def _wanted(state: State, whim: int) -> list[str]:
    """Return the posts, the strongest units' first: coast, London, the other factories."""
    hexes = state.table.board.hexes
    towns = factories(state)
    london = [n for n in towns if hexes[n].city == "london"]
    others = [n for n in towns if n not in london and n not in _SHORE]
    turn = whim % _SMALL
    shore = [*_SHORE[turn:_SMALL], *_SHORE[:turn], *_SHORE[_SMALL:]]
    return [*shore, *london, *others]


def _ships(state: State) -> dict[str, str]:
    """Return boxes for the ships, most of them where they are nearest to the landing beaches."""
    ships = [n for n, c in state.table.counters.items() if c.setup == "royal_navy"]
    west = ("submarine",)
    return {n: WEST if state.counter(n).type in west else EAST for n in ships}
