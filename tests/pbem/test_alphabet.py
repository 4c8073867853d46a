"""Which characters a text may hold is the same for every Python."""

import unicodedata

import pytest

from sealion_pbem.errors import InvalidFileError
from sealion_pbem.pbem.alphabet import first_unsound
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
        assert len([c for c in refused if unicodedata.category(chr(c)) in ("Lo", "So")]) == 7


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
