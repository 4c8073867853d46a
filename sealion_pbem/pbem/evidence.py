"""Evidence: two signed entries of one seat that cannot both be meant, in a file that anybody can check.

An honest seat goes on from what it has signed. So two different entries that it wrote upon the same
entry contradict each other, and so does a referee's answer behind another entry than the one that he
himself has put in that place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Violation
from sealion_pbem.errors import InvalidFileError, SignatureError
from sealion_pbem.pbem.body import Body, ReceiptBody, RejectionBody
from sealion_pbem.pbem.charter import REFEREE
from sealion_pbem.pbem.entry import Entry, entry_from, verify_signature
from sealion_pbem.pbem.loader import DEEPEST, FILE_LIMIT, read_normal
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.pbem.signature import FORMAT

__all__ = [
    "PROOF_LIMIT",
    "Contradiction",
    "check_proof",
    "contradiction_in",
    "contradiction_of",
    "contradicts",
    "is_signed",
    "read_proof",
    "says_the_same",
    "signs",
]

PROOF_LIMIT = 8 * FILE_LIMIT
# An entry stands two levels deeper in a proof than in its own file.
_PROOF_DEEPEST = DEEPEST + 2


@frozen
class Contradiction:
    """Two entries of a seat that cannot both be meant, the lower digest first.

    `upon` are the answers that they follow, if these are not the same entry but say the same.
    """

    one: Entry
    other: Entry
    upon: tuple[Entry, ...] = ()

    @property
    def seat(self) -> str:
        """The seat that has signed both."""
        return self.one.by

    @property
    def place(self) -> str:
        """The beginning of the names of all proofs that are about this seat and number."""
        return f"{min(self.one.seq, self.other.seq):04d}-{self.seat}-"

    @property
    def name(self) -> str:
        """The name of the proof's file."""
        return f"{self.place}{self.one.digest[:16]}-{self.other.digest[:16]}.json"

    @property
    def document(self) -> dict[str, Any]:
        """The proof."""
        upon = {"upon": [entry.document for entry in self.upon]} if self.upon else {}
        return {
            "format": FORMAT,
            "kind": "equivocation",
            "campaign": self.one.campaign,
            "seat": self.seat,
            "seq": min(self.one.seq, self.other.seq),
            "entries": [self.one.document, self.other.document],
            **upon,
        }


def contradiction_of(
    one: Entry, other: Entry, known: Mapping[str, Entry] | None = None
) -> Contradiction | None:
    """Return what two entries prove against their author; None if both may be meant.

    `known` are entries by digest, among them perhaps what the two were written upon: a seat that has
    made its own answer twice, at different times, still goes on from it only once.
    """
    first, second = sorted((one, other), key=lambda entry: entry.digest)
    if contradicts(first, second):
        return Contradiction(first, second)
    upon = [(known or {}).get(entry.parent) for entry in (first, second)]
    if (
        first.kind == second.kind == "turn"
        and first.by == second.by
        and upon[0] is not None
        and upon[1] is not None
        and upon[0].digest != upon[1].digest
        and upon[0].by == first.by
        and says_the_same(upon[0], upon[1])
    ):
        return Contradiction(first, second, (upon[0], upon[1]))
    return None


def contradicts(one: Entry, other: Entry) -> bool:
    """Return whether two entries of one seat cannot both be meant, whatever else there is.

    A turn that cites one rejection more replaces the rejected version rightfully, and one that follows
    another receipt answers that receipt. An answer made again after a loss of data says the same at
    another time. So the two entries are enough, and no third document clears or convicts.
    """
    return (
        one.by == other.by
        and one.campaign == other.campaign
        and one.digest != other.digest
        and (one.parent == other.parent or _displaces(one, other) or _displaces(other, one))
        and not says_the_same(one, other)
    )


def _displaces(entry: Entry, receipt: Entry) -> bool:
    """Return whether a referee has answered a turn and put something else in its place."""
    return (
        entry.by == REFEREE
        and entry.kind in ("ruling", "key_change", "resignation")
        and receipt.kind == "receipt"
        and entry.seq + 1 == receipt.seq
        and receipt.prev != entry.digest
    )


def says_the_same(one: Entry, other: Entry) -> bool:
    """Return whether two answers say the same, made at different times or told in other words."""
    essence = _essence(one.body)
    return (
        essence is not None
        and (one.campaign, one.by, one.place) == (other.campaign, other.by, other.place)
        and essence == _essence(other.body)
    )


def _essence(body: Body) -> Body | None:
    """Return what an answer says without its time and its sentences; None for what is no answer."""
    match body:
        case ReceiptBody(returned=returned):
            silent = tuple(
                replace(back, violations=_told_in_no_words(back.violations)) for back in returned
            )
            return replace(body, returned=silent, time="")
        case RejectionBody(violations=violations):
            return replace(body, violations=_told_in_no_words(violations), time="")
        case _:
            return None


def _told_in_no_words(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    return tuple(replace(found, text="") for found in violations)


def read_proof(data: bytes) -> dict[str, Any]:
    """Return the proof in a file, which must be in normal form; InvalidFileError if it is not."""
    return read_normal(data, limit=PROOF_LIMIT, deepest=_PROOF_DEEPEST)


def contradiction_in(proof: Mapping[str, Any]) -> Contradiction:
    """Return what a proof says; InvalidFileError if it has not the shape of one or proves nothing."""
    check_document(dict(proof), "equivocation")
    one, other = (entry_from(document) for document in proof["entries"])
    known = [entry_from(document) for document in proof.get("upon", ())]
    found = contradiction_of(one, other, {entry.digest: entry for entry in known})
    if found is None or found.document != proof:
        raise InvalidFileError("the two entries do not contradict each other; both may be meant")
    return found


def signs(entry: Entry, key: str) -> bool:
    """Return whether the seat that wrote an entry has signed it with this key."""
    try:
        verify_signature(entry, entry.by, key, entry.signatures.get(entry.by, ""))
    except SignatureError:
        return False
    return True


def is_signed(found: Contradiction, keys: Iterable[str]) -> bool:
    """Return whether one of the keys has signed everything in a proof."""
    entries = (found.one, found.other, *found.upon)
    return any(all(signs(entry, key) for entry in entries) for key in keys)


def check_proof(proof: Mapping[str, Any], keys: Iterable[str]) -> Contradiction:
    """Refuse a proof that does not prove; one of the keys must have signed everything in it."""
    found = contradiction_in(proof)
    if not is_signed(found, keys):
        raise SignatureError(f"no key that {found.seat} has had signed the entries of the proof")
    return found
