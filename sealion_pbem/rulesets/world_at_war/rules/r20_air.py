"""R-20 to R-29  Aircraft: bases, missions, air combat, flak."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sealion_pbem.engine.form import Choice, Draft, Member, Shape, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.world_at_war import data
from sealion_pbem.rulesets.world_at_war.events.general import UnitLost
from sealion_pbem.rulesets.world_at_war.events.moving import (
    AirFought,
    FlakFired,
    WingsRebased,
)
from sealion_pbem.rulesets.world_at_war.rules.r19_costs import refuse_cost
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.task import Wings

__all__ = [
    "ANY_NUMBER",
    "RANGE",
    "Aim",
    "air_result",
    "base_room",
    "fight_in_the_air",
    "fire_flak",
    "fly_off",
    "is_base",
    "judge_air",
    "payable_wings",
    "ready_wings",
    "refuse_wing",
    "some_wings",
    "wings_member",
]

RANGE = 4
_ROOM = 5
_FLIGHT = 8
_TWICE = 2
ANY_NUMBER = 99
"""More factors than there are: no limit."""


def is_base(state: State, seat: Seat, number: str) -> bool:
    """R-20, 11.62  Return whether wings of a seat can be in a hex: a city or a base counter it controls."""
    facts = state.table.board.hexes.get(number)
    if facts is None or not state.controls(seat, number) or facts.country in state.neutral:
        return False
    counters = (u for u in state.at(number) if state.counter(u).arm == "base")
    return facts.is_city or any(state.seat_of(unit) == seat for unit in counters)


def base_room(state: State, number: str, but: str = "") -> int:
    """R-20  Return how many air factors more a base takes."""
    there = (u for u in state.at(number) if state.counter(u).is_air and u != but)
    return _ROOM - sum(state.units[unit].factors for unit in there)


def ready_wings(state: State, seat: Seat, hexes: tuple[str, ...], faction: str = "") -> list[str]:
    """R-21, R-24  Return the wings of a seat that can fly to one of some hexes."""
    return [
        unit
        for unit in state.on_map(seat)
        if state.counter(unit).arm == "air"
        and not any(refuse_wing(state, seat, unit, hexes, faction))
    ]


def refuse_wing(
    state: State, seat: Seat, unit: str, hexes: tuple[str, ...], faction: str = ""
) -> Iterator[Violation]:
    """R-15, R-20, R-21, R-24  Return why a wing does not fly a mission to a hex."""
    if unit not in state.units or state.seat_of(unit) != seat or not state.units[unit].is_on_map:
        yield Violation("R-4", "not_your_unit", f"{unit} is not yours to order, or not on the map")
        return
    if state.counter(unit).arm != "air":
        yield Violation("R-20", "no_wing", f"{unit} is no wing")
        return
    here = state.units[unit].place
    if state.is_marked(unit, "flown"):
        text = f"{unit} in {here} has flown its mission of this player turn"
        yield Violation("R-24", "flown_already", text)
    if faction and state.faction_of(unit) != faction:
        text = f"{unit} does not fly for {faction}, which is independent in this player turn"
        yield Violation("R-15", "independent", text)
    away, number = min((distance(here, number), number) for number in hexes)
    if away > RANGE:
        text = f"{unit} in {here} is {away} hexes from {number}, more than {RANGE}"
        yield Violation("R-21", "out_of_range", text)


@frozen
class Aim:
    """What wings may fly to: who flies, where, how many factors at the most and at the least.

    `faction` is the independent minor that flies alone (R-15); `units` and `front` say what is paid
    for besides, in an offensive operation (R-19).
    """

    seat: Seat
    hexes: tuple[str, ...]
    most: int
    least: int = 0
    faction: str = ""
    units: tuple[str, ...] = ()
    front: str = ""

    def faults(self, state: State, wings: Wings) -> Iterator[Violation]:
        """R-19  Return why wings cannot be paid for."""
        return refuse_cost(state, self.units, wings, self.front) if self.front else iter(())


def payable_wings(state: State, aim: Aim, taken: Mapping[str, int]) -> dict[str, int]:
    """R-19, R-22  Return the most factors that can still fly to an aim, by wing, beside those taken."""
    found: dict[str, int] = {}
    left = aim.most - sum(taken.values())
    for unit in ready_wings(state, aim.seat, aim.hexes, aim.faction):
        if unit in taken:
            continue
        for count in range(min(left, state.units[unit].factors), 0, -1):
            if not any(aim.faults(state, {**taken, **found, unit: count})):
                found[unit] = count
                left -= count
                break
    return found


def _offered_wings(state: State, aim: Aim, name: str, draft: Draft) -> Iterator[Choice]:
    """R-22  Offer wings with each number of factors that can fly, so that enough can fly in all."""
    table = draft.get(name, {})
    taken = {unit: count for unit, count in table.items() if count}
    free = aim.most - sum(taken.values())
    # Those taken up need a factor each.
    promised = [unit for unit, count in table.items() if not count]
    for unit in ready_wings(state, aim.seat, aim.hexes, aim.faction) if free > 0 else ():
        if table.get(unit) is not None:
            continue
        others = [each for each in promised if each != unit]
        counts = [
            count
            for count in range(1, min(state.units[unit].factors, free - len(others)) + 1)
            if _is_completable(state, aim, {**taken, unit: count}, others)
        ]
        if counts and unit not in table:
            yield Choice(name, [unit, None], unit, rule="R-21", notes=(state.place_of(unit),))
        for count in counts:
            yield Choice(name, [unit, count], f"{count} of {unit}", rule="R-22")


def _is_completable(state: State, aim: Aim, taken: dict[str, int], promised: list[str]) -> bool:
    """R-19, R-22  Return whether wings can be paid for and enough others can join them."""
    if any(aim.faults(state, taken | dict.fromkeys(promised, 1))):
        return False
    total = sum(taken.values())
    return total >= aim.least or total + sum(payable_wings(state, aim, taken).values()) >= aim.least


def wings_member(
    name: str, find: Callable[[State, Draft], Aim | None], rule: str, *after: str
) -> Member[State]:
    """R-21, R-22  Return the member of an order that names wings and how many factors of each fly."""

    def refuse(state: State, draft: Draft, entry: tuple[str, int | None]) -> Iterator[Violation]:
        unit, count = entry
        aim = find(state, draft)
        if aim is None:
            yield Violation(rule, "no_target", "there is nothing to fly to")
            return
        faults = [*refuse_wing(state, aim.seat, unit, aim.hexes, aim.faction)]
        yield from faults
        if faults or count is None:
            return
        if not 0 < count <= state.units[unit].factors:
            text = f"{unit} has {state.units[unit].factors} factors, {count} cannot fly"
            yield Violation("R-22", "too_few_factors", text)
            return
        flying = {u: n for u, n in draft.get(name, {}).items() if n and u != unit} | {unit: count}
        if sum(flying.values()) > aim.most:
            text = f"{sum(flying.values())} factors are more than the {aim.most} that may fly there"
            yield Violation("R-22", "too_much_air", text)
        yield from aim.faults(state, flying)

    def domain(state: State, draft: Draft) -> Iterator[Choice]:
        aim = find(state, draft) if all(other in draft for other in after) else None
        if aim is not None:
            yield from _offered_wings(state, aim, name, draft)

    def hint(_: State, __: Draft, ___: Any, choices: Iterable[Choice]) -> str:
        ready = dict.fromkeys(choice.value[0] for choice in choices)
        return f"these can fly: {', '.join(ready) or 'none'}"

    return Member(name, Shape.KEYED, refuse, domain, hint, after=after)


def some_wings(rule: str, *before: str) -> Callable[[State, Draft], Iterator[Violation]]:
    """Return what misses wings, and the members before them."""

    def missing(state: State, draft: Draft) -> Iterator[Violation]:
        yield from wanted(rule, *before)(state, draft)
        wings = draft.get("wings", {})
        if not wings or any(count is None for count in wings.values()):
            yield Violation(rule, "no_wings", "wings and factors are still to be chosen", "/wings")

    return missing


def judge_air(dice: tuple[int, int], bonus: tuple[int, int]) -> tuple[int, int]:
    """R-23  Return what each side of an air combat loses: equal 1 each, else by the difference."""
    difference = dice[0] + bonus[0] - dice[1] - bonus[1]
    if difference == 0:
        return 1, 1
    steps = data.tables()["air_combat"]["difference"]
    size = abs(difference)
    name = "1-2" if size <= 2 else "3-4" if size <= 4 else "5+"  # noqa: PLR2004 - as the chart has it
    lost: int = steps[name][1]
    return (0, lost) if difference > 0 else (lost, 0)


def air_result(state: State, attacker: Wings, defender: Wings) -> tuple[int, int]:
    """R-23  Return what each side of an air combat adds to its die."""
    sizes = sum(attacker.values()), sum(defender.values())
    found = []
    for wings, own, theirs in ((attacker, *sizes), (defender, *sizes[::-1])):
        found.append(_modifier(state, wings) + (own >= _TWICE * theirs))
    return found[0], found[1]


def _modifier(state: State, wings: Wings) -> int:
    """R-23  Return the modifier of the nation with most factors, the worse one in a tie."""
    chart: Mapping[str, int] = data.tables()["air_combat"]["drm"]
    sums: dict[str, int] = {}
    for unit, count in wings.items():
        nation = state.counter(unit).nation
        sums[nation] = sums.get(nation, 0) + count
    most = max(sums.values())
    return min(chart[nation] for nation, count in sums.items() if count == most)


def fight_in_the_air(play: Play[State], about: str, attacker: Wings, defender: Wings) -> AirFought:
    """R-23  Fight one round of air combat: two dice; return who loses and who turns back."""
    one = play.roll("R-23", f"aircraft over {about}, attacker")
    two = play.roll("R-23", f"aircraft over {about}, defender")
    bonus = air_result(play.state, attacker, defender)
    lost = judge_air((one, two), bonus)
    sizes = sum(attacker.values()), sum(defender.values())
    losses = tuple(min(loss, size) for loss, size in zip(lost, sizes, strict=True))
    aborts = tuple(
        0 if lost == (1, 1) else min(loss, size - gone)
        for loss, size, gone in zip(lost, sizes, losses, strict=True)
    )
    totals = (one + bonus[0], two + bonus[1])
    fought = AirFought(about, attacker, defender, totals, losses, aborts)
    play.emit(fought)
    return fought


def fire_flak(play: Play[State], number: str) -> bool:
    """R-25, 10.9  Flak fires once at aircraft over its hex; return whether it hits."""
    state = play.state
    theirs = [
        u for u in state.at(number)
        if state.counter(u).arm == "flak" and state.seat_of(u) == state.passive
    ]  # fmt: skip
    factors = sum(state.units[unit].factors for unit in theirs)
    if not factors or state.is_marked(number, "flak"):
        return False
    die = play.roll("R-25", f"flak in {number}")
    play.emit(FlakFired(number, factors, die))
    return die <= factors


def fly_off(play: Play[State], wings: Iterable[str]) -> None:
    """R-26  Send wings whose base is lost to the nearest base with room, inverted, or eliminate them."""
    for unit in wings:
        state = play.state
        seat, known = state.seat_of(unit), state.units[unit]
        assert seat is not None, "a neutral is not driven away"
        bases = sorted(
            (distance(known.place, number), number)
            for number in state.table.board.numbers
            if is_base(state, seat, number)
            and number != known.place
            and base_room(state, number) >= known.factors
        )
        if bases and bases[0][0] <= _FLIGHT:
            play.emit(WingsRebased({unit: bases[0][1]}, inverted=True))
        else:
            play.emit(UnitLost(unit, "no base"))
