"""R-48  Redeployment."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.economy import UnitRedeployed
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import hostile, zone
from sealion_pbem.rulesets.world_at_war.rules.r20_air import base_room, is_base
from sealion_pbem.rulesets.world_at_war.rules.r33_supply import fully_supplied
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import other

__all__ = ["REDEPLOY_FORM", "left_of", "obey_redeploy", "ways_of"]


def left_of(state: State, nation: str) -> int:
    """R-48  Return how many units of a nation may still be redeployed in this player turn."""
    most: int = state.table.document["redeployments"].get(nation, 0)
    used = sum(state.counter(u).nation == nation for u in state.marks.get("redeployed", ()))
    return most - used


def refuse_redeployed(state: State, _: Draft, unit: str) -> Iterator[Violation]:
    """R-48, 11.44  Return why a unit is not redeployed."""
    known = state.units.get(unit)
    if known is None or not known.is_on_map or state.seat_of(unit) != state.active:
        yield Violation("R-4", "not_your_unit", f"{unit} is not yours to order, or not on the map")
        return
    counter = state.counter(unit)
    if counter.arm == "partisan":
        yield Violation("11.44", "not_redeployed", f"{unit} is never redeployed")
    elif counter.arm == "base":
        yield Violation("R-48", "not_redeployed", f"{unit} is placed anew and never redeployed")
    elif state.is_marked(unit, "redeployed"):
        yield Violation("R-48", "redeployed_already", f"{unit} has been redeployed in this turn")
    elif left_of(state, counter.nation) <= 0:
        text = f"{counter.nation} has used up its redeployments of this player turn"
        yield Violation("R-48", "none_left", text)


def _network(state: State, seat: Seat) -> int:
    """R-48  Return the hexes over which units are redeployed: controlled, out of enemy zones."""
    return state.recalled("network", seat, _find_network)


def _find_network(state: State, seat: Seat) -> int:
    held = state.controlled(seat) & ~zone(state, other(seat)) & ~hostile(state, seat)
    full = fully_supplied(state, seat)
    return held & (full | state.table.board.around(full))


def ways_of(state: State, unit: str) -> dict[str, str]:
    """R-48  Return where a unit can be redeployed to, and how: by land, by sea or through the air."""
    board, seat, here = state.table.board, state.active, state.place_of(unit)
    network = _network(state, seat)
    if state.counter(unit).is_air:
        return {
            n: "air"
            for n in board.in_area(network)
            if n != here and is_base(state, seat, n)
            and base_room(state, n) >= state.units[unit].factors
        }  # fmt: skip
    start = board.bits[here]
    by_land = board.flood(start, network | start) & network & ~start
    found = dict.fromkeys(board.in_area(by_land), "land")
    limit = state.table.document.get("sea_redeployments", {}).get(seat, 0)
    reached = (by_land | start) & board.ports & state.controlled(seat)
    if state.shipments < limit and reached:
        harbours = board.ports & network
        for number in board.in_area(board.flood(harbours, network) & ~start):
            found.setdefault(number, "sea")
    return found


def refuse_destination(state: State, draft: Draft, number: str) -> Iterator[Violation]:
    """R-48, 12.2  Return why a unit is not redeployed to a hex."""
    unit, ways = draft["unit"], ways_of(state, draft["unit"])
    if number not in ways:
        text = f"no way leads {unit} from {state.place_of(unit)} to {number}, or no supply or base there"
        yield Violation("R-48", "no_way", text)


def _units(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" in draft:
        return
    for unit in state.on_map(state.active):
        if not any(refuse_redeployed(state, draft, unit)) and ways_of(state, unit):
            yield Choice("unit", unit, unit, rule="R-48", notes=(state.place_of(unit),))


def _hexes(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" in draft and "hex" not in draft:
        for number, way in sorted(ways_of(state, draft["unit"]).items()):
            name = state.table.board.name(number)
            yield Choice("hex", number, name, rule="R-48", notes=(f"by {way}",))


REDEPLOY_FORM: Form[State] = Form(
    o.Redeploy,
    (
        Member("unit", Shape.ONE, refuse_redeployed, _units),
        Member("hex", Shape.ONE, refuse_destination, _hexes, after=("unit",)),
    ),
    wanted("R-48", "unit", "hex"),
)


def obey_redeploy(play: Play[State], order: o.Redeploy) -> None:
    """R-48  Redeploy a unit; what is too much at the end is eliminated (12.2)."""
    way = ways_of(play.state, order.unit)[order.hex]
    play.emit(UnitRedeployed(order.unit, order.hex, way))
