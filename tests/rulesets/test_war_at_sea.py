"""War at Sea in whole games: invariants after every event, secrets, the staff.

`SEALION_FUZZ=long` plays 500 random games instead of 20.
"""

import os
from typing import Any

import pytest

from sealion_pbem.engine.canon import hash_of
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, digest_of, pack_game, pending, unpack_game
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.seal import Open, Seal, commitment
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.rulesets.war_at_sea.invariants import broken, broken_at_rest
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from tests.table import CAMPAIGN, Table, random_game
from tests.war_at_sea import at

pytestmark = pytest.mark.fuzz

GAMES = 500 if os.environ.get("SEALION_FUZZ") == "long" else 20
SCENARIOS = [*WAR_AT_SEA.scenarios]


@pytest.mark.parametrize("number", range(GAMES))
def test_random_games_keep_the_invariants(number: int):
    """After every event stacks, hull points, bases, closed sectors and scores are right; the game ends."""
    scenario = SCENARIOS[number % len(SCENARIOS)]
    state = None
    for step in random_game("war-at-sea", scenario, 100 + number):
        state = state or WAR_AT_SEA.copy(step.before.state)
        for event in step.outcome.events:
            event.on(state)
            assert list(broken(state)) == [], event
        assert list(broken_at_rest(state)) == []
    assert state is not None
    assert WAR_AT_SEA.result(state)
    assert digest_of(WAR_AT_SEA, unpack_game(WAR_AT_SEA, pack_game(WAR_AT_SEA, step.outcome.game)))


def test_broken_invariants_are_found():
    """Three Ships in a sector, a wreck on the map and points for nothing are all told."""
    state = at("surface_attack", *(f"axis-de_s_boat-{n} 0505" for n in (1, 2, 3)), "allied-uk_hood 0506",
               turn=2).state  # fmt: skip
    state.units["allied-uk_hood-1"] = state.units["allied-uk_hood-1"]._replace(fate="destroyed")
    assert len([*broken(state)]) == 3


@pytest.mark.parametrize(
    ("unit", "change"),
    [
        ("axis-de_bismarck-1", {"base": "airbase"}),
        ("axis-de_bismarck-1", {"hull": 6}),
        ("axis-de_bismarck-1", {"sector": "0404"}),
        ("axis-de_bismarck-1", {"sector": ""}),
        ("axis-jp_a6m2_zero-1", {"rearming": True, "sector": "0505"}),
        ("axis-jp_a6m2_zero-1", {"aborted": True}),
        ("axis-jp_a6m2_zero-1", {"deployed": False}),
        ("axis-jp_a6m2_zero-1", {"base": ""}),
    ],
)
def test_each_broken_invariant_is_found(unit: str, change: dict[str, Any]):
    """A unit that is where it cannot be, or has a counter that it cannot have, is told."""
    table = at(
        "sea_move", "axis-de_bismarck 0304", "axis-jp_a6m2_zero", "allied-uk_hood 0806", zone=2
    )
    state = table.state
    assert [*broken_at_rest(state)] == []
    state.units[unit] = state.units[unit]._replace(**change)
    assert len([*broken_at_rest(state)]) == 1


def test_smoke_on_an_island_and_a_lost_marker_are_found():
    """8.12, 1.3.3  Smoke in 0404, an island of zone 2, and an objective that is nowhere."""
    state = at(
        "sea_move", "axis-de_bismarck 0304", "allied-uk_hood 0806", zone=2, smoke=["0404"]
    ).state
    state.markers = state.markers[1:]
    assert len([*broken(state)]) == 2


@pytest.mark.parametrize(
    "options",
    [
        {"air_missions": "alternate"},
        {"ship_torpedoes": "surface_phase", "year": 1941},
        {"los_edge": "either", "crippled_carrier": "closed", "theatre": "pacific"},
        {"exercise": "axis", "points": 60, "aircraft_attacks": "once_per_turn"},
    ],
)
def test_every_setting_can_be_played(options: dict[str, Any]):
    """Two commanders finish a game under each setting, without a broken invariant at its end."""
    state = duel("standard", options, ("staff", "random"), 7)
    assert WAR_AT_SEA.result(state)
    assert list(broken(state)) == []


def duel(scenario: str, options: dict[str, Any], names: tuple[str, str], number: int) -> Any:
    """Return the end of a game between two commanders, the Axis first."""
    game = begin(WAR_AT_SEA, CAMPAIGN, WAR_AT_SEA.setup(scenario, options))
    seats = zip(WAR_AT_SEA.seats, names, strict=True)
    commanders = {seat: WAR_AT_SEA.commanders[name](hash_of(seat, number)) for seat, name in seats}
    for file in range(2000):
        decision = pending(WAR_AT_SEA, game)
        if decision is None:
            return game.state
        turn = commanders[decision.seat].turn(WAR_AT_SEA, game, decision.seat)
        outcome = run(WAR_AT_SEA, game, turn, SeededDice(hash_of("dice", number, file)))
        assert not outcome.refused, outcome.refused
        game = outcome.game
    raise AssertionError("no end")


def sealed(table: Table, name: str, value: Any) -> tuple[Seal, Open]:
    """Return the order that seals a value for the seat that is asked, and the one that opens it."""
    seat, salt = table.waiting.seat, hash_of("salt", name)
    seal = Seal(name, commitment(CAMPAIGN, seat, name, salt, value))
    return seal, Open(name, salt.hex(), value)


def test_nothing_of_a_fleet_or_a_plan_is_public_before_it_is_opened():
    """The same game with another fleet, and another plan: public bytes differ in the seals alone."""
    public = []
    for fleet in (["de_bismarck"], ["jp_yamato"], "nonsense"):
        table = Table("war-at-sea")
        seal, _ = sealed(table, "fleet", fleet)
        outcome = run(
            WAR_AT_SEA, table.game, Turn(table.waiting.seat, (seal,)), SeededDice(bytes(32))
        )
        public.append(
            (to_wire(outcome.events), WAR_AT_SEA.pack(outcome.game.state), outcome.waiting)
        )
    assert public[0] == public[1] == public[2]
    public = []
    for plan in ([["axis-jp_a6m2_zero-1", "0404"]], [], {"no": "plan"}):
        table = at("flights", "axis-jp_a6m2_zero", "axis-jp_tone 0505", "allied-us_fletcher 0507")
        seal, _ = sealed(table, "flights", plan)
        outcome = run(
            WAR_AT_SEA, table.game, Turn(table.waiting.seat, (seal,)), SeededDice(bytes(32))
        )
        public.append(
            (to_wire(outcome.events), WAR_AT_SEA.pack(outcome.game.state), outcome.waiting)
        )
    assert public[0] == public[1] == public[2]
