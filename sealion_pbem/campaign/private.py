"""What only one seat may know: its nonce, the roots of its dice chains, its sealed choices.

One file for each seat, mode 0600. It is replaced as a whole, never goes into an archive, and cannot
be made again from anything else: whoever loses it cannot open the next dice.
"""

from __future__ import annotations

import re
import stat
import sys
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from sealion_pbem.campaign import files
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import CampaignError, InvalidFileError
from sealion_pbem.pbem.entry import FORMAT
from sealion_pbem.pbem.loader import normal_form, read_strict

__all__ = ["DiceRoot", "Private", "Seal", "Secrets"]

_SEAT = re.compile(r"[a-z][a-z0-9_]{0,19}")
_HEX = re.compile(r"[0-9a-f]{64}")
_LIMIT = 4 * 1024 * 1024


@frozen
class DiceRoot:
    """The secret from which one dice chain grows; `first_seq` is where its anchor was published."""

    root: str
    length: int
    first_seq: int = 0


@frozen
class Seal:
    """A choice that was committed to and not yet shown."""

    salt: str
    value: Any


@frozen
class Secrets:
    """Everything that one seat keeps to itself; the last root is the one in use.

    Sealed choices are kept by the digest that stands in the log, not by name: a second one of a name
    may have been signed while the first is still to be opened.
    """

    nonce: str
    roots: tuple[DiceRoot, ...] = ()
    seals: Mapping[str, Seal] = field(default_factory=dict)

    def with_root(self, root: DiceRoot) -> Secrets:
        """Add the root of a new chain."""
        return replace(self, roots=(*self.roots, root))

    def with_seals(self, seals: Mapping[str, Seal]) -> Secrets:
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
        """Where the file is."""
        return self.folder.private / f"{self.seat}.json"

    def exists(self) -> bool:
        """Tell whether this machine plays the seat."""
        return files.is_there(self.path)

    def warning(self) -> str:
        """Return a sentence to show if others can read the file; empty if not."""
        if sys.platform == "win32" or not self.exists():
            return ""
        if self.path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            return f"others on this machine can read {self.path}; put it right with: chmod 600"
        return ""

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
        with self.folder.writing():
            files.make_folder(self.folder.private, 0o700)
            files.replace(self.path, data, 0o600)


def _to_document(secrets: Secrets, seat: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "kind": "private",
        "seat": seat,
        "nonce": secrets.nonce,
        "roots": [
            {"root": root.root, "length": root.length, "first_seq": root.first_seq}
            for root in secrets.roots
        ],
        "seals": {
            digest: {"salt": seal.salt, "value": seal.value}
            for digest, seal in secrets.seals.items()
        },
    }


def _from_document(document: dict[str, Any], seat: str) -> Secrets:
    if document["seat"] != seat:
        raise ValueError(f"it is the file of seat {document['seat']}")
    roots = [DiceRoot(**root) for root in document["roots"]]
    seals = {digest: Seal(**seal) for digest, seal in dict(document["seals"]).items()}
    for root in roots:
        _check_hex(root.root)
        _check_number(root.length)
        _check_number(root.first_seq)
    for text in (document["nonce"], *seals, *(seal.salt for seal in seals.values())):
        _check_hex(text)
    secrets = Secrets(document["nonce"], tuple(roots), seals)
    if _to_document(secrets, seat) != document:
        raise ValueError("something in it has no place there")
    return secrets


def _check_hex(value: Any) -> None:
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise ValueError("64 hexadecimal digits are expected")


def _check_number(value: Any) -> None:
    if type(value) is not int or value < 0:
        raise ValueError("a whole number is expected")
