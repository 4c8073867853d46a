"""Killing a command in the middle of its work, and what it had acknowledged until then.

`kill_at_random` kills from outside at a random moment. `kill_at_call` lets the process die exactly at
one of the calls through which the campaign floor touches the disk, so that none is left out.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODULE_DYING = "tests.faults.dying"


def kills(default: int) -> int:
    """How many times to kill: SEALION_KILLS if set, at least 200 in `make fuzz`, else the default."""
    if "SEALION_KILLS" in os.environ:
        return int(os.environ["SEALION_KILLS"])
    return max(200, default) if os.environ.get("SEALION_FUZZ") == "long" else default


@dataclass(frozen=True)
class Ending:
    """How a command ended: its exit status (-9 when killed) and what it had said."""

    status: int
    acknowledged: tuple[str, ...]
    errors: str

    @property
    def was_killed(self) -> bool:
        """Whether it died before its end."""
        return self.status == -signal.SIGKILL


def every_line(line: str) -> str | None:
    """Take every line of output as an acknowledgement."""
    return line


def measured(argv: Sequence[str], cwd: Path | None = None) -> float:
    """Run a command to its end and return how many seconds it took."""
    start = time.monotonic()
    ending = _run(argv, None, every_line, cwd, None)
    assert ending.status == 0, ending
    return time.monotonic() - start


def kill_at_random(
    argv: Sequence[str],
    acks: Callable[[str], str | None],
    rng: random.Random,
    *,
    window: tuple[float, float],
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Ending:
    """Start a command and kill it, with all its children, after a random time in the window.

    `acks` returns what a line of its output acknowledges, or None. Only complete lines count.
    A command that ends earlier is left alone.
    """
    return _run(argv, rng.uniform(*window), acks, cwd, env)


def kill_at_call(
    number: int,
    argv: Sequence[str],
    acks: Callable[[str], str | None] = every_line,
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Ending:
    """Run a command of the project that dies at its n-th call of a disk primitive.

    `argv` are a module (run like `python -m`) and its arguments. A write dies half done. When there
    are fewer calls, the command ends as usual.
    """
    command = [sys.executable, "-m", MODULE_DYING, str(number), *argv]
    return _run(command, None, acks, cwd, env)


def _run(
    argv: Sequence[str],
    seconds: float | None,
    acks: Callable[[str], str | None],
    cwd: Path | None,
    env: Mapping[str, str] | None,
) -> Ending:
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as complained:
        process = subprocess.Popen(
            argv, stdout=said, stderr=complained, cwd=cwd, env=surroundings, start_new_session=True
        )
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        said.seek(0)
        complained.seek(0)
        complete = said.read().decode().rpartition("\n")[0].splitlines()
        found = [ack for line in complete if (ack := acks(line)) is not None]
        return Ending(process.returncode, tuple(found), complained.read().decode())
