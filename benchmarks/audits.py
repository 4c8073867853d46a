"""Rows 11, 13 and 19: how an audit grows with the log, what it holds in memory, and two at a time."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import log2
from pathlib import Path
from time import perf_counter

from benchmarks.campaigns import long_log, random_log, write_campaign
from benchmarks.slices import Effort, interleave
from benchmarks.table import Row
from sealion_pbem.umpire.audit import audit_folder, audit_many

__all__ = ["Sizes", "growth", "make_long", "memory", "side_by_side"]

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many turn files and campaigns are made."""

    few: int = 25
    some: int = 100
    many: int = 400
    campaigns: int = 50
    turns: int = 30
    recorded: int = 100
    """Turn files of a recorded campaign of Sealion; its last turn may come before."""
    entries: tuple[int, int] = (15, 150)
    """Where in a campaign commands are measured."""
    offices: int = 20


_PEAK = """
import sys
from pathlib import Path
from sealion_pbem.umpire.audit import audit_folder
verdict = audit_folder(Path(sys.argv[1]))
assert not verdict.failure, verdict.failure
status = Path("/proc/self/status").read_text()
print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))
"""


def make_long(place: Path, sizes: Sizes) -> dict[int, Path]:
    """Return one long campaign, and its beginnings as shorter ones, by their number of turns."""
    log = long_log("long", sizes.many)
    return {
        turns: write_campaign(place / f"turns-{turns}", log, turns)
        for turns in (sizes.few, sizes.some, sizes.many)
    }


def growth(effort: Effort, long: dict[int, Path], sizes: Sizes) -> Iterator[Row]:
    """Row 11: what a turn costs in an audit of many turn files / of few."""
    cases = {str(turns): _audit(path) for turns, path in long.items()}
    taken = interleave(cases, effort)
    few, many = str(sizes.few), str(sizes.many)
    ratio = taken.ratio(many, few)
    slope = log2(ratio) / log2(sizes.many / sizes.few)
    each = ", ".join(f"{turns}: {taken.best(str(turns)) / turns * 1e3:.2f} ms" for turns in long)
    yield Row(
        "11",
        f"cost of a turn in an audit, {sizes.many} files / {sizes.few} files",
        ratio * sizes.few / sizes.many,
        goal=1.1,
        gate=1.2,
        note=f"log-log slope {slope:.2f}; best, for each turn: {each}",
    )


def memory(long: dict[int, Path], sizes: Sizes) -> Iterator[Row]:
    """Row 13: the most memory that an audit takes, and how that grows."""
    command = [sys.executable, "-c", _PEAK, str(long[sizes.some])]
    root = Path(__file__).resolve().parents[1]
    peak = subprocess.run(command, check=True, capture_output=True, text=True, cwd=root).stdout
    yield Row(
        "13a",
        f"peak memory of an audit of {sizes.some} files",
        int(peak) / 1024,
        goal=56,
        gate=80,
        unit=" MB",
    )
    traced = {turns: _traced(path) for turns, path in long.items()}
    each = ", ".join(f"{turns}: {size / 1e6:.2f} MB" for turns, size in traced.items())
    yield Row(
        "13b",
        f"traced peak of an audit, {sizes.many} files / {sizes.some} files",
        traced[sizes.many] / traced[sizes.some],
        goal=1.1,
        gate=1.3,
        note=each,
    )


def side_by_side(
    effort: Effort, place: Path, long: dict[int, Path], sizes: Sizes, say: Progress
) -> Iterator[Row]:
    """Row 19: campaigns audited by two processes, and what starting those costs."""
    paths = []
    for number in range(sizes.campaigns):
        say(f"campaign {number + 1} of {sizes.campaigns}")
        path = place / f"campaign-{number}"
        paths.append(write_campaign(path, random_log(path.name, sizes.turns)))
    nowhere = [place / "nowhere"] * 2
    cases: dict[str, Callable[[], object]] = {
        "one by one": lambda: [audit_folder(path) for path in paths],
        "two at a time": lambda: list(audit_many(paths, jobs=2)),
        # Nothing to do for either process: what is left is starting and ending them.
        "start": lambda: list(audit_many(nowhere, jobs=2)),
        "one audit": _audit(long[sizes.some]),
    }
    assert not any(verdict.exit_code for verdict in audit_many(paths, jobs=2))
    # A slice is all campaigns once, which is long; fewer rounds will do.
    fewer = replace(effort, rounds=min(effort.rounds, 15))
    taken = interleave(cases, fewer, clock=perf_counter)
    free = 2 * _processor(cases["one by one"]) / _processor(cases["two at a time"])
    load = os.getloadavg()[0]
    yield Row(
        "19a",
        f"speed-up of {sizes.campaigns} audits by two processes",
        taken.ratio("one by one", "two at a time"),
        goal=1.8,
        gate=1.6,
        more_is_better=True,
        note=f"{taken.told('one by one', 'two at a time')}; load average {load:.1f}, "
        f"by processor time {free:.2f} on two free cores",
    )
    yield Row(
        "19b",
        f"starting two processes / one audit of {sizes.some} files",
        taken.ratio("start", "one audit"),
        goal=0.6,
        gate=1,
        note=taken.told("start", "one audit"),
    )


def _audit(path: Path) -> Callable[[], object]:
    def work() -> None:
        verdict = audit_folder(path)
        assert not verdict.failure, verdict.failure

    return work


def _processor(work: Callable[[], object]) -> float:
    """Return the seconds of processor time that something takes, in all processes together."""
    taken = []
    for _ in range(3):
        before = os.times()
        work()
        taken.append(sum(os.times()[:4]) - sum(before[:4]))
    return min(taken)


def _traced(path: Path) -> int:
    """Return the most bytes that Python objects of one audit took at a time."""
    # What is made once and kept for every audit is not to be counted.
    audit_folder(path)
    tracemalloc.start()
    try:
        audit_folder(path)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
