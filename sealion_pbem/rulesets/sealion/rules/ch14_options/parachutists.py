"""14.6  Fake parachutists: twins that are sealed, and the moments at which they must be shown.

Whatever is public is the same for the real and the fake one: both fly, drift, touch down, march,
have a zone of control and lose steps. What only a real one may do needs its opening first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.engine.words import Decision, Json, Order, Timing, Violation
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated
from sealion_pbem.rulesets.sealion.events.options import (
    BreachFound,
    BreachWaived,
    EndAwaited,
    FakesFound,
    ParachutistsOpened,
    ParachutistsSealed,
)
from sealion_pbem.rulesets.sealion.naming import named
from sealion_pbem.rulesets.sealion.rules.ch14_options.drop import (
    LAST_DROP,
    judge_landings,
    on_the_map,
)
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State
from sealion_pbem.rulesets.sealion.veil import SEALS, Veil, pair_of, twins_of

__all__ = [
    "OPEN",
    "SEAL",
    "ClaimGame",
    "Waive",
    "decide_twins",
    "fakes_alone_in",
    "find_out",
    "secrets",
    "with_opening",
]

_MARCHING = "land movement"
_FIGHTING = frozenset({"stacking", "land combat"})
_LAST_STEP, _LAST_STAGES = 15, frozenset({"transports", "supply"})
_FREE_TO_OPEN = frozenset(
    {"naval_movement", "air_movement", "land_movement", "after_drop", "supply_transports"}
)


@frozen
class ClaimGame:
    """Claim the game because of a breach."""

    kind: ClassVar[str] = "claim"


@frozen
class Waive:
    """Let a breach pass and play on."""

    kind: ClassVar[str] = "waive"


def decide_twins(state: State) -> Decision | None:
    """14.6  Ask for what comes before everything else: sealing, openings that are due, a breach."""
    veil = state.veil
    if veil is None or state.turn == 0:
        return None
    if unsealed := veil.unsealed(state.table.pairs):
        names = ", ".join(SEALS + key for key in unsealed)
        prompt = f"seal which counter of each pair of parachutists is real: {names}"
        return Decision(GERMAN, "seal_parachutists", "14.6", prompt, frozenset({Seal.kind}))
    if must := _due(state, veil):
        names = ", ".join(SEALS + key for key in must)
        prompt = f"open which parachutists are real, {_why(veil)}: {names}"
        return Decision(
            GERMAN, "open_parachutists", "14.6", prompt, frozenset({Open.kind}),
            Timing.AFTER_DICE, about=" ".join(must),
        )  # fmt: skip
    if veil.unsettled:
        said = "; ".join(
            f"{named(state, breach.unit)}: {breach.reason}" for breach in veil.breaches
        )
        prompt = f"the German has broken 14.6 ({said}): claim the game, or let it pass"
        accepts = frozenset({ClaimGame.kind, Waive.kind})
        return Decision(BRITISH, "breach", "14.6", prompt, accepts, Timing.AFTER_DICE)
    return None


def _why(veil: Veil) -> str:
    return "the game being decided" if veil.closing else "as they are met or their time is over"


def with_opening(state: State, decision: Decision | None) -> Decision | None:
    """14.6, F-3  Return a decision that also lets the German show parachutists, where he acts freely."""
    veil = state.veil
    if veil is None or not veil.closed:
        return decision
    if decision is None:
        return _ask_after_march(state)
    if decision.seat != GERMAN or decision.kind not in _FREE_TO_OPEN:
        return decision
    return replace(decision, accepts=decision.accepts | {Open.kind})


def _ask_after_march(state: State) -> Decision | None:
    """14.6 e, F-3  Ask, when nobody is left to move, whether counters in valuable hexes are shown."""
    if state.stage != _MARCHING or state.seat != GERMAN or state.ended:
        return None
    there = [
        f"{named(state, name)} in {state.units[name].place}"
        for name in on_the_map(state)
        if name in state.came_from and _can_be_taken(state, name)
    ]
    if not there:
        return None
    prompt = f"open parachutists that would take a hex, or done: {', '.join(there)}"
    return Decision(GERMAN, "land_movement", "14.6", prompt, frozenset({Open.kind, "done"}))


def _can_be_taken(state: State, name: str) -> bool:
    """14.6 e  Return whether a counter nobody has seen stands where a real one would take something."""
    place = state.units[name].place
    facts = state.table.board.hexes[place]
    worth = (
        facts.factory or facts.radar or facts.airbase or facts.parliament or facts.port
        or facts.city or facts.edges or facts.beach
    )  # fmt: skip
    return (
        bool(worth)
        and not _is_shown(state, name)
        and not state.holds(state.last_german, place)
        and not state.land_in(place, BRITISH)
    )


def _is_shown(state: State, name: str) -> bool:
    """14.6  Return whether a parachute counter was shown, as real or as fake."""
    return state.veil is None or state.veil.is_open(pair_of(name, state.table.pairs))


def secrets(state: State) -> Mapping[str, tuple[Json, ...]]:
    """14.6  Return what the German may seal now: for each pair one of its two counters."""
    if state.veil is None or state.turn == 0:
        return {}
    pairs = state.table.pairs
    return {SEALS + key: pairs[key] for key in state.veil.unsealed(pairs)}


def _due(state: State, veil: Veil) -> list[str]:
    """14.6  Return the pairs that must be shown now (b, c; the end of turn 5; the end of the game)."""
    closed = veil.closed
    if not closed or veil.closing or _is_time_over(state):
        return closed
    met = {pair_of(name, state.table.pairs) for name in _met(state)}
    return [key for key in closed if key in met]


def _is_time_over(state: State) -> bool:
    """14.6  Return whether fakes are out of time: from the end of turn 5 on."""
    last = LAST_DROP + 1
    at_end = state.step == _LAST_STEP and state.stage in _LAST_STAGES
    return state.turn > last or (state.turn == last and at_end)


def _met(state: State) -> Iterator[str]:
    """14.6 b, c  Return the doubtful counters with which British land units stand, when that counts.

    In the British movement it counts at once if no German is there who is surely real; otherwise
    when all movement is over, before anybody fights.
    """
    is_marching = state.stage == _MARCHING and state.seat == BRITISH
    if not is_marching and state.stage not in _FIGHTING:
        return
    for name in on_the_map(state):
        place = state.units[name].place
        if state.is_doubtful(name) and state.land_in(place, BRITISH):
            friends = state.land_in(place, GERMAN)
            if not is_marching or all(map(state.is_doubtful, friends)):
                yield name


def find_out(play: Play[State]) -> None:
    """14.6 b, c  Remove fakes that were shown: where they meet the British, and when time is over."""
    state, veil = play.state, play.state.veil
    if veil is None or not veil.fake:
        return
    if _is_time_over(state):
        for name in veil.fake:
            if state.is_in_play(name):
                play.emit(UnitEliminated(name, "14.6"))
        return
    met = [name for name in _met(state) if name in veil.fake]
    if state.stage in _FIGHTING:
        for name in met:
            play.emit(UnitEliminated(name, "14.6"))
        return
    for place in sorted({state.units[name].place for name in met}):
        if fakes := fakes_alone_in(state, place):
            play.emit(FakesFound(place, fakes, _walkers(state, place)))


def fakes_alone_in(state: State, place: str) -> tuple[str, ...]:
    """14.6 b  Return the Germans in a hex if all of them are known to be fake, else nobody."""
    fakes = state.veil.fake if state.veil is not None else ()
    friends = state.land_in(place, GERMAN) if fakes else []
    return tuple(friends) if all(name in fakes for name in friends) else ()


def _walkers(state: State, place: str) -> tuple[str, ...]:
    """14.6 b  Return the British who came to a hex in this step and were not stopped there (10.3)."""
    return tuple(
        name
        for name in state.land_in(place, BRITISH)
        if state.came_from.get(name, ("",))[-1] == place and name not in state.done
    )


def refuse_seal(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """14.6  One seal for each pair, each once."""
    if name not in secrets(state):
        yield Violation("14.6", "no_such_pair", f"{name!r} is not to be sealed")


def names_to_seal(state: State, draft: Draft) -> Iterator[Choice]:
    """14.6  Return what is still to be sealed."""
    for name in () if "name" in draft else secrets(state):
        yield Choice("name", name, name, rule="14.6")


def obey_seal(play: Play[State], order: Seal) -> None:
    """14.6  It is fixed which of the two is real."""
    play.emit(ParachutistsSealed(order.name.removeprefix(SEALS)))


def refuse_opening(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """14.6  A pair of parachutists, and first those that must be shown now.

    Whatever was sealed can be shown: otherwise a senseless seal would stop the game.
    """
    if name not in _to_be_opened(state):
        yield Violation("14.6", "not_to_be_opened", f"{name!r} is not to be opened now")


def names_to_open(state: State, draft: Draft) -> Iterator[Choice]:
    """14.6  Return what can be opened now."""
    for name in () if "name" in draft else _to_be_opened(state):
        yield Choice("name", name, name, rule="14.6")


def _to_be_opened(state: State) -> list[str]:
    """14.6  Return the seals that must be opened now; if none must be, those that can."""
    veil = state.veil or Veil()
    return [SEALS + key for key in _due(state, veil) or veil.closed]


def _names(lead: str) -> Callable[[State, Draft, object, Iterable[Choice]], str]:
    """14.6  Say which names can be sealed or opened."""

    def hint(_: State, __: Draft, ___: object, choices: Iterable[Choice]) -> str:
        return f"{lead} {', '.join(choice.label for choice in choices) or 'nothing'}"

    return hint


def obey_open(play: Play[State], order: Open) -> None:
    """14.6  Both counters of the pair are known now, and so are landings that should not have been."""
    state, key = play.state, order.name.removeprefix(SEALS)
    twins = twins_of(key)
    real = order.value if order.value in twins else ""
    play.emit(ParachutistsOpened(key, real, tuple(name for name in twins if name != real)))
    if not real:
        play.emit(
            BreachFound(twins[0], state.turn, "neither counter of the pair was sealed as real")
        )
    judge_landings(play)


def obey_claim(play: Play[State], _: ClaimGame) -> None:
    """14.6, F-6  The British have won, as soon as everything is open."""
    play.emit(EndAwaited(BRITISH))


def obey_waive(play: Play[State], _: Waive) -> None:
    """14.6, F-6  The game goes on."""
    play.emit(BreachWaived())


def offer_breach(_: State) -> Iterator[Order]:
    """Return both answers to a breach."""
    yield Waive()
    yield ClaimGame()


SEAL: Form[State] = Form(
    Seal,
    (Member("name", Shape.ONE, refuse_seal, names_to_seal, _names("still to be sealed:")),),
    is_sure=lambda state, order: not any(refuse_seal(state, {}, order.name)),
)
OPEN: Form[State] = Form(
    Open,
    (Member("name", Shape.ONE, refuse_opening, names_to_open, _names("to be opened:")),),
    is_sure=lambda state, order: not any(refuse_opening(state, {}, order.name)),
)
