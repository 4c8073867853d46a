"""The derivation of one roll from the log, step by step and without the rules.

Everything is hashed here anew with the standard library, so that the dice that the engine rolled are
compared with a second reckoning. `docs/protocol.md` describes the same steps.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from sealion_pbem.errors import ChainError, CorruptError, PbemError
from sealion_pbem.pbem.body import (
    CharterBody,
    KeyChangeBody,
    OpeningBody,
    ReceiptBody,
    TurnBody,
)
from sealion_pbem.pbem.entry import Entry, EntryOf, is_of, parse_stored, verify_signatures
from sealion_pbem.pbem.ledger import anchors_in
from sealion_pbem.pbem.links import Link

__all__ = ["Derivation", "DerivedRoll", "Die", "LinkCheck", "ShownLink", "derive", "read_rolls"]

_CHAIN = "sealion-pbem/chain/1"
_SEED = "sealion-pbem/seed/1"


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A dice link that a seat opened, and the anchor to which it must lead back."""

    seat: str
    number: int
    value: str
    entry: str
    anchor: str
    anchor_entry: str
    before: str


@dataclass(frozen=True, slots=True)
class DerivedRoll:
    """A roll that a receipt lists, with everything from which it follows."""

    number: int
    campaign: str
    receipt: Entry
    turn: Entry
    openings: tuple[ShownLink, ...]
    label: str
    rule: str
    sides: int
    values: tuple[int, ...]
    trust: str


@dataclass(frozen=True, slots=True)
class LinkCheck:
    """The hashes that lead from an opened link back to its anchor, the link itself first."""

    opening: ShownLink
    hashes: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether the hashes end at the anchor and pass through the link opened before."""
        return self.hashes[-1] == self.opening.anchor and self.hashes[1] == self.opening.before


@dataclass(frozen=True, slots=True)
class Die:
    """One die: the blocks of bytes, how many were skipped, the byte used and the face it gives."""

    blocks: tuple[str, ...]
    skipped: tuple[int, ...]
    byte: int
    face: int


@dataclass(frozen=True, slots=True)
class Derivation:
    """Every number on the way from a signed turn and opened links to the faces of a roll."""

    roll: DerivedRoll
    links: tuple[LinkCheck, ...]
    prk: str
    info: str
    seed: str
    fair: int
    dice: tuple[Die, ...]

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that follow from the log."""
        return tuple(die.face for die in self.dice)

    @property
    def agrees(self) -> bool:
        """Whether the links hold and the receipt lists the faces that follow."""
        return all(link.holds for link in self.links) and self.faces == self.roll.values


def derive(roll: DerivedRoll) -> Derivation:
    """Reckon a roll anew."""
    secret = b"".join(bytes.fromhex(opening.value) for opening in roll.openings)
    who = [part for opening in roll.openings for part in (opening.seat, str(opening.number))]
    prk = _hmac(sha256(roll.turn.canonical).digest(), secret)
    info = _frame(_SEED, roll.campaign, str(roll.turn.seq), *who)
    seed = _hmac(prk, info + b"\x01")
    fair = 256 - 256 % roll.sides
    return Derivation(
        roll,
        tuple(_check_link(roll.campaign, opening) for opening in roll.openings),
        prk.hex(),
        info.hex(),
        seed.hex(),
        fair,
        tuple(_die(seed, roll, number, fair) for number in range(len(roll.values))),
    )


def _check_link(campaign: str, opening: ShownLink) -> LinkCheck:
    value = bytes.fromhex(opening.value)
    hashes = [value.hex()]
    for number in range(opening.number, 0, -1):
        value = sha256(_frame(_CHAIN, campaign, opening.seat, str(number), value)).digest()
        hashes.append(value.hex())
    return LinkCheck(opening, tuple(hashes))


def _die(seed: bytes, roll: DerivedRoll, number: int, fair: int) -> Die:
    blocks: list[str] = []
    skipped: list[int] = []
    while True:
        block = _hmac(seed, _frame(roll.label, str(number), str(len(blocks))))
        blocks.append(block.hex())
        for byte in block:
            if byte < fair:
                return Die(tuple(blocks), tuple(skipped), byte, byte % roll.sides + 1)
            skipped.append(byte)


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, sha256).digest()


def _frame(*parts: str | bytes) -> bytes:
    """Return the parts, each after its length in four bytes."""
    encoded = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)


def read_rolls(files: Iterable[tuple[str, bytes]]) -> list[DerivedRoll]:
    """Return every roll of a log, numbered from 1 in the order in which they fell.

    Chain and signatures of the entries that carry dice are checked; the rules are not asked.

    Raises:
        CorruptError: an entry is damaged, or not signed by whom it must be; `entry` names it.
    """
    chain = _chain(files)
    rolls: list[DerivedRoll] = []
    if not chain:
        return rolls
    charter = chain[0][1]
    assert is_of(charter, CharterBody), "nothing else follows nothing"
    reader = _Reader(charter)
    for name, entry in chain[1:]:
        try:
            found = reader.take(entry, len(rolls))
        except (PbemError, KeyError) as error:
            raise CorruptError(f"{name}: {error}", entry=name) from error
        rolls += found
    return rolls


def _chain(files: Iterable[tuple[str, bytes]]) -> list[tuple[str, Entry]]:
    """Return the entries from the charter to the last receipt, along their digests."""
    known: dict[str, tuple[str, Entry]] = {}
    last: tuple[str, Entry] | None = None
    for name, data in files:
        try:
            entry = parse_stored(data)
        except PbemError as error:
            raise CorruptError(f"{name}: {error.message}", entry=name) from error
        known[entry.digest] = (name, entry)
        if entry.kind == "receipt" and (last is None or entry.seq > last[1].seq):
            last = (name, entry)
    chain = []
    while last is not None:
        chain.append(last)
        before = last[1].prev
        if before and before not in known:
            raise CorruptError(
                f"{last[0]}: the entry before it, {before[:12]}…, is missing", entry=last[0]
            )
        last = known.get(before)
    return chain[::-1]


class _Reader:
    """Goes along a chain and remembers keys, anchors and the turn that waits for its dice."""

    def __init__(self, charter: EntryOf[CharterBody]) -> None:
        self._campaign = charter.campaign
        self._keys = charter.body.keys
        self._anchors = {
            seat: (anchor.value, charter.file_name) for seat, anchor in charter.body.anchors.items()
        }
        self._shown = {seat: tip for seat, (tip, _) in self._anchors.items()}
        self._turn: Entry | None = None
        self._openings: list[ShownLink] = []

    def take(self, entry: Entry, before: int) -> list[DerivedRoll]:
        """Go on by one entry; return the rolls it lists, numbered after those before."""
        if entry.kind in ("turn", "opening", "receipt"):
            verify_signatures(entry, {entry.by: self._keys[entry.by]})
        match entry.body:
            case TurnBody():
                self._turn, self._openings = entry, []
            case KeyChangeBody(seat=seat, key=key):
                self._keys[seat] = key
            case OpeningBody(link=link) | ReceiptBody(link=link):
                self._open(entry, link)
        # With the last link of a chain comes the anchor of the next.
        for seat, anchor in anchors_in(entry).items():
            self._anchors[seat] = (anchor.value, entry.file_name)
            self._shown[seat] = anchor.value
        return self._rolls(entry, before) if is_of(entry, ReceiptBody) else []

    def _open(self, entry: Entry, link: Link) -> None:
        anchor, anchor_entry = self._anchors[entry.by]
        self._openings.append(
            ShownLink(
                entry.by,
                link.number,
                link.value,
                entry.file_name,
                anchor,
                anchor_entry,
                self._shown[entry.by],
            )
        )
        self._shown[entry.by] = link.value

    def _rolls(self, receipt: EntryOf[ReceiptBody], before: int) -> list[DerivedRoll]:
        turn = self._turn
        if turn is None:
            raise ChainError("the receipt answers no turn")
        return [
            DerivedRoll(
                number,
                self._campaign,
                receipt,
                turn,
                tuple(self._openings),
                roll.label,
                roll.rule,
                roll.sides,
                roll.values,
                roll.trust,
            )
            for number, roll in enumerate(receipt.body.rolls, before + 1)
        ]
