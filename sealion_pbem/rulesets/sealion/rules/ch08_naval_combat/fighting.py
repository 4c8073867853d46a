"""8.1, 8.4  The orders of a battle and what comes of them; what may be ordered stands beside this."""

from __future__ import annotations

from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.sealion.events.naval import (
    Aim,
    CounterattackAsked,
    Counterattacking,
    SeaBattleBegun,
    SeaBattleEnded,
    SubmarinesKeptOut,
)
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import exchange
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.lines import (
    counterattackers_in,
    passive_sectors,
)
from sealion_pbem.rulesets.sealion.state import State

__all__ = [
    "Counterattack",
    "Engage",
    "Withhold",
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


def obey_withhold(play: Play[State], order: Withhold) -> None:
    """8.1  They take no part; all others do."""
    play.emit(SubmarinesKeptOut(order.submarines))
    open_passive_battle(play)


def obey_counterattack(play: Play[State], order: Counterattack) -> None:
    """8.4 D, F  The counterattack is resolved as any attack (A-144), and the battle is over."""
    sector = _counterattacking(play.state).sector
    _fire(play, sector, order.targets)
    play.emit(SeaBattleEnded(sector))
    open_passive_battle(play)


def _counterattacking(state: State) -> Counterattacking:
    assert isinstance(state.task, Counterattacking), "counterattack answers this task only"
    return state.task
