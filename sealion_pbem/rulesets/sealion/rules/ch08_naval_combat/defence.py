"""8.1, 8.4 D  What the defender orders: submarines that keep out, and the counterattack."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.events.naval import (
    CounterattackAsked,
    Counterattacking,
    SeaBattleEnded,
    SubmarinesKeptOut,
    Withholding,
)
from sealion_pbem.rulesets.sealion.naming import listed, named, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import fire
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import must_fight
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.lines import (
    aims_in,
    counterattack_targets,
    counterattackers_in,
    is_pair,
    line_of,
    pair_choice,
    passive_sectors,
    refuse_pair,
    said_pairs,
)
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = [
    "COUNTERATTACK",
    "WITHHOLD",
    "Counterattack",
    "Withhold",
    "keepers",
    "obey_counterattack",
    "obey_withhold",
    "open_passive_battle",
    "open_returns",
]

_PAIR = 2


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


def refuse_keeper(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """8.1, 8.2  Only submarines without an enemy of strength 0 or 1 in their space keep out."""
    if name not in _withholding(state).submarines:
        yield must_fight(state, state.units[name].place, name, other(state.seat))


def keepers(state: State, draft: Draft) -> Iterator[Choice]:
    """8.1  Return the submarines that may keep out of the coming battles."""
    for name in _withholding(state).submarines:
        if name not in draft.get("submarines", ()):
            yield unit_choice(state, "submarines", name, "8.1", "keeps out of battle")


def _withholding(state: State) -> Withholding:
    assert isinstance(state.task, Withholding), "withhold answers this task only"
    return state.task


def refuse_return(state: State, draft: Draft, pair: tuple[str, ...]) -> Iterator[Violation]:
    """8.4 D, A-61, A-163  Any survivor may be picked, in any order of strength."""
    task = _counterattacking(state)
    line = line_of(state, task.sector, state.seat)
    yield from refuse_pair(state, draft, pair, (task.units, line))
    prey = pair[1] if len(pair) == _PAIR else ""
    if prey in line and prey not in counterattack_targets(state, task.sector):
        text = f"{named(state, prey)} is a non-combatant (A-61)"
        yield Violation("8.4", "non_combatant", text, "/1")


def returns(state: State, draft: Draft) -> Iterator[Choice]:
    """8.4 D  Return who can fire at whom."""
    for hunter, prey in open_returns(state, draft):
        yield pair_choice(state, "8.4", hunter, prey)


def open_returns(state: State, draft: Draft) -> Iterator[tuple[str, str]]:
    """8.4 D  Return pairs with which nobody need be fired at twice too early."""
    task = _counterattacking(state)
    foes = counterattack_targets(state, task.sector)
    lines = task.units, foes
    aims = aims_in(state, draft, lines)
    idle = [name for name in task.units if name not in aims]
    for pair in product(idle, foes):
        hunter, prey = pair
        if is_pair(state, pair, lines) and _can_spread(state, {**aims, hunter: prey}, idle, foes):
            yield pair


def _can_spread(
    state: State, aims: Mapping[str, str], idle: Sequence[str], foes: Sequence[str]
) -> bool:
    """8.4 D  Return whether those left can see to it that nobody is fired at twice too early."""
    if len(aims) == 1 or not state.edition.counterattack_spreads:
        return True
    count = Tally(aims.values())
    least = max(count.values()) - 1
    wanting = [foe for foe in foes for _ in range(least - count[foe])]
    left = [name for name in idle if name not in aims]
    taken: dict[str, int] = {}
    return len(wanting) <= len(left) and all(
        _finds(state, number, wanting, left, taken, set()) for number in range(len(wanting))
    )


def _finds(
    state: State,
    number: int,
    wanting: Sequence[str],
    left: Sequence[str],
    taken: dict[str, int],
    tried: set[str],
) -> bool:
    """Find somebody to fire at a target, if need be one who then leaves his own to another."""
    for name in left:
        if name not in tried and is_pair(state, (name, wanting[number]), (left, wanting)):
            tried.add(name)
            if name not in taken or _finds(state, taken[name], wanting, left, taken, tried):
                taken[name] = number
                return True
    return False


def _missing(state: State, draft: Draft) -> Iterator[Violation]:
    """8.4 D  Refuse fire that is not spread evenly; holding back is always allowed."""
    if "targets" in draft:
        foes = counterattack_targets(state, _counterattacking(state).sector)
        yield from _doubled(state, draft["targets"], foes)


def _doubled(
    state: State, pairs: Sequence[tuple[str, ...]], foes: Sequence[str]
) -> Iterator[Violation]:
    """8.4 D, 8.1  Refuse a second shot at one target while another has none, whoever could fire at it."""
    if not state.edition.counterattack_spreads:
        return
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


def _counterattacking(state: State) -> Counterattacking:
    assert isinstance(state.task, Counterattacking), "counterattack answers this task only"
    return state.task


def _are_free(state: State, order: Withhold) -> bool:
    """Return whether all that keep out may, as nearly every order says."""
    free = _withholding(state).submarines
    return all(name in free for name in order.submarines)


def _is_plain(state: State, order: Counterattack) -> bool:
    """Return whether the order is as it should be, which nearly all are."""
    task, pairs = _counterattacking(state), order.targets
    if not pairs:
        return True
    foes = counterattack_targets(state, task.sector)
    aims: dict[str, str] = {}
    for pair in pairs:
        if not is_pair(state, pair, (task.units, foes)):
            return False
        aims[pair[0]] = pair[1]
    return len(aims) == len(pairs) and not any(_doubled(state, pairs, foes))


def _named_once(order: Withhold) -> Withhold:
    """Return the order in which nobody who keeps out is named again."""
    return replace(order, submarines=tuple(dict.fromkeys(order.submarines)))


def obey_withhold(play: Play[State], order: Withhold) -> None:
    """8.1  Keep the submarines named out of battle."""
    play.emit(SubmarinesKeptOut(order.submarines))
    open_passive_battle(play)


def open_passive_battle(play: Play[State]) -> None:
    """8.0, A-143  Ask the defender at once where only he can fire."""
    for sector in passive_sectors(play.state)[:1]:
        fresh = tuple(counterattackers_in(play.state, sector, ()))
        play.emit(CounterattackAsked(sector, fresh, fired=False))


def obey_counterattack(play: Play[State], order: Counterattack) -> None:
    """8.4 D, F  Resolve the counterattack like any attack (A-144), and end the battle."""
    sector = _counterattacking(play.state).sector
    fire(play, sector, order.targets)
    play.emit(SeaBattleEnded(sector))
    open_passive_battle(play)


WITHHOLD: Form[State] = Form(
    Withhold,
    (Member("submarines", Shape.MANY, refuse_keeper, keepers),),
    normal=_named_once,
    is_sure=_are_free,
)

COUNTERATTACK: Form[State] = Form(
    Counterattack,
    (Member("targets", Shape.MANY, refuse_return, returns, said_pairs),),
    _missing,
    is_sure=_is_plain,
)
