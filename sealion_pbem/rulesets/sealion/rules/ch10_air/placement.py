"""10.1 to 10.3, 11.5  Putting air units over a hex or sea space: who may go where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.board import FRANCE, SECTORS
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.events.air import AirborneLaunched, AirUnitsFlew
from sealion_pbem.rulesets.sealion.naming import named
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import (
    CARRIES,
    can_supply,
    flying_seat,
    is_at_base,
    supply_airbases,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.returning import is_supplying
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import check_room
from sealion_pbem.rulesets.sealion.rules.ch14_options.drop import check_carriage, check_company
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["Airlift", "Fly", "check_airlift", "check_fly", "obey_airlift", "obey_fly"]

_MOST_NAMED = 8
# These fly to some places only.
_PARTICULAR = frozenset({"glider", "transport"})


@frozen
class Fly:
    """Send air units from their base to one hex or sea space."""

    kind: ClassVar[str] = "fly"
    units: tuple[str, ...]
    place: str


@frozen
class Airlift:
    """Send an airborne regiment with a transport or glider over the hex where it shall land."""

    kind: ClassVar[str] = "airlift"
    unit: str
    carrier: str
    hex: str


def check_fly(state: State, order: Fly) -> Iterator[Violation]:
    """10.1  Air units fly from their base to any hex or sea space; there is no range (A-87)."""
    seat = flying_seat(state)
    if not order.units:
        yield Violation(
            "10.1", "no_units", "no unit is named; name at least one air unit", "/units"
        )
    if order.place not in state.table.board.hexes and order.place not in SECTORS:
        seas = ", ".join(SECTORS)
        text = f"air units fly to land hexes and sea spaces ({seas}), not to {order.place!r}"
        yield Violation("10.1", "no_such_place", text, "/place")
        return
    fit: list[str] = []
    counters = state.table.counters
    for number, name in enumerate(order.units):
        counter = counters[name]
        fault = _unfit(state, counter, seat, fit) or _wrong_mission(state, counter, order.place)
        if fault:
            yield Violation(*fault, f"/units/{number}")
        else:
            fit.append(name)
    if len(fit) == len(order.units):
        yield from check_room(state, order.units, order.place, seat)


def obey_fly(play: Play[State], order: Fly) -> None:
    """10.1  The units are put straight where they have a mission."""
    play.emit(AirUnitsFlew(order.units, order.place))


def _unfit(
    state: State, counter: Counter, seat: Seat, before: list[str]
) -> tuple[str, str, str] | None:
    """10.1  Return why a unit cannot fly at all."""
    name = counter.id
    if (
        counter.arm == "air"
        and counter.seat == seat
        and name not in before
        and is_at_base(state, name)
        and name not in state.home
    ):
        return None
    who = named(state, name)
    if counter.arm != "air":
        return "10.0", "not_an_air_unit", f"{who} is a {counter.arm} unit; only air units fly"
    if counter.seat != seat:
        return (
            "10.1",
            "not_yours",
            f"{who} is {counter.seat}; in this step the {seat} air units fly",
        )
    if name in before:
        return "10.1", "named_twice", f"{who} is named twice; name each unit once"
    if not is_at_base(state, name):
        place = state.units[name].place
        what = "air units fly once in a player turn"
        if is_supplying(state, name):
            what = "from air supply it may go home in step 8 or 15 (10.3)"
        text = f"{who} is not at its base but in {place}; {what}"
        return "10.1", "not_at_base", text
    text = f"{who} dropped its regiment in this game turn and flies again from step 3 of the next"
    return "11.7", "has_dropped", text


def _wrong_mission(state: State, counter: Counter, place: str) -> tuple[str, str, str] | None:
    """10.3  Return why a unit of this type does not fly to a place.

    Float planes spot over sea spaces only, but may fly over land as every other air unit (10.1, 10.2).
    """
    if counter.type not in _PARTICULAR:
        return None
    who = named(state, counter.id)
    if counter.type == "glider":
        text = (
            f"{who} flies only with an airlanding regiment: use the order airlift in Air Movement"
        )
        return "10.3", "glider_alone", text
    return _wrong_supply(state, who, place)


def _wrong_supply(state: State, who: str, place: str) -> tuple[str, str, str] | None:
    """10.3, 13.2  Transports alone fly to an airbase hex that a German land unit was last to occupy."""
    if not can_supply(state):
        text = f"{who} begins air supply in the German Air Movement step only, not in reaction"
        return "10.3", "no_supply_in_reaction", text
    held = list(supply_airbases(state))
    if place in held:
        return None
    where = ", ".join(held[:_MOST_NAMED]) or "none at present"
    facts = state.table.board.hexes.get(place)
    if facts is None or not facts.airbase:
        text = f"{who} without a regiment flies to a German-held airbase hex, and {place} has none"
        return "10.3", "no_airbase", f"{text}; German-held airbases: {where}"
    text = f"a German land unit was not the last in the airbase hex {place}, so {who} cannot supply"
    return "10.3", "airbase_not_german", f"{text} there; German-held airbases: {where}"


def check_airlift(state: State, order: Airlift) -> Iterator[Violation]:
    """11.5  Parachutists go with a transport, airlanding regiments with a glider, both from France."""
    yield from _check_regiment(state, order)
    yield from check_carriage(state, order.unit, "11.5")
    yield from check_company(state, order.unit, order.hex)
    yield from _check_landing_hex(state, order)


def obey_airlift(play: Play[State], order: Airlift) -> None:
    """11.5  Both are put over the hex; the landing is resolved in the land step."""
    play.emit(AirborneLaunched(order.unit, order.carrier, order.hex))


def _check_regiment(state: State, order: Airlift) -> Iterator[Violation]:
    unit, carrier = state.counter(order.unit), state.counter(order.carrier)
    who, what = named(state, order.unit), named(state, order.carrier)
    wanted = CARRIES.get(unit.type, "")
    if not wanted or unit.arm != "land":
        text = f"{who} is no airborne unit; parachute and airlanding regiments are"
        yield Violation("11.5", "not_airborne", text, "/unit")
    elif state.units[order.unit].place != FRANCE:
        text = f"{who} is in {state.units[order.unit].place}; airborne landings begin in {FRANCE}"
        yield Violation("11.5", "not_in_france", text, "/unit")
    if carrier.arm != "air" or carrier.type not in CARRIES.values():
        text = f"{what} carries no land units by air; transports and gliders do"
        yield Violation("11.5", "not_a_carrier", text, "/carrier")
    elif wanted and carrier.type != wanted:
        text = f"{who} needs a {wanted}, and {what} is a {carrier.type}"
        yield Violation("11.5", "wrong_carrier", text, "/carrier")
    elif not is_at_base(state, order.carrier):
        text = f"{what} is in {state.units[order.carrier].place}; it must begin in {FRANCE}"
        yield Violation("11.5", "carrier_not_in_france", text, "/carrier")


def _check_landing_hex(state: State, order: Airlift) -> Iterator[Violation]:
    """11.5  The hex must be empty; what else it must be is the edition's (A-99, A-100)."""
    facts = state.table.board.hexes.get(order.hex)
    who = named(state, order.unit)
    if facts is None:
        text = f"{order.hex!r} is no land hex; {who} lands in an empty land hex"
        yield Violation("11.5", "no_such_hex", text, "/hex")
        return
    here = list(state.units_in(order.hex, arm="land"))
    standing = [name for name in here if not state.units[name].aboard]
    pending = [name for name in here if state.units[name].aboard]
    if standing:
        text = f"{named(state, standing[0])} stands in {order.hex}; {who} lands in an empty hex"
        yield Violation("11.5", "hex_occupied", text, "/hex")
    if state.edition.airborne_needs_clear_hex and not facts.is_clear:
        terrain = facts.city or (f"{facts.woods} woods" if facts.woods else "marsh")
        text = f"{order.hex} is {terrain}; {who} lands in clear terrain"
        yield Violation("11.5", "hex_not_clear", text, "/hex")
    if pending and not state.edition.airborne_stack_in_one_hex:
        text = f"{named(state, pending[0])} is already over {order.hex}; one regiment to a hex"
        yield Violation("11.5", "hex_taken", text, "/hex")
    limit = state.table.limits.get(state.counter(order.unit).size)
    alike = [n for n in pending if state.counter(n).size == state.counter(order.unit).size]
    if state.edition.airborne_stack_in_one_hex and limit is not None and len(alike) >= limit:
        text = f"{limit} regiments are over {order.hex} already, which is all that may stack there"
        yield Violation("6.3", "hex_full", text, "/hex")
