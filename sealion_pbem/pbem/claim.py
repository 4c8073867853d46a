"""Claims: a key that asks for a seat, and the dice chain that it brings.

A claim names no place in the log, so it does not grow old while the log goes on. Whoever may change the
keys of the seat makes a key change of it: the old key, or the referee when that is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Self

from sealion_pbem.engine.canon import canonical
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.pbem.body import KeyChangeBody
from sealion_pbem.pbem.entry import CLAIM, claim_in
from sealion_pbem.pbem.keys import PrivateKey
from sealion_pbem.pbem.links import Anchor
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.pbem.signature import sign, verify

__all__ = ["Claim", "claim_from", "sign_claim"]


@frozen
class Claim:
    """A claim that was signed by the key that it names; `change` is the key change it asks for."""

    campaign: str
    change: KeyChangeBody
    signature: str

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> Self:
        """Return the claim in a document that was checked before."""
        change = KeyChangeBody.read(document)
        return cls(document["campaign"], change, document["signatures"]["new"])

    @property
    def digest(self) -> str:
        """By what the claim is known: the SHA-256 of what the new key has signed."""
        return sha256(canonical(claim_in(self.document))).hexdigest()

    @property
    def signatures(self) -> dict[str, str]:
        """The signature as a key change takes it over."""
        return {"new": self.signature}

    @property
    def document(self) -> dict[str, Any]:
        """The claim as a file."""
        facts = {"campaign": self.campaign, **self.change.members}
        return {**claim_in(facts), "signatures": self.signatures}


def sign_claim(
    campaign: str, seat: str, key: PrivateKey, reason: str, anchor: Anchor | None
) -> Claim:
    """Return the claim of a key to a seat, signed by that key; `anchor` is its new dice chain."""
    change = KeyChangeBody(seat, key.public, reason, anchor)
    said = canonical(claim_in({"campaign": campaign, **change.members}))
    claim = Claim(campaign, change, sign(CLAIM, said, key))
    check_document(claim.document, CLAIM)
    return claim


def claim_from(document: Mapping[str, Any]) -> Claim:
    """Return the claim that a document makes.

    Raises:
        SchemaError: it has another shape.
        SignatureError, RosterError: it is not signed by the key that it names, or that may not be used.
    """
    check_document(dict(document), CLAIM)
    claim = Claim.read(document)
    said = canonical(claim_in(document))
    verify(CLAIM, said, claim.signature, claim.change.key, "the new key")
    return claim
