"""7.3  Coastal batteries aim at a sea space, or are taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.board import CONVOY, EAST, SECTORS
from sealion_pbem.rulesets.sealion.events.naval import BatteryRecalled, BatterySortied
from sealion_pbem.rulesets.sealion.naming import named
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import check_own
from sealion_pbem.rulesets.sealion.rules.naval_force import acts_now, is_battery, own_boxes
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = [
    "Recall",
    "Sortie",
    "check_recall",
    "check_sortie",
    "obey_recall",
    "obey_sortie",
    "recalls",
    "sorties",
]


@frozen
class Sortie:
    """Place a battery in a sea space of its letter code."""

    kind: ClassVar[str] = "sortie"
    battery: str
    sector: str


@frozen
class Recall:
    """Take a battery back into its box."""

    kind: ClassVar[str] = "recall"
    battery: str


def check_sortie(state: State, order: Sortie) -> Iterator[Violation]:
    """7.3, 9.1, 14.1  From the box straight into a sea space whose letter the battery has, by day."""
    faults = _check_battery(state, order.battery)
    yield from faults
    if faults:
        return
    who, place = named(state, order.battery), state.units[order.battery].place
    open_to = [sector for sector in SECTORS if sector in state.counter(order.battery).codes]
    if order.sector not in open_to:
        text = f"{who} cannot aim at {order.sector}; its codes allow {' or '.join(open_to) or 'no sector'}"
        yield Violation("9.1", "wrong_sector", text, "/sector")
    if place not in own_boxes(state.seat):
        text = f"{who} is in {place}; recall it now and it may sortie again in the next game turn (A-34)"
        yield Violation("7.3", "sortied_already", text, "/battery")
    elif order.battery in state.home:
        text = f"{who} was recalled in this game turn; it may sortie in the next"
        yield Violation("7.3", "stays_this_turn", text, "/battery")


def obey_sortie(play: Play[State], order: Sortie) -> None:
    """7.3  The battery is a naval unit there, passing through no other space."""
    play.emit(BatterySortied(order.battery, order.sector))


def check_recall(state: State, order: Recall) -> Iterator[Violation]:
    """7.3, A-34  By day, and not in the step of its sortie."""
    faults = _check_battery(state, order.battery)
    yield from faults
    if faults:
        return
    who, place = named(state, order.battery), state.units[order.battery].place
    if place not in SECTORS:
        text = f"{who} is in {place}; only a battery in a sea space is recalled"
        yield Violation("7.3", "not_sortied", text, "/battery")
    elif order.battery in state.done:
        text = f"{who} has sortied in this step and stays in {place}; recall it in a later one"
        yield Violation("7.3", "moved_already", text, "/battery")


def obey_recall(play: Play[State], order: Recall) -> None:
    """7.3  The battery is back and done for the game turn."""
    play.emit(BatteryRecalled(order.battery, CONVOY if play.state.seat == GERMAN else EAST))


def _check_battery(state: State, name: str) -> list[Violation]:
    """7.3, 14.1  A battery of one's own, and daylight, unless it is a heavy one with radar."""
    faults = check_own(state, name, "/battery")
    if not faults and not is_battery(state.counter(name)):
        text = f"{named(state, name)} is no coastal battery; only those sortie and are recalled"
        faults.append(Violation("7.3", "no_battery", text, "/battery"))
    if not faults and not acts_now(state, name):
        heavy = state.edition.heavy_batteries_act_at_night
        text = f"{named(state, name)} does nothing at night; batteries move in steps 2 and 9"
        text += ", German ones that show a strength of 4 to 6 also in step 7" if heavy else ""
        faults.append(Violation("14.1" if heavy else "7.3", "night", text, "/battery"))
    return faults


def sorties(state: State) -> Iterator[Sortie]:
    """7.3  Return every sortie that is possible now."""
    for box in own_boxes(state.seat):
        for name in state.units_in(box, state.seat, "naval"):
            counter = state.counter(name)
            if is_battery(counter) and acts_now(state, name) and name not in state.home:
                yield from (Sortie(name, s) for s in SECTORS if s in counter.codes)


def recalls(state: State) -> Iterator[Recall]:
    """7.3  Return every recall that is possible now."""
    for sector in SECTORS:
        for name in state.units_in(sector, state.seat, "naval"):
            is_ready = is_battery(state.counter(name)) and acts_now(state, name)
            if is_ready and name not in state.done:
                yield Recall(name)
