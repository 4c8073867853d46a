"""9.0  Coastal batteries in land combat: range lines, and what bars a battery from support.

Sorties are naval movement (7.3); a battery at sea fights as a ship (8.0).
"""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.board import CONVOY
from sealion_pbem.rulesets.sealion.chapter import Chapter
from sealion_pbem.rulesets.sealion.naming import named
from sealion_pbem.rulesets.sealion.rules.naval_force import has_sortied, is_battery, is_spent
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = ["CHAPTER", "battery_strength", "check_battery", "supporting_batteries"]

_PLACES = (CONVOY, "A", "B")
_CODES = {"yellow": "YOR", "orange": "OR", "red": "R", "": ""}
"""Which codes reach a hex, by the innermost range line around it (9.1)."""


def supporting_batteries(state: State, hex_: str) -> list[str]:
    """9.1, 9.2  Return the German batteries that may support a land combat in a hex now (A-36)."""
    facts, counters = state.table.board.hexes.get(hex_), state.table.counters
    codes = frozenset(_CODES[facts.band]) if facts else frozenset()
    return [
        name
        for place in _PLACES
        for name in state.units_in(place, GERMAN, "naval")
        # Those that could never do not have to be told why.
        if not codes.isdisjoint(counters[name].codes) and not any(check_battery(state, name, hex_))
    ]


def check_battery(state: State, name: str, hex_: str, at: str = "") -> Iterator[Violation]:
    """7.3, 9.1, 9.2  Return why a battery may not support a land combat in a hex.

    In its box or at sea (A-37), attacking or defending (A-35); British batteries never (A-126).
    """
    counter, who = state.counter(name), named(state, name)
    if not is_battery(counter) or counter.seat != GERMAN or not state.is_in_play(name):
        text = f"{who} is no coastal battery that supports on land; only German ones in the game do"
        yield Violation("9.0", "no_battery", text, at)
        return
    facts = state.table.board.hexes.get(hex_)
    if facts is None or not counter.codes & set(_CODES[facts.band]):
        lines = " ".join(sorted(counter.codes & set("YOR"))) or "no range line at all"
        line = (facts.band if facts else "") or "no range"
        text = f"{hex_} is out of range of {who}: it has {lines}, the hex is inside {line} line"
        yield Violation("9.1", "out_of_range", text, at)
    if name in state.used:
        text = f"{who} has supported in this step; one combat is all (A-105)"
        yield Violation("9.2", "used_already", text, at)
    elif name in state.fought:
        text = f"{who} has fought at sea in this player turn; batteries that did not may support"
        yield Violation("7.3", "has_fought", text, at)
    elif is_spent(state, name):
        text = f"{who} has fought or supported in this game turn; it is used once (A-35)"
        yield Violation("9.2", "used_already", text, at)
    elif state.edition.battery_is_used_once_a_turn and has_sortied(state, name):
        text = (
            f"{who} has sortied in this game turn; a battery that did gives no support in it (A-35)"
        )
        yield Violation("7.3", "has_sortied", text, at)


def battery_strength(state: State, name: str, hex_: str) -> int:
    """9.3  Return what a battery adds to a land combat: halved as an air unit's, rounded up (A-38)."""
    strength, facts = state.strength_of(name) or 0, state.table.board.hexes[hex_]
    is_covered = bool(facts.city) or facts.woods == "heavy"
    if is_covered and state.edition.batteries_are_halved_like_air:
        return (strength + 1) // 2
    return strength


CHAPTER = Chapter(
    title="Coastal batteries",
)
