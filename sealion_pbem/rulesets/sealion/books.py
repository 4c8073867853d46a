"""Books of standing orders for Sealion, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from sealion_pbem.engine.readymade import Book
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN

__all__ = ["books"]

_TRIFLES = {
    "remove_surplus": "default",
    "withhold_submarines": "default",
    "counterattack": "default",
    "join_sets": "default",
    "air_loss": "default",
    "air_strikes": "default",
    "aa_fire": "default",
}
_FIGHTS = {
    **_TRIFLES,
    "naval_combat": "default",
    "assign_fighters": "default",
    "land_combat": "superior",
    "press_attack": "superior",
    "defend": "default",
    "take_losses": "default",
    "retreat": "default",
}
_OWN: Mapping[str, Mapping[str, str]] = {
    GERMAN: {"advance": "prizes", "touch_down": "default", "supply_transports": "default"},
    BRITISH: {"advance": "default", "evacuation": "default"},
}
_MOVES = ("naval_movement", "air_movement", "air_reaction", "land_movement")
_MAIN: Mapping[str, tuple[str, ...]] = {
    GERMAN: (*_MOVES, "after_drop"),
    BRITISH: (*_MOVES, "arrivals", "breach"),
}
"""What a seat is asked besides, from turn 1 on; the set-up is over before a book matters."""
_INTERCEPTS = {"air_reaction": "intercept"}
_QUICK = (
    "for evenings with many mails: you write your moves and your air reactions, "
    "and every fight is fought for you, on land only with fire superiority"
)
_CAREFUL = (
    "you decide whatever can cost you something: attacks, support, losses, retreats, advances; "
    "only trifles are answered for you"
)
_WEEKLY = (
    "for one mail a week: as quick, and your fighters intercept by themselves, "
    "so that a file of each player is a game turn"
)


def books(seat: str) -> Mapping[str, Book]:
    """Return the three books of a seat: quick, careful, weekly."""
    quick = {**_FIGHTS, **_OWN[seat]}
    return {
        "quick": _book(seat, _QUICK, quick),
        "careful": _book(seat, _CAREFUL, _TRIFLES),
        "weekly": _book(seat, _WEEKLY, quick | _INTERCEPTS),
    }


def _book(seat: str, text: str, answers: Mapping[str, str]) -> Book:
    every = (*_MAIN[seat], *_FIGHTS, *_OWN[seat])
    return Book(text, tuple(answers.items()), tuple(k for k in every if k not in answers))
