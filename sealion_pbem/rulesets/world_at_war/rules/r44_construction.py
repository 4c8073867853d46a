"""R-43 to R-47  Construction: prices, places, limits."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.economy import UnitBuilt
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import zone
from sealion_pbem.rulesets.world_at_war.rules.ch11_partisans import (
    partisan_country,
    refuse_partisan_hex,
)
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import is_crowded, room_for
from sealion_pbem.rulesets.world_at_war.rules.r20_air import base_room, is_base
from sealion_pbem.rulesets.world_at_war.rules.r33_supply import fully_supplied
from sealion_pbem.rulesets.world_at_war.state import POOL, State
from sealion_pbem.rulesets.world_at_war.table import MAJORS, SIDE_OF

__all__ = [
    "BUILD_FORM",
    "buildable",
    "obey_build",
    "payers",
    "price_of",
    "room_to_build",
    "sites",
]


def missing_factors(state: State, unit: str) -> int:
    """R-7  Return how many factors of a unit can be built: all, or what a wing or flak lacks."""
    known, counter = state.units[unit], state.counter(unit)
    if known.place == POOL:
        return max(1, counter.factor)
    if known.is_on_map and (counter.is_air or counter.arm == "flak"):
        return counter.factor - known.factors
    return 0


def price_of(state: State, unit: str) -> int:
    """R-43, R-46, 13.23, R-37  Return what a unit costs; double if given up or lost in isolation."""
    double = state.is_marked(unit, "given_up") or state.is_marked(unit, "cut_off")
    return missing_factors(state, unit) * state.counter(unit).cost * (1 + double)


def room_to_build(state: State, nation: str) -> int:
    """R-45, R-47, 11.73  Return how many BRPs a nation may still spend on construction."""
    limit: int = state.table.document["construction_limit"].get(nation, 0)
    left = limit - state.built.get(nation, 0) - state.raided.get(nation, 0)
    return max(0, min(left, state.brp.get(nation, 0)))


def refuse_build(state: State, _: Draft, unit: str) -> Iterator[Violation]:
    """R-46, 10.41D, 11.35  Return why a unit is not built."""
    if unit not in state.units or state.seat_of(unit) != state.active:
        yield Violation("R-4", "not_your_unit", f"{unit} is not yours to order")
        return
    counter = state.counter(unit)
    if counter.arm == "base" or not missing_factors(state, unit):
        yield Violation("R-46", "not_in_pool", f"{unit} is not in the force pool")
    elif counter.arm == "airborne" and state.is_marked(unit, "lost"):
        yield Violation("10.41D", "lost_now", f"{unit} was lost in this player turn")
    elif counter.arm == "partisan" and not partisan_country(state):
        yield Violation("11.31", "no_partisans", "partisans may not be built")


def sites(state: State, unit: str) -> list[str]:
    """R-44  Return the hexes in which a unit can be built."""
    board, counter = state.table.board, state.counter(unit)
    area = board.whole
    if counter.arm != "partisan":
        # All others are built at home; most of the map need not be asked.
        area = state.controlled(state.active) & board.countries.get(counter.nation, 0)
    return [n for n in board.in_area(area) if not any(refuse_site(state, {"unit": unit}, n))]


def refuse_site(state: State, draft: Draft, number: str) -> Iterator[Violation]:
    """R-44, 10.343, 11.35  Return why a unit is not built in a hex."""
    unit, board, seat = draft["unit"], state.table.board, state.active
    counter, known = state.counter(unit), state.units[unit]
    if number not in board.hexes:
        yield Violation("R-44", "no_hex", f"{number} is not on the map")
        return
    if counter.arm == "partisan":
        yield from refuse_partisan_hex(state, seat, number)
        if not room_for(state, number, seat, unit):
            yield Violation("12.11", "overstacked", f"there would be too many in {number}")
        return
    if known.is_on_map and known.place != number:
        yield Violation("R-44", "elsewhere", f"{unit} is in {known.place} and is filled up there")
    if not _is_site(state, unit, number):
        text = f"{number} is no city of {counter.nation} under your control"
        yield Violation("R-44", "no_site", text)
        return
    if not fully_supplied(state, seat) & (board.bits[number] | board.area(board.beside[number])):
        yield Violation("R-44", "not_supplied", f"{number} is not fully supplied")
    if zone(state, state.passive) & board.bits[number]:
        yield Violation("10.343", "in_zone", f"{number} is in an enemy zone of control")
    yield from _refuse_room(state, unit, number)


def _is_site(state: State, unit: str, number: str) -> bool:
    """R-44  Return whether a hex is a place where a unit is built: a city at home, flak also in ports."""
    counter, facts = state.counter(unit), state.table.board.facts(number)
    place = facts.is_city or bool(facts.capital) or facts.is_objective
    if counter.arm == "flak":
        place = place or facts.is_port
    if counter.is_air:
        place = place or is_base(state, state.active, number)
    return place and facts.country == counter.nation and state.controls(state.active, number)


def _refuse_room(state: State, unit: str, number: str) -> Iterator[Violation]:
    """12.11, R-20  Return that a hex has no room for what is built."""
    is_new = not state.units[unit].is_on_map
    if state.counter(unit).is_air:
        if base_room(state, number) < missing_factors(state, unit):
            yield Violation("R-20", "base_full", f"{number} has no room for {unit}")
    elif is_new and _is_full(state, number, state.active, unit):
        yield Violation("12.11", "overstacked", f"there would be too many in {number}")


def _is_full(state: State, number: str, seat: Seat, unit: str) -> bool:
    if state.counter(unit).arm != "flak":
        return is_crowded(state, number, seat, (unit,))
    there = (u for u in state.at(number) if state.counter(u).arm == "flak")
    factors = sum(state.units[u].factors for u in there) + missing_factors(state, unit)
    return factors > 3  # noqa: PLR2004 - three flak factors (12.12)


def payers(state: State, unit: str) -> list[str]:
    """R-45, 11.354  Return who can pay for a unit: its nation, for a minor either major power."""
    nation = state.counter(unit).nation
    many = [nation] if nation in SIDE_OF else [*MAJORS[state.active]]
    if state.counter(unit).arm == "partisan":
        many = [*MAJORS[state.active]]
    cost = price_of(state, unit)
    return [
        n for n in many
        if n in state.brp and n not in state.conquered and room_to_build(state, n) >= cost
    ]  # fmt: skip


def refuse_payer(state: State, draft: Draft, nation: str) -> Iterator[Violation]:
    """R-45, R-47  Return why a nation does not pay for a unit."""
    if nation not in payers(state, draft["unit"]):
        cost, room = price_of(state, draft["unit"]), room_to_build(state, nation)
        text = f"{nation} cannot pay {cost} for {draft['unit']}: it may still spend {room}, or not on it"
        yield Violation("R-45", "cannot_pay", text)


def buildable(state: State) -> list[str]:
    """R-43  Return what can be built somewhere by somebody."""
    return [choice.value for choice in _units(state, {})]


def _units(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" in draft:
        return
    for unit in state.units:
        if state.seat_of(unit) != state.active or any(refuse_build(state, draft, unit)):
            continue
        if payers(state, unit) and sites(state, unit):
            yield Choice("unit", unit, unit, price_of(state, unit), "R-43")


def _sites(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" in draft and "hex" not in draft:
        for number in sites(state, draft["unit"]):
            yield Choice("hex", number, state.table.board.name(number), rule="R-44")


def _payers(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" in draft and "payer" not in draft:
        for nation in payers(state, draft["unit"]):
            yield Choice("payer", nation, nation, rule="R-45")


BUILD_FORM: Form[State] = Form(
    o.Build,
    (
        Member("unit", Shape.ONE, refuse_build, _units),
        Member("hex", Shape.ONE, refuse_site, _sites, after=("unit",)),
        Member("payer", Shape.ONE, refuse_payer, _payers, after=("unit",)),
    ),
    wanted("R-43", "unit", "hex", "payer"),
)


def obey_build(play: Play[State], order: o.Build) -> None:
    """R-43  Build a unit and pay for it."""
    cost = price_of(play.state, order.unit)
    factors = missing_factors(play.state, order.unit)
    play.emit(UnitBuilt(order.unit, order.hex, factors, order.payer, cost))
