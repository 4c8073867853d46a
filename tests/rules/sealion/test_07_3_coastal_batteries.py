"""7.3  Coastal batteries sortie into sectors A and B, and are recalled."""

import pytest

from sealion_pbem.rulesets.sealion.events.naval import BatteryRecalled, BatterySortied
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import Sail
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sorties import Recall, Sortie
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from tests.sealion_sea import at_sea, codes_at, obey, sea
from tests.sealion_table import both_editions

HEINRICH, AUGUST, SIEGFRIED, K5 = (
    "de_bty_prinz_heinrich", "de_bty_friedrich_august", "de_bty_siegfried", "de_bty_eisenbahn_k5",
)  # fmt: skip


@both_editions
def test_7_3_prinz_heinrich_goes_to_b_only(edition):
    """Worked example: its code lets it into B, not into A."""
    position = sea(edition).place({"Convoy": [HEINRICH]})
    [refusal] = position.refusals(Sortie(HEINRICH, "A"))
    assert (refusal.rule, refusal.code, refusal.at) == ("9.1", "wrong_sector", "/sector")
    assert refusal.text.endswith("its codes allow B")
    assert obey(position, Sortie(HEINRICH, "B")) == [BatterySortied(HEINRICH, "B")]
    assert position.where(HEINRICH) == "B"


@both_editions
@pytest.mark.parametrize("sector", ["A", "B"])
@pytest.mark.parametrize("box", ["West", "East"])
def test_7_3_winnie_is_placed_straight_into_a_or_b(edition, sector, box):
    """Worked example: from the Royal Navy's box, not through the Estuary, even with enemies there."""
    position = sea(edition, "british").place({box: ["uk_winnie"], "Thames Estuary": ["de_emden"]})
    obey(position, Sortie("uk_winnie", sector))
    assert position.where("uk_winnie") == sector


@both_editions
def test_7_3_codes_of_the_others(edition):
    """August A only, Siegfried A or B, K5 neither; nobody reaches C."""
    position = sea(edition).place({"Convoy": [AUGUST, SIEGFRIED, K5]})
    allowed = {
        (name, sector)
        for name in (AUGUST, SIEGFRIED, K5)
        for sector in ("A", "B", "C", "Y", "nowhere")
        if not position.refusals(Sortie(name, sector))
    }
    assert allowed == {(AUGUST, "A"), (SIEGFRIED, "A"), (SIEGFRIED, "B")}


@both_editions
@pytest.mark.parametrize("order", [Sortie(HEINRICH, "B"), Recall("de_bty_siegfried")])
def test_7_3_nothing_at_night(edition, order):
    """At night batteries neither sortie nor come back."""
    position = sea(edition, night=True).place({"Convoy": [HEINRICH, "de_emden"], "A": [SIEGFRIED]})
    assert codes_at(position, order) == [("7.3", "night", "/battery")]


@both_editions
def test_7_3_from_a_to_b_only_through_the_box_and_the_next_turn(edition):
    """Siegfried in A cannot aim at B; recalled, it is done for the game turn (A-34)."""
    position = sea(edition).place({"A": [SIEGFRIED], "Convoy": ["de_emden"]})
    assert codes_at(position, Sortie(SIEGFRIED, "B")) == [("7.3", "sortied_already", "/battery")]
    assert obey(position, Recall(SIEGFRIED)) == [BatteryRecalled(SIEGFRIED, "Convoy")]
    assert codes_at(position, Sortie(SIEGFRIED, "B")) == [("7.3", "stays_this_turn", "/battery")]
    position.at(turn=2, home=frozenset())
    assert not position.refusals(Sortie(SIEGFRIED, "B"))


@both_editions
def test_7_3_a_sortie_is_not_taken_back_in_its_step(edition):
    """Who has just sortied stays; who never did has nothing to be recalled from."""
    position = sea(edition).place({"Convoy": [SIEGFRIED, HEINRICH]})
    obey(position, Sortie(SIEGFRIED, "A"))
    assert codes_at(position, Recall(SIEGFRIED)) == [("7.3", "moved_already", "/battery")]
    assert codes_at(position, Recall(HEINRICH)) == [("7.3", "not_sortied", "/battery")]


@both_editions
def test_7_3_winnie_goes_back_to_a_british_box(edition):
    """Recalled batteries of the British go to the eastern box."""
    position = sea(edition, "british").place({"B": ["uk_winnie", "uk_dummy"]})
    obey(position, Recall("uk_winnie"))
    assert position.where("uk_winnie") == "East"


@both_editions
def test_7_3_only_ones_own_batteries(edition):
    """Ships do not sortie so; enemy and lost batteries are not ordered."""
    position = sea(edition).place({"Convoy": ["de_emden"], "A": ["uk_winnie"]})
    assert codes_at(position, Sortie("de_emden", "A")) == [("7.3", "no_battery", "/battery")]
    assert codes_at(position, Recall("uk_winnie")) == [("7.0", "not_yours", "/battery")]
    assert codes_at(position, Sortie(HEINRICH, "B")) == [("1.5", "out_of_game", "/battery")]


@both_editions
def test_7_3_a_sortie_alone_is_a_reason_to_ask(edition):
    """The player with nothing but a battery in its box is asked by day, and not at night."""
    assert sea(edition).place({"Convoy": [HEINRICH]}).decision
    assert sea(edition).place({"Convoy": [K5]}).decision is None
    assert sea(edition, night=True).place({"Convoy": [HEINRICH]}).decision is None


@both_editions
def test_7_0_a_battery_that_the_other_side_recalled_asks_nobody(edition):
    """Siegfried came back in step 2; the British, who have a mine only, are not asked in step 9."""
    position = sea(edition, "british").place({"Convoy": ["de_bty_siegfried"], "A": ["uk_mine_a"]})
    position.at(home=frozenset({"de_bty_siegfried"}))
    assert position.decision is None


def test_7_3_2016_winnie_in_c_is_a_naval_unit_there_until_it_is_recalled():
    """7.3, A-22  It stops ships and fights where it was set up; once recalled it goes to A and B only."""
    position = sea("sealion-2016").place({"B": ["de_emden"], "C": ["uk_winnie"]})
    assert codes_at(position, Sail(("de_emden",), ("C", "D"))) == [("7.3", "must_stop", "/path/1")]
    position = at_sea("sealion-2016", ["de_emden", "uk_winnie"], seat="british")
    assert not position.refusals(Engage("C", (("uk_winnie", "de_emden"),)))
    position = sea("sealion-2016", "british").place({"C": ["uk_winnie"]})
    assert Recall("uk_winnie") in list(position.ruleset.offers(position.state))
    obey(position, Recall("uk_winnie"))
    position.at(turn=2, home=frozenset())
    assert codes_at(position, Sortie("uk_winnie", "C")) == [("9.1", "wrong_sector", "/sector")]
