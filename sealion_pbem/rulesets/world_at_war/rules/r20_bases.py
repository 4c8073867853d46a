"""R-20  Bases: staging, and airbase counters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.moving import (
    BasePlaced,
    WingsRebased,
)
from sealion_pbem.rulesets.world_at_war.rules.r20_air import base_room, is_base
from sealion_pbem.rulesets.world_at_war.rules.r33_supply import fully_supplied, supplied_area
from sealion_pbem.rulesets.world_at_war.state import OUT, POOL, State

__all__ = [
    "BASE_FORM",
    "STAGE_FORM",
    "obey_place_base",
    "obey_stage",
    "refuse_base_for",
    "refuse_counter",
    "refuse_site",
    "refuse_stager",
]


def refuse_stager(state: State, _: Draft, unit: str) -> Iterator[Violation]:
    """13.3, R-20  Return why a wing does not fly to another base."""
    known = state.units.get(unit)
    if known is None or not known.is_on_map or state.seat_of(unit) != state.active:
        yield Violation("R-4", "not_your_unit", f"{unit} is not yours to order, or not on the map")
    elif not state.counter(unit).is_air:
        yield Violation("R-20", "no_wing", f"{unit} is no wing and no transport")
    elif state.is_marked(unit, "staged"):
        yield Violation("13.3", "staged_already", f"{unit} has been staged in this player turn")


def refuse_base_for(state: State, draft: Draft, number: str) -> Iterator[Violation]:
    """R-20  Return why a wing does not go to a hex: no base, no room, no supply."""
    unit = draft["unit"]
    if not is_base(state, state.active, number):
        text = f"{number} is no base of yours: neither city nor airbase, or not under your control"
        yield Violation("R-20", "no_base", text)
    elif number == state.place_of(unit):
        yield Violation("R-20", "there_already", f"{unit} is in {number}")
    elif base_room(state, number, unit) < state.units[unit].factors:
        room = base_room(state, number, unit)
        text = f"{number} has room for {room} air factors, {unit} has {state.units[unit].factors}"
        yield Violation("R-20", "base_full", text)
    elif not _is_supplied(state, state.active, number):
        yield Violation("R-20", "base_unsupplied", f"{number} is without supply")


def _is_supplied(state: State, seat: Seat, number: str) -> bool:
    board = state.table.board
    towns = (board.cities | board.ports) & state.controlled(seat)
    area = supplied_area(state, seat, towns) | fully_supplied(state, seat)
    return bool(area & (board.bits[number] | board.area(board.beside[number])))


def _stagers(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" not in draft:
        for unit in state.on_map(state.active):
            if not state.counter(unit).is_air or any(refuse_stager(state, draft, unit)):
                continue
            if any(_bases_for(state, {"unit": unit})):
                yield Choice("unit", unit, unit, rule="R-20", notes=(state.place_of(unit),))


def _bases_for(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" in draft and "hex" not in draft:
        for number in state.table.board.numbers:
            if not is_base(state, state.active, number):
                continue
            if not any(refuse_base_for(state, draft, number)):
                yield Choice("hex", number, state.table.board.name(number), rule="R-20")


def _listed_bases(_: State, draft: Draft, __: Any, choices: Iterable[Choice]) -> str:
    names = ", ".join(choice.value for choice in choices) or "none"
    return f"{draft.get('unit', 'it')} can go to: {names}"


STAGE_FORM: Form[State] = Form(
    o.Stage,
    (
        Member("unit", Shape.ONE, refuse_stager, _stagers),
        Member("hex", Shape.ONE, refuse_base_for, _bases_for, _listed_bases, after=("unit",)),
    ),
    wanted("13.3", "unit", "hex"),
)


def obey_stage(play: Play[State], order: o.Stage) -> None:
    """13.3, R-20  Fly a wing to another base, however far."""
    play.emit(WingsRebased({order.unit: order.hex}))


def refuse_counter(state: State, _: Draft, unit: str) -> Iterator[Violation]:
    """R-20, 13.22  Return why an airbase counter is not placed."""
    if unit not in state.units or state.seat_of(unit) != state.active:
        yield Violation("R-4", "not_your_unit", f"{unit} is not yours to order")
    elif state.counter(unit).arm != "base":
        yield Violation("R-20", "no_base_counter", f"{unit} is no airbase counter")
    elif state.place_of(unit) == OUT:
        yield Violation("R-16", "out_of_play", f"{unit} has left the game")
    elif state.is_marked(unit, "based"):
        yield Violation("13.22", "placed_already", f"{unit} has been placed in this game turn")
    elif state.place_of(unit) != POOL and any(
        state.counter(each).is_air for each in state.at(state.place_of(unit))
    ):
        text = f"wings are at {unit} in {state.place_of(unit)}; stage them first"
        yield Violation("R-20", "base_in_use", text)


def refuse_site(state: State, draft: Draft, number: str) -> Iterator[Violation]:
    """R-20  Return why an airbase is not placed in a hex."""
    board = state.table.board
    if number not in board.hexes or not state.controls(state.active, number):
        yield Violation("R-20", "not_controlled", f"{number} is not under your control")
    elif number == state.place_of(draft["unit"]):
        yield Violation("R-20", "there_already", f"{draft['unit']} is in {number}")
    elif not _is_supplied(state, state.active, number):
        yield Violation("R-20", "base_unsupplied", f"{number} is without supply")


def _base_counters(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" not in draft:
        for unit in state.units:
            if state.counter(unit).arm == "base" and not any(refuse_counter(state, draft, unit)):
                yield Choice("unit", unit, unit, rule="R-20")


def _sites(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" in draft and "hex" not in draft:
        board = state.table.board
        towns = (board.cities | board.ports) & state.controlled(state.active)
        area = supplied_area(state, state.active, towns) | fully_supplied(state, state.active)
        for number in board.in_area(state.controlled(state.active)):
            near = area & (board.bits[number] | board.area(board.beside[number]))
            if near and number != state.place_of(draft["unit"]):
                yield Choice("hex", number, board.name(number), rule="R-20")


BASE_FORM: Form[State] = Form(
    o.PlaceBase,
    (
        Member("unit", Shape.ONE, refuse_counter, _base_counters),
        Member("hex", Shape.ONE, refuse_site, _sites, after=("unit",)),
    ),
    wanted("R-20", "unit", "hex"),
)


def obey_place_base(play: Play[State], order: o.PlaceBase) -> None:
    """R-20, 13.22  Place an airbase counter, also anew each turn."""
    play.emit(BasePlaced(order.unit, order.hex))
