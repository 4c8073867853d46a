"""Sample campaigns for the tests of this floor, which keeps entries and does not judge them."""

from pathlib import Path
from typing import Any

from sealion_pbem.campaign.folder import Folder, Settings
from sealion_pbem.campaign.store import Store
from sealion_pbem.pbem.entry import Entry, parse_entry
from sealion_pbem.pbem.evidence import contradiction_of
from sealion_pbem.pbem.loader import normal_form

CAMPAIGN = "c" * 64
SEATS = ("german", "british")


def charter(name: str = "channel") -> Entry:
    """The first entry of a campaign between two friends."""
    seat = {"key": "1" * 64, "nonce": "2" * 64, "anchor": {"tip": "3" * 64, "length": 8}}
    return _entry(
        {
            "kind": "charter",
            "seq": 0,
            "name": name,
            "mode": "peer",
            "ruleset": {"id": "skirmish", "revision": 1},
            "scenario": "ford",
            "options": {},
            "packs": {},
            "seats": {seat_name: dict(seat) for seat_name in SEATS},
            "deadline_hours": 72,
            "grace_hours": 24,
            "corrections": "ruling",
            "created": "2026-01-01T00:00:00Z",
        },
        *SEATS,
    )


def ruling(prev: Entry, text: str = "all is well") -> Entry:
    """The smallest entry that may follow another."""
    facts = {"kind": "ruling", "seq": prev.seq + 1, "prev": prev.digest, "by": "german"}
    return _entry({**facts, "text": text}, "german")


def turn(prev: Entry, nonce: str = "4" * 64) -> Entry:
    """A turn of one order."""
    facts = {"kind": "turn", "seq": prev.seq + 1, "prev": prev.digest, "by": "british"}
    orders = [{"kind": "done"}]
    return _entry({**facts, "decision": "move", "nonce": nonce, "orders": orders}, "british")


def evidence() -> tuple[str, bytes]:
    """The proof that a seat signed two versions of its first turn, by its name."""
    pair = turn(charter()), turn(charter(), nonce="5" * 64)
    found = contradiction_of(*pair)
    assert found is not None
    return found.name, normal_form(found.document)


def rejection(of: Entry) -> Entry:
    """The answer to an illegal turn; it stands beside the chain."""
    facts = {"kind": "rejection", "seq": of.seq, "prev": of.digest, "by": "german"}
    fault = {"rule": "1", "code": "no", "text": "not allowed", "at": "orders/0"}
    time = "2026-01-01T00:00:00Z"
    return _entry({**facts, "violations": [fault], "time": time}, "german")


def chain(count: int) -> list[Entry]:
    """A log of so many entries, always the same."""
    entries = [charter()]
    while len(entries) < count:
        entries.append(ruling(entries[-1], f"number {len(entries)}: " + "blah " * 60))
    return entries[:count]


def resigned(entry: Entry) -> Entry:
    """The same entry with another signature: its digest stays, its bytes do not."""
    return _entry(entry.unsigned, *entry.signatures, digit="e")


def campaign(path: Path, count: int) -> Store:
    """A campaign folder with a log of so many entries."""
    path.mkdir(exist_ok=True)
    folder = Folder(path)
    folder.write_settings(Settings("channel", {"german": "german.key"}))
    store = Store(folder)
    for entry in chain(count):
        assert store.add(entry)
    return store


def names_in(folder: Path) -> list[str]:
    """Everything in a folder, sorted."""
    return sorted(path.name for path in folder.iterdir())


def _entry(facts: dict[str, Any], *signers: str, digit: str = "d") -> Entry:
    signatures = dict.fromkeys(signers, digit * 128)
    document = {"format": "sealion-pbem/1", "campaign": CAMPAIGN, **facts, "signatures": signatures}
    return parse_entry(normal_form(document))
