"""Whose signatures a mail is the first to bring.

Anybody can write a player's address into a mail, and send once more what a player has signed. So what
a mail is owed does not depend on the address that it names, but on signatures that nobody has seen
here before; each is brought once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import PbemError
from sealion_pbem.pbem.body import KeyChangeBody
from sealion_pbem.pbem.entry import NEW, Entry, is_of, parse_entry, verify_signatures
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.referee.notes import Notes

__all__ = ["Brought", "bring"]

_ROOM = "brought"


@frozen
class Brought:
    """The entries that a mail is the first to bring, signed by players with their present keys.

    `entries` are the digests of what was signed, `authors` the seats that have signed.
    """

    entries: frozenset[str]
    authors: tuple[str, ...]


def bring(
    record: Record, notes: Notes, known: Collection[str], documents: Iterable[bytes], mail: str
) -> Brought:
    """Note what a mail is the first to bring; `known` are the names of the entries in the log.

    What is in the log without a note came by another way, and nobody is the first to bring it.
    """
    new: list[Entry] = []
    for entry in _signed(record, documents):
        if entry.file_name in known:
            first = notes.find(_ROOM, entry.digest) or {}
        else:
            first = notes.keep(_ROOM, entry.digest, {"mail": mail})
        if first.get("mail") == mail:
            new.append(entry)
    authors = dict.fromkeys(entry.by for entry in new)
    return Brought(frozenset(entry.digest for entry in new), tuple(authors))


def _signed(record: Record, documents: Iterable[bytes]) -> Iterable[Entry]:
    """Go through the entries that players have signed with the keys they have now."""
    ledger = record.ledger
    for data in documents:
        try:
            entry = parse_entry(data, ruleset=record.ruleset)
            if entry.by not in ledger.players or entry.campaign != ledger.campaign:
                continue
            keys = {entry.by: ledger.keys[entry.by]}
            if is_of(entry, KeyChangeBody):
                keys[NEW] = entry.body.key
            verify_signatures(entry, keys)
        except PbemError:
            continue
        yield entry
