"""7.3, 9.1 to 9.3  Which German batteries may support a land combat, and with how much."""

import pytest

from sealion_pbem.rulesets.sealion.events.general import StageBegun
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sorties import Recall, Sortie
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from sealion_pbem.rulesets.sealion.rules.ch09_batteries import (
    battery_strength,
    check_battery,
    supporting_batteries,
)
from tests.sealion_sea import at_sea, obey, sea
from tests.sealion_table import both_editions, table

DELUXE, MAGAZINE = "sealion-deluxe", "sealion-2016"
YELLOW, ORANGE, RED, OUTSIDE = "6815", "6221", "5920", "4409"
SIEGFRIED, AUGUST, KURFUERST, HEINRICH, OLDENBURG, K5 = (
    f"de_bty_{name}"
    for name in (
        "siegfried", "friedrich_august", "grosser_kurfuerst", "prinz_heinrich", "oldenburg", "eisenbahn_k5",
    )
)  # fmt: skip
ALL = [SIEGFRIED, AUGUST, KURFUERST, HEINRICH, OLDENBURG, K5]


def land_step(edition, **where):
    """German land combat, with batteries where they are said to be."""
    return table(edition, step=6, stage="land combat").place(where)


def why(position, name, number=YELLOW):
    """The codes of what bars a battery."""
    return [violation.code for violation in check_battery(position.state, name, number)]


@both_editions
@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (YELLOW, set(ALL)),
        (ORANGE, {SIEGFRIED, AUGUST, KURFUERST, K5}),
        (RED, {SIEGFRIED, K5}),
        (OUTSIDE, set()),
    ],
)
def test_9_1_range_lines(edition, number, expected):
    """Y reaches the innermost line, O that and the next, R all three; beyond them nobody."""
    position = land_step(edition, Convoy=ALL)
    assert set(supporting_batteries(position.state, number)) == expected


@both_editions
@pytest.mark.parametrize("place", ["Convoy", "A", "B"])
def test_9_1_in_the_box_or_at_sea(edition, place):
    """A-37: where the battery stands does not matter, as long as it has not fought."""
    position = land_step(edition, **{place: [SIEGFRIED]})
    assert supporting_batteries(position.state, YELLOW) == [SIEGFRIED]


@both_editions
def test_9_1_british_batteries_never_support(edition):
    """Winnie and Dummy have no range line (A-126); ships and lost batteries are none."""
    position = land_step(edition, A=["uk_winnie", "uk_dummy", "de_emden"])
    assert supporting_batteries(position.state, YELLOW) == []
    for name in ("uk_winnie", "uk_dummy", "de_emden", SIEGFRIED):
        assert why(position, name) == ["no_battery"]


@both_editions
def test_9_1_refusals_say_what_is_in_the_way(edition):
    """Out of range, or no hex at all."""
    position = land_step(edition, Convoy=[OLDENBURG])
    [refusal] = check_battery(position.state, OLDENBURG, ORANGE, "/batteries/0")
    assert (refusal.rule, refusal.code, refusal.at) == ("9.1", "out_of_range", "/batteries/0")
    assert "it has Y, the hex is inside orange line" in refusal.text
    assert why(position, OLDENBURG, "9999") == ["out_of_range"]


def test_7_3_the_worked_example_in_the_deluxe_edition():
    """Friedrich August fights in A in step 2: no support in 6. With no battle in 9 it supports in 13."""
    position = sea(DELUXE).place({"Convoy": [AUGUST], "A": ["uk_hood"]})
    obey(position, Sortie(AUGUST, "A"))
    position.at(stage="naval combat")
    obey(position, Engage("A", ((AUGUST, "uk_hood"),)), 3, 3)
    position.at(step=6, stage="land combat")
    assert why(position, AUGUST) == ["has_fought"]
    # The British move all their ships out of the sector in step 9.
    StageBegun(1, 9, "naval movement").on(position.state)
    position.place({"C": ["uk_hood"]}).at(step=13, stage="land combat")
    assert supporting_batteries(position.state, YELLOW) == [AUGUST]


def test_7_3_fired_at_in_the_british_step_it_is_barred():
    """Deluxe: the British fight in A in step 9, so the battery there gives no support in 13."""
    position = at_sea(DELUXE, [AUGUST, "uk_hood"], sector="A")
    obey(position, Engage("A", (("uk_hood", AUGUST),)), 3, 3)
    position.at(step=13, stage="land combat")
    assert why(position, AUGUST) == ["has_fought"]


@pytest.mark.parametrize(("edition", "expected"), [(MAGAZINE, ["has_sortied"]), (DELUXE, [])])
def test_7_3_a_sortie_without_a_battle(edition, expected):
    """2016: a battery that sortied gives no support in that game turn; Deluxe: only fighting bars it."""
    position = sea(edition).place({"Convoy": [AUGUST]})
    obey(position, Sortie(AUGUST, "A"))
    StageBegun(1, 6, "land combat").on(position.state)
    assert why(position, AUGUST) == expected
    StageBegun(1, 9, "naval movement").on(position.state)
    StageBegun(1, 13, "land combat").on(position.state)
    assert why(position, AUGUST) == expected
    StageBegun(2, 1, "weather").on(position.state)
    StageBegun(2, 6, "land combat").on(position.state)
    assert why(position, AUGUST) == []


@pytest.mark.parametrize(("edition", "expected"), [(MAGAZINE, ["used_already"]), (DELUXE, [])])
def test_9_2_support_in_both_player_turns(edition, expected):
    """Used in step 6: not again in 6 (A-105); in 13 only in Deluxe, 2016 knows one use a turn (A-35)."""
    position = land_step(edition, Convoy=[SIEGFRIED]).at(used=frozenset({SIEGFRIED}))
    assert why(position, SIEGFRIED) == ["used_already"]
    StageBegun(1, 9, "naval movement").on(position.state)
    StageBegun(1, 13, "land combat").on(position.state)
    assert why(position, SIEGFRIED) == expected


@pytest.mark.parametrize(("edition", "expected"), [(MAGAZINE, ["used_already"]), (DELUXE, [])])
def test_9_2_fought_in_the_other_player_turn(edition, expected):
    """Fought in step 2: barred in 6 in both editions, in 13 only by the 2016 rules (A-36)."""
    position = at_sea(edition, [AUGUST, "uk_hood"], sector="A", seat="german")
    obey(position, Engage("A", ((AUGUST, "uk_hood"),)), 3, 3)
    StageBegun(1, 6, "land combat").on(position.state)
    assert why(position, AUGUST) == ["has_fought"]
    StageBegun(1, 9, "naval movement").on(position.state)
    StageBegun(1, 13, "land combat").on(position.state)
    assert why(position, AUGUST) == expected


@both_editions
def test_7_3_a_recalled_battery_may_support(edition):
    """Taken back in step 2 after turns at sea, without a battle, it supports in step 6."""
    position = sea(edition).place({"A": [AUGUST]})
    obey(position, Recall(AUGUST))
    StageBegun(1, 6, "land combat").on(position.state)
    assert why(position, AUGUST) == []


@both_editions
@pytest.mark.parametrize(
    ("number", "reduced", "expected"),
    [
        (YELLOW, [], 5),
        ("6716", [], 3),  # Dover is a city: 5 halved, rounded up
        ("6416", [], 3),  # heavy woods
        (YELLOW, [AUGUST], 3),
    ],
)
def test_9_3_strength_counts_like_an_air_units(edition, number, reduced, expected):
    """Printed strength of the side shown, halved in cities and heavy woods (A-38)."""
    position = table(edition, step=6, stage="land combat").place({"Convoy": [AUGUST]}, reduced)
    assert battery_strength(position.state, AUGUST, number) == expected


@both_editions
def test_9_3_halving_is_a_setting(edition):
    """A-38: a charter may let batteries count in full."""
    position = table(edition, step=6, stage="land combat", options={"halve_batteries": False})
    position.place({"Convoy": [AUGUST]})
    assert battery_strength(position.state, AUGUST, "6716") == 5
