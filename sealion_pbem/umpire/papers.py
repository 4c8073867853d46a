"""Orders files as players write them, JSON or a sheet: read, with ids, and with places for faults."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.sheet.lexicon import lexicon_of
from sealion_pbem.engine.sheet.naming import Namer
from sealion_pbem.engine.words import Json, Violation
from sealion_pbem.errors import Fault, InvalidFileError, SchemaError
from sealion_pbem.pbem.bundle import bundle, with_names
from sealion_pbem.pbem.loader import FILE_LIMIT, read_strict
from sealion_pbem.umpire.drafts import check_moment
from sealion_pbem.umpire.record import Record

if TYPE_CHECKING:
    from sealion_pbem.engine.sheet.sheet import Sheet

__all__ = ["Paper", "orders_schema", "read_paper"]

_ORDER = re.compile(r"/(orders|standing_orders|supposes)/(\d+)")
_ITEMS = {"orders": "order", "standing_orders": "standing order", "supposes": "supposition"}
_MOST_FAULTS = 20
_LONGEST_QUOTED = 60
_BOM = b"\xef\xbb\xbf"


@frozen
class Paper:
    """An orders file that was read; `sheet` is None if it is JSON."""

    draft: dict[str, Any]
    sheet: Sheet | None = None
    lines: tuple[str, ...] = ()
    in_words: Callable[[Json], str] = str

    @property
    def count(self) -> int:
        """How many orders it holds."""
        return len(self.draft["orders"])

    def place_of(self, pointer: str) -> str:
        """Return where in the file something stands, as its author counts: line and column, or an order."""
        if self.sheet is not None:
            place = self.sheet.place_of(pointer)
            if place is None:
                return ""
            return f"line {place[0]}, column {place[1]} ({self._quoted(place[0])})"
        found = _ORDER.match(pointer)
        if found is None:
            return pointer
        return f"{_ITEMS[found[1]]} {int(found[2]) + 1} ({pointer})"

    def _quoted(self, line: int) -> str:
        return _shortened(" ".join(self.lines[line - 1].split()))

    def said(self, violation: Violation) -> str:
        """Return a violation with its place in the file, and with the order that is wrong in words."""
        place = self.place_of(violation.at)
        found = _ORDER.match(violation.at) if self.sheet is None else None
        if found is not None and found[1] == "orders":
            said = self.in_words(self.draft["orders"][int(found[2])])
            place = f"{place}, {_shortened(said)}"
        return f"{f'{place}: ' if place else ''}{violation.text} [rule {violation.rule}]"

    @contextmanager
    def placing_faults(self) -> Iterator[None]:
        """Let faults of shape name lines, where the file is a sheet."""
        try:
            yield
        except SchemaError as error:
            if self.sheet is None:
                raise
            faults = [Fault(self.place_of(f.pointer) or "sheet", f.text) for f in error.faults]
            raise _misread(faults) from None


def read_paper(record: Record, data: bytes) -> Paper:
    """Return what an orders file says, units and places by their ids.

    Raises:
        InvalidFileError: it cannot be read; of a sheet every fault has its line and column.
    """
    if _is_sheet(data):
        from sealion_pbem.umpire.sheets import draft_of  # noqa: PLC0415 - JSON needs no grammar

        text = _text(data)
        draft, sheet = draft_of(record, text)
        if sheet.faults:
            # Names mean others in another position: that it is an old file goes before all of them.
            check_moment(record, draft)
            faults = [Fault(f"line {f.line}, column {f.column}", f.text) for f in sheet.faults]
            raise _misread(faults)
        return Paper(draft, sheet, tuple(text.splitlines()))
    document = read_strict(data)
    document.pop("$schema", None)
    return Paper(_with_ids(record, document), in_words=partial(_in_words, record))


def orders_schema(record: Record) -> dict[str, Json]:
    """Return the schema of orders files of this campaign, which lists its units for an editor."""
    units = lexicon_of(record.ruleset, record.game.state).units
    names = dict.fromkeys([*units, *units.values()])
    return with_names(bundle("orders_file", record.ruleset), [*names])


def _is_sheet(data: bytes) -> bool:
    """Return whether an orders file is a sheet and not JSON."""
    return not data.removeprefix(_BOM).lstrip().startswith(b"{")


def _in_words(record: Record, order: Json) -> str:
    """Return an order as a sheet says it; it has been read, so it has the shape of one."""
    from sealion_pbem.engine.sheet.sheet import said_order  # noqa: PLC0415 - for what is refused

    plain = {name: value for name, value in order.items() if name not in ("turn", "stage")}
    return said_order(record.ruleset, lexicon_of(record.ruleset, record.game.state), plain)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTED else f"{text[: _LONGEST_QUOTED - 1]}…"


def _text(data: bytes) -> str:
    if len(data) > FILE_LIMIT:
        raise InvalidFileError(f"the sheet is larger than {FILE_LIMIT} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidFileError(
            f"line {line} of the sheet is not UTF-8", hint="save it as UTF-8 in your editor"
        ) from None


def _misread(faults: list[Fault]) -> SchemaError:
    count = "one fault" if len(faults) == 1 else f"{len(faults)} faults"
    hint = "there may be more behind them" if len(faults) >= _MOST_FAULTS else ""
    return SchemaError(f"{count} in the sheet", tuple(faults[:_MOST_FAULTS]), hint=hint)


def _with_ids(record: Record, document: dict[str, Any]) -> dict[str, Any]:
    """Return a document in which names in orders and standing orders have become ids."""
    names = lexicon_of(record.ruleset, record.game.state)
    namer = Namer(record.ruleset, record.game, names)
    found = dict(document)
    for member, inside in (("orders", ""), ("standing_orders", "do"), ("supposes", "order")):
        given = document.get(member)
        if isinstance(given, list):
            found[member] = [
                _named(namer, each, f"/{member}/{number}", inside)
                for number, each in enumerate(given)
            ]
    if namer.faults:
        if document.keys() >= {"campaign", "seq", "seat"}:
            check_moment(record, document)
        faults = tuple(Fault(at, text) for at, text in namer.faults[:_MOST_FAULTS])
        raise SchemaError(f"not clear who is meant: {json.dumps(faults[0].pointer)}", faults)
    return found


def _named(namer: Namer, each: Json, at: str, inside: str) -> Json:
    if not inside:
        return namer.with_ids(each, at)
    if isinstance(each, dict) and inside in each:
        return {**each, inside: namer.with_ids(each[inside], f"{at}/{inside}")}
    return each
