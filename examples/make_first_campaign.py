"""Play the campaign in examples/first_campaign anew.

    python examples/make_first_campaign.py [FOLDER]

Red and blue sit at two desks and exchange files, as two people with two machines would. Keys, nonces
and dice are fresh each time, so each time another game comes of it. The finished campaign goes through
an archive: what is left is what everybody may see, with the story and the audit beside it.
"""

import shutil
import subprocess
import sys
import sysconfig
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sealion_pbem.campaign.archive import export, import_archive
from sealion_pbem.engine.dice import DiceNeededError, NoDice
from sealion_pbem.engine.game import pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Order
from sealion_pbem.hexes.grid import distance
from sealion_pbem.pbem.body import TurnBody
from sealion_pbem.pbem.entry import Entry, violations_in
from sealion_pbem.pbem.keys import new_key
from sealion_pbem.report.story import asked, story
from sealion_pbem.rulesets.skirmish.words import Attack, March
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.drafts import new_draft, sign_draft
from sealion_pbem.umpire.founding import draft_for, sit_down
from sealion_pbem.umpire.record import Record

HERE = Path(__file__).parent
OBJECTIVE = "0605"
STANDING_ORDERS: dict[str, list[dict[str, Any]]] = {
    "red": [{"when": "losses", "do": "lose_step"}],
    "blue": [{"when": "reaction", "if": [{"fact": "turn", "at_least": 2}], "do": "stand"}],
}
ILLEGAL = TurnBody(
    "march",
    [{"kind": "march", "unit": "blue-1", "path": ["0203", "0204", "0205"]}],
    message="Is that too far?",
)


def main(folder: Path) -> None:
    """Play a game of two turns, and put what may be published of it into a folder."""
    with TemporaryDirectory() as scratch:
        table = Table(Path(scratch))
        table.found()
        table.play()
        archive = Path(scratch, "first-campaign.zip")
        export(table.desks["red"].folder, archive)
        shutil.rmtree(folder, ignore_errors=True)
        import_archive(archive, folder)
    (folder / "story.txt").write_text("\n".join(table.told) + "\n", "utf-8")
    sealion = Path(sysconfig.get_path("scripts"), "sealion")
    audit = [str(sealion), "audit", folder.name]
    verdict = subprocess.run(audit, cwd=folder.parent, stdout=subprocess.PIPE, check=True)
    (folder / "audit.txt").write_bytes(verdict.stdout)


class Table:
    """Two desks between which every entry is sent as a file."""

    def __init__(self, root: Path) -> None:
        """Give each seat a folder and a key."""
        self.keys = {seat: new_key() for seat in ("red", "blue")}
        self.desks = {seat: Desk(root / seat, {seat: key}) for seat, key in self.keys.items()}
        self.told: list[str] = []

    def found(self) -> None:
        """Let the draft go round until every seat has signed the charter."""
        draft = draft_for(
            "first-campaign", ruleset="skirmish", mode="peer", options={"turns": 2}, created=now()
        )
        charter = None
        while charter is None:
            for seat, desk in self.desks.items():
                if charter is None:
                    own = {seat: (seat, self.keys[seat])}
                    orders = [] if draft["seats"][seat] else STANDING_ORDERS[seat]
                    draft, charter = sit_down(desk.folder.path, draft, own, orders)
        self.send(charter)

    def play(self) -> None:
        """Exchange turns and receipts until the game is over."""
        was_careless = False
        while (decision := self.record().decision) is not None:
            desk = self.desks[decision.seat]
            if decision.seat == "blue" and decision.kind == "march" and not was_careless:
                was_careless = True
                self.send(desk.sign_turn(ILLEGAL))
            else:
                draft = new_draft(self.record(), decision.seat)
                draft["orders"] = orders_for(self.record())
                self.send(sign_draft(desk, draft))
            self.answer()

    def answer(self) -> None:
        """Let the witness open the dice of the turn that waits, or reject it."""
        witness = self.record().ledger.baton()
        assert witness is not None, "a turn that waits has a witness"
        answer = self.desks[witness].witness(now())
        self.send(answer.entry)
        self.told += [f"  illegal: {broken.text}" for broken in violations_in(answer.entry)]
        if answer.outcome:
            lines = [*story(self.record().ruleset, answer.outcome), asked(answer.outcome)]
            self.told += [f"  {line}" for line in lines]

    def send(self, entry: Entry) -> None:
        """Give everybody a copy; the sender has it already and takes no notice."""
        self.told.append(f"[{entry.seq}] {entry.kind} by {entry.by or 'all'}")
        for desk in self.desks.values():
            (received,) = desk.receive([(entry.file_name, entry.data)])
            if received.error:
                raise received.error

    def record(self) -> Record:
        """Return the log and the game as both see it."""
        return self.desks["red"].read().record


def orders_for(record: Record) -> list[dict[str, Any]]:
    """Return orders as a simple player writes them: attack, else come closer, up to the next dice."""
    ruleset, game = record.ruleset, record.game
    written: list[dict[str, Any]] = []
    first = decision = pending(ruleset, game)
    while decision is not None and first is not None and decision.seat == first.seat:
        if "seal" in decision.accepts:
            return [{"kind": "seal", "name": "objective", "value": OBJECTIVE}]
        if "open" in decision.accepts:
            return [*written, {"kind": "open", "name": "objective"}]
        order = choose(list(ruleset.offers(game.state)))
        written.append(to_wire(order))
        try:
            game = run(ruleset, game, Turn(decision.seat, (order,)), NoDice()).game
        except DiceNeededError:
            break
        decision = pending(ruleset, game)
    return written


def choose(offers: list[Order]) -> Order:
    """Return the first attack, the march that ends nearest to the objective, or the first offer."""
    for offer in offers:
        if isinstance(offer, Attack):
            return offer
    marches = [offer for offer in offers if isinstance(offer, March)]
    if marches:
        return min(marches, key=lambda march: distance(march.path[-1], OBJECTIVE))
    return offers[0]


def now() -> str:
    """Return the time as entries write it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else HERE / "first_campaign")
