"""Entries: the signed documents a campaign's log is made of."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Generic, TypeAlias, TypeGuard, TypeVar

from sealion_pbem.engine.canon import canonical
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.ruleset import Shaped
from sealion_pbem.engine.words import Violation
from sealion_pbem.errors import CorruptError, InvalidFileError, SignatureError
from sealion_pbem.pbem.body import BODIES, Body, RejectionBody
from sealion_pbem.pbem.keys import PrivateKey
from sealion_pbem.pbem.loader import check_values, normal_form, read_normal, read_strict
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.pbem.signature import FORMAT, sign, verify

__all__ = [
    "CLAIM",
    "NEW",
    "VOIDING",
    "Entry",
    "EntryOf",
    "LogPlace",
    "claim_in",
    "entry_from",
    "is_of",
    "parse_entry",
    "parse_stored",
    "sign_entry",
    "unsigned",
    "verify_signature",
    "verify_signatures",
    "violations_in",
]

VOIDING = frozenset({"rejection", "withdrawal"})
"""Entries that say that a turn has not happened; they have its number and are not chained."""
NEW = "new"
"""The name under which the new key signs a change of keys: not the entry, but the claim in it."""
CLAIM = "claim"
_CLAIMED = ("campaign", "seat", "key", "reason", "anchor")


B_co = TypeVar("B_co", bound=Body, covariant=True)
B = TypeVar("B", bound=Body)


@frozen
class LogPlace:
    """The place of an entry: its number, what it follows, and what stood there before."""

    seq: int
    prev: str
    after: str = ""

    @property
    def members(self) -> dict[str, Any]:
        """The place as an entry says it; a charter follows nothing."""
        prev = {"prev": self.prev} if self.prev else {}
        return {"seq": self.seq, **prev, **({"after": self.after} if self.after else {})}


@frozen
class EntryOf(Generic[B_co]):
    """An entry whose shape was checked; whether its signatures fit is asked of `verify_signatures`.

    `by` is the seat that made it, "" for a charter, which all have made. `prev` is the digest of the
    entry before it, "" for a charter, and `after` that of what stood in its place before it, "" if
    nothing did. `body` is what only entries of its kind say. `canonical` are the RFC 8785 bytes of the
    document without its signatures, which are what is signed, and `digest` their SHA-256, by which
    other entries name it.
    """

    campaign: str
    seq: int
    prev: str
    after: str
    by: str
    body: B_co
    signatures: dict[str, str]
    canonical: bytes
    digest: str

    @property
    def kind(self) -> str:
        """The name of the kind in files."""
        return self.body.kind

    @property
    def parent(self) -> str:
        """The digest of the entry that it was written upon; "" for a charter."""
        return self.after or self.prev

    @property
    def place(self) -> LogPlace:
        """The place of the entry in its log."""
        return LogPlace(self.seq, self.prev, self.after)

    @property
    def unsigned(self) -> dict[str, Any]:
        """The document without its signatures."""
        return unsigned(self.campaign, self.by, self.place, self.body)

    @property
    def document(self) -> dict[str, Any]:
        """The whole document with its signatures."""
        return {**self.unsigned, "signatures": self.signatures}

    @property
    def data(self) -> bytes:
        """The bytes in which it is stored and sent."""
        return normal_form(self.document)

    @property
    def file_name(self) -> str:
        """The name of its file: number, kind, seat and the start of the digest."""
        return f"{self.seq:04d}-{self.kind}-{self.by or 'all'}-{self.digest[:16]}.json"


Entry: TypeAlias = EntryOf[Body]
"""An entry of any kind."""


def is_of(entry: Entry, kind: type[B]) -> TypeGuard[EntryOf[B]]:
    """Return whether an entry is of the kind that says such things."""
    return isinstance(entry.body, kind)


def violations_in(entry: Entry) -> tuple[Violation, ...]:
    """Return why an entry rejects a turn; nothing if it does not."""
    return entry.body.violations if is_of(entry, RejectionBody) else ()


def unsigned(campaign: str, by: str, place: LogPlace, body: Body) -> dict[str, Any]:
    """Return the document of an entry that nobody has signed yet."""
    author = {"by": by} if by else {}
    known = {"format": FORMAT, "kind": body.kind, "campaign": campaign, **author}
    return {**known, **place.members, **body.members}


def parse_entry(data: bytes, ruleset: Shaped | None = None) -> Entry:
    """Return the entry in a file that came from elsewhere.

    With a ruleset, the orders of a turn are checked against its schema too.

    Raises:
        InvalidFileError: the file cannot be read strictly, or does not have the shape of an entry.
    """
    return _entry(read_strict(data), ruleset)


def parse_stored(data: bytes, ruleset: Shaped | None = None) -> Entry:
    """Return the entry in a file of our own, which must be byte for byte as we write it.

    Raises:
        CorruptError: it is not.
    """
    try:
        return _entry(read_normal(data), ruleset)
    except InvalidFileError as error:
        raise CorruptError(error.message, hint=error.hint) from error


def entry_from(document: Mapping[str, Any], ruleset: Shaped | None = None) -> Entry:
    """Return the entry that a document of values describes; the document is left as it is.

    Raises:
        InvalidFileError: it holds what no entry may hold, or does not have the shape of one.
    """
    own = dict(document)
    check_values(own)
    # What is made here goes the way that everybody else's entries come in.
    return parse_entry(normal_form(own), ruleset)


def sign_entry(
    document: Mapping[str, Any],
    keys: Mapping[str, PrivateKey],
    ruleset: Shaped | None = None,
    *,
    signed: Mapping[str, str] | None = None,
) -> Entry:
    """Return the entry of an unsigned document, signed by every key under the name it is given by.

    `signed` are signatures that others have made before.

    Raises:
        InvalidFileError: nobody would accept such an entry.
    """
    own = dict(document)
    check_values(own)
    kind, last = str(own.get("kind")), own.get("by")
    signatures = dict(signed or {})
    for name, key in sorted(keys.items(), key=lambda item: item[0] == last):
        if name == NEW:
            signatures[name] = sign(CLAIM, canonical(claim_in(own)), key)
        else:
            signatures[name] = sign(kind, _message(own, signatures, name), key)
    return entry_from({**own, "signatures": signatures}, ruleset)


def claim_in(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the claim that a key change, or a claim, holds: what the new key signs."""
    facts = {name: document[name] for name in _CLAIMED if name in document}
    return {"format": FORMAT, "kind": CLAIM, **facts}


def _message(document: Mapping[str, Any], signatures: Mapping[str, str], name: str) -> bytes:
    """Return what somebody signs: the document, with the signatures under a ruling that he completes.

    So a ruling of all players is made by the seat that could have written something else in its place,
    and whoever has agreed to it beforehand has bound nobody.
    """
    others = {other: made for other, made in signatures.items() if other != name}
    is_last = document.get("kind") == "ruling" and document.get("by") == name
    return canonical({**document, "signatures": others} if is_last and others else dict(document))


def verify_signatures(entry: Entry, publics: Mapping[str, str]) -> None:
    """Check that an entry is signed under exactly these names, by these public keys.

    Raises:
        SignatureError: a signature is missing, one too many, or does not fit.
        RosterError: a public key may not be used.
    """
    for name in publics:
        if name not in entry.signatures:
            raise SignatureError(
                f"the {entry.kind} {entry.seq} lacks the signature of {name}",
                hint=f"it must be signed by {' and '.join(sorted(publics))}",
            )
    for name, signature in entry.signatures.items():
        if name not in publics:
            raise SignatureError(
                f"the {entry.kind} {entry.seq} has a signature of {name}, who does not sign it",
                hint=f"it must be signed by {' and '.join(sorted(publics)) or 'nobody'} alone",
            )
        verify_signature(entry, name, publics[name], signature)


def verify_signature(entry: Entry, name: str, public: str, signature: str) -> None:
    """Check one signature under an entry."""
    if name == NEW:
        verify(CLAIM, canonical(claim_in(entry.unsigned)), signature, public, "the new key")
    elif entry.kind == "ruling":
        verify(
            entry.kind, _message(entry.unsigned, entry.signatures, name), signature, public, name
        )
    else:
        verify(entry.kind, entry.canonical, signature, public, name)


def _entry(document: dict[str, Any], ruleset: Shaped | None) -> Entry:
    """Return the entry in a document that may be taken apart."""
    kind = str(document.get("kind"))
    check_document(document, kind if kind in BODIES else "entry", ruleset=ruleset)
    signatures = document.pop("signatures")
    message = canonical(document)
    del document["format"], document["kind"]
    take = document.pop
    return EntryOf(
        take("campaign"),
        take("seq"),
        take("prev", ""),
        take("after", ""),
        take("by", ""),
        BODIES[kind].read(document),
        signatures,
        message,
        sha256(message).hexdigest(),
    )
