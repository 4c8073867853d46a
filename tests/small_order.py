"""The points of Ed25519's curve that make worthless keys: under them one signature fits many messages."""

__all__ = ["PRIME", "SMALL_ORDER", "TORSION"]

PRIME = 2**255 - 19
# The y coordinates of all points whose order divides 8, with the two that can also be written as y + p.
TORSION = (
    0,
    1,
    PRIME - 1,
    PRIME,
    PRIME + 1,
    int.from_bytes(
        bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
    ),
    int.from_bytes(
        bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"
    ),
)
SMALL_ORDER = [(y | sign << 255).to_bytes(32, "little") for y in sorted(TORSION) for sign in (0, 1)]
