"""The orders: what a player may wish."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Order

__all__ = [
    "ORDERS",
    "AdvanceInto",
    "Announce",
    "AttritionBy",
    "BreakOff",
    "Build",
    "Das",
    "Declare",
    "Done",
    "DropOn",
    "Eliminate",
    "Escort",
    "Exchange",
    "Exploit",
    "GoOn",
    "Intercept",
    "InterceptDrop",
    "Keep",
    "Lose",
    "LoseCounters",
    "March",
    "Occupy",
    "Overrun",
    "OverrunDas",
    "OverrunIntercept",
    "PlaceBase",
    "PlaceUnit",
    "Redeploy",
    "RemoveExcess",
    "Resolve",
    "RetreatTo",
    "Stage",
]

Wings = Mapping[str, int]
"""Wings and how many factors of each fly."""


@frozen
class Done:
    """End what is being done: a step, or an announcement."""

    kind: ClassVar[str] = "done"


@frozen
class PlaceUnit:
    """Place a unit before the game (R-18)."""

    kind: ClassVar[str] = "set_up"
    unit: str
    hex: str


@frozen
class Declare:
    """Declare war on a neutral, or enter the war (R-14)."""

    kind: ClassVar[str] = "declare"
    nation: str
    payer: str


@frozen
class Eliminate:
    """Eliminate own units of one's own will (13.2)."""

    kind: ClassVar[str] = "eliminate"
    units: tuple[str, ...]


@frozen
class Stage:
    """Fly a wing to another base (R-20)."""

    kind: ClassVar[str] = "stage"
    unit: str
    hex: str


@frozen
class PlaceBase:
    """Place an airbase counter (R-20)."""

    kind: ClassVar[str] = "place_base"
    unit: str
    hex: str


@frozen
class March:
    """Move units together along a path (13.4)."""

    kind: ClassVar[str] = "move"
    units: tuple[str, ...]
    path: tuple[str, ...]


@frozen
class Overrun:
    """Overrun an adjacent hex (13.5)."""

    kind: ClassVar[str] = "overrun"
    units: tuple[str, ...]
    hex: str
    support: Wings = field(default_factory=dict)


@frozen
class OverrunDas:
    """Support the defence against an overrun from the air (13.53)."""

    kind: ClassVar[str] = "overrun_das"
    wings: Wings


@frozen
class OverrunIntercept:
    """Intercept the aircraft that defend against an overrun (13.53)."""

    kind: ClassVar[str] = "overrun_intercept"
    wings: Wings


@frozen
class Announce:
    """Announce an attack with its ground support (15.4)."""

    kind: ClassVar[str] = "attack"
    hexes: tuple[str, ...]
    units: tuple[str, ...]
    support: Wings = field(default_factory=dict)


@frozen
class Das:
    """Give defensive air support to an attacked hex (15.1)."""

    kind: ClassVar[str] = "das"
    hex: str
    wings: Wings


@frozen
class Intercept:
    """Intercept the defensive air support of an attack (15.1)."""

    kind: ClassVar[str] = "intercept"
    hex: str
    wings: Wings


@frozen
class DropOn:
    """Drop an airborne unit (10.5)."""

    kind: ClassVar[str] = "drop"
    unit: str
    transport: str
    hex: str


@frozen
class InterceptDrop:
    """Intercept what comes down on a hex (10.54)."""

    kind: ClassVar[str] = "intercept_drop"
    hex: str
    wings: Wings


@frozen
class Escort:
    """Escort what comes down on a hex (10.54)."""

    kind: ClassVar[str] = "escort"
    hex: str
    wings: Wings


@frozen
class Resolve:
    """Say which attack is resolved next, by a hex of it (15.1)."""

    kind: ClassVar[str] = "resolve"
    hex: str


@frozen
class Exchange:
    """Take the other result: an exchange for a d (15.53, 15.55), two counters for one and a hex (14.44)."""

    kind: ClassVar[str] = "exchange"


@frozen
class Keep:
    """Leave a result as it is."""

    kind: ClassVar[str] = "keep"


@frozen
class Lose:
    """Choose losses: units whole, wings and flak by factors (15.61)."""

    kind: ClassVar[str] = "lose"
    units: tuple[str, ...] = ()
    air: Wings = field(default_factory=dict)


@frozen
class GoOn:
    """Fight another round (15.7)."""

    kind: ClassVar[str] = "go_on"


@frozen
class BreakOff:
    """Fight no further round (15.7)."""

    kind: ClassVar[str] = "break_off"


@frozen
class AdvanceInto:
    """Advance after combat; nobody does if nobody is named (15.9). A bridgehead may be placed (R-49)."""

    kind: ClassVar[str] = "advance"
    moves: Mapping[str, str] = field(default_factory=dict)
    bridgehead: str = ""


@frozen
class Exploit:
    """Place and move exploiting armor: the whole way of each from its breakthrough hex (16.3)."""

    kind: ClassVar[str] = "exploit"
    routes: Mapping[str, tuple[str, ...]]


@frozen
class AttritionBy:
    """Roll attrition against a zone, named by its lowest hex, with these units (14.1)."""

    kind: ClassVar[str] = "attrition"
    zone: str
    units: tuple[str, ...]


@frozen
class LoseCounters:
    """Choose the counters that attrition costs (14.5)."""

    kind: ClassVar[str] = "lose_counters"
    units: tuple[str, ...]


@frozen
class Occupy:
    """Take hexes won by attrition with units that advance (14.6)."""

    kind: ClassVar[str] = "occupy"
    moves: Mapping[str, str] = field(default_factory=dict)


@frozen
class RetreatTo:
    """Retreat from hexes lost by attrition, one hex each (14.7)."""

    kind: ClassVar[str] = "retreat"
    moves: Mapping[str, str]


@frozen
class Build:
    """Build a unit, or factors of a wing (R-43 to R-47)."""

    kind: ClassVar[str] = "build"
    unit: str
    hex: str
    payer: str


@frozen
class Redeploy:
    """Redeploy a unit by land, by sea or, a wing, through the air (R-48)."""

    kind: ClassVar[str] = "redeploy"
    unit: str
    hex: str


@frozen
class RemoveExcess:
    """Eliminate what is too much in a hex (12.1, R-64)."""

    kind: ClassVar[str] = "remove_excess"
    units: tuple[str, ...]


ORDERS: Mapping[str, type[Order]] = {
    cls.kind: cls
    for cls in (
        Done, PlaceUnit, Declare, Eliminate, Stage, PlaceBase, March, Overrun, OverrunDas,
        OverrunIntercept, Announce, Das, Intercept, DropOn, InterceptDrop, Escort, Resolve,
        Exchange, Keep, Lose, GoOn, BreakOff, AdvanceInto, Exploit, AttritionBy, LoseCounters,
        Occupy, RetreatTo, Build, Redeploy, RemoveExcess,
    )
}  # fmt: skip
