"""Reading JSON so strictly that two readers can never see two documents in the same bytes.

A file in normal form (indented, sorted, one newline at its end) is proved sound by writing it anew
and comparing; any other file goes through a slower reader that can say what is wrong and where.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any, NoReturn

import orjson

from sealion_pbem.engine.alphabet import first_unsound, is_plain_line
from sealion_pbem.errors import InvalidFileError
from sealion_pbem.pbem.nesting import refuse_depth

__all__ = [
    "DEEPEST",
    "FILE_LIMIT",
    "LARGEST_INTEGER",
    "check_values",
    "is_normal",
    "normal_form",
    "pointer_to",
    "read_normal",
    "read_strict",
]

FILE_LIMIT = 262_144
DEEPEST = 32
LARGEST_INTEGER = 2**53 - 1

_NORMAL = (
    orjson.OPT_INDENT_2
    | orjson.OPT_SORT_KEYS
    | orjson.OPT_APPEND_NEWLINE
    | orjson.OPT_STRICT_INTEGER
)
# In normal form every value has a line of its own, with some bytes to spare; a file that holds more
# of them than would fit was made to be slow. A small file cannot be.
_BYTES_A_VALUE = 20
_SMALL = 8

_LONGEST_PLACE = 200
_LONGEST_INTEGER = len(str(-LARGEST_INTEGER))
_LONG_NUMBER = b"0" * _LONGEST_INTEGER
_DIGITS = bytes.maketrans(b"123456789", b"000000000")
# Up to here a closer look at some lines is quicker than one at all values.
_A_FEW = 100
_AS_UTF8 = "save it as UTF-8 without a byte order mark"

# In normal form a number ends its line and text never does. These tables drop digits, signs and
# commas and make a line of each value, so that a float is left as a line of one or two "e".
# Measured: looking at every value instead makes all that comes before the rules (row 2 of the
# benchmark) 23 % slower with short paths and 16 % with long ones; a regular expression, 90 % and 171 %.
_FLOAT_TABLE = bytes.maketrans(b".:", b"e\n")
_FLOAT_NOISE = bytes(set(range(256)) - set(b'."\n:eus'))


def read_strict(data: bytes, *, limit: int = FILE_LIMIT, deepest: int = DEEPEST) -> dict[str, Any]:
    """Return the object that a file holds.

    Raises:
        InvalidFileError: the file can be read in two ways or not at all; the message says where.
    """
    document = _read_quickly(data, limit, deepest)
    return _read_slowly(data, limit, deepest) if document is None else document


def read_normal(data: bytes, *, limit: int = FILE_LIMIT, deepest: int = DEEPEST) -> dict[str, Any]:
    """Return the object that a file in normal form holds; InvalidFileError for any other file."""
    document = _read_quickly(data, limit, deepest)
    if document is None:
        _read_slowly(data, limit, deepest)
        raise InvalidFileError(
            "the file is not in normal form",
            hint="a stored file is sorted, indented by two, and ends with one newline",
        )
    return document


def normal_form(document: Any) -> bytes:
    """Return the bytes in which a document is stored and sent."""
    return orjson.dumps(document, option=_NORMAL)


def is_normal(data: bytes, document: Any) -> bool:
    """Tell whether these bytes are the normal form of the document read from them."""
    try:
        return orjson.dumps(document, option=_NORMAL) == data
    except TypeError:
        # An integer beyond 2^53 - 1.
        return False


def check_values(document: Any, *, deepest: int = DEEPEST) -> None:
    """Check that a document holds nothing that two readers could take differently.

    Raises:
        InvalidFileError: a float, an integer beyond 2^53 - 1, text that is not what it seems, a
            member name beyond ASCII, or too deep a nesting.
    """
    fault = _fault_in(document, deepest)
    if fault is not None:
        path, text, hint = fault
        place = _cut(pointer_to(reversed(path)) or "/", _LONGEST_PLACE)
        raise InvalidFileError(f"{place}: {text}", hint=hint)


def pointer_to(path: Iterable[str | int]) -> str:
    """Return the JSON pointer (RFC 6901) of a path of member names and numbers."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def _read_quickly(data: bytes, limit: int, deepest: int) -> dict[str, Any] | None:
    """Return the object in a file in normal form, None for any other file."""
    _refuse_envelope(data, limit)
    if not data.startswith((b'{\n  "', b"{}\n")):
        return None
    try:
        document = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    if type(document) is not dict or not is_normal(data, document):
        return None
    if not _is_plain(data, deepest):
        check_values(document, deepest=deepest)
    return document


def _refuse_envelope(data: bytes, limit: int) -> None:
    size = len(data)
    if size > limit:
        raise InvalidFileError(
            f"the file has {size:,} bytes, at most {limit:,} are read",
            hint="send fewer orders in one file",
        )
    if data.startswith(b"\xef\xbb\xbf"):
        raise InvalidFileError("the file begins with a byte order mark", hint=_AS_UTF8)
    start = data[:4]
    if b"\x00" in start or start.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InvalidFileError("the file is written in UTF-16 or UTF-32", hint=_AS_UTF8)
    if size <= limit // _SMALL:
        return
    most = limit // _BYTES_A_VALUE
    if data.count(b",") + data.count(b"[") + data.count(b"{") > most:
        raise InvalidFileError(
            f"the file has more than {most:,} commas and opening brackets",
            hint="send fewer orders in one file",
        )


def _is_plain(data: bytes, deepest: int) -> bool:
    """Tell whether bytes in normal form cannot hold anything that `check_values` refuses.

    False only means that one has to look closer.
    """
    if b"\x7f" in data or b"\n" + b"  " * deepest in data:
        return False
    if b"\\" in data and not _has_plain_escapes(data):
        return False
    if not data.isascii() and not _has_plain_lines(data):
        return False
    lines = data.translate(_FLOAT_TABLE, _FLOAT_NOISE)
    return b"\ne\n" not in lines and b"\nee\n" not in lines


def _has_plain_escapes(data: bytes) -> bool:
    """Tell whether the few escapes are newlines in the text of a member, not in its name."""
    parts = data.split(b"\\", _A_FEW)
    return (
        len(parts) <= _A_FEW
        and all(part.startswith(b"n") for part in parts[1:])
        and all(b'": "' in part[part.rfind(b"\n") :] for part in parts[:-1] if b"\n" in part)
    )


def _has_plain_lines(data: bytes) -> bool:
    """Tell whether the few lines beyond ASCII are members whose text is what it seems."""
    lines = [line for line in data.split(b"\n") if not line.isascii()]
    if len(lines) > _A_FEW:
        return False
    parts = [line.partition(b'": "') for line in lines]
    return all(name.isascii() and _fault_in_text(text.decode()) is None for name, _, text in parts)


class _Flaw:
    """Stands in a parsed document where something cannot be taken over."""

    __slots__ = ("hint", "text")

    def __init__(self, text: str, hint: str) -> None:
        self.text, self.hint = text, hint


_Fault = tuple[list[str | int], str, str]
_NO_FLOAT = "write whole numbers without point and exponent"


def _fault_in(value: Any, levels: int) -> _Fault | None:
    """Return the first fault of a value: the way to it from the inside out, what it is, a hint."""
    kind = type(value)
    if kind is dict or kind is list:
        return _fault_in_items(value, levels)
    if kind is str:
        return _fault_in_text(value)
    if kind is bool or value is None or (kind is int and abs(value) <= LARGEST_INTEGER):
        return None
    flaw = value
    if kind is int:
        # Decimal text of a giant would take long, and Python refuses it.
        flaw = _too_large(str(value) if value.bit_length() <= 64 else hex(value))  # noqa: PLR2004 - readable
    elif kind is float:
        flaw = _Flaw(f"{value!r} is not a whole number", _NO_FLOAT)
    elif kind is not _Flaw:
        flaw = _Flaw(f"a {kind.__name__} is not JSON", "use text, whole numbers and lists")
    return [], flaw.text, flaw.hint


def _fault_in_items(value: Any, levels: int) -> _Fault | None:
    items: Iterable[tuple[str | int, Any]] = ()
    if not levels:
        return [], "is nested too deeply", "take out some of the brackets"
    if type(value) is dict:
        names = "".join(value)
        if not is_plain_line(names):
            name = next(name for name in value if not is_plain_line(name))
            return [], f"has a member called {_quoted(name)}", "member names are plain ASCII"
        items = value.items()
    else:
        if value and type(value[0]) is str and _is_plain_text(value):
            return None
        items = enumerate(value)
    for step, item in items:
        kind = type(item)
        if kind is str:
            if is_plain_line(item):
                continue
        elif kind is int and -LARGEST_INTEGER <= item <= LARGEST_INTEGER:
            continue
        fault = _fault_in(item, levels - 1)
        if fault is not None:
            fault[0].append(step)
            return fault
    return None


def _is_plain_text(items: list[Any]) -> bool:
    """Tell at a glance whether a list holds nothing but printable ASCII text."""
    try:
        text = "".join(items)
    except TypeError:
        return False
    return is_plain_line(text)


def _fault_in_text(text: str) -> _Fault | None:
    found = first_unsound(text)
    if found:
        code = ord(found[0])
        name = unicodedata.name(found[0], "")
        if 0xD800 <= code <= 0xDFFF:  # noqa: PLR2004 - the range that UTF-16 keeps for itself
            name = "half of a surrogate pair"
        where = f"character {found.start() + 1} of the text is U+{code:04X}"
        what = f"{where} ({name.lower()})" if name else where
        return [], what, "remove control characters and characters that cannot be seen"
    if not text.isascii() and not unicodedata.is_normalized("NFC", text):
        return [], f"the text {_quoted(text)} is not in Unicode normal form C", "type it anew"
    return None


def _too_large(number: str) -> _Flaw:
    return _Flaw(f"{_cut(number)} is too large a number", "numbers reach up to 2^53 - 1")


def _read_slowly(data: bytes, limit: int, deepest: int) -> dict[str, Any]:
    """Return the object in a file that is not in normal form, or say what is wrong with it."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line, column = _place(data, error.start)
        raise InvalidFileError(
            f"line {line}, column {column}: byte 0x{data[error.start]:02x} is not UTF-8",
            hint=_AS_UTF8,
        ) from None
    refuse_depth(data, deepest)
    document = _decode(data, text)
    try:
        is_plain = _is_plain(normal_form(document), deepest)
    except TypeError:
        is_plain = False
    if not is_plain:
        check_values(document, deepest=deepest)
    if type(document) is not dict:
        kind = {list: "a list", str: "a text", type(None): "null"}.get(type(document), "a value")
        raise InvalidFileError(
            f"the file holds {kind}, expected an object", hint="the first character is a {"
        )
    normal = normal_form(document)
    if len(normal) > limit:
        raise InvalidFileError(
            f"the file has {len(normal):,} bytes in normal form, at most {limit:,} are read",
            hint="send fewer orders in one file",
        )
    _refuse_envelope(normal, limit)
    return document


def _decode(data: bytes, text: str) -> Any:
    # Only files that are not in normal form need this module, so it is not loaded at the start.
    import json  # noqa: PLC0415 - only the slow path needs it

    try:
        return json.loads(
            text,
            object_pairs_hook=_members,
            # A function of ours for every number is slow, and only long ones and -0 need it.
            parse_int=_integer if b"-0" in data or _is_long(data) else None,
            parse_float=lambda number: _Flaw(f"{_cut(number)} is not a whole number", _NO_FLOAT),
            parse_constant=lambda name: _Flaw(f"{name} is not a number of JSON", _NO_FLOAT),
        )
    except json.JSONDecodeError as error:
        _refuse_syntax(text, error)


def _members(pairs: list[tuple[str, Any]]) -> Any:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            return _Flaw(f"the member {_quoted(name)} stands there twice", "keep one of the two")
        seen.add(name)
    raise AssertionError(pairs)


def _is_long(data: bytes) -> bool:
    """Tell whether somewhere there are more digits in a row than an integer may have."""
    return _LONG_NUMBER in data.translate(_DIGITS)


def _integer(text: str) -> Any:
    if text == "-0":
        return _Flaw("-0 is not a number of its own", "write 0")
    return int(text) if len(text) <= _LONGEST_INTEGER else _too_large(text)


def _refuse_syntax(text: str, error: Any) -> NoReturn:
    if not text.strip(" \t\r\n"):
        raise InvalidFileError("the file is empty", hint="send it again") from None
    what = error.msg[0].lower() + error.msg[1:].removesuffix(" at")
    hint = "text stands in double quotes, a comma between two values and none after the last"
    if error.msg == "Extra data":
        what, hint = "something follows the end of the document", "a file holds one object"
    elif error.msg.startswith("Invalid control character"):
        what, hint = "a text holds a control character", "write a line break as \\n, a tab as \\t"
    raise InvalidFileError(
        f"line {error.lineno}, column {error.colno}: {what}", hint=hint
    ) from None


def _place(data: bytes, offset: int) -> tuple[int, int]:
    start = data.rfind(b"\n", 0, offset) + 1
    return data.count(b"\n", 0, offset) + 1, len(data[start:offset].decode(errors="replace")) + 1


def _cut(text: str, length: int = 40) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"


def _quoted(text: str) -> str:
    return _cut(ascii(text[:40]))
