"""A table of contents of entries/ in SQLite, for quick look-ups; the files stay the truth.

It holds nothing that the entry files do not say, so it can be thrown away at any time. It is made
anew when it is missing, damaged, of another version, or lists other files than are there. Where it
cannot be written, the same table is made in memory: no command fails because of the index.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from sealion_pbem.campaign import files
from sealion_pbem.campaign.disk import disk, explained
from sealion_pbem.campaign.store import Store
from sealion_pbem.errors import StorageError
from sealion_pbem.pbem.entry import Entry

__all__ = ["Index", "Row"]

_APPLICATION_ID = 0x5EA110B1
_VERSION = 1
_TABLE = """\
CREATE TABLE entry (
  file TEXT NOT NULL PRIMARY KEY,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  by TEXT NOT NULL,
  digest TEXT NOT NULL UNIQUE,
  prev TEXT NOT NULL,
  checksum TEXT NOT NULL
) STRICT"""
_ALL_ROWS = "SELECT file, seq, kind, by, digest, prev, checksum FROM entry ORDER BY seq, file"
_ONE_ROW = "SELECT file, seq, kind, by, digest, prev FROM entry WHERE digest = ?"
# A message about a damaged database can itself hold damaged text.
_DAMAGE = (sqlite3.Error, UnicodeDecodeError)
# The rollback journal: write-ahead logging has a rare race before SQLite 3.51.3.
_SETTINGS = """\
PRAGMA trusted_schema = off;
PRAGMA cell_size_check = on;
PRAGMA mmap_size = 0;
PRAGMA journal_mode = DELETE;
PRAGMA synchronous = FULL;
"""


class Row(NamedTuple):
    """What the index knows about one entry."""

    file: str
    seq: int
    kind: str
    by: str
    digest: str
    prev: str

    @property
    def checksum(self) -> str:
        """A digest of the row: SQLite itself does not notice most flipped bits."""
        return hashlib.sha256("\n".join(map(str, self)).encode()).hexdigest()


class Index:
    """The table of contents of a store, in step with its files at the time of opening."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._path = store.folder.index
        self._connection = self._opened()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def rows(self) -> list[Row]:
        """Return every entry, in the order of the log."""
        return [Row(*values) for *values, _ in self._ask(_ALL_ROWS)]

    def find(self, digest: str) -> Row | None:
        """Return the entry with this digest, or None."""
        found = self._ask(_ONE_ROW, digest)
        return Row(*found[0]) if found else None

    def add(self, entry: Entry) -> None:
        """Note an entry that the store has just kept."""
        try:
            with self.store.folder.writing():
                _insert(self._connection, [_row(entry)])
        except (StorageError, *_DAMAGE):
            self._go_on_in_memory()

    def refresh(self) -> None:
        """Come into step with files that others have added."""
        self._connection.close()
        self._connection = self._opened()

    def rebuild(self) -> None:
        """Make the index anew from the entry files.

        Raises:
            CorruptError: an entry file is damaged.
            StorageError: the index cannot be written; the one in memory is right all the same.
        """
        self._go_on_in_memory()
        with self.store.folder.writing():
            self._write(self._connection.serialize())
        self.refresh()

    def _opened(self) -> sqlite3.Connection:
        """Return a connection whose rows are those of the files, on disk if that can be."""
        connection = _connect(self._path)
        names = self.store.names()
        if connection is not None:
            if _files(connection) == names:
                return connection
            connection.close()
        try:
            # Somebody who only wants to look must not wait for a writer.
            with self.store.folder.writing(timeout=0):
                return self._caught_up()
        except (StorageError, *_DAMAGE):
            return _in_memory(self._rows_of(self.store.names()))

    def _caught_up(self) -> sqlite3.Connection:
        """Bring the file on disk into step, from scratch if it is not a part of the truth."""
        names = self.store.names()
        connection = _connect(self._path)
        if connection is not None:
            known = _files(connection)
            if known is not None and set(known) <= set(names):
                try:
                    _insert(connection, self._rows_of(sorted(set(names) - set(known))))
                except BaseException:
                    connection.close()
                    raise
                return connection
            connection.close()
        with closing(_in_memory(self._rows_of(names))) as made:
            self._write(made.serialize())
        connection = _connect(self._path)
        if connection is None:
            raise StorageError(f"{self._path} cannot be read back")
        return connection

    def _write(self, data: bytes) -> None:
        """Put a new database in place of the old one.

        The old one goes first and its journal second: a journal beside a database that it does not
        belong to would be played back into it.
        """
        with explained(self._path):
            for path in (self._path, _journal(self._path)):
                with suppress(FileNotFoundError):
                    disk.remove(path)
                disk.sync_folder(self._path.parent)
        files.replace(self._path, data)

    def _rows_of(self, names: Iterable[str]) -> list[Row]:
        return [_row(self.store.load(name)) for name in names]

    def _go_on_in_memory(self) -> None:
        self._connection.close()
        self._connection = _in_memory(self._rows_of(self.store.names()))

    def _ask(self, question: str, *values: str) -> list[Any]:
        try:
            return self._connection.execute(question, values).fetchall()
        except _DAMAGE:
            self._go_on_in_memory()
            return self._connection.execute(question, values).fetchall()


def _row(entry: Entry) -> Row:
    return Row(
        entry.file_name, entry.seq, entry.kind, entry.by or "", entry.digest, entry.prev or ""
    )


def _journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


def _connect(path: Path) -> sqlite3.Connection | None:
    """Open a database that is ours and whole; None if there is none.

    One with a journal beside it is not opened: a writer is at work or was killed, or a stranger put
    the journal there, and playing it back could remove any file that it names.
    """
    if path.is_symlink() or not path.is_file() or _journal(path).exists():
        return None
    connection = None
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None
        )
        connection.executescript(_SETTINGS)
        if _is_ours(connection):
            return connection
    except _DAMAGE:
        pass
    if connection is not None:
        connection.close()
    return None


def _is_ours(connection: sqlite3.Connection) -> bool:
    def value(question: str) -> Any:
        return connection.execute(question).fetchone()[0]

    return (
        value("PRAGMA application_id") == _APPLICATION_ID
        and value("PRAGMA user_version") == _VERSION
        and connection.execute("SELECT sql FROM sqlite_schema WHERE sql NOT NULL").fetchall()
        == [(_TABLE,)]
        and value("PRAGMA integrity_check(1)") == "ok"
    )


def _files(connection: sqlite3.Connection) -> list[str] | None:
    """Return the files of all rows, in the order of the log; None if a row is damaged."""
    try:
        found = connection.execute(_ALL_ROWS).fetchall()
    except _DAMAGE:
        return None
    names = []
    for *values, checksum in found:
        if Row(*values).checksum != checksum:
            return None
        names.append(values[0])
    return names


def _in_memory(rows: Iterable[Row]) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute(_TABLE)
    connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {_VERSION}")
    _insert(connection, rows)
    return connection


def _insert(connection: sqlite3.Connection, rows: Iterable[Row]) -> None:
    values = [(*row, row.checksum) for row in rows]
    if not values:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.executemany("INSERT OR IGNORE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(*_DAMAGE):
            connection.execute("ROLLBACK")
        raise
