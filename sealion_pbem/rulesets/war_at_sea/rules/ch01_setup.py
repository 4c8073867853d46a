"""1.1  Setting up: sealed fleets, the end of the map, and where units are deployed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, nothing, wanted
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch02_fleet import faults_of_fleet
from sealion_pbem.rulesets.war_at_sea.rules.ch04_movement import MOST_SHIPS, edge_rank, room_fault
from sealion_pbem.rulesets.war_at_sea.rules.ch07_bases import base_fault, bases_of, room_at
from sealion_pbem.rulesets.war_at_sea.rules.known import Listed, refuse_foreign
from sealion_pbem.rulesets.war_at_sea.settings import ALLIED, AXIS, other_seat
from sealion_pbem.rulesets.war_at_sea.words import events as e
from sealion_pbem.rulesets.war_at_sea.words.orders import ChooseEnd, Deploy
from sealion_pbem.rulesets.war_at_sea.words.state import AIRBASE, State, seat_of

__all__ = [
    "ENDS",
    "FORMS",
    "choose_zone_and_coin",
    "default_deployment",
    "open_fleet",
    "starter_of",
    "undeployed",
]

ENDS = ("west", "east")
_MERCHANT_RANKS = 3
_SEALED = {"fleet": "fleet", "flights": "flights", "open_fleet": "fleet", "open_flights": "flights"}
_COIN_AXIS = 3


def choose_zone_and_coin(play: Play[State]) -> None:
    """1.1.2, 1.1.3, R-4, R-6  Find the battle zone, then who sets up first."""
    fixed = play.state.settings.fixed_zone
    face = 0 if fixed else play.roll("1.1.2", "battle zone")
    play.emit(e.ZoneChosen(fixed or face, face))
    face = play.roll("1.1.3", "who sets up first")
    play.emit(e.CoinFlipped(starter_of(face), face))


def starter_of(face: int) -> Seat:
    """1.1.3, R-6  Return who sets up first when the coin shows this face."""
    return AXIS if face <= _COIN_AXIS else ALLIED


def open_fleet(play: Play[State], seat: Seat, value: Any) -> bool:
    """1.1.4, R-11  Show a fleet; say whether it may be played."""
    settings = play.state.settings
    fault = next(faults_of_fleet(settings, seat, value), None)
    if fault is not None:
        play.emit(e.FleetRefused(seat, fault.rule, fault.text))
        why = f"the fleet of {seat} is against the rules: {fault.text}"
        play.emit(e.GameEnded(other_seat(seat), "R-11", why))
        return False
    number = settings.of_scenario("merchants") if seat == settings.escort else 0
    merchants = (data.MERCHANT,) * number
    play.emit(e.FleetOpened(seat, (*value, *merchants)))
    if other_seat(seat) in play.state.ends:
        left = next(end for end in ENDS if end not in play.state.ends.values())
        play.emit(e.EndChosen(seat, left))
    return True


def undeployed(state: State, seat: str) -> list[str]:
    """1.1.4  Return the units of a seat that are still to be set up."""
    return [name for name in state.in_play(seat) if not state.units[name].deployed]


def _refuse_end(_: State, __: Draft, end: str) -> Iterator[Violation]:
    """1.1.4, R-7  Return why a fleet does not come from an end."""
    if end not in ENDS:
        yield Violation("1.1.4", "no_end", f"{end[:40]!r} is no end of the map; west and east are")


def _ends(_: State, draft: Draft) -> Iterator[Choice]:
    if "end" not in draft:
        yield from (Choice("end", end, end, rule="1.1.4") for end in ENDS)


def _refuse_unit(state: State, _: Draft, name: str) -> Iterator[Violation]:
    foreign = [*refuse_foreign(state, name, "1.1.4")]
    yield from foreign
    if not foreign and state.units[name].deployed:
        left = Listed(undeployed(state, state.active))
        text = f"{name} is set up already; still to be set up: {left}"
        yield Violation("1.1.4", "deployed_already", text)


def _units(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" not in draft:
        for name in undeployed(state, state.active):
            card = state.card(name)
            yield Choice("unit", name, name, rule="1.1.4", notes=(card.subtype,))


def _refuse_place(state: State, draft: Draft, place: str) -> Iterator[Violation]:
    """1.1.4, R-8, R-9  Return why a unit is not set up in a sector, or an Aircraft at a base."""
    name = draft["unit"]
    if state.is_aircraft(name):
        fault = _base_fault(state, name, place)
    else:
        fault = _sector_fault(state, name, place)
    if fault is not None:
        yield Violation(*fault)


def _base_fault(state: State, name: str, base: str) -> tuple[str, str, str] | None:
    """1.1.4, 7.1, 7.2  Return why an Aircraft does not begin at a base."""
    fault = base_fault(state, name, base)
    if fault is not None:
        return fault
    if base == AIRBASE and state.card(name).is_carrier_capable:
        bound = sum(
            state.is_aircraft(other) and not state.card(other).is_carrier_capable
            for other in undeployed(state, seat_of(name))
        )
        if room_at(state, base, seat_of(name)) <= bound:
            text = f"the room that is left at the airbase is for {bound} Aircraft that fly from land only"
            return "7.2", "kept_free", text
    return None


def _sector_fault(state: State, name: str, sector: str) -> tuple[str, str, str] | None:
    """1.1.4, 9.2  Return why a Ship or Submarine does not begin in a sector."""
    if sector not in data.sectors():
        return "1.1", "no_sector", f"{sector[:60]} is no sector of the map"
    is_merchant, is_submarine = _is_merchant(state, name), state.card(name).is_submarine
    fault = _area_fault(state, name, sector)
    if fault is not None:
        return fault
    lies = state.feature(sector)
    if lies in ("island", "shoal"):
        return "1.1.4", lies, f"{sector} has {'an island' if lies == 'island' else 'shoals'}"
    full = room_fault(state, name, sector)
    if full and (is_submarine or is_merchant or not _is_even(state, name, sector)):
        return "4.2", "no_room", f"there is no room for {name} in {sector}: {full}"
    return None


def _area_fault(state: State, name: str, sector: str) -> tuple[str, str, str] | None:
    """1.1.4, 9.2  Return why a sector is out of the area in which a unit begins."""
    end = state.ends[seat_of(name)]
    if state.card(name).is_submarine:
        is_right = data.sectors()[sector] == end
        fault = ("1.1.4", "other_half", f"{name} begins in the {end} half of the map")
    elif _is_merchant(state, name):
        is_right = sector[:2] in _merchant_ranks(end)
        text = f"{name} begins in the first three ranks of the {end} end"
        fault = ("9.2", "too_far_out", text)
    else:
        is_right = sector.startswith(edge_rank(end))
        fault = ("1.1.4", "not_on_edge", f"{name} begins on the edge rank of the {end} end")
    return None if is_right else fault


def _is_merchant(state: State, name: str) -> bool:
    return state.units[name].card == data.MERCHANT


def _merchant_ranks(end: str) -> tuple[str, ...]:
    """9.2, R-48  Return the first three ranks of an end, as sector numbers begin."""
    ranks = range(1, 1 + _MERCHANT_RANKS) if end == "west" else range(10, 10 - _MERCHANT_RANKS, -1)
    return tuple(f"{rank:02d}" for rank in ranks)


def _is_even(state: State, name: str, sector: str) -> bool:
    """R-8  Return whether one Ship too many is spread evenly: nowhere on the rank are there fewer."""
    seat = seat_of(name)
    held = Counter(state.units[other].sector for other in state.ships(seat))
    rank = [n for n in data.sectors() if n.startswith(edge_rank(state.ends[seat]))]
    return held[sector] >= MOST_SHIPS and held[sector] <= min(held[number] for number in rank)


def _places(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" not in draft or "where" in draft:
        return
    name = draft["unit"]
    known: Iterable[str] = bases_of(state, name) if state.is_aircraft(name) else data.sectors()
    for place in known:
        if not any(_refuse_place(state, draft, place)):
            yield Choice("where", place, place, rule="1.1.4")


def _say_places(_: State, draft: Draft, __: Any, choices: Iterable[Choice]) -> str:
    return f"{draft['unit']} can be set up: {Listed(c.label for c in choices)}"


def default_deployment(state: State) -> Deploy | None:
    """1.1.4  Return how the next unit is set up by default.

    Ships come first, the dearest of them first, then Submarines, merchants and Aircraft by id; each goes
    to the sector nearest the middle that has room, Aircraft on Carriers if they can.
    """
    names = undeployed(state, state.active)
    if not names:
        return None
    name = min(names, key=lambda n: _turn_of(state, n))
    options = [choice.value for choice in _places(state, {"unit": name})]
    if not state.is_aircraft(name):
        rank = _default_rank(state, name)
        options.sort(key=lambda sector: (sector[:2] != rank, _from_middle(sector)))
    return Deploy(name, options[0])


def _turn_of(state: State, name: str) -> tuple[int, int, str]:
    card = state.card(name)
    is_merchant = _is_merchant(state, name)
    kind = 3 if card.is_aircraft else 1 if card.is_submarine else 2 if is_merchant else 0
    return kind, -card.cost if kind == 0 else 0, name


def _default_rank(state: State, name: str) -> str:
    steps = 3 if state.card(name).is_submarine else 2 if _is_merchant(state, name) else 0
    return f"{1 + steps if state.ends[seat_of(name)] == 'west' else 10 - steps:02d}"


def _from_middle(sector: str) -> tuple[int, int]:
    """Return how far a sector is from the middle of its rank, in the order 04, 05, 03 or 05, 04, 06."""
    place, is_odd = int(sector[2:]), int(sector[:2]) % 2
    middle = 4 if is_odd else 5
    sooner = place > middle if is_odd else place < middle
    return abs(place - middle), 0 if sooner or place == middle else 1


def _refuse_name(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """2.2, P.3  Return why nothing is sealed or opened under a name here."""
    right = _SEALED.get(state.step, "")
    if name != right:
        rule = "2.2" if right == "fleet" else "P.3"
        yield Violation(rule, "wrong_seal", f"{name[:60]!r} is not asked for here, {right!r} is")


FORMS: tuple[Form[State], ...] = (
    Form(ChooseEnd, (Member("end", Shape.ONE, _refuse_end, _ends),), wanted("1.1.4", "end")),
    Form(
        Deploy,
        (
            Member("unit", Shape.ONE, _refuse_unit, _units),
            Member("where", Shape.ONE, _refuse_place, _places, _say_places, after=("unit",)),
        ),
        wanted("1.1.4", "unit", "where"),
    ),
    Form(Seal, (Member("name", Shape.ONE, _refuse_name, nothing),)),
    Form(Open, (Member("name", Shape.ONE, _refuse_name, nothing),)),
)
