"""Naval steps forged at random: squadrons, cargo, mines and batteries, and what they have done."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sealion_pbem.engine.game import Game, begin
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.board import CONVOY, FRANCE, SECTORS
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.rules.naval_force import own_boxes
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other
from sealion_pbem.rulesets.sealion.veil import Veil
from tests.choices import Chance
from tests.parachutists import PAIRS
from tests.sealion_sea import sea
from tests.sealion_table import SealionTable

__all__ = ["forged_fleets"]

FRESH = {GERMAN: "de_emden", BRITISH: "uk_belfast"}
OPTIONS: Sequence[Mapping[str, Any]] = (
    {},
    {"fake_parachutists": True},
    {"heavy_batteries_at_night": True, "magnetic_mines": True, "additional_ships": True},
)


class Forge:
    """Puts units of one side somewhere, as chance falls."""

    def __init__(self, position: SealionTable, chance: Chance, seat: Seat) -> None:
        self.position, self.chance, self.seat = position, chance, seat
        self.placed: list[str] = []

    def pick(self, most: int, wanted: Callable[[Counter], bool]) -> list[str]:
        """Return some of the units that are wanted."""
        counters = self.position.state.table.counters
        left = [
            n
            for n, c in counters.items()
            if c.seat == self.seat and n not in FRESH.values() and wanted(c)
        ]
        count = min(self.chance(most + 1), len(left))
        return [left.pop(self.chance(len(left))) for _ in range(count)]

    def put(self, names: Iterable[str], places: Sequence[str], into: Sequence[str] = ()) -> None:
        """Put units into places, some reduced, or aboard carriers that have room."""
        state = self.position.state
        for name in names:
            reduced = [name] if state.counter(name).steps > 1 and self.chance(3) == 0 else []
            empty = [carrier for carrier in into if not state.carried_by(carrier)]
            if empty and self.chance(2):
                self.position.place({}, reduced, {name: self.chance.pick(empty)})
            else:
                self.position.place({self.chance.pick(places): [name]}, reduced)
            self.placed.append(name)

    def use(self) -> None:
        """Let some of them have moved in this step, laid mines, or come back in this game turn."""
        state, chance = self.position.state, self.chance
        moved = [name for name in self.placed if chance(5) == 0]
        state.came_from = {name: ("A", state.units[name].place) for name in moved}
        state.done = frozenset(name for name in self.placed if chance(6) == 0)
        state.home = frozenset(name for name in self.placed if chance(5) == 0)


def forged_fleets(edition: str, seed: int) -> Game[State]:
    """Return a naval step of either side, by day or night, with everything that chapter 7 is about."""
    chance, seat = Chance("sea", edition, seed), GERMAN if seed % 4 else BRITISH
    options = OPTIONS[seed % 3] if edition == "sealion-deluxe" else {}
    position = sea(edition, seat, night=chance(3) == 0, options=options)
    own, foe = (Forge(position, chance, who) for who in (seat, other(seat)))
    near = (*own_boxes(seat), *own_boxes(seat), "A", "B", "C")
    hulls = own.pick(3, lambda c: c.type == "transport" and c.arm == "naval")
    boats = own.pick(3, lambda c: c.type == "submarine")
    own.put([*hulls, *boats], near)
    own.put(own.pick(3, lambda c: c.type == "coastal_battery"), (*own_boxes(seat), "A", "B"))
    own.put(own.pick(2, lambda c: c.type in ("cruiser", "minesweeper")), near)
    own.put(own.pick(3, lambda c: c.type == "mine"), near, boats if seat == GERMAN else ())
    if seat == GERMAN:
        own.put(own.pick(2, lambda c: c.amphibious), near, hulls)
        own.put(own.pick(2, lambda c: c.type in ("infantry", "panzer")), [CONVOY, "6221"], hulls)
        own.put(own.pick(2, lambda c: c.type == "airlanding"), [FRANCE, CONVOY])
        own.put(own.pick(3, lambda c: c.type == "parachute"), [FRANCE])
    foe.put(foe.pick(5, lambda c: c.arm == "naval" and c.type != "transport"), SECTORS)
    own.use()
    if position.state.veil is not None:
        shown = [twins[:: 1 if chance(2) else -1] for twins in PAIRS.values() if chance(2)]
        veil = Veil(tuple(PAIRS), tuple(t[0] for t in shown), tuple(t[1] for t in shown))
        position.at(veil=veil)
    # Somebody can always sail, so that the player is asked.
    position.place({chance.pick(near): [FRESH[seat]]})
    return begin(find(edition), "forged", position.state)
