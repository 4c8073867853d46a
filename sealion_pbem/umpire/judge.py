"""Judging a turn: legality first, then the dice, then the receipt; or a rejection that opens nothing."""

from __future__ import annotations

from typing import Any, Protocol

from sealion_pbem.engine.refusal import violations_to_wire
from sealion_pbem.engine.turn import Outcome
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import CampaignError
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.pbem.links import Links
from sealion_pbem.pbem.signature import FORMAT
from sealion_pbem.umpire.record import Record

__all__ = ["DiceChains", "judge", "opening_body", "violations_of"]


class DiceChains(Protocol):
    """Where a witness has his dice from."""

    def in_force(self) -> Links:
        """Return the chain whose links are opened now."""

    def fresh(self) -> Links:
        """Return a chain that was never used."""


def violations_of(record: Record, turn: Entry) -> list[Json]:
    """Return why a turn is rejected, as a rejection says it; dice are not touched."""
    return violations_to_wire(record.preview(turn.by, turn.body).refused)


def judge(
    record: Record, witness: str, chains: DiceChains, time: str
) -> tuple[dict[str, Any], Outcome[Any] | None]:
    """Return the body of the receipt or rejection that answers the pending turn.

    The witness's dice chains are asked for only when the turn is legal.
    """
    turn = _pending(record)
    violations = violations_of(record, turn)
    if violations:
        rejected = _body(record, "rejection", turn.seq, turn.digest, witness)
        return rejected | {"violations": violations, "time": time}, None
    opened = _opened(record, witness, chains)
    link = opened["link"]
    outcome = record.run_turn(turn, record.dice_for(witness, link["number"], link["value"]))
    body = _body(record, "receipt", record.ledger.next_seq, record.ledger.head, witness)
    body |= {"turn": turn.digest, "time": time, **opened}
    return body | record.claim(outcome), outcome


def opening_body(record: Record, seat: str, chains: DiceChains) -> dict[str, Any] | None:
    """Return the opponent's opening in mode both; None if the turn is illegal and stays unopened."""
    if violations_of(record, _pending(record)):
        return None
    body = _body(record, "opening", record.ledger.next_seq, record.ledger.head, seat)
    return body | _opened(record, seat, chains)


def _opened(record: Record, seat: str, chains: DiceChains) -> dict[str, Any]:
    """Return the next dice link of a seat; with the last of a chain comes the anchor of a new one."""
    number = record.ledger.next_link(seat)
    opened: dict[str, Any] = {"link": {"number": number, "value": chains.in_force().link(number)}}
    if record.ledger.is_last_link(seat):
        opened["anchor"] = chains.fresh().document
    return opened


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
