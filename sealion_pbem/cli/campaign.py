"""`sealion campaign`: found, join and look at a campaign."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.books import show_books, standing_for
from sealion_pbem.cli.chosen import (
    LISTED,
    OPTIONS_HELP,
    chosen_options,
    explain_options,
    list_options,
    ruleset_option,
)
from sealion_pbem.cli.given import open_desk, utc_now
from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.outgoing import outgoing, outgoing_option
from sealion_pbem.cli.rare_entries import (
    anchor,
    away,
    claim,
    hand_over,
    rekey,
    resign,
    ruling,
)
from sealion_pbem.cli.root import (
    campaign_choice,
    json_option,
    passphrase_option,
    plain,
)

if TYPE_CHECKING:
    from sealion_pbem.pbem.entry import Entry

__all__ = ["campaign"]

book_option = click.option(
    "--book", metavar="NAME",
    help="A book of standing orders for your seat; those that there are are shown when you sit down.",
)  # fmt: skip


@click.group(cls=HelpfulGroup)
def campaign() -> None:
    """Found, join and look at a campaign.

    \b
    Examples:
      sealion campaign new hill --ruleset skirmish --seat red --key alice
      sealion campaign join draft.json --seat blue --key bob
      sealion campaign status
    """


for _command in (anchor, away, claim, hand_over, rekey, resign, ruling):
    campaign.add_command(_command)


@campaign.command("new")
@click.argument("name", required=False)
@ruleset_option
@click.option(
    "--mode", type=click.Choice(["peer", "referee", "both", "solo"]), default="peer",
    show_default=True, help="Who opens the dice: the players mutually, a referee, both; solo: practice.",
)  # fmt: skip
@click.option("--seat", help="Your seat; in solo mode you take all of them.")
@click.option("--key", help="Your key, by name or path; in solo mode keys are made.")
@click.option("--scenario", help="The scenario; by default the ruleset's first.")
@click.option("--options", metavar="WORDS", help=OPTIONS_HELP)
@click.option("--option", "singles", multiple=True, metavar="NAME=VALUE", help="One option.")
@book_option
@click.option("--standing-orders", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="A JSON list of standing orders for your seat.")  # fmt: skip
@click.option("--deadline-hours", type=click.IntRange(1, 8760), default=168, show_default=True,
              help="How long a player has for an answer.")  # fmt: skip
@click.option("--grace-hours", type=click.IntRange(0, 8760), default=48, show_default=True,
              help="How long after the deadline before the referee may act.")  # fmt: skip
@click.option("--delay-hours", type=click.IntRange(0, 168), default=0, show_default=True,
              help="How long a turn can be withdrawn before the referee opens the dice.")  # fmt: skip
@click.option("-o", "--out", type=click.Path(file_okay=False, path_type=Path),
              help="The folder to make; by default ./NAME.")  # fmt: skip
@passphrase_option
def new(
    name: str | None, ruleset: str, mode: str, seat: str | None, key: str | None,
    scenario: str | None, options: str | None, singles: tuple[str, ...], book: str | None,
    standing_orders: Path | None, deadline_hours: int, grace_hours: int, delay_hours: int,
    out: Path | None, passphrase_file: Path | None,
) -> None:  # fmt: skip
    """Found a campaign: agree with yourself first, then send the draft to the others.

    \b
    Examples:
      sealion campaign new --options list
      sealion campaign new kent --options magnetic_mines,free_french=by_die
    """
    from sealion_pbem.campaign.folder import Folder
    from sealion_pbem.errors import UsageError
    from sealion_pbem.rulesets import find
    from sealion_pbem.umpire.founding import draft_for, sit_down

    game = find(ruleset)
    if options == LISTED:
        list_options(game)
        return
    if not name:
        raise UsageError("the campaign needs a NAME", hint="sealion campaign new NAME …")
    path = out or Path(name)
    if Folder(path).is_campaign():
        raise UsageError(f"{path} holds a campaign already", hint="choose another name or --out")
    draft = draft_for(
        name, ruleset=ruleset, mode=mode, scenario=scenario,
        options=chosen_options(game, options, singles),
        deadline_hours=deadline_hours, grace_hours=grace_hours, delay_hours=delay_hours,
        created=utc_now(),
    )  # fmt: skip
    seats = _own_seats(draft, mode, seat, key, passphrase_file)
    before = draft
    draft, charter = sit_down(path, draft, seats, standing_for(draft, seats, book, standing_orders))
    explain_options(draft["ruleset"]["id"], draft["options"])
    show_books(before, seats, book or standing_orders)
    _say_next(path, draft, charter)


@campaign.command("join")
@click.argument("draft", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seat", help="The seat you take; later the seats you hold already.")
@click.option("--key", help="Your key, by name or path.")
@book_option
@click.option("--standing-orders", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="A JSON list of standing orders for your seat.")  # fmt: skip
@click.option("-C", "--campaign", "folder", type=click.Path(path_type=Path),
              help="The campaign folder; by default ./NAME of the draft.")  # fmt: skip
@outgoing_option
@passphrase_option
def join(
    draft: Path, seat: str | None, key: str | None, book: str | None, standing_orders: Path | None,
    folder: Path | None, out: Path | None, passphrase_file: Path | None,
) -> None:  # fmt: skip
    """Add to a draft what you can add now: key, dice anchor, signature; then send it on."""
    from sealion_pbem.campaign.folder import Folder
    from sealion_pbem.campaign.keyring import load_key
    from sealion_pbem.cli.given import read_given
    from sealion_pbem.pbem.charter import read_draft
    from sealion_pbem.umpire.founding import sit_down

    document = read_draft(read_given(draft))
    path = folder or Path(document["name"])
    if seat or key:
        seats = _own_seats(document, document["mode"], seat, key, passphrase_file)
    else:
        held = Folder(path).read_settings().keys
        seats = {name: (file, load_key(file, passphrase_file)) for name, file in held.items()}
    _refuse_running(path)
    _show_terms(document)
    standing = standing_for(document, seats, book, standing_orders)
    joined, charter = sit_down(path, document, seats, standing)
    show_books(document, seats, book or standing_orders)
    _say_next(path, joined, charter, out)


def _refuse_running(path: Path) -> None:
    """Refuse to join where turns have been played: nothing can be added to that charter."""
    from sealion_pbem.campaign.folder import Folder
    from sealion_pbem.campaign.store import Store
    from sealion_pbem.errors import CampaignError

    folder = Folder(path)
    entries = len(Store(folder).names()) if folder.entries.is_dir() else 0
    if entries > 1:
        raise CampaignError(
            f"the campaign in {path} is running: its log has {entries} entries",
            hint=f"'sealion campaign status -C {path}' says what is asked; "
            "who takes over a seat uses 'sealion campaign claim'",
        )


@campaign.command("status")
@campaign_choice
@click.option("--mails", is_flag=True, help="Count the mails of every game turn.")
@json_option
def status(campaign: Path, mails: bool, as_json: bool) -> None:
    """Say where the campaign stands, who is to write what and until when."""
    desk = open_desk(campaign, with_keys=False)
    if mails:
        from sealion_pbem.cli.mails import show_mails

        show_mails(desk, as_json=as_json)
    else:
        from sealion_pbem.cli.status import show_status

        show_status(desk, as_json=as_json)


def _own_seats(
    draft: dict[str, Any],
    mode: str,
    seat: str | None,
    key: str | None,
    passphrase_file: Path | None,
) -> dict[str, Any]:
    """Return the seats that are taken here, with key name and key; solo makes a key for each."""
    from sealion_pbem.campaign.keyring import key_path, load_key, make_key
    from sealion_pbem.errors import UsageError

    if mode == "solo":
        names = {name: f"{draft['name']}-{name}" for name in draft["seats"]}
        return {
            name: (file, load_key(file) if key_path(file).exists() else make_key(file))
            for name, file in names.items()
        }
    if not seat or not key:
        free = [name for name, facts in draft["seats"].items() if not facts]
        raise UsageError(
            "a seat and a key are needed",
            hint=f"--seat {' or '.join(free) or '…'} --key NAME ('sealion keys new NAME' makes one)",
        )
    return {seat: (key, load_key(key, passphrase_file))}


def _show_terms(draft: dict[str, Any]) -> None:
    options = ", ".join(f"{name}={value}" for name, value in draft["options"].items()) or "none"
    click.echo(
        plain(
            f"{draft['name']}: {draft['ruleset']['id']} revision {draft['ruleset']['revision']}, "
            f"scenario {draft['scenario']}, mode {draft['mode']}, options: {options}, "
            f"{draft['deadline_hours']} hours an answer"
        )
    )
    explain_options(draft["ruleset"]["id"], draft["options"])
    from sealion_pbem.pbem.keys import fingerprint

    for seat, facts in draft["seats"].items():
        click.echo(f"  {seat}: {fingerprint(facts['key']) if facts else 'free'}")


def _say_next(
    path: Path, draft: dict[str, Any], charter: Entry | None, out: Path | None = None
) -> None:
    """Say what is to be sent to whom; with `out` it lies there, too."""
    from sealion_pbem.pbem.charter import missing
    from sealion_pbem.umpire.founding import DRAFT

    if charter:
        sent = outgoing(path / "entries" / charter.file_name, out)
        click.echo(f"the charter is complete; send it to the others:\n  {sent}")
        click.echo(f"then: sealion campaign status -C {path}")
        return
    click.echo(f"still missing: {', '.join(missing(draft))}")
    sent = outgoing(path / DRAFT, out)
    click.echo(
        f"send this draft to the others, they answer with 'sealion campaign join':\n  {sent}"
    )
