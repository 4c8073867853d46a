"""Modules: a zip file with a build file, pictures, set-ups and a page of help."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

from sealion_pbem.campaign.container import Packer
from sealion_pbem.campaign.unpack import RATIO, Unpacker, unpacking
from sealion_pbem.errors import InvalidFileError
from sealion_pbem.vassal.build_file import build_file, note
from sealion_pbem.vassal.kit import Kit
from sealion_pbem.vassal.saved_game import BUILD_FILES, MODULE_NOTE, SavedGame, write_saved_game

__all__ = ["read_build_file", "write_module"]

_HELP = "help/guide.html"


def write_module(
    kit: Kit, pictures: Mapping[str, bytes], setups: Mapping[str, SavedGame], guide: str
) -> bytes:
    """Return a module; the same kit and pictures give the same bytes."""
    files = {title: f"setup-{number}.vsav" for number, title in enumerate(setups, 1)}
    target = BytesIO()
    packer = Packer(target)
    members = {
        MODULE_NOTE: note(kit.version, kit.title, name=kit.name),
        BUILD_FILES[0]: build_file(kit, list(files.items()), _HELP),
        _HELP: guide.encode(),
        **{files[title]: write_saved_game(game) for title, game in setups.items()},
        **{f"images/{name}": data for name, data in pictures.items()},
    }
    for name, data in members.items():
        packer.put(name, data, most=RATIO)
    packer.close()
    return target.getvalue()


def read_build_file(data: bytes) -> bytes:
    """Return the build file of a module.

    Raises:
        InvalidFileError: it is no module.
        CorruptError: it is damaged or hostile.
    """
    with unpacking(BytesIO(data), "the module", is_foreign=True) as unpacker:
        return _found(unpacker)


def _found(unpacker: Unpacker) -> bytes:
    for name in BUILD_FILES:
        if name in unpacker.names:
            return unpacker.read(name)
    raise InvalidFileError("the file is no module: it has no build file")
