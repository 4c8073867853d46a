"""Rows 25 and 26: what menus cost, measured by the check of one order of the same decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from benchmarks.campaigns import Match
from benchmarks.slices import Effort, Work, interleave
from benchmarks.table import Row
from sealion_pbem.engine.choices import Partial, extend, menu
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets import find

__all__ = ["choices"]

_RULESET = "sealion-deluxe"
_DECISIONS = (
    ("german", "naval_movement", "sail", "path"),
    ("german", "air_movement", "fly", "place"),
    ("german", "land_movement", "march", "path"),
    ("british", "land_movement", "march", "path"),
)
"""Who is asked what, the order that moves most units then, and the member that says where to."""
_MOST_TURNS = 400
_SAMPLE = 40


def choices(effort: Effort) -> Iterator[Row]:
    """Rows 25 and 26: all that can be chosen in the largest decisions of a game / one check.

    A check is the mean over orders that are evenly taken from all that can be chosen.

    Row 25 counts each unit with each place that it can go to as one; row 26 is what a board shows
    first: the kinds of orders, and who can be given the one that moves most units.
    """
    for number, (seat, kind, order, where) in enumerate(_DECISIONS):
        said = f"{seat} {kind.replace('_', ' ')}"
        position = _fullest(seat, kind, order)
        yield from _rows(effort, said, "abcd"[number], position, order, where)


def _rows(
    effort: Effort, said: str, letter: str, game: Game[Any], kind: str, where: str
) -> Iterator[Row]:
    ruleset, state = find(_RULESET), game.state
    pairs = [*_pairs(game, kind, where)]
    orders = [_order(game, pair) for pair in pairs[:: max(1, len(pairs) // _SAMPLE)]]

    def check() -> None:
        for order in orders:
            state.memory.clear()
            assert not [*ruleset.check(state, order)]

    works: dict[str, Work] = {
        "pairs": lambda: sum(1 for _ in _pairs(game, kind, where)),
        "first screen": partial(_first_screen, game, kind),
        "checks": check,
    }
    taken = interleave(works, effort)
    yield Row(
        f"25{letter}",
        f"{said}: one of {len(pairs)} pairs of unit and place / one check",
        taken.ratio("pairs", "checks") * len(orders) / len(pairs),
        goal=3,
        gate=9,
        note=taken.told("pairs", "checks"),
    )
    yield Row(
        f"26{letter}",
        f"{said}: kinds and units / one check",
        taken.ratio("first screen", "checks") * len(orders),
        goal=50,
        gate=60,
        note=taken.told("first screen", "checks"),
    )


def _pairs(game: Game[Any], kind: str, where: str) -> Iterator[Partial]:
    """Return every unit, each alone, with every place to which it can be sent."""
    ruleset = find(_RULESET)
    game.state.memory.clear()
    first = menu(ruleset, game, {"kind": kind})
    for unit in first.choices("units"):
        chosen = extend(ruleset, first.partial, unit)
        seen: set[str] = set()
        for place in menu(ruleset, game, chosen).choices(where):
            if place.label not in seen:
                seen.add(place.label)
                yield extend(ruleset, chosen, place)


def _first_screen(game: Game[Any], kind: str) -> None:
    """Ask for the kinds of orders, then for the units of one."""
    ruleset = find(_RULESET)
    game.state.memory.clear()
    assert [*menu(ruleset, game).choices()]
    assert [*menu(ruleset, game, {"kind": kind}).choices("units")]


@cache
def _fullest(seat: str, decision: str, kind: str) -> Game[Any]:
    """Return the position of a random game in which most units can be given an order of a kind."""
    ruleset = find(_RULESET)
    most: tuple[int, Game[Any]] | None = None
    for game in _games():
        asked = pending(ruleset, game)
        if asked is None or (asked.seat, asked.kind) != (seat, decision):
            continue
        if kind not in asked.accepts:
            continue
        count = sum(1 for _ in menu(ruleset, game, {"kind": kind}).choices("units"))
        if most is None or count > most[0]:
            most = count, game
    assert most is not None, f"{seat} is never asked: {decision}"
    return most[1]


def _order(game: Game[Any], pair: Partial) -> Order:
    """Return the order that a unit and a place make."""
    order: Order | None = menu(find(_RULESET), game, pair).order
    assert order is not None, f"{pair} is no order"
    return order


def _games() -> Iterator[Game[Any]]:
    """Return the positions of a random game, one before each turn file."""
    match = Match.founded("choices", {}, _RULESET)
    seats = match.record.ruleset.seats
    commanders = {seat: RandomCommander(seat.encode().ljust(32)) for seat in seats}
    for _ in range(_MOST_TURNS):
        record = match.record
        if record.decision is None:
            return
        yield record.game
        seat = record.decision.seat
        turn = commanders[seat].turn(record.ruleset, record.game, seat)
        for _ in match.play(**turn.document):
            pass
