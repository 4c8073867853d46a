"""Recompute every roll of a campaign from its entries, with nothing but the standard library.

    python examples/recompute_dice.py FOLDER

FOLDER is a campaign folder or has campaign folders below it. Every dice link is checked against the
one before it, back to the anchor, and every roll of every receipt is derived anew. Signatures, the
chain of entries, and whether the rules ask for these rolls are the business of `sealion audit`.
"""

import json
import sys
from hashlib import sha256
from hmac import digest as hmac
from pathlib import Path
from typing import Any

Entry = dict[str, Any]


class DisagreementError(Exception):
    """Something in the log does not follow from the rest of it."""


def frame(*parts: str | int | bytes) -> bytes:
    """Return the parts, each after its length in four bytes."""
    data = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in data)


def digest(entry: Entry) -> bytes:
    """Return the SHA-256 of an entry's canonical bytes without the signatures."""
    body = {name: value for name, value in entry.items() if name != "signatures"}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).digest()


def open_link(entry: Entry, shown: dict[str, tuple[int, str]]) -> tuple[str, int, bytes]:
    """Return the dice link that an entry opens: the next one of its seat, hashing to the last."""
    seat, number, value = entry["by"], entry["link"]["number"], entry["link"]["value"]
    link = seat, number, bytes.fromhex(value)
    below = sha256(frame("sealion-pbem/chain/1", entry["campaign"], *link)).hexdigest()
    if shown[seat] != (number - 1, below):
        raise DisagreementError(f"link {number} of {seat} does not fit the one before it")
    shown[seat] = (number, value)
    return link


def seed_of(turn: Entry, links: list[tuple[str, int, bytes]]) -> bytes:
    """Return the seed of a turn: HKDF of the links opened for it, salted with its digest."""
    key = hmac(digest(turn), b"".join(value for _, _, value in links), sha256)
    who = [part for seat, number, _ in links for part in (seat, number)]
    info = frame("sealion-pbem/seed/1", turn["campaign"], turn["seq"], *who)
    return hmac(key, info + b"\x01", sha256)


def face(seed: bytes, label: str, number: int, sides: int) -> int:
    """Return what die `number` of a roll shows; bytes that would favour low faces are skipped."""
    fair, counter = 256 - 256 % sides, 0
    while True:
        for byte in hmac(seed, frame(label, number, counter), sha256):
            if byte < fair:
                return byte % sides + 1
        counter += 1


def check_rolls(receipt: Entry, seed: bytes) -> int:
    """Return how many rolls a receipt holds, after deriving each."""
    for roll in receipt["rolls"]:
        label, sides, said = roll["label"], roll["sides"], roll["values"]
        if sides not in range(2, 257):
            raise DisagreementError(f"the roll {label!r} has dice of {sides} sides")
        fell = [face(seed, label, number, sides) for number in range(len(said))]
        if fell != said:
            raise DisagreementError(f"the roll {label!r} says {said}, the dice fell {fell}")
    return len(receipt["rolls"])


def new_anchors(entry: Entry) -> dict[str, Entry]:
    """Return the dice chains that an entry begins, by seat."""
    if entry["kind"] == "anchor":
        return {entry["by"]: entry}
    if entry["kind"] == "ruling":
        return dict(entry.get("anchors", {}))
    if entry["kind"] == "key_change":
        return {entry["seat"]: entry["anchor"]} if "anchor" in entry else {}
    # With the last link of a chain comes the next chain.
    return {entry["by"]: entry["anchor"]} if "anchor" in entry else {}


def is_made_again(entry: Entry, shown: dict[str, tuple[int, str]]) -> bool:
    """Return whether an answer shows the same link as the last: its seat lost it and made it again."""
    link = entry.get("link")
    return bool(link and shown.get(entry["by"]) == (link["number"], link["value"]))


def check_log(entries: list[tuple[str, Entry]]) -> int:
    """Return how many rolls a log holds; DisagreementError names the first entry that is wrong."""
    turns = {digest(entry).hex(): entry for _, entry in entries}
    shown: dict[str, tuple[int, str]] = {}
    links: list[tuple[str, int, bytes]] = []
    count = 0
    for name, entry in entries:
        try:
            if entry["kind"] == "charter":
                seats = entry["seats"].items()
                shown = {seat: (0, s["anchor"]["tip"]) for seat, s in seats if "anchor" in s}
            if is_made_again(entry, shown):
                continue
            if entry["kind"] in ("opening", "receipt"):
                links.append(open_link(entry, shown))
            shown |= {seat: (0, anchor["tip"]) for seat, anchor in new_anchors(entry).items()}
            if entry["kind"] == "receipt":
                count += check_rolls(entry, seed_of(turns[entry["turn"]], links))
                links = []
        except DisagreementError as error:
            raise DisagreementError(f"{name}: {error}") from error
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise DisagreementError(f"{name}: something in it is missing: {error!r}") from error
    return count


def read_entry(path: Path) -> tuple[str, Entry]:
    """Return an entry file's name and content."""
    try:
        return path.name, dict(json.loads(path.read_bytes()))
    except (TypeError, ValueError, RecursionError) as error:
        raise DisagreementError(f"{path.name}: cannot be read: {error}") from error


def main(folder: str) -> int:
    """Print a line for each campaign and return the exit code: 0 if every roll is right."""
    charters = sorted(Path(folder).rglob("entries/0000-charter-*.json"))
    for place in [charter.parent for charter in charters]:
        try:
            count = check_log([read_entry(path) for path in sorted(place.glob("*.json"))])
        except DisagreementError as error:
            print(f"{place.parent}: {error}")
            return 1
        print(f"{place.parent}: {count} rolls, every one is right")
    if not charters:
        print(f"{folder}: no campaign is here or below")
    return 0 if charters else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == len(("program", "folder")) else __doc__)
