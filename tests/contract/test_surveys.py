"""What every ruleset that surveys its map must hold to, on positions of a game played at random."""

import pytest

from sealion_pbem.engine.canon import digest
from sealion_pbem.engine.showing import Draws
from sealion_pbem.engine.survey import Surveys
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.rulesets import find
from tests.games import SCENARIOS
from tests.table import play_once

SURVEYED = [(name, scenario) for name, scenario in SCENARIOS if isinstance(find(name), Surveys)]
MOST = 6
"""So many positions of a game are looked at, and so many places of each."""


@pytest.mark.parametrize(("name", "scenario"), SURVEYED)
def test_surveys_name_places_of_the_map_and_change_nothing(name: str, scenario: str):
    """Areas, facts and lines: known places and seats, rules of the book, and the state as it was."""
    ruleset = find(name)
    assert isinstance(ruleset, Surveys)
    assert isinstance(ruleset, Draws)
    chart = ruleset.chart()
    places = {cell.number for cell in chart.cells} | {space.name for space in chart.spaces}
    steps = play_once(name, scenario, 0)
    for step in steps[:: len(steps) // MOST + 1]:
        state = step.before.state
        before = digest(ruleset.pack(state))
        units = {piece.id for piece in ruleset.pieces(state)}
        for layer in ruleset.layers(state):
            assert {*layer.places} <= places
            assert {*layer.who} <= {*layer.places}
            assert {unit for who in layer.who.values() for unit in who} <= units
            assert layer.seat in ("", *ruleset.seats)
            assert to_wire(layer)
        for place in sorted(places)[:: len(places) // MOST + 1]:
            assert all(fact.text and fact.rule for fact in ruleset.place_facts(state, place))
            for line in ruleset.lines(state, place):
                assert line.places[:1] in ((), (place,))
                assert {*line.places} <= places
                assert line.text
                assert line.seat in ruleset.seats
        assert digest(ruleset.pack(state)) == before


def test_some_games_survey():
    """Sealion in both editions, War at Sea and A World at War do; the law above is not about nothing."""
    assert {name for name, _ in SURVEYED} >= {"sealion-2016", "sealion-deluxe", "war-at-sea"}
