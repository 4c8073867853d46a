"""`sealion archive`: export, import and check whole campaigns as zip files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.root import campaign_option, json_option, plain, say_json

if TYPE_CHECKING:
    from sealion_pbem.umpire.audit import Verdict

__all__ = ["archive"]

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group(cls=HelpfulGroup)
def archive() -> None:
    """Export, import and check whole campaigns as zip files.

    An archive holds the signed entries and a manifest, and no key, secret or address: it can be
    published. The same campaign always gives the same manifest digest.

    \b
    Examples:
      sealion archive export hill.zip
      sealion archive check hill.zip
      sealion archive import hill.zip hill/
    """


@archive.command("export")
@click.argument("file", type=_FILE)
@campaign_option
@json_option
def export(file: Path, campaign: Path, as_json: bool) -> None:
    """Write the campaign into FILE, after proving it; an older archive of that name is replaced."""
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
    digest = write_archive(folder, file, head=head)
    if as_json:
        facts = {"file": str(file), "manifest": digest, "proved": verdict.exit_code == 0}
        say_json("sealion-pbem/archive-export", {**facts, "entries": verdict.entries})
        return
    click.echo(plain(f"{verdict.name}: {verdict.entries} entries written to {file}"))
    click.echo(f"manifest {digest}")
    if verdict.failure:
        click.echo(plain(f"warning: the audit fails at {verdict.failure.entry}"), err=True)


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

    Ends with 7 if the archive is damaged, with 6 if the replay of the log differs.
    """
    from sealion_pbem.cli.audit import facts_of, paragraph
    from sealion_pbem.umpire.audit import audit_folder

    verdict = audit_folder(file)
    if as_json:
        say_json("sealion-pbem/archive-check", facts_of(verdict))
    else:
        click.echo(plain(paragraph(verdict)))
        if verdict.manifest:
            click.echo(f"  every member is what the manifest says; manifest {verdict.manifest}")
    sys.exit(verdict.exit_code)


def _refuse(verdict: Verdict, effect: str) -> NoReturn:
    """Say what the audit found, and that nothing was written because of it."""
    from sealion_pbem.cli.audit import paragraph

    click.echo(plain(paragraph(verdict)), err=True)
    click.echo(plain(f"sealion: {effect}"), err=True)
    sys.exit(verdict.exit_code)
