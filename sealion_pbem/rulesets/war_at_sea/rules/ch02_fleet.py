"""2.2  Building a fleet: what may be in it, and fleets that make sense."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache

from sealion_pbem.engine.saying import counted
from sealion_pbem.engine.words import Json, Violation
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.settings import GameSettings
from sealion_pbem.rulesets.war_at_sea.statcard import StatCard

__all__ = ["UNNAMED", "allowed_cards", "cost_of", "faults_of_fleet", "ready_fleets"]

UNNAMED = frozenset({"us_pt_boat", "uk_mtb", "de_s_boat", "it_mas", "us_liberty_ship"})
"""R-10  The Ships that bear no name of their own, and may be there several times in any theatre."""
_LONGEST_WORD = 40


def faults_of_fleet(settings: GameSettings, seat: str, value: Json) -> Iterator[Violation]:
    """R-11  Return why a fleet may not be played by a seat; a fleet is a list of cards."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        yield Violation("2.2", "no_fleet", "a fleet is a list of cards, this is none")
        return
    if not value:
        yield Violation("2.2", "empty_fleet", "the fleet is empty")
        return
    cards = data.cards()
    unknown = [n for n in value if n not in cards or not cards[n].side]
    for name in dict.fromkeys(unknown):
        close = _nearest_cards(name[:_LONGEST_WORD])
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        text = f"no card is called {name[:_LONGEST_WORD]!r}{hint}"
        yield Violation("2.1", "unknown_card", text)
    if not unknown:
        yield from _faults(settings, seat, [cards[name] for name in value])


def _nearest_cards(word: str) -> list[str]:
    """2.1  Return the cards whose names or ids are most like a word, with both."""
    known = {name: card for name, card in data.cards().items() if card.side}
    called = {card.name.casefold(): name for name, card in known.items()} | {n: n for n in known}
    close = get_close_matches(word.casefold(), called, 2)
    return [f"{known[n].name} ({n})" for n in dict.fromkeys(called[each] for each in close)]


def _faults(settings: GameSettings, seat: str, fleet: list[StatCard]) -> Iterator[Violation]:
    """2.2, R-10  Return what is wrong with units that exist."""
    most = settings.of_scenario("most_units")
    if len(fleet) > most:
        text = f"the fleet has {counted(len(fleet), 'unit')}, at most {most} are allowed"
        yield Violation("2.2", "too_many_units", text)
    cost, points = sum(card.cost for card in fleet), settings.points_of(seat)
    if cost > points:
        text = f"the fleet costs {counted(cost, 'point')}, at most {points} are allowed"
        yield Violation("2.2", "too_dear", text)
    for card in dict.fromkeys(fleet):
        yield from _faults_of_card(settings, seat, card)
    if settings.theatre != "any":
        for card, number in Counter(fleet).items():
            if number > 1 and not card.is_aircraft and card.id not in UNNAMED:
                text = f"{card.name} is in the fleet {number} times; a named ship is there once"
                yield Violation("9.6", "named_twice", text)
    yield from _faults_of_basing(settings, fleet)


def _faults_of_card(settings: GameSettings, seat: str, card: StatCard) -> Iterator[Violation]:
    """1.2, 9.5, 9.6, R-50 to R-52  Return why a card is not a seat's to build from."""
    side = settings.side_of(seat)
    if card.side != side:
        text = f"{card.name} is on the {card.side} side, and this fleet is {side}"
        yield Violation("1.2", "wrong_side", text)
    if settings.year and card.year > settings.year:
        text = f"{card.name} is of {card.year}, and the year is {settings.year}"
        yield Violation("9.5", "too_late", text)
    nation, theatres = data.nations()[card.nation]
    if settings.theatre not in ("any", *theatres):
        text = f"{card.name} is of {nation}, which has no ships in the theatre {settings.theatre}"
        yield Violation("9.6", "wrong_theatre", text)


def _faults_of_basing(settings: GameSettings, fleet: list[StatCard]) -> Iterator[Violation]:
    """R-9  Return why Aircraft find no base: all of them must."""
    airbase = settings.of_scenario("airbase_capacity")
    decks = sum(card.capacity for card in fleet)
    aircraft = [card for card in fleet if card.is_aircraft]
    land_only = sum(not card.is_carrier_capable for card in aircraft)
    if land_only > airbase:
        text = f"{land_only} Aircraft fly from land only, and the airbase has room for {airbase}"
        yield Violation("7.2", "no_base", text)
    elif len(aircraft) > decks + airbase:
        text = f"{len(aircraft)} Aircraft find room for {decks + airbase} only"
        yield Violation("7.2", "no_base", text)


def cost_of(cards: Iterable[str]) -> int:
    """2.2  Return what a fleet costs."""
    return sum(data.cards()[name].cost for name in cards)


@lru_cache(maxsize=64)
def allowed_cards(settings: GameSettings, seat: str) -> tuple[StatCard, ...]:
    """1.2, 9.5, 9.6  Return the cards from which a seat may build, the dearest first."""
    found = [
        card
        for card in data.cards().values()
        if card.side and not any(_faults_of_card(settings, seat, card))
    ]
    return tuple(sorted(found, key=lambda card: (-card.cost, card.id)))


@lru_cache(maxsize=64)
def ready_fleets(settings: GameSettings, seat: str) -> tuple[tuple[str, ...], ...]:
    """2.2  Return fleets that a seat may play: the ready ones that are legal, or one that is built."""
    side = settings.side_of(seat)
    found = [
        fleet.cards
        for fleet in data.fleets()
        if fleet.side == side and not any(faults_of_fleet(settings, seat, [*fleet.cards]))
    ]
    return tuple(found) or (_built(settings, seat),)


def _built(settings: GameSettings, seat: str) -> tuple[str, ...]:
    """Return a fleet of Ships and Submarines, each time the dearest that still fits."""
    left, fleet = settings.points_of(seat), list[str]()
    while len(fleet) < settings.of_scenario("most_units"):
        fitting = [
            card.id
            for card in allowed_cards(settings, seat)
            if card.cost <= left and not card.is_aircraft and card.id not in fleet
        ]
        if not fitting:
            break
        fleet.append(fitting[0])
        left -= data.cards()[fitting[0]].cost
    return tuple(fleet)
