"""A tape of every call to the disk, and what a power cut could leave after each of them.

The rules are those of a file system that promises no more than POSIX: the content of a file is safe
after its `sync`, a name after the `sync_folder` of its folder, each renaming happens wholly or not
at all; everything else may or may not have reached the disk, in any combination.
"""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.campaign.disk import disk
from tests.faults.disks import WRITES

FOLDER = None


@dataclass
class Node:
    """A file: what was written, and how much of it is safe (None: nothing ever was)."""

    written: bytearray = field(default_factory=bytearray)
    safe: bytes | None = None

    def left(self, rng: random.Random) -> bytes:
        """What a power cut leaves of it: all that is safe, else anything."""
        if self.safe is not None:
            return self.safe
        cut = rng.randrange(len(self.written) + 1)
        zeros = bytes(len(self.written) - cut)
        return rng.choice([b"", bytes(self.written[:cut]), bytes(self.written[:cut]) + zeros])


class Replay:
    """What is true after a number of calls."""

    def __init__(self, start: dict[Path, Any]) -> None:
        self.said: list[str] = []
        self.names = dict(start)
        # Changes of names that are not safe yet, each with the folder that has to be synced.
        self.changes: list[tuple[Path, tuple[str, Path, Any]]] = []
        self._nodes: dict[int, Node] = {}

    def say(self, text: str) -> None:
        self.said.append(text)

    def create(self, path: Path, descriptor: int) -> None:
        self._nodes[descriptor] = Node()
        self.changes.append((path.parent, ("link", path, self._nodes[descriptor])))

    def write(self, descriptor: int, offset: int, data: bytes) -> None:
        self._nodes[descriptor].written[offset : offset + len(data)] = data
        self._nodes[descriptor].safe = None

    def sync(self, descriptor: int) -> None:
        self._nodes[descriptor].safe = bytes(self._nodes[descriptor].written)

    def make_folder(self, path: Path, _mode: int) -> None:
        self.changes.append((path.parent, ("link", path, FOLDER)))

    def link(self, source: Path, target: Path) -> None:
        now = dict(self.names)
        for _, change in self.changes:
            _apply(now, change)
        self.changes.append((target.parent, ("link", target, now[source])))

    def rename(self, source: Path, target: Path) -> None:
        self.changes.append((target.parent, ("rename", source, target)))

    def remove(self, path: Path) -> None:
        self.changes.append((path.parent, ("remove", path, None)))

    def sync_folder(self, path: Path) -> None:
        for parent, change in self.changes:
            if parent == path:
                _apply(self.names, change)
        self.changes = [item for item in self.changes if item[0] != path]


class Tape:
    """The calls made below one folder; whatever was there before the first is safe."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self.start: dict[Path, Any] = {
            path: FOLDER if path.is_dir() else Node(safe=path.read_bytes())
            for path in sorted(top.rglob("*"))
        }

    def say(self, text: str) -> None:
        """Note that something was acknowledged."""
        self.calls.append(("say", (text,)))

    def cuts(self, seed: int, more: int) -> Iterator[tuple[list[str], dict[Path, bytes | None]]]:
        """After every call: what had been said, and each of several states the disk could be in."""
        rng = random.Random(seed)
        for length in range(len(self.calls) + 1):
            replay = Replay(self.start)
            for name, arguments in self.calls[:length]:
                getattr(replay, name)(*arguments)
            count = len(replay.changes)
            choices = [[False] * count, [True] * count]
            choices += [[rng.random() < 0.5 for _ in range(count)] for _ in range(more)]
            for choice in choices:
                state = dict(replay.names)
                for happens, (_, change) in zip(choice, replay.changes, strict=True):
                    if happens:
                        _apply(state, change)
                yield replay.said, {path: _left(node, rng) for path, node in state.items()}


def _apply(names: dict[Path, Any], change: tuple[str, Any, Any]) -> None:
    kind, one, two = change
    if kind == "link":
        names[one] = two
    elif kind == "remove":
        names.pop(one, None)
    elif one in names:
        for path in [path for path in names if path == one or one in path.parents]:
            names[two / path.relative_to(one)] = names.pop(path)


def _left(node: Node | None, rng: random.Random) -> bytes | None:
    return FOLDER if node is FOLDER else node.left(rng)


@contextmanager
def taped(top: Path) -> Iterator[Tape]:
    """Record every call to the disk below a folder."""
    tape = Tape(top)

    def record(name: str) -> Any:
        real = getattr(type(disk), name)

        def call(*arguments: Any) -> Any:
            noted = arguments
            if name == "write":
                offset = os.lseek(arguments[0], 0, os.SEEK_CUR)
            result = real(disk, *arguments)
            if name == "create":
                noted = (arguments[0], result)
            elif name == "write":
                noted = (arguments[0], offset, bytes(arguments[1])[:result])
            tape.calls.append((name, noted))
            return result

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in WRITES:
            patch.setattr(disk, name, record(name), raising=False)
        yield tape


def laid_out(state: dict[Path, bytes | None], old_top: Path, top: Path) -> Path:
    """Write a state of the disk into a new folder; what hangs in the air is lost."""
    top.mkdir()
    for path in sorted(state):
        place = top / path.relative_to(old_top)
        content = state[path]
        if not place.parent.is_dir():
            continue
        if content is None:
            place.mkdir()
        else:
            place.write_bytes(content)
    return top
