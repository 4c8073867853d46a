"""Letters with more entries than a mail has room for: every mail can be read here, and nothing is lost."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from sealion_pbem.mail.anatomy import dissect
from sealion_pbem.mail.armour import LARGEST
from sealion_pbem.mail.letter import Letter, compose
from sealion_pbem.mail.split import mails_of, split


def noise(number: int, size: int) -> bytes:
    """A file that hardly gets smaller when it is packed."""
    blocks = (sha256(f"{number} {n}".encode()).hexdigest() for n in range(size // 64 + 1))
    text = "".join(chr(0x4E00 + int(hex4, 16) % 20000) for b in blocks for hex4 in _fours(b))
    head = {"campaign": f"{number:064x}", "kind": "turn", "by": "red", "seq": number}
    room = (size - len(json.dumps(head)) - 40) // 3
    return json.dumps({**head, "text": text[:room]}, ensure_ascii=False).encode()


def _fours(text: str) -> list[str]:
    return [text[n : n + 4] for n in range(0, len(text), 4)]


def letter_with(entries: dict[str, bytes], **more: object) -> Letter:
    return Letter(
        sender="robot@example.org", to=("red@example.org",), subject="[sealion hill T01] report",
        text="What happened.\n\n", entries=entries, key="receipt/1", date="2026-01-31T12:00:00Z",
        **more,  # type: ignore[arg-type]  # whatever a test wants to be otherwise
    )  # fmt: skip


def files(count: int, size: int) -> dict[str, bytes]:
    made = (noise(number, size) for number in range(count))
    return {f"{n:04d}-turn-red-{n:016x}.json": data for n, data in enumerate(made)}


@pytest.mark.parametrize(("count", "size"), [(1, LARGEST), (2, LARGEST), (7, LARGEST), (90, 300)])
def test_every_mail_can_be_read_and_all_of_them_bring_everything(count: int, size: int):
    """Few large entries and many small ones, behind a letter with a page, pictures and a file."""
    entries = files(count, size)
    page = {"html": "<p>What happened.</p>" * 2000, "images": {"map@x": b"\x89PNG" * 30_000}}
    letter = letter_with(entries, attachments={"orders.json": b"{}"}, **page)

    parts = split(letter)

    found: list[tuple[str, bytes]] = []
    for part in parts:
        read = dissect(compose(part))
        assert (read["refusal"], read["damaged"], read["notes"]) == ("", [], [])
        found += [item for item in read["entries"] if item[0] != "orders.json"]
    assert found == list(entries.items())
    assert len({part.key for part in parts}) == len(parts)
    assert parts[-1].key == letter.key
    assert parts[-1].html == letter.html


def test_a_letter_that_fits_is_left_as_it_is():
    """One mail, with the bytes that it always had."""
    letter = letter_with(files(3, 2000))
    assert split(letter) == (letter,)
    assert split(letter_with({})) == (letter_with({}),)


@pytest.mark.parametrize(("count", "size"), [(0, 0), (3, 2000), (19, 300), (21, 300)])
def test_mails_are_the_parts_written_out(count: int, size: int):
    """A letter that is written whole first goes into the same mails as one that is weighed first."""
    letter = letter_with(files(count, size), html="<p>What happened.</p>" * 200)
    assert mails_of(letter) == tuple((part, compose(part)) for part in split(letter))


def test_mails_say_their_order():
    """Whoever takes the last first finds that something is missing, so each says which it is."""
    parts = split(letter_with(files(50, 300)))

    assert [part.subject[:8] for part in parts] == ["(1 of 3)", "(2 of 3)", "(3 of 3)"]
    assert parts[0].text.startswith("This is mail 1 of 3.")
    assert parts[-1].text.startswith("This is mail 3 of 3: take those before it first.")


def test_a_huge_letter_is_cut_and_its_entries_are_not():
    """A report that fills a mail by itself loses its page, then the end of its text."""
    entries = files(2, 2000)
    (page,) = split(letter_with(entries, html="<p>x</p>" * 300_000))
    long = replace(letter_with(entries), text="word " * 200_000)
    (text,) = split(long)

    assert (page.html, page.text) == ("", "What happened.\n\n")
    assert "has no room in a mail" in text.text
    for part in (page, text):
        read = dissect(compose(part))
        assert not read["refusal"]
        assert dict(read["entries"]) == entries
