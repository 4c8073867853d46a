"""8.0 to 8.3  Engaging: where a battle is due, which submarines keep out of it, who fires at whom.

The pairs stand in firing order, which is free (8.4); in which order they were designated (8.1) shows in
none of them. So a pair is offered if designating can lead to it and to all that were chosen before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.events.naval import (
    Aim,
    CounterattackAsked,
    SeaBattleBegun,
    SeaBattleEnded,
)
from sealion_pbem.rulesets.sealion.naming import described, listed, named, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import fire
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.lines import (
    Lines,
    active_sectors,
    aims_in,
    attackers_in,
    counterattackers_in,
    is_pair,
    optional_submarines,
    pair_choice,
    refuse_pair,
    said_pairs,
    targets_in,
)
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.priority import (
    can_do_without,
    check_priority,
    open_pairs,
    turns_of,
)
from sealion_pbem.rulesets.sealion.rules.naval_force import force_at, is_light, is_submarine
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["ENGAGE", "Engage", "must_fight", "obey_engage"]


@frozen
class Engage:
    """Fight in a sea space: pairs of attacker and target in firing order, submarines that keep out."""

    kind: ClassVar[str] = "engage"
    sector: str
    targets: tuple[tuple[str, ...], ...]
    withheld: tuple[str, ...] = ()


def refuse_sector(state: State, _: Draft, sector: str) -> Iterator[Violation]:
    """8.0  A battle must be due there."""
    if sector not in active_sectors(state):
        yield Violation("8.0", "no_battle", _why_no_battle(state, sector))


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


def sectors(state: State, draft: Draft) -> Iterator[Choice]:
    """8.0  Return the sea spaces still to be fought for."""
    for sector in active_sectors(state) if "sector" not in draft else ():
        ours, theirs = attackers_in(state, sector), targets_in(state, sector)
        note = f"{len(ours)} can fire, {len(theirs)} can be fired at"
        yield Choice("sector", sector, sector, rule="8.0", notes=(note,))


def _still_to_be_fought(_: State, __: Draft, ___: object, choices: Iterable[Choice]) -> str:
    return f"still to be fought: {', '.join(choice.label for choice in choices)}"


def refuse_withheld(state: State, draft: Draft, name: str) -> Iterator[Violation]:
    """8.1, 8.2  Submarines may keep out if no enemy of strength 0 or 1 is there."""
    if name not in optional_submarines(state, draft["sector"], state.seat):
        yield must_fight(state, draft["sector"], name, state.seat)


def must_fight(state: State, sector: str, name: str, seat: Seat) -> Violation:
    """8.1, 8.2  Say why a unit cannot keep out of a battle."""
    own = name in force_at(state, sector, seat)
    if not own or not is_submarine(state.counter(name)):
        text = f"{described(state, name)}, and only your submarines in {sector} may keep out"
        return Violation("8.1", "no_submarine", text)
    light = [foe for foe in force_at(state, sector, other(seat)) if is_light(state, foe)]
    if not light:
        text = f"{named(state, name)} has no battle to keep out of in {sector}"
        return Violation("8.1", "no_battle", text)
    text = (
        f"{named(state, name)} must fight: {listed(state, light)} in {sector} has strength 0 or 1"
    )
    return Violation("8.2", "submarine_must_fight", text)


def boats(state: State, draft: Draft) -> Iterator[Choice]:
    """8.1, 8.2  Return the submarines that can keep out, unless somebody else needs them to fire."""
    if "sector" not in draft:
        return
    lines = _lines(state, draft)
    aims = aims_in(state, draft, lines)
    for name in optional_submarines(state, draft["sector"], state.seat):
        is_free = name not in draft.get("withheld", ()) and name not in aims
        if is_free and (not aims or can_do_without(state, name, aims, lines)):
            yield unit_choice(state, "withheld", name, "8.1", "keeps out of this battle")


def refuse_shot(state: State, draft: Draft, pair: tuple[str, ...]) -> Iterator[Violation]:
    """8.1  Attackers and targets of this battle, each attacker once."""
    return refuse_pair(state, draft, pair, _lines(state, draft))


def shots(state: State, draft: Draft) -> Iterator[Choice]:
    """8.1  Return who can fire at whom, those targets first that are next in designating."""
    if "sector" in draft:
        lines = _lines(state, draft)
        aims = aims_in(state, draft, lines)
        turns = turns_of(state, aims, lines[1])
        for hunter, prey in open_pairs(state, aims, lines):
            yield replace(pair_choice(state, "8.1", hunter, prey), turn=turns[prey])


def _lines(state: State, draft: Draft) -> Lines:
    """8.1  Return attackers that do not keep out, and targets."""
    withheld, sector = draft.get("withheld", ()), draft["sector"]
    attackers = attackers_in(state, sector)
    if withheld:
        attackers = tuple([name for name in attackers if name not in withheld])
    return attackers, targets_in(state, sector)


def _missing(state: State, draft: Draft) -> Iterator[Violation]:
    """8.0, 8.1  Refuse an order without sea space, or an assignment that designating cannot lead to."""
    if "sector" not in draft:
        yield from _NO_SECTOR(state, draft)
        return
    lines = _lines(state, draft)
    yield from check_priority(state, aims_in(state, draft, lines), *lines)


_NO_SECTOR = wanted("8.0", "sector")


def _is_plain(state: State, order: Engage) -> bool:
    """Return whether the order is as it should be, which nearly all are."""
    sector, withheld = order.sector, order.withheld
    if sector not in active_sectors(state):
        return False
    if withheld and not {*withheld} <= {*optional_submarines(state, sector, state.seat)}:
        return False
    lines = _lines(state, {"sector": sector, "withheld": withheld})
    for pair in order.targets:
        if not is_pair(state, pair, lines):
            return False
    aims = {pair[0]: pair[1] for pair in order.targets}
    return len(aims) == len(order.targets) and not any(check_priority(state, aims, *lines))


def obey_engage(play: Play[State], order: Engage) -> None:
    """8.4  Fire at target after target, then ask for the counterattack of those nobody fired at."""
    aims = tuple(Aim(unit, target) for unit, target in order.targets)
    play.emit(SeaBattleBegun(order.sector, aims, order.withheld))
    fire(play, order.sector, order.targets)
    fired_at = [target for _, target in order.targets]
    fresh = counterattackers_in(play.state, order.sector, fired_at)
    if fresh:
        play.emit(CounterattackAsked(order.sector, tuple(fresh), fired=bool(order.targets)))
    else:
        play.emit(SeaBattleEnded(order.sector))


def _named_once(order: Engage) -> Engage:
    """Return the order in which nobody who keeps out is named again."""
    return replace(order, withheld=tuple(dict.fromkeys(order.withheld)))


ENGAGE: Form[State] = Form(
    Engage,
    (
        Member("sector", Shape.ONE, refuse_sector, sectors, _still_to_be_fought),
        Member("withheld", Shape.MANY, refuse_withheld, boats, after=("sector",)),
        Member("targets", Shape.MANY, refuse_shot, shots, said_pairs, after=("sector",)),
    ),
    _missing,
    normal=_named_once,
    is_sure=_is_plain,
)
