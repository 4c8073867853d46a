"""6.0  Stacking of land units; the limits of air units stand in chapter 10."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.saying import counted
from sealion_pbem.engine.words import Decision, Seat, Violation
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated
from sealion_pbem.rulesets.sealion.events.land import HexOverstacked
from sealion_pbem.rulesets.sealion.naming import said_units, unit_choice
from sealion_pbem.rulesets.sealion.state import State

__all__ = [
    "CHAPTER",
    "RemoveSurplus",
    "begin_stacking",
    "decide_stacking",
    "has_room",
    "is_overstacked",
    "limit_of",
]

MOST_OFFERS = 20
_SIZES = {"XX": "division", "X": "brigade", "III": "regiment"}


@frozen
class RemoveSurplus:
    """Take the units that are too many out of the game."""

    kind: ClassVar[str] = "remove_surplus"
    units: tuple[str, ...]


def limit_of(state: State, size: str) -> int | None:
    """6.3, 6.4  Return how many units of a size may stand in a hex; None: any number.

    Battalions have no limit, nor have Railway Guns, which count as one (A-27), nor Churchill (6.4).
    """
    return state.table.limits.get(size)


def has_room(state: State, place: str, name: str, more: int = 0) -> bool:
    """6.3  Return whether one more unit of this size (and `more` others) may stand in a hex.

    Each side counts its own (A-28), sizes do not mix, and a reduced unit counts in full.
    """
    counter = state.counter(name)
    limit = limit_of(state, counter.size)
    if limit is None:
        return True
    here = state.land_in(place, Seat(counter.seat))
    same = sum(1 for n in here if n != name and state.counter(n).size == counter.size)
    return same + more + 1 <= limit


def is_overstacked(state: State, place: str, seat: Seat) -> bool:
    """6.3  Return whether a seat has more units of some size in a hex than may stay."""
    here = state.forces[seat, "land"].get(place, ())
    return len(here) > 1 and bool(_surplus(state, place, seat))


def _surplus(state: State, place: str, seat: Seat) -> dict[str, int]:
    """Return how many units of each size are too many in a hex; sizes that fit are left out."""
    here = state.land_in(place, seat)
    if len(here) <= 1:
        return {}
    sizes = [state.table.counters[name].size for name in here]
    return {
        size: number - limit
        for size in dict.fromkeys(sizes)
        if (limit := limit_of(state, size)) is not None and (number := sizes.count(size)) > limit
    }


def _all_surplus(state: State) -> dict[tuple[str, str], int]:
    """Return what is too many, by hex and size, for the seat whose step it is."""
    hexes, here = state.table.board.hexes, state.forces[state.seat, "land"]
    return {
        (place, size): number
        for place in sorted(place for place, units in here.items() if len(units) > 1)
        if place in hexes
        for size, number in _surplus(state, place, state.seat).items()
    }


def begin_stacking(play: Play[State]) -> None:
    """6.3  When all movement is over, stacks are looked at; nothing happens by itself."""


def decide_stacking(state: State) -> Decision | None:
    """6.3  Ask the owner of overstacked hexes what is eliminated."""
    surplus = _all_surplus(state)
    if not surplus:
        return None
    said = "; ".join(_said(place, size, number) for (place, size), number in surplus.items())
    prompt = f"eliminate what is overstacked: {said}"
    return Decision(state.seat, "remove_surplus", "6.3", prompt, frozenset({RemoveSurplus.kind}))


def _said(place: str, size: str, number: int) -> str:
    return f"{counted(number, _SIZES[size])} in {place}"


def refuse_removal(state: State, draft: Draft, name: str) -> Iterator[Violation]:
    """6.3  Own units of a size that is too many in their hex, each once and no more than that."""
    counter, unit = state.counter(name), state.units[name]
    named, group = draft.get("units", ()), (unit.place, counter.size)
    if name in named:
        text = f"{counter.name} ({name}) is named twice; name each unit once"
        yield Violation("6.3", "named_twice", text)
    elif counter.seat != state.seat or unit.aboard or group not in _all_surplus(state):
        text = f"{counter.name} ({name}) in {unit.place} is not too many"
        yield Violation("6.3", "not_surplus", text)


def removals(state: State, draft: Draft) -> Iterator[Choice]:
    """6.3  Return the units of which one more must go, hex by hex."""
    removed = _removed(state, draft)
    for (place, size), number in _all_surplus(state).items():
        if removed[place, size] < number:
            for name in _stack(state, place, size):
                if name not in draft.get("units", ()):
                    strength = f"{state.attack_of(name)}-{state.defense_of(name)}"
                    note = f"eliminated: {_said(place, size, number)} in all"
                    yield unit_choice(state, "units", name, "6.3", strength, note)


def _missing(state: State, draft: Draft) -> Iterator[Violation]:
    """6.3  Refuse an order that does not remove just the surplus of each size from every hex."""
    removed = _removed(state, draft)
    for (place, size), number in _all_surplus(state).items():
        given = removed[place, size]
        if given != number:
            code = "too_few_removed" if given < number else "too_many_removed"
            text = f"eliminate {_said(place, size, number)}, not {given}: {_choice(state, place, size)}"
            yield Violation("6.3", code, text, "/units")


def _removed(state: State, draft: Draft) -> Tally[tuple[str, str]]:
    """Return how many units of each hex and size go."""
    return Tally(
        (state.units[name].place, state.counter(name).size) for name in draft.get("units", ())
    )


def _removable(_: State, __: Draft, name: object, choices: Iterable[Choice]) -> str:
    """6.3  Say who could go instead; of how many are too few or too many it is said already."""
    if name is None:
        return ""
    left = list(choices)
    return f"there is a choice of {said_units(left)}" if left else "enough units are named"


def _choice(state: State, place: str, size: str) -> str:
    return ", ".join(_stack(state, place, size))


def _stack(state: State, place: str, size: str) -> list[str]:
    return [n for n in state.land_in(place, state.seat) if state.counter(n).size == size]


def obey_remove_surplus(play: Play[State], order: RemoveSurplus) -> None:
    """6.3  They are eliminated."""
    for name in order.units:
        play.emit(UnitEliminated(name, "6.3"))


def _removing(value: Callable[[State, str], int]) -> Callable[[State], RemoveSurplus]:
    """Return a policy that gives up the units of least value; of equals the last of the list."""

    def answer(state: State) -> RemoveSurplus:
        order = state.table.order
        chosen: list[str] = []
        for (place, size), number in _all_surplus(state).items():
            stack = _stack(state, place, size)
            chosen += sorted(stack, key=lambda n: (value(state, n), -order[n]))[:number]
        return RemoveSurplus(tuple(chosen))

    return answer


_weakest = _removing(lambda state, n: state.attack_of(n) + state.defense_of(n))
_strongest = _removing(lambda state, n: -state.attack_of(n) - state.defense_of(n))
_least_attack = _removing(State.attack_of)
_least_defense = _removing(State.defense_of)


def _offers(state: State) -> Iterator[RemoveSurplus]:
    """Return the policies' answers, then other choices in the first overstacked hex."""
    given: list[RemoveSurplus] = []
    for order in (_weakest(state), _least_attack(state), _least_defense(state), *_others(state)):
        if all(set(order.units) != set(before.units) for before in given):
            given.append(order)
            yield order


def _others(state: State) -> Iterator[RemoveSurplus]:
    (place, size), number = next(iter(_all_surplus(state).items()))
    stack = _stack(state, place, size)
    rest = tuple(n for n in _weakest(state).units if n not in stack)
    for chosen in islice(combinations(stack, number), MOST_OFFERS):
        yield RemoveSurplus((*chosen, *rest))


_REMOVE_SURPLUS: Form[State] = Form(
    RemoveSurplus,
    (Member("units", Shape.MANY, refuse_removal, removals, _removable),),
    _missing,
)

CHAPTER = Chapter(
    title="Stacking",
    orders={RemoveSurplus: (_REMOVE_SURPLUS, obey_remove_surplus)},
    events=(HexOverstacked,),
    asks={
        "remove_surplus": Asking(
            _offers,
            {
                "default": Policy("the units of least attack and defense together go", _weakest),
                "keep_attack": Policy("the units of least attack go", _least_attack),
                "keep_defense": Policy("the units of least defense go", _least_defense),
                "worst": Policy("the units of most attack and defense together go", _strongest),
            },
            lambda state: {"surplus": sum(_all_surplus(state).values())},
            forfeit="worst",
        )
    },
    tell={
        HexOverstacked: lambda e, _: (
            f"{e.hex} holds more {e.seat} units than may stay; the surplus is lost when movement is over"
        )
    },
)
