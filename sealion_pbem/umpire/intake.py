"""Mails into a log: what is found in them goes to the desk, and what is wrong is said of each mail.

All mails are opened before the first entry is taken, so that it does not matter in which order they
arrived.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import MailError, PbemError
from sealion_pbem.pbem.loader import read_strict
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.receiving import Received, Taken, rivals

if TYPE_CHECKING:
    from sealion_pbem.mail.fetch import MailSource
    from sealion_pbem.mail.inbound import Incoming

__all__ = ["Unpacked", "fetch_into", "open_mails"]

_ASK = "ask for the attachment, or to have the mail sent again"
_HERE = ("accepted", "beside", "known", "evidence")


@frozen
class Unpacked:
    """The content of mails: entries, whose names begin with those of their mails; what is wrong; notes.

    `logs` are files of VASSAL with the addresses in whose names they came. `partly` are the names of mails
    in which there is something that cannot be opened.
    """

    entries: list[tuple[str, bytes]] = field(default_factory=list)
    faults: list[Received] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    logs: list[tuple[str, bytes, str]] = field(default_factory=list)
    partly: set[str] = field(default_factory=set)


def open_mails(mails: Iterable[tuple[str, bytes]]) -> Unpacked:
    """Return what is in mails; one that cannot be read, or not now, is a fault."""
    # Plain files are taken without the mail room, which takes time to load.
    from sealion_pbem.mail.inbound import Inspector  # noqa: PLC0415 - plain files do without mail

    opened = Unpacked()
    with Inspector() as inspector:
        for name, data in mails:
            try:
                incoming = inspector.inspect(data)
            except MailError as error:
                opened.faults.append(Received(name, "refused", error=error))
            else:
                _sort(opened, name, incoming)
    return opened


def _sort(opened: Unpacked, name: str, incoming: Incoming) -> None:
    entries = []
    for inside, content in incoming.entries:
        if _is_orders_file(content):
            # The referee's report brings one for the next turn.
            opened.notes.append(f"{_label(name, inside)} is an orders file to fill in, no entry")
        else:
            entries.append((_label(name, inside), content))
    opened.entries.extend(entries)
    opened.logs.extend((_label(name, log), data, incoming.sender) for log, data in incoming.logs)
    opened.faults.extend(_faults(name, incoming))
    opened.notes.extend(f"{name}: {note}" for note in incoming.notes)
    if incoming.notes:
        opened.partly.add(name)
    if not entries and not incoming.logs and not incoming.damaged and not incoming.refusal:
        opened.notes.append(f"{name}: there is no entry in this mail")


def fetch_into(desk: Desk, source: MailSource, sender: str = "") -> Taken:
    """Take what is in a source; a mail is settled once everything in it is in the log.

    A log of VASSAL in a mail from `sender`, the player himself, becomes an order sheet in the folder.
    Whoever forges that address makes a sheet that its reader looks at before he signs it, and nothing else.

    A mail without either, of another campaign or ahead of what is here stays in the source, and so does
    one that could not be read, or not all of it. MailError if the source gives no mail at all.
    """
    handles: list[tuple[str, str]] = []
    broken: list[Received] = []

    def named() -> Iterator[tuple[str, bytes]]:
        try:
            for number, (handle, data) in enumerate(source.mails(), 1):
                handles.append((f"mail {number}", handle))
                yield f"mail {number}", data
        except MailError as error:
            if not handles:
                raise
            broken.append(Received("inbox", "refused", error=error))

    opened = open_mails(named())
    own = _owner(sender)
    taken = desk.receive(opened.entries)
    logs = [(name, data) for name, data, author in opened.logs if own and _owner(author) == own]
    drafted, notes = _drafted(desk, logs)
    open_ends = opened.partly | {_mail_of(fault.name) for fault in opened.faults}
    open_ends |= {_mail_of(one.name) for one in taken if one.status not in _HERE}
    open_ends |= {_mail_of(name) for name, _ in logs if name not in drafted}
    complete = {_mail_of(name) for name in (*drafted, *(one.name for one in taken))} - open_ends
    for name, handle in handles:
        if name in complete:
            source.settle(handle)
    told = (*opened.notes, *notes, *rivals(taken))
    return Taken((*taken, *opened.faults, *broken), told)


def _drafted(desk: Desk, logs: list[tuple[str, bytes]]) -> tuple[set[str], list[str]]:
    """Make order sheets of own logs; return which became one, and sentences on all."""
    if not logs:
        return set(), []
    from sealion_pbem.umpire.vassal_draft import draft_logs  # noqa: PLC0415 - few mails bring logs

    return draft_logs(desk, logs)


def _owner(sender: str) -> str:
    from sealion_pbem.mail.address import parse_address  # noqa: PLC0415 - few mails bring logs

    try:
        return parse_address(sender).owner
    except MailError:
        return ""


def _faults(name: str, incoming: Incoming) -> list[Received]:
    faults = [MailError(text, hint=_ASK) for text in incoming.damaged]
    if incoming.refusal:
        faults.append(MailError(incoming.refusal, hint="ask for the entry as a plain attachment"))
    return [Received(name, "refused", error=fault) for fault in faults]


def _is_orders_file(content: bytes) -> bool:
    try:
        return read_strict(content).get("kind") == "orders"
    except PbemError:
        return False


def _label(name: str, inside: str) -> str:
    return f"{name}: {inside}" if inside else name


def _mail_of(label: str) -> str:
    return label.partition(":")[0]
