"""`sealion campaign`: the rarer entries of a log, and seats that change hands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sealion_pbem.cli.given import open_desk
from sealion_pbem.cli.outgoing import outgoing, outgoing_option
from sealion_pbem.cli.root import campaign_choice, campaign_option, passphrase_option

if TYPE_CHECKING:
    from sealion_pbem.pbem.entry import Entry
    from sealion_pbem.umpire.desk import Desk

__all__ = ["anchor", "away", "claim", "hand_over", "rekey", "resign", "ruling"]


@click.command("anchor")
@campaign_choice
@click.option("--seat", required=True, help="Whose dice chain.")
@outgoing_option
@passphrase_option
def anchor(campaign: Path, seat: str, out: Path | None, passphrase_file: Path | None) -> None:
    """Publish a new dice anchor, because the old chain is lost; only who is to write may."""
    desk = open_desk(campaign, with_keys=True, passphrase_file=passphrase_file)
    _wrote(desk, desk.new_anchor(seat), out)


@click.command("resign")
@campaign_choice
@click.option("--seat", required=True, help="Who gives up.")
@click.option("--text", default="", help="A last word.")
@click.confirmation_option(prompt="Give up the campaign for good?")
@outgoing_option
@passphrase_option
def resign(
    campaign: Path, seat: str, text: str, out: Path | None, passphrase_file: Path | None
) -> None:
    """Give up the campaign."""
    desk = open_desk(campaign, with_keys=True, passphrase_file=passphrase_file)
    _wrote(desk, desk.resign(seat, text), out)


@click.command("ruling")
@click.argument("source", metavar="TEXT|FILE")
@campaign_option
@click.option("--about", type=click.IntRange(0), help="The number of the entry it is about.")
@click.option("--forfeit", "forfeits", multiple=True, metavar="SEAT:SEAL",
              help="A seal that its seat can no longer open.")  # fmt: skip
@click.option("--anchor", "anchors", multiple=True, metavar="SEAT",
              help="A seat of yours that has lost its dice chain; without a referee only.")  # fmt: skip
@click.option("--takes-back", type=click.IntRange(1), metavar="TURN",
              help="A turn after which no die fell: the game goes on from before it.")  # fmt: skip
@click.option("--instead", is_flag=True, help="In the place of the turn that waits for an answer.")
@outgoing_option
@passphrase_option
def ruling(
    source: str, campaign: Path, about: int | None, forfeits: tuple[str, ...],
    anchors: tuple[str, ...], takes_back: int | None, instead: bool, out: Path | None,
    passphrase_file: Path | None,
) -> None:  # fmt: skip
    """Write a ruling into the log, or sign one that another player has proposed.

    The referee signs alone. Without a referee all players sign: the first gives the TEXT and sends
    the file that this writes, the next gives that FILE; its name ends in .json. Whoever is to write
    the next entry signs last: only he could write something else instead.

    With --takes-back all players take back a turn that was answered, and what followed it, as long as
    no die has fallen and no seal was opened since; where there is a referee, a turn that was answered
    stands.
    """
    from sealion_pbem.campaign import files
    from sealion_pbem.cli.given import read_given
    from sealion_pbem.pbem.body import GivenUp, RulingBody
    from sealion_pbem.pbem.loader import normal_form, read_strict
    from sealion_pbem.pbem.schema import check_document

    desk = open_desk(campaign, with_keys=True, passphrase_file=passphrase_file)
    if source.endswith(".json"):
        document = read_strict(read_given(Path(source)))
        check_document(document, "ruling")
    else:
        pairs = (word.partition(":") for word in forfeits)
        lost = tuple(GivenUp(seat, name) for seat, _, name in pairs)
        brought = {seat: desk.fresh_anchor(seat) for seat in anchors}
        body = RulingBody(source, lost, brought, about, takes_back)
        document = desk.propose_ruling(body, instead=instead)
    document, entry = desk.sign_ruling(document)
    if entry:
        _wrote(desk, entry, out)
        return
    path = desk.folder.path / f"ruling-{document['seq']:04d}.json"
    files.replace(path, normal_form(document))
    signed = ", ".join(document["signatures"])
    done = f"signed by {signed}" if signed else f"not signed yet, {document['by']} signs last"
    click.echo(f"{done}; send this to the next who signs:\n  {outgoing(path, out)}")


@click.command("rekey")
@campaign_choice
@click.option("--seat", required=True, help="Whose key changes.")
@click.option("--new-key", required=True, help="The new key, by name or path.")
@click.option("--by", help="Who signs: the seat itself, or referee when the old key is lost.")
@click.option("--reason", default="", help="Why.")
@outgoing_option
@passphrase_option
def rekey(
    campaign: Path, seat: str, new_key: str, by: str | None, reason: str, out: Path | None,
    passphrase_file: Path | None,
) -> None:  # fmt: skip
    """Give a seat a new key."""
    from sealion_pbem.campaign.folder import Settings
    from sealion_pbem.campaign.keyring import load_key

    desk = open_desk(campaign, with_keys=True, passphrase_file=passphrase_file)
    claim = desk.claim_seat(seat, load_key(new_key, passphrase_file), reason)
    entry = desk.grant_claim(claim, by or seat)
    settings = desk.folder.read_settings()
    if seat in settings.keys:
        desk.folder.write_settings(Settings(settings.name, {**settings.keys, seat: new_key}))
    _wrote(desk, entry, out)


@click.command("claim")
@campaign_choice
@click.option("--seat", required=True, help="The seat that you would take over.")
@click.option("--key", required=True, help="Your key, by name or path.")
@click.option("--reason", default="", help="Why.")
@outgoing_option
@passphrase_option
def claim(
    campaign: Path, seat: str, key: str, reason: str, out: Path | None, passphrase_file: Path | None
) -> None:
    """Ask for a seat whose player has left: the referee grants it, or the old player himself.

    Once you have received the key change, you can play at once.
    """
    from sealion_pbem.campaign import files
    from sealion_pbem.campaign.folder import Settings
    from sealion_pbem.campaign.keyring import load_key
    from sealion_pbem.pbem.loader import normal_form

    desk = open_desk(campaign, with_keys=False)
    made = desk.claim_seat(seat, load_key(key, passphrase_file), reason)
    name = desk.read().record.ledger.charter.body.name
    known = dict(desk.folder.read_settings().keys) if desk.folder.settings.exists() else {}
    desk.folder.write_settings(Settings(name, {**known, seat: key}))
    path = desk.folder.path / f"claim-{seat}.json"
    files.replace(path, normal_form(made.document))
    click.echo(
        f"send this claim to the referee, who grants it with 'sealion referee takeover', or to the "
        f"old player, who does with 'sealion campaign hand-over':\n  {outgoing(path, out)}"
    )


@click.command("hand-over")
@click.argument("claim", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@campaign_option
@outgoing_option
@passphrase_option
def hand_over(claim: Path, campaign: Path, out: Path | None, passphrase_file: Path | None) -> None:
    """Give your seat to whoever has claimed it."""
    from sealion_pbem.cli.given import read_given
    from sealion_pbem.pbem.claim import claim_from
    from sealion_pbem.pbem.loader import read_strict

    desk = open_desk(campaign, with_keys=True, passphrase_file=passphrase_file)
    granted = claim_from(read_strict(read_given(claim)))
    entry = desk.grant_claim(granted, granted.change.seat)
    _wrote(desk, entry, out)
    click.echo(
        "what you have sealed only you can open: let the new player have private/ too, or agree on "
        "a ruling with --forfeit"
    )


@click.command("away")
@campaign_choice
@click.option("--seat", help="Your seat, if you hold several.")
@click.option("--from", "begin", required=True, metavar="YYYY-MM-DD", help="The first day.")
@click.option("--until", "end", required=True, metavar="YYYY-MM-DD", help="The day you are back.")
@outgoing_option
@passphrase_option
def away(
    campaign: Path,
    seat: str | None,
    begin: str,
    end: str,
    out: Path | None,
    passphrase_file: Path | None,
) -> None:
    """Tell the referee that you are away: deadlines wait until you are back."""
    from sealion_pbem.campaign import files
    from sealion_pbem.pbem.loader import normal_form
    from sealion_pbem.umpire.referee.absences import write_absence

    desk = open_desk(campaign, with_keys=True, passphrase_file=passphrase_file)
    mine = desk.seat_for(seat or next(iter(desk.keys), None), "be away")
    times = (f"{begin}T00:00:00Z", f"{end}T00:00:00Z")
    note = write_absence(desk.read().record.ledger.campaign, mine, *times, desk.keys[mine])
    path = desk.folder.path / f"away-{mine}-{begin}.json"
    files.replace(path, normal_form(note))
    click.echo(f"send this note to the referee:\n  {outgoing(path, out)}")


def _wrote(desk: Desk, entry: Entry, out: Path | None) -> None:
    path = outgoing(desk.folder.entries / entry.file_name, out)
    click.echo(f"wrote the {entry.kind}; send this file to the other seats:\n  {path}")
