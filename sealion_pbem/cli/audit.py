"""`sealion audit`: prove whole campaigns from their logs."""

from __future__ import annotations

import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sealion_pbem.cli.root import json_option, plain, say_json
from sealion_pbem.engine.saying import counted, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sealion_pbem.umpire.audit import Verdict

__all__ = ["audit", "facts_of", "paragraph"]

_LONG = 50


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(path_type=Path))
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), default=1, show_default=True,
    help="How many campaigns to prove side by side.",
)  # fmt: skip
@click.option(
    "--any-revision", is_flag=True,
    help="Judge with the rules and data here even if the charter pins others.",
)  # fmt: skip
@click.option(
    "--keep-going", is_flag=True,
    help="List every receipt that the rules here would judge differently, not only the first.",
)  # fmt: skip
@click.option(
    "-o", "--out", "page", type=click.Path(dir_okay=False, path_type=Path),
    help="Write the verdict on one campaign as a page too, to be forwarded.",
)  # fmt: skip
@click.option(
    "-C", "--campaign", "campaign", type=click.Path(file_okay=False, path_type=Path),
    help="A campaign folder, as for other commands.",
)  # fmt: skip
@json_option
def audit(
    paths: tuple[Path, ...], campaign: Path | None, jobs: int, any_revision: bool,
    keep_going: bool, page: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Prove everything that happened in campaigns, from nothing but their logs.

    Each PATH is a campaign folder, a folder with campaigns below it, or an archive; by default the
    folder you are in. Every entry is checked: its shape, its signature, its place in the chain, its
    witness and dice link; every die is rolled and every order judged again. Ends with 6 if something
    was judged otherwise, with 7 if something was changed, and names the first entry that fails.

    \b
    Examples:
      sealion audit
      sealion audit demo
      sealion audit --jobs 2 club-2024/ old/*.zip
      sealion audit --any-revision --keep-going .
    """
    named = (*paths, *([campaign] if campaign else []))
    found = _campaigns(named or (Path(),))
    verdicts = list(_proved(found, jobs, any_revision, keep_going))
    worst = max(verdict.exit_code for verdict in verdicts)
    if page:
        _write_page(page, verdicts)
    if as_json:
        say_json("sealion-pbem/audit", {"campaigns": [facts_of(v) for v in verdicts]})
    else:
        click.echo(plain("\n\n".join(map(paragraph, verdicts))))
        if len(verdicts) > 1:
            bad = sum(1 for verdict in verdicts if verdict.exit_code)
            click.echo(f"\n{len(verdicts)} campaigns, {bad or 'none'} with a fault.")
    sys.exit(worst)


def _write_page(page: Path, verdicts: list[Verdict]) -> None:
    from sealion_pbem.campaign.disk import explained
    from sealion_pbem.errors import UsageError
    from sealion_pbem.report.render import letter
    from sealion_pbem.umpire.correspondence import audit_letter

    if len(verdicts) != 1:
        raise UsageError(
            f"--out tells of one campaign, here are {len(verdicts)}", hint="name one campaign"
        )
    with explained(page, effect="the page was not written"):
        page.write_text(letter("audit", audit_letter(verdicts[0])).html, encoding="utf-8")


def _campaigns(paths: tuple[Path, ...]) -> list[Path]:
    """Return every campaign that the paths lead to, each once."""
    from sealion_pbem.campaign.folder import find_campaigns
    from sealion_pbem.errors import UsageError

    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise UsageError(f"{path} does not exist")
        campaigns = find_campaigns(path) if path.is_dir() else [path]
        if not campaigns:
            raise UsageError(
                f"there is no campaign in {path}",
                hint="name a campaign folder, a folder above some, or an archive",
            )
        found += campaigns
    return list(dict.fromkeys(found))


def _proved(
    found: list[Path], jobs: int, any_revision: bool, keep_going: bool
) -> Iterator[Verdict]:
    from sealion_pbem.umpire.audit import audit_folder, audit_many, count_entries

    if min(jobs, len(found)) > 1:
        advance = _bar(len(found), is_long=True, unit="campaigns")
        many = audit_many(found, jobs=jobs, any_revision=any_revision, keep_going=keep_going)
        for number, verdict in enumerate(many, 1):
            advance(number)
            yield verdict
        return
    is_terminal = sys.stderr.isatty()
    total = sum(map(count_entries, found)) if is_terminal else 0
    advance = _bar(total, is_long=len(found) > 1 or total > _LONG, unit="entries")
    before = 0
    for path in found:
        verdict = audit_folder(
            path,
            any_revision=any_revision,
            keep_going=keep_going,
            progress=partial(_advance_from, advance, before),
        )
        before += verdict.entries
        yield verdict
    advance(total)


def _advance_from(advance: Callable[[int], None], before: int, number: int) -> None:
    """Tell the bar how far all campaigns are when `number` entries of one have been read."""
    advance(before + number)


def _bar(total: int, *, is_long: bool, unit: str) -> Callable[[int], None]:
    """Return what is told how far the work is: a bar, if that is worth it and somebody looks."""
    if not is_long or not sys.stderr.isatty():
        return lambda _: None
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining())
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(unit, total=total)
    bar.start()
    click.get_current_context().call_on_close(bar.stop)

    def advance(done: int) -> None:
        bar.update(task, completed=done)
        if done >= total:
            bar.stop()

    return advance


def facts_of(verdict: Verdict) -> dict[str, object]:
    """Return a verdict as --json shows it."""
    facts = asdict(verdict)
    for kind in ("unopened", "forfeited"):
        facts[kind] = [{"seat": seat, "name": name} for seat, name in getattr(verdict, kind)]
    return {"proved": verdict.exit_code == 0, "exit_code": verdict.exit_code, **facts}


def paragraph(verdict: Verdict) -> str:
    """Say in plain words what was proved of a campaign, and what was not."""
    title = f"{verdict.path}: "
    if verdict.name:
        title += (
            f"{verdict.name}, {verdict.ruleset} revision {verdict.revision}, mode {verdict.mode}"
        )
    lines = [title.removesuffix(": ")]
    lines += _failed(verdict) if verdict.failure else _differing(verdict) or _proof(verdict)
    lines += _remarks(verdict)
    if verdict.head:
        where = "last entry proved" if verdict.failure else "head"
        lines.append(f"{where} {verdict.head}")
    return "\n  ".join(lines)


def _failed(verdict: Verdict) -> list[str]:
    failure = verdict.failure
    assert failure is not None, "called for a failed audit"
    number = verdict.entries
    sound = (
        f"; {counted(number, 'entry', 'entries')} before it {plural(number, 'is', 'are')} in order"
    )
    lines = [f"NOT PROVED{sound if verdict.entries else ''}"]
    if failure.entry:
        lines.append(f"first bad entry: {failure.entry}")
    lines.append(f"why: {failure.reason}")
    if failure.hint:
        lines.append(f"hint: {failure.hint}")
    return lines


def _differing(verdict: Verdict) -> list[str]:
    if not verdict.differences:
        return []
    count = len(verdict.differences)
    head = f"DIFFERENT: the rules here judge {count} of {verdict.receipts} receipts otherwise"
    return [head, *(f"{found.entry}: {found.reason}" for found in verdict.differences)]


def _proof(verdict: Verdict) -> list[str]:
    lines = [
        (
            f"proved: {counted(verdict.entries, 'entry', 'entries')}, each in the right shape, signed by "
            "those who had to sign it, and chained to the one before"
        ),
        (
            f"proved: {counted(verdict.receipts, 'receipt')} by the right witness, each opening the next "
            "dice link of its anchor"
        ),
        (
            f"proved: {counted(verdict.rolls, 'roll')} with {counted(verdict.dice, 'die', 'dice')}, each "
            "following from the signed turn and the link opened for it"
        ),
        (
            f"proved: the orders of {counted(verdict.turns, 'turn')} judged again, with the same result; "
            f"{counted(verdict.automatic, 'automatic answer')} as the standing orders say"
        ),
        f"proved: {counted(verdict.receipts, 'state digest')} recomputed and equal",
    ]
    if verdict.rejections:
        lines.append(f"proved: {counted(verdict.rejections, 'rejection')}, each of an illegal turn")
    return lines


def _remarks(verdict: Verdict) -> list[str]:
    lines = [f"evidence: {proof}" for proof in verdict.evidence]
    lines += [f"beside the chain, signed: {name}" for name in verdict.beside]
    lines += [f"sealed and not opened: {name} of {seat}" for seat, name in verdict.unopened]
    lines += [f"given up by a ruling, never opened: {n} of {seat}" for seat, n in verdict.forfeited]
    lines += [f"a clock was wrong: {clock}" for clock in verdict.clocks]
    lines += [f"BREACH, seen when it was opened: {breach}" for breach in verdict.breaches]
    if verdict.failure:
        return lines
    if verdict.result:
        lines.append(f"the game is over: {verdict.result}")
    elif verdict.waiting:
        lines.append(f"the game waits for {verdict.waiting}")
    return lines
