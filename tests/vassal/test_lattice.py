"""The grid: every number lies where VASSAL finds it again, for maps that begin odd or even."""

import pytest

from sealion_pbem.hexes.grid import neighbours
from sealion_pbem.vassal.kit import Zone
from sealion_pbem.vassal.lattice import HEIGHT, Lattice


@pytest.mark.parametrize("first", [1, 20])
def test_a_hex_is_found_where_it_lies(first):
    """Also some pixels beside its middle, as somebody drops a counter."""
    lattice = Lattice(first, 1, 60, 90)
    for column in range(first, first + 20):
        for row in range(1, 15):
            number = f"{column:02d}{row:02d}"
            x, y = lattice.middle(number)
            for dx, dy in ((0, 0), (17, 0), (-17, 0), (0, 28), (0, -28), (14, 14)):
                assert lattice.number(x + dx, y + dy) == number


@pytest.mark.parametrize("first", [1, 20])
def test_neighbours_lie_one_hex_apart(first):
    """As on the paper, where odd columns lie half a hex lower."""
    lattice = Lattice(first, 1, 60, 90)
    x, y = lattice.middle("2510")
    for number in neighbours("2510"):
        there = lattice.middle(number)
        assert abs((there[0] - x) ** 2 + (there[1] - y) ** 2 - HEIGHT**2) < 10


def test_a_zone_has_room_for_whom_it_holds():
    """Slots lie in the zone, apart while there is room, closer where there is not."""
    zone = Zone("Box", "Box", 100, 50, 300, 200, 26)
    for count in (1, 12, 70):
        slots = zone.slots(count)
        assert len(set(slots)) == count
        assert all(zone.holds(*slot) and slot[1] > zone.top + zone.head for slot in slots)
