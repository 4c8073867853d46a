"""15.9, 16.1  Advance after combat, and breakthroughs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.combat import (
    BreakthroughMade,
    BridgeheadMade,
    UnitsAdvanced,
)
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import excess, may_stack
from sealion_pbem.rulesets.world_at_war.rules.ch13_movement import occupy
from sealion_pbem.rulesets.world_at_war.rules.ch15_announce import attack_on
from sealion_pbem.rulesets.world_at_war.rules.ch16_exploitation import (
    chain_faults,
    is_exploiting,
    may_exploit,
)
from sealion_pbem.rulesets.world_at_war.rules.r50_winter import forbids_exploitation
from sealion_pbem.rulesets.world_at_war.state import NONE, State
from sealion_pbem.rulesets.world_at_war.task import Attack, Fight

__all__ = [
    "ADVANCE_FORM",
    "attack_of",
    "can_advance",
    "fight_of",
    "obey_advance",
    "refuse_advance",
    "refuse_bridgehead",
    "survivors",
]


def fight_of(state: State) -> Fight:
    """Return the attack that is being resolved."""
    assert state.fight is not None, "an attack is being resolved"
    return state.fight


def attack_of(state: State) -> Attack:
    """Return the announced attack that is being resolved."""
    found = attack_on(state, fight_of(state).hex)
    assert found is not None, "what is resolved was announced"
    return found


def survivors(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """Return those of some units that are still on the map."""
    return tuple(unit for unit in units if state.units[unit].is_on_map)


_BRIDGEHEADS = 2


def _candidates(state: State) -> list[str]:
    """15.9, 10.56  Return who may advance: fought last, supplied, did not drop."""
    fight, attack = fight_of(state), attack_of(state)
    return [
        unit
        for unit in survivors(state, fight.attackers)
        if unit not in attack.dropped and state.units[unit].supply != NONE
    ]


def can_advance(state: State) -> bool:
    """15.9  Return whether anybody can advance."""
    return any(_advances(state, {}))


def refuse_advance(
    state: State, draft: Draft, entry: tuple[str, str | None]
) -> Iterator[Violation]:
    """15.9, 16.47, 12.1  Return why a unit does not advance into a hex."""
    unit, number = entry
    attack = attack_of(state)
    if unit not in _candidates(state):
        known = ", ".join(_candidates(state)) or "nobody"
        text = (
            f"{unit} cannot advance: not in the last round, unsupplied or dropped; these: {known}"
        )
        yield Violation("15.9", "cannot_advance", text)
        return
    if number is None:
        return
    if number not in attack.hexes:
        yield Violation("15.9", "not_won", f"{number} was not attacked; {attack.name} was")
        return
    moves = {u: n for u, n in draft.get("moves", {}).items() if n and u != unit} | {unit: number}
    there = [u for u in state.at(number) if state.seat_of(u) == state.active and u not in moves]
    there += [u for u, n in moves.items() if n == number]
    if excess(state, there, number, state.active) or not may_stack(state, there):
        yield Violation("12.11", "overstacked", f"there would be too many in {number}")
    routes = {u: (*state.routes[u], n) for u, n in moves.items() if n and is_exploiting(state, u)}
    for rule, code, text in chain_faults(state, routes) if routes else ():
        yield Violation("16.47" if rule == "16.36" else rule, code, text)


def _advances(state: State, draft: Draft) -> Iterator[Choice]:
    table, hexes = draft.get("moves", {}), attack_of(state).hexes
    if "bridgehead" in draft:
        return
    for unit in _candidates(state):
        if table.get(unit) is not None:
            continue
        legal = [n for n in hexes if not any(refuse_advance(state, draft, (unit, n)))]
        if legal and unit not in table:
            yield Choice("moves", [unit, None], unit, rule="15.9")
        for number in legal:
            yield Choice("moves", [unit, number], f"{unit} to {number}", rule="15.9")


def refuse_bridgehead(state: State, draft: Draft, number: str) -> Iterator[Violation]:
    """R-49, 12.13  Return why no bridgehead is placed in a hex."""
    board, attack = state.table.board, attack_of(state)
    if number not in draft.get("moves", {}).values():
        yield Violation("R-49", "nobody_advances", f"nobody advances into {number}")
        return
    froms = fight_of(state).froms
    if attack.dropped or not all(board.is_river(there, number) for there in froms):
        text = f"{number} was not attacked across rivers only"
        yield Violation("R-49", "no_river", text)
    own = [n for n, (seat, _) in state.bridgeheads.items() if seat == state.active]
    if len(own) >= _BRIDGEHEADS:
        yield Violation("R-49", "no_counter", f"both bridgeheads are used: {', '.join(own)}")


def _bridgeheads(state: State, draft: Draft) -> Iterator[Choice]:
    if "bridgehead" in draft or any(n is None for n in draft.get("moves", {}).values()):
        return
    for number in attack_of(state).hexes:
        if not any(refuse_bridgehead(state, draft, number)):
            yield Choice("bridgehead", number, f"bridgehead in {number}", rule="R-49")


def _missing_advance(_: State, draft: Draft) -> Iterator[Violation]:
    """15.9, R-49  Return what an advance lacks: a hex, or somebody who holds its bridgehead."""
    bridgehead = draft.get("bridgehead")
    if bridgehead and not draft.get("moves"):
        text = f"nobody advances into {bridgehead}"
        yield Violation("R-49", "nobody_advances", text, "/bridgehead")
    if any(number is None for number in draft.get("moves", {}).values()):
        yield Violation("15.9", "open_entry", "a hex is still to be chosen", "/moves")


def _hint(_: State, __: Draft, ___: Any, choices: Iterable[Choice]) -> str:
    can = [choice.label for choice in choices if choice.value and choice.value[1]]
    return f"possible: {', '.join(can) or 'nobody'}"


ADVANCE_FORM: Form[State] = Form(
    o.AdvanceInto,
    (
        Member("moves", Shape.KEYED, refuse_advance, _advances, _hint),
        Member("bridgehead", Shape.ONE, refuse_bridgehead, _bridgeheads, after=("moves",)),
    ),
    _missing_advance,
)


def obey_advance(play: Play[State], order: o.AdvanceInto) -> None:
    """15.9, 16.1, R-49  Let units advance and take control; armor may have broken through."""
    state, fight, attack = play.state, fight_of(play.state), attack_of(play.state)
    can_break = state.phase == "regular" and fight.has_armor and not forbids_exploitation(state)
    play.emit(UnitsAdvanced(order.moves))
    for unit, number in order.moves.items():
        occupy(play, (unit,), (number,))
    if order.bridgehead:
        play.emit(BridgeheadMade(order.bridgehead))
    for number in attack.hexes:
        if can_break and number in order.moves.values():
            armor = tuple(u for u in fight.near if may_exploit(play.state, u))
            if armor:
                play.emit(BreakthroughMade(number, armor))
