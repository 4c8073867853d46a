"""12.0 to 12.3  What may be ordered in land combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.events.combat import LandCombat
from sealion_pbem.rulesets.sealion.naming import described, listed, named
from sealion_pbem.rulesets.sealion.rules.ch09_batteries import check_battery
from sealion_pbem.rulesets.sealion.rules.ch10_air.support import air_support_at_hand
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.closed import (
    Reason,
    closed_to_advance,
    closed_to_all,
    closed_to_retreat,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.orders import (
    Advance,
    Attack,
    Cancel,
    Defend,
    Retreat,
    TakeLosses,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.retreats import Arrived, ways_back
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import (
    attack_of,
    combat_hexes,
    is_landing,
    railway_guns,
    support_of,
    total,
    why_no_gun,
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
    if not total(attack_of(state, order.hex, support, order.withheld)):
        text = f"the attackers in {order.hex} have no strength; only a cancel is possible (A-108)"
        yield Violation("12.3", "no_strength", text, "/hex")


def _check_hex(state: State, place: str) -> Iterator[Violation]:
    task = task_of(state)
    allowed = (task.hex,) if task.waits == "press" else task.hexes
    if place not in allowed:
        text = f"{_why_no_combat(state, place)}; to fight for: {', '.join(allowed)}"
        yield Violation("12.0", "no_combat", text, "/hex")


def _why_no_combat(state: State, place: str) -> str:
    """12.0  Say why a hex is not fought for now."""
    task = task_of(state)
    if place not in state.table.board.hexes:
        return f"{place!r} is no land hex of the map"
    if task.waits == "press":
        return f"the attack in {task.hex} has been declared and comes before {place}"
    if not state.land_in(place, state.seat):
        return f"nobody of yours stands in {place}"
    if not state.land_in(place, other(state.seat)):
        return f"no enemy stands in {place}, and nobody has just landed there (7.5)"
    return f"{place} has been fought for in this step"


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
    """12.0  Ships in range, German batteries within their line, the gun near enough; who stays out."""
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
        text = f"no railway gun supports you in {place}: {why_no_gun(state, place, seat)}; leave it out"
        yield Violation("12.0", "no_railway_gun", text, "/railway_gun")
    if order.withheld:
        yield from _check_withheld(state, order.withheld, place, seat)


def _check_withheld(
    state: State, names: tuple[str, ...], place: str, seat: Seat
) -> Iterator[Violation]:
    """12.0, 10.10, 10.11  Own aircraft that would support the combat may stay out of it."""
    able = [name for name, _ in air_support_at_hand(state, place, seat)]
    for number, name in enumerate(names):
        at = f"/withheld/{number}"
        if name in names[:number]:
            yield Violation("12.0", "named_twice", _twice(state, name), at)
        elif state.counter(name).seat != seat:
            text = f"{named(state, name)} is not a {seat} unit; only your own stay out at your word"
            yield Violation("12.0", "not_yours", text, at)
        elif name not in able:
            text = f"{described(state, name)}, and does not support {place} from the air"
            text += f"; these do: {listed(state, able)}"
            yield Violation("12.0", "no_air_support", text, at)


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
            text = f"{named(state, name)} has no part in this loss; one of {listed(state, task.units)} has"
            yield Violation("12.3", "not_in_combat", text, f"/units/{number}")


def check_retreat(state: State, order: Retreat) -> Iterator[Violation]:
    """12.3  Every unit that must retreat goes a way that is open when its turn comes."""
    task = task_of(state)
    is_cancelled = task.is_called_off
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
            yield _no_way(state, move, ways, arrived, at)
    missing = [name for name in task.units if name not in seen]
    if missing:
        text = f"{listed(state, missing)} must retreat from {task.hex} too"
        yield Violation("12.3", "must_retreat", text, "/moves")


def _no_way(
    state: State, move: tuple[str, ...], ways: list[tuple[str, ...]], arrived: Arrived, at: str
) -> Violation:
    """12.3  Say why a unit cannot retreat as ordered, and how it can."""
    task, (name, *path) = task_of(state), move
    who, is_cancelled = named(state, name), task.is_called_off
    open_ = "; ".join(" ".join(way) for way in ways)
    hint = (
        f"open to it: {open_}"
        if ways
        else "nothing is open to it: name it without a hex, it is lost"
    )
    if not path:
        return Violation("12.3", "can_retreat", f"{who} can retreat and must; {hint}", at)
    rule, code, why = closed_to_retreat(
        state, task.hex, name, tuple(path), arrived, is_cancelled=is_cancelled
    )
    text = f"{who} cannot retreat along {' '.join(path)}: {why}; {hint}"
    return Violation(rule, code, text, at)


def check_advance(state: State, order: Advance) -> Iterator[Violation]:
    """12.3, A-114, A-161  Attackers enter adjacent hexes without an enemy that can take them."""
    task = task_of(state)
    closed = closed_to_all(state, task.hex, order.hex) if order.units else None
    if closed is not None:
        attackers = [name for name in order.units if name in task.units]
        yield _no_advance(state, closed, attackers, (), "/hex")
        return
    arrived: list[tuple[str, str]] = []
    seen: set[str] = set()
    for number, pair in enumerate(order.others):
        at = f"/others/{number}"
        if len(pair) != len(("unit", "hex")):
            text = f"a pair of a unit that attacked and its hex is wanted; {listed(state, task.units)} did"
            yield Violation("12.3", "no_pair", text, at)
        else:
            yield from _check_step(state, pair[0], pair[1], at, seen, arrived)
    for number, name in enumerate(order.units):
        yield from _check_step(state, name, order.hex or "", f"/units/{number}", seen, arrived)


def _check_step(
    state: State, name: str, there: str, at: str, seen: set[str], arrived: list[tuple[str, str]]
) -> Iterator[Violation]:
    """12.3, A-114  One attacker takes its step; those named before it are there already."""
    task = task_of(state)
    if name not in task.units:
        text = f"{named(state, name)} did not attack {task.hex}; {listed(state, task.units)} did"
        yield Violation("12.3", "no_attacker", text, at)
        return
    closed = closed_to_all(state, task.hex, there) or closed_to_advance(
        state, task.hex, name, there, arrived
    )
    if name in seen:
        yield Violation("12.3", "named_twice", _twice(state, name), at)
    elif closed is not None:
        yield _no_advance(state, closed, (name,), arrived, at)
    else:
        arrived.append((name, there))
    seen.add(name)


def _no_advance(
    state: State, closed: Reason, names: Iterable[str], arrived: Arrived, at: str
) -> Violation:
    """12.3  Say why a hex is closed to units, and which are open to each of them."""
    combat, (rule, code, why) = task_of(state).hex, closed
    hexes = state.table.board.adjacent[combat]
    hints = []
    for name in names:
        open_ = [
            there
            for there in hexes
            if not closed_to_all(state, combat, there)
            and not closed_to_advance(state, combat, name, there, arrived)
        ]
        hints.append(f"open to {named(state, name)}: {', '.join(open_) or 'nothing, it stays'}")
    return Violation(rule, code, "; ".join((why, *hints)), at)
