"""15.61, 15.62, 15.551  Losses: how much must go, and which sets are not wasteful (R-7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.general import FactorsLost, UnitLost
from sealion_pbem.rulesets.world_at_war.events.moving import LossesDemanded, LossesMet
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import ctl
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.task import Demand, LossItem, Need, Wings

__all__ = [
    "LOSE_FORM",
    "air_items",
    "cheapest",
    "demand_losses",
    "everything",
    "is_enough",
    "is_minimal",
    "obey_lose",
]

Set = Mapping[str, int]
"""What is lost: of each item how many."""
_WASTE = "something could be left out of these losses and they would still be enough"


def air_items(state: State, wings: Wings, weight: int = 1) -> tuple[LossItem, ...]:
    """R-7, R-69  Return wings as what can be lost factor by factor."""
    return tuple(
        LossItem(unit, weight, count, ctl(state, unit), is_air=True)
        for unit, count in sorted(wings.items(), key=lambda pair: state.table.rank[pair[0]])
        if count > 0
    )


def everything(demand: Demand) -> dict[str, int]:
    """Return all that there is to lose."""
    return {item.unit: item.count for item in demand.items}


def is_enough(demand: Demand, lost: Set) -> bool:
    """15.551, 15.62  Return whether a set meets what is called for, as the survivors' training has it."""
    total = sum(item.weight * lost.get(item.unit, 0) for item in demand.items)
    alive = [item.ctl for item in demand.items if lost.get(item.unit, 0) < item.count]
    if not alive:
        return True
    lowest = min(alive)
    # The amount for the least trained that survive; who is trained better than all named owes the last.
    owed = [need.amount for need in demand.needs if need.ctl <= lowest] or [0]
    return total >= owed[-1]


def is_minimal(demand: Demand, lost: Set) -> bool:
    """15.62, R-7  Return whether a set is enough and no unit or air factor can be left out of it."""
    if not is_enough(demand, lost):
        return False
    return not any(is_enough(demand, _less(lost, unit)) for unit, count in lost.items() if count)


def _less(lost: Set, unit: str) -> dict[str, int]:
    return {**lost, unit: lost[unit] - 1}


@cache
def _minimal_sets(
    needs: tuple[Need, ...], items: tuple[LossItem, ...]
) -> tuple[tuple[int, ...], ...]:
    """R-7  Return every set that is enough and not wasteful, as counts in the order of the items."""
    demand = Demand("", "", "", "", needs, items)
    names = [item.unit for item in items]
    found = []
    counts = [0] * len(items)

    def walk(place: int) -> None:
        lost = dict(zip(names, counts, strict=True))
        # Whatever is added to a set that is enough is wasted.
        if is_enough(demand, lost):
            if is_minimal(demand, lost):
                found.append(tuple(counts))
            return
        if place == len(items):
            return
        for count in range(items[place].count + 1):
            counts[place] = count
            walk(place + 1)
        counts[place] = 0

    walk(0)
    return tuple(found)


def _sets(demand: Demand) -> list[dict[str, int]]:
    names = [item.unit for item in demand.items]
    found = _minimal_sets(demand.needs, demand.items)
    return [dict(zip(names, counts, strict=True)) for counts in found]


def cheapest(
    state: State, demand: Demand, prefer: str = "cheapest", first: tuple[str, ...] = ()
) -> dict[str, int]:
    """Return the set that a policy takes: the least worth, air last, first, or armor spared.

    Units of `first` go before all others, in that order.
    """

    def price(lost: Set) -> tuple[int, ...]:
        ground = air = armor = 0
        for item in demand.items:
            count = lost.get(item.unit, 0)
            counter = state.counter(item.unit)
            # A unit costs its factors, a wing's factor its own.
            value = counter.cost * (1 if item.is_air else counter.factor) * count
            ground, air = ground + value * (not item.is_air), air + value * item.is_air
            armor += count * (counter.arm == "armor")
        order = {"air_first": (ground, air), "save_armor": (armor, ground + air)}
        listed = tuple(-lost.get(unit, 0) for unit in first)
        return (*listed, *order.get(prefer, (ground + air, air)))

    return min(_sets(demand), key=lambda lost: (price(lost), [*lost.values()]))


def demand_losses(play: Play[State], demand: Demand) -> None:
    """15.61  Take what must be lost; a seat is asked only if it has a choice."""
    if not demand.items or not any(need.amount for need in demand.needs):
        if demand.aborts:
            _lose(play, demand, {}, answers=False)
        return
    sets = _sets(demand)
    if len(sets) == 1:
        _lose(play, demand, sets[0], answers=False)
    else:
        play.emit(LossesDemanded(demand))


def _lose(play: Play[State], demand: Demand, lost: Set, *, answers: bool) -> None:
    """15.61, R-73  Take what was chosen; aborted factors are those of the largest wing first."""
    cause = "combat" if demand.cause == "combat" else demand.cause
    for item in demand.items:
        count = lost.get(item.unit, 0)
        if not count:
            continue
        if item.is_air and count < play.state.units[item.unit].factors:
            play.emit(FactorsLost(item.unit, count, cause))
        else:
            play.emit(UnitLost(item.unit, cause))
    aborted: dict[str, int] = {}
    left = demand.aborts
    rest = {item.unit: item.count - lost.get(item.unit, 0) for item in demand.items}
    for unit in sorted(rest, key=lambda each: (-rest[each], play.state.table.rank[each])):
        turning = min(left, rest[unit])
        if turning:
            aborted[unit] = turning
            left -= turning
    if answers or aborted:
        play.emit(LossesMet(aborted, answers))


def refuse_unit(state: State, draft: Draft, unit: str) -> Iterator[Violation]:
    """15.61, 15.62  Return why a unit is not among the losses, or is needless."""
    demand = state.demands[0]
    items = {item.unit: item for item in demand.items if not item.is_air}
    if unit not in items or unit in draft.get("units", ()):
        known = ", ".join(items) or "none, only aircraft"
        yield Violation(
            "15.61", "not_lost", f"{unit} cannot be lost here, or twice; these: {known}"
        )
        return
    if not _is_possible(demand, (*draft.get("units", ()), unit), draft.get("air", {})):
        yield Violation("15.62", "wasteful", _WASTE)


def _is_possible(demand: Demand, units: tuple[str, ...], air: Mapping[str, int | None]) -> bool:
    """R-7  Return whether a set that is enough and not wasteful has all these, and just so much air.

    A wing that is only taken up loses at least a factor.
    """
    return any(
        all(found.get(unit) for unit in units)
        and all(found.get(w) == count if count else found.get(w) for w, count in air.items())
        for found in _sets(demand)
    )


def refuse_air(state: State, draft: Draft, entry: tuple[str, int | None]) -> Iterator[Violation]:
    """15.63, R-7  Return why factors of a wing are not among the losses."""
    unit, count = entry
    demand = state.demands[0]
    items = {item.unit: item for item in demand.items if item.is_air}
    if unit not in items:
        known = ", ".join(items) or "none"
        yield Violation("15.63", "not_lost", f"{unit} is no aircraft here; these: {known}")
    elif count is not None and not 0 < count <= items[unit].count:
        text = f"{unit} has {items[unit].count} factors here, {count} cannot be lost"
        yield Violation("R-7", "too_few_factors", text)
    elif not _is_possible(demand, draft.get("units", ()), {**draft.get("air", {}), unit: count}):
        yield Violation("15.62", "wasteful", _WASTE)


def _units(state: State, draft: Draft) -> Iterator[Choice]:
    for item in state.demands[0].items:
        if not item.is_air and not any(refuse_unit(state, draft, item.unit)):
            yield Choice("units", item.unit, item.unit, item.weight, "15.61")


def _air(state: State, draft: Draft) -> Iterator[Choice]:
    table = draft.get("air", {})
    for item in state.demands[0].items:
        if not item.is_air or table.get(item.unit) is not None:
            continue
        counts = [
            n for n in range(1, item.count + 1) if not any(refuse_air(state, draft, (item.unit, n)))
        ]
        if counts and item.unit not in table:
            yield Choice("air", [item.unit, None], item.unit, rule="15.63")
        for count in counts:
            yield Choice("air", [item.unit, count], f"{count} of {item.unit}", rule="15.63")


def _missing(state: State, draft: Draft) -> Iterator[Violation]:
    """15.61  Return that losses are short of what is called for."""
    demand = state.demands[0]
    lost = dict.fromkeys(draft.get("units", ()), 1)
    lost |= {u: n for u, n in draft.get("air", {}).items() if n}
    if any(n is None for n in draft.get("air", {}).values()):
        yield Violation("15.61", "open_entry", "how many factors is still to be said", "/air")
    elif not is_enough(demand, lost):
        total = sum(item.weight * lost.get(item.unit, 0) for item in demand.items)
        text = f"these losses are worth {total}, called for are {demand.needs[0].amount}"
        yield Violation("15.61", "short", text, "/units")


def _hint(_: State, __: Draft, ___: Any, choices: Iterable[Choice]) -> str:
    return f"these can be lost: {', '.join(choice.label for choice in choices) or 'none'}"


LOSE_FORM: Form[State] = Form(
    o.Lose,
    (
        Member("units", Shape.MANY, refuse_unit, _units, _hint),
        Member("air", Shape.KEYED, refuse_air, _air, _hint),
    ),
    _missing,
)


def obey_lose(play: Play[State], order: o.Lose) -> None:
    """15.61, 15.62  Take the chosen losses."""
    lost = dict.fromkeys(order.units, 1) | dict(order.air)
    _lose(play, play.state.demands[0], lost, answers=True)
