"""Sentences: names for ids, and what several units do alike said once."""

import pytest

from sealion_pbem.report.sentences import named, plural, together

NAMES = {"uk_hood": "Hood", "uk_nelson": "Nelson", "de_flak_ii-14": "II-14 Flak"}


def test_neighbours_that_do_the_same_share_a_sentence():
    """Only neighbours, and only what is said of one unit each."""
    told = [
        "uk_hood is reduced (8.4)",
        "uk_nelson is reduced (8.4)",
        "de_flak_ii-14 lands in 5921",
        "the battle of uk_hood is over",
        "uk_hood is reduced (8.4)",
    ]

    assert list(together(told, NAMES)) == [
        "Hood and Nelson are reduced (8.4)",
        "II-14 Flak lands in 5921",
        "The battle of Hood is over",
        "Hood is reduced (8.4)",
    ]


def test_three_are_listed():
    """Commas, and an and before the last."""
    told = [f"{name} dives" for name in NAMES]

    assert list(together(told, NAMES)) == ["Hood, Nelson and II-14 Flak dive"]


@pytest.mark.parametrize(
    ("one", "several"),
    [("goes aboard x", "go aboard x"), ("flies home", "fly home"), ("move 1 2", "move 1 2")],
)
def test_verbs_for_several(one: str, several: str):
    """Irregular verbs, and those that are plural already."""
    assert plural(one) == several


def test_ids_inside_a_text_become_names():
    """Also between brackets and commas; other words stay."""
    assert named('["uk_hood", 12], uk_hoods', NAMES) == '["Hood", 12], uk_hoods'
