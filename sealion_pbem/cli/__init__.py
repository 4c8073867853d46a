"""The command line: doors to the rooms below. `main` answers --version before anything is imported."""

from __future__ import annotations

import gc
import sys

from sealion_pbem import __version__

__all__ = ["main"]


def main() -> None:
    """Run the `sealion` command."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"sealion {__version__}\n")
        return
    from sealion_pbem.cli.root import cli

    try:
        cli(prog_name="sealion")
    finally:
        # The system takes all memory back at once; to look for cycles first would take Python a
        # sixth of the time of a short command.
        gc.freeze()
