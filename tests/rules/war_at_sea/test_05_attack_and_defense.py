"""5.0  Range, dice, sight and cover."""

from fractions import Fraction
from itertools import product

import pytest

from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.odds import pool
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import assess, judge, sees, successes_of
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from sealion_pbem.rulesets.war_at_sea.sight import line_between
from tests.war_at_sea import at, attack, codes, shots, unit_of


def of(unit, weapon, target, step="surface_attack", **members):
    """Return the assessment of an attack between two units written as in a position."""
    table = at(step, unit, target, "axis-de_u66 0108", "allied-us_pt_boat-9 1008", **members)
    return assess(
        WAR_AT_SEA.position(WAR_AT_SEA.setup("standard", {}), table._position),
        unit_of(unit)[0],
        weapon,
        unit_of(target)[0],
    )


def test_5_1_dice_follow_from_the_range():
    """5.1, R-28  Bismarck's main guns at Hood: 15 at range 1, 14 at 2, 13 at 3, 11 at 4 (8.2)."""
    dice = {
        away: of("axis-de_bismarck 0103", "main", f"allied-uk_hood 010{3 + away}").dice
        for away in range(1, 5)
    }
    assert dice == {1: 15, 2: 14, 3: 13, 4: 11}


def test_5_1_at_least_one_die():
    """5.1, R-27  A crippled Hood's torpedo: 1 die less one is still one."""
    assert of("allied-uk_hood 0505 hull=1", "torpedo", "axis-de_bismarck 0505").dice == 1


def test_5_2_bismarck_at_hood():
    """5.2  14 dice, armor 8, vital 13: 6 6 5 5 4 4 and nothing more are 8 successes, a hit."""
    found = of("axis-de_bismarck 0304", "main", "allied-uk_hood 0306")
    assert (found.dice, found.armor, found.vital) == (14, 8, 13)
    judged = judge(found, (6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1, 1))
    assert (judged.successes, judged.effect, judged.points) == (8, "hit", 1)


def test_5_2_a_crippled_fletcher():
    """5.2, 6.3, R-26  Four dice at -1: 6 5 4 3 are 2 + 1 + 0 + 0."""
    found = of("allied-us_fletcher 0505 hull=1", "main", "axis-de_bismarck 0505")
    assert (found.dice, found.modifier) == (4, -1)
    assert judge(found, (6, 5, 4, 3)).successes == 3


def test_5_2_modifiers_of_a_die():
    """5.2, R-26  At +1 a 3 counts, at -2 only 6, and a 6 is always two."""
    assert [successes_of(face, 1) for face in range(1, 7)] == [0, 0, 1, 1, 1, 2]
    assert [successes_of(face, -2) for face in range(1, 7)] == [0, 0, 0, 0, 0, 2]


@pytest.mark.parametrize(("dice", "modifier"), [(1, 0), (3, 0), (4, -1), (4, 1), (5, -2)])
def test_5_2_pools_by_enumeration(dice, modifier):
    """5.2  The chances of a pool are those counted over all its falls, and add up to 1."""
    falls = [
        sum(successes_of(f, modifier) for f in fall) for fall in product(range(1, 7), repeat=dice)
    ]
    counted = tuple(Fraction(falls.count(n), len(falls)) for n in range(2 * dice + 1))
    assert pool(dice, modifier) == counted
    assert sum(counted) == 1


def test_5_2_1_armor_of_the_moment():
    """5.2.1, R-38  A crippled Bismarck has 7 and 13; armor never falls below 1, vital not below armor."""
    found = of("allied-uk_hood 0505", "main", "axis-de_bismarck 0505 hull=1")
    assert (found.armor, found.vital) == (7, 13)


def test_5_3_worked_sight_lines():
    """5.3, 5.3.1, 5.3.2  The five lines of the facts: crossed sectors, and sides along which they run."""
    assert line_between("0304", "0306") == (("0305",), ())
    assert line_between("0304", "0504") == ((), (("0404", "0405"),))
    assert line_between("0304", "0605") == (("0405", "0504"), ())
    assert line_between("0104", "0203") == ((), (("0103", "0204"),))
    assert line_between("0304", "0704") == (("0504",), (("0404", "0405"), ("0604", "0605")))


def test_5_3_1_all_lines_up_to_range_4():
    """5.3.1  Every pair agrees with sampled points of the line, and is the same from both ends."""
    sectors = sorted(data.sectors())
    pairs = [(a, b) for a in sectors for b in sectors if a < b and 0 < distance(a, b) <= 4]
    for one, other in pairs:
        line = line_between(one, other)
        assert line == line_between(other, one)
        found = sampled(one, other)
        assert set(line.crossed) == {s for s in found if s in data.sectors()}, (one, other)


def sampled(one: str, other: str) -> set[str]:
    """Return the sectors inside which odd shares of a line lie: nearest centre, no other as near."""
    (x1, y1), (x2, y2) = centre(one), centre(other)
    share, found = 61, set()
    for n in range(1, share):
        x, y = x1 * share + (x2 - x1) * n, y1 * share + (y2 - y1) * n
        # In the true hex a rank is 3 wide where a place is 2√3 high: y counts threefold.
        near: dict[int, list[str]] = {}
        for rank in range(round(x / share / 3) - 1, round(x / share / 3) + 2):
            row = y // share // 2
            for place in (row - 1, row, row + 1):
                cx, cy = 3 * rank, 2 * place + rank % 2
                away = (x - cx * share) ** 2 + 3 * (y - cy * share) ** 2
                near.setdefault(away, []).append(f"{rank:02d}{place:02d}")
        best = near[min(near)]
        if len(best) == 1:
            found.add(best[0])
    return found - {one, other}


def centre(sector: str) -> tuple[int, int]:
    rank, place = int(sector[:2]), int(sector[2:])
    return 3 * rank, 2 * place + rank % 2


def test_5_3_2_an_island_blocks_shoals_do_not():
    """5.3.2, R-32  Zone 2: island in 0404 between 0403 and 0405. Zone 3: shoals there."""
    for zone, code in ((2, [("5.3", "no_sight")]), (3, [])):
        table = at("surface_attack", "axis-de_bismarck 0403", "allied-uk_hood 0405", zone=zone)
        shot = attack("surface_attack", "axis-de_bismarck", "allied-uk_hood", weapon="main")
        if code:
            table = at(
                "surface_attack",
                "axis-de_bismarck 0403",
                "allied-uk_hood 0405",
                "allied-us_fletcher 0403",
                zone=zone,
            )
            assert codes(table.orders(shot)) == code
        else:
            assert not table.dice(*[1] * 14).orders(shot).outcome.refused


@pytest.mark.parametrize(("edge", "is_free"), [("both", True), ("either", False)])
def test_5_3_2_along_a_side(edge, is_free):
    """5.3.2, R-30  An island in 0404, nothing in 0405: free with `both`, blocked with `either`."""
    table = at(
        "sea_move",
        "axis-de_bismarck 0304",
        "allied-uk_hood 0504",
        zone=2,
        options={"los_edge": edge},
    )
    assert sees(table.state, "0304", "0504") is is_free


def test_5_3_3_ends_in_islands_and_fog():
    """5.3.3  A boat in an island sector sees nobody outside; a Ship in fog sees out and is seen."""
    island = at("sea_move", "axis-de_s_boat 0404", "allied-uk_hood 0405", zone=2).state
    assert not sees(island, "0404", "0405")
    assert sees(island, "0404", "0404")
    fog = at("sea_move", "axis-de_bismarck 0404", "allied-uk_hood 0402", zone=4).state
    assert sees(fog, "0404", "0402")
    assert sees(fog, "0402", "0404")


@pytest.mark.parametrize(
    ("sector", "face", "effect"),
    [("0405", 5, "covered"), ("0405", 4, "hit"), ("0404", 5, "hit"), ("0404", 6, "covered")],
)
def test_5_3_4_cover(sector, face, effect):
    """5.3.4, R-31  Hood in fog in 0404: 5 or 6 cancels, from her own sector only 6."""
    table = at("surface_attack", f"axis-de_bismarck {sector}", "allied-uk_hood 0404", zone=4)
    shot = attack("surface_attack", "axis-de_bismarck", "allied-uk_hood", weapon="main")
    result = table.dice(*[4] * 8, *[1] * 7, face).orders(shot)
    assert [found for _, found, _ in shots(result)] == [effect]


def test_5_3_4_no_die_without_an_effect():
    """5.3.4  Seven successes do nothing to Hood, and nobody rolls for cover."""
    table = at("surface_attack", "axis-de_bismarck 0405", "allied-uk_hood 0404", zone=4)
    shot = attack("surface_attack", "axis-de_bismarck", "allied-uk_hood", weapon="main")
    assert shots(table.dice(*[4] * 7, *[1] * 8).orders(shot)) == [(7, "none", 0)]
