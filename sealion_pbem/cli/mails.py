"""`sealion campaign status --mails`: how many mails each game turn took."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from sealion_pbem.cli.root import say_json
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.mails import TurnMails, by_game_turn, mails

if TYPE_CHECKING:
    from sealion_pbem.umpire.desk import Desk

__all__ = ["show_mails"]


def show_mails(desk: Desk, *, as_json: bool) -> None:
    """Print a line for every game turn: its weather, its turn files and mails, and who sent how many."""
    desk.read()
    sent = mails(Log(desk.store.entries()))
    turns = by_game_turn(sent)
    if as_json:
        facts = {
            "turns": [asdict(turn) for turn in turns],
            "mails": [asdict(mail) for mail in sent],
        }
        say_json("sealion-pbem/mails", facts)
        return
    seats = sorted({mail.seat for mail in sent})
    click.echo("turn  weather  files  mails" + "".join(f"  {seat}" for seat in seats))
    for turn in turns:
        click.echo(_row(turn, seats))
    click.echo(f"{len(sent)} mails in all")


def _row(turn: TurnMails, seats: list[str]) -> str:
    name = str(turn.game_turn) if turn.game_turn else "-"
    cells = "".join(f"  {turn.by_seat.get(seat, 0):>{len(seat)}}" for seat in seats)
    return f"{name:>4}  {turn.weather:<7}  {turn.files:>5}  {turn.mails:>5}{cells}"
