"""Hostile sheets: whatever stands in one, it is read or refused, soon and without a traceback."""

import time
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.campaigns import random_log, write_campaign
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from sealion_pbem.cli.root import cli
from sealion_pbem.umpire.log import read_log
from sealion_pbem.umpire.sheets import new_sheet

pytestmark = pytest.mark.timeout(7200)

SOON = 60
WORDS = (
    "Emden", "emden", "T-Boats", "17 Inf", "Transports 10", "sail", "sial", "load", "A", "G", "Convoy",
    "Trans 1-3", "all JG", "Rye", "quick book", "land", "jumps",
    "6219", "9999", ">", ":", ",", ";", "=", "#", "via", "directly", "done", "turn 1", "step 6", "deploy",
    "attack", "with", "without", "at", "to", "by", "seal", "open", "standing:", "message:", "suppose",
    "if", "is at least", "until turn", "else", "nobody", "drop queued", "whenever it is asked", "\n",
    "\n  ", "\t", "\r\n", "\u2028", "\x00", "\x1b[31m", "\u202e", "{", "}", "[", "]", '"', "1e999", "é",
)  # fmt: skip


@cache
def campaign() -> tuple[Path, str]:
    """A campaign of Sealion in which the German is to move his ships, and its sheet."""
    folder = Path(mkdtemp(prefix="sealion-sheets-")) / "war"
    write_campaign(folder, random_log("check", 2, "sealion-deluxe"))
    record = read_log(Store(Folder(folder)).entries()).record
    assert record.decision is not None
    return folder, new_sheet(record, record.decision.seat)


def try_sheet(data: bytes) -> None:
    """Check a sheet: it ends soon with a documented code, and says nothing that a terminal obeys."""
    folder, _ = campaign()
    path = folder / "turn.txt"
    path.write_bytes(data)
    path.chmod(0o600)
    begun = time.monotonic()
    result = CliRunner().invoke(cli, ["turn", "check", str(path), "-C", str(folder)])
    assert time.monotonic() - begun < SOON
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert result.exit_code in (0, 3, 5), result.output
    assert len(result.output) < 40_000
    assert "\x1b" not in result.output


@given(words=st.lists(st.sampled_from(WORDS), max_size=60), spaced=st.booleans())
def test_words_of_the_game_in_any_order(words: list[str], spaced: bool):
    """Lines made of what sheets are made of."""
    title = campaign()[1].partition("\n")[0]
    try_sheet(f"{title}\n{(' ' if spaced else '').join(words)}\n".encode())


@given(data=st.data())
def test_a_damaged_sheet(data: st.DataObject):
    """A sheet as `turn new` writes it, with bytes changed, cut out or put in."""
    sound = f"{campaign()[1]}\nEmden sail A\nTransports 10: load PzAbt U-A\ndone\n".encode()
    at, length = data.draw(st.integers(0, len(sound))), data.draw(st.integers(0, 80))
    try_sheet(sound[:at] + data.draw(st.binary(max_size=40)) + sound[at + length :])


@pytest.mark.parametrize(
    "lines",
    [
        "deploy\n" + "  A: Emden\n" * 1900,
        "x > " * 200 + "\n",
        ("> " * 400 + "dropping " * 10 + "\n") * 100,
        "attack with with ships batteries without " * 20 + "\n",
        "Emden sail A\n" * 500,
        "Trans 1-15: " + "sail A, " * 11 + "land 6219\n",
        ("Trans 1: " + "sial A, " * 11 + "\n") * 100,
        ("all s, " * 130 + "T-Boats 1-50 sail A\n") * 20,
        "Emden sail G\n" * 500,
        "Emden, Koeln, nobody, T-Boats 9, Emdn, Koehln, Schlsien, Nurnberg sail A\n" * 400,
        "engage in A: " + "Emden at Koehln; " * 50 + "\n",
        "  " * 400 + "\n" + "standing: defend = " + "if x is y and " * 60 + "\n",
        "message: " + "a" * 900 + "\n",
        "suppose " + ":" * 900 + "\n",
        "a" * 262_000,
        "\n" * 200_000,
        "turn 99999999999999999999999999999\ndone\nstanding: defend = nobody, at most 9999 times\n",
    ],
    ids=lambda lines: lines[:24].encode("unicode_escape").decode(),
)
def test_a_sheet_made_to_take_long(lines: str):
    """Repetitions that a careless reader would go through again and again."""
    title = campaign()[1].partition("\n")[0]
    try_sheet(f"{title}\n{lines}".encode())
