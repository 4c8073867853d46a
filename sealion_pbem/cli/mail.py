"""`sealion mail`: entries by mail, with a mail program or with servers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.given import open_desk, utc_now
from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.root import campaign_choice, campaign_option, json_option, plain, say_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealion_pbem.mail.letter import Letter
    from sealion_pbem.mail.outbox import Outbox, Parcel
    from sealion_pbem.mail.settings import MailSettings
    from sealion_pbem.report.facts import TurnReport
    from sealion_pbem.umpire.desk import Desk
    from sealion_pbem.umpire.posting import Post
    from sealion_pbem.umpire.record import Record

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

    desk = open_desk(campaign, with_keys=False)
    record = desk.read().record
    posts = _posts(desk, record, entries, seats)
    settings = read_settings(desk.folder.path)
    drafts = _make_drafts(desk, record, posts, settings, out)
    if out or not as_json:
        for made in drafts:
            files.replace(Path(made["file"]), made["mail"].encode("ascii"))
    if as_json:
        # Who names no file gets the mail itself, and nothing is written.
        left_out = "mail" if out else "file"
        told = [{name: made[name] for name in made if name != left_out} for made in drafts]
        say_json("sealion-pbem/mail-draft", {"drafts": told})
        return
    for made in drafts:
        click.echo(plain(f"{made['subject']}\n  for {', '.join(made['to'])}"))
        for name in made["entries"]:
            click.echo(f"  {name}")
    known = settings.addresses
    missing = [seat for post in posts for seat in post.seats if seat not in known]
    if missing:
        click.echo(f"fill in the address of {', '.join(missing)} (mail.toml can hold it)")
    them = "them, in this order" if len(drafts) > 1 else "it"
    click.echo(f"open {them} in your mail program and send {them.partition(',')[0]}:")
    for made in drafts:
        click.echo(f"  {made['file']}")


def _make_drafts(
    desk: Desk, record: Record, posts: tuple[Post, ...], settings: MailSettings,
    output: Path | None,
) -> list[dict[str, Any]]:  # fmt: skip
    """Return the mails that bring all seats what they lack: each with its file and facts about it."""
    from sealion_pbem.mail.letter import compose
    from sealion_pbem.mail.split import split
    from sealion_pbem.umpire.posting import letter_for

    written: list[dict[str, Any]] = []
    folder = desk.folder.path
    for post in posts:
        to = tuple(settings.addresses[seat] for seat in post.seats if seat in settings.addresses)
        report = _report(desk, post)
        letter = letter_for(record, post, sender=settings.sender, to=to, report=report)
        parts = split(_with_log(desk, post, post.seats, letter))
        path = output or folder / f"mail-{post.entries[-1].seq:04d}-{'-'.join(post.seats)}.eml"
        is_one = len(parts) == 1 and (len(posts) == 1 or output is None)
        for number, part in enumerate(parts, 1 if output is None else len(written) + 1):
            each = path if is_one else path.with_stem(f"{path.stem}-{number}")
            facts: dict[str, Any] = {
                "file": str(each),
                "to": list(post.seats),
                "addresses": list(to),
            }
            facts |= {"entries": list(part.entries), "subject": part.subject}
            written.append({**facts, "mail": compose(part).decode("ascii")})
    return written


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
    from sealion_pbem.mail.settings import read_settings

    desk = open_desk(campaign, with_keys=False)
    settings = read_settings(desk.folder.path)
    record = desk.read().record
    outbox = _outbox(desk)
    for post in _posts(desk, record, entries, seats, may_be_empty=True):
        for seat in post.seats:
            _put(outbox, desk, record, post, seat, settings)
    if at_once:
        outbox.retry()
    with settings.transport() as transport:
        done = outbox.deliver(transport)
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

    A mail whose entries are all here is moved to the folder Processed; every other mail stays where it
    is.
    """
    from sealion_pbem.cli.receive import report
    from sealion_pbem.mail.settings import read_settings
    from sealion_pbem.umpire.intake import fetch_into

    desk = open_desk(campaign, with_keys=False)
    source = read_settings(desk.folder.path).source(desk.folder.path)
    try:
        taken = fetch_into(desk, source)
    finally:
        source.close()
    report(taken, as_json=as_json, schema="sealion-pbem/mail-fetch")


@mail.command("status")
@campaign_choice
@json_option
def status(campaign: Path, as_json: bool) -> None:
    """Show what waits in the outbox, what was refused, and which addresses are known."""
    from sealion_pbem.mail.settings import read_settings

    desk = open_desk(campaign, with_keys=False)
    settings = read_settings(desk.folder.path)
    outbox = _outbox(desk)
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


def _posts(
    desk: Desk, record: Record, entries: tuple[str, ...], seats: tuple[str, ...], *,
    may_be_empty: bool = False,
) -> tuple[Post, ...]:  # fmt: skip
    """Return what is to be sent to whom; UsageError for a seat that there is not."""
    from sealion_pbem.cli.groups import suggestion
    from sealion_pbem.errors import UsageError
    from sealion_pbem.umpire.posting import named_entries, posts_for, recipients

    known = list(record.ledger.keys)
    for seat in seats:
        if seat not in known:
            raise UsageError(f"there is no seat {seat!r}.{suggestion(seat, known)}")
    own = desk.folder.read_settings().keys if desk.folder.settings.exists() else {}
    chosen = seats or recipients(record, own)
    posts = posts_for(desk, record, chosen)
    if entries:
        posts = (named_entries(desk, chosen, entries),) if chosen else ()
    if not posts and not may_be_empty:
        raise UsageError(
            f"{', '.join(chosen) or 'nobody'} lacks no entry that is to be seen now, as far as the "
            "log shows",
            hint="name entries by their numbers to send them all the same",
        )
    return posts


def _report(desk: Desk, post: Post) -> TurnReport | None:
    """Return the report, with pictures, that goes with the receipts of a post."""
    from sealion_pbem.report.illustration import illustrate
    from sealion_pbem.umpire.log import Log
    from sealion_pbem.umpire.posting import report_of

    return report_of(Log(desk.store.entries()), post, illustrate)


def _with_log(desk: Desk, post: Post, seats: Iterable[str], letter: Letter) -> Letter:
    """Return a letter with a log for VASSAL, if the address book says so for one of these seats."""
    from dataclasses import replace

    from sealion_pbem.mail.settings import read_settings
    from sealion_pbem.umpire.vassal_log import attached_log

    if not set(seats) & set(read_settings(desk.folder.path).vassal):
        return letter
    shown = attached_log(desk.store.entries(), post.entries)
    return replace(letter, attachments={**letter.attachments, **shown})


def _put(
    outbox: Outbox, desk: Desk, record: Record, post: Post, seat: str, settings: MailSettings
) -> None:
    from sealion_pbem.errors import MailError
    from sealion_pbem.mail.address import parse_address
    from sealion_pbem.mail.letter import compose
    from sealion_pbem.mail.split import split
    from sealion_pbem.umpire.posting import letter_for

    sender, address = settings.sender, settings.address_of(seat)
    if not sender:
        raise MailError(
            "your own address is not known",
            hint='write it into mail.toml: from = "you@example.org"',
        )
    key = post.key(seat)
    if not outbox.has(key):
        letter = letter_for(
            record, post, sender=sender, to=(address,), date=utc_now(), key=key,
            report=_report(desk, post),
        )  # fmt: skip
        for part in split(_with_log(desk, post, (seat,), letter)):
            outbox.put(part.key, parse_address(sender).mailbox, address, compose(part))


def _outbox(desk: Desk) -> Outbox:
    from sealion_pbem.mail.outbox import Outbox

    return Outbox(desk.folder.path / "outbox")


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
