"""Chi-square: known values, and what it says of dice."""

from math import isclose

import pytest

from sealion_pbem.report.chance import chi_square, tail


@pytest.mark.parametrize(
    ("statistic", "degrees", "p"),
    [
        # The critical values of the usual printed table.
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (5.991465, 2, 0.05),
        (11.070498, 5, 0.05),
        (15.086272, 5, 0.01),
        (20.515006, 5, 0.001),
        (1.145476, 5, 0.95),
        (18.307038, 10, 0.05),
        (124.342113, 100, 0.05),
    ],
)
def test_critical_values(statistic, degrees, p):
    """The tail at a printed critical value is the level of its column."""
    assert isclose(tail(statistic, degrees), p, rel_tol=2e-6)


def test_the_ends():
    """Nothing uneven is certain, very uneven is all but impossible."""
    assert tail(0, 5) == 1
    assert 0 <= tail(1000, 5) < 1e-200


def test_counts():
    """Even counts have no distance; one face alone has the largest."""
    assert chi_square([5, 5, 5, 5, 5, 5]) == 0
    assert chi_square([6, 0, 0, 0, 0, 0]) == 30
    assert chi_square([0] * 6) == 0
