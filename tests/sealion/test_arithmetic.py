"""Sentences show the arithmetic: dice, strengths and modifiers against what is needed, with the rule."""

from collections import defaultdict
from hashlib import sha256
from typing import Any

import pytest

from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.rulesets.sealion.events.air import AirStrikeFlown
from sealion_pbem.rulesets.sealion.events.naval import SalvoFired
from sealion_pbem.rulesets.sealion.rules.ch03_weather import WeatherDetermined
from tests.patience import PATIENCE
from tests.sealion_table import EDITIONS, both_editions

TELL = EDITIONS["sealion-deluxe"].tell


def test_a_strike_says_what_hits_and_what_is_flak():
    """10.7, 10.9  The roll, the bomber's strength, the target's where its flak can answer."""
    flak = AirStrikeFlown("C", "a", "b", 5, "flak", 3, 6)
    assert TELL(flak) == (
        "C: a strikes b: rolled 5, up to strength 3 hits (10.7); above that, up to its strength 6 "
        "it shoots back (10.9): flak"
    )
    assert "shoots back" not in TELL(AirStrikeFlown("C", "a", "b", 1, "hit", 3, 2))
    gone = TELL(AirStrikeFlown("C", "a", "b", 0, "too late"))
    assert gone.endswith("too late (the target is gone, nothing is rolled)")


def test_a_target_has_several_totals_when_a_mine_is_among_those_that_fire():
    """8.6  Against a mine nothing is added to the die: both totals are said."""
    salvo = SalvoFired("C", ("mine", "ship"), "hood", (5, 6), (2, 10), (5, 3), 2)
    assert TELL(salvo).startswith(
        "C: mine 5 + 0 = 5, ship 3 + 3 = 6 against hood 2 + 0 = 2 or 2 + 8 = 10, in this order: 2, 10"
    )


@pytest.mark.parametrize(
    ("weather", "roll", "why"),
    [("clear", 0, "no roll before turn 3"), ("rain", 6, "rolled 6, rain on 6")],
)
def test_the_weather_says_its_roll(weather, roll, why):
    """3.0  The roll and what brings rain."""
    assert TELL(WeatherDetermined(weather, roll)) == f"the weather is {weather} (3.0: {why})"


@pytest.mark.timeout(PATIENCE)
@both_editions
def test_every_sentence_with_dice_holds_its_sum(edition):
    """A game at random: events that dice made name their rule, and their numbers agree."""
    ruleset = EDITIONS[edition]
    game = begin(ruleset, "sums", ruleset.setup("invasion", {"turns": 7}))
    commanders = {s: RandomCommander(sha256(s.encode()).digest()) for s in ruleset.seats}
    told: dict[str, list[tuple[Any, str]]] = defaultdict(list)
    number = 0
    while (decision := pending(ruleset, game)) is not None:
        number += 1
        turn = commanders[decision.seat].turn(ruleset, game, decision.seat)
        outcome = run(ruleset, game, turn, SeededDice(sha256(b"%d" % number).digest()))
        game = outcome.game
        for event in outcome.events:
            told[event.kind].append((event, ruleset.tell(event)))
    rules = {"salvo_fired": "8.4", "air_set_fought": "10.4", "combat_fought": "12.3",
             "unit_touched_down": "11.8", "unit_drifted": "11.7", "weather_determined": "3.0",
             "game_ended": "4.0"}  # fmt: skip
    for kind, rule in rules.items():
        assert told[kind], kind
        assert all(f"({rule}" in text for _, text in told[kind])
    for salvo, _ in told["salvo_fired"]:
        assert len(salvo.dice) == len(salvo.units)
        assert all(die <= total for die, total in zip(salvo.dice, salvo.totals, strict=True))
    for fought, _ in told["air_set_fought"]:
        assert fought.first_total == sum(fought.first_dice) + sum(fought.first_qualities)
        assert fought.second_total == sum(fought.second_dice) + sum(fought.second_qualities)
    for landed, text in told["unit_touched_down"]:
        assert landed.modifier == sum(line.value for line in landed.modifiers)
        assert f"together {landed.roll + landed.modifier}" in text
