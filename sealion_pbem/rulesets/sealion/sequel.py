"""12.3  What a combat result leaves to do, item by item; in files each is a list of words."""

from __future__ import annotations

from typing import ClassVar, Literal, Self, TypeAlias, get_args

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.wire import Worded
from sealion_pbem.engine.words import Seat

__all__ = [
    "Advancing",
    "GoingBack",
    "Item",
    "Losing",
    "Loss",
    "Retreating",
    "Separating",
    "Settling",
]

Loss: TypeAlias = Literal["one_reduced", "one_eliminated", "all_reduced", "all_eliminated"]
_LOSSES: tuple[Loss, ...] = get_args(Loss)
_SEATS = ("german", "british")
_RETREATS = "retreats"


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
    """Who stands alone in the hex holds it (A-13)."""

    word: ClassVar[str] = "settle"


@frozen
class Advancing(Worded):
    """Victorious attackers may go one hex further."""

    word: ClassVar[str] = "advance"


Item: TypeAlias = Losing | Retreating | GoingBack | Separating | Settling | Advancing
