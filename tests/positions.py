"""Positions of a whole game that the staff commander plays against itself: the same in every run."""

from functools import cache
from hashlib import sha256

from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.picture import Mark
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.sealion.ruleset import Sealion
from sealion_pbem.rulesets.sealion.staff import StaffCommander
from sealion_pbem.rulesets.sealion.state import State
from tests.sealion_table import EDITIONS as RULESETS

__all__ = ["EDITIONS", "after"]

EDITIONS = ("sealion-2016", "sealion-deluxe")
_LONGEST = 60


def after(edition: str, turns: int) -> tuple[Sealion, State, tuple[Mark, ...]]:
    """The ruleset, the state after so many turn files, and the marks of the last of them."""
    ruleset = RULESETS[edition]
    before, state, events = _played(edition)[turns]
    return ruleset, state, ruleset.marks(events, before)


@cache
def _played(edition: str) -> list[tuple[State, State, tuple[Event[State], ...]]]:
    ruleset = RULESETS[edition]
    game = begin(ruleset, "golden", ruleset.setup("invasion", {"turns": 7}))
    staff = {seat: StaffCommander(sha256(seat.encode()).digest()) for seat in ruleset.seats}
    found: list[tuple[State, State, tuple[Event[State], ...]]] = [(game.state, game.state, ())]
    for number in range(_LONGEST):
        decision = pending(ruleset, game)
        assert decision is not None
        seat = decision.seat
        turn = staff[seat].turn(ruleset, game, seat)
        outcome = run(ruleset, game, turn, SeededDice(sha256(b"%d" % number).digest()))
        found.append((game.state, outcome.game.state, outcome.events))
        game = outcome.game
    return found
