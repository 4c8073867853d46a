"""Positions of a whole game that the staff commander plays against itself: the same in every run."""

from functools import cache
from hashlib import sha256

from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.staff import StaffCommander

__all__ = ["EDITIONS", "after"]

EDITIONS = ("sealion-2016", "sealion-deluxe")
_LONGEST = 60


def after(edition: str, turns: int):
    """The ruleset, the state after so many turn files, and the marks of the last of them."""
    ruleset = find(edition)
    before, state, events = _played(edition)[turns]
    return ruleset, state, ruleset.marks(events, before)


@cache
def _played(edition: str):
    ruleset = find(edition)
    game = begin(ruleset, "golden", ruleset.setup("invasion", {"turns": 7}))
    staff = {seat: StaffCommander(sha256(seat.encode()).digest()) for seat in ruleset.seats}
    found = [(game.state, game.state, ())]
    for number in range(_LONGEST):
        seat = pending(ruleset, game).seat
        turn = staff[seat].turn(ruleset, game, seat)
        outcome = run(ruleset, game, turn, SeededDice(sha256(b"%d" % number).digest()))
        found.append((game.state, outcome.game.state, outcome.events))
        game = outcome.game
    return found
