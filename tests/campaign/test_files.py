"""Files that are wholly there or not at all."""

import errno
import os
import stat

import pytest

from sealion_pbem.campaign import files
from sealion_pbem.campaign.disk import disk
from sealion_pbem.errors import InvalidFileError, StorageError
from tests.campaign.sample import names_in
from tests.faults.disks import ERRORS, counted, failing, watched


def test_a_new_file_has_its_content_and_mode(tmp_path):
    """A file that is not there: written with the mode asked for, and nothing else is left."""
    assert files.write_new(tmp_path / "a", b"one", 0o600)

    assert (tmp_path / "a").read_bytes() == b"one"
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600
    assert names_in(tmp_path) == ["a"]


def test_writing_the_same_again_changes_nothing(tmp_path):
    """The same bytes a second time: False, and the file is the same file."""
    files.write_new(tmp_path / "a", b"one")
    before = (tmp_path / "a").stat()

    assert not files.write_new(tmp_path / "a", b"one")
    assert (tmp_path / "a").stat().st_ino == before.st_ino


def test_a_new_file_never_replaces_another(tmp_path):
    """Other bytes under a taken name: refused, the first content stays."""
    files.write_new(tmp_path / "a", b"one")

    with pytest.raises(StorageError, match="another content; nothing was changed"):
        files.write_new(tmp_path / "a", b"two")
    assert (tmp_path / "a").read_bytes() == b"one"


def test_a_name_taken_at_the_last_moment_is_not_replaced(tmp_path):
    """Somebody without the lock makes the file between the look and the link: his stays."""

    def before(name, _count, _arguments):
        if name == "link":
            (tmp_path / "a").write_bytes(b"his")

    with watched(before), pytest.raises(StorageError, match="nothing was changed"):
        files.write_new(tmp_path / "a", b"mine")
    assert (tmp_path / "a").read_bytes() == b"his"


def test_replacing_shows_the_old_or_the_new(tmp_path):
    """A file is replaced: another inode with the new content and mode takes its name."""
    files.replace(tmp_path / "a", b"one")
    files.replace(tmp_path / "a", b"two", 0o600)

    assert (tmp_path / "a").read_bytes() == b"two"
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600
    assert names_in(tmp_path) == ["a"]


def test_content_is_on_the_disk_before_its_name_and_the_name_before_the_answer(tmp_path):
    """The order of the calls is what makes a write survive a power cut."""
    with counted() as calls:
        files.write_new(tmp_path / "a", b"one")
    assert calls.names == ["create", "write", "sync", "link", "remove", "sync_folder"]

    with counted() as calls:
        files.replace(tmp_path / "a", b"two")
    assert calls.names == ["create", "write", "sync", "rename", "sync_folder"]


@pytest.mark.parametrize("code", ERRORS)
@pytest.mark.parametrize("for_good", [False, True])
@pytest.mark.parametrize("write", [files.write_new, files.replace])
def test_any_call_may_fail(tmp_path, write, for_good, code):
    """Each call in turn fails: the file is wholly there or not at all, and a second try works."""
    with counted() as calls:
        write(tmp_path / "measured", b"content")
    for number in range(1, len(calls) + 1):
        path = tmp_path / f"{number}"
        said = "did not confirm, nothing was changed"
        try:
            with failing(number, code, for_good=for_good):
                write(path, b"content")
        except StorageError as error:
            said = error.message
        assert ("did not confirm" if path.exists() else "nothing was changed") in said
        assert not path.exists() or path.read_bytes() == b"content"
        write(path, b"content")
        assert path.read_bytes() == b"content"
    files.sweep(tmp_path)
    assert not [name for name in names_in(tmp_path) if files.is_temporary(name)]


def test_the_reason_is_said_in_plain_words(tmp_path):
    """A full disk: the message names file, reason and that nothing changed; a hint helps."""
    with failing(2, errno.ENOSPC), pytest.raises(StorageError) as caught:
        files.write_new(tmp_path / "a", b"one")

    assert caught.value.message == (
        f"{tmp_path / 'a'} cannot be written: the disk is full; nothing was changed"
    )
    assert caught.value.hint == "make room and run the command again"
    assert caught.value.exit_code == 3


def test_an_unforeseen_reason_is_passed_on(tmp_path):
    """A refusal that has no words of ours is told in the words of the system."""
    with failing(1, errno.EBUSY), pytest.raises(StorageError, match="injected"):
        files.write_new(tmp_path / "a", b"one")


def test_a_file_system_without_hard_links(tmp_path, monkeypatch):
    """On a stick without hard links a new file is renamed into place, still without replacing."""

    def refuse(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(disk, "link", refuse, raising=False)

    assert files.write_new(tmp_path / "a", b"one")
    assert not files.write_new(tmp_path / "a", b"one")
    with pytest.raises(StorageError):
        files.write_new(tmp_path / "a", b"two")
    assert (tmp_path / "a").read_bytes() == b"one"


def test_short_writes_are_continued(tmp_path, monkeypatch):
    """A system that takes three bytes at a time still gets all of them."""
    monkeypatch.setattr(disk, "write", lambda fd, data: os.write(fd, data[:3]), raising=False)

    files.write_new(tmp_path / "a", b"0123456789")

    assert (tmp_path / "a").read_bytes() == b"0123456789"


def test_orphans_are_swept_and_nothing_else(tmp_path):
    """What a killed writer left goes, files and folders; what others made stays."""
    orphan = tmp_path / files.temporary_name("a")
    orphan.write_bytes(b"half")
    folder = tmp_path / files.temporary_name("b")
    (folder / "inner").mkdir(parents=True)
    for name in ("a", ".a.tmp", ".a.0123.sealion-tmp", "notes"):
        (tmp_path / name).write_bytes(b"mine")

    assert files.sweep(tmp_path) == sorted([orphan.name, folder.name])
    assert names_in(tmp_path) == [".a.0123.sealion-tmp", ".a.tmp", "a", "notes"]


def test_orphans_of_one_name(tmp_path):
    """Sweeping for one name leaves the orphans of others."""
    mine, other = (tmp_path / files.temporary_name(name) for name in ("a.zip", "b.zip"))
    mine.touch()
    other.touch()

    assert files.sweep(tmp_path, "a.zip") == [mine.name]
    assert other.exists()


def test_a_living_writer_is_not_swept(tmp_path):
    """A file that is being written stays, and gets its name afterwards."""
    with files.NewFile(tmp_path / "a") as draft:
        draft.write_all(b"one")
        assert files.sweep(tmp_path) == []
        draft.keep()

    assert (tmp_path / "a").read_bytes() == b"one"


def test_a_sweeper_that_is_quicker(tmp_path, monkeypatch):
    """The sweeper removes a temporary file before its writer holds it: the writer makes another."""
    real = type(disk).create
    made = []

    def create(path, mode):
        descriptor = real(disk, path, mode)
        made.append(path)
        if len(made) == 1:
            path.unlink()
        return descriptor

    monkeypatch.setattr(disk, "create", create, raising=False)

    assert files.write_new(tmp_path / "a", b"one")
    assert len(made) == 2


def test_a_draft_that_is_not_kept_vanishes(tmp_path):
    """An exception in the middle: neither the file nor its temporary name is left."""

    def write_half():
        with files.NewFile(tmp_path / "a") as draft:
            draft.write_all(b"half")
            raise TimeoutError

    with pytest.raises(TimeoutError):
        write_half()

    assert names_in(tmp_path) == []


def test_reading_has_a_limit(tmp_path):
    """A file of the limit's size is read; one byte more is refused without being read whole."""
    (tmp_path / "a").write_bytes(bytes(100))

    assert len(files.read(tmp_path / "a", 100)) == 100
    with pytest.raises(InvalidFileError, match="larger than 99 bytes"):
        files.read(tmp_path / "a", 99)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_only_regular_files_are_read(tmp_path):
    """A link, a folder, a pipe and nothing at all: each is refused at once, in plain words."""
    (tmp_path / "file").write_bytes(b"secret")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")

    for name in ("link", "folder", "pipe", "missing"):
        with pytest.raises(StorageError, match="cannot be read"):
            files.read(tmp_path / name, 100)


def test_making_a_folder_twice(tmp_path):
    """A folder that is there already is left alone; one without a parent is refused."""
    files.make_folder(tmp_path / "a", 0o700)
    files.make_folder(tmp_path / "a")

    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o700
    with pytest.raises(StorageError, match="no such file or folder"):
        files.make_folder(tmp_path / "b" / "c")
