"""10.7 to 10.9  Naval air strikes: bombers against what swims in their sea space, and its flak."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Order, Seat, Violation
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.events.air import AirStrikeFlown, AirStrikesEnded
from sealion_pbem.rulesets.sealion.naming import described, listed, named
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import Raid, next_raids
from sealion_pbem.rulesets.sealion.rules.loss import lose_step
from sealion_pbem.rulesets.sealion.state import State

__all__ = [
    "CHAPTER",
    "Strike",
    "begin_strikes",
    "decide_strikes",
    "flak_of",
    "strike_result",
]

_PAIR = 2
_NO_FLAK = frozenset({"submarine", "mine"})
# What a target is worth to the default policy beside its strength
_WORTH = {"transport": 4, "carrier": 5, "submarine": 1, "mine": -5}
_CARGO = 3
_ACCEPTS = frozenset({"strike"})


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
    seat, raids = next_raids(state)
    if not raids:
        return None
    prompt = f"naval air strikes in {', '.join(raids)}: name bombers and targets, or none"
    return Decision(seat, "air_strikes", "10.7", prompt, _ACCEPTS, about=next(iter(raids)))


def refuse_sector(state: State, _: Draft, sector: str) -> Iterator[Violation]:
    """10.7  A sea space in which there are bombers, something to strike, and no strikes yet."""
    if sector not in next_raids(state)[1]:
        yield Violation("10.7", "wrong_sector", f"no strikes are to be flown in {sector!r} now")


def sectors(state: State, draft: Draft) -> Iterator[Choice]:
    """10.7  Return where strikes are to be ordered; none need be flown."""
    if "sector" in draft:
        return
    for sector, (bombers, targets) in next_raids(state)[1].items():
        notes = (f"{len(bombers)} bombers, {len(targets)} targets",)
        yield Choice("sector", sector, sector, rule="10.7", notes=notes)


def refuse_pair(state: State, draft: Draft, pair: tuple[str, ...]) -> Iterator[Violation]:
    """10.7, 10.8  Each bomber there has one target there; submarines and mines one bomber each."""
    if len(pair) != _PAIR:
        text = "each entry is a bomber and its target"
        yield Violation("10.7", "incomplete_pair", text)
        return
    sector, given = draft["sector"], _pairs(draft)
    raid, (bomber, target) = next_raids(state)[1][sector], pair
    if not _can_strike(raid, given, bomber):
        yield _wrong_bomber(state, sector, given, bomber)
    if not _can_be_struck(state, raid, given, target):
        yield _wrong_target(state, sector, target)


def _pairs(draft: Draft) -> list[tuple[str, ...]]:
    """Return the strikes that are ordered so far, those that are none left out."""
    return [pair for pair in draft.get("strikes", ()) if len(pair) == _PAIR]


def _can_strike(raid: Raid, given: Sequence[tuple[str, ...]], bomber: str) -> bool:
    """10.7  Return whether a bomber is there and has no target yet."""
    return bomber in raid.bombers and all(bomber != pair[0] for pair in given)


def _can_be_struck(state: State, raid: Raid, given: Sequence[tuple[str, ...]], target: str) -> bool:
    """10.7, 10.8  Return whether a target is there and one more bomber may strike it."""
    if target not in raid.targets:
        return False
    is_for_one = state.table.counters[target].type in _NO_FLAK
    return not is_for_one or all(target != pair[1] for pair in given)


def pairs(state: State, draft: Draft) -> Iterator[Choice]:
    """10.7, 10.8  Return every bomber that has no target with every target it can have."""
    raid = next_raids(state)[1].get(draft.get("sector", ""))
    if raid is None:
        return
    given = _pairs(draft)
    prey = [name for name in raid.targets if _can_be_struck(state, raid, given, name)]
    for bomber in raid.bombers:
        if _can_strike(raid, given, bomber):
            for target in prey:
                yield _pair(state, bomber, target)


def _pair(state: State, bomber: str, target: str) -> Choice:
    flies, swims = state.counter(bomber), state.counter(target)
    strength, flak = state.strength_of(bomber) or 0, flak_of(state, target)
    notes = [f"hits with up to {strength} (10.7)"]
    if flak > strength:
        notes.append(f"above that flak answers up to {flak} (10.9)")
    rule = "10.8" if swims.type in _NO_FLAK else "10.7"
    label = f"{flies.name} strikes {swims.name}"
    return Choice("strikes", [bomber, target], label, rule=rule, notes=tuple(notes))


def _are_sound(state: State, order: Strike) -> bool:
    """Return whether strikes are legal, as nearly all are."""
    raid = next_raids(state)[1].get(order.sector)
    return raid is not None and all(
        len(pair) == _PAIR
        and _can_strike(raid, order.strikes[:number], pair[0])
        and _can_be_struck(state, raid, order.strikes[:number], pair[1])
        for number, pair in enumerate(order.strikes)
    )


def obey_strike(play: Play[State], order: Strike) -> None:
    """10.7  Let the bombers strike one after the other, all targets being assigned."""
    seat = next_raids(play.state)[0]
    for bomber, target in order.strikes:
        _fly_strike(play, order.sector, bomber, target)
    play.emit(AirStrikesEnded(seat, order.sector))


def _fly_strike(play: Play[State], sector: str, bomber: str, target: str) -> None:
    """10.7, 10.9  Roll for one strike: a hit up to the bomber's strength, then perhaps flak (A-147)."""
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


def _wrong_bomber(
    state: State, sector: str, given: Sequence[tuple[str, ...]], bomber: str
) -> Violation:
    who = named(state, bomber)
    if any(bomber == pair[0] for pair in given):
        text = f"{who} is named twice; a bomber strikes once"
        return Violation("10.7", "named_twice", text, "/0")
    text = f"{who} {_why_not(state, sector, bomber, next_raids(state)[0])}"
    return Violation("10.7", "not_a_bomber", text, "/0")


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


def _wrong_target(state: State, sector: str, target: str) -> Violation:
    """10.7, 10.8  Say why a unit cannot be struck."""
    seat, raids = next_raids(state)
    why, counter = described(state, target), state.counter(target)
    if target in raids[sector].targets:
        who = named(state, target)
        text = f"{who} is a {counter.type}: one bomber may strike it, and one does already"
        return Violation("10.8", "one_bomber_only", text, "/1")
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
    return Violation("10.7", "not_a_target", why, "/1")


def _where(_: State, __: Draft, ___: object, choices: Iterable[Choice]) -> str:
    return f"they are in {', '.join(choice.label for choice in choices)}"


def _who_and_whom(state: State, _: Draft, pair: tuple[str, ...], choices: Iterable[Choice]) -> str:
    """10.7, 10.8  Say who can strike instead of a wrong bomber, and what instead of a wrong target."""
    if len(pair) != _PAIR:
        return ""
    values = [choice.value for choice in choices]
    if not values:
        return "no strike is left to be ordered there"
    leads = ("here are", "these can be struck:")
    return "; ".join(
        f"{lead} {listed(state, dict.fromkeys(free))}"
        for lead, name, free in zip(leads, pair, zip(*values, strict=True), strict=True)
        if name not in free
    )


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
    return next(iter(next_raids(state)[1].items()))


def _offers(state: State) -> Iterator[Order]:
    """Return the best strikes, single strikes on each target, and none."""
    yield _best_strikes(state)
    for sector, raid in next_raids(state)[1].items():
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

_STRIKE: Form[State] = Form(
    Strike,
    (
        Member("sector", Shape.ONE, refuse_sector, sectors, _where),
        Member("strikes", Shape.MANY, refuse_pair, pairs, _who_and_whom, after=("sector",)),
    ),
    wanted("10.7", "sector"),
    is_sure=_are_sound,
)

CHAPTER = Chapter(
    title="Naval air strikes",
    orders={Strike: (_STRIKE, obey_strike)},
    events=(AirStrikeFlown, AirStrikesEnded),
    asks={
        "air_strikes": Asking(
            _offers,
            {"default": _BEST, "strike": _BEST, "hold": Policy("strike nothing there", _hold)},
            _facts,
            forfeit="hold",
        ),
    },
    tell={
        AirStrikeFlown: lambda e, say: (
            f"{e.sector}: {say(e.bomber)} strikes {say(e.target)}: {_came_to(e)}"
        ),
        AirStrikesEnded: lambda e, _: f"the {e.seat} air strikes in {e.sector} are over",
    },
)
