"""Straits, its rules: sealed plans, fights with pools of eight-sided dice, the isle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, nothing, wanted
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.engine.words import Decision, Seat, Violation
from straits import words as w

RULES = {
    "1.1": "Each seat has two ships of three hull points in its own roads",
    "1.2": "A game has three turns: plans, fights, refits",
    "2.1": "Every seat in its turn seals where each of its ships goes",
    "2.2": "When all are sealed, every seat in its turn opens its plan; a ship goes one area or stays",
    "2.3": "A plan that cannot be sailed counts as none: the ships stay and hold their fire",
    "3.1": "A die of ten is thrown for the weather; on a ten nobody fires",
    "3.2": "Where seats meet, each ship throws a die of eight for every hull point; seven and eight hit",
    "3.3": "All fire at once: hits count when everybody has fired",
    "3.4": "Then every seat in its turn may mend one hull point of a ship in its own roads",
    "4.1": "At the end the seat with most hull points at the isle wins, if there is one",
}
PLAN = "plan"
STORM, WEATHER = 10, 10
HIT, GUN = 7, 8


def decision(state: w.State) -> Decision | None:
    """Say whose answer the game waits for."""
    if state.phase == "over":
        return None
    seat = w.SEATS[state.asked]
    if state.phase == "seal":
        prompt = f"turn {state.turn}: seal where your ships go"
        return Decision(seat, "plan", "2.1", prompt, frozenset({"seal"}))
    if state.phase == "open":
        return Decision(seat, "open_plan", "2.2", "open your plan", frozenset({"open"}))
    prompt = f"turn {state.turn}: refit one of {', '.join(worn(state, seat))}, or pass"
    return Decision(seat, "refit", "3.4", prompt, frozenset({"refit", "pass"}))


def plans(state: w.State, seat: str) -> list[dict[str, str]]:
    """2.2  Every plan that can be sailed."""
    own = [ship for ship in state.afloat() if w.seat_of(ship) == seat]
    ways = [(state.ships[ship].area, *w.AREAS[state.ships[ship].area]) for ship in own]
    return [dict(zip(own, choice, strict=True)) for choice in product(*ways)]


def worn(state: w.State, seat: str) -> list[str]:
    """3.4  The ships that can be mended."""
    return [
        ship
        for ship in state.afloat(w.PORTS[Seat(seat)])
        if w.seat_of(ship) == seat and state.ships[ship].hull < w.HULL
    ]


def _refuse_name(_: w.State, __: Draft, name: str) -> Iterator[Violation]:
    """2.1  Only the plan is sealed and opened."""
    if name != PLAN:
        yield Violation("2.1", "wrong_seal", f"{name!r} is not sealed here, {PLAN!r} is")


def _refuse_ship(state: w.State, _: Draft, ship: str) -> Iterator[Violation]:
    """3.4  Only a worn ship at home is mended."""
    known = worn(state, w.SEATS[state.asked])
    if ship not in known:
        text = f"{ship!r} cannot be mended; these can: {', '.join(known) or 'none'}"
        yield Violation("3.4", "not_worn", text)


def _ships(state: w.State, draft: Draft) -> Iterator[Choice]:
    """3.4  The ships that can be mended."""
    for ship in worn(state, w.SEATS[state.asked]) if "ship" not in draft else ():
        yield Choice("ship", ship, ship, rule="3.4")


FORMS: Mapping[str, Form[w.State]] = {
    form.kind: form
    for form in (
        Form(w.Refit, (Member("ship", Shape.ONE, _refuse_ship, _ships),), wanted("3.4", "ship")),
        Form(w.Pass),
        Form(Seal, (Member("name", Shape.ONE, _refuse_name, nothing),)),
        Form(Open, (Member("name", Shape.ONE, _refuse_name, nothing),)),
    )
}


def obey(play: Any, order: Any) -> None:
    """2.1 to 2.3, 3.4  Carry an order out."""
    state = play.state
    seat = w.SEATS[state.asked]
    if isinstance(order, Seal):
        play.emit(w.PlanSealed(seat))
    elif isinstance(order, Open):
        ways = order.value if order.value in plans(state, seat) else {}
        play.emit(w.PlanOpened(seat, tuple(sorted(ways.items()))))
    elif isinstance(order, w.Refit):
        play.emit(w.ShipRefitted(order.ship))
    else:
        play.emit(w.SeatPassed(seat))


def advance(play: Any) -> None:
    """1.2  What needs nobody: fights when all plans are open, seats without work, ends."""
    state = play.state
    if state.phase == "open" and state.asked == len(w.SEATS):
        fight(play)
    while state.phase == "refit":
        if state.asked == len(w.SEATS):
            play.emit(w.TurnEnded(state.turn) if state.turn < state.last_turn else ended(state))
        elif worn(state, w.SEATS[state.asked]):
            return
        else:
            play.emit(w.SeatPassed(w.SEATS[state.asked]))


def fight(play: Any) -> None:
    """3.1 to 3.3  Weather, then every pool at once."""
    state = play.state
    face = play.roll("3.1", "weather", sides=WEATHER)
    play.emit(w.WeatherSeen(face, face >= STORM))
    hits: Counter[str] = Counter()
    for area in w.AREAS:
        for ship in state.afloat(area):
            target = target_of(state, ship)
            if target and w.seat_of(ship) not in state.silent:
                faces = play.rolls("3.2", f"{ship} fires", state.ships[ship].hull)
                found = sum(face >= HIT for face in faces)
                play.emit(w.PoolFired(ship, target, found))
                hits[target] += found
    for ship in state.ships:
        if hits[ship]:
            play.emit(w.ShipHit(ship, state.ships[ship].area, hits[ship]))
    play.emit(w.GunsSilent())


def target_of(state: w.State, ship: str) -> str:
    """3.2  The strongest ship of the next seat that is there."""
    own = w.SEATS.index(w.seat_of(ship))
    for step in range(1, len(w.SEATS)):
        enemy = w.SEATS[(own + step) % len(w.SEATS)]
        there = [n for n in state.afloat(state.ships[ship].area) if w.seat_of(n) == enemy]
        if there:
            return max(there, key=lambda name: (state.ships[name].hull, name))
    return ""


def ended(state: w.State) -> w.GameEnded:
    """4.1  Who holds the isle."""
    held = held_by(state)
    best = max(held.values(), default=0)
    winners = [seat for seat, hull in held.items() if hull == best]
    return w.GameEnded(winners[0] if len(winners) == 1 else "")


def held_by(state: w.State) -> dict[str, int]:
    """4.1  Hull points at the isle, by seat."""
    found: Counter[str] = Counter()
    for ship in state.afloat(w.ISLE):
        found[w.seat_of(ship)] += state.ships[ship].hull
    return dict(found)
