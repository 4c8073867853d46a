"""14.1  German coastal batteries of strength 4, 5 or 6 act at night as by day."""

import pytest

from sealion_pbem.rulesets.sealion.events.naval import BatteryRecalled, BatterySortied
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sorties import Recall, Sortie
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import gun_of
from sealion_pbem.rulesets.sealion.rules.naval_force import force_at
from sealion_pbem.rulesets.sealion.state import GERMAN
from tests.sealion_sea import codes_at, obey, sea

OPTIONS = {"heavy_batteries_at_night": True}
SIEGFRIED, AUGUST, KURFUERST = (
    "de_bty_siegfried", "de_bty_friedrich_august", "de_bty_grosser_kurfuerst",
)  # fmt: skip
HEINRICH, OLDENBURG = "de_bty_prinz_heinrich", "de_bty_oldenburg"


def night(seat="german", **facts):
    """A night step with the option."""
    return sea("sealion-deluxe", seat, night=True, options=OPTIONS, **facts)


@pytest.mark.parametrize("battery", [SIEGFRIED, AUGUST, KURFUERST])
def test_14_1_heavy_ones_sortie_at_night(battery):
    """6, 5 and 4: straight from the box into A."""
    position = night().place({"Convoy": [battery]})
    assert position.decision is not None
    assert obey(position, Sortie(battery, "A")) == [BatterySortied(battery, "A")]


@pytest.mark.parametrize(("battery", "sector"), [(HEINRICH, "B"), (OLDENBURG, "A")])
def test_14_1_the_others_do_not(battery, sector):
    """3 and 2 stay: the refusal cites the option and says who may."""
    position = night().place({"Convoy": [battery, "de_emden"]})
    assert codes_at(position, Sortie(battery, sector)) == [("14.1", "night", "/battery")]


def test_14_1_the_side_that_shows_counts():
    """A reduced Siegfried shows 3 and is blind at night (A-130)."""
    position = night().place({"Convoy": [SIEGFRIED, "de_emden"]}, reduced=[SIEGFRIED])
    assert codes_at(position, Sortie(SIEGFRIED, "A")) == [("14.1", "night", "/battery")]


def test_14_1_winnie_is_british():
    """British batteries have no radar, whatever their strength."""
    position = night("british").place({"East": ["uk_winnie", "uk_flot_12"]})
    assert codes_at(position, Sortie("uk_winnie", "A")) == [("14.1", "night", "/battery")]


def test_14_1_recalled_at_night_too():
    """Back in the box it is done for the game turn, and the player still ends the step himself."""
    position = night().place({"A": [SIEGFRIED]})
    assert obey(position, Recall(SIEGFRIED)) == [BatteryRecalled(SIEGFRIED, "Convoy")]
    assert position.decision is not None
    assert codes_at(position, Sortie(SIEGFRIED, "A")) == [("7.3", "stays_this_turn", "/battery")]


@pytest.mark.parametrize("seat", ["german", "british"])
def test_14_1_it_fights_in_both_night_steps(seat):
    """It is part of the line at night; a light one is ignored, and without the option both are."""
    position = night(seat).place({"A": [SIEGFRIED, OLDENBURG]})
    assert force_at(position.state, "A", GERMAN) == (SIEGFRIED,)
    standard = sea("sealion-deluxe", seat, night=True).place({"A": [SIEGFRIED, OLDENBURG]})
    assert force_at(standard.state, "A", GERMAN) == ()


def test_14_1_no_strength_is_added_at_night():
    """It fires with its die alone, as ships do (A-71)."""
    position = night().place({"A": [SIEGFRIED]})
    assert gun_of(position.state, SIEGFRIED).bonus == 0
