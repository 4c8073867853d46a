"""12.2  The Brandenburgers: once a game, German attacks only."""

from sealion_pbem.rulesets.sealion.events.combat import CombatFought
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat import begin_land_combat
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack
from tests.sealion_table import SealionTable, both_editions, table

HEX = "2918"


def battle(edition: str, step: int) -> SealionTable:
    attacker, defender = ("de_12_inf", "uk_1_inf") if step == 6 else ("uk_1_inf", "de_12_inf")
    position = table(edition, step=step, stage="land combat").place({HEX: [attacker, defender]})
    position.at(came_from={attacker: ("2819", HEX)}, landed=frozenset({"de_12_inf"}))
    position.begin(begin_land_combat)
    return position


@both_editions
def test_12_2_they_add_four_and_are_gone(edition):
    """12.2  A die of 2 becomes 6; afterwards they are used."""
    position = battle(edition, 6).dice(2)
    order = Attack(HEX, brandenburgers=True)
    assert not position.refusals(order)

    events = position.begin(lambda play: position.ruleset.obey(play, order))

    fought = next(event for event in events if isinstance(event, CombatFought))
    assert (fought.die, fought.modified) == (2, 6)
    assert position.state.brandenburgers_used


@both_editions
def test_12_2_only_once_a_game(edition):
    """12.2  Used in an earlier turn: refused."""
    position = battle(edition, 6).at(brandenburgers_used=True)

    codes = position.codes(Attack(HEX, brandenburgers=True))
    assert codes == [("12.2", "brandenburgers_used")]


@both_editions
def test_12_2_never_for_the_british(edition):
    """12.2  A British attack cannot use them."""
    codes = battle(edition, 13).codes(Attack(HEX, brandenburgers=True))
    assert codes == [("12.2", "german_attacks_only")]
