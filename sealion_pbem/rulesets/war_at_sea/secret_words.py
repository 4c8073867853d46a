"""Fleets and flight plans as people write them, and what will count against them when they are opened.

seal fleet = Bismarck, Prinz Eugen, 2 U-66, S-boat
seal flights = D3A1 Val to USS Hornet, 0505; A6M2 Zero to 0404
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache

from sealion_pbem.engine.sheet.lexicon import Lexicon
from sealion_pbem.engine.words import Json
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.narration import names
from sealion_pbem.rulesets.war_at_sea.rules.ch02_fleet import faults_of_fleet
from sealion_pbem.rulesets.war_at_sea.rules.ch07_aircraft import doubts_of_plan
from sealion_pbem.rulesets.war_at_sea.words.state import State

__all__ = ["doubts", "read", "say"]

_FLEET = "fleet"
_NONE = ("nobody", "nobody flies", "none", "nothing")


def read(state: State, seat: str, name: str, said: str) -> Json:
    """Return the fleet or the plan that words mean; who is not known stays as he was written."""
    return _read_fleet(state, seat, said) if name == _FLEET else _read_plan(state, said)


def say(state: State, seat: str, name: str, value: Json) -> str:
    """Return a fleet or a plan in words; what is neither, as JSON."""
    if not isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    return _say_fleet(state, seat, value) if name == _FLEET else _say_plan(state, value)


def doubts(state: State, seat: str, name: str, value: Json) -> Iterator[str]:
    """R-11, P.3  Return what will count against a fleet or a plan when it is opened."""
    if name != _FLEET:
        yield from doubts_of_plan(state, value)
        return
    for fault in faults_of_fleet(state.settings, seat, value):
        yield f"opened, this fleet loses the game (R-11): {fault.text} (rule {fault.rule})"


def _read_fleet(state: State, seat: str, said: str) -> Json:
    """2.2  Return a list of cards: their names with numbers before them, or the name of a ready fleet."""
    side, key = state.settings.side_of(seat), said.strip().casefold()
    for fleet in data.fleets():
        if fleet.side == side and key in (fleet.name.casefold(), fleet.title.casefold()):
            return [*fleet.cards]
    cards = _cards(side)
    found: list[str] = []
    for part in said.split(","):
        number, _, rest = part.strip().partition(" ")
        is_counted = number.removesuffix("x").isdecimal() and bool(rest)
        called = rest.strip() if is_counted else part.strip()
        meant = cards.meant_by(called)
        most = min(int(number.removesuffix("x")), _MOST) if is_counted else 1
        found += [meant if isinstance(meant, str) else called] * most
    return [word for word in found if word]


_MOST = 100
"""More of one card are counted as so many; no fleet may have them."""


@cache
def _cards(side: str) -> Lexicon:
    """Return the names of all cards; who writes one that several have means one of his side."""
    found = {card.id: card for card in data.cards().values() if card.side}
    own = [name for name, card in found.items() if card.side == side]
    return Lexicon({name: card.name for name, card in found.items()}, likely=own)


def _say_fleet(state: State, seat: str, fleet: list[Json]) -> str:
    cards = _cards(state.settings.side_of(seat))
    counts = Counter(map(str, fleet))
    return ", ".join(
        f"{number} {cards.name_of(card)}" if number > 1 else cards.name_of(card)
        for card, number in counts.items()
    )


def _read_plan(state: State, said: str) -> Json:
    """P.3  Return missions: an Aircraft, "to", and its places with commas between them."""
    units = _units(state)
    if said.strip().casefold() in ("", *_NONE):
        return []
    plan: list[Json] = []
    for part in filter(None, map(str.strip, said.split(";"))):
        name, _, places = part.partition(" to ")
        words = [name, *places.split(",")]
        plan.append([_meant(units, word.strip()) for word in words if word.strip()])
    return plan


def _meant(units: Lexicon, word: str) -> str:
    meant = units.place_meant_by(word)
    return meant if isinstance(meant, str) else word


def _units(state: State) -> Lexicon:
    return Lexicon(names(state), {sector: sector for sector in data.sectors()})


def _say_plan(state: State, plan: list[Json]) -> str:
    units = _units(state)
    said = []
    for mission in plan:
        if not isinstance(mission, list) or not all(isinstance(word, str) for word in mission):
            return json.dumps(plan, ensure_ascii=False)
        name, *places = map(units.name_of, mission)
        said.append(f"{name} to {', '.join(places)}" if places else name)
    return "; ".join(said) or _NONE[0]
