"""`sealion picture`: draw a position of a campaign."""

from __future__ import annotations

from pathlib import Path

import click

from sealion_pbem.cli.root import campaign_choice, json_option, plain, say_json

__all__ = ["picture"]


@click.command("picture")
@campaign_choice
@click.option("--at", "seq", type=click.IntRange(0), help="Draw the position after entry SEQ.")
@click.option("--crop", default="", help="Show only the part around these places: 6716,6618 or A.")
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write, .svg or .png; by default board.png, with --json none.",
)
@click.option(
    "--width",
    type=click.IntRange(64, 4000),
    help="Pixels of a PNG; by default 1248, 640 with --crop.",
)
@click.option(
    "--marks/--no-marks", default=True, help="Whether moves and fights of the last turn are marked."
)
@json_option
def picture(
    campaign: Path, seq: int | None, crop: str, out: Path | None, width: int | None, marks: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Draw a position of CAMPAIGN: the map, every counter, and what the last turn did.

    \b
    Examples:
      sealion picture                             board.png of the campaign you are in
      sealion picture hill --out board.svg
      sealion picture hill --at 42 --crop 6716,6618 --out dover.png
    """
    from sealion_pbem.campaign.files import replace
    from sealion_pbem.campaign.folder import find_folder
    from sealion_pbem.campaign.store import Store
    from sealion_pbem.engine.showing import Draws
    from sealion_pbem.errors import UsageError
    from sealion_pbem.report.drawing import png, svg
    from sealion_pbem.umpire.log import Log
    from sealion_pbem.umpire.standpoint import standpoint

    target = out or Path("board.png")
    kind = target.suffix.lower()
    if kind not in {".svg", ".png"}:
        raise UsageError(f"{target}: the name must end in .svg or .png")
    found = standpoint(Log(Store(find_folder(campaign)).entries()), seq)
    game = found.ruleset
    if not isinstance(game, Draws):
        raise UsageError(
            f"{game.title} has no map to draw", hint="'sealion campaign status' shows it"
        )
    marked = game.marks(found.events, found.before) if marks else ()
    places = tuple(part.strip() for part in crop.split(",") if part.strip()) or None
    if kind == ".svg":
        data = svg(game, found.state, marks=marked, crop=places).encode()
    else:
        wide = width or (640 if places else 1248)
        data = png(game, found.state, marks=marked, crop=places, width=wide)
    if out or not as_json:
        replace(target, data)
    if as_json:
        facts = {
            "file": str(out) if out else None,
            "entry": found.seq,
            "bytes": len(data),
            "marks": len(marked),
        }
        say_json("sealion-pbem/picture", {"name": found.name, **facts})
        return
    click.echo(plain(f"{found.name} after entry {found.seq}: {target}, {len(data):,} bytes"))
