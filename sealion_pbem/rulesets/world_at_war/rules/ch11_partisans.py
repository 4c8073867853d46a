"""11.0  Partisans: where they are built, and what they cost their enemy."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.world_at_war.events.economy import PartisansRaided
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import zone
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import SIDE_OF, other

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
    if number in state.bridgeheads or board.walls_of(number):
        yield Violation("11.35", "fortified", f"{number} has a fortification or a bridgehead")
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
    facts = [board.facts(there) for there in near]
    return 2 if any(each.capital or each.is_objective for each in facts) else 1


def judge_raids(play: Play[State]) -> None:
    """11.7, 11.72  At the end of the victim's combat phase partisans cost him BRPs."""
    state = play.state
    for unit in state.table.partisans:
        known = state.units.get(unit)
        if known is None or not known.is_on_map or state.owner(known.place) != state.active:
            continue
        nation = next(n for n in state.brp if SIDE_OF[n] == state.active)
        amount = min(raid_cost(state, unit), state.brp[nation])
        if amount:
            play.emit(PartisansRaided(unit, nation, amount))
