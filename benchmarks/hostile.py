"""Row 21: refusing the worst file of the largest allowed size, before the rules.

Each shape is tried as large as the limit on bytes allows, and those made of many small values also
with as many values as the limit on values allows, filled up with text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import orjson

from benchmarks.campaigns import Match, turn_file
from benchmarks.entries import LONG, ORDERS, checking, refusing
from benchmarks.slices import Effort, Work, interleave
from benchmarks.table import Row
from sealion_pbem.errors import InvalidFileError
from sealion_pbem.pbem.loader import FILE_LIMIT, normal_form, read_strict

__all__ = ["hostile_files", "shapes"]

_SIGNATURE = "ab" * 64
# For the member that fills a file up.
_ROOM = 64


def hostile_files(effort: Effort) -> Iterator[Row]:
    """Row 21: refusing the worst file of 256 KB / accepting a normal one of 20 KB."""
    match = Match.founded("hostile", {})
    sound = turn_file(match, ORDERS, LONG).data
    ledger = match.record.ledger
    cases: dict[str, Work] = {"sound": checking(ledger, [sound])}
    for name, data in shapes(orjson.loads(sound)).items():
        assert len(data) <= FILE_LIMIT, name
        cases[name] = refusing(ledger, data)
    taken = interleave(cases, effort)
    ratios = {name: taken.ratio(name, "sound") for name in cases if name != "sound"}
    ranked = sorted(ratios, key=lambda name: -ratios[name])
    each = ", ".join(f"{name} {ratios[name]:.1f}" for name in ranked)
    yield Row(
        "21",
        "refusing the worst 256 KB file / accepting one of 20 KB",
        ratios[ranked[0]],
        goal=30,
        gate=60,
        note=f"{taken.told(ranked[0], 'sound')}; {each}",
    )


def shapes(turn: dict[str, Any]) -> dict[str, bytes]:
    """Return files that were made to take long, by what they are full of."""
    march = turn["orders"][0]
    most_marks = _most_marks()
    turn = {**turn, "orders": [march], "signatures": {"red": _SIGNATURE}}

    def orders(item: Any, most: int, write: Callable[[Any], bytes] = normal_form) -> bytes:
        one, two = (write({**turn, "orders": [item] * count}) for count in (1, 2))
        fitting = 1 + (FILE_LIMIT - _ROOM - len(one)) // (len(two) - len(one))
        counted = 1 + (most_marks - 1 - _marks(one)) // (_marks(two) - _marks(one))
        return _filled(write, {**turn, "orders": [item] * min(most, fitting, counted)})

    wide = {"kind": "march", **{f"m{number:02d}": 0 for number in range(29)}}
    opened = {"kind": "open", "name": "objective", "salt": "0" * 64, "value": _nested(20, 450)}
    return {
        # Refused by counting, without being parsed.
        "empty objects without end": _spun(turn, b"{}"),
        "one-digit integers without end": _spun(turn, b"1"),
        "nesting without end": _cut_to_limit(b'{"orders": ' + b"[" * FILE_LIMIT),
        "objects without end": _cut_to_limit(b'{"orders": ' + b'{"a":' * FILE_LIMIT),
        # As many values as are let through.
        "empty objects": orders({}, FILE_LIMIT),
        "empty objects, one line": orders({}, FILE_LIMIT, orjson.dumps),
        "one-digit integers": orders(1, FILE_LIMIT),
        "one-digit integers, one line": orders(1, FILE_LIMIT, orjson.dumps),
        "fractions": orders(0.5, FILE_LIMIT, _with_fractions),
        "fractions, one line": orders(0.5, FILE_LIMIT, orjson.dumps),
        "large integers, one line": orders(2**63, FILE_LIMIT, orjson.dumps),
        "empty texts": orders("", FILE_LIMIT),
        "unknown members": _members(turn, most_marks, normal_form),
        "unknown members, one line": _members(turn, most_marks, orjson.dumps),
        "members beyond ASCII": _members(turn, most_marks, normal_form, "é"),
        "members twice": _members_twice(most_marks),
        "nested lists": orders(_nested(28), 700),
        "nested lists, one line": orders(_nested(28), 700, orjson.dumps),
        # Text.
        "a long text": orders(march, 1),
        "a long text beyond ASCII": _text("é"),
        "a long text beyond U+FFFF": _text("\U0001f600"),
        "a long text not in normal form C": _text("e\u0301"),
        "a long text of marks": _text("\u0323\u0301"),
        "a long text of line breaks": _text("\n"),
        "a long text of escapes": _cut_text(b"\\u0041"),
        "a long text of quotes": _cut_text(b'\\"'),
        "a text without end": _cut_to_limit(b'{"message": "' + b"a" * FILE_LIMIT),
        "spaces": _cut_to_limit(b"{" + b" " * FILE_LIMIT),
        "brackets in text": _cut_text(b"["),
        # Sound orders, and nearly sound ones.
        "sound orders": orders(march, 500),
        "sound orders, too many": orders({**march, "path": []}, FILE_LIMIT),
        "sound orders, one line": orders(march, 500, orjson.dumps),
        "orders of an unknown kind": orders({"kind": "charge"}, 500),
        "orders with unknown members": orders(wide, 500),
        "orders with wrong hexes": orders({**march, "path": ["x"] * 40}, 500),
        "too many hexes": orders({**march, "path": ["0101"] * 2000}, 500),
        "opened values": orders(opened, 500),
    }


def _most_marks() -> int:
    """Return how many commas and opening brackets are let through, found by trying."""
    few, many = 0, FILE_LIMIT
    while many - few > 1:
        middle = (few + many) // 2
        text = b"," * middle
        try:
            read_strict(b'{"a": "' + text.ljust(FILE_LIMIT - 20, b"x") + b'"}')
            few = middle
        except InvalidFileError:
            many = middle
    return few


def _marks(data: bytes) -> int:
    return sum(map(data.count, (b",", b"[", b"{")))


def _filled(write: Callable[[Any], bytes], document: dict[str, Any]) -> bytes:
    """Return a document filled up to the limit with a text that nobody asked for."""
    data = write({**document, "message": ""})
    room = FILE_LIMIT - len(data)
    assert room >= 0, f"{-room} bytes too many"
    return write({**document, "message": "x" * room})


def _members(
    turn: dict[str, Any], most: int, write: Callable[[Any], bytes], letter: str = "k"
) -> bytes:
    names = (f"{letter}{number}" for number in range(min(most, 17_000) - 50))
    return _filled(write, turn | dict.fromkeys(names, 0))


def _members_twice(most: int) -> bytes:
    members = b",".join(b'"k%d": 0' % (number // 2) for number in range(min(most, 17_000) - 9))
    return b"{" + members + b"}"


def _text(pattern: str) -> bytes:
    size = len(orjson.dumps(pattern)) - 2
    return normal_form({"message": pattern * ((FILE_LIMIT - 40) // size)})


def _cut_text(pattern: bytes) -> bytes:
    return b'{"message": "' + pattern * ((FILE_LIMIT - 40) // len(pattern)) + b'"}'


def _spun(turn: dict[str, Any], value: bytes) -> bytes:
    before, after = orjson.dumps({**turn, "orders": []}).split(b"[]")
    count = (FILE_LIMIT - len(before) - len(after) - 2) // (len(value) + 1)
    return before + b"[" + b",".join([value] * count) + b"]" + after


def _cut_to_limit(data: bytes) -> bytes:
    return data[:FILE_LIMIT]


def _nested(depth: int, count: int = 1) -> list[Any]:
    """Return empty lists at the bottom of many lists."""
    value: list[Any] = [[] for _ in range(count)]
    for _ in range(depth):
        value = [value]
    return value


def _with_fractions(document: Any) -> bytes:
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n"
