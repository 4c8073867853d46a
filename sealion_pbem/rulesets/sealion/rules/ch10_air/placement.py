"""10.1 to 10.3  Putting air units over a hex or sea space: who may go where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, TypeAlias

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.events.air import AirUnitsFlew
from sealion_pbem.rulesets.sealion.naming import named, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import (
    can_supply,
    fliers_in,
    flying_seat,
    is_at_base,
    ready,
    ships_in,
    supply_airbases,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.returning import is_supplying
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import first_surplus, is_exempt, too_many
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["FLY", "Fly", "obey_fly", "refuse_flier"]

_MOST_NAMED = 8
# These fly to some places only.
_PARTICULAR = frozenset({"glider", "transport"})
_Kind: TypeAlias = tuple[str, bool]


@frozen
class Fly:
    """Send air units from their base to one hex or sea space."""

    kind: ClassVar[str] = "fly"
    units: tuple[str, ...]
    place: str


def refuse_place(state: State, _: Draft, place: str) -> Iterator[Violation]:
    """10.1  Air units fly to any hex or sea space; there is no range (A-87)."""
    if not _is_place(state, place):
        seas = ", ".join(SECTORS)
        text = f"air units fly to land hexes and sea spaces ({seas}), not to {place!r}"
        yield Violation("10.1", "no_such_place", text)


def refuse_flier(state: State, draft: Draft, name: str) -> Iterator[Violation]:
    """6.2, 10.1 to 10.3  Own air units at their base that have a mission, and room, in the place."""
    seat, before, place = flying_seat(state), draft.get("units", ()), draft.get("place", "")
    counter = state.table.counters[name]
    fault = _unfit(state, counter, seat, before) or _wrong_mission(state, counter, place)
    if fault:
        yield Violation(*fault)
    elif _is_place(state, place):
        counters = state.table.counters
        fit = [n for n in dict.fromkeys(before) if _is_fit(state, counters[n], seat)]
        if first_surplus(state, (*fit, name), place, seat) == len(fit):
            yield too_many(state, name, place, seat)


def _is_place(state: State, place: str) -> bool:
    return place in state.table.board.hexes or place in SECTORS


def _is_fit(state: State, counter: Counter, seat: Seat) -> bool:
    """10.1, A-89  Return whether a unit flies now: at its base, and not at rest after a drop."""
    return (
        counter.arm == "air"
        and counter.seat == seat
        and is_at_base(state, counter.id)
        and counter.id not in state.home
    )


def fliers(state: State, draft: Draft) -> Iterator[Choice]:
    """10.1  Return the units that can fly, or fly along, to the place or to any."""
    chosen = draft.get("units", ())
    leads_on: dict[_Kind, bool] = {}
    for name in ready(state, flying_seat(state)):
        if name in chosen:
            continue
        kind = _kind(state, name)
        if kind not in leads_on:
            leads_on[kind] = "place" in draft or any(_places(state, (*chosen, name)))
        if leads_on[kind] and not any(refuse_flier(state, draft, name)):
            yield unit_choice(state, "units", name, "10.1", kind[0])


def _kind(state: State, name: str) -> _Kind:
    """6.2, 10.3  Return what decides where a unit can fly: its type, and whether it takes room."""
    counter = state.counter(name)
    return counter.type, is_exempt(counter)


def destinations(state: State, draft: Draft) -> Iterator[Choice]:
    """10.1  Return where all units that are chosen can fly; before that, where any could."""
    if "place" in draft:
        return
    if "units" in draft:
        places = _places(state, draft["units"])
    else:
        one_of_each = {_kind(state, c.value): (c.value,) for c in fliers(state, draft)}.values()
        everywhere = _all_places(state)
        places = (p for p in everywhere if any(_fit_in(state, one, p) for one in one_of_each))
    foe = other(flying_seat(state))
    for place in places:
        yield Choice("place", place, place, rule="10.1", notes=_notes(state, place, foe))


def _places(state: State, units: tuple[str, ...]) -> Iterator[str]:
    """6.2, 10.3  Return where units that can fly have a mission and room together."""
    counters = state.table.counters
    is_bound = any(counters[name].type in _PARTICULAR for name in units)
    places = supply_airbases(state) if is_bound else _all_places(state)
    return (place for place in places if _fit_in(state, units, place))


def _fit_in(state: State, units: tuple[str, ...], place: str) -> bool:
    """6.2, 10.3  Return whether units that can fly have a mission and room together in a place."""
    counters = state.table.counters
    if any(_wrong_mission(state, counters[name], place) for name in units):
        return False
    return first_surplus(state, units, place, flying_seat(state)) < 0


def _all_places(state: State) -> tuple[str, ...]:
    return (*SECTORS, *state.table.board.numbers)


def _notes(state: State, place: str, foe: Seat) -> tuple[str, ...]:
    """10.4, 10.7  Return whom air units meet in a place."""
    notes = []
    if enemies := len(fliers_in(state, place, foe)):
        notes.append(f"enemy air units, {enemies}: air combat (10.4)")
    if place in SECTORS and (ships := len(ships_in(state, place, foe))):
        notes.append(f"enemy ships, {ships}: bombers can strike (10.7)")
    return tuple(notes)


def _is_plain(state: State, order: Fly) -> bool:
    """Return whether a flight is legal, as nearly all are."""
    names, place, seat = order.units, order.place, flying_seat(state)
    if not names or len({*names}) < len(names) or not _is_place(state, place):
        return False
    counters = state.table.counters
    for name in names:
        counter = counters.get(name)
        if counter is None or not _is_fit(state, counter, seat):
            return False
    return _fit_in(state, names, place)


def obey_fly(play: Play[State], order: Fly) -> None:
    """10.1  Put the units where they have a mission."""
    play.emit(AirUnitsFlew(order.units, order.place))


def _unfit(
    state: State, counter: Counter, seat: Seat, before: Sequence[str]
) -> tuple[str, str, str] | None:
    """10.1  Return why a unit cannot fly at all."""
    name = counter.id
    if name not in before and _is_fit(state, counter, seat):
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
    """10.3  Return why a unit of this type does not fly to a place, or to none at all.

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
    if not can_supply(state):
        text = f"{who} begins air supply in the German Air Movement step only, not in reaction"
        return "10.3", "no_supply_in_reaction", text
    return _wrong_supply(state, who, place) if _is_place(state, place) else None


def _wrong_supply(state: State, who: str, place: str) -> tuple[str, str, str] | None:
    """10.3, 13.2  Return why a transport cannot supply from a hex: it needs a German-held airbase."""
    if place in supply_airbases(state):
        return None
    facts = state.table.board.hexes.get(place)
    if facts is None or not facts.airbase:
        text = f"{who} without a regiment flies to a German-held airbase hex, and {place} has none"
        return "10.3", "no_airbase", text
    text = f"a German land unit was not the last in the airbase hex {place}, so {who} cannot supply"
    return "10.3", "airbase_not_german", f"{text} there"


def _said_airbases(state: State, draft: Draft, name: str | None, _: Iterable[Choice]) -> str:
    """10.3  Say where a transport can supply that can fly, but not to the place."""
    if name is None or state.counter(name).type != "transport" or "place" not in draft:
        return ""
    anywhere = {"units": draft.get("units", ())}
    if any(refuse_flier(state, anywhere, name)) or not _is_place(state, draft["place"]):
        return ""
    held = [choice.label for choice in destinations(state, {"units": (name,)})]
    return f"German-held airbases: {', '.join(held[:_MOST_NAMED]) or 'none at present'}"


def _missing(state: State, draft: Draft) -> Iterator[Violation]:
    """10.1  Refuse an order without units or place."""
    if "units" not in draft:
        text = "no unit is named; name at least one air unit"
        yield Violation("10.1", "no_units", text, "/units")
    yield from wanted("10.1", "place")(state, draft)


FLY: Form[State] = Form(
    Fly,
    (
        Member("place", Shape.ONE, refuse_place, destinations),
        Member("units", Shape.MANY, refuse_flier, fliers, _said_airbases),
    ),
    _missing,
    is_sure=_is_plain,
)
