"""The board picture: sectors on their grid, what the zone and the smoke put there, and every counter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from sealion_pbem.engine.picture import Chart, Mark, Piece, Space, Supplement
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.chronicle import carrier_of, place_of
from sealion_pbem.rulesets.war_at_sea.narration import names
from sealion_pbem.rulesets.war_at_sea.style import SHAPES, STYLE, symbol_of
from sealion_pbem.rulesets.war_at_sea.words import events as e
from sealion_pbem.rulesets.war_at_sea.words import fights as f
from sealion_pbem.rulesets.war_at_sea.words.state import AIRBASE, State, seat_of

__all__ = ["chart", "marks", "piece", "pieces", "supplement"]

HARBOUR = "harbour"
"""Where units of an open fleet are that are not deployed yet."""
_LOW, _HALF = 340, 196
"""Half the height of a sector and half the length of a side: room for two rows of counters."""
_SIDE = 800
"""The width of the strips beside the map in which the airbases lie."""
_BASE = (660, 2600)
_HARBOUR = 760
_PREFIX = re.compile(r"^(?:USS|HMS|HM[AC]S|HNLMS|ORP|Admiral) | \([A-Z]+\d+\)$")
_LONGEST = 13


@cache
def chart() -> Chart:
    """1.1, R-3  Return the map without a zone: every sector is open sea, airbases lie at its corners."""
    sectors = [_sector(number) for number in data.sectors()]
    right = max(x for space in sectors for x, _ in space.outline) + _SIDE
    top = min(y for space in sectors for _, y in space.outline) - 100
    bottom = max(y for space in sectors for _, y in space.outline) + 100
    wide, high = _BASE
    inset = (_SIDE - wide) // 2
    boxes = (
        _box(f"{AIRBASE} west", "Airbase W", (inset, top + 100, wide, high)),
        _box(f"{AIRBASE} east", "Airbase E", (right - inset - wide, bottom - 100 - high, wide, high)),
        _box(HARBOUR, "Harbour", (inset, bottom + 60, right - 2 * inset, _HARBOUR)),
    )  # fmt: skip
    return Chart(
        "war-at-sea-1", "War at Sea", (0, top, right, bottom + 120 + _HARBOUR - top), bottom, (), (),
        (*sectors, *boxes), (), (), (), HARBOUR, STYLE,
    )  # fmt: skip


def _sector(number: str) -> Space:
    rank, place = int(number[:2]), int(number[2:])
    x, y = _SIDE + 2 * _HALF + (rank - 1) * 3 * _HALF, (2 * place + rank % 2) * _LOW
    ring = (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)
    outline = tuple((x + across * _HALF, y + down * _LOW) for across, down in ring)
    frame = (x - 306, y - 190, 612, 510)
    label = x, y - 205
    return Space(number, number, "area", label, frame, outline, "open", f"Sector {number}")


def _box(name: str, title: str, frame: tuple[int, int, int, int]) -> Space:
    return Space(name, title, "box", frame[:2], frame)


def piece(unit: str, left: int | None = None) -> Piece:
    """P.2  Return a counter, standing nowhere, with so many hull points left."""
    _, _, rest = unit.partition("-")
    card, _, number = rest.rpartition("-")
    name = data.cards()[card].name
    return _piece(unit, card, name if number == "1" else f"{name} {number}", left)


def pieces(state: State) -> tuple[Piece, ...]:
    """Return every unit in play; who is not deployed yet lies in the harbour."""
    called = names(state)
    return tuple(
        _piece(
            name, unit.card, called[name], unit.hull, place_of(state, name) or HARBOUR,
            carrier_of(state, name), "A" if unit.aborted else "R" if unit.rearming else "",
        )
        for name, unit in ((name, state.units[name]) for name in state.in_play())
    )  # fmt: skip


def _piece(
    unit: str, card_id: str, name: str, left: int | None, place: str = "", aboard: str = "", note: str = ""
) -> Piece:  # fmt: skip
    card, seat = data.cards()[card_id], seat_of(unit)
    hull = card.hull if left is None else left
    return Piece(
        unit, place, seat, SHAPES[seat], card.type.lower(), symbol_of(card.type, card.subtype), "",
        name, _label(card.name, unit), f"{hull}/{card.hull}" if card.hull > 1 else "", note,
        hull < card.hull, aboard,
    )  # fmt: skip


def _label(name: str, unit: str) -> str:
    """Return the name on a counter: without title and number of the hull, with that of a second one."""
    short = _PREFIX.sub("", _PREFIX.sub("", name))
    short = short if len(short) <= _LONGEST else short[: _LONGEST - 1].rstrip(" .-") + "."
    number = unit.rpartition("-")[2]
    return short if number == "1" else f"{short} {number}"


def supplement(state: State) -> Supplement:
    """1.1.2, 8.12  Return what the zone put into its sectors, unclaimed objectives and smoke."""
    if not state.zone:
        return Supplement()
    zone = data.zones()[state.zone]
    goals = [sector for sector in data.sectors() if sector in {*state.markers, *state.claims}]
    # A sector full of counters hides its sign; its ground is seen between them.
    smoky = dict.fromkeys(state.smoke, "smoke")
    grounds = dict.fromkeys(goals, "objective") | smoky | dict(zone.features)
    signs = [(sector, "objective") for sector in state.markers]
    signs += [(sector, "smoke") for sector in state.smoke]
    return Supplement(tuple(signs), (), tuple(sorted(grounds.items())))


def marks(events: Iterable[Event[Any]], before: State | None = None) -> tuple[Mark, ...]:
    """Return an arrow for every move and flight, and a number for every sector that was attacked."""
    state = before.copy() if before is not None else None
    arrows, fought = list[Mark](), dict[str, None]()
    for event in events:
        if state is None:
            continue
        arrows += _arrows(state, event)
        if isinstance(event, f.AttackMade):
            fought[place_of(state, event.target)] = None
        event.on(state)
    fights = (Mark("fight", (place,), "", number) for number, place in enumerate(fought, 1))
    return (*arrows, *fights)


def _arrows(state: State, event: Event[Any]) -> Iterator[Mark]:
    if isinstance(event, e.UnitMoved) and event.path:
        start = state.units[event.unit].sector
        yield Mark("sail", (start, *event.path), seat_of(event.unit))
    elif isinstance(event, e.AircraftPlaced):
        start = place_of(state, event.unit)
        if start != event.sector:
            yield Mark("fly", (start, event.sector), seat_of(event.unit))
