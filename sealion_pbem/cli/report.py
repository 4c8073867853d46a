"""`sealion report`: the report of any turn as HTML, text, JSON or a mail."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sealion_pbem.cli.given import open_desk
from sealion_pbem.cli.root import campaign_choice

if TYPE_CHECKING:
    from sealion_pbem.report.facts import TurnReport

__all__ = ["report"]

_BY_NAME = {".html": "html", ".htm": "html", ".eml": "eml", ".json": "json"}


@click.command()
@campaign_choice
@click.option("--at", default="last", show_default=True, metavar="SEQ",
              help="The number of a receipt or of the turn it answers.")  # fmt: skip
@click.option("--since", type=click.IntRange(0), metavar="SEQ",
              help="Tell everything after this entry, not the last turn file alone.")  # fmt: skip
@click.option("--format", "form", type=click.Choice(["html", "text", "json", "eml"]),
              help="What to write: text, or what the name of the file says: html, eml, json.")  # fmt: skip
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path),
              help="Write into this file; by default to the terminal.")  # fmt: skip
@click.option("--open", "show", is_flag=True, help="Show the report in your browser.")
@click.option("--pictures", type=click.Path(file_okay=False, path_type=Path),
              help="Write the map pictures into this folder as PNG files.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def report(
    campaign: Path,
    at: str,
    since: int | None,
    form: str | None,
    out: Path | None,
    show: bool,
    pictures: Path | None,
    as_json: bool,
) -> None:
    """Show what a turn brought: story, combats, losses, dice, luck, and what is asked now.

    \b
    Examples:
      sealion report                        the last turn, as text
      sealion report --open                 the same in your browser
      sealion report hill --at 12 --out turn12.html
      sealion report --out turn.eml         as a mail that opens in your mail program
    """
    if form is None:
        named = _BY_NAME.get(out.suffix, "text") if out else "text"
        form = "html" if show else named
    form = "json" if as_json else form
    drawn = form in ("html", "eml") or pictures is not None
    found = _report(campaign, at, since, with_pictures=drawn)
    if pictures:
        _write_pictures(found, pictures)
    made = _mail(campaign, found) if form == "eml" else _rendered(found, form).encode()
    _write(made, out, show=show)


def _report(campaign: Path, at: str, since: int | None, *, with_pictures: bool) -> TurnReport:
    from sealion_pbem.errors import UsageError
    from sealion_pbem.report.illustration import illustrate
    from sealion_pbem.umpire.log import Log
    from sealion_pbem.umpire.reporting import turn_report

    if at != "last" and not at.isdecimal():
        raise UsageError(f"--at is {at!r}", hint="the number of an entry, or: last")
    desk = open_desk(campaign, with_keys=False)
    return turn_report(
        Log(desk.store.entries()),
        None if at == "last" else int(at),
        since=since,
        painter=illustrate if with_pictures else None,
    )


def _rendered(found: TurnReport, form: str) -> str:
    from sealion_pbem.report import render

    if form == "json":
        import json

        from sealion_pbem.report.plain import plain_facts

        facts = {"schema": "sealion-pbem/report", "version": 1, **plain_facts(found)}
        return json.dumps(facts, indent=2, ensure_ascii=False) + "\n"
    return render.page(found) if form == "html" else render.text(found)


def _mail(campaign: Path, found: TurnReport) -> bytes:
    """Return the report as a draft to whoever else plays, as far as mail.toml knows them."""
    from sealion_pbem.mail.letter import Letter, compose
    from sealion_pbem.mail.settings import read_settings
    from sealion_pbem.report import render

    folder = open_desk(campaign, with_keys=False).folder
    own = folder.read_settings().keys if folder.settings.exists() else {}
    settings = read_settings(folder.path)
    parts = render.mail(found)
    letter = Letter(
        sender=settings.sender,
        to=tuple(text for seat, text in settings.addresses.items() if seat not in own),
        subject=parts.subject,
        text=parts.text,
        html=parts.html,
        images=parts.images,
        attachments=parts.attachments,
        is_draft=True,
    )
    return compose(letter)


def _write_pictures(found: TurnReport, folder: Path) -> None:
    from sealion_pbem.campaign.disk import explained
    from sealion_pbem.report import render

    with explained(folder, effect="the pictures were not written"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in render.pictures(found).items():
            (folder / f"{name.partition('@')[0]}.png").write_bytes(data)


def _write(data: bytes, out: Path | None, *, show: bool) -> None:
    """Write to a file or the terminal; what a browser shall show must be a file."""
    if show and out is None:
        import tempfile

        out = Path(tempfile.mkdtemp(prefix="sealion-report-")) / "report.html"
    if out is None:
        click.echo(data, nl=False)
        return
    from sealion_pbem.campaign.disk import explained

    with explained(out, effect="the report was not written"):
        out.write_bytes(data)
    click.echo(f"wrote {out}")
    if show:
        click.launch(out.absolute().as_uri())
