"""Events of the optional rules (14): units arrive, AA units fire, fake parachutists are found out."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Literal

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.events.combat import LandCombat
from sealion_pbem.rulesets.sealion.state import BRITISH, OUT, State, Unit
from sealion_pbem.rulesets.sealion.veil import Breach, Drop, Veil, Walker

__all__ = [
    "AAFireEnded",
    "AAUnitFired",
    "BreachFound",
    "BreachWaived",
    "CounterWithdrawn",
    "EndAwaited",
    "FakesFound",
    "MarchResumed",
    "ParachutistsLanded",
    "ParachutistsOpened",
    "ParachutistsSealed",
    "UnitArrived",
]


@frozen
class UnitArrived:
    """A British unit came onto the map in a hex of entry (14.3, 14.4, 14.9)."""

    kind: ClassVar[str] = "unit_arrived"
    unit: str
    hex: str
    rule: str
    is_scheduled: bool
    """Its rule lets one unit a turn in here (14.9): the hex is closed to the others now."""

    def on(self, state: State) -> None:
        """It stands there and has its whole move before it."""
        state.put(self.unit, Unit(self.hex, state.units[self.unit].steps))
        state.occupy(self.unit, self.hex)
        if self.is_scheduled:
            state.resolved |= {self.hex}


@frozen
class AAUnitFired:
    """An AA unit fired at an air unit over the combat hex: dice and what it came to (14.5.1)."""

    kind: ClassVar[str] = "aa_unit_fired"
    hex: str
    unit: str
    target: str
    die: int
    answer: int
    modifier: int
    """What the air unit adds to its die: its support less the defence of the AA unit."""
    result: Literal["missed", "driven off", "hit"]
    """missed, driven off or hit; a hit is told by the event that follows."""

    def on(self, state: State) -> None:
        """An air unit that is driven off gives no support in this combat."""
        if self.result == "driven off":
            task = state.in_progress(LandCombat)
            gone = task.driven_off or ()
            if self.target not in gone:
                state.task = replace(task, driven_off=(*gone, self.target))


@frozen
class AAFireEnded:
    """The AA units of a seat have all fired in this combat (14.5.1)."""

    kind: ClassVar[str] = "aa_fire_ended"
    hex: str
    seat: Seat

    def on(self, state: State) -> None:
        task = state.in_progress(LandCombat)
        fired = (*(task.fired or ()), self.seat)
        state.task = replace(task, fired=fired, waits="", seat=Seat(""), units=())


def _veil(state: State) -> Veil:
    assert state.veil is not None, "only a game with fake parachutists has these events"
    return state.veil


@frozen
class ParachutistsSealed:
    """The German fixed which counter of a pair is real."""

    kind: ClassVar[str] = "parachutists_sealed"
    pair: str

    def on(self, state: State) -> None:
        veil = _veil(state)
        state.veil = replace(veil, sealed=(*veil.sealed, self.pair))


@frozen
class ParachutistsOpened:
    """A pair was shown: its real counter (none if something senseless was sealed) and the fakes."""

    kind: ClassVar[str] = "parachutists_opened"
    pair: str
    real: str
    fakes: tuple[str, ...]

    def on(self, state: State) -> None:
        """The real one holds its hex from now on (F-2); landings it has justified are settled."""
        veil = _veil(state)
        real = (*veil.real, self.real) if self.real else veil.real
        drops = tuple(
            drop
            for drop in veil.drops
            if drop.unit not in real and not any(name in real for name in drop.others)
        )
        state.veil = replace(veil, real=real, fake=(*veil.fake, *self.fakes), drops=drops)
        if self.real and state.is_in_play(self.real) and not veil.closing:
            state.occupy(self.real, state.units[self.real].place)


@frozen
class ParachutistsLanded:
    """Counters that may be fake have come down; whether they could is seen when they are shown."""

    kind: ClassVar[str] = "parachutists_landed"
    drops: tuple[Drop, ...]

    def on(self, state: State) -> None:
        veil = _veil(state)
        state.veil = replace(veil, drops=(*veil.drops, *self.drops))


@frozen
class CounterWithdrawn:
    """The German took a counter away that had just come down."""

    kind: ClassVar[str] = "counter_withdrawn"
    unit: str

    def on(self, state: State) -> None:
        """Take it out of the game; its landing need not be judged any more (F-4)."""
        veil = _veil(state)
        drops = tuple(drop for drop in veil.drops if drop.unit != self.unit)
        state.veil = replace(veil, drops=drops)
        state.put(self.unit, Unit(OUT, 0))


@frozen
class FakesFound:
    """British units walked into a hex where nobody but fakes was (14.6 b)."""

    kind: ClassVar[str] = "fakes_found"
    hex: str
    fakes: tuple[str, ...]
    units: tuple[str, ...]

    def on(self, state: State) -> None:
        """The fakes are gone, the hex is British, and the units named may go on."""
        for name in self.fakes:
            state.put(name, Unit(OUT, 0))
        for name in state.land_in(self.hex, BRITISH)[:1]:
            state.occupy(name, self.hex)
        veil = _veil(state)
        before = {walker.unit: walker.found for walker in veil.walkers}
        others = tuple(walker for walker in veil.walkers if walker.unit not in self.units)
        found = tuple(Walker(name, before.get(name, 0) + 1, waits=True) for name in self.units)
        state.veil = replace(veil, walkers=(*others, *found))


@frozen
class MarchResumed:
    """British units that had found fakes go on (14.6 b)."""

    kind: ClassVar[str] = "march_resumed"
    units: tuple[str, ...]

    def on(self, state: State) -> None:
        """Remember what the units have spent, in case they find more fakes."""
        veil = _veil(state)
        walkers = tuple(
            replace(walker, waits=walker.waits and walker.unit not in self.units)
            for walker in veil.walkers
        )
        state.veil = replace(veil, walkers=walkers)


@frozen
class BreachFound:
    """An opening showed that a fake was dropped against the rule (14.6)."""

    kind: ClassVar[str] = "breach_found"
    unit: str
    turn: int
    reason: str

    def on(self, state: State) -> None:
        """It stays in the record of the game; the British say what follows (F-6)."""
        veil = _veil(state)
        state.veil = replace(
            veil,
            drops=tuple(drop for drop in veil.drops if drop.unit != self.unit),
            breaches=(*veil.breaches, Breach(self.unit, self.turn, self.reason)),
        )


@frozen
class BreachWaived:
    """The British let a breach pass, and the game goes on (F-6)."""

    kind: ClassVar[str] = "breach_waived"

    def on(self, state: State) -> None:
        veil = _veil(state)
        state.veil = replace(veil, waived=len(veil.breaches))


@frozen
class EndAwaited:
    """The game is decided; what is sealed must be shown before it is over (F-5)."""

    kind: ClassVar[str] = "end_awaited"
    winner: str

    def on(self, state: State) -> None:
        state.veil = replace(_veil(state), closing=self.winner)
