"""Fake parachutists (14.6): what only their owner knows, and when he shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealion_pbem.engine.seal import Open
from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.sealion.rules.ch14_options.drop import (
    LAST_DROP,
    Withdraw,
    landed_now,
)
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.staff.outlook import Outlook, nearest
from sealion_pbem.rulesets.sealion.state import BRITISH
from sealion_pbem.rulesets.sealion.veil import SEALS, pair_of

__all__ = [
    "NEAR",
    "first_real",
    "is_fake",
    "must_be_real",
    "opening",
    "openings",
    "real_ones",
    "verdicts",
]

NEAR = 4
"""Fakes come down so near to a real unit that drift cannot make it more than six hexes."""
_REACH = 6


def is_fake(outlook: Outlook, name: str) -> bool:
    """14.6  Return whether a counter is a fake, as the own seals say."""
    veil, key = outlook.now.veil, pair_of(name, outlook.now.table.pairs)
    if veil is None or not key:
        return False
    _, value = outlook.sealed.get(SEALS + key, ("", ""))
    return name in veil.fake or (name not in veil.real and value != name)


def must_be_real(outlook: Outlook, name: str) -> bool:
    """14.6  Return whether a counter may fly only when it is real and everybody knows it."""
    return outlook.now.turn > LAST_DROP and outlook.now.is_doubtful(name)


def opening(outlook: Outlook, name: str) -> Open:
    """Return the order that shows the pair of a counter."""
    seal = SEALS + pair_of(name, outlook.now.table.pairs)
    return Open(seal, *outlook.sealed[seal])


def first_real(outlook: Outlook, names: Iterable[str]) -> list[str]:
    """Return units with the fakes last."""
    return sorted(names, key=lambda name: is_fake(outlook, name))


def real_ones(outlook: Outlook) -> list[str]:
    """14.6  Return the hexes where real parachute units stand."""
    state = outlook.now
    hexes = state.table.board.hexes
    return [
        state.units[name].place
        for twins in state.table.pairs.values()
        for name in twins
        if state.is_in_play(name)
        and state.units[name].place in hexes
        and not state.units[name].aboard
        and not is_fake(outlook, name)
    ]


def verdicts(outlook: Outlook) -> Iterator[Order]:
    """14.6, F-4  Return the withdrawal of stray fakes, and openings of counters that took something."""
    real = real_ones(outlook)
    lost = [
        name
        for name in landed_now(outlook.now)
        if is_fake(outlook, name) and nearest(outlook.now.units[name].place, real) > _REACH
    ]
    if lost:
        yield Withdraw(tuple(lost))
    yield from openings(outlook)
    yield Done()


def openings(outlook: Outlook) -> Iterator[Order]:
    """14.6 e  Return openings of real counters on a factory, a radar, an airbase or in Parliament."""
    state = outlook.now
    for twins in state.table.pairs.values():
        for name in twins:
            if not state.is_in_play(name) or not state.is_doubtful(name) or is_fake(outlook, name):
                continue
            place = state.units[name].place
            facts = state.table.board.hexes.get(place)
            if facts is None or state.units[name].aboard or state.land_in(place, BRITISH):
                continue
            worth = facts.factory or facts.radar or facts.airbase or facts.parliament
            if worth and not state.holds(state.last_german, place):
                yield opening(outlook, name)
