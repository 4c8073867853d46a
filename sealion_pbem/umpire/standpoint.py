"""Where a campaign stood: the position after any entry of its log, and what led to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.words import Event
from sealion_pbem.errors import CorruptError, UsageError
from sealion_pbem.umpire.log import Log

__all__ = ["Standpoint", "standpoint"]


@dataclass(frozen=True, slots=True)
class Standpoint:
    """The position after an entry, with the events of the last turn that was judged up to it."""

    name: str
    ruleset: Ruleset[Any]
    seq: int
    before: Any
    state: Any
    events: tuple[Event[Any], ...]


def standpoint(log: Log, seq: int | None = None) -> Standpoint:
    """Return the position after entry `seq`, or after the last; the log is proved up to there."""
    found: Standpoint | None = None
    last = -1
    for admitted in log.walk():
        last = admitted.entry.seq
        if seq is not None and last > seq:
            break
        state = log.record.game.state
        if found is None:
            name = log.record.ledger.charter.body.name
            found = Standpoint(name, log.record.ruleset, last, state, state, ())
        elif admitted.outcome is None and state is not found.state:
            # Turns were taken back.
            found = Standpoint(found.name, found.ruleset, last, state, state, ())
        elif admitted.outcome is None:
            found = Standpoint(
                found.name, found.ruleset, last, found.before, found.state, found.events
            )
        else:
            events = tuple(admitted.outcome.events)
            found = Standpoint(found.name, found.ruleset, last, found.state, state, events)
    if found is None:
        raise CorruptError("the log is empty: there is no charter")
    if seq is not None and seq > last:
        raise UsageError(f"the log has no entry {seq}", hint=f"its last entry is {last}")
    return found
