"""6.0  Effects of damage: an attack is resolved at once, and takes effect at the end of the phase."""

from __future__ import annotations

from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import Judgement, assess, judge
from sealion_pbem.rulesets.war_at_sea.settings import other_seat
from sealion_pbem.rulesets.war_at_sea.words import fights
from sealion_pbem.rulesets.war_at_sea.words.state import State, seat_of

__all__ = [
    "based_on",
    "end_phase",
    "is_lost_with_carrier",
    "is_survived",
    "resolve",
    "rolls_to_survive",
]

_SURVIVES = 5
_LOST_WITH_CARRIER = 1


def is_survived(face: int) -> bool:
    """8.8  Return whether a Survivor that rolls this face is not destroyed."""
    return face >= _SURVIVES


def is_lost_with_carrier(face: int) -> bool:
    """7.3, R-40  Return whether an Aircraft for which this face is rolled goes down with its Carrier."""
    return face == _LOST_WITH_CARRIER


def resolve(play: Play[State], unit: str, weapon: str, target: str) -> None:
    """5.2, 5.3.4  Roll an attack, and for cover if it has any effect."""
    attack = assess(play.state, unit, weapon, target)
    faces = play.rolls("5.2", f"{unit} {weapon} at {target}", attack.dice)
    found = judge(attack, faces)
    if attack.cover and found.effect != "none":
        face = play.roll("5.3.4", f"cover of {target} from {unit} {weapon}")
        play.emit(fights.CoverTested(target, face, attack.cover, unit, attack.dice))
        if face >= attack.cover:
            found = Judgement(found.successes, "covered", 0)
    play.emit(
        fights.AttackMade(
            unit, weapon, target, attack.distance, attack.sight, faces, attack.modifier,
            attack.said_terms, found.successes, attack.armor, attack.vital, found.effect,
            found.points,
        )
    )  # fmt: skip


def end_phase(play: Play[State]) -> None:
    """6.5, R-58  Let damage take effect for both players together, each time in the order of ids."""
    state = play.state
    struck = [
        name for name in state.in_play() if state.units[name].lost or state.units[name].doomed
    ]
    for name in struck:
        _take_damage(play, name)
    destroyed = [name for name in struck if state.is_lost(name)]
    for name in destroyed:
        _destroy(play, name)
    for carrier in destroyed:
        if state.card(carrier).is_carrier:
            _test_based_aircraft(play, carrier)
    play.emit(fights.PhaseEnded(state.step))


def _take_damage(play: Play[State], name: str) -> None:
    """6.1, 8.8  Take off hull points; a Survivor that would be destroyed rolls once."""
    state = play.state
    unit = state.units[name]
    if not state.is_lost(name):
        play.emit(fights.HullLost(name, unit.lost, unit.hull - unit.lost))
    elif rolls_to_survive(state, name):
        face = play.roll("8.8", f"{name} survives")
        play.emit(fights.SurvivorTested(name, face, int(is_survived(face))))


def _destroy(play: Play[State], name: str) -> None:
    """6.4, R-39  Remove a unit and score its cost."""
    seat = other_seat(seat_of(name))
    play.emit(fights.UnitDestroyed(name, seat, play.state.card(name).cost))


def based_on(state: State, carrier: str) -> list[str]:
    """7.3  Return the Aircraft that are based on a Carrier, aboard or placed."""
    return [n for n in state.aircraft(seat_of(carrier)) if state.units[n].base == carrier]


def rolls_to_survive(state: State, name: str) -> bool:
    """8.8  Return whether a unit that is sure to be destroyed has a die that may save it."""
    return state.is_lost(name) and state.has(name, "survivor") and not state.units[name].survived


def _test_based_aircraft(play: Play[State], carrier: str) -> None:
    """7.3, R-40  Roll for every Aircraft of a lost Carrier; the others have no base any more."""
    state = play.state
    for name in based_on(state, carrier):
        face = play.roll("7.3", f"{name} of {carrier}")
        play.emit(fights.BasedAircraftTested(name, carrier, face))
        if is_lost_with_carrier(face):
            _destroy(play, name)
