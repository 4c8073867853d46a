"""10.4, 10.7, 11.8  Cards of air combat, naval air strikes and touchdowns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sealion_pbem.engine.card import Clash, Factor, Force, Luck
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.cards.draft import CardDraft
from sealion_pbem.rulesets.sealion.cards.land import place_name
from sealion_pbem.rulesets.sealion.cards.luck import air_luck, strike_luck, touchdown_luck
from sealion_pbem.rulesets.sealion.cards.sea import sea_name
from sealion_pbem.rulesets.sealion.cards.view import View
from sealion_pbem.rulesets.sealion.events.air import AirSetFought, AirStrikeFlown
from sealion_pbem.rulesets.sealion.events.land import UnitTouchedDown
from sealion_pbem.rulesets.sealion.rules.ch10_air.dogfight import said_result
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import touchdown_loss
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["fought", "opened", "strike", "strikes", "touchdown", "touchdowns"]


def opened(view: View, place: str) -> CardDraft:
    """10.4  Return the empty card of an air combat."""
    return CardDraft("air", f"Air combat over {_place(view.state, place)}", "10.4", place)


def strikes(sector: str) -> CardDraft:
    """10.7  Return the empty card of the strikes in a sea space."""
    return CardDraft("strike", f"Naval air strikes in {sea_name(sector)}", "10.7", sector)


def touchdowns() -> CardDraft:
    """11.8  Return the empty card on which all touchdowns of a step stand."""
    return CardDraft("touchdown", "Airborne units touch down", "11.8", "")


def _place(state: State, place: str) -> str:
    return sea_name(place) if place in SECTORS else place_name(state, place)


def fought(view: View, event: AirSetFought) -> tuple[Clash, tuple[Luck, ...]]:
    """10.4, 10.5  Return a set: dice and qualities of both sides, and who wins."""
    ours, theirs = event.first_dice, event.second_dice
    seats = [view.state.counter(units[0]).seat for units in (event.first, event.second)]
    clash = Clash(
        (
            _flight(view, seats[0], event.first, ours, event.first_total),
            _flight(view, seats[1], event.second, theirs, event.second_total),
        ),
        dice=f"dice {_said(ours)} against {_said(theirs)}",
        result=said_result(event) + (": a unit is lost" if event.doubled and event.winner else ""),
    )
    sides = {
        seat: (sum(map(view.state.quality_of, units)), [view.steps(unit) for unit in units])
        for seat, units in zip(seats, (event.first, event.second), strict=True)
    }
    totals = (event.first_total, event.second_total)
    single = view.state.edition.air_tie_favours_the_single
    return clash, air_luck(sides, totals, single_wins=single)


def _flight(view: View, seat: str, units: Sequence[str], faces: Iterable[int], total: int) -> Force:
    lines = []
    for unit, face in zip(units, faces, strict=True):
        quality = view.state.quality_of(unit)
        lines.append(view.line(unit, str(face + quality), f"die {face}, quality {quality}"))
    return Force(seat, "flies", tuple(lines), str(total))


def _said(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


def strike(view: View, event: AirStrikeFlown) -> tuple[Clash, tuple[Luck, ...]]:
    """10.7, 10.9  Return one bomber against one target, with what hits and what flak could do."""
    state = view.state
    bomber, target = (state.counter(name) for name in (event.bomber, event.target))
    if event.result == "too late":
        late = (
            Force(bomber.seat, "strikes", (view.line(event.bomber),)),
            Force(target.seat, "is gone", (view.line(event.target),)),
        )
        return Clash(late, result="too late; nothing was rolled"), ()
    aim, flak = event.strength, event.flak
    answer = f"flak up to {flak}" if flak else "no flak"
    clash = Clash(
        (
            Force(
                bomber.seat, "strikes", (view.line(event.bomber, str(aim), f"hits up to {aim}"),)
            ),
            Force(target.seat, "is struck", (view.line(event.target, note=answer),)),
        ),
        dice=f"die {event.roll}",
        result=event.result,
    )
    sides = {target.seat: view.steps(event.target), bomber.seat: view.steps(event.bomber)}
    return clash, strike_luck(sides, (aim, flak), event.result)


def touchdown(view: View, event: UnitTouchedDown) -> tuple[Clash, tuple[Luck, ...]]:
    """11.8  Return one unit that comes down: its die and what the hex adds."""
    state, steps = view.state, view.steps(event.unit)
    seat = state.counter(event.unit).seat
    total = event.roll + event.modifier
    bounds = event.reduced_from, event.unharmed_from
    lost = touchdown_loss(total, steps, bounds)
    clash = Clash(
        (
            Force(
                seat,
                f"comes down in {place_name(state, event.hex)}",
                (view.line(event.unit),),
            ),
        ),
        dice=f"die {event.roll}" + (f", modified {total}" if event.modifier else ""),
        factors=tuple(Factor(line.name, line.rule, line.value) for line in event.modifiers),
        result="unharmed" if not lost else "reduced" if lost < steps else "lost",
    )
    return clash, touchdown_luck(seat, steps, event.roll, event.modifier, bounds)
