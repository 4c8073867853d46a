"""11.7  Drift: the hex a roll means, and what kills a drifting unit."""

import pytest

from sealion_pbem.rulesets.sealion.events.general import UnitEliminated
from sealion_pbem.rulesets.sealion.events.land import TransportFlewHome, UnitDrifted, UnitDropped
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import TouchDown, drift_hex
from tests.sealion_table import SealionTable, both_editions, table, without_rolls

UNIT, PLANE = "de_1st_fj", "de_airtransport_1"


def over(edition: str, target: str, **options: int) -> SealionTable:
    """A parachute regiment over a hex, another one waiting elsewhere so that nobody touches down."""
    return table(edition, step=6, stage="airborne landings", options=options).place(
        {target: [PLANE], "3002": ["de_airtransport_2"]},
        aboard={UNIT: PLANE, "de_2nd_fj": "de_airtransport_2"},
    )


@both_editions
def test_11_7_a_two_over_5016_means_5115(edition):
    """11.7, A-101  The example of the Deluxe rulebook."""
    position = over(edition, "5016").dice(2)

    events = without_rolls(position.order(TouchDown(UNIT, spare_transport=True)))

    drift = UnitDrifted(UNIT, "5016", 2, "5115", is_safe=True)
    assert events == [drift, UnitDropped(UNIT, "5115"), TransportFlewHome(PLANE)]
    assert position.ruleset.tell(drift) == (
        "de_1st_fj jumps over 5016 and drifts with a 2 to 5115 (11.7)"
    )


@both_editions
def test_11_7_the_rolls_go_clockwise_from_north(edition):
    """11.7, A-101  1 north, 2 north-east and so on; the charter may choose another roll for north."""
    plain, turned = over(edition, "5016").state, over(edition, "5016", drift_north=3).state
    around = ["5015", "5115", "5116", "5017", "4916", "4915"]

    assert [drift_hex(plain, "5016", roll) for roll in range(1, 7)] == around
    assert [drift_hex(turned, "5016", roll) for roll in (3, 4, 5, 6, 1, 2)] == around


@both_editions
@pytest.mark.parametrize(
    ("target", "roll", "there"),
    [("6318", 4, {}), ("2001", 1, {}), ("2203", 4, {"2204": ["uk_cdo"]})],
    ids=["sea", "off the map", "enemy"],
)
def test_11_7_sea_map_edge_and_enemies_kill(edition, target, roll, there):
    """11.7, A-102  The regiment is lost, its transport comes home."""
    position = over(edition, target).place(there).dice(roll)

    events = without_rolls(position.order(TouchDown(UNIT, spare_transport=True)))

    drift, *rest = events
    assert (drift.roll, drift.is_safe) == (roll, False)
    assert rest == [UnitEliminated(UNIT, "11.7"), TransportFlewHome(PLANE)]
    assert position.where(PLANE) == "France"


@both_editions
def test_11_7_a_full_hex_kills(edition):
    """11.7  Four regiments stand there: a fifth is lost; a full hex of other sizes takes it."""
    regiments = ["de_3rd_fj", "de_sturm", "de_lah", "de_grsdt"]
    full = over(edition, "2203").place({"2202": regiments}).dice(1)
    mixed = over(edition, "2203").place({"2202": ["de_14_inf", *regiments[:3]]}).dice(1)
    order = TouchDown(UNIT, spare_transport=True)

    assert without_rolls(full.order(order))[1] == UnitEliminated(UNIT, "11.7")
    assert without_rolls(mixed.order(order))[1] == UnitDropped(UNIT, "2202")
