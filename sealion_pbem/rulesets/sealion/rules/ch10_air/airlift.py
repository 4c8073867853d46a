"""11.5  Flying airborne regiments out: with what, and over which hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.board import FRANCE
from sealion_pbem.rulesets.sealion.events.air import AirborneLaunched
from sealion_pbem.rulesets.sealion.naming import named, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import limit_of
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import CARRIES, flying_seat, is_at_base
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import touchdown_modifier
from sealion_pbem.rulesets.sealion.rules.ch14_options.drop import check_carriage, refuse_company
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = ["AIRLIFT", "Airlift", "obey_airlift", "refuse_drop_hex", "refuse_regiment"]

_CARRIERS = frozenset(CARRIES.values())


@frozen
class Airlift:
    """Send an airborne regiment with a transport or glider over the hex where it shall land."""

    kind: ClassVar[str] = "airlift"
    unit: str
    carrier: str
    hex: str


def refuse_regiment(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """11.5, 14.6  Parachute and airlanding regiments begin in France."""
    counter, unit = state.counter(name), state.units[name]
    if counter.type not in CARRIES or counter.arm != "land":
        text = f"{named(state, name)} is no airborne unit; parachute and airlanding regiments are"
        yield Violation("11.5", "not_airborne", text)
    elif unit.place != FRANCE:
        text = f"{named(state, name)} is in {unit.place}; airborne landings begin in {FRANCE}"
        yield Violation("11.5", "not_in_france", text)
    for fault in check_carriage(state, name, "11.5"):
        yield replace(fault, at="")


def regiments(state: State, draft: Draft) -> Iterator[Choice]:
    """11.5  Return who can be flown out: with a carrier and to a hex, those that are given or any."""
    if "unit" in draft:
        return
    for name in state.units_in(FRANCE, flying_seat(state), "land"):
        if any(refuse_regiment(state, draft, name)):
            continue
        with_it = {**draft, "unit": name}
        is_carried = any(_able_carriers(state, with_it))
        if is_carried and any(True for _ in _open_hexes(state, with_it)):
            yield unit_choice(state, "unit", name, "11.5")


def refuse_carrier(state: State, draft: Draft, name: str) -> Iterator[Violation]:
    """11.5  Parachutists go with a transport, airlanding regiments with a glider, both from France."""
    counter, what = state.counter(name), named(state, name)
    wanted_type = CARRIES.get(state.counter(draft["unit"]).type, "") if "unit" in draft else ""
    if counter.arm != "air" or counter.type not in _CARRIERS:
        text = f"{what} carries no land units by air; transports and gliders do"
        yield Violation("11.5", "not_a_carrier", text)
    elif wanted_type and counter.type != wanted_type:
        who = named(state, draft["unit"])
        text = f"{who} needs a {wanted_type}, and {what} is a {counter.type}"
        yield Violation("11.5", "wrong_carrier", text)
    elif not is_at_base(state, name):
        text = f"{what} is in {state.units[name].place}; it must begin in {FRANCE}"
        yield Violation("11.5", "carrier_not_in_france", text)


def carriers(state: State, draft: Draft) -> Iterator[Choice]:
    """11.5  Return what can carry the regiment that is chosen."""
    if "unit" in draft and "carrier" not in draft:
        for name in _able_carriers(state, draft):
            yield unit_choice(state, "carrier", name, "11.5")


def _able_carriers(state: State, draft: Draft) -> Iterator[str]:
    """11.5  Return the carriers that are given or in France and can take a regiment."""
    counters = state.table.counters
    in_france = state.units_in(FRANCE, flying_seat(state), "air")
    able = [name for name in in_france if counters[name].type in _CARRIERS]
    for name in [draft["carrier"]] if "carrier" in draft else able:
        if not any(refuse_carrier(state, draft, name)):
            yield name


def refuse_drop_hex(state: State, draft: Draft, place: str) -> Iterator[Violation]:
    """11.5, 14.6  The hex must be empty; what else it must be is the edition's (A-99, A-100)."""
    facts, name = state.table.board.hexes.get(place), draft.get("unit", "")
    if name:
        yield from refuse_company(state, name, place)
    who = named(state, name) if name else "a regiment"
    if facts is None:
        text = f"{place!r} is no land hex; {who} lands in an empty land hex"
        yield Violation("11.5", "no_such_hex", text)
        return
    forces = state.forces
    is_empty = place not in forces[GERMAN, "land"] and place not in forces[BRITISH, "land"]
    here = [] if is_empty else state.units_in(place, arm="land")
    standing = [n for n in here if not state.units[n].aboard]
    if standing:
        text = f"{named(state, standing[0])} stands in {place}; {who} lands in an empty hex"
        yield Violation("11.5", "hex_occupied", text)
    if state.edition.airborne_needs_clear_hex and not facts.is_clear:
        terrain = facts.city or (f"{facts.woods} woods" if facts.woods else "marsh")
        text = f"{place} is {terrain}; {who} lands in clear terrain"
        yield Violation("11.5", "hex_not_clear", text)
    if here:
        yield from _refuse_others(state, name, place)


def _refuse_others(state: State, name: str, place: str) -> Iterator[Violation]:
    """6.3, 11.5, A-99  One regiment to a hex, or as many as may stack there."""
    pending = [n for n in state.units_in(place, arm="land") if state.units[n].aboard]
    if pending and not state.edition.airborne_stack_in_one_hex:
        text = f"{named(state, pending[0])} is already over {place}; one regiment to a hex"
        yield Violation("11.5", "hex_taken", text)
    elif pending and name:
        size = state.counter(name).size
        limit, alike = limit_of(state, size), [n for n in pending if state.counter(n).size == size]
        if limit is not None and len(alike) >= limit:
            text = f"{limit} regiments are over {place} already, which is all that may stack there"
            yield Violation("6.3", "hex_full", text)


def drop_hexes(state: State, draft: Draft) -> Iterator[Choice]:
    """11.5  Return over which hexes the regiment that is chosen can be flown."""
    if "unit" in draft and "hex" not in draft:
        for place in _open_hexes(state, draft):
            modifier = touchdown_modifier(state, place)
            notes = (f"touchdown {modifier:+d} (11.8)",) if modifier else ()
            yield Choice("hex", place, place, rule="11.5", notes=notes)


def _open_hexes(state: State, draft: Draft) -> Iterator[str]:
    """11.5  Return the hex that is given, or all, over which a regiment can be flown."""
    for place in [draft["hex"]] if "hex" in draft else state.table.board.numbers:
        if not any(refuse_drop_hex(state, draft, place)):
            yield place


def _is_plain(state: State, order: Airlift) -> bool:
    """Return whether an airlift is legal, as nearly all are."""
    with_it = {"unit": order.unit}
    return (
        order.unit in state.units
        and order.carrier in state.units
        and not any(refuse_regiment(state, {}, order.unit))
        and not any(refuse_carrier(state, with_it, order.carrier))
        and not any(refuse_drop_hex(state, with_it, order.hex))
    )


def obey_airlift(play: Play[State], order: Airlift) -> None:
    """11.5  Both are put over the hex; the landing is resolved in the land step."""
    play.emit(AirborneLaunched(order.unit, order.carrier, order.hex))


AIRLIFT: Form[State] = Form(
    Airlift,
    (
        Member("unit", Shape.ONE, refuse_regiment, regiments),
        Member("carrier", Shape.ONE, refuse_carrier, carriers),
        Member("hex", Shape.ONE, refuse_drop_hex, drop_hexes),
    ),
    wanted("11.5", "unit", "carrier", "hex"),
    is_sure=_is_plain,
)
