"""A campaign in one file: reproducible, complete, and all or nothing."""

import hashlib
import json
import os
import random
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from sealion_pbem.campaign import files
from sealion_pbem.campaign.archive import MANIFEST, check_archive, export, import_archive
from sealion_pbem.campaign.disk import disk
from sealion_pbem.campaign.folder import Folder, Settings
from sealion_pbem.campaign.private import Private, Secrets
from sealion_pbem.campaign.store import Store
from sealion_pbem.campaign.unpack import MEMBERS, TOTAL_SIZE
from sealion_pbem.errors import (
    CampaignError,
    CorruptError,
    InvalidFileError,
    PbemError,
    StorageError,
    UsageError,
)
from sealion_pbem.pbem.loader import FILE_LIMIT
from tests.campaign.sample import campaign, chain, charter, evidence, names_in, rejection, turn
from tests.faults.disks import ERRORS, counted, failing

NUMBERS = 10_000
LONG = os.environ.get("SEALION_FUZZ") == "long"


@pytest.fixture
def store(tmp_path):
    """A campaign of four entries with evidence and secrets."""
    made = campaign(tmp_path / "game", 4)
    made.add_evidence(*evidence())
    Private(made.folder, "german").write(Secrets("a" * 64, "b" * 64))
    return made


def contents(folder):
    """Every file below a folder with its bytes, without the lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


def test_a_campaign_survives_the_journey(tmp_path, store):
    """Exported and imported: the same entries and evidence, the name, and nothing private."""
    digest = export(store.folder, tmp_path / "a.zip", {"history/turn-01.html": b"all quiet"})

    manifest = import_archive(tmp_path / "a.zip", tmp_path / "copy")
    copy = Store(Folder(tmp_path / "copy"))

    assert manifest.digest == digest
    assert list(copy.entries()) == list(store.entries())
    assert [copy.read_evidence(name) for name in copy.evidence()] == [evidence()[1]]
    assert copy.folder.read_settings() == Settings("channel")
    assert names_in(tmp_path / "copy") == ["campaign.json", "entries", "evidence"]
    assert copy.add(chain(5)[4])


def test_nothing_private_is_in_it(tmp_path, store):
    """Secrets, key names and the lock stay at home."""
    export(store.folder, tmp_path / "a.zip")

    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        names = archive.namelist()
        everything = b"".join(archive.read(name) for name in names)
    assert names == sorted(names)
    assert {name.partition("/")[0] for name in names} == {MANIFEST, "entries", "evidence"}
    assert b"german.key" not in everything
    assert b"a" * 64 not in everything


def test_the_same_campaign_gives_the_same_file(tmp_path, store):
    """Two exports, from the folder and from an imported copy: the same bytes, the same digest."""
    one = export(store.folder, tmp_path / "one.zip")
    import_archive(tmp_path / "one.zip", tmp_path / "copy")
    os.utime(tmp_path / "copy" / "campaign.json", (1, 1))
    two = export(Folder(tmp_path / "copy"), tmp_path / "two.zip")

    assert one == two
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert {
            (info.date_time, info.create_system, info.external_attr >> 16, info.extra)
            for info in archive.infolist()
        } == {((1980, 1, 1, 0, 0, 0), 3, 0o100644, b"")}


def test_the_manifest_says_what_is_in_it(tmp_path, store):
    """Every member with digest and size, the campaign, its name and its head."""
    digest = export(store.folder, tmp_path / "a.zip")
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        data = archive.read(MANIFEST)
    document = json.loads(data)

    assert hashlib.sha256(data).hexdigest() == digest
    assert (document["campaign"], document["name"]) == ("c" * 64, "channel")
    assert document["head"] == chain(4)[3].digest
    assert list(document["members"]) == [
        *(f"entries/{name}" for name in store.names()),
        f"evidence/{evidence()[0]}",
    ]
    charter_member = document["members"][f"entries/{charter().file_name}"]
    assert charter_member == {
        "sha256": hashlib.sha256(charter().data).hexdigest(),
        "size": len(charter().data),
    }
    manifest = check_archive(tmp_path / "a.zip")
    assert (manifest.digest, manifest.data) == (digest, data)


def test_the_head_is_what_the_chain_ends_with(tmp_path):
    """A rejected turn is not the head; whoever knows better says so."""
    store = campaign(tmp_path / "game", 2)
    refused = turn(chain(2)[1])
    store.add(refused)
    store.add(rejection(refused))

    export(store.folder, tmp_path / "a.zip")
    assert check_archive(tmp_path / "a.zip").head == chain(2)[1].digest

    export(store.folder, tmp_path / "a.zip", head="e" * 64)
    assert check_archive(tmp_path / "a.zip").head == "e" * 64


def test_an_older_archive_is_replaced_and_nothing_else(tmp_path, store):
    """Exporting over an archive renews it; a file that is none is left alone."""
    export(store.folder, tmp_path / "a.zip")
    store.add(chain(5)[4])
    export(store.folder, tmp_path / "a.zip")
    assert check_archive(tmp_path / "a.zip").head == chain(5)[4].digest

    (tmp_path / "notes.txt").write_text("mine")
    with zipfile.ZipFile(tmp_path / "letter.odt", "w") as letter:
        letter.writestr("mimetype", "application/vnd.oasis.opendocument.text")
    before = (tmp_path / "letter.odt").read_bytes()
    for name in ("notes.txt", "letter.odt", "game"):
        with pytest.raises(UsageError, match="not an archive; nothing was changed"):
            export(store.folder, tmp_path / name)
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert (tmp_path / "letter.odt").read_bytes() == before


def test_a_campaign_without_a_charter(tmp_path):
    """Nothing has been agreed on: there is nothing to export, and no file appears."""
    Folder(tmp_path).write_settings(Settings("channel"))

    with pytest.raises(CampaignError, match="no charter yet"):
        export(Folder(tmp_path), tmp_path / "a.zip")
    assert not (tmp_path / "a.zip").exists()


def test_a_damaged_entry_is_not_exported(tmp_path, store):
    """The damage is named, and an older archive stays."""
    export(store.folder, tmp_path / "a.zip")
    before = (tmp_path / "a.zip").read_bytes()
    name = store.names()[2]
    (store.folder.entries / name).write_bytes(b"{}")

    with pytest.raises(CorruptError) as caught:
        export(store.folder, tmp_path / "a.zip")
    assert caught.value.entry == name
    assert (tmp_path / "a.zip").read_bytes() == before


@pytest.mark.parametrize(
    "name", ["../a", "/a", "history/../b", "a.zip", "nul", "history//index.html", "", "notes.txt"]
)
def test_only_a_history_goes_with_the_log(tmp_path, store, name):
    """A name that would be refused on import is refused on export."""
    with pytest.raises(UsageError, match="has no place in extra/ of an archive"):
        export(store.folder, tmp_path / "a.zip", {name: b""})
    assert not (tmp_path / "a.zip").exists()


@pytest.mark.parametrize("size", [5_000, 900_000, 3_000_000])
def test_a_large_and_dull_file_comes_back(tmp_path, store, size):
    """A file that would pack suspiciously well is stored as it is."""
    export(store.folder, tmp_path / "a.zip", {"replay.html": bytes(size)})

    check_archive(tmp_path / "a.zip")


def test_what_could_not_be_imported_is_not_exported(tmp_path, store, monkeypatch):
    """Too large, too many: refused while the campaign is still at hand."""
    with pytest.raises(CampaignError, match="larger than an archive may hold") as caught:
        export(store.folder, tmp_path / "a.zip", {"replay.html": bytes(64 * 1024 * 1024 + 1)})
    assert "--plain" in caught.value.hint
    monkeypatch.setattr("sealion_pbem.campaign.archive.MEMBERS", 5)
    with pytest.raises(CampaignError, match="larger than an archive may be"):
        export(store.folder, tmp_path / "a.zip")


def test_the_largest_lawful_log_comes_back(tmp_path, monkeypatch):
    """As many entries as have numbers: written, checked and unpacked; of the largest size they fit."""
    monkeypatch.setattr(disk, "sync", lambda _: None)
    entries = chain(NUMBERS)
    folder = Folder(tmp_path / "game")
    folder.entries.mkdir(parents=True)
    for entry in entries:
        files.write_unseen(folder.entries / entry.file_name, entry.data)

    digest = export(folder, tmp_path / "a.zip")
    manifest = import_archive(tmp_path / "a.zip", tmp_path / "copy")

    assert (manifest.digest, len(manifest.members)) == (digest, NUMBERS)
    assert NUMBERS * FILE_LIMIT < TOTAL_SIZE
    most_headers = MEMBERS * 2 * (46 + 2 * 100)
    assert TOTAL_SIZE + most_headers < 2**32, "a zip file of this form has no 64-bit places"


def test_an_occupied_folder_is_not_imported_into(tmp_path, store):
    """A folder with anything in it, or a file, is left alone; an empty folder will do."""
    export(store.folder, tmp_path / "a.zip")
    before = contents(tmp_path / "game")
    for target in (tmp_path / "game", tmp_path / "a.zip"):
        with pytest.raises(CampaignError, match="not an empty folder; nothing was changed"):
            import_archive(tmp_path / "a.zip", target)
    assert contents(tmp_path / "game") == before

    (tmp_path / "empty").mkdir()
    import_archive(tmp_path / "a.zip", tmp_path / "empty")
    assert Store(Folder(tmp_path / "empty")).names() == store.names()


def test_the_folder_one_stands_in(tmp_path, store, monkeypatch):
    """Imported into `.`, an empty folder: it becomes the campaign."""
    export(store.folder, tmp_path / "a.zip")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    import_archive(Path("../a.zip"), Path())

    assert Store(Folder(tmp_path / "here")).names() == store.names()


def test_a_folder_filled_at_the_last_moment(tmp_path, store, monkeypatch):
    """Somebody else fills the folder meanwhile: his files stay, ours do not come."""
    export(store.folder, tmp_path / "a.zip")
    monkeypatch.setattr("sealion_pbem.campaign.archive._refuse_occupied", lambda _: None)
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "notes").write_text("mine")

    with pytest.raises(StorageError, match="something in it already; nothing was changed"):
        import_archive(tmp_path / "a.zip", tmp_path / "copy")
    assert names_in(tmp_path) == ["a.zip", "copy", "game"]
    assert names_in(tmp_path / "copy") == ["notes"]


def test_a_killed_import_is_swept(tmp_path, store):
    """What a killed import or export left beside its target goes with the next one."""
    export(store.folder, tmp_path / "a.zip")
    for name in ("copy", "b.zip"):
        (tmp_path / files.temporary_name(name) / "entries").mkdir(parents=True)

    import_archive(tmp_path / "a.zip", tmp_path / "copy")
    export(store.folder, tmp_path / "b.zip")

    assert names_in(tmp_path) == ["a.zip", "b.zip", "copy", "game"]


@pytest.mark.parametrize("code", ERRORS)
@pytest.mark.parametrize("for_good", [False, True])
def test_any_call_may_fail_in_an_export(tmp_path, store, code, for_good):
    """Each call in turn fails: the older archive is there or the new one, whole; a retry works."""
    old = export(store.folder, tmp_path / "a.zip")
    store.add(chain(5)[4])
    before = (tmp_path / "a.zip").read_bytes()
    with counted() as calls:
        new = export(store.folder, tmp_path / "measured.zip")
    for number in range(1, len(calls) + 1):
        said = ""
        try:
            with failing(number, code, for_good=for_good):
                export(store.folder, tmp_path / "a.zip")
        except StorageError as error:
            said = error.message
        digest = check_archive(tmp_path / "a.zip").digest
        assert digest in (old, new)
        assert (digest == old) == ("nothing was changed" in said)
        assert export(store.folder, tmp_path / "a.zip") == new
        (tmp_path / "a.zip").write_bytes(before)
    files.sweep(tmp_path)
    assert names_in(tmp_path) == ["a.zip", "game", "measured.zip"]


@pytest.mark.parametrize("code", ERRORS[:2])
@pytest.mark.parametrize("for_good", [False, True])
def test_any_call_may_fail_in_an_import(tmp_path, store, code, for_good):
    """Each call in turn fails: the folder is there whole or not at all; a retry works."""
    export(store.folder, tmp_path / "a.zip", {"replay.html": b"all quiet"})
    with counted() as calls:
        import_archive(tmp_path / "a.zip", tmp_path / "measured")
    whole = contents(tmp_path / "measured")
    for number in range(1, len(calls) + 1):
        target = tmp_path / f"copy-{number}"
        with failing(number, code, for_good=for_good), pytest.raises(StorageError) as caught:
            import_archive(tmp_path / "a.zip", target)
        assert ("nothing was changed" in caught.value.message) != target.exists()
        if target.exists():
            assert contents(target) == whole
        else:
            import_archive(tmp_path / "a.zip", target)
    assert not [name for name in names_in(tmp_path) if files.is_temporary(name)]


def test_every_truncation_is_noticed(tmp_path, store):
    """An archive cut at any byte is refused, and nothing is imported."""
    export(store.folder, tmp_path / "a.zip")
    data = (tmp_path / "a.zip").read_bytes()
    for length in range(len(data)):
        (tmp_path / "a.zip").write_bytes(data[:length])
        with pytest.raises((CorruptError, InvalidFileError)):
            check_archive(tmp_path / "a.zip")
    with pytest.raises(CorruptError):
        import_archive(tmp_path / "a.zip", tmp_path / "copy")
    assert names_in(tmp_path) == ["a.zip", "game"]


@pytest.mark.fuzz
def test_a_flipped_bit_is_noticed_or_changes_nothing(tmp_path, store):
    """Bits are flipped at random: refused, or every member still comes out byte for byte."""
    export(store.folder, tmp_path / "a.zip")
    good = check_archive(tmp_path / "a.zip")
    data = (tmp_path / "a.zip").read_bytes()
    rng = random.Random(2)
    for _ in range(30_000 if LONG else 1_000):
        bit = rng.randrange(len(data) * 8)
        bad = bytearray(data)
        bad[bit // 8] ^= 1 << bit % 8
        (tmp_path / "a.zip").write_bytes(bad)
        with suppress(PbemError):
            assert check_archive(tmp_path / "a.zip") == good, f"bit {bit}"


@pytest.mark.fuzz
def test_rubbish_in_the_headers(tmp_path, store):
    """Header fields get random, extreme or foreign values: refused, or nothing has changed."""
    export(store.folder, tmp_path / "a.zip", {"replay.html": b"all quiet"})
    good = check_archive(tmp_path / "a.zip")
    data = (tmp_path / "a.zip").read_bytes()
    headers = [at for at in range(len(data) - 30) if data[at : at + 2] == b"PK"]
    rng = random.Random(9)
    for number in range(30_000 if LONG else 1_000):
        bad = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            at = min(rng.choice(headers) + rng.randrange(50), len(data) - 4)
            other = rng.choice(headers) + rng.randrange(26)
            width = rng.choice([1, 2, 4])
            values = (rng.randbytes(width), b"\xff" * width, bytes(width), data[other:][:width])
            bad[at : at + width] = rng.choice(values)
        (tmp_path / "a.zip").write_bytes(bad)
        with suppress(PbemError):
            assert check_archive(tmp_path / "a.zip") == good, number


def test_no_archive_at_all(tmp_path):
    """A text, an empty file, a folder, nothing: each is told to be no archive."""
    (tmp_path / "text").write_text("hello")
    (tmp_path / "empty").touch()
    (tmp_path / "folder").mkdir()

    for name in ("text", "empty", "folder", "missing"):
        with pytest.raises(InvalidFileError, match="is not a"):
            check_archive(tmp_path / name)
