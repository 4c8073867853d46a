"""10.7  Raids: who strikes now, in which sea spaces, with which bombers, and what they may strike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.memory import remembered
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import bombers_in, ships_in
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["Raid", "next_raids", "strike_targets"]


class Raid(NamedTuple):
    """The bombers of a seat that can strike in one sea space, and what they may strike there."""

    bombers: list[str]
    targets: list[str]


@remembered("step", "resolved")
def next_raids(state: State) -> tuple[Seat, Mapping[str, Raid]]:
    """10.7  Return who strikes now, and where: whoever's player turn it is first, then the other."""
    forces, resolved, mover = state.forces, state.resolved, state.seat
    for seat, foe in ((mover, other(mover)), (other(mover), mover)):
        aloft, ships, troops = forces[seat, "air"], forces[foe, "naval"], forces[foe, "land"]
        raids = {
            sector: Raid(bombers, targets)
            for sector in SECTORS
            if sector in aloft
            and (sector in ships or sector in troops)
            and f"{seat} {sector}" not in resolved
            and (bombers := _able_bombers(state, sector, seat))
            and (targets := strike_targets(state, sector, seat))
        }
        if raids:
            return seat, raids
    return mover, {}


def _able_bombers(state: State, sector: str, seat: Seat) -> list[str]:
    bombers = bombers_in(state, sector, seat)
    return [n for n in bombers if state.strength_of(n)] if bombers else bombers


def strike_targets(state: State, sector: str, seat: Seat) -> list[str]:
    """10.7  Return what a seat's bombers may strike in a sea space (A-78).

    Batteries (A-73), amphibious land units that swim (A-75) and, where the charter says so, mines
    (A-68) are among it; what is carried is not.
    """
    ships = ships_in(state, sector, other(seat))
    if state.edition.mines_can_be_bombed:
        return ships
    counters = state.table.counters
    return [name for name in ships if counters[name].type != "mine"]
