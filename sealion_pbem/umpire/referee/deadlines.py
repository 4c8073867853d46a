"""Deadlines: until when an answer is due, and which reminders are due now.

Everything is reckoned in seconds of UTC from times that are given; nothing here looks at a clock.
While the seat that is asked is away, its time stands still.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.saying import counted

__all__ = ["STAGES", "Deadline", "deadline", "left", "said", "seconds", "stamp", "written"]

_FORM = "%Y-%m-%dT%H:%M:%SZ"
_HOUR = 3600
_MINUTE = 60
STAGES = ("reminder", "deadline", "grace")
"""A reminder after three quarters of the time, one at the deadline, one when the grace is over."""
_AGAIN = 6
"""How often a reminder is repeated after that, each time after twice as long."""
_LEAST_AGAIN = 24
"""At least so many hours pass until the first repetition."""


@frozen
class Deadline:
    """The time when an answer is due, and the end of the grace after it; all as entries write times.

    `again` is when to remind once more because still nothing has happened.
    """

    asked: str
    remind: str
    due: str
    end: str
    again: tuple[str, ...] = ()

    def reached(self, now: str) -> tuple[str, ...]:
        """Return the stages that have come, the newest last."""
        names = (*STAGES, *(f"again-{number}" for number in range(1, len(self.again) + 1)))
        times = (self.remind, self.due, self.end, *self.again)
        return tuple(stage for stage, time in zip(names, times, strict=True) if time <= now)


def deadline(
    asked: str, hours: int, grace: int, absences: Iterable[tuple[str, str]]
) -> Deadline | None:
    """Return the deadline of what was asked at a time; None where the charter sets none.

    `absences` are the spans in which the seat is away, each from a time to a time.
    """
    if not hours:
        return None
    away = sorted((seconds(begin), seconds(end)) for begin, end in absences)
    start = seconds(asked)
    every = max(hours, _LEAST_AGAIN)
    return Deadline(
        asked,
        written(_after(start, hours * _HOUR * 3 // 4, away)),
        written(_after(start, hours * _HOUR, away)),
        written(_after(start, (hours + grace) * _HOUR, away)),
        tuple(
            written(_after(start, (hours + grace + (2**number - 1) * every) * _HOUR, away))
            for number in range(1, _AGAIN + 1)
        ),
    )


def _after(start: int, length: int, away: Iterable[tuple[int, int]]) -> int:
    """Return when so many seconds have passed that were not spent away."""
    time = start
    for begin, end in away:
        if end <= time:
            continue
        if time + length <= begin:
            break
        length -= max(0, begin - time)
        time = end
    return time + length


def left(due: str, now: str) -> str:
    """Return in words how much time is left, or how long it is over."""
    span = abs(seconds(due) - seconds(now))
    count, unit = (span // _HOUR, "hour") if span >= _HOUR else (span // _MINUTE, "minute")
    amount = counted(count, unit)
    return f"{amount} left" if now <= due else f"{amount} overdue"


def said(time: str) -> str:
    """Return a time of an entry as letters say it."""
    return f"{time[:10]} {time[11:16]} UTC"


def stamp(time: str) -> str:
    """Return a time as the name of a file can hold it on every system."""
    return time.replace("-", "").replace(":", "")


def seconds(time: str) -> int:
    """Return a time as seconds since 1970."""
    return int(datetime.strptime(time, _FORM).replace(tzinfo=UTC).timestamp())


def written(time: int) -> str:
    """Return seconds since 1970 as entries write a time."""
    return datetime.fromtimestamp(time, UTC).strftime(_FORM)
