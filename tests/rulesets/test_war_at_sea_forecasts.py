"""Forecasts of War at Sea: every kind of roll, exact; recorded games and seeded dice agree with them.

`SEALION_FUZZ=long` throws each pool 100,000 times instead of 1,000.
"""

import os
from collections import Counter
from fractions import Fraction

import pytest

from sealion_pbem.engine.dice import DiceRolled, SeededDice
from sealion_pbem.engine.game import orders_from_wire
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.outcomes import outcomes
from sealion_pbem.engine.turn import Turn
from sealion_pbem.library import Position
from sealion_pbem.rulesets.war_at_sea.data import cards
from sealion_pbem.rulesets.war_at_sea.forecasts import forecasts, of_attack, prospects
from sealion_pbem.rulesets.war_at_sea.odds import initiative_odds, pool, torpedoes
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import assess, judge
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA, WarAtSea
from sealion_pbem.rulesets.war_at_sea.words import events as e
from sealion_pbem.rulesets.war_at_sea.words import fights as f
from sealion_pbem.rulesets.war_at_sea.words import orders as o
from tests.table import Table, play_once
from tests.war_at_sea import at, attack

THROWS = 100_000 if os.environ.get("SEALION_FUZZ") == "long" else 1_000
# A share of so many throws is further from its chance than this many deviations once in 10^8 times.
DEVIATIONS = 6
GAMES = 4

SMALL = {
    "guns": (
        at("surface_attack", "axis-jp_fubuki 0304", "allied-uk_javelin 0305"),
        attack("surface_attack", "axis-jp_fubuki", "allied-uk_javelin", weapon="main"),
    ),
    "guns of a crippled ship on a crippled one": (
        at("surface_attack", "axis-jp_fubuki 0304 hull=1", "allied-uk_javelin 0304 hull=1"),
        attack("surface_attack", "axis-jp_fubuki", "allied-uk_javelin", weapon="main"),
    ),
    "guns on a ship in fog": (
        at("surface_attack", "axis-jp_fubuki 0403", "allied-uk_javelin 0404", zone=4),
        attack("surface_attack", "axis-jp_fubuki", "allied-uk_javelin", weapon="main"),
    ),
    "torpedoes": (
        at("torpedo_attack", "axis-jp_fubuki 0304", "allied-uk_javelin 0305"),
        attack("torpedo_attack", "axis-jp_fubuki", "allied-uk_javelin"),
    ),
    "torpedoes on bulges": (
        at("torpedo_attack", "axis-jp_fubuki 0304", "allied-us_tennessee 0305 hull=3"),
        attack("torpedo_attack", "axis-jp_fubuki", "allied-us_tennessee"),
    ),
    "depth charges of a hunter": (
        at("surface_attack", "allied-ca_sackville 0304", "axis-de_u47 0304", first="allied"),
        attack("surface_attack", "allied-ca_sackville", "axis-de_u47", weapon="asw"),
    ),
    "flak": (
        at("air_defense", "allied-us_fletcher 0304", "axis-jp_d3a1_val 0304 base=airbase",
           first="allied"),
        attack("air_defense", "allied-us_fletcher", "axis-jp_d3a1_val"),
    ),
    "torpedo bombers": (
        at("air_attack", "axis-jp_b5n2_kate 0304 base=airbase", "allied-uk_ajax 0304"),
        attack("air_attack", "axis-jp_b5n2_kate", "allied-uk_ajax", weapon="torpedo"),
    ),
}  # fmt: skip
BIG = {
    "battleships": (
        at("surface_attack", "axis-de_bismarck 0304", "allied-uk_hood 0306"),
        attack("surface_attack", "axis-de_bismarck", "allied-uk_hood", weapon="main"),
    ),
    "dive bombers": (
        at("air_attack", "allied-us_sbd_dauntless 0304 base=airbase", "axis-jp_akagi 0304",
           first="allied"),
        attack("air_attack", "allied-us_sbd_dauntless", "axis-jp_akagi", weapon="bomb"),
    ),
    "fighters on an escorted bomber": (
        at("air_defense", "allied-us_f4f_wildcat 0304 base=airbase",
           "axis-jp_d3a1_val 0304 base=airbase", "axis-jp_a6m2_zero 0304 base=airbase",
           first="allied"),
        attack("air_defense", "allied-us_f4f_wildcat", "axis-jp_d3a1_val"),
    ),
}  # fmt: skip


def foretold(table: Table, order):
    """Return a table's attack as an order, and how probable each effect with its points is."""
    (given,) = orders_from_wire(WAR_AT_SEA, [order])
    assert isinstance(given, o.ATTACKS)
    forecast = of_attack(table.game.state, given)
    return given, {(case.facts, case.lost): case.chance for case in forecast.cases}


def came_of(state, event: f.AttackMade):
    """Return what an attack came to in the words of a forecast."""
    target = state.units[event.target]
    left = target.hull - target.lost
    owner = event.target.partition("-")[0]
    if event.effect == "destroyed" or event.points >= left:
        return ("destroyed",), ((owner, left),)
    if event.effect == "none":
        return (), ()
    lost = ((owner, event.points),) if event.points else ()
    is_crippled = event.effect == "hit" and left - event.points == 1 < state.card(event.target).hull
    return (event.effect, *(("crippled",) if is_crippled else ())), lost


@pytest.mark.parametrize("name", SMALL)
def test_a_forecast_is_what_the_rules_do_on_every_way_the_dice_can_fall(name):
    """5.2: each fall of a small pool, and of the die for cover, is played through; same chances."""
    table, order = SMALL[name]
    given, told = foretold(table, order)
    found: dict[object, Fraction] = {}
    # The turn ends with the attack: dice that fall afterwards are left out.
    for chance, outcome in outcomes(_Alone(), table.game, Turn(table.waiting.seat, (given,))):
        (event,) = (each for each in outcome.events if isinstance(each, f.AttackMade))
        key = came_of(table.game.state, event)
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == told
    assert sum(told.values()) == 1


class _Alone(WarAtSea):
    """The game, but nothing happens after an order."""

    def advance(self, play):
        """Wait where the order has led."""
        return self.decision(play.state)


@pytest.mark.parametrize("name", [*SMALL, *BIG])
def test_seeded_dice_agree_with_forecasts(name):
    """5.2: of many throws each result has its share, within six standard deviations."""
    table, order = (SMALL | BIG)[name]
    given, told = foretold(table, order)
    turn, found = Turn(table.waiting.seat, (given,)), Counter[object]()
    for number in range(THROWS):
        outcome = run(_Alone(), table.game, turn, SeededDice(number.to_bytes(32, "big")))
        (event,) = (each for each in outcome.events if isinstance(each, f.AttackMade))
        found[came_of(table.game.state, event)] += 1
    assert found.keys() <= told.keys()
    for key, chance in told.items():
        off = abs(found[key] - THROWS * chance)
        assert off**2 <= DEVIATIONS**2 * THROWS * chance * (1 - chance) + 1, (key, found[key])


@pytest.mark.parametrize("number", range(GAMES))
def test_recorded_games_come_out_as_assessed(number):
    """Every attack of a random game: the judgement of its faces, one of the cases foretold, no other."""
    scenario = [*WAR_AT_SEA.scenarios][number % 3]
    kinds = Counter[str]()
    for step in play_once("war-at-sea", scenario, number):
        state = step.before.state.copy()
        faces: list[tuple[int, ...]] = []
        for event in step.outcome.events:
            if isinstance(event, DiceRolled):
                faces.append(event.values)
            elif isinstance(event, f.AttackMade):
                attacked = assess(state, event.unit, event.weapon, event.target)
                judged = judge(attacked, faces[0])
                covered = len(faces) > 1 and faces[1][0] >= attacked.cover > 0
                assert event.successes == judged.successes
                assert event.effect == ("covered" if covered else judged.effect)
                assert event.points == (0 if covered else judged.points)
                order = o.AirAttack(event.unit, event.weapon, (event.target,))
                cases = of_attack(state, order).cases
                assert came_of(state, event) in {(case.facts, case.lost) for case in cases}
                kinds[event.weapon] += 1
            elif isinstance(event, e.InitiativeWon):
                (foreseen,) = (each for each in prospects(state) if each.kind == "initiative")
                assert event.seat in {case.facts[0] for case in foreseen.cases}
                kinds["initiative"] += 1
            if not isinstance(event, DiceRolled | f.CoverTested):
                faces = []
            event.on(state)
    assert kinds["main"]
    assert kinds["initiative"]


def test_pools_are_what_enumeration_of_two_dice_gives():
    """5.2 by hand: two dice, no modifier: none 1/4, one 1/3, two 5/18, three 1/9, four 1/36."""
    assert pool(2, 0) == tuple(Fraction(n, 36) for n in (9, 12, 10, 4, 1))
    assert torpedoes(2) == tuple(Fraction(n, 36) for n in (25, 10, 1))


def test_initiative_is_even_without_flagships_and_better_with_one():
    """3.1: equal bonuses: one half. One more: of 1296 falls 721 win and 146 tie, which it wins too."""
    assert initiative_odds(0, 0) == initiative_odds(3, 3) == Fraction(1, 2)
    more = [(a, b) for a in range(2, 13) for b in range(2, 13)]
    ways = {total: 6 - abs(total - 7) for total in range(2, 13)}
    won = sum(ways[a] * ways[b] for a, b in more if a + 1 >= b)
    assert initiative_odds(1, 0) == Fraction(won, 1296) > Fraction(1, 2)
    assert initiative_odds(0, 1) == 1 - initiative_odds(1, 0)


def test_seal_of_the_second_fleet_foretells_zone_and_coin():
    """1.1.2, 1.1.3: six zones, two seats; a zone that is agreed upon is not foretold."""
    for options, kinds in (({}, ["zone", "coin"]), ({"zone": 3}, ["coin"])):
        state = WAR_AT_SEA.setup("standard", options)
        found = prospects(state)
        assert [each.kind for each in found] == kinds
        assert {case.chance for case in found[-1].cases} == {Fraction(1, 2)}
        assert {len(each.cases) for each in found if each.kind == "zone"} <= {6}


def test_the_end_of_a_phase_foretells_survivors():
    """8.8: Enterprise is sure to be destroyed: one die in three saves her; then 7.3 for her Aircraft."""
    table = at(
        "surface_attack", "axis-de_bismarck 0304", "allied-us_enterprise 0306 doomed",
        "allied-us_f4f_wildcat base=allied-us_enterprise-1",
        "allied-us_tbd_devastator base=allied-us_enterprise-1", "allied-uk_javelin 1004",
    )  # fmt: skip
    found = {each.kind: each for each in prospects(table.game.state)}
    assert found["survivor"].chance_of("survives") == Fraction(1, 3)
    assert [case.chance for case in found["carrier"].cases] == [
        Fraction(25, 36), Fraction(10, 36), Fraction(1, 36),
    ]  # fmt: skip
    assert found["carrier"].expected("allied") == Fraction(1, 3)
    assert found["carrier"].assumes
    (first,) = forecasts(WAR_AT_SEA, table.game.state, o.Done())
    assert first == found["survivor"]


def test_survivors_and_aircraft_of_carriers_fall_as_foretold():
    """7.3, 8.8: with seeded dice the end of a phase has the shares of its forecasts."""
    table = at(
        "torpedo_attack", "axis-jp_fubuki 0304", "allied-us_essex 0306 doomed",
        "allied-us_f4f_wildcat base=allied-us_essex-1",
        "allied-us_enterprise 0504 doomed", "allied-uk_javelin 0305",
    )  # fmt: skip
    runs, saved, lost = min(THROWS, 5000) // 5, 0, 0
    for number in range(runs):
        seed = number.to_bytes(32, "big")
        outcome = run(
            _Halting(), table.game, Turn(table.waiting.seat, (o.Done(),)), SeededDice(seed)
        )
        assert not outcome.refused
        saved += any(isinstance(x, f.SurvivorTested) and x.left for x in outcome.events)
        lost += any(isinstance(x, f.BasedAircraftTested) and x.face == 1 for x in outcome.events)
    for count, chance in ((saved, Fraction(1, 3)), (lost, Fraction(1, 6))):
        assert (count - runs * chance) ** 2 <= DEVIATIONS**2 * runs * chance * (1 - chance)


class _Halting(WarAtSea):
    """The game, ended after the phase."""

    def advance(self, play):
        """Let the phase end, and nothing after it."""
        from sealion_pbem.rulesets.war_at_sea.rules.ch06_damage import end_phase

        if play.state.step == "torpedo_attack":
            end_phase(play)
            play.emit(e.GameEnded("axis", "1.3", "as the test wants"))
        return self.decision(play.state)


# What the facts about the cards state: hit and vital, in percent, of one attack.
STATED = [
    ("surface_attack", "axis-de_bismarck 0304", "main", "allied-uk_hood 0306", 74, 13),
    ("surface_attack", "allied-uk_hood 0304", "main", "axis-de_bismarck 0306", 74, 7),
    ("surface_attack", "allied-us_san_francisco 0304", "main", "axis-it_zara 0305", 45, 1),
    ("surface_attack", "axis-de_bismarck 0304", "main", "allied-us_fletcher 0305", 100, 95),
    ("air_attack", "allied-us_sbd_dauntless 0304", "bomb", "axis-de_bismarck 0304", 25, 0),
    ("air_attack", "allied-us_sbd_dauntless 0304", "bomb", "axis-jp_akagi 0304", 57, 6),
    # The facts have 4 here; counted by hand, 45 of the 1296 falls have six successes: 3.5 %.
    ("air_defense", "allied-us_fletcher 0304", "", "axis-jp_d3a1_val 0304", 28, 3),
    ("air_defense", "axis-de_bismarck 0304", "", "allied-uk_swordfish 0304", 59, 20),
    ("air_defense", "allied-us_iowa 0304", "", "axis-jp_b5n2_kate 0304", 87, 57),
    ("air_defense", "allied-us_f4f_wildcat 0304", "", "axis-jp_a6m2_zero 0304", 38, 9),
    ("surface_attack", "allied-us_fletcher 0304", "asw", "axis-de_u66 0304", 67, 24),
]


@pytest.mark.parametrize(("kind", "unit", "weapon", "target", "hit", "vital"), STATED)
def test_chances_are_those_stated_for_the_cards(kind, unit, weapon, target, hit, vital):
    """Chances that were worked out elsewhere, with the cards: hit or worse, and destroyed."""
    based = [f"{each} base=airbase" if _flies(each) else each for each in (unit, target)]
    table = at(kind, *based, first=unit.partition("-")[0])
    names = unit.split()[0], target.split()[0]
    _, told = foretold(table, attack(kind, *names, weapon=weapon))
    any_effect = sum(chance for (facts, _), chance in told.items() if facts)
    destroyed = sum(chance for (facts, _), chance in told.items() if "destroyed" in facts)
    assert round(100 * any_effect) == hit
    assert round(100 * destroyed) == vital


def _flies(words: str) -> bool:
    return cards()[words.split(maxsplit=1)[0].partition("-")[2]].is_aircraft


def test_a_position_foretells_what_its_orders_lead_to():
    """What the board and scripts ask: an attack with both units by name; of an illegal one nothing."""
    table, order = SMALL["torpedoes"]
    position = Position(WAR_AT_SEA, table.game)
    (forecast,) = position.forecasts(order)
    assert forecast.clash is not None
    named = [line.name for force in forecast.clash.forces for line in force.lines]
    assert named == ["Fubuki", "HMS Javelin"]
    # One hit of three dice or more takes both hull points.
    assert forecast.chance_of("destroyed") == 1 - Fraction(5, 6) ** 3
    assert forecast.expected("allied") == 2 * forecast.chance_of("destroyed")
    assert [each.kind for each in position.prospects()] == ["initiative"]
    assert position.forecasts(attack("torpedo_attack", "axis-jp_fubuki", "axis-jp_fubuki")) == ()
