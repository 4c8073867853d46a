"""`python -m benchmarks`: measure every row, print the table."""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import (
    audits,
    boards,
    choices,
    entries,
    fleets,
    forecasts,
    ground_war,
    hostile,
    peers,
    pictures,
    positions,
    processes,
    reports,
    sealion,
    vassal,
    waiting,
)
from benchmarks.audits import Sizes
from benchmarks.slices import Effort
from benchmarks.table import Row, missed_gates, show
from sealion_pbem.cli import COLLECT_AFTER

__all__ = ["THEMES", "main", "measure"]

THEMES = (
    "entries",
    "refusals",
    "hostile",
    "processes",
    "forecasts",
    "choices",
    "board",
    "vassal",
    "sealion",
    "waiting",
    "growth",
    "memory",
    "jobs",
)
FULL = (Effort(rounds=21, seconds=0.05), Sizes())
QUICK = (Effort(rounds=5, seconds=0.01), Sizes(campaigns=10))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the table, and return 1 if a gate is missed and that was asked for."""
    asked = _parser().parse_args(arguments)
    # As the program does, for everybody who is measured.
    gc.set_threshold(COLLECT_AFTER)
    effort, sizes = QUICK if asked.quick else FULL
    rows = []
    with tempfile.TemporaryDirectory(prefix="sealion-bench-") as place:
        for row in measure(asked.only or THEMES, effort, sizes, Path(place)):
            rows.append(row)
            _say(f"row {row.number}: {row.measured:.2f}{row.unit}, {row.verdict}")
    _say("")
    print(show(rows))
    missed = missed_gates(rows)
    return 1 if missed and asked.gate else 0


def measure(themes: Sequence[str], effort: Effort, sizes: Sizes, place: Path) -> Iterator[Row]:
    """Return the rows of the themes asked for, each as soon as it is known."""
    yield from _short(themes, effort, place)
    if "sealion" in themes:
        yield from _sealion(effort, sizes, place)
    if "waiting" in themes:
        yield from waiting.waiting(effort, place, sizes.entries, sizes.offices)
    if {"growth", "memory", "jobs"} & set(themes):
        yield from _long(themes, effort, sizes, place)


def _long(themes: Sequence[str], effort: Effort, sizes: Sizes, place: Path) -> Iterator[Row]:
    """Return the rows that are measured on one long campaign."""
    _say(f"making a campaign of {sizes.many} turn files ...")
    long = audits.make_long(place, sizes)
    if "growth" in themes:
        yield from audits.growth(effort, long, sizes)
    if "memory" in themes:
        yield from audits.memory(long, sizes)
    if "jobs" in themes:
        yield from audits.side_by_side(effort, place, long, sizes, _say)


def _short(themes: Sequence[str], effort: Effort, place: Path) -> Iterator[Row]:
    """Return the rows that need no recorded campaign."""
    if "entries" in themes:
        yield from entries.before_the_rules(effort)
    if "refusals" in themes:
        yield from entries.refusals(effort)
    if "hostile" in themes:
        yield from hostile.hostile_files(effort)
    if "processes" in themes:
        yield from processes.cold_check(effort, place)
        yield from processes.start_up(effort, place)
    if "forecasts" in themes:
        yield from forecasts.land_combats(effort)
    if "choices" in themes:
        yield from choices.choices(effort)
    if "board" in themes:
        yield from boards.boards(effort, place)
    if "vassal" in themes:
        yield from vassal.large_files(effort)


def _sealion(effort: Effort, sizes: Sizes, place: Path) -> Iterator[Row]:
    """Return the rows that are measured on recorded campaigns of Sealion."""
    _say("recording a campaign of each edition ...")
    campaigns = [sealion.record(edition, sizes.recorded) for edition in sealion.EDITIONS]
    last = campaigns[-1]
    yield from sealion.audits(effort, campaigns)
    yield from peers.peers(effort, campaigns)
    yield from sealion.cold_audit(effort, last, place)
    yield from sealion.growth(effort, last)
    yield from positions.more_units(effort, last)
    yield from positions.events(effort, last)
    yield from positions.paths(effort, last)
    yield from positions.supply(effort, last)
    yield from pictures.pictures(effort, last)
    yield from reports.reports(effort, last)
    yield from vassal.campaign_logs(effort, last)
    yield from fleets.fleets(effort, last, sizes.recorded)
    yield from ground_war.ground_war(effort, last, sizes.recorded)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few rounds: a rough idea")
    parser.add_argument("--gate", action="store_true", help="exit with 1 if a gate is missed")
    parser.add_argument("only", nargs="*", metavar="THEME", help=f"of {', '.join(THEMES)}")
    return parser


def _say(text: str) -> None:
    """Show how far it has come: on one line of a terminal, line by line elsewhere."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
    elif text and not text.startswith("campaign "):
        print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
