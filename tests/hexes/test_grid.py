"""Printed hex numbers: neighbours, distances, and how far a unit comes."""

from collections import deque
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.hexes.grid import adjacency, distance, hex_number, neighbours, reach

MAP = {hex_number(column, row) for column in range(1, 13) for row in range(1, 13)}
hexes = st.sampled_from(sorted(MAP))


def steps_from(start: str, allowed: set[str]) -> dict[str, int]:
    """Return the number of steps to every hex, found by walking."""
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in neighbours(here):
            if there in allowed and there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def test_numbers_are_printed_with_two_digits_each():
    """Column 3, row 14 is "0314"."""
    assert hex_number(3, 14) == "0314"


def test_neighbours_of_an_even_column():
    """Even columns stand half a hex north: the eastern neighbours have rows 4 and 5, from 5."""
    assert neighbours("0405") == ("0404", "0504", "0505", "0406", "0305", "0304")


def test_neighbours_of_an_odd_column():
    """Odd columns stand half a hex south: the eastern neighbours have rows 5 and 6, from 5."""
    assert neighbours("0305") == ("0304", "0405", "0406", "0306", "0206", "0205")


def test_neighbours_go_clockwise_from_north():
    """Each neighbour touches the next one in the list, the last one the first."""
    for number in ("0405", "0305"):
        ring = neighbours(number)
        assert all(
            two in neighbours(one) for one, two in zip(ring, (*ring[1:], ring[0]), strict=True)
        )


def test_adjacency_keeps_the_neighbours_on_the_map():
    """For every hex of a map the same as its neighbours, those off the map left out."""
    numbers = {hex_number(column, row) for column in range(20, 25) for row in range(1, 6)}
    for number, around in adjacency(numbers).items():
        assert around == tuple(there for there in neighbours(number) if there in numbers)


def test_neighbours_may_lie_off_the_map():
    """At the edge of the paper the numbers go on, so that a map decides what is on it."""
    assert neighbours("0101") == ("0100", "0201", "0202", "0102", "0002", "0001")
    assert "0101" in neighbours("0001")


@given(hexes, hexes)
def test_to_be_neighbours_is_mutual_and_one_apart(one, other):
    """Who is my neighbour has me as a neighbour, and exactly neighbours are one hex apart."""
    assert (other in neighbours(one)) == (one in neighbours(other))
    assert (other in neighbours(one)) == (distance(one, other) == 1)


@pytest.mark.parametrize("start", ["0101", "0606", "0712", "1201"])
def test_distance_is_the_number_of_steps(start):
    """On a map without obstacles the distance is what walking takes."""
    walked = steps_from(start, MAP)

    assert walked.keys() == MAP
    assert {there: distance(start, there) for there in MAP} == walked


@given(hexes, hexes, hexes)
def test_distance_is_a_distance(one, two, three):
    """It is nothing only to oneself, the same both ways, and no detour is shorter."""
    assert (distance(one, two) == 0) == (one == two)
    assert distance(one, two) == distance(two, one)
    assert distance(one, three) <= distance(one, two) + distance(two, three)


def cheapest_by_hand(start, points, cost, stops):
    """Walk every path; return the least cost of each hex."""
    best: dict[Any, int] = {}
    paths = [(0, start)]
    while paths:
        spent, here = paths.pop()
        if here in stops and here != start:
            continue
        for there in neighbours(here):
            price = cost(here, there)
            if price is not None and spent + price <= points and there != start:
                best[there] = min(spent + price, best.get(there, points))
                paths.append((spent + price, there))
    return best


@given(
    start=hexes,
    points=st.integers(0, 4),
    prices=st.lists(st.sampled_from([1, 1, 2, 3, None]), min_size=20, max_size=20),
    stops=st.sets(hexes, max_size=20),
)
def test_reach_finds_every_hex_on_a_cheapest_path(start, points, prices, stops):
    """On any terrain it agrees with walking all paths, and each path it gives can be walked."""

    def cost(_, there):
        return prices[hash_free(there) % 20] if there in MAP else None

    found = reach(start, points, cost, stops)

    assert {end: spent for end, (spent, _) in found.items()} == cheapest_by_hand(
        start, points, cost, stops
    )
    for end, (spent, path) in found.items():
        here, paid = start, 0
        for there in path:
            assert there in neighbours(here)
            assert here == start or here not in stops
            paid += cost(here, there)
            here = there
        assert (here, paid) == (end, spent)


def hash_free(number: str) -> int:
    """Return a number for a hex that is the same in every process."""
    return int(number[:2]) * 7 + int(number[2:]) * 3


def test_one_may_leave_a_stop_but_not_pass_it():
    """Starting in a stop hex costs nothing extra; entering one ends the move."""
    corridor = ["0101", "0102", "0103", "0104"]

    def cost(_, there):
        return 1 if there in corridor else None

    assert sorted(reach("0101", 3, cost, stops=["0101"])) == ["0102", "0103", "0104"]
    assert sorted(reach("0101", 3, cost, stops=["0102"])) == ["0102"]
    assert reach("0101", 3, cost)["0104"] == (3, ("0102", "0103", "0104"))


def test_nothing_is_reached_without_points():
    """No points, no hexes; the start itself is never listed."""
    assert reach("0505", 0, lambda *_: 1) == {}
    assert "0505" not in reach("0505", 3, lambda *_: 1)


def test_a_cheap_detour_beats_a_dear_step():
    """Two open hexes around a hill of three points are the cheaper way past it."""
    prices = {"0102": 3, "0201": 1, "0202": 1, "0203": 1, "0103": 1}

    def cost(_, there):
        return prices.get(there)

    assert reach("0101", 4, cost)["0103"][0] == 3


def test_a_slow_hex_is_entered_and_seldom_left():
    """Whoever has spent more than a slow hex allows stops in it; another way round is taken."""
    row = ["0101", "0102", "0103", "0104"]

    def cost(here: str, there: str) -> int | None:
        return 1 if {here, there} <= {*row} else None

    assert set(reach("0101", 6, cost)) == {"0102", "0103", "0104"}
    assert set(reach("0101", 6, cost, slow={"0103": 2})) == {"0102", "0103"}
    assert set(reach("0101", 6, cost, slow={"0103": 3})) == {"0102", "0103", "0104"}
    assert set(reach("0103", 6, cost, slow={"0103": 1})) == {"0101", "0102", "0104"}
