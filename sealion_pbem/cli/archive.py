"""`sealion archive`: export, import and check whole campaigns as zip files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.root import (
    campaign_option,
    json_option,
    out_choice,
    path_choice,
    plain,
    say_json,
)
from sealion_pbem.errors import (
    AuditError,
    CampaignError,
    CorruptError,
    PbemError,
    UncomparedError,
    UsageError,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealion_pbem.umpire.audit import Verdict
    from sealion_pbem.umpire.derived import HistoryCheck

__all__ = ["archive"]

_FILE = click.Path(dir_okay=False, path_type=Path)
_FOLDER = click.Path(file_okay=False, path_type=Path)
_target = out_choice("file", _FILE, "archive")


@click.group(cls=HelpfulGroup)
def archive() -> None:
    """Export, import and check whole campaigns as zip files.

    An archive holds the signed entries, a manifest, the history of the campaign (as XML with its
    schema, as pages, and as one page to step through it on the map) and the data packs that its charter
    pins. No key, secret or address goes in: it can be published. The same campaign always gives the same
    manifest digest.

    \b
    Examples:
      sealion archive export hill.zip
      sealion archive check hill.zip
      sealion archive import hill.zip hill/
      sealion archive history hill.zip --out history/
    """


@archive.command("export")
@_target
@click.option(
    "--plain", "is_plain", is_flag=True, help="Only the log: no XML, pages, replay or packs."
)
@campaign_option
@json_option
def export(file: Path, is_plain: bool, campaign: Path, as_json: bool) -> None:
    """Write the campaign into FILE, after proving it; an older archive of that name is replaced.

    In the archive, extra/replay.html is the page to open, and extra/campaign.xml with extra/history.xsd
    tells the whole campaign to whoever has not got this program; packs/ has map, units and tables as the
    rules read them, and a NOTICE that says whose they are.
    """
    from tempfile import TemporaryDirectory

    from sealion_pbem.campaign.archive import export as write_archive
    from sealion_pbem.campaign.folder import find_folder
    from sealion_pbem.campaign.store import Store
    from sealion_pbem.umpire.audit import audit_folder

    folder = find_folder(campaign)
    store = Store(folder)
    names = store.names()
    verdict = audit_folder(folder.path)
    if verdict.exit_code not in (0, AuditError.exit_code):
        _refuse(verdict, f"{file} was not written")
    # A log that the rules judge otherwise is still whole; whoever settles the dispute needs it.
    head = None if verdict.failure else verdict.head
    with TemporaryDirectory() as scratch:
        # What cannot be replayed cannot be told.
        has_history = not is_plain and not verdict.failure
        members, packs = _told(folder.path, Path(scratch)) if has_history else ({}, {})
        if store.names() != names:
            # Log, history and head would be of different times, and the archive would fail its check.
            raise CampaignError(
                f"{folder.path} got new entries meanwhile; {file} was not written",
                hint="run the command again",
            )
        digest = write_archive(folder, file, members, packs=packs, names=names, head=head)
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


def _told(campaign: Path, scratch: Path) -> tuple[Mapping[str, bytes], Mapping[str, bytes]]:
    """Return the history of a campaign and the packs that its charter pins."""
    from sealion_pbem.umpire.derived import DerivedMembers, write_history
    from sealion_pbem.umpire.enclosed import enclosed_packs
    from sealion_pbem.umpire.log import Log
    from sealion_pbem.umpire.source import opened, read_entries

    with opened(campaign) as (source, _):
        log = Log(read_entries(source))
        write_history(log, scratch)
    return DerivedMembers(scratch), enclosed_packs(log.record.ruleset)


@archive.command("dispute")
@click.argument("entry")
@_target
@click.option("--reason", required=True, help="What is disputed, in a sentence.")
@campaign_option
def dispute(entry: str, file: Path, reason: str, campaign: Path) -> None:
    """Write a FILE that lets anybody check a disputed ENTRY, and a cover to go with it.

    ENTRY is a number or file name. FILE is an archive of the log; the cover lies beside it, as a page and
    as text, and says what is disputed and how to check it. Claims have no place in an archive.
    """
    from sealion_pbem.campaign import files
    from sealion_pbem.campaign.archive import export as write_archive
    from sealion_pbem.campaign.folder import find_folder
    from sealion_pbem.report.render import letter
    from sealion_pbem.umpire.audit import audit_folder
    from sealion_pbem.umpire.correspondence import dispute_letter
    from sealion_pbem.umpire.desk import Desk
    from sealion_pbem.umpire.posting import named_entries

    covers = [file.with_name(file.name.removesuffix(".zip") + end) for end in (".html", ".txt")]
    for path in covers:
        if path.exists():
            raise UsageError(f"{path} is there already", hint="give FILE another name")
    folder = find_folder(campaign)
    desk = Desk(folder.path)
    about = named_entries(desk, (), [entry]).entries
    verdict = audit_folder(folder.path)
    found = [("What the audit here says", "proved")]
    if verdict.failure:
        found = [(f"The audit here stops at {verdict.failure.entry}", verdict.failure.reason)]
    digest = write_archive(folder, file, head=None if verdict.failure else verdict.head)
    listed = [(file.name, "the archive, by its manifest", digest)]
    listed += [(f"entries/{one.file_name}", f"{one.kind} by {one.by}", one.digest) for one in about]
    cover = letter(
        "dispute",
        dispute_letter(
            verdict.name, verdict.ruleset, about[0].file_name, reason, listed, found,
            command=f"sealion audit {file.name}",
        ),
    )  # fmt: skip
    for path, text in zip(covers, (cover.html, cover.text), strict=True):
        files.replace(path, text.encode())
    click.echo(f"wrote {file}, manifest {digest}")
    click.echo(f"send it with its cover: {' or '.join(map(str, covers))}")
    click.echo(f"whoever gets it checks it with: sealion audit {file.name}")


@archive.command("import")
@click.argument("file", type=_FILE)
@out_choice("folder", _FOLDER, "folder")
@json_option
def import_(file: Path, folder: Path, as_json: bool) -> None:
    """Make the campaign folder FOLDER out of FILE, if the archive is whole and its log proved.

    The history in it stays there; 'sealion archive history' makes it again.
    """
    from shutil import rmtree

    from sealion_pbem.campaign.archive import import_archive
    from sealion_pbem.umpire.audit import audit_folder

    verdict = audit_folder(file)
    if verdict.exit_code:
        _refuse(verdict, f"{folder} was not made")
    manifest = import_archive(file, folder)
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

    The history in it, if there is one, is made again from the log and compared byte for byte; data packs
    must be those that the charter pins. Ends
    with 7 if the archive is damaged, holds something foreign or tells something else than its log,
    with 6 if the replay of the log differs, with 9 if all is well but for a history that another
    version of the program wrote: then its words could not be compared.
    """
    from sealion_pbem.cli.audit import facts_of, paragraph
    from sealion_pbem.umpire.audit import audit_folder

    verdict = audit_folder(file)
    history, fault = (None, None) if verdict.exit_code else _checked_history(file, verdict.manifest)
    if as_json:
        facts = facts_of(verdict)
        if history:
            facts["history"] = {
                "members": list(history.members),
                "program": history.program,
                "compared": history.is_compared,
            }
            facts["packs"] = list(history.packs)
        elif isinstance(fault, CorruptError):
            facts["history"] = {"entry": fault.entry, "reason": fault.message}
        if fault:
            facts |= {"proved": False, "exit_code": fault.exit_code}
        say_json("sealion-pbem/archive-check", facts)
    else:
        click.echo(plain(paragraph(verdict)))
        if verdict.manifest:
            click.echo(f"  every member is what the manifest says; manifest {verdict.manifest}")
        if history and history.is_compared:
            count = len(history.members)
            click.echo(f"  proved: the history, {count} files, is what the log says, byte for byte")
        if history and history.packs:
            count = len(history.packs) - 1
            click.echo(f"  proved: the data packs, {count} files, are those that the charter pins")
        elif history:
            click.echo("  the data packs are not in it")
    if fault:
        raise fault
    sys.exit(verdict.exit_code)


def _checked_history(file: Path, manifest: str) -> tuple[HistoryCheck | None, PbemError | None]:
    """Return what was found about the history in an archive, and what is wrong with it."""
    from sealion_pbem.umpire.derived import check_history

    try:
        history = check_history(file)
    except CorruptError as error:
        return None, error
    if history.manifest != manifest:
        return None, CorruptError(f"{file} was changed while it was read")
    if history.members and not history.is_compared:
        return history, UncomparedError(
            f"the history in {file} was written by {history.program}: its XML keeps to the schema and "
            f"tells these entries, but its {len(history.members)} files were not compared word for word",
            hint="do not take its pages for the log: 'sealion archive history' makes them again",
        )
    return history, None


@archive.command("history")
@path_choice
@click.option("-o", "--out", type=_FOLDER, required=True,
              help="The folder to write into; it is made if it is not there.")  # fmt: skip
@json_option
def history(path: Path, out: Path, as_json: bool) -> None:
    """Write the replay page and the pages of PATH, a campaign folder or an archive, into a folder.

    Open replay.html in a browser; it needs no network. history/index.html tells the same in words.
    """
    from sealion_pbem.umpire.derived import write_pages
    from sealion_pbem.umpire.log import Log
    from sealion_pbem.umpire.source import opened, read_entries

    with opened(path) as (source, _):
        write_pages(Log(read_entries(source)), out)
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
