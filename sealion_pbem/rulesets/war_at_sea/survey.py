"""What a board can say of the sea: who holds objectives, how far guns reach, what lies in a sector."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.survey import Layer, MapLine, PlaceFact
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import blocked_by, sees
from sealion_pbem.rulesets.war_at_sea.settings import SEATS
from sealion_pbem.rulesets.war_at_sea.statcard import BATTERIES
from sealion_pbem.rulesets.war_at_sea.words.state import State, seat_of

__all__ = ["layers", "lines", "place_facts"]


def layers(state: State) -> tuple[Layer, ...]:
    """1.3.3, 5.1  Return the objectives that a seat has claimed, and the sectors in range of its guns."""
    claimed = (
        Layer("control", seat, "1.3.3", tuple(sorted(s for s in state.claims if state.claims[s] == seat)))
        for seat in SEATS
    )  # fmt: skip
    return (*claimed, *(_guns(state, seat) for seat in SEATS))


def _guns(state: State, seat: str) -> Layer:
    """5.1, 5.3  Return the sectors at which ships have dice for a gun and which they see."""
    who: dict[str, list[str]] = {}
    for name in state.in_play():
        here = state.units[name].sector
        if seat_of(name) != seat or here not in data.sectors():
            continue
        for there in data.sectors():
            if _reaches(state, name, here, there):
                who.setdefault(there, []).append(name)
    found = {there: tuple(who[there]) for there in sorted(who)}
    return Layer("range of guns", seat, "5.1", tuple(found), found)


def _reaches(state: State, name: str, here: str, there: str) -> bool:
    away, card = distance(here, there), state.card(name)
    return any(card.dice(gun, away) for gun in BATTERIES) and sees(state, here, there)


def place_facts(state: State, place: str) -> tuple[PlaceFact, ...]:
    """1.3.3, 4.3  Return what lies in a sector, and whose objective it is."""
    return tuple(_facts(state, place)) if place in data.sectors() else ()


def _facts(state: State, place: str) -> Iterator[PlaceFact]:
    if feature := state.feature(place):
        yield PlaceFact("in the sector", feature, "4.3")
    if place in state.smoke:
        yield PlaceFact("over the sector", "smoke", "8.12")
    if place in state.claims:
        yield PlaceFact("objective", f"claimed by {state.claims[place]}", "1.3.3")
    elif place in state.markers:
        yield PlaceFact("objective", "unclaimed", "1.3.3")


def lines(state: State, place: str) -> tuple[MapLine, ...]:
    """5.3  Return the lines of sight from a sector to the nearest ships of either seat."""
    if place not in data.sectors():
        return ()
    return tuple(line for seat in SEATS for line in _sight(state, seat, place))


def _sight(state: State, seat: str, place: str) -> Iterator[MapLine]:
    there = {state.units[name].sector for name in state.in_play() if seat_of(name) == seat}
    there = {sector for sector in there if sector in data.sectors() and sector != place}
    if not there:
        return
    nearest = min(there, key=lambda sector: (distance(place, sector), sector))
    barred = blocked_by(state, place, nearest)
    text = (
        f"is blocked: {barred}"
        if barred
        else f"is free to {nearest}, range {distance(place, nearest)}"
    )
    yield MapLine(
        "line of sight to the nearest", seat, "5.3", () if barred else (place, nearest), text
    )
