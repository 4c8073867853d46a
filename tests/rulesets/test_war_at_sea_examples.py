"""The worked examples of War at Sea, as the scenario files that are shipped: what they print is checked.

What is expected here stands in the rulebook and in the rules in our words; the files set the positions up.
"""

from pathlib import Path

import pytest
from click.testing import CliRunner

from sealion_pbem.cli.root import cli
from sealion_pbem.umpire.scenario import adjudicate

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "scenarios"
FILES = sorted(EXAMPLES.glob("war-at-sea-*.json"))
ILLEGAL = {
    "4.1-a-third-sector": [("4.1", "too_far")],
    "5.3-smoke-in-the-way": [("5.3", "no_sight")],
    "5.3-one-island-beside-the-line-either": [("5.3", "no_sight")],
}
PRINTED = {
    "1.3-three-objectives": ("allied claims the objective in 0505: 50 points", "axis 0 to allied 150"),
    "2.2-the-printed-fleet": ("allied shows its fleet of 100 points",),
    "2.2-a-second-fletcher": ("the fleet costs 107 points, at most 100 are allowed", "axis has won"),
    "3.0-exeter-still-fires": (
        "HMS Exeter attacks Bismarck with its main guns at range 1: 7 dice: 2 + 1 + 1 + 1 = 5 successes",
        "HMS Exeter is destroyed: 13 points for axis",
    ),
    "3.6-yamato-fires-three-times": ("18 dice: ", "5 dice: 1 + 1 + 1 = 3 successes", "tertiary guns"),
    "3.7-two-torpedo-hits": ("3 dice: 2 hits of two hull points each: a hit, 4 hull points",),
    "4.1-a-cruiser-of-speed-2": ("HMS Exeter moves 0205 0305",),
    "4.1-a-third-sector": ("0405 is 3 sectors away on this path; its speed is 2", "reaches 0102"),
    "5.2-bismarck-and-hood": (
        "14 dice: 2 + 2 + 1 + 1 + 1 + 1 = 8 successes against armor 8, vital armor 13: a hit, 1 hull point",
    ),
    "5.3-five-lines": (
        "at range 2 (over 0305)",
        "at range 2 (between 0404 and 0405)",
        "at range 3 (over 0405, over 0504)",
        "at range 2 (between 0103 and 0204)",
        "at range 4 (between 0404 and 0405, over 0504, between 0604 and 0605)",
    ),
    "5.3-smoke-in-the-way": ("it crosses 0305, where there is smoke",),
    "5.3-one-island-beside-the-line": ("at range 2 (between 0404 and 0405): 14 dice",),
    "5.3-one-island-beside-the-line-either": ("it runs along a side with an island in 0404",),
    "5.3.4-cover-in-fog": ("HMS Hood has cover: 5, 5 or more would save it", "lost in fog"),
    "6.3-a-crippled-fletcher": ("4 dice, -1 on each die for crippled (6.3): 2 + 1 = 3 successes",),
    "7.3-a-carrier-is-lost": (
        "F4F Wildcat 1 has lost USS Princeton (CVL23): die 1",
        "F4F Wildcat 2 returns to the land airbase",
    ),
    "8.1-an-escorted-bomber": ("6 dice, -1 on each die for Escort (8.1): 2 + 1 = 3 successes",),
}  # fmt: skip


def name_of(path: Path) -> str:
    return path.stem.removeprefix("war-at-sea-")


def test_every_worked_example_is_expected_here():
    """No file is shipped whose arithmetic nobody has written down."""
    assert sorted(map(name_of, FILES)) == sorted(PRINTED)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_file_is_judged_as_it_says(path: Path):
    """Legal examples use their dice up; illegal ones end with every reason."""
    judged = adjudicate(path.read_bytes())
    refused = judged.turns[-1].outcome.refused
    assert [(v.rule, v.code) for v in refused] == ILLEGAL.get(name_of(path), [])
    assert judged.unused_dice == 0


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_file_prints_its_arithmetic(path: Path):
    """`sealion scenario run` shows dice, modifiers, sums, armor and the line of sight."""
    result = CliRunner().invoke(cli, ["scenario", "run", str(path)])
    assert result.exit_code == (5 if name_of(path) in ILLEGAL else 0)
    told = " ".join((result.stdout + result.stderr).split())
    assert [text for text in PRINTED[name_of(path)] if text not in told] == []
