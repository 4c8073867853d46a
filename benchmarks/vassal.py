"""Rows 36 and 37: files of VASSAL, against what nobody can do without: lifting the veil, and the audit."""

from __future__ import annotations

import tracemalloc
import zlib
from collections import deque
from collections.abc import Iterator

from benchmarks.sealion import Recorded
from benchmarks.slices import Effort, interleave
from benchmarks.table import Row
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.vassal_log import export_log
from sealion_pbem.vassal.command import format_tree
from sealion_pbem.vassal.obfuscation import obscured, revealed
from sealion_pbem.vassal.saved_game import GAME, SavedGame, read_saved_game, write_saved_game
from sealion_pbem.vassal.trait import chained

__all__ = ["campaign_logs", "large_files"]

_LARGE = 14_000_000
_KEY = 0x5A


def large_files(effort: Effort, size: int = _LARGE) -> Iterator[Row]:
    """Row 36: reading a save of 14 MB / bare XOR and UTF-8 of the same bytes; and its memory."""
    text = large_text(size)
    data = write_saved_game(SavedGame(text))
    veiled = obscured(text.encode(), _KEY)
    cases = {
        "read": lambda: read_saved_game(data).tree(),
        "bare": lambda: revealed(veiled).decode(),
    }
    taken = interleave(cases, effort)
    yield Row(
        "36a",
        "reading a save of 14 MB into its commands / bare XOR and UTF-8",
        taken.ratio("read", "bare"),
        goal=6,
        gate=8,
        note=f"{taken.told('read', 'bare')}; {len(data) // 1000} KB as a zip file with {GAME}",
    )
    tracemalloc.start()
    read_saved_game(data).tree()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    yield Row(
        "36b",
        "the most memory of that / the text",
        peak / len(text),
        goal=12,
        gate=14,
        note=f"{peak // 1_000_000} MB for {len(text) // 1_000_000} MB",
    )


def campaign_logs(effort: Effort, campaign: Recorded) -> Iterator[Row]:
    """Row 37: a whole campaign as a log / one walk that proves it, and packing as many bytes."""
    made = export_log(Log(campaign.files))
    plain = read_saved_game(made.data).text.encode().hex().encode()

    def proved_and_packed() -> None:
        deque(Log(campaign.files).walk(), maxlen=0)
        zlib.compress(plain, 9)

    cases = {"log": lambda: export_log(Log(campaign.files)), "bare": proved_and_packed}
    taken = interleave(cases, effort)
    yield Row(
        "37",
        "a whole campaign as a log for VASSAL / proving it and packing as many bytes",
        taken.ratio("log", "bare"),
        goal=3,
        gate=4,
        note=f"{taken.told('log', 'bare')}; {made.steps} steps, {len(made.data) // 1000} KB",
    )


def large_text(size: int) -> str:
    """Return the commands of a save with as many counters as fit, each with a chain of traits."""
    types = [f"mark;Name{number}" for number in range(18)] + ["piece;;;a.png;Counter"]
    states = [f"value {number}" for number in range(18)] + ["Main Map;100;200;7;0"]
    one = f"{chained(types)}/{chained(states)}"
    count = size // (len(one) + 20)
    pieces = [f"+/{number:012d}/{one}" for number in range(count)]
    return format_tree(["begin_save", "", ["", *pieces], "end_save"])
