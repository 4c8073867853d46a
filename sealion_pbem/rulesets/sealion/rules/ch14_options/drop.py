"""14.6  How parachutists that are or may be fake come down: who may fly, near to whom, and what is noted.

Of a counter that everybody knows to be fake everything is looked at when it flies and when it is
down (A-165). Of one that may be real nothing is refused: it is noted and judged when it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Order, Timing, Violation
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.board import FRANCE
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated
from sealion_pbem.rulesets.sealion.events.options import (
    BreachFound,
    CounterWithdrawn,
    ParachutistsLanded,
)
from sealion_pbem.rulesets.sealion.naming import described, named, unit_choice
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import GERMAN, State
from sealion_pbem.rulesets.sealion.veil import SEALS, Drop, Veil, pair_of

__all__ = [
    "LAST_DROP",
    "WITHDRAW",
    "Withdraw",
    "check_carriage",
    "decide_after_drop",
    "judge_landings",
    "landed_now",
    "note_landings",
    "obey_withdraw",
    "offer_after_drop",
    "on_the_map",
    "refuse_company",
]

LAST_DROP = 4
"""The last turn on which fakes are dropped; at the end of the next they leave the map."""
_REACH = 6


@frozen
class Withdraw:
    """Take counters away that have just come down, without showing them."""

    kind: ClassVar[str] = "withdraw"
    units: tuple[str, ...]


def check_carriage(state: State, name: str, rule: str) -> Iterator[Violation]:
    """14.6  Refuse a counter that may be a fake by ship, or by air after turn 4: it must be shown first."""
    if not state.is_doubtful(name) or (rule == "11.5" and state.turn <= LAST_DROP):
        return
    assert state.veil is not None, "somebody is doubtful"
    who = named(state, name)
    text = f"{who} is a fake, which is dropped from the air on turns 1 to {LAST_DROP} only"
    if name not in state.veil.fake:
        seal = SEALS + pair_of(name, state.table.pairs)
        text = f"{who} may be a fake, which cannot do this; open {seal} first"
    yield Violation("14.6", "must_be_real", text, "/unit")


def refuse_company(state: State, name: str, hex_: str) -> Iterator[Violation]:
    """14.6, F-4, A-165  A known fake flies to where a unit that is or may be real is within six hexes.

    Those that are flown in the same step count where they are flown to, unless the charter wants one
    that has landed before.
    """
    veil = state.veil
    if veil is None or name not in veil.fake or state.turn > LAST_DROP:
        return
    who = f"{named(state, name)} is known to be a fake"
    standing = _unexposed(veil, on_the_map(state))
    if state.edition.fakes_follow_a_landing and not standing:
        text = f"{who}; a real parachute unit must have landed in an earlier step (F-4)"
        yield Violation("14.6", "nobody_landed_yet", text)
        return
    others = [*standing, *_unexposed(veil, _in_the_air(state))]
    if hex_ not in state.table.board.hexes or _near(state, hex_, others):
        return
    wanted = f"it lands within {_REACH} hexes of a parachute unit that is or may be real"
    text = f"{who}: {wanted}, and there is none; fly that one first"
    if others:
        nearest = min(others, key=lambda other: distance(state.units[other].place, hex_))
        there = state.units[nearest].place
        far = f"{hex_} is {distance(there, hex_)} hexes from the nearest"
        text = f"{who}: {wanted}; {far}, {named(state, nearest)} in {there}"
    yield Violation("14.6", "too_far_off", text)


def on_the_map(state: State) -> Iterator[str]:
    """Return the parachute counters that stand in hexes."""
    return (name for name in _over_hexes(state) if not state.units[name].aboard)


def _in_the_air(state: State) -> Iterator[str]:
    """11.5  Return the parachute counters that are carried to a hex."""
    return (name for name in _over_hexes(state) if state.units[name].aboard)


def _over_hexes(state: State) -> Iterator[str]:
    hexes = state.table.board.hexes
    for twins in state.table.pairs.values():
        for name in twins:
            unit = state.units.get(name)
            if unit and unit.steps and unit.place in hexes:
                yield name


def _unexposed(veil: Veil, names: Iterator[str]) -> list[str]:
    """Return those that are or may be real."""
    return [name for name in names if name not in veil.fake]


def _near(state: State, hex_: str, names: list[str]) -> tuple[str, ...]:
    """14.6  Return those within six hexes of a hex."""
    units = state.units
    return tuple(name for name in names if distance(units[name].place, hex_) <= _REACH)


def note_landings(play: Play[State], landed: list[str]) -> None:
    """14.6, F-4  When all are down: take known fakes away that nobody is near to, note the others.

    What is noted is of whom one must be real. Where one is known to be, nothing is left to judge.
    """
    state, veil = play.state, play.state.veil
    if veil is None:
        return
    standing = _unexposed(veil, on_the_map(state))
    earlier = tuple(name for name in standing if name not in landed)
    drops: list[Drop] = []
    for name in landed:
        if not state.is_in_play(name) or not state.is_doubtful(name):
            continue
        others = [other for other in standing if other != name]
        wanted = [Drop(name, state.turn, _near(state, state.units[name].place, others))]
        if state.edition.fakes_follow_a_landing:
            wanted.append(Drop(name, state.turn, earlier, earlier=True))
        if name in veil.fake and not all(drop.others for drop in wanted):
            play.emit(UnitEliminated(name, "14.6"))
        else:
            drops += [drop for drop in wanted if not set(veil.real) & set(drop.others)]
    if drops:
        play.emit(ParachutistsLanded(tuple(drops)))


def judge_landings(play: Play[State]) -> None:
    """14.6, F-4, F-6  After an opening: name the fakes that came down where they could not."""
    veil = play.state.veil
    assert veil is not None, "a pair is open"
    wrong: dict[str, Drop] = {}
    for drop in veil.drops:
        if drop.unit in veil.fake and set(drop.others) <= set(veil.fake):
            wrong.setdefault(drop.unit, drop)
    for drop in wrong.values():
        reason = f"no real parachute unit stood within {_REACH} hexes when it came down"
        if drop.earlier:
            reason = "no real parachute unit had landed before"
        play.emit(BreachFound(drop.unit, drop.turn, reason))


def landed_now(state: State) -> list[str]:
    """14.6  Return the doubtful counters that came down in this step and live."""
    return [
        name
        for name in on_the_map(state)
        if state.is_doubtful(name) and state.came_from.get(name, ("",))[0] == FRANCE
    ]


def decide_after_drop(state: State) -> Decision | None:
    """14.6, F-4  Ask the German, when all have touched down, what he shows or withdraws."""
    if state.veil is None or state.ended or not landed_now(state):
        return None
    said = ", ".join(f"{named(state, n)} in {state.units[n].place}" for n in landed_now(state))
    prompt = f"of the parachutists that came down, open or withdraw any: {said}"
    accepts = frozenset({Withdraw.kind, "done"})
    return Decision(GERMAN, "after_drop", "14.6", prompt, accepts, Timing.AFTER_DICE)


def refuse_withdrawal(state: State, draft: Draft, name: str) -> Iterator[Violation]:
    """14.6, F-4  Counters that came down in this step and are not known to be real, each once."""
    if name in draft.get("units", ()):
        text = f"{named(state, name)} is named twice; once is enough"
        yield Violation("14.6", "named_twice", text)
    elif name not in landed_now(state):
        text = f"{described(state, name)} and did not come down now"
        yield Violation("14.6", "not_come_down", text)


def withdrawals(state: State, draft: Draft) -> Iterator[Choice]:
    """14.6, F-4  Return the counters that can be taken away."""
    for name in landed_now(state):
        if name not in draft.get("units", ()):
            note = "out of the game, and nobody sees its back"
            yield unit_choice(state, "units", name, "14.6", note)


def _came_down(_: State, draft: Draft, name: object, choices: Iterable[Choice]) -> str:
    """14.6  Say which counters came down; of one named twice, or of none, all is said."""
    if name is None or name in draft.get("units", ()):
        return ""
    return f"these did: {', '.join(choice.value for choice in choices) or 'none'}"


def _missing_units(state: State, draft: Draft) -> Iterator[Violation]:
    if "units" not in draft:
        text = f"no counter is named; these came down: {', '.join(landed_now(state))}"
        yield Violation("14.6", "nobody_named", text, "/units")


def _is_plain(state: State, order: Withdraw) -> bool:
    """Return whether counters that came down are withdrawn, each named once."""
    names = {*order.units}
    return 0 < len(names) == len(order.units) and names.issubset(landed_now(state))


def obey_withdraw(play: Play[State], order: Withdraw) -> None:
    """14.6, F-4  They are out of the game."""
    for name in order.units:
        play.emit(CounterWithdrawn(name))


def offer_after_drop(state: State) -> Iterator[Order]:
    """Return to leave all as it is, and to withdraw each."""
    yield Done()
    yield from (Withdraw((name,)) for name in landed_now(state))


WITHDRAW: Form[State] = Form(
    Withdraw,
    (Member("units", Shape.MANY, refuse_withdrawal, withdrawals, _came_down),),
    _missing_units,
    is_sure=_is_plain,
)
