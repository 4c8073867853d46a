"""Which characters a text may hold is the same for every Python."""

import re
import unicodedata
from pathlib import Path

import pytest

from sealion_pbem.engine.alphabet import (
    UNASSIGNED,
    UNSOUND,
    familiar,
    first_unsound,
    has_control,
    is_line,
    is_plain_line,
    line,
    replaced,
    without_unseen,
)
from sealion_pbem.errors import InvalidFileError
from sealion_pbem.pbem.loader import read_strict


def test_the_list_is_that_of_unicode_14():
    """What this Python does not know is refused; by the tables of 14.0 so is nothing else of its kind."""
    unknown = {code for code in range(0x110000) if unicodedata.category(chr(code)) == "Cn"}
    assert all(first_unsound(chr(code)) for code in unknown)
    if unicodedata.unidata_version == "14.0.0":
        known = set(range(0x110000)) - unknown
        refused = {code for code in known if first_unsound(chr(code))}
        # Controls, formats, surrogates, private use, and marks and letters that nobody can see.
        assert {unicodedata.category(chr(code)) for code in refused} <= {
            "Cc", "Cf", "Cs", "Co", "Mn", "Lo", "So", "Zl", "Zp"
        }  # fmt: skip
        assert len([c for c in refused if unicodedata.category(chr(c)) in ("Lo", "So")]) == 8


@pytest.mark.parametrize("text", ["a\U00010efd\u0301", "\u0cf3", "\U0001fae8"])
def test_a_character_of_a_later_unicode_is_refused(text: str):
    """Python 3.12 knows these marks and faces and 3.11 does not: both refuse them with the place."""
    with pytest.raises(InvalidFileError, match="of the text is U"):
        read_strict(f'{{"text": "{text}"}}'.encode())


@pytest.mark.parametrize(
    "text", ["Zürich", "é", "Ελλάδα", "海獅", "한국", "🙂", "tab\tand\nnewline"]
)
def test_what_people_write_is_admitted(text: str):
    """Letters of all languages and the usual faces pass."""
    assert first_unsound(text) is None


@pytest.mark.parametrize("code", [*range(0x13430, 0x13439), 0x1D159, 0x2800, 0xE0001, 0xFE0F])
def test_what_nobody_can_see_is_refused(code: int):
    """Joiners of hieroglyphs and an empty note head among them."""
    with pytest.raises(InvalidFileError, match="of the text is U"):
        read_strict(f'{{"text": "x{chr(code)}y"}}'.encode())


def test_the_page_lists_what_is_refused():
    """A verifier that is written from the page refuses the same characters."""
    page = Path("docs/protocol.md").read_text("utf-8")
    listed = re.search(r"as hexadecimal code points:\n\n```\n(.*?)```", page, re.DOTALL)
    assert listed
    pairs = (word.partition("-") for word in listed[1].split())
    assert tuple((int(low, 16), int(high or low, 16)) for low, _, high in pairs) == UNSOUND


def test_every_format_character_that_is_admitted_can_be_seen():
    """Signs that stand above or around numbers and the end of a verse are no tricks."""
    admitted = {
        code for code in range(0x110000)
        if unicodedata.category(chr(code)) == "Cf" and not first_unsound(chr(code))
    }  # fmt: skip
    assert admitted <= {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}


def test_what_is_shown_instead():
    """Tabs and newlines stay in a text and not on a line; a block loses what is unseen, not its gaps."""
    text = "a\tb\nc\u202ed\x1be\u00a0f"
    assert replaced(text) == "a\tb\nc\ufffdd\ufffde\u00a0f"
    assert line(text, "") == "abcde\u00a0f"
    assert without_unseen("a\u00adb\r\nc\x0bd\u2028e\u200bf") == "ab\r\nc\x0bd\u2028ef"
    assert familiar("Zürich – 海\u202e") == "Zürich – ??"


def test_what_stands_on_one_line():
    """A header bears joiners but no break; a line is also sound; a plain one is ASCII."""
    assert has_control("a\nb")
    assert has_control("a\tb")
    assert not has_control("a\u200db")
    assert is_line("Zürich 1")
    assert not is_line("a\u200db")
    assert not is_line("a\tb")
    assert is_plain_line("a b")
    assert not is_plain_line("Zürich")


def test_the_ends_of_every_range_are_unsound_and_what_is_beside_them_is_not():
    """A text of the first plane and one beyond are searched in two ways, which say the same."""
    pairs = [word.partition("-") for word in UNASSIGNED.split()]
    ranges = [*UNSOUND, *((int(first, 16), int(last or first, 16)) for first, _, last in pairs)]
    unsound = {code for first, last in ranges for code in range(first, last + 1)}
    edges = {code for first, last in ranges for code in (first - 1, first, last, last + 1)}
    for code in sorted(code for code in edges if 0x80 <= code <= 0x10FFFF):
        for text in (f"é{chr(code)}", f"\U0001f600{chr(code)}"):
            found = first_unsound(text)
            assert (found is not None and found.start() == 1) == (code in unsound), hex(code)
