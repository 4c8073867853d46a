"""`sealion demo`: a short campaign through the real path."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sealion_pbem.cli.chosen import (
    LISTED,
    OPTIONS_HELP,
    chosen_options,
    explain_options,
    list_options,
    ruleset_option,
)
from sealion_pbem.cli.given import utc_now

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealion_pbem.pbem.keys import PrivateKey
    from sealion_pbem.umpire.exhibition import Sent

__all__ = ["demo"]

MARK = ".sealion-demo"
_TURNS = 3
_TWO = 2


@click.command()
@click.option(
    "-o", "--out", "into", type=click.Path(path_type=Path), default=Path("demo"), show_default=True,
    help="The folder to play in; an earlier demo there is replaced.",
)  # fmt: skip
@ruleset_option
@click.option(
    "--turns",
    type=click.IntRange(1, 20),
    help="Game turns to play; by default 3, or as many as the game says.",
)
@click.option("--options", metavar="WORDS", help=OPTIONS_HELP)
def demo(into: Path, ruleset: str, turns: int | None, options: str | None) -> None:
    """Play a campaign between built-in commanders into ./demo.

    Keys, charter, signed turns, receipts, dice, one illegal turn that is refused, and the audit: every
    step is the one that players take.
    """
    from sealion_pbem.cli.audit import paragraph
    from sealion_pbem.engine.capability import HasCommanders
    from sealion_pbem.pbem.keys import new_key, write_key
    from sealion_pbem.rulesets import find
    from sealion_pbem.umpire.audit import audit_folder
    from sealion_pbem.umpire.derived import write_pages
    from sealion_pbem.umpire.exhibition import Exhibition, roster_of
    from sealion_pbem.umpire.log import Log
    from sealion_pbem.umpire.source import opened, read_entries

    game = find(ruleset)
    if options == LISTED:
        list_options(game)
        return
    chosen = chosen_options(game, options)
    # Wrong ones are refused before anything of an earlier demo goes.
    game.setup(next(iter(game.scenarios)), chosen)
    if turns is None:
        turns = game.shown_turns if isinstance(game, HasCommanders) else _TURNS
    seats = game.seats
    _clear(into)
    (into / "keys").mkdir(mode=0o700)
    keys: dict[str, tuple[str, PrivateKey]] = {
        seat: (str((into / "keys" / seat).absolute()), new_key()) for seat in roster_of(game)
    }
    for seat, (path, key) in keys.items():
        write_key(Path(path), key, None, f"demo {seat}")
    exhibition = Exhibition(into, keys, utc_now().encode(), utc_now())
    charter = exhibition.found(ruleset, chosen)
    explain_options(ruleset, charter.body.options)
    signers = " and ".join(keys)
    click.echo(f"charter {charter.digest[:16]}… signed by {signers}, dice anchors fixed")
    since = reached = seen = 0
    with _progress(turns) as show, (into / "story.txt").open("w", encoding="utf-8") as story:
        for sent in exhibition.play(turns):
            show(sent)
            _tell(story.write, sent)
            now = min(sent.record.ruleset.game_turn(sent.record.game.state), turns)
            if now > reached:
                reached, since = now, seen
            seen = sent.entry.seq
    _write_report(into, since, seats[0])
    verdicts = [audit_folder(into / seat) for seat in keys]
    click.echo(paragraph(verdicts[0]))
    whose = "both players hold" if len(keys) == _TWO else "everybody holds"
    click.echo(f"{whose} the same log: {len({verdict.head for verdict in verdicts}) == 1}")
    with opened(into / seats[0]) as (source, _):
        write_pages(Log(read_entries(source)), into)
    click.echo(
        f"\nwatch  {into / 'replay.html'}\n"
        f"read   {into / 'story.txt'}\n"
        f"open   {into / 'report.html'}\n"
        f"prove  sealion audit {into}\n"
        f"roll   sealion verify-roll --list -C {into / seats[0]}\n"
        f"play   sealion board {into / seats[0]}"
    )


def _write_report(into: Path, since: int, seat: str) -> None:
    """Write what the last game turn brought, as a page that needs nothing beside it."""
    from sealion_pbem.report import render
    from sealion_pbem.report.illustration import illustrate
    from sealion_pbem.umpire.desk import Desk
    from sealion_pbem.umpire.log import Log
    from sealion_pbem.umpire.reporting import turn_report

    log = Log(Desk(into / seat).store.entries())
    report = turn_report(log, since=since, painter=illustrate)
    (into / "report.html").write_text(render.page(report), encoding="utf-8")


def _clear(into: Path) -> None:
    """Make an empty folder; only what an earlier demo made is removed."""
    from sealion_pbem.campaign.disk import explained
    from sealion_pbem.errors import UsageError

    if into.exists() and not (into / MARK).exists():
        raise UsageError(
            f"{into} is there and was not made by 'sealion demo'",
            hint="give another folder with --out",
        )
    with explained(into, effect="the demo was not played"):
        if into.exists():
            shutil.rmtree(into)
        into.mkdir(parents=True)
        (into / MARK).touch()


@contextmanager
def _progress(turns: int) -> Iterator[Callable[[Sent], None]]:
    """Show a bar on a terminal, and a line for each rejection anywhere."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    from sealion_pbem.pbem.entry import violations_in

    console = Console(stderr=True)
    columns = (
        TextColumn("game turn {task.completed} of {task.total}"),
        BarColumn(),
        TextColumn("{task.fields[what]}"),
    )
    with Progress(*columns, console=console, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=turns, what="")

        def show(sent: Sent) -> None:
            turn = sent.record.ruleset.game_turn(sent.record.game.state)
            bar.update(task, completed=turn, what=f"{sent.entry.kind} {sent.entry.seq}")
            reasons = [violation.text for violation in violations_in(sent.entry)]
            if reasons:
                click.echo(f"an illegal turn was sent and refused: {'; '.join(reasons)}")

        yield show


def _tell(write: Callable[[str], object], sent: Sent) -> None:
    """Write what an entry brought: the turn's orders are told by its receipt."""
    from sealion_pbem.pbem.entry import violations_in

    entry, ruleset = sent.entry, sent.record.ruleset
    write(f"[{entry.seq}] {entry.kind} by {entry.by}, {entry.digest[:16]}\n")
    for violation in violations_in(entry):
        write(f"    illegal: {violation.text} (rule {violation.rule})\n")
    if sent.outcome:
        from sealion_pbem.report.story import asked, story

        for line in [*story(ruleset, sent.outcome), asked(sent.outcome)]:
            write(f"    {line}\n")
