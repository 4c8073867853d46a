"""10.4, 10.5  What air combat can bring, set by set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from sealion_pbem.engine.card import Clash, Force, ForceLine
from sealion_pbem.engine.forecast import Case, Forecast, merged
from sealion_pbem.rulesets.sealion.cards.air import opened
from sealion_pbem.rulesets.sealion.cards.view import View
from sealion_pbem.rulesets.sealion.events.air import AirBattle, AirSet, AirSetsFormed
from sealion_pbem.rulesets.sealion.naming import names_of
from sealion_pbem.rulesets.sealion.odds import set_loss, set_odds
from sealion_pbem.rulesets.sealion.rules.ch10_air.assignment import (
    Assign,
    JoinSets,
    free_fighters,
    joined,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.dogfight import SetResult
from sealion_pbem.rulesets.sealion.rules.ch10_air.pairing import bomber_guard, bomber_hunt
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import first_assigner
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["of_assignment", "of_joining", "of_sets"]

_PICKED = "who picks a loss gives the fewest steps, or takes the most (10.4)"
_POLICIES: Mapping[str, Callable[[State], JoinSets]] = {
    "guards its bombers": bomber_guard,
    "hunts bombers": bomber_hunt,
}


def of_assignment(state: State, order: Assign) -> tuple[Forecast, ...]:
    """10.4  Forecast the sets as they are formed, and as the other side may join them by its policies."""
    supposed = state.copy()
    sets = tuple(AirSet(names[1:], names[:1]) for names in order.sets)
    AirSetsFormed(order.place, sets).on(supposed)
    battle = supposed.in_progress(AirBattle)
    if not free_fighters(supposed, battle):
        return of_sets(supposed, battle.sets)
    found = list(of_sets(supposed, battle.sets, ("the other side assigns nobody",)))
    seen = {battle.sets}
    for name, policy in _POLICIES.items():
        more = joined(battle, policy(supposed).fighters)
        if more not in seen:
            seen.add(more)
            found += of_sets(supposed, more, (f"the other side {name}",))
    return tuple(found)


def of_joining(state: State, order: JoinSets) -> tuple[Forecast, ...]:
    """10.4  Forecast the sets with the fighters that join them."""
    return of_sets(state, joined(state.in_progress(AirBattle), order.fighters))


def of_sets(
    state: State, sets: Iterable[AirSet], assumes: tuple[str, ...] = ()
) -> tuple[Forecast, ...]:
    """10.4  Forecast sets one by one; nobody is in two of them."""
    view = View(state, names_of(state.table))
    return tuple(_of_set(view, group, assumes) for group in sets)


def _of_set(view: View, group: AirSet, assumes: tuple[str, ...]) -> Forecast:
    state, seat = view.state, first_assigner(view.state)
    seats, sides = (seat, other(seat)), (group.first, group.second)
    ours, theirs = (sum(map(state.quality_of, units)) for units in sides)
    odds = set_odds(
        (ours, theirs),
        (len(group.first), len(group.second)),
        tie_favours_the_single=state.edition.air_tie_favours_the_single,
    )
    steps = ([view.steps(n) for n in group.first], [view.steps(n) for n in group.second])
    cases = merged(
        Case(
            chance,
            _said(verdict, seats),
            tuple(
                (str(side), lost)
                for side, lost in zip(seats, set_loss(verdict, steps), strict=True)
                if lost
            ),
            () if verdict is None else (f"won by {seats[verdict.winner]}",),
        )
        for verdict, chance in odds.items()
    )
    clash = Clash(
        tuple(
            Force(side, "flies", tuple(_lines(view, units)), f"+{quality}")
            for side, units, quality in zip(seats, sides, (ours, theirs), strict=True)
        )
    )
    picks = any(len(units) > 1 for units in sides)
    draft = opened(view, state.in_progress(AirBattle).place)
    notes = (*assumes, _PICKED) if picks else assumes
    return Forecast("air", draft.title, "10.4", cases, notes, clash, group.first[0])


def _lines(view: View, units: Iterable[str]) -> Iterator[ForceLine]:
    return (view.line(unit, f"+{view.state.quality_of(unit)}") for unit in units)


def _said(verdict: SetResult | None, seats: tuple[str, str]) -> str:
    if verdict is None:
        return "equal, so nobody is hit"
    how = "eliminates" if verdict.doubled else "reduces"
    return f"the {seats[verdict.winner].capitalize()} side wins and {how} a unit"
