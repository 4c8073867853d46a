"""Report cards: every attack of a phase with its dice, modifiers, armor and exact luck, and every loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sealion_pbem.engine.card import Card, Clash, Factor, Force, ForceLine, Loss, Luck
from sealion_pbem.engine.saying import counted
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.war_at_sea.narration import names
from sealion_pbem.rulesets.war_at_sea.odds import outcomes_of
from sealion_pbem.rulesets.war_at_sea.rules.ch03_attacks import RULE_OF
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import Assessment, Term, assess
from sealion_pbem.rulesets.war_at_sea.tell import CALLED, EFFECTS, said_sight
from sealion_pbem.rulesets.war_at_sea.words import fights as f
from sealion_pbem.rulesets.war_at_sea.words.state import State, seat_of

__all__ = ["KIND_OF", "cards", "clash_of", "losses"]

KIND_OF = {
    "air_defense": ("flak", "Air defense in"),
    "air_attack": ("air", "Air attack in"),
    "surface_attack": ("surface", "Surface action in"),
    "torpedo_attack": ("torpedo", "Torpedo attack in"),
}
"""3.4 to 3.7  The sort of combat of each step, and how its card is called."""


def cards(before: State, events: Sequence[Event[Any]]) -> tuple[Card, ...]:
    """5.2  Return a card for each sector in which somebody was attacked in a phase."""
    state = before.copy()
    found: dict[tuple[int, str, str], Card] = {}
    cover: tuple[int, f.CoverTested] | None = None
    called: Mapping[str, str] = {}
    for number, event in enumerate(events):
        if isinstance(event, f.CoverTested):
            cover = number, event
        elif isinstance(event, f.AttackMade):
            called = called or names(state)
            sector = state.units[event.target].sector
            key = state.turn, state.step, sector
            kind, title = KIND_OF[state.step]
            card = found.get(key) or Card(kind, f"{title} {sector}", RULE_OF[state.step], ())
            attack = assess(state, event.unit, event.weapon, event.target)
            clash = _fought(clash_of(attack, called), event, cover and cover[1])
            found[key] = replace(
                card,
                clashes=(*card.clashes, clash),
                luck=(*card.luck, _luck(state, attack, event)),
                told=(*card.told, *(cover[:1] if cover else ()), number),
            )
            cover = None
        event.on(state)
    return tuple(found.values())


def clash_of(attack: Assessment, called: Mapping[str, str]) -> Clash:
    """5.1, 5.2.1  Return what is known of an attack before its dice: the pool, modifiers, armor."""
    attacker = ForceLine(
        called[attack.unit],
        counted(attack.dice, "die", "dice"),
        f"{CALLED[attack.weapon]} at range {attack.distance}{said_sight(attack.sight)}",
    )
    armor = "armor does not count" if attack.is_torpedo else f"vital armor {attack.vital}"
    shown = "" if attack.is_torpedo else f"armor {attack.armor}"
    target = ForceLine(called[attack.target], shown, armor)
    forces = (
        Force(seat_of(attack.unit), "attacks", (attacker,), str(attack.dice)),
        Force(
            seat_of(attack.target),
            "is attacked",
            (target,),
            "" if attack.is_torpedo else str(attack.armor),
        ),
    )
    factors = tuple(
        Factor(f"{term.name} ({_said(term, what)})", term.rule, term.value)
        for what, terms in (
            ("dice", attack.more_dice), ("each die", attack.each_die), ("armor", attack.protection),
        )
        for term in terms
    )  # fmt: skip
    return Clash(forces, factors=factors)


def _said(term: Term, what: str) -> str:
    """Return on what a number counts: dice, each die, armor, or one kind of armor alone."""
    return {"armor": "armor alone", "vital": "vital armor"}.get(term.only, what)


def _fought(clash: Clash, event: f.AttackMade, cover: f.CoverTested | None) -> Clash:
    said = f"dice {' '.join(map(str, event.faces))}"
    if cover is not None:
        said += f", cover {cover.face} ({cover.needed} or more saves)"
    counts = (
        counted(event.successes, "hit")
        if event.weapon == "torpedo"
        else counted(event.successes, "success", "successes")
    )
    effect = EFFECTS.get(event.effect, event.effect)
    lost = (counted(event.points, "hull point") + " lost",) if event.points else ()
    return replace(clash, dice=said, result=f"{counts}: {effect}", outcome=lost)


def _luck(state: State, attack: Assessment, event: f.AttackMade) -> Luck:
    """5.2, 6.0  Return the hull points that the target lost, and had to lose on average."""
    hull = max(1, state.units[attack.target].hull - state.units[attack.target].lost)
    expected = Fraction(0)
    for (effect, points), chance in outcomes_of(attack).items():
        expected += chance * _points(effect, points, hull)
    return Luck(seat_of(attack.target), _points(event.effect, event.points, hull), expected)


def _points(effect: str, points: int, hull: int) -> int:
    return hull if effect == "destroyed" else min(points, hull)


def losses(_: State, events: Sequence[Event[Any]]) -> tuple[Loss, ...]:
    """6.0  Return every hull point and every unit that was lost."""
    found = []
    for event in events:
        if isinstance(event, f.HullLost):
            what = f"loses {counted(event.points, 'hull point')}, {event.left} left"
            found.append(Loss(seat_of(event.unit), event.unit, what, "6.1"))
        elif isinstance(event, f.UnitDestroyed):
            what = f"destroyed, {counted(event.points, 'point')} for {event.seat}"
            found.append(Loss(seat_of(event.unit), event.unit, what, "6.4"))
    return tuple(found)
