"""Sentences about entries, beside those that tell their events."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.pbem.body import (
    AnchorBody,
    KeyChangeBody,
    ReceiptBody,
    RejectionBody,
    ResignationBody,
    RulingBody,
    TurnBody,
    WithdrawalBody,
)
from sealion_pbem.pbem.entry import Entry, is_of
from sealion_pbem.report.passage import Passage

__all__ = ["answers_given", "message_in", "purpose_of", "said_about"]


def said_about(passage: Passage) -> Iterator[str]:
    """Say what an entry is, if it is no turn."""
    entry = passage.entry
    if passage.is_beside:
        what = entry.kind.replace("_", " ")
        yield f"a {what} of {entry.by} was signed and did not come to count"
    else:
        yield from _said_in_the_log(passage, entry.by)


def _said_in_the_log(passage: Passage, by: str) -> Iterator[str]:
    match passage.entry.body:
        case ReceiptBody():
            yield from answers_given(passage)
        case RejectionBody(violations=violations):
            yield f"{by} refuses the turn: it breaks the rules, no die was opened, it never happened"
            for violation in violations:
                yield f"{violation.text} (rule {violation.rule})"
        case WithdrawalBody():
            yield f"{by} takes the turn back; no die was opened, it never happened"
        case RulingBody() as ruling:
            yield from _ruled(ruling)
        case KeyChangeBody(seat=seat, reason=reason):
            yield f"{seat} signs with another key from here on: {reason}"
        case ResignationBody(text=text):
            yield f"{by} resigns: {text}"
        case AnchorBody():
            yield f"{by} fixes dice for later turns"


def _ruled(ruling: RulingBody) -> Iterator[str]:
    yield f"ruling: {ruling.text}"
    if ruling.takes_back is not None:
        yield f"turn {ruling.takes_back} and all that followed it is taken back; no die had fallen"
    for lost in ruling.forfeits:
        yield f"what {lost.seat} sealed as {lost.name} is lost: it counts as nothing"


def message_in(entry: Entry) -> str:
    """Return what a player wrote beside the orders of a turn; "" for whatever else there is."""
    return (entry.body.message or "") if is_of(entry, TurnBody) else ""


def answers_given(passage: Passage) -> Iterator[str]:
    """Say what standing orders did, and which orders came to nothing."""
    for auto in passage.automatic:
        number = auto.standing_order + 1
        yield f"{auto.seat}'s standing order {number} answered {auto.decision.replace('_', ' ')}"
    yield from passage.notes


def purpose_of(label: str) -> str:
    """Return what a roll was for: its label without clock and rule."""
    return label.rsplit("/", 1)[-1]
