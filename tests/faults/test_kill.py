"""A killed process loses nothing that it had acknowledged, and leaves nothing to repair."""

import random
import sys
from functools import partial
from itertools import count

import pytest

from sealion_pbem.campaign import files
from sealion_pbem.campaign.archive import check_archive, export, import_archive
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from tests.campaign.sample import campaign, chain
from tests.faults.disks import dies
from tests.faults.harness import every_line, kill_at_call, kill_at_random, kills, measured

ADDER = "tests.faults.adder"
EXPORTER = "tests.faults.exporter"


def check_store(store, acknowledged):
    """Every acknowledged entry is there, and every entry is whole."""
    names = store.names()
    assert set(acknowledged) <= set(names)
    assert names == [entry.file_name for entry in chain(len(names))]
    assert [store.load(name).data for name in names] == [e.data for e in chain(len(names))]
    assert store.strangers() == []


@pytest.mark.fuzz
@pytest.mark.timeout(3600)
def test_killed_at_random_while_adding(tmp_path):
    """Killed at any moment of adding: nothing acknowledged is lost, the next one just goes on."""
    store = Store(Folder(tmp_path))
    command = [sys.executable, "-m", ADDER, str(tmp_path)]
    start = measured([*command, "1"])
    rng = random.Random(7)
    acknowledged = set(store.names())
    killed = total = 0
    wanted = kills(8)
    # On a busy machine the first children may die before they have done anything.
    while killed < wanted or not total:
        goal = str(len(store.names()) + 1000)
        window = (start * 0.5, start + 0.25)
        ending = kill_at_random([*command, goal], every_line, rng, window=window)
        assert ending.was_killed, ending
        killed += 1
        total += len(ending.acknowledged)
        acknowledged.update(ending.acknowledged)
        check_store(store, acknowledged)
        if len(store.names()) > 150:
            start_over(store)
            acknowledged = set()
    store.add(chain(len(store.names()) + 1)[-1])


def start_over(store):
    """Empty a folder that has grown too long to be checked quickly."""
    for path in store.folder.entries.iterdir():
        path.unlink()


def test_killed_at_every_call_while_adding(tmp_path):
    """Killed at the 1st, 2nd, 3rd … call: the entry is whole or absent, and the next add works."""
    entries = chain(3)
    for number in count(1):
        store = campaign(tmp_path / str(number), 2)
        was_killed = dies(number, partial(store.add, entries[2]))
        check_store(store, [] if was_killed else [entries[2].file_name])
        store.add(entries[2])
        assert not list(store.folder.path.rglob(".*"))
        check_store(store, [entries[2].file_name])
        if not was_killed:
            break
    assert number > 5


def test_a_command_killed_at_a_call(tmp_path):
    """The same with a whole command: killed at its third call, and not at its thousandth."""
    store = campaign(tmp_path, 2)

    ending = kill_at_call(3, [ADDER, str(tmp_path), "3"])
    assert ending.was_killed, ending
    check_store(store, ending.acknowledged)

    ending = kill_at_call(1000, [ADDER, str(tmp_path), "3"])
    assert (ending.status, ending.acknowledged) == (0, (chain(3)[2].file_name,)), ending
    check_store(store, ending.acknowledged)


@pytest.mark.fuzz
@pytest.mark.timeout(3600)
def test_killed_at_random_while_exporting(tmp_path):
    """Killed at any moment of an export: the old archive or the new one is there, whole."""
    store = campaign(tmp_path / "game", 40)
    path = tmp_path / "a.zip"
    old = export(store.folder, path)
    store.add(chain(41)[40])
    command = [sys.executable, "-m", EXPORTER, str(store.folder.path), str(path)]
    before = path.read_bytes()
    time = measured(command)
    new = check_archive(path).digest
    assert new != old
    rng = random.Random(8)
    killed = 0
    wanted = kills(6)
    while killed < wanted:
        path.write_bytes(before)
        window = (time * 0.6, time * 1.1)
        ending = kill_at_random(command, every_line, rng, window=window)
        killed += ending.was_killed
        found = check_archive(path).digest
        assert found == new if ending.acknowledged else found in (old, new)
        if not ending.was_killed:
            time = measured(command)
    export(store.folder, path)
    assert files.sweep(tmp_path) == []


def test_killed_at_every_call_while_exporting(tmp_path):
    """Killed at the 1st, 2nd, 3rd … call: the old archive or the new one, and a retry works."""
    store = campaign(tmp_path / "game", 2)
    path = tmp_path / "a.zip"
    old = export(store.folder, path)
    before = path.read_bytes()
    store.add(chain(3)[2])
    for number in count(1):
        was_killed = dies(number, lambda: export(store.folder, path))
        assert check_archive(path).digest == old or number > 3
        new = export(store.folder, path)
        assert check_archive(path).digest == new
        assert not list(tmp_path.glob(".*"))
        path.write_bytes(before)
        if not was_killed:
            break
    assert number > 4


def test_killed_at_every_call_while_importing(tmp_path):
    """Killed at the 1st, 2nd, 3rd … call: the folder is whole or absent, and a retry works."""
    store = campaign(tmp_path / "game", 2)
    export(store.folder, tmp_path / "a.zip")
    for number in count(1):
        copy = Folder(tmp_path / f"copy-{number}")
        was_killed = dies(number, partial(import_archive, tmp_path / "a.zip", copy.path))
        if not copy.path.exists():
            import_archive(tmp_path / "a.zip", copy.path)
        assert list(Store(copy).entries()) == list(store.entries())
        assert copy.read_settings().name == "channel"
        assert not list(tmp_path.glob(".*"))
        if not was_killed:
            break
    assert number > 15
