"""The worked examples W-1 to W-15, as the scenario files that are shipped: what they print is checked.

What is expected here stands in the facts; the files set the positions up.
"""

from pathlib import Path

import pytest
from click.testing import CliRunner

from sealion_pbem.cli.root import cli
from sealion_pbem.umpire.scenario import adjudicate

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "scenarios"
FILES = sorted(EXAMPLES.glob("world-at-war-*.json"))
ILLEGAL = {
    "10.33-on-foot-in-the-mud": ("10.33", "mired"),
    "13.52-too-strong-to-overrun": ("13.52", "odds"),
    "16.39-two-hexes-in-winter": ("16.31", "too_far"),
}
PRINTED = {
    # W-1 to W-4: multipliers.
    "15.35-armor-in-the-clear": ("2 x 2 (+2 basic 15.32A) = 4; 1:2",),
    "15.35-a-minor-abroad": (
        "2 x 1 (+2 basic 15.32A -1 exploiting armor 15.33A -1 minor abroad 15.33B) = 2",
    ),
    "15.35-armor-and-infantry-together": (
        "XIX Panzer Corps 4 x 2 (+2 basic 15.32A)",
        "3 x 1 (+2 basic 15.32A -1 exploiting armor 15.33A) = 11",
    ),
    "15.35-behind-a-river": (
        "3 x 2 (+2 basic 15.32A +1 river 15.32C -1 exploiting armor 15.33A) = 6",
    ),
    # W-5: odds.
    "15.52-20-to-10": ("20 against 10, 2:1",),
    "15.52-19-to-10": ("19 against 10, 1:1",),
    "15.52-5-to-13": ("5 against 13, 1:3", "+ air 1 = 13"),
    # W-6: mixed training.
    "15.551-italians-before-liege": (
        "24 against 18, 1:1, die 6: d",
        "3 x 3 (+2 basic 15.32A +1 fortification 15.32F) = 18",
        "attack on 1104: Ex-1",
        "axis must lose 12 in 1104 (combat)",
        "Italian armored corps is eliminated (combat)",
        "French cavalry corps 1 is eliminated (combat)",
    ),
    # W-7: training in attrition.
    "14.43-most-are-trained": ("attrition with 33 factors", "+1 for training and winter (14.42): row 4"),
    "14.43-a-tie": ("attrition with 28 factors", "+0 for training and winter (14.42): row 3"),
    "14.43-three-levels": ("attrition with 29 factors", "+1 for training and winter (14.42): row 4"),
    # W-8, W-9: counters and hexes.
    "14.62-both-are-lost": ("row 6: 2C/1H", "column 11-20", "take hexes: 1008 (rule 14.61)"),
    "14.62-one-is-lost": ("row 5: 1C/1H", "column 11-20", "take hexes: 1008 (rule 14.61)"),
    "14.65-an-emptied-area": (
        "attrition with 23 factors: die 2, row 4: 2C/1H",
        "attrition costs French army 6, French army 7",
        "advance: German infantry army 1 to 1007",
    ),
    # W-10 to W-12: weather, the component, exploitation in winter.
    "13.47-weather-where-armor-is": (
        "in 1111 4 - 2 for winter = 2 left, 1211 costs 2, in 1211 2 left, 1210 costs 2",
    ),
    "10.33-on-foot-in-the-mud": ("de_arm_1 is on foot in 0806 and has used up what it has there",),
    "10.33-out-of-the-mud": ("1 + 1 + 1 + 1 = 4 (13.41), XIX Panzer Corps has 6",),
    "16.39-one-hex-in-winter": (
        "exploits with 5 of 6 (16.31), in 1211 5 left, 1110 costs 1, in 1110 4 - 3 for winter = 1 left",
    ),
    "16.39-two-hexes-in-winter": ("as far as 1009 the way costs 3, de_arm_2 exploits with 2 in 1109",),
    # W-13: overruns.
    "13.52-an-overrun": ("= 12; defense Chasseurs alpins 1 1 x 2 (+2 basic 15.32A) = 2; 6:1 is needed",),
    "13.52-too-strong-to-overrun": ("12:4 against 1007, less than 6:1",),
    # W-14: the chain.
    "16.47-the-first-goes-sideways": ("advance: XIX Panzer Corps to 1108",),
    "16.47-the-first-stays": ("French replacements 1 is eliminated", "advance: nobody"),
    "16.47-the-second-goes-on": ("advance: XLI Panzer Corps to 0909",),
    "16.47-the-second-stays": ("French replacements 1 is eliminated", "advance: nobody"),
    # W-15: a whole attack.
    "15.61-across-the-meuse": (
        "20 against 12, 1:1, die 4: Ex-1",
        "2 x 3 (+2 basic 15.32A +1 river 15.32C) = 12; 1:1; Ex-1 costs the attacker 8, the defender all",
        "a bridgehead is made in 1106",
    ),
    "15.61-without-the-flank": ("13 against 12, 1:1",),
}  # fmt: skip


def name_of(path: Path) -> str:
    """Return what a file is called behind the game."""
    return path.stem.removeprefix("world-at-war-")


def test_every_worked_example_is_expected_here():
    """No file is shipped whose arithmetic nobody has written down."""
    assert sorted(map(name_of, FILES)) == sorted(PRINTED)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_file_is_judged_as_it_says(path: Path):
    """Legal examples use their dice up and have no order left over; illegal ones end with the reason."""
    judged = adjudicate(path.read_bytes())
    outcomes = [turn.outcome for turn in judged.turns]
    refused = [(v.rule, v.code) for v in outcomes[-1].refused]
    expected = ILLEGAL.get(name_of(path))
    assert refused == [] if expected is None else expected in refused
    assert judged.unfinished is None
    assert judged.unused_dice == 0
    assert [outcome.returned for outcome in outcomes if outcome.returned] == []


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_file_prints_its_arithmetic(path: Path):
    """`sealion scenario run` shows factors, multipliers with their sections, odds, rows and costs."""
    result = CliRunner().invoke(cli, ["scenario", "run", str(path)])
    assert result.exit_code == (5 if name_of(path) in ILLEGAL else 0)
    told = " ".join((result.stdout + result.stderr).split())
    assert [text for text in PRINTED[name_of(path)] if text not in told] == []
