"""Players who drag: a turn of a campaign as a log in which its counters are moved, and nothing is said."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sealion_pbem.campaign.store import Store
from sealion_pbem.engine.game import orders_from_wire
from sealion_pbem.engine.loop import preview
from sealion_pbem.engine.turn import Preview, Turn
from sealion_pbem.engine.words import Json, Seat
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.vassal_kit import kit_of, stage_of, standing
from sealion_pbem.vassal.recorder import LogStep, Recorder, When
from sealion_pbem.vassal.saved_game import write_saved_game

MOVING = {"deploy", "sail", "fly", "march", "land", "debark", "sortie", "recall"}


@dataclass
class Dragged:
    """A turn: where the game stood, what was ordered first of all, and what came of that."""

    record: Record
    seat: str
    decision: str
    orders: list[Json]

    def judged(self, orders: list[Json]) -> Preview:
        """What comes of some orders."""
        written = orders_from_wire(self.record.ruleset, orders)
        return preview(self.record.ruleset, self.record.game, Turn(Seat(self.seat), written))

    def log(self) -> bytes:
        """The log of somebody who drags his counters as he orders them, one step for each order."""
        recorder = self.recorder()
        ruleset, state = self.record.ruleset, self.record.game.state
        here = standing(ruleset, state)
        for number in range(1, len(self.orders) + 1):
            there = standing(ruleset, self.judged(self.orders[:number]).after)
            changes = {unit: at for unit, at in there.items() if here.get(unit) != at}
            here = there
            way = self.orders[number - 1].get("path", ())
            for place in way[:-1] if self.orders[number - 1]["kind"] == "march" else ():
                moved = {unit: (place, left) for unit, (_, left) in changes.items()}
                recorder.add(LogStep((), moved, 0, "", {}))
            recorder.add(LogStep((), changes, 0, "", {}))
        return write_saved_game(recorder.saved("dragged"))

    def recorder(self, **changed: Any) -> Recorder:
        """A recorder that begins where the game stands."""
        ruleset, state = self.record.ruleset, self.record.game.state
        facts: dict[str, Any] = {
            "campaign": self.record.ledger.campaign,
            "entry": self.record.ledger.next_seq - 1,
            "turn": ruleset.game_turn(state),
            "stage": stage_of(ruleset, state),
        }
        return Recorder(kit_of(ruleset), When(**(facts | changed)), standing(ruleset, state))


def turns_of(store: Store) -> Iterator[Dragged]:
    """Return the turns of a campaign that begin with movement, up to the first order of another sort."""
    log = Log(store.entries())
    before: Record | None = None
    for admitted in log.walk():
        entry = admitted.entry
        if entry.kind == "turn" and before is not None:
            body: Any = entry.body
            orders: list[Json] = []
            for order in body.orders:
                if order["kind"] not in MOVING:
                    break
                orders.append(order)
            if orders:
                yield Dragged(before, entry.by, body.decision, orders)
        if entry.kind != "turn":
            before = log.record.fork()
