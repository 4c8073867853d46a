"""What no counter can say, filled in already: targets, support and losses behind dragged moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from sealion_pbem.engine.choices import KIND, Partial, complete, extend, menu
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import preview
from sealion_pbem.engine.refusal import SEALING
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.sheet.lexicon import lexicon_of
from sealion_pbem.engine.sheet.lines import folded
from sealion_pbem.engine.turn import Preview, Turn
from sealion_pbem.engine.words import Order, Seat
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.template import example_line
from sealion_pbem.umpire.vassal_kit import standing

__all__ = ["prefilled"]

_MOST_OF_A_KIND = 8
_MOST_STAGES = 4
_SEALS = frozenset(order.kind for order in SEALING)


def prefilled(record: Record, game: Game[Any], seat: Seat) -> Iterator[str]:
    """Return lines of a sheet that fit behind dragged moves: what ends them, then what may follow.

    `game` is the position that the moves lead to. It goes on to the next die, the next answer of another
    seat, or the next stage in which counters are moved.
    """
    ruleset, names = record.ruleset, lexicon_of(record.ruleset, game.state)
    for number in range(_MOST_STAGES):
        decision = pending(ruleset, game)
        if decision is None or decision.seat != seat:
            return
        lines, ending = [], None
        for kind in sorted(decision.accepts - _SEALS):
            orders = list(_orders(ruleset, game, kind))
            judged = [preview(ruleset, game, Turn(seat, (order,))) for order in orders]
            if not any(_moves(ruleset, game, one) for one in judged):
                lines += [folded(example_line(record, names, order)) for order in orders]
            elif number:
                return
            if not ruleset.forms[kind].members and judged and judged[0].outcome is not None:
                ending = judged[0].outcome.game
        yield f"  {decision.prompt} (rule {decision.rule}):"
        yield from lines
        after = None if ending is None else pending(ruleset, ending)
        if ending is None or after is None or after.kind == decision.kind:
            return
        game = ending


def _orders(ruleset: Ruleset[Any], game: Game[Any], kind: str) -> Iterator[Order]:
    """Return some legal orders of a kind: one for each of the first choices that it leaves."""
    first: Partial = {KIND: kind}
    shown = menu(ruleset, game, first)
    if shown.order is not None:
        yield shown.order
        return
    wanted = shown.missing.at.lstrip("/") if shown.missing else ""
    for choice in islice(shown.choices(wanted), _MOST_OF_A_KIND):
        order = complete(ruleset, game, extend(ruleset, first, choice))
        if order is not None:
            yield order


def _moves(ruleset: Ruleset[Any], game: Game[Any], judged: Preview) -> bool:
    before, after = standing(ruleset, game.state), standing(ruleset, judged.after)
    return before != after
