"""Judging a turn: legality first, then the dice, then the receipt; or a rejection that opens nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sealion_pbem.engine.loop import Outcome
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import CampaignError
from sealion_pbem.pbem.entry import FORMAT, Entry
from sealion_pbem.umpire.record import Record

__all__ = ["judge", "opening_body", "violations_of"]


def violations_of(record: Record, turn: Entry) -> list[Json]:
    """Return why a turn is rejected, as a rejection says it; dice are not touched."""
    found: list[Json] = to_wire(record.preview(turn.by, turn.body).refused)
    return found


def judge(
    record: Record, witness: str, link: Callable[[int], str], time: str
) -> tuple[dict[str, Any], Outcome[Any] | None]:
    """Return the body of the receipt or rejection that answers the pending turn.

    `link(k)` shows the witness's dice link; it is asked for only when the turn is legal.
    """
    turn = _pending(record)
    violations = violations_of(record, turn)
    if violations:
        rejected = _body(record, "rejection", turn.seq, turn.digest, witness)
        return rejected | {"violations": violations, "time": time}, None
    number = record.ledger.next_link(witness)
    value = link(number)
    outcome = record.run_turn(turn, record.dice_for(witness, number, value))
    body = _body(record, "receipt", record.ledger.next_seq, record.ledger.head, witness)
    body |= {"turn": turn.digest, "link": {"number": number, "value": value}, "time": time}
    return body | record.claim(outcome), outcome


def opening_body(record: Record, seat: str, link: Callable[[int], str]) -> dict[str, Any] | None:
    """Return the opponent's opening in mode both; None if the turn is illegal and stays unopened."""
    if violations_of(record, _pending(record)):
        return None
    number = record.ledger.next_link(seat)
    body = _body(record, "opening", record.ledger.next_seq, record.ledger.head, seat)
    return body | {"link": {"number": number, "value": link(number)}}


def _pending(record: Record) -> Entry:
    if record.ledger.pending is None:
        raise CampaignError(
            "no turn waits for an answer", hint="'sealion campaign status' says who is to write"
        )
    return record.ledger.pending


def _body(record: Record, kind: str, seq: int, prev: str, by: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "kind": kind,
        "campaign": record.ledger.campaign,
        "seq": seq,
        "prev": prev,
        "by": by,
    }
