"""12.3  From the die to the end of a combat: losses, retreats, advance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.events.combat import (
    ChoiceAwaited,
    CombatEnded,
    LandCombat,
    UnitsRetreated,
)
from sealion_pbem.rulesets.sealion.events.general import HexOccupied, UnitEliminated
from sealion_pbem.rulesets.sealion.naming import roll_call
from sealion_pbem.rulesets.sealion.rules.ch10_air.loss import lose_step
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.advances import advance_hexes
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.assess import (
    ResultCell,
    assess_declared,
    eliminates,
    falls_on_one,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.retreats import forced_moves
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import engaged
from sealion_pbem.rulesets.sealion.rules.ch13_supply import lose_transports
from sealion_pbem.rulesets.sealion.sequel import (
    Advancing,
    GoingBack,
    Item,
    Losing,
    Retreating,
    Separating,
    Settling,
)
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other

__all__ = ["fight", "go_back", "resolve", "retreat_along", "take_loss"]


def fight(play: Play[State], task: LandCombat) -> None:
    """12.0 to 12.3  Compare totals, roll, apply what the table says."""
    state, place = play.state, task.hex
    assessment = assess_declared(state, task)
    die = play.roll("12.3", _purpose(state, place))
    play.emit(assessment.fought(die))
    resolve(play, place, _todo(assessment.faces[die - 1].cell, state.seat))


def _purpose(state: State, place: str) -> str:
    """Return what a combat's die is rolled for: place and units."""
    attackers = roll_call(state, engaged(state, place, state.seat))
    defenders = roll_call(state, engaged(state, place, other(state.seat)))
    return f"{place}: {attackers} attack {defenders or 'the beach'}"


def _todo(cell: ResultCell, attacker: Seat) -> list[Item]:
    """12.3  Return what a cell of the table asks for, in order (A-109)."""
    defender = other(attacker)
    todo: list[Item] = []
    if cell.attackers != "none":
        todo.append(Losing(attacker, cell.attackers))
    if cell.defenders != "none":
        goes = cell.retreat == "the_reduced_defender"
        todo.append(Losing(defender, cell.defenders, goes))
    if cell.retreat == "attackers":
        todo.append(Retreating(attacker))
    elif cell.retreat == "defenders":
        todo.append(Retreating(defender))
    todo += [Separating(), Settling()]
    return [*todo, Advancing()] if cell.advance else todo


def go_back(play: Play[State], place: str) -> None:
    """12.0, A-106  The units of an attack that was called off go back."""
    resolve(play, place, [GoingBack(play.state.seat)])


def resolve(play: Play[State], place: str, todo: Sequence[Item]) -> None:
    """12.3  Do what is left of a result, up to the end or to a choice somebody has."""
    left = list(todo)
    while left:
        item, *rest = left
        more = _do(play, place, item)
        if isinstance(more, _Wait):
            units = tuple(more.units)
            play.emit(ChoiceAwaited(place, more.waits, more.seat, units, tuple(left)))
            return
        left = [*more, *rest]
    play.emit(CombatEnded(place))


class _Wait(NamedTuple):
    """For what a combat waits, whose choice it is, and among which units."""

    waits: str
    seat: Seat
    units: list[str]


def _do(play: Play[State], place: str, item: Item) -> Sequence[Item] | _Wait:
    """12.3  Do one thing; return what it leads to, or for what it waits."""
    match item:
        case Losing():
            return _lose(play, place, item)
        case Retreating():
            return _retreat(play, place, item)
        case Separating():
            return _separate(play, place)
        case Settling():
            return _settle(play, place)
        case Advancing():
            return _advance(play, place)


def _lose(play: Play[State], place: str, item: Losing) -> list[Item] | _Wait:
    """12.3  All units of a side take the loss, or one that its owner picks (A-111)."""
    units = engaged(play.state, place, item.seat)
    if falls_on_one(item.how):
        if len(units) > 1:
            return _Wait("loss", item.seat, units)
        return take_loss(play, item, units)
    for name in units:
        take_loss(play, item, [name])
    return []


def take_loss(play: Play[State], item: Losing, units: Sequence[str]) -> list[Item]:
    """12.3  Units are reduced or eliminated; in one cell the unit then retreats alone (A-110, A-16)."""
    more: list[Item] = []
    for name in units:
        if eliminates(item.how):
            play.emit(UnitEliminated(name, "12.3"))
        else:
            lose_step(play, name, "12.3")
        if item.retreats and play.state.is_in_play(name):
            more.append(Retreating(item.seat, (name,)))
    return more


def _retreat(play: Play[State], place: str, item: Retreating) -> list[Item] | _Wait:
    """12.3  Units leave the hex; the owner is asked if there is more than one way to do it."""
    state = play.state
    here = engaged(state, place, item.seat)
    units = [name for name in here if not item.units or name in item.units]
    moves = forced_moves(state, place, units, is_cancelled=isinstance(item, GoingBack))
    if moves is None:
        return _Wait("retreat", item.seat, units)
    retreat_along(play, moves)
    return []


def retreat_along(play: Play[State], moves: Iterable[Sequence[str]]) -> None:
    """12.3  Units go along their paths; one without a path is eliminated."""
    for name, *path in moves:
        if not path:
            play.emit(UnitEliminated(name, "12.3"))
            continue
        play.emit(UnitsRetreated((name,), tuple(path)))
        if play.state.counter(name).seat == BRITISH:
            lose_transports(play, path[-1])


def _separate(play: Play[State], place: str) -> list[Item]:
    """12.3  If both sides are left in the hex the attackers must retreat."""
    state = play.state
    both = state.land_in(place, state.seat) and state.land_in(place, other(state.seat))
    return [Retreating(state.seat)] if both else []


def _settle(play: Play[State], place: str) -> list[Item]:
    """A-13  Who stands alone in the hex now holds it."""
    state = play.state
    german, british = state.land_in(place, GERMAN), state.land_in(place, BRITISH)
    holds = state.holds(state.last_german, place)
    if german and not british and not holds:
        play.emit(HexOccupied(place, german[0]))
    if british and not german and holds:
        play.emit(HexOccupied(place, british[0]))
    return []


def _advance(play: Play[State], place: str) -> list[Item] | _Wait:
    """12.3  Victorious attackers may go one hex further, if there is one."""
    units = engaged(play.state, place, play.state.seat)
    return _Wait("advance", play.state.seat, units) if advance_hexes(play.state, place) else []
