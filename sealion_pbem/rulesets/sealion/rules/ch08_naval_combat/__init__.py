"""8.0  Surface naval combat: space by space, in the order the player whose step it is likes (A-2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.saying import Say, said_together
from sealion_pbem.engine.words import Decision, Order, Seat, Timing
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy, Tell
from sealion_pbem.rulesets.sealion.events import naval
from sealion_pbem.rulesets.sealion.events.naval import (
    Counterattacking,
    Withholding,
    WithholdingAsked,
)
from sealion_pbem.rulesets.sealion.naming import listed
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat import judgement
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.defence import (
    COUNTERATTACK,
    WITHHOLD,
    Counterattack,
    Withhold,
    keepers,
    obey_counterattack,
    obey_withhold,
    open_passive_battle,
    open_returns,
)
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import (
    ENGAGE,
    Engage,
    obey_engage,
)
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.lines import (
    active_sectors,
    contested_sectors,
    line_of,
    may_target,
    optional_submarines,
)
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["CHAPTER", "begin_combat", "decide_combat"]


def begin_combat(play: Play[State]) -> None:
    """8.0, 8.1  Ask the defender which submarines keep out, or open the battles."""
    state = play.state
    free: list[str] = []
    for sector in contested_sectors(state):
        optional = optional_submarines(state, sector, other(state.seat))
        foes = line_of(state, sector, state.seat) if optional else []
        # Batteries and submarines leave each other alone: nothing to keep out of.
        free += [
            name
            for name in optional
            if any(may_target(state.counter(name), state.counter(foe)) for foe in foes)
        ]
    if free:
        play.emit(WithholdingAsked(tuple(free)))
    else:
        open_passive_battle(play)


def decide_combat(state: State) -> Decision | None:
    """8.0  Ask for what is next: submarines that keep out, a counterattack, or a battle."""
    if isinstance(state.task, Withholding):
        prompt = f"which submarines keep out of battle: {listed(state, state.task.submarines)}"
        accepts = frozenset({"withhold"})
        return Decision(other(state.seat), "withhold_submarines", "8.1", prompt, accepts)
    if isinstance(state.task, Counterattacking):
        return _ask_counterattack(state, state.task)
    due = active_sectors(state)
    if not due:
        return None
    return _ask_engagements(state.seat, due)


@cache
def _ask_engagements(seat: Seat, due: tuple[str, ...]) -> Decision:
    prompt = f"engage, sea space by sea space: {', '.join(due)}"
    return Decision(seat, "naval_combat", "8.1", prompt, frozenset({"engage"}))


def _ask_counterattack(state: State, task: Counterattacking) -> Decision:
    timing = Timing.AFTER_DICE if task.fired else Timing.BEFORE_DICE
    prompt = f"counterattack in {task.sector} with {listed(state, task.units)}, or hold back"
    accepts = frozenset({"counterattack"})
    return Decision(other(state.seat), "counterattack", "8.4", prompt, accepts, timing)


def _engagements(state: State) -> Iterator[Order]:
    """Return, for each battle, the weighed assignment and the big guns, with submarines in and out."""
    for sector in active_sectors(state):
        free = tuple(optional_submarines(state, sector, state.seat))
        seen: set[Order] = set()
        for withheld in ((), free):
            for choose in (judgement.weighed, judgement.most_guns):
                pairs = judgement.assignment(state, sector, withheld, choose)
                order = Engage(sector, pairs, withheld)
                if order not in seen:
                    seen.add(order)
                    yield order


def _engage(state: State) -> Order:
    sector = active_sectors(state)[0]
    return Engage(sector, judgement.assignment(state, sector))


def _engage_without_submarines(state: State) -> Order:
    sector = active_sectors(state)[0]
    free = tuple(optional_submarines(state, sector, state.seat))
    return Engage(sector, judgement.assignment(state, sector, free), free)


def _withholdings(state: State) -> Iterator[Order]:
    assert isinstance(state.task, Withholding), "the decision is about this task"
    yield Withhold(())
    yield Withhold(state.task.submarines)
    yield from (Withhold((choice.value,)) for choice in keepers(state, {}))


def _counterattacks(state: State) -> Iterator[Order]:
    """Return the weighed counterattack, none, and each unit alone against each enemy."""
    assert isinstance(state.task, Counterattacking), "the decision is about this task"
    best = judgement.counterstroke(state, state.task.sector, state.task.units)
    yield Counterattack(best)
    if best:
        yield Counterattack(())
    yield from (Counterattack((pair,)) for pair in open_returns(state, {}))


def _counterattack(state: State) -> Order:
    assert isinstance(state.task, Counterattacking), "the decision is about this task"
    return Counterattack(judgement.counterstroke(state, state.task.sector, state.task.units))


def _withhold_all(state: State) -> Order:
    assert isinstance(state.task, Withholding), "the decision is about this task"
    return Withhold(state.task.submarines)


def _facts(state: State) -> dict[str, int | str]:
    """Return where the battle is and how many units each side has there."""
    task = state.task
    sectors = [task.sector] if isinstance(task, Counterattacking) else active_sectors(state)
    if not sectors:
        return {}
    own, foe = (line_of(state, sectors[0], seat) for seat in (state.seat, other(state.seat)))
    return {"sector": sectors[0], "attackers": len(own), "defenders": len(foe)}


_TOLD: dict[type[Any], Tell] = {
    naval.WithholdingAsked: lambda e, say: (
        f"{said_together(say, e.submarines, 'may', 'may')} keep out of battle"
    ),
    naval.SubmarinesKeptOut: lambda e, say: (
        f"{said_together(say, e.submarines or ('no submarine',), 'keeps', 'keep')} out of battle"
    ),
    naval.SeaBattleBegun: lambda e, say: f"battle in {e.sector}: {_pairs(e.targets, say)}",
    naval.SalvoFired: lambda e, say: (
        f"{e.sector}: {_fire(map(say, e.units), e.dice, e.totals)} against {_answer(e, say)} "
        f"(8.4: the higher total hits, twice as high sinks){_without_effect(e, say)}"
    ),
    naval.SubmarineDived: lambda e, say: say(e.submarine, "dives", "dive"),
    naval.CounterattackAsked: lambda e, say: (
        f"{said_together(say, e.units, 'may', 'may')} counterattack in {e.sector}"
    ),
    naval.SeaBattleEnded: lambda e, _: f"the battle in {e.sector} is over",
}


def _pairs(targets: tuple[naval.Aim, ...], say: Say) -> str:
    pairs = (f"{say(aim.unit)} at {say(aim.target)}" for aim in targets)
    return ", ".join(pairs) or "nobody opens fire"


def _fire(units: Iterable[str], dice: tuple[int, ...], totals: tuple[int, ...]) -> str:
    fire = zip(units, dice, totals, strict=True)
    return ", ".join(f"{unit} {die} + {sum_ - die} = {sum_}" for unit, die, sum_ in fire)


def _answer(event: naval.SalvoFired, say: Say) -> str:
    """Say the target's total; it differs where one of those that fire is a mine (8.6)."""
    sums = dict.fromkeys(event.answers)
    said = " or ".join(f"{event.answer} + {sum_ - event.answer} = {sum_}" for sum_ in sums)
    against = ", in this order: " + ", ".join(map(str, event.answers)) if len(sums) > 1 else ""
    return f"{say(event.target)} {said}{against}"


def _without_effect(event: naval.SalvoFired, say: Say) -> str:
    """Say why duels came to nothing."""
    why = [f"{miss.reason}: {said_together(say, miss.units)}" for miss in event.why]
    return f"; without effect: {'; '.join(why)}" if why else ""


CHAPTER = Chapter(
    title="Surface naval combat",
    orders={
        Engage: (ENGAGE, obey_engage),
        Withhold: (WITHHOLD, obey_withhold),
        Counterattack: (COUNTERATTACK, obey_counterattack),
    },
    events=tuple(_TOLD),
    tasks=(Withholding, Counterattacking),
    asks={
        "naval_combat": Asking(
            _engagements,
            {
                "default": Policy(
                    "the assignment that promises most, submarines included", _engage
                ),
                "submarines_out": Policy(
                    "the same, with submarines kept out where they may", _engage_without_submarines
                ),
            },
            _facts,
            forfeit="submarines_out",
        ),
        "withhold_submarines": Asking(
            _withholdings,
            {
                "default": Policy("all submarines fight", lambda _: Withhold(())),
                "keep_out": Policy("all submarines that may keep out do", _withhold_all),
            },
            forfeit="keep_out",
        ),
        "counterattack": Asking(
            _counterattacks,
            {
                "default": Policy(
                    "each unit attacks where it gains most, or holds back", _counterattack
                ),
                "hold_back": Policy("nobody counterattacks", lambda _: Counterattack(())),
            },
            _facts,
            forfeit="hold_back",
        ),
    },
    tell=_TOLD,
)
