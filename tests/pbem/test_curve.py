"""Keys that prove nothing: points of small and mixed order, second spellings, and what is no point."""

from hashlib import sha256

import pytest

from sealion_pbem.errors import RosterError
from sealion_pbem.pbem import keys
from sealion_pbem.pbem.keys import check_public, new_key, openssh_line, public_from_openssh
from tests.small_order import PRIME, SMALL_ORDER, TORSION


def test_there_are_fourteen_small_order_encodings():
    """Seven numbers with two signs each; five points of the curve's torsion, two written twice."""
    assert len(set(SMALL_ORDER)) == 14


@pytest.mark.parametrize("public", [key.hex() for key in SMALL_ORDER])
def test_small_order_keys_are_refused(public):
    """Each of the 14: at enrolment, as a key object, and on a public line."""
    with pytest.raises(RosterError, match="of prime order"):
        check_public(public)
    with pytest.raises(RosterError):
        keys.public_key(public)
    with pytest.raises(RosterError):
        public_from_openssh(openssh_line(public))


def test_the_listed_points_are_those_of_small_order():
    """Eight times each listed point is the neutral one, by the curve's own addition law."""
    d = -121665 * pow(121666, -1, PRIME) % PRIME

    def double(x, y):
        xy, t = x * y % PRIME, d * x * x % PRIME * y % PRIME * y % PRIME
        return (
            2 * xy * pow(1 + t, -1, PRIME) % PRIME,
            (y * y + x * x) * pow(1 - t, -1, PRIME) % PRIME,
        )

    for number in TORSION:
        y = number % PRIME
        square = (y * y - 1) * pow(d * y * y + 1, -1, PRIME) % PRIME
        x = pow(square, (PRIME + 3) // 8, PRIME)
        if x * x % PRIME != square:
            x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
        assert x * x % PRIME == square
        point = (x, y)
        for _ in range(3):
            point = double(*point)
        assert point == (0, 1)


def added(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """The sum of two points, by the affine law of the curve and nothing else."""
    (x1, y1), (x2, y2) = one, other
    d = -121665 * pow(121666, -1, PRIME) % PRIME
    t = d * x1 * x2 * y1 * y2 % PRIME
    return (
        (x1 * y2 + x2 * y1) * pow(1 + t, -1, PRIME) % PRIME,
        (y1 * y2 + x1 * x2) * pow(1 - t, -1, PRIME) % PRIME,
    )


def point_of(public: str) -> tuple[int, int]:
    """The affine point that an honest key encodes."""
    number = int.from_bytes(bytes.fromhex(public), "little")
    sign, y = number >> 255, number % 2**255
    d = -121665 * pow(121666, -1, PRIME) % PRIME
    square = (y * y - 1) * pow(d * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    return (x if x % 2 == sign else PRIME - x), y


@pytest.mark.parametrize("torsion", [y for y in TORSION if 1 < y < PRIME])
def test_mixed_order_keys_are_refused(torsion):
    """An honest key plus a point of small order: one program takes its signatures, another does not."""
    honest = new_key().public
    x, y = added(point_of(honest), point_of(torsion.to_bytes(32, "little").hex()))
    mixed = (y | (x % 2) << 255).to_bytes(32, "little").hex()

    check_public(honest)
    with pytest.raises(RosterError, match="of prime order"):
        check_public(mixed)


def test_half_of_all_numbers_are_no_points():
    """A number that is the y coordinate of no point is no key; of those that are, one in eight is."""
    found = []
    for seed in range(120):
        public = sha256(b"%d" % seed).digest()[:31] + b"\x00"
        try:
            check_public(public.hex())
        except RosterError:
            continue
        found.append(public)
    assert 1 <= len(found) <= 20


@pytest.mark.parametrize("more", range(2, 19))
def test_numbers_beyond_the_field_are_refused(more):
    """A second spelling of a key would be a second name for one seat."""
    with pytest.raises(RosterError, match="shortest form"):
        check_public((PRIME + more).to_bytes(32, "little").hex())
