"""What the attack tests share: forged entries, and proof that nothing has changed."""

from hashlib import sha256
from typing import Any

from sealion_pbem.errors import (
    PbemError,
)
from sealion_pbem.pbem.entry import Entry, sign_entry
from sealion_pbem.umpire.receiving import Received
from tests.campaigns import Table, key_of


def snapshot(table: Table) -> dict[str, str]:
    """The digest of every file of both players but the locks."""
    return {
        str(path.relative_to(table.root)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(table.root.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


def offer(table: Table, entry: Entry, seat: str | None = None) -> Received:
    """Let a desk receive an entry and return what it says."""
    desk = table.desk_of(seat) if seat else table.desk
    (received,) = desk.receive([("mail.json", entry.data)])
    return received


def assert_refused(
    table: Table, entry: Entry, error: type[PbemError], words: str, seat: str | None = None
) -> None:
    """The entry is refused with these words, and no file of anybody has changed."""
    before = snapshot(table)
    received = offer(table, entry, seat)
    assert received.status == "refused"
    assert isinstance(received.error, error)
    assert words in received.error.message
    assert snapshot(table) == before


def next_body(table: Table, kind: str, by: str, **facts: Any) -> dict[str, Any]:
    """The body of an entry that would come next."""
    ledger = table.record.ledger
    known = {"format": "sealion-pbem/1", "kind": kind, "campaign": ledger.campaign, "by": by}
    return {**known, **ledger.place().members, **facts}


def turn_body(table: Table, by: str | None = None, nonce: str = "11" * 32) -> dict[str, Any]:
    """A turn of the seat that owes the decision, or of another that pretends to."""
    return next_body(table, "turn", by or table.owes, nonce=nonce, **table.turn_body())


def other(seat: str) -> str:
    return "blue" if seat == "red" else "red"


def changed(entry: Entry, key_seat: str, **facts: Any) -> Entry:
    """An entry with other facts, signed anew by the seat that made it."""
    return sign_entry({**entry.unsigned, **facts}, {key_seat: key_of(key_seat)})
