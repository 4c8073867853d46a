"""Judging a turn: legality first, then the dice, then the receipt; or a rejection that opens nothing."""

from __future__ import annotations

from typing import Any, Protocol

from sealion_pbem.engine.refusal import told
from sealion_pbem.engine.turn import Outcome
from sealion_pbem.engine.words import Violation
from sealion_pbem.errors import CampaignError
from sealion_pbem.pbem.body import OpeningBody, ReceiptBody, RejectionBody, TurnBody
from sealion_pbem.pbem.entry import EntryOf, LogPlace, unsigned
from sealion_pbem.pbem.links import Anchor, Link, Links
from sealion_pbem.umpire.record import Record

__all__ = ["DiceChains", "judge", "opening", "violations_of"]


class DiceChains(Protocol):
    """The source of a witness's dice."""

    def in_force(self) -> Links:
        """Return the chain whose links are opened now."""

    def fresh(self) -> Links:
        """Return a chain that was never used."""


def violations_of(record: Record, turn: EntryOf[TurnBody]) -> tuple[Violation, ...]:
    """Return why a turn is rejected, as a rejection tells it; dice are not touched."""
    return told(record.preview(turn.by, turn.body).refused)


def judge(
    record: Record, witness: str, chains: DiceChains, time: str
) -> tuple[dict[str, Any], Outcome[Any] | None]:
    """Return the receipt or rejection that answers the pending turn, not signed yet.

    The witness's dice chains are asked for only when the turn is legal.
    """
    turn, ledger = _pending(record), record.ledger
    violations = violations_of(record, turn)
    if violations:
        place = LogPlace(turn.seq, turn.digest)
        return unsigned(ledger.campaign, witness, place, RejectionBody(violations, time)), None
    link, anchor = _next_link(record, witness, chains)
    outcome = record.run_turn(turn, record.dice_for(witness, link))
    receipt = ReceiptBody.claiming(record.claim(outcome), turn.digest, link, anchor, time)
    return unsigned(ledger.campaign, witness, ledger.place(), receipt), outcome


def opening(record: Record, seat: str, chains: DiceChains) -> dict[str, Any] | None:
    """Return the opponent's opening in mode both; None if the turn is illegal and stays unopened."""
    if violations_of(record, _pending(record)):
        return None
    body = OpeningBody(*_next_link(record, seat, chains))
    return unsigned(record.ledger.campaign, seat, record.ledger.place(), body)


def _next_link(record: Record, seat: str, chains: DiceChains) -> tuple[Link, Anchor | None]:
    """Return the next dice link of a seat; with the last of a chain comes the anchor of a new one."""
    number = record.ledger.next_link(seat)
    link = Link(number, chains.in_force().link(number))
    return link, chains.fresh().anchor if record.ledger.is_last_link(seat) else None


def _pending(record: Record) -> EntryOf[TurnBody]:
    if record.ledger.pending is None:
        raise CampaignError(
            "no turn waits for an answer", hint="'sealion campaign status' says who is to write"
        )
    return record.ledger.pending
