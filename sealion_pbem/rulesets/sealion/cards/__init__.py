"""Cards: every combat of a run as a report shows it, and every loss.

The events are followed on a copy of the position before them, so that a card can say what was on the
counters when the dice fell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sealion_pbem.engine.card import Card, Loss
from sealion_pbem.engine.saying import plural
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.sealion.cards import air, land, sea
from sealion_pbem.rulesets.sealion.cards.draft import CardDraft
from sealion_pbem.rulesets.sealion.cards.view import View
from sealion_pbem.rulesets.sealion.events import air as a
from sealion_pbem.rulesets.sealion.events import combat as c
from sealion_pbem.rulesets.sealion.events import general as g
from sealion_pbem.rulesets.sealion.events import land as ln
from sealion_pbem.rulesets.sealion.events import naval as n
from sealion_pbem.rulesets.sealion.events import options as o
from sealion_pbem.rulesets.sealion.naming import names_of
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["cards", "losses"]


def cards(before: State, events: Iterable[Event[Any]]) -> tuple[Card, ...]:
    """Return the combats of a run, in the order in which they were begun."""
    return tuple(draft.card() for draft in _CardWriter(before).tell(events) if draft.clashes)


def losses(before: State, events: Iterable[Event[Any]]) -> tuple[Loss, ...]:
    """1.5  Return every unit that lost a step or was eliminated, and what went down with it."""
    names, counters = names_of(before.table), before.table.counters
    return tuple(
        Loss(counters[event.unit].seat, event.unit, _fate(event, names), event.rule)
        for event in events
        if isinstance(event, g.UnitReduced | g.UnitEliminated | g.CargoLost)
    )


def _fate(event: g.UnitReduced | g.UnitEliminated | g.CargoLost, names: Mapping[str, str]) -> str:
    if isinstance(event, g.CargoLost):
        return f"eliminated aboard {names[event.carrier]}"
    return "reduced" if isinstance(event, g.UnitReduced) else "eliminated"


class _CardWriter:
    """Follows events and writes a draft for each combat; `open` is the one at hand."""

    def __init__(self, before: State) -> None:
        self.view = View(before.copy(), names_of(before.table))
        self.drafts: list[CardDraft] = []
        self.open: CardDraft | None = self._continued()

    def tell(self, events: Iterable[Event[Any]]) -> list[CardDraft]:
        for number, event in enumerate(events):
            self._see(number, event)
            event.on(self.view.state)
        return self.drafts

    def _continued(self) -> CardDraft | None:
        """Return the combat in which the run begins, if one waited for a choice."""
        task = self.view.state.task
        if isinstance(task, c.LandCombat) and task.hex:
            return self._new(land.opened(self.view, task.hex))
        if isinstance(task, n.Counterattacking):
            return self._new(sea.opened(task.sector))
        if isinstance(task, a.AirBattle):
            return self._new(air.opened(self.view, task.place))
        return None

    def _new(self, draft: CardDraft) -> CardDraft:
        self.drafts.append(draft)
        return draft

    def _see(self, number: int, event: Event[Any]) -> None:
        if isinstance(event, g.StageBegun):
            self.open = None
            return
        opens = _OPENS.get(type(event))
        if opens:
            draft = opens(self.view, event)
            if self.open is None or (self.open.kind, self.open.place) != (draft.kind, draft.place):
                self.open = self._new(draft)
        fought = _FOUGHT.get(type(event))
        if fought and self.open:
            self.open.add(*fought(self.view, event))
            self.open.told.append(number)
        told = _OUTCOME.get(type(event))
        if told and self.open and (self.open.clashes or isinstance(event, _ANSWERS)):
            self.open.note(told(self.view, event))
            self.open.told.append(number)
        if isinstance(event, _CLOSES):
            self.open = None


_OPENS: Mapping[type[Any], Callable[[View, Any], CardDraft]] = {
    n.SeaBattleBegun: lambda _, e: sea.opened(e.sector),
    n.CounterattackAsked: lambda _, e: sea.opened(e.sector),
    n.SalvoFired: lambda _, e: sea.opened(e.sector),
    a.AirBattleBegun: lambda view, e: air.opened(view, e.place),
    a.AirStrikeFlown: lambda _, e: air.strikes(e.sector),
    ln.UnitTouchedDown: lambda *_: air.touchdowns(),
    c.AttackDeclared: lambda view, e: land.opened(view, e.hex),
    o.AAUnitFired: lambda view, e: land.opened(view, e.hex),
    c.CombatFought: lambda view, e: land.opened(view, e.hex),
}
_FOUGHT: Mapping[type[Any], Callable[[View, Any], Any]] = {
    n.SalvoFired: sea.salvo,
    a.AirSetFought: air.fought,
    a.AirStrikeFlown: air.strike,
    ln.UnitTouchedDown: air.touchdown,
    o.AAUnitFired: land.flak,
    c.CombatFought: land.fought,
}
_OUTCOME: Mapping[type[Any], Callable[[View, Any], str]] = {
    g.UnitReduced: lambda view, e: f"{view.named(e.unit)} is reduced",
    g.UnitEliminated: lambda view, e: f"{view.named(e.unit)} is eliminated",
    g.CargoLost: lambda view, e: f"{view.named(e.unit)} is lost aboard {view.named(e.carrier)}",
    n.SubmarineDived: lambda view, e: f"{view.named(e.submarine)} dives",
    a.AirLossChosen: lambda view, e: f"{view.named(e.unit)} is chosen for the loss",
    c.UnitsRetreated: lambda view, e: (
        f"{view.listed(e.units)} {plural(len(e.units), 'retreats', 'retreat')} by {' '.join(e.path)}"
    ),
    c.UnitsAdvanced: lambda view, e: (
        f"{view.listed(e.units)} {plural(len(e.units), 'advances', 'advance')} to {e.hex}"
    ),
    c.AttackCancelled: lambda _, e: f"the attack in {e.hex} is called off",
    g.HexOccupied: lambda view, e: f"{view.named(e.unit)} holds {e.hex}",
}
# What may be told of a combat whose dice fell in an earlier turn file.
_ANSWERS = (
    g.UnitReduced, g.UnitEliminated, g.CargoLost, a.AirLossChosen, c.UnitsRetreated, c.UnitsAdvanced,
    c.AttackCancelled, g.HexOccupied,
)  # fmt: skip
_CLOSES = (n.SeaBattleEnded, a.AirBattleEnded, a.AirStrikesEnded, c.CombatEnded)
