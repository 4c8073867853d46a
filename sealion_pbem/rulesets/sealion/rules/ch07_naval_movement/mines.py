"""7.2  Submarines that carry mines and lay them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.events.general import UnitBoarded
from sealion_pbem.rulesets.sealion.events.naval import MineLaid
from sealion_pbem.rulesets.sealion.naming import instead, named, said_units, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import not_yours
from sealion_pbem.rulesets.sealion.rules.naval_force import (
    is_mine,
    is_submarine,
    own_boxes,
    ships_at_sea,
    ships_in_port,
)
from sealion_pbem.rulesets.sealion.state import State

__all__ = [
    "COUPLE",
    "LAY_MINE",
    "Couple",
    "LayMine",
    "free_mines",
    "free_submarines",
    "loaded_submarines",
    "obey_couple",
    "obey_lay_mine",
]

_MINES = frozenset({"mine"})
_SUBMARINES = frozenset({"submarine"})


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


def refuse_boat(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """7.2  A submarine in the box without a mine; in some editions there since the step began."""
    counter, place = state.table.counters[name], state.units[name].place
    if counter.seat != state.seat:
        yield not_yours(state, name)
    elif not is_submarine(counter):
        yield Violation("7.2", "no_submarine", f"{named(state, name)} is no submarine")
    elif place not in own_boxes(state.seat):
        yield Violation("7.2", "not_in_port", f"{named(state, name)} is in {place}")
    elif load := state.carried_by(name):
        text = f"{named(state, name)} has {named(state, load)} already"
        yield Violation("7.2", "full", text)
    elif state.edition.coupling_needs_start_in_box and name in state.came_from:
        text = (
            f"{named(state, name)} came into the box in this step; it can take a mine in the next"
        )
        yield Violation("7.2", "just_arrived", text)


def boats(state: State, draft: Draft) -> Iterator[Choice]:
    """7.2  Return the submarines that can take a mine, while there is one for them."""
    if "submarine" not in draft and ("mine" in draft or any(free_mines(state))):
        for name in free_submarines(state):
            yield unit_choice(state, "submarine", name, "7.2")


def refuse_mine(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """7.2  A mine in the box without a submarine: one that was laid stays."""
    counter, unit = state.table.counters[name], state.units[name]
    if counter.seat != state.seat:
        yield not_yours(state, name)
    elif not is_mine(counter):
        yield Violation("7.2", "no_mine", f"{named(state, name)} is no mine")
    elif unit.place not in own_boxes(state.seat):
        text = f"{named(state, name)} lies in {unit.place} for good"
        yield Violation("7.2", "mine_stays", text)
    elif unit.aboard:
        yield Violation("7.2", "is_aboard", f"{named(state, name)} has its submarine")


def mines(state: State, draft: Draft) -> Iterator[Choice]:
    """7.2  Return the mines that can be taken, while there is a submarine for them."""
    if "mine" not in draft and ("submarine" in draft or any(free_submarines(state))):
        for name in free_mines(state):
            yield unit_choice(state, "mine", name, "7.2")


def _is_plain_couple(state: State, order: Couple) -> bool:
    """Return whether a submarine that can take a mine takes one that is free."""
    return (
        state.is_in_play(order.submarine)
        and state.is_in_play(order.mine)
        and not any(refuse_boat(state, {}, order.submarine))
        and not any(refuse_mine(state, {}, order.mine))
    )


def obey_couple(play: Play[State], order: Couple) -> None:
    """7.2  The two are one piece until the mine is laid (8.6)."""
    play.emit(UnitBoarded(order.mine, order.submarine))


def refuse_layer(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """7.2  A submarine with a mine; any sea space will do, a friendly mine there too (A-30)."""
    place, load = state.units[name].place, state.carried_by(name)
    if state.table.counters[name].seat != state.seat:
        yield not_yours(state, name)
    elif not load or not is_mine(state.counter(load)):
        yield Violation("7.2", "no_mine", f"{named(state, name)} has no mine")
    elif place not in SECTORS:
        text = f"{named(state, name)} is in {place}; mines are laid in sea spaces"
        yield Violation("7.2", "not_at_sea", text)


def layers(state: State, draft: Draft) -> Iterator[Choice]:
    """7.2  Return the submarines that can lay a mine where they are."""
    if "submarine" not in draft:
        for name in loaded_submarines(state):
            mine = state.counter(state.carried_by(name)).name
            note = f"lays {mine} and ends its move (7.2)"
            yield unit_choice(state, "submarine", name, "7.2", note)


def _able(_: State, __: Draft, ___: object, choices: Iterable[Choice]) -> str:
    return f"{said_units(choices)} could lay one"


def _is_plain_laying(state: State, order: LayMine) -> bool:
    return state.is_in_play(order.submarine) and not any(refuse_layer(state, {}, order.submarine))


def obey_lay_mine(play: Play[State], order: LayMine) -> None:
    """7.2  The mine is a unit of its own and the submarine's move is over."""
    mine, place = play.state.carried_by(order.submarine), play.state.units[order.submarine].place
    play.emit(MineLaid(order.submarine, mine, place))


def free_submarines(state: State) -> Iterator[str]:
    """7.2  Return the submarines in the box that can take a mine now."""
    for name in ships_in_port(state, _SUBMARINES):
        if not any(refuse_boat(state, {}, name)):
            yield name


def free_mines(state: State) -> Iterator[str]:
    """7.2  Return the mines in the box without a submarine."""
    for name in ships_in_port(state, _MINES):
        if not any(refuse_mine(state, {}, name)):
            yield name


def loaded_submarines(state: State) -> list[str]:
    """7.2  Return the submarines at sea with a mine, in the order of the mines."""
    units = state.units
    carriers = [units[mine].aboard for mine in ships_at_sea(state, _MINES)]
    return [name for name in carriers if name and not any(refuse_layer(state, {}, name))]


COUPLE: Form[State] = Form(
    Couple,
    (
        Member("submarine", Shape.ONE, refuse_boat, boats, instead("free in the box are")),
        Member("mine", Shape.ONE, refuse_mine, mines, instead("free in the box are")),
    ),
    wanted("7.2", "submarine", "mine"),
    is_sure=_is_plain_couple,
)
LAY_MINE: Form[State] = Form(
    LayMine,
    (Member("submarine", Shape.ONE, refuse_layer, layers, _able),),
    wanted("7.2", "submarine"),
    is_sure=_is_plain_laying,
)
