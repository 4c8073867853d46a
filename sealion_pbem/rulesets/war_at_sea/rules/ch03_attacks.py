"""3.4 to 3.7  Who may attack whom with what in each phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import blocked_by, range_between
from sealion_pbem.rulesets.war_at_sea.rules.known import Listed, refuse_foreign, said_at
from sealion_pbem.rulesets.war_at_sea.settings import other_seat
from sealion_pbem.rulesets.war_at_sea.statcard import BATTERIES
from sealion_pbem.rulesets.war_at_sea.words.orders import (
    AirAttack,
    AirDefense,
    Attack,
    SurfaceAttack,
    TorpedoAttack,
)
from sealion_pbem.rulesets.war_at_sea.words.state import State, seat_of

__all__ = [
    "CALLED_AS",
    "RULE_OF",
    "WEAPONS",
    "attackers",
    "can_attack",
    "made",
    "remnant",
    "target_fault",
    "targets_of",
    "weapon_fault",
    "weapons_of",
]

RULE_OF = {
    "air_defense": "3.4",
    "air_attack": "3.5",
    "surface_attack": "3.6",
    "torpedo_attack": "3.7",
}
WEAPONS = {
    "air_defense": ("antiair",),
    "air_attack": ("bomb", "torpedo", "main", "asw"),
    "surface_attack": (*BATTERIES, "asw", "torpedo"),
    "torpedo_attack": ("torpedo",),
}
CALLED_AS = {
    "antiair": "Antiair", "main": "main Gunnery", "secondary": "secondary Gunnery",
    "tertiary": "tertiary Gunnery", "bomb": "Bomb", "asw": "ASW", "torpedo": "Torpedo",
}  # fmt: skip
_ATTACKED = {"antiair": "Aircraft", "asw": "Submarine"}
_Fault = tuple[str, str, str]


def made(step: str, unit: str, weapon: str, targets: Iterable[str]) -> Attack:
    """Return the order of a step for a weapon."""
    named = tuple(targets)
    match step:
        case "air_defense":
            return AirDefense(unit, named)
        case "air_attack":
            return AirAttack(unit, weapon, named)
        case "surface_attack":
            return SurfaceAttack(unit, weapon, named)
        case _:
            return TorpedoAttack(unit, named)


def attackers(state: State) -> Iterator[str]:
    """P.5  Return the units of the active seat that can still attack somebody in this step."""
    return (name for name in state.in_play(state.active) if any(weapons_of(state, name)))


def can_attack(state: State) -> bool:
    """P.5  Return whether the active seat can attack anybody in this step."""
    # Asked after every attack: who has made none yet is asked first, since one who can is enough.
    seat, fired = state.active, []
    for name, unit in state.units.items():
        if seat_of(name) != seat or unit.fate or not unit.sector:
            continue
        if unit.used:
            fired.append(name)
        elif any(weapons_of(state, name)):
            return True
    return any(any(weapons_of(state, name)) for name in fired)


def weapons_of(state: State, name: str) -> Iterator[str]:
    """Return the weapons that a unit can still use in this step, each with somebody in reach."""
    for weapon in _armament(state.units[name].card, state.step):
        if weapon_fault(state, name, weapon) is None and any(targets_of(state, name, weapon)):
            yield weapon


@lru_cache(maxsize=2048)
def _armament(card: str, step: str) -> tuple[str, ...]:
    """2.1  Return the weapons of a card that have their time in a step."""
    return tuple(weapon for weapon in WEAPONS[step] if data.cards()[card].dice(weapon, 0))


def targets_of(state: State, name: str, weapon: str) -> Iterator[str]:
    """Return whom a unit can attack with a weapon."""
    seat = other_seat(seat_of(name))
    for target, unit in state.units.items():
        # An enemy on the map; of target_fault only the rest is asked, since nobody reads why not.
        if seat_of(target) != seat or unit.fate or not unit.sector:
            continue
        if (
            _is_of_type(state, name, weapon, target)
            and _reach_fault(state, name, weapon, target) is None
            and _fate_fault(state, name, weapon, target) is None
        ):
            yield target


def weapon_fault(state: State, name: str, weapon: str) -> _Fault | None:
    """3.4 to 3.7  Return why a unit cannot use a weapon in this step, whoever the target is."""
    if weapon not in WEAPONS[state.step]:
        known = Listed(WEAPONS[state.step])
        return (
            RULE_OF[state.step],
            "wrong_weapon",
            f"{weapon[:40]!r} is no attack of this phase; there are {known}",
        )
    fault = _place_fault(state, name, weapon)
    if fault is not None:
        return fault
    card, unit = state.card(name), state.units[name]
    if not card.dice(weapon, 0):
        return RULE_OF[state.step], "no_weapon", f"{_none_of(name, weapon)}: its card has none"
    if unit.smoked and weapon in BATTERIES:
        return "8.12", "laid_smoke", f"{_none_of(name, weapon)}: it has laid smoke in this turn"
    return _use_fault(state, name, weapon) if unit.used or unit.fired else None


def _none_of(name: str, weapon: str) -> str:
    return f"{name} makes no {CALLED_AS.get(weapon)} attack"


def _place_fault(state: State, name: str, weapon: str) -> _Fault | None:
    """3.4 to 3.7, R-21  Return why a unit of this type, or where it is, does not act in this step."""
    if not state.units[name].sector:
        return RULE_OF[state.step], "not_placed", f"{name} is not on the map"
    match state.step:
        case "air_attack":
            return _air_fault(state, name, weapon)
        case "surface_attack":
            return _surface_fault(state, name, weapon)
        case "torpedo_attack":
            return _torpedo_fault(state, name)
    return None


def _air_fault(state: State, name: str, weapon: str) -> _Fault | None:
    """3.5, 6.2, 8.20, R-56  Return why a unit is none of the Aircraft that attack now."""
    if not state.card(name).is_aircraft:
        return "3.5", "no_aircraft", f"{name} is no Aircraft"
    presses = state.has(name, "press_home") and weapon in ("bomb", "torpedo")
    if state.units[name].aborted and not presses:
        return "6.2", "aborted", f"{name} was aborted and attacks nobody in this turn"
    return None


def _surface_fault(state: State, name: str, weapon: str) -> _Fault | None:
    """3.6, R-55  Return why a unit is none of the Ships that attack now, or not with torpedoes."""
    if not state.card(name).is_ship:
        return "3.6", "no_ship", f"{name} is no Ship"
    if weapon == "torpedo" and state.settings.ship_torpedoes != "surface_phase":
        return "3.7", "torpedo_phase", f"{name} fires torpedoes in the Torpedo Attack phase"
    return None


def _torpedo_fault(state: State, name: str) -> _Fault | None:
    """3.7, R-55  Aircraft do not attack, and Ships not if they have done so with their guns."""
    if state.card(name).is_aircraft:
        return "3.7", "aircraft", f"{name} is an Aircraft"
    if state.card(name).is_ship and state.settings.ship_torpedoes == "surface_phase":
        return "3.7", "surface_phase", f"{name} fires torpedoes in the Surface Attack phase"
    return None


def _use_fault(state: State, name: str, weapon: str) -> _Fault | None:
    """3.5 to 3.7, R-22, R-25  Return why a unit that has attacked does not do so again."""
    unit, rule = state.units[name], RULE_OF[state.step]
    used = [other for other, _ in unit.used]
    if state.step == "air_attack":
        if used:
            return rule, "used_already", f"{_none_of(name, weapon)}: it has attacked in this phase"
        if unit.fired and state.settings.aircraft_attacks == "once_per_turn":
            return (
                "3.5",
                "fired_already",
                f"{_none_of(name, weapon)}: it has attacked in this turn (R-22)",
            )
        return None
    is_other_kind = bool(used) and (weapon == "asw") != ("asw" in used)
    if state.step == "surface_attack" and is_other_kind:
        text = (
            f"{_none_of(name, weapon)}: in this phase a Ship uses its Gunnery or its ASW, not both"
        )
        return rule, "gunnery_or_asw", text
    twice = {"main": "rapid_fire", "antiair": "flak_barrage"}.get(weapon, "")
    most = 2 if twice and state.has(name, twice) else 1
    if used.count(weapon) >= most:
        return rule, "used_already", f"{_none_of(name, weapon)}: it has made it in this phase"
    return None


def target_fault(state: State, name: str, weapon: str, target: str) -> _Fault | None:
    """3.4 to 3.7, 5.1, 5.3  Return why a unit does not attack a target with a weapon it may use."""
    return (
        _name_fault(state, name, target)
        or _type_fault(state, name, weapon, target)
        or _reach_fault(state, name, weapon, target)
        or _fate_fault(state, name, weapon, target)
    )


def _name_fault(state: State, name: str, target: str) -> _Fault | None:
    """Return why a name means no enemy on the map."""
    rule, hit = RULE_OF[state.step], state.units.get(target)
    if hit is None:
        return rule, "unknown_target", f"no unit is called {target[:60]!r}"
    if seat_of(target) == seat_of(name):
        return rule, "own_unit", f"{target} is on your own side"
    if hit.fate or not hit.sector:
        return rule, "not_on_map", f"{target} is not on the map"
    return None


def _fate_fault(state: State, name: str, weapon: str, target: str) -> _Fault | None:
    """6.2, 6.5, 8.9, 8.10, R-23, R-35  Return why what has happened in this phase spares a target."""
    if state.is_lost(target):
        text = f"{said_at(state, target)} is sure to be destroyed at the end of this phase"
        return "6.5", "lost_already", text
    if state.units[target].aborted and weapon == "antiair":
        return "6.2", "aborted_already", f"{said_at(state, target)} is aborted already"
    if (weapon, target) in state.units[name].used:
        rule = "8.9" if weapon == "main" else "8.10"
        text = f"{said_at(state, target)} was its first target; the second attack is on another"
        return rule, "same_target", text
    return None


def _is_of_type(state: State, name: str, weapon: str, target: str) -> bool:
    """2.1, 8.17  Return whether a weapon is made for a type of unit."""
    card = state.card(target)
    if card.type == _ATTACKED.get(weapon, "Ship"):
        return True
    return weapon == "torpedo" and card.is_submarine and state.has(name, "hunter_submarine")


def _type_fault(state: State, name: str, weapon: str, target: str) -> _Fault | None:
    """2.1, 8.17  Return why a weapon does nothing to a type of unit."""
    if _is_of_type(state, name, weapon, target):
        return None
    card = state.card(target)
    rule = "8.17" if weapon == "torpedo" and card.is_submarine else RULE_OF[state.step]
    made_on = f"{CALLED_AS[weapon]} attacks are made on {_a(_ATTACKED.get(weapon, 'Ship'))}"
    return rule, "wrong_target", f"{target} is {_a(card.type)}; {made_on}"


def _a(noun: str) -> str:
    return f"an {noun}" if noun.startswith("A") else f"a {noun}"


def _reach_fault(state: State, name: str, weapon: str, target: str) -> _Fault | None:
    """5.1, 5.3, 8.2, R-29  Return why a target is too far away or out of sight."""
    away = range_between(state, name, target)
    if weapon == "asw" and away == 1 and state.has(name, "hedgehog"):
        return None
    is_too_far = not state.card(name).dice(weapon, away)
    if weapon == "torpedo" and state.card(target).is_submarine:
        is_too_far = is_too_far or away > 1
    if is_too_far:
        here, there = said_at(state, name), said_at(state, target)
        text = f"{there} is at range {away} from {here}, too far for {CALLED_AS[weapon]}"
        return "5.1", "out_of_range", text
    why = blocked_by(state, state.units[name].sector, state.units[target].sector)
    if why:
        here, there = said_at(state, name), said_at(state, target)
        return "5.3", "no_sight", f"from {here} no sight line is free to {there}: {why}"
    return None


def remnant(state: State, order: Attack) -> Attack | None:
    """R-24, P.4  Return an attack on those of its targets that are left; None: it lapses."""
    if order.kind != state.step or any(refuse_foreign(state, order.unit, "-")):
        return None
    if weapon_fault(state, order.unit, order.weapon) is not None:
        return None
    left = [
        target
        for target in dict.fromkeys(order.targets)
        if target_fault(state, order.unit, order.weapon, target) is None
    ]
    return made(order.kind, order.unit, order.weapon, left) if left else None
