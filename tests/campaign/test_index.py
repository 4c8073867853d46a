"""The index agrees with the files, whatever happens to it."""

import os
import random
import sqlite3

import pytest

from sealion_pbem.campaign import index as index_module
from sealion_pbem.campaign.index import Index
from sealion_pbem.errors import CorruptError, StorageError
from tests.campaign.sample import campaign, chain, charter, names_in, rejection, turn
from tests.faults.disks import ERRORS, counted, failing

LONG = os.environ.get("SEALION_FUZZ") == "long"


def content(index):
    """Every row of an index with its checksum."""
    return index._connection.execute("SELECT * FROM entry ORDER BY file").fetchall()


def expected(store):
    """What every index of a store must say."""
    entries = [store.load(name) for name in store.names()]
    return [(e.file_name, e.seq, e.kind, e.digest) for e in entries]


def said(store):
    """What the index says now."""
    with Index(store) as index:
        return [(row.file, row.seq, row.kind, row.digest) for row in index.rows()]


def test_it_lists_and_finds_what_is_there(tmp_path):
    """A new index over three entries: rows in order, each found by its digest."""
    store = campaign(tmp_path, 3)
    entries = chain(3)

    with Index(store) as index:
        assert [row.file for row in index.rows()] == store.names()
        found = index.find(entries[2].digest)
        assert found is not None
        assert (found.seq, found.kind, found.by, found.prev) == (
            2, "ruling", "german", entries[1].digest,
        )  # fmt: skip
        assert index.find("0" * 64) is None
    assert store.folder.index.is_file()


def test_growing_and_rebuilding_give_the_same(tmp_path):
    """Grown entry by entry, caught up, or made from scratch: the same rows."""
    store = campaign(tmp_path, 1)
    entries = [*chain(6)[1:], turn(charter()), rejection(turn(charter()))]
    with Index(store) as index:
        for entry in entries[:5]:
            store.add(entry)
            index.add(entry)
    for entry in entries[5:]:
        store.add(entry)
    with Index(store) as index:
        grown = content(index)
        index.rebuild()
        assert content(index) == grown
    assert said(store) == expected(store)
    store.folder.index.unlink()
    with Index(store) as index:
        assert content(index) == grown


def test_it_is_what_it_says_it_is(tmp_path):
    """The file is a STRICT, versioned database of ours with a rollback journal, synced in full."""
    store = campaign(tmp_path, 1)
    with Index(store) as index:
        ask = index._connection.execute
        values = {
            name: ask(f"PRAGMA {name}").fetchone()[0]
            for name in (
                "application_id",
                "user_version",
                "journal_mode",
                "synchronous",
                "trusted_schema",
                "cell_size_check",
            )
        }
        assert values == {
            "application_id": index_module._APPLICATION_ID,
            "user_version": index_module._VERSION,
            "journal_mode": "delete",
            "synchronous": 2,
            "trusted_schema": 0,
            "cell_size_check": 1,
        }
        assert ask("SELECT strict FROM pragma_table_list('entry')").fetchone() == (1,)


def test_adding_what_is_known_changes_nothing(tmp_path):
    """The same entry noted twice is one row."""
    store = campaign(tmp_path, 2)

    with Index(store) as index:
        index.add(chain(2)[1])
        assert len(index.rows()) == 2


def test_others_add_meanwhile(tmp_path):
    """An open index comes into step on request."""
    store = campaign(tmp_path, 2)

    with Index(store) as index:
        store.add(chain(3)[2])
        assert len(index.rows()) == 2
        index.refresh()
        assert len(index.rows()) == 3


def spoil(path, how):
    """Do something bad to an index file."""
    if how == "missing":
        path.unlink()
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "junk":
        path.write_bytes(b"not a database" * 1000)
    elif how == "folder":
        path.unlink()
        path.mkdir()
    elif how == "cut":
        path.write_bytes(path.read_bytes()[:-4096])
    elif how == "link":
        path.rename(path.with_name("elsewhere"))
        path.symlink_to(path.with_name("elsewhere"))
    else:
        with sqlite3.connect(path) as connection:
            connection.execute(how)
        connection.close()


@pytest.mark.parametrize(
    "how",
    [
        "missing",
        "empty",
        "junk",
        "cut",
        "link",
        "PRAGMA user_version = 99",
        "PRAGMA application_id = 99",
        "DELETE FROM entry WHERE seq = 1",
        "UPDATE entry SET digest = replace(digest, 'a', 'b') WHERE seq = 1",
        "UPDATE entry SET prev = 'x' WHERE seq = 2",
        "INSERT INTO entry SELECT 'x', seq, kind, by, 'x', prev, checksum FROM entry WHERE seq = 1",
        "CREATE TABLE other (a)",
        "CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry; END",
        "DROP TABLE entry",
    ],
)
def test_a_spoilt_index_is_made_anew(tmp_path, how):
    """Missing, damaged, foreign, of another version, with wrong rows: the next look is right."""
    store = campaign(tmp_path, 4)
    said(store)

    spoil(store.folder.index, how)
    store.add(chain(5)[4])

    assert said(store) == expected(store)
    assert not store.folder.index.is_symlink()
    assert said(store) == expected(store)


def test_a_folder_in_its_place(tmp_path):
    """Something that cannot be replaced stands there: the index works from memory."""
    store = campaign(tmp_path, 3)
    said(store)
    spoil(store.folder.index, "folder")

    assert said(store) == expected(store)


def test_a_file_that_vanished_from_the_store(tmp_path):
    """Somebody removed an entry file: the index does not pretend to know it."""
    store = campaign(tmp_path, 3)
    said(store)

    (store.folder.entries / store.names()[2]).unlink()

    assert [row[1] for row in said(store)] == [0, 1]


def test_a_journal_is_never_played_back(tmp_path):
    """A journal beside the index, of a killed writer or a stranger: both are thrown away."""
    store = campaign(tmp_path, 3)
    said(store)
    journal = store.folder.index.with_name("index.sqlite-journal")
    journal.write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(504))

    assert said(store) == expected(store)
    assert not journal.exists()


def test_a_real_hot_journal(tmp_path):
    """A transaction that was never ended: its half-written pages are not read."""
    store = campaign(tmp_path, 3)
    said(store)
    path = store.folder.index
    before = path.read_bytes()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("DELETE FROM entry")
    for number in range(200):
        values = (f"{number}", number, "k", "b", f"{number}", "p", "c" * 200)
        connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    spoilt, journal = path.read_bytes(), path.with_name("index.sqlite-journal").read_bytes()
    connection.close()
    assert spoilt != before
    path.write_bytes(spoilt)
    path.with_name("index.sqlite-journal").write_bytes(journal)

    assert said(store) == expected(store)


def test_a_damaged_entry_is_not_indexed(tmp_path):
    """The index is missing and an entry is damaged: the damage is named, nothing is made up."""
    store = campaign(tmp_path, 3)
    name = store.names()[1]
    (store.folder.entries / name).write_bytes(b"{}")

    with pytest.raises(CorruptError, match=name):
        Index(store)


def test_it_spoils_while_it_is_open(tmp_path):
    """The file is destroyed under an open index: the answers come from the entries."""
    store = campaign(tmp_path, 3)
    with Index(store) as index:
        store.folder.index.write_bytes(b"x" * 100)
        assert index.find(chain(3)[2].digest)
        assert len(index.rows()) == 3
        store.add(chain(4)[3])
        index.add(chain(4)[3])
        assert len(index.rows()) == 4
    assert said(store) == expected(store)


@pytest.mark.fuzz
def test_any_flipped_bit_is_harmless(tmp_path):
    """Bits of the index file are flipped at random: what it says stays right."""
    store = campaign(tmp_path, 5)
    said(store)
    path = store.folder.index
    good, right = path.read_bytes(), expected(store)
    rng = random.Random(1)
    for _ in range(20_000 if LONG else 300):
        bit = rng.randrange(len(good) * 8)
        bad = bytearray(good)
        bad[bit // 8] ^= 1 << bit % 8
        path.write_bytes(bad)
        assert said(store) == right, f"bit {bit}"


@pytest.mark.parametrize("code", ERRORS)
@pytest.mark.parametrize("for_good", [False, True])
def test_any_call_may_fail_while_it_is_made(tmp_path, code, for_good):
    """Each call in turn fails while the index is written: the answers are right all the same."""
    store = campaign(tmp_path, 3)
    right = expected(store)
    with counted() as calls:
        said(store)
    for number in range(1, len(calls) + 1):
        store.folder.index.unlink(missing_ok=True)
        with failing(number, code, for_good=for_good):
            assert said(store) == right
        assert said(store) == right
    with store.folder.writing():
        pass
    assert names_in(tmp_path) == ["campaign.json", "entries", "index.sqlite", "lock"]


def test_rebuilding_on_a_full_disk(tmp_path):
    """Asked for a rebuild that cannot be written, it says so; the answers stay right."""
    store = campaign(tmp_path, 3)
    with Index(store) as index:
        with failing(3, ERRORS[0], for_good=True), pytest.raises(StorageError, match="full"):
            index.rebuild()
        assert len(index.rows()) == 3


def test_a_database_that_is_full(tmp_path):
    """SQLite itself has no room for a row: the entry is kept, and the index goes on in memory."""
    store = campaign(tmp_path, 3)
    with Index(store) as index:
        ask = index._connection.execute
        ask(f"PRAGMA max_page_count = {ask('PRAGMA page_count').fetchone()[0]}")
        for entry in chain(60)[3:]:
            store.add(entry)
            index.add(entry)
        assert len(index.rows()) == 60
    assert said(store) == expected(store)


def test_a_database_that_cannot_be_caught_up(tmp_path, monkeypatch):
    """SQLite refuses the rows that are missing: the answers come from memory."""
    store = campaign(tmp_path, 3)
    said(store)
    store.add(chain(4)[3])
    real = index_module._insert

    def refuse(connection, rows):
        monkeypatch.setattr(index_module, "_insert", real)
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(index_module, "_insert", refuse)
    assert said(store) == expected(store)
    assert said(store) == expected(store)


def test_a_database_that_cannot_be_read_back(tmp_path, monkeypatch):
    """A written index that cannot be opened: the answers come from memory."""
    store = campaign(tmp_path, 3)
    monkeypatch.setattr(index_module, "_connect", lambda _: None)

    assert said(store) == expected(store)


def test_looking_does_not_wait_for_a_writer(tmp_path):
    """Somebody else writes: whoever only looks gets a right answer at once, from memory."""
    import threading

    store = campaign(tmp_path, 3)
    done = threading.Event()
    held = threading.Event()

    def write():
        with store.folder.writing():
            held.set()
            done.wait(30)

    thread = threading.Thread(target=write)
    thread.start()
    held.wait(30)
    try:
        assert said(store) == expected(store)
        assert not store.folder.index.exists()
    finally:
        done.set()
        thread.join()
