"""Opening a desk for a command: the campaign folder, its settings, the keys of the own seats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sealion_pbem.umpire.desk import Desk

__all__ = ["open_desk", "utc_now"]


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
