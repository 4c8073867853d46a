"""Row 24: what a forecast of a land combat costs, measured by what its resolution costs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.slices import Effort, Work, interleave
from benchmarks.table import Row
from sealion_pbem.engine.ahead import Timed
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.forecast import forecasting
from sealion_pbem.engine.game import Game, orders_from_wire
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.turn import Turn
from sealion_pbem.umpire.scenario import adjudicate

__all__ = ["land_combats"]

_EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "scenarios"
_COMBATS = (
    "12.0-air-support-in-a-city",
    "12.1-london-and-a-bunker-line",
    "12.1-london-and-a-bunker-line-2016",
    "13.3-both-out-of-supply",
)


def land_combats(effort: Effort) -> Iterator[Row]:
    """Row 24: every result of an attack with its probability / the attack judged, rolled, carried out.

    The combats are the worked examples of both rulebooks. Nothing is kept between two questions but
    what a program keeps that asks about one position: the answers that its state remembers are
    forgotten before each.
    """
    attacks = [_attack(name) for name in _COMBATS]

    def forecast() -> None:
        for ruleset, game, turn in attacks:
            game.state.memory.clear()
            able = forecasting(ruleset)
            assert able is not None
            (order,) = turn.orders
            assert not isinstance(order, Timed)
            assert able.forecasts(game.state, order)

    taken = interleave({"forecast": forecast, "resolution": _resolution(attacks)}, effort)
    yield Row(
        "24",
        "forecast of a land combat / its resolution",
        taken.ratio("forecast", "resolution"),
        goal=8,
        gate=10,
        note=taken.told("forecast", "resolution"),
    )


def _attack(name: str) -> tuple[Any, Game[Any], Turn]:
    """Return ruleset, game and turn of a worked example that is an attack."""
    judged = adjudicate((_EXAMPLES / f"sealion-{name}.json").read_bytes())
    first = judged.turns[0]
    turn = Turn(first.seat, orders_from_wire(judged.ruleset, first.orders))
    return judged.ruleset, Game("0" * 64, first.before), turn


def _resolution(attacks: list[tuple[Any, Game[Any], Turn]]) -> Work:
    dice = SeededDice(bytes(32))

    def work() -> None:
        for ruleset, game, turn in attacks:
            game.state.memory.clear()
            assert not run(ruleset, game, turn, dice).refused

    return work
