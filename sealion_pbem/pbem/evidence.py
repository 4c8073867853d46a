"""Evidence: two different signed turns of one seat with one number, in a file that anybody can check."""

from __future__ import annotations

from typing import Any

from sealion_pbem.errors import InvalidFileError, SignatureError
from sealion_pbem.pbem.entry import FORMAT, Entry, entry_from, verify_signatures
from sealion_pbem.pbem.schema import check_document

__all__ = ["check_proof", "is_equivocation", "proof_of"]


def is_equivocation(one: Entry, other: Entry) -> bool:
    """Return whether two turns cannot both be meant: they answer the same rejections, or none.

    A turn that cites one rejection more replaces the rejected version rightfully. So the two turns
    are enough, and no third document is needed to clear or to convict.
    """
    return (
        one.kind == other.kind == "turn"
        and one.digest != other.digest
        and (one.campaign, one.by, one.seq) == (other.campaign, other.by, other.seq)
        and one.body.get("after", []) == other.body.get("after", [])
    )


def proof_of(one: Entry, other: Entry) -> dict[str, Any]:
    """Return a file that proves the equivocation by itself; the order of the two does not matter."""
    first, second = sorted((one, other), key=lambda entry: entry.digest)
    return {
        "format": FORMAT,
        "kind": "equivocation",
        "campaign": one.campaign,
        "seat": one.by,
        "seq": one.seq,
        "turns": [first.document, second.document],
    }


def check_proof(proof: dict[str, Any], key: str) -> None:
    """Refuse a proof that does not prove: the key must have signed two turns that cannot both be meant."""
    check_document(proof, "equivocation")
    one, other = (entry_from(document) for document in proof["turns"])
    for turn in (one, other):
        if (turn.kind, turn.campaign, turn.by, turn.seq) != (
            "turn", proof["campaign"], proof["seat"], proof["seq"],
        ):  # fmt: skip
            raise InvalidFileError("a turn in the proof is not of the seat and number it names")
        verify_signatures(turn, {turn.by: key})
    if one.digest == other.digest:
        raise SignatureError("the proof holds the same turn twice; that proves nothing")
    if not is_equivocation(one, other):
        raise InvalidFileError("the turns answer different rejections; one may replace the other")
