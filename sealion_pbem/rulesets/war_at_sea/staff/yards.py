"""2.2  The yards: which cards are worth their cost, and fleets that are built from them.

Nothing is known here of the enemy but the cards from which he may build. A card is rated by what it takes
of such Ships and by how long it lasts under their fire, both from exact chances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import isqrt

from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.odds import expected_points
from sealion_pbem.rulesets.war_at_sea.rules.ch02_fleet import (
    UNNAMED,
    allowed_cards,
    cost_of,
    faults_of_fleet,
    ready_fleets,
)
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import Assessment
from sealion_pbem.rulesets.war_at_sea.settings import GameSettings, other_seat
from sealion_pbem.rulesets.war_at_sea.statcard import BATTERIES, StatCard

__all__ = ["PLANS", "built_fleet", "rating_of"]

_RANGES = (0, 1, 2)
"""The ranges at which most of a battle is fought."""
_UNIT = 1000
_CORE_SHARE = 45
"""At most so many percent of the points go into the ship around which a fleet is built."""
_HUNTERS = 3
_GOOD_ASW = 3
_STRIKE_BOMBERS, _STRIKE_FIGHTERS = 2, 1


def built_fleet(settings: GameSettings, seat: str, plan: str) -> tuple[str, ...]:
    """2.2  Return a fleet built to a plan of PLANS; where nothing fits, one that is ready."""
    fleet = list[str]()
    for card in PLANS[plan](settings, seat):
        if _fits(settings, seat, [*fleet, card]):
            fleet.append(card)
    _fill(settings, seat, fleet)
    _spend(settings, seat, fleet)
    return tuple(fleet) or ready_fleets(settings, seat)[0]


def _battle_line(settings: GameSettings, seat: str) -> list[str]:
    """Return the best big-gun ship that leaves enough for a screen."""
    most = settings.points_of(seat) * _CORE_SHARE // 100
    found = [c for c in _ships(settings, seat) if c.subtype == "Battleship" and c.speed > 1]
    return [card.id for card in _ranked(settings, seat, found) if card.cost <= most][:1]


def _squadron(settings: GameSettings, seat: str) -> list[str]:
    """Return the three best Cruisers."""
    found = [card for card in _ships(settings, seat) if card.subtype == "Cruiser"]
    return [card.id for card in _ranked(settings, seat, found)][:3]


def _strike(settings: GameSettings, seat: str) -> list[str]:
    """Return Bombers that fly from land, and a Fighter to escort them."""
    aircraft = [card for card in allowed_cards(settings, seat) if card.is_aircraft]
    bombers = sorted(
        (card for card in aircraft if not card.is_fighter),
        key=lambda card: (
            -max(card.bomb, 3 * card.dice("torpedo", 0)) * _UNIT // card.cost,
            card.id,
        ),
    )
    fighters = sorted(
        (card for card in aircraft if card.is_fighter),
        key=lambda card: (-card.antiair * card.vital * _UNIT // card.cost, card.id),
    )
    hunter = [card for card in bombers if card.asw][:1]
    strike = [*bombers[:1] * (_STRIKE_BOMBERS - len(hunter)), *hunter]
    return [card.id for card in [*strike, *fighters[:_STRIKE_FIGHTERS]]]


PLANS: dict[str, Callable[[GameSettings, str], list[str]]] = {
    "battle line": _battle_line,
    "squadron": _squadron,
    "strike": _strike,
    "flotilla": lambda *_: [],
}
"""What a fleet is built around; the rest of its points go into the Ships that are best for their cost."""


def _fill(settings: GameSettings, seat: str, fleet: list[str]) -> None:
    """Add the best Ships for their cost, those that hunt Submarines first."""
    ranked = _ranked(settings, seat, _ships(settings, seat))
    hunters = [card for card in ranked if card.asw >= _GOOD_ASW and card.speed > 1]
    while sum(data.cards()[name].asw >= _GOOD_ASW for name in fleet) < _HUNTERS:
        if not _add(settings, seat, fleet, hunters):
            break
    while _add(settings, seat, fleet, [card for card in ranked if card.speed > 1] or ranked):
        pass


def _add(settings: GameSettings, seat: str, fleet: list[str], cards: Iterable[StatCard]) -> bool:
    for card in cards:
        if _fits(settings, seat, [*fleet, card.id]):
            fleet.append(card.id)
            return True
    return False


def _spend(settings: GameSettings, seat: str, fleet: list[str]) -> None:
    """Put points that are left into better Ships, the cheapest making way."""
    ranked = _ranked(settings, seat, _ships(settings, seat))
    by_power = sorted(ranked, key=lambda card: -_power(settings, seat, card))
    is_better = True
    while is_better and cost_of(fleet) < settings.points_of(seat):
        is_better = False
        for at in sorted(range(len(fleet)), key=lambda n: (data.cards()[fleet[n]].cost, n)):
            old = data.cards()[fleet[at]]
            if not old.is_ship:
                continue
            for card in by_power:
                if _power(settings, seat, card) <= _power(settings, seat, old):
                    break
                if card.speed > 1 and _fits(
                    settings, seat, [*fleet[:at], card.id, *fleet[at + 1 :]]
                ):
                    fleet[at], is_better = card.id, True
                    break
            if is_better:
                break


def _fits(settings: GameSettings, seat: str, fleet: list[str]) -> bool:
    """R-10  Return whether a fleet is legal; the staff sends no ship that bears a name twice."""
    ships = [name for name in fleet if not data.cards()[name].is_aircraft and name not in UNNAMED]
    return len({*ships}) == len(ships) and not any(faults_of_fleet(settings, seat, [*fleet]))


def _ships(settings: GameSettings, seat: str) -> list[StatCard]:
    return [card for card in allowed_cards(settings, seat) if card.is_ship]


def _ranked(settings: GameSettings, seat: str, cards: Iterable[StatCard]) -> list[StatCard]:
    return sorted(cards, key=lambda card: (-rating_of(settings, seat, card), card.id))


def rating_of(settings: GameSettings, seat: str, card: StatCard) -> int:
    """Return what a Ship is worth for its cost: of two equal sums of points the higher rating wins."""
    return _power(settings, seat, card) // card.cost


@lru_cache(maxsize=1024)
def _power(settings: GameSettings, seat: str, card: StatCard) -> int:
    """Return the mean of what a Ship takes in a turn and of how long it lasts (Lanchester's square)."""
    enemies = _likely_enemies(settings, seat)
    dealt = sum(_toll(card, enemy, at) * enemy.cost for enemy in enemies for at in _RANGES)
    taken = sum(_toll(enemy, card, at) * _UNIT // enemy.cost for enemy in enemies for at in _RANGES)
    return isqrt(dealt * _UNIT**3 // max(1, taken))


@lru_cache(maxsize=64)
def _likely_enemies(settings: GameSettings, seat: str) -> tuple[StatCard, ...]:
    """Return the Ships of the fleets that lie ready for the other side."""
    other = other_seat(seat)
    names = dict.fromkeys(name for fleet in ready_fleets(settings, other) for name in fleet)
    return tuple(data.cards()[name] for name in names if data.cards()[name].is_ship)


def _toll(card: StatCard, target: StatCard, away: int) -> int:
    """Return which share of a target a Ship takes in a turn at a range, in thousandths."""
    found = 0
    for weapon in (*BATTERIES, "torpedo"):
        dice = card.dice(weapon, away)
        if dice:
            attack = Assessment(
                card.id, weapon, target.id, away, dice, 0, target.armor, target.vital,
                is_on_aircraft=False, cover=0, bulge=int("torpedo_bulges" in target.abilities),
                more_dice=(), each_die=(), protection=(),
            )  # fmt: skip
            found += int(expected_points(attack, target.hull) * _UNIT / target.hull)
    return min(found, _UNIT)
