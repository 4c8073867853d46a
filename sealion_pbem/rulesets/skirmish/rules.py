"""Skirmish, its rules: what may be ordered, and what then happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.engine.words import Order, Violation
from sealion_pbem.hexes.grid import distance, neighbours, reach
from sealion_pbem.rulesets.skirmish import words as w

__all__ = [
    "BEATEN",
    "CHECKS",
    "COVER",
    "OBEYS",
    "RULES",
    "advance",
    "retreat_hexes",
    "routes",
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


def routes(state: w.State, name: str) -> dict[str, tuple[int, tuple[str, ...]]]:
    """2.1  Return where a unit can march: the cost and a cheapest path for each hex."""
    stops = _next_to_enemy(state, name)

    def cost(_: str, there: str) -> int | None:
        return None if state.unit_at(there) else COSTS.get(w.FIELD.get(there, "~"))

    return reach(state.units[name].hex, POINTS, cost, stops)


def retreat_hexes(state: w.State, name: str) -> list[str]:
    """3.2, 3.4  Return the free hexes to which a unit can give way: none next to an enemy."""
    closed = _next_to_enemy(state, name)
    return [
        there
        for there in neighbours(state.units[name].hex)
        if w.FIELD.get(there, "~") in COSTS and not state.unit_at(there) and there not in closed
    ]


def _next_to_enemy(state: w.State, name: str) -> frozenset[str]:
    seat = state.units[name].seat
    enemies = (unit for unit in state.units.values() if unit.steps and unit.seat != seat)
    return frozenset(there for unit in enemies for there in neighbours(unit.hex))


def _check_own(state: w.State, name: str) -> Iterator[Violation]:
    unit = state.units.get(name)
    if unit is None or not unit.steps or unit.seat != state.active:
        own = ", ".join(state.alive(state.active))
        yield Violation(
            "1.3", "not_your_unit", f"{name} is not yours to order; yours are {own}", "/unit"
        )


def check_march(state: w.State, order: w.March) -> Iterator[Violation]:
    """2  A march along the path given."""
    foreign = list(_check_own(state, order.unit))
    yield from foreign
    if foreign:
        return
    if state.units[order.unit].marched:
        fresh = [name for name in state.alive(state.active) if not state.units[name].marched]
        text = f"{order.unit} has marched or attacked; still to march: {_listed(fresh)}"
        yield Violation("2.1", "marched_already", text, "/unit")
        return
    for violation in _check_path(state, order):
        yield replace(violation, text=f"{violation.text}; {_reached(state, order.unit)}")


def _check_path(state: w.State, order: w.March) -> Iterator[Violation]:
    here, spent = state.units[order.unit].hex, 0
    stops = _next_to_enemy(state, order.unit)
    for number, there in enumerate(order.path):
        at = f"/path/{number}"
        if there not in neighbours(here) or there not in w.FIELD:
            yield Violation("2.1", "not_adjacent", f"{there} is not next to {here}", at)
            return
        if w.FIELD[there] not in COSTS:
            yield Violation("2.2", "lake", f"{there} is lake", at)
            return
        if state.unit_at(there):
            yield Violation("2.3", "occupied", f"{state.unit_at(there)} stands in {there}", at)
        if number and here in stops:
            yield Violation(
                "2.4", "must_stop", f"{order.unit} must stop in {here}, next to an enemy", at
            )
        spent += COSTS[w.FIELD[there]]
        here = there
    if not order.path:
        yield Violation("2.1", "no_path", "the path is empty", "/path")
    if spent > POINTS:
        text = f"the path costs {spent} of {POINTS} points"
        yield Violation("2.1", "too_far", text, "/path")


def _reached(state: w.State, name: str) -> str:
    """Say where a unit can march, with the cost of each hex."""
    ends = sorted(routes(state, name).items())
    return f"{name} reaches {_listed([f'{end} ({cost})' for end, (cost, _) in ends])}"


def _listed(names: list[str]) -> str:
    return ", ".join(names) or "none"


def obey_march(play: Play[w.State], order: w.March) -> None:
    """2.1  The unit stands at the end of its path."""
    play.emit(w.UnitMarched(order.unit, order.path))


def check_attack(state: w.State, order: w.Attack) -> Iterator[Violation]:
    """3.1  Who may attack whom."""
    foreign = list(_check_own(state, order.unit))
    yield from foreign
    if foreign:
        return
    unit, target = state.units[order.unit], state.units.get(order.target)
    if unit.fought:
        fresh = [name for name in state.alive(state.active) if not state.units[name].fought]
        text = f"{order.unit} has attacked in this step; still to attack: {_listed(fresh)}"
        yield Violation("3.1", "fought_already", text, "/unit")
    if target is None or not target.steps or target.seat == unit.seat:
        text = f"{order.target} is not an enemy on the field; {_within_reach(state, order.unit)}"
        yield Violation("3.1", "no_enemy", text, "/target")
    elif distance(unit.hex, target.hex) != 1:
        reason = f"{order.target} in {target.hex} is not next to {order.unit} in {unit.hex}"
        text = f"{reason}; {_within_reach(state, order.unit)}"
        yield Violation("3.1", "not_adjacent", text, "/target")


def _within_reach(state: w.State, name: str) -> str:
    """Say which enemies a unit can attack."""
    unit = state.units[name]
    enemies = state.alive(w.BLUE if unit.seat == w.RED else w.RED)
    near = [enemy for enemy in enemies if distance(unit.hex, state.units[enemy].hex) == 1]
    return f"{name} can attack: {_listed(near)}"


def obey_attack(play: Play[w.State], order: w.Attack) -> None:
    """3.1  The battle waits for the reaction."""
    play.emit(w.BattleJoined(order.unit, order.target))


def obey_done(play: Play[w.State], _: w.Done) -> None:
    """1.3  The step is over."""
    play.emit(w.StepEnded(play.state.active))


def obey_stand(play: Play[w.State], _: w.Stand) -> None:
    """3.3  Dice are rolled and totals compared."""
    battle = _battle(play.state)
    attacker, defender = play.state.units[battle.attacker], play.state.units[battle.defender]
    first, second = play.rolls("3.3", f"{battle.attacker} attacks {battle.defender}", 2)
    attack = first + attacker.steps
    defence = second + defender.steps + (w.FIELD[defender.hex] in COVER)
    loser = battle.defender if attack > defence else battle.attacker if defence > attack else ""
    hits = 1 if abs(attack - defence) < BEATEN else 2
    fought = w.BattleFought(
        battle.attacker, battle.defender, attack, defence, loser, hits if loser else 0
    )
    play.emit(fought)


def check_withdraw(state: w.State, order: w.Withdraw) -> Iterator[Violation]:
    """3.2  Where the attacked unit may go."""
    yield from _check_retreat(state, "3.2", _battle(state).defender, order.hex)


def obey_withdraw(play: Play[w.State], order: w.Withdraw) -> None:
    """3.2  The attack hits nothing."""
    play.emit(w.UnitWithdrew(_battle(play.state).defender, order.hex))


def obey_lose_step(play: Play[w.State], _: w.LoseStep) -> None:
    """3.4  A step is lost."""
    play.emit(w.StepLost(_battle(play.state).loser))


def check_fall_back(state: w.State, order: w.FallBack) -> Iterator[Violation]:
    """3.4  When and where the loser may fall back."""
    battle = _battle(state)
    if battle.hits > 1:
        text = f"{battle.loser} was beaten by {BEATEN} or more and must lose a step"
        yield Violation("3.4", "beaten_badly", text)
    yield from _check_retreat(state, "3.4", battle.loser, order.hex)


def obey_fall_back(play: Play[w.State], order: w.FallBack) -> None:
    """3.4  The hex is given up."""
    play.emit(w.FellBack(_battle(play.state).loser, order.hex))


def _check_retreat(state: w.State, rule: str, name: str, there: str) -> Iterator[Violation]:
    free = retreat_hexes(state, name)
    if there not in free:
        legal = ", ".join(free) or "no hex: it must take the blow where it stands"
        yield Violation(
            rule, "no_retreat", f"{name} cannot go to {there}; open to it: {legal}", "/hex"
        )


def _battle(state: w.State) -> w.Battle:
    assert state.battle is not None, "the decision accepts this order only in a battle"
    return state.battle


def check_seal(_: w.State, order: Seal) -> Iterator[Violation]:
    """1.2  Only the objective is sealed."""
    if order.name != "objective":
        yield Violation(
            "1.2", "wrong_seal", f"{order.name!r} is not sealed here, 'objective' is", "/name"
        )


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


CHECKS: dict[type[Order], Callable[[w.State, Any], Iterator[Violation]]] = {
    w.March: check_march, w.Attack: check_attack, w.Withdraw: check_withdraw,
    w.FallBack: check_fall_back, Seal: check_seal,
}  # fmt: skip
OBEYS: dict[type[Order], Callable[[Play[w.State], Any], None]] = {
    w.March: obey_march, w.Attack: obey_attack, w.Done: obey_done, w.Stand: obey_stand,
    w.Withdraw: obey_withdraw, w.LoseStep: obey_lose_step, w.FallBack: obey_fall_back,
    Seal: obey_seal, Open: obey_open,
}  # fmt: skip
