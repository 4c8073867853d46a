"""12.0 to 12.3  What may be ordered in land combat."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.events.combat import LandCombat
from sealion_pbem.rulesets.sealion.naming import listed, named
from sealion_pbem.rulesets.sealion.rules.ch09_batteries import check_battery
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.orders import (
    Advance,
    Attack,
    Cancel,
    Defend,
    Retreat,
    TakeLosses,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.results import support_of
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.retreats import (
    advance_hexes,
    can_enter,
    fits,
    ways_back,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import (
    attack_of,
    combat_hexes,
    is_landing,
    railway_guns,
    total,
)
from sealion_pbem.rulesets.sealion.rules.gunfire import check_gunfire
from sealion_pbem.rulesets.sealion.state import GERMAN, State, other

__all__ = [
    "check_advance",
    "check_attack",
    "check_cancel",
    "check_defend",
    "check_retreat",
    "check_take_losses",
    "task_of",
]


def task_of(state: State) -> LandCombat:
    """Return what the stage waits for; a position written by hand may not have one yet."""
    task = state.task
    return task if isinstance(task, LandCombat) else LandCombat(combat_hexes(state))


def _twice(state: State, name: str) -> str:
    return f"{named(state, name)} is named twice; name each unit once"


def check_attack(state: State, order: Attack) -> Iterator[Violation]:
    """12.0, 12.2  An attack is for a hex that is fought for, with support that is at hand."""
    wrong = list(_check_hex(state, order.hex))
    yield from wrong
    if wrong:
        return
    wrong = list(_check_support(state, order, order.hex, state.seat))
    yield from wrong
    yield from _check_brandenburgers(state, order)
    if wrong:
        return
    names = (*order.ships, *order.batteries)
    support = support_of(state, order.hex, state.seat, names, railway_gun=order.railway_gun)
    if not total(attack_of(state, order.hex, support)):
        text = f"the attackers in {order.hex} have no strength; only a cancel is possible (A-108)"
        yield Violation("12.3", "no_strength", text, "/hex")


def _check_hex(state: State, place: str) -> Iterator[Violation]:
    task = task_of(state)
    allowed = (task.hex,) if task.waits == "press" else task.hexes
    if place not in allowed:
        text = f"{place!r} is not fought for now; to fight for: {', '.join(allowed)}"
        yield Violation("12.0", "no_combat", text, "/hex")


def _check_brandenburgers(state: State, order: Attack) -> Iterator[Violation]:
    """12.2  Once a game, for a German attack."""
    if order.brandenburgers and state.seat != GERMAN:
        text = "the Brandenburgers help German attacks only; leave them out"
        yield Violation("12.2", "german_attacks_only", text, "/brandenburgers")
    elif order.brandenburgers and state.brandenburgers_used:
        text = "the Brandenburgers have been used in this game; leave them out"
        yield Violation("12.2", "brandenburgers_used", text, "/brandenburgers")


def _check_support(
    state: State, order: Attack | Defend, place: str, seat: Seat
) -> Iterator[Violation]:
    """12.0  Ships in range, German batteries within their line, the railway gun within three hexes."""
    for check, names, member in (
        (check_gunfire, order.ships, "/ships"),
        (check_battery, order.batteries, "/batteries"),
    ):
        for number, name in enumerate(names):
            at = f"{member}/{number}"
            if name in names[:number]:
                yield Violation("12.0", "named_twice", _twice(state, name), at)
            elif state.counter(name).seat != seat:
                text = f"{named(state, name)} is not a {seat} unit; only your own support you"
                yield Violation("12.0", "not_yours", text, at)
            else:
                yield from check(state, name, place, at)
    if order.railway_gun and not railway_guns(state, place, seat):
        text = (
            f"no railway gun can support the combat in {place}: it must be British, within three"
            " hexes, in a hex without an enemy, and not have fired or fought in this step"
        )
        yield Violation("12.0", "no_railway_gun", text, "/railway_gun")


def check_cancel(state: State, order: Cancel) -> Iterator[Violation]:
    """12.0, A-46  Every attack but a landing may be called off before the die."""
    wrong = list(_check_hex(state, order.hex))
    yield from wrong
    if not wrong and is_landing(state, order.hex):
        text = f"the landing in {order.hex} cannot be called off; attack {order.hex} (A-46)"
        yield Violation("7.5", "landing_goes_on", text, "/hex")


def check_defend(state: State, order: Defend) -> Iterator[Violation]:
    """12.0  The defender's support must be at hand."""
    return _check_support(state, order, task_of(state).hex, other(state.seat))


def check_take_losses(state: State, order: TakeLosses) -> Iterator[Violation]:
    """12.3  One unit takes the loss, and it is one of those that fought."""
    task = task_of(state)
    if len(order.units) != 1:
        text = f"one unit takes the loss, {len(order.units)} are named; one of {listed(state, task.units)}"
        yield Violation("12.3", "one_unit", text, "/units")
    for number, name in enumerate(order.units):
        if name not in task.units:
            text = f"{named(state, name)} cannot take it; one of {listed(state, task.units)} can"
            yield Violation("12.3", "not_in_combat", text, f"/units/{number}")


def check_retreat(state: State, order: Retreat) -> Iterator[Violation]:
    """12.3  Every unit that must retreat goes a way that is open when its turn comes."""
    task = task_of(state)
    is_cancelled = task.todo[0][0] == "return"
    arrived: list[tuple[str, str]] = []
    seen: set[str] = set()
    for number, move in enumerate(order.moves):
        name = move[0] if move else ""
        at = f"/moves/{number}"
        if name not in task.units:
            text = f"{name!r} does not retreat from {task.hex}; {listed(state, task.units)} do"
            yield Violation("12.3", "not_retreating", text, at)
            continue
        if name in seen:
            yield Violation("12.3", "named_twice", _twice(state, name), at)
            continue
        seen.add(name)
        ways = ways_back(state, task.hex, name, arrived, is_cancelled=is_cancelled)
        if move[1:] in ways:
            arrived.append((name, move[-1]))
        elif move[1:] or ways:
            yield _no_way(state, name, move[1:], ways, at)
    missing = [name for name in task.units if name not in seen]
    if missing:
        text = f"{listed(state, missing)} must retreat from {task.hex} too"
        yield Violation("12.3", "must_retreat", text, "/moves")


def _no_way(
    state: State, name: str, path: tuple[str, ...], ways: list[tuple[str, ...]], at: str
) -> Violation:
    open_ = "; ".join(" ".join(way) for way in ways) or "nothing: name it without a hex, it is lost"
    if not path:
        text = f"{named(state, name)} can retreat and must; open to it: {open_}"
        return Violation("12.3", "can_retreat", text, at)
    text = f"{named(state, name)} cannot retreat along {' '.join(path)}; open to it: {open_}"
    return Violation("12.3", "no_way", text, at)


def check_advance(state: State, order: Advance) -> Iterator[Violation]:
    """12.3, A-114, A-161  Attackers enter adjacent hexes without an enemy that can take them."""
    task = task_of(state)
    hexes = advance_hexes(state, task.hex) if order.units or order.others else []
    if order.units and order.hex not in hexes:
        yield _no_advance(hexes, order.hex, "/hex")
        return
    arrived: list[tuple[str, str]] = []
    seen: set[str] = set()
    for number, pair in enumerate(order.others):
        at = f"/others/{number}"
        if len(pair) != len(("unit", "hex")) or pair[0] not in task.units:
            text = f"a pair of a unit that attacked and its hex is wanted; {listed(state, task.units)} did"
            yield Violation("12.3", "no_pair", text, at)
        elif pair[1] not in hexes:
            yield _no_advance(hexes, pair[1], at)
        else:
            yield from _check_step(state, pair[0], pair[1], at, seen, arrived)
    for number, name in enumerate(order.units):
        at = f"/units/{number}"
        if name not in task.units:
            text = (
                f"{named(state, name)} did not attack {task.hex}; {listed(state, task.units)} did"
            )
            yield Violation("12.3", "no_attacker", text, at)
        else:
            yield from _check_step(state, name, order.hex or "", at, seen, arrived)


def _no_advance(hexes: list[str], place: str | None, at: str) -> Violation:
    what = "no hex is named" if place is None else f"{place!r} is not open to an advance"
    return Violation("12.3", "no_advance_there", f"{what}; open are {', '.join(hexes)}", at)


def _check_step(
    state: State, name: str, there: str, at: str, seen: set[str], arrived: list[tuple[str, str]]
) -> Iterator[Violation]:
    """12.3, A-114  One unit takes its step; those named before it are there already."""
    combat = task_of(state).hex
    if name in seen:
        yield Violation("12.3", "named_twice", _twice(state, name), at)
    elif not can_enter(state, name, combat, there):
        text = f"neither terrain nor road lets {named(state, name)} go from {combat} to {there}"
        yield Violation("11.2", "terrain_closed", text, at)
    elif not fits(state, there, name, arrived):
        text = f"{named(state, name)} would overstack {there}; leave it in {combat}"
        yield Violation("6.3", "overstacked", text, at)
    else:
        arrived.append((name, there))
    seen.add(name)
