"""9.0, 9.2, 9.4  Batteries are sortied as ships are, by day; the Dummy draws fire and hurts nobody."""

import pytest

from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sorties import Sortie
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.fighting import Engage
from sealion_pbem.rulesets.sealion.rules.ch09_batteries import supporting_batteries
from tests.sealion_sea import at_sea, codes_at, obey, sea
from tests.sealion_table import both_editions, table

SIEGFRIED, WINNIE, DUMMY = "de_bty_siegfried", "uk_winnie", "uk_dummy"


@both_editions
@pytest.mark.parametrize(
    ("seat", "box", "battery"),
    [("german", "Convoy", SIEGFRIED), ("british", "East", WINNIE), ("british", "West", DUMMY)],
)
def test_9_0_both_sides_sortie_batteries_from_their_boxes(edition, seat, box, battery):
    """9.0  A battery in its box goes to sea as a ship does, and is a naval unit there."""
    position = sea(edition, seat).place({box: [battery]})
    obey(position, Sortie(battery, "A"))
    assert position.where(battery) == "A"
    assert position.state.counter(battery).arm == "naval"


@both_editions
@pytest.mark.parametrize(
    ("seat", "box", "battery"), [("german", "Convoy", SIEGFRIED), ("british", "East", WINNIE)]
)
def test_9_0_no_sortie_at_night(edition, seat, box, battery):
    """9.0  The night steps of either side know none."""
    ship = "de_emden" if seat == "german" else "uk_hood"
    position = sea(edition, seat, night=True).place({box: [battery, ship]})
    assert codes_at(position, Sortie(battery, "A")) == [("7.3", "night", "/battery")]


@both_editions
def test_9_2_at_night_batteries_are_not_there(edition):
    """9.2  Alone with enemy ships at night a battery is no reason for a combat."""
    position = at_sea(edition, [SIEGFRIED, "uk_hood"], sector="A", night=True)
    assert position.decision is None


@both_editions
def test_9_2_by_day_the_same_units_fight(edition):
    """9.2  In daylight the battery must be engaged."""
    position = at_sea(edition, [SIEGFRIED, "uk_hood"], sector="A")
    assert position.decision.kind == "naval_combat"


@both_editions
def test_9_4_the_dummy_goes_to_a_or_b(edition):
    """9.4  Sortied as any battery, into A or B and nowhere else."""
    position = sea(edition, "british").place({"East": [DUMMY]})
    allowed = [s for s in "ABCDEFG" if not position.refusals(Sortie(DUMMY, s))]
    assert allowed == ["A", "B"]


@both_editions
def test_9_4_the_dummy_must_be_targeted(edition):
    """9.4  Its X counts as 0, so it comes before a stronger ship; one attacker has to take it."""
    position = at_sea(edition, [DUMMY, "uk_hood", "de_emden"], sector="A", seat="german")
    assert codes_at(position, Engage("A", (("de_emden", "uk_hood"),), ()))
    obey(position, Engage("A", (("de_emden", DUMMY),), ()), 1, 6)
    assert position.steps("de_emden") == 2


@both_editions
def test_9_4_the_dummy_supports_nobody(edition):
    """9.4  It has no range line and adds nothing to a land combat."""
    position = table(edition, step=13, stage="land combat").place({"A": [DUMMY, WINNIE]})
    assert supporting_batteries(position.state, "6815") == []
