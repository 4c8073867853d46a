"""Signatures: Ed25519 over bytes that also say what kind of entry they are.

The message is DSSE's pre-authentication encoding of a media type and the canonical body, so that a
signature under one kind of entry can never be moved to another. The algorithm is fixed by the format
and never read from a file.
"""

from __future__ import annotations

import re

from cryptography.exceptions import InvalidSignature

from sealion_pbem.errors import SignatureError
from sealion_pbem.pbem.keys import PrivateKey, public_key

__all__ = ["FORMAT", "media_type", "pae", "sign", "verify"]

FORMAT = "sealion-pbem/1"
"""The protocol that every document names; the algorithm of its signatures follows from it."""
_SIGNATURE = re.compile("[0-9a-f]{128}")


def media_type(kind: str) -> str:
    """Return the media type of an entry of this kind."""
    return f"application/vnd.sealion-pbem.{kind}+json; v=1"


def pae(media: str, body: bytes) -> bytes:
    """Return type and body, each after its length in bytes (DSSE version 1)."""
    named = media.encode()
    return b"DSSEv1 %d %b %d %b" % (len(named), named, len(body), body)


def sign(kind: str, body: bytes, key: PrivateKey) -> str:
    """Return the signature of an entry's canonical body, as hex."""
    return key.sign(pae(media_type(kind), body)).hex()


def verify(kind: str, body: bytes, signature: str, public: str, who: str) -> None:
    """Check that the holder of a public key has signed an entry's canonical body.

    Raises:
        SignatureError: the signature is not one, or not of this body and key.
        RosterError: the public key may not be used.
    """
    if not _SIGNATURE.fullmatch(signature):
        raise SignatureError(
            f"the {len(signature)} characters in the place of {who}'s signature are not one",
            hint="a signature is written as 128 hexadecimal digits, small letters",
        )
    try:
        public_key(public).verify(bytes.fromhex(signature), pae(media_type(kind), body))
    except InvalidSignature:
        raise SignatureError(
            f"the signature of {who} does not fit: the {kind} was changed after it was signed, "
            f"or signed with another key than {public[:16]}…",
            hint=f"ask {who} to send the file again, unchanged",
        ) from None
