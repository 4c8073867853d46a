"""Order sheets in a campaign: what is asked as a sheet to fill in, and a sheet as an orders file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sealion_pbem.engine.capability import answers_of, narration_of, secrecy_of
from sealion_pbem.engine.choices import example_of, menu
from sealion_pbem.engine.sheet.sheet import Sheet, lexicon_of, read_sheet, said_order, write_sheet
from sealion_pbem.engine.sheet.speech import Speaks
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Decision, Json, Seat
from sealion_pbem.errors import InvalidFileError
from sealion_pbem.umpire.drafts import new_draft
from sealion_pbem.umpire.record import Record

__all__ = ["SHEET_SUFFIX", "draft_of", "is_sheet", "new_sheet", "sheet_of"]

SHEET_SUFFIX = ".txt"
_ID = 16
_TITLE = re.compile(
    r"orders: entry (?P<seq>\d{1,4}) of (?P<seat>\S+), (?P<decision>[^,]+), "
    r"campaign (?P<campaign>[0-9a-f]{16})$",
    re.MULTILINE,
)
_MOST_UNITS = 400


def is_sheet(data: bytes) -> bool:
    """Return whether an orders file is a sheet and not JSON."""
    return not data.lstrip().startswith(b"{")


def new_sheet(record: Record, seat: str, orders: Mapping[str, Any] | None = None) -> str:
    """Return a sheet for the pending decision: what is asked, who can act, an example of everything.

    `orders` are members of an orders file that it begins with.
    """
    draft = {**new_draft(record, seat), **(orders or {})}
    decision = record.decision
    assert decision is not None, "new_draft refuses when nothing is asked"
    lines = [
        _title(draft),
        *map(_comment, _asked(record, decision)),
        "",
    ]
    return "\n".join(lines) + sheet_of(record, draft)


def sheet_of(record: Record, draft: Mapping[str, Any]) -> str:
    """Return the lines of a sheet that say what an orders file says."""
    return write_sheet(record.ruleset, record.game, draft)


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


def _asked(record: Record, decision: Decision) -> Iterator[str]:
    """Say what is asked, who can act, and how orders are written."""
    ruleset, game = record.ruleset, record.game
    yield narration_of(ruleset).part(game.state)
    yield f"{decision.prompt} (rule {decision.rule})"
    yield ""
    names = lexicon_of(ruleset, game.state)
    examples, actors = [], dict[str, None]()
    for kind in menu(ruleset, game).choices():
        order = example_of(ruleset, game, kind.value)
        if order is None:
            continue
        examples.append(said_order(ruleset, names, to_wire(order)))
        actors |= dict.fromkeys(_actors(record, kind.value))
    yield "An order a line; a line with # is not read. What can be ordered now, for example:"
    yield from (f"  {line}" for line in examples)
    if actors:
        yield ""
        yield "Who can act:"
        yield from (f"  {_described(record, name)}" for name in [*actors][:_MOST_UNITS])
    yield from _sealed(record)
    yield from _left_over(record, decision)
    yield from _policies(record)


def _actors(record: Record, kind: str) -> Iterator[str]:
    """Return the units that the first member of an order can name."""
    units = narration_of(record.ruleset).names(record.game.state)
    seen = menu(record.ruleset, record.game, {"kind": kind})
    first = seen.missing.at.lstrip("/") if seen.missing else ""
    for choice in seen.choices(first):
        value = choice.value[0] if isinstance(choice.value, list) else choice.value
        if isinstance(value, str) and value in units:
            yield value


def _described(record: Record, name: str) -> str:
    """Return a unit with name, id, values, place and what is aboard."""
    ruleset, state = record.ruleset, record.game.state
    called = narration_of(ruleset).names(state).get(name, name)
    said = f"{called} ({name})" if called != name else name
    if isinstance(ruleset, Speaks):
        said += f": {ruleset.describe_unit(state, name)}"
    return said


def _sealed(record: Record) -> Iterator[str]:
    secrets: Mapping[str, tuple[Json, ...]] = secrecy_of(record.ruleset).secrets(record.game.state)
    for name, values in secrets.items():
        yield ""
        yield f"To be sealed under {name}, for example:"
        yield from (f"  seal {name} = {value}" for value in values)


def _left_over(record: Record, decision: Decision) -> Iterator[str]:
    queued = record.game.queued.get(Seat(decision.seat), ())
    if queued:
        names = lexicon_of(record.ruleset, record.game.state)
        yield ""
        yield 'Left over from your last file; "drop queued" takes them away:'
        for order in queued:
            said = said_order(record.ruleset, names, to_wire(order.order))
            yield f"  turn {order.turn}{f', {order.stage}' if order.stage else ''}: {said}"


def _policies(record: Record) -> Iterator[str]:
    """Say how what comes between can be answered beforehand."""
    policies = answers_of(record.ruleset).policies
    if policies:
        yield ""
        yield "Answers given beforehand: standing: DECISION = ANSWER, for example"
        for kind, known in list(policies.items()):
            for name, text in list(known.items())[1:2]:
                yield f"  standing: {kind.replace('_', ' ')} = {name.replace('_', ' ')}   ({text})"
