"""A player's log of VASSAL as his order sheet: from a file, or out of a mail that he sent to himself."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sealion_pbem.campaign import files
from sealion_pbem.campaign.secrecy import FILE_MODE
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.saying import counted
from sealion_pbem.errors import PbemError, UsageError, WrongCampaignError
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.drafts import new_draft, own_seals
from sealion_pbem.umpire.sheets import new_sheet, orders_file
from sealion_pbem.umpire.vassal_orders import Understood, orders_of_log, remarks_on
from sealion_pbem.vassal.guard import survey_file

__all__ = ["SheetOfLog", "asked_lines", "draft_logs", "write_sheet_of_log"]


@frozen
class SheetOfLog:
    """A sheet that was made from a log: where it lies, and what was understood."""

    path: Path
    found: Understood


def write_sheet_of_log(
    desk: Desk, data: bytes, seat: str | None = None, out: Path | None = None
) -> SheetOfLog:
    """Write the order sheet that a log of VASSAL means; nothing is signed.

    Raises:
        UsageError: a sheet lies there already, or nothing was dragged.
        InvalidFileError: the file is no log, or does not fit the campaign.
    """
    record = desk.read().record
    seat = seat or desk.own_seat(record)
    path = out or desk.folder.path / orders_file(record, seat)
    if path.exists():
        raise UsageError(f"{path} is there already", hint="edit it, or give another name with -o")
    found = orders_of_log(record, seat, survey_file(data))
    draft = {**new_draft(record, seat), "orders": found.orders}
    text = new_sheet(record, seat, own_seals(desk, record, seat), draft, remarks_on(found))
    text += "".join(f"{line}\n" for line in asked_lines(found))
    files.replace(path, text.encode(), FILE_MODE)
    return SheetOfLog(path, found)


def asked_lines(found: Understood) -> list[str]:
    """Return the end of a sheet: what no counter can say, as comments that become orders."""
    if not found.asked:
        return []
    lines = [line for block in found.asked for line in block.splitlines()]
    head = "What no counter can say, filled in already: without the # and the blank a line is an order."
    return ["", *(f"# {line}" for line in (head, *lines))]


def draft_logs(desk: Desk, logs: Iterable[tuple[str, bytes]]) -> tuple[set[str], list[str]]:
    """Make sheets of logs that a player mailed to himself; return which became one, and sentences on all.

    A log of another campaign is none of ours to speak of.
    """
    notes, done = [], set()
    for name, data in logs:
        try:
            made = write_sheet_of_log(desk, data)
        except WrongCampaignError:
            continue
        except PbemError as error:
            hint = f" ({error.hint})" if error.hint else ""
            notes.append(f"{name} makes no order sheet: {error.message}{hint}")
            continue
        done.add(name)
        orders = counted(len(made.found.orders), "order", "orders")
        notes.append(
            f"{name} is now an order sheet, {made.path.name}, with {orders}; nothing is signed, so look "
            f"at it: sealion turn check {made.path.name}"
        )
        notes += [f"{name}: {note}" for note in made.found.notes]
        notes += [f"{name}: chosen for you: {word}" for word in made.found.guessed]
    return done, notes
