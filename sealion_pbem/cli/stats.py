"""`sealion stats`: what the dice, the losses and the clocks of a campaign come to."""

from __future__ import annotations

from pathlib import Path

import click

from sealion_pbem.cli.root import json_option, path_choice, say_json

__all__ = ["stats"]


@click.command()
@path_choice
@click.option("-o", "--out", "page", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write a page with plots.")  # fmt: skip
@json_option
def stats(path: Path, page: Path | None, as_json: bool) -> None:
    """Count dice, luck, losses, tally and response times of PATH, a campaign folder or an archive.

    Luck is what dice cost a seat, against what the same rolls cost on average:
    docs/statistics.md says how it is counted.

    \b
    Examples:
      sealion stats
      sealion stats hill.zip --out stats.html
      sealion stats hill --json
    """
    from sealion_pbem.campaign.disk import explained
    from sealion_pbem.report.statistics import gather
    from sealion_pbem.umpire.history import chronicle
    from sealion_pbem.umpire.log import Log
    from sealion_pbem.umpire.source import opened, read_entries

    with opened(path) as (source, _):
        found = gather(*chronicle(Log(read_entries(source))))
    if page:
        from sealion_pbem.report.statistics_page import html

        with explained(page):
            page.write_text(html(found), "utf-8")
    if as_json:
        say_json("sealion-pbem/stats", found.document())
    elif page:
        click.echo(f"open {page}")
    else:
        from sealion_pbem.report.statistics_page import text

        click.echo(text(found))
