"""Text from players is bounded and cannot act on what stands around it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.engine.alphabet import first_unsound
from sealion_pbem.report.safe import shown


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("Good luck, old chap.\nSee you in Dover", "Good luck, old chap.\nSee you in Dover"),
        ("a\u202eb\u202c", "a<U+202E>b<U+202C>"),
        ("a\u2066b\u200dc\ufeff", "a<U+2066>b<U+200D>c<U+FEFF>"),
        ("\x1b[31mred\x07", "<U+001B>[31mred<U+0007>"),
        ("one\r\ntwo\tthree\rfour", "one\ntwo three<U+000D>four"),
        ("\u2028\u2029\x85", "<U+2028><U+2029><U+0085>"),
        ("\ud800", "<U+D800>"),
        ("e" + "\u0301" * 50, "e" + "\u0301" * 3),
        ("Köln, Zürich, Łódź, Αθήνα, 東京", "Köln, Zürich, Łódź, Αθήνα, 東京"),
    ],
)
def test_what_acts_on_a_reader_is_shown_as_a_number(written: str, seen: str):
    """Overrides, controls, joiners and surrogates are named; letters of all scripts stay."""
    assert shown(written) == seen


def test_long_text_is_cut_and_the_rest_is_counted():
    """Nobody fills a page."""
    assert shown("a" * 30, 10) == "aaaaaaaaaa … (20 more characters)"
    assert shown("a" * 10, 10) == "a" * 10


@given(st.text())
def test_nothing_unsafe_is_left(text: str):
    """Whatever is written, only printable characters and line breaks come out, as UTF-8."""
    made = shown(text, 100)

    made.encode()
    assert first_unsound(made) is None
    assert len(made) <= 100 * 10 + 40
