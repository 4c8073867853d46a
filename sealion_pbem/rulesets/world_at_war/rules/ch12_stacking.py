"""12.0  Stacking: how many units a hex holds, and what becomes of too many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.world_at_war import data
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.general import UnitLost
from sealion_pbem.rulesets.world_at_war.state import State

__all__ = [
    "EXCESS_FORM",
    "cheapest_excess",
    "due",
    "excess",
    "is_crowded",
    "may_stack",
    "obey_remove_excess",
    "overstacked",
    "room_for",
]


def _classes(state: State, units: Iterable[str]) -> dict[str, int]:
    """12.11, 12.12  Count units by what limits them: ground units, airborne, flak factors."""
    found = {"ground": 0, "specialized": 0, "flak": 0}
    for unit in units:
        counter = state.counter(unit)
        if counter.arm == "airborne":
            found["specialized"] += 1
        elif counter.is_ground:
            found["ground"] += 1
        elif counter.arm == "flak":
            found["flak"] += state.units[unit].factors
    return found


def _limits(state: State, number: str, seat: Seat | None) -> dict[str, int]:
    """12.11 to 12.13  Return how much of what a hex holds; more on an own bridgehead."""
    chart = data.tables()["stacking"]
    has_bridgehead = state.bridgeheads.get(number, ("",))[0] == seat
    ground = chart["bridgehead_ground"] if has_bridgehead else chart["ground"]
    return {"ground": ground, "specialized": chart["specialized"], "flak": chart["flak_factors"]}


def excess(state: State, units: Iterable[str], number: str, seat: Seat | None) -> dict[str, int]:
    """12.1  Return by how much units in a hex are too many, by what limits them."""
    limits = _limits(state, number, seat)
    found = _classes(state, units)
    # Airborne beyond three count like other ground units would (10.41E).
    spare = max(0, found["specialized"] - limits["specialized"])
    found["ground"], found["specialized"] = found["ground"] + spare, found["specialized"] - spare
    return {name: found[name] - limits[name] for name in found if found[name] > limits[name]}


def is_crowded(state: State, number: str, seat: Seat, coming: Iterable[str]) -> bool:
    """12.2  Return whether a hex would hold too many with these, or who does not stack together."""
    newcomers = [*coming]
    there = [unit for unit in state.at(number) if state.seat_of(unit) == seat]
    together = [*(unit for unit in there if unit not in newcomers), *newcomers]
    return bool(excess(state, together, number, seat)) or not may_stack(state, together)


def may_stack(state: State, units: Iterable[str]) -> bool:
    """12.3, R-65  Return whether units stack together: French and British do not if strict."""
    nations = {state.counter(unit).nation for unit in units if state.counter(unit).is_ground}
    return state.table.settings.cooperation == "free" or not nations >= {"france", "britain"}


def room_for(state: State, number: str, seat: Seat, unit: str) -> bool:
    """12.2  Return whether a hex has room for a unit more."""
    return not is_crowded(state, number, seat, (unit,))


def overstacked(state: State, seat: Seat) -> tuple[str, ...]:
    """12.14, 12.15, 12.17  Return the hexes in which a seat has too many."""
    found = []
    for number, units in sorted(state.stacks.items()):
        own = [unit for unit in units if state.seat_of(unit) == seat]
        if own and excess(state, own, number, seat):
            found.append(number)
    return tuple(found)


def _exempt(state: State, number: str) -> bool:
    """12.14  Return whether armor may still be too many there: on a breakthrough hex until the end."""
    return number in state.breakthroughs and state.step not in ("redeploy", "excess")


def due(state: State) -> tuple[str, ...]:
    """12.1  Return the hexes whose excess the active seat must remove now."""
    return tuple(n for n in overstacked(state, state.active) if not _exempt(state, n))


def cheapest_excess(state: State, seat: Seat) -> tuple[str, ...]:
    """R-64  Return what is eliminated by standing order: the cheapest first."""
    gone: list[str] = []
    for number in due(state):
        own = [unit for unit in state.at(number) if state.seat_of(unit) == seat]
        price = {unit: (state.counter(unit).cost * state.counter(unit).factor) for unit in own}
        for unit in sorted(own, key=lambda each: (price[each], state.table.rank[each])):
            left = [each for each in own if each not in gone]
            if _helps(state, left, unit, number, seat):
                gone.append(unit)
    return tuple(sorted(gone, key=state.table.rank.__getitem__))


def _helps(state: State, left: list[str], unit: str, number: str, seat: Seat) -> bool:
    """12.15  Return whether removing a unit lessens an excess; who tried the overrun stays."""
    before = sum(excess(state, left, number, seat).values())
    after = sum(excess(state, [each for each in left if each != unit], number, seat).values())
    return after < before and not _is_protected(state, unit, left, number, seat)


def _is_protected(state: State, unit: str, left: list[str], number: str, seat: Seat) -> bool:
    tried = {each for attack in state.repulsed.values() for each in attack.units}
    if unit not in tried:
        return False
    others = [each for each in left if each not in tried]
    # If only those that tried are too many, they must go after all.
    return bool(excess(state, left, number, seat)) and any(
        sum(excess(state, [e for e in left if e != other], number, seat).values())
        < sum(excess(state, left, number, seat).values())
        for other in others
    )


def refuse_excess(state: State, draft: Draft, unit: str) -> Iterator[Violation]:
    """12.15, 12.17, R-64  Return why a unit is not eliminated as excess."""
    number = state.units[unit].place if unit in state.units else ""
    gone = draft.get("units", ())
    if unit in gone or number not in due(state) or state.seat_of(unit) != state.active:
        crowded = ", ".join(due(state)) or "nowhere"
        text = f"{unit} is not too much where it is; too many stand in: {crowded}"
        yield Violation("12.2", "no_excess", text)
        return
    left = [u for u in state.at(number) if state.seat_of(u) == state.active and u not in gone]
    if not _helps(state, left, unit, number, state.active):
        text = f"without {unit} there are as many too many in {number}, or it tried an overrun"
        yield Violation("12.15", "no_help", text)


def _excess_units(state: State, draft: Draft) -> Iterator[Choice]:
    """12.2  Offer whoever can be eliminated of those that are too many."""
    for number in due(state):
        for unit in state.at(number):
            if not any(refuse_excess(state, draft, unit)):
                yield Choice("units", unit, unit, rule="12.2", notes=(number,))


def _missing_excess(state: State, draft: Draft) -> Iterator[Violation]:
    gone = draft.get("units", ())
    for number in due(state):
        left = [u for u in state.at(number) if state.seat_of(u) == state.active and u not in gone]
        if excess(state, left, number, state.active):
            text = f"there are still too many in {number}"
            yield Violation("12.2", "too_few", text, "/units")
            return


EXCESS_FORM: Form[State] = Form(
    o.RemoveExcess,
    (Member("units", Shape.MANY, refuse_excess, _excess_units),),
    _missing_excess,
)


def obey_remove_excess(play: Play[State], order: o.RemoveExcess) -> None:
    """12.2, R-64  Eliminate what is too much."""
    for unit in order.units:
        play.emit(UnitLost(unit, "excess"))
