"""Saved games and logs: four forms of the veil, the same text out as in, and hostile files refused."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.errors import InvalidFileError, PbemError
from sealion_pbem.vassal.build_file import note, parse_build_file, read_note
from sealion_pbem.vassal.command import ESC, format_tree
from sealion_pbem.vassal.guard import survey_file
from sealion_pbem.vassal.obfuscation import obscured, revealed
from sealion_pbem.vassal.saved_game import SavedGame, read_saved_game, write_saved_game
from sealion_pbem.vassal.tabletop import Tabletop
from tests.vassal.files import SAVED, foreign, zipped


@given(st.binary(max_size=300), st.integers(0, 255))
def test_the_veil_is_lifted(data, key):
    """Whatever the key is, the bytes come back."""
    assert revealed(obscured(data, key)) == data
    assert revealed(obscured(data, key).upper().replace(b"!VCSK", b"!VCSK")) == data


def test_four_forms_of_the_veil_are_read():
    """Digits, packed digits, raw bytes, and none at all."""
    plain = SAVED.encode()
    digits = obscured(plain, 7)
    packed = b"!VCSZ" + obscured(zlib.compress(plain), 9)[5:]
    raw = b"VOBS\x21" + bytes(value ^ 0x21 for value in plain)
    for data in (digits, packed, raw, plain):
        assert read_saved_game(zipped(savedGame=data)).text == SAVED


def test_a_saved_game_comes_back_byte_for_byte():
    """What is written is read again, and written again it is the same file."""
    game = SavedGame(SAVED, note("1", "a note"), note("1", "a module", name="Game"))
    data = write_saved_game(game)
    assert read_saved_game(data) == game
    assert write_saved_game(read_saved_game(data)) == data
    assert read_note(game.module_note)["name"] == "Game"


@pytest.mark.parametrize("name", ["tour.log", "ragnarok-start.vsav"])
def test_files_of_others_keep_every_byte(name):
    """A log of 2005 and a save of today: read into a tree and written, the text is the same."""
    game = read_saved_game(foreign(name))
    assert format_tree(game.tree()) == game.text


def test_a_log_of_others_is_played_to_its_end():
    """VASSAL's own tour: after its 114 steps there are as many things on the table as in the engine."""
    setting, steps = read_saved_game(foreign("tour.log")).parts()
    table = Tabletop()
    for tree in setting:
        table.obey(tree)
    assert len(table.lying) == 17
    for tree in steps:
        table.obey(tree)
    assert len(table.lying) == 28


HOSTILE = {
    "is not a zip archive": b"hello",
    "holds no saved game": zipped(other=b"x"),
    "no row of pairs of digits": zipped(savedGame=b"!VCSK0"),
    "is no row of pairs": zipped(savedGame=b"!VCSK00zz"),
    "ends before its key": zipped(savedGame=b"VOBS"),
    "is not UTF-8 from byte 2 on": zipped(savedGame=b"be\xff"),
    "does not begin": zipped(savedGame=b"end_save"),
    "cut short": zipped(savedGame=b"begin_save" + ESC.encode() + b"+/1"),
    "nested deeper": zipped(savedGame=(SAVED + "\\" * 400 + ESC).encode()),
    "times its size": zipped(savedGame=bytes(10**6)),
    "is damaged": zipped(savedGame=b"!VCSZ00ffffff"),
    "says less": zipped(savedGame=f"begin_save{ESC}+/1{ESC}end_save".encode()),
}


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_files_are_refused_in_words(words):
    """Zip bombs, bad text, half files, absurd nesting: each gets its sentence."""
    with pytest.raises(PbemError, match=words):
        survey_and_tree(HOSTILE[words])


def survey_and_tree(data: bytes) -> None:
    game = read_saved_game(data)
    setting, steps = game.parts()
    table = Tabletop()
    for tree in (*setting, *steps):
        table.obey(tree)


def test_the_child_says_the_same():
    """Files of strangers are opened in a guarded child, which hands on the refusal."""
    with pytest.raises(InvalidFileError, match="nested deeper"):
        survey_file(HOSTILE["nested deeper"])
    with pytest.raises(InvalidFileError, match="is not a zip archive"):
        survey_file(b"hello")


def test_entities_are_not_followed():
    """A build file with a DOCTYPE is refused: no VASSAL writes one."""
    bomb = b'<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><data><name>&b;</name></data>'
    with pytest.raises(InvalidFileError, match="DOCTYPE"):
        parse_build_file(bomb)
    with pytest.raises(InvalidFileError, match="not sound"):
        parse_build_file(b"<data>")
