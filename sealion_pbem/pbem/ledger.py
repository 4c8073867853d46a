"""The ledger: whose entry comes next, and whether this one may be it.

It knows the roster, the chain and the dice links, and nothing of the game: the umpire tells it who
owes the decision. `check` changes nothing; `accept` takes an entry that was checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sealion_pbem.errors import ChainError, InvalidFileError, RosterError, WrongCampaignError
from sealion_pbem.pbem.entry import VOIDING, Entry, verify_signatures
from sealion_pbem.pbem.keys import check_public
from sealion_pbem.pbem.links import Anchor, Opened, campaign_id, check_link

__all__ = ["REFEREE", "TRUST", "Ledger", "seats_with_anchor", "signers_of"]

REFEREE = "referee"
TRUST = {"peer": "two-party", "referee": "referee", "both": "both", "solo": "solo"}
_OWN_AFFAIRS = frozenset({"key_change", "anchor", "resignation"})


def seats_with_anchor(mode: str, seats: Iterator[str] | list[str]) -> list[str]:
    """Return which seats open dice in a mode."""
    if mode == "referee":
        return [REFEREE]
    return sorted(seats)


def signers_of(entry: Entry, keys: Mapping[str, str]) -> dict[str, str]:
    """Return under which names, and with which public keys, an entry must be signed."""
    if entry.kind == "ruling" and REFEREE not in keys:
        return dict(keys)
    own = {entry.by: keys[entry.by]} if entry.by in keys else {}
    return own | ({"new": entry.body["key"]} if entry.kind == "key_change" else {})


class Ledger:
    """The state of the log after the entries accepted so far."""

    def __init__(self, charter: Entry) -> None:
        """Open the log with a charter that every seat has signed."""
        _check_charter(charter)
        body = charter.body
        self.charter = charter
        self.campaign: str = body["campaign"]
        self.mode: str = body["mode"]
        self.players: list[str] = sorted(seat for seat in body["seats"] if seat != REFEREE)
        self.keys: dict[str, str] = {seat: facts["key"] for seat, facts in body["seats"].items()}
        self.anchors = {
            seat: Anchor(facts["anchor"]["tip"], 0, facts["anchor"]["length"])
            for seat, facts in body["seats"].items()
            if "anchor" in facts
        }
        self.head = charter.digest
        self.next_seq = 1
        self.answered = ""
        self.owes: str | None = None
        self.pending: Entry | None = None
        self.opening: Opened | None = None
        self.resigned: str | None = None
        self.rejections: list[str] = []

    def witness(self, seat: str) -> str:
        """Return who answers a seat's turn with a receipt."""
        if REFEREE in self.keys:
            return REFEREE
        return next(other for other in self.players if other != seat)

    def baton(self) -> str | None:
        """Return who writes the next entry; None when the game is over."""
        if self.resigned:
            return None
        if self.pending is None:
            return self.owes
        if self.mode == "both" and self.opening is None:
            return next(seat for seat in self.players if seat != self.pending.by)
        return self.witness(self.pending.by)

    def check(self, entry: Entry) -> None:
        """Refuse an entry that does not belong here: campaign, place, author, signature, link."""
        if entry.campaign != self.campaign:
            raise WrongCampaignError(
                f"the {entry.kind} belongs to campaign {entry.campaign[:12]}…, "
                f"this one is {self.campaign[:12]}…"
            )
        if entry.kind == "charter":
            raise ChainError("the campaign has its charter already; a second one changes nothing")
        if entry.kind in VOIDING:
            self._check_voiding(entry)
        else:
            self._check_place(entry)
            self._check_author(entry)
        verify_signatures(entry, signers_of(entry, self.keys))
        if entry.kind in ("receipt", "opening"):
            self._check_link(entry)
        if entry.kind == "turn":
            self._check_turn(entry)
        if entry.kind == "key_change":
            self._check_key(entry)

    def accept(self, entry: Entry) -> None:
        """Take a checked entry into the log."""
        if entry.kind in VOIDING:
            assert self.pending is not None, "check refuses a rejection of nothing"
            self.head, self.next_seq = self.pending.prev, self.pending.seq
            self.rejections.append(entry.digest)
            self.pending = None
            return
        if self._supersedes(entry):
            self.pending = None
        self.head, self.next_seq = entry.digest, entry.seq + 1
        getattr(self, f"_accept_{entry.kind}")(entry)

    def openers_with(self, seat: str, number: int, value: str) -> tuple[Opened, ...]:
        """Return the links whose secrets make the dice of the pending turn, this one last."""
        last = Opened(seat, number, value)
        return (self.opening, last) if self.opening else (last,)

    def next_link(self, seat: str) -> int:
        """Return the number of the link that a seat opens next."""
        return self.anchors[seat].number + 1

    def _check_place(self, entry: Entry) -> None:
        if self._supersedes(entry):
            return
        if entry.seq > self.next_seq:
            missing = ", ".join(map(str, range(self.next_seq, entry.seq)[:10]))
            raise ChainError(
                f"the {entry.kind} has number {entry.seq}, but {missing} is missing here",
                hint="ask for the missing entries again and receive them first",
            )
        if entry.seq < self.next_seq:
            raise ChainError(f"the log has gone past number {entry.seq}; it is at {self.next_seq}")
        if entry.prev != self.head:
            raise ChainError(
                f"the {entry.kind} {entry.seq} follows {entry.prev[:12]}…, "
                f"the log's head is {self.head[:12]}…",
                hint="it was written on another version of the log; compare heads with its author",
            )

    def _supersedes(self, entry: Entry) -> bool:
        """Return whether the referee writes in the place of a turn that nothing follows yet."""
        turn = self.pending
        return (
            turn is not None
            and self.head == turn.digest
            and entry.by == REFEREE
            and entry.kind in _OWN_AFFAIRS | {"ruling"}
            and (entry.seq, entry.prev) == (turn.seq, turn.prev)
        )

    def _check_author(self, entry: Entry) -> None:
        if self.resigned and entry.kind != "ruling":
            raise ChainError(f"{self.resigned} has resigned; only rulings follow")
        expected = self._authors(entry.kind)
        if entry.by not in expected and not self._supersedes(entry):
            wanted = " or ".join(sorted(expected)) or "nobody"
            raise RosterError(f"the {entry.kind} is not {entry.by}'s to write now, but {wanted}'s")

    def _authors(self, kind: str) -> set[str]:
        """Return who may write an entry of this kind now."""
        baton = self.baton()
        writing = {baton} if baton else set()
        if self.pending is not None:
            return self._answering(kind, self.pending, writing)
        referee = {REFEREE} & self.keys.keys()
        match kind:
            case "turn":
                return writing
            case "receipt" | "opening":
                return set()
            case "ruling":
                return referee or set(self.players)
            case "anchor":
                return (writing | referee) & self.anchors.keys()
            case _:
                return writing | referee

    def _answering(self, kind: str, turn: Entry, writing: set[str]) -> set[str]:
        """Return who may write an entry of this kind behind a turn that waits."""
        needs_opening = self.mode == "both" and self.opening is None
        match kind:
            case "receipt":
                return set() if needs_opening else {self.witness(turn.by)}
            case "opening":
                return writing if needs_opening else set()
            case "turn" | "ruling" | "anchor" | "key_change":
                # A key change behind a turn that is then rejected would be lost.
                return set()
            case _:
                return writing

    def _check_voiding(self, entry: Entry) -> None:
        """Refuse a rejection or withdrawal of anything but the pending turn, or by the wrong seat."""
        turn, what = self.pending, entry.kind
        if turn is None or (entry.seq, entry.prev) != (turn.seq, turn.digest):
            raise ChainError(f"the {what} of {entry.prev[:12]}… does not answer the pending turn")
        if self.opening is not None:
            raise ChainError(f"dice were opened for this turn; it is too late for a {what}")
        if self.head != turn.digest:
            # It takes the head back; what follows the turn would hang in the air.
            raise ChainError(f"the log has gone past this turn; it is too late for a {what}")
        if what == "withdrawal" and not self.charter.body.get("delay_hours", 0):
            raise ChainError("the charter has no delay: a turn that was sent cannot be withdrawn")
        author = turn.by if what == "withdrawal" else self.witness(turn.by)
        if entry.by != author:
            raise RosterError(f"the {what} is not {entry.by}'s to write, but {author}'s")

    def _check_link(self, entry: Entry) -> None:
        opened = _opened(entry)
        check_link(self.campaign, self.anchors[opened.seat], opened)

    def _check_turn(self, entry: Entry) -> None:
        if list(entry.body.get("after", [])) != self.rejections:
            cited = ", ".join(digest[:12] for digest in self.rejections) or "none"
            raise ChainError(
                "a turn that replaces rejected ones must name their rejections, and no others",
                hint=f"rejections of this turn so far: {cited}",
            )

    def _check_key(self, entry: Entry) -> None:
        seat, key = entry.body["seat"], entry.body["key"]
        if entry.by not in (seat, REFEREE):
            raise RosterError(f"{entry.by} may not change the key of {seat}")
        if seat not in self.keys:
            raise RosterError(f"there is no seat {seat} in this campaign")
        check_public(key)
        if key in self.keys.values():
            raise RosterError(
                "the new key is on the roster already; every seat needs a key of its own"
            )

    def _accept_turn(self, entry: Entry) -> None:
        self.pending, self.opening = entry, None

    def _accept_opening(self, entry: Entry) -> None:
        self._move_anchor(entry)
        self.opening = _opened(entry)

    def _move_anchor(self, entry: Entry) -> None:
        """Let the link of a checked entry be the one that the next is compared with."""
        opened = _opened(entry)
        length = self.anchors[opened.seat].length
        self.anchors[opened.seat] = Anchor(opened.value, opened.number, length)

    def _accept_receipt(self, entry: Entry) -> None:
        self._move_anchor(entry)
        self.pending, self.opening, self.rejections = None, None, []
        self.answered = entry.body["time"]

    def _accept_ruling(self, entry: Entry) -> None:
        self.rejections = []

    def _accept_key_change(self, entry: Entry) -> None:
        self.keys[entry.body["seat"]] = entry.body["key"]
        self.rejections = []

    def _accept_anchor(self, entry: Entry) -> None:
        self.anchors[entry.by] = Anchor(entry.body["tip"], 0, entry.body["length"])
        self.rejections = []

    def _accept_resignation(self, entry: Entry) -> None:
        self.resigned = entry.by


def _opened(entry: Entry) -> Opened:
    link: dict[str, Any] = entry.body["link"]
    return Opened(entry.by, link["number"], link["value"])


def _check_charter(charter: Entry) -> None:
    """Refuse a charter that does not hang together or lacks a signature."""
    body = charter.body
    seats: dict[str, dict[str, Any]] = body["seats"]
    expected = campaign_id({seat: facts["nonce"] for seat, facts in seats.items()})
    if body["campaign"] != expected:
        raise ChainError("the campaign id does not follow from the nonces of the seats")
    players = [seat for seat in seats if seat != REFEREE]
    if len(players) < 2:  # noqa: PLR2004 - a game needs two
        raise RosterError("a campaign needs two player seats")
    if (REFEREE in seats) != (body["mode"] in ("referee", "both")):
        raise RosterError(
            f"mode {body['mode']} and the seats {', '.join(sorted(seats))} do not fit"
        )
    for seat, facts in seats.items():
        check_public(facts["key"])
        if ("anchor" in facts) != (seat in seats_with_anchor(body["mode"], list(seats))):
            raise InvalidFileError(
                f"mode {body['mode']}: the dice anchor of {seat} is wrong or missing"
            )
    if len({facts["key"] for facts in seats.values()}) != len(seats):
        raise RosterError("two seats have one key; every seat needs a key of its own")
    verify_signatures(charter, {seat: facts["key"] for seat, facts in seats.items()})
