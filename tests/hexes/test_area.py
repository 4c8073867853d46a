"""Areas: the shortest way of a flood."""

from itertools import pairwise

from sealion_pbem.hexes.area import AreaMap
from sealion_pbem.hexes.grid import distance, neighbours

NUMBERS = [f"{column:02}{row:02}" for column in range(1, 9) for row in range(1, 9)]


def test_a_way_is_a_shortest_path_of_the_flood():
    """On an open map a way is as long as the distance, and begins and ends where it should."""
    board = AreaMap(NUMBERS)
    for start in NUMBERS[::5]:
        way = board.way(start, board.bits["0606"], board.whole)
        assert (way[0], way[-1], len(way)) == (start, "0606", distance(start, "0606") + 1)
        assert all(there in neighbours(here) for here, there in pairwise(way))


def test_a_way_goes_around_what_is_closed():
    """A wall with one gap, and a closed side: there is a way exactly where the flood reaches."""
    closed = ("0401", "0501")
    board = AreaMap(NUMBERS, [closed, closed[::-1]])
    wall = board.area(f"04{row:02}" for row in range(2, 9))
    free = board.whole & ~wall
    reached = board.flood(board.bits["0808"], free)
    for start in NUMBERS:
        way = board.way(start, board.bits["0808"], free)
        assert bool(way) == bool(reached & board.bits[start])
        assert all(board.bits[each] & free for each in way)
        assert closed not in [*pairwise(way)]
    assert board.way("0404", board.whole, free) == ()
    assert board.way("0303", board.bits["0303"], free) == ("0303",)
