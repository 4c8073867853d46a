"""5.0  Where the staffs begin."""

from __future__ import annotations

from collections import Counter as Tally

from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.sealion.board import CONVOY, EAST, WEST
from sealion_pbem.rulesets.sealion.rules.ch05_deploying import HAND, Deploy
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import limit_of
from sealion_pbem.rulesets.sealion.rules.ch14_options.placing import places_for
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.staff.outlook import Outlook, factories
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = ["british_setup", "german_setup"]

_MINES = ("Thames Estuary", "C", "D", "E", "F", "G", CONVOY)
_SHORE = ("5921", "6618", "6716", "6914", "6318", "6912", "6021", "6219", "6116", "5513")
"""The beaches and ports nearest to France, and the towns behind them."""
_TUNNELS = "4414"
_SMALL = 3


def german_setup(outlook: Outlook) -> Order:
    """5.1  Mines on the ways of the Royal Navy to the landing beaches."""
    hand = list(outlook.now.units_in(HAND, GERMAN))
    return Deploy(dict(zip(hand, _MINES, strict=False))) if hand else Done()


def british_setup(outlook: Outlook) -> Order:
    """5.2  Something in every factory, the best in London and on the nearest beaches."""
    state = outlook.now
    hand = list(state.units_in(HAND, BRITISH))
    if not hand:
        return Done()
    places: dict[str, str] = {n: _TUNNELS for n in hand if state.counter(n).setup == "tunnel"}
    stacks: Tally[str] = Tally()
    places |= _tied(state, hand, stacks, outlook.whim)
    troops = [n for n in hand if n not in places]
    troops.sort(key=lambda n: (-state.defense_of(n) - state.quality_of(n), state.table.order[n]))
    places |= {
        name: place
        for name, place in zip(troops, _wanted(state, outlook.whim), strict=False)
        if _put(state, stacks, name, place)
    }
    towns = [*_wanted(state, outlook.whim), *state.table.board.numbers]
    for name in troops:
        if name not in places:
            places[name] = next(place for place in towns if _put(state, stacks, name, place))
    return Deploy(places | _ships(state))


def _tied(state: State, hand: list[str], stacks: Tally[str], whim: int) -> dict[str, str]:
    """14.5, 14.9  Return places for those that have few: posts first, whatever is near otherwise."""
    posts = _wanted(state, whim)
    found: dict[str, str] = {}
    for name in hand:
        if state.counter(name).setup in ("london", "alternate"):
            near = places_for(state, state.counter(name)) & set(state.table.board.numbers)
            order = sorted(near, key=lambda n: (posts.index(n) if n in posts else len(posts), n))
            found[name] = next(place for place in order if _put(state, stacks, name, place))
    return found


def _wanted(state: State, whim: int) -> list[str]:
    """Return the posts, the strongest units' first: coast, London, the other factories."""
    hexes = state.table.board.hexes
    towns = factories(state)
    london = [n for n in towns if hexes[n].city == "london"]
    others = [n for n in towns if n not in london and n not in _SHORE]
    turn = whim % _SMALL
    shore = [*_SHORE[turn:_SMALL], *_SHORE[:turn], *_SHORE[_SMALL:]]
    return [*shore, *london, *others]


def _put(state: State, stacks: Tally[str], name: str, place: str) -> bool:
    size = state.counter(name).size
    limit, key = limit_of(state, size), f"{place} {size}"
    if limit is not None and stacks[key] >= limit:
        return False
    stacks[key] += 1
    return True


def _ships(state: State) -> dict[str, str]:
    """Most of the Royal Navy where it is nearest to the landing beaches."""
    ships = [n for n, c in state.table.counters.items() if c.setup == "royal_navy"]
    west = ("submarine",)
    return {n: WEST if state.counter(n).type in west else EAST for n in ships}
