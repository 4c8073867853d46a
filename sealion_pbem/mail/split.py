"""What has no room in one mail goes into several: whoever reads mails as we do can read each of them.

Our own reader refuses what is too large or has too many parts (`anatomy`), and so do many servers. The
limits here leave it some room for what happens to a mail on its way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sealion_pbem.mail.armour import armour
from sealion_pbem.mail.letter import Letter, compose

__all__ = ["mails_of", "split"]

_MOST_BYTES = 1_500_000
_MOST_LINES = 40_000
_MOST_PARTS = 26
# The multiparts that hold the others, the text and the page.
_FRAME_PARTS = 5
# An attachment is written as base64, 57 bytes on a line, behind a few headers.
_ON_A_LINE = 57
_HEADERS = 10
_LINE = 78
_LONGEST_TEXT = 300_000
_LARGEST_LETTER = 1_000_000
_CUT = "\n\n… The rest of this letter has no room in a mail: 'sealion report' shows all of it.\n\n"


def mails_of(letter: Letter) -> tuple[tuple[Letter, bytes], ...]:
    """Return what `split` does, each with the mail that it is.

    Most letters go into one mail, and to write one with pictures takes long: so it is first written
    whole, and weighed by that.
    """
    whole = compose(letter)
    if len(whole) <= _LARGEST_LETTER and len(_lots(letter, whole)) == 1:
        return ((letter, whole),)
    return tuple((part, compose(part)) for part in split(letter))


def split(letter: Letter) -> tuple[Letter, ...]:
    """Return a letter as one mail or as several, in the order in which their entries are to be taken.

    The last is the letter itself with the newest entries; those before it bring the earlier ones.
    """
    letter, bare = _shortened(letter)
    lots = _lots(letter, bare)
    if len(lots) == 1:
        return (letter,)
    count = len(lots)
    earlier = [_part(letter, lot, number, count) for number, lot in enumerate(lots[:-1], 1)]
    note = f"This is mail {count} of {count}: take those before it first.\n\n"
    subject = _numbered(letter.subject, count, count)
    return (
        *earlier,
        replace(letter, subject=subject, text=note + letter.text, entries=lots[-1]),
    )


def _part(letter: Letter, entries: Mapping[str, bytes], number: int, count: int) -> Letter:
    text = f"""\
This is mail {number} of {count}. The entries in it have no room in the last one and
belong before those there: take the mails in their order.

"""
    return replace(
        letter,
        subject=_numbered(letter.subject, number, count),
        text=text,
        html="",
        images={},
        attachments={},
        entries=entries,
        key=f"{letter.key}/{number} of {count}" if letter.key else "",
    )


def _numbered(subject: str, number: int, count: int) -> str:
    return f"({number} of {count}) {subject}"


def _shortened(letter: Letter) -> tuple[Letter, bytes]:
    """Return a letter that leaves room for entries, and the mail that it is without them.

    If it is huge it has no page, or is bare and cut.
    """
    paperless = replace(letter, html="", images={})
    for one in (letter, paperless):
        bare = compose(replace(one, entries={}))
        if len(bare) <= _LARGEST_LETTER:
            return one, bare
    text = letter.text
    if len(text) > _LONGEST_TEXT:
        text = text[:_LONGEST_TEXT] + _CUT
    cut = replace(paperless, text=text, attachments={})
    return cut, compose(replace(cut, entries={}))


def _lots(letter: Letter, bare: bytes) -> list[dict[str, bytes]]:
    """Return the entries of a letter in as many lots as it takes mails, the newest in the last.

    `bare` is the mail to which they are added.
    """
    parts = _FRAME_PARTS + len(letter.images) + len(letter.attachments)
    full = (len(bare), bare.count(b"\n"), parts)
    taken, lots = full, [dict[str, bytes]()]
    for name, data in [*letter.entries.items()][::-1]:
        more = _weight(data)
        if lots[0] and not _fits(taken, more):
            taken = (_LINE * _HEADERS * 2, _HEADERS * 2, _FRAME_PARTS)
            lots.insert(0, {})
        taken = (taken[0] + more[0], taken[1] + more[1], taken[2] + more[2])
        lots[0] = {name: data, **lots[0]}
    return lots


def _fits(taken: tuple[int, int, int], more: tuple[int, int, int]) -> bool:
    limits = (_MOST_BYTES, _MOST_LINES, _MOST_PARTS)
    return all(have + one <= most for have, one, most in zip(taken, more, limits, strict=True))


def _weight(data: bytes) -> tuple[int, int, int]:
    """Return what an entry takes in a mail: bytes, lines and parts."""
    block = armour(data).count("\n") + 1
    lines = block + len(data) // _ON_A_LINE + _HEADERS
    return lines * _LINE, lines, 1
