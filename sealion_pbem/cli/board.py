"""`sealion board`: see and play a campaign in the browser."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sealion_pbem.cli.root import path_choice, plain

if TYPE_CHECKING:
    from sealion_pbem.board.hall import Venue

__all__ = ["board", "open_board"]


@click.command("board")
@path_choice
@click.option("--port", type=click.IntRange(0, 65535), default=0,
              help="The port to listen on; by default any that is free.")  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Only print the link.")
@click.option("--observe", is_flag=True, help="Only look on: nothing can be ordered or signed.")
def board(path: Path, port: int, no_browser: bool, observe: bool) -> None:
    """See a campaign on the map, compose orders, sign and send them, in the browser.

    PATH is a campaign folder or an archive; with --observe also a folder with many campaigns, such as
    a robot's office, which are listed. Nothing leaves this machine and nothing is fetched; the
    server ends some seconds after the last page is closed, or with Ctrl-C.

    \b
    Examples:
      sealion board                       the campaign you are in
      sealion board hill --no-browser
      sealion board hill.zip              an archive, to look at
      sealion board --observe office      all campaigns of a robot
    """
    from sealion_pbem.board.hall import Hall, OneTable, is_hall
    from sealion_pbem.board.session import Session
    from sealion_pbem.board.table import BoardTable

    if observe and is_hall(path):
        open_board(Hall(path), port, is_shown=not no_browser)
        return
    session = Session(BoardTable(path, observes=observe))
    open_board(OneTable(session), port, is_shown=not no_browser)


def open_board(venue: Venue, port: int, *, is_shown: bool) -> None:
    """Serve a venue, print where, and open the browser."""
    from sealion_pbem.board.gate import Gate
    from sealion_pbem.board.shell import listening, serve

    bound = listening(port)
    gate = Gate(bound.getsockname()[1], venue.page)
    click.echo(plain(f"the board of {venue.title}: {gate.link}"))
    click.echo("it ends some seconds after its page is closed, or with Ctrl-C")
    sys.stdout.flush()
    if is_shown and _has_display():
        import webbrowser

        webbrowser.open(gate.link)
    if serve(venue, gate, bound):
        click.echo(
            "the board has ended; orders that are not signed are kept in the campaign folder"
        )


def _has_display() -> bool:
    """Tell whether a browser would open where its user sits, and not in his terminal."""
    if os.environ.get("SSH_CONNECTION"):
        return False
    is_windowed = sys.platform in ("darwin", "win32")
    return is_windowed or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
