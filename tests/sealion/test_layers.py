"""Layers of Sealion: where guns may support is what the rules of support say, hex by hex."""

import pytest

from sealion_pbem.rulesets.sealion.rules.support import naval_support
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from tests.sealion_table import table


@pytest.mark.parametrize(("seat", "other"), [(GERMAN, BRITISH), (BRITISH, GERMAN)])
def test_12_0_the_range_of_ships_is_a_layer(seat, other):
    """A ship off the coast: every hex that it may support, and no layer for the side without ships."""
    position = table(step=6, stage="land combat")
    counters = position.state.table.counters
    types = ("battleship", "cruiser", "destroyer")
    ship = next(name for name, one in counters.items() if one.seat == seat and one.type in types)
    position.place({"A": [ship]})
    found = {
        layer.seat: layer.places
        for layer in position.ruleset.layers(position.state)
        if layer.name == "naval gunfire"
    }
    hexes = position.state.table.board.hexes
    assert found == {seat: tuple(h for h in hexes if naval_support(position.state, h, seat))}
    assert 0 < len(found[seat]) < len(hexes)
    position.at(used=frozenset({ship}))
    assert "naval gunfire" not in {one.name for one in position.ruleset.layers(position.state)}
    assert not naval_support(position.state, next(iter(hexes)), other)
