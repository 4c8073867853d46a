"""Commands killed in the middle: nothing acknowledged is lost, the next command needs no repair."""

import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from sealion_pbem.campaign.archive import check_archive
from sealion_pbem.campaign.folder import Folder, Settings
from sealion_pbem.pbem.body import TurnBody
from sealion_pbem.pbem.keys import write_key
from sealion_pbem.umpire.audit import audit_folder
from tests.campaigns import Table, key_of, make_campaign
from tests.faults.harness import Ending, every_line, kill_at_call, kill_at_random, kills, measured

PROGRAM = "sealion_pbem"
pytestmark = [pytest.mark.fuzz, pytest.mark.timeout(7200)]


class Bench:
    """A campaign in which red has signed a turn that blue has not seen, and copies of blue's folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.table: Table = make_campaign(root / "start", turns=3, folders="each")
        seat = self.table.record.decision.seat
        self.witness = self.table.record.ledger.witness(seat)
        self.turn = self.table.desk_of(seat).sign_turn(TurnBody(**self.table.turn_body()))
        self.file = root / self.turn.file_name
        self.file.write_bytes(self.turn.data)
        write_key(root / "key", key_of(self.witness), None, "test")
        self.number = 0

    def folder(self, *, with_turn: bool) -> Path:
        """A fresh copy of the witness's folder."""
        self.number += 1
        path = self.root / f"copy-{self.number}"
        shutil.copytree(self.table.desk_of(self.witness).folder.path, path)
        Folder(path).write_settings(Settings("test", {self.witness: str(self.root / "key")}))
        if with_turn:
            (path / "entries" / self.turn.file_name).write_bytes(self.turn.data)
        return path


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", PROGRAM, *map(str, words)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def kill_everywhere(
    make: Callable[[], tuple[Path, Sequence[str]]], check: Callable[[Path, Ending], None]
) -> int:
    """Kill a command at random moments and at disk calls; check after each; say how often it died."""
    rng = random.Random(11)
    _, argv = make()
    seconds = measured([sys.executable, "-m", PROGRAM, *argv])
    wanted, died, call = kills(4), 0, 0
    while died < wanted:
        path, argv = make()
        if died % 2:
            window = (seconds * 0.4, seconds)
            command = [sys.executable, "-m", PROGRAM, *argv]
            ending = kill_at_random(command, every_line, rng, window=window)
        else:
            # one after another in a long run, strides through them in a short one
            call += 1 if wanted > 50 else 5
            ending = kill_at_call(call, [PROGRAM, *argv])
            call = call if ending.was_killed else 0
        died += ending.was_killed
        check(path, ending)
        shutil.rmtree(path)
    return died


def test_receive_is_killed(bench: Bench):
    """The turn is there or not, never half; receiving it again is all it takes."""

    def make() -> tuple[Path, list[str]]:
        path = bench.folder(with_turn=False)
        return path, ["receive", str(bench.file), "-C", str(path)]

    def check(path: Path, ending: Ending) -> None:
        if any(line.startswith("accepted") for line in ending.acknowledged):
            assert (path / "entries" / bench.turn.file_name).exists()
        assert audit_folder(path).exit_code == 0
        again = run("receive", bench.file, "-C", path)
        assert again.returncode == 0, again.stderr
        assert (path / "entries" / bench.turn.file_name).read_bytes() == bench.turn.data
        assert audit_folder(path).turns == 4

    assert kill_everywhere(make, check) >= 4


def test_witness_is_killed(bench: Bench):
    """There is one receipt in the end, and it opens the link that was due, whatever happened before."""

    def make() -> tuple[Path, list[str]]:
        path = bench.folder(with_turn=True)
        return path, ["witness", "-C", str(path)]

    def check(path: Path, ending: Ending) -> None:
        told = [line for line in ending.acknowledged if "-receipt-" in line]
        assert all((path / "entries" / Path(line.strip()).name).exists() for line in told)
        assert audit_folder(path).exit_code == 0
        again = run("witness", "-C", path)
        receipts = list((path / "entries").glob(f"{bench.turn.seq + 1:04d}-receipt-*"))
        assert len(receipts) == 1
        assert again.returncode == 0 or "no turn waits" in again.stderr
        verdict = audit_folder(path)
        assert (verdict.exit_code, verdict.receipts) == (0, 4)

    assert kill_everywhere(make, check) >= 4


def test_archive_export_is_killed(bench: Bench):
    """The zip is whole or absent, the campaign is untouched, exporting again works."""

    def make() -> tuple[Path, list[str]]:
        path = bench.folder(with_turn=True)
        return path, ["archive", "export", str(path / "out.zip"), "-C", str(path)]

    def check(path: Path, ending: Ending) -> None:
        target = path / "out.zip"
        if target.exists():
            check_archive(target)
            target.unlink()
        else:
            assert ending.was_killed
        assert audit_folder(path).exit_code == 0
        again = run("archive", "export", target, "-C", path)
        assert again.returncode == 0, again.stderr
        check_archive(target)

    assert kill_everywhere(make, check) >= 4


def test_two_processes_receive_at_once(bench: Bench):
    """Both want to keep the same turn: they take turns, one entry is there, both are content."""
    path = bench.folder(with_turn=False)
    words = [sys.executable, "-m", PROGRAM, "receive", str(bench.file), "-C", str(path)]
    both = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [process.communicate()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sorted(text.split()[0] for text in said) == ["accepted", "known"]
    assert audit_folder(path).turns == 4
