"""8.0  The card of a surface battle: a clash for each target that was fired at."""

from __future__ import annotations

from sealion_pbem.engine.card import Clash, Force, ForceLine, Luck
from sealion_pbem.engine.saying import counted
from sealion_pbem.rulesets.sealion.cards.draft import CardDraft
from sealion_pbem.rulesets.sealion.cards.luck import salvo_luck
from sealion_pbem.rulesets.sealion.cards.view import View
from sealion_pbem.rulesets.sealion.events.naval import SalvoFired
from sealion_pbem.rulesets.sealion.odds import Boat
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import Duel, gun_of, hits

__all__ = ["opened", "salvo", "sea_name"]


def opened(sector: str) -> CardDraft:
    """8.0  Return the empty card of a battle in a sea space."""
    return CardDraft("naval", f"Naval combat in {sea_name(sector)}", "8.0", sector)


def sea_name(sector: str) -> str:
    """Return a sea space as it is spoken of."""
    return f"sector {sector}" if len(sector) == 1 else f"the {sector}"


def salvo(view: View, event: SalvoFired) -> tuple[Clash, tuple[Luck, ...]]:
    """8.4  Return who fired at whom with which dice and totals; one die answers all of them."""
    state = view.state
    seat = state.counter(event.units[0]).seat
    foe = state.counter(event.target).seat
    faces = (*event.dice, event.answer)
    target = gun_of(state, event.target)
    guns = [gun_of(state, unit) for unit in event.units]
    duels = [
        Duel(unit, gun, die, target, faces[-1])
        for unit, gun, die in zip(event.units, guns, faces, strict=False)
    ]
    against = "/".join(str(value) for value in dict.fromkeys(duel.against for duel in duels))
    clash = Clash(
        (
            Force(seat, "fires", tuple(_line(view, duel) for duel in duels)),
            Force(
                foe,
                "answers",
                (view.line(event.target, against, _sum(faces[-1], duels[0].against)),),
            ),
        ),
        dice=f"dice {' '.join(map(str, faces[:-1]))} against {faces[-1]}",
        result=_result(duels),
        outcome=tuple(f"{miss.reason}: {view.listed(miss.units)}" for miss in event.why),
    )
    boats = [Boat(gun, view.steps(unit)) for unit, gun in zip(event.units, guns, strict=True)]
    luck = salvo_luck((seat, foe), boats, Boat(target, view.steps(event.target)), faces)
    return clash, luck


def _line(view: View, duel: Duel) -> ForceLine:
    return view.line(duel.unit, str(duel.total), _sum(duel.die, duel.total))


def _sum(die: int, total: int) -> str:
    return f"die {die} + {total - die}" if total != die else f"die {die}"


def _result(duels: list[Duel]) -> str:
    """8.4  Say who hits: the higher total, the target only if it beats them all (A-66)."""
    found = list(hits(duels))
    on_target = [hit for hit in found if not hit.unit]
    sides = []
    if on_target:
        doubled = ", one at double" if any(hit.sinks for hit in on_target) else ""
        sides.append(f"{counted(len(on_target), 'hit')} on the target{doubled}")
    if len(found) > len(on_target):
        count = len(found) - len(on_target)
        sides.append(f"the target hits {'all that fired' if count == len(duels) else count}")
    return "; ".join(sides) or "no hit"
