"""What is impossible in a position written by hand, each fault with its place in the file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from sealion_pbem.errors import Fault
from sealion_pbem.rulesets.world_at_war.by_hand import SITES
from sealion_pbem.rulesets.world_at_war.placing import (
    GRADES,
    STEPS,
    UNIT_MARKS,
    Placed,
    PositionFile,
)
from sealion_pbem.rulesets.world_at_war.state import OUT, POOL, State
from sealion_pbem.rulesets.world_at_war.table import MINORS, SEATS, SIDE_OF

__all__ = ["faults_of"]

_AT = "/position"
_MOST_BRPS = 9999
_MOST_TRAINED = 3
_HIGHEST_WINTER = 12
_PHASES = ("", "regular", "exploitation")
_NATIONS = (*SIDE_OF, *MINORS)


def faults_of(begun: State, written: PositionFile) -> Iterator[Fault]:
    """Return everything that cannot be so."""
    return chain(
        _frame_faults(begun, written),
        _unit_faults(begun, written),
        _company_faults(begun, written),
        _hex_faults(begun, written),
        _nation_faults(begun, written),
        _task_faults(begun, written),
    )


def _frame_faults(begun: State, written: PositionFile) -> Iterator[Fault]:
    last = len(begun.table.turns)
    if not 1 <= written.turn <= last:
        yield Fault(f"{_AT}/turn", f"the game has turns 1 to {last}")
    if written.active not in SEATS:
        yield Fault(f"{_AT}/active", f"the seats are {' and '.join(SEATS)}")
    if written.step not in STEPS:
        yield Fault(f"{_AT}/step", f"a step is one of {', '.join(STEPS)}")
    if written.phase is not None and written.phase not in _PHASES:
        yield Fault(f"{_AT}/phase", "a phase is regular, exploitation or empty")
    if not 0 <= written.winter <= _HIGHEST_WINTER:
        yield Fault(f"{_AT}/winter", f"a winter level is 0 to {_HIGHEST_WINTER}")


def _unit_faults(begun: State, written: PositionFile) -> Iterator[Fault]:
    for unit, said in written.units.items():
        at = f"{_AT}/units/{unit}"
        if unit not in begun.table.counters:
            yield Fault(at, f"no unit is called {unit!r}")
        else:
            yield from _placing_faults(begun, unit, said, at)


def _placing_faults(begun: State, unit: str, said: Placed, at: str) -> Iterator[Fault]:
    board, counter = begun.table.board, begun.table.counters[unit]
    if said.hex not in board.hexes and said.hex not in (POOL, OUT):
        yield Fault(f"{at}/hex", f"{said.hex} is not in play; a unit is in a hex, pool or out")
    elif said.hex in board.hexes and board.facts(said.hex).country in begun.table.never_entered:
        yield Fault(f"{at}/hex", f"{said.hex} is in a country that nobody enters (R-10)")
    if said.supply not in GRADES:
        yield Fault(f"{at}/supply", f"supply is {', '.join(GRADES)}")
    if said.factors is not None and not 0 <= said.factors <= counter.factor:
        yield Fault(f"{at}/factors", f"{unit} has 0 to {counter.factor} factors")
    if said.isolated < 0:
        yield Fault(f"{at}/isolated", "turns of isolation are 0 or more")
    if said.walked is not None and said.walked < 0:
        yield Fault(f"{at}/walked", "movement that is used is 0 or more")
    if said.route and (counter.arm != "armor" or said.route[-1] != said.hex):
        yield Fault(f"{at}/route", f"the way of exploiting armor ends where it is, in {said.hex}")


def _company_faults(begun: State, written: PositionFile) -> Iterator[Fault]:
    """R-13, R-14  Nobody is in a neutral country but its own, nor with an enemy but by a drop."""
    board, seats = begun.table.board, dict[str, str]()
    neutral = begun.neutral if written.neutral is None else frozenset(written.neutral)
    for unit, said in written.units.items():
        counter = begun.table.counters.get(unit)
        if counter is None or not counter.is_ground or said.hex not in board.hexes:
            continue
        at, country = f"{_AT}/units/{unit}/hex", board.facts(said.hex).country
        if country in neutral and counter.nation != country:
            yield Fault(at, f"{said.hex} is in {country}, which is neutral (R-14)")
        if not said.dropped:
            seat = seats.setdefault(said.hex, written.joined.get(counter.nation, counter.seat))
            if seat != written.joined.get(counter.nation, counter.seat):
                yield Fault(at, f"{said.hex} holds units of both sides")


def _hex_faults(begun: State, written: PositionFile) -> Iterator[Fault]:
    """R-6, R-11, R-49, R-77  Return hexes that are not in play, and what they cannot be."""
    known, hexes = written.by_hand, begun.table.board.hexes
    listed: dict[str, Iterable[str]] = {
        "axis": written.axis, "allies": written.allies, "nobody": written.nobody,
        "powers": written.powers, "bridgeheads": written.bridgeheads, "made_in": written.made_in,
        "cut": written.cut, "breakthroughs": written.breakthroughs, "repulsed": written.repulsed,
        "by_hand/mired": known.mired, "by_hand/russia": known.russia, "by_hand/sites": known.sites,
    }  # fmt: skip
    for number, zone in enumerate(written.zones or ()):
        listed[f"zones/{number}/hexes"] = zone.hexes
        yield from _strange(f"zones/{number}", [zone.front], begun.table.board.fronts, "a front")
    for member, many in listed.items():
        for each in many:
            if each not in hexes:
                yield Fault(f"{_AT}/{member}", f"{each} is not in play")
    yield from _strange("by_hand/sites", known.sites.values(), SITES, "a site")
    yield from _strange("bridgeheads", written.bridgeheads.values(), SEATS, "a seat")


def _nation_faults(begun: State, written: PositionFile) -> Iterator[Fault]:
    """R-4, R-14, R-47  Return nations and seats that there are not, and money nobody can have."""
    training = written.by_hand.training
    for member in ("joined", "conquered", "ready", "neutral", "independent"):
        yield from _strange(member, getattr(written, member) or (), _NATIONS, "a nation")
    yield from _strange("joined", written.joined.values(), SEATS, "a seat")
    yield from _strange("powers", written.powers.values(), _NATIONS, "a nation")
    yield from _strange("by_hand/training", training, _NATIONS, "a nation")
    for nation, amount in written.brp.items():
        if nation not in begun.brp or not 0 <= amount <= _MOST_BRPS:
            yield Fault(f"{_AT}/brp/{nation}", f"a major power has 0 to {_MOST_BRPS} BRPs")
    for nation, level in training.items():
        if not 0 <= level <= _MOST_TRAINED:
            text = f"a nation's training is 0 to {_MOST_TRAINED}"
            yield Fault(f"{_AT}/by_hand/training/{nation}", text)


def _strange(
    member: str, names: Iterable[str], known: Collection[str], what: str
) -> Iterator[Fault]:
    for name in names:
        if name not in known:
            yield Fault(f"{_AT}/{member}", f"{name!r} is not {what}; there are {', '.join(known)}")


def _task_faults(begun: State, written: PositionFile) -> Iterator[Fault]:
    """Return what is in progress with somebody who is not there, or with nothing to go on."""
    for at, units in _named(written):
        for unit in units:
            if unit not in written.units or written.units[unit].hex == OUT:
                yield Fault(f"{_AT}/{at}", f"{unit} is not among the units of the position")
    attacked = {number for attack in written.attacks for number in attack.hexes}
    for number in sorted(attacked - {*begun.table.board.hexes}):
        yield Fault(f"{_AT}/attacks", f"{number} is not in play")
    if written.fight is not None and written.fight.hex not in attacked:
        yield Fault(f"{_AT}/fight/hex", f"no attack on {written.fight.hex} is announced")
    if written.attrition is not None and not 0 <= written.attrition.zone < len(written.zones or ()):
        yield Fault(f"{_AT}/attrition/zone", "it is the number of one of the zones, from 0 on")
    for name in written.marks:
        if name in UNIT_MARKS:
            yield Fault(f"{_AT}/marks/{name}", "what a unit has done stands with the unit")


def _named(written: PositionFile) -> Iterator[tuple[str, Iterable[str]]]:
    """Return the units that are named in what goes on, each with its place in the file."""
    for number, attack in enumerate((*written.attacks, *written.repulsed.values())):
        flying = (*attack.support, *attack.das, *attack.interceptors)
        yield f"attacks/{number}", (*attack.attackers, *flying)
    for number, drop in enumerate(written.drops):
        yield f"drops/{number}", (drop.unit, drop.transport)
    yield "hunters", written.hunters
    yield "escorts", written.escorts
    if (rush := written.rush) is not None:
        yield "rush", (*rush.units, *rush.support, *rush.das, *rush.interceptors)
    if (fight := written.fight) is not None:
        yield "fight", (*fight.attackers, *fight.support, *fight.das, *fight.near)
    if (task := written.attrition) is not None:
        yield "attrition", (*task.units, *task.taken)
    for number, demand in enumerate(written.demands):
        yield f"demands/{number}", (item.unit for item in demand.items)
    for where, armor in written.breakthroughs.items():
        yield f"breakthroughs/{where}", armor
