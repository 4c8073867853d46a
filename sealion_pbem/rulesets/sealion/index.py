"""The table of contents: every numbered section of both editions, its title in our words.

The editions share their numbers nearly everywhere; where one of them has no such section, its name is
missing behind the title.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["DESCRIPTIVE", "INDEX", "cited", "sections"]

_BOTH, _MAGAZINE, _DELUXE = ("2016", "deluxe"), ("2016",), ("deluxe",)

INDEX: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "1.0": ("What the game is about", _BOTH),
    "1.1": ("2016: both players see everything; Deluxe: three miles a hex, two days a turn", _BOTH),
    "1.2": ("2016: the pieces and their two sides; Deluxe: the two sides", _BOTH),
    "1.3": ("What is printed on counters", _DELUXE),
    "1.4": ("Abbreviations", _DELUXE),
    "1.5": ("Units have one step or two", _DELUXE),
    "1.6": ("Both players see everything", _DELUXE),
    "2.0": ("Fifteen steps make a game turn, in a strict order", _BOTH),
    "2.1": ("The German player turn: steps 1 to 8", _BOTH),
    "2.2": ("The British player turn: steps 9 to 15", _BOTH),
    "3.0": ("From turn 3 on a roll of 6 makes the game turn a rain turn", _BOTH),
    "3.1": ("Rain: no air and no night steps, land combat -1, strengths at sea halved", _BOTH),
    "4.0": ("The German wins with enough factory hexes ever occupied", _BOTH),
    "4.1": ("Occupying Parliament adds a die to the tally, once", _BOTH),
    "4.2": ("Losing Churchill adds two dice to the tally", _BOTH),
    "4.3": ("Churchill may leave the game in step 15", _BOTH),
    "5.0": ("Both sides set up, the German first", _BOTH),
    "5.1": ("German set-up, and reinforcements on turns 3 and 4", _BOTH),
    "5.2": ("British set-up", _BOTH),
    "6.0": ("Air, land and naval units stack separately", _BOTH),
    "6.1": ("Naval units stack without limit; nobody enters enemy boxes", _BOTH),
    "6.2": ("Air units stack by type in hexes and by number at sea", _BOTH),
    "6.2.1": ("One fighter and one bomber of each side in a hex", _DELUXE),
    "6.2.2": (
        "Twelve air units of each side in a sea space, fewer British as radars fall",
        _DELUXE,
    ),
    "6.2.3": ("When air stacking is checked", _DELUXE),
    "6.3": ("Land units stack by size", _BOTH),
    "6.3.1": ("When land stacking is checked", _DELUXE),
    "6.4": ("Churchill stacks freely", _MAGAZINE),
    "7.0": ("Ships sail from sea space to sea space and stop at enemies", _BOTH),
    "7.1": ("Submarines stop only for units that can hurt them", _BOTH),
    "7.2": ("Submarines carry and lay mines", _BOTH),
    "7.3": ("Coastal batteries sortie into sea spaces", _BOTH),
    "7.4": ("Transports land units on coastal hexes", _BOTH),
    "7.5": ("Three kinds of beach, and who may land on which", _BOTH),
    "7.6": ("Debarking where the way ashore is open", _BOTH),
    "7.7": ("Empty transports at sea carry supply", _BOTH),
    "7.8": ("Back in port a transport stops and may load", _BOTH),
    "7.9": ("A transport carries one unit", _BOTH),
    "8.0": ("Opposing ships in a sea space fight after all movement", _BOTH),
    "8.1": ("The weakest targets come first", _BOTH),
    "8.2": ("Submarines in combat", _BOTH),
    "8.3": ("Non-combatants are screened", _BOTH),
    "8.4": ("How a naval combat is resolved", _BOTH),
    "8.5": ("What a combat at sea leaves behind", _BOTH),
    "8.6": ("Mines", _BOTH),
    "8.7": ("Minesweepers", _BOTH),
    "9.0": ("Coastal batteries", _BOTH),
    "9.1": ("The letters on a battery: where it may shoot", _BOTH),
    "9.2": ("When a battery may fight and support", _BOTH),
    "9.3": ("What a battery's strength counts", _BOTH),
    "9.4": ("The British dummy battery", _BOTH),
    "10.0": ("Five kinds of air unit", _BOTH),
    "10.1": ("Air units fly from their box to any place", _BOTH),
    "10.2": ("How many air units a place holds; radars", _BOTH),
    "10.3": ("The eight missions", _BOTH),
    "10.4": ("How air combat is resolved", _BOTH),
    "10.5": ("Furballs: sets with several units", _BOTH),
    "10.6": ("Chain Home: who assigns first", _BOTH),
    "10.7": ("Naval air strikes", _BOTH),
    "10.8": ("One bomber against a submarine or mine", _BOTH),
    "10.9": ("Anti-aircraft fire of ships", _BOTH),
    "10.10": ("Air support of an attack", _BOTH),
    "10.11": ("Air support of a defence", _BOTH),
    "10.12": ("Returning to base", _BOTH),
    "11.0": ("Land units move from hex to hex", _BOTH),
    "11.1": ("Zones of control", _BOTH),
    "11.2": ("What terrain costs", _BOTH),
    "11.3": ("Units that can swim", _BOTH),
    "11.4": ("Stacks move together and may leave units behind", _BOTH),
    "11.5": ("Airborne units are flown to their hex", _BOTH),
    "11.6": ("How airborne units land", _BOTH),
    "11.7": ("Drift", _BOTH),
    "11.8": ("Touchdown", _BOTH),
    "12.0": ("Land combat: strengths, support, fire superiority", _BOTH),
    "12.1": ("What modifies the die", _BOTH),
    "12.2": ("Brandenburgers, once a game", _BOTH),
    "12.3": ("What the results mean: losses, retreats, advances", _BOTH),
    "13.0": ("Lines of supply", _BOTH),
    "13.1": ("Where British supply comes from", _BOTH),
    "13.2": ("Where German supply comes from", _BOTH),
    "13.3": ("What it means to be out of supply", _BOTH),
    "14.0": ("Optional rules, in any combination", _DELUXE),
    "14.1": ("German batteries of strength 4 to 6 act at night", _DELUXE),
    "14.2": ("Uxbridge in German hands counts as half the radars", _DELUXE),
    "14.3": ("British commands arrive on turns 4 to 7", _DELUXE),
    "14.4": ("Three Free French divisions", _DELUXE),
    "14.5": ("Two British AA brigades", _DELUXE),
    "14.5.1": ("AA units of both sides fire at air support", _DELUXE),
    "14.6": ("Fake parachutists", _DELUXE),
    "14.7": ("Magnetic mines of strength 1, laid when the German likes", _DELUXE),
    "14.8": ("Three German ships more", _DELUXE),
    "14.9": ("The British begin near their historical places, or arrive by rail", _DELUXE),
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


def sections(edition: str) -> dict[str, str]:
    """Return number and title of every section of an edition's rulebook."""
    return {number: title for number, (title, editions) in INDEX.items() if edition in editions}
