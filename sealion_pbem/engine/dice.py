"""Labelled dice: every roll has a name of its own, so that one roll more elsewhere shifts nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from hmac import HMAC
from typing import ClassVar, Protocol, runtime_checkable

from sealion_pbem.engine.canon import frame
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Json

__all__ = [
    "Dice",
    "DiceNeededError",
    "DiceRolled",
    "NoDice",
    "OutOfDiceError",
    "PoolsDice",
    "ScriptedDice",
    "SeededDice",
]


# A face is taken from one byte.
_SIDES = range(2, 257)


class Dice(Protocol):
    """A source of rolls; `trust` says who could have known them."""

    @property
    def trust(self) -> str:
        """The trust class: two-party, referee, both, solo."""

    def throw(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """Return `count` faces between 1 and `sides` for this label."""


@runtime_checkable
class PoolsDice(Protocol):
    """A game with rolls of many dice that are counted together."""

    def is_pool(self, label: str) -> bool:
        """Return whether nobody tells the dice of the roll with this label apart."""


class DiceNeededError(Exception):
    """A roll was asked for where none may fall."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label


class OutOfDiceError(LookupError):
    """A script has no face for a roll."""


class NoDice:
    """Dice that may not fall: whatever can be judged without them is."""

    trust = "none"

    def throw(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """Refuse to roll."""
        raise DiceNeededError(label)


@cache
def _numbers(i: int, counter: int) -> bytes:
    """Return the number of a die and of a try as they are framed behind the label."""
    return frame(i, counter)


@lru_cache(maxsize=1)
def _keyed(seed: bytes) -> HMAC:
    """Return HMAC-SHA256 with its key worked in: a file has many rolls and one seed."""
    return HMAC(seed, digestmod="sha256")


def _block(seed: bytes, message: bytes) -> bytes:
    hashed = _keyed(seed).copy()
    hashed.update(message)
    return hashed.digest()


@frozen
class SeededDice:
    """Faces that follow from a 32-byte seed and the label of the roll.

    Die number i of a roll takes its face from the bytes of HMAC-SHA256(seed, label, i, counter);
    bytes that would favour low faces are skipped.
    """

    seed: bytes
    trust: str = "seeded"

    def throw(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """Return the faces that seed and label fix for ever."""
        assert sides in _SIDES, f"a die of {sides} sides"
        framed, fair = frame(label), 256 - 256 % sides
        return tuple([self._byte(framed, i, fair) % sides + 1 for i in range(count)])

    def _byte(self, label: bytes, i: int, fair: int) -> int:
        """Return the first byte for a die that favours no face."""
        counter = 0
        while True:
            for byte in _block(self.seed, label + _numbers(i, counter)):
                if byte < fair:
                    return byte
            counter += 1


class ScriptedDice:
    """Dice that fall as written: in order, or by a word that the label contains."""

    trust = "given"

    def __init__(
        self, faces: Sequence[int] = (), by_purpose: Mapping[str, Sequence[int]] | None = None
    ) -> None:
        """Faces in order of rolling; `by_purpose` goes first and is looked up in the label."""
        self._faces = list(faces)
        self._by_purpose = {word: list(given) for word, given in (by_purpose or {}).items()}

    def throw(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """Return the next faces written for this label."""
        return tuple(self._next(label, sides) for _ in range(count))

    def left(self) -> int:
        """Return how many written faces were not asked for."""
        return len(self._faces) + sum(map(len, self._by_purpose.values()))

    def _next(self, label: str, sides: int) -> int:
        script = next(
            (given for word, given in self._by_purpose.items() if word in label and given),
            self._faces,
        )
        if not script:
            message = f"no face is written for the roll {label!r}"
            raise OutOfDiceError(message)
        face = script.pop(0)
        if not 1 <= face <= sides:
            message = f"a face of {face} is written for {label!r}, a die of {sides} sides"
            raise OutOfDiceError(message)
        return face


@frozen
class DiceRolled:
    """Dice fell; nothing changes by that alone."""

    kind: ClassVar[str] = "dice_rolled"
    label: str
    rule: str
    sides: int
    values: tuple[int, ...]
    trust: str

    @property
    def document(self) -> dict[str, Json]:
        """The roll as a receipt lists it."""
        return {
            "label": self.label,
            "rule": self.rule,
            "sides": self.sides,
            "values": list(self.values),
        }

    def on(self, state: object) -> None:
        """Leave the state as it is: what the faces mean is told by the events that follow."""
