"""Rows 8 and 10: what a command costs in a process of its own, beside what it must import."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

from benchmarks.campaigns import Match, write_campaign
from benchmarks.slices import Effort, Work, interleave
from benchmarks.table import Row
from sealion_pbem.campaign.secrecy import FILE_MODE
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.pbem.loader import normal_form
from sealion_pbem.umpire.drafts import new_draft

__all__ = ["IMPORTS", "cold_check", "environment", "process", "program", "start_up"]

_NOTHING = (sys.executable, "-c", "pass")
_CLICK = (sys.executable, "-c", "import click")
# What a check cannot do without: base I of the table.
IMPORTS = (
    sys.executable,
    "-c",
    "import click, orjson, jsonschema_rs, cryptography.hazmat.primitives.asymmetric.ed25519",
)


def cold_check(effort: Effort, place: Path) -> Iterator[Row]:
    """Row 8: `sealion turn check one.json` / importing the libraries that it needs.

    The gate was 1.8 when a check only judged (docs/speed.md); now it also looks names up, foretells the
    first dice, goes on from what is supposed and warns of losses.
    """
    draft = _campaign_with_draft(place)
    cases = {
        "check": process([*program(), "turn", "check", str(draft)], draft.parent),
        "imports": process(IMPORTS, place),
    }
    taken = interleave(cases, effort, clock=perf_counter)
    yield Row(
        "8",
        "sealion turn check, cold / importing its libraries",
        taken.ratio("check", "imports"),
        goal=1.5,
        gate=2,
        note=taken.told("check", "imports"),
    )


def start_up(effort: Effort, place: Path) -> Iterator[Row]:
    """Row 10: `--version` / bare Python, and `--help` / importing click."""
    cases = {
        "version": process([*program(), "--version"], place),
        "help": process([*program(), "--help"], place),
        "python": process(_NOTHING, place),
        "click": process(_CLICK, place),
    }
    taken = interleave(cases, effort, clock=perf_counter)
    yield Row(
        "10a",
        "sealion --version / bare Python",
        taken.ratio("version", "python"),
        goal=1.5,
        gate=2,
        note=taken.told("version", "python"),
    )
    yield Row(
        "10b",
        "sealion --help / importing click",
        taken.ratio("help", "click"),
        goal=1.3,
        gate=1.6,
        note=taken.told("help", "click"),
    )


def program() -> list[str]:
    """Return how the program is started: by its script where it is installed."""
    script = Path(sys.executable).with_name("sealion")
    return [str(script)] if script.exists() else [sys.executable, "-m", "sealion_pbem"]


def process(command: Sequence[str], place: Path) -> Work:
    """Return the work of running a command in a process of its own."""
    surroundings = environment()

    def work() -> None:
        subprocess.run(command, cwd=place, env=surroundings, check=True, capture_output=True)

    return work


def environment() -> dict[str, str]:
    """Return the environment of a process: bytecode is kept, as it is on a player's machine."""
    names = os.environ.keys() - {"PYTHONDONTWRITEBYTECODE"}
    root = str(Path(__file__).resolve().parents[1])
    return {name: os.environ[name] for name in names} | {"PYTHONPATH": root}


def _campaign_with_draft(place: Path) -> Path:
    """Return an orders file for the second turn of a campaign, in whose folder it lies."""
    match = Match.founded("cold", {})
    sealed = {"kind": "seal", "name": "objective", "digest": "ab" * 32}
    log = [match.record.ledger.charter, *match.play([sealed])]
    folder = write_campaign(place / "cold", log)
    draft = new_draft(match.record, "red")
    offers = to_wire(list(match.record.ruleset.offers(match.record.game.state)))
    draft["orders"] = [offers[0], {"kind": "done"}]
    path = folder / "one.json"
    path.write_bytes(normal_form(draft))
    # As `turn new` leaves it; else the check would warn of it.
    path.chmod(FILE_MODE)
    return path
