"""2.0  The timetable of orders: in which stages of a game turn a player can give which."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.sequence import SequenceOfPlay, Stage
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = ["kinds_of", "number_of", "times_of"]

_AT_SEA = frozenset(
    {
        "sail", "sortie", "recall", "embark", "unload", "couple", "lay_mine", "shift_airborne",
        "done",
    }
)  # fmt: skip
_IN_BATTLE = frozenset({"withhold", "counterattack"})
# What the player of a stage can order or be asked in it, what his opponent can, and what either can.
_OWN: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "german set-up": frozenset({"deploy", "done"}),
        "british set-up": frozenset({"deploy", "done"}),
        "naval movement": _AT_SEA,
        "night movement": _AT_SEA,
        "naval combat": frozenset({"engage"}),
        "night combat": frozenset({"engage"}),
        "air movement": frozenset({"fly", "airlift", "done"}),
        "air reaction": frozenset({"fly", "done"}),
        "land movement": frozenset({"march", "land", "debark", "arrive", "done"}),
        "airborne landings": frozenset({"touch_down", "withdraw", "done"}),
        "stacking": frozenset({"remove_surplus"}),
        "land combat": frozenset({"attack", "cancel", "advance"}),
        "end of turn": frozenset({"evacuate_churchill", "send_home", "done"}),
        "transports": frozenset({"send_home", "feed", "done"}),
    }
)
_OPPOSING: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "naval combat": _IN_BATTLE,
        "night combat": _IN_BATTLE,
        "land combat": frozenset({"defend"}),
    }
)
_EITHER: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "air combat": frozenset({"assign", "join_sets", "choose_loss"}),
        "air strikes": frozenset({"strike"}),
        "land combat": frozenset({"fire_aa", "take_losses", "retreat"}),
    }
)
# A breach of 14.6 can be found in every step.
_ON_A_BREACH = frozenset({"claim", "waive"})
_GERMAN_ONLY = frozenset(
    {
        "embark", "unload", "couple", "lay_mine", "shift_airborne", "airlift", "land", "debark",
        "touch_down", "withdraw", "send_home", "feed",
    }
)  # fmt: skip
_BRITISH_ONLY = frozenset({"evacuate_churchill", "arrive"}) | _ON_A_BREACH


def kinds_of(stage: Stage, seat: Seat) -> frozenset[str]:
    """2.0  Return the kinds of orders that a player can give in a stage, his own or the other's."""
    kinds = (_OWN if stage.seat == seat else _OPPOSING).get(stage.name, frozenset())
    kinds |= _EITHER.get(stage.name, frozenset())
    if stage.step:
        kinds |= _ON_A_BREACH
    return kinds - (_BRITISH_ONLY if seat == GERMAN else _GERMAN_ONLY)


def number_of(state: State) -> int:
    """2.0  Return the place of the present stage in the sequence of play."""
    return state.edition.sequence.numbers[state.step, state.stage]


@cache
def times_of(sequence: SequenceOfPlay, seat: Seat, kind: str, name: str = "") -> tuple[int, ...]:
    """2.0  Return the places of the stages in which a player can give an order, of one name or of any."""
    return tuple(
        sequence.numbers[stage.step, stage.name]
        for stage in sequence.called(name)
        if kind in kinds_of(stage, seat)
    )
