"""14.7  Retreats from hexes that are lost by attrition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.general import UnitLost
from sealion_pbem.rulesets.world_at_war.events.wearing import (
    AttritionEnded,
    HexesChosen,
    UnitsRetreated,
)
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import walls_of, zone
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import is_crowded
from sealion_pbem.rulesets.world_at_war.rules.ch13_movement import occupy
from sealion_pbem.rulesets.world_at_war.rules.ch14_effects import (
    eligible,
    give_counters,
    hexes_to_take,
    owed_counters,
    task_of,
)
from sealion_pbem.rulesets.world_at_war.state import State

__all__ = [
    "RETREAT_FORM",
    "least_evil",
    "obey_retreat",
    "push_attrition",
    "refuse_retreat",
    "retreating",
]


def retreating(state: State) -> list[str]:
    """14.7  Return the ground units that must leave chosen hexes."""
    chosen = {*task_of(state).taken.values()}
    return [
        unit
        for number in sorted(chosen)
        for unit in state.ground_at(number)
        if state.seat_of(unit) == state.passive
    ]


def _evils(state: State, unit: str, number: str, coming: Iterable[str]) -> tuple[int, ...] | None:
    """14.72, 14.73  Return what is bad about a retreat into a hex, the worst first; None: forbidden."""
    board, task = state.table.board, task_of(state)
    here, seat = state.place_of(unit), state.passive
    country = board.facts(number).country
    leaving = {state.place_of(u) for u in task.taken}
    theirs = [u for u in state.at(number) if state.seat_of(u) not in (seat, None)]
    if (
        number not in board.beside[here]
        or theirs
        or number in task.taken.values()
        or number in leaving
        or country in state.neutral
        or country in state.table.never_entered
    ):
        return None
    is_foreign = state.owner(number) != seat
    in_zone = bool(zone(state, state.active) & board.bits[number])
    crowded = is_crowded(state, number, seat, (*coming, unit))
    if is_foreign and (walls_of(state, number) or number in state.bridgeheads):
        return None
    return (is_foreign, in_zone, crowded)


def least_evil(state: State, unit: str, moves: dict[str, str]) -> list[str]:
    """14.73  Return the hexes of least evil into which a unit retreats, as others have been sent."""
    found: dict[str, tuple[int, ...]] = {}
    for number in state.table.board.beside[state.place_of(unit)]:
        coming = [u for u, n in moves.items() if n == number and u != unit]
        evils = _evils(state, unit, number, coming)
        if evils is not None:
            found[number] = evils
    least = min(found.values(), default=())
    return sorted(number for number, evils in found.items() if evils == least)


def refuse_retreat(
    state: State, draft: Draft, entry: tuple[str, str | None]
) -> Iterator[Violation]:
    """14.72, 14.73, 14.74, 14.75  Return why a unit does not retreat into a hex."""
    unit, number = entry
    if unit not in retreating(state):
        text = f"{unit} need not retreat; these must: {', '.join(retreating(state))}"
        yield Violation("14.71", "stays", text)
        return
    moves = {u: n for u, n in draft.get("moves", {}).items() if n}
    legal = least_evil(state, unit, moves)
    if number is None or number in legal:
        return
    coming = [u for u, n in moves.items() if n == number and u != unit]
    text = f"{unit} cannot retreat to {number}; open to it: {', '.join(legal) or 'nothing'}"
    if number not in state.table.board.hexes or _evils(state, unit, number, coming) is None:
        yield Violation("14.72", "forbidden", text)
    else:
        yield Violation("14.73", "no_retreat", text)


def _retreats(state: State, draft: Draft) -> Iterator[Choice]:
    table = draft.get("moves", {})
    moves = {u: n for u, n in table.items() if n}
    for unit in retreating(state):
        if table.get(unit) is not None:
            continue
        legal = least_evil(state, unit, moves)
        if legal and unit not in table:
            yield Choice("moves", [unit, None], unit, rule="14.71")
        for number in legal:
            yield Choice("moves", [unit, number], f"{unit} to {number}", rule="14.73")


def _missing_retreat(state: State, draft: Draft) -> Iterator[Violation]:
    table = draft.get("moves", {})
    moves = {u: n for u, n in table.items() if n}
    for unit in retreating(state):
        if unit not in moves and least_evil(state, unit, moves):
            yield Violation("14.71", "left_out", f"{unit} must retreat too", "/moves")
            return


RETREAT_FORM: Form[State] = Form(
    o.RetreatTo,
    (Member("moves", Shape.KEYED, refuse_retreat, _retreats),),
    _missing_retreat,
    normal=lambda order: o.RetreatTo(dict(sorted(order.moves.items()))),
)


def obey_retreat(play: Play[State], order: o.RetreatTo) -> None:
    """14.7, 14.71, 14.76  Let units retreat, all at once; who cannot is eliminated."""
    _vacate(play, dict(order.moves))


def _vacate(play: Play[State], moves: dict[str, str]) -> None:
    leaving = retreating(play.state)
    task = task_of(play.state)
    taken = sorted(set(task.taken.values()))
    if moves:
        play.emit(UnitsRetreated(moves))
    for unit in leaving:
        if unit not in moves:
            play.emit(UnitLost(unit, "no retreat"))
    for unit, number in moves.items():
        occupy(play, (unit,), (number,))
    advancing = {u: n for u, n in task.taken.items() if play.state.units[u].is_on_map}
    play.emit(AttritionEnded(advancing))
    for unit, number in advancing.items():
        occupy(play, (unit,), (number,))
    assert taken or not advancing, "who advances takes a hex"


def push_attrition(play: Play[State]) -> bool:
    """14.5 to 14.7  Go on with an attrition as far as nobody must be asked; False: somebody must."""
    state, task = play.state, task_of(play.state)
    if task.stage == "exchange":
        return False
    if task.stage == "losses":
        owed, can = owed_counters(state), eligible(state)
        if owed and owed < len(can):
            return False
        give_counters(play, tuple(can) if owed else ())
    elif task.stage == "occupy":
        if hexes_to_take(state):
            return False
        play.emit(HexesChosen({}))
    else:
        leaving = retreating(state)
        if any(least_evil(state, unit, {}) for unit in leaving):
            return False
        _vacate(play, {})
    return True
