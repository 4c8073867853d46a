"""Procedures that wait for somebody, as records in the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from sealion_pbem.engine.frozen import frozen

__all__ = ["Attack", "Attrition", "Demand", "Drop", "Fight", "LossItem", "Need", "Rush", "Wings"]

Wings = Mapping[str, int]
"""Wings and how many factors of each fly."""


@frozen
class Drop:
    """An airborne unit on its way: who carries it, and whether it is down."""

    unit: str
    transport: str
    hex: str


@frozen
class Attack:
    """An announced attack (15.4): what is attacked, by whom, with which aircraft on either side.

    `stage` is announced, ready when all that flies has been judged, or over. `dropped` are airborne
    units that came down upon it; `is_drop` if nobody else was announced.
    """

    hexes: tuple[str, ...]
    units: tuple[str, ...]
    support: Wings = field(default_factory=dict)
    das: Wings = field(default_factory=dict)
    interceptors: Wings = field(default_factory=dict)
    dropped: tuple[str, ...] = ()
    stage: str = "announced"

    @property
    def name(self) -> str:
        """The hexes that are attacked."""
        return "+".join(self.hexes)

    @property
    def attackers(self) -> tuple[str, ...]:
        """All ground units that attack, the dropped ones last."""
        return (*self.units, *self.dropped)


@frozen
class Rush:
    """An overrun that waits for aircraft (13.53); `stage` is das, intercept, air or odds."""

    units: tuple[str, ...]
    hex: str
    support: Wings = field(default_factory=dict)
    das: Wings = field(default_factory=dict)
    interceptors: Wings = field(default_factory=dict)
    stage: str = "das"


@frozen
class LossItem:
    """Something that can be lost: a unit whole, or a wing factor by factor.

    `weight` is what one of `count` is worth.
    """

    unit: str
    weight: int
    count: int
    ctl: int
    is_air: bool = False


@frozen
class Need:
    """As long as anybody of a CTL survives, so much must be lost (15.551)."""

    ctl: int
    amount: int


@frozen
class Demand:
    """Losses that a seat must choose (15.61, R-7, R-23, R-25).

    `role` is attack or defense, `cause` combat, air or flak; `aborts` is how many factors turn back
    besides, and `about` the hex.
    """

    seat: str
    role: str
    cause: str
    about: str
    needs: tuple[Need, ...]
    items: tuple[LossItem, ...]
    aborts: int = 0


@frozen
class Fight:
    """The attack that is being resolved: its round, its die, and what is left to do.

    `stage` is roll, fort_option, exchange, losses, round, advance. `result` is what the table said and
    `outcome` what it became. `near` is the armor that stood beside or with an attacking unit at the
    start of the first round (16.21), `froms` are the hexes out of which the attack was made (R-49).
    """

    hex: str
    round: int
    stage: str
    attackers: tuple[str, ...]
    support: Wings
    das: Wings
    die: int = 0
    odds: str = ""
    result: str = ""
    outcome: str = ""
    near: tuple[str, ...] = ()
    has_armor: bool = False
    froms: tuple[str, ...] = ()


@frozen
class Attrition:
    """An attrition die and what is left of its result (14.4 to 14.7).

    `zone` is the number of the zone, `units` those that were counted, `contact` the enemies beside
    them; `stage` is exchange, losses, occupy or retreat. `spared` is the hex that gave all losses
    (14.62B) and `taken` who advances where.
    """

    zone: int
    units: tuple[str, ...]
    contact: tuple[str, ...]
    counters: int
    hexes: int
    stage: str
    spared: str = ""
    is_emptied: bool = False
    taken: Mapping[str, str] = field(default_factory=dict)
