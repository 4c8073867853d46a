"""What a command writes for others: it stays in the campaign, and -o puts a copy where one wants it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

__all__ = ["outgoing", "outgoing_option"]


def outgoing_option(command: Any) -> Any:
    """Give a command the option -o for a copy of what is to be sent."""
    return click.option(
        "-o", "--out", type=click.Path(path_type=Path), callback=_checked,
        help="Where a copy of what is to be sent goes: a new file, or a folder.",
    )(command)  # fmt: skip


def outgoing(path: Path, out: Path | None) -> Path:
    """Return the file that is to be sent: the one that was written, or the copy that was asked for."""
    from sealion_pbem.campaign import files

    if out is None:
        return path
    copy = out / path.name if out.is_dir() else out
    files.replace(copy, path.read_bytes())
    return copy


def _checked(_: click.Context, __: click.Parameter, out: Path | None) -> Path | None:
    """Refuse a place where nothing can be put before anything is signed."""
    from sealion_pbem.errors import UsageError

    if out is not None and not out.is_dir():
        if out.exists():
            raise UsageError(f"{out} is there already", hint="give another name with -o")
        if not out.parent.is_dir():
            raise UsageError(f"there is no folder {out.parent}", hint="make it, or give another")
    return out
