"""`sealion referee`: the robot that answers mails, and what only a referee does."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.given import open_desk, utc_now
from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.outgoing import outgoing, outgoing_option
from sealion_pbem.cli.root import json_option, plain, say_json

if TYPE_CHECKING:
    from sealion_pbem.umpire.referee.robot import Robot
    from sealion_pbem.umpire.referee.tray import Contents, Note

__all__ = ["referee"]

_MOST_SHOWN = 20
_MOST_LISTED = 1000
_OFFICE = click.argument(
    "office", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path()
)
_PASSPHRASE = click.option(
    "--passphrase-file", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Read the passphrase of the referee's keys from a file.",
)  # fmt: skip


@click.group(cls=HelpfulGroup)
def referee() -> None:
    """Referee campaigns by mail, without a hand.

    An OFFICE is a folder with a mail.toml and the campaign folders in which you hold the seat of the
    referee; the mail.toml of each campaign folder has the addresses of its players.

    \b
    Examples:
      sealion referee serve club             answer mails until you stop it
      sealion referee serve club --once      once, for cron
      sealion referee status club
    """


@referee.command("serve")
@_OFFICE
@click.option("--once", is_flag=True, help="Do what is to be done now, and stop.")
@click.option("--every", type=click.IntRange(1, 86_400), default=60, show_default=True,
              help="Seconds between two looks into the inbox.")  # fmt: skip
@click.option("--pictures/--no-pictures", default=True, help="Reports with or without maps.")
@_PASSPHRASE
def serve(
    office: Path, once: bool, every: int, pictures: bool, passphrase_file: Path | None
) -> None:
    """Answer mails, judge turns, send reports and reminders.

    Every mail ends as an entry, as an answer to a player, or with a reason in 'sealion referee
    status'. Whatever the robot does not finish, because it is stopped, the disk is full or a server
    does not answer, it does in the next round.
    """
    import time

    from sealion_pbem.errors import MailError

    robot = _robot(office, passphrase_file, with_pictures=pictures)
    settings = robot.office.settings()
    # What is wrong with the settings is said at once; later an inbox may be away for a while.
    settings.source(office).close()
    while True:
        try:
            source = settings.source(office)
            with closing(source), settings.transport() as transport:
                robot.do_round(source, transport, utc_now())
        except MailError as error:
            if once:
                raise
            _say(str(error))
        if once:
            return
        time.sleep(every)


@referee.command("status")
@_OFFICE
@json_option
@_PASSPHRASE
def status(office: Path, as_json: bool, passphrase_file: Path | None) -> None:
    """Say where every campaign stands, what waits in the outbox, and which mails wait for whom.

    Mails that could not be read lie in the folder Quarantine of the inbox. Move one back to have it
    read once more.
    """
    from dataclasses import asdict

    robot = _robot(office, passphrase_file, with_pictures=False)
    standings = robot.standings(utc_now())
    outbox = robot.office.outbox
    counts = {room: outbox.number(room) for room in ("waiting", "refused", "sent")}
    mails = robot.office.tray.contents(_MOST_LISTED)
    if as_json:
        facts: dict[str, Any] = {
            "campaigns": [asdict(one) for one in standings],
            "outbox": counts,
            "mails": asdict(mails),
        }
        say_json("sealion-pbem/referee-status", facts)
        return
    for one in standings:
        late = " LATE" if one.is_late else ""
        what = one.result or f"{one.waits_for} until {one.due or 'whenever'}{late}: {one.asked}"
        click.echo(plain(f"{one.name}: {one.game}, turn {one.turn}: {what}"))
        for line in one.to_do:
            click.echo(plain(f"  to do: {line}"))
    click.echo("outbox: " + ", ".join(f"{number} {room}" for room, number in counts.items()))
    _show_mails(mails)


def _show_mails(mails: Contents) -> None:
    """Say why mails brought no entry and got no answer, the newest of each kind one by one."""
    piles = {
        "waiting": mails.waiting,
        "in quarantine": mails.quarantine,
        "not answered": mails.unanswered,
    }
    click.echo("mails: " + ", ".join(f"{pile.total} {room}" for room, pile in piles.items()))
    for room, pile in piles.items():
        older = pile.total - len(pile.newest[-_MOST_SHOWN:])
        if older:
            click.echo(f"  {room:13}  {older} older ones; --json shows more")
        for note in pile.newest[-_MOST_SHOWN:]:
            click.echo(plain(f"  {room:13}  {_line(note)}"))


def _line(note: Note) -> str:
    again = f" (try {note.tries}, next {note.next_try})" if note.next_try and note.tries else ""
    where = f"{note.time} {note.handle} of {note.sender or 'nobody'}, {note.size:,} bytes"
    return f"{where}, {note.digest[:8]}: {note.reason}{again}"


@referee.command("takeover")
@click.argument("claim", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-C", "--campaign", type=click.Path(path_type=Path), default=Path(), help="The campaign folder."
)
@outgoing_option
@_PASSPHRASE
def takeover(claim: Path, campaign: Path, out: Path | None, passphrase_file: Path | None) -> None:
    """Give a seat to whoever has claimed it: sign the CLAIM that he has sent.

    The claim was made with 'sealion campaign claim'; the robot sends the change of key to everybody.
    """
    from sealion_pbem.cli.given import read_given
    from sealion_pbem.pbem.claim import claim_from
    from sealion_pbem.pbem.loader import read_strict

    desk = open_desk(campaign, with_keys=True, passphrase_file=passphrase_file)
    granted = claim_from(read_strict(read_given(claim)))
    entry = desk.grant_claim(granted)
    path = outgoing(desk.folder.entries / entry.file_name, out)
    click.echo(f"{granted.change.seat} has a new key; send this file to the others:\n  {path}")


def _robot(office: Path, passphrase_file: Path | None, *, with_pictures: bool) -> Robot:
    from sealion_pbem.campaign.keyring import load_key
    from sealion_pbem.umpire.referee.office import Office
    from sealion_pbem.umpire.referee.robot import Robot

    painter = None
    if with_pictures:
        from sealion_pbem.report.illustration import illustrate

        painter = illustrate
    return Robot(
        Office(office, lambda name: load_key(name, passphrase_file)),
        _say,
        painter,
    )


def _say(line: str) -> None:
    click.echo(plain(f"{utc_now()} {line}"), err=True)
