"""12.0, 12.3  After the die, or an attack called off: who takes a loss, and who leaves the hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.naming import listed, named
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.assess import eliminates
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.orders import Retreat, TakeLosses
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.retreats import (
    Arrived,
    way_back_fault,
    ways_back,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import task_of
from sealion_pbem.rulesets.sealion.selection import said_units, unit_choice
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["RETREAT", "TAKE_LOSSES", "ways_of"]


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
    """12.3  One unit takes it."""
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
    """12.3  Everybody who must retreat does."""
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
