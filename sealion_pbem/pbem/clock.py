"""Times in entries: claims of whoever wrote them, which nothing depends on but the reader's patience."""

from __future__ import annotations

from datetime import datetime

__all__ = ["is_odd", "seconds_between"]

_LONGEST = 366 * 86_400
"""A longer pause than this between two answers is more likely a clock that was wrong."""


def seconds_between(earlier: str, later: str) -> int:
    """Return how many seconds lie between two times as entries write them; below 0: it went back."""
    return int((datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds())


def is_odd(before: str, now: str) -> bool:
    """Return whether a clock seems to have been wrong: it went back, or leapt ahead by over a year."""
    return not 0 <= seconds_between(before, now) <= _LONGEST
