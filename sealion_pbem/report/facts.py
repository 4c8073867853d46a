"""What a turn report says, as plain values: templates show them, nothing is worked out later."""

from __future__ import annotations

from sealion_pbem.engine.card import Card, Loss
from sealion_pbem.engine.chronicle import LOSSES, Measure
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.muster import Stack
from sealion_pbem.engine.saying import Utterance

__all__ = [
    "Fortune",
    "Item",
    "ListedRoll",
    "Part",
    "PendingDecision",
    "Picture",
    "TurnReport",
    "Words",
]


@frozen
class Item:
    """A sentence of the story, or a combat in its place."""

    text: Utterance | None = None
    card: Card | None = None


@frozen
class Part:
    """A part of the sequence of play, and what happened in it; `more` counts sentences left out."""

    title: str
    items: tuple[Item, ...]
    more: int = 0


@frozen
class ListedRoll:
    """A roll as it is listed: its label, its rule, the faces, who could have known them."""

    label: str
    rule: str
    faces: str
    trust: str


@frozen
class Fortune:
    """A seat's losses and expected losses, in this report and since the beginning."""

    seat: str
    lost: int
    expected: str
    total_lost: int
    total_expected: str


@frozen
class Words:
    """A player's words beside his orders, already safe to show."""

    seat: str
    text: str


@frozen
class PendingDecision:
    """The decision that the game waits for: whose, by which rule, until when, and how it is answered."""

    seat: str
    kind: str
    prompt: str
    rule: str
    accepts: tuple[str, ...] = ()
    deadline: str = ""
    template: str = ""
    examples: tuple[str, ...] = ()


@frozen
class Picture:
    """A map picture; `cid` names it in a mail, `stacks` says who stands together in it.

    A stack that several close-ups show is listed beside the first; the others name its place in `above`.
    """

    cid: str
    title: str
    alt: str
    width: int
    height: int
    data: bytes
    stacks: tuple[Stack, ...] = ()
    above: tuple[str, ...] = ()


@frozen
class TurnReport:
    """Everything a player learns from one or several receipted turn files."""

    campaign: str
    campaign_id: str
    game: str
    seats: tuple[str, ...]
    seq: int
    by: str
    witness: str
    time: str
    turn_number: int
    turn: str
    part: str
    date: str
    facts: tuple[tuple[str, str], ...]
    head: str
    trust: str
    result: str
    asked: PendingDecision | None
    messages: tuple[Words, ...] = ()
    parts: tuple[Part, ...] = ()
    losses: tuple[Loss, ...] = ()
    coming: tuple[tuple[str, str, str], ...] = ()
    standing: tuple[str, ...] = ()
    fortune: tuple[Fortune, ...] = ()
    verdict: str = ""
    losses_in: Measure = LOSSES
    dice: tuple[ListedRoll, ...] = ()
    named: tuple[tuple[str, str], ...] = ()
    """Name and id of every unit that it tells of, where the two differ."""
    board: str = ""
    pictures: tuple[Picture, ...] = ()
    cut: str = ""
    """What was left out so that a mail is not clipped; empty: nothing."""
    brings: tuple[str, ...] = ()
    """What goes along in a mail, entry by entry: "turn 12 of red"; empty where it is no mail."""
    attachments: tuple[tuple[str, bytes], ...] = ()
    """Files that go with it, by name: the empty orders file of who is asked."""

    @property
    def subject(self) -> str:
        """A subject line with the game turn in it: a long thread under one subject is clipped."""
        what = self.result
        if self.asked:
            what = f"{self.asked.seat.capitalize()} to decide: {self.asked.kind.replace('_', ' ')}"
        return f"[sealion {self.campaign} T{self.turn_number:02d}] {what}"
