"""14.5.1  Anti-aircraft fire on land: AA units in a combat hex shoot at the enemy's air support."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import ClassVar, Literal

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Order, Seat, Violation
from sealion_pbem.rulesets.sealion.chapter import Asking, Policy
from sealion_pbem.rulesets.sealion.events.combat import ChoiceAwaited, LandCombat
from sealion_pbem.rulesets.sealion.events.options import AAFireEnded, AAUnitFired
from sealion_pbem.rulesets.sealion.naming import described, listed, named, said_units, unit_choice
from sealion_pbem.rulesets.sealion.rules.loss import lose_step
from sealion_pbem.rulesets.sealion.rules.support import (
    air_support,
    air_support_at_hand,
)
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = [
    "ASKING",
    "FIRE_AA",
    "FireAA",
    "aa_modifier",
    "aa_result",
    "guns_of",
    "shoot_all",
    "shoot_first",
    "strongest_first",
    "under_fire",
]

_RULE = "14.5.1"


@frozen
class FireAA:
    """Fire with AA units in this order, each at every enemy air unit that supports the combat."""

    kind: ClassVar[str] = "fire_aa"
    units: tuple[str, ...]


def guns_of(state: State, place: str, seat: Seat) -> list[str]:
    """14.5.1, A-133  Return a seat's AA units in a hex: British brigades, German Flak battalions."""
    return [n for n in state.land_in(place, seat) if state.counter(n).type == "motorized_aa"]


def under_fire(state: State, place: str, seat: Seat) -> list[str]:
    """14.5.1  Return a seat's aircraft that enemy AA units would fire at if they supported a combat."""
    if not state.edition.aa_units_fire or not guns_of(state, place, other(seat)):
        return []
    return [name for name, _ in air_support_at_hand(state, place, seat)]


def shoot_first(play: Play[State]) -> bool:
    """14.5.1, A-160  Let the defender's AA units fire, then the attacker's; return whether all have.

    Who has AA units of different strength is asked for their order (A-159); otherwise it makes no
    difference.
    """
    state = play.state
    if not state.edition.aa_units_fire:
        return True
    place = state.in_progress(LandCombat).hex
    for seat in (other(state.seat), state.seat):
        guns = guns_of(state, place, seat)
        has_fired = seat in (state.in_progress(LandCombat).fired or ())
        if has_fired or not guns or not _targets(state, place, seat):
            continue
        if len({state.defense_of(gun) for gun in guns}) > 1:
            play.emit(ChoiceAwaited(place, "aa_fire", seat, tuple(guns), ()))
            return False
        shoot_all(play, seat, tuple(guns))
    return True


def _targets(state: State, place: str, seat: Seat) -> list[str]:
    return [name for name, _ in air_support(state, place, other(seat))]


def shoot_all(play: Play[State], seat: Seat, guns: tuple[str, ...]) -> None:
    """14.5.1  Fire each AA unit once at each air unit that set out to support; results add up."""
    state, place = play.state, play.state.in_progress(LandCombat).hex
    targets = _targets(state, place, seat)
    for gun in guns:
        for target in targets:
            if state.is_in_play(target):
                _shoot(play, place, gun, target)
    play.emit(AAFireEnded(place, seat))


def _shoot(play: Play[State], place: str, gun: str, target: str) -> None:
    """14.5.1, A-132  Roll for both: a higher air unit escapes, a lower is driven off, an equal is hit."""
    state = play.state
    names = state.counter(gun).name, state.counter(target).name
    modifier = aa_modifier(state, gun, target)
    die = play.roll(_RULE, f"{place}: {names[0]} fires at {names[1]}")
    answer = play.roll(_RULE, f"{place}: {names[1]} evades {names[0]}")
    result = aa_result(modifier, die, answer)
    play.emit(AAUnitFired(place, gun, target, die, answer, modifier, result))
    if result == "hit":
        lose_step(play, target, _RULE)


def aa_modifier(state: State, gun: str, target: str) -> int:
    """14.5.1  Return what an air unit adds to its die: its support less the defence of the AA unit."""
    return (state.strength_of(target) or 0) - state.defense_of(gun)


def aa_result(modifier: int, die: int, answer: int) -> Literal["missed", "driven off", "hit"]:
    """14.5.1, A-132  Return what the dice of AA unit and air unit come to."""
    margin = answer + modifier - die
    return "hit" if margin == 0 else "missed" if margin > 0 else "driven off"


def refuse_gun(state: State, draft: Draft, name: str) -> Iterator[Violation]:
    """14.5.1  Every AA unit that is asked for, once."""
    if name not in state.in_progress(LandCombat).units:
        text = f"{described(state, name)}, and no AA unit of yours that fires"
        yield Violation(_RULE, "no_aa_unit", text)
    elif name in draft.get("units", ()):
        text = f"{named(state, name)} is named twice; each AA unit fires once"
        yield Violation(_RULE, "named_twice", text)


def gunners(state: State, draft: Draft) -> Iterator[Choice]:
    """14.5.1, A-159  Return who can fire next."""
    for name in state.in_progress(LandCombat).units:
        if name not in draft.get("units", ()):
            yield unit_choice(state, "units", name, _RULE, f"defence {state.defense_of(name)}")


def _missing(state: State, draft: Draft) -> Iterator[Violation]:
    """14.5.1  Refuse an order that leaves out an AA unit in the hex."""
    if not set(state.in_progress(LandCombat).units) <= set(draft.get("units", ())):
        said = listed(state, state.in_progress(LandCombat).units)
        text = f"all AA units in {state.in_progress(LandCombat).hex} fire; give the order of {said}"
        yield Violation(_RULE, "all_fire", text, "/units")


def _still_to_fire(_: State, __: Draft, name: object, choices: Iterable[Choice]) -> str:
    """Say who could fire instead; of who is missing it is said already."""
    if name is None:
        return ""
    left = list(choices)
    return f"still to fire: {said_units(left)}" if left else "all that fire are named"


def _is_plain(state: State, order: FireAA) -> bool:
    """Return whether each AA unit is named once."""
    return sorted(order.units) == sorted(state.in_progress(LandCombat).units)


FIRE_AA: Form[State] = Form(
    FireAA,
    (Member("units", Shape.MANY, refuse_gun, gunners, _still_to_fire),),
    _missing,
    is_sure=_is_plain,
)


def _offers(state: State) -> Iterator[Order]:
    return map(FireAA, permutations([choice.value for choice in gunners(state, {})]))


def strongest_first(state: State, guns: Iterable[str]) -> tuple[str, ...]:
    """Return AA units in the order of the default policy."""
    return tuple(sorted(guns, key=lambda n: -state.defense_of(n)))


def _strongest_first(state: State) -> Order:
    return FireAA(strongest_first(state, state.in_progress(LandCombat).units))


def _weakest_first(state: State) -> Order:
    return FireAA(tuple(sorted(state.in_progress(LandCombat).units, key=state.defense_of)))


ASKING = Asking(
    _offers,
    {
        "default": Policy("the strongest AA unit fires first", _strongest_first),
        "weakest_first": Policy("the weakest AA unit fires first", _weakest_first),
    },
    lambda state: {"hex": state.in_progress(LandCombat).hex},
    forfeit="weakest_first",
)
