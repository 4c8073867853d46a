"""The largest files made to be slow: the strict reader is done with them at once."""

import time
from contextlib import suppress

import pytest

from sealion_pbem.errors import InvalidFileError
from sealion_pbem.pbem.loader import FILE_LIMIT, normal_form, read_strict


@pytest.mark.parametrize(
    "data",
    [
        b'{"a":"' + b"\\n" * 131_000 + b'"}',
        b'"' * FILE_LIMIT,
        b'{"a":' + b"1" * 262_000 + b"}",
        b'{"a":' + b"1." + b"1" * 262_000 + b"}",
        b"]" * FILE_LIMIT,
        b"\n" * 262_100 + b"{",
        ('{"a":"a' + "\u0308" * 130_000 + '"}').encode(),
        ('{"a":"\u00e9' + "\u0316\u0301" * 65_000 + '"}').encode(),
        b"{" + b'"a":1,' * 16_000 + b'"a":1}',
        b'{"a":[' + (b"[" * 30 + b"]" * 30 + b",") * 500 + b"1]}",
        normal_form({f"k{n}": n for n in range(14_000)})[:-3],
        b'{\n  "a": ' + b"\\" * 262_000,
    ],
    ids=lambda data: f"{data[:12]!r}-{len(data)}",
)
def test_the_largest_hostile_files_are_judged_at_once(data):
    """256 KB made to be slow: no worse than linear, so far below a second of a processor."""
    start = time.process_time()
    with suppress(InvalidFileError):
        read_strict(data)
    assert time.process_time() - start < 5
