"""8.3, 8.4  Firing: totals, hits, doubles, natural ones, doubling up, weather and darkness."""

import pytest

from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitPlaced, UnitReduced
from sealion_pbem.rulesets.sealion.events.naval import SalvoFired
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from tests.sealion_sea import at_sea, obey
from tests.sealion_table import both_editions

HIPPER, NORFOLK = "de_adm_hipper", "uk_norfolk"
FLOTILLA, TBOATS = "uk_flot_1", "de_tboats_1"


def duel(edition, hunter, prey, *dice, **how):
    """The losses of one attack: the attacker's die, then the target's."""
    sector = how.get("sector", "C")
    position = at_sea(edition, [hunter, prey], **how)
    events = obey(position, Engage(sector, ((hunter, prey),)), *dice)
    return lost(events)


def lost(events):
    """Unit and kind of every loss, in order."""
    kinds = {UnitReduced: "reduced", UnitEliminated: "sunk"}
    return [(event.unit, kinds[type(event)]) for event in events if type(event) in kinds]


@both_editions
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((5, 3), [(HIPPER, "reduced")]),  # 9 against 7
        ((3, 5), [(NORFOLK, "reduced")]),
        ((4, 4), [(HIPPER, "reduced"), (NORFOLK, "reduced")]),  # equal: both
        ((6, 1), [(HIPPER, "sunk")]),  # 10 against 5: double
        ((1, 6), [(NORFOLK, "sunk")]),
        ((1, 1), []),  # equal, but both ones miss
        ((6, 2), [(HIPPER, "reduced")]),  # 10 against 6
    ],
)
def test_8_4_b_norfolk_and_hipper(edition, dice, expected):
    """Both of strength 4: higher hits, double sinks, equal hits both, ones miss."""
    assert duel(edition, NORFOLK, HIPPER, *dice) == expected


@both_editions
def test_8_4_e_a_reduced_ship_is_sunk(edition):
    """The Hipper on its back (2) is hit again: it is gone."""
    assert duel(edition, NORFOLK, HIPPER, 4, 3, reduced=[HIPPER]) == [(HIPPER, "sunk")]


@both_editions
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((1, 2), []),  # 9 against 6, but a natural 1 misses; 6 is not higher
        ((1, 6), [("uk_hood", "reduced")]),  # 9 against 10
        ((1, 5), [("uk_hood", "reduced")]),  # equal: only the one that rolled no 1 hits
        ((2, 1), [(HIPPER, "sunk")]),  # 10 against 5
    ],
)
def test_8_4_b_a_natural_one_always_misses(edition, dice, expected):
    """Hood (8) against Hipper (4)."""
    assert duel(edition, "uk_hood", HIPPER, *dice) == expected


@both_editions
def test_8_4_a_tie_of_a_one_and_a_higher_die(edition):
    """Hood rolls 1 (9), Hipper 5 (9): the Hood is hit, the Hipper is not (A-65)."""
    assert duel(edition, "uk_hood", HIPPER, 1, 5) == [("uk_hood", "reduced")]
    assert duel(edition, HIPPER, "uk_hood", 5, 1, seat="german") == [("uk_hood", "reduced")]


@both_editions
@pytest.mark.parametrize(
    ("ship", "foe", "totals"),
    [
        ("uk_hood", HIPPER, ((7,), (5,))),  # 3 + 4 against 3 + 2
        ("uk_revenge", "de_emden", ((7,), (5,))),  # 7 halved is 4, 3 halved is 2
        (FLOTILLA, TBOATS, ((4,), (4,))),  # 1 halved is 1
    ],
)
def test_8_4_a_rain_halves_strength_rounding_up(edition, ship, foe, totals):
    """3.1, 8.4  (A-7) All dice show 3."""
    position = at_sea(edition, [ship, foe], weather="rain")
    events = obey(position, Engage("C", ((ship, foe),)), 3, 3)
    assert events[1] == SalvoFired("C", (ship,), foe, *totals)


@both_editions
def test_8_4_a_at_night_no_strength_is_added(edition):
    """Hood and Hipper by night: die against die."""
    position = at_sea(edition, ["uk_hood", HIPPER], night=True)
    events = obey(position, Engage("C", (("uk_hood", HIPPER),)), 2, 4)
    assert events[1] == SalvoFired("C", ("uk_hood",), HIPPER, (2,), (4,))
    assert lost(events) == [("uk_hood", "sunk")]


@both_editions
@pytest.mark.parametrize("prey", ["de_transport_01", "de_marine", "de_pzabt_ua"])
@pytest.mark.parametrize("dice", [(1, 2), (2, 3), (1, 6)])
def test_8_3_a_non_combatant_hits_nobody(edition, prey, dice):
    """A flotilla rolls no more than its prey: equal or lower totals have no effect on either."""
    assert duel(edition, FLOTILLA, prey, *dice) == []


@both_editions
def test_8_3_a_non_combatant_is_hit_by_a_higher_total_only(edition):
    """5 against 4 reduces a transport, 6 against 3 sinks it with its cargo; the Marine has one step."""
    assert duel(edition, FLOTILLA, "de_transport_01", 4, 4) == [("de_transport_01", "reduced")]
    assert duel(edition, FLOTILLA, "de_marine", 4, 4) == [("de_marine", "sunk")]
    position = at_sea(
        edition, [FLOTILLA, "de_transport_01"], aboard={"de_17_inf_ech1": "de_transport_01"}
    )
    events = obey(position, Engage("C", ((FLOTILLA, "de_transport_01"),)), 5, 3)
    assert lost(events) == [("de_transport_01", "sunk")]
    assert position.steps("de_17_inf_ech1") == 0


@both_editions
def test_7_4_damage_does_not_harm_the_cargo(edition):
    """The transport is reduced; who is aboard is whole and still aboard."""
    position = at_sea(
        edition, [FLOTILLA, "de_transport_01"], aboard={"de_17_inf_ech1": "de_transport_01"}
    )
    obey(position, Engage("C", ((FLOTILLA, "de_transport_01"),)), 4, 4)
    assert position.state.units["de_17_inf_ech1"] == ("C", 2, "de_transport_01")


@both_editions
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        # Hipper has 4, the cruisers Norfolk and Sussex 4 each: attackers' dice, then the Hipper's.
        ((5, 2, 3), [(HIPPER, "reduced")]),  # one higher, one lower: the Hipper hits nobody
        ((5, 4, 3), [(HIPPER, "sunk")]),  # both higher: two hits
        ((2, 3, 5), [(NORFOLK, "reduced"), ("uk_sussex", "reduced")]),  # beats all: hits all
        ((4, 2, 4), [(HIPPER, "reduced"), (NORFOLK, "reduced")]),  # tie for best
        ((4, 4, 4), [(HIPPER, "sunk"), (NORFOLK, "reduced"), ("uk_sussex", "reduced")]),
        ((5, 4, 4), [(HIPPER, "reduced")]),  # a tie below the best counts for nothing
        ((6, 2, 1), [(HIPPER, "sunk")]),  # 10 is double 5
        ((3, 2, 1), [(HIPPER, "sunk")]),  # two hits; its 1 would miss anyway
        ((1, 1, 6), [(NORFOLK, "sunk"), ("uk_sussex", "sunk")]),  # 10 against 5
    ],
)
def test_8_4_c_doubling_up(edition, dice, expected):
    """Two cruisers fire at the Hipper, which rolls once (A-66)."""
    position = at_sea(edition, [HIPPER, NORFOLK, "uk_sussex"])
    events = obey(position, Engage("C", ((NORFOLK, HIPPER), ("uk_sussex", HIPPER))), *dice)
    assert lost(events) == expected


@both_editions
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((1, 2, 4), []),  # Hood 9 misses but stands above the Hipper's 8, which beats not all
        ((1, 2, 6), [("uk_hood", "reduced"), (FLOTILLA, "sunk")]),  # 10 beats 9 and 3
        ((1, 2, 5), [("uk_hood", "reduced")]),  # tie for best with a 1: only the Hipper hits
    ],
)
def test_8_4_c_a_natural_one_still_counts_as_a_total(edition, dice, expected):
    """A-145: the Hood rolls 1 for a total of 9 and a flotilla adds its fire."""
    position = at_sea(edition, [HIPPER, "uk_hood", FLOTILLA])
    events = obey(position, Engage("C", (("uk_hood", HIPPER), (FLOTILLA, HIPPER))), *dice)
    assert lost(events) == expected


@both_editions
def test_8_4_each_roll_says_who_fires_at_whom(edition):
    """The labels name place and ships; targets are fired at in the order in which they were first named."""
    position = at_sea(edition, [HIPPER, TBOATS, NORFOLK, FLOTILLA])
    order = Engage("C", ((NORFOLK, HIPPER), (FLOTILLA, TBOATS)))
    position.dice(3, 3, 3, 3)
    events = position.begin(lambda play: position.ruleset.obey(play, order))
    labels = [event.label for event in events if isinstance(event, DiceRolled)]
    assert labels == [
        "T01/S09/8.4/C: Norfolk fires at Adm. Hipper",
        "T01/S09/8.4/C: Adm. Hipper answers Norfolk",
        "T01/S09/8.4/C: 1 Flotilla fires at T-Boats 1",
        "T01/S09/8.4/C: T-Boats 1 answers 1 Flotilla",
    ]


@both_editions
def test_9_3_a_battery_at_sea_fights_as_a_ship(edition):
    """Siegfried (6) sinks a destroyer with 11 against 4; a battery is reduced like any ship."""
    how = {"sector": "A", "seat": "german"}
    assert duel(edition, "de_bty_siegfried", FLOTILLA, 5, 3, **how) == [(FLOTILLA, "sunk")]
    assert duel(edition, "de_bty_siegfried", "uk_winnie", 2, 6, **how) == [
        ("de_bty_siegfried", "reduced")
    ]


@both_editions
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((2, 6), []),  # the Dummy's higher roll is a miss
        ((4, 5), [("uk_dummy", "sunk")]),  # T-Boats 5, equal: only the Dummy is hit
        ((5, 3), [("uk_dummy", "sunk")]),
        ((1, 1), []),
    ],
)
def test_9_4_the_dummy_never_hits(edition, dice, expected):
    """It is fired at as any unit, with nothing added to its die, and has one step."""
    how = {"sector": "A", "seat": "german"}
    assert duel(edition, TBOATS, "uk_dummy", *dice, **how) == expected


@both_editions
def test_10_12_aircraft_do_not_go_down_with_their_carrier(edition):
    """The Furious is sunk with her aircraft aboard: they go to the airbases."""
    position = at_sea(
        edition, [HIPPER, "uk_furious"], seat="german", aboard={"uk_furious_group": "uk_furious"}
    )
    events = obey(position, Engage("C", ((HIPPER, "uk_furious"),)), 6, 2)
    assert events[2:4] == [
        UnitPlaced("uk_furious_group", "Britain", "10.12"),
        UnitEliminated("uk_furious", "8.4"),
    ]
    assert position.where("uk_furious_group") == "Britain"
