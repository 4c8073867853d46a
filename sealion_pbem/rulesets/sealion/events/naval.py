"""Events at sea: ships in port, mines, batteries, and everything of a surface battle but its losses.

Members that are not compared show the arithmetic: they say how it came, not what happened.
"""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar, Self

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.wire import Worded
from sealion_pbem.rulesets.sealion.state import State, Unit

__all__ = [
    "Aim",
    "BatteryRecalled",
    "BatterySortied",
    "CounterattackAsked",
    "Counterattacking",
    "MineLaid",
    "SalvoFired",
    "SeaBattleBegun",
    "SeaBattleEnded",
    "ShipsMoored",
    "SubmarineDived",
    "SubmarinesKeptOut",
    "Withholding",
    "WithholdingAsked",
    "WithoutEffect",
]


@frozen
class ShipsMoored:
    """Ships sail no more in this game turn: back in port (7.0), or troops were landed (7.4)."""

    kind: ClassVar[str] = "ships_moored"
    units: tuple[str, ...]

    def on(self, state: State) -> None:
        """Troops aboard have ended their move too: no other ship takes them out again (7.8)."""
        aboard = (state.cargo[name] for name in self.units if name in state.cargo)
        troops = (name for name in aboard if state.counter(name).arm == "land")
        state.home = state.home.union(self.units, troops)


@frozen
class MineLaid:
    """A submarine let go of its mine and stays where it did (7.2)."""

    kind: ClassVar[str] = "mine_laid"
    submarine: str
    mine: str
    sector: str

    def on(self, state: State) -> None:
        state.put(self.mine, Unit(self.sector, state.units[self.mine].steps))
        state.done |= {self.submarine}


@frozen
class BatterySortied:
    """A battery aims at a sea space (7.3)."""

    kind: ClassVar[str] = "battery_sortied"
    battery: str
    sector: str

    def on(self, state: State) -> None:
        """Note the battery's sortie of the game turn; whether it may fight there is another rule (9.2)."""
        state.put(self.battery, Unit(self.sector, state.units[self.battery].steps))
        state.done |= {self.battery}
        state.home |= {self.battery}


@frozen
class BatteryRecalled:
    """A battery is back in its box for the rest of the game turn (7.3, A-34)."""

    kind: ClassVar[str] = "battery_recalled"
    battery: str
    box: str

    def on(self, state: State) -> None:
        state.put(self.battery, Unit(self.box, state.units[self.battery].steps))
        state.home |= {self.battery}


@frozen
class Withholding:
    """The defender chooses which of these submarines keep out of the battles of this step (8.1)."""

    kind: ClassVar[str] = "withholding"
    submarines: tuple[str, ...]


@frozen
class WithholdingAsked:
    """Submarines of the defender need not fight (8.1)."""

    kind: ClassVar[str] = "withholding_asked"
    submarines: tuple[str, ...]

    def on(self, state: State) -> None:
        state.task = Withholding(self.submarines)


@frozen
class SubmarinesKeptOut:
    """The defender has chosen which submarines keep out (8.1)."""

    kind: ClassVar[str] = "submarines_kept_out"
    submarines: tuple[str, ...]

    def on(self, state: State) -> None:
        state.resolved |= frozenset(self.submarines)
        state.task = None


@frozen
class Aim(Worded):
    """A unit and its target (8.1)."""

    unit: str
    target: str

    def words(self) -> list[str]:
        """Return both."""
        return [self.unit, self.target]

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        """Read what `words` wrote."""
        unit, target = words
        return cls(unit, target)


@frozen
class WithoutEffect(Worded):
    """Why shots that were high enough did nothing, and whose they were (8.2 to 8.7, 9.4)."""

    reason: str
    units: tuple[str, ...]

    def words(self) -> list[str]:
        """Return the reason, then the units."""
        return [self.reason, *self.units]

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        """Read what `words` wrote."""
        reason, *units = words
        return cls(reason, tuple(units))


@frozen
class SeaBattleBegun:
    """The attacker has assigned targets, in the order of firing (8.1)."""

    kind: ClassVar[str] = "sea_battle_begun"
    sector: str
    targets: tuple[Aim, ...]
    withheld: tuple[str, ...]

    def on(self, state: State) -> None:
        state.resolved |= frozenset(self.withheld)


@frozen
class SalvoFired:
    """Units fired at one target: their totals, and the target's against each of them (8.4).

    These have fought (8.5). Who neither fires nor is fired at does not take part: by 8.1 defenders in
    excess of the attackers are outside the battle unless they counterattack. `why` says of duels
    without effect why a shot that was high enough did nothing, and whose it was.
    """

    kind: ClassVar[str] = "salvo_fired"
    sector: str
    units: tuple[str, ...]
    target: str
    totals: tuple[int, ...]
    answers: tuple[int, ...]
    dice: tuple[int, ...] = field(default=(), compare=False)
    answer: int = field(default=0, compare=False)
    why: tuple[WithoutEffect, ...] = field(default=(), compare=False)

    def on(self, state: State) -> None:
        """All of them have fought; losses are events of their own."""
        took_part = {*self.units, self.target}
        state.fought |= took_part
        state.spent |= took_part


@frozen
class SubmarineDived:
    """A reduced submarine takes no further part in this step (8.2)."""

    kind: ClassVar[str] = "submarine_dived"
    submarine: str

    def on(self, state: State) -> None:
        state.resolved |= {self.submarine}


@frozen
class Counterattacking:
    """Defenders at whom nobody fired may counterattack (8.4); `fired` says whether dice have fallen."""

    kind: ClassVar[str] = "counterattacking"
    sector: str
    units: tuple[str, ...]
    fired: bool


@frozen
class CounterattackAsked:
    """Nobody fired at some of the defenders (8.4)."""

    kind: ClassVar[str] = "counterattack_asked"
    sector: str
    units: tuple[str, ...]
    fired: bool

    def on(self, state: State) -> None:
        state.task = Counterattacking(self.sector, self.units, self.fired)


@frozen
class SeaBattleEnded:
    """All have fired in a sea space; both sides stay where they are (8.4, 8.5)."""

    kind: ClassVar[str] = "sea_battle_ended"
    sector: str

    def on(self, state: State) -> None:
        state.resolved |= {self.sector}
        state.task = None
