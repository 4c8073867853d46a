"""Taking what others have sent: into the log, beside it, or as evidence.

Whatever arrives is proved before it is kept. An entry that does not fit the log as it stands may belong
to another branch of it, one that its author has gone on from; then the log is read anew with it. The
signature is looked at before that is done, so that nobody but a player can make it necessary.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from sealion_pbem.campaign.store import Store
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.turn import Outcome
from sealion_pbem.errors import (
    AuditError,
    CampaignError,
    ChainError,
    CorruptError,
    InvalidFileError,
    PbemError,
    RosterError,
    SignatureError,
)
from sealion_pbem.pbem.body import CharterBody
from sealion_pbem.pbem.entry import Entry, is_of, parse_entry
from sealion_pbem.pbem.evidence import (
    Contradiction,
    contradiction_of,
    is_signed,
    says_the_same,
    signs,
)
from sealion_pbem.pbem.loader import FILE_LIMIT, normal_form
from sealion_pbem.umpire.log import Log, read_log
from sealion_pbem.umpire.record import Record

__all__ = ["MOST_VERSIONS", "Received", "Taken", "UnlawfulBranchError", "receive", "rivals"]

MOST_VERSIONS = 8
"""So many versions of a turn or of an answer are kept for one place; more prove nothing that two do not."""


class UnlawfulBranchError(ChainError):
    """An entry does not fit the log, and is not lawful upon what it was written upon either."""


@frozen
class Received:
    """The fate of one incoming file: accepted, beside, known, evidence or refused.

    What is `beside` was kept, but something else stands in its place in the log.
    """

    name: str
    status: str
    entry: Entry | None = None
    outcome: Outcome[Any] | None = None
    error: PbemError | None = None


@frozen
class Taken:
    """The results of files and mails: one for each entry, sentences on the rest."""

    results: tuple[Received, ...]
    notes: tuple[str, ...] = ()


def receive(
    store: Store, log: Log | None, files: Iterable[tuple[str, bytes]]
) -> tuple[list[Received], Log | None]:
    """Take entries that arrived; return what became of each, and the log as it then is.

    `log` is what the folder holds, None if it has no charter yet. The lock is held. A file that was
    seen before changes nothing.
    """
    ruleset = log.record.ruleset if log else None
    results: list[Received] = []
    parsed: list[tuple[str, Entry]] = []
    for name, data in files:
        try:
            parsed.append((name, parse_entry(data, ruleset=ruleset)))
        except PbemError as error:
            results.append(Received(name, "refused", error=error))
    followed = _followed([entry for _, entry in parsed], log)
    for name, entry in _in_order(parsed):
        try:
            if sum(isinstance(one.error, UnlawfulBranchError) for one in results) >= MOST_VERSIONS:
                raise ChainError("so much of this was refused that the rest was not looked at")
            result, log = _take(store, log, name, entry, followed)
        except PbemError as error:
            result = Received(name, "refused", entry, error=error)
        results.append(result)
    return results, log


def rivals(results: Iterable[Received]) -> tuple[str, ...]:
    """Return a sentence for every two entries that claim one place, if one of them did not get it."""
    notes = []
    for one, other in combinations([result for result in results if result.entry], 2):
        assert one.entry is not None, "just asked"
        assert other.entry is not None, "just asked"
        mine, theirs = one.entry, other.entry
        is_same_place = (mine.campaign, mine.seq, mine.kind) == (
            theirs.campaign, theirs.seq, theirs.kind
        )  # fmt: skip
        is_settled = {one.status, other.status} <= {"accepted", "beside", "known"}
        if is_same_place and mine.digest != theirs.digest and not is_settled:
            notes.append(
                f"two different entries claim to be {mine.kind} {mine.seq}: {one.name} was "
                f"{one.status}, {other.name} was {other.status}; the signature decides, not the mail"
            )
    return tuple(notes)


def _take(
    store: Store, log: Log | None, name: str, entry: Entry, followed: set[str]
) -> tuple[Received, Log | None]:
    if store.find(entry.digest):
        return Received(name, "known", entry), log
    if len(entry.data) > FILE_LIMIT:
        # It came in fewer bytes than it would be kept in, and could not be read again.
        raise InvalidFileError(f"the {entry.kind} is larger than {FILE_LIMIT} bytes as it is kept")
    if log is None:
        return Received(name, "accepted", entry), _take_charter(store, entry)
    try:
        outcome = log.record.admit(entry).outcome
    except ChainError as error:
        return _take_aside(store, log, name, entry, error, followed)
    store.add(entry)
    return Received(name, "accepted", entry, outcome), log


def _take_charter(store: Store, entry: Entry) -> Log:
    if not is_of(entry, CharterBody):
        raise CampaignError(f"the {entry.kind} came before the charter; receive that first")
    from sealion_pbem.campaign.private import Private  # noqa: PLC0415 - once in a campaign

    log = Log.begun(Record(entry))
    for seat, seated in entry.body.seats.items():
        private = Private(store.folder, seat)
        if private.exists() and private.read().nonce != seated.nonce:
            raise RosterError(f"the charter's {seat} is not the seat you took in this folder")
    store.add(entry)
    return log


def _take_aside(
    store: Store, log: Log, name: str, entry: Entry, error: ChainError, followed: set[str]
) -> tuple[Received, Log]:
    """Take an entry that does not fit the log as it stands, if another branch or a proof holds it."""
    ledger = log.record.ledger
    if entry.kind == "charter" or entry.campaign != ledger.campaign:
        raise error
    _refuse_forged(log, entry)
    near = {other.digest: other for other in _near(store, entry)}
    found = [contradiction_of(entry, other, near) for other in near.values()]
    keys = log.keys_of(entry.by)
    rivals = [rival for rival in found if rival and is_signed(rival, keys)]
    is_open = entry.seq + 1 >= ledger.next_seq or entry.digest in followed
    is_version = entry.kind == "turn" and all(r.one.kind == r.other.kind for r in rivals)
    if rivals and not (is_version and is_open):
        # What is on the path stays there: that there are two is the doing of whoever signed both.
        _keep_proof(store, rivals[0])
        return Received(name, "evidence", entry), log
    twins = [other for other in near.values() if says_the_same(entry, other)]
    if len(rivals) + len(twins) >= MOST_VERSIONS and entry.digest not in followed:
        raise ChainError(
            f"so many versions of {entry.kind} {entry.seq} are kept already; one is enough"
        )
    if not store.find(entry.parent):
        raise error
    branched = _log_with(store, entry)
    if rivals:
        _keep_proof(store, rivals[0])
    store.add(entry)
    is_beside = any(other.digest == entry.digest for other in branched.beside)
    status = "evidence" if rivals else "beside" if is_beside else "accepted"
    return Received(name, status, entry), branched


def _refuse_forged(log: Log, entry: Entry) -> None:
    """Refuse an entry that no key of its seat has signed, before anything is replayed for it."""
    keys = log.keys_of(entry.by)
    if not keys:
        raise RosterError(f"there is no seat {entry.by} in this campaign")
    if not any(signs(entry, key) for key in keys):
        raise SignatureError(f"the {entry.kind} {entry.seq} is not signed by a key of {entry.by}")


def _followed(entries: list[Entry], log: Log | None) -> set[str]:
    """Return the digests of what others have gone on from, by entries that came along."""
    known = {entry.digest: entry for entry in entries}
    return {
        entry.parent
        for entry in entries
        if log
        and entry.parent in known
        and known[entry.parent].by != entry.by
        and any(signs(entry, key) for key in log.keys_of(entry.by))
    }


def _near(store: Store, entry: Entry) -> list[Entry]:
    """Return the entries with the number of this one, and those around it."""
    numbers = {f"{seq:04d}" for seq in range(entry.seq - 1, entry.seq + 2)}
    return [store.load(name) for name in store.names() if name.partition("-")[0] in numbers]


def _keep_proof(store: Store, found: Contradiction) -> None:
    """Keep a proof of a contradiction; one for a seat and number is enough."""
    if not any(name.startswith(found.place) for name in store.evidence()):
        store.add_evidence(found.name, normal_form(found.document))


def _log_with(store: Store, entry: Entry) -> Log:
    """Return the log as it would be with one more entry; ChainError if it would not hold."""
    files = [*store.entries(), (entry.file_name, entry.data)]
    try:
        return read_log(sorted(files, key=lambda item: (int(item[0].partition("-")[0]), item[0])))
    except (AuditError, CorruptError) as error:
        raise UnlawfulBranchError(error.message, hint=error.hint) from error


def _in_order(parsed: list[tuple[str, Entry]]) -> list[tuple[str, Entry]]:
    """Sort entries so that each comes behind the one that it was written upon."""
    known = {entry.digest: entry for _, entry in parsed}

    def place(item: tuple[str, Entry]) -> tuple[int, int, str]:
        entry = item[1]
        depth, above = 0, known.get(entry.parent)
        # Along what stood in the same place before; what is longer than the mail is not in it.
        while above is not None and above.seq == entry.seq and depth <= len(known):
            depth, above = depth + 1, known.get(above.parent)
        return entry.seq, depth, entry.digest

    return sorted(parsed, key=place)
