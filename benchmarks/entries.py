"""Rows 2 and 20: what an entry costs before the rules see it, sound or damaged.

Everything before the rules is strict parsing, schema, canonical form, hash, signature and chain. The
floor is what no program in Python can do without: parse, compare with the normal form, write the
canonical form, hash it, verify one signature.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import orjson
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from benchmarks.campaigns import Match, turn_file
from benchmarks.slices import Effort, Work, interleave
from benchmarks.table import Row
from sealion_pbem.errors import PbemError
from sealion_pbem.pbem.entry import parse_entry
from sealion_pbem.pbem.ledger import Ledger
from sealion_pbem.rulesets.skirmish import SKIRMISH

__all__ = ["before_the_rules", "checking", "refusals", "refusing"]

ORDERS = 60
# Paths as skirmish has them, and paths that bring a turn file to the 19 KB of a large game.
SHORT, LONG = 3, 15
FILES = 8

_SORTED = orjson.OPT_SORT_KEYS
_NORMAL = _SORTED | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
_MEDIA = b"application/vnd.sealion-pbem.turn+json; v=1"


def before_the_rules(effort: Effort) -> Iterator[Row]:
    """Row 2: everything before the rules / floor, for short and for long paths."""
    match = Match.founded("before-the-rules", {})
    for letter, steps in (("a", SHORT), ("b", LONG)):
        files = _files(match, steps)
        cases = {
            "all": checking(match.record.ledger, files),
            "floor": _floor(match.keys["red"].public, files),
        }
        taken = interleave(cases, effort)
        size = len(files[0]) / 1000
        yield Row(
            f"2{letter}",
            f"before the rules / floor, {ORDERS} orders of {steps} hexes",
            taken.ratio("all", "floor"),
            goal=1.7,
            gate=2.2,
            note=f"{taken.told('all', 'floor')} for {FILES} files of {size:.1f} KB",
        )


def refusals(effort: Effort) -> Iterator[Row]:
    """Row 20: refusing a damaged file with a reason / accepting a sound one, for the worst damage."""
    match = Match.founded("refusals", {})
    sound = turn_file(match, ORDERS, LONG).data
    ledger = match.record.ledger
    cases: dict[str, Work] = {"sound": checking(ledger, [sound])}
    cases |= {name: refusing(ledger, data) for name, data in _damaged(sound).items()}
    taken = interleave(cases, effort)
    ratios = {name: taken.ratio(name, "sound") for name in cases if name != "sound"}
    worst = max(ratios, key=lambda name: ratios[name])
    each = ", ".join(f"{name} {ratio:.2f}" for name, ratio in ratios.items())
    yield Row(
        "20",
        "refusing a damaged file / accepting a sound one",
        ratios[worst],
        goal=1.5,
        gate=3,
        note=f"{worst} is worst, {taken.told(worst, 'sound')}; {each}",
    )


def checking(ledger: Ledger, files: Sequence[bytes]) -> Work:
    """Return the work of taking files up to the point where the rules would see them."""

    def work() -> None:
        for data in files:
            ledger.check(parse_entry(data, SKIRMISH))

    return work


def refusing(ledger: Ledger, data: bytes) -> Work:
    """Return the work of refusing a file, and make sure that it is refused."""

    def work() -> str:
        try:
            ledger.check(parse_entry(data, SKIRMISH))
        except PbemError as error:
            return str(error)
        raise AssertionError("the file was accepted")

    return work


def _files(match: Match, steps: int) -> list[bytes]:
    return [turn_file(match, ORDERS, steps, number).data for number in range(FILES)]


def _floor(public: str, files: Sequence[bytes]) -> Work:
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))

    def work() -> None:
        for data in files:
            document = orjson.loads(data)
            assert orjson.dumps(document, option=_NORMAL) == data
            signature = bytes.fromhex(document.pop("signatures")["red"])
            body = orjson.dumps(document, option=_SORTED)
            hashlib.sha256(body).digest()
            # The pre-authentication encoding of DSSE.
            key.verify(signature, b"DSSEv1 %d %b %d %b" % (len(_MEDIA), _MEDIA, len(body), body))

    return work


def _damaged(sound: bytes) -> dict[str, bytes]:
    """Return a sound file with the damages that files meet on their way."""
    middle = sound.index(b'"unit"', len(sound) // 2)
    number = sound.index(b'"seq": ') + 7
    twice = sound.index(b'  "kind": "turn"')
    return {
        "a hex changed": _changed(sound, b'"0101"', b'"0102"'),
        "a wrong unit name": _changed(sound, b'"red-7"', b'"Red 7"'),
        "an unknown member": _changed(sound, b'"unit": "red-9"', b'"unti": "red-9"'),
        "a member missing": _changed(sound, b',\n      "unit": "red-9"', b""),
        "a fraction": sound[:number] + b"1.5" + sound[number + 1 :],
        "cut off": sound[:middle],
        "a byte that is not UTF-8": sound[:middle] + b"\xff" + sound[middle + 1 :],
        "a member twice": sound[:twice] + b'  "kind": "turn",\n' + sound[twice:],
        "line ends and a hex changed": _changed(
            sound.replace(b"\n", b"\r\n"), b'"0101"', b'"0102"'
        ),
        "another log": _changed(sound, b'"seq": 1', b'"seq": 7'),
    }


def _changed(data: bytes, old: bytes, new: bytes) -> bytes:
    assert old in data, old
    return data.replace(old, new, 1)
