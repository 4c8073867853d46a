"""`sealion data`: the data packs, with the provenance of every value."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.root import json_option, plain, say_json

if TYPE_CHECKING:
    from sealion_pbem.umpire.datapack.check import Report
    from sealion_pbem.umpire.datapack.sheet import Finding

__all__ = ["data"]


@click.group(cls=HelpfulGroup)
def data() -> None:
    """Show and check the data packs: map, units and charts of Sealion.

    The values that the rulebooks do not print are reconstructed. Whoever owns the boxed game can
    copy the CSV files, put in what is printed, and have the copy checked.
    """


@data.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@json_option
def check(folder: Path | None, as_json: bool) -> None:
    """Check the shipped pack, or the corrected copy in FOLDER.

    Every fact that the rulebooks state must hold, counts and neighbours must fit together, and every
    value must say where it comes from. Files that FOLDER does not have are taken as shipped.

    \b
    Examples:
      sealion data check                  the shipped pack
      sealion data check my-pack          a corrected copy
    """
    from sealion_pbem.errors import Fault, SchemaError
    from sealion_pbem.umpire.datapack.check import check_pack, check_shipped
    from sealion_pbem.umpire.datapack.sheet import read_pack

    report = check_pack(read_pack(folder)) if folder else check_shipped()
    if as_json:
        say_json("sealion-pbem/data-check", _check_facts(report))
    elif not report.faults:
        _print_report(report, folder)
    if report.faults:
        number = len(report.faults)
        raise SchemaError(
            f"the data pack has {number} fault{'s' * (number > 1)}",
            tuple(Fault(found.place, found.text) for found in report.faults),
            hint="'sealion data show' tells what was shipped and where it comes from",
        )


@data.command()
@click.argument("what", metavar="HEX|UNIT")
@click.option(
    "--edition",
    type=click.Choice(["2016", "deluxe"]),
    default="deluxe",
    show_default=True,
    help="Whose factories, units and modifiers.",
)
@json_option
def show(what: str, edition: str, as_json: bool) -> None:
    """Show all values of a hex or a unit, each with its source.

    A hex is given by its number or the place in it, a unit by its id or its name.

    \b
    Examples:
      sealion data show 6716              Dover
      sealion data show Schlesien
      sealion data show uk_1_arm_xx --edition 2016
    """
    from sealion_pbem.rulesets.sealion.data import tables
    from sealion_pbem.umpire.datapack.mapview import MapView
    from sealion_pbem.umpire.datapack.sheet import read_pack
    from sealion_pbem.umpire.datapack.show import describe

    found = describe(MapView(read_pack()), tables(), what, edition)
    if as_json:
        say_json("sealion-pbem/data-show", found)
    else:
        _print_values(found)
        if "hex" in found:
            _print_hex(found)


def _check_facts(report: Report) -> dict[str, Any]:
    return {
        "folder": str(report.pack.folder),
        "as_shipped": list(report.pack.taken_from_shipped),
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
    if report.pack.taken_from_shipped:
        click.echo(f"\nTaken as shipped: {', '.join(report.pack.taken_from_shipped)}")
    if report.remarks:
        click.echo("\nWorth a look, but no faults:")
        for found in report.remarks:
            click.echo(f"  {plain(str(found))}")
    click.echo("\nSHA-256, which a charter pins:")
    for name, digest in report.digests.items():
        click.echo(f"  {digest}  {name}")


def _print_values(found: dict[str, Any]) -> None:
    what = f"hex {found['hex']}" if "hex" in found else f"unit {found['unit']}"
    name = f"  {found['name']}" if found["name"] else ""
    click.echo(f"{what}{name}  ({found['edition']}; {found['file']} row {found['row']})\n")
    values = found["values"]
    wide = max(len(value["name"]) for value in values)
    long = max(len(value["value"]) for value in values)
    for value in values:
        click.echo(f"  {value['name']:<{wide}}  {value['value']:<{long}}  {value['source']}")
    if "count_source" in found:
        click.echo(f"\n  that it exists, and how many of its kind: {found['count_source']}")
    if "note" in found:
        click.echo(f"\n  {found['note']}")


def _print_hex(found: dict[str, Any]) -> None:
    from sealion_pbem.umpire.datapack.show import points

    if "cost_to_enter" in found:
        click.echo(f"\nmovement points to enter off the road  ({found['cost_source']})")
        for seat, costs in found["cost_to_enter"].items():
            text = ", ".join(f"{name} {points(cost)}" for name, cost in costs.items())
            click.echo(f"  {seat:<8} {text}")
        if found["road_cost"]:
            click.echo(f"  by road  {points(found['road_cost'])}")
        click.echo(f"\ncombat modifiers  ({found['modifier_source']})")
        for modifier in found["combat_modifiers"]:
            click.echo(f"  {modifier['value']:+d}  {modifier['name']}")
    click.echo("\nneighbours")
    for near in found["neighbours"]:
        road = "  road" if near["road"] else ""
        where = f"{near['terrain']} {near['name']}".strip()
        click.echo(f"  {near['direction']:<2}  {near['hex']}  {where}{road}")
        for side in near["hexside"]:
            name = f" {side['name']}" if side["name"] else ""
            click.echo(f"            {side['feature']}{name}: {side['source']}")
