"""What a board is told of Sealion's map, held against the rules: supply, costs, control, ranges."""

from itertools import pairwise

from sealion_pbem.rulesets.sealion import survey
from sealion_pbem.rulesets.sealion.rules.ch11_walk import AT_FIRST, Misstep, enter, said_points
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import railway_guns
from sealion_pbem.rulesets.sealion.rules.ch13_supply import (
    passable,
    sources,
    supplied,
    supply_line,
)
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from tests.sealion_table import both_editions, table

ROAD = ("6220", "6119", "6118", "6117")
"""A way inland from a beach of sector A."""


def beachhead(edition, where=None, **facts):
    """A German division inland, a full and empty transport off the beach, a British unit near by."""
    position = table(edition, step=15, stage="supply", **facts).german_hexes(*ROAD)
    placed = {"6117": ["de_12_inf"], "A": ["de_transport_01"], "5915": ["uk_1_inf"]}
    return position.place({**placed, **(where or {})})


def texts(state, place):
    """What is said of the lines of a hex, by seat."""
    return {line.seat: line.text for line in survey.lines(state, place)}


@both_editions
def test_13_0_a_line_is_there_exactly_where_supply_is(edition):
    """13.0  For every hex and both seats: passable hexes, open sides, a source at its end, or none."""
    state = beachhead(edition).state
    board = state.table.board
    for seat in (GERMAN, BRITISH):
        area, free, ends = supplied(state, seat), passable(state, seat), sources(state, seat)
        for place in board.numbers[::7] + ROAD:
            line = supply_line(state, seat, place)
            assert bool(line) == state.holds(area, place)
            assert all(state.holds(free, each) for each in line)
            assert all(board.is_open(here, there) for here, there in pairwise(line))
            assert not line or (line[0] == place and state.holds(ends, line[-1]))


@both_editions
def test_13_0_the_line_of_a_beachhead_leads_to_the_transport(edition):
    """13.2  From the division down the road to the beach; without transports there is none."""
    with_ship, without = beachhead(edition).state, beachhead(edition, {"A": []}).state
    (line,) = survey.lines(with_ship, "6117")
    assert line.places == ROAD[::-1]
    assert line.text.startswith("leads to 6220, where transports ferry supply ashore")
    assert texts(without, "6117") == {
        "german": "there is none; it costs 12 Inf a step at the end of the turn (13.3)"
    }
    landed = beachhead(edition, {"A": []}, landed=frozenset({"de_12_inf"})).state
    assert "12 Inf came by ship or aircraft" in texts(landed, "6117")["german"]
    assert survey.lines(with_ship, "A") == ()
    assert survey.place_facts(with_ship, "A") == ()


@both_editions
def test_11_2_the_costs_of_a_hex_are_those_of_a_march(edition):
    """11.2  What the card says of the first step of a unit is what the step costs it."""
    state = beachhead(edition).state
    for name in ("de_12_inf", "uk_1_inf"):
        gait = state.table.gait_of(name)
        for place in state.table.board.numbers[::53]:
            said = next(
                fact.text
                for fact in survey.place_facts(state, place)
                if f"{gait.seat} {gait.movement_class}" in fact.name
                or f"{gait.movement_class}," in fact.name.partition(gait.seat)[2]
            )
            usual, *others = said.split("; ")
            from_where = {n: cost for cost, _, near in (o.partition(" from ") for o in others)
                          for n in near.split(", ")}  # fmt: skip
            for near in state.table.board.adjacent[place]:
                cost = gait.costs[near, place]
                expected = "not allowed" if cost is None else said_points(cost)
                assert from_where.get(near, usual) in (expected, "all points")
                step = enter(state, gait, near, place, AT_FIRST)
                assert isinstance(step, Misstep) or said_points(step.spent) == expected


@both_editions
def test_13_0_control_and_zones_are_said_with_their_reason(edition):
    """11.1, 13.0  German, British again, British ever; whose zone it is."""
    state = beachhead(edition).state
    facts = {fact.name: fact.text for fact in survey.place_facts(state, "6118")}
    assert facts["control"].startswith("german")
    assert facts["zone of control, german"] == "12 Inf"
    assert "never" not in facts["control"]
    retaken = beachhead(edition).at(last_german=0).state
    assert survey.place_facts(retaken, "6118")[0].text.startswith("british again")
    assert survey.place_facts(state, "4409")[0].text.startswith("british:")


@both_editions
def test_12_0_the_ranges_of_guns_are_those_of_combat(edition):
    """12.0  Railway guns cover what they may support; control divides the whole map."""
    state = beachhead(edition, {"4414": ["uk_railway_guns"]}).state
    layers = {(layer.name, layer.seat): layer for layer in survey.layers(state)}
    guns = layers["railway guns", BRITISH]
    assert guns.places
    for place in state.table.board.numbers:
        assert (place in guns.places) == bool(railway_guns(state, place, BRITISH))
    control = [set(layers["control", seat].places) for seat in (GERMAN, BRITISH)]
    assert control[0] == set(ROAD)
    assert control[0] | control[1] == set(state.table.board.numbers)
    assert not control[0] & control[1]
