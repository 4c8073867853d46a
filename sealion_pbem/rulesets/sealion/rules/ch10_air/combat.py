"""10.4 to 10.6  Air combat, place by place: fighters are assigned, sets are formed and fought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.saying import Say
from sealion_pbem.engine.words import Decision, Order, Seat, Timing, Violation
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.events.air import (
    AirBattle,
    AirBattleBegun,
    AirBattleEnded,
    AirLossChosen,
    AirSet,
    AirSetFought,
    AirSetsFormed,
    AirSetsJoined,
)
from sealion_pbem.rulesets.sealion.naming import instead, listed, named, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch10_air.assignment import (
    ASSIGN,
    JOIN_SETS,
    Assign,
    JoinSets,
    free_fighters,
    joined,
    targets_for,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.dogfight import (
    fight_set,
    said_result,
    take_loss,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import fighters_in, fliers_in
from sealion_pbem.rulesets.sealion.rules.ch10_air.pairing import (
    bomber_guard,
    bomber_hunt,
    bombers_first,
    fighters_first,
    loss_to_take,
    single_joins,
    without_extras,
    worst_loss,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import first_assigner
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other

__all__ = ["CHAPTER", "ChooseLoss", "begin_air_combat", "decide_air_combat"]


@frozen
class ChooseLoss:
    """Pick the air unit that takes the loss."""

    kind: ClassVar[str] = "choose_loss"
    unit: str


def begin_air_combat(play: Play[State]) -> None:
    """10.4  Fight place after place, as far as nobody must choose."""
    state = play.state
    while True:
        battle = state.task
        if not isinstance(battle, AirBattle):
            place = _next_place(state)
            if not place:
                return
            play.emit(AirBattleBegun(place))
        elif _choice(state, battle):
            return
        elif battle.phase == "assign":
            play.emit(AirSetsFormed(battle.place, _only_sets(state, battle)))
        elif battle.phase == "join":
            play.emit(AirSetsJoined(battle.place, battle.sets))
        elif battle.sets:
            fight_set(play, battle.place, battle.sets[0])
        else:
            play.emit(AirBattleEnded(battle.place))


def decide_air_combat(state: State) -> Decision | None:
    """10.4  Ask for the assignment, for the fighters that join, or for a loss."""
    battle = state.task
    if not isinstance(battle, AirBattle) or not (choice := _choice(state, battle)):
        return None
    units = listed(state, choice[0])
    match battle.phase:
        case "assign":
            prompt = f"air combat in {battle.place}: assign {units} to {listed(state, choice[1])}"
            accepts = frozenset({"assign"})
            seat = first_assigner(state)
            return Decision(seat, "assign_fighters", "10.4", prompt, accepts, about=battle.place)
        case "join":
            prompt = f"air combat in {battle.place}: nobody targets {units}; assign them, or not"
            accepts = frozenset({"join_sets"})
            seat = other(first_assigner(state))
            return Decision(seat, "join_sets", "10.4", prompt, accepts, about=battle.place)
        case _:
            verb = "eliminated" if battle.doubled else "reduced"
            prompt = f"air combat in {battle.place}: which is {verb}, {units}?"
            accepts, seat = frozenset({"choose_loss"}), Seat(battle.chooser)
            return Decision(
                seat, "air_loss", "10.4", prompt, accepts, Timing.AFTER_DICE, battle.place
            )


def _next_place(state: State) -> str:
    """10.4  Return the next place to fight in: sea spaces from the east, then hexes by number."""
    both = state.forces[GERMAN, "air"].keys() & state.forces[BRITISH, "air"].keys()
    hexes = sorted([place for place in both if place in state.table.board.hexes])
    for place in (*SECTORS, *hexes) if both else ():
        if place in both and place not in state.resolved and _is_fought_for(state, place):
            return place
    return ""


def _is_fought_for(state: State, place: str) -> bool:
    """10.4  Return whether a fighter meets an enemy air unit in a place, transports and gliders apart."""
    german, british = fliers_in(state, place, GERMAN), fliers_in(state, place, BRITISH)
    counters = state.table.counters
    return bool(german and british) and any(
        counters[name].is_fighter for name in (*german, *british)
    )


def _choice(state: State, battle: AirBattle) -> tuple[Sequence[str], ...]:
    """Return among whom somebody must choose, if so: one fighter against one enemy has no choice.

    These are fighters and their targets, or fighters that nobody targets, or those who may be lost.
    """
    if battle.phase == "assign":
        seat = first_assigner(state)
        own = fighters_in(state, battle.place, seat)
        enemy = targets_for(state, battle, seat) if own else []
        is_open = own and len(own) + len(enemy) > 2  # noqa: PLR2004 - one against one
        return (own, enemy) if is_open else ()
    if battle.phase == "join":
        free = free_fighters(state, battle)
        return (free,) if free else ()
    return (battle.losers,) if battle.phase == "loss" else ()


def _only_sets(state: State, battle: AirBattle) -> tuple[AirSet, ...]:
    """Return the one possible assignment: nothing, or one fighter against one enemy."""
    seat = first_assigner(state)
    own = fighters_in(state, battle.place, seat)
    return (AirSet(tuple(own), tuple(targets_for(state, battle, seat))),) if own else ()


def obey_assign(play: Play[State], order: Assign) -> None:
    """10.4  Form the sets, in the order in which they will be fought."""
    sets = tuple(AirSet(names[1:], names[:1]) for names in order.sets)
    play.emit(AirSetsFormed(order.place, sets))
    begin_air_combat(play)


def obey_join_sets(play: Play[State], order: JoinSets) -> None:
    """10.4  Let fighters join sets or attack units that are in none, then fight everything."""
    play.emit(AirSetsJoined(order.place, joined(play.state.in_progress(AirBattle), order.fighters)))
    begin_air_combat(play)


def refuse_loser(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """10.4  The unit must be one of the beaten side in the set."""
    if name not in state.in_progress(AirBattle).losers:
        text = f"{named(state, name)} is not on the beaten side of this set"
        yield Violation("10.4", "not_a_loser", text)


def losers(state: State, draft: Draft) -> Iterator[Choice]:
    """10.4  Return who can take the loss, each with what it comes to."""
    battle = state.in_progress(AirBattle)
    for name in battle.losers if "unit" not in draft else ():
        is_last = battle.doubled or state.units[name].steps == 1
        yield unit_choice(state, "unit", name, "10.4", "eliminated" if is_last else "reduced")


_CHOOSE_LOSS: Form[State] = Form(
    ChooseLoss,
    (Member("unit", Shape.ONE, refuse_loser, losers, instead("these are:")),),
    wanted("10.4", "unit"),
    is_sure=lambda state, order: order.unit in state.in_progress(AirBattle).losers,
)


def obey_choose_loss(play: Play[State], order: ChooseLoss) -> None:
    """10.4  Let the unit take the loss, and fight the next set."""
    is_doubled = play.state.in_progress(AirBattle).doubled
    play.emit(AirLossChosen(order.unit))
    take_loss(play, order.unit, is_doubled=is_doubled)
    begin_air_combat(play)


def _assign_offers(state: State) -> Iterator[Order]:
    seen: list[Order] = []
    for make in (bombers_first, fighters_first, without_extras):
        order = make(state)
        if order not in seen:
            seen.append(order)
            yield order


def _join_offers(state: State) -> Iterator[Order]:
    seen: list[Order] = []
    for order in (bomber_guard(state), bomber_hunt(state), *single_joins(state), _nobody(state)):
        if order not in seen:
            seen.append(order)
            yield order


def _loss_offers(state: State) -> Iterator[Order]:
    return (ChooseLoss(choice.value) for choice in losers(state, {}))


def _nobody(state: State) -> JoinSets:
    return JoinSets(state.in_progress(AirBattle).place, ())


def _facts(state: State) -> Mapping[str, int | str]:
    battle = state.in_progress(AirBattle)
    decision = decide_air_combat(state)
    seat = decision.seat if decision else first_assigner(state)
    enemies = fliers_in(state, battle.place, other(seat))
    fighters = sum(1 for name in enemies if state.counter(name).is_fighter)
    return {
        "place": battle.place,
        "own_fighters": len(fighters_in(state, battle.place, seat)),
        "enemy_fighters": fighters,
        "enemy_bombers": sum(1 for name in enemies if state.counter(name).is_bomber),
    }


_BOMBERS = Policy(
    "attack bombers first, the strongest first, then fighters; extra fighters double up",
    bombers_first,
)
_GUARD = Policy(
    "join the sets in which own bombers are attacked, the strongest first", bomber_guard
)
_KEEP = Policy(
    "of own units lose the one that matters least, of the enemy's take the best",
    lambda state: ChooseLoss(loss_to_take(state)),
)
_WORST_LOSS = Policy(
    "of own units lose the one that matters most, of the enemy's take the least",
    lambda state: ChooseLoss(worst_loss(state)),
)

CHAPTER = Chapter(
    title="Air combat",
    orders={
        Assign: (ASSIGN, obey_assign),
        JoinSets: (JOIN_SETS, obey_join_sets),
        ChooseLoss: (_CHOOSE_LOSS, obey_choose_loss),
    },
    events=(
        AirBattleBegun, AirSetsFormed, AirSetsJoined, AirSetFought, AirLossChosen, AirBattleEnded,
    ),
    tasks=(AirBattle,),
    asks={
        "assign_fighters": Asking(
            _assign_offers,
            {
                "default": _BOMBERS,
                "bombers_first": _BOMBERS,
                "fighters_first": Policy(
                    "attack fighters first, the best first, then bombers", fighters_first
                ),
                "no_extras": Policy(
                    "bombers first; no enemy gets a second fighter", without_extras
                ),
            },
            _facts, forfeit="no_extras"),
        "join_sets": Asking(
            _join_offers,
            {
                "default": _GUARD,
                "guard": _GUARD,
                "hunt": Policy("attack enemy bombers that are in no set", bomber_hunt),
                "stay": Policy("assign nobody", _nobody),
            },
            _facts, forfeit="stay"),
        "air_loss": Asking(
            _loss_offers,
            {"default": _KEEP, "worst": _WORST_LOSS},
            _facts, forfeit="worst"),
    },
    tell={
        AirBattleBegun: lambda e, _: f"air combat in {e.place}",
        AirSetsFormed: lambda e, say: f"{e.place}: {_sets(e.sets, say)}",
        AirSetsJoined: lambda e, say: f"{e.place}, sets to be fought: {_sets(e.sets, say)}",
        AirSetFought: lambda e, say: (
            f"{e.place}: {_sum(map(say, e.first), e.first_dice, e.first_qualities)} against "
            f"{_sum(map(say, e.second), e.second_dice, e.second_qualities)} (10.4): "
            + said_result(e)
        ),
        AirLossChosen: lambda e, say: f"{say(e.unit, 'takes', 'take')} the loss",
        AirBattleEnded: lambda e, _: f"the air combat in {e.place} is over",
    },
)  # fmt: skip


def _sum(units: Iterable[str], dice: tuple[int, ...], qualities: tuple[int, ...]) -> str:
    parts = zip(units, dice, qualities, strict=True)
    said = " and ".join(f"{unit} (die {die}, quality {quality})" for unit, die, quality in parts)
    return f"{said} = {sum(dice) + sum(qualities)}"


def _sets(sets: tuple[AirSet, ...], say: Say) -> str:
    pairs = (
        f"{' + '.join(map(say, group.first))} against {' + '.join(map(say, group.second))}"
        for group in sets
    )
    return "; ".join(pairs) or "nobody is assigned"
