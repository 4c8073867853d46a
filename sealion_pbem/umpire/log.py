"""Reading a log: entry files in, a record out; the first file that does not fit is named.

Every entry names the one it was written upon (`Entry.parent`), so the entries of a campaign are a tree
that grows from its charter. The log is one path through it. Where the tree forks, the branch counts in
which more dice were opened, then the longer one; what stands on others is kept beside the log, and every
entry there is judged like one of the log, by what stands before it on its own branch.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple, NoReturn, Self

from sealion_pbem.campaign.store import verify_name
from sealion_pbem.engine.ruleset import Shaped
from sealion_pbem.errors import AuditError, CorruptError, PbemError
from sealion_pbem.pbem.body import CharterBody, KeyChangeBody
from sealion_pbem.pbem.entry import VOIDING, Entry, is_of, parse_stored
from sealion_pbem.pbem.evidence import contradicts, says_the_same
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.record import Admitted, Record

__all__ = ["Files", "Log", "read_log"]

Files = Iterable[tuple[str, bytes]]
"""The entry files of a campaign with their names, in order, as a store reads them."""

# So many numbers are read before the first of them is judged: enough to see which branch goes on, and
# reading and judging in turns would crowd each other out of the processor's cache.
_AHEAD = 64
_ANSWERS = frozenset({"opening", "receipt"})


class Log:
    """The log of a campaign: the record as far as it was walked, and signed entries beside it."""

    record: Record

    def __init__(
        self, files: Files, *, any_revision: bool = False, make: type[Record] = Record
    ) -> None:
        """Nothing is read before the log is walked; `make` is the kind of record to fill."""
        self.beside: list[Entry] = []
        self._files: Files | None = files
        self._any_revision, self._make = any_revision, make

    @classmethod
    def begun(cls, record: Record) -> Self:
        """Return a log that holds nothing but the charter of a record."""
        log = cls(())
        log.record, log._files = record, None
        return log

    def walk(self) -> Iterator[Admitted]:
        """Admit entry after entry, once; AuditError or CorruptError names the first that fails.

        The entries of some dozens of numbers are held in memory at a time.
        """
        files, self._files = self._files, None
        assert files is not None, "a log is walked once"
        tree = _Tree(files)
        for charter in tree.charters():
            yield self._open(charter)
            for file in tree.path_from(charter, self):
                yield self._admit(file)
        # A damaged file is named after all that comes before it has been judged.
        tree.raise_fault()

    def _open(self, charter: _File) -> Admitted:
        """Begin the record."""
        assert is_of(charter.entry, CharterBody), "nothing else follows nothing"
        with _blame(charter.name):
            self.record = self._make(charter.entry, any_revision=self._any_revision)
        return Admitted(charter.entry)

    def _admit(self, file: _File) -> Admitted:
        """Let the record go on."""
        with _blame(file.name):
            return self.record.admit(file.entry)

    def keys_of(self, seat: str) -> list[str]:
        """Return every key that a seat has had, on the path or beside it."""
        changes = [entry.body for entry in self.beside if is_of(entry, KeyChangeBody)]
        beside = [(change.seat, change.key) for change in changes]
        return [key for owner, key in (*self.record.ledger.roster, *beside) if owner == seat]


class _File(NamedTuple):
    """An entry and the file it was read from."""

    name: str
    entry: Entry


def read_log(files: Files, *, any_revision: bool = False) -> Log:
    """Walk a whole log and return where it ends."""
    log = Log(files, any_revision=any_revision)
    if not deque(log.walk(), maxlen=1):
        raise CorruptError("the log is empty: there is no charter")
    return log


class _Tree:
    """The entries that were read and are not yet judged, by the entry on which each was written."""

    def __init__(self, files: Files) -> None:
        self._groups = _groups(files)
        self._read: deque[list[_File]] = deque()
        self._by_parent: dict[str, list[_File]] = {}
        # The numbers that the walk has not left behind, and what was judged or kept beside in them.
        self._known: dict[str, Entry] = {}
        # The record as it was at those of them behind which something stands beside the log.
        self._forks: dict[str, Record] = {}
        self._fault: PbemError | None = None
        self._fill()

    def charters(self) -> list[_File]:
        """Return the charter, if there is one; a log has no other."""
        charters = self._grown_on("")
        for file in charters[1:]:
            raise CorruptError(f"{file.name}: the log has another charter", entry=file.name)
        return charters

    def path_from(self, tip: _File, log: Log) -> Iterator[_File]:
        """Go along the branch that counts; what is returned is admitted before more is asked for."""
        self._go_on_to(log, tip.entry)
        while branches := self._grown_on(tip.entry.digest):
            if len(branches) > 1:
                self._keep_fork(tip.entry, log.record)
            tip = branches[0]
            yield tip
            self._go_on_to(log, tip.entry)
        self._end(log)

    def _grown_on(self, digest: str) -> list[_File]:
        """Return what was written upon an entry, the branch that counts first."""
        found = self._by_parent.get(digest, [])
        if len(found) > 1:
            found.sort(key=self._rank)
        return list(found)

    def _rank(self, file: _File) -> tuple[int, int, bool, str]:
        """Return by what branches are compared: the least counts."""
        answers, length = self._reach(file.entry)
        # A turn that nobody has answered stands back behind a ruling in its place.
        return -answers, -length, file.entry.kind == "turn", file.entry.digest

    def _reach(self, entry: Entry) -> tuple[int, int]:
        """Return how many openings and receipts, and how many entries, the best branch holds."""
        # Not by recursion: a branch can be as long as what is read ahead.
        best, waiting = (0, 0), [(entry, 0, 0)]
        while waiting:
            found, answers, length = waiting.pop()
            here = (answers + (found.kind in _ANSWERS), length + 1)
            best = max(best, here)
            waiting += [(file.entry, *here) for file in self._by_parent.get(found.digest, ())]
        return best

    def _keep_fork(self, entry: Entry, record: Record) -> None:
        """Keep the record at an entry behind which the tree forks, to judge the other branches."""
        self._forks[entry.digest] = record.fork()

    def _go_on_to(self, log: Log, tip: Entry) -> None:
        """Take an admitted entry from the tree, and leave behind the numbers before it."""
        self._known[tip.digest] = tip
        self._drop(tip)
        while self._read and self._read[0][0].entry.seq < tip.seq:
            self._leave(log, self._read.popleft())
        for digest in [d for d, entry in self._known.items() if entry.seq < tip.seq - 1]:
            del self._known[digest]
            self._forks.pop(digest, None)
        self._fill()

    def _end(self, log: Log) -> None:
        """Leave behind everything that was read: the log goes no further."""
        while self._read:
            self._leave(log, self._read.popleft())

    def _leave(self, log: Log, group: list[_File]) -> None:
        """Keep beside the log what of one number was not admitted, in the order of the tree."""
        left = [file for file in group if file.entry.digest not in self._known]
        while left:
            grown = [file for file in left if self._has_grown(file.entry)]
            if not grown:
                self._miss(left[0])
            for file in grown:
                self._keep_beside(log, file)
                left.remove(file)

    def _has_grown(self, entry: Entry) -> bool:
        """Return whether an entry was written upon one that is there, in its place or behind it."""
        parent = self._known.get(entry.parent)
        if parent is None or entry.parent not in self._forks:
            return False
        is_same_place = bool(entry.after) or entry.kind in VOIDING
        return entry.seq == parent.seq + (not is_same_place)

    def _miss(self, file: _File) -> NoReturn:
        """Name the first entry that was written upon one that is not there."""
        word = "cites" if file.entry.after else "follows"
        missing = f"{file.entry.parent[:12]}…, which is missing"
        raise CorruptError(f"{file.name}: it {word} {missing}", entry=file.name)

    def _keep_beside(self, log: Log, file: _File) -> None:
        """Keep a lawful entry that is not in the chain; refuse what may not stand beside it."""
        entry = file.entry
        with _blame(file.name):
            record = self._forks[entry.parent].fork()
            record.admit(entry)
            self._refuse_second(entry, file.name)
        self._known[entry.digest], self._forks[entry.digest] = entry, record
        self._drop(entry)
        log.beside.append(entry)

    def _refuse_second(self, entry: Entry, name: str) -> None:
        """Refuse what would open dice twice, or take back what its own seat has signed."""
        if any(says_the_same(entry, other) for other in self._known.values()):
            return
        if entry.kind in _ANSWERS:
            text = f"{entry.by} opened the dice a second time, for another version of the turn"
            raise AuditError(text, entry=name)
        for other in self._known.values() if entry.kind != "turn" else ():
            if contradicts(entry, other):
                text = f"{entry.by} has signed it and {other.file_name}, which cannot both be meant"
                raise AuditError(text, entry=name)

    def raise_fault(self) -> None:
        """Name the file that could not be read, if there was one."""
        if self._fault:
            raise self._fault

    def _drop(self, entry: Entry) -> None:
        files = self._by_parent[entry.parent]
        left = [file for file in files if file.entry.digest != entry.digest]
        if left:
            self._by_parent[entry.parent] = left
        else:
            del self._by_parent[entry.parent]

    def _fill(self) -> None:
        """Read on when half of what was read ahead is used up."""
        if self._fault or len(self._read) > _AHEAD // 2:
            return
        while len(self._read) < _AHEAD:
            try:
                group = next(self._groups, [])
            except PbemError as error:
                self._fault = error
                return
            if not group:
                return
            self._read.append(group)
            for file in group:
                self._by_parent.setdefault(file.entry.parent, []).append(file)


def _groups(files: Files) -> Iterator[list[_File]]:
    """Read the entries number by number."""
    ruleset: Shaped | None = None
    for _, same in groupby(files, key=lambda item: item[0].partition("-")[0]):
        group = []
        for name, data in same:
            with _blame(name):
                entry = parse_stored(data, ruleset)
                verify_name(name, entry)
            if is_of(entry, CharterBody):
                ruleset = find(entry.body.ruleset)
            elif ruleset is None:
                raise CorruptError("the log does not begin with a charter", entry=name)
            group.append(_File(name, entry))
        yield group


class _blame:  # noqa: N801 - reads like a word of the language
    """Names the entry file in every error that comes up inside; a differing replay stays one."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, PbemError) and not getattr(error, "entry", ""):
            raise CorruptError(
                f"{self._name}: {error.message}", entry=self._name, hint=error.hint
            ) from error
