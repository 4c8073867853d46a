"""Skirmish, its rules: when an order has its time, and what happens when it is carried out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sealion_pbem.engine.ahead import Due, Mistimed, due_at
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.engine.words import Decision, Order, Violation, wrong_kind
from sealion_pbem.hexes.grid import neighbours
from sealion_pbem.rulesets.skirmish import words as w

__all__ = [
    "BEATEN",
    "COSTS",
    "COVER",
    "OBEYS",
    "POINTS",
    "RULES",
    "STAGES",
    "advance",
    "battle_of",
    "judge_battle",
    "mistimed",
    "next_to_enemy",
    "retreat_hexes",
]

RULES = {
    "1.1": "Four red units march against three blue ones on a field of 7 by 6 hexes",
    "1.2": "Before its first march red seals which of the two hills it wants",
    "1.3": "In a game turn red marches and attacks, then blue",
    "2.1": "A unit marches once in its step, with three movement points",
    "2.2": "Open ground and hills cost one point, woods two; nobody enters the lake",
    "2.3": "One unit stands in a hex",
    "2.4": "A unit that comes next to an enemy stops there",
    "3.1": "A unit attacks one adjacent enemy in its step and does not march afterwards",
    "3.2": "The attacked unit stands or withdraws one hex, before a die falls",
    "3.3": "Each rolls a die and adds its steps; wood and hill give the defender one more",
    "3.4": "The lower total gives up a step or falls back; beaten by three or more, a step",
    "4.1": "After the last turn red opens its objective and wins if it stands there",
    "4.2": "A seat without units has lost",
}
POINTS = 3
COSTS = {".": 1, "^": 1, "w": 2}
COVER = frozenset("w^")
BEATEN = 3


STAGES = ("objective", "march", "open")
_OWN_STEP = frozenset({"march", "attack", "done"})
_REACTIONS = frozenset({"stand", "withdraw"})
# In the order of a game turn: before it, red's step, blue's step, after it.
_OBJECTIVE, _RED_STEP, _BLUE_STEP, _OPEN = range(4)
_STEPS = {_RED_STEP: "red's step", _BLUE_STEP: "blue's step"}


def mistimed(state: w.State, decision: Decision, order: Order, stage: str) -> Mistimed:
    """1.3  Say in which step an order has its time: the own one, or a battle in either."""
    given = _times_of(decision, order.kind)
    times = given if stage in ("", "march") else ()
    due = due_at(_time(state), times, is_interrupted=state.battle is not None)
    return Mistimed(due, partial(_why_not_now, state, decision, order.kind, due))


def _why_not_now(state: w.State, decision: Decision, kind: str, due: Due) -> Violation:
    """1.3  Say why an order is not for now, and what is asked."""
    if due is Due.HERE:
        return wrong_kind(decision, kind)
    steps = " or ".join(_STEPS[time] for time in _times_of(decision, kind))
    rule, code, text = _why(state, due, kind, steps)
    accepted = ", ".join(sorted(decision.accepts - {kind}))
    text = f"{text}; asked is: {decision.prompt}; this answers it: {accepted}"
    return Violation(rule, code, text, "/stage" if due is Due.NEVER else "/kind")


def _times_of(decision: Decision, kind: str) -> tuple[int, ...]:
    """1.3, 3.2, 3.4  Return in which steps a seat can give an order."""
    own, others = (_RED_STEP, _BLUE_STEP) if decision.seat == w.RED else (_BLUE_STEP, _RED_STEP)
    if kind in _OWN_STEP:
        return (own,)
    return (others,) if kind in _REACTIONS else (_RED_STEP, _BLUE_STEP)


def _why(state: w.State, due: Due, kind: str, step: str) -> tuple[str, str, str]:
    """Return rule, code and reason of an order that has its time in another step, or unasked in this."""
    if due is Due.NEVER:
        return "1.3", "other_stage", f"{kind} has its time in {step}, not in the stage it names"
    if due is Due.UNASKED:
        return "3.4", "not_called_for", f"no unit of yours is beaten, and {kind} is for such a one"
    if state.step == "objective":
        return "1.2", "not_yet", f"before {step}, in which {kind} has its time, red seals"
    if state.step != "march":
        return "4.1", "over", f"the last turn is over, and {kind} with it"
    when = "comes later" if due is Due.LATER else "is over"
    code = "not_yet" if due is Due.LATER else "over"
    return "1.3", code, f"{step}, in which {kind} has its time, {when} in turn {state.turn}"


def _time(state: w.State) -> int:
    """Return where in the game turn a state is."""
    if state.step != "march":
        return _OBJECTIVE if state.step == "objective" else _OPEN
    return _RED_STEP if state.active == w.RED else _BLUE_STEP


def retreat_hexes(state: w.State, name: str) -> list[str]:
    """3.2, 3.4  Return the free hexes to which a unit can give way: none next to an enemy."""
    closed = next_to_enemy(state, name)
    return [
        there
        for there in neighbours(state.units[name].hex)
        if w.FIELD.get(there, "~") in COSTS and not state.unit_at(there) and there not in closed
    ]


def next_to_enemy(state: w.State, name: str) -> frozenset[str]:
    """2.4  Return the hexes next to the enemies of a unit."""
    seat = state.units[name].seat
    enemies = (unit for unit in state.units.values() if unit.steps and unit.seat != seat)
    return frozenset(there for unit in enemies for there in neighbours(unit.hex))


def obey_march(play: Play[w.State], order: w.March) -> None:
    """2.1  The unit stands at the end of its path."""
    play.emit(w.UnitMarched(order.unit, order.path))


def obey_attack(play: Play[w.State], order: w.Attack) -> None:
    """3.1  The battle waits for the reaction."""
    play.emit(w.BattleJoined(order.unit, order.target))


def obey_done(play: Play[w.State], _: w.Done) -> None:
    """1.3  The step is over."""
    play.emit(w.StepEnded(play.state.active))


def obey_stand(play: Play[w.State], _: w.Stand) -> None:
    """3.3  Dice are rolled and totals compared."""
    battle = battle_of(play.state)
    dice = play.rolls("3.3", f"{battle.attacker} attacks {battle.defender}", 2)
    play.emit(judge_battle(play.state, battle, dice))


def judge_battle(state: w.State, battle: w.Battle, dice: tuple[int, ...]) -> w.BattleFought:
    """3.3  Return what a battle comes to with the dice of attacker and defender."""
    attacker, defender = state.units[battle.attacker], state.units[battle.defender]
    attack = dice[0] + attacker.steps
    defence = dice[1] + defender.steps + (w.FIELD[defender.hex] in COVER)
    loser = battle.defender if attack > defence else battle.attacker if defence > attack else ""
    hits = 1 if abs(attack - defence) < BEATEN else 2
    return w.BattleFought(
        battle.attacker, battle.defender, attack, defence, loser, hits if loser else 0
    )


def obey_withdraw(play: Play[w.State], order: w.Withdraw) -> None:
    """3.2  The attack hits nothing."""
    play.emit(w.UnitWithdrew(battle_of(play.state).defender, order.hex))


def obey_lose_step(play: Play[w.State], _: w.LoseStep) -> None:
    """3.4  A step is lost."""
    play.emit(w.StepLost(battle_of(play.state).loser))


def obey_fall_back(play: Play[w.State], order: w.FallBack) -> None:
    """3.4  The hex is given up."""
    play.emit(w.FellBack(battle_of(play.state).loser, order.hex))


def battle_of(state: w.State) -> w.Battle:
    """3.2, 3.4  Return the battle that waits."""
    assert state.battle is not None, "the decision accepts this order only in a battle"
    return state.battle


def obey_seal(play: Play[w.State], _: Seal) -> None:
    """1.2  The objective is fixed."""
    play.emit(w.ObjectiveSealed())


def obey_open(play: Play[w.State], order: Open) -> None:
    """4.1  Red wins if it stands on the hill it sealed; a value that is no hill wins nothing."""
    hill = order.value if order.value in w.HILLS else ""
    play.emit(w.ObjectiveOpened(hill))
    held = play.state.unit_at(hill)
    red_holds = bool(held) and play.state.units[held].seat == w.RED
    play.emit(w.GameEnded(w.RED if red_holds else w.BLUE))


def advance(play: Play[w.State]) -> None:
    """4.2  A seat without units has lost at once."""
    if play.state.step == "over":
        return
    for seat, other in ((w.RED, w.BLUE), (w.BLUE, w.RED)):
        if not play.state.alive(seat):
            play.emit(w.GameEnded(other))
            return


OBEYS: dict[type[Order], Callable[[Play[w.State], Any], None]] = {
    w.March: obey_march, w.Attack: obey_attack, w.Done: obey_done, w.Stand: obey_stand,
    w.Withdraw: obey_withdraw, w.LoseStep: obey_lose_step, w.FallBack: obey_fall_back,
    Seal: obey_seal, Open: obey_open,
}  # fmt: skip
