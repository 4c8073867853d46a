"""5.0  Set-up of both sides and reinforcements."""

import pytest

from sealion_pbem.rulesets.sealion.rules.ch05_deploying import HAND, Deploy
from sealion_pbem.rulesets.sealion.rules.ch05_setup import begin_arrivals
from sealion_pbem.rulesets.sealion.sequence import Done
from tests.sealion_table import EDITIONS, SealionTable, both_editions


def german(edition, options=None):
    """The German is about to set up."""
    ruleset = EDITIONS[edition]
    return SealionTable(ruleset, ruleset.setup("invasion", options or {}))


def british(edition, options=None):
    """The German has set up."""
    position = german(edition, options)
    position.order(Deploy({f"de_mine_{n}": s for n, s in zip((1, 2, 3, 4), "CDEF", strict=True)}))
    position.order(Done())
    return position


def default(position):
    return position.ruleset.answer(position.state, "default")


@both_editions
def test_5_1_what_has_no_choice_lies_where_it_begins(edition):
    """Air units in France, ships and the first echelon in the convoy box, later echelons on the track."""
    position = german(edition)
    counters = position.state.table.counters
    assert position.where("de_marine") == "Convoy"
    assert {position.where(n) for n, c in counters.items() if c.group == "Ech 2"} == {"Turn 3"}
    assert {position.where(n) for n, c in counters.items() if c.group == "turn 4"} == {"Turn 4"}
    first = [n for n, c in counters.items() if c.group == "Ech 1"]
    assert len({position.state.units[n].aboard for n in first} - {""}) == 9


@both_editions
def test_5_1_four_mines_must_be_placed_in_different_sea_spaces(edition):
    """Done is refused before, two in one space are refused, a mine may not begin in the box."""
    position = german(edition)
    assert position.codes(Done()) == [("5.1", "not_set_up")]
    together = Deploy({"de_mine_1": "C", "de_mine_2": "C"})
    assert position.codes(together) == [("5.1", "mines_together")]
    assert position.codes(Deploy({"de_mine_1": "Convoy"})) == [("5.1", "wrong_place")]
    assert position.codes(Deploy({"uk_1_lon": "4409"})) == [("5.1", "not_your_unit")]
    assert position.codes(Deploy({})) == [("5.1", "no_places")]


@both_editions
def test_5_1_submarines_may_begin_at_sea(edition):
    """Anywhere, and several together."""
    position = german(edition)
    position.order(Deploy({"de_sub_1": "G", "de_sub_2": "G"}))
    assert position.where("de_sub_1") == "G"


@both_editions
def test_5_2_the_british_sets_up_second(edition):
    """Churchill in Parliament, a mine in each sea space, the Furious Group aboard."""
    position = british(edition)
    assert position.decision.kind == "british_setup"
    assert position.where("uk_churchill") == "4409"
    mines = [n for n in position.state.table.counters if n.startswith("uk_mine_")]
    assert len({position.where(n) for n in mines}) == 8
    assert position.state.units["uk_furious_group"].aboard == "uk_furious"


@both_editions
@pytest.mark.parametrize(
    ("places", "code"),
    [
        ({"uk_1_lon": "7011"}, "wrong_place"),
        ({"uk_railway_guns": "4409"}, "wrong_place"),
        ({"uk_winnie": "D"}, "wrong_place"),
        ({"uk_repulse": "G"}, "wrong_place"),
        ({"uk_churchill": "4410"}, "wrong_place"),
        ({"uk_1_lon": "4409", "uk_2_lon": "4409"}, "overstacked"),
    ],
)
def test_5_2_what_the_british_may_not(edition, places, code):
    """7011 is no hex (A-32), guns begin in tunnels, Winnie in the east (A-22), one division a hex (6.3)."""
    position = british(edition)
    missing = [name for name in places if name not in position.state.units]
    assert not missing, missing
    assert code in [found for _, found in position.codes(Deploy(places))]


@pytest.mark.parametrize(
    ("edition", "options", "is_open"),
    [
        ("sealion-2016", {}, True),
        ("sealion-2016", {"batteries_start_in_c": False}, False),
        ("sealion-deluxe", {}, False),
        ("sealion-deluxe", {"batteries_start_in_c": True}, True),
    ],
)
@pytest.mark.parametrize("battery", ["uk_winnie", "uk_dummy"])
def test_5_2_where_winnie_and_the_dummy_begin(edition, options, is_open, battery):
    """5.2, A-22  In A and B always; in C by the magazine's list, which speaks of the set-up only."""
    position = british(edition, options)
    codes = [] if is_open else [("5.2", "wrong_place")]
    assert position.codes(Deploy({battery: "C"})) == codes
    for sector in ("A", "B"):
        assert position.codes(Deploy({battery: sector})) == []


@both_editions
def test_5_2_the_default_set_up_is_legal_and_complete(edition):
    """The policy places everything within the limits; then the game begins with turn 1."""
    position = british(edition)
    position.order(default(position))
    assert not list(position.state.units_in(HAND))
    position.order(Done())
    assert position.state.turn >= 1


@both_editions
@pytest.mark.parametrize(("turn", "group", "count"), [(3, "Ech 2", 9), (4, "turn 4", 23)])
def test_5_1_reinforcements_arrive_at_the_start_of_their_turn(edition, turn, group, count):
    """Not on the map at first (A-20): echelon 2 on turn 3, all others on turn 4, into the Convoy box."""
    position = german(edition).at(turn=turn, step=1, stage="weather")
    events = position.begin(begin_arrivals)
    assert len(events) == count
    counters = position.state.table.counters
    assert {position.where(n) for n, c in counters.items() if c.group == group} == {"Convoy"}
