"""The audit: a whole campaign proved from nothing but its log, entry by entry.

The log is streamed: what is held at a time does not grow with the number of turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from sealion_pbem.campaign.archive import MANIFEST, Manifest
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from sealion_pbem.campaign.unpack import open_zip
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.turn import Outcome
from sealion_pbem.errors import (
    AuditError,
    CampaignError,
    CorruptError,
    PbemError,
    UsageError,
    WrongCampaignError,
)
from sealion_pbem.pbem.body import CharterBody, ReceiptBody, RejectionBody
from sealion_pbem.pbem.clock import is_odd
from sealion_pbem.pbem.entry import Entry, EntryOf, is_of
from sealion_pbem.pbem.evidence import Contradiction, check_proof, read_proof
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.record import Admitted, Record
from sealion_pbem.umpire.source import EntrySource, Progress, ZippedEntries, opened, read_entries

__all__ = [
    "Difference",
    "Failure",
    "LenientRecord",
    "Verdict",
    "audit_folder",
    "audit_many",
    "count_entries",
]


@frozen
class Failure:
    """The first entry that fails, and why."""

    entry: str
    reason: str
    hint: str
    exit_code: int


@frozen
class Difference:
    """A receipt or rejection that the rules here would have made otherwise."""

    entry: str
    reason: str


@dataclass(slots=True)
class Verdict:
    """The verdict on one campaign: what was proved, and where the audit stopped if it did."""

    path: str
    campaign: str = ""
    name: str = ""
    ruleset: str = ""
    revision: int = 0
    mode: str = ""
    entries: int = 0
    turns: int = 0
    receipts: int = 0
    rejections: int = 0
    openings: int = 0
    rolls: int = 0
    dice: int = 0
    automatic: int = 0
    beside: list[str] = field(default_factory=list)
    evidence: list[str] = field(default_factory=list)
    unopened: list[tuple[str, str]] = field(default_factory=list)
    forfeited: list[tuple[str, str]] = field(default_factory=list)
    breaches: list[str] = field(default_factory=list)
    clocks: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    head: str = ""
    time: str = ""
    manifest: str = ""
    result: str = ""
    waiting: str = ""
    failure: Failure | None = None

    @property
    def exit_code(self) -> int:
        """0 if everything holds, else 6 for a differing replay, 7 for damage."""
        if self.failure:
            return self.failure.exit_code
        return AuditError.exit_code if self.differences else 0


def audit_folder(
    path: Path,
    *,
    any_revision: bool = False,
    keep_going: bool = False,
    progress: Progress | None = None,
) -> Verdict:
    """Prove the campaign in a folder or an archive; `progress` is told the entries read so far."""
    verdict = Verdict(str(path))
    try:
        with opened(path) as (source, manifest):
            _prove(verdict, source, any_revision, keep_going, progress)
            _compare(verdict, manifest)
    except PbemError as error:
        verdict.failure = _failure(error)
    return verdict


def audit_many(
    paths: Sequence[Path], *, jobs: int = 1, any_revision: bool = False, keep_going: bool = False
) -> Iterator[Verdict]:
    """Prove campaigns side by side; the verdicts come in the order of the paths."""
    # Only a whole campaign can be proved on its own, so that is what a process is given.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - not needed for one

    with ProcessPoolExecutor(min(jobs, len(paths)) or 1) as pool:
        tasks = [
            pool.submit(audit_folder, path, any_revision=any_revision, keep_going=keep_going)
            for path in paths
        ]
        for task in tasks:
            yield task.result()


def count_entries(path: Path) -> int:
    """Return how many entries an audit of this folder or archive would read; 0 if that is unknown."""
    try:
        if path.is_file():
            with open_zip(path) as unpacker:
                return len(ZippedEntries(unpacker).names())
        return len(Store(Folder(path)).names())
    except PbemError:
        return 0


class LenientRecord(Record):
    """A record that notes where the rules here differ and goes on with what they give."""

    def __init__(self, charter: EntryOf[CharterBody], *, any_revision: bool = False) -> None:
        super().__init__(charter, any_revision=any_revision)
        self.differences: list[Difference] = []

    def fork(self) -> Self:
        """Return the record as it stands; what differs beside the log is no difference of the log."""
        other = super().fork()
        other.differences = list(self.differences)
        return other

    def admit(self, entry: Entry) -> Admitted:
        """Take an entry; once the game has parted from the log, the log says who decides."""
        ledger = self.ledger
        if self.differences and ledger.pending is None and entry.by in ledger.players:
            ledger.owes = entry.by
        return super().admit(entry)

    def _replay(self, receipt: EntryOf[ReceiptBody]) -> Outcome[Any]:
        try:
            return super()._replay(receipt)
        except AuditError as error:
            self.differences.append(Difference(receipt.file_name, error.message))
        turn = self.ledger.pending
        assert turn is not None, "the ledger refuses a receipt without a pending turn"
        return self.run_turn(turn, self.dice_for(receipt.by, receipt.body.link))

    def _recheck(self, rejection: EntryOf[RejectionBody]) -> None:
        try:
            super()._recheck(rejection)
        except AuditError as error:
            self.differences.append(Difference(rejection.file_name, error.message))


def _prove(
    verdict: Verdict,
    source: EntrySource,
    any_revision: bool,  # noqa: FBT001 - crosses to another process
    keep_going: bool,  # noqa: FBT001 - crosses to another process
    progress: Progress | None,
) -> None:
    for stranger in source.strangers():
        raise CorruptError(f"{stranger} is no entry and does not belong here", entry=stranger)
    make = LenientRecord if keep_going else Record
    log = Log(read_entries(source, progress), any_revision=any_revision, make=make)
    for admitted in log.walk():
        if is_of(admitted.entry, CharterBody):
            _note_charter(verdict, admitted.entry)
        _note(verdict, admitted, log.record)
    if not verdict.entries:
        raise CampaignError(
            "the campaign has no charter yet",
            hint="'sealion campaign join' says what it still lacks",
        )
    _note_end(verdict, log)
    _check_evidence(verdict, source, log)


def _note_charter(verdict: Verdict, charter: EntryOf[CharterBody]) -> None:
    agreed = charter.body
    verdict.campaign, verdict.name, verdict.mode = charter.campaign, agreed.name, agreed.mode
    verdict.ruleset, verdict.revision = agreed.ruleset, agreed.revision


def _note(verdict: Verdict, admitted: Admitted, record: Record) -> None:
    verdict.entries += 1
    verdict.head = record.ledger.head
    kind = admitted.entry.kind
    verdict.turns += kind == "turn"
    verdict.receipts += kind == "receipt"
    verdict.rejections += kind == "rejection"
    verdict.openings += kind == "opening"
    if admitted.outcome:
        verdict.rolls += len(admitted.outcome.rolls)
        verdict.dice += sum(len(roll.values) for roll in admitted.outcome.rolls)
        verdict.automatic += len(admitted.outcome.automatic)
    if isinstance(record, LenientRecord):
        verdict.differences = record.differences
    _note_clock(verdict, admitted.entry)


def _note_clock(verdict: Verdict, entry: Entry) -> None:
    """Note a time that cannot be right; nothing depends on it."""
    match entry.body:
        case CharterBody(created=now) | ReceiptBody(time=now) | RejectionBody(time=now):
            pass
        case _:
            return
    before = verdict.time or now
    if is_odd(before, now):
        title = f"{entry.kind} {entry.seq} of {entry.by}"
        verdict.clocks.append(f"{title} says {now}, the answer before it {before}")
    verdict.time = now


def _note_end(verdict: Verdict, log: Log) -> None:
    record = log.record
    verdict.beside = [entry.file_name for entry in log.beside]
    verdict.entries += len(log.beside)
    verdict.unopened = [
        (seat, name) for seat, live in sorted(record.game.seals.items()) for name in sorted(live)
    ]
    verdict.forfeited = list(record.forfeited)
    verdict.breaches = list(map(str, record.breaches))
    verdict.result = record.result
    decision, turn = record.decision, record.ledger.pending
    if turn is not None and not record.ledger.resigned:
        verdict.waiting = f"{record.ledger.baton()}: answer turn {turn.seq} of {turn.by}"
    elif decision is not None:
        verdict.waiting = f"{decision.seat}: {decision.prompt}"


def _check_evidence(verdict: Verdict, source: EntrySource, log: Log) -> None:
    """Check every proof of a contradiction with the keys that its seat has had."""
    for name in source.evidence():
        try:
            proof = read_proof(source.read_evidence(name))
            seat, campaign = str(proof.get("seat")), log.record.ledger.campaign
            keys = log.keys_of(seat)
            if not keys or proof.get("campaign") != campaign:
                raise WrongCampaignError("it is about no seat of this campaign")
            found = check_proof(proof, keys)
        except PbemError as error:
            entry = f"evidence/{name}"
            raise CorruptError(f"{entry} proves nothing: {error.message}", entry=entry) from error
        verdict.evidence.append(f"{seat} signed {_told(found)}: evidence/{name}")


def _told(found: Contradiction) -> str:
    what = sorted({f"{entry.kind} {entry.seq}" for entry in (found.one, found.other)})
    return " and ".join(what) + ", which contradict" if what[1:] else f"two versions of {what[0]}"


def _compare(verdict: Verdict, manifest: Manifest | None) -> None:
    """Refuse an archive whose manifest speaks of another campaign or another end of it."""
    if manifest is None:
        return
    verdict.manifest = manifest.digest
    said = (manifest.campaign, manifest.name, manifest.head)
    if said != (verdict.campaign, verdict.name, verdict.head):
        raise CorruptError(
            "the manifest names another campaign or another head than the entries", entry=MANIFEST
        )


def _failure(error: PbemError) -> Failure:
    entry = getattr(error, "entry", "")
    reason = error.message.removeprefix(f"{entry}: ") if entry else error.message
    code = error.exit_code
    if isinstance(error.__cause__, CampaignError | UsageError):
        # The log is whole; it is the rules or numbers here that are not those of its charter.
        code = AuditError.exit_code
    return Failure(entry, reason, error.hint, code)
