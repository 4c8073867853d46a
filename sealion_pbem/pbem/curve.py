"""The curve of Ed25519, as far as is needed to tell keys that prove something from those that do not.

A point lies in the group of prime order L, or it has a part of small order: then one signature can fit
several messages, or fit for one program and not for another, and its owner can disown it.
"""

from __future__ import annotations

__all__ = ["is_of_prime_order"]

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)

_Point = tuple[int, int, int, int]
"""Extended coordinates X, Y, Z, T of x = X/Z, y = Y/Z, xy = T/Z (RFC 8032, 5.1.4)."""


def is_of_prime_order(encoded: bytes) -> bool:
    """Return whether 32 bytes are, in their shortest form, a point of order L."""
    point = _point(encoded)
    return point is not None and not _is_neutral(*point[:3]) and _is_neutral(*_times(_L, point))


def _point(encoded: bytes) -> _Point | None:
    """Return the point that bytes encode; None if they are none, or not its shortest form."""
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= _P:
        return None
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * pow(v, 3, _P) * pow(u * pow(v, 7, _P), (_P - 5) // 8, _P) % _P
    if (v * x * x + u) % _P == 0:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if (v * x * x - u) % _P or (x == 0 and sign):
        return None
    x = _P - x if x % 2 != sign else x
    return x, y, 1, x * y % _P


def _times(factor: int, point: _Point) -> tuple[int, int, int]:
    """Return X, Y and Z of a multiple of a point, digit by digit; most of the work is doubling.

    RFC 8032, 5.1.4. T is only needed for an addition, and what is the same in all of those is worked out
    once; numbers are brought below p before they are multiplied again.
    """
    p = _P
    x, y, z, t = point
    less, more, twice = (y - x) % p, (y + x) % p, 2 * _D * t % p
    for digit in f"{factor:b}"[1:]:
        a, b = x * x % p, y * y % p
        h, g = a + b, a - b
        e, f = -2 * x * y % p, (2 * z * z + g) % p
        x, y, z = e * f % p, g * h % p, f * g % p
        if digit == "1":
            a, b, c = (y - x) * less % p, (y + x) * more % p, e * h * twice % p
            e, f, g, h = b - a, 2 * z - c, 2 * z + c, b + a
            x, y, z = e * f % p, g * h % p, f * g % p
    return x, y, z


def _is_neutral(x: int, y: int, z: int) -> bool:
    return x % _P == 0 and (y - z) % _P == 0
