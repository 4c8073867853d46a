"""8.6, 8.7  Mines and minesweepers."""

import pytest

from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.events.naval import SalvoFired
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.defence import Counterattack
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from tests.sealion_sea import at_sea, obey
from tests.sealion_table import both_editions

HIPPER, SWEEPER, MINE = "de_adm_hipper", "de_minesweeper_1", "uk_mine_c"


def lost(events):
    """Unit and kind of every loss, in order."""
    kinds = {UnitReduced: "reduced", UnitEliminated: "gone"}
    return [(event.unit, kinds[type(event)]) for event in events if type(event) in kinds]


@both_editions
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((6, 2), []),  # a ship never clears a mine
        ((3, 3), []),  # equal: nothing
        ((3, 4), [(HIPPER, "reduced")]),
        ((3, 6), [(HIPPER, "gone")]),  # double
        ((1, 6), [(HIPPER, "gone")]),
        ((1, 1), []),
    ],
)
@pytest.mark.parametrize("night", [False, True])
def test_8_6_a_ship_at_a_mine(edition, dice, expected, night):
    """Die against die: the Hipper's 4 is never added, and only the mine can hit."""
    position = at_sea(edition, [HIPPER, MINE], seat="german", night=night)
    events = obey(position, Engage("C", ((HIPPER, MINE),)), *dice)
    assert events[1] == SalvoFired("C", (HIPPER,), MINE, dice[:1], dice[1:])
    assert lost(events) == expected


@both_editions
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((4, 3), [(MINE, "gone")]),
        ((3, 3), [(MINE, "gone")]),  # equal is enough
        ((2, 6), []),  # the sweeper is safe
        ((1, 1), []),  # a natural 1 misses
        ((1, 6), []),
    ],
)
def test_8_7_a_minesweeper_at_a_mine(edition, dice, expected):
    """It clears the mine with an equal or higher roll and cannot be hurt by it."""
    position = at_sea(edition, [SWEEPER, MINE], seat="german")
    assert lost(obey(position, Engage("C", ((SWEEPER, MINE),)), *dice)) == expected


@both_editions
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((2, 4, 3), [(MINE, "gone")]),
        ((2, 2, 3), []),
        ((3, 1, 3), [(MINE, "gone")]),
    ],
)
def test_8_7_sweepers_double_up(edition, dice, expected):
    """Two sweepers, one mine: one good roll is enough."""
    position = at_sea(edition, [SWEEPER, "de_minesweeper_2", MINE], seat="german")
    pairs = ((SWEEPER, MINE), ("de_minesweeper_2", MINE))
    assert lost(obey(position, Engage("C", pairs), *dice)) == expected


@both_editions
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((2, 3, 4), [(HIPPER, "gone")]),  # the mine beats both; the sweeper is safe
        ((2, 4, 4), [(MINE, "gone")]),  # the sweeper equals it: the mine has not beaten all
        ((6, 4, 4), [(MINE, "gone")]),  # the cruiser's 6 takes nothing from the sweeper's 4 (8.7)
        ((6, 3, 4), []),
    ],
)
def test_8_7_a_ship_and_a_sweeper_at_one_mine(edition, dice, expected):
    """Hipper and sweeper, then the mine."""
    position = at_sea(edition, [HIPPER, SWEEPER, MINE], seat="german")
    events = obey(position, Engage("C", ((HIPPER, MINE), (SWEEPER, MINE))), *dice)
    assert lost(events) == expected


@both_editions
def test_8_6_a_mine_can_sink_a_submarine(edition):
    """A mine has strength 0 and hurts submarines: 2 against 5 sinks, equal does nothing."""
    position = at_sea(edition, ["de_sub_1", MINE], seat="german")
    assert lost(obey(position, Engage("C", (("de_sub_1", MINE),)), 2, 5)) == [("de_sub_1", "gone")]
    position = at_sea(edition, ["de_sub_1", MINE], seat="german")
    assert lost(obey(position, Engage("C", (("de_sub_1", MINE),)), 4, 4)) == []


@both_editions
def test_8_7_a_mine_that_attacks_a_sweeper_is_swept(edition):
    """The counterattacking mine rolls 3, the sweeper 3: the mine is gone."""
    position = at_sea(edition, [SWEEPER, MINE, "uk_mine_d"], seat="german")
    obey(position, Engage("C", ((SWEEPER, MINE),)), 2, 3)
    events = obey(position, Counterattack((("uk_mine_d", SWEEPER),)), 3, 3)
    assert lost(events) == [("uk_mine_d", "gone")]


@both_editions
def test_8_7_otherwise_a_sweeper_is_a_ship(edition):
    """Against a flotilla it fights with 0 and can be sunk."""
    position = at_sea(edition, [SWEEPER, "uk_flot_1"], seat="german")
    events = obey(position, Engage("C", ((SWEEPER, "uk_flot_1"),)), 2, 3)
    assert events[1] == SalvoFired("C", (SWEEPER,), "uk_flot_1", (2,), (4,))
    assert lost(events) == [(SWEEPER, "gone")]


@both_editions
def test_8_6_the_default_sends_sweepers_to_the_mine(edition):
    """An absent admiral's sweeper takes the mine and his cruiser the cruiser."""
    position = at_sea(edition, [HIPPER, SWEEPER, MINE, "uk_norfolk"], seat="german")
    answer = position.ruleset.answer(position.state, "default")
    assert set(answer.targets) == {(SWEEPER, MINE), (HIPPER, "uk_norfolk")}
