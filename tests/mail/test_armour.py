"""Entries as blocks of text: what survives, and what is said of what does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.errors import MailError
from sealion_pbem.mail.armour import MOST_BLOCKS, armour, find
from tests.mail.mutilate import MUTILATIONS, quoted, sample

ALONE = ("cut_at_40", "cut_and_quoted", "no_break_spaces")
NAMES = st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), st.text() | st.integers(0, 9))


def test_a_block_is_ascii_and_narrow():
    """Only letters, digits and spaces; the words fit a phone and five levels of quoting."""
    text = armour(sample())
    assert text.isascii()
    assert not set(text) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 \n")
    first, second, *words, last, empty = text.split("\n")
    assert first == f"BEGIN SEALION ENTRY 28e3637c LINES {len(words)}"
    assert second.startswith("12 turn red ")
    assert {len(word) for word in words} == {48}
    assert (last, empty) == ("END SEALION ENTRY 12", "")


def test_the_same_file_gives_the_same_block():
    """Nothing in a block depends on the time or on chance."""
    assert armour(sample()) == armour(sample())


def test_the_name_is_that_of_the_entry():
    """A block found in a mail is called as the entry's own file would be."""
    (block,) = find(armour(sample()))
    assert block.name.startswith("0012-turn-red-")
    assert (block.title, block.fault) == ("turn 12 of red", "")


@pytest.mark.parametrize("change", MUTILATIONS, ids=lambda change: change.__name__)
@pytest.mark.parametrize("size", [0, 600, 9000])
def test_a_block_survives(change, size):
    """One mail program is harmless, whatever it does to the text."""
    data = sample(size=size)
    (block,) = find(change(armour(data)))
    assert block.data == data, block.fault


@given(
    st.lists(
        # Words cut in the middle happen, but not on top of everything else; and where all spaces
        # were made unbreakable, the next program cuts words.
        st.sampled_from([each for each in MUTILATIONS if each.__name__ not in ALONE]),
        min_size=2,
        max_size=3,
    ),
    st.integers(0, 2000),
)
def test_several_programs_in_a_row(changes, size):
    """A mail is quoted, forwarded and re-wrapped by one program after another."""
    data = sample(size=size)
    text = armour(data)
    for change in changes:
        text = change(text)
    assert [block.data for block in find(text)] == [data]


@given(NAMES)
def test_any_json_object_can_be_sent(document):
    """Drafts and other files that are no entries have a block too."""
    import orjson

    data = orjson.dumps(document)
    (block,) = find(quoted(armour(data)))
    assert block.data == data


@given(st.text(max_size=3000))
def test_no_text_makes_an_error(text):
    """Whatever a mail says, the search ends with an answer."""
    for block in find("BEGIN SEALION ENTRY " + text):
        assert block.fault


@given(st.data())
def test_a_changed_letter_is_noticed_or_harmless(data):
    """One wrong letter in a word: the line is named, or another copy of it was there."""
    content = sample(size=100)
    lines = armour(content).split("\n")
    number = data.draw(st.integers(2, len(lines) - 3))
    place = data.draw(st.integers(0, 47))
    letter = data.draw(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"))
    changed = lines[number][:place] + letter + lines[number][place + 1 :]
    is_same = changed == lines[number]
    (block,) = find("\n".join([*lines[:number], changed, *lines[number + 1 :]]))
    assert (block.data == content) == is_same
    if not is_same:
        assert f"line {number - 1} of {len(lines) - 4}" in block.fault


def test_several_blocks_in_one_text():
    """Each is found, in the order of the text, quoted or not."""
    files = [sample(seq=seq) for seq in (3, 4, 5)]
    text = armour(files[0]) + quoted(armour(files[1])) + "and\n" + armour(files[2])
    assert [block.data for block in find(text)] == files


def test_the_end_is_missing():
    """A cut block names the lines that are missing."""
    text = armour(sample(size=300))
    count = len(text.splitlines()) - 3
    (block,) = find("\n".join(text.splitlines()[:7]))
    assert block.fault.startswith("the text block of turn 12 of red (")
    assert f"damaged: lines 6-{count} of {count} missing or damaged" in block.fault
    assert not block.data


def test_two_damaged_copies_make_a_whole():
    """What one copy lacks, the quoted copy below has."""
    data = sample()
    lines = armour(data).splitlines()
    text = "\n".join(lines[:5]) + "\n\n" + quoted("\n".join([*lines[:2], *lines[4:]]))
    assert [block.data for block in find(text)] == [data]


def test_words_of_another_block_do_not_fit():
    """A line moved from one block into another counts as missing, not as content."""
    mine, theirs = (armour(sample(seq=seq)).splitlines() for seq in (1, 2))
    mine[4] = theirs[4]
    (block,) = find("\n".join(mine))
    assert "line 3 of" in block.fault


def test_a_changed_first_line_is_told():
    """Without its first lines nothing can be read, and that is said."""
    (block,) = find(armour(sample()).replace("LINES", "LIMES"))
    assert "first lines were changed" in block.fault


def test_no_block_in_other_text():
    """A mail about something else holds nothing."""
    assert find("Shall we begin? Sealion entry hall, end of May.") == ()


def test_too_many_blocks_are_cut():
    """A text of nothing but beginnings is read up to a limit."""
    text = "".join(
        f"BEGIN SEALION ENTRY aaaaaaaa LINES 3\n{n} turn red aaaaaaaaaaaaaaaa\n" for n in range(500)
    )
    assert len(find(text)) == MOST_BLOCKS


@pytest.mark.parametrize("data", [b"", b"[]", b"no JSON", b'"x"', b"{" * 9999])
def test_what_is_no_object_is_refused(data):
    """Only JSON objects are sent as text."""
    with pytest.raises(MailError):
        armour(data)


def test_too_large_a_file_is_refused():
    """A file that nobody would read is not sent either."""
    with pytest.raises(MailError, match="at most 262,144"):
        armour(b'{"a": "' + b"x" * 262_144 + b'"}')


def test_a_block_cannot_unpack_to_more_than_a_file():
    """A packed bomb with right check sums ends at the limit."""
    import zlib
    from hashlib import sha256

    from sealion_pbem.mail import armour as module

    data = b"\0" * 50_000_000
    packed = sha256(data).digest()[:16] + zlib.compress(data, 9)
    pieces = [packed[start : start + 25] for start in range(0, len(packed), 25)]
    digest = "a" * 16
    words = [module._word(digest, number, piece) for number, piece in enumerate(pieces)]
    text = f"BEGIN SEALION ENTRY aaaaaaaa LINES {len(words)}\n1 turn red {digest}\n"
    (block,) = find(text + "\n".join(words))
    assert "check sum does not fit" in block.fault
