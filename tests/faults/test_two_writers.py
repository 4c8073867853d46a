"""Two processes that write at once are serialised."""

import os
import random
import subprocess
import sys

from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from tests.campaign.sample import chain, names_in
from tests.faults.harness import ROOT
from tests.patience import PATIENCE

COUNT = 100
SAME_ENTRY = """
import sys
from pathlib import Path
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from tests.campaign.sample import chain
store = Store(Folder(Path(sys.argv[1])))
print(sum(store.add(entry) for entry in chain(50)))
"""


def started(*argv):
    """A process of ours."""
    return subprocess.Popen(
        [sys.executable, *map(str, argv)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_two_writers_of_different_entries(tmp_path):
    """Two processes add 50 entries each: every entry is there once."""
    writers = [started("-m", "tests.faults.adder", tmp_path, COUNT, part, 2) for part in (0, 1)]
    said = [writer.communicate(timeout=PATIENCE)[0].split() for writer in writers]

    assert [writer.returncode for writer in writers] == [0, 0]
    assert [len(names) for names in said] == [50, 50]
    store = Store(Folder(tmp_path))
    names = [entry.file_name for entry in chain(COUNT)]
    assert names_in(store.folder.entries) == store.names() == names
    assert names_in(tmp_path) == ["entries", "lock"]


def test_two_writers_of_the_same_entries(tmp_path):
    """Two processes receive the same 50 entries: each entry is new to exactly one of them."""
    writers = [started("-c", SAME_ENTRY, tmp_path) for _ in range(2)]
    new = [int(writer.communicate(timeout=PATIENCE)[0]) for writer in writers]

    assert sum(new) == 50
    store = Store(Folder(tmp_path))
    assert [data for _, data in store.entries()] == [entry.data for entry in chain(50)]


def test_a_reader_beside_a_writer(tmp_path):
    """Whoever reads while another writes sees whole entries only, and never a gap."""
    writer = started("-m", "tests.faults.adder", tmp_path, COUNT)
    store = Store(Folder(tmp_path))
    entries = chain(COUNT)
    rng = random.Random(3)
    looks = 0
    while writer.poll() is None:
        names = store.names()
        assert names == [entry.file_name for entry in entries[: len(names)]]
        if names:
            name = rng.choice(names)
            assert store.load(name).data == entries[names.index(name)].data
        looks += 1
    writer.communicate()
    assert (writer.returncode, len(store.names())) == (0, COUNT)
    assert looks > 1
