"""How orders are said in order sheets."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sealion_pbem.engine.saying import Presumes, Speaks, counted
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.narration import names
from sealion_pbem.rulesets.war_at_sea.rules.ch01_setup import ENDS
from sealion_pbem.rulesets.war_at_sea.rules.ch02_fleet import allowed_cards
from sealion_pbem.rulesets.war_at_sea.settings import SEATS
from sealion_pbem.rulesets.war_at_sea.statcard import BATTERIES
from sealion_pbem.rulesets.war_at_sea.tell import CALLED
from sealion_pbem.rulesets.war_at_sea.words.state import AIRBASE, EXIT, State, seat_of

__all__ = ["Spoken"]

_PHRASES: Mapping[str, tuple[str, ...]] = {
    "choose_end": ("come from the {end}",),
    "deploy": ("set up {unit} at {where}",),
    "move": ("{unit} > {path}",),
    "smoke": ("{unit} lays smoke",),
    "flights": ("nobody flies", "fly {missions=1 to *}"),
    "fly": ("{unit} flies to {sector}",),
    "air_defense": ("{unit} fires at {targets}",),
    "air_attack": ("{unit} strikes {targets} with {weapon}",),
    "surface_attack": ("{unit} attacks {targets} with {weapon}",),
    "torpedo_attack": ("{unit} torpedoes {targets}",),
    "air_return": ("{unit} returns to {base}",),
}
_EXAMPLES: Mapping[str, str] = {
    "deploy": "set up USS Enterprise 1 at 0104",
    "move": "Bismarck > 0305",
    "flights": "fly SBD Dauntless 1 to Bismarck, 0505; F4F Wildcat to 0104",
    "air_defense": "USS Fletcher fires at D3A1 Val 1, D3A1 Val 2",
    "air_attack": "SBD Dauntless 1 strikes Akagi with bomb",
    "surface_attack": "Bismarck attacks HMS Hood, USS Fletcher with main",
    "torpedo_attack": "U-47 torpedoes HMS Hood",
    "air_return": "SBD Dauntless 1 returns to airbase",
}


class Spoken(Speaks, Presumes):
    """Phrases, and the places of the map by their numbers."""

    @property
    def phrases(self) -> Mapping[str, tuple[str, ...]]:
        """For each kind of order how it is said."""
        return _PHRASES

    @property
    def examples(self) -> Mapping[str, str]:
        """For kinds of orders a line that says one."""
        return _EXAMPLES

    def place_names(self, state: Any) -> Mapping[str, str]:
        """Return sectors, airbase, exit, weapons, ends, and units of fleets that are not open yet."""
        known: State = state
        words = (*data.sectors(), AIRBASE, EXIT, *ENDS, *CALLED)
        return {word: word for word in words} | _hidden_units(known)

    def at_hand(self, state: Any, seat: str) -> Collection[str]:
        """Return the own units, or of a fleet that is not open yet the first of every card."""
        known: State = state
        own = [*known.in_play(seat)]
        return own or [
            name for name in _hidden_units(known) if name.endswith("-1") and seat_of(name) == seat
        ]

    def describe_unit(self, state: Any, unit: str) -> str:
        """Return type, cost and the values that matter at a glance."""
        known: State = state
        card = known.card(unit)
        parts = [card.subtype or card.type, counted(card.cost, "point")]
        if card.speed:
            parts.append(f"speed {card.speed}")
        parts.append(f"armor {card.armor}/{card.vital}")
        parts += [
            f"{name} {_dice(getattr(card, name))}" for name in BATTERIES if getattr(card, name)
        ]
        parts += [f"torpedo {_dice(card.torpedo)}"] if card.torpedo else []
        parts += [f"{name} {getattr(card, name)}" for name in ("antiair", "bomb", "asw")]
        return ", ".join(part for part in parts if not part.endswith(" 0"))

    def describe_load(self, state: Any, unit: str) -> str:
        """Return who is aboard a Carrier, or where an Aircraft is based."""
        known: State = state
        called = names(known)
        if known.card(unit).is_carrier:
            aboard = known.based_on(unit, seat_of(unit))
            return f"aboard: {', '.join(called[name] for name in aboard)}" if aboard else ""
        base = known.units[unit].base
        return f"based on {called.get(base, base)}" if base else ""


def _hidden_units(state: State) -> dict[str, str]:
    """P.2  Return the names of all units that a fleet could have which is not open yet.

    Whoever opens his fleet sets it up in the same file, and must be able to name its units there.
    """
    if state.turn:
        return {}
    found = {}
    for seat in SEATS:
        if any(state.in_play(seat)):
            continue
        points, most = state.settings.points_of(seat), state.settings.of_scenario("most_units")
        for card in allowed_cards(state.settings, seat):
            for number in range(1, min(points // card.cost, most) + 1):
                found[f"{seat}-{card.id}-{number}"] = f"{card.name} {number}"
        if seat == state.settings.escort:
            for number in range(1, state.settings.of_scenario("merchants") + 1):
                found[f"{seat}-{data.MERCHANT}-{number}"] = f"Merchant Ship {number}"
    return found


def _dice(values: tuple[int, ...]) -> str:
    return "-".join(map(str, values))
