"""What a report shows of a skirmish: battles, losses, and where the game stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sealion_pbem.engine.card import Briefing, Card, Clash, Force, ForceLine, Loss, Luck
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.skirmish import words as w
from sealion_pbem.rulesets.skirmish.forecast import of_battle

__all__ = ["board", "briefing", "cards", "losses", "part"]


def briefing(state: w.State) -> Briefing:
    """Return the turn, and how many units each side has."""
    left = ", ".join(f"{seat} {len(state.alive(seat))}" for seat in (w.RED, w.BLUE))
    return Briefing(f"Turn {state.turn} of {state.last_turn}", facts=(("Units left", left),))


def part(state: w.State) -> str:
    """1.3  Return turn and step."""
    step = f"{state.active} marches" if state.step == "march" else f"{state.step} step"
    return f"Turn {state.turn} · {step}"


def cards(before: w.State, events: Iterable[Event[Any]]) -> tuple[Card, ...]:
    """3.3  Return a card for each battle, with what the loser then chose."""
    state, found, faces = _copy(before), [], (0, 0)
    for number, event in enumerate(events):
        if isinstance(event, DiceRolled):
            faces = (event.values[0], event.values[1])
        elif isinstance(event, w.BattleFought):
            found.append(replace(_card(state, event, faces), told=(number,)))
        elif isinstance(event, w.StepLost | w.FellBack):
            how = "loses a step" if isinstance(event, w.StepLost) else f"falls back to {event.hex}"
            if not found:
                battle = Clash((), result="continued from the turn file before")
                found.append(Card("battle", f"Battle of {event.unit}", "3.4", (battle,)))
            (clash,) = found[-1].clashes
            told = replace(clash, outcome=(*clash.outcome, f"{event.unit} {how}"))
            found[-1] = replace(found[-1], clashes=(told,), told=(*found[-1].told, number))
        event.on(state)
    return tuple(found)


def losses(before: w.State, events: Iterable[Event[Any]]) -> tuple[Loss, ...]:
    """3.4  Return every step that was lost."""
    state, found = _copy(before), []
    for event in events:
        if isinstance(event, w.StepLost):
            unit = state.units[event.unit]
            what = "eliminated" if unit.steps == 1 else "loses a step"
            found.append(Loss(unit.seat, event.unit, what, "3.4"))
        event.on(state)
    return tuple(found)


def _card(state: w.State, event: w.BattleFought, faces: tuple[int, int]) -> Card:
    names = (event.attacker, event.defender)
    seats = [state.units[name].seat for name in names]
    totals = (event.attack, event.defence)
    forces = tuple(
        Force(
            seat, role, (ForceLine(name, str(total), f"die {face} + {total - face}"),), str(total)
        )
        for seat, role, name, total, face in zip(
            seats, ("attacks", "defends"), names, totals, faces, strict=True
        )
    )
    clash = Clash(
        forces,
        dice=f"dice {faces[0]} against {faces[1]}",
        result=f"{event.loser} is beaten" if event.loser else "both hold",
    )
    where = state.units[event.defender].hex
    return Card("battle", f"Battle in {where}", "3.3", (clash,), _luck(state, event))


def _luck(state: w.State, event: w.BattleFought) -> tuple[Luck, ...]:
    """3.3  Return how often each side had to be beaten and was; a defeat stands for a step."""
    forecast = of_battle(state, w.Battle(event.attacker, event.defender))
    return tuple(
        Luck(seat, int(event.loser == name), forecast.expected(seat))
        for name in (event.attacker, event.defender)
        for seat in (state.units[name].seat,)
    )


def _copy(state: w.State) -> w.State:
    return replace(state, units=dict(state.units))


def board(state: w.State) -> str:
    """Return the field as text: terrain, units by side and number (R1, b2), strongest first."""
    rows = []
    for row in range(1, 7):
        cells = (_cell(state, f"{column:02d}{row:02d}") for column in range(1, 8))
        rows.append(f"{row:02d} " + " ".join(cells))
    return "\n".join(["   " + " ".join(f"{column:02d}" for column in range(1, 8)), *rows])


def _cell(state: w.State, number: str) -> str:
    name = state.unit_at(number)
    if not name:
        return w.FIELD[number] + " "
    seat, index = name.split("-")
    return (seat[0].upper() if seat == w.RED else seat[0]) + index
