"""Events of money, building and redeployment."""

from __future__ import annotations

from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.rulesets.world_at_war.state import FULL, State, Unit

__all__ = [
    "BridgeheadRemoved",
    "BrpsPaid",
    "PartisansRaided",
    "UnitBuilt",
    "UnitRedeployed",
]


@frozen
class BrpsPaid:
    """A nation paid for an offensive operation (R-19)."""

    kind: ClassVar[str] = "brps_paid"
    nation: str
    amount: int
    front: str
    """The front on which it counts towards a full offensive; `against` is that of the attacked hex."""
    against: str
    limits: tuple[str, ...]
    """15.45, 11.8  The fronts on which it counts towards the limit of attrition, if it does."""
    units: tuple[str, ...] = ()

    def on(self, state: State) -> None:
        """Note that the units are paid for in this player turn."""
        state.brp[self.nation] -= self.amount
        state.spent_on[self.front] = state.spent_on.get(self.front, 0) + self.amount
        if self.against == "western":
            state.spent_on["west"] = 1
        for front in self.limits:
            limit = f"{front}/limit"
            state.spent_on[limit] = state.spent_on.get(limit, 0) + self.amount
        state.mark("paid", *self.units)


@frozen
class PartisansRaided:
    """A partisan cost the power that controlled its hex BRPs (11.7)."""

    kind: ClassVar[str] = "partisans_raided"
    unit: str
    nation: str
    amount: int

    def on(self, state: State) -> None:
        """Note that they are gone, and lower what may be built (R-45)."""
        state.brp[self.nation] -= self.amount
        state.raided[self.nation] = state.raided.get(self.nation, 0) + self.amount
        state.ravaged += self.amount


@frozen
class UnitBuilt:
    """A unit was built, or a wing or flak filled up (R-43)."""

    kind: ClassVar[str] = "unit_built"
    unit: str
    hex: str
    factors: int
    payer: str
    cost: int

    def on(self, state: State) -> None:
        """Put it there, in full supply (R-36)."""
        known = state.units[self.unit]
        state.put(self.unit, Unit(self.hex, known.factors * known.is_on_map + self.factors))
        state.brp[self.payer] -= self.cost
        state.built[self.payer] = state.built.get(self.payer, 0) + self.cost
        if state.counter(self.unit).arm == "partisan":
            state.mark("raised", self.unit)
        for mark in ("cut_off", "given_up"):
            if state.is_marked(self.unit, mark):
                state.mark_only(mark, state.marks[mark] - {self.unit})


@frozen
class UnitRedeployed:
    """A unit was redeployed (R-48)."""

    kind: ClassVar[str] = "unit_redeployed"
    unit: str
    hex: str
    way: str

    def on(self, state: State) -> None:
        """Put it there, in full supply (R-36)."""
        known = state.units[self.unit]
        state.put(self.unit, known._replace(place=self.hex, supply=FULL, isolated=0))
        state.mark("redeployed", self.unit)
        state.shipments += self.way == "sea"


@frozen
class BridgeheadRemoved:
    """A bridgehead was taken up (R-49)."""

    kind: ClassVar[str] = "bridgehead_removed"
    hex: str

    def on(self, state: State) -> None:
        """Note that the hex is an ordinary one again."""
        del state.bridgeheads[self.hex]
