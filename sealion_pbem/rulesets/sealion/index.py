"""The tables of contents: every numbered section of both rulebooks, its title in our words.

The books share their numbers nearly everywhere; an edition says which table of contents is its own.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["DELUXE_SECTIONS", "DESCRIPTIVE", "MAGAZINE_SECTIONS", "cited", "in_order", "renumbered"]

_SHARED: Mapping[str, str] = {
    "1.0": "What the game is about",
    "1.1": "2016: both players see everything; Deluxe: three miles a hex, two days a turn",
    "1.2": "2016: the pieces and their two sides; Deluxe: the two sides",
    "2.0": "Fifteen steps make a game turn, in a strict order",
    "2.1": "The German player turn: steps 1 to 8",
    "2.2": "The British player turn: steps 9 to 15",
    "3.0": "From turn 3 on a roll of 6 makes the game turn a rain turn",
    "3.1": "Rain: no air and no night steps, land combat -1, strengths at sea halved",
    "4.0": "The German wins with enough factory hexes ever occupied",
    "4.1": "Occupying Parliament adds a die to the tally, once",
    "4.2": "Losing Churchill adds two dice to the tally",
    "4.3": "Churchill may leave the game in step 15",
    "5.0": "Both sides set up, the German first",
    "5.1": "German set-up, and reinforcements on turns 3 and 4",
    "5.2": "British set-up",
    "6.0": "Air, land and naval units stack separately",
    "6.1": "Naval units stack without limit; nobody enters enemy boxes",
    "6.2": "Air units stack by type in hexes and by number at sea",
    "6.3": "Land units stack by size",
    "7.0": "Ships sail from sea space to sea space and stop at enemies",
    "7.1": "Submarines stop only for units that can hurt them",
    "7.2": "Submarines carry and lay mines",
    "7.3": "Coastal batteries sortie into sea spaces",
    "7.4": "Transports land units on coastal hexes",
    "7.5": "Three kinds of beach, and who may land on which",
    "7.6": "Debarking where the way ashore is open",
    "7.7": "Empty transports at sea carry supply",
    "7.8": "Back in port a transport stops and may load",
    "7.9": "A transport carries one unit",
    "8.0": "Opposing ships in a sea space fight after all movement",
    "8.1": "The weakest targets come first",
    "8.2": "Submarines in combat",
    "8.3": "Non-combatants are screened",
    "8.4": "How a naval combat is resolved",
    "8.5": "What a combat at sea leaves behind",
    "8.6": "Mines",
    "8.7": "Minesweepers",
    "9.0": "Coastal batteries",
    "9.1": "The letters on a battery: where it may shoot",
    "9.2": "When a battery may fight and support",
    "9.3": "What a battery's strength counts",
    "9.4": "The British dummy battery",
    "10.0": "Five kinds of air unit",
    "10.1": "Air units fly from their box to any place",
    "10.2": "How many air units a place holds; radars",
    "10.3": "The eight missions",
    "10.4": "How air combat is resolved",
    "10.5": "Furballs: sets with several units",
    "10.6": "Chain Home: who assigns first",
    "10.7": "Naval air strikes",
    "10.8": "One bomber against a submarine or mine",
    "10.9": "Anti-aircraft fire of ships",
    "10.10": "Air support of an attack",
    "10.11": "Air support of a defence",
    "10.12": "Returning to base",
    "11.0": "Land units move from hex to hex",
    "11.1": "Zones of control",
    "11.2": "What terrain costs",
    "11.3": "Units that can swim",
    "11.4": "Stacks move together and may leave units behind",
    "11.5": "Airborne units are flown to their hex",
    "11.6": "How airborne units land",
    "11.7": "Drift",
    "11.8": "Touchdown",
    "12.0": "Land combat: strengths, support, fire superiority",
    "12.1": "What modifies the die",
    "12.2": "Brandenburgers, once a game",
    "12.3": "What the results mean: losses, retreats, advances",
    "13.0": "Lines of supply",
    "13.1": "Where British supply comes from",
    "13.2": "Where German supply comes from",
    "13.3": "What it means to be out of supply",
}
_MAGAZINE_ONLY: Mapping[str, str] = {
    "6.4": "Churchill stacks freely",
}
_DELUXE_ONLY: Mapping[str, str] = {
    "1.3": "What is printed on counters",
    "1.4": "Abbreviations",
    "1.5": "Units have one step or two",
    "1.6": "Both players see everything",
    "6.2.1": "One fighter and one bomber of each side in a hex",
    "6.2.2": "Twelve air units of each side in a sea space, fewer British as radars fall",
    "6.2.3": "When air stacking is checked",
    "6.3.1": "When land stacking is checked",
    "14.0": "Optional rules, in any combination",
    "14.1": "German batteries of strength 4 to 6 act at night",
    "14.2": "Uxbridge in German hands counts as half the radars",
    "14.3": "British commands arrive on turns 4 to 7",
    "14.4": "Three Free French divisions",
    "14.5": "Two British AA brigades",
    "14.5.1": "AA units of both sides fire at air support",
    "14.6": "Fake parachutists",
    "14.7": "Magnetic mines of strength 1, laid when the German likes",
    "14.8": "Three German ships more",
    "14.9": "The British begin near their historical places, or arrive by rail",
}

DESCRIPTIVE: Mapping[str, str] = {
    "1.0": "tells what the game is about and states no rule",
    "1.4": "a list of abbreviations; rules, orders and reports write words out",
}
"""Sections without anything to test, and why; `sealion rules --coverage` lets only these pass."""


# Where an edition treats what the other has in a section of its own.
_ELSEWHERE = {
    "1.3": "1.2", "1.5": "1.2", "1.6": "1.1", "6.2.1": "6.2", "6.2.2": "6.2", "6.2.3": "6.2",
    "6.3.1": "6.3", "6.4": "6.0",
}  # fmt: skip


def cited(number: str, known: Mapping[str, str]) -> str:
    """Return the number under which the edition in play has a section."""
    return number if number in known else _ELSEWHERE.get(number, number)


def renumbered(known: Mapping[str, str]) -> Mapping[str, str]:
    """Return the sections of the Deluxe that have another number in the edition in play, with it.

    The rules are cited by the numbers of the Deluxe, so in the Deluxe there are none.
    """
    return {
        number: other
        for number, other in _ELSEWHERE.items()
        if number in DELUXE_SECTIONS and number not in known
    }


def in_order(*parts: Mapping[str, str]) -> Mapping[str, str]:
    """Return sections by number; where two parts have one number, the later part gives the title."""
    found = {number: title for part in parts for number, title in part.items()}
    return {number: found[number] for number in sorted(found, key=_as_numbers)}


def _as_numbers(section: str) -> tuple[int, ...]:
    return tuple(map(int, section.split(".")))


MAGAZINE_SECTIONS = in_order(_SHARED, _MAGAZINE_ONLY)
DELUXE_SECTIONS = in_order(_SHARED, _DELUXE_ONLY)
