"""Playing alone or side by side: one folder with the keys of all seats, and commanders for some of them.

Every turn takes the signed path of any campaign, in mode solo: the log can be audited, but since one
machine holds all secrets it does not prove that nobody looked ahead or tried again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from sealion_pbem.campaign.files import make_folder
from sealion_pbem.campaign.private import Private
from sealion_pbem.campaign.secrecy import FOLDER_MODE
from sealion_pbem.engine.commander import Commander
from sealion_pbem.engine.words import Json, Seat
from sealion_pbem.errors import CampaignError
from sealion_pbem.pbem.body import RulingBody, TurnBody
from sealion_pbem.pbem.entry import EntryOf
from sealion_pbem.pbem.keys import new_key, write_key
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.desk import Answer, Desk
from sealion_pbem.umpire.drafts import new_draft, sign_draft
from sealion_pbem.umpire.exhibition import as_written, commander_of, standing_orders
from sealion_pbem.umpire.founding import draft_for, sit_down

__all__ = ["Solitaire", "found_alone"]

_KEYS = "keys"


def found_alone(
    folder: Path,
    name: str,
    *,
    ruleset: str,
    scenario: str | None,
    options: Mapping[str, Json],
    commanded: Iterable[str],
    created: str,
) -> None:
    """Found a campaign of which this folder holds every seat and every key.

    The small decisions of seats that a commander plays are answered by standing orders.
    """
    game = find(ruleset)
    draft = draft_for(
        name, ruleset=ruleset, mode="solo", scenario=scenario, options=options, created=created
    )
    make_folder(folder)
    make_folder(folder / _KEYS, FOLDER_MODE)
    played = set(commanded)
    ordered = sorted(game.seats, key=lambda seat: seat not in played)
    seats = {}
    for seat in ordered:
        path, key = folder / _KEYS / seat, new_key()
        write_key(path, key, None, f"{name} {seat}")
        seats[seat] = (str(path.absolute()), key)
    charter = None
    while charter is None:
        # Shares first, then dice, then signatures: the draft goes round the table.
        for seat in ordered:
            is_new = not draft["seats"][seat]
            orders = standing_orders(game, options) if seat in played and is_new else []
            draft, charter = sit_down(folder, draft, {seat: seats[seat]}, orders)
            if charter is not None:
                break


class Solitaire:
    """The commanders of a campaign that is played alone."""

    def __init__(self, desk: Desk, commanded: Iterable[str]) -> None:
        """Sit commanders down at some seats of a desk.

        Raises:
            CampaignError: it is not played alone.
        """
        record = desk.read().record
        if record.ledger.mode != "solo":
            raise CampaignError(
                f"{desk.folder.path} is a campaign with others",
                hint="'sealion board' opens it; 'sealion play' is for playing alone",
            )
        seed = bytes.fromhex(record.ledger.campaign)
        self._desk = desk
        self._commanders: dict[str, Commander] = {
            seat: commander_of(record.ruleset, sha256(seed + seat.encode()).digest())
            for seat in commanded
        }

    @property
    def seats(self) -> list[str]:
        """The seats that commanders play."""
        return sorted(self._commanders)

    @property
    def due(self) -> str:
        """The seat of a commander that is to write, or ""; a turn that waits is answered first."""
        record = self._desk.read().record
        decision = record.decision
        is_due = decision is not None and decision.seat in self._commanders
        return decision.seat if decision is not None and is_due else ""

    def play(self, time: str) -> Answer:
        """Let the commander that is asked write one turn, and answer it; all keys are at hand."""
        desk, seat = self._desk, self.due
        record = desk.read().record
        if record.ledger.pending is None:
            commander = self._commanders[seat]
            self._remind(commander, seat)
            turn = commander.turn(record.ruleset, record.game, Seat(seat))
            draft = new_draft(record, seat)
            draft["orders"] = as_written(turn, commander)
            draft["drop_queued"] = turn.drops_queued
            sign_draft(desk, draft)
        return desk.witness(time)

    @property
    def last(self) -> EntryOf[TurnBody] | None:
        """The last turn of a player that can be taken back, or None: no die has fallen since."""
        record = self._desk.read().record
        waiting = [record.ledger.pending] if record.ledger.pending else []
        turns = [*record.revocable, *waiting]
        return next((turn for turn in reversed(turns) if turn.by not in self._commanders), None)

    def take_back(self) -> EntryOf[TurnBody]:
        """Take back the last turn of a player, and what commanders did upon it, by a ruling of all seats.

        Raises:
            CampaignError: dice have fallen since, or nothing was played.
        """
        desk = self._desk
        with desk.folder.writing():
            record = desk.read().record
            turn, pending, stands = self.last, record.ledger.pending, record.stands
            if turn is None:
                raise CampaignError(
                    "there is no turn to take back" + (f": {stands}" if stands else ""),
                    hint="a turn can be taken back until dice have fallen or a seal was opened",
                )
            text = f"turn {turn.seq} of {turn.by} is taken back"
            # A turn that nobody has answered yet gives its place up to the ruling.
            taken = None if turn is pending else turn.seq
            body = RulingBody(text, about=turn.seq, takes_back=taken)
            ruling = desk.propose_ruling(body, instead=pending is not None)
            _, entry = desk.sign_ruling(ruling)
            assert entry is not None, "all keys are at hand"
            return turn

    def _remind(self, commander: Commander, seat: str) -> None:
        """Tell a commander what it has sealed: it may have sat down after that."""
        private = Private(self._desk.folder, seat)
        kept = private.read().seals if private.exists() else {}
        live = self._desk.read().record.game.seals.get(Seat(seat), {})
        for name, digest in live.items():
            if digest in kept:
                commander.sealed[name] = (kept[digest].salt, kept[digest].value)
