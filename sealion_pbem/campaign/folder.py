"""A campaign folder: where everything is in it, and how to find one.

campaign.json         the campaign's name, and which key file is used for which seat
entries/              the signed entries, one file each: the truth
evidence/             proofs that somebody signed two versions of one turn
private/<seat>.json   what only this seat may know; never leaves the machine
lock                  held by the one command that writes
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path

from sealion_pbem.campaign import files
from sealion_pbem.campaign.disk import explained
from sealion_pbem.campaign.lock import PATIENCE, writer_lock
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import CampaignError
from sealion_pbem.pbem.loader import normal_form, read_strict
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.pbem.signature import FORMAT

__all__ = ["Folder", "Settings", "find_campaigns", "find_folder"]

_SETTINGS = "campaign.json"
_ENTRIES = "entries"
_SETTINGS_LIMIT = 65_536


@frozen
class Settings:
    """The settings of one player's machine: the campaign's name and the key file of each own seat."""

    name: str
    keys: Mapping[str, str] = field(default_factory=dict)

    @property
    def data(self) -> bytes:
        """The bytes of campaign.json."""
        seats = {seat: {"key": name} for seat, name in self.keys.items()}
        document = {"format": FORMAT, "name": self.name, "seats": seats}
        check_document(document, "campaign")
        return normal_form(document)


@frozen
class Folder:
    """The paths inside a campaign folder; none of them has to exist."""

    path: Path

    @property
    def settings(self) -> Path:
        """campaign.json."""
        return self.path / _SETTINGS

    @property
    def entries(self) -> Path:
        """The folder of the signed entries."""
        return self.path / _ENTRIES

    @property
    def evidence(self) -> Path:
        """The folder of the proofs of equivocation."""
        return self.path / "evidence"

    @property
    def private(self) -> Path:
        """The folder of the own seats' secrets."""
        return self.path / "private"

    def is_campaign(self) -> bool:
        """Tell whether this folder holds a campaign."""
        try:
            return self.settings.is_file() or self.entries.is_dir()
        except OSError:
            return False  # somebody else's folder above or beside ours

    @contextmanager
    def writing(
        self, *, timeout: float = PATIENCE, waiting: Callable[[str], None] | None = None
    ) -> Iterator[None]:
        """Be the only writer, after sweeping what a killed writer left; may be nested.

        Raises:
            StorageError: another command writes here for too long, or the folder is read-only.
        """
        with writer_lock(self.path, timeout=timeout, waiting=waiting) as is_outermost:
            if is_outermost:
                for room in (self.path, self.entries, self.evidence, self.private):
                    files.sweep(room)
            yield

    def read_settings(self) -> Settings:
        """Read campaign.json."""
        if not files.is_there(self.settings):
            raise CampaignError(
                f"{self.path} has no {_SETTINGS}",
                hint="name a campaign folder, or make one with: sealion campaign new",
            )
        document = read_strict(files.read(self.settings, _SETTINGS_LIMIT))
        check_document(document, "campaign")
        seats: dict[str, dict[str, str]] = document["seats"]
        return Settings(document["name"], {seat: entry["key"] for seat, entry in seats.items()})

    def write_settings(self, settings: Settings) -> None:
        """Write campaign.json anew."""
        data = settings.data
        with self.writing():
            files.replace(self.settings, data)


def find_folder(start: Path) -> Folder:
    """Return the campaign folder that a path is or lies in.

    Raises:
        CampaignError: neither the path nor a folder above it holds a campaign.
    """
    path = start.absolute()
    for candidate in (path, *path.parents):
        if Folder(candidate).is_campaign():
            return Folder(candidate)
    raise CampaignError(
        f"{start} is not a campaign folder and lies in none",
        hint="go to a campaign folder, or make one with: sealion campaign new",
    )


def find_campaigns(path: Path) -> list[Path]:
    """Return the campaign folder that this is, or all campaign folders below it, sorted.

    Hidden folders and links are not entered.

    Raises:
        CampaignError: the path is not a folder.
    """
    with explained(path, failed="cannot be read"):
        if not path.is_dir():
            raise CampaignError(f"{path} is not a folder")
    if Folder(path).is_campaign():
        return [path]
    found, others = [], [os.fspath(path)]
    while others:
        for name in _folders_in(others.pop()):
            folder = Path(name)
            if Folder(folder).is_campaign():
                found.append(folder)
            else:
                others.append(name)
    return sorted(found, key=lambda folder: folder.parts)


def _folders_in(path: str) -> list[str]:
    """Return the folders that are not hidden and no links; none if they are not ours to see."""
    try:
        with os.scandir(path) as inside:
            seen = [each for each in inside if not each.name.startswith(".")]
            return [each.path for each in seen if each.is_dir(follow_symlinks=False)]
    except OSError:
        return []
