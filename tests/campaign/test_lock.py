"""One writer at a time, and no stale lock ever."""

import errno
import fcntl
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from sealion_pbem.campaign.lock import writer_lock
from sealion_pbem.errors import StorageError
from tests.faults.disks import fork
from tests.patience import PATIENCE

HOLDER = """
import sys, time
from pathlib import Path
from sealion_pbem.campaign.lock import writer_lock
with writer_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path):
    """Another process that holds the lock of the folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_the_holder_is_named_and_the_wait_ends(tmp_path, holder):
    """Another process writes: one sentence while waiting, then a refusal that says what to do."""
    said: list[str] = []

    with (
        pytest.raises(StorageError) as caught,
        writer_lock(tmp_path, timeout=0.1, waiting=said.append),
    ):
        pytest.fail("the lock was given twice")

    assert said == [f"waiting for another command (process {holder.pid}) that writes in {tmp_path}"]
    assert f"another command (process {holder.pid}) is writing in" in caught.value.message
    assert "nothing was changed" in caught.value.message
    assert "run this command again" in caught.value.hint


def test_the_lock_dies_with_its_process(tmp_path, holder):
    """The holder is killed without warning: the lock is free at once."""
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()

    with writer_lock(tmp_path, timeout=0) as is_first:
        assert is_first


def test_waiting_until_the_other_is_done(tmp_path, holder):
    """The holder ends while somebody waits: the one who waited gets the lock."""
    timer = threading.Timer(0.2, holder.kill)
    timer.start()

    with writer_lock(tmp_path, timeout=PATIENCE):
        pass
    timer.join()


def test_a_command_may_take_its_own_lock_again(tmp_path):
    """Nested in one thread: the inner block says that it did not take the lock."""
    with writer_lock(tmp_path) as outer, writer_lock(tmp_path, timeout=0) as inner:
        assert (outer, inner) == (True, False)
    with writer_lock(tmp_path, timeout=0) as again:
        assert again


def test_threads_wait_for_each_other(tmp_path):
    """Two threads of one process: the second gets the lock after the first."""
    order = []

    def second():
        with writer_lock(tmp_path):
            order.append("second")

    thread = threading.Thread(target=second)
    with writer_lock(tmp_path):
        thread.start()
        time.sleep(0.1)
        order.append("first")
    thread.join()

    assert order == ["first", "second"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_neither_has_nor_keeps_the_lock(tmp_path):
    """A child made inside the block does not hold the lock, and does not prolong it."""
    (tried, say_tried), (may_end, say_end) = os.pipe(), os.pipe()
    with writer_lock(tmp_path):
        child = fork()
        if not child:
            status = 1
            try:
                with writer_lock(tmp_path, timeout=0):
                    pass
            except StorageError:
                status = 0
            os.write(say_tried, b".")
            os.read(may_end, 1)
            os._exit(status)
        os.read(tried, 1)
    with writer_lock(tmp_path, timeout=0) as is_free:
        assert is_free
    os.write(say_end, b".")
    for descriptor in (tried, say_tried, may_end, say_end):
        os.close(descriptor)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_folder_that_cannot_be_locked(tmp_path, monkeypatch):
    """A missing folder and one that forbids the lock file are refused in plain words."""
    with pytest.raises(StorageError, match="no such file or folder"), writer_lock(tmp_path / "no"):
        pass

    def refuse(*_):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(StorageError, match="read-only; nothing was changed"), writer_lock(tmp_path):
        pass


def test_a_system_without_locks(tmp_path, monkeypatch):
    """A file system that knows no locks is refused; two writers at once would be worse."""

    def refuse(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(StorageError, match="no locks available"), writer_lock(tmp_path):
        pass
