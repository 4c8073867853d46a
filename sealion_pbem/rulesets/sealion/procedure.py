"""Procedures in progress, as a position written by hand says them: what must hold for each kind.

A procedure is a task of the state in its own words. The checks here need no state: they look at the
position as it is written, so that every fault has its place in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from sealion_pbem.errors import Fault
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.events.air import AirBattle
from sealion_pbem.rulesets.sealion.events.combat import LandCombat, Retreating
from sealion_pbem.rulesets.sealion.events.naval import Counterattacking, Withholding
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from sealion_pbem.rulesets.sealion.table import Table
from sealion_pbem.rulesets.sealion.tasks import Task

__all__ = ["Placement", "procedure_faults"]

_AT = "/position/procedure"
_SEATS = (GERMAN, BRITISH)
_FIRST = {"loss": ("loss",), "retreat": ("retreat", "return"), "advance": ("advance",)}


@dataclass(frozen=True, slots=True)
class Placement:
    """What the checks know of a position: the counters, where each unit is, the time."""

    table: Table
    where: Mapping[str, str]
    step: int
    stage: str

    @property
    def defender(self) -> str:
        """2.0  Return who is not at turn."""
        return BRITISH if self.step <= 8 else GERMAN  # noqa: PLR2004 - the step of 2.1


def procedure_faults(placed: Placement, task: Task) -> Iterator[Fault]:
    """Return everything that cannot be in a procedure that waits in this position."""
    stages = placed.table.edition.sequence.waiting(task.kind)
    if placed.stage not in stages:
        names = " or ".join(sorted(stages))
        yield Fault(f"{_AT}/kind", f"{task.kind} waits in {names}, the stage is {placed.stage!r}")
    match task:
        case Withholding():
            yield from _present(placed, task.submarines, "submarines")
            yield from _of_defender(placed, task.submarines, "submarines", type_="submarine")
        case Counterattacking():
            yield from _in_place(task.sector, SECTORS, "sector", "sea space")
            yield from _present(placed, task.units, "units", task.sector)
            yield from _of_defender(placed, task.units, "units")
        case AirBattle():
            yield from _air_battle_faults(placed, task)
        case LandCombat():
            yield from _land_combat_faults(placed, task)


def _of_defender(
    placed: Placement, names: Iterable[str], member: str, type_: str = ""
) -> Iterator[Fault]:
    """8.1, 8.4  Return faults unless somebody is asked, and only units of the defender."""
    what = f"{placed.defender} {type_ or 'unit'}"
    if not names:
        yield Fault(f"{_AT}/{member}", f"is empty; name each {what} that may choose")
    for number, name in enumerate(names):
        counter = placed.table.counters.get(name)
        if counter and (counter.seat != placed.defender or type_ not in ("", counter.type)):
            yield Fault(f"{_AT}/{member}/{number}", f"{name} is no {what}")


def _air_battle_faults(placed: Placement, task: AirBattle) -> Iterator[Fault]:
    """10.4  Return the faults of an air battle that waits for an assignment, for joins or for a loss."""
    places = (*SECTORS, *placed.table.board.numbers)
    yield from _in_place(task.place, places, "place", "hex or sea space")
    yield from _in_place(task.phase, ("assign", "join", "loss"), "phase", "phase that waits")
    for number, group in enumerate(task.sets):
        yield from _present(placed, group.first, f"sets/{number}/first", task.place)
        yield from _present(placed, group.second, f"sets/{number}/second", task.place)
    yield from _present(placed, task.losers, "losers", task.place)
    if task.phase == "assign" and task.sets:
        yield Fault(f"{_AT}/sets", "are formed when fighters have been assigned; leave them out")
    if task.phase != "loss":
        if task.losers or task.chooser or task.doubled:
            text = "stand with the phase 'loss' only, with chooser and doubled"
            yield Fault(f"{_AT}/losers", text)
        return
    yield from _in_place(task.chooser, _SEATS, "chooser", "seat")
    if not task.losers:
        yield Fault(f"{_AT}/losers", "is empty; name the units of which one takes the loss")


def _land_combat_faults(placed: Placement, task: LandCombat) -> Iterator[Fault]:
    """12.0, 12.3, 14.5.1  Return faults of a land combat that waits for a hex or for the next choice."""
    if not task.hexes:
        yield Fault(f"{_AT}/hexes", "is empty; name the hexes still to be fought for")
    for number, hex_ in enumerate(task.hexes):
        yield from _in_place(hex_, placed.table.board.numbers, f"hexes/{number}", "hex")
    named = {
        "ships": task.ships,
        "batteries": task.batteries,
        "defence": task.defence,
        "withheld": task.withheld,
        "driven_off": task.driven_off or (),
    }
    for member, names in named.items():
        yield from _present(placed, names, member)
    for number, seat in enumerate(task.fired or ()):
        yield from _in_place(seat, _SEATS, f"fired/{number}", "seat")
    if not task.waits:
        others = {"hex": task.hex, "seat": task.seat, "units": task.units, "todo": task.todo}
        for member in (
            name for name, said in (others | named | {"fired": task.fired}).items() if said
        ):
            yield Fault(f"{_AT}/{member}", "says how a combat waits, but waits is left out")
        return
    yield from _in_place(task.hex, task.hexes, "hex", "hex of this procedure")
    yield from _in_place(task.seat, _SEATS, "seat", "seat")
    if not task.units:
        yield Fault(f"{_AT}/units", "is empty; name the units among which is chosen")
    in_hex = task.hex if task.waits in (*_FIRST, "aa_fire") else ""
    yield from _present(placed, task.units, "units", in_hex)
    yield from _todo_faults(placed, task)


def _todo_faults(placed: Placement, task: LandCombat) -> Iterator[Fault]:
    first = _FIRST.get(task.waits, ())
    if not first and task.todo:
        yield Fault(
            f"{_AT}/todo", f"is empty while a combat waits for {task.waits}: no die has fallen"
        )
    if first and (not task.todo or task.todo[0].word not in first):
        words = " or ".join(first)
        yield Fault(f"{_AT}/todo", f"begins with what is waited for: {words}")
    for number, item in enumerate(task.todo):
        if isinstance(item, Retreating):
            yield from _present(placed, item.units, f"todo/{number}")


def _in_place(value: str, known: Iterable[str], member: str, what: str) -> Iterator[Fault]:
    """Return a fault if a word is none of those known; a long list is not repeated."""
    words = list(known)
    if value not in words:
        most = 9
        hint = f": {', '.join(words)}" if len(words) <= most else ""
        yield Fault(f"{_AT}/{member}", f"{value!r} is no {what}{hint}")


def _present(
    placed: Placement, names: Iterable[str], member: str, place: str = ""
) -> Iterator[Fault]:
    """Return a fault for each unit that is not in the position, or not in the place that is fought for."""
    for number, name in enumerate(names):
        here = placed.where.get(name)
        if here is None:
            yield Fault(f"{_AT}/{member}/{number}", f"{name!r} is not in the position")
        elif place and here != place:
            yield Fault(f"{_AT}/{member}/{number}", f"{name} is in {here}, not in {place}")
