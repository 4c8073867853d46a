"""The tables of chapters 14 and 15, cell by cell, as the facts have them."""

import pytest

from sealion_pbem.rulesets.world_at_war.rules.ch14_attrition import (
    attrition_result,
    attrition_row,
    column_of,
)
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import BELOW, combat_table, odds_between
from sealion_pbem.rulesets.world_at_war.rules.ch15_results import outcome_of

COMBAT = """
1:4  A  A  A    A    A    Ex
1:3  A  A  A    A    Ex   Ex
1:2  A  A  a    Ex   Ex   Ex
1:1  A  a  Ex   Ex-1 Ex-2 d
2:1  a  Ex Ex-1 Ex-2 d    D
3:1  Ex Ex-1 Ex-2 d  D    D
4:1  Ex-1 Ex-2 d D   D    D
5:1  Ex-2 d  D  D    D    D
"""
ATTRITION = """
0 - - 1C 2C 2C/1H 3C/2H 5C/2H
1 - 1C 2C 1C/1H 3C/1H 4C/2H 5C/3H
2 - 1C 2C 2C/1H 3C/2H 5C/2H 6C/3H
3 - 2C 1C/1H 3C/1H 4C/2H 5C/3H 7C/3H
4 - 2C 2C/1H 3C/2H 5C/2H 6C/3H 7C/4H
5 1C 1C/1H 3C/1H 4C/2H 5C/3H 7C/3H 8C/4H
6 1C 2C/1H 3C/2H 5C/2H 6C/3H 7C/4H 9C/4H
7 2C 3C/1H 4C/2H 5C/3H 7C/3H 8C/4H 9C/5H
8 2C 3C/2H 5C/2H 6C/3H 7C/4H 9C/4H 10C/5H
9 1C/1H 4C/2H 5C/3H 7C/3H 8C/4H 9C/5H 11C/5H
10 2C/1H 5C/2H 6C/3H 7C/4H 9C/4H 10C/5H 11C/6H
11 3C/1H 5C/3H 7C/3H 8C/4H 9C/5H 11C/5H 12C/6H
"""
COLUMNS = (10, 20, 30, 40, 50, 60, 61)


@pytest.mark.parametrize(
    ("column", "die", "result"),
    [
        (line.split()[0], die, cell)
        for line in COMBAT.split("\n")
        if line
        for die, cell in enumerate(line.split()[1:], 1)
    ],
)
def test_15_6_every_cell_of_the_combat_table(column: str, die: int, result: str):
    """15.6  All 48 cells."""
    assert combat_table(column, die) == result


@pytest.mark.parametrize(
    ("row", "factors", "cell"),
    [
        (int(line.split()[0]), factors, cell)
        for line in ATTRITION.split("\n")
        if line
        for factors, cell in zip(COLUMNS, line.split()[1:], strict=True)
    ],
)
def test_14_41_every_cell_of_the_attrition_table(row: int, factors: int, cell: str):
    """14.41  All 84 cells: counters and hexes."""
    counters, _, hexes = cell.partition("/")
    wanted = (0, 0) if cell == "-" else (int(counters[:-1]), int(hexes[:-1] or 0))

    assert attrition_result(factors, row) == wanted


@pytest.mark.parametrize(
    ("factors", "column"),
    [
        (1, "1-10"), (10, "1-10"), (11, "11-20"), (20, "11-20"), (21, "21-30"), (40, "31-40"),
        (41, "41-50"), (60, "51-60"), (61, "61+"), (140, "61+"),
    ],
)  # fmt: skip
def test_14_41_columns_by_factors(factors: int, column: str):
    """14.41  A column takes ten factors."""
    assert column_of(factors) == column


@pytest.mark.parametrize(
    ("die", "factors", "difference", "row"),
    [(6, 70, 0, 6), (6, 71, 0, 7), (6, 80, 0, 7), (6, 81, 0, 8), (1, 10, -3, 0), (6, 130, 1, 11)],
)
def test_14_42a_14_43_rows(die: int, factors: int, difference: int, row: int):
    """14.42A, 14.43  One more for each ten factors from 71 on; nothing below 0 or above 11."""
    assert attrition_row(die, factors, difference) == row


@pytest.mark.parametrize(
    ("attack", "defense", "odds"),
    [
        (20, 10, "2:1"), (19, 10, "1:1"), (5, 13, "1:3"), (24, 25, "1:2"), (5, 20, "1:4"),
        (5, 21, BELOW), (60, 10, "5:1"), (12, 12, "1:1"), (1, 4, "1:4"), (1, 5, BELOW),
    ],
)  # fmt: skip
def test_15_51_15_52_w_5_odds(attack: int, defense: int, odds: str):
    """15.51, 15.52, R-70  W-5 and its neighbours: fractions fall to the defender."""
    assert odds_between(attack, defense) == odds


def test_r_5_a_die_above_six_is_six():
    """R-5, 15.75  The second round's +1 does not leave the table."""
    assert combat_table("1:1", 7) == combat_table("1:1", 6) == "d"


@pytest.mark.parametrize(
    ("result", "ctl", "outcome"),
    [
        ("Ex-2", 1, "Ex-1"), ("D", 1, "Ex-1"), ("D", 2, "Ex-2"), ("D", 3, "Ex-3"),
        ("Ex-2", 2, "Ex-2"), ("Ex-1", 1, "Ex-1"), ("A", 1, "A"), ("d", 1, "d"),
    ],
)  # fmt: skip
def test_15_55_results_against_walls(result: str, ctl: int, outcome: str):
    """15.55  By the lowest training of the attackers; a d is left to the defender."""
    assert outcome_of(result, ctl, is_fortified=True, is_early=False) == outcome


def test_15_54_early_exploitation_makes_an_exchange_cheaper():
    """15.54  Ex becomes Ex-1, and nothing else changes."""
    assert outcome_of("Ex", 2, is_fortified=False, is_early=True) == "Ex-1"
    assert outcome_of("a", 2, is_fortified=False, is_early=True) == "a"
