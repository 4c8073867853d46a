"""How many mails a campaign took: what one seat sends together travels in one mail.

A receipt and the next turn of the seat that wrote it go out together, so a mail is a run of
consecutive entries by one seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sealion_pbem.engine.capability import answers_of
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.record import Record

__all__ = ["Mail", "TurnMails", "by_game_turn", "mails"]


@dataclass(frozen=True, slots=True)
class Mail:
    """The entries that one seat sent together, and the game turn that the last of them was about."""

    seat: str
    entries: tuple[str, ...]
    game_turn: int
    weather: str
    decision: str
    """The decision its turn answers; "" where it holds no turn."""


@dataclass(frozen=True, slots=True)
class TurnMails:
    """The mails of one game turn; turn 0 is the set-up.

    `files` are the turn files in them; a mail without one brings a receipt alone, which happens where
    a seat writes twice in a row.
    """

    game_turn: int
    weather: str
    mails: int
    by_seat: Mapping[str, int]
    files: int


def mails(log: Log) -> list[Mail]:
    """Return every mail of a log, in order; the charter, which went round before, is none of them."""
    found: list[Mail] = []
    asked: tuple[int, str, str] = (0, "", "")
    record: Record | None = None
    for admitted in log.walk():
        entry, record = admitted.entry, log.record
        if entry.kind == "turn":
            asked = _asked(record)
        if entry.kind != "charter":
            turn, weather, kind = asked
            before: tuple[str, ...] = ()
            decision = kind if entry.kind == "turn" else ""
            if found and found[-1].seat == entry.by:
                last = found.pop()
                before, decision = last.entries, decision or last.decision
            found.append(Mail(entry.by, (*before, entry.file_name), turn, weather, decision))
    return _with_open_end(found, record)


def _with_open_end(found: list[Mail], record: Record | None) -> list[Mail]:
    """Count a last receipt with the turn that its seat still owes: they will travel together."""
    if record and found and not found[-1].decision and found[-1].seat == record.ledger.baton():
        turn, weather, _ = _asked(record)
        found[-1] = replace(found[-1], game_turn=turn, weather=weather)
    return found


def by_game_turn(found: Iterable[Mail]) -> list[TurnMails]:
    """Return the count for every game turn, in order."""
    turns: dict[int, list[Mail]] = {}
    for mail in found:
        turns.setdefault(mail.game_turn, []).append(mail)
    return [_counted(number, turns[number]) for number in sorted(turns)]


def _counted(number: int, sent: list[Mail]) -> TurnMails:
    seats = sorted({mail.seat for mail in sent})
    by_seat = {seat: sum(mail.seat == seat for mail in sent) for seat in seats}
    files = sum(bool(mail.decision) for mail in sent)
    return TurnMails(number, sent[-1].weather, len(sent), by_seat, files)


def _asked(record: Record) -> tuple[int, str, str]:
    """Return game turn, weather and kind of the decision that a turn just taken answers."""
    state: Any = record.game.state
    facts = answers_of(record.ruleset).facts(state)
    decision = record.ruleset.decision(state)
    kind = decision.kind if decision else ""
    return record.ruleset.game_turn(state), str(facts.get("weather", "")), kind
