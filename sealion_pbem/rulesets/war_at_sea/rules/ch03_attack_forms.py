"""3.4 to 3.7  The forms of the four kinds of attacks: who attacks, with what, and whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.war_at_sea.rules.ch03_attacks import (
    CALLED_AS,
    RULE_OF,
    WEAPONS,
    attackers,
    target_fault,
    targets_of,
    weapon_fault,
    weapons_of,
)
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import range_between
from sealion_pbem.rulesets.war_at_sea.rules.known import Listed, refuse_foreign
from sealion_pbem.rulesets.war_at_sea.words.orders import ATTACKS, Attack
from sealion_pbem.rulesets.war_at_sea.words.state import State, seat_of

__all__ = ["FORMS"]

_ATTACK_OF = {cls.kind: cls for cls in ATTACKS}
_MOST_TARGETS = 20


def _refuse_unit(kind: str, state: State, _: Draft, name: str) -> Iterator[Violation]:
    foreign = [*refuse_foreign(state, name, RULE_OF[kind])]
    yield from foreign
    if foreign:
        return
    if any(weapon_fault(state, name, weapon) is None for weapon in WEAPONS[kind]):
        return
    faults = [weapon_fault(state, name, weapon) for weapon in WEAPONS[kind]]
    # Where weapons are refused for different reasons, the one that is named is told its own.
    if len({fault and fault[1] for fault in faults}) == 1 and faults[0] is not None:
        yield Violation(*faults[0])


def _units(kind: str, state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" not in draft:
        for name in attackers(state):
            notes = (state.units[name].sector,)
            yield Choice("unit", name, name, rule=RULE_OF[kind], notes=notes)


def _refuse_weapon(state: State, draft: Draft, weapon: str) -> Iterator[Violation]:
    fault = weapon_fault(state, draft["unit"], weapon)
    if fault is not None:
        yield Violation(*fault)


def _weapons(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" in draft and "weapon" not in draft:
        for weapon in weapons_of(state, draft["unit"]):
            yield Choice("weapon", weapon, CALLED_AS[weapon], rule=RULE_OF[state.step])


def _say_weapons(_: State, __: Draft, ___: Any, choices: Iterable[Choice]) -> str:
    return f"it can use: {Listed(choice.value for choice in choices)}"


def _weapon_of(state: State, draft: Draft) -> str:
    weapon: str = draft.get("weapon") or WEAPONS[state.step][0]
    return weapon


def _refuse_target(state: State, draft: Draft, target: str) -> Iterator[Violation]:
    named = draft.get("targets", ())
    if target in named:
        yield Violation("R-24", "named_twice", f"{target[:60]} is named twice")
        return
    if len(named) >= _MOST_TARGETS:
        yield Violation(
            "R-24", "too_many_targets", f"an attack names at most {_MOST_TARGETS} targets"
        )
        return
    fault = target_fault(state, draft["unit"], _weapon_of(state, draft), target)
    if fault is not None:
        yield Violation(*fault)


def _targets(needs: tuple[str, ...], state: State, draft: Draft) -> Iterator[Choice]:
    named = draft.get("targets", ())
    if all(name in draft for name in needs) and len(named) < _MOST_TARGETS:
        for target in targets_of(state, draft["unit"], _weapon_of(state, draft)):
            if target not in named:
                away = range_between(state, draft["unit"], target)
                notes = (f"range {away}", state.units[target].sector)
                yield Choice("targets", target, target, away, "5.1", notes)


def _say_targets(_: State, draft: Draft, __: Any, choices: Iterable[Choice]) -> str:
    found = [f"{choice.label} at range {choice.cost}" for choice in choices]
    return f"{draft['unit']} can attack: {Listed(found)}"


def _form(kind: str) -> Form[State]:
    has_weapon = kind in ("air_attack", "surface_attack")
    needs = ("unit", "weapon") if has_weapon else ("unit",)
    weapon = Member("weapon", Shape.ONE, _refuse_weapon, _weapons, _say_weapons, after=("unit",))
    return Form(
        _ATTACK_OF[kind],
        (
            Member("unit", Shape.ONE, partial(_refuse_unit, kind), partial(_units, kind)),
            *((weapon,) if has_weapon else ()),
            Member(
                "targets", Shape.MANY, _refuse_target, partial(_targets, needs), _say_targets,
                after=needs,
            ),
        ),
        wanted(RULE_OF[kind], *needs, "targets"),
        is_sure=_is_sound,
    )  # fmt: skip


def _is_sound(state: State, order: Attack) -> bool:
    """3.4 to 3.7  Return whether an attack is legal: own unit, a weapon it may use, one target in reach."""
    unit = state.units.get(order.unit)
    if unit is None or unit.fate or seat_of(order.unit) != state.active or len(order.targets) != 1:
        return False
    return (
        order.kind == state.step
        and weapon_fault(state, order.unit, order.weapon) is None
        and target_fault(state, order.unit, order.weapon, order.targets[0]) is None
    )


FORMS: tuple[Form[State], ...] = tuple(_form(kind) for kind in RULE_OF)
