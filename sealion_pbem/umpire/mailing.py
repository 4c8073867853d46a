"""Mails with new entries: drafts that open in a mail program, and parcels for the configured server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import MailError, UsageError
from sealion_pbem.mail.address import parse_address
from sealion_pbem.mail.letter import Letter
from sealion_pbem.mail.outbox import Delivered, Outbox
from sealion_pbem.mail.settings import MailSettings, read_settings
from sealion_pbem.mail.smtp import SmtpTransport
from sealion_pbem.mail.split import mails_of
from sealion_pbem.report.facts import TurnReport
from sealion_pbem.report.illustration import illustrate
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.posting import (
    Post,
    letter_for,
    named_entries,
    posts_for,
    recipients,
    report_of,
)
from sealion_pbem.umpire.vassal_log import attached_log

__all__ = ["Dispatch", "MailDraft", "dispatch_of", "make_drafts", "news_of", "outbox_of"]


@frozen
class MailDraft:
    """A mail that is ready to be opened in a mail program: for whom, what it brings, and where it goes."""

    path: Path
    seats: tuple[str, ...]
    addresses: tuple[str, ...]
    entries: tuple[str, ...]
    subject: str
    data: bytes


def news_of(desk: Desk, seats: Sequence[str] = (), entries: Sequence[str] = ()) -> tuple[Post, ...]:
    """Return what is to be sent to whom: all that is news, or the entries named.

    Without seats it is for whoever is to write next, or for all others.
    """
    record = desk.read().record
    own = desk.folder.read_settings().keys if desk.folder.settings.exists() else {}
    chosen = seats or recipients(record, own)
    if entries:
        return (named_entries(desk, chosen, entries),) if chosen else ()
    return posts_for(desk, record, chosen)


def make_drafts(
    desk: Desk, posts: Sequence[Post], output: Path | None = None
) -> tuple[MailDraft, ...]:
    """Return the mails that bring these posts; nothing is written.

    Their files are to lie in the campaign folder, or where `output` says.

    Raises:
        UsageError: there is no post.
    """
    if not posts:
        raise UsageError(
            "the recipients lack no entry that is to be seen now, as far as the log shows",
            hint="name entries by their numbers to send them all the same",
        )
    record, settings = desk.read().record, read_settings(desk.folder.path)
    made: list[MailDraft] = []
    for post in posts:
        to = tuple(settings.addresses[seat] for seat in post.seats if seat in settings.addresses)
        letter = letter_for(record, post, sender=settings.sender, to=to, report=_report(desk, post))
        mails = mails_of(_with_log(desk, post, post.seats, letter, settings))
        name = f"mail-{post.entries[-1].seq:04d}-{'-'.join(post.seats)}.eml"
        path = output or desk.folder.path / name
        is_one = len(mails) == 1 and (len(posts) == 1 or output is None)
        for number, (part, mail) in enumerate(mails, 1 if output is None else len(made) + 1):
            each = path if is_one else path.with_stem(f"{path.stem}-{number}")
            made.append(MailDraft(each, post.seats, to, tuple(part.entries), part.subject, mail))
    return tuple(made)


@frozen
class Dispatch:
    """Mails that are ready for the configured server; what is sent once is not sent again."""

    outbox: Outbox
    transport: SmtpTransport
    parcels: tuple[tuple[str, str, str, bytes], ...]
    """Key, sender, recipient and mail of each."""

    def send(self, *, at_once: bool = False) -> Delivered:
        """Send these mails, and whatever still waits in the outbox; the campaign is not touched.

        With `at_once` is tried, too, what waits for later.
        """
        for parcel in self.parcels:
            self.outbox.put(*parcel)
        if at_once:
            self.outbox.retry()
        with self.transport:
            return self.outbox.deliver(self.transport)


def dispatch_of(desk: Desk, posts: Iterable[Post], date: str) -> Dispatch:
    """Return the mails that bring these posts through the configured server; nothing is written.

    Raises:
        MailError: no server, no address of one's own or of a recipient is known.
    """
    settings = read_settings(desk.folder.path)
    given = [(post, seat, settings.address_of(seat)) for post in posts for seat in post.seats]
    if given and not settings.sender:
        raise MailError(
            "your own address is not known",
            hint='write it into mail.toml: from = "you@example.org"',
        )
    transport, outbox = settings.transport(), outbox_of(desk)
    parcels = [
        parcel
        for post, seat, address in given
        if not outbox.has(post.key(seat))
        for parcel in _parcels(desk, post, seat, address, settings, date)
    ]
    return Dispatch(outbox, transport, tuple(parcels))


def outbox_of(desk: Desk) -> Outbox:
    """Return the outbox of a campaign folder."""
    return Outbox(desk.folder.path / "outbox")


def _parcels(
    desk: Desk, post: Post, seat: str, address: str, settings: MailSettings, date: str
) -> Iterator[tuple[str, str, str, bytes]]:
    letter = letter_for(
        desk.read().record, post, sender=settings.sender, to=(address,), date=date,
        key=post.key(seat), report=_report(desk, post),
    )  # fmt: skip
    for part, mail in mails_of(_with_log(desk, post, (seat,), letter, settings)):
        yield part.key, parse_address(settings.sender).mailbox, address, mail


def _report(desk: Desk, post: Post) -> TurnReport | None:
    """Return the report, with pictures, that goes with the receipts of a post."""
    return report_of(Log(desk.store.entries()), post, illustrate)


def _with_log(
    desk: Desk, post: Post, seats: Iterable[str], letter: Letter, settings: MailSettings
) -> Letter:
    """Return a letter with a log for VASSAL, if the address book says so for one of these seats."""
    if not set(seats) & set(settings.vassal):
        return letter
    shown = attached_log(desk.store.entries(), post.entries)
    return replace(letter, attachments={**letter.attachments, **shown})
