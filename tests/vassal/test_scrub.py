"""Passwords: wherever VASSAL writes one, scrubbing leaves a number in its place."""

import re

import pytest

from sealion_pbem.errors import InvalidFileError
from sealion_pbem.vassal.command import ESC
from sealion_pbem.vassal.guard import scrub_file
from sealion_pbem.vassal.saved_game import read_saved_game
from sealion_pbem.vassal.scrub import scrubbed_text
from sealion_pbem.vassal.trait import chained
from tests.vassal.files import foreign, zipped

SECRET, OTHER = "hunter2", "swordfish"
TYPES = chained(["hide;;;;;", "obs;;;;;;", "restrict;;;;", "hide;;;;side:;", "piece;;;;"])
STATE = chained([SECRET, f"{OTHER};x", SECRET, "Reds", "null;0;0;;0"])
COMMANDS = [
    "begin_save", "", f"PLAYER\t{SECRET}\tHans\tReds", f"+/7/{TYPES}/{STATE}", "end_save",
    f"LOG\tM/7/Map/1/2/null/Map/3/4/null/{OTHER}", f"LOG\tD/7/{STATE}/{STATE}",
    f"PNOTE\t{SECRET}\ttext", f"SNOTE\tname\t{OTHER}\ttrue", "OBA\tkept as it stands",
]  # fmt: skip


def test_every_place_of_a_password_is_blanked():
    """Roster, moves, hidden, masked and restricted pieces, notes; what belongs to a side is kept."""
    text, count = scrubbed_text(ESC.join(COMMANDS))
    assert count == 2
    assert SECRET not in text
    assert OTHER not in text
    assert "Reds" in text
    assert "OBA\tkept as it stands" in text
    assert set(re.findall(r"blank-\d+", text)) == {"blank-1", "blank-2"}
    assert scrubbed_text(text) == (text, 0)


def test_a_module_is_scrubbed_with_its_set_ups():
    """A set-up inside a module is a saved game too."""
    inside = zipped(savedGame=ESC.join(COMMANDS).encode())
    data, count = scrub_file(zipped(**{"buildFile.xml": b"<a/>", "start.vsav": inside}))
    assert count == 2
    assert SECRET.encode() not in data


def test_a_file_of_others_is_scrubbed_and_whole():
    """Only the roster and moves change; nothing else does."""
    data = foreign("ragnarok-start.vsav")
    made, count = scrub_file(data)
    assert count == 1
    before, after = read_saved_game(data), read_saved_game(made)
    assert after.text == before.text.replace("PLAYER\tme\t", "PLAYER\tblank-1\t")
    assert (after.note, after.module_note) == (before.note, before.module_note)


def test_what_is_none_of_vassals_files_is_refused():
    """Any other zip file is left alone."""
    with pytest.raises(InvalidFileError, match="no saved game, log or module"):
        scrub_file(zipped(readme=b"hello"))
