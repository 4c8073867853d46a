"""Row 47: A World at War, measured by Sealion and by itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.sealion import Recorded, auditing, record
from benchmarks.slices import Effort, interleave
from benchmarks.table import Row
from sealion_pbem.engine.canon import canonical
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.rules.ch16_exploitation import EXPLOIT_FORM, sorted_routes
from sealion_pbem.rulesets.world_at_war.state import OUT, State
from sealion_pbem.umpire.log import Log

__all__ = ["ground_war"]

_GAME = "world-at-war"
_ARMOR = tuple(f"de_arm_{number}" for number in range(1, 6))
_MOVEMENTS = frozenset({"land_movement", "naval_movement", "air_movement"})
_GAP = "1106"
"""Sedan, where armor has broken through."""


def ground_war(effort: Effort, campaign: Recorded, turns: int) -> Iterator[Row]:
    """Row 47: audit for each event, offers of a movement, a plan of exploitation, the size of a state."""
    own = record(_GAME, turns, {})
    cases = {"audit": auditing(own.files), "sealion": auditing(campaign.files)}
    taken = interleave(cases, effort)
    events = _events(own), _events(campaign)
    yield Row(
        "47a",
        f"audit of a campaign of {_GAME} for each event / of {campaign.ruleset}",
        taken.ratio("audit", "sealion") * events[1] / events[0],
        goal=1,
        gate=1.5,
        note=f"{events[0]} and {events[1]} events; {own.length}; {campaign.length}",
    )
    yield _offers(effort, campaign)
    yield _plans(effort)
    largest = max(len(canonical(find(_GAME).pack(state))) for state in _states(own))
    yield Row("47d", "largest packed state", largest / 1000, goal=8, gate=8, unit=" kB")


def _events(campaign: Recorded) -> int:
    """Return how many events a campaign tells."""
    return sum(len(a.outcome.events) for a in Log(campaign.files).walk() if a.outcome)


def _states(campaign: Recorded) -> Iterator[Any]:
    """Return the states behind the turns of a campaign."""
    for admitted in Log(campaign.files).walk():
        if admitted.outcome:
            yield admitted.outcome.game.state


def _offers(effort: Effort, campaign: Recorded) -> Row:
    """Row 47b: offers of the first movement of the Axis / of Sealion's movement with most of them."""
    war, sealion = find(_GAME), find(campaign.ruleset)
    first: State = war.copy(war.setup("france-1940", {}))
    first.step = "move"
    asked = [s for s in _states(campaign) if (d := sealion.decision(s)) and d.kind in _MOVEMENTS]
    most = max(asked or [campaign.start.state], key=lambda state: len([*sealion.offers(state)]))

    def offers(ruleset: Ruleset[Any], state: Any) -> None:
        # What a state remembers would be there for the second call only.
        state.memory.clear()
        assert [*ruleset.offers(state)]

    works = {"war": partial(offers, war, first), "sealion": partial(offers, sealion, most)}
    taken = interleave(works, effort)
    return Row(
        "47b",
        f"offers of a movement with {len(first.units)} units / of {campaign.ruleset}",
        taken.ratio("war", "sealion"),
        goal=1.5,
        gate=3,
        note=taken.told("war", "sealion"),
    )


def _plans(effort: Effort) -> Row:
    """Row 47c: checking a plan of exploitation for each hex, five armored units / two."""
    state = _broken_through()
    long, short = _plan(state, _ARMOR), _plan(state, _ARMOR[:2])
    hexes = [sum(map(len, plan.routes.values())) for plan in (long, short)]

    def check(order: Order) -> None:
        assert not [*EXPLOIT_FORM.check(state, order)]

    taken = interleave({"five": lambda: check(long), "two": lambda: check(short)}, effort)
    return Row(
        "47c",
        f"checking a plan of exploitation for each of {hexes[0]} hexes / of {hexes[1]}",
        taken.ratio("five", "two") * hexes[1] / hexes[0],
        goal=1.2,
        gate=2,
        note=taken.told("five", "two"),
    )


def _broken_through() -> State:
    """Return five armored units beside a gap with nobody behind it."""
    ruleset = find(_GAME)
    state: State = ruleset.copy(ruleset.setup("france-1940", {}))
    for unit, known in [*state.units.items()]:
        if state.counter(unit).seat == "allies":
            state.put(unit, known._replace(place=OUT, factors=0))
    state.step, state.phase = "exploit", "exploitation"
    state.breakthroughs = {_GAP: _ARMOR}
    return state


def _plan(state: State, armor: tuple[str, ...]) -> o.Exploit:
    """Return the plan in which one armored unit after another goes as far as it can."""
    routes: dict[str, tuple[str, ...]] = {}
    for unit in armor:
        draft = {"routes": dict(routes)} if routes else {}
        choices = EXPLOIT_FORM.choices(state, draft, "routes")
        ways = [tuple(c.value[1]) for c in choices if c.value[0] == unit and c.value[1]]
        routes[unit] = max(ways, key=lambda way: (len(way), way))
    return sorted_routes(o.Exploit(routes))
