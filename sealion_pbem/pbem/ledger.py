"""The ledger: whose entry comes next, and whether this one may be it.

It knows the roster, the chain and the dice links, and nothing of the game: the umpire tells it who
owes the decision. `check` changes nothing; `accept` takes an entry that was checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from sealion_pbem.errors import ChainError, RosterError, WrongCampaignError
from sealion_pbem.pbem.body import (
    AnchorBody,
    CharterBody,
    KeyChangeBody,
    OpeningBody,
    ReceiptBody,
    ResignationBody,
    RulingBody,
    TurnBody,
)
from sealion_pbem.pbem.charter import REFEREE, check_charter
from sealion_pbem.pbem.entry import (
    NEW,
    VOIDING,
    Entry,
    EntryOf,
    LogPlace,
    is_of,
    verify_signatures,
)
from sealion_pbem.pbem.keys import check_public
from sealion_pbem.pbem.links import Anchor, Link, Opened, check_link

__all__ = ["LAST_SEQ", "MOST_AFFAIRS", "Ledger", "anchors_in", "signers_of"]

LAST_SEQ = 9999
MOST_AFFAIRS = 8
"""So many anchors and changes of keys may players write between two receipts: numbers are few."""
# What the referee, or all players together, may write in the place of a turn that nothing follows.
_SUPERSEDING = frozenset({"key_change", "resignation", "ruling"})


def signers_of(entry: Entry, keys: Mapping[str, str]) -> dict[str, str]:
    """Return under which names, and with which public keys, an entry must be signed."""
    if entry.by not in keys:
        raise RosterError(f"there is no seat {entry.by} in this campaign")
    if entry.kind == "ruling" and REFEREE not in keys:
        return dict(keys)
    own = {entry.by: keys[entry.by]}
    return own | ({NEW: entry.body.key} if is_of(entry, KeyChangeBody) else {})


class Ledger:
    """The state of the log after the entries accepted so far."""

    def __init__(self, charter: EntryOf[CharterBody]) -> None:
        """Open the log with a charter that every seat has signed."""
        check_charter(charter)
        agreed = charter.body
        self.charter = charter
        self.campaign = charter.campaign
        self.mode = agreed.mode
        self.players = sorted(seat for seat in agreed.seats if seat != REFEREE)
        self.keys = agreed.keys
        self.roster = list(self.keys.items())
        self.anchors: dict[str, Anchor] = {}
        self.tips: set[str] = set()
        for seat, anchor in agreed.anchors.items():
            if anchor.value in self.tips:
                raise ChainError(f"the anchor of {seat} is that of another seat")
            self._set_anchor(seat, anchor)
        self.head = charter.digest
        self.next_seq = 1
        self.stood = ""
        self.answered = ""
        self.owes: str | None = None
        self.pending: EntryOf[TurnBody] | None = None
        self.opening: Opened | None = None
        self.resigned: str | None = None
        self.affairs = 0

    def fork(self) -> Ledger:
        """Return the ledger as it stands, to go on another way: neither knows of the other."""
        other = copy(self)
        other.keys, other.roster = dict(self.keys), list(self.roster)
        other.anchors, other.tips = dict(self.anchors), set(self.tips)
        return other

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

    def place(self) -> LogPlace:
        """Return where the next entry of the chain is to be written."""
        return LogPlace(self.next_seq, self.head, self.stood)

    def place_of_turn(self) -> LogPlace:
        """Return where an entry is to be written that takes the place of the pending turn."""
        turn = self.pending
        assert turn is not None, "asked for when a turn waits"
        return LogPlace(turn.seq, turn.prev, turn.digest)

    def next_link(self, seat: str) -> int:
        """Return the number of the link that a seat opens next."""
        return self.anchors[seat].number + 1

    def is_last_link(self, seat: str) -> bool:
        """Return whether a seat opens its last link next, and with it must bring a new chain."""
        return self.next_link(seat) == self.anchors[seat].length

    def openers_with(self, seat: str, link: Link) -> tuple[Opened, ...]:
        """Return the links whose secrets make the dice of the pending turn, this one last."""
        last = link.opened_by(seat)
        return (self.opening, last) if self.opening else (last,)

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
        match entry.body:
            case ReceiptBody(link=link, anchor=anchor) | OpeningBody(link=link, anchor=anchor):
                self._check_link(entry, link, anchor)
            case TurnBody():
                self._check_room(entry)
            case KeyChangeBody() as change:
                self._check_key(entry.by, change)
            case RulingBody(takes_back=int()):
                self._check_taking_back()
        self._check_anchors(entry)
        if self._is_affair(entry) and self.affairs >= MOST_AFFAIRS:
            raise ChainError(
                f"players have written {MOST_AFFAIRS} anchors and changes of keys since the last "
                "receipt; a turn must come first"
            )

    def accept(self, entry: Entry) -> None:
        """Take a checked entry into the log."""
        if entry.kind in VOIDING:
            assert self.pending is not None, "check refuses a rejection of nothing"
            self.head, self.next_seq = self.pending.prev, self.pending.seq
            self.pending, self.stood = None, entry.digest
            return
        if self._supersedes(entry):
            self.pending = None
        self.head, self.next_seq, self.stood = entry.digest, entry.seq + 1, ""
        self.affairs += self._is_affair(entry)
        for owner, new in anchors_in(entry).items():
            self._set_anchor(owner, new)
        if is_of(entry, TurnBody):
            self.pending, self.opening = entry, None
        match entry.body:
            case OpeningBody(link=link, anchor=anchor):
                self._move_anchor(entry.by, link, anchor)
                self.opening = link.opened_by(entry.by)
            case ReceiptBody(link=link, anchor=anchor, time=time):
                self._move_anchor(entry.by, link, anchor)
                self.pending, self.opening, self.affairs = None, None, 0
                self.answered = time
            case KeyChangeBody(seat=seat, key=key):
                self.keys[seat] = key
                self.roster.append((seat, key))
            case ResignationBody():
                self.resigned, self.pending = entry.by, None

    def _is_affair(self, entry: Entry) -> bool:
        """Return whether an entry is a player's own affair and says nothing of the game."""
        return entry.kind in ("anchor", "key_change") and entry.by != REFEREE

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
        if entry.after != self.stood:
            cited = f"cites {entry.after[:12]}…" if entry.after else "cites nothing"
            stood = (
                f"what stood there is {self.stood[:12]}…" if self.stood else "nothing stood there"
            )
            raise ChainError(
                f"the {entry.kind} {entry.seq} {cited} in its place, but {stood}",
                hint="ask for what it cites, and receive that first",
            )

    def _supersedes(self, entry: Entry) -> bool:
        """Return whether an entry takes the place of a turn that nothing follows yet, and cites it."""
        turn = self.pending
        is_allowed = entry.kind == "ruling" or (
            entry.kind in _SUPERSEDING and entry.by == REFEREE and REFEREE in self.keys
        )
        return (
            turn is not None
            and self.head == turn.digest
            and is_allowed
            and (entry.seq, entry.prev, entry.after) == (turn.seq, turn.prev, turn.digest)
        )

    def _check_author(self, entry: Entry) -> None:
        if self.resigned and entry.kind != "ruling":
            raise ChainError(f"{self.resigned} has resigned; only rulings follow")
        expected = self._authors(entry)
        if entry.by not in expected:
            wanted = " or ".join(sorted(expected)) or "nobody"
            raise RosterError(f"the {entry.kind} is not {entry.by}'s to write now, but {wanted}'s")

    def _authors(self, entry: Entry) -> set[str]:
        """Return who may write an entry of this kind in its place."""
        referee = {REFEREE} & self.keys.keys()
        baton = self.baton()
        writing = {baton} if baton else set()
        if entry.kind == "ruling" and (self.pending is None or self._supersedes(entry)):
            # Of all players he signs last who could write something else there.
            return referee or writing or set(self.players)
        if self.pending is None:
            return self._going_on(entry.kind, writing, referee)
        if self._supersedes(entry):
            return referee
        return self._answering(entry.kind, self.pending, writing)

    def _going_on(self, kind: str, writing: set[str], referee: set[str]) -> set[str]:
        """Return who may write an entry of this kind when no turn waits."""
        match kind:
            case "turn":
                return writing
            case "receipt" | "opening":
                return set()
            case "anchor":
                # Whoever is not to write could claim that his anchor came before a turn he has read.
                return writing & self.anchors.keys()
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
                # A key change behind a turn that is then rejected would be lost, and a new anchor
                # there would be another roll.
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
        if what == "withdrawal" and not self.charter.body.delay_hours:
            raise ChainError("the charter has no delay: a turn that was sent cannot be withdrawn")
        author = turn.by if what == "withdrawal" else self.witness(turn.by)
        if entry.by != author:
            raise RosterError(f"the {what} is not {entry.by}'s to write, but {author}'s")

    def _check_link(self, entry: Entry, link: Link, anchor: Anchor | None) -> None:
        is_last = self.is_last_link(entry.by)
        check_link(self.campaign, self.anchors[entry.by], link.opened_by(entry.by))
        if is_last != (anchor is not None):
            what = "opens the last link" if is_last else "does not open the last link"
            lacks = "must bring a new anchor" if is_last else "may not bring a new anchor"
            raise ChainError(f"the {entry.kind} {what} of {entry.by}'s dice chain and {lacks}")

    def _check_room(self, turn: Entry) -> None:
        """Refuse a turn behind which there is no number left for its answer."""
        answers = 2 if self.mode == "both" else 1
        if turn.seq + answers > LAST_SEQ:
            raise ChainError(
                f"turn {turn.seq} leaves no number for its answer: a log ends at {LAST_SEQ}",
                hint="end the campaign with a ruling or a resignation, and go on in a new one",
            )

    def _check_key(self, by: str, change: KeyChangeBody) -> None:
        seat = change.seat
        if by not in (seat, REFEREE):
            raise RosterError(f"{by} may not change the key of {seat}")
        if seat not in self.keys:
            raise RosterError(f"there is no seat {seat} in this campaign")
        check_public(change.key)
        if change.key in {known for _, known in self.roster}:
            raise RosterError(
                "the new key is or was on the roster already; every change needs a key of its own"
            )
        if seat in self.anchors and by != seat and change.anchor is None:
            raise ChainError(
                f"whoever takes over {seat} brings a dice chain of his own: the anchor is missing"
            )

    def _check_taking_back(self) -> None:
        """Refuse to go back where not all players say so, or where nobody goes on."""
        if REFEREE in self.keys:
            raise ChainError("where there is a referee, a turn that was answered stands")
        if self.resigned:
            raise ChainError(f"{self.resigned} has resigned; nothing is taken back any more")

    def _check_anchors(self, entry: Entry) -> None:
        """Refuse an anchor of a seat that opens no dice, or one that was there before."""
        anchors = anchors_in(entry)
        if entry.kind == "ruling" and anchors and REFEREE in self.keys:
            raise ChainError(
                "where there is a referee a lost dice chain is renewed by a key change"
            )
        known = set(self.tips)
        for seat, anchor in anchors.items():
            if seat not in self.anchors:
                raise ChainError(f"{seat} opens no dice in mode {self.mode} and has no anchor")
            if anchor.value in known:
                raise ChainError(
                    f"the anchor of {seat} was used before: its links may be known to others"
                )
            known.add(anchor.value)

    def _set_anchor(self, seat: str, anchor: Anchor) -> None:
        self.anchors[seat] = anchor
        self.tips.add(anchor.value)

    def _move_anchor(self, seat: str, link: Link, brought: Anchor | None) -> None:
        """Let the link of a checked entry be the one that the next is compared with."""
        if brought is None:
            self.anchors[seat] = Anchor(link.value, link.number, self.anchors[seat].length)


def anchors_in(entry: Entry) -> Mapping[str, Anchor]:
    """Return the new dice chains that an entry brings, by seat."""
    match entry.body:
        case AnchorBody(anchor=anchor):
            return {entry.by: anchor}
        case RulingBody(anchors=anchors):
            return anchors
        case KeyChangeBody(seat=seat, anchor=Anchor() as anchor):
            return {seat: anchor}
        case OpeningBody(anchor=Anchor() as anchor) | ReceiptBody(anchor=Anchor() as anchor):
            return {entry.by: anchor}
        case _:
            return {}
