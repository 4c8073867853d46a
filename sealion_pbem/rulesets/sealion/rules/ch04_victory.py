"""4.0  Winning: factories, Parliament, Churchill."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.saying import counted
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.chapter import Chapter
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.events.general import GameEnded
from sealion_pbem.rulesets.sealion.events.options import EndAwaited
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, OUT, State, Unit

__all__ = [
    "CHAPTER",
    "CHURCHILL",
    "PARLIAMENT",
    "ChurchillEvacuated",
    "ChurchillLost",
    "FactoriesTaken",
    "ParliamentTaken",
    "decide_victory",
    "factories",
    "said_tally",
    "tally",
]

PARLIAMENT = "4409"
CHURCHILL = "uk_churchill"


@frozen
class FactoriesTaken:
    """German land units have occupied factory hexes for the first time (4.0)."""

    kind: ClassVar[str] = "factories_taken"
    hexes: tuple[str, ...]
    factories: int = field(default=0, compare=False)
    bonus: int = field(default=0, compare=False)
    needed: int = field(default=0, compare=False)

    def on(self, state: State) -> None:
        """They count for good; that they were occupied is known from the move itself."""
        state.uncounted &= ~state.table.board.area(self.hexes)


@frozen
class ParliamentTaken:
    """The German stands in the Parliament hex for the first time (4.1)."""

    kind: ClassVar[str] = "parliament_taken"
    factories: int
    tally: int = field(default=0, compare=False)
    needed: int = field(default=0, compare=False)

    def on(self, state: State) -> None:
        """The roll counts as so many factories, once a game (A-15)."""
        state.parliament_rolled = True
        state.bonus += self.factories


@frozen
class ChurchillLost:
    """Churchill was eliminated (4.2)."""

    kind: ClassVar[str] = "churchill_lost"
    factories: int
    dice: tuple[int, ...] = field(default=(), compare=False)
    tally: int = field(default=0, compare=False)
    needed: int = field(default=0, compare=False)

    def on(self, state: State) -> None:
        """The roll counts as so many factories."""
        state.churchill = "lost"
        state.bonus += self.factories


@frozen
class ChurchillEvacuated:
    """Churchill left the war zone for good (4.3)."""

    kind: ClassVar[str] = "churchill_evacuated"
    hex: str

    def on(self, state: State) -> None:
        """He is out of the game, which is no elimination and has no other consequence."""
        state.churchill = "evacuated"
        state.put(CHURCHILL, Unit(OUT, 0))


def factories(state: State) -> int:
    """4.0  Return how many factory hexes German land units have ever occupied."""
    return (state.ever_german & state.table.factories).bit_count()


def tally(state: State) -> int:
    """4.0 to 4.2  Return the German's factories with what Parliament and Churchill added (A-14)."""
    return (state.ever_german & state.table.factories).bit_count() + state.bonus


def said_tally(state: State) -> str:
    """4.0 to 4.2  Return the tally in words, with what it is made of."""
    return _said(factories(state), state.bonus, state.edition.factories_to_win)


def _said(taken: int, bonus: int, needed: int) -> str:
    more = f", {bonus} for Parliament and Churchill" if bonus else ""
    what = counted(taken, "factory", "factories")
    return f"{taken + bonus} of {needed} the German needs: {what} taken{more}"


def decide_victory(play: Play[State]) -> None:
    """4.0 to 4.2  Count factories, roll for Parliament and Churchill; the German wins at once (A-12)."""
    state = play.state
    table = state.table
    if state.uncounted:
        hexes, need = table.board.in_area(state.uncounted), state.edition.factories_to_win
        play.emit(FactoriesTaken(hexes, factories(state), state.bonus, need))
    if not state.parliament_rolled and state.ever_german & table.board.bits[PARLIAMENT]:
        roll = play.roll("4.1", "Parliament")
        play.emit(ParliamentTaken(roll, tally(state) + roll, state.edition.factories_to_win))
    leader = None if state.churchill else state.units.get(CHURCHILL)
    if leader is not None and not leader.steps:
        dice = play.rolls("4.2", "Churchill", 2)
        total = tally(state) + sum(dice)
        play.emit(ChurchillLost(sum(dice), dice, total, state.edition.factories_to_win))
    closing = "" if state.veil is None else state.veil.closing
    if closing or (tally(state) >= table.edition.factories_to_win and not state.winner):
        _end(play, Seat(closing) or GERMAN)


def end_last_turn(play: Play[State]) -> None:
    """4.0  End the game after the last turn: the British have won if the German has not."""
    _end(play, BRITISH)


def _end(play: Play[State], winner: Seat) -> None:
    """4.0, 14.6, F-5  End the game, or await its end until what is sealed has been shown."""
    state, veil = play.state, play.state.veil
    if state.winner:
        return
    if veil is not None and (veil.closed or veil.unsettled):
        if not veil.closing:
            play.emit(EndAwaited(winner))
        return
    play.emit(_ended(state, winner))


def _ended(state: State, winner: str) -> GameEnded:
    return GameEnded(winner, tally(state), factories(state), state.edition.factories_to_win)


def _tell_factories(event: FactoriesTaken, edition: Edition) -> str:
    hexes = data.hexes(edition.board)
    taken = (
        f"the factory in {n} ({hexes[n].factory_name})" if n in hexes else n for n in event.hexes
    )
    return (
        f"the German has taken {' and '.join(taken)} (4.0): "
        f"the tally is {_said(event.factories, event.bonus, event.needed)}"
    )


CHAPTER = Chapter(
    title="Winning the game",
    events=(FactoriesTaken, ParliamentTaken, ChurchillLost, ChurchillEvacuated, GameEnded),
    tell={
        ParliamentTaken: lambda e, _: (
            f"Parliament falls and counts as {e.factories} factories (4.1): "
            f"the tally is {e.tally} of {e.needed}"
        ),
        ChurchillLost: lambda e, _: (
            f"Churchill is lost, which counts as {' + '.join(map(str, e.dice))} = {e.factories} "
            f"factories (4.2): the tally is {e.tally} of {e.needed}"
        ),
        ChurchillEvacuated: lambda e, _: (
            f"Churchill has left the war zone from {e.hex} for good (4.3)"
        ),
        GameEnded: lambda e, _: (
            f"the {e.winner} player has won; the tally is {e.tally}: {e.factories} factories "
            f"and {e.tally - e.factories} for Parliament and Churchill; {e.needed} were needed (4.0)"
        ),
    },
    tell_printed={FactoriesTaken: _tell_factories},
)
