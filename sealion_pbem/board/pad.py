"""The pad: the orders that a player collects on the board, as an orders file in the campaign folder.

It is written at every change, so that no closed tab or crash loses anything. A tab says upon which
version it writes; if another tab, program or computer has written since, nothing is written and the tab
gets the newer one. `sealion turn check` and `sealion turn sign` read the same file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sealion_pbem.board.table import BoardTable
from sealion_pbem.campaign import files
from sealion_pbem.campaign.secrecy import FILE_MODE
from sealion_pbem.engine.canon import digest_bytes
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import CampaignError, StaleError
from sealion_pbem.pbem.loader import FILE_LIMIT, read_strict
from sealion_pbem.umpire.drafts import check_place, new_draft
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.sheets import orders_file

__all__ = ["Page", "clear_page", "mark_of_page", "read_page", "write_page"]

_ENDING = ".board.json"
_WRITTEN = ("orders", "supposes", "standing_orders", "drop_queued", "message")


@frozen
class Page:
    """The orders file of the pending decision, and by what its version is known."""

    draft: dict[str, Any]
    version: str


def read_page(table: BoardTable) -> Page:
    """Return what is written for the pending decision; nothing yet: an empty orders file.

    Raises:
        CampaignError: nothing is asked of a seat played here.
    """
    record = table.record
    seat = _seat(table, record)
    path = _path(table, record, seat)
    if not files.is_there(path):
        return Page(new_draft(record, seat), "")
    data = files.read(path, FILE_LIMIT)
    draft = read_strict(data)
    draft.pop("$schema", None)
    check_place(record, draft)
    return Page(draft, digest_bytes(data))


def mark_of_page(table: BoardTable) -> tuple[str, Json]:
    """Return by what it is seen that the orders, or what is asked, have changed since they were read."""
    record = table.record
    return record.ledger.head, files.mark_of(_path(table, record, _seat(table, record)))


def write_page(table: BoardTable, version: str, written: Mapping[str, Any]) -> Page:
    """Write what a player has ordered, upon the version that he has seen.

    Raises:
        StaleError: it was written by somebody else since.
        SchemaError: it is no orders file; nothing is written.
    """
    desk = table.playing
    with desk.folder.writing():
        record = table.record
        seat = _seat(table, record)
        draft = new_draft(record, seat)
        draft |= {name: written[name] for name in _WRITTEN if name in written}
        check_place(record, draft)
        if read_page(table).version != version:
            raise StaleError(
                "these orders were changed elsewhere, in another tab or by another program",
                hint="they are shown as they now stand; nothing was overwritten",
            )
        data = (json.dumps(draft, indent=1, ensure_ascii=False) + "\n").encode()
        # What will be sealed stands in it in plain words.
        files.replace(_path(table, record, seat), data, FILE_MODE)
        return Page(draft, digest_bytes(data))


def clear_page(table: BoardTable, seq: int, seat: str) -> None:
    """Take away the orders file of an entry that is signed."""
    path = table.desk.folder.path / _name(seq, seat)
    path.unlink(missing_ok=True)


def _seat(table: BoardTable, record: Record) -> str:
    seat = table.seat_in(record)
    if not seat:
        raise CampaignError("nothing is asked of a seat that is played here")
    return seat


def _path(table: BoardTable, record: Record, seat: str) -> Path:
    named = table.desk.folder.path / orders_file(record, seat)
    return named.with_suffix(_ENDING)


def _name(seq: int, seat: str) -> str:
    return f"turn-{seq:04d}-{seat}{_ENDING}"
