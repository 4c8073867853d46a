"""10.7 to 10.9  Naval air strikes: bombers against what swims in their sea space, and its flak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Order, Seat, Violation
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.events.air import AirStrikeFlown, AirStrikesEnded
from sealion_pbem.rulesets.sealion.memory import remembered
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import bombers_in, label, ships_in
from sealion_pbem.rulesets.sealion.rules.ch10_air.loss import lose_step
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["CHAPTER", "Strike", "begin_strikes", "decide_strikes", "strike_targets"]

_PAIR = 2
_NO_FLAK = frozenset({"submarine", "mine"})
# What a target is worth to the default policy beside its strength
_WORTH = {"transport": 4, "carrier": 5, "submarine": 1, "mine": -5}
_CARGO = 3


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
    seat, sectors = _next(state)
    if not sectors:
        return None
    prompt = f"naval air strikes in {', '.join(sectors)}: name bombers and targets, or none"
    return Decision(seat, "air_strikes", "10.7", prompt, frozenset({"strike"}), about=sectors[0])


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
    seat, sectors = _next(state)
    if order.sector not in sectors:
        text = (
            f"no strikes are to be flown in {order.sector!r} now; they are in {', '.join(sectors)}"
        )
        yield Violation("10.7", "wrong_sector", text, "/sector")
        return
    bombers = _able_bombers(state, order.sector, seat)
    targets = strike_targets(state, order.sector, seat)
    named: set[str] = set()
    alone: set[str] = set()
    for number, pair in enumerate(order.strikes):
        at = f"/strikes/{number}"
        if len(pair) != _PAIR:
            text = "each entry is a bomber and its target"
            yield Violation("10.7", "incomplete_pair", text, at)
            continue
        bomber, target = pair
        yield from _check_bomber(state, bomber, bombers, named, f"{at}/0")
        named.add(bomber)
        yield from _check_target(state, target, targets, alone, f"{at}/1")
        if target in targets and state.counter(target).type in _NO_FLAK:
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
    names = f"{state.counter(bomber).name} strikes {state.counter(target).name}"
    roll = play.roll("10.7", f"{sector}: {names}")
    strength, flak = state.strength_of(bomber) or 0, _flak(state, target)
    result = "hit" if roll <= strength else "flak" if roll <= flak else "miss"
    play.emit(AirStrikeFlown(sector, bomber, target, roll, result, strength, flak))
    if result == "hit":
        lose_step(play, target, "10.7")
    elif result == "flak":
        lose_step(play, bomber, "10.9")


def _flak(state: State, target: str) -> int:
    """10.9  Return up to which roll a target shoots back (A-88): no submarines, mines, tanks (A-75)."""
    counter = state.counter(target)
    if counter.arm != "naval" or counter.type in _NO_FLAK or counter.is_dummy:
        return 0
    return state.strength_of(target) or 0


@remembered("step", "resolved")
def _next(state: State) -> tuple[Seat, tuple[str, ...]]:
    """10.7  Return who strikes now, and where: whoever's player turn it is first, then the other."""
    for seat in (state.seat, other(state.seat)):
        aloft = state.forces[seat, "air"]
        sectors = [
            sector
            for sector in SECTORS
            if sector in aloft
            and f"{seat} {sector}" not in state.resolved
            and _able_bombers(state, sector, seat)
            and strike_targets(state, sector, seat)
        ]
        if sectors:
            return seat, tuple(sectors)
    return state.seat, ()


def _able_bombers(state: State, sector: str, seat: Seat) -> list[str]:
    return [n for n in bombers_in(state, sector, seat) if (state.strength_of(n) or 0) > 0]


def _check_bomber(
    state: State, bomber: str, bombers: list[str], named: set[str], at: str
) -> Iterator[Violation]:
    if bomber in named:
        text = f"{label(state, bomber)} is named twice; a bomber strikes once"
        yield Violation("10.7", "named_twice", text, at)
    elif bomber not in bombers:
        here = ", ".join(label(state, name) for name in bombers)
        text = f"{label(state, bomber)} is no bomber of yours in this sea space; these are: {here}"
        yield Violation("10.7", "not_a_bomber", text, at)


def _check_target(
    state: State, target: str, targets: list[str], alone: set[str], at: str
) -> Iterator[Violation]:
    if target in alone:
        kind = state.counter(target).type
        text = f"{label(state, target)} is a {kind}: one bomber may strike it, and one does already"
        yield Violation("10.8", "one_bomber_only", text, at)
    elif target not in targets:
        here = ", ".join(label(state, name) for name in targets)
        text = f"{label(state, target)} cannot be struck in this sea space; these can: {here}"
        yield Violation("10.7", "not_a_target", text, at)


def _best_strikes(state: State) -> Strike:
    """Return every bomber on the best target left: a bomber per step, least flak, most worth."""
    seat, sectors = _next(state)
    sector = sectors[0]
    targets = strike_targets(state, sector, seat)
    left = {name: _bombers_wanted(state, name) for name in targets}
    pairs: list[tuple[str, ...]] = []
    for bomber in sorted(
        _able_bombers(state, sector, seat), key=lambda name: -(state.strength_of(name) or 0)
    ):
        open_ = [name for name in targets if left[name] > 0]
        if open_:
            target = max(open_, key=partial(_gain, state, bomber))
            left[target] -= 1
            pairs.append((bomber, target))
    return Strike(sector, tuple(pairs))


def _bombers_wanted(state: State, target: str) -> int:
    return 1 if state.counter(target).type in _NO_FLAK else state.units[target].steps


def _gain(state: State, bomber: str, target: str) -> int:
    """Return what a strike may bring: the target's worth, less the danger of its flak."""
    counter = state.counter(target)
    worth = _WORTH.get(counter.type, 0) + (state.strength_of(target) or 0)
    cargo = _CARGO if counter.type == "transport" and state.carried_by(target) else 0
    danger = max(0, min(6, _flak(state, target)) - (state.strength_of(bomber) or 0))
    return worth + cargo - 3 * danger


def _hold(state: State) -> Strike:
    return Strike(_next(state)[1][0], ())


def _offers(state: State) -> Iterator[Order]:
    """Return the best strikes, single strikes on each target, and none."""
    yield _best_strikes(state)
    seat, sectors = _next(state)
    for sector in sectors:
        bomber = _able_bombers(state, sector, seat)[0]
        for target in strike_targets(state, sector, seat):
            yield Strike(sector, ((bomber, target),))
    yield _hold(state)


def _facts(state: State) -> Mapping[str, int | str]:
    seat, sectors = _next(state)
    return {
        "sector": sectors[0],
        "own_bombers": len(_able_bombers(state, sectors[0], seat)),
        "targets": len(strike_targets(state, sectors[0], seat)),
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
