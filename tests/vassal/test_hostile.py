"""Mutated files: whatever is in one, it is read or refused in words, and never ends in a traceback."""

import os
import random
from contextlib import suppress

import pytest

from sealion_pbem.errors import PbemError
from sealion_pbem.vassal.command import ESC
from sealion_pbem.vassal.game_facts import survey
from sealion_pbem.vassal.obfuscation import obscured, revealed
from sealion_pbem.vassal.saved_game import SavedGame, read_saved_game
from sealion_pbem.vassal.scrub import scrubbed, scrubbed_text
from tests.vassal.files import zipped
from tests.vassal.test_scrub import COMMANDS

MANY = 100_000 if os.environ.get("SEALION_FUZZ") == "long" else 1500
PARTS = (
    *COMMANDS, "begin_save", "end_save", ESC, "\\" + ESC, "\\\\", "'", "\t", "/", ";", ",", "LOG\t", "+/",
    "+/9/stack/Main Map;1;2;7;9;@@1", "-/7", "-/9", "M/9/Main Map/5/6/null/x/1/2/null/",
    "D/9/Main Map;3;4;7",
    "D/7/", "M/", "TURN", "UNDO\ttrue", "MutableProperty\ta\tb\tc\td", "GlobalProperty\t;Entry;4;Module",
    "+/8/deck;a/Main Map;1;2;true;7,9", "mark;UnitId", "emb2;", "999999999999999999", "é", "\x00", "null",
)  # fmt: skip


@pytest.mark.fuzz
def test_commands_in_any_order():
    """Commands, halves of commands and delimiters, thrown together: facts or a refusal."""
    chance = random.Random(16 if MANY < 10_000 else None)
    refused = 0
    for _ in range(MANY):
        text = "".join(chance.choice(PARTS) for _ in range(chance.randrange(1, 25)))
        game = SavedGame(f"begin_save{ESC}{text}{ESC}end_save{ESC}{text}")
        for job in (survey, lambda game: scrubbed_text(game.text)):
            try:
                job(game)
            except PbemError:
                refused += 1
    assert 0 < refused < 2 * MANY


@pytest.mark.fuzz
def test_bytes_of_a_file_changed():
    """Some bytes of the zip file or of what it holds are others: facts or a refusal."""
    chance = random.Random(17 if MANY < 10_000 else None)
    plain = zipped(savedGame=obscured(ESC.join(COMMANDS).encode(), 3), savedata=b"<data/>")
    for _ in range(MANY // 5):
        data = bytearray(plain if chance.random() < 0.7 else revealed(plain))
        for _ in range(chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        for job in (read_saved_game, scrubbed):
            with suppress(PbemError):
                job(bytes(data))
