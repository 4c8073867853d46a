"""`sealion receive`: entries in, from files and folders."""

from __future__ import annotations

from pathlib import Path

import click

from sealion_pbem.cli.open_desk import open_desk
from sealion_pbem.cli.root import campaign_option, json_option, say_json

__all__ = ["receive"]

LARGEST = 262_144


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@campaign_option
@json_option
def receive(paths: tuple[Path, ...], campaign: Path, as_json: bool) -> None:
    """Take turn files, receipts and other entries that arrived.

    A PATH is an entry file or a folder of them. What is here already changes nothing; what does not
    fit is refused with the reason, and the rest is taken all the same.

    \b
    Examples:
      sealion receive 0007-turn-red-5f0c….json
      sealion receive ~/mail/attachments/
    """
    desk = open_desk(campaign, with_keys=False)
    results = desk.receive([(path.name, _bytes(path)) for path in _files(paths)])
    refused = [result for result in results if result.error]
    if as_json:
        rows = [
            {
                "file": result.name,
                "status": result.status,
                "entry": result.entry.file_name if result.entry else None,
                "reason": result.error.message if result.error else None,
            }
            for result in results
        ]
        say_json("sealion-pbem/receive", {"files": rows})
    else:
        for result in results:
            click.echo(_sentence(result))
        if not refused:
            click.echo("next: 'sealion campaign status' says what is asked")
    if refused:
        worst = max(refused, key=lambda result: result.error.exit_code if result.error else 0)
        raise SystemExit(worst.error.exit_code if worst.error else 0)


def _files(paths: tuple[Path, ...]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        found += sorted(path.glob("*.json")) if path.is_dir() else [path]
    return found


def _bytes(path: Path) -> bytes:
    """Return a file, cut just past the largest size that is read: the loader then says it is too big."""
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def _sentence(result: object) -> str:
    from sealion_pbem.cli.root import plain
    from sealion_pbem.umpire.desk import Received

    assert isinstance(result, Received)
    if result.error:
        hint = f" ({result.error.hint})" if result.error.hint else ""
        faults = "".join(f"\n    {fault}" for fault in getattr(result.error, "faults", ()))
        return plain(f"refused   {result.name}: {result.error.message}{hint}{faults}")
    assert result.entry is not None
    what = f"{result.entry.kind} {result.entry.seq}"
    match result.status:
        case "known":
            return plain(f"known     {result.name}: {what} was here already")
        case "evidence":
            seat = result.entry.by
            return plain(
                f"EVIDENCE  {result.name}: {seat} signed a second version of turn {result.entry.seq}; "
                "both are kept, the proof lies in evidence/"
            )
        case _:
            return plain(f"accepted  {result.name}: {what}")
