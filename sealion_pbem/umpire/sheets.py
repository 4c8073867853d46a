"""Order sheets in a campaign: what is asked as a sheet to fill in, and a sheet as an orders file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sealion_pbem.engine.sheet.sheet import Sheet, read_sheet, write_sheet
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import InvalidFileError
from sealion_pbem.umpire.drafts import new_draft
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.template import comments

__all__ = ["draft_of", "new_sheet", "orders_file"]

_ID = 16
_BOM = b"\xef\xbb\xbf"
_TITLE = re.compile(
    r"orders: entry (?P<seq>\d{1,4}) of (?P<seat>\S+), (?P<decision>[^,]+), "
    r"campaign (?P<campaign>[0-9a-f]{16})\s*?$",
    re.MULTILINE,
)


def orders_file(record: Record, seat: str) -> str:
    """Return the name of the orders file for the next place in the log."""
    return f"turn-{record.ledger.next_seq:04d}-{seat}.txt"


def new_sheet(
    record: Record,
    seat: str,
    sealed: Mapping[str, Json] | None = None,
    draft: Mapping[str, Any] | None = None,
    remarks: Sequence[str] = (),
) -> str:
    """Return a sheet for the pending decision: what is asked, who can act, an example of everything.

    `sealed` is what its author has sealed and not opened yet: he is reminded of it. A `draft` is what
    is ordered in it already, with remarks on it.
    """
    draft = draft or new_draft(record, seat)
    decision = record.decision
    assert decision is not None, "new_draft refuses when nothing is asked"
    asked = comments(record, decision, sealed or {})
    lines = [_title(draft), *map(_comment, (*asked, *remarks)), ""]
    return "\n".join(lines) + write_sheet(record.ruleset, record.game, draft)


def draft_of(record: Record, text: str) -> tuple[dict[str, Any], Sheet]:
    """Return the orders file that a sheet says, and the sheet; its faults are still to be looked at.

    Raises:
        InvalidFileError: the sheet does not say for which place in the log it is.
    """
    title = _TITLE.search(text)
    if title is None:
        raise InvalidFileError(
            "the sheet does not say for which turn it is",
            hint="its first line is 'orders: entry …', as 'sealion turn new' writes it",
        )
    # A line of blanks keeps the numbers of those behind it.
    rest = text[: title.start()] + " " * len(title[0]) + text[title.end() :]
    sheet = read_sheet(record.ruleset, record.game, rest)
    line = len(text[: title.start()].splitlines()) + 1
    sheet.lines |= {f"/{name}": (line, 1) for name in ("campaign", "seq", "seat", "decision")}
    campaign = record.ledger.campaign
    is_ours = campaign.startswith(title["campaign"])
    draft = {
        "kind": "orders",
        "campaign": campaign if is_ours else title["campaign"] + campaign[_ID:],
        "seq": int(title["seq"]),
        "seat": title["seat"],
        "decision": "_".join(title["decision"].split()),
        **sheet.document,
    }
    return draft, sheet


def _title(draft: Mapping[str, Any]) -> str:
    decision = draft["decision"].replace("_", " ")
    entry = f"entry {draft['seq']} of {draft['seat']}"
    return f"orders: {entry}, {decision}, campaign {draft['campaign'][:_ID]}"


def _comment(line: str) -> str:
    return f"# {line}" if line else "#"
