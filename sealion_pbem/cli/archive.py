"""`sealion archive`: export, import and check whole campaigns as zip files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.root import campaign_option, json_option, plain, say_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealion_pbem.umpire.audit import Verdict
    from sealion_pbem.umpire.derived import HistoryCheck

__all__ = ["archive"]

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group(cls=HelpfulGroup)
def archive() -> None:
    """Export, import and check whole campaigns as zip files.

    An archive holds the signed entries, a manifest and the history of the campaign: as XML with its
    schema, as pages, and as one page to step through it on the map. No key, secret or address goes
    in: it can be published. The same campaign always gives the same manifest digest.

    \b
    Examples:
      sealion archive export hill.zip
      sealion archive check hill.zip
      sealion archive import hill.zip hill/
      sealion archive history hill.zip --out history/
    """


@archive.command("export")
@click.argument("file", type=_FILE)
@click.option("--plain", "is_plain", is_flag=True, help="Only the log: no XML, pages or replay.")
@campaign_option
@json_option
def export(file: Path, is_plain: bool, campaign: Path, as_json: bool) -> None:
    """Write the campaign into FILE, after proving it; an older archive of that name is replaced.

    In the archive, extra/replay.html is the page to open, and extra/campaign.xml with extra/history.xsd
    tells the whole campaign to whoever has not got this program.
    """
    from tempfile import TemporaryDirectory

    from sealion_pbem.campaign.archive import export as write_archive
    from sealion_pbem.campaign.folder import find_folder
    from sealion_pbem.errors import AuditError
    from sealion_pbem.umpire.audit import audit_folder

    folder = find_folder(campaign)
    verdict = audit_folder(folder.path)
    if verdict.exit_code not in (0, AuditError.exit_code):
        _refuse(verdict, f"{file} was not written")
    # A log that the rules judge otherwise is still whole; whoever settles the dispute needs it.
    head = None if verdict.failure else verdict.head
    with TemporaryDirectory() as scratch:
        # What cannot be replayed cannot be told.
        has_history = not is_plain and not verdict.failure
        members = _history_of(folder.path, Path(scratch)) if has_history else {}
        digest = write_archive(folder, file, members, head=head)
    if as_json:
        facts = {"file": str(file), "manifest": digest, "proved": verdict.exit_code == 0}
        facts["history"] = has_history
        say_json("sealion-pbem/archive-export", {**facts, "entries": verdict.entries})
        return
    click.echo(plain(f"{verdict.name}: {verdict.entries} entries written to {file}"))
    click.echo(f"manifest {digest}")
    if verdict.failure:
        click.echo(plain(f"warning: the audit fails at {verdict.failure.entry}"), err=True)
        click.echo("warning: the archive holds the log only, no history", err=True)


def _history_of(campaign: Path, scratch: Path) -> Mapping[str, bytes]:
    from sealion_pbem.umpire.derived import Members, write_history
    from sealion_pbem.umpire.source import opened, read_entries

    with opened(campaign) as (source, _):
        write_history(read_entries(source), scratch)
    return Members(scratch)


@archive.command("dispute")
@click.argument("entry")
@click.argument("file", type=_FILE)
@click.option("--reason", required=True, help="What is disputed, in a sentence.")
@campaign_option
def dispute(entry: str, file: Path, reason: str, campaign: Path) -> None:
    """Write one FILE that lets anybody check a disputed ENTRY: the log with a cover.

    ENTRY is a number or file name. extra/dispute.html in it says what is disputed and how to check it.
    """
    from sealion_pbem.campaign.archive import export as write_archive
    from sealion_pbem.campaign.folder import find_folder
    from sealion_pbem.report.render import letter
    from sealion_pbem.umpire.audit import audit_folder
    from sealion_pbem.umpire.desk import Desk
    from sealion_pbem.umpire.letters import dispute_letter
    from sealion_pbem.umpire.posting import named_entries

    folder = find_folder(campaign)
    desk = Desk(folder.path)
    about = named_entries(desk, (), [entry]).entries
    verdict = audit_folder(folder.path)
    found = [("What the audit here says", "proved")]
    if verdict.failure:
        found = [(f"The audit here stops at {verdict.failure.entry}", verdict.failure.reason)]
    listed = [(f"entries/{one.file_name}", f"{one.kind} by {one.by}", one.digest) for one in about]
    cover = letter(
        "dispute",
        dispute_letter(
            verdict.name, verdict.ruleset, about[0].file_name, reason, listed, found,
            command=f"sealion audit {file.name}",
        ),
    )  # fmt: skip
    extra = {"dispute.html": cover.html.encode(), "dispute.txt": cover.text.encode()}
    digest = write_archive(folder, file, extra)
    click.echo(f"wrote {file}, manifest {digest}")
    click.echo(f"whoever gets it checks it with: sealion audit {file.name}")


@archive.command("import")
@click.argument("file", type=_FILE)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@json_option
def import_(file: Path, folder: Path, as_json: bool) -> None:
    """Make the campaign folder FOLDER out of FILE, if the archive is whole and its log proved."""
    from shutil import rmtree

    from sealion_pbem.campaign.archive import import_archive
    from sealion_pbem.errors import CorruptError
    from sealion_pbem.umpire.audit import audit_folder
    from sealion_pbem.umpire.derived import is_derived

    verdict = audit_folder(file)
    if verdict.exit_code:
        _refuse(verdict, f"{folder} was not made")
    # What follows from the log can be made again; a stranger's pages stay in his archive.
    manifest = import_archive(file, folder, leave=is_derived)
    if manifest.digest != verdict.manifest:
        rmtree(folder)
        raise CorruptError(f"{file} was changed while it was read; {folder} was not made")
    if as_json:
        facts = {"file": str(file), "folder": str(folder), "manifest": manifest.digest}
        say_json("sealion-pbem/archive-import", {**facts, "entries": verdict.entries})
        return
    click.echo(plain(f"{verdict.name}: {verdict.entries} entries proved and put into {folder}"))
    click.echo(f"manifest {manifest.digest}")


@archive.command("check")
@click.argument("file", type=_FILE)
@json_option
def check(file: Path, as_json: bool) -> None:
    """Say whether FILE is whole, and prove the campaign in it.

    The history in it, if there is one, is made again from the log and compared byte for byte. Ends
    with 7 if the archive is damaged or tells something else than its log, with 6 if the replay of the
    log differs.
    """
    from sealion_pbem.cli.audit import facts_of, paragraph
    from sealion_pbem.errors import CorruptError
    from sealion_pbem.umpire.audit import audit_folder
    from sealion_pbem.umpire.derived import check_history

    verdict = audit_folder(file)
    history, fault = None, None
    if not verdict.exit_code:
        try:
            history = check_history(file)
        except CorruptError as error:
            fault = error
    if as_json:
        facts = facts_of(verdict)
        if fault:
            wrong = {"entry": fault.entry, "reason": fault.message}
            facts |= {"proved": False, "exit_code": fault.exit_code, "history": wrong}
        elif history:
            facts["history"] = {
                "members": list(history.members),
                "program": history.program,
                "compared": history.is_compared,
            }
        say_json("sealion-pbem/archive-check", facts)
    else:
        click.echo(plain(paragraph(verdict)))
        if verdict.manifest:
            click.echo(f"  every member is what the manifest says; manifest {verdict.manifest}")
        if history and history.members:
            click.echo(plain(f"  {_history_words(history)}"))
    if fault:
        raise fault
    sys.exit(verdict.exit_code)


def _history_words(history: HistoryCheck) -> str:
    count = len(history.members)
    if history.is_compared:
        return f"proved: the history, {count} files, is what the log says, byte for byte"
    return (
        f"the history was written by {history.program}: its XML keeps to the schema and tells these "
        f"entries; its {count} files were not compared word for word"
    )


@archive.command("history")
@click.argument("path", default=Path(), type=click.Path(exists=True, path_type=Path))
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True,
              help="The folder to write into; it is made if it is not there.")  # fmt: skip
@json_option
def history(path: Path, out: Path, as_json: bool) -> None:
    """Write the replay page and the pages of PATH, a campaign folder or an archive, into a folder.

    Open replay.html in a browser; it needs no network. history/index.html tells the same in words.
    """
    from sealion_pbem.umpire.derived import write_pages
    from sealion_pbem.umpire.source import opened, read_entries

    with opened(path) as (source, _):
        write_pages(read_entries(source), out)
    replay, pages = out / "replay.html", out / "history" / "index.html"
    if as_json:
        say_json("sealion-pbem/archive-history", {"replay": str(replay), "pages": str(pages)})
        return
    click.echo(f"step through it on the map: {replay}")
    click.echo(f"read it: {pages}")


def _refuse(verdict: Verdict, effect: str) -> NoReturn:
    """Say what the audit found, and that nothing was written because of it."""
    from sealion_pbem.cli.audit import paragraph

    click.echo(plain(paragraph(verdict)), err=True)
    click.echo(plain(f"sealion: {effect}"), err=True)
    sys.exit(verdict.exit_code)
