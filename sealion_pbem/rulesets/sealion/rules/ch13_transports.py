"""13.2  Supply transports at airbases: whom they feed, and which of them go home (A-90)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Order, Violation
from sealion_pbem.rulesets.sealion.board import FRANCE
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.events.general import UnitPlaced
from sealion_pbem.rulesets.sealion.naming import described, listed, named
from sealion_pbem.rulesets.sealion.rules.ch13_supply import (
    AIRBORNE,
    needs_air,
    passable,
    supplied,
    supply_transports,
    unused_transports,
)
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = [
    "CHAPTER",
    "AirSupplyGiven",
    "Feed",
    "SendHome",
    "TransportsCalledHome",
    "decide_transports",
]

LAST_STEP = 15


@frozen
class SendHome:
    """Send supply transports back to France."""

    kind: ClassVar[str] = "send_home"
    transports: tuple[str, ...]


@frozen
class Feed:
    """Say whom air transports supply: pairs of transport and unit; the others feed who needs it most."""

    kind: ClassVar[str] = "feed"
    pairs: tuple[tuple[str, ...], ...]


@frozen
class AirSupplyGiven:
    """A transport feeds this unit in this game turn, and no other (13.2)."""

    kind: ClassVar[str] = "air_supply_given"
    transport: str
    unit: str

    def on(self, state: State) -> None:
        """The unit is in supply like one that was brought by air; the transport has nothing left."""
        state.used |= {self.transport}
        state.landed |= {self.unit}


@frozen
class TransportsCalledHome:
    """Supply transports go home in this step, but feed before they do (2.2 step 15)."""

    kind: ClassVar[str] = "transports_called_home"
    transports: tuple[str, ...]

    def on(self, state: State) -> None:
        """They are back when supply has been checked."""
        state.done |= frozenset(self.transports)


def decide_transports(state: State) -> Decision | None:
    """13.2, A-90  The German may send supply transports home at the end of either player turn."""
    waiting = [] if state.ended else _waiting(state)
    if not waiting:
        return None
    where = ", ".join(f"{name} in {state.units[name].place}" for name in waiting)
    prompt = f"which supply transports go home to France: {where}"
    accepts = {"send_home", "done"}
    if _may_feed(state):
        prompt += "; or whom they feed"
        accepts.add("feed")
    return Decision(GERMAN, "supply_transports", "13.2", prompt, frozenset(accepts))


def _may_feed(state: State) -> bool:
    """13.2  Supply is checked in step 15: before that, whom a transport feeds is not settled."""
    return state.step == LAST_STEP and not state.is_rain and bool(_hungry(state))


def check_feed(state: State, order: Feed) -> Iterator[Violation]:
    """13.2  One hungry parachute or glider unit for each transport, with a line of supply to it."""
    able, hungry = unused_transports(state), _hungry(state)
    taken: set[str] = set()
    if not order.pairs:
        text = "no pair of transport and unit is named; 'done' feeds those that would be lost first"
        yield Violation("13.2", "nobody_named", text, "/pairs")
    for number, pair in enumerate(order.pairs):
        at = f"/pairs/{number}"
        if len(pair) != len(("transport", "unit")):
            text = f"a pair of transport and unit is wanted, not {len(pair)} names"
            yield Violation("13.2", "no_pair", text, at)
            continue
        transport, unit = pair
        if transport in taken or unit in taken:
            twice = transport if transport in taken else unit
            text = f"{named(state, twice)} is named twice; one transport feeds one unit"
            yield Violation("13.2", "named_twice", text, at)
        elif transport not in able:
            text = (
                f"{_no_supply(state, transport)}; these have supply to give: {listed(state, able)}"
            )
            yield Violation("13.2", "no_supply_transport", text, f"{at}/0")
        elif unit not in hungry:
            text = f"{_not_hungry(state, unit)}; these live on air supply: {listed(state, hungry)}"
            yield Violation("13.2", "not_hungry", text, f"{at}/1")
        elif not _reaches(state, transport, unit):
            place, base = state.units[unit].place, state.units[transport].place
            text = f"no line of supply leads from {named(state, unit)} in {place} to {base}"
            yield Violation("13.2", "no_line", text, f"{at}/1")
        taken |= {transport, unit}


def _no_supply(state: State, name: str) -> str:
    """13.2  Say why a unit brings no air supply."""
    if name in state.used:
        return f"{named(state, name)} feeds a unit in this game turn, and one is all"
    return f"{described(state, name)}, and stands for air supply at no airbase"


def _not_hungry(state: State, name: str) -> str:
    """13.2, 14.6  Say why a unit needs or gets no air supply."""
    if state.counter(name).type not in AIRBORNE or state.units[name].place == FRANCE:
        return f"{described(state, name)}, and parachute and glider units on the map are fed"
    if state.is_doubtful(name):
        return f"{named(state, name)} may be a fake, and nobody feeds it before it is shown"
    return f"{named(state, name)} is in supply without it"


def obey_feed(play: Play[State], order: Feed) -> None:
    """13.2  Each unit named is in supply in this game turn."""
    for transport, unit in order.pairs:
        play.emit(AirSupplyGiven(transport, unit))


def _waiting(state: State) -> list[str]:
    """13.2  Return the supply transports that have not been called home."""
    return [name for name in supply_transports(state) if name not in state.done]


def _feeds_before(state: State) -> bool:
    """2.2 step 15, A-5  Return whether supply is still checked before aircraft go home."""
    return state.step == LAST_STEP and state.edition.supply_comes_before_return


def check_send_home(state: State, order: SendHome) -> Iterator[Violation]:
    """13.2, A-90  Only transports that stand at an airbase on the map go home, each once.

    Where aircraft go home before supply is checked, one that feeds a unit stays (2.2 step 15).
    """
    waiting = _waiting(state)
    for number, name in enumerate(order.transports):
        at = f"/transports/{number}"
        if name in order.transports[:number]:
            text = f"{named(state, name)} is named twice; name each unit once"
            yield Violation("13.2", "named_twice", text, at)
        elif name in state.used and not _feeds_before(state):
            text = f"{named(state, name)} feeds a unit in this game turn and stays"
            yield Violation("13.2", "has_fed", text, at)
        elif name not in waiting:
            text = f"{_no_home_to_go(state, name)}; {listed(state, waiting)} can go home"
            yield Violation("13.2", "no_supply_transport", text, at)
    if not order.transports:
        text = f"no transport is named; {listed(state, waiting)} can go, 'done' lets all stay"
        yield Violation("13.2", "nobody_named", text, "/transports")


def _no_home_to_go(state: State, name: str) -> str:
    """13.2  Say why a unit is not sent home from air supply."""
    if name in state.done:
        return f"{named(state, name)} is called home already"
    return f"{described(state, name)}, and stands for air supply at no airbase"


def obey_send_home(play: Play[State], order: SendHome) -> None:
    """13.2, 2.2  They are back in France, or will be when supply has been checked."""
    if _feeds_before(play.state):
        play.emit(TransportsCalledHome(order.transports))
        return
    for name in order.transports:
        play.emit(UnitPlaced(name, FRANCE, "13.2"))


def _offer_transports(state: State) -> Iterator[Order]:
    yield Done()
    waiting = _free_to_go(state)
    yield from (SendHome((name,)) for name in waiting)
    if len(waiting) > 1:
        yield SendHome(tuple(waiting))
    able, hungry = unused_transports(state), _hungry(state) if _may_feed(state) else []
    if len(hungry) > len(able):
        yield from (Feed(((t, n),)) for n in hungry for t in able[:1] if _reaches(state, t, n))


def _facts_of_transports(state: State) -> Mapping[str, int | str]:
    return {"supply_transports": len(supply_transports(state))}


def _hungry(state: State) -> list[str]:
    """13.2  Return the parachute and glider units that only air supply can feed now."""
    landed = [name for name in state.table.of_type(AIRBORNE) if needs_air(state, name, 0)]
    # Without any there is nothing to work out.
    area = supplied(state, GERMAN) if landed else 0
    return [name for name in landed if needs_air(state, name, area)]


def _reaches(state: State, transport: str, unit: str) -> bool:
    """13.2  Return whether a line of supply leads from a unit to the airbase of a transport."""
    board = state.table.board
    base = board.bits[state.units[transport].place]
    return state.holds(board.flood(base, passable(state, GERMAN)), state.units[unit].place)


def _free_to_go(state: State) -> list[str]:
    return [n for n in _waiting(state) if n not in state.used or _feeds_before(state)]


def _all_home(state: State) -> SendHome | None:
    waiting = _free_to_go(state)
    return SendHome(tuple(waiting)) if waiting else None


CHAPTER = Chapter(
    title="Supply transports",
    orders={
        Feed: (check_feed, obey_feed),
        SendHome: (check_send_home, obey_send_home),
    },
    events=(AirSupplyGiven, TransportsCalledHome),
    asks={
        "supply_transports": Asking(
            _offer_transports,
            {
                "default": Policy("nobody goes", lambda _: Done()),
                "all_home": Policy("all of them go home", _all_home),
            },
            _facts_of_transports,
        ),
    },
    tell={
        AirSupplyGiven: lambda e: f"{e.transport} supplies {e.unit} (13.2)",
        TransportsCalledHome: lambda e: (
            f"{', '.join(e.transports)} fly home to France when supply has been checked (13.2)"
        ),
    },
)
