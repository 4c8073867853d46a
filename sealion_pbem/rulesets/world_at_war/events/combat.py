"""Events of attacks, airdrops and attrition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.task import (
    Attack,
    Fight,
    Wings,
)

__all__ = [
    "AttackAnnounced",
    "AttackCalledOff",
    "AttackForgone",
    "AttackReady",
    "BreakthroughMade",
    "BridgeheadMade",
    "DasGiven",
    "FightBegan",
    "FightEnded",
    "FightWent",
    "InterceptionOrdered",
    "RoundBegan",
    "RoundFought",
    "StageEnded",
    "UnitsAdvanced",
]


@frozen
class AttackAnnounced:
    """An attack was announced (15.4), or units joined one that a failed overrun demands (13.531)."""

    kind: ClassVar[str] = "attack_announced"
    hexes: tuple[str, ...]
    units: tuple[str, ...]
    support: Wings
    das: Wings

    def on(self, state: State) -> None:
        """Note that its units have taken part in an offensive operation of this combat phase."""
        known = [attack for attack in state.attacks if attack.hexes == self.hexes]
        attack = known[0] if known else Attack(self.hexes, ())
        grown = replace(
            attack,
            units=(*attack.units, *self.units),
            support={**attack.support, **self.support},
            das={**attack.das, **self.das},
        )
        others = tuple(attack for attack in state.attacks if attack.hexes != self.hexes)
        state.attacks = (*others, grown)
        state.mark("fought", *self.units)
        state.mark("flown", *self.support)
        for number in self.hexes:
            if state.repulsed.pop(number, None):
                state.mark("forced", attack.name)


@frozen
class AttackForgone:
    """An attack that a failed overrun demands is forbidden and does not take place (R-63)."""

    kind: ClassVar[str] = "attack_forgone"
    hex: str

    def on(self, state: State) -> None:
        """Note that its units do nothing."""
        del state.repulsed[self.hex]


@frozen
class DasGiven:
    """Wings support the defence of an attacked hex (15.1)."""

    kind: ClassVar[str] = "das_given"
    hex: str
    wings: Wings

    def on(self, state: State) -> None:
        """Note that they have flown."""
        state.attacks = tuple(
            replace(attack, das={**attack.das, **self.wings})
            if self.hex in attack.hexes
            else attack
            for attack in state.attacks
        )
        state.mark("flown", *self.wings)


@frozen
class InterceptionOrdered:
    """Wings set upon the defensive air support of an attack (15.1)."""

    kind: ClassVar[str] = "interception_ordered"
    hex: str
    wings: Wings

    def on(self, state: State) -> None:
        """Note that they have flown."""
        state.attacks = tuple(
            replace(attack, interceptors={**attack.interceptors, **self.wings})
            if self.hex in attack.hexes
            else attack
            for attack in state.attacks
        )
        state.mark("flown", *self.wings)


@frozen
class StageEnded:
    """What a step asked, or a part of it, is done."""

    kind: ClassVar[str] = "stage_ended"
    step: str

    def on(self, state: State) -> None:
        """Note that the game goes on."""
        state.ended, state.landing = True, self.step


@frozen
class AttackReady:
    """All that flies to an attack has been judged."""

    kind: ClassVar[str] = "attack_ready"
    hex: str

    def on(self, state: State) -> None:
        """Note that interceptors have gone home; the attack can be resolved."""
        state.attacks = tuple(
            replace(attack, stage="ready", interceptors={}) if self.hex in attack.hexes else attack
            for attack in state.attacks
        )
        state.unmark("flak")


@frozen
class FightBegan:
    """An attack is resolved (15.1)."""

    kind: ClassVar[str] = "fight_began"
    hex: str
    near: tuple[str, ...]
    stormed: tuple[str, ...] = ()
    """16.31  Russian objectives and centers among the hexes that three or more factors hold."""

    def on(self, state: State) -> None:
        """Note that the first round comes up."""
        state.mark("stormed", *self.stormed)
        (attack,) = (each for each in state.attacks if self.hex in each.hexes)
        froms = tuple(dict.fromkeys(map(state.place_of, attack.units)))
        state.fight = Fight(
            self.hex, 1, "roll", attack.attackers, attack.support, attack.das, near=self.near,
            froms=froms,
        )  # fmt: skip


@frozen
class AttackCalledOff:
    """An attack does not take place: its odds have become too bad for it (R-71)."""

    kind: ClassVar[str] = "attack_called_off"
    hex: str
    odds: str

    def on(self, state: State) -> None:
        """Note that its units count as having attacked."""
        state.finish_attack(self.hex)


@frozen
class RoundFought:
    """A round of combat: totals, odds, die, what the table says and what that becomes (15.6)."""

    kind: ClassVar[str] = "round_fought"
    hex: str
    round: int
    attack: int
    defense: int
    odds: str
    die: int
    result: str
    outcome: str
    stage: str
    has_armor: bool

    def on(self, state: State) -> None:
        """Somebody may change the result; else losses follow."""
        fight = state.fight
        assert fight is not None, "an attack is being resolved"
        state.fight = replace(
            fight, die=self.die, odds=self.odds, result=self.result, outcome=self.outcome,
            stage=self.stage, has_armor=self.has_armor,
        )  # fmt: skip


@frozen
class FightWent:
    """An attack goes on to its next part: another round, an advance."""

    kind: ClassVar[str] = "fight_went"
    hex: str
    stage: str
    outcome: str = ""

    def on(self, state: State) -> None:
        """Somebody may be asked."""
        fight = state.fight
        assert fight is not None, "an attack is being resolved"
        outcome = self.outcome or fight.outcome
        state.fight = replace(fight, stage=self.stage, outcome=outcome)


@frozen
class RoundBegan:
    """The attacker fights on, with whoever is trained enough (15.7, R-31)."""

    kind: ClassVar[str] = "round_began"
    hex: str
    round: int
    attackers: tuple[str, ...]
    support: Wings
    das: Wings

    def on(self, state: State) -> None:
        """Note that a die comes up."""
        fight = state.fight
        assert fight is not None, "an attack is being resolved"
        state.fight = replace(
            fight, round=self.round, stage="roll", attackers=self.attackers, support=self.support,
            das=self.das,
        )  # fmt: skip


@frozen
class UnitsAdvanced:
    """Units advanced after combat, or nobody did (15.9)."""

    kind: ClassVar[str] = "units_advanced"
    moves: Mapping[str, str]

    def on(self, state: State) -> None:
        """Put them into what they took."""
        for unit, number in self.moves.items():
            state.put(unit, state.units[unit]._replace(place=number))
        state.mark("arrived", *self.moves)
        fight = state.fight
        if fight is not None:
            state.fight = replace(fight, stage="over")


@frozen
class BridgeheadMade:
    """A bridgehead was placed behind a river (R-49)."""

    kind: ClassVar[str] = "bridgehead_made"
    hex: str

    def on(self, state: State) -> None:
        """Note that it is a key hex for its owner."""
        state.bridgeheads[self.hex] = (state.active, state.player_turn)


@frozen
class BreakthroughMade:
    """Armor broke through (16.1); these may be placed there to exploit (16.2)."""

    kind: ClassVar[str] = "breakthrough_made"
    hex: str
    armor: tuple[str, ...]

    def on(self, state: State) -> None:
        """Note that it is exploited when all regular combat is over."""
        state.breakthroughs[self.hex] = self.armor


@frozen
class FightEnded:
    """An attack is over."""

    kind: ClassVar[str] = "fight_ended"
    hex: str

    def on(self, state: State) -> None:
        """Note that the next one can be resolved."""
        state.finish_attack(self.hex)
