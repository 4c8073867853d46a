"""A disk that is full, read-only or faulty: a clear error, nothing lost, and a retry works."""

import errno
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from sealion_pbem.campaign.archive import check_archive, export
from sealion_pbem.campaign.disk import Disk
from sealion_pbem.campaign.folder import find_campaigns, find_folder
from sealion_pbem.campaign.private import Private, Secrets
from sealion_pbem.errors import StorageError
from tests.campaign.sample import campaign, chain
from tests.faults.disks import ERRORS, READS, WRITES, counted, failing, fork
from tests.faults.harness import ROOT

# Adds entries with a limit on the size of files, as a quota would have it: the write itself fails.
LIMITED = """
import resource, signal, sys
from pathlib import Path
from sealion_pbem.campaign.archive import export
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from sealion_pbem.errors import StorageError
from tests.campaign.sample import chain
store = Store(Folder(Path(sys.argv[1])))
entries = chain(60)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    if sys.argv[3] == "export":
        export(store.folder, Path(sys.argv[1]).with_name("a.zip"))
    for entry in entries:
        if sys.argv[3] == "add":
            store.add(entry)
        assert store.find(entry.digest)
except StorageError as error:
    print(error.message)
"""


def limited(folder, size, what):
    """Run the above and return what it says."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(folder), str(size), what],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("code", ERRORS)
@pytest.mark.parametrize("for_good", [False, True])
def test_any_call_may_fail_while_adding(tmp_path, code, for_good):
    """Each call in turn fails: the entry is wholly there or not at all, the rest is untouched."""
    entries = chain(3)
    with counted() as calls:
        campaign(tmp_path / "measured", 2).add(entries[2])
    for number in range(1, len(calls) + 1):
        store = campaign(tmp_path / str(number), 2)
        said = ""
        try:
            with failing(number, code, for_good=for_good):
                store.add(entries[2])
        except StorageError as error:
            said = error.message
        names = store.names()
        assert names == [entry.file_name for entry in entries[: len(names)]]
        assert [store.load(name).data for name in names] == [e.data for e in entries[: len(names)]]
        assert (len(names) == 2) == ("nothing was changed" in said)
        store.add(entries[2])
        assert store.names() == [entry.file_name for entry in entries]
        assert not list(store.folder.path.rglob(".*"))


def test_a_read_only_folder(tmp_path):
    """Nothing can be written: adding says so, reading and listing go on as before."""
    store = campaign(tmp_path, 3)

    with failing(1, errno.EROFS, for_good=True):
        with pytest.raises(StorageError, match="the disk is read-only; nothing was changed"):
            store.add(chain(4)[3])
        assert [name for name, _ in store.entries()] == store.names()
        assert store.find(chain(3)[1].digest)
    assert len(store.names()) == 3


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become somebody else"
)
def test_the_folder_of_somebody_else():
    """Reading another user's campaign works, writing and his secrets are refused, in words."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        store = campaign(Path(place, "game"), 3)
        Private(store.folder, "german").write(Secrets("a" * 64, "b" * 64))
        child = fork()
        if not child:
            with suppress(BaseException):
                os.setgid(65534)
                os.setuid(65534)
                look_around(store)
                os._exit(0)
            os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert len(store.names()) == 3


def look_around(store):
    """What somebody without permission can do."""
    with pytest.raises(StorageError, match="you have no permission; nothing was changed"):
        store.add(chain(4)[3])
    with pytest.raises(StorageError, match="you have no permission"):
        export(store.folder, store.folder.path / "a.zip")
    with pytest.raises(StorageError, match="you have no permission"):
        Private(store.folder, "german").read()
    assert [name for name, _ in store.entries()] == store.names()
    assert find_folder(store.folder.private / "sub").path == store.folder.path
    assert find_campaigns(store.folder.path.parent) == [store.folder.path]


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root"
)
def test_a_folder_without_permission(tmp_path):
    """The same with a folder that really forbids writing."""
    store = campaign(tmp_path / "game", 3)
    for path in (store.folder.entries, store.folder.path, store.folder.path / "lock"):
        path.chmod(0o555)
    try:
        with pytest.raises(StorageError, match="permission"):
            store.add(chain(4)[3])
        assert len(store.names()) == 3
    finally:
        store.folder.path.chmod(0o755)
        store.folder.entries.chmod(0o755)


def test_a_quota_on_entries(tmp_path):
    """The write itself fails in the middle: a plain sentence, no half entry, a retry works."""
    store = campaign(tmp_path / "game", 2)

    said = limited(tmp_path / "game", 300, "add")

    assert "larger than is allowed here; nothing was changed" in said
    assert len(store.names()) == 2
    assert not list(store.folder.path.rglob(".*"))
    assert store.add(chain(3)[2])


def test_a_quota_on_an_archive(tmp_path):
    """The archive does not fit: the older one stays whole."""
    store = campaign(tmp_path / "game", 2)
    digest = export(store.folder, tmp_path / "a.zip")
    for entry in chain(60):
        store.add(entry)

    assert "nothing was changed" in limited(tmp_path / "game", 5000, "export")
    assert check_archive(tmp_path / "a.zip").digest == digest
    assert not list(tmp_path.glob(".*"))


def test_every_primitive_is_watched():
    """A new primitive must be known to the tests that let each of them fail."""
    public = {name for name in vars(Disk) if not name.startswith("_")}
    assert public == {*READS, *WRITES}
