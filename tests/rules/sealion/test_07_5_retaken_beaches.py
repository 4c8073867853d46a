"""7.5, A-44  A beach that the British have retaken: fought for again in 2016, never in the Deluxe."""

import pytest

from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import combat_hexes
from tests.sealion_table import table


@pytest.mark.parametrize(
    ("edition", "is_fought_for"), [("sealion-2016", True), ("sealion-deluxe", False)]
)
def test_7_5_an_empty_retaken_beach(edition, is_fought_for):
    """A unit landed in 6221, once German, last British, now empty."""
    position = table(edition, step=6, stage="land combat").place({"6221": ["de_17_inf_ech1"]})
    area = position.state.table.board.area(["6221"])
    position.at(ever_german=area, last_german=0, came_from={"de_17_inf_ech1": ("A", "6221")})
    assert combat_hexes(position.state) == (("6221",) if is_fought_for else ())
