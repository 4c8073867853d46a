"""The benchmarks run and print their rows; how fast anything is, no test asks."""

import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from benchmarks import __main__ as bench
from benchmarks import boards, positions, processes, waiting
from benchmarks.audits import Sizes
from benchmarks.slices import Effort, Taken, interleave
from benchmarks.table import Row, missed_gates, show
from sealion_pbem.rulesets import find

SMALLEST = (Effort(rounds=1, seconds=0.0001), Sizes(2, 3, 4, 2, 2, 16, (3, 5), 1))
# Of every motion the median, the worst frame, and the median over that of bare layers.
FRAMES = [f"44{motion}{mark}" for motion in "abcd" for mark in ("", "'", '"')]
ROWS = {
    "entries": ["2a", "2b"],
    "refusals": ["20"],
    "hostile": ["21"],
    "processes": ["8", "10a", "10b"],
    "forecasts": ["24"],
    "choices": [f"{row}{letter}" for letter in "abcd" for row in ("25", "26")],
    "board": ["40", "41", "42", "43", *(FRAMES if shutil.which("chromium") else [])],
    "sealion": [
        "1a",
        "1b",
        "3",
        "4",
        "5",
        "6",
        "7a",
        "7b",
        "9",
        "11s",
        "12",
        "14",
        "15",
        "16",
        *("17a", "17b"),
        "18",
        "37",
        *("46a", "46b"),
        *("47a", "47b", "47c", "47d"),
    ],
    "vassal": ["36a", "36b"],
    "waiting": ["31a", "31b", "31c", "31d", "33", "32", "35", "34"],
    "growth": ["11"],
    "memory": ["13a", "13b"],
    "jobs": ["19a", "19b"],
}


@pytest.mark.parametrize("theme", bench.THEMES)
def test_a_theme_prints_its_rows(
    theme: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """With the smallest sizes every row stands in the table, with figure, goal, gate and verdict."""
    monkeypatch.setattr(bench, "QUICK", SMALLEST)
    for name, least in (("_FEW", 1), ("_MANY", 2), ("_TRIES", 1)):
        monkeypatch.setattr(boards, name, least)
    # The peers are installed for `make bench` only; without them the yardstick stands in.
    for peer in ("chess", "diplomacy"):
        monkeypatch.setitem(sys.modules, peer, None)

    assert bench.main(["--quick", theme]) == 0

    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if line.endswith((" goal", " gate", " MISSED"))]
    assert [row.split()[0] for row in rows] == ROWS[theme]
    assert all(row.count("<= ") + row.count(">= ") == 2 for row in rows)


def test_a_missed_gate_counts_only_when_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """A row beyond its gate is shown as missed; the exit code says so with --gate only."""
    slow = Row("1", "something / nothing", 9, goal=1, gate=2)
    monkeypatch.setattr(bench, "measure", lambda *_: iter([slow]))

    assert (bench.main([]), bench.main(["--gate"])) == (0, 1)
    assert "MISSED" in capsys.readouterr().out


def test_verdicts():
    """Goal, gate or neither, also where more is better."""
    rows = [Row("1", "", measured, goal=1, gate=2) for measured in (1.0, 2.0, 2.1)]
    rows += [
        Row("2", "", measured, goal=2, gate=1, more_is_better=True) for measured in (2.0, 1.0, 0.9)
    ]

    assert [row.verdict for row in rows] == 2 * ["goal", "gate", "MISSED"]
    assert len(missed_gates(rows)) == 2
    assert show(rows).count(">= 2") == 3


def test_slices_come_in_turn():
    """Every case runs in every round, and none is first twice in a row."""
    calls: list[str] = []
    taken = interleave({name: partial(calls.append, name) for name in "ab"}, Effort(2, seconds=0))

    assert "".join(calls[-4:]) == "abba"
    assert [len(seconds) for seconds in taken.seconds.values()] == [2, 2]


def test_cases_together_take_as_long_as_one_after_another():
    """Round by round, and the cases themselves stay."""
    taken = Taken({"a": [1, 2], "b": [3, 5], "c": [9, 9]}).together("both", ["a", "b"])

    assert taken.seconds == {"a": [1, 2], "b": [3, 5], "c": [9, 9], "both": [4, 7]}


def test_what_follows_from_the_units_is_no_change_of_its_own():
    """Row 14 counts values that a file keeps; units are counted part by part."""
    rules = find("sealion-deluxe")
    packed = rules.pack(rules.setup("invasion", {"fake_parachutists": True}))

    assert set(positions._RECORDED) == packed.keys() - {"options", "units"}


def test_commands_import_no_more_than_they_need(tmp_path: Path):
    """What takes long to import is not imported by commands that can do without."""
    draft = processes._campaign_with_draft(tmp_path)
    slow = {
        "asyncio",
        "jinja2",
        "jsonschema",
        "lxml",
        "multiprocessing",
        "rich",
        "sqlite3",
        "zipfile",
    }
    slower = slow | {"cryptography", "dataclasses", "json", "jsonschema_rs", "orjson", "pathlib"}

    assert imported(tmp_path, "turn", "check", str(draft)) & slow == set()
    helped = imported(tmp_path, "--help")
    assert helped & slower == set()
    # However many games there are, help needs none of them.
    assert {name for name in helped if name.startswith("sealion_pbem.rulesets")} == set()
    assert imported(tmp_path, "--version") & (slower | {"click", "typing"}) == set()


def test_a_turn_walks_through_few_modules(tmp_path: Path):
    """`sealion receive` of one turn of Sealion imports no more modules of ours than it must."""
    before, turn = a_turn_of_sealion(tmp_path)
    modules = imported(tmp_path, "receive", str(turn), "-C", str(before))
    ours = {name for name in modules if name.partition(".")[0] == "sealion_pbem"}

    assert len(ours) < 153, sorted(ours)


def a_turn_of_sealion(place: Path) -> tuple[Path, Path]:
    """A campaign folder before a turn in the middle of game turn 1, and the file of that turn."""
    keys = {seat: waiting._key(seat) for seat in ("german", "british", "referee")}
    (moment,) = waiting._moments(place / "campaign", keys, place, (9,)).values()
    path = place / moment.turn.file_name
    path.write_bytes(moment.turn.data)
    return moment.folder, path


def imported(place: Path, *arguments: str) -> set[str]:
    script = f"""
import sys
sys.argv[1:] = {list(arguments)!r}
from sealion_pbem.cli import main
try:
    main()
finally:
    print(*sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=place, capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())
