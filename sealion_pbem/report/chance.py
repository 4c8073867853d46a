"""How even dice are: Pearson's chi-square, and how often fair dice would be at least as uneven."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log

__all__ = ["chi_square", "tail"]

_ROUNDS = 500
_CLOSE = 1e-14
_TINY = 1e-300


def chi_square(counts: Sequence[int]) -> float:
    """Return the distance of counts from an even spread."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts) if expected else 0.0


def tail(statistic: float, degrees: int) -> float:
    """Return the probability that fair dice come to this chi-square or more.

    It is the upper part of the incomplete gamma function: a series where that converges quickly, a
    continued fraction elsewhere.
    """
    shape, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = exp(-x + shape * log(x) - lgamma(shape))
    if x < shape + 1:
        return max(0.0, 1.0 - scale * _series(shape, x))
    return scale * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1 / shape
    for n in range(1, _ROUNDS):
        term *= x / (shape + n)
        total += term
        if term < total * _CLOSE:
            break
    return total


def _fraction(shape: float, x: float) -> float:
    """Return the continued fraction, evaluated from its beginning (Lentz)."""
    b = x + 1 - shape
    c, d = 1 / _TINY, 1 / b
    result = d
    for n in range(1, _ROUNDS):
        a = -n * (n - shape)
        b += 2
        d = a * d + b
        d = 1 / (d if abs(d) > _TINY else _TINY)
        c = b + a / c
        c = c if abs(c) > _TINY else _TINY
        result *= d * c
        if abs(d * c - 1) < _CLOSE:
            break
    return result
