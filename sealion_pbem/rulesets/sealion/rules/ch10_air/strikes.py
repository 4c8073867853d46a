"""10.7 to 10.9  Naval air strikes: bombers against what swims in their sea space, and its flak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, NamedTuple

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Order, Seat, Violation
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.events.air import AirStrikeFlown, AirStrikesEnded
from sealion_pbem.rulesets.sealion.memory import remembered
from sealion_pbem.rulesets.sealion.naming import described, listed, named
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import bombers_in, ships_in
from sealion_pbem.rulesets.sealion.rules.ch10_air.loss import lose_step
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = [
    "CHAPTER",
    "Strike",
    "begin_strikes",
    "decide_strikes",
    "flak_of",
    "strike_result",
    "strike_targets",
]

_PAIR = 2
_NO_FLAK = frozenset({"submarine", "mine"})
# What a target is worth to the default policy beside its strength
_WORTH = {"transport": 4, "carrier": 5, "submarine": 1, "mine": -5}
_CARGO = 3
_ACCEPTS = frozenset({"strike"})


class Raid(NamedTuple):
    """The bombers of a seat that can strike in one sea space, and what they may strike there."""

    bombers: list[str]
    targets: list[str]


@frozen
class Strike:
    """Strike in one sea space: each pair is a bomber and its target; without pairs nobody strikes."""

    kind: ClassVar[str] = "strike"
    sector: str
    strikes: tuple[tuple[str, ...], ...]


def begin_strikes(play: Play[State]) -> None:
    """10.7  Strikes come after all air combat; nothing happens before they are ordered."""


def decide_strikes(state: State) -> Decision | None:
    """10.7  Ask the seat whose player turn it is, then the other, about each sea space with a target."""
    seat, raids = _next(state)
    if not raids:
        return None
    prompt = f"naval air strikes in {', '.join(raids)}: name bombers and targets, or none"
    return Decision(seat, "air_strikes", "10.7", prompt, _ACCEPTS, about=next(iter(raids)))


def strike_targets(state: State, sector: str, seat: Seat) -> list[str]:
    """10.7  Return what a seat's bombers may strike in a sea space (A-78).

    Batteries (A-73), amphibious land units that swim (A-75) and, where the charter says so, mines
    (A-68) are among it; what is carried is not.
    """
    ships = ships_in(state, sector, other(seat))
    if state.edition.mines_can_be_bombed:
        return ships
    counters = state.table.counters
    return [name for name in ships if counters[name].type != "mine"]


def check_strike(state: State, order: Strike) -> Iterator[Violation]:
    """10.7, 10.8  Each bomber there has one target there; submarines and mines one bomber each."""
    _, raids = _next(state)
    if order.sector not in raids:
        text = f"no strikes are to be flown in {order.sector!r} now; they are in {', '.join(raids)}"
        yield Violation("10.7", "wrong_sector", text, "/sector")
        return
    bombers, targets = raids[order.sector]
    named: set[str] = set()
    alone: set[str] = set()
    for number, pair in enumerate(order.strikes):
        at = f"/strikes/{number}"
        if len(pair) != _PAIR:
            text = "each entry is a bomber and its target"
            yield Violation("10.7", "incomplete_pair", text, at)
            continue
        bomber, target = pair
        if bomber in named or bomber not in bombers:
            yield _wrong_bomber(state, order.sector, bomber, named, f"{at}/0")
        named.add(bomber)
        if target in alone or target not in targets:
            yield _wrong_target(state, order.sector, target, alone, f"{at}/1")
        elif state.counter(target).type in _NO_FLAK:
            alone.add(target)


def obey_strike(play: Play[State], order: Strike) -> None:
    """10.7  All targets are assigned; now the bombers strike, one after the other."""
    seat = _next(play.state)[0]
    for bomber, target in order.strikes:
        _fly_strike(play, order.sector, bomber, target)
    play.emit(AirStrikesEnded(seat, order.sector))


def _fly_strike(play: Play[State], sector: str, bomber: str, target: str) -> None:
    """10.7, 10.9  A roll up to the bomber's strength hits; a miss up to the target's is flak (A-147)."""
    state = play.state
    if not state.is_in_play(target):
        play.emit(AirStrikeFlown(sector, bomber, target, 0, "too late"))
        return
    flies, swims = state.table.counters[bomber], state.table.counters[target]
    roll = play.roll("10.7", f"{sector}: {flies.name} strikes {swims.name}")
    strength = state.strength_of(bomber) or 0
    flak = flak_of(state, target)
    result = strike_result(strength, flak, roll)
    play.emit(AirStrikeFlown(sector, bomber, target, roll, result, strength, flak))
    if result == "hit":
        lose_step(play, target, "10.7")
    elif result == "flak":
        lose_step(play, bomber, "10.9")


def flak_of(state: State, target: str) -> int:
    """10.9  Return up to which roll a target shoots back; 0: it does not."""
    return (state.strength_of(target) or 0) if _has_flak(state.counter(target)) else 0


def strike_result(strength: int, flak: int, roll: int) -> Literal["hit", "miss", "flak"]:
    """10.7, 10.9  Return what a roll comes to: a hit goes before flak (A-147)."""
    return "hit" if roll <= strength else "flak" if roll <= flak else "miss"


def _has_flak(counter: Counter) -> bool:
    """10.9  Return whether a target shoots back (A-88): no submarines, mines, tanks (A-75)."""
    return counter.arm == "naval" and counter.type not in _NO_FLAK and not counter.is_dummy


@remembered("step", "resolved")
def _next(state: State) -> tuple[Seat, Mapping[str, Raid]]:
    """10.7  Return who strikes now, and where: whoever's player turn it is first, then the other."""
    forces, resolved, mover = state.forces, state.resolved, state.seat
    for seat, foe in ((mover, other(mover)), (other(mover), mover)):
        aloft, ships, troops = forces[seat, "air"], forces[foe, "naval"], forces[foe, "land"]
        raids = {
            sector: Raid(bombers, targets)
            for sector in SECTORS
            if sector in aloft
            and (sector in ships or sector in troops)
            and f"{seat} {sector}" not in resolved
            and (bombers := _able_bombers(state, sector, seat))
            and (targets := strike_targets(state, sector, seat))
        }
        if raids:
            return seat, raids
    return mover, {}


def _able_bombers(state: State, sector: str, seat: Seat) -> list[str]:
    bombers = bombers_in(state, sector, seat)
    return [n for n in bombers if state.strength_of(n)] if bombers else bombers


def _wrong_bomber(state: State, sector: str, bomber: str, used: set[str], at: str) -> Violation:
    who, (seat, raids) = named(state, bomber), _next(state)
    if bomber in used:
        text = f"{who} is named twice; a bomber strikes once"
        return Violation("10.7", "named_twice", text, at)
    text = (
        f"{_why_not(state, sector, bomber, seat)}; here are {listed(state, raids[sector].bombers)}"
    )
    return Violation("10.7", "not_a_bomber", f"{who} {text}", at)


def _why_not(state: State, sector: str, name: str, seat: Seat) -> str:
    """10.3, 10.7  Say why a unit does not strike in a sea space."""
    counter = state.counter(name)
    if counter.arm != "air":
        return "is no air unit"
    if counter.seat != seat:
        return f"is {counter.seat}, and {seat} bombers strike now"
    if counter.type != "bomber":
        kind = "float plane" if counter.type == "floatplane" else counter.type
        return f"is a {kind}, and bombers strike ships"
    place = state.units[name].place
    return f"is in {place}" if place != sector else "has no strength left"


def _wrong_target(state: State, sector: str, target: str, alone: set[str], at: str) -> Violation:
    """10.7, 10.8  Say why a unit cannot be struck."""
    if target in alone:
        kind = state.counter(target).type
        text = f"{named(state, target)} is a {kind}: one bomber may strike it, and one does already"
        return Violation("10.8", "one_bomber_only", text, at)
    seat, raids = _next(state)
    why, counter = described(state, target), state.counter(target)
    if counter.seat == seat:
        why += ", and bombers strike the enemy"
    elif state.units[target].aboard:
        why += "; strike what carries it"
    elif state.units[target].place != sector:
        why += f", and strikes in {sector} are ordered"
    elif counter.type == "mine":
        why += ", and mines are not struck in this game (A-68)"
    else:
        why += ", and bombers strike what swims"
    text = f"{why}; these can be struck: {listed(state, raids[sector].targets)}"
    return Violation("10.7", "not_a_target", text, at)


def _best_strikes(state: State) -> Strike:
    """Return every bomber on the best target left: a bomber per step, least flak, most worth."""
    sector, (bombers, targets) = _first_raid(state)
    strengths = {name: state.strength_of(name) or 0 for name in bombers}
    prey = {name: _worth_and_flak(state, name) for name in targets}
    struck: dict[str, int] = {}
    pairs: list[tuple[str, ...]] = []
    for bomber in sorted(bombers, key=strengths.__getitem__, reverse=True):
        if not prey:
            break
        strength = strengths[bomber]
        # What a strike may bring: the target's worth, less the danger of its flak.
        gains = {
            name: worth - 3 * (flak - strength) if flak > strength else worth
            for name, (worth, flak) in prey.items()
        }
        target = max(gains, key=gains.__getitem__)
        pairs.append((bomber, target))
        struck[target] = struck.get(target, 0) + 1
        if struck[target] == _bombers_wanted(state, target):
            del prey[target]
    return Strike(sector, tuple(pairs))


def _bombers_wanted(state: State, target: str) -> int:
    return 1 if state.counter(target).type in _NO_FLAK else state.units[target].steps


def _worth_and_flak(state: State, target: str) -> tuple[int, int]:
    """Return what a target is worth, by strength, kind and cargo, and which rolls it shoots at."""
    counter, strength = state.table.counters[target], state.strength_of(target) or 0
    worth = strength + _WORTH.get(counter.type, 0)
    if counter.type == "transport" and state.carried_by(target):
        worth += _CARGO
    return worth, min(6, strength) if _has_flak(counter) else 0


def _hold(state: State) -> Strike:
    return Strike(_first_raid(state)[0], ())


def _first_raid(state: State) -> tuple[str, Raid]:
    return next(iter(_next(state)[1].items()))


def _offers(state: State) -> Iterator[Order]:
    """Return the best strikes, single strikes on each target, and none."""
    yield _best_strikes(state)
    for sector, raid in _next(state)[1].items():
        for target in raid.targets:
            yield Strike(sector, ((raid.bombers[0], target),))
    yield _hold(state)


def _facts(state: State) -> Mapping[str, int | str]:
    sector, raid = _first_raid(state)
    return {
        "sector": sector,
        "own_bombers": len(raid.bombers),
        "targets": len(raid.targets),
    }


def _came_to(event: AirStrikeFlown) -> str:
    if not event.roll:
        return f"{event.result} (the target is gone, nothing is rolled)"
    flak = (
        f"; above that, up to its strength {event.flak} it shoots back (10.9)"
        if event.flak > event.strength
        else ""
    )
    return f"rolled {event.roll}, up to strength {event.strength} hits (10.7){flak}: {event.result}"


_BEST = Policy(
    "every bomber strikes: loaded transports first, then what is strong and shoots least",
    _best_strikes,
)

CHAPTER = Chapter(
    title="Naval air strikes",
    orders={Strike: (check_strike, obey_strike)},
    events=(AirStrikeFlown, AirStrikesEnded),
    asks={
        "air_strikes": Asking(
            _offers,
            {"default": _BEST, "strike": _BEST, "hold": Policy("strike nothing there", _hold)},
            _facts,
        ),
    },
    tell={
        AirStrikeFlown: lambda e: f"{e.sector}: {e.bomber} strikes {e.target}: {_came_to(e)}",
        AirStrikesEnded: lambda e: f"the {e.seat} air strikes in {e.sector} are over",
    },
)
