"""12.0  The card of a land combat or a landing."""

from __future__ import annotations

from collections.abc import Iterable

from sealion_pbem.engine.card import Clash, Factor, Force, Luck
from sealion_pbem.rulesets.sealion.cards.draft import Draft
from sealion_pbem.rulesets.sealion.cards.luck import land_luck
from sealion_pbem.rulesets.sealion.cards.view import View
from sealion_pbem.rulesets.sealion.events.combat import CombatFought, Strength
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import is_landing
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["fought", "opened", "place_name"]

_COLUMNS = (
    "defender at least double",
    "defender equal or stronger",
    "attacker stronger",
    "attacker at least triple",
    "attacker at least fourfold",
)


def opened(view: View, place: str) -> Draft:
    """7.5, 12.0  Return the empty card of a combat in a hex."""
    where = place_name(view.state, place)
    if is_landing(view.state, place):
        return Draft("landing", f"Landing in {where}", "7.5", place)
    return Draft("land", f"Land combat in {where}", "12.0", place)


def place_name(state: State, place: str) -> str:
    """Return a hex with the name of its town."""
    facts = state.table.board.hexes[place]
    return f"{place} {facts.name}".strip()


def fought(view: View, event: CombatFought) -> tuple[Clash, tuple[Luck, ...]]:
    """12.0 to 12.3  Return forces, supports, modifiers, column, die and result."""
    attacker = view.state.seat
    defender = other(attacker)
    clash = Clash(
        (
            _force(view, attacker, "attacks", event.attack, event.attack_total),
            _force(view, defender, "defends", event.defence, event.defence_total),
        ),
        dice=_die(event),
        column=(
            f"{event.column} ({_COLUMNS[event.column - 1]});"
            f" fire superiority: {event.superiority.capitalize()}"
        ),
        factors=tuple(Factor(line.name, line.rule, line.value) for line in event.modifiers),
        result=event.result,
    )
    sides: dict[str, list[int]] = {
        attacker: [view.steps(line.unit) for line in event.attack if line.source == "land"],
        defender: [view.steps(line.unit) for line in event.defence if line.source == "land"],
    }
    shift = event.modified - event.die
    return clash, land_luck(event.column, shift, event.modified, sides)


def _force(view: View, seat: str, role: str, lines: Iterable[Strength], total: int) -> Force:
    said = tuple(
        view.line(
            line.unit, str(line.value), "" if line.source == "land" else f"{line.source} support"
        )
        for line in lines
    )
    return Force(seat, role, said, str(total))


def _die(event: CombatFought) -> str:
    if event.die == event.modified:
        return f"die {event.die}"
    return f"die {event.die}, modified {event.modified:d}"
