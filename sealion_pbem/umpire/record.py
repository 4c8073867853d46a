"""A record: a log replayed up to some entry, with the game as it stands there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from sealion_pbem.engine.capability import secrecy_of
from sealion_pbem.engine.compiled import pack_digests
from sealion_pbem.engine.dice import Dice, SeededDice
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.game import Game, begin, orders_from_wire, pending
from sealion_pbem.engine.loop import preview, run
from sealion_pbem.engine.refusal import violations_to_wire
from sealion_pbem.engine.replay import claim_of, first_divergence
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.standing import StandingOrder, check_standing
from sealion_pbem.engine.turn import Outcome, Preview, Returned, Turn
from sealion_pbem.engine.wire import from_wire
from sealion_pbem.engine.words import Decision, Json, Seat, Violation
from sealion_pbem.errors import AuditError, CampaignError, UsageError, WireError
from sealion_pbem.pbem.body import (
    CharterBody,
    OpeningBody,
    ReceiptBody,
    RejectionBody,
    RulingBody,
    TurnBody,
)
from sealion_pbem.pbem.charter import TRUST
from sealion_pbem.pbem.entry import Entry, EntryOf, is_of
from sealion_pbem.pbem.ledger import Ledger
from sealion_pbem.pbem.links import Link, seed_of
from sealion_pbem.rulesets import find

__all__ = ["MOST_TAKEN_BACK", "Admitted", "Record", "check_pins"]

MOST_TAKEN_BACK = 8
"""So many turns that were answered can be taken back at most."""


@frozen
class Admitted:
    """An entry that was taken into the record, and what the rules made of it."""

    entry: Entry
    outcome: Outcome[Any] | None = None


@frozen
class _Revocable:
    """A turn that no die has followed, and how the game stood before it."""

    turn: EntryOf[TurnBody]
    game: Game[Any]
    waiting: Decision | None
    came_back: Mapping[Seat, tuple[Returned, ...]]


class Record:
    """A log and its game, from the charter on; every entry is proved before it is taken."""

    def __init__(self, charter: EntryOf[CharterBody], *, any_revision: bool = False) -> None:
        """Open the charter; CampaignError if its rules or numbers are not the ones here."""
        self.ledger = Ledger(charter)
        agreed = charter.body
        self.ruleset: Ruleset[Any] = find(agreed.ruleset)
        if not any_revision:
            check_pins(self.ruleset, agreed.revision, agreed.packs)
        if sorted(self.ruleset.seats) != self.ledger.players:
            seats = ", ".join(self.ruleset.seats)
            raise CampaignError(f"{self.ruleset.title} is played by {seats}")
        try:
            start = self.ruleset.setup(agreed.scenario, agreed.options)
        except UsageError as error:
            raise CampaignError(f"the charter: {error.message}", hint=error.hint) from error
        self.game: Game[Any] = begin(self.ruleset, self.ledger.campaign, start)
        self._waiting = pending(self.ruleset, self.game)
        self.forfeited: list[tuple[str, str]] = []
        self.came_back: dict[Seat, tuple[Returned, ...]] = {}
        """Orders of each seat that have come back since its last turn."""
        self._revocable: list[_Revocable] = []
        self.stands = ""
        """Why the last turn that cannot be taken back any more cannot; "" before there is one."""
        for seat, seated in agreed.seats.items():
            standing = _standing(seated.standing_orders or ())
            faults = tuple(check_standing(self.ruleset, standing))
            if faults:
                raise CampaignError(f"the charter, standing orders of {seat}: {faults[0].text}")
            if standing:
                self.game.standing[Seat(seat)] = standing
        self._note_who_owes()

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None when the game is over, by the rules or by a resignation."""
        return None if self.ledger.resigned else self._waiting

    @property
    def result(self) -> str:
        """The result of the campaign, or ""."""
        if self.ledger.resigned:
            return f"{self.ledger.resigned} has resigned"
        return self.ruleset.result(self.game.state)

    @property
    def breaches(self) -> tuple[Violation, ...]:
        """The acts that openings showed to have been against the rules."""
        return secrecy_of(self.ruleset).breaches(self.game.state)

    def admit(self, entry: Entry) -> Admitted:
        """Take an entry into the record, or raise the reason why it cannot be."""
        self.ledger.check(entry)
        outcome = None
        if is_of(entry, ReceiptBody):
            outcome = self._replay(entry)
            self._note_revocable(outcome)
            self.game, self._waiting = outcome.game, outcome.waiting
            self._note_returned(outcome)
        elif is_of(entry, RejectionBody):
            self._recheck(entry)
        elif is_of(entry, OpeningBody):
            self._check_opening(entry)
        elif is_of(entry, RulingBody):
            self._forfeit(entry.body)
            if entry.body.takes_back is not None:
                self._take_back(entry.body.takes_back)
        self.ledger.accept(entry)
        self._note_who_owes()
        return Admitted(entry, outcome)

    def _note_returned(self, outcome: Outcome[Any]) -> None:
        turn = self.ledger.pending
        before = {seat: old for seat, old in self.came_back.items() if turn and seat != turn.by}
        for back in outcome.returned:
            before[back.seat] = (*before.get(back.seat, ()), back)
        self.came_back = before

    @property
    def revocable(self) -> tuple[EntryOf[TurnBody], ...]:
        """The turns that can be taken back, each with all that follow: no die fell, no seal was opened."""
        return tuple(each.turn for each in self._revocable)

    def _note_revocable(self, outcome: Outcome[Any]) -> None:
        """Keep how the game stands before a turn, unless something was shown that stays known."""
        turn = self.ledger.pending
        assert turn is not None, "a receipt answers it"
        shown = "dice fell" if outcome.rolls else ""
        if not shown and _has_opened(self.game, outcome.game):
            shown = "a seal was opened"
        if shown:
            self._revocable, self.stands = [], f"{shown} in turn {turn.seq} of {turn.by}"
        else:
            kept = _Revocable(turn, self.game, self._waiting, self.came_back)
            self._revocable = [*self._revocable, kept][-MOST_TAKEN_BACK:]

    def _take_back(self, number: int) -> None:
        """Let the game go on from before a turn; refuse one after which something was shown."""
        found = next((each for each in self._revocable if each.turn.seq == number), None)
        if found is None:
            can = ", ".join(str(each.turn.seq) for each in self._revocable) or "none"
            raise CampaignError(
                f"turn {number} cannot be taken back" + (f": {self.stands}" if self.stands else ""),
                hint=f"turns that can be taken back: {can}",
            )
        self._revocable = self._revocable[: self._revocable.index(found)]
        self.game, self._waiting = found.game, found.waiting
        self.came_back = dict(found.came_back)

    def fork(self) -> Self:
        """Return the record as it stands, to go on another way: neither knows of the other."""
        other = object.__new__(type(self))
        other.ledger, other.ruleset = self.ledger.fork(), self.ruleset
        # A game is a value: what happens in one makes a new one.
        other.game, other._waiting = self.game, self._waiting
        other.forfeited, other.came_back = list(self.forfeited), dict(self.came_back)
        other._revocable, other.stands = self._revocable, self.stands
        return other

    def run_turn(self, turn: EntryOf[TurnBody], dice: Dice) -> Outcome[Any]:
        """Judge a signed turn in the game as it stands, with the dice given."""
        asked = self.turn_of(turn.by, turn.body)
        if isinstance(asked, Violation):
            return Outcome(self.game, (), 0, self.decision, refused=(asked,))
        return run(self.ruleset, self.game, asked, dice)

    def preview(self, seat: str, body: TurnBody) -> Preview:
        """Judge the body of a turn as far as no die is needed."""
        asked = self.turn_of(seat, body)
        if isinstance(asked, Violation):
            return Preview((asked,), 0)
        return preview(self.ruleset, self.game, asked)

    def turn_of(self, seat: str, body: TurnBody) -> Turn | Violation:
        """Return what the body of a turn asks of the engine, or why it asks nothing."""
        decision = self._waiting
        if decision is not None and body.decision != decision.kind:
            text = f"the turn answers {body.decision!r}, pending is {decision.kind!r}"
            return Violation(decision.rule, "wrong_decision", text, "/decision")
        try:
            orders = orders_from_wire(self.ruleset, body.orders)
        except WireError as error:
            return Violation("-", "unreadable_order", error.message)
        standing = None
        if body.standing_orders is not None:
            standing = _standing(body.standing_orders)
        return Turn(Seat(seat), orders, standing, body.drop_queued)

    def claim(self, outcome: Outcome[Any]) -> dict[str, Json]:
        """Return what a receipt of this outcome says."""
        return claim_of(self.ruleset, outcome) | {"trust": TRUST[self.ledger.mode]}

    def dice_for(self, receipt_by: str, link: Link) -> SeededDice:
        """Return the dice that a link opens for the pending turn."""
        openers = self.ledger.openers_with(receipt_by, link)
        turn = self.ledger.pending
        assert turn is not None, "dice are opened for a pending turn"
        seed = seed_of(self.ledger.campaign, turn.seq, turn.digest, openers)
        return SeededDice(seed, TRUST[self.ledger.mode])

    def _replay(self, receipt: EntryOf[ReceiptBody]) -> Outcome[Any]:
        """Judge the pending turn with the opened dice and compare with what the receipt says."""
        turn = self.ledger.pending
        assert turn is not None, "the ledger refuses a receipt without a pending turn"
        name = receipt.file_name
        if receipt.body.turn != turn.digest:
            raise AuditError("the receipt answers another turn than the one before it", entry=name)
        outcome = self.run_turn(turn, self.dice_for(receipt.by, receipt.body.link))
        if outcome.refused:
            raise AuditError(
                f"the receipt accepts a turn the rules refuse: {outcome.refused[0]}", entry=name
            )
        divergence = first_divergence(receipt.body.claim, self.claim(outcome))
        if divergence:
            raise AuditError(
                f"the replay of turn {turn.seq} by {turn.by} differs at {divergence}",
                entry=name,
                hint=f"{receipt.by} signed this receipt; compare program and data pack versions",
            )
        return outcome

    def _recheck(self, rejection: EntryOf[RejectionBody]) -> None:
        """Refuse a rejection of a turn that the rules do not refuse."""
        turn = self.ledger.pending
        assert turn is not None, "the ledger refuses a rejection of nothing"
        found = violations_to_wire(self.preview(turn.by, turn.body).refused)
        if first_divergence(rejection.body.members, {"violations": found}):
            why = "the turn is legal" if not found else "the violations are others"
            raise AuditError(
                f"{rejection.by} rejected turn {turn.seq} of {turn.by} wrongly: {why}",
                entry=rejection.file_name,
            )

    def _check_opening(self, opening: EntryOf[OpeningBody]) -> None:
        """Refuse dice for an illegal turn: once opened it could be neither receipted nor rejected."""
        turn = self.ledger.pending
        assert turn is not None, "the ledger refuses an opening without a pending turn"
        refused = self.preview(turn.by, turn.body).refused
        if refused:
            raise AuditError(
                f"{opening.by} opened dice for a turn the rules refuse: {refused[0]}",
                entry=opening.file_name,
                hint="the referee rejects the turn, and nothing is opened",
            )

    def _forfeit(self, ruling: RulingBody) -> None:
        """Let the seals that a ruling gives up be lost; refuse one that is not sealed."""
        forfeits = dict(self.game.forfeits)
        given_up = []
        for lost in ruling.forfeits:
            seat, name = Seat(lost.seat), lost.name
            if name not in self.game.seals.get(seat, {}) or name in forfeits.get(seat, ()):
                sealed = ", ".join(sorted(self.game.seals.get(seat, {}))) or "nothing"
                raise CampaignError(
                    f"the ruling gives up the seal {name!r} of {seat}, which is not sealed or was "
                    "given up before",
                    hint=f"sealed is: {sealed}",
                )
            forfeits[seat] = (*forfeits.get(seat, ()), name)
            given_up.append((seat, name))
        if given_up:
            self.forfeited += given_up
            # What was given up stays lost, so nobody goes back to before it.
            self._revocable, self.stands = [], f"the seal {name!r} was given up"
            self.game = replace(self.game, forfeits=forfeits)
            self._waiting = pending(self.ruleset, self.game)

    def _note_who_owes(self) -> None:
        self.ledger.owes = self._waiting.seat if self._waiting else None


def _has_opened(before: Game[Any], after: Game[Any]) -> bool:
    """Tell whether a seal that was live is not any more."""
    return any(
        not live.items() <= after.seals.get(seat, {}).items() for seat, live in before.seals.items()
    )


def _standing(documents: Sequence[Json]) -> tuple[StandingOrder, ...]:
    return tuple(from_wire(StandingOrder, document) for document in documents)


def check_pins(ruleset: Ruleset[Any], pinned: int, packs: Mapping[str, str]) -> None:
    """Refuse a charter, or a draft of one, of a revision or with data packs that are not here."""
    if pinned != ruleset.revision:
        raise CampaignError(
            f"the charter pins revision {pinned} of {ruleset.title}, here is {ruleset.revision}",
            hint="install the program version of the charter, or ask for --any-revision",
        )
    here = pack_digests(ruleset.packs())
    for name in sorted(here.keys() | packs.keys()):
        if packs.get(name) != here.get(name):
            raise CampaignError(
                f"the data pack {name!r} is not the one the charter pins",
                hint="play with the data pack of the charter, or ask for --any-revision",
            )
