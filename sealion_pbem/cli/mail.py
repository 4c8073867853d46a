"""`sealion mail`: entries by mail, with a mail program or with servers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.given import open_desk, utc_now
from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.root import campaign_choice, campaign_option, json_option, plain, say_json

if TYPE_CHECKING:
    from sealion_pbem.mail.outbox import Parcel
    from sealion_pbem.umpire.desk import Desk
    from sealion_pbem.umpire.mailing import MailDraft
    from sealion_pbem.umpire.posting import Post

__all__ = ["mail"]


@click.group(cls=HelpfulGroup)
def mail() -> None:
    """Send and fetch entries by mail.

    'draft' needs no server and no password: it writes a mail that opens in your mail program. 'send'
    and 'fetch' use the servers and addresses in mail.toml, in the campaign folder or in SEALION_HOME.

    \b
    Examples:
      sealion mail draft                   what the others do not have yet, as a mail to open
      sealion mail draft 12 --to blue
      sealion mail send
      sealion mail fetch
    """


def _choice(command: Any) -> Any:
    command = click.option(
        "--to", "seats", multiple=True, metavar="SEAT",
        help="For whom; by default for whoever is to write next, or all others.",
    )(command)  # fmt: skip
    return click.argument("entries", nargs=-1)(command)


@mail.command("draft")
@_choice
@campaign_option
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write the mail; by default mail-NUMBER-SEAT.eml in the campaign folder, with --json "
    "nowhere.",
)  # fmt: skip
@json_option
def draft(
    entries: tuple[str, ...], seats: tuple[str, ...], campaign: Path, out: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Write a mail with new entries that opens in your mail program, ready to be sent.

    ENTRIES are numbers or file names; by default everything since the recipient's own last entry.
    Each entry is attached, and written as a block of text that survives quoting and forwarding. Where a
    receipt is among them, the mail tells what happened as a report does, with pictures.
    """
    from sealion_pbem.campaign import files
    from sealion_pbem.mail.settings import read_settings
    from sealion_pbem.umpire.mailing import make_drafts

    entries, campaign = _folder_first(entries, campaign)
    desk = open_desk(campaign, with_keys=False)
    posts = _posts(desk, entries, seats)
    drafts = make_drafts(desk, posts, out)
    if out or not as_json:
        for made in drafts:
            files.replace(made.path, made.data)
    if as_json:
        # Who names no file gets the mail itself, and nothing is written.
        told = [_drafted(made) | _written(made, is_kept=out is not None) for made in drafts]
        say_json("sealion-pbem/mail-draft", {"drafts": told})
        return
    for made in drafts:
        click.echo(plain(f"{made.subject}\n  for {', '.join(made.seats)}"))
        for name in made.entries:
            click.echo(f"  {name}")
    known = read_settings(desk.folder.path).addresses
    missing = [seat for post in posts for seat in post.seats if seat not in known]
    if missing:
        click.echo(f"fill in the address of {', '.join(missing)} (mail.toml can hold it)")
    them = "them, in this order" if len(drafts) > 1 else "it"
    click.echo(f"open {them} in your mail program and send {them.partition(',')[0]}:")
    for made in drafts:
        click.echo(f"  {made.path}")


def _folder_first(entries: tuple[str, ...], campaign: Path) -> tuple[tuple[str, ...], Path]:
    """Return entries and campaign folder; the folder may be the first argument, as in other commands."""
    if entries and campaign == Path() and Path(entries[0]).is_dir():
        return entries[1:], Path(entries[0])
    return entries, campaign


def _drafted(made: MailDraft) -> dict[str, Any]:
    return {
        "to": list(made.seats),
        "addresses": list(made.addresses),
        "entries": list(made.entries),
        "subject": made.subject,
    }


def _written(made: MailDraft, *, is_kept: bool) -> dict[str, Any]:
    return {"file": str(made.path)} if is_kept else {"mail": made.data.decode("ascii")}


@mail.command("invite")
@click.argument("seat")
@campaign_option
@click.option("--to", "address", default="", help="The address; else you fill it in.")
@click.option("--words", default="", help="A few words of your own.")
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write the mail; by default invitation-SEAT.eml in the campaign folder.",
)  # fmt: skip
def invite(seat: str, campaign: Path, address: str, words: str, out: Path | None) -> None:
    """Write a mail that asks somebody to take SEAT in your charter draft.

    It tells the terms in words, brings the draft, and opens in your mail program.
    """
    from sealion_pbem.campaign import files
    from sealion_pbem.campaign.folder import find_folder
    from sealion_pbem.errors import UsageError
    from sealion_pbem.mail.letter import Letter, compose
    from sealion_pbem.mail.settings import read_settings
    from sealion_pbem.pbem.charter import check_seat, read_draft
    from sealion_pbem.report.render import letter
    from sealion_pbem.umpire.correspondence import invitation
    from sealion_pbem.umpire.founding import DRAFT, DRAFT_LIMIT, check_terms

    folder = find_folder(campaign).path
    if not files.is_there(folder / DRAFT):
        raise UsageError(f"{folder} has no draft to send", hint="make one: sealion campaign new")
    data = files.read(folder / DRAFT, DRAFT_LIMIT)
    draft = read_draft(data)
    check_terms(draft)
    check_seat(draft, seat)
    if draft["seats"][seat]:
        raise UsageError(f"{seat} is taken", hint="'sealion campaign join' says what is missing")
    name = f"{draft['name']}-draft.json"
    made = letter("invitation", invitation(draft, seat, name, words))
    path = out or folder / f"invitation-{seat}.eml"
    mailed = Letter(
        sender=read_settings(folder).sender, to=(address,) if address else (),
        subject=made.subject, text=made.text, html=made.html, attachments={name: data},
        is_draft=True,
    )  # fmt: skip
    files.replace(path, compose(mailed))
    click.echo(f"open it in your mail program and send it:\n  {path}")


@mail.command("send")
@_choice
@campaign_option
@click.option("--now", "at_once", is_flag=True, help="Try again at once what waits for later.")
@json_option
def send(
    entries: tuple[str, ...], seats: tuple[str, ...], campaign: Path, at_once: bool, as_json: bool
) -> None:
    """Send new entries through your mail server, and whatever still waits in the outbox.

    What was sent once is not sent again. A mail that the server does not take now stays in the outbox
    and is tried again by the next 'sealion mail send'.
    """
    from sealion_pbem.errors import MailError
    from sealion_pbem.umpire.mailing import dispatch_of

    entries, campaign = _folder_first(entries, campaign)
    desk = open_desk(campaign, with_keys=False)
    posts = _posts(desk, entries, seats)
    done = dispatch_of(desk, posts, utc_now()).send(at_once=at_once)
    if as_json:
        rooms = {"sent": done.sent, "waiting": done.waiting, "refused": done.refused}
        facts = {room: [_facts(parcel) for parcel in parcels] for room, parcels in rooms.items()}
        say_json("sealion-pbem/mail-send", facts)
    else:
        _show(done.sent, done.waiting, done.refused)
        if not (done.sent or done.waiting or done.refused):
            click.echo("there is nothing to send")
    if done.waiting or done.refused:
        raise SystemExit(MailError.exit_code)


@mail.command("fetch")
@campaign_choice
@json_option
def fetch(campaign: Path, as_json: bool) -> None:
    """Fetch mails from the inbox in mail.toml and take the entries of this campaign.

    A log of VASSAL that you mailed to yourself becomes an order sheet in the campaign folder. A mail
    from which everything was taken is moved to the folder Processed; every other mail stays where it
    is.
    """
    from sealion_pbem.cli.receive import report
    from sealion_pbem.mail.settings import read_settings
    from sealion_pbem.umpire.intake import fetch_into

    desk = open_desk(campaign, with_keys=False)
    settings = read_settings(desk.folder.path)
    source = settings.source(desk.folder.path)
    try:
        taken = fetch_into(desk, source, settings.sender)
    finally:
        source.close()
    report(taken, as_json=as_json, schema="sealion-pbem/mail-fetch")


@mail.command("status")
@campaign_choice
@json_option
def status(campaign: Path, as_json: bool) -> None:
    """Show what waits in the outbox, what was refused, and which addresses are known."""
    from sealion_pbem.mail.settings import read_settings
    from sealion_pbem.umpire.mailing import outbox_of

    desk = open_desk(campaign, with_keys=False)
    settings = read_settings(desk.folder.path)
    outbox = outbox_of(desk)
    sent, waiting, refused = (outbox.parcels(room) for room in ("sent", "waiting", "refused"))
    if as_json:
        facts = {
            "from": settings.sender or None,
            "addresses": dict(settings.addresses),
            "smtp": settings.smtp.get("host"),
            "inbox": settings.inbox.get("kind"),
            "sent": len(sent),
            "waiting": [_facts(parcel) for parcel in waiting],
            "refused": [_facts(parcel) for parcel in refused],
        }
        say_json("sealion-pbem/mail-status", facts)
        return
    for seat, address in settings.addresses.items():
        click.echo(plain(f"{seat}: {address}"))
    click.echo(f"sending through: {settings.smtp.get('host', 'no server; use sealion mail draft')}")
    click.echo(f"fetching from: {settings.inbox.get('kind', 'nowhere; use sealion receive')}")
    click.echo(f"{len(sent)} sent, {len(waiting)} waiting, {len(refused)} refused")
    _show((), waiting, refused)


def _posts(desk: Desk, entries: tuple[str, ...], seats: tuple[str, ...]) -> tuple[Post, ...]:
    """Return what is to be sent to whom; UsageError for a seat that there is not."""
    from sealion_pbem.cli.groups import suggestion
    from sealion_pbem.errors import UsageError
    from sealion_pbem.umpire.mailing import news_of

    known = list(desk.read().record.ledger.keys)
    for seat in seats:
        if seat not in known:
            raise UsageError(f"there is no seat {seat!r}.{suggestion(seat, known)}")
    return news_of(desk, seats, entries)


def _facts(parcel: Parcel) -> dict[str, Any]:
    return {
        "to": parcel.to,
        "key": parcel.key,
        "tries": parcel.tries,
        "next_try": _time(parcel.next_try) or None,
        "reason": parcel.said or None,
    }


def _show(
    sent: tuple[Parcel, ...], waiting: tuple[Parcel, ...], refused: tuple[Parcel, ...]
) -> None:
    for parcel in sent:
        click.echo(plain(f"sent      to {parcel.to}"))
    for parcel in waiting:
        when = f", next try {_time(parcel.next_try)}" if parcel.next_try else ""
        click.echo(plain(f"waiting   to {parcel.to}: {parcel.said or 'not tried yet'}{when}"))
    for parcel in refused:
        click.echo(plain(f"REFUSED   to {parcel.to}: {parcel.said}"))


def _time(seconds: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if seconds else ""
