"""Orders before they are signed: what is wrong with them, or what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sealion_pbem.cli.root import plain

if TYPE_CHECKING:
    from sealion_pbem.umpire.papers import Paper
    from sealion_pbem.umpire.rehearsal import Rehearsal

__all__ = ["confirm_signing", "paragraph", "refuse_illegal", "show_review"]

_WIDTH = 96
_LONGEST_LINE = 240


def refuse_illegal(paper: Paper, rehearsal: Rehearsal, name: str) -> None:
    """Raise RulesError with every illegal order, each by its place in the file, if there is one."""
    from sealion_pbem.errors import RulesError

    if rehearsal.refused:
        count = len(rehearsal.refused)
        raise RulesError(f"{count} illegal in {name}", tuple(map(paper.said, rehearsal.refused)))


def show_review(paper: Paper, rehearsal: Rehearsal) -> None:
    """Tell the story of legal orders up to the first die, and what is left to happen."""
    from sealion_pbem.report.foretold import foretold_briefly

    preview = rehearsal.preview
    if paper.count:
        is_all = preview.judged == paper.count
        rest = "" if is_all else "; the others stand behind them and cannot be judged yet"
        click.echo(f"{preview.judged} of {paper.count} orders are legal{rest}")
    else:
        click.echo("nothing is ordered yet")
    for line in rehearsal.story:
        click.echo(paragraph(plain(line), "  "))
    if preview.needs_dice:
        click.echo(f"then dice fall: {preview.needs_dice}; what comes after depends on them")
    for line in foretold_briefly(rehearsal.forecasts):
        click.echo(plain(f"  {line}"))
    for note in rehearsal.notes(paper.place_of):
        click.echo(plain(note))


def paragraph(text: str, indent: str = "") -> str:
    """Return a line, or a long one as a paragraph."""
    from textwrap import fill

    if len(text) <= _LONGEST_LINE:
        return f"{indent}{text}"
    deeper = f"{indent}  "
    return fill(
        text, _WIDTH, initial_indent=indent, subsequent_indent=deeper, break_on_hyphens=False
    )


def confirm_signing() -> None:
    """Ask whether orders are to be signed; UsageError: they are not."""
    from sealion_pbem.errors import UsageError

    try:
        is_wanted = click.confirm("sign this? It cannot be changed any more", err=True)
    except click.Abort:
        is_wanted = False
    if not is_wanted:
        raise UsageError("nothing was signed", hint="--yes signs without asking")
