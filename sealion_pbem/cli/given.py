"""Files that somebody names on the command line, and may have got from a stranger."""

from __future__ import annotations

from pathlib import Path

__all__ = ["read_given"]


def read_given(path: Path) -> bytes:
    """Return a regular file, cut just past the largest size that is read: the loader then says so.

    A link is followed, a pipe or a device is not waited for.

    Raises:
        StorageError: it is no file, or the system does not give it.
    """
    from sealion_pbem.campaign.disk import explained
    from sealion_pbem.campaign.files import read_beginning
    from sealion_pbem.pbem.loader import FILE_LIMIT

    with explained(path, failed="cannot be read"):
        target = path.resolve(strict=True)
    return read_beginning(target, FILE_LIMIT + 1)
