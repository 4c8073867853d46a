"""Absences: signed notes in which a seat says from when to when it is away.

They are no part of the log: they change when reminders are sent, never the game. A note counts from
the day it arrives, so nobody can excuse himself afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from sealion_pbem.engine.canon import canonical
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import CampaignError, InvalidFileError, RosterError, SignatureError
from sealion_pbem.pbem.keys import PrivateKey
from sealion_pbem.pbem.loader import read_strict
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.pbem.signature import FORMAT, sign, verify
from sealion_pbem.umpire.referee.deadlines import seconds, written
from sealion_pbem.umpire.referee.notes import Notes

__all__ = ["KIND", "MOST_DAYS", "Absence", "absences_of", "keep_absence", "write_absence"]

KIND = "absence"
MOST_DAYS = 42
"""Nobody stops a campaign for longer with one note; another note can follow."""
_DAY = 86_400
_ROOM = "absences"


@frozen
class Absence:
    """A seat is away from a time to a time, as a note says that some mail was the first to bring."""

    seat: str
    begin: str
    end: str
    mail: str


def write_absence(
    campaign: str, seat: str, begin: str, end: str, key: PrivateKey
) -> dict[str, Any]:
    """Return the signed note; InvalidFileError if it ends before it begins or lasts too long."""
    body = {
        "format": FORMAT, "kind": KIND, "campaign": campaign, "by": seat,
        "begin": begin, "end": end,
    }  # fmt: skip
    _check_span(begin, end)
    note = {**body, "signatures": {seat: sign(KIND, canonical(body), key)}}
    check_document(note, KIND)
    return note


def keep_absence(
    notes: Notes, data: bytes, campaign: str, keys: Mapping[str, str], mail: str, now: str
) -> Absence:
    """Check a note that arrived and keep it; the same note once more changes nothing.

    Raises:
        InvalidFileError: it is no note of this shape, or all of it lies in the past.
        RosterError, SignatureError: no seat of the campaign has signed it.
    """
    note = read_strict(data)
    check_document(note, KIND)
    _check_span(note["begin"], note["end"])
    if note["campaign"] != campaign:
        raise CampaignError("the note belongs to another campaign")
    body = {name: value for name, value in note.items() if name != "signatures"}
    seat = note["by"]
    if seat not in keys:
        raise RosterError(f"there is no seat {seat} in this campaign")
    if set(note["signatures"]) != {seat}:
        raise SignatureError(f"a note of {seat} must be signed by {seat} alone")
    verify(KIND, canonical(body), note["signatures"][seat], keys[seat], seat)
    if note["end"] <= now:
        raise InvalidFileError("the absence is over; nobody can excuse himself afterwards")
    kept = {**note, "arrived": now, "mail": mail}
    return _span(notes.keep(_ROOM, sha256(canonical(body)).hexdigest(), kept))


def absences_of(notes: Notes, seat: str) -> list[tuple[str, str]]:
    """Return the spans in which a seat is away, as far as they count."""
    spans = map(_span, notes.all(_ROOM).values())
    return [(span.begin, span.end) for span in spans if span.seat == seat]


def _span(note: Mapping[str, Any]) -> Absence:
    return Absence(note["by"], max(note["begin"], note["arrived"]), note["end"], note["mail"])


def _check_span(begin: str, end: str) -> None:
    try:
        length = seconds(end) - seconds(begin)
    except ValueError as error:
        raise InvalidFileError(f"the absence has a day that does not exist: {error}") from error
    if length <= 0:
        raise InvalidFileError("the absence ends before it begins")
    if length > MOST_DAYS * _DAY:
        last = written(seconds(begin) + MOST_DAYS * _DAY)
        raise InvalidFileError(f"an absence lasts at most {MOST_DAYS} days: here until {last}")
