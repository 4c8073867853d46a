"""13.2  Supply transports at airbases: whom they feed, and which of them go home (A-90)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.saying import said_together
from sealion_pbem.engine.words import Decision, Order, Violation
from sealion_pbem.rulesets.sealion.board import FRANCE
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.events.general import UnitPlaced
from sealion_pbem.rulesets.sealion.naming import described, listed, named, said_units, unit_choice
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
_PAIR = 2


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
    """13.2, A-90  Ask the German, at the end of either player turn, which supply transports go home."""
    waiting = [] if state.ended else _waiting(state)
    if not waiting:
        return None
    where = ", ".join(f"{named(state, name)} in {state.units[name].place}" for name in waiting)
    prompt = f"which supply transports go home to France: {where}"
    accepts = {"send_home", "done"}
    if _may_feed(state):
        prompt += "; or whom they feed"
        accepts.add("feed")
    return Decision(GERMAN, "supply_transports", "13.2", prompt, frozenset(accepts))


def _may_feed(state: State) -> bool:
    """13.2  Return whether transports can be told whom to feed: in step 15, when supply is checked."""
    return state.step == LAST_STEP and not state.is_rain and bool(_hungry(state))


def refuse_pair(state: State, draft: Draft, pair: tuple[str, ...]) -> Iterator[Violation]:
    """13.2  One hungry parachute or glider unit for each transport, with a line of supply to it."""
    if len(pair) != _PAIR:
        text = f"a pair of transport and unit is wanted, not {len(pair)} names"
        yield Violation("13.2", "no_pair", text)
        return
    (transport, unit), taken = pair, _paired(draft)
    if transport in taken or unit in taken:
        twice = transport if transport in taken else unit
        text = f"{named(state, twice)} is named twice; one transport feeds one unit"
        yield Violation("13.2", "named_twice", text)
    elif transport not in unused_transports(state):
        yield Violation("13.2", "no_supply_transport", _no_supply(state, transport), "/0")
    elif unit not in _hungry(state):
        yield Violation("13.2", "not_hungry", _not_hungry(state, unit), "/1")
    elif not state.holds(_in_reach(state, transport), state.units[unit].place):
        place, base = state.units[unit].place, state.units[transport].place
        text = f"no line of supply leads from {named(state, unit)} in {place} to {base}"
        yield Violation("13.2", "no_line", text, "/1")


def _is_plain_feeding(state: State, order: Feed) -> bool:
    """Return whether transports that have supply feed units that want it, each named once."""
    pairs, names = order.pairs, [name for pair in order.pairs for name in pair]
    if not pairs or any(len(pair) != _PAIR for pair in pairs) or len({*names}) < len(names):
        return False
    able, hungry = unused_transports(state), _hungry(state)
    return all(
        transport in able
        and unit in hungry
        and state.holds(_in_reach(state, transport), state.units[unit].place)
        for transport, unit in pairs
    )


def feedings(state: State, draft: Draft) -> Iterator[Choice]:
    """13.2  Return which transport can feed which unit, of those that are still to be named."""
    taken, counters = _paired(draft), state.table.counters
    hungry = [name for name in _hungry(state) if name not in taken]
    for transport in unused_transports(state):
        if transport in taken:
            continue
        area = _in_reach(state, transport)
        for unit in hungry:
            place, steps, _ = state.units[unit]
            if state.holds(area, place):
                label = f"{counters[transport].name} feeds {counters[unit].name}"
                note = "lost without supply" if steps == 1 else "reduced without supply"
                pair = [transport, unit]
                yield Choice("pairs", pair, label, rule="13.2", notes=(place, f"{note} (13.3)"))


def _paired(draft: Draft) -> set[str]:
    """Return the transports and units that have been named."""
    return {name for pair in draft.get("pairs", ()) if len(pair) == _PAIR for name in pair}


def _able_to_pair(state: State, _: Draft, pair: object, choices: Iterable[Choice]) -> str:
    """13.2  Say which transports have supply to give, and who lives on it."""
    pairs = [choice.value for choice in choices]
    if pair is None or not pairs:
        return ""
    able, fed = (listed(state, dict.fromkeys(names)) for names in zip(*pairs, strict=True))
    return f"these have supply to give: {able}; these live on air supply: {fed}"


def _missing_pairs(_: State, draft: Draft) -> Iterator[Violation]:
    if "pairs" not in draft:
        text = "no pair of transport and unit is named; 'done' feeds those that would be lost first"
        yield Violation("13.2", "nobody_named", text, "/pairs")


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


def refuse_transport(state: State, draft: Draft, name: str) -> Iterator[Violation]:
    """13.2, A-90  Only transports that stand at an airbase on the map go home, each once.

    Where aircraft go home before supply is checked, one that feeds a unit stays (2.2 step 15).
    """
    if name in draft.get("transports", ()):
        text = f"{named(state, name)} is named twice; name each unit once"
        yield Violation("13.2", "named_twice", text)
    elif name in state.used and not _feeds_before(state):
        text = f"{named(state, name)} feeds a unit in this game turn and stays"
        yield Violation("13.2", "has_fed", text)
    elif name not in _waiting(state):
        yield Violation("13.2", "no_supply_transport", _no_home_to_go(state, name))


def _is_plain(state: State, order: SendHome) -> bool:
    """Return whether transports that wait and are free to go are sent home, each once."""
    names = {*order.transports}
    is_free = _feeds_before(state) or names.isdisjoint(state.used)
    return 0 < len(names) == len(order.transports) and is_free and names.issubset(_waiting(state))


def transports(state: State, draft: Draft) -> Iterator[Choice]:
    """13.2, A-90  Return the transports that can go home."""
    note = "feeds before it goes" if _feeds_before(state) else "feeds nobody from now on"
    for name in _waiting(state):
        if not any(refuse_transport(state, draft, name)):
            yield unit_choice(state, "transports", name, "13.2", note)


def _can_go_home(_: State, draft: Draft, name: object, choices: Iterable[Choice]) -> str:
    """13.2  Say which transports can go home; of one named twice, or of none, all is said."""
    if name is None or name in draft.get("transports", ()):
        return ""
    return f"{said_units(choices)} can go home"


def _missing_transports(state: State, draft: Draft) -> Iterator[Violation]:
    if "transports" not in draft:
        waiting = listed(state, _waiting(state))
        text = f"no transport is named; {waiting} can go, 'done' lets all stay"
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
    """Return to let all stay, each and all going home, and whom the first feeds if not all are fed."""
    yield Done()
    waiting = _free_to_go(state)
    yield from (SendHome((name,)) for name in waiting)
    if len(waiting) > 1:
        yield SendHome(tuple(waiting))
    if not _may_feed(state):
        return
    able = unused_transports(state)
    if len(_hungry(state)) > len(able) > 0:
        pairs = (choice.value for choice in feedings(state, {}))
        yield from (Feed(((t, unit),)) for t, unit in pairs if t == able[0])


def _facts_of_transports(state: State) -> Mapping[str, int | str]:
    return {"supply_transports": len(supply_transports(state))}


def _hungry(state: State) -> list[str]:
    """13.2  Return the parachute and glider units that only air supply can feed now."""
    landed = [name for name in state.table.of_type(AIRBORNE) if needs_air(state, name, 0)]
    # Without any there is nothing to work out.
    area = supplied(state, GERMAN) if landed else 0
    return [name for name in landed if needs_air(state, name, area)]


def _in_reach(state: State, transport: str) -> int:
    """13.2  Return the area from which lines of supply lead to the airbase of a transport."""
    board = state.table.board
    return board.flood(board.bits[state.units[transport].place], passable(state, GERMAN))


def _free_to_go(state: State) -> list[str]:
    return [choice.value for choice in transports(state, {})]


def _all_home(state: State) -> SendHome | None:
    waiting = _free_to_go(state)
    return SendHome(tuple(waiting)) if waiting else None


_FEED: Form[State] = Form(
    Feed,
    (Member("pairs", Shape.MANY, refuse_pair, feedings, _able_to_pair),),
    _missing_pairs,
    is_sure=_is_plain_feeding,
)
_SEND_HOME: Form[State] = Form(
    SendHome,
    (Member("transports", Shape.MANY, refuse_transport, transports, _can_go_home),),
    _missing_transports,
    is_sure=_is_plain,
)

CHAPTER = Chapter(
    title="Supply transports",
    orders={
        Feed: (_FEED, obey_feed),
        SendHome: (_SEND_HOME, obey_send_home),
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
        AirSupplyGiven: lambda e, say: (
            f"{say(e.transport, 'supplies', 'supply')} {say(e.unit)} (13.2)"
        ),
        TransportsCalledHome: lambda e, say: (
            f"{said_together(say, e.transports, 'flies', 'fly')} home to France "
            "when supply has been checked (13.2)"
        ),
    },
)
