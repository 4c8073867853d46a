"""8.4, 10.7  What salvos at sea and naval air strikes can bring, target by target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from sealion_pbem.engine.card import Clash, Force, ForceLine
from sealion_pbem.engine.forecast import Case, Forecast
from sealion_pbem.engine.saying import plural
from sealion_pbem.rulesets.sealion.cards.sea import sea_name
from sealion_pbem.rulesets.sealion.cards.view import View
from sealion_pbem.rulesets.sealion.events.naval import Counterattacking
from sealion_pbem.rulesets.sealion.naming import names_of
from sealion_pbem.rulesets.sealion.odds import Boat, salvo_odds, strike_odds
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.defence import Counterattack
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import gun_of
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.lines import counterattackers_in
from sealion_pbem.rulesets.sealion.rules.ch10_air.strikes import Strike, flak_of
from sealion_pbem.rulesets.sealion.state import State, unit_in

__all__ = ["of_counterattack", "of_engagement", "of_strikes"]

Pairs = Sequence[Sequence[str]]
_CARGO = "what goes down aboard is not counted (7.4, 8.6)"


def of_engagement(state: State, order: Engage) -> tuple[Forecast, ...]:
    """8.4  Forecast each target's exchange with those assigned to it: one round, as it is ordered."""
    fired_at = [target for _, target in order.targets]
    fresh = counterattackers_in(state, order.sector, fired_at)
    assumes = ["this round only; counterattacks come on top of it (8.4)"] if fresh else []
    return tuple(_salvos(state, order.sector, order.targets, (*assumes, _CARGO)))


def of_counterattack(state: State, order: Counterattack) -> tuple[Forecast, ...]:
    """8.4  Forecast a counterattack, target by target."""
    assert isinstance(state.task, Counterattacking), "counterattack answers this task only"
    return tuple(_salvos(state, state.task.sector, order.targets, (_CARGO,)))


def _grouped(pairs: Pairs) -> dict[str, list[str]]:
    """Return who goes for each target, in the order in which targets are first named."""
    groups: dict[str, list[str]] = {}
    for unit, target in pairs:
        groups.setdefault(target, []).append(unit)
    return groups


def _salvos(
    state: State, sector: str, pairs: Pairs, assumes: tuple[str, ...]
) -> Iterator[Forecast]:
    """8.4  No unit is in two exchanges, so that each can be forecast by itself."""
    view = View(state, names_of(state.table))
    for target, units in _grouped(pairs).items():
        seat, foe = (state.counter(name).seat for name in (units[0], target))
        aim = _boat(state, target)
        odds = salvo_odds(tuple(_boat(state, unit) for unit in units), aim)
        cases = [
            Case(
                chance,
                _said(view.named(target), theirs, aim.steps, ours),
                tuple((side, lost) for side, lost in ((seat, ours), (foe, theirs)) if lost),
                ("sunk",) if theirs == aim.steps else (),
            )
            for (ours, theirs), chance in odds.items()
        ]
        clash = Clash(
            (
                Force(seat, "fires", tuple(_line(view, unit) for unit in units)),
                Force(foe, "answers", (_line(view, target),)),
            )
        )
        title = f"Naval combat in {sea_name(sector)}: {view.named(target)} is fired at"
        yield Forecast("naval", title, "8.4", tuple(cases), assumes, clash, target)


def _boat(state: State, name: str) -> Boat:
    return Boat(gun_of(state, name), state.units[name].steps)


def _line(view: View, unit: str) -> ForceLine:
    return view.line(unit, f"+{gun_of(view.state, unit).bonus}")


def _said(target: str, lost: int, steps: int, ours: int) -> str:
    sides = []
    if lost:
        sides.append(f"{target} is sunk" if lost == steps else f"{target} loses {_steps(lost)}")
    if ours:
        sides.append(f"those that fire lose {_steps(ours)}")
    return "; ".join(sides) or "no hit"


def _steps(count: int) -> str:
    return plural(count, "a step", f"{count} steps")


def of_strikes(state: State, order: Strike) -> tuple[Forecast, ...]:
    """10.7, 10.9  Forecast what the bombers do to each target one after another, and its flak to them."""
    view = View(state, names_of(state.table))
    return tuple(
        _struck(view, order.sector, target, bombers)
        for target, bombers in _grouped(order.strikes).items()
    )


def _struck(view: View, sector: str, target: str, bombers: list[str]) -> Forecast:
    """10.7  A target that is hit shoots back with what it has left; one that is gone is not struck."""
    state = view.state
    whole = state.units[target].steps
    # (steps the target has left, steps the bombers have lost) -> probability
    ways: dict[tuple[int, int], Fraction] = {(whole, 0): Fraction(1)}
    for bomber in bombers:
        later: dict[tuple[int, int], Fraction] = {}
        for (left, lost), chance in ways.items():
            for result, odds in _strike(state, bomber, target, left).items():
                key = (left - (result == "hit"), lost + (result == "flak"))
                later[key] = later.get(key, Fraction(0)) + chance * odds
        ways = later
    seats = (state.counter(target).seat, state.counter(bombers[0]).seat)
    cases = [
        Case(
            chance,
            _came_to(view.named(target), whole - left, left, lost),
            tuple((seat, n) for seat, n in zip(seats, (whole - left, lost), strict=True) if n),
            () if left else ("sunk",),
        )
        for (left, lost), chance in ways.items()
    ]
    aims = tuple(view.line(name, str(state.strength_of(name) or 0)) for name in bombers)
    flak = flak_of(state, target)
    prey = view.line(target, note=f"flak up to {flak}" if flak else "no flak")
    clash = Clash((Force(seats[1], "strikes", aims), Force(seats[0], "is struck", (prey,))))
    title = f"Naval air strikes in {sea_name(sector)}: {view.named(target)} is struck"
    return Forecast("strike", title, "10.7", tuple(cases), (_CARGO,), clash, target)


def _strike(state: State, bomber: str, target: str, left: int) -> Mapping[str, Fraction]:
    """10.7  Return how probable each result is of a strike at a target with so many steps left."""
    if not left:
        return {"too late": Fraction(1)}
    unit = state.units[target]
    if left < unit.steps:
        state = state.copy()
        state.put(target, unit_in(unit.place, left, unit.aboard))
    return strike_odds(state.strength_of(bomber) or 0, flak_of(state, target))


def _came_to(target: str, hit: int, left: int, lost: int) -> str:
    sides = []
    if hit:
        sides.append(f"{target} loses {_steps(hit)}" if left else f"{target} is sunk")
    if lost:
        sides.append(f"flak costs the bombers {_steps(lost)}")
    return "; ".join(sides) or "no hit"
