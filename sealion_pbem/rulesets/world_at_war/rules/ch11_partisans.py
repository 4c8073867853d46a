"""11.0  Partisans: where they are built, and what they cost their enemy."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.world_at_war.events.economy import PartisansRaided
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import is_prized, walls_of, zone
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import MAJORS, other

__all__ = ["judge_raids", "partisan_country", "raid_cost", "refuse_partisan_hex"]


def partisan_country(state: State) -> str:
    """11.31, R-55, R-56  Return the country in which partisans may be built now, or ""."""
    table = state.table
    if table.has_partisans:
        return "france"
    is_open = table.settings.partisans == "after_surrender" and "france" in state.conquered
    return "france" if is_open else ""


def refuse_partisan_hex(state: State, seat: Seat, number: str) -> Iterator[Violation]:
    """11.35  Return why no partisan is built in a hex."""
    board, country = state.table.board, partisan_country(state)
    if not country or board.facts(number).country != country:
        yield Violation("11.31", "no_partisans", f"no partisans are built in {number}")
        return
    if state.marks.get("raised"):
        yield Violation("11.35", "one_a_turn", "one partisan has been built in this turn")
    there = state.at(number)
    if state.owner(number) == seat:
        yield Violation("11.35", "not_enemy_held", f"{number} is not controlled by the enemy")
    if any(state.counter(unit).arm != "partisan" for unit in there):
        yield Violation("11.35", "not_vacant", f"{', '.join(there)} is in {number}")
    is_held = number in state.bridgeheads or number in state.by_hand.sites
    if is_held or walls_of(state, number):
        text = f"{number} has a fortification, a bridgehead, a center or a railhead"
        yield Violation("11.35", "fortified", text)
    if zone(state, other(seat)) & board.bits[number]:
        yield Violation("11.35", "in_zone", f"{number} is in a zone of control")


def raid_cost(state: State, unit: str) -> int:
    """11.7  Return what a partisan costs the power that controlled its hex: 0, 1 or 2 BRPs."""
    board, here = state.table.board, state.place_of(unit)
    seat = state.seat_of(unit)
    owner = state.owner(here)
    if owner is None or owner == seat or seat is None:
        return 0
    near = board.adjacent[here]
    if any(state.controls(seat, there) for there in near):
        return 0
    regular = (u for there in (here, *near) for u in state.ground_at(there, seat))
    if any(state.counter(each).arm != "partisan" for each in regular):
        return 0
    return 2 if any(is_prized(state, there) for there in near) else 1


def _victim(state: State, number: str) -> str:
    """11.7, R-79  Return who pays for a partisan's hex: the power that controlled it before he came."""
    power = state.power_of(number)
    majors = (nation for nation in MAJORS[state.active] if nation in state.brp)
    return power if power in state.brp else next(majors)


def judge_raids(play: Play[State]) -> None:
    """11.7, 11.72  Let partisans cost their victim BRPs at the end of his combat phase."""
    state = play.state
    for unit in state.table.partisans:
        known = state.units.get(unit)
        if known is None or not known.is_on_map or state.owner(known.place) != state.active:
            continue
        nation = _victim(state, known.place)
        amount = min(raid_cost(state, unit), state.brp[nation])
        if amount:
            play.emit(PartisansRaided(unit, nation, amount))
