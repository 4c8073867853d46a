"""The command line: doors to the rooms below. `main` answers --version before anything is imported."""

from __future__ import annotations

import sys

from sealion_pbem import __version__

__all__ = ["main"]


def main() -> None:
    """Run the `sealion` command."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"sealion {__version__}\n")
        return
    from sealion_pbem.cli.root import cli

    cli(prog_name="sealion")
