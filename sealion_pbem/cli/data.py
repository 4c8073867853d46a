"""`sealion data`: the data packs, with the provenance of every value."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.chosen import ruleset_option
from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.root import json_option, plain, say_json
from sealion_pbem.engine.saying import counted

if TYPE_CHECKING:
    from sealion_pbem.engine.pack import Finding
    from sealion_pbem.umpire.datapack.check import Report

__all__ = ["data"]


@click.group(cls=HelpfulGroup)
def data() -> None:
    """Show and check the data packs of a game: map, units and charts.

    Values that a rulebook does not print are reconstructed. Whoever owns the boxed game can copy the
    CSV files, put in what is printed, and have the copy checked.
    """


@data.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@ruleset_option
@json_option
def check(folder: Path | None, ruleset: str, as_json: bool) -> None:
    """Check the shipped pack, or the corrected copy in FOLDER.

    Every fact that the rulebooks state must hold, counts and neighbours must fit together, and every
    value must say where it comes from. Files that FOLDER does not have are taken as shipped.

    \b
    Examples:
      sealion data check                  the shipped pack
      sealion data check my-pack          a corrected copy
    """
    from sealion_pbem.errors import Fault, SchemaError
    from sealion_pbem.rulesets import find
    from sealion_pbem.umpire.datapack.check import check_pack, check_shipped
    from sealion_pbem.umpire.datapack.reading import read_pack

    game = find(ruleset)
    report = check_pack(game, read_pack(game, folder)) if folder else check_shipped(game)
    if as_json:
        say_json("sealion-pbem/data-check", _check_facts(report))
    elif not report.faults:
        _print_report(report, folder)
    if report.faults:
        raise SchemaError(
            f"the data pack has {counted(len(report.faults), 'fault')}",
            tuple(Fault(found.place, found.text) for found in report.faults),
            hint="'sealion data show' tells what was shipped and where it comes from",
        )


@data.command()
@click.argument("what", metavar="HEX|UNIT|PLACE")
@ruleset_option
@json_option
def show(what: str, ruleset: str, as_json: bool) -> None:
    """Show all values of a hex, a unit or another thing of the pack, each with its source.

    A hex is given by its number or the place in it, a unit by its id or its name, as it is printed or
    as reports say it; some games have more, such as battle zones.

    \b
    Examples:
      sealion data show 6716              Dover
      sealion data show Schlesien
      sealion data show uk_1_arm_xx --ruleset sealion-2016
    """
    from sealion_pbem.rulesets import find
    from sealion_pbem.umpire.datapack.reading import keeping_of, read_pack

    game = find(ruleset)
    found = keeping_of(game).describe(read_pack(game).pack, what)
    if as_json:
        say_json("sealion-pbem/data-show", dict(found.facts))
        return
    for line in found.lines:
        click.echo(line)


def _check_facts(report: Report) -> dict[str, Any]:
    return {
        "folder": str(report.files.folder),
        "as_shipped": list(report.files.taken_from_shipped),
        "ok": not report.faults,
        "counts": dict(report.counts),
        "digests": dict(report.digests),
        "faults": [_finding_facts(found) for found in report.faults],
        "remarks": [_finding_facts(found) for found in report.remarks],
    }


def _finding_facts(found: Finding) -> dict[str, Any]:
    return {"file": found.file, "row": found.row, "column": found.column, "text": found.text}


def _print_report(report: Report, folder: Path | None) -> None:
    click.echo(f"The data pack {plain(str(folder)) if folder else 'of the program'} is sound.\n")
    for name, number in report.counts.items():
        click.echo(f"{number:>6,}  {name}")
    if report.files.taken_from_shipped:
        click.echo(f"\nTaken as shipped: {', '.join(report.files.taken_from_shipped)}")
    if report.remarks:
        click.echo("\nWorth a look, but no faults:")
        for found in report.remarks:
            click.echo(f"  {plain(str(found))}")
    click.echo("\nSHA-256, which a charter pins:")
    for name, digest in report.digests.items():
        click.echo(f"  {digest}  {name}")
