"""11.3  Amphibious units cross rivers freely."""

import pytest

from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from tests.sealion_table import both_editions, table


@both_editions
@pytest.mark.parametrize(
    ("unit", "movement_class"), [("de_marine", "leg"), ("de_pzabt_ua", "vehicle")]
)
def test_11_3_rivers_cost_nothing_the_rest_does(edition, unit, movement_class):
    """11.3  River and Thames are free, the hex is paid as a leg or vehicle unit, escarpments too."""
    board = table(edition).state.table.board
    dry, wet = (
        board.costs("german", movement_class, amphibious=is_amphibious, london_by_road=False)
        for is_amphibious in (True, False)
    )
    steps = [(here, there) for here, around in board.adjacent.items() for there in around]
    saved = {
        feature: {
            cost - (dry[step] or 0)
            for step in steps
            if board.features(*step) == {feature} and (cost := wet[step]) is not None
        }
        for feature in ("river", "thames", "escarpment")
    }
    river, thames = (2, 4) if movement_class == "leg" else (4, 6)

    assert saved == {"river": {river}, "thames": {thames}, "escarpment": {0}}


@both_editions
def test_11_3_a_pzabt_crosses_into_london(edition):
    """11.3  5009 to 4908 over a river: three for London only; a jaeger brigade pays five."""
    position = table(edition, step=6, stage="land movement").place({"5009": ["de_pzabt_ua"]})

    (violation,) = position.refusals(March(("de_pzabt_ua",), ("4908", "4808", "4708")))

    assert "and 0 of 6 are left" in violation.text


@both_editions
def test_11_3_no_way_back_into_the_sea(edition):
    """11.3, A-51  Nobody swims from land."""
    position = table(edition, step=6, stage="land movement").place({"6318": ["de_marine"]})

    assert position.codes(March(("de_marine",), ("A",))) == [("11.0", "not_a_hex")]
