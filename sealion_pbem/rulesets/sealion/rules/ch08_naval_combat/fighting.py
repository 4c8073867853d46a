"""8.1, 8.4  The orders of a battle: assigning targets, withholding submarines, counterattacking."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.events.naval import (
    Aim,
    CounterattackAsked,
    Counterattacking,
    SeaBattleBegun,
    SeaBattleEnded,
    SubmarinesKeptOut,
    Withholding,
)
from sealion_pbem.rulesets.sealion.naming import described, listed, named
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import exchange
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.lines import (
    active_sectors,
    attackers_in,
    can_attack,
    counterattack_targets,
    counterattackers_in,
    line_of,
    may_target,
    optional_submarines,
    passive_sectors,
    targets_in,
)
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.priority import check_priority
from sealion_pbem.rulesets.sealion.rules.naval_force import (
    force_at,
    is_light,
    is_spent,
    is_submarine,
)
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = [
    "Counterattack",
    "Engage",
    "Withhold",
    "check_counterattack",
    "check_engage",
    "check_withhold",
    "obey_counterattack",
    "obey_engage",
    "obey_withhold",
    "open_passive_battle",
]

_PAIR = 2
Pairs = tuple[tuple[str, ...], ...]


@frozen
class Engage:
    """Fight in a sea space: pairs of attacker and target in firing order, submarines that keep out."""

    kind: ClassVar[str] = "engage"
    sector: str
    targets: tuple[tuple[str, ...], ...]
    withheld: tuple[str, ...] = ()


@frozen
class Withhold:
    """Keep submarines out of the coming battles; those not named fight."""

    kind: ClassVar[str] = "withhold"
    submarines: tuple[str, ...]


@frozen
class Counterattack:
    """Fire with defenders at whom nobody fired: pairs of unit and target; none: hold back."""

    kind: ClassVar[str] = "counterattack"
    targets: tuple[tuple[str, ...], ...]


def check_engage(state: State, order: Engage) -> Iterator[Violation]:
    """8.0 to 8.3  Where a battle is due, who takes part in it, and who fires at whom."""
    due = active_sectors(state)
    if order.sector not in due:
        text = f"{_why_no_battle(state, order.sector)}; still to be fought: {', '.join(due)}"
        yield Violation("8.0", "no_battle", text, "/sector")
        return
    faults = list(_check_withheld(state, order))
    attackers = [n for n in attackers_in(state, order.sector) if n not in order.withheld]
    targets = targets_in(state, order.sector)
    faults += _check_pairs(state, order.targets, attackers, targets)
    yield from faults
    if not faults:
        aims = {pair[0]: pair[1] for pair in order.targets}
        yield from check_priority(state, aims, attackers, targets)


def _why_no_battle(state: State, sector: str) -> str:
    """8.0  Say why no battle is due in a sea space."""
    if sector not in SECTORS:
        return f"{sector!r} is no sea space"
    if sector in state.resolved:
        return f"{sector} has been fought for in this step"
    for seat in (state.seat, other(state.seat)):
        if not force_at(state, sector, seat):
            return f"no battle is due in {sector}: nothing {seat} is there"
    return f"no battle is due in {sector}: nobody of yours can fire at anybody there"


def _check_withheld(state: State, order: Engage) -> Iterator[Violation]:
    """8.1, 8.2  Submarines may keep out if no enemy of strength 0 or 1 is there."""
    free = optional_submarines(state, order.sector, state.seat) if order.withheld else []
    for number, name in enumerate(order.withheld):
        if name not in free:
            at = f"/withheld/{number}"
            yield _must_fight(state, order.sector, name, state.seat, at)


def _must_fight(state: State, sector: str, name: str, seat: Seat, at: str) -> Violation:
    """Say why a unit cannot keep out of a battle."""
    own = name in force_at(state, sector, seat)
    if not own or not is_submarine(state.counter(name)):
        text = f"{described(state, name)}, and only your submarines in {sector} may keep out"
        return Violation("8.1", "no_submarine", text, at)
    light = [foe for foe in force_at(state, sector, other(seat)) if is_light(state, foe)]
    if not light:
        text = f"{named(state, name)} has no battle to keep out of in {sector}"
        return Violation("8.1", "no_battle", text, at)
    text = (
        f"{named(state, name)} must fight: {listed(state, light)} in {sector} has strength 0 or 1"
    )
    return Violation("8.2", "submarine_must_fight", text, at)


def _check_pairs(
    state: State, pairs: Pairs, hunters: Sequence[str], preys: Sequence[str]
) -> Iterator[Violation]:
    """8.1  Each pair names one of ours that may fire and one of theirs that it may fire at."""
    counters = state.table.counters
    seen: set[str] = set()
    for number, pair in enumerate(pairs):
        at = f"/targets/{number}"
        if len(pair) != _PAIR:
            text = f"a pair of unit and target is wanted, not {len(pair)} names"
            yield Violation("8.1", "no_pair", text, at)
            continue
        hunter, prey = pair
        if hunter in seen:
            text = f"{named(state, hunter)} fires at one target only"
            yield Violation("8.1", "fires_twice", text, f"{at}/0")
        seen.add(hunter)
        if hunter not in hunters:
            yield _cannot_fire(state, hunter, hunters, f"{at}/0")
        elif prey not in preys:
            text = f"{_why_no_target(state, prey)}; targets are {listed(state, preys)}"
            yield Violation("8.1", "no_target", text, f"{at}/1")
        elif not may_target(counters[hunter], counters[prey]):
            others = [n for n in preys if may_target(counters[hunter], counters[n])]
            text = (
                f"{named(state, hunter)} may not fire at {named(state, prey)}: batteries and mines or "
                "submarines leave each other alone, and so do mines; "
            )
            text += (
                f"it may at {listed(state, others)}"
                if others
                else "nothing else is here, so it fires at nobody (A-59)"
            )
            yield Violation("7.3", "leaves_alone", text, f"{at}/1")


def _why_no_target(state: State, name: str) -> str:
    """8.1, 8.2, 8.4, A-61  Say why a unit is no target in the battle at hand."""
    if name in state.resolved:
        return f"{named(state, name)} keeps out of battle or has dived (8.2)"
    if isinstance(state.task, Counterattacking) and not state.counter(name).is_combatant:
        return f"{described(state, name)}, and counterattacks pick combatants in this game (A-61)"
    return f"{described(state, name)}, and no enemy in this battle"


def _cannot_fire(state: State, name: str, hunters: Sequence[str], at: str) -> Violation:
    """8.1, 8.4, 9.2  Say what keeps a unit from firing, and who can."""
    who, can, counter = named(state, name), listed(state, hunters), state.counter(name)
    if is_spent(state, name):
        text = (
            f"{who} has fought or supported in this game turn, and a battery is used once (A-167)"
        )
        return Violation("9.2", "battery_is_spent", f"{text}; those who can: {can}", at)
    task = state.task
    if isinstance(task, Counterattacking) and _was_fired_at(state, task, name):
        text = f"{who} was fired at in this battle; those who were not may: {can}"
        return Violation("8.4", "was_fired_at", text, at)
    why = f"{described(state, name)}, and takes no part in this battle on your side"
    if (counter.arm == "naval" or counter.amphibious) and not can_attack(counter):
        kind = "mines and the Dummy do not attack (8.6, 9.4)"
        why = f"{who} cannot fire: {kind if counter.is_combatant else 'it has no strength (8.3)'}"
    text = f"{why}; those who can: {can}"
    return Violation("8.1", "cannot_fire", text, at)


def _was_fired_at(state: State, task: Counterattacking, name: str) -> bool:
    """8.4 D  Return whether a defender that could fire at somebody had an attacker of its own."""
    able = counterattackers_in(state, task.sector, task.units)
    return name in able


def obey_engage(play: Play[State], order: Engage) -> None:
    """8.4  Target after target is fired at, then those at whom nobody fired may counterattack."""
    aims = tuple(Aim(unit, target) for unit, target in order.targets)
    play.emit(SeaBattleBegun(order.sector, aims, order.withheld))
    _fire(play, order.sector, order.targets)
    fired_at = [target for _, target in order.targets]
    fresh = counterattackers_in(play.state, order.sector, fired_at)
    if fresh:
        play.emit(CounterattackAsked(order.sector, tuple(fresh), fired=bool(order.targets)))
    else:
        play.emit(SeaBattleEnded(order.sector))


def _fire(play: Play[State], sector: str, pairs: Pairs) -> None:
    """8.4 A to C  Resolve the targets in the order in which they are first named."""
    groups: dict[str, list[str]] = {}
    for unit, target in pairs:
        groups.setdefault(target, []).append(unit)
    for target, units in groups.items():
        exchange(play, sector, units, target)


def open_passive_battle(play: Play[State]) -> None:
    """8.0, A-143  Where only the defender can fire he is asked at once."""
    for sector in passive_sectors(play.state)[:1]:
        fresh = tuple(counterattackers_in(play.state, sector, ()))
        play.emit(CounterattackAsked(sector, fresh, fired=False))


def check_withhold(state: State, order: Withhold) -> Iterator[Violation]:
    """8.1, 8.2  Only submarines without an enemy of strength 0 or 1 in their space keep out."""
    free = _withholding(state).submarines
    for number, name in enumerate(order.submarines):
        if name not in free:
            place = state.units[name].place
            yield _must_fight(state, place, name, other(state.seat), f"/submarines/{number}")


def obey_withhold(play: Play[State], order: Withhold) -> None:
    """8.1  They take no part; all others do."""
    play.emit(SubmarinesKeptOut(order.submarines))
    open_passive_battle(play)


def _withholding(state: State) -> Withholding:
    assert isinstance(state.task, Withholding), "withhold answers this task only"
    return state.task


def check_counterattack(state: State, order: Counterattack) -> Iterator[Violation]:
    """8.4 D, A-163  Any survivor may be picked, in any order of strength."""
    task = _counterattacking(state)
    foes = counterattack_targets(state, task.sector)
    line = line_of(state, task.sector, state.seat)
    faults = list(_check_pairs(state, order.targets, task.units, line))
    for number, pair in enumerate(order.targets):
        if len(pair) == _PAIR and pair[1] in line and pair[1] not in foes:
            who, open_ = named(state, pair[1]), listed(state, foes)
            text = f"{who} is a non-combatant (A-61); a counterattack may pick {open_}"
            faults.append(Violation("8.4", "non_combatant", text, f"/targets/{number}/1"))
    yield from faults
    if not faults and state.edition.counterattack_spreads:
        yield from _check_doubling(state, order.targets, foes)


def _check_doubling(state: State, pairs: Pairs, foes: Sequence[str]) -> Iterator[Violation]:
    """8.4 D, 8.1  Nobody is fired at twice before all are once, whoever could fire at them."""
    count = Tally(target for _, target in pairs)
    for number, (_, target) in enumerate(pairs):
        missed = [foe for foe in foes if count[foe] < count[target] - 1]
        if missed:
            text = (
                f"{named(state, target)} is fired at {count[target]} times while "
                f"{listed(state, missed)} must be targets first; units may also hold back"
            )
            yield Violation("8.4", "doubled_too_early", text, f"/targets/{number}/1")
            return


def obey_counterattack(play: Play[State], order: Counterattack) -> None:
    """8.4 D, F  The counterattack is resolved as any attack (A-144), and the battle is over."""
    sector = _counterattacking(play.state).sector
    _fire(play, sector, order.targets)
    play.emit(SeaBattleEnded(sector))
    open_passive_battle(play)


def _counterattacking(state: State) -> Counterattacking:
    assert isinstance(state.task, Counterattacking), "counterattack answers this task only"
    return state.task
