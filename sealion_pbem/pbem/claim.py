"""Claims: a key that asks for a seat, and the dice chain that it brings.

A claim names no place in the log, so it does not grow old while the log goes on. Whoever may change the
keys of the seat makes a key change of it: the old key, or the referee when that is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealion_pbem.engine.canon import canonical
from sealion_pbem.pbem.entry import CLAIM, claim_in
from sealion_pbem.pbem.keys import PrivateKey
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.pbem.signature import sign, verify

__all__ = ["check_claim", "sign_claim"]


def sign_claim(
    campaign: str, seat: str, key: PrivateKey, reason: str, anchor: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return the claim of a key to a seat, signed by that key; `anchor` is its new dice chain."""
    facts = {"campaign": campaign, "seat": seat, "key": key.public, "reason": reason}
    body = claim_in(facts | ({"anchor": dict(anchor)} if anchor else {}))
    claim = {**body, "signatures": {"new": sign(CLAIM, canonical(body), key)}}
    check_document(claim, CLAIM)
    return claim


def check_claim(claim: Mapping[str, Any]) -> None:
    """Refuse a document that is no claim, or not signed by the key that it names.

    Raises:
        SchemaError: it has another shape.
        SignatureError, RosterError: the signature does not fit, or the key may not be used.
    """
    check_document(dict(claim), CLAIM)
    body = canonical(claim_in(claim))
    verify(CLAIM, body, claim["signatures"]["new"], claim["key"], "the new key")
