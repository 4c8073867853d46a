"""7.3  Coastal batteries aim at a sea space, or are taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.board import CONVOY, EAST, SECTORS
from sealion_pbem.rulesets.sealion.events.naval import BatteryRecalled, BatterySortied
from sealion_pbem.rulesets.sealion.naming import named, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import not_yours
from sealion_pbem.rulesets.sealion.rules.naval_force import (
    acts_now,
    is_battery,
    own_boxes,
    ships_at_sea,
    ships_in_port,
)
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = [
    "RECALL",
    "SORTIE",
    "Recall",
    "Sortie",
    "obey_recall",
    "obey_sortie",
    "recalls",
    "sorties",
]

_BATTERIES = frozenset({"coastal_battery"})


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


def refuse_sortie(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """7.3, A-34  A battery in its box, not one that was recalled in this game turn."""
    idle, place = [*_refuse_battery(state, name)], state.units[name].place
    yield from idle
    if not idle and place not in own_boxes(state.seat):
        text = f"{named(state, name)} is in {place}; "
        text += "recall it now and it may sortie again in the next game turn (A-34)"
        yield Violation("7.3", "sortied_already", text)
    elif not idle and name in state.home:
        text = f"{named(state, name)} was recalled in this game turn; it may sortie in the next"
        yield Violation("7.3", "stays_this_turn", text)


def _refuse_battery(state: State, name: str) -> Iterator[Violation]:
    """7.3, 14.1  A battery of one's own, and daylight, unless it is a heavy one with radar."""
    counter = state.table.counters[name]
    if counter.seat != state.seat:
        yield not_yours(state, name)
    elif not is_battery(counter):
        text = f"{named(state, name)} is no coastal battery; only those sortie and are recalled"
        yield Violation("7.3", "no_battery", text)
    elif not acts_now(state, name):
        heavy = state.edition.heavy_batteries_act_at_night
        text = f"{named(state, name)} does nothing at night; batteries move in steps 2 and 9"
        text += ", German ones that show a strength of 4 to 6 also in step 7" if heavy else ""
        yield Violation("14.1" if heavy else "7.3", "night", text)


def batteries_in_port(state: State, draft: Draft) -> Iterator[Choice]:
    """7.3, 9.1  Return the batteries that can sortie; some have the code of no sea space."""
    if "battery" not in draft:
        for name in ships_in_port(state, _BATTERIES):
            if _codes(state, name) and not any(refuse_sortie(state, draft, name)):
                yield unit_choice(state, "battery", name, "7.3")


def refuse_sector(state: State, draft: Draft, sector: str) -> Iterator[Violation]:
    """7.3, 9.1  Straight into a sea space whose letter the battery has."""
    if sector not in _codes(state, draft["battery"]):
        text = f"{named(state, draft['battery'])} cannot aim at {sector}"
        yield Violation("9.1", "wrong_sector", text)


def sectors(state: State, draft: Draft) -> Iterator[Choice]:
    """7.3, 9.1  Return the sea spaces at which the battery can be aimed."""
    if "battery" in draft and "sector" not in draft:
        for sector in _codes(state, draft["battery"]):
            yield Choice("sector", sector, sector, rule="9.1")


def _codes(state: State, name: str) -> tuple[str, ...]:
    """9.1  Return the sea spaces whose letter a battery has."""
    return _spaces(state.table.counters[name].codes)


@cache
def _spaces(codes: frozenset[str]) -> tuple[str, ...]:
    return tuple([sector for sector in SECTORS if sector in codes])


def _allowed(_: State, __: Draft, ___: object, choices: Iterable[Choice]) -> str:
    """9.1  Say where the battery can aim."""
    return f"its codes allow {' or '.join(choice.label for choice in choices) or 'no sector'}"


def _is_plain_sortie(state: State, order: Sortie) -> bool:
    """Return whether a battery that can sortie goes where it can aim."""
    name = order.battery
    return (
        state.is_in_play(name)
        and not any(refuse_sortie(state, {}, name))
        and not any(refuse_sector(state, {"battery": name}, order.sector))
    )


def sorties(state: State) -> Iterator[Sortie]:
    """7.3  Return every sortie that is possible now."""
    for battery in batteries_in_port(state, {}):
        for sector in sectors(state, {"battery": battery.value}):
            yield Sortie(battery.value, sector.value)


def obey_sortie(play: Play[State], order: Sortie) -> None:
    """7.3  The battery is a naval unit there, passing through no other space."""
    play.emit(BatterySortied(order.battery, order.sector))


def refuse_recall(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """7.3, A-34  A battery in a sea space, and not in the step of its sortie."""
    idle, place = [*_refuse_battery(state, name)], state.units[name].place
    yield from idle
    if not idle and place not in SECTORS:
        text = f"{named(state, name)} is in {place}; only a battery in a sea space is recalled"
        yield Violation("7.3", "not_sortied", text)
    elif not idle and name in state.done:
        text = f"{named(state, name)} has sortied in this step and stays in {place}; "
        yield Violation("7.3", "moved_already", f"{text}recall it in a later one")


def batteries_at_sea(state: State, draft: Draft) -> Iterator[Choice]:
    """7.3  Return the batteries that can be recalled."""
    if "battery" not in draft:
        for name in ships_at_sea(state, _BATTERIES):
            if not any(refuse_recall(state, draft, name)):
                note = "no sortie before the next game turn (A-34)"
                yield unit_choice(state, "battery", name, "7.3", note)


def _is_plain_recall(state: State, order: Recall) -> bool:
    return state.is_in_play(order.battery) and not any(refuse_recall(state, {}, order.battery))


def recalls(state: State) -> Iterator[Recall]:
    """7.3  Return every recall that is possible now."""
    return (Recall(battery.value) for battery in batteries_at_sea(state, {}))


def obey_recall(play: Play[State], order: Recall) -> None:
    """7.3  The battery is back and done for the game turn."""
    play.emit(BatteryRecalled(order.battery, CONVOY if play.state.seat == GERMAN else EAST))


SORTIE: Form[State] = Form(
    Sortie,
    (
        Member("battery", Shape.ONE, refuse_sortie, batteries_in_port),
        Member("sector", Shape.ONE, refuse_sector, sectors, _allowed, after=("battery",)),
    ),
    wanted("7.3", "battery", "sector"),
    is_sure=_is_plain_sortie,
)
RECALL: Form[State] = Form(
    Recall,
    (Member("battery", Shape.ONE, refuse_recall, batteries_at_sea),),
    wanted("7.3", "battery"),
    is_sure=_is_plain_recall,
)
