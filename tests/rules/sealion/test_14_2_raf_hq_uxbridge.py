"""14.2  A German land unit in Uxbridge (3907) has the effect of captured radars on air combat."""

from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import first_assigner, lost_sea_places
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from tests.sealion_table import table

OPTIONS = {"raf_hq_uxbridge": True}
RADARS = ("2629", "2825", "3824", "4118", "5224", "5125")


def test_14_2_uxbridge_swaps_the_advantage_for_good():
    """Once a German unit has been there the German assigns first, even when the British are back."""
    position = table(options=OPTIONS, step=5, stage="air combat")
    assert first_assigner(position.state) == "british"
    position.german_hexes("3907")
    assert first_assigner(position.state) == "german"
    position.state.last_german = 0
    assert first_assigner(position.state) == "german"


def test_14_2_marching_in_is_enough():
    """It needs no combat and no stay: the march through occupies it."""
    position = table(options=OPTIONS, step=6, stage="land movement").place({"3906": ["de_7_pz"]})
    near = position.state.table.board.adjacent["3907"]
    assert "3906" in near
    position.order(March(("de_7_pz",), ("3907",)))
    assert first_assigner(position.state) == "german"


def test_14_2_is_not_cumulative_with_the_radars():
    """Six radars and Uxbridge do what either does; sea spaces lose only what the radars cost."""
    position = table(options=OPTIONS, step=5, stage="air combat").german_hexes("3907")
    assert lost_sea_places(position.state) == 0
    position.german_hexes(*RADARS)
    assert first_assigner(position.state) == "german"


def test_14_2_means_nothing_without_the_option():
    """In the standard game Uxbridge is a hex like others."""
    position = table(step=5, stage="air combat").german_hexes("3907")
    assert first_assigner(position.state) == "british"
