"""11.7, A-89  A transport that has dropped its regiment rests until the next game turn."""

from sealion_pbem.rulesets.sealion.rules.ch10_air.placement import Fly
from tests.sealion_table import both_editions, table


@both_editions
def test_11_7_a_spared_transport_does_not_fly_in_the_same_game_turn(edition):
    """Back in France after a drop in step 6, it cannot bring supply in the reaction of step 11."""
    position = table(edition, step=10, stage="air movement").at(step=11, stage="air reaction")
    position.place({"France": ["de_airtransport_1", "de_jg2"], "4915": ["de_1st_fj"]})
    position.german_hexes("4915").at(home=frozenset({"de_airtransport_1"}))
    assert ("11.7", "has_dropped") in position.codes(Fly(("de_airtransport_1",), "4915"))
