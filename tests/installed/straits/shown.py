"""Straits, as reports, pictures and statistics show it: areas with outlines, pools of dice, hull points."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from sealion_pbem.engine.card import Briefing, Card, Clash, Force, ForceLine, Loss, Luck
from sealion_pbem.engine.chronicle import (
    Enrolled,
    KeepsStatistics,
    Measure,
    PlaceKind,
    Whereabouts,
)
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.picture import Chart, Mark, Piece, Space, Supplement
from sealion_pbem.engine.showing import Draws, Narrates, ReportsFights
from sealion_pbem.engine.style import PAPER, Colours, Happening, Style
from sealion_pbem.engine.words import Seat
from straits import rules
from straits import words as w

_SHAPES = {w.AMBER: "square", w.JADE: "round", w.CORAL: "pointed"}
HITS = Measure("hit", "hits")
_HULK = '<path d="M-15,2H-8V-6H-6V2H2V-9H4V2H15L11,8H-11Z" fill="#1d1d1b"/>'
STYLE = Style(
    inks={**PAPER, "roads": "#cfe0d8", "sound": "#bcd5e1", "isle": "#e9dcae"},
    seats={w.AMBER: "#7a5200", w.JADE: "#14553a", w.CORAL: "#8c2c3c"},
    colours={
        ("square", "ship"): Colours("#f0c66b", "#fff4d6"),
        ("round", "ship"): Colours("#9fd0b4", "#e9f7ef"),
        ("pointed", "ship"): Colours("#efa9a9", "#fdeaea"),
    },
    boxed={},
    figures={"ship": _HULK},
    marks={"sail": Happening(), "fight": Happening(is_fight=True, ink="#c3241b")},
    arms=("ship",),
    legend=(
        (('<circle r="9" fill="#e9dcae" stroke="#2b2723"/>', "the isle: hold it at the end"),),
    ),
)
# Outline, where the name stands, and the room for ships; in fifths of a point.
_Frame = tuple[int, int, int, int]
_SHAPE: dict[str, tuple[str, tuple[tuple[int, int], ...], tuple[int, int], _Frame]] = {
    "Amber Roads": (
        "roads",
        ((300, 300), (1800, 300), (2400, 1500), (2100, 2100), (300, 1500)),
        (1050, 560), (450, 640, 1450, 700),
    ),
    "Jade Roads": (
        "roads",
        ((4200, 300), (5700, 300), (5700, 1500), (3900, 2100), (3600, 1500)),
        (4950, 560), (4150, 640, 1450, 700),
    ),
    "Coral Roads": (
        "roads",
        ((2400, 2700), (3600, 2700), (4200, 3900), (1800, 3900)),
        (3000, 2980), (2350, 3050, 1300, 700),
    ),
    "North Sound": (
        "sound",
        ((1800, 300), (4200, 300), (3600, 1500), (2400, 1500)),
        (3000, 560), (2350, 640, 1300, 700),
    ),
    "West Sound": (
        "sound",
        ((300, 1500), (2100, 2100), (2400, 2700), (1800, 3900), (300, 3900)),
        (1100, 2250), (450, 2350, 1450, 900),
    ),
    "East Sound": (
        "sound",
        ((5700, 1500), (5700, 3900), (4200, 3900), (3600, 2700), (3900, 2100)),
        (4900, 2250), (4150, 2350, 1450, 900),
    ),
    "Isle": (
        "isle",
        ((2400, 1500), (3600, 1500), (3900, 2100), (3600, 2700), (2400, 2700), (2100, 2100)),
        (3000, 1760), (2350, 1830, 1300, 700),
    ),
}  # fmt: skip


class Shown(Narrates[w.State], ReportsFights[w.State], KeepsStatistics[w.State], Draws[w.State]):
    """What is shown of a game of Straits."""

    quiet = frozenset({"dice_rolled", "guns_silent", "seat_passed"})
    losses_in = Measure("hull point", "hull points")
    bloodless = frozenset[str]()
    arms = ("ship",)
    where = ("place",)

    def names(self, state: w.State) -> dict[str, str]:
        return {name: name.replace("-", " ship ").capitalize() for name in state.ships}

    def part(self, state: w.State) -> str:
        return f"Turn {state.turn} · {state.phase}"

    def briefing(self, state: w.State) -> Briefing:
        hull = ", ".join(f"{name.split()[-1]} {n}" for name, n in self.tally(state).items())
        return Briefing(f"Turn {state.turn} of {state.last_turn}", facts=(("Hull points", hull),))

    def board(self, state: w.State) -> str:
        lines = []
        for area in w.AREAS:
            ships = (f"{n} ({state.ships[n].hull})" for n in state.afloat(area))
            lines.append(f"{area}: {', '.join(ships) or 'nobody'}")
        return "\n".join(lines)

    def cards(self, before: w.State, events: Any) -> tuple[Card, ...]:
        """3.2, 3.3  One card for each area in which there was fire, with a force for each seat."""
        state, faces = replace(before, ships=dict(before.ships)), tuple[int, ...]()
        found: dict[str, Card] = {}
        for number, event in enumerate(events):
            if isinstance(event, DiceRolled):
                faces = event.values
            elif isinstance(event, w.PoolFired):
                area = state.ships[event.ship].area
                card = found.get(area) or Card(
                    "fight", f"Fight in {area}", "3.2", (_clash(state, area),)
                )
                found[area] = _with_pool(state, card, event, faces, number)
            elif isinstance(event, w.ShipHit) and event.place in found:
                found[event.place] = _with_hit(found[event.place], event, number)
            event.on(state)
        return tuple(found.values())

    def losses(self, before: w.State, events: Any) -> tuple[Loss, ...]:
        state, found = replace(before, ships=dict(before.ships)), []
        for event in events:
            if isinstance(event, w.ShipHit):
                hull = state.ships[event.ship].hull
                what = "sunk" if event.hits >= hull else f"loses {self.losses_in.count(event.hits)}"
                found.append(Loss(w.seat_of(event.ship), event.ship, what, "3.3"))
            event.on(state)
        return tuple(found)

    def places(self) -> dict[str, PlaceKind]:
        return {area: PlaceKind("water") for area in w.AREAS}

    def roster(self, state: w.State) -> dict[str, Enrolled]:
        names = self.names(state)
        return {n: Enrolled(w.seat_of(n), names[n], w.HULL, "ship") for n in state.ships}

    def whereabouts(self, state: w.State) -> dict[str, Whereabouts]:
        return {n: Whereabouts(s.area if s.hull else "", s.hull) for n, s in state.ships.items()}

    def tally(self, state: w.State) -> dict[str, int]:
        return {
            f"hull of {seat}": sum(s.hull for n, s in state.ships.items() if w.seat_of(n) == seat)
            for seat in w.SEATS
        }

    def rollers(self, state: w.State, event: Any) -> tuple[str, ...]:
        if not isinstance(event, w.PoolFired):
            return ()
        return (w.seat_of(event.ship),) * state.ships[event.ship].hull

    def chart(self) -> Chart:
        spaces = tuple(
            Space(name, name, "area", label, frame, outline, ground)
            for name, (ground, outline, label, frame) in _SHAPE.items()
        )
        key = (300, 3960, 1650, 500)
        box = Space("Signs", "Signs", "box", key[:2], key)
        frame = (150, 150, 5700, 4350)
        return Chart(
            "straits-1", "Straits", frame, 3930, (), (), (*spaces, box), (), (), (), "Signs", STYLE
        )

    def piece(self, unit: str, left: int | None = None) -> Piece:
        return _piece(unit, "", w.HULL if left is None else left)

    def pieces(self, state: w.State) -> tuple[Piece, ...]:
        return tuple(_piece(n, state.ships[n].area, state.ships[n].hull) for n in state.afloat())

    def supplement(self, state: w.State) -> Supplement:
        return Supplement()

    def held(self, state: w.State) -> dict[str, tuple[str, ...]]:
        return {"held": (w.ISLE,)} if len(rules.held_by(state)) == 1 else {}

    def marks(self, events: Any, before: w.State | None = None) -> tuple[Mark, ...]:
        found, fights = [], dict[str, int]()
        at = {n: ship.area for n, ship in before.ships.items()} if before else {}
        for event in events:
            if isinstance(event, w.PlanOpened):
                for ship, area in event.ways:
                    if at.get(ship, area) != area:
                        found.append(Mark("sail", (at[ship], area), event.seat))
                    at[ship] = area
            elif isinstance(event, w.PoolFired) and event.ship in at:
                fights.setdefault(at[event.ship], len(fights) + 1)
        return (*found, *(Mark("fight", (area,), "", n) for area, n in fights.items()))


def _clash(state: w.State, area: str) -> Clash:
    """The ships of every seat that is there, with how many dice each throws."""
    forces = []
    for seat in w.SEATS:
        there = [name for name in state.afloat(area) if w.seat_of(name) == seat]
        lines = tuple(ForceLine(name, f"{state.ships[name].hull} dice") for name in there)
        if there:
            forces.append(Force(seat, "is here", lines))
    return Clash(tuple(forces), result="all fire at once")


def _with_pool(state: w.State, card: Card, event: Any, faces: Any, number: int) -> Card:
    (clash,) = card.clashes
    said = f"{event.ship} at {event.target}: {' '.join(map(str, faces))}"
    dice = f"{clash.dice}; {said}" if clash.dice else said
    chance = Fraction(rules.GUN - rules.HIT + 1, rules.GUN)
    luck = Luck(w.seat_of(event.target), event.hits, chance * len(faces))
    return replace(
        card, clashes=(replace(clash, dice=dice),), luck=(*card.luck, luck),
        told=(*card.told, number),
    )  # fmt: skip


def _with_hit(card: Card, event: Any, number: int) -> Card:
    (clash,) = card.clashes
    outcome = (*clash.outcome, f"{event.ship} takes {HITS.count(event.hits)}")
    return replace(card, clashes=(replace(clash, outcome=outcome),), told=(*card.told, number))


def _piece(name: str, area: str, hull: int) -> Piece:
    seat, _, number = name.partition("-")
    return Piece(
        name, area, seat, _SHAPES[Seat(seat)], "ship", "ship", "", name, f"{seat} {number}",
        str(hull), "", hull < w.HULL,
    )  # fmt: skip
