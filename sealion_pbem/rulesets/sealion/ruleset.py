"""Sealion behind the ruleset protocol: an edition, by dispatch to the chapters.

What most turns are judged without is imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from sealion_pbem.engine.ahead import Mistimed
from sealion_pbem.engine.capability import (
    Answers,
    ExcusesSections,
    HasCommanders,
    HasOptionalRules,
    KeepsSecrets,
    Schedules,
    TakesPositions,
    WritesPositions,
)
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.form import Form
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Say, by_id
from sealion_pbem.engine.seal import SEAL_ORDERS
from sealion_pbem.engine.words import Decision, Event, Json, Order, Seat, Violation
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.board import board
from sealion_pbem.rulesets.sealion.chapter import Asking, Tell
from sealion_pbem.rulesets.sealion.chapters import CHAPTERS
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.editions import DELUXE, MAGAZINE
from sealion_pbem.rulesets.sealion.index import DESCRIPTIVE, cited, renumbered
from sealion_pbem.rulesets.sealion.options import (
    ASKED_BY,
    counters_of,
    every_option,
    texts,
    with_options,
)
from sealion_pbem.rulesets.sealion.packing import pack, unpack
from sealion_pbem.rulesets.sealion.rules import ch02_sequence, ch05_setup
from sealion_pbem.rulesets.sealion.rules.ch14_options import parachutists
from sealion_pbem.rulesets.sealion.sequence import FIRST_STEP
from sealion_pbem.rulesets.sealion.showing import Showing
from sealion_pbem.rulesets.sealion.speech import Spoken
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State
from sealion_pbem.rulesets.sealion.table import Table
from sealion_pbem.rulesets.sealion.unknown import absent_from
from sealion_pbem.rulesets.sealion.veil import Veil

if TYPE_CHECKING:
    from sealion_pbem.engine.commander import Commander
    from sealion_pbem.engine.forecast import Forecast
    from sealion_pbem.rulesets.sealion.position import Reading

__all__ = ["DELUXE_2023", "MAGAZINE_2016", "Sealion"]

_SCENARIOS = {"invasion": "the whole campaign, from the set-up on"}


def _staff(seed: bytes) -> Commander:
    from sealion_pbem.rulesets.sealion.staff import StaffCommander

    return StaffCommander(seed)


def _random(seed: bytes) -> Commander:
    from sealion_pbem.engine.commander import RandomCommander

    return RandomCommander(seed)


class Sealion(
    Ruleset[State],
    Schedules[State],
    Answers[State],
    KeepsSecrets[State],
    TakesPositions,
    WritesPositions[State],
    HasCommanders,
    HasOptionalRules,
    ExcusesSections,
    Showing,
    Spoken,
):
    """One edition of Sealion."""

    revision = 1
    seats: tuple[Seat, ...] = (GERMAN, BRITISH)
    die = 6
    scenarios: Mapping[str, str] = _SCENARIOS
    orders: Mapping[str, type[Order]] = {
        order.kind: order
        for chapter in CHAPTERS
        for order in chapter.orders
        if order.kind not in SEAL_ORDERS
    }
    events: Mapping[str, type[Event[Any]]] = {
        event.kind: event for chapter in CHAPTERS for event in chapter.events
    } | {DiceRolled.kind: DiceRolled}
    policies: Mapping[str, Mapping[str, str]] = {
        kind: {name: policy.text for name, policy in asking.policies.items()}
        for chapter in CHAPTERS
        for kind, asking in chapter.asks.items()
    }
    lapsing = frozenset({"done"})
    forfeits: Mapping[str, str] = {
        kind: asking.forfeit
        for chapter in CHAPTERS
        for kind, asking in chapter.asks.items()
        if asking.policies
    } | {seal: said for chapter in CHAPTERS for seal, said in chapter.forfeits.items()}
    main_decisions = frozenset(
        {
            "german_setup", "british_setup", "naval_movement", "naval_combat", "air_movement",
            "air_reaction", "arrivals", "land_movement", "touch_down", "after_drop", "breach",
            "land_combat",
        }
    )  # fmt: skip
    asked_by: Mapping[str, frozenset[str]] = ASKED_BY
    commanders: Mapping[str, Callable[[bytes], Commander]] = {
        "staff": _staff,
        "random": _random,
    }
    shown_turns = 3
    _dispatch: ClassVar[Mapping[type[Order], tuple[Any, Any]]] = {
        order: pair for chapter in CHAPTERS for order, pair in chapter.orders.items()
    }
    _asks: ClassVar[Mapping[str, Asking]] = {
        kind: asking for chapter in CHAPTERS for kind, asking in chapter.asks.items()
    }
    _tasks: ClassVar[Mapping[str, type[Any]]] = {
        task.kind: task for chapter in CHAPTERS for task in chapter.tasks
    }

    def __init__(self, edition: Edition) -> None:
        """Settings of a charter come on top of the edition."""
        self._edition = edition
        self.id = edition.id
        self.title = edition.title
        self.options: Mapping[str, str] = texts(edition)
        self.optional_rules: Mapping[str, Json] = every_option(edition)
        self.rules: Mapping[str, str] = edition.sections
        self.sequence_rule = self._number("2.1")
        self.stages = edition.sequence.words
        self._tell: Mapping[type[Any], Tell] = {
            event: tell for chapter in CHAPTERS for event, tell in chapter.told(edition).items()
        }
        self._tables: Callable[..., Table] = lru_cache(maxsize=32)(self._make_table)
        numbers = renumbered(self.rules)
        self.forms: Mapping[str, Form[State]] = {
            form.kind: replace(form, renumbered=numbers, admit=absent_from(form.order))
            for form, _ in self._dispatch.values()
        }
        self.descriptive = {rule: why for rule, why in DESCRIPTIVE.items() if rule in self.rules}

    @property
    def gists(self) -> Mapping[str, str]:
        """What the sections of this edition come to."""
        from sealion_pbem.rulesets.sealion.gist import gists

        return gists(self._edition)

    def schema(self, part: str) -> Json | None:
        """Return the shape of orders or of a position; the editions share them."""
        return data.schema(part)

    def notice(self) -> str:
        """Return whose map, counters and tables are."""
        return data.notice()

    def packs(self) -> Mapping[str, bytes]:
        """Return map, counters and tables."""
        return self._edition.packs

    def setup(self, scenario: str, options: Mapping[str, Json]) -> State:
        """5.0  Return the state in which the German sets up."""
        if scenario not in _SCENARIOS:
            raise UsageError(
                f"no scenario is called {scenario!r}", hint=f"there is {', '.join(_SCENARIOS)}"
            )
        table = self._table(options)
        veil = Veil() if table.edition.parachutists_may_be_fake else None
        state = State(table, veil=veil)
        ch05_setup.unpack_box(state)
        state.sort_list()
        return state

    def _table(self, options: Mapping[str, Json]) -> Table:
        return self._tables(tuple(sorted(options.items())))

    def _make_table(self, options: tuple[tuple[str, Json], ...]) -> Table:
        chosen = dict(options)
        edition = with_options(self._edition, chosen)
        counters = counters_of(edition)
        order = {name: number for number, name in enumerate(counters)}
        plan = board(edition.board, edition.tables)
        return Table(edition, plan, counters, chosen, order)

    def copy(self, state: State) -> State:
        """Return a working copy."""
        return state.copy()

    def pack(self, state: State) -> Json:
        """Return the state as JSON: only what changes, and the options it is played with."""
        return pack(state)

    def unpack(self, document: Json) -> State:
        """Return the state that `pack` wrote."""
        return unpack(document, self._table(document["options"]), self._tasks)

    def position(self, start: State, document: Json) -> State:
        """Return the state that a position written by hand describes."""
        from sealion_pbem.rulesets.sealion.position import position

        return position(start, document, self._reading())

    def resume(self, play: Play[State]) -> None:
        """2.1, 3.0  Go on from a position written by hand; in step 1 arrivals and weather are to come.

        Nobody is asked in step 1, so there is nothing else that such a position could mean.
        """
        if play.state.step == FIRST_STEP and not play.state.winner:
            ch02_sequence.stage_of(play.state).begin(play)
        self.advance(play)

    def write_position(self, state: State) -> Json:
        """Return the position of a state as a scenario file says it."""
        from sealion_pbem.rulesets.sealion.position import write_position

        return write_position(state, self._reading())

    def _reading(self) -> Reading:
        from sealion_pbem.rulesets.sealion.position import Reading

        sequence = self._edition.sequence
        dry = frozenset((s.step, s.name) for s in sequence.stages if not s.rain)
        return Reading(sequence.parts, dry, self._tasks, ch02_sequence.decision)

    def advance(self, play: Play[State]) -> Decision | None:
        """2.0  Go on up to the next decision or the end."""
        return ch02_sequence.advance(play)

    def decision(self, state: State) -> Decision | None:
        """Return where the game waits."""
        return ch02_sequence.decision(state)

    def check(self, state: State, order: Order) -> Iterable[Violation]:
        """Return every rule the order breaks, by the numbers of the edition in play."""
        found = self.broken(state, order)
        # Nearly every order is legal.
        return [self._cite(violation) for violation in found] if found else ()

    def _cite(self, violation: Violation) -> Violation:
        """Return a violation by the numbers of the edition in play."""
        number = self._number(violation.rule)
        return violation if number == violation.rule else replace(violation, rule=number)

    def _number(self, rule: str) -> str:
        """Return the number that a rule of the Deluxe has in the edition in play."""
        return cited(rule, self.rules)

    def broken(self, state: State, order: Order) -> Iterable[Violation]:
        """Return every rule the order breaks, by the numbers of the Deluxe.

        Names that mean no unit in play are found first, for all orders.
        """
        return self.forms[order.kind].check(state, order)

    def last_turn(self, state: State) -> int:
        """2.0  Return the last turn of the track."""
        return state.edition.last_turn

    def stage_names(self, state: State) -> tuple[str, ...]:
        """2.0  Return the stage, and the step of which it is a part."""
        return (state.stage, f"step {state.step}")

    def mistimed(self, state: State, decision: Decision, order: Order, stage: str) -> Mistimed:
        """2.0, 3.1  Return why an order does not answer, by the numbers of the edition in play."""
        found = _mistimed()(state, decision, order, stage)
        return Mistimed(found.due, lambda: self._cite(found.why))

    def obey(self, play: Play[State], order: Order) -> None:
        """Carry out a legal order."""
        self._dispatch[type(order)][1](play, order)

    def offers(self, state: State) -> Iterator[Order]:
        """Return legal orders for the pending decision, each once."""
        decision = self.decision(state)
        seen: set[str] = set()
        for order in self._asks[decision.kind].offers(state) if decision else ():
            words = repr(order)
            if words not in seen:
                seen.add(words)
                yield order

    def secrets(self, state: State) -> Mapping[str, tuple[Json, ...]]:
        """1.1, 1.6, 14.6  Return what can be sealed: which parachutists are real, where that is played."""
        return parachutists.secrets(state)

    def breaches(self, state: State) -> tuple[Violation, ...]:
        """14.6  Return what openings showed to have been against the rule."""
        return tuple(
            Violation(
                "14.6", "fake_out_of_place", f"{b.unit}, dropped on turn {b.turn}: {b.reason}"
            )
            for b in (state.veil.breaches if state.veil else ())
        )

    def answer(self, state: State, policy: str) -> Order | None:
        """Return what a policy answers to the pending decision."""
        decision = self.decision(state)
        kind = decision.kind if decision else ""
        policies = self._asks[kind].policies if kind in self._asks else {}
        return policies[policy].answer(state) if policy in policies else None

    def facts(self, state: State) -> Mapping[str, int | str]:
        """Return turn, weather and what the decision's chapter adds."""
        decision = self.decision(state)
        more = self._asks[decision.kind].facts(state) if decision else {}
        return {"turn": state.turn, "weather": state.weather, **more}

    def game_turn(self, state: State) -> int:
        """Return the number of the game turn; 0 during set-up."""
        return state.turn

    def clock(self, state: State) -> str:
        """Return game turn and step, the beginning of every dice label."""
        return _clock(state.turn, state.step)

    def result(self, state: State) -> str:
        """Return who won."""
        return f"the {state.winner} player has won" if state.winner else ""

    def tell(self, event: Event[Any], say: Say = by_id) -> str:
        """Return one plain sentence for an event."""
        if isinstance(event, DiceRolled):
            faces = " ".join(map(str, event.values))
            return f"dice for {event.label}: {faces} (rule {event.rule}, {event.trust})"
        return self._tell[type(event)](event, say)

    def forecasts(self, state: State, order: Order) -> tuple[Forecast, ...]:
        """Return what the dice of a legal order can bring, or the first that falls after it."""
        from sealion_pbem.rulesets.sealion import forecasts

        return forecasts.forecasts(self, state, order)

    def prospects(self, state: State) -> tuple[Forecast, ...]:
        """Return what weather, Parliament, Churchill and arrivals can bring."""
        from sealion_pbem.rulesets.sealion import forecasts

        return forecasts.prospects(state)


@cache
def _mistimed() -> Callable[[State, Decision, Order, str], Mistimed]:
    """Return what knows when orders have their time, which not every file needs."""
    from sealion_pbem.rulesets.sealion.timing import mistimed

    return mistimed


@cache
def _clock(turn: int, step: int) -> str:
    return f"T{turn:02d}/S{step:02d}"


MAGAZINE_2016 = Sealion(MAGAZINE)
DELUXE_2023 = Sealion(DELUXE)
