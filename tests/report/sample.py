"""Reports to look at: a short campaign of Sealion and one of skirmish, the same in every run."""

import secrets
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from sealion_pbem.engine.showing import ReportsFights
from sealion_pbem.pbem.keys import key_from_seed
from sealion_pbem.report.facts import Picture, TurnReport
from sealion_pbem.rulesets import find
from sealion_pbem.umpire import founding
from sealion_pbem.umpire.exhibition import Exhibition
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.reporting import story_parts, turn_report
from tests.campaigns import TIME, make_campaign
from tests.nonces import numbered, patch_nonces
from tests.table import play_once

# One pixel, so that nothing has to be drawn.
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010800000000"
    "3a7e9b550000000a4944415478da63680000008200817cb0d8710000000049454e44ae426082"
)
PICTURE = Picture("map.1@sealion", "The whole map", "Map; all of it is told below", 592, 400, PNG)


@cache
def sealion_log() -> list[tuple[str, bytes]]:
    """The first game turn of a campaign between built-in commanders, one turn refused."""
    keys = {seat: ("key", key_from_seed(sha256(seat.encode()).digest())) for seat in SEATS}
    with (
        TemporaryDirectory(prefix="sealion-report-") as root,
        patch.object(secrets, "token_hex", numbered("report")),
        patch.object(founding, "LENGTH", 256),
        patch_nonces(),
    ):
        exhibition = Exhibition(Path(root), keys, b"sample", TIME)
        exhibition.found("sealion-deluxe", {})
        for _ in exhibition.play(1):
            pass
        return list(exhibition.desks["german"].store.entries())


SEATS = ("german", "british")


@cache
def skirmish_log() -> list[tuple[str, bytes]]:
    """A short skirmish."""
    with TemporaryDirectory(prefix="sealion-report-") as root:
        return list(make_campaign(Path(root), turns=10).desk.store.entries())


def receipts(log: list[tuple[str, bytes]]) -> list[int]:
    """The numbers of the receipts in a log."""
    return [int(name.partition("-")[0]) for name, _ in log if "-receipt-" in name]


@cache
def every_report() -> tuple[TurnReport, ...]:
    """A report of every receipt of both campaigns, and of the whole Sealion turn at once."""
    logs = (sealion_log(), skirmish_log())
    single = [turn_report(Log(log), seq, painter=_draw) for log in logs for seq in receipts(log)]
    return (*single, turn_report(Log(sealion_log()), since=0, painter=_draw))


def _draw(*_: object) -> tuple[Picture, ...]:
    return (PICTURE,)


@cache
def whole_game() -> TurnReport:
    """Ten game turns as one report: longer than any mail can be."""
    steps = play_once("sealion-deluxe", "invasion", 0)
    events = tuple(event for step in steps for event in step.outcome.events)
    ruleset = find("sealion-deluxe")
    before = steps[0].before.state
    parts, _ = story_parts(ruleset, before, events)
    last = every_report()[-1]
    assert isinstance(ruleset, ReportsFights)
    return replace(last, parts=parts, losses=ruleset.losses(before, events))
