"""7.2  Submarines that carry mines and lay them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.events.general import UnitBoarded
from sealion_pbem.rulesets.sealion.events.naval import MineLaid
from sealion_pbem.rulesets.sealion.naming import listed, named
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import check_own
from sealion_pbem.rulesets.sealion.rules.naval_force import is_mine, is_submarine, own_boxes
from sealion_pbem.rulesets.sealion.state import State

__all__ = [
    "Couple",
    "LayMine",
    "check_couple",
    "check_lay_mine",
    "free_mines",
    "free_submarines",
    "loaded_submarines",
    "obey_couple",
    "obey_lay_mine",
]


@frozen
class Couple:
    """Load a mine in the assembly area onto a submarine there."""

    kind: ClassVar[str] = "couple"
    submarine: str
    mine: str


@frozen
class LayMine:
    """Leave the mine of a submarine in the sea space where it is."""

    kind: ClassVar[str] = "lay_mine"
    submarine: str


def check_couple(state: State, order: Couple) -> Iterator[Violation]:
    """7.2  One mine to a submarine, both in the box; in some editions since the step began."""
    faults = [
        *check_own(state, order.submarine, "/submarine"),
        *check_own(state, order.mine, "/mine"),
    ]
    yield from faults
    if faults:
        return
    boat, mine = named(state, order.submarine), named(state, order.mine)
    where, there = state.units[order.submarine].place, state.units[order.mine].place
    if not is_submarine(state.counter(order.submarine)):
        text = f"{boat} is no submarine; in the box are {listed(state, free_submarines(state))}"
        yield Violation("7.2", "no_submarine", text, "/submarine")
    elif where not in own_boxes(state.seat):
        text = f"{boat} is in {where}; in the box are {listed(state, free_submarines(state))}"
        yield Violation("7.2", "not_in_port", text, "/submarine")
    elif load := state.carried_by(order.submarine):
        text = f"{boat} has {named(state, load)} already; free are {listed(state, free_submarines(state))}"
        yield Violation("7.2", "full", text, "/submarine")
    elif state.edition.coupling_needs_start_in_box and order.submarine in state.came_from:
        text = f"{boat} came into the box in this step; it can take a mine in the next"
        yield Violation("7.2", "just_arrived", text, "/submarine")
    if not is_mine(state.counter(order.mine)):
        text = f"{mine} is no mine; in the box are {listed(state, free_mines(state))}"
        yield Violation("7.2", "no_mine", text, "/mine")
    elif there not in own_boxes(state.seat):
        text = f"{mine} lies in {there} for good; in the box are {listed(state, free_mines(state))}"
        yield Violation("7.2", "mine_stays", text, "/mine")
    elif state.units[order.mine].aboard:
        text = f"{mine} has its submarine; free are {listed(state, free_mines(state))}"
        yield Violation("7.2", "is_aboard", text, "/mine")


def obey_couple(play: Play[State], order: Couple) -> None:
    """7.2  The two are one piece until the mine is laid (8.6)."""
    play.emit(UnitBoarded(order.mine, order.submarine))


def check_lay_mine(state: State, order: LayMine) -> Iterator[Violation]:
    """7.2  Any sea space will do, a friendly mine there too (A-30)."""
    faults = check_own(state, order.submarine, "/submarine")
    yield from faults
    if faults:
        return
    boat, place = named(state, order.submarine), state.units[order.submarine].place
    load = state.carried_by(order.submarine)
    if not load or not is_mine(state.counter(load)):
        text = f"{boat} has no mine; {listed(state, loaded_submarines(state))} could lay one"
        yield Violation("7.2", "no_mine", text, "/submarine")
    elif place not in SECTORS:
        text = f"{boat} is in {place}; mines are laid in sea spaces"
        yield Violation("7.2", "not_at_sea", text, "/submarine")


def obey_lay_mine(play: Play[State], order: LayMine) -> None:
    """7.2  The mine is a unit of its own and the submarine's move is over."""
    mine, place = play.state.carried_by(order.submarine), play.state.units[order.submarine].place
    play.emit(MineLaid(order.submarine, mine, place))


def free_submarines(state: State) -> list[str]:
    """7.2  Return the submarines in the box that can take a mine now."""
    late = state.came_from if state.edition.coupling_needs_start_in_box else {}
    return [
        name
        for box in own_boxes(state.seat)
        for name in state.units_in(box, state.seat, "naval")
        if is_submarine(state.counter(name)) and not state.carried_by(name) and name not in late
    ]


def free_mines(state: State) -> list[str]:
    """7.2  Return the mines in the box without a submarine."""
    return [
        name
        for box in own_boxes(state.seat)
        for name in state.units_in(box, state.seat, "naval")
        if is_mine(state.counter(name)) and not state.units[name].aboard
    ]


def loaded_submarines(state: State) -> list[str]:
    """7.2  Return the submarines at sea with a mine."""
    return [
        state.units[name].aboard
        for sector in SECTORS
        for name in state.units_in(sector, state.seat, "naval")
        if is_mine(state.counter(name)) and state.units[name].aboard
    ]
