"""Rows 3 to 7: orders in a second beside other rules engines.

`chess` and `diplomacy` are run where they are installed. The others, and those two where they are
not, are known in units of a yardstick: one turn of an empty loop in the same run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from benchmarks.sealion import Recorded, auditing, rules_only
from benchmarks.slices import Effort, Taken, Work, interleave
from benchmarks.table import Row

__all__ = ["peers"]

# What one action costs the peers, in units of the yardstick, measured side by side once.
_UNITS = {
    "push_san": 192,
    "replay": 1780,
    "check": 5210,
    "waterloo": 1100,
    "bgio": 5660,
    "18xx": 9080,
}
_LOOP = 100_000
_PLIES, _PHASES = 400, 12


def peers(effort: Effort, campaigns: Sequence[Recorded]) -> Iterator[Row]:
    """Rows 3 to 7: orders a second of Sealion, all campaigns together / actions a second of a peer."""
    taken, counts = _measured(effort, campaigns)

    def times(ours: str, peer: str) -> float:
        """Return how many of our orders go into one action of a peer."""
        if peer in counts:
            return taken.ratio(peer, ours) / counts[peer] * counts[ours]
        return _UNITS[peer] * counts[ours] / (taken.ratio(ours, "yardstick") * _LOOP)

    for number, what, ours, peer, goal, gate in (
        ("3", "orders/s, rules only / python-chess push_san", "rules", "push_san", 0.4, 0.25),
        ("4", "orders/s, rules only / diplomacy replay", "rules", "replay", 3.5, 2),
        ("5", "orders/s, audit / diplomacy is_valid_saved_game", "audit", "check", 10, 5),
        ("6", "orders/s, rules only / Rally Waterloo, checked", "rules", "waterloo", 2, 1.2),
        ("7a", "orders/s, rules only / boardgame.io, 240 units", "rules", "bgio", 10, 6),
        ("7b", "orders/s, rules only / 18xx", "rules", "18xx", 15, 9),
    ):
        each = ", ".join(
            f"{times(f'{ours} {campaign.ruleset}', peer):.2f} {campaign.ruleset}"
            for campaign in campaigns
        )
        order = taken.ratio(ours, "yardstick") * _LOOP / counts[ours]
        speed = counts[ours] / taken.best(ours)
        note = f"{each}; {speed:.0f} orders/s, an order is {order:.0f} units"
        if peer not in counts:
            note += f", {_UNITS[peer]} theirs by yardstick"
        ratio = times(ours, peer)
        yield Row(number, what, ratio, goal=goal, gate=gate, more_is_better=True, note=note)


def _measured(effort: Effort, campaigns: Sequence[Recorded]) -> tuple[Taken, dict[str, int]]:
    """Return the slices of all, campaigns by themselves and together, and how many actions each has."""
    cases: dict[str, Work] = {"yardstick": _yardstick()}
    for campaign in campaigns:
        cases[f"rules {campaign.ruleset}"] = rules_only(campaign)
        cases[f"audit {campaign.ruleset}"] = auditing(campaign.files)
    counts: dict[str, int] = {}
    for find in (_chess, _diplomacy):
        try:
            found = find()
        except ImportError:
            continue
        for name, (work, count) in found.items():
            cases[name], counts[name] = work, count
    taken = interleave(cases, effort)
    for what in ("rules", "audit"):
        for campaign in campaigns:
            counts[f"{what} {campaign.ruleset}"] = campaign.orders
        counts[what] = sum(campaign.orders for campaign in campaigns)
        taken = taken.together(what, [f"{what} {campaign.ruleset}" for campaign in campaigns])
    return taken, counts


def _yardstick() -> Work:
    # At module level, as the yardstick is defined: names are looked up in a dictionary.
    loop = compile(f"s = 0\nfor i in range({_LOOP}): s += i\n", "yardstick", "exec")
    return lambda: exec(loop, {})  # noqa: S102 - our own two lines


def _chess() -> dict[str, tuple[Work, int]]:
    import chess  # noqa: PLC0415 - installed for the benchmark only

    whims, board = random.Random(1), chess.Board()  # noqa: S311 - no secret
    moves: list[str] = []
    while len(moves) < _PLIES and not board.is_game_over():
        move = whims.choice(sorted(board.legal_moves, key=str))
        moves.append(board.san(move))
        board.push(move)

    def replay() -> None:
        again = chess.Board()
        for move in moves:
            again.push_san(move)

    return {"push_san": (replay, len(moves))}


def _diplomacy() -> dict[str, tuple[Work, int]]:
    from diplomacy import Game  # noqa: PLC0415 - installed for the benchmark only
    from diplomacy.utils.export import (  # noqa: PLC0415 - likewise
        is_valid_saved_game,
        to_saved_game_format,
    )

    whims, game = random.Random(1), Game()  # noqa: S311 - no secret
    phases: list[dict[str, list[str]]] = []
    for _ in range(_PHASES):
        possible = game.get_all_possible_orders()
        asked = {
            power: [
                whims.choice(sorted(possible[place]))
                for place in sorted(game.get_orderable_locations(power))
                if possible[place]
            ]
            for power in sorted(game.powers)
        }
        phases.append(asked)
        for power, orders in asked.items():
            game.set_orders(power, orders)
        game.process()
    saved: dict[str, Any] = to_saved_game_format(game)
    count = sum(len(orders) for asked in phases for orders in asked.values())
    assert is_valid_saved_game(saved), "diplomacy accepts its own game"

    def replay() -> None:
        again = Game()
        for asked in phases:
            for power, orders in asked.items():
                again.set_orders(power, orders)
            again.process()

    check: Callable[[], object] = lambda: is_valid_saved_game(saved)  # noqa: E731 - typed
    return {"replay": (replay, count), "check": (check, count)}
