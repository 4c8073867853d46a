"""The strict reader: one test for each way in which bytes could be read in two ways."""

import json
import unicodedata
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.errors import InvalidFileError
from sealion_pbem.pbem import loader
from sealion_pbem.pbem.loader import (
    FILE_LIMIT,
    check_values,
    is_normal,
    normal_form,
    read_normal,
    read_strict,
)

SAFE = 2**53 - 1


def refusal(data: bytes, **limits: int) -> InvalidFileError:
    """Return the refusal of a file, which always comes with a hint."""
    with pytest.raises(InvalidFileError) as caught:
        read_strict(data, **limits)
    assert caught.value.hint
    assert caught.value.message == caught.value.message.strip()
    return caught.value


def as_normal(text: str) -> bytes:
    """Return `{"a": …}` in the layout of the normal form."""
    return f'{{\n  "a": {text}\n}}\n'.encode()


def both(text: str) -> list[bytes]:
    """Return `{"a": …}` as the quick reader gets it and as the slow one does."""
    return [as_normal(text), f'{{"a":{text}}}'.encode()]


def test_a_file_in_normal_form_is_read():
    """Sorted, indented by two, one newline at the end: read as it is."""
    document: dict[str, Any] = {"b": [1, True, None, {}], "a": "Gr\u00fc\u00dfe\nand a tab\t\u2026"}
    data = normal_form(document)
    assert data.startswith(b'{\n  "a": ')
    assert data.endswith(b"\n}\n")
    assert read_strict(data) == read_normal(data) == document
    assert is_normal(data, document)


COMPACT = b'{"b":1,"a":"x"}'
ESCAPED = b'{\n    "b": 1,\n    "a": "\\u0078"\n}'
UNSORTED = b'{\n  "b": 1,\n  "a": "x"\n}\n'
FROM_DOS = b'{\r\n  "a": "x",\r\n  "b": 1\r\n}\r\n'


@pytest.mark.parametrize("data", [COMPACT, ESCAPED, UNSORTED, FROM_DOS])
def test_a_file_in_another_layout_is_read_but_not_taken_for_normal(data):
    """Other spacing, order, line ends or escapes: the same document, and not a stored file."""
    assert read_strict(data) == {"a": "x", "b": 1}
    with pytest.raises(InvalidFileError, match="not in normal form"):
        read_normal(data)


def test_the_empty_object_has_a_normal_form():
    """An object without members is read quickly and slowly alike."""
    assert read_strict(b"{}") == read_normal(b"{}\n") == {}


@pytest.mark.parametrize("number", [0, -1, SAFE, -SAFE])
def test_whole_numbers_up_to_the_largest_are_read(number):
    """2^53 - 1 is the largest number that every program reads alike."""
    for data in both(str(number)):
        assert read_strict(data) == {"a": number}


@pytest.mark.parametrize("text", ["-0", "[1, -0]", '{"b": -0}'])
def test_minus_zero_is_refused(text):
    """Some readers take it for 0 and some for a fraction; -10 and "-0" are something else."""
    for data in both(text):
        assert "-0 is not a number of its own" in refusal(data).message
    assert read_strict(b'{"a": [-10, -1, "-0"]}') == {"a": [-10, -1, "-0"]}


@pytest.mark.parametrize(
    "text", ["a.e", "1.5", " 1e5", "x: 1e16", "ae\\n", "\\ne\\n", "true", '\\"']
)
def test_text_that_looks_like_a_float_is_text(text):
    """The quick search for floats may look closer at such text, but not refuse it."""
    for data in both(f'["{text}", "{text}"]'):
        assert read_strict(data)["a"] == [json.loads(f'"{text}"')] * 2


def test_a_byte_order_mark_is_refused():
    """UTF-8 with a byte order mark would have another digest than the same text without."""
    assert "byte order mark" in refusal(b"\xef\xbb\xbf{}").message


@pytest.mark.parametrize(
    "code", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]
)
def test_utf_16_and_utf_32_are_refused(code):
    """Python's own reader would accept them; others would not."""
    assert "UTF-16 or UTF-32" in refusal('{"a": 1}'.encode(code)).message


def test_bytes_that_are_not_utf_8_are_refused_with_their_place():
    """Latin-1 text, overlong forms and encoded surrogates: the first bad byte is named."""
    assert refusal(b'{\n"a": "\xc3\xa9\xe9"}').message == "line 2, column 8: byte 0xe9 is not UTF-8"
    for bad in (b"\xc0\xaf", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xff"):
        assert "is not UTF-8" in refusal(b'{"a": "' + bad + b'"}').message


def test_an_empty_file_is_refused():
    """Nothing, or nothing but white space."""
    for data in (b"", b" \n\t"):
        assert refusal(data).message == "the file is empty"


def test_a_file_over_the_limit_is_refused_and_one_at_the_limit_is_read():
    """256 KB is the limit; other files may have another."""
    data = normal_form({"a": "x" * (FILE_LIMIT - 14)})
    assert len(data) == FILE_LIMIT
    assert read_strict(data)
    assert "262,145 bytes" in refusal(data + b"\n").message
    assert read_strict(data + b"\n", limit=FILE_LIMIT + 1)


def test_what_is_accepted_can_be_stored():
    """A compact file whose normal form is over the limit is refused: it could never be read again."""
    deep: object = [[[[[[[[[[[["x"] * 99]]]]]]]]]]]
    data = json.dumps({f"k{n}": deep for n in range(100)}, separators=(",", ":")).encode()
    assert len(data) < FILE_LIMIT // 2
    assert "in normal form" in refusal(data).message


def test_more_values_than_a_file_can_need_are_refused():
    """Thousands of empty objects are small in bytes and slow to go through."""
    assert "commas and opening brackets" in refusal(b'{"a":[' + b"{}," * 60_000 + b"{}]}").message


def test_a_duplicate_key_is_refused_and_named():
    """Parsers keep the first, the last or both; the place and the name are said."""
    data = b'{"orders": [{}, {"kind": "move", "to": 1, "kind": "stay"}]}'
    assert refusal(data).message == "/orders/1: the member 'kind' stands there twice"
    assert refusal(b'{"a": 1, "\\u0061": 2}').message == "/: the member 'a' stands there twice"


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity"])
def test_nan_and_infinity_are_refused(text):
    """Python reads and writes them, JSON does not know them."""
    for data in both(text):
        assert refusal(data).message == f"/a: {text} is not a number of JSON"


@pytest.mark.parametrize(
    "text",
    ["1.0", "0.5", "-0.0", "1e5", "1E5", "1e-7", "1e16", "1.5e+300", "1e400", "100000.0", "-1e-9"],
)
def test_every_float_is_refused(text):
    """A float has no single spelling, and 1.0 counts as an integer for a schema."""
    for data in [*both(text), *both(f'[1, {text}, "x"]'), *both(f'{{"b": {text}}}')]:
        assert "is not a whole number" in refusal(data).message
    printed = orjson.dumps({"a": [float(text)] if text != "1e400" else 0.1}, option=loader._NORMAL)
    assert "is not a whole number" in refusal(printed).message


@pytest.mark.parametrize(
    "number", [SAFE + 1, -SAFE - 1, 2**63, 2**64, 10**20, "1" * 5000, "-" + "9" * 5000]
)
def test_integers_beyond_the_largest_are_refused(number):
    """Other programs would round them; thousands of digits must not even be converted."""
    for data in both(str(number)):
        assert "is too large a number" in refusal(data).message


def test_trailing_data_is_refused_with_its_place():
    """A second document behind the first would be seen by one reader and not by another."""
    assert (
        refusal(b'{}\n{"a": 1}').message
        == "line 2, column 1: something follows the end of the document"
    )
    assert "something follows" in refusal(normal_form({"a": 1}) + b"x").message


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b'{"a": 1,}', "line 1, column"),
        (b'{"a": 1', "line 1, column 8"),
        (b"{'a': 1}", "line 1, column 2"),
        (b'{\n  "a": tru\n}', "line 2, column 8"),
        (b'{"a": 01}', "line 1, column 8"),
        (b'{"a": "\\x"}', "line 1, column 8"),
        (b"// words\n{}", "line 1, column 1"),
    ],
)
def test_a_syntax_error_is_placed(data, place):
    """What is not JSON at all: line, column and what was expected."""
    assert place in refusal(data).message


@pytest.mark.parametrize("data", [b"[]", b'"a"', b"1", b"null", b"true", b"[\n  1\n]\n"])
def test_what_is_not_an_object_is_refused(data):
    """A file holds one object."""
    assert "expected an object" in refusal(data).message


def test_nesting_is_refused_beyond_32():
    """32 levels are read, 33 are refused, and a hundred thousand do not exhaust the stack."""

    def nested(levels: int) -> bytes:
        return b'{"a":' + b"[" * (levels - 1) + b"]" * (levels - 1) + b"}"

    assert read_strict(nested(32))
    assert read_strict(normal_form(orjson.loads(nested(32))))
    for data in (nested(33), normal_form(orjson.loads(nested(33))), nested(500), nested(8000)):
        assert "nested too deeply" in refusal(data).message
    for data in (b"[" * 100_000, b'{"a":' * 40_000, b'{"a":[' * 20_000):
        assert "opening brackets" in refusal(data).message
        assert "nested too deeply" in refusal(data, limit=2**24).message


def test_brackets_inside_of_text_are_not_nesting():
    """Only what stands outside of quotes counts, escaped quotes or not."""
    text = '"' + "[{" * 50 + '\\"[[' + "\\\\" + '"'
    for data in both(text):
        assert read_strict(data)["a"] == json.loads(text)


def test_a_deeper_limit_can_be_asked_for():
    """Evidence holds whole entries two levels further down."""
    document: object = 1
    for _ in range(33):
        document = [document]
    data = normal_form({"a": document})
    assert read_strict(data, deepest=34) == {"a": document}
    assert "nested too deeply" in refusal(data, deepest=33).message


@pytest.mark.parametrize("code", [*range(9), *range(11, 32), *range(0x7F, 0xA0)])
def test_control_characters_are_refused_in_text(code):
    """All but tab and newline, escaped or not."""
    for data in both(f'"a\\u{code:04x}"'):
        assert f"U+{code:04X}" in refusal(data).message
    raw = both(json.dumps(f"a{chr(code)}", ensure_ascii=False)) if code >= 0x7F else []
    for data in raw:
        assert f"/a: character 2 of the text is U+{code:04X}" in refusal(data).message


def test_a_raw_control_character_is_no_json():
    """A line break inside of quotes: said so, with the way to write it."""
    found = refusal(b'{"a": "x\ny"}')
    assert found.message == "line 1, column 9: a text holds a control character"
    assert "\\n" in found.hint


INVISIBLE = "ad 34f 61c 115f 180e 2028 2029 3164 feff ffa0 fff9 e0001 e0041".split()  # noqa: SIM905 - shorter to read
INVISIBLE_CODES = [int(code, 16) for code in INVISIBLE]
INVISIBLE_CODES += [*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A)]
# Braille blank, private use, variation selectors, what Unicode will never assign.
INVISIBLE_CODES += [
    0x2800,
    0xE000,
    0xF8FF,
    0xFDD0,
    0xFE00,
    0xFE0F,
    0x1FFFE,
    0xE0100,
    0xF0000,
    0x10FFFD,
]


@pytest.mark.parametrize("code", INVISIBLE_CODES, ids=hex)
def test_invisible_and_direction_changing_characters_are_refused(code):
    """Two texts that look alike must be alike: no bidi controls, no zero width, no tags."""
    for data in both(f'["x", "a{chr(code)}b"]'):
        message = refusal(data).message
        assert message.startswith(f"/a/1: character 2 of the text is U+{code:04X}")


@pytest.mark.parametrize("text", ["\\ud800", "\\udc00", "\\udc00\\ud800", "x\\udfff"])
def test_lone_surrogates_are_refused(text):
    """Python reads half a pair into a text that cannot be written as UTF-8."""
    for data in both(f'"{text}"'):
        assert "half of a surrogate pair" in refusal(data).message


def test_text_that_is_not_in_normal_form_c_is_refused():
    """An accent as a character of its own: refused, not repaired, for the digest would change."""
    text = unicodedata.normalize("NFD", "Gr\u00fc\u00dfe")
    for data in both(f'"{text}"'):
        assert "not in Unicode normal form C" in refusal(data).message
    assert read_strict(as_normal('"Gr\u00fc\u00dfe"')) == {"a": "Gr\u00fc\u00dfe"}


@pytest.mark.parametrize("name", ["\u00e9", "\u0430", "a\u200b", "a\\u0000", "\\u007f", "\\n"])
def test_member_names_are_printable_ascii(name):
    """A Cyrillic a, a zero width space or a NUL in a name could pass for another member."""
    for data in (f'{{\n  "{name}": 1\n}}\n', f'{{"x":1,"{name}":"\u00e9"}}'):
        assert "member names are plain ASCII" in refusal(data.encode()).hint


def test_the_place_of_a_fault_is_a_json_pointer():
    """Names with slash and tilde are escaped as in RFC 6901; endless ones are cut."""
    assert refusal(b'{"a/b": {"~": [0, 1.5]}}').message.startswith("/a~1b/~0/1: ")
    assert len(refusal(b'{"' + b"x" * 9000 + b'": 1.5}').message) < 300


fragments = st.sampled_from(
    [
        *rb'{ } [ ] , : " "a" 1 - 1.5 1e9 null NaN \ \u0000 \ud800'.split(),
        *(b"\n", b"  ", b"\xc3\xa9", b"\xff", b"\x00", b"\xef\xbb\xbf", b"\x7f"),
    ]
)


def attempt(data: bytes) -> tuple[dict[str, Any], InvalidFileError | None]:
    """Return what a file holds, or why it is refused."""
    try:
        return read_strict(data), None
    except InvalidFileError as error:
        return {}, error


@given(st.lists(fragments, max_size=30).map(b"".join) | st.binary(max_size=60))
def test_no_bytes_make_anything_but_an_object_or_a_refusal(data):
    """Whatever arrives: an object, or a sentence that says why not."""
    for wrapped in (data, b'{"a":' + data + b"}", b'{\n  "a": ' + data + b"\n}\n"):
        document, error = attempt(wrapped)
        if error is None:
            assert read_normal(normal_form(document)) == document
        else:
            assert error.message
            assert error.hint


# What the quick reader looks at without taking the document apart.
telling = st.sampled_from('ae.1:,"[{ n\n\t\\\x00\x7f\u00e9\u0308\u200b')
names = st.text(telling, max_size=4)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(telling, max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(names, values, max_size=4))
def test_the_quick_reader_refuses_what_the_slow_one_refuses(document):
    """Any document in the layout of the normal form: both readers come to the same verdict."""
    try:
        data = orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n"
    except TypeError:
        return
    again = orjson.loads(data)
    found, error = attempt(data)
    if error is None:
        check_values(again)
        assert found == read_strict(orjson.dumps(again)) == again
    else:
        with pytest.raises(InvalidFileError):
            check_values(again)


def test_values_of_our_own_are_checked_too():
    """What a command is about to sign: no float, no tuple, no giant, no half character."""
    for value in (
        1.5,
        (1, 2),
        10**9000,
        "\ud800",
        {"\u00e9": 1},
        b"x",
        {"a": [{"b": float("nan")}]},
    ):
        with pytest.raises(InvalidFileError):
            check_values({"a": value})
    check_values({"a": [1, "x", None, True, {"b": "\u00e9\n"}]})
