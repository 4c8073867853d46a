"""5.0  Attack and defense: sight, cover, dice, modifiers, armor of the moment, and what dice come to."""

from __future__ import annotations

from functools import cache, lru_cache, partial

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.war_at_sea.sight import line_between, passed_between
from sealion_pbem.rulesets.war_at_sea.statcard import BATTERIES
from sealion_pbem.rulesets.war_at_sea.words.state import State, feature_in, seat_of, veil_in

__all__ = [
    "Assessment",
    "Judgement",
    "Term",
    "assess",
    "blocked_by",
    "judge",
    "judge_hits",
    "judge_successes",
    "range_between",
    "sees",
    "successes_of",
]

_SIGHTLESS = ("asw",)
"""8.14  No line of sight is needed."""
_COVERED = (*BATTERIES, "bomb", "torpedo")
_RAIDING = (*BATTERIES, "bomb")
_SMALLER = BATTERIES[1:]
_FAR = 3
_TWO_SUCCESSES = 6
_ONE_SUCCESS = 4
_COVER, _COVER_CLOSE = 5, 6


@frozen
class Term:
    """A number that is added, with its rule: to the dice, to each die, or to armor."""

    name: str
    rule: str
    value: int
    only: str = ""
    """Armor or vital, if it is about one of them alone."""


@frozen
class Assessment:
    """5.1, 5.2  Everything about an attack but its dice.

    `dice` is how many are rolled, `modifier` what is added to each. `cover` is the least face of the
    owner's die that cancels the attack, 0 if there is no cover. `bulge` are the hull points that the
    first torpedo hit does not take (8.6). `sight` is what the line of sight passes.
    """

    unit: str
    weapon: str
    target: str
    distance: int
    dice: int
    modifier: int
    armor: int
    vital: int
    is_on_aircraft: bool
    cover: int
    bulge: int
    more_dice: tuple[Term, ...]
    each_die: tuple[Term, ...]
    protection: tuple[Term, ...]
    sight: tuple[str, ...] = ()

    @property
    def said_terms(self) -> tuple[str, ...]:
        """5.2  Return what made the dice, the modifier and the armor what they are, each with its rule."""
        kinds = (
            ("dice", self.more_dice), ("on each die", self.each_die), ("armor", self.protection),
        )  # fmt: skip
        said = {"armor": "armor alone", "vital": "vital armor"}
        found = [
            f"{term.value:+d} {said.get(term.only, what)} for {term.name} ({term.rule})"
            for what, terms in kinds
            for term in terms
        ]
        return (*found, "-1 hull point for Torpedo Bulges (8.6)") if self.bulge else tuple(found)

    @property
    def is_torpedo(self) -> bool:
        """Whether torpedoes run: their dice are not modified, and armor does not count."""
        return self.weapon == "torpedo"


@frozen
class Judgement:
    """5.2, 6.0  What the dice of an attack come to: successes, the effect, hull points lost."""

    successes: int
    effect: str
    points: int


def range_between(state: State, one: str, other: str) -> int:
    """5.1, R-28  Return the range from one unit to another."""
    return _steps_between(state.units[one].sector, state.units[other].sector)


@lru_cache(maxsize=1 << 13)
def _steps_between(one: str, other: str) -> int:
    """5.1  Return the range between two sectors: of 75 there are not many pairs."""
    return distance(one, other)


def sees(state: State, one: str, other: str) -> bool:
    """5.3  Return whether sight is free between two sectors."""
    return not blocked_by(state, one, other)


def blocked_by(state: State, one: str, other: str) -> str:
    """5.3, 5.3.2, 5.3.3, R-29, R-30, R-32  Return what blocks the sight between two sectors, or ""."""
    return _barrier(state.zone, state.smoke, state.settings.los_edge, one, other)


@lru_cache(maxsize=1 << 14)
def _barrier(zone: int, smoke: tuple[str, ...], edge: str, one: str, other: str) -> str:
    """5.3  Return what lies in the way; it is asked for every target, and follows from so little."""
    if one == other:
        return ""
    for sector in (one, other):
        if feature_in(zone, sector) == "island":
            return f"{sector} is an island"
    lying = partial(_filling, zone, smoke)
    line = line_between(one, other)
    for sector in line.crossed:
        if lies := lying(sector):
            return f"it crosses {sector}, where there is {lies}"
    for side in line.sides:
        found = [sector for sector in side if lying(sector)]
        if len(found) > 1 or (found and edge == "either"):
            said = " and ".join(f"{lying(sector)} in {sector}" for sector in found)
            return f"it runs along a side with {said}"
    return ""


def _filling(zone: int, smoke: tuple[str, ...], sector: str) -> str:
    """4.3.1, 4.3.3  Return what fills a sector for sight: an island, fog, a squall or smoke, or ""."""
    lies = feature_in(zone, sector)
    return "an island" if lies == "island" else veil_in(zone, smoke, sector)


def assess(state: State, unit: str, weapon: str, target: str) -> Assessment:
    """5.1, 5.2, 5.2.1, R-27, R-38  Return what an attack would be, whether or not it may be made now."""
    away = range_between(state, unit, target)
    # Nothing adds dice to the smaller batteries.
    may_add = weapon not in _SMALLER
    more_dice = tuple(_more_dice(state, unit, weapon, target, away)) if may_add else ()
    each_die = () if weapon == "torpedo" else tuple(_each_die(state, unit, weapon, target))
    value = state.card(unit).dice(weapon, away) or _hedgehog_value(state, unit, weapon, away)
    protection = tuple(_protection(state, unit, weapon, target, away))
    card = state.card(target)
    armor, vital = card.armor, card.vital
    for term in protection:
        armor += term.value if term.only != "vital" else 0
        vital += term.value if term.only != "armor" else 0
    armor = max(1, armor)
    return Assessment(
        unit,
        weapon,
        target,
        away,
        max(1, value + sum(term.value for term in more_dice)) if more_dice else max(1, value),
        sum(term.value for term in each_die) if each_die else 0,
        armor,
        max(armor, vital),
        card.is_aircraft,
        _cover(state, unit, weapon, target, away),
        int(_has_bulges(state, unit, weapon, target)),
        more_dice,
        each_die,
        protection,
        () if weapon in _SIGHTLESS else passed_between(_at(state, unit), _at(state, target)),
    )


def _at(state: State, name: str) -> str:
    return state.units[name].sector


def _hedgehog_value(state: State, unit: str, weapon: str, away: int) -> int:
    """8.14  Return the dice of an ASW attack at range 1, before one is taken off."""
    is_thrown = weapon == "asw" and away == 1 and state.has(unit, "hedgehog")
    return state.card(unit).asw if is_thrown else 0


def _more_dice(state: State, unit: str, weapon: str, target: str, away: int) -> list[Term]:
    """5.1, 8.3, 8.14, 8.19, 8.20  Return the dice that are added or taken."""
    found = []
    if weapon == "main" and away >= _FAR and state.has(unit, "radar_fire_control"):
        found.append(Term("Radar Fire Control", "8.3", 1))
    is_dogfight = weapon == "antiair" and state.card(target).is_fighter
    if is_dogfight and state.has(unit, "expert_dogfighters"):
        found.append(Term("Expert Dogfighters", "8.19", 1))
    if weapon == "asw" and away == 1:
        found.append(Term("Hedgehog at range 1", "8.14", -1))
    if weapon == "torpedo" and state.is_crippled(unit):
        found.append(Term("crippled", "6.3", -1))
    if state.units[unit].aborted and weapon in ("bomb", "torpedo") and state.is_aircraft(unit):
        found.append(Term("Press Home when aborted", "8.20", -1))
    return found


def _each_die(state: State, unit: str, weapon: str, target: str) -> list[Term]:
    """5.2, 8.1, 8.9, 8.15, 8.18  Return what is added to each die."""
    found = []
    if state.is_crippled(unit):
        found.append(Term("crippled", "6.3", -1))
    if weapon == "antiair" and is_escorted_from(state, unit, target):
        found.append(Term("Escort", "8.1", -1))
    used = state.units[unit].used
    if used and weapon == "main" and any(other == "main" for other, _ in used):
        found.append(Term("second attack of Rapid Fire", "8.9", -1))
    if weapon == "asw" and state.has(unit, "sub_hunter"):
        found.append(Term("Sub Hunter", "8.15", 1))
    is_raid = weapon in _RAIDING and state.card(target).subtype == "Auxiliary"
    if is_raid and state.has(unit, "raider"):
        found.append(Term("Raider", "8.18", 1))
    return found


def is_escorted_from(state: State, unit: str, target: str) -> bool:
    """8.1, R-57  Return whether a Fighter attacks a Bomber that a friendly Fighter escorts."""
    if not state.card(unit).is_fighter or state.card(target).is_fighter:
        return False
    sector = state.units[target].sector
    return any(
        state.units[name].sector == sector and state.has(name, "escort")
        for name in state.aircraft(seat_of(target))
    )


def _protection(state: State, unit: str, weapon: str, target: str, away: int) -> list[Term]:
    """5.2.1, 8.5, 8.7, 8.16  Return what changes armor, vital armor or both."""
    found = []
    if state.is_crippled(target):
        found.append(Term("crippled", "6.3", -1))
    if not state.card(target).abilities:
        return found
    is_plunging = weapon in BATTERIES and away >= _FAR
    if state.has(target, "thin_decks") and (is_plunging or weapon == "bomb"):
        found.append(Term("Thin Decks", "8.5", -1, "vital"))
    if state.has(target, "armoured_deck") and weapon == "bomb":
        found.append(Term("Armoured Deck", "8.7", 1))
    if state.has(target, "silent_running") and weapon == "asw" and state.card(unit).is_ship:
        found.append(Term("Silent Running", "8.16", 1, "armor"))
    return found


def _cover(state: State, unit: str, weapon: str, target: str, away: int) -> int:
    """5.3.4, 8.4, R-31  Return the least face that cancels the attack, 0 without cover."""
    if weapon not in _COVERED or not state.card(target).is_ship:
        return 0
    if not state.veil(state.units[target].sector):
        return 0
    if weapon == "main" and away and state.has(unit, "spotter_aircraft"):
        return 0
    return _COVER if away else _COVER_CLOSE


def _has_bulges(state: State, unit: str, weapon: str, target: str) -> bool:
    """8.6, 8.21  Return whether Torpedo Bulges weaken the first hit."""
    return (
        weapon == "torpedo"
        and state.has(target, "torpedo_bulges")
        and not state.has(unit, "shallow_runners")
    )


def judge(attack: Assessment, faces: tuple[int, ...]) -> Judgement:
    """5.2, 6.1, 6.2, 6.4  Return what the faces of an attack come to, cover aside."""
    if attack.is_torpedo:
        hits = faces.count(_TWO_SUCCESSES)
        return judge_hits(attack, hits)
    return judge_successes(attack, sum(map(_counting(attack.modifier).__getitem__, faces)))


@cache
def _counting(modifier: int) -> dict[int, int]:
    """5.2  Return what each face counts with a modifier."""
    return {face: successes_of(face, modifier) for face in range(1, _TWO_SUCCESSES + 1)}


def successes_of(face: int, modifier: int) -> int:
    """5.2, R-26  Return what one die counts: a natural 6 is two, whatever the modifier."""
    return 2 if face == _TWO_SUCCESSES else int(face + modifier >= _ONE_SUCCESS)


def judge_successes(attack: Assessment, successes: int) -> Judgement:
    """5.2, R-33, R-34  Compare successes with armor and vital armor."""
    if successes >= attack.vital:
        return Judgement(successes, "destroyed", 0)
    if successes < attack.armor:
        return Judgement(successes, "none", 0)
    return Judgement(successes, *(("aborted", 0) if attack.is_on_aircraft else ("hit", 1)))


def judge_hits(attack: Assessment, hits: int) -> Judgement:
    """6.1, 8.6  Return the hull points lost: two by each torpedo, one by the first with Torpedo Bulges."""
    points = 2 * hits - attack.bulge if hits else 0
    return Judgement(hits, "hit" if hits else "none", points)
