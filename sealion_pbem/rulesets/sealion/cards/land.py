"""12.0  The card of a land combat or a landing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sealion_pbem.engine.card import Clash, Factor, Force, Luck
from sealion_pbem.rulesets.sealion.cards.draft import CardDraft
from sealion_pbem.rulesets.sealion.cards.luck import flak_luck, land_luck
from sealion_pbem.rulesets.sealion.cards.view import View
from sealion_pbem.rulesets.sealion.events.combat import CombatFought, LandCombat, Strength
from sealion_pbem.rulesets.sealion.events.options import AAUnitFired
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.assess import Assessment, assess_fought
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import is_landing
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["flak", "fought", "opened", "place_name", "prepared"]

_COLUMNS = (
    "defender at least double",
    "defender equal or stronger",
    "attacker stronger",
    "attacker at least triple",
    "attacker at least fourfold",
)


def opened(view: View, place: str) -> CardDraft:
    """7.5, 12.0  Return the empty card of a combat in a hex."""
    where = place_name(view.state, place)
    if is_landing(view.state, place):
        return CardDraft("landing", f"Landing in {where}", "7.5", place)
    return CardDraft("land", f"Land combat in {where}", "12.0", place)


def place_name(state: State, place: str) -> str:
    """Return a hex with the name of its town."""
    facts = state.table.board.hexes[place]
    return f"{place} {facts.name}".strip()


def fought(view: View, event: CombatFought) -> tuple[Clash, tuple[Luck, ...]]:
    """12.0 to 12.3  Return forces, supports, modifiers, column, die and result."""
    assessment = assess_fought(view.state, event)
    clash = replace(prepared(view, assessment), dice=_die(event), result=event.result)
    return clash, land_luck(assessment, event.die)


def prepared(view: View, assessment: Assessment) -> Clash:
    """12.0 to 12.2  Return a combat as it is before the die: forces, supports, column, modifiers."""
    attacker, column = assessment.attacker, assessment.column
    return Clash(
        (
            _force(view, attacker, "attacks", assessment.attack, assessment.attack_total),
            _force(view, other(attacker), "defends", assessment.defence, assessment.defence_total),
        ),
        column=(
            f"{column} ({_COLUMNS[column - 1]});"
            f" fire superiority: {assessment.superiority.capitalize()}"
        ),
        factors=tuple(Factor(line.name, line.rule, line.value) for line in assessment.modifiers),
    )


def flak(view: View, event: AAUnitFired) -> tuple[Clash, tuple[Luck, ...]]:
    """14.5.1, A-132  Return an AA unit against an air unit: dice, support less defence, who is higher."""
    state = view.state
    seats = [state.counter(name).seat for name in (event.unit, event.target)]
    support, defence = state.strength_of(event.target) or 0, state.defense_of(event.unit)
    total = event.answer + event.modifier
    result = {
        "missed": "it is higher and flies on",
        "hit": "equal: it loses a step",
        "driven off": "it is lower and driven off, without giving support",
    }
    clash = Clash(
        (
            Force(seats[0], "fires (14.5.1)", (view.line(event.unit, str(event.die), "AA fire"),)),
            Force(
                seats[1],
                "evades",
                (
                    view.line(
                        event.target,
                        str(total),
                        f"die {event.answer} {event.modifier:+d}: support {support} less AA {defence}",
                    ),
                ),
            ),
        ),
        dice=f"dice {event.die} against {event.answer}",
        factors=(Factor("support less AA defence", "14.5.1", event.modifier),),
        result=result[event.result],
    )
    return clash, flak_luck(seats[1], event.modifier, event.result)


def _force(view: View, seat: str, role: str, lines: Iterable[Strength], total: int) -> Force:
    said = tuple(
        view.line(
            line.unit, str(line.value), "" if line.source == "land" else f"{line.source} support"
        )
        for line in lines
    )
    task = view.state.task
    withheld = task.withheld if isinstance(task, LandCombat) else ()
    out = [name for name in withheld if view.state.counter(name).seat == seat]
    return Force(seat, role, (*said, *(view.line(n, "", "stays out") for n in out)), str(total))


def _die(event: CombatFought) -> str:
    if event.die == event.modified:
        return f"die {event.die}"
    return f"die {event.die}, modified {event.modified:d}"
