"""`sealion play`: a game alone, or two at one table, in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from sealion_pbem.cli.board import open_board
from sealion_pbem.cli.chosen import (
    LISTED,
    OPTIONS_HELP,
    chosen_options,
    list_options,
    ruleset_option,
)
from sealion_pbem.cli.root import out_choice

__all__ = ["play"]


@click.command("play")
@out_choice("folder", click.Path(file_okay=False, path_type=Path), "folder", is_required=False)
@ruleset_option
@click.option("--scenario", help="The scenario; by default the first of the game.")
@click.option("--options", metavar="WORDS", help=OPTIONS_HELP)
@click.option("--seat", help="Your seat; by default the first of the game.")
@click.option("--hot-seat", is_flag=True, help="Players take all seats, one after another.")
@click.option("--port", type=click.IntRange(0, 65535), default=0,
              help="The port to listen on; by default any that is free.")  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Only print the link.")
def play(
    folder: Path | None, ruleset: str, scenario: str | None, options: str | None, seat: str | None,
    hot_seat: bool, port: int, no_browser: bool,
) -> None:  # fmt: skip
    """Play alone against the built-in commander, or side by side, in the browser.

    The game lies in FOLDER, by default play-RULESET; if there is one already, it goes on. Every turn is
    signed and its dice are fixed as in a campaign by mail, but one machine holds all keys: mode solo
    proves to nobody else that you did not try again.

    \b
    Examples:
      sealion play                              the first seat, against the commander
      sealion play hill --ruleset skirmish --seat blue
      sealion play hill --ruleset skirmish --hot-seat
    """
    from sealion_pbem.board.hall import OneTable
    from sealion_pbem.board.session import Session
    from sealion_pbem.board.table import BoardTable
    from sealion_pbem.campaign.folder import Folder
    from sealion_pbem.cli.given import utc_now
    from sealion_pbem.errors import UsageError
    from sealion_pbem.rulesets import find
    from sealion_pbem.umpire.solitaire import found_alone

    game = find(ruleset)
    if options == LISTED:
        list_options(game)
        return
    path = folder or Path(f"play-{ruleset}")
    if Folder(path).is_campaign():
        game = BoardTable(path, observes=True).ruleset
    mine = seat or game.seats[0]
    if mine not in game.seats:
        raise UsageError(f"there is no seat {mine}", hint=f"there are {', '.join(game.seats)}")
    commanded = [] if hot_seat else [other for other in game.seats if other != mine]
    if not Folder(path).is_campaign():
        if path.exists() and any(path.iterdir()):
            raise UsageError(f"{path} is there and holds no game", hint="name another folder")
        chosen = chosen_options(game, options)
        found_alone(
            path, path.name, ruleset=ruleset, scenario=scenario, options=chosen,
            commanded=commanded, created=utc_now(),
        )  # fmt: skip
    session = Session(BoardTable(path, commanded=commanded))
    open_board(OneTable(session), port, is_shown=not no_browser)
