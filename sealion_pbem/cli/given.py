"""What commands are given: a campaign folder and the keys of the own seats, files, the time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sealion_pbem.umpire.desk import Desk

__all__ = ["open_desk", "read_given", "read_vassal_file", "utc_now"]


def open_desk(campaign: Path, *, with_keys: bool, passphrase_file: Path | None = None) -> Desk:
    """Return the desk of a campaign folder; keys are loaded only where something is signed."""
    from sealion_pbem.campaign.folder import find_folder
    from sealion_pbem.umpire.desk import Desk

    folder = find_folder(campaign)
    keys = {}
    if with_keys:
        from sealion_pbem.campaign.keyring import load_key

        settings = folder.read_settings()
        keys = {seat: load_key(name, passphrase_file) for seat, name in settings.keys.items()}
    return Desk(folder.path, keys)


def utc_now() -> str:
    """Return the time as entries write it."""
    from datetime import UTC, datetime

    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_given(path: Path) -> bytes:
    """Return a regular file, cut just past the largest size that is read: the loader then says so.

    A link is followed, a pipe or a device is not waited for.

    Raises:
        StorageError: it is no file, or the system does not give it.
    """
    from sealion_pbem.pbem.loader import FILE_LIMIT

    return _beginning(path, FILE_LIMIT + 1)


def read_vassal_file(path: Path) -> bytes:
    """Return a file of VASSAL, cut just past the largest size that is read, in the same way."""
    from sealion_pbem.vassal.saved_game import LARGEST_FILE

    return _beginning(path, LARGEST_FILE * 8 + 1)


def _beginning(path: Path, size: int) -> bytes:
    from sealion_pbem.campaign.disk import explained
    from sealion_pbem.campaign.files import read_beginning

    with explained(path, failed="cannot be read"):
        target = path.resolve(strict=True)
    return read_beginning(target, size)
