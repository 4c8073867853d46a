"""What only its owner may read: files of mode 0600, folders of mode 0700, a warning where they are not.

Whatever reads or writes a secret asks here, so that no command uses one that lies open without saying
so. Windows has no such modes: there nothing is asked and nothing is said.
"""

from __future__ import annotations

import sys
import warnings
from shlex import quote
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["FILE_MODE", "FOLDER_MODE", "ExposedWarning", "make_secret_folder", "warn_if_exposed"]

FILE_MODE = 0o600
FOLDER_MODE = 0o700
_OTHERS = 0o077


class ExposedWarning(UserWarning):
    """Others on this machine can get at something secret."""


def warn_if_exposed(*paths: Path) -> None:
    """Warn, in one line, of those files and folders that others on this machine can get at."""
    exposed = [str(path) for path in paths if _is_exposed(path)]
    if exposed:
        message = (
            f"others on this machine can get at {', '.join(exposed)}, which is for you alone; put it "
            f"right with: chmod go-rwx {' '.join(map(quote, exposed))}"
        )
        warnings.warn(message, ExposedWarning, stacklevel=2)


def make_secret_folder(path: Path) -> None:
    """Make a folder for its owner alone, with whatever is missing above it; one that is there stays.

    Raises:
        OSError: the system refused.
    """
    if not path.is_dir():
        make_secret_folder(path.parent)
        path.mkdir(FOLDER_MODE, exist_ok=True)


def _is_exposed(path: Path) -> bool:
    if sys.platform == "win32":
        return False
    try:
        return bool(path.stat().st_mode & _OTHERS)
    except OSError:
        return False  # not there, or not ours to know: whoever reads it says so
