"""Skirmish, its forms: how each order is put together, and with it what may be ordered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, nothing, wanted
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.engine.words import Violation
from sealion_pbem.hexes.grid import distance, neighbours, reach
from sealion_pbem.rulesets.skirmish import words as w
from sealion_pbem.rulesets.skirmish.rules import (
    BEATEN,
    COSTS,
    POINTS,
    battle_of,
    next_to_enemy,
    retreat_hexes,
)

__all__ = ["FORMS"]


def _refuse_foreign(state: w.State, name: str) -> Iterator[Violation]:
    """1.3  Return why a unit is not ordered by the seat whose step it is."""
    if not _is_own(state, name):
        own = ", ".join(state.alive(state.active))
        text = f"{name} is not yours to order; yours are {own}"
        yield Violation("1.3", "not_your_unit", text)


def _is_own(state: w.State, name: str) -> bool:
    unit = state.units.get(name)
    return unit is not None and unit.steps > 0 and unit.seat == state.active


def refuse_marcher(state: w.State, _: Draft, name: str) -> Iterator[Violation]:
    """2.1  Return why a unit does not march."""
    foreign = [*_refuse_foreign(state, name)]
    yield from foreign
    if not foreign and state.units[name].marched:
        fresh = [other for other in state.alive(state.active) if not state.units[other].marched]
        text = f"{name} has marched or attacked; still to march: {_listed(fresh)}"
        yield Violation("2.1", "marched_already", text)


def marchers(state: w.State, draft: Draft) -> Iterator[Choice]:
    """2.1  Return the units that can march somewhere."""
    if "unit" not in draft:
        for name in state.alive(state.active):
            if not any(refuse_marcher(state, draft, name)) and any(ways(state, {"unit": name})):
                yield Choice("unit", name, name, rule="2.1", notes=(state.units[name].hex,))


def refuse_way(state: w.State, draft: Draft, steps: Iterable[str]) -> Iterator[Violation]:
    """2.1 to 2.4  Return why a march does not go on like this."""
    name, spent = draft["unit"], _spent(draft)
    here = _end(state, draft)
    stops = next_to_enemy(state, name)
    for number, there in enumerate(steps):
        at = f"/{number}"
        faults = [Violation(*fault, at) for fault in _refuse_step(state, name, stops, here, there)]
        yield from faults
        if there not in neighbours(here) or w.FIELD.get(there, "~") not in COSTS:
            return
        spent += COSTS[w.FIELD[there]]
        here = there
    if spent > POINTS:
        yield Violation("2.1", "too_far", f"the path costs {spent} of {POINTS} points")


def _refuse_step(
    state: w.State, name: str, stops: frozenset[str], here: str, there: str
) -> Iterator[tuple[str, str, str]]:
    """2.1 to 2.4  Return why a unit does not go from one hex to another, whatever it costs."""
    if there not in neighbours(here) or there not in w.FIELD:
        yield "2.1", "not_adjacent", f"{there} is not next to {here}"
        return
    if w.FIELD[there] not in COSTS:
        yield "2.2", "lake", f"{there} is lake"
        return
    if state.unit_at(there):
        yield "2.3", "occupied", f"{state.unit_at(there)} stands in {there}"
    # Its own hex counts as taken (2.3), so a march never comes back to where it began.
    if here in stops and here != state.units[name].hex:
        yield "2.4", "must_stop", f"{name} must stop in {here}, next to an enemy"


def ways(state: w.State, draft: Draft) -> Iterator[Choice]:
    """2.1  Return where a march can go on to, with what it then costs, each on a cheapest path.

    Among these the one with the lowest hex numbers counts.
    """
    if "unit" not in draft:
        return
    name, spent = draft["unit"], _spent(draft)
    stops = next_to_enemy(state, name)

    def cost(here: str, there: str) -> int | None:
        is_closed = any(_refuse_step(state, name, stops, here, there))
        return None if is_closed else COSTS[w.FIELD[there]]

    for there, (more, path) in reach(_end(state, draft), POINTS - spent, cost).items():
        notes = ("next to an enemy, where it stops (2.4)",) if there in stops else ()
        yield Choice("path", list(path), there, spent + more, "2.1", notes)


def _spent(draft: Draft) -> int:
    return sum(COSTS[w.FIELD[there]] for there in draft.get("path", ()))


def _end(state: w.State, draft: Draft) -> str:
    hex_: str = draft["path"][-1] if "path" in draft else state.units[draft["unit"]].hex
    return hex_


def _reached(_: w.State, draft: Draft, __: Any, choices: Iterable[Choice]) -> str:
    """2.1  Say where a unit can march, with the cost of each hex."""
    ends = sorted((choice.label, choice.cost) for choice in choices)
    return f"{draft['unit']} reaches {_listed([f'{end} ({cost})' for end, cost in ends])}"


def _refuse_no_path(_: w.State, draft: Draft) -> Iterator[Violation]:
    if "unit" not in draft:
        yield Violation("2.1", "no_unit", "unit is still to be chosen", "/unit")
    elif "path" not in draft:
        yield Violation("2.1", "no_path", "the path is empty", "/path")


def refuse_fighter(state: w.State, draft: Draft, name: str) -> Iterator[Violation]:
    """3.1  Return why a unit does not attack."""
    foreign = [*_refuse_foreign(state, name)]
    yield from foreign
    if foreign:
        return
    if state.units[name].fought:
        fresh = [other for other in state.alive(state.active) if not state.units[other].fought]
        text = f"{name} has attacked in this step; still to attack: {_listed(fresh)}"
        yield Violation("3.1", "fought_already", text)
    if "target" in draft:
        yield from _refuse_distance(state, name, draft["target"])


def refuse_target(state: w.State, draft: Draft, name: str) -> Iterator[Violation]:
    """3.1  Return why a unit is not attacked."""
    target = state.units.get(name)
    if target is None or not target.steps or target.seat == state.active:
        yield Violation("3.1", "no_enemy", f"{name} is not an enemy on the field")
    elif "unit" in draft and _is_own(state, draft["unit"]):
        yield from _refuse_distance(state, draft["unit"], name)


def _refuse_distance(state: w.State, name: str, target: str) -> Iterator[Violation]:
    here, there = state.units[name].hex, state.units[target].hex
    if distance(here, there) != 1:
        text = f"{target} in {there} is not next to {name} in {here}"
        yield Violation("3.1", "not_adjacent", text)


def fighters(state: w.State, draft: Draft) -> Iterator[Choice]:
    """3.1  Return the units that can attack the target, or anybody."""
    if "unit" not in draft:
        for name in state.alive(state.active):
            is_fit = not any(refuse_fighter(state, draft, name))
            if is_fit and ("target" in draft or any(targets(state, {"unit": name}))):
                yield Choice("unit", name, name, rule="3.1", notes=(state.units[name].hex,))


def targets(state: w.State, draft: Draft) -> Iterator[Choice]:
    """3.1  Return the enemies that the unit can attack, or anybody."""
    if "target" not in draft:
        for name in state.alive(w.BLUE if state.active == w.RED else w.RED):
            is_fit = not any(refuse_target(state, draft, name))
            if is_fit and ("unit" in draft or any(fighters(state, {"target": name}))):
                yield Choice("target", name, name, rule="3.1", notes=(state.units[name].hex,))


def _within_reach(state: w.State, draft: Draft, _: Any, choices: Iterable[Choice]) -> str:
    """3.1  Say which enemies a unit can attack."""
    if not _is_own(state, draft.get("unit", "")):
        return ""
    return f"{draft['unit']} can attack: {_listed([choice.label for choice in choices])}"


def _retreat(rule: str, who: Callable[[w.State], str]) -> Member[w.State]:
    """3.2, 3.4  Return the hex to which a unit gives way."""

    def refuse(state: w.State, _: Draft, there: str) -> Iterator[Violation]:
        free = retreat_hexes(state, who(state))
        if there not in free:
            legal = ", ".join(free) or "no hex: it must take the blow where it stands"
            text = f"{who(state)} cannot go to {there}; open to it: {legal}"
            yield Violation(rule, "no_retreat", text)

    def domain(state: w.State, draft: Draft) -> Iterator[Choice]:
        if "hex" not in draft:
            for there in retreat_hexes(state, who(state)):
                yield Choice("hex", there, there, rule=rule)

    return Member("hex", Shape.ONE, refuse, domain)


def defender(state: w.State) -> str:
    """3.2  Return who is attacked and may withdraw."""
    return battle_of(state).defender


def loser(state: w.State) -> str:
    """3.4  Return who was beaten and may fall back."""
    return battle_of(state).loser


def refuse_fall_back(state: w.State) -> Iterator[Violation]:
    """3.4  Return why the loser does not fall back at all."""
    if battle_of(state).hits > 1:
        text = f"{loser(state)} was beaten by {BEATEN} or more and must lose a step"
        yield Violation("3.4", "beaten_badly", text)


def refuse_seal(_: w.State, __: Draft, name: str) -> Iterator[Violation]:
    """1.2  Return why nothing is sealed under a name: only the objective is."""
    if name != "objective":
        yield Violation("1.2", "wrong_seal", f"{name!r} is not sealed here, 'objective' is")


def _listed(names: list[str]) -> str:
    return ", ".join(names) or "none"


_MARCH: Form[w.State] = Form(
    w.March,
    (
        Member("unit", Shape.ONE, refuse_marcher, marchers),
        Member("path", Shape.ONWARD, refuse_way, ways, _reached, after=("unit",)),
    ),
    _refuse_no_path,
)
FORMS: Mapping[str, Form[w.State]] = {
    form.kind: form
    for form in (
        _MARCH,
        Form(
            w.Attack,
            (
                Member("unit", Shape.ONE, refuse_fighter, fighters),
                Member("target", Shape.ONE, refuse_target, targets, _within_reach),
            ),
            wanted("3.1", "unit", "target"),
        ),
        Form(w.Done),
        Form(w.Stand),
        Form(w.Withdraw, (_retreat("3.2", defender),), wanted("3.2", "hex")),
        Form(w.LoseStep),
        Form(w.FallBack, (_retreat("3.4", loser),), wanted("3.4", "hex"), refuse_fall_back),
        Form(Seal, (Member("name", Shape.ONE, refuse_seal, nothing),)),
        Form(Open),
    )
}
