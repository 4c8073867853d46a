"""The command line: doors to the rooms below. `main` answers --version before anything is imported."""

from __future__ import annotations

import gc
import sys

from sealion_pbem import __version__

__all__ = ["COLLECT_AFTER", "main"]

COLLECT_AFTER = 20_000
"""After how many new objects Python looks for cycles.

Positions, entries and events hold none. By default it looks after every 700, which is a sixth of an
audit; this many objects are some two megabytes.
"""


def main() -> None:
    """Run the `sealion` command."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"sealion {__version__}\n")
        return
    from sealion_pbem.cli.root import cli

    gc.set_threshold(COLLECT_AFTER)
    try:
        cli(prog_name="sealion")
    finally:
        # The system takes all memory back at once; to look for cycles first would take Python a
        # sixth of the time of a short command.
        gc.freeze()
