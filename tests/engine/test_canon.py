"""Canonical bytes, digests and framing."""

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.engine.canon import canonical, digest, digest_bytes, frame, hash_of, weigh
from sealion_pbem.pbem.loader import normal_form

SAFE = 2**53 - 1
names = st.text(st.characters(min_codepoint=0, max_codepoint=127), max_size=8)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-SAFE, SAFE) | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(names, inner, max_size=5),
    max_leaves=30,
)


@given(values)
def test_canonical_bytes_are_those_of_rfc_8785(value):
    """Any value without floats, with ASCII member names: the reference writes the same bytes."""
    assert canonical(value) == rfc8785.dumps(value)


def test_members_are_sorted_and_nothing_is_added():
    """Members in any order, control characters and text beyond ASCII: one spelling each."""
    value = {"b": [1, True, None], "a": "\u20ac\x00\n\U0001f600/\u2028", "": -0}
    expected = '{"":0,"a":"\u20ac\\u0000\\n\U0001f600/\u2028","b":[1,true,null]}'
    assert canonical(value) == expected.encode()


@pytest.mark.parametrize("number", [SAFE, -SAFE])
def test_the_largest_integers_are_written(number):
    """2^53 - 1 on both sides of zero is the last number every reader knows exactly."""
    assert canonical(number) == str(number).encode()


@pytest.mark.parametrize("value", [SAFE + 1, -SAFE - 1, 10**30, {1: 2}, object(), {"a", "b"}, b"x"])
def test_what_is_not_canonical_json_is_refused(value):
    """An integer beyond 2^53 - 1, a number as member name, a set: a mistake of ours, said loudly."""
    with pytest.raises(TypeError):
        canonical(value)


def test_objects_that_only_orjson_knows_are_refused():
    """A dataclass or a date would be written in a way that no other program can know."""

    @dataclass
    class Point:
        x: int

    for value in (Point(1), datetime(2026, 1, 31, tzinfo=UTC)):
        with pytest.raises(TypeError):
            canonical(value)


def test_digest_is_the_sha256_of_the_canonical_bytes():
    """The digest of a value does not depend on the order of its members."""
    assert digest({"b": 1, "a": 2}) == sha256(b'{"a":2,"b":1}').hexdigest()
    assert digest({"a": 2, "b": 1}) == digest_bytes(b'{"a":2,"b":1}')


def test_frame_puts_the_length_before_each_part():
    """Text is UTF-8, a number its decimal text, bytes stay as they are."""
    assert frame("\u00e9", b"\x00", -12) == (
        b"\x00\x00\x00\x02\xc3\xa9" + b"\x00\x00\x00\x01\x00" + b"\x00\x00\x00\x03-12"
    )
    assert frame() == b""


part = st.text(st.characters(exclude_categories=["Cs"])) | st.binary() | st.integers()


@given(st.lists(part, max_size=6))
def test_frame_can_be_taken_apart_again(parts):
    """Whatever the parts are, their bytes and their number can be read back, so none run together."""
    framed, read = frame(*parts), []
    while framed:
        length = int.from_bytes(framed[:4], "big")
        read.append(framed[4 : 4 + length])
        framed = framed[4 + length :]
    assert read == [p if isinstance(p, bytes) else str(p).encode() for p in parts]


def test_hash_of_frames_tag_and_parts():
    """H(tag, a, b) is the SHA-256 of the framed list, so "ab" + "c" is not "a" + "bc"."""
    assert hash_of("tag", "ab", 7) == sha256(frame("tag", "ab", 7)).digest()
    assert hash_of("tag", "ab", "c") != hash_of("tag", "a", "bc")
    assert hash_of("tag", "") != hash_of("tag")


@given(st.lists(values, min_size=1, max_size=4))
def test_items_weigh_what_a_file_grows_by_when_they_are_added_to_a_list(items):
    """Bytes, commas and opening brackets of an entry in normal form, before and after."""
    before, after = normal_form({"rolls": [0]}), normal_form({"rolls": [0, *items]})
    signs = [sum(data.count(sign) for sign in (b",", b"[", b"{")) for data in (before, after)]

    assert weigh(items) == (len(after) - len(before), signs[1] - signs[0])
    assert weigh([]) == (0, 0)
