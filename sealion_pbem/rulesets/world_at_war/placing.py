"""The words of a position written by hand: how a file says where units are, and what goes on."""

from __future__ import annotations

from dataclasses import field

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.rulesets.world_at_war.by_hand import ByHand
from sealion_pbem.rulesets.world_at_war.state import FULL, NONE, PARTIAL
from sealion_pbem.rulesets.world_at_war.task import Attack, Attrition, Demand, Drop, Fight, Rush

__all__ = ["GRADES", "STEPS", "UNIT_MARKS", "AttritionZone", "Placed", "PositionFile"]

GRADES = {"none": NONE, "partial": PARTIAL, "full": FULL}
STEPS = (
    *("setup", "prepare", "move", "announce", "das", "intercept", "skies", "drops", "landing"),
    *("resolve", "exploit", "attrition", "construct", "redeploy", "ended", "over"),
)
UNIT_MARKS = (
    *("flown", "fought", "paid", "counted", "exploited", "dropped", "landed", "sustained", "oiled"),
    *(
        "lost",
        "given_up",
        "cut_off",
        "raised",
        "redeployed",
        "placed",
        "staged",
        "based",
        "arrived",
    ),
    *("aborted", "stunned"),
)
"""What a unit may have done; marks of hexes and attacks stand in `marks` of the file."""


@frozen
class Placed:
    """Where a unit is, how it is supplied, and what it has done.

    `hex` is a hex, `pool` or `out`. `flown` is an inverted wing, `fought` one that took part in an
    offensive operation of this combat phase, `route` the way of exploiting armor from its breakthrough
    hex, and `walked` what movement it has used.
    """

    hex: str
    factors: int | None = None
    supply: str = "full"
    isolated: int = 0
    route: tuple[str, ...] = ()
    walked: int | None = None
    flown: bool = False
    fought: bool = False
    paid: bool = False
    counted: bool = False
    exploited: bool = False
    dropped: bool = False
    landed: bool = False
    sustained: bool = False
    oiled: bool = False
    lost: bool = False
    given_up: bool = False
    cut_off: bool = False
    raised: bool = False
    redeployed: bool = False
    placed: bool = False
    staged: bool = False
    based: bool = False
    arrived: bool = False
    aborted: bool = False
    stunned: bool = False


@frozen
class AttritionZone:
    """An attrition zone of the enemy (14.211)."""

    front: str
    faction: str
    hexes: tuple[str, ...]


@frozen
class PositionFile:
    """What differs from the start of the scenario; a unit that is not listed is in the force pool.

    `axis`, `allies` and `nobody` are hexes that are controlled otherwise than by country and by who
    stands there. `spent` is short for what a front has cost; `spent_on` says it in full. All that is in
    progress is said by the members from `attacks` on, as the rules note it.
    """

    units: dict[str, Placed] = field(default_factory=dict)
    turn: int = 1
    active: str = "axis"
    step: str = "prepare"
    phase: str | None = None
    ended: bool = False
    neutral: tuple[str, ...] | None = None
    joined: dict[str, str] = field(default_factory=dict)
    independent: tuple[str, ...] = ()
    conquered: dict[str, int] = field(default_factory=dict)
    axis: tuple[str, ...] = ()
    allies: tuple[str, ...] = ()
    nobody: tuple[str, ...] = ()
    powers: dict[str, str] = field(default_factory=dict)
    brp: dict[str, int] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)
    spent_on: dict[str, int] | None = None
    built: dict[str, int] = field(default_factory=dict)
    raided: dict[str, int] = field(default_factory=dict)
    ravaged: int = 0
    fallen: int = 0
    bridgeheads: dict[str, str] = field(default_factory=dict)
    made_in: dict[str, int] = field(default_factory=dict)
    """R-49  The player turns in which bridgeheads were made; without it this one."""
    cut: dict[str, int] = field(default_factory=dict)
    winter: int = 0
    ready: dict[str, int] = field(default_factory=dict)
    by_hand: ByHand = field(default_factory=ByHand)
    offensives: int = 0
    shipments: int = 0
    marks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Hexes over which flak has fired, forced attacks, hexes that were stormed."""
    breakthroughs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    zones: tuple[AttritionZone, ...] | None = None
    """Without it those of the position, if it lies behind their determination."""
    attacks: tuple[Attack, ...] = ()
    repulsed: dict[str, Attack] = field(default_factory=dict)
    drops: tuple[Drop, ...] = ()
    landing: str = ""
    hunters: dict[str, int] = field(default_factory=dict)
    escorts: dict[str, int] = field(default_factory=dict)
    rush: Rush | None = None
    fight: Fight | None = None
    attrition: Attrition | None = None
    demands: tuple[Demand, ...] = ()
    winner: str = ""
    verdict: str = ""
    points: int = 0
