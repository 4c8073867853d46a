"""`sealion receive`: entries in, from files, folders and mails."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sealion_pbem.cli.given import open_desk
from sealion_pbem.cli.root import campaign_option, json_option, plain, say_json

if TYPE_CHECKING:
    from sealion_pbem.umpire.receiving import Received, Taken

__all__ = ["receive", "report"]

_ENDINGS = (".json", ".eml", ".mbox", ".txt")
# A header, the first line of an mbox, or a text block: anything else is left to the JSON loader.
_MAIL = re.compile(rb"[!-9;-~]{1,100}[ \t]*:|From \S")
_BLOCK = re.compile(rb"BEGIN\s+SEALION\s+ENTRY", re.IGNORECASE)
# Orders that nobody has signed: a sheet, or JSON that says so among its first members.
_ORDERS = re.compile(rb'\s*(?:orders: entry |\{[^{}\[\]]*"kind"\s*:\s*"orders")')
_BEGINNING = 65_536


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path, allow_dash=True)
)
@campaign_option
@json_option
def receive(paths: tuple[Path, ...], campaign: Path, as_json: bool) -> None:
    """Take turn files, receipts and other entries that arrived, as files or by mail.

    A PATH is an entry file, a saved mail (.eml), a mailbox file (mbox), a Maildir, a folder of such
    files, or - for what comes through a pipe. Entries are found in attachments and in text blocks,
    also quoted, forwarded or in HTML. What is here already changes nothing; what does not fit is
    refused with the reason, and the rest is taken all the same.

    \b
    Examples:
      sealion receive 0007-turn-red-5f0c….json
      sealion receive turn-from-bob.eml
      sealion receive ~/mail/attachments/
    """
    from sealion_pbem.errors import InvalidFileError, StorageError, UsageError
    from sealion_pbem.umpire.receiving import Received, Taken, rivals

    desk = open_desk(campaign, with_keys=False)
    found = _files(paths)
    if not found:
        raise UsageError(
            f"there is no file in {', '.join(map(str, paths))}",
            hint="entries are files whose names end in .json, mails end in .eml",
        )
    entries: list[tuple[str, bytes]] = []
    mails: list[Path] = []
    refused: list[Received] = []
    for path in found:
        try:
            data = _given(path)
        except (InvalidFileError, StorageError) as error:
            refused.append(Received(path.name, "refused", error=error))
            continue
        if data is None:
            mails.append(path)
        else:
            entries.append((path.name, data))
    faults: list[Received] = []
    notes: list[str] = []
    if mails:
        from sealion_pbem.umpire.intake import open_mails

        opened = open_mails(_mails(mails, refused))
        entries += opened.entries
        faults, notes = opened.faults, opened.notes
    results = desk.receive(entries)
    taken = Taken((*refused, *faults, *results), (*notes, *rivals(results)))
    report(taken, as_json=as_json)


def report(taken: Taken, *, as_json: bool, schema: str = "sealion-pbem/receive") -> None:
    """Print what came of everything, and end with the code of the worst refusal."""
    refused = [result.error for result in taken.results if result.error]
    if as_json:
        rows = [
            {
                "file": result.name,
                "status": result.status,
                "entry": result.entry.file_name if result.entry else None,
                "reason": result.error.message if result.error else None,
            }
            for result in taken.results
        ]
        say_json(schema, {"files": rows, "notes": list(taken.notes)})
    else:
        for result in taken.results:
            click.echo(_sentence(result))
        for note in taken.notes:
            click.echo(plain(f"note      {note}"))
        if not refused:
            click.echo("next: 'sealion campaign status' says what is asked")
    if refused:
        raise SystemExit(max(error.exit_code for error in refused))


def _files(paths: tuple[Path, ...]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir() and not _is_maildir(path):
            inside = (file for file in path.iterdir() if file.name.lower().endswith(_ENDINGS))
            found += sorted(file for file in inside if not file.is_dir())
        else:
            found.append(path)
    return found


def _is_maildir(path: Path) -> bool:
    return (path / "new").is_dir() and (path / "cur").is_dir()


def _given(path: Path) -> bytes | None:
    """Return an entry file; None if it is a mail, or several, and has to be opened as such.

    Raises:
        InvalidFileError: it is an orders file, which is to be signed first.
    """
    from sealion_pbem.cli.given import read_given
    from sealion_pbem.errors import InvalidFileError

    if str(path) == "-" or path.is_dir():
        return None
    data = read_given(path)
    if _ORDERS.match(data):
        raise InvalidFileError(
            "these are orders that nobody has signed",
            hint=f"'sealion turn sign {path.name}' makes the turn, which is then sent and received",
        )
    if path.suffix.lower() == ".json":
        return data
    beginning = data[:_BEGINNING]
    return None if _MAIL.match(beginning) or _BLOCK.search(beginning) else data


def _mails(paths: list[Path], refused: list[Received]) -> Iterator[tuple[str, bytes]]:
    from sealion_pbem.errors import StorageError
    from sealion_pbem.mail.frames import LARGEST_MAIL
    from sealion_pbem.mail.gather import mails_in
    from sealion_pbem.umpire.receiving import Received

    for path in paths:
        if str(path) == "-":
            yield "standard input", sys.stdin.buffer.read(LARGEST_MAIL + 1)
            continue
        try:
            yield from mails_in(path)
        except StorageError as error:
            refused.append(Received(path.name, "refused", error=error))


def _sentence(result: Received) -> str:
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
        case "beside":
            return plain(
                f"beside    {result.name}: {what} is kept, but something else stands in its place "
                "in the log"
            )
        case _:
            return plain(f"accepted  {result.name}: {what}")
