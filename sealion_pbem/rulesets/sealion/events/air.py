"""Events of the air war (10.0), and the air battle that waits for its players.

Members that are not compared show the arithmetic: they say how it came, not what happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import ClassVar, Literal

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.rulesets.sealion.board import BRITAIN, FRANCE
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, Unit, unit_in

__all__ = [
    "BASES",
    "FURIOUS",
    "FURIOUS_GROUP",
    "AirBattle",
    "AirBattleBegun",
    "AirBattleEnded",
    "AirLossChosen",
    "AirSet",
    "AirSetFought",
    "AirSetsFormed",
    "AirSetsJoined",
    "AirStrikeFlown",
    "AirStrikesEnded",
    "AirUnitsFlew",
    "AirUnitsReturned",
    "AirborneLaunched",
    "InterdictionRolled",
    "RadarsCounted",
]

FURIOUS, FURIOUS_GROUP = "uk_furious", "uk_furious_group"
BASES: Mapping[str, str] = MappingProxyType({GERMAN: FRANCE, BRITISH: BRITAIN})
"""10.1  The boxes from which air units fly and to which they return (A-26)."""


@frozen
class AirSet:
    """Air units that fight each other: those of the seat that assigned first, and the others."""

    first: tuple[str, ...]
    second: tuple[str, ...]


@frozen
class AirBattle:
    """The task of an air combat in one place (10.4).

    `phase` is what is to be done next. `sets` are those still to be fought, in order. `losers` are the
    units of which `chooser` picks one, `doubled` whether the losing side rolled no more than half.
    """

    kind: ClassVar[str] = "air_battle"
    place: str
    phase: Literal["assign", "join", "fight", "loss"]
    sets: tuple[AirSet, ...] = ()
    losers: tuple[str, ...] = ()
    chooser: str = ""
    doubled: bool = False


@frozen
class AirUnitsFlew:
    """Air units left their base for a hex or sea space (10.1)."""

    kind: ClassVar[str] = "air_units_flew"
    units: tuple[str, ...]
    place: str

    def on(self, state: State) -> None:
        """They are over their target; what lay beside a transport stays behind."""
        units, place = state.units, self.place
        for name in self.units:
            if name in state.cargo:
                _leave_cargo(state, name)
            state.put(name, unit_in(place, units[name].steps))


@frozen
class AirborneLaunched:
    """A regiment and its transport or glider were put over the hex where it shall land (11.5)."""

    kind: ClassVar[str] = "airborne_launched"
    unit: str
    carrier: str
    hex: str

    def on(self, state: State) -> None:
        """The regiment is in the air until it touches down in the land step."""
        _leave_cargo(state, self.carrier)
        state.put(self.carrier, Unit(self.hex, state.units[self.carrier].steps))
        state.put(self.unit, Unit(self.hex, state.units[self.unit].steps, self.carrier))


@frozen
class AirBattleBegun:
    """Opposing air units met, and one of them is a fighter (10.4)."""

    kind: ClassVar[str] = "air_battle_begun"
    place: str

    def on(self, state: State) -> None:
        """Fighters are assigned next."""
        state.task = AirBattle(self.place, "assign")


@frozen
class AirSetsFormed:
    """The seat with the advantage assigned its fighters (10.4, 10.6)."""

    kind: ClassVar[str] = "air_sets_formed"
    place: str
    sets: tuple[AirSet, ...]

    def on(self, state: State) -> None:
        """Fighters that nobody has targeted may join next."""
        state.task = AirBattle(self.place, "join", self.sets)


@frozen
class AirSetsJoined:
    """The other seat assigned its untargeted fighters (10.4); the sets are complete."""

    kind: ClassVar[str] = "air_sets_joined"
    place: str
    sets: tuple[AirSet, ...]

    def on(self, state: State) -> None:
        """The sets are fought in this order."""
        state.task = AirBattle(self.place, "fight", self.sets)


@frozen
class AirSetFought:
    """A set rolled its dice (10.4, 10.5): totals are dice and qualities.

    `winner` is a seat or empty; `losers` are named when somebody must choose among them.
    """

    kind: ClassVar[str] = "air_set_fought"
    place: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    first_total: int
    second_total: int
    winner: str
    doubled: bool
    losers: tuple[str, ...] = ()
    chooser: str = ""
    first_dice: tuple[int, ...] = field(default=(), compare=False)
    first_qualities: tuple[int, ...] = field(default=(), compare=False)
    second_dice: tuple[int, ...] = field(default=(), compare=False)
    second_qualities: tuple[int, ...] = field(default=(), compare=False)

    def on(self, state: State) -> None:
        """The set is done; a loss may wait for a choice."""
        battle = state.in_progress(AirBattle)
        state.task = AirBattle(
            battle.place,
            "loss" if self.chooser else "fight",
            battle.sets[1:],
            self.losers,
            self.chooser,
            self.doubled,
        )


@frozen
class AirLossChosen:
    """Somebody picked the unit that takes the loss (10.4)."""

    kind: ClassVar[str] = "air_loss_chosen"
    unit: str

    def on(self, state: State) -> None:
        """The next set is fought."""
        battle = state.in_progress(AirBattle)
        state.task = AirBattle(battle.place, "fight", battle.sets)


@frozen
class AirBattleEnded:
    """Every set in a place has been fought (10.4)."""

    kind: ClassVar[str] = "air_battle_ended"
    place: str

    def on(self, state: State) -> None:
        """No second combat takes place there in this step."""
        state.task = None
        state.resolved |= {self.place}


@frozen
class AirStrikeFlown:
    """A bomber struck at a target in a sea space (10.7): hit, miss, flak, or too late.

    Too late means that the target was gone; then nothing was rolled. A roll up to `strength` hits,
    a higher one up to `flak` is answered by the target's anti-aircraft fire (10.9).
    """

    kind: ClassVar[str] = "air_strike_flown"
    sector: str
    bomber: str
    target: str
    roll: int
    result: Literal["hit", "miss", "flak", "too late"]
    strength: int = field(default=0, compare=False)
    flak: int = field(default=0, compare=False)

    def on(self, state: State) -> None:
        """Lost steps are told by the events that follow."""


@frozen
class AirStrikesEnded:
    """A seat has flown or withheld its strikes in a sea space (10.7)."""

    kind: ClassVar[str] = "air_strikes_ended"
    seat: str
    sector: str

    def on(self, state: State) -> None:
        """Its bombers there do not strike again in this step."""
        state.resolved |= {f"{self.seat} {self.sector}"}


@frozen
class InterdictionRolled:
    """An air unit tried to stop land units that entered its hex (10.3)."""

    kind: ClassVar[str] = "interdiction_rolled"
    units: tuple[str, ...]
    hex: str
    air_unit: str
    roll: int
    is_stopped: bool
    strength: int = field(default=0, compare=False)

    def on(self, state: State) -> None:
        """Stopped units go no further in this game turn."""
        if self.is_stopped:
            state.done |= frozenset(self.units)


@frozen
class AirUnitsReturned:
    """Air units went back to their bases (10.12)."""

    kind: ClassVar[str] = "air_units_returned"
    units: tuple[str, ...]

    def on(self, state: State) -> None:
        """The Furious Group lands on its carrier while that is undamaged (A-80)."""
        units, counters = state.units, state.table.counters
        for name in self.units:
            steps = units[name].steps
            if (
                name == FURIOUS_GROUP
                and state.is_in_play(FURIOUS)
                and not state.is_reduced(FURIOUS)
            ):
                state.put(name, unit_in(units[FURIOUS].place, steps, FURIOUS))
            else:
                state.put(name, unit_in(BASES[counters[name].seat], steps))


@frozen
class RadarsCounted:
    """Captured radars begin to count against British air stacking (10.2, A-81)."""

    kind: ClassVar[str] = "radars_counted"
    radars: int

    def on(self, state: State) -> None:
        """They count for the rest of the game."""
        state.radars_counted = self.radars


def _leave_cargo(state: State, carrier: str) -> None:
    cargo = state.carried_by(carrier)
    if cargo:
        state.put(cargo, state.units[cargo]._replace(aboard=""))
