"""Reading a log: entry files in, a record out; the first file that does not fit is named.

Entries with one number stand side by side: a turn, its rejection, the turn that replaced it, a
second version of it. The walk takes each in its order and keeps what belongs to no chain apart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby, islice

from sealion_pbem.campaign.store import verify_name
from sealion_pbem.errors import AuditError, CorruptError, PbemError, WrongCampaignError
from sealion_pbem.pbem.entry import VOIDING, Entry, parse_stored, verify_signatures
from sealion_pbem.pbem.ledger import signers_of
from sealion_pbem.umpire.record import Admitted, Record

__all__ = ["Log", "read_log", "walk"]

_AHEAD = 64


@dataclass(slots=True)
class Log:
    """A walked log: the record, and signed entries that stand beside the chain."""

    record: Record
    beside: list[Entry] = field(default_factory=list)


def read_log(files: Iterable[tuple[str, bytes]], *, any_revision: bool = False) -> Log:
    """Walk a whole log and return where it ends."""
    last = deque(walk(files, any_revision=any_revision), maxlen=1)
    if not last:
        raise CorruptError("the log is empty: there is no charter")
    return last[0][0]


def walk(
    files: Iterable[tuple[str, bytes]],
    *,
    any_revision: bool = False,
    make: type[Record] = Record,
) -> Iterator[tuple[Log, Admitted]]:
    """Admit entry after entry; AuditError or CorruptError names the first that fails.

    The entries of some dozens of numbers are held in memory at a time. `make` is the kind of record
    to fill.
    """
    groups = _ahead(_groups(files))
    group, fault = _next_group(groups)
    if group:
        following, fault = _next_group(groups)
        name, charter = _the_charter(group, following)
        with _blame(name):
            log = Log(make(charter, any_revision=any_revision))
        yield log, Admitted(charter)
        while following:
            group = following
            following, fault = _next_group(groups)
            yield from _take(log, group, {entry.prev for _, entry in following})
    # A damaged file is named after all that comes before it has been judged.
    if fault:
        raise fault


def _next_group(
    groups: Iterator[list[tuple[str, Entry]]],
) -> tuple[list[tuple[str, Entry]], PbemError | None]:
    """Return the next group, or nothing and why it cannot be read."""
    try:
        return next(groups, []), None
    except PbemError as error:
        return [], error


def _the_charter(
    group: list[tuple[str, Entry]], following: list[tuple[str, Entry]]
) -> tuple[str, Entry]:
    """Return the charter that the log goes on from; a log has no other."""
    followed = {entry.prev for _, entry in following}
    charter, *others = sorted(group, key=lambda item: item[1].digest not in followed)
    for name, _ in others:
        raise CorruptError(f"{name}: the log has another charter", entry=name)
    return charter


def _take(
    log: Log, group: list[tuple[str, Entry]], followed: set[str]
) -> Iterator[tuple[Log, Admitted]]:
    """Admit the entries of one number in the order in which they were written."""
    left = list(group)
    keys = dict(log.record.ledger.keys)
    taken = 0
    while left:
        item = _next_of(log.record, left, followed)
        if item is None:
            break
        left.remove(item)
        with _blame(item[0]):
            admitted = log.record.admit(item[1])
        taken += 1
        yield log, admitted
    for name, entry in left:
        with _blame(name):
            if not taken:
                log.record.ledger.check(entry)
            _check_beside(log.record, entry, keys)
        log.beside.append(entry)


def _next_of(
    record: Record, left: list[tuple[str, Entry]], followed: set[str]
) -> tuple[str, Entry] | None:
    ledger = record.ledger
    if ledger.pending is not None and ledger.pending.seq == left[0][1].seq:
        answers = (
            item
            for item in left
            if (
                item[1].kind in VOIDING
                and item[1].prev == ledger.pending.digest
                # It crossed the opening of the dice: too late.
                and not (item[1].kind == "withdrawal" and ledger.pending.digest in followed)
            )
            or (item[1].by == "referee" and item[1].digest in followed)
        )
        return next(answers, None)
    rejected = {entry.prev for _, entry in left if entry.kind in VOIDING}
    fitting = [
        item
        for item in left
        if item[1].kind not in VOIDING
        and item[1].prev == ledger.head
        and (item[1].kind != "turn" or list(item[1].body.get("after", [])) == ledger.rejections)
    ]
    # What others answered counts before what nobody did; a turn stands back behind a ruling.
    fitting.sort(
        key=lambda item: (
            item[1].digest not in followed | rejected,
            item[1].kind == "turn",
            item[1].digest,
        )
    )
    return fitting[0] if fitting else None


def _check_beside(record: Record, entry: Entry, keys: dict[str, str]) -> None:
    """Refuse what may not stand beside the chain: what nobody of the roster signed, or a second roll.

    `keys` are those that counted when it was written: its neighbour may be a change of them.
    """
    if entry.campaign != record.ledger.campaign:
        raise WrongCampaignError(f"the {entry.kind} belongs to another campaign")
    verify_signatures(entry, signers_of(entry, keys))
    if entry.kind in ("opening", "receipt"):
        raise AuditError(
            f"{entry.by} opened the dice a second time, for another version of the turn",
            entry=entry.file_name,
        )


def _groups(files: Iterable[tuple[str, bytes]]) -> Iterator[list[tuple[str, Entry]]]:
    ruleset: str | None = None
    for _, same in groupby(files, key=lambda item: item[0].partition("-")[0]):
        group = []
        for name, data in same:
            with _blame(name):
                entry = parse_stored(data, ruleset)
                verify_name(name, entry)
            if entry.kind == "charter":
                ruleset = entry.body["ruleset"]["id"]
            elif ruleset is None:
                raise CorruptError("the log does not begin with a charter", entry=name)
            group.append((name, entry))
        yield group


def _ahead(groups: Iterator[list[tuple[str, Entry]]]) -> Iterator[list[tuple[str, Entry]]]:
    """Read several groups at a time: reading and judging crowd each other out of the processor's cache.

    What comes before a file that cannot be read is judged first.
    """
    fault: PbemError | None = None
    while fault is None:
        read: list[list[tuple[str, Entry]]] = []
        try:
            for group in islice(groups, _AHEAD):
                read.append(group)  # noqa: PERF402 - those before a fault are kept
        except PbemError as error:
            fault = error
        yield from read
        if not read:
            break
    if fault is not None:
        raise fault


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
