"""Events of land combat (12), the task that waits between them, and what a result leaves to do.

What is left is a list of items (12.3); in files each is a list of words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Literal, Self, TypeAlias, get_args

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.wire import Worded
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.state import State, Unit

__all__ = [
    "Advancing",
    "AttackCancelled",
    "AttackDeclared",
    "ChoiceAwaited",
    "CombatEnded",
    "CombatFought",
    "CombatsFound",
    "DefenceSupported",
    "GoingBack",
    "Item",
    "LandCombat",
    "Losing",
    "Loss",
    "Modifier",
    "Retreating",
    "Separating",
    "Settling",
    "Strength",
    "UnitsAdvanced",
    "UnitsRetreated",
    "Waits",
]

Loss: TypeAlias = Literal["one_reduced", "one_eliminated", "all_reduced", "all_eliminated"]
_LOSSES: tuple[Loss, ...] = get_args(Loss)
_SEATS = ("german", "british")
_RETREATS = "retreats"
_NOBODY = Seat("")


@frozen
class Losing(Worded):
    """A side takes a loss; in one cell of the table the unit that took it then retreats (A-110)."""

    word: ClassVar[str] = "loss"
    seat: Seat
    how: Loss
    retreats: bool = False

    def words(self) -> list[str]:
        """Return loss, seat, how, and perhaps retreats."""
        return [self.word, self.seat, self.how, *([_RETREATS] if self.retreats else [])]

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        """Read what `words` wrote."""
        match words:
            case (seat, how, *rest) if seat in _SEATS and rest in ([], [_RETREATS]):
                for loss in _LOSSES:
                    if loss == how:
                        return cls(Seat(seat), loss, bool(rest))
        message = f"a loss is: loss, seat, one of {', '.join(_LOSSES)}, perhaps retreats"
        raise ValueError(message)


@frozen
class Retreating(Worded):
    """Units of a side leave the hex: those that are named, or all."""

    word: ClassVar[str] = "retreat"
    seat: Seat
    units: tuple[str, ...] = ()

    def words(self) -> list[str]:
        """Return the word, the seat and the units."""
        return [self.word, self.seat, *self.units]

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Self:
        """Read what `words` wrote."""
        if words[:1] and words[0] in _SEATS:
            return cls(Seat(words[0]), words[1:])
        message = f"a {cls.word} is: {cls.word}, seat, perhaps the units that go"
        raise ValueError(message)


@frozen
class GoingBack(Retreating):
    """Units of an attack that was called off go back (12.0, A-106)."""

    word: ClassVar[str] = "return"


@frozen
class Separating(Worded):
    """If both sides are left in the hex the attackers must retreat."""

    word: ClassVar[str] = "separate"


@frozen
class Settling(Worded):
    """The side that stands alone in the hex takes hold of it (A-13)."""

    word: ClassVar[str] = "settle"


@frozen
class Advancing(Worded):
    """Victorious attackers may go one hex further."""

    word: ClassVar[str] = "advance"


Item: TypeAlias = Losing | Retreating | GoingBack | Separating | Settling | Advancing


Waits: TypeAlias = Literal["", "support", "press", "aa_fire", "loss", "retreat", "advance"]
"""For what a combat waits; "" if the attacker is to pick a hex."""


@frozen
class Strength:
    """What one unit adds to a total, and as what it takes part."""

    unit: str
    source: Literal["land", "air", "ship", "battery", "railway gun"]
    value: int


@frozen
class Modifier:
    """One line of 12.1 that holds in a combat, the rule it comes from, what it adds to the die."""

    name: str
    rule: str
    value: int


@frozen
class LandCombat:
    """The hexes still to be fought for, and the combat that waits for somebody.

    `seat` is who is waited for. `todo` is what is left of the result; its first item is what is asked.
    """

    kind: ClassVar[str] = "land_combat"
    hexes: tuple[str, ...]
    hex: str = ""
    waits: Waits = ""
    seat: Seat = _NOBODY
    units: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    batteries: tuple[str, ...] = ()
    railway_gun: bool = False
    brandenburgers: bool = False
    defence: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    """The air units of both seats that stay out (10.10, 10.11)."""
    todo: tuple[Item, ...] = ()
    fired: tuple[str, ...] | None = None
    """The seats whose AA units have fired (14.5.1)."""
    driven_off: tuple[str, ...] | None = None
    """The air units that AA fire keeps from giving support (14.5.1)."""

    @property
    def is_called_off(self) -> bool:
        """12.0  Whether the units of an attack that was called off go back."""
        return bool(self.todo) and isinstance(self.todo[0], GoingBack)

    @property
    def loss(self) -> Losing:
        """12.3  The loss of which its owner picks the unit."""
        first = self.todo[0]
        assert isinstance(first, Losing), "a loss is waited for"
        return first


@frozen
class CombatsFound:
    """Land movement is over; these hexes must be fought for (12.0, 7.5)."""

    kind: ClassVar[str] = "combats_found"
    hexes: tuple[str, ...]

    def on(self, state: State) -> None:
        state.task = LandCombat(self.hexes)


@frozen
class AttackDeclared:
    """The attacker fights for a hex with this support; the defender's is not known yet (12.0)."""

    kind: ClassVar[str] = "attack_declared"
    hex: str
    ships: tuple[str, ...]
    batteries: tuple[str, ...]
    railway_gun: bool
    brandenburgers: bool
    withheld: tuple[str, ...] = ()

    def on(self, state: State) -> None:
        state.task = LandCombat(
            state.in_progress(LandCombat).hexes,
            self.hex,
            ships=self.ships,
            batteries=self.batteries,
            railway_gun=self.railway_gun,
            brandenburgers=self.brandenburgers,
            withheld=self.withheld,
        )


@frozen
class DefenceSupported:
    """It is settled which ships and guns support the defender, and which aircraft do not (12.0)."""

    kind: ClassVar[str] = "defence_supported"
    hex: str
    units: tuple[str, ...]
    withheld: tuple[str, ...] = ()

    def on(self, state: State) -> None:
        task = state.in_progress(LandCombat)
        withheld = (*task.withheld, *self.withheld)
        state.task = replace(
            task, defence=self.units, withheld=withheld, waits="", seat=_NOBODY, units=()
        )


@frozen
class CombatFought:
    """A hex was fought for: who with what, every modifier, the die and what it came to (12.0-12.3).

    `result` is the text of the cell as the chart of the edition has it; what it asks for is done by
    the events that follow.
    """

    kind: ClassVar[str] = "combat_fought"
    hex: str
    attacker: Seat
    attack: tuple[Strength, ...]
    attack_total: int
    defence: tuple[Strength, ...]
    defence_total: int
    superiority: Seat
    column: int
    modifiers: tuple[Modifier, ...]
    die: int
    modified: int
    result: str
    brandenburgers: bool

    def on(self, state: State) -> None:
        """Note who has given support in this step (A-105), and a railway gun that fought (12.0)."""
        state.used |= {
            line.unit
            for line in (*self.attack, *self.defence)
            if line.source not in ("land", "air") or state.counter(line.unit).type == "railway_gun"
        }
        state.brandenburgers_used |= self.brandenburgers


@frozen
class ChoiceAwaited:
    """A combat waits for a choice (12.0, 12.3)."""

    kind: ClassVar[str] = "choice_awaited"
    hex: str
    waits: Waits
    seat: Seat
    units: tuple[str, ...]
    todo: tuple[Item, ...]

    def on(self, state: State) -> None:
        state.task = replace(
            state.in_progress(LandCombat),
            hex=self.hex,
            waits=self.waits,
            seat=self.seat,
            units=self.units,
            todo=self.todo,
        )


@frozen
class AttackCancelled:
    """The attacker called an attack off before the die was rolled (12.0)."""

    kind: ClassVar[str] = "attack_cancelled"
    hex: str

    def on(self, state: State) -> None:
        state.task = LandCombat(state.in_progress(LandCombat).hexes, self.hex)


@frozen
class UnitsRetreated:
    """Units gave way along a path out of a combat hex (12.3)."""

    kind: ClassVar[str] = "units_retreated"
    units: tuple[str, ...]
    path: tuple[str, ...]

    def on(self, state: State) -> None:
        """A retreat occupies the hex it ends in (A-154)."""
        end = self.path[-1]
        for name in self.units:
            state.put(name, Unit(end, state.units[name].steps))
            state.occupy(name, end)


@frozen
class UnitsAdvanced:
    """Victorious attackers went one hex further (12.3)."""

    kind: ClassVar[str] = "units_advanced"
    units: tuple[str, ...]
    hex: str

    def on(self, state: State) -> None:
        for name in self.units:
            state.put(name, Unit(self.hex, state.units[name].steps))
            state.occupy(name, self.hex)


@frozen
class CombatEnded:
    """A hex has been fought for, or left alone; with the last one the stage is over (12.0)."""

    kind: ClassVar[str] = "combat_ended"
    hex: str

    def on(self, state: State) -> None:
        left = tuple(number for number in state.in_progress(LandCombat).hexes if number != self.hex)
        state.task = LandCombat(left) if left else None
        state.ended = not left
