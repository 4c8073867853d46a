"""12.0, 12.3  From the die, or an attack called off, to the end of a combat: losses, retreats, advance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.events.combat import (
    Advancing,
    ChoiceAwaited,
    CombatEnded,
    GoingBack,
    Item,
    LandCombat,
    Losing,
    Retreating,
    Separating,
    Settling,
    UnitsRetreated,
    Waits,
)
from sealion_pbem.rulesets.sealion.events.general import HexOccupied, UnitEliminated
from sealion_pbem.rulesets.sealion.naming import listed, named, roll_call, said_units, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.advances import advance_hexes
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.assess import (
    ResultCell,
    assess_declared,
    eliminates,
    falls_on_one,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.retreats import (
    Arrived,
    forced_moves,
    way_back_fault,
    ways_back,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import engaged, task_of
from sealion_pbem.rulesets.sealion.rules.ch13_supply import lose_transports
from sealion_pbem.rulesets.sealion.rules.loss import lose_step
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other

__all__ = [
    "RETREAT",
    "TAKE_LOSSES",
    "Retreat",
    "TakeLosses",
    "fight",
    "go_back",
    "resolve",
    "retreat_along",
    "take_loss",
    "ways_of",
]


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
    """12.0, A-106  Send back the units of an attack that was called off."""
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

    waits: Waits
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
    """12.3  Let all units of a side take the loss, or one that its owner picks (A-111)."""
    units = engaged(play.state, place, item.seat)
    if falls_on_one(item.how):
        if len(units) > 1:
            return _Wait("loss", item.seat, units)
        return take_loss(play, item, units)
    for name in units:
        take_loss(play, item, [name])
    return []


def take_loss(play: Play[State], item: Losing, units: Sequence[str]) -> list[Item]:
    """12.3  Reduce or eliminate units; return their retreat where the table asks for it (A-110, A-16)."""
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
    """12.3  Let units leave the hex, or wait for their owner if there is more than one way."""
    state = play.state
    here = engaged(state, place, item.seat)
    units = [name for name in here if not item.units or name in item.units]
    moves = forced_moves(state, place, units, is_cancelled=isinstance(item, GoingBack))
    if moves is None:
        return _Wait("retreat", item.seat, units)
    retreat_along(play, moves)
    return []


def retreat_along(play: Play[State], moves: Iterable[Sequence[str]]) -> None:
    """12.3  Move units along their paths, and eliminate those without one."""
    for name, *path in moves:
        if not path:
            play.emit(UnitEliminated(name, "12.3"))
            continue
        play.emit(UnitsRetreated((name,), tuple(path)))
        if play.state.counter(name).seat == BRITISH:
            lose_transports(play, path[-1])


def _separate(play: Play[State], place: str) -> list[Item]:
    """12.3  Return the attackers' retreat if both sides are left in the hex."""
    state = play.state
    both = state.land_in(place, state.seat) and state.land_in(place, other(state.seat))
    return [Retreating(state.seat)] if both else []


def _settle(play: Play[State], place: str) -> list[Item]:
    """A-13  Give the hex to the side that stands alone in it."""
    state = play.state
    german, british = state.land_in(place, GERMAN), state.land_in(place, BRITISH)
    holds = state.holds(state.last_german, place)
    if german and not british and not holds:
        play.emit(HexOccupied(place, german[0]))
    if british and not german and holds:
        play.emit(HexOccupied(place, british[0]))
    return []


def _advance(play: Play[State], place: str) -> list[Item] | _Wait:
    """12.3  Wait for attackers that may go one hex further, if there is one."""
    units = engaged(play.state, place, play.state.seat)
    return _Wait("advance", play.state.seat, units) if advance_hexes(play.state, place) else []


@frozen
class TakeLosses:
    """Name the unit that takes a loss."""

    kind: ClassVar[str] = "take_losses"
    units: tuple[str, ...]


@frozen
class Retreat:
    """Retreat units one after another: each move is a unit and its hexes, none if it has no way."""

    kind: ClassVar[str] = "retreat"
    moves: tuple[tuple[str, ...], ...]


def refuse_loser(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """12.3  One of the units that fought takes the loss."""
    if name not in task_of(state).units:
        yield Violation("12.3", "not_in_combat", f"{named(state, name)} has no part in this loss")


def _is_plain_loss(state: State, order: TakeLosses) -> bool:
    """Return whether one of those who fought takes the loss."""
    return len(order.units) == 1 and order.units[0] in task_of(state).units


def losers(state: State, draft: Draft) -> Iterator[Choice]:
    """12.3  Return who can take the loss, and what it comes to."""
    task = task_of(state)
    for name in () if "units" in draft else task.units:
        is_gone = eliminates(task.loss.how) or state.units[name].steps == 1
        strength = f"{state.attack_of(name)}-{state.defense_of(name)}"
        notes = [strength, "eliminated" if is_gone else "reduced"]
        if task.loss.retreats and not is_gone:
            notes.append("then it retreats")
        yield unit_choice(state, "units", name, "12.3", *notes)


def _part_in_loss(_: State, __: Draft, name: object, choices: Iterable[Choice]) -> str:
    """12.3  Say who could take the loss; of how many it is said already."""
    able = list(choices)
    return f"one of {said_units(able)} has" if name is not None and able else ""


def _missing_of_loss(state: State, draft: Draft) -> Iterator[Violation]:
    """12.3  Refuse an order that does not name just one unit."""
    units = draft.get("units", ())
    if len(units) != 1:
        able = listed(state, task_of(state).units)
        text = f"one unit takes the loss, {len(units)} are named; one of {able}"
        yield Violation("12.3", "one_unit", text, "/units")


def refuse_move(state: State, draft: Draft, move: tuple[str, ...]) -> Iterator[Violation]:
    """12.3, 12.0  Every unit that must retreat goes a way that is open when its turn comes."""
    task, gone = task_of(state), draft.get("moves", ())
    name = move[0] if move else ""
    if name not in task.units:
        text = f"{name!r} does not retreat from {task.hex}; {listed(state, task.units)} do"
        yield Violation("12.3", "not_retreating", text)
    elif any(name in before[:1] for before in gone):
        text = f"{named(state, name)} is named twice; name each unit once"
        yield Violation("12.3", "named_twice", text)
    elif not move[1:]:
        if ways_of(state, draft, name):
            text = f"{named(state, name)} can retreat and must"
            yield Violation("12.3", "can_retreat", text)
    elif fault := way_back_fault(
        state, task.hex, name, move[1:], _left(gone), is_cancelled=_is_cancelled(state)
    ):
        text = f"{named(state, name)} cannot retreat along {' '.join(move[1:])}: {fault.text}"
        yield Violation(fault.rule, fault.code, text)


def retreats(state: State, draft: Draft) -> Iterator[Choice]:
    """12.3, 12.0  Return how each unit that is still there can leave; one without a way is lost."""
    rule, gone = "12.0" if _is_cancelled(state) else "12.3", draft.get("moves", ())
    for name in task_of(state).units:
        if any(name in before[:1] for before in gone):
            continue
        label = state.counter(name).name
        ways = ways_of(state, draft, name)
        for way in ways:
            yield Choice("moves", [name, *way], f"{label} to {' '.join(way)}", rule=rule)
        if not ways:
            notes = ("nothing is open to it",)
            yield Choice("moves", [name], f"{label} is lost", rule=rule, notes=notes)


def ways_of(state: State, draft: Draft, name: str) -> list[tuple[str, ...]]:
    """12.3, 12.0  Return the paths that are open to a unit behind those that have left."""
    arrived = _left(draft.get("moves", ()))
    return ways_back(state, task_of(state).hex, name, arrived, is_cancelled=_is_cancelled(state))


def _is_cancelled(state: State) -> bool:
    """12.0  Return whether units go back from an attack that was called off."""
    return task_of(state).is_called_off


def _left(moves: Sequence[tuple[str, ...]]) -> Arrived:
    """Return who has moved on to another hex, and where to."""
    return [(move[0], move[-1]) for move in moves if move[1:]]


def _open_ways(_: State, __: Draft, move: object, choices: Iterable[Choice]) -> str:
    """12.3  Say how a unit can retreat that retreats and has not yet."""
    name = move[0] if isinstance(move, tuple) and move else ""
    ways = [choice.value[1:] for choice in choices if choice.value[0] == name]
    if not ways:
        return ""
    if ways == [[]]:
        return "nothing is open to it: name it without a hex, it is lost"
    return f"open to it: {'; '.join(' '.join(way) for way in ways)}"


def _missing_of_retreat(state: State, draft: Draft) -> Iterator[Violation]:
    """12.3  Refuse an order that leaves out a unit that must retreat."""
    task, gone = task_of(state), {move[0] for move in draft.get("moves", ())}
    left = [name for name in task.units if name not in gone]
    if left:
        text = f"{listed(state, left)} must retreat from {task.hex} too"
        yield Violation("12.3", "must_retreat", text, "/moves")


TAKE_LOSSES: Form[State] = Form(
    TakeLosses,
    (Member("units", Shape.MANY, refuse_loser, losers, _part_in_loss),),
    _missing_of_loss,
    is_sure=_is_plain_loss,
)
RETREAT: Form[State] = Form(
    Retreat,
    (Member("moves", Shape.MANY, refuse_move, retreats, _open_ways),),
    _missing_of_retreat,
)
