"""`sealion vassal`: modules, saved games and logs for VASSAL, and orders from a log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from sealion_pbem.cli.chosen import ruleset_option
from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.root import campaign_choice, campaign_option, json_option, plain, say_json

__all__ = ["vassal"]

F = TypeVar("F", bound=Callable[..., Any])


@click.group(cls=HelpfulGroup)
def vassal() -> None:
    """Show campaigns in VASSAL, and take orders from its logs.

    \b
    Examples:
      sealion vassal module -o game.vmod
      sealion vassal save hill -o now.vsav
      sealion vassal log hill --turn 3 -o turn3.vlog
      sealion vassal orders mine.vlog -C hill
      sealion vassal scrub turn3.vlog -o clean.vlog
    """


def _out(ending: str, example: str) -> Callable[[F], F]:
    """Give a command the option -o."""
    return click.option(
        "-o", "--out", required=True, type=click.Path(dir_okay=False, path_type=Path),
        help=f"The file to write, such as {example}{ending}.",
    )  # fmt: skip


@vassal.command("module")
@ruleset_option
@_out(".vmod", "game")
@json_option
def module(ruleset: str, out: Path, as_json: bool) -> None:
    """Write the VASSAL module of a game: map, counters, turn tracker, set-ups.

    The same version of the program writes the same bytes, so that players can compare theirs.
    """
    from sealion_pbem.campaign.files import replace
    from sealion_pbem.rulesets import find
    from sealion_pbem.umpire.vassal_kit import kit_of, module_of

    game = find(ruleset)
    data = module_of(game)
    replace(out, data)
    kit = kit_of(game)
    facts = {"file": str(out), "bytes": len(data), "module": kit.name, "version": kit.version}
    if as_json:
        say_json("sealion-pbem/vassal-module", facts)
        return
    click.echo(plain(f"{kit.name}, version {kit.version}: {out}, {len(data):,} bytes"))


@vassal.command("save")
@campaign_choice
@click.option("--at", "seq", type=click.IntRange(0), help="The position after entry SEQ.")
@_out(".vsav", "now")
@json_option
def save(campaign: Path, seq: int | None, out: Path, as_json: bool) -> None:
    """Write a position of CAMPAIGN as a saved game that VASSAL opens with our module."""
    from sealion_pbem.campaign.folder import find_folder
    from sealion_pbem.campaign.store import Store
    from sealion_pbem.umpire.log import Log
    from sealion_pbem.umpire.vassal_log import export_position

    made = export_position(Log(Store(find_folder(campaign)).entries()), seq)
    _write(out, made.data, made.name, made.seq, None, as_json=as_json)


@vassal.command("log")
@campaign_choice
@click.option("--turn", type=click.IntRange(0), help="Only this game turn.")
@click.option("--since", type=click.IntRange(0), help="What happened after entry SEQ.")
@click.option("--at", "until", type=click.IntRange(0), help="Up to entry SEQ.")
@_out(".vlog", "turn3")
@json_option
def log(
    campaign: Path, turn: int | None, since: int | None, until: int | None, out: Path,
    as_json: bool,
) -> None:  # fmt: skip
    """Write what happened in CAMPAIGN as a log to step through in VASSAL: one step for each result."""
    from sealion_pbem.campaign.folder import find_folder
    from sealion_pbem.campaign.store import Store
    from sealion_pbem.umpire.log import Log
    from sealion_pbem.umpire.vassal_log import Span, export_log

    made = export_log(Log(Store(find_folder(campaign)).entries()), Span(since, until, turn))
    _write(out, made.data, made.name, made.seq, made.steps, as_json=as_json)


def _write(
    out: Path, data: bytes, name: str, seq: int, steps: int | None, *, as_json: bool
) -> None:
    from sealion_pbem.campaign.files import replace
    from sealion_pbem.engine.saying import counted

    replace(out, data)
    if as_json:
        facts = {"file": str(out), "bytes": len(data), "name": name, "entry": seq, "steps": steps}
        say_json("sealion-pbem/vassal-file", facts)
        return
    told = "" if steps is None else f"{counted(steps, 'step', 'steps')}, "
    click.echo(plain(f"{name} after entry {seq}: {out}, {told}{len(data):,} bytes"))


@vassal.command("orders")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@campaign_option
@click.option("--seat", help="The seat you write for, if you hold several.")
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path),
    help="The sheet to write; by default turn-NUMBER-SEAT.txt in the campaign folder.",
)  # fmt: skip
@json_option
def orders(file: Path, campaign: Path, seat: str | None, out: Path | None, as_json: bool) -> None:
    """Make an order sheet of FILE, a log in which you dragged your counters.

    Each move becomes the order that does it; what is no order is listed with the number of its step, and
    what no counter can say is asked for in the sheet. Nothing is signed.
    """
    from sealion_pbem.cli.given import open_desk, read_vassal_file
    from sealion_pbem.engine.saying import counted
    from sealion_pbem.umpire.vassal_draft import write_sheet_of_log

    made = write_sheet_of_log(
        open_desk(campaign, with_keys=False), read_vassal_file(file), seat, out
    )
    path, found = made.path, made.found
    if as_json:
        facts = {"file": str(path), "orders": found.orders, "notes": found.notes}
        say_json("sealion-pbem/vassal-orders", {**facts, "guessed": found.guessed})
        return
    for note in found.notes:
        click.echo(plain(note))
    for word in found.guessed:
        click.echo(plain(f"chosen for you, look whether you agree: {word}"))
    click.echo(plain(f"{counted(len(found.orders), 'order', 'orders')} in {path}"))
    click.echo(f"then: sealion turn check {path.name}, sealion turn sign {path.name}")


@vassal.command("scrub")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@_out(".vlog", "clean")
@json_option
def scrub(file: Path, out: Path, as_json: bool) -> None:
    """Write FILE, a saved game, log or module, without the passwords that VASSAL put into it."""
    from sealion_pbem.campaign.files import replace
    from sealion_pbem.cli.given import read_vassal_file
    from sealion_pbem.engine.saying import counted
    from sealion_pbem.vassal.guard import scrub_file

    data, count = scrub_file(read_vassal_file(file))
    replace(out, data)
    if as_json:
        say_json("sealion-pbem/vassal-scrub", {"file": str(out), "passwords": count})
        return
    click.echo(plain(f"{out}: {counted(count, 'password', 'passwords')} blanked"))
