"""9.0, 9.2, 9.4  Batteries are sortied as ships are, by day; the Dummy draws fire and hurts nobody."""

import pytest

from sealion_pbem.rulesets.sealion.events.general import StageBegun
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import Sail
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sorties import Sortie
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat import begin_combat
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from sealion_pbem.rulesets.sealion.rules.ch09_batteries import supporting_batteries
from tests.sealion_sea import at_sea, codes_at, obey, sea
from tests.sealion_table import SealionTable, both_editions, table

DELUXE, MAGAZINE = "sealion-deluxe", "sealion-2016"
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


def after_step_2(edition: str) -> SealionTable:
    """Siegfried and the Hood have exchanged fire in A in step 2, without a loss; now it is step 9."""
    position = at_sea(edition, [SIEGFRIED, "uk_hood"], sector="A", seat="german")
    obey(position, Engage("A", ((SIEGFRIED, "uk_hood"),)), 1, 1)
    StageBegun(1, 9, "naval movement").on(position.state)
    return position


@pytest.mark.parametrize(("edition", "is_asked"), [(MAGAZINE, False), (DELUXE, True)])
def test_9_2_a_battery_that_fought_does_not_counterattack_in_2016(edition, is_asked):
    """9.2, A-167  In step 9 the Hood fires at the Emden: Siegfried may answer in the Deluxe only."""
    position = after_step_2(edition).place({"A": ["de_emden"]}).at(stage="naval combat")
    position.begin(begin_combat)
    obey(position, Engage("A", (("uk_hood", "de_emden"),)), 3, 3)
    assert (position.decision is not None) == is_asked


@both_editions
def test_9_2_a_battery_that_fought_is_still_a_target_and_rolls(edition):
    """9.2, 7.3, A-167  By day it is there: it stops the Rodney, must be fired at, and its die counts."""
    position = after_step_2(edition).place({"Thames Estuary": ["uk_rodney"]})
    beyond = Sail(("uk_rodney",), ("A", "B"))
    assert codes_at(position, beyond) == [("7.3", "must_stop", "/path/1")]
    position.at(stage="naval combat").begin(begin_combat)
    obey(position, Engage("A", (("uk_hood", SIEGFRIED),)), 1, 6)
    assert position.steps("uk_hood") == 1


@pytest.mark.parametrize(("edition", "is_engaged"), [(MAGAZINE, False), (DELUXE, True)])
def test_9_2_a_battery_that_was_fired_at_in_step_2_does_not_open_fire_in_2016(edition, is_engaged):
    """9.2, A-167  Winnie rolled when the Emden fired at it: that was its use; alone it starts no battle."""
    position = at_sea(edition, ["de_emden", WINNIE], sector="A", seat="german")
    obey(position, Engage("A", (("de_emden", WINNIE),)), 1, 1)
    StageBegun(1, 9, "naval combat").on(position.state)
    position.begin(begin_combat)
    kind = "naval_combat" if is_engaged else "counterattack"
    assert position.decision.kind == kind


@both_editions
def test_9_2_a_sortie_without_a_battle_is_no_use_at_sea(edition):
    """9.2, A-167  Aimed at A in step 2 with nobody there, Siegfried counterattacks in step 9."""
    position = sea(edition).place({"Convoy": [SIEGFRIED]})
    obey(position, Sortie(SIEGFRIED, "A"))
    StageBegun(1, 9, "naval combat").on(position.state)
    position.place({"A": ["uk_hood", "de_emden"]}).begin(begin_combat)
    obey(position, Engage("A", (("uk_hood", "de_emden"),)), 3, 3)
    assert position.state.task.units == (SIEGFRIED,)


def test_9_2_a_battery_that_supported_does_not_fight_in_2016():
    """9.2, A-167  Support in step 6 is the use of the game turn too; in the next turn it fights again."""
    position = table(MAGAZINE, step=6, stage="land combat").at(used=frozenset({SIEGFRIED}))
    position.place({"A": [SIEGFRIED, "de_emden", "uk_hood"]})
    StageBegun(1, 9, "naval combat").on(position.state)
    position.begin(begin_combat)
    obey(position, Engage("A", (("uk_hood", "de_emden"),)), 3, 3)
    assert position.decision is None
    StageBegun(2, 2, "naval combat").on(position.state)
    position.begin(begin_combat)
    assert not position.refusals(Engage("A", ((SIEGFRIED, "uk_hood"),)))


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
