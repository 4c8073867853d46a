"""An entry as a block of text that survives what mail programs do to text.

    BEGIN SEALION ENTRY 28e3637c LINES 14
    12 turn red 3d6a83af958f7c97
    AAA5QKX3…                             words of 48 letters and digits, one on each line
    END SEALION ENTRY 12

Every word carries its number, 25 bytes and a check sum that depends on the block it belongs to, so
words can be quoted, joined to longer lines, cut, repeated or mixed with other text, and what is
missing can be named. The alphabet is that of base32: no mail program takes its letters for a link,
a smiley, a quotation mark or a dash, and upper and lower case mean the same.
"""

from __future__ import annotations

import re
import zlib
from base64 import b32decode, b32encode
from hashlib import sha256

from sealion_pbem.engine.alphabet import without_unseen
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.saying import plural
from sealion_pbem.errors import MailError

__all__ = ["LARGEST", "MOST_BLOCKS", "Block", "armour", "find"]

LARGEST = 262_144
"""The largest file that a block holds, in bytes."""
MOST_BLOCKS = 40
"""So many different blocks are read in one text."""

_PIECE = 25
_NUMBER = 3
_CHECK = 5
_WORD = _NUMBER + _PIECE * 8 // 5 + _CHECK
_DIGEST = 16
_MOST_WORDS = 32**_NUMBER
# So many check sums that do not fit are tried in one text; then the rest of it counts as lost.
_MOST_TRIALS = 40_000

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_VALUE = {letter: value for value, letter in enumerate(_ALPHABET)}
_A_WORD = re.compile(rf"(?<![A-Z2-7])[A-Z2-7]{{{_WORD}}}(?![A-Z2-7])")
_NO_LETTER = re.compile(r"[^A-Z2-7]+")
_QUOTE = re.compile(r"^[^\S\n]*(?:[A-Za-z]{0,8}[>|\u00bb\u203a][^\S\n]*){1,50}", re.MULTILINE)
_GAP = r"(?:[\s*_~]|[A-Za-z]{0,8}[>|\u00bb\u203a]){1,200}"
_BEGIN = re.compile(
    _GAP.join((
        r"BEGIN", r"SEALION", r"ENTRY", r"([0-9a-f]{8})", r"LINES", r"([0-9]{1,5})",
        r"([0-9]{1,5})", r"([a-z_]{1,20})", r"([a-z][a-z0-9_]{0,19})", r"([0-9a-f]{16})(?![0-9a-f])",
    )),
    re.IGNORECASE,
)  # fmt: skip
_END = re.compile(_GAP.join((r"END", r"SEALION", r"ENTRY")), re.IGNORECASE)
_TOUCHED_BEGIN = re.compile(_GAP.join((r"BEGIN", r"SEALION", r"ENTRY")), re.IGNORECASE)
_NAMES = {
    "campaign": re.compile(r"[0-9a-f]{64}"),
    "kind": re.compile(r"[a-z_]{1,20}"),
    "by": re.compile(r"[a-z][a-z0-9_]{0,19}"),
}


@frozen
class Block:
    """One block that was found: the file in it, or what is wrong with it."""

    campaign: str
    """The first eight digits of the campaign's id."""
    seq: int
    kind: str
    by: str
    digest: str
    data: bytes = b""
    fault: str = ""

    @property
    def name(self) -> str:
        """The name of the file."""
        return f"{self.seq:04d}-{self.kind}-{self.by}-{self.digest}.json"

    @property
    def title(self) -> str:
        """A title in words."""
        return f"{self.kind} {self.seq} of {self.by}"


def armour(data: bytes) -> str:
    """Return a file as a block of text: an entry, or any other JSON object that players exchange.

    Raises:
        MailError: the file is too large, or no JSON object.
    """
    if len(data) > LARGEST:
        raise MailError(f"the file has {len(data):,} bytes, a block holds at most {LARGEST:,}")
    name = _title(data)
    digest = name.rpartition(" ")[2]
    packed = sha256(data).digest()[:_DIGEST] + zlib.compress(data, 9)
    pieces = [packed[start : start + _PIECE] for start in range(0, len(packed), _PIECE)]
    words = [_word(digest, number, piece) for number, piece in enumerate(pieces)]
    campaign, _, title = name.partition(" ")
    begin = f"BEGIN SEALION ENTRY {campaign} LINES {len(words)}"
    return "\n".join((begin, title, *words, f"END SEALION ENTRY {title.split()[0]}", ""))


def find(text: str) -> tuple[Block, ...]:
    """Return every block in a text, in the order of the text; copies of one block count as one.

    A damaged block has a `fault` that says what is missing.
    """
    text = without_unseen(text)
    if "sealion" not in text.lower():
        return ()
    plain = " ".join(_QUOTE.sub("", text).split())
    begins = list(_BEGIN.finditer(plain))
    regions: dict[tuple[str, ...], list[str]] = {}
    for place, begin in enumerate(begins):
        stop = begins[place + 1].start() if place + 1 < len(begins) else len(plain)
        end = _END.search(plain, begin.end(), stop)
        heading = tuple(part.lower() for part in begin.groups())
        if heading in regions or len(regions) < MOST_BLOCKS:
            region = plain[begin.end() : end.start() if end else stop]
            regions.setdefault(heading, []).append(region.upper())
    search = _BlockSearch()
    found = [search.block(heading, copies) for heading, copies in regions.items()]
    if not begins and _TOUCHED_BEGIN.search(plain):
        found.append(_unnamed())
    return tuple(found)


def _title(data: bytes) -> str:
    """Return what the first lines say of a file: campaign, number, kind, seat, digest."""
    # Reading mail, in a child process without libraries, needs only the other direction.
    import orjson  # noqa: PLC0415 - only writing needs it

    from sealion_pbem.engine.canon import canonical  # noqa: PLC0415 - only writing needs it

    try:
        document = orjson.loads(data)
        if not isinstance(document, dict):
            raise TypeError("it holds something else")  # noqa: TRY301 - one answer to all faults
        body = {name: value for name, value in document.items() if name != "signatures"}
        digest = sha256(canonical(body)).hexdigest()
    except (TypeError, ValueError) as error:
        raise MailError(f"only JSON objects are sent as text: {error}") from error
    campaign = _known(document, "campaign", "0" * 64)[:8]
    seq = document.get("seq")
    number = seq if type(seq) is int and 0 <= seq <= 99_999 else 0  # noqa: PLR2004 - five digits
    kind, by = _known(document, "kind", "file"), _known(document, "by", "all")
    return f"{campaign} {number} {kind} {by} {digest[:16]}"


def _known(document: dict[str, object], name: str, otherwise: str) -> str:
    value = document.get(name)
    return value if isinstance(value, str) and _NAMES[name].fullmatch(value) else otherwise


def _word(digest: str, number: int, piece: bytes) -> str:
    letters = _letters(number, _NUMBER) + b32encode(piece.ljust(_PIECE, b"\0")).decode()
    return letters + _check(digest, letters)


def _check(digest: str, letters: str) -> str:
    value = int.from_bytes(sha256(f"{digest}{letters}".encode()).digest()[:4], "big")
    return _letters(value % 32**_CHECK, _CHECK)


def _letters(value: int, count: int) -> str:
    return "".join(_ALPHABET[value >> 5 * place & 31] for place in reversed(range(count)))


class _BlockSearch:
    """The search for the words of blocks, with one budget for all that is in vain."""

    def __init__(self) -> None:
        self._trials = _MOST_TRIALS

    def block(self, heading: tuple[str, ...], copies: list[str]) -> Block:
        campaign, lines, seq, kind, by, digest = heading
        block = Block(campaign, int(seq), kind, by, digest)
        count = int(lines)
        if not 0 < count <= _MOST_WORDS:
            return _damaged(block, f"it claims to have {count} lines")
        pieces: dict[int, str] = {}
        for copy in copies:
            self._collect(pieces, _A_WORD.findall(copy), digest, count)
        if len(pieces) < count:
            for copy in copies:
                self._cut_anew(pieces, _NO_LETTER.sub("", copy), digest, count)
        missing = [number + 1 for number in range(count) if number not in pieces]
        if missing:
            lost = "all its lines are" if len(missing) == count else f"{_lines(missing)} of {count}"
            return _damaged(block, f"{lost} missing or damaged")
        packed = b32decode("".join(pieces[number] for number in range(count)))
        data = _unpack(packed[_DIGEST:])
        if data is None or sha256(data).digest()[:_DIGEST] != packed[:_DIGEST]:
            return _damaged(block, "its check sum does not fit")
        return Block(campaign, int(seq), kind, by, digest, data)

    def _collect(self, pieces: dict[int, str], words: list[str], digest: str, count: int) -> None:
        """Add what is in those words that belong to the block; of two for one place the first."""
        for word in words:
            number = _VALUE[word[0]] << 10 | _VALUE[word[1]] << 5 | _VALUE[word[2]]
            if number < count and number not in pieces and self._fits(word, digest):
                pieces[number] = word[_NUMBER:-_CHECK]

    def _cut_anew(self, pieces: dict[int, str], stream: str, digest: str, count: int) -> None:
        """Add the words in a stream of letters of which the line breaks are lost."""
        start = 0
        while start + _WORD <= len(stream) and self._trials > 0:
            word = stream[start : start + _WORD]
            if self._fits(word, digest):
                self._collect(pieces, [word], digest, count)
                start += _WORD
            else:
                start += 1

    def _fits(self, word: str, digest: str) -> bool:
        if self._trials <= 0:
            return False
        is_ours = _check(digest, word[:-_CHECK]) == word[-_CHECK:]
        self._trials -= not is_ours
        return is_ours


def _unpack(packed: bytes) -> bytes | None:
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(packed, LARGEST + 1)
    except zlib.error:
        return None
    return data if stream.eof and len(data) <= LARGEST else None


def _damaged(block: Block, what: str) -> Block:
    fault = f"the text block of {block.title} ({block.digest}) is damaged: {what}"
    return Block(block.campaign, block.seq, block.kind, block.by, block.digest, b"", fault)


def _unnamed() -> Block:
    fault = "a text block begins, but its first lines were changed and cannot be read"
    return Block("0" * 8, 0, "file", "all", "0" * 16, b"", fault)


def _lines(numbers: list[int]) -> str:
    """Return numbers as ranges, the first few of them."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    shown = [f"{first}" if first == last else f"{first}-{last}" for first, last in ranges[:5]]
    return f"{plural(len(numbers), 'line')} {', '.join(shown)}" + (
        " and others" if len(ranges) > len(shown) else ""
    )
