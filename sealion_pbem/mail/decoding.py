"""Text out of the parts of a mail, in time that grows no faster than the part."""

from __future__ import annotations

import html
import re

__all__ = ["decoded", "text_of_html"]

# What a stranger names as charset is not handed to Python as it is: some of its codecs are slow, and
# some are no charsets. A block is ASCII, so Latin-1 reads it in nearly all others as well.
_CHARSETS = re.compile(r"us-ascii|utf-?(?:8|16|16le|16be|32)|iso-8859-\d{1,2}|(?:windows-|cp)125\d")
_TAG = re.compile(r"<[!/?A-Za-z][^<>]*>")
_ENDS_A_WORD = re.compile(
    r"</?(?:br|p|div|tr|td|th|li|ul|ol|table|pre|blockquote|h[1-6]|hr|body)\b", re.IGNORECASE
)


def decoded(data: bytes, charset: str) -> str:
    """Return text whatever its charset claims to be; what cannot be read becomes a mark."""
    name = charset.lower()
    if _CHARSETS.fullmatch(name):
        try:
            return data.decode(name, "replace")
        except LookupError:
            pass
    return data.decode("latin-1")


def text_of_html(source: str) -> str:
    """Return the words of an HTML part; a tag inside a word does not cut it."""
    return html.unescape(_TAG.sub(_instead, source))


def _instead(tag: re.Match[str]) -> str:
    return "\n" if _ENDS_A_WORD.match(tag[0]) else ""
