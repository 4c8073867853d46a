"""Saved games and logs: a zip file with the commands under a thin veil, and two notes about them."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

from sealion_pbem.campaign.container import Packer
from sealion_pbem.campaign.unpack import RATIO, Unpacker, unpacking
from sealion_pbem.errors import CorruptError, InvalidFileError
from sealion_pbem.vassal.command import Tree, parse_tree
from sealion_pbem.vassal.obfuscation import LARGEST_TEXT, obscured, revealed

__all__ = [
    "BEGIN", "BUILD_FILES", "END", "GAME", "LARGEST_FILE", "MODULE_NOTE", "NOTE", "SavedGame",
    "read_saved_game", "write_saved_game",
]  # fmt: skip

GAME, NOTE, MODULE_NOTE = "savedGame", "savedata", "moduledata"
BUILD_FILES = ("buildFile.xml", "buildFile")
"""What the build file of a module is called, and was called by older engines."""
LARGEST_FILE = 32 * 1024 * 1024
BEGIN, END = "begin_save", "end_save"
"""The commands before and behind a position."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The commands of a saved game or log, and the notes of the game and of the module that wrote it.

    A log is a saved game with steps behind it.
    """

    text: str
    note: bytes = b""
    module_note: bytes = b""

    def tree(self) -> Tree:
        """Return the commands.

        Raises:
            InvalidFileError: they do not begin and end as a saved game does, or are nested absurdly.
        """
        if not self.text.startswith(BEGIN):
            raise InvalidFileError(
                "it does not begin as a saved game begins",
                hint="choose a .vsav or .vlog that VASSAL has written",
            )
        found = parse_tree(self.text)
        if isinstance(found, str) or END not in found:
            raise InvalidFileError(
                "the saved game does not end: it is cut short",
                hint="save it again in VASSAL, or ask for it to be sent again",
            )
        return found

    def parts(self) -> tuple[list[Tree], list[Tree]]:
        """Return what sets up the position, and the steps that follow on it."""
        found = self.tree()
        assert isinstance(found, list), "a saved game has more than one command"
        end = found.index(END) + 1
        return found[:end], found[end:]


def read_saved_game(data: bytes, name: str = "the file") -> SavedGame:
    """Return the saved game in a zip file.

    Raises:
        InvalidFileError: it is none.
        CorruptError: it is damaged or hostile.
    """
    if len(data) > LARGEST_FILE:
        raise InvalidFileError(f"{name} is larger than {LARGEST_FILE} bytes")
    with unpacking(BytesIO(data), name, is_foreign=True) as unpacker:
        if GAME not in unpacker.names:
            raise InvalidFileError(
                f"{name} holds no saved game",
                hint="choose a .vsav or .vlog that VASSAL has written, not a module",
            )
        plain = revealed(unpacker.read(GAME))
        if len(plain) > LARGEST_TEXT:
            raise InvalidFileError(f"{name} holds more than {LARGEST_TEXT} bytes of commands")
        try:
            text = plain.decode()
        except UnicodeDecodeError as error:
            raise CorruptError(
                f"{name} is not UTF-8 from byte {error.start} on: it is damaged"
            ) from None
        return SavedGame(text, *(_member(unpacker, member) for member in (NOTE, MODULE_NOTE)))


def _member(unpacker: Unpacker, name: str) -> bytes:
    return unpacker.read(name) if name in unpacker.names else b""


def write_saved_game(game: SavedGame, key: int = 0xB5) -> bytes:
    """Return a zip file that every VASSAL of today opens; the same game gives the same bytes."""
    target = BytesIO()
    packer = Packer(target)
    packer.put(GAME, obscured(game.text.encode(), key), most=RATIO)
    for name, data in ((NOTE, game.note), (MODULE_NOTE, game.module_note)):
        if data:
            packer.put(name, data, most=RATIO)
    packer.close()
    return target.getvalue()
