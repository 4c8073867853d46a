"""What only one seat may know: its nonce, the secret of its dice chains, its sealed choices.

One file for each seat, mode 0600. It is replaced as a whole, never goes into an archive, and cannot
be made again from anything else: whoever loses it cannot open the next dice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from sealion_pbem.campaign import files
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.secrecy import FILE_MODE, FOLDER_MODE, warn_if_exposed
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import CampaignError, InvalidFileError, StorageError
from sealion_pbem.pbem.loader import normal_form, read_strict
from sealion_pbem.pbem.signature import FORMAT

__all__ = ["KeptSeal", "Private", "Secrets"]

_SEAT = re.compile(r"[a-z][a-z0-9_]{0,19}")
_HEX = re.compile(r"[0-9a-f]{64}")
_LIMIT = 4 * 1024 * 1024


@frozen
class KeptSeal:
    """A choice that was committed to and not yet shown."""

    salt: str
    value: Any


@frozen
class Secrets:
    """Everything that one seat keeps to itself; all its dice chains grow from the `master` secret.

    Sealed choices are kept by the digest that stands in the log, not by name: a second one of a name
    may have been signed while the first is still to be opened.
    """

    nonce: str
    master: str
    seals: Mapping[str, KeptSeal] = field(default_factory=dict)

    def with_seals(self, seals: Mapping[str, KeptSeal]) -> Secrets:
        """Add sealed choices by their digests."""
        return replace(self, seals={**self.seals, **seals})


class Private:
    """The private file of one seat in a campaign folder."""

    def __init__(self, folder: Folder, seat: str) -> None:
        assert _SEAT.fullmatch(seat), seat
        self.folder = folder
        self.seat = seat

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self.folder.private / f"{self.seat}.json"

    def exists(self) -> bool:
        """Tell whether this machine plays the seat."""
        return files.is_there(self.path)

    def read(self) -> Secrets:
        """Return the seat's secrets.

        Raises:
            CampaignError: this machine does not have them.
            InvalidFileError: the file was changed by hand.
        """
        if not self.exists():
            raise CampaignError(
                f"the secrets of seat {self.seat} are not on this machine: {self.path} is missing",
                hint="work in the folder in which you joined the campaign, or restore a backup",
            )
        warn_if_exposed(self.folder.private, self.path)
        document = read_strict(files.read(self.path, _LIMIT), limit=_LIMIT)
        try:
            return _from_document(document, self.seat)
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidFileError(
                f"{self.path} does not hold the secrets of seat {self.seat}: {error}",
                hint="restore it from a backup",
            ) from error

    def write(self, secrets: Secrets) -> None:
        """Keep the seat's secrets; from then on only the owner can read the file."""
        data = normal_form(_to_document(secrets, self.seat))
        if len(data) > _LIMIT:
            raise StorageError(
                f"the secrets of seat {self.seat} would take {len(data):,} bytes, at most "
                f"{_LIMIT:,} are read; nothing was changed",
                hint="seal shorter values",
            )
        with self.folder.writing():
            files.make_folder(self.folder.private, FOLDER_MODE)
            files.replace(self.path, data, FILE_MODE)
        warn_if_exposed(self.folder.private)


def _to_document(secrets: Secrets, seat: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "kind": "private",
        "seat": seat,
        "nonce": secrets.nonce,
        "master": secrets.master,
        "seals": {
            digest: {"salt": seal.salt, "value": seal.value}
            for digest, seal in secrets.seals.items()
        },
    }


def _from_document(document: dict[str, Any], seat: str) -> Secrets:
    if document["seat"] != seat:
        raise ValueError(f"it is the file of seat {document['seat']}")
    seals = {digest: KeptSeal(**seal) for digest, seal in dict(document["seals"]).items()}
    for text in (
        document["nonce"],
        document["master"],
        *seals,
        *(seal.salt for seal in seals.values()),
    ):
        _check_hex(text)
    secrets = Secrets(document["nonce"], document["master"], seals)
    if _to_document(secrets, seat) != document:
        raise ValueError("something in it has no place there")
    return secrets


def _check_hex(value: Any) -> None:
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise ValueError("64 hexadecimal digits are expected")
