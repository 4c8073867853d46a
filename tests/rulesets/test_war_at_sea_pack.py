"""The pack of War at Sea: what a check finds in spoiled copies, and printed cards from CSV to charter."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from sealion_pbem.umpire.datapack.check import check_pack
from sealion_pbem.umpire.datapack.reading import read_pack

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = Path(data.folder())


def spoiled(folder: Path, file: str, old: str, new: str) -> list[str]:
    """Return what is found in a copy in which one text is replaced, once."""
    text = (SHIPPED / file).read_text("utf-8")
    assert old in text
    folder.mkdir()
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    return [str(found) for found in check_pack(WAR_AT_SEA, read_pack(WAR_AT_SEA, folder)).faults]


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("units.csv", "Battleship,1940,51,", "Battleship,1940,x,", ("row 49 cost", "points from 1 to 999")),
        ("units.csv", "Ship,Battleship,1940", "Ship,Batleship,1940", ("row 20 subtype", "'Batleship'")),
        ("units.csv", "uk_hood,HMS Hood,uk,allied", "uk_hood,HMS Hood,uk,axis", ("side", "nation")),
        ("units.csv", ",48,", ",47,", ("cost", "is not 48, as the rulebook prints it")),
        ("zones.csv", "0502,objective", "0209,objective", ("sector", "expected a whole sector")),
        ("zones.csv", ",objective,", ",treasure,", ("feature", "'treasure'", "expected")),
        ("sectors.csv", "0101,", "0109,", ("sectors.csv row", "expected")),
        ("fleets.csv", "us_princeton", "us_princetown", ("units", "us_princetown", "expected cards")),
        ("abilities.csv", "hedgehog,8.14", "hedgehg,8.14", ("abilities", "'hedgehog'", "abilities.csv")),
        ("scenarios.json", '"standard"', '"standrd"', ("scenarios.json",)),
    ],
)  # fmt: skip
def test_a_spoiled_pack_is_told_with_file_row_and_column(
    tmp_path: Path, file: str, old: str, new: str, found: tuple[str, ...]
):
    """One wrong cell: the file, the row, the column, and what was expected there."""
    faults = spoiled(tmp_path / "pack", file, old, new)
    assert any(all(text in fault for text in found) for fault in faults), faults
    assert any(fault.startswith(file) or found[0] in fault for fault in faults)


def test_printed_cards_from_the_sheet_to_the_charter(tmp_path: Path):
    """An owner puts the printed Bismarck in: it is checked, compiled, played with, and pinned.

    Who has other cards cannot join: he is told which pack differs.
    """
    there = tmp_path / "checkout"
    for name in ("sealion_pbem", "schemas", "templates", "tools"):
        shutil.copytree(ROOT / name, there / name, ignore=shutil.ignore_patterns("__pycache__"))
    sheet = there / "sealion_pbem/rulesets/war_at_sea/data/units.csv"
    lines = sheet.read_text("utf-8").splitlines(keepends=True)
    (number,) = (n for n, line in enumerate(lines) if line.startswith("de_bismarck,"))
    values, provenance = lines[number].rsplit('"', 2)[0], "all=printed card"
    assert ",8,14,5," in values
    lines[number] = f'{values.replace(",8,14,5,", ",9,15,5,", 1)}"{provenance}"\n'
    sheet.write_text("".join(lines), "utf-8")
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}

    def run(where: Path, *words: str, cwd: Path = tmp_path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *words]
        given = {**os.environ, **home, "PYTHONPATH": str(where)}
        return subprocess.run(
            command, cwd=cwd, env=given, capture_output=True, text=True, check=False
        )

    program = ("-m", "sealion_pbem")
    assert run(there, str(there / "tools/make_packs.py")).stdout.startswith("cards.json: ")
    shown = run(there, *program, "data", "show", "Bismarck", "--ruleset", "war-at-sea").stdout
    assert re.search(r"^  armor +9 +.*printed card$", shown, re.MULTILINE)
    assert "is sound" in run(there, *program, "data", "check", "--ruleset", "war-at-sea").stdout
    assert run(there, *program, "keys", "new", "alice", "--no-passphrase").returncode == 0
    new = ("campaign", "new", "own", "--ruleset", "war-at-sea", "--seat", "axis", "--key", "alice")
    assert run(there, *program, *new).returncode == 0, run(there, *program, *new).stderr
    draft = tmp_path / "own" / "draft.json"
    (tmp_path / "bob").mkdir()
    join = ("campaign", "join", str(draft), "--seat", "allied", "--key", "alice")
    refused = run(ROOT, *program, *join, cwd=tmp_path / "bob")
    assert refused.returncode != 0
    assert "cards" in refused.stderr, refused.stderr
