"""Mails into a log: what is found in them goes to the desk, and what is wrong is said of each mail.

All mails are opened before the first entry is taken, so that it does not matter in which order they
arrived.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import MailError, PbemError
from sealion_pbem.pbem.loader import read_strict
from sealion_pbem.umpire.desk import Desk, Received

if TYPE_CHECKING:
    from sealion_pbem.mail.fetch import Source
    from sealion_pbem.mail.inbound import Incoming

__all__ = ["Taken", "fetch_into", "open_mails", "take"]

_ASK = "ask for the attachment, or to have the mail sent again"
_HERE = ("accepted", "known", "evidence")


@frozen
class Taken:
    """What came of files and mails: a result for each entry, sentences on the rest."""

    results: tuple[Received, ...]
    notes: tuple[str, ...] = ()


def open_mails(
    mails: Iterable[tuple[str, bytes]],
) -> tuple[list[tuple[str, bytes]], list[Received], list[str]]:
    """Return the entries in mails, what of them is damaged, and notes.

    The name of an entry begins with that of its mail.
    """
    # Plain files are taken without the mail room, which takes time to load.
    from sealion_pbem.mail.inbound import Inspector  # noqa: PLC0415 - plain files do without mail

    found: list[tuple[str, bytes]] = []
    faults: list[Received] = []
    notes: list[str] = []
    with Inspector() as inspector:
        for name, data in mails:
            incoming = inspector.inspect(data)
            entries = []
            for inside, content in incoming.entries:
                if _is_orders_file(content):
                    # The referee's report brings one for the next turn.
                    notes.append(f"{_label(name, inside)} is an orders file to fill in, no entry")
                else:
                    entries.append((_label(name, inside), content))
            found += entries
            faults += _faults(name, incoming)
            notes += [f"{name}: {note}" for note in incoming.notes]
            if not entries and not incoming.damaged and not incoming.refusal:
                notes.append(f"{name}: there is no entry in this mail")
    return found, faults, notes


def take(desk: Desk, files: Sequence[tuple[str, bytes]]) -> Taken:
    """Give entries to the desk; two different ones for one place are pointed out."""
    results = desk.receive(files)
    return Taken(tuple(results), tuple(_rivals(results)))


def fetch_into(desk: Desk, source: Source) -> Taken:
    """Take what is in a source; a mail is settled once everything in it is in the log.

    A mail without entries, of another campaign or ahead of what is here stays in the source.
    """
    handles: list[tuple[str, str]] = []

    def named() -> Iterator[tuple[str, bytes]]:
        for number, (handle, data) in enumerate(source.mails(), 1):
            handles.append((f"mail {number}", handle))
            yield f"mail {number}", data

    found, faults, notes = open_mails(named())
    taken = take(desk, found)
    open_ends = {_mail_of(fault.name) for fault in faults}
    open_ends |= {_mail_of(one.name) for one in taken.results if one.status not in _HERE}
    complete = {_mail_of(one.name) for one in taken.results} - open_ends
    for name, handle in handles:
        if name in complete:
            source.settle(handle)
    return Taken((*taken.results, *faults), (*notes, *taken.notes))


def _faults(name: str, incoming: Incoming) -> list[Received]:
    faults = [MailError(text, hint=_ASK) for text in incoming.damaged]
    if incoming.refusal:
        faults.append(MailError(incoming.refusal, hint="ask for the entry as a plain attachment"))
    return [Received(name, "refused", error=fault) for fault in faults]


def _rivals(results: Iterable[Received]) -> list[str]:
    """Return a sentence for every two entries that claim one place, if one of them did not get it."""
    notes = []
    for one, other in combinations([result for result in results if result.entry], 2):
        assert one.entry is not None, "just asked"
        assert other.entry is not None, "just asked"
        mine, theirs = one.entry, other.entry
        is_same_place = (mine.campaign, mine.seq, mine.kind) == (
            theirs.campaign, theirs.seq, theirs.kind
        )  # fmt: skip
        is_settled = {one.status, other.status} <= {"accepted", "known"}
        if is_same_place and mine.digest != theirs.digest and not is_settled:
            notes.append(
                f"two different entries claim to be {mine.kind} {mine.seq}: {one.name} was "
                f"{one.status}, {other.name} was {other.status}; the signature decides, not the mail"
            )
    return notes


def _is_orders_file(content: bytes) -> bool:
    try:
        return read_strict(content).get("kind") == "orders"
    except PbemError:
        return False


def _label(name: str, inside: str) -> str:
    return f"{name}: {inside}" if inside else name


def _mail_of(label: str) -> str:
    return label.partition(":")[0]
