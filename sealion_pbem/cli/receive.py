"""`sealion receive`: entries in, from files and folders."""

from __future__ import annotations

from pathlib import Path

import click

from sealion_pbem.cli.open_desk import open_desk
from sealion_pbem.cli.root import campaign_option, json_option, say_json

__all__ = ["receive"]


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
    from sealion_pbem.cli.given import read_given
    from sealion_pbem.errors import StorageError, UsageError
    from sealion_pbem.umpire.desk import Received

    desk = open_desk(campaign, with_keys=False)
    found = _files(paths)
    if not found:
        raise UsageError(
            f"there is no file in {', '.join(map(str, paths))}",
            hint="entries are files whose names end in .json",
        )
    given, results = [], []
    for path in found:
        try:
            given.append((path.name, read_given(path)))
        except StorageError as error:
            results.append(Received(path.name, "refused", error=error))
    results += desk.receive(given)
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
        inside = sorted(path.glob("*.json")) if path.is_dir() else [path]
        found += [file for file in inside if not file.is_dir()]
    return found


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
