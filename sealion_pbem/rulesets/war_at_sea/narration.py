"""Where a game stands, in words: names of units, headings, the head of a report, the board as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from sealion_pbem.engine.card import Briefing
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch09_ends import merchants, remaining_cost
from sealion_pbem.rulesets.war_at_sea.settings import SEATS
from sealion_pbem.rulesets.war_at_sea.words.state import AIRBASE, State, seat_of

__all__ = ["board", "briefing", "names", "part", "position_line"]

_PARTS = {
    "fleet": "Fleets", "open_fleet": "Deployment", "deploy": "Deployment",
    "initiative": "Initiative", "sea_move": "Sea movement", "flights": "Flight plans",
    "open_flights": "Flight plans", "air_mission": "Air missions", "air_defense": "Air defense",
    "air_attack": "Air attack", "surface_attack": "Surface attack",
    "torpedo_attack": "Torpedo attack", "air_return": "Air return", "over": "The end",
}  # fmt: skip


def names(state: State) -> Mapping[str, str]:
    """P.2  Return the name on each unit's card, with a number or its seat where several have it."""
    cards = Counter((seat_of(name), unit.card) for name, unit in state.units.items())
    found = {}
    for name, unit in state.units.items():
        text = data.cards()[unit.card].name
        seat = seat_of(name)
        if cards[seat, unit.card] > 1:
            text = f"{text} {name.rpartition('-')[2]}"
        if len({other for other, card in cards if card == unit.card}) > 1:
            text = f"{text} of {seat}"
        found[name] = text
    return found


def part(state: State) -> str:
    """3.0  Return turn and step."""
    name = _PARTS[state.step]
    return f"Turn {state.turn} · {name}" if state.turn else name


def briefing(state: State) -> Briefing:
    """Return turn, zone, score and what is left."""
    turn = f"Turn {state.turn} of {state.settings.last_turn}" if state.turn else "Setting up"
    facts: list[tuple[str, str]] = []
    if state.zone:
        facts.append(("Battle zone", f"{state.zone}, {data.zones()[state.zone].name}"))
    facts.append(("Score", ", ".join(f"{seat} {state.scores[seat]}" for seat in SEATS)))
    if state.first:
        facts.append(("First player", state.first))
    if state.units:
        left = ", ".join(f"{seat} {remaining_cost(state, seat)}" for seat in SEATS)
        facts.append(("Points of units left", left))
    if state.markers:
        facts.append(("Objectives unclaimed", ", ".join(state.markers)))
    if state.settings.is_convoy and state.turn:
        gone = f"{merchants(state, 'left')} safe, {merchants(state, 'destroyed')} destroyed"
        facts.append(("Merchants", gone))
    return Briefing(turn, facts=(*facts, *_basing(state)))


def _basing(state: State) -> Iterator[tuple[str, str]]:
    """7.1, 7.2  Return who lies aboard each Carrier and at each airbase, and who is rearming."""
    called = names(state)
    for seat in SEATS:
        carriers = [name for name in state.in_play(seat) if state.card(name).is_carrier]
        for base in (*carriers, AIRBASE):
            lying = [
                f"{called[name]}, rearming" if state.units[name].rearming else called[name]
                for name in state.based_on(base, seat)
            ]
            if lying:
                at = f"Airbase of {seat}" if base == AIRBASE else f"Aboard {called[base]}"
                yield at, "; ".join(lying)


def board(state: State) -> str:
    """Return the position as text: each sector in which something is, then the bases."""
    called = names(state)
    lines = []
    for sector in data.sectors():
        here = [n for n in state.in_play() if state.units[n].sector == sector]
        signs = [*dict.fromkeys(filter(None, (state.feature(sector), state.veil(sector))))]
        signs += ["objective"] if sector in state.markers else []
        if here or signs:
            what = f" ({', '.join(signs)})" if signs else ""
            listed = "; ".join(position_line(state, called, name) for name in here)
            lines.append(f"{sector}{what}: {listed or 'nobody'}")
    for seat in SEATS:
        based = state.based_on(AIRBASE, seat)
        if based:
            listed = "; ".join(position_line(state, called, name) for name in based)
            lines.append(f"airbase {state.ends.get(seat, '')} of {seat}: {listed}")
    return "\n".join(lines) or "no fleet is on the map"


def position_line(state: State, called: Mapping[str, str], name: str) -> str:
    """Return a unit with its id and owner, what is left of it, and who is aboard."""
    unit, card = state.units[name], state.card(name)
    notes = [name, str(seat_of(name))]
    if card.hull > 1:
        notes.append(f"hull {unit.hull} of {card.hull}")
    notes += [word for word in ("aborted", "rearming") if getattr(unit, word)]
    aboard = state.based_on(name, seat_of(name)) if card.is_carrier else []
    load = f" with {', '.join(f'{called[n]} ({n})' for n in aboard)} aboard" if aboard else ""
    return f"{called[name]} ({', '.join(notes)}){load}"
