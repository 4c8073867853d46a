"""Cards of Sealion: every kind of combat, its numbers against the events, its luck against all dice."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from sealion_pbem.engine.card import Card
from sealion_pbem.engine.showing import ReportsFights
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.briefing import date_of
from sealion_pbem.rulesets.sealion.cards import luck
from sealion_pbem.rulesets.sealion.editions import DELUXE as EDITION
from sealion_pbem.rulesets.sealion.events.combat import CombatFought
from sealion_pbem.rulesets.sealion.odds import Boat, salvo_costs, salvo_odds
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import Gun
from tests.table import Step, play_once

DELUXE = find("sealion-deluxe")
FACES = range(1, 7)
CRUISER = Gun("cruiser", 3, is_dummy=False, bonus=3)
BOATS = Gun("torpedo_boat", 1, is_dummy=False, bonus=1)
SWEEPER = Gun("minesweeper", 0, is_dummy=False, bonus=0)
SUBMARINE = Gun("submarine", 0, is_dummy=False, bonus=0)
MINE = Gun("mine", 0, is_dummy=False, bonus=0)
TRANSPORT = Gun("transport", None, is_dummy=False, bonus=0)


@cache
def game() -> tuple[Step, ...]:
    return play_once("sealion-deluxe", "invasion", 0)


@cache
def cards() -> tuple[tuple[Step, tuple[Card, ...]], ...]:
    assert isinstance(DELUXE, ReportsFights)
    return tuple((step, DELUXE.cards(step.before.state, step.outcome.events)) for step in game())


def test_every_kind_of_combat_has_its_card():
    """A whole game at random shows all six kinds."""
    kinds = Counter(card.kind for _, some in cards() for card in some)

    assert set(kinds) == {"naval", "air", "strike", "landing", "land", "touchdown"}


def test_a_land_card_says_what_the_event_says():
    """Totals, column, die, result, and every modifier with its rule."""
    checked = 0
    for step, some in cards():
        fought = [e for e in step.outcome.events if isinstance(e, CombatFought)]
        clashes = [c for card in some for c in card.clashes if c.column]
        for event, clash in zip(fought, clashes, strict=True):
            attack, defence = clash.forces
            assert (attack.total, defence.total) == (
                str(event.attack_total),
                str(event.defence_total),
            )
            assert len(attack.lines) == len(event.attack)
            assert sum(factor.value for factor in clash.factors) == event.modified - event.die
            assert all(factor.rule in DELUXE.rules for factor in clash.factors)
            assert clash.column.startswith(f"{event.column} ")
            assert f"die {event.die}" in clash.dice
            assert clash.result == event.result
            checked += 1
    assert checked > 10


def test_a_card_tells_events_of_its_own():
    """No event is told by two cards, and each card tells events that there are."""
    for step, some in cards():
        told = [number for card in some for number in card.told]

        assert len(told) == len(set(told))
        assert all(0 <= number < len(step.outcome.events) for number in told)


def test_luck_evens_out():
    """Over a game the steps lost come near to the steps expected: both are counted alike."""
    lines = [line for _, some in cards() for card in some for line in card.luck]
    lost, expected = sum(line.lost for line in lines), sum(line.expected for line in lines)

    assert lost > 100
    assert -25 < lost - expected < 25


@pytest.mark.parametrize("target", [CRUISER, SUBMARINE, MINE, TRANSPORT, BOATS])
@pytest.mark.parametrize(
    "guns",
    [(CRUISER,), (BOATS, CRUISER), (SWEEPER, BOATS), (SUBMARINE, SWEEPER), (BOATS, BOATS, CRUISER)],
)
def test_the_odds_of_a_salvo_are_counted_over_all_dice(guns: tuple[Gun, ...], target: Gun):
    """Counted die by die, with the same judgement as the battle, they are exactly those."""
    boats, aim = tuple(Boat(gun, 2) for gun in guns), Boat(target, 2)
    rolls = list(product(FACES, repeat=len(guns) + 1))
    count = Counter(salvo_costs(boats, aim, roll) for roll in rolls)

    assert salvo_odds(boats, aim) == {
        costs: Fraction(ways, len(rolls)) for costs, ways in count.items()
    }


def test_the_expectation_of_an_air_set_is_the_mean_over_all_dice():
    """Two fighters against a better one: every pair of sums is weighed by its ways."""
    sides = {"british": (4, [2]), "german": (5, [2, 1])}
    rolls = list(product(FACES, repeat=3))
    mean = [Fraction(0), Fraction(0)]
    for a, b, c in rolls:
        one, two = luck.air_luck(sides, (4 + a, 5 + b + c), single_wins=True)
        mean[0] += Fraction(one.lost, len(rolls))
        mean[1] += Fraction(two.lost, len(rolls))
    found = luck.air_luck(sides, (5, 8), single_wins=True)

    assert [line.expected for line in found] == mean


def test_strikes_and_touchdowns_weigh_six_faces():
    """A strength of 4 hits on four faces of six, flak of 5 on one more; a plain touchdown costs half."""
    target, bomber = luck.strike_luck({"british": 2, "german": 2}, (4, 5), "flak")
    (unit,) = luck.touchdown_luck("german", 2, roll=3, modifier=0, bounds=(1, 4))

    assert (target.expected, target.lost) == (Fraction(2, 3), 0)
    assert (bomber.expected, bomber.lost) == (Fraction(1, 6), 1)
    assert (unit.expected, unit.lost) == (Fraction(1, 2), 1)


def test_dates_follow_the_calendar():
    """Two days a turn from 24 September on; a turn may span two months."""
    assert date_of(EDITION, 1) == "24–25 September 1940, reckoned"
    assert date_of(EDITION, 4) == "30 September–1 October 1940, reckoned"
    assert date_of(EDITION, 12) == "16–17 October 1940, reckoned"
