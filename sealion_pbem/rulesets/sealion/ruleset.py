"""Sealion behind the ruleset protocol: two editions, by dispatch to the chapters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, ClassVar

from sealion_pbem.engine.card import Briefing, Card, Loss
from sealion_pbem.engine.chronicle import Enrolled
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.picture import Chart, Mark, Piece, Supplement
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.seal import SEAL_ORDERS
from sealion_pbem.engine.wire import from_wire, one_of, to_wire
from sealion_pbem.engine.words import Decision, Event, Json, Order, Violation
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets.sealion import chronicle, data, picture
from sealion_pbem.rulesets.sealion.board import board
from sealion_pbem.rulesets.sealion.briefing import briefing, names_of, part_of
from sealion_pbem.rulesets.sealion.chapter import Asking
from sealion_pbem.rulesets.sealion.chapters import CHAPTERS
from sealion_pbem.rulesets.sealion.edition import DELUXE, MAGAZINE, Edition
from sealion_pbem.rulesets.sealion.index import DESCRIPTIVE, cited, sections
from sealion_pbem.rulesets.sealion.marks import marks
from sealion_pbem.rulesets.sealion.options import (
    ASKED_BY,
    counters_of,
    every_counter,
    every_option,
    texts,
    with_options,
)
from sealion_pbem.rulesets.sealion.position import Reading, position, write_position
from sealion_pbem.rulesets.sealion.rules import ch02_sequence, ch05_setup
from sealion_pbem.rulesets.sealion.rules.ch14_options import parachutists
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.staff import StaffCommander
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, Table, Unit
from sealion_pbem.rulesets.sealion.unknown import unknown_names
from sealion_pbem.rulesets.sealion.veil import Veil

__all__ = ["DELUXE_2023", "MAGAZINE_2016", "Sealion"]

_SCENARIOS = {"invasion": "the whole campaign, from the set-up on"}
# What of a state goes into files as it stands; sets and areas are written as sorted lists.
_PLAIN = (
    "turn", "step", "stage", "ended", "weather", "bonus", "parliament_rolled", "churchill",
    "brandenburgers_used", "radars_counted", "winner",
)  # fmt: skip
_EDITIONS = {edition.id: edition for edition in (MAGAZINE, DELUXE)}
_SETS = ("resolved", "done", "fought", "used", "home", "landed", "spent")
_AREAS = ("ever_german", "last_german", "taken")


class Sealion:
    """One edition of Sealion."""

    revision = 1
    seats = (GERMAN, BRITISH)
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
    main_decisions = frozenset(
        {
            "german_setup", "british_setup", "naval_movement", "naval_combat", "air_movement",
            "air_reaction", "arrivals", "land_movement", "touch_down", "after_drop", "breach",
            "land_combat",
        }
    )  # fmt: skip
    quiet = frozenset(
        {
            "dice_rolled", "stage_begun", "stage_ended", "sea_battle_begun", "sea_battle_ended",
            "air_battle_begun", "air_battle_ended", "air_sets_formed", "air_sets_joined",
            "air_strikes_ended", "combat_ended", "choice_awaited", "counterattack_asked",
            "withholding_asked", "aa_fire_ended",
        }
    )  # fmt: skip
    asked_by: Mapping[str, frozenset[str]] = ASKED_BY
    bloodless = frozenset({"counter_withdrawn", "fakes_found"})
    commanders: Mapping[str, type[StaffCommander | RandomCommander]] = {
        "staff": StaffCommander,
        "random": RandomCommander,
    }
    """Who can play a seat by himself, by name; each is made from a seed."""
    _dispatch: ClassVar[Mapping[type[Order], tuple[Any, Any]]] = {
        order: pair for chapter in CHAPTERS for order, pair in chapter.orders.items()
    }
    _asks: ClassVar[Mapping[str, Asking]] = {
        kind: asking for chapter in CHAPTERS for kind, asking in chapter.asks.items()
    }
    _tell: ClassVar[Mapping[type[Any], Any]] = {
        event: say for chapter in CHAPTERS for event, say in chapter.tell.items()
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
        self.rules: Mapping[str, str] = sections(edition.pack)
        self.descriptive = {rule: why for rule, why in DESCRIPTIVE.items() if rule in self.rules}

    def packs(self) -> Mapping[str, str]:
        """Return the digests of map, counters and tables."""
        return data.digests(self._edition.pack)

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
        return _table(self.id, tuple(sorted(options.items())))

    def copy(self, state: State) -> State:
        """Return a working copy."""
        return state.copy()

    def pack(self, state: State) -> Json:
        """Return the state as JSON: only what changes, and the options it is played with."""
        numbers = state.table.board.in_area
        return {
            "options": dict(state.table.options),
            **{name: getattr(state, name) for name in _PLAIN},
            **{name: sorted(getattr(state, name)) for name in _SETS},
            **{name: list(numbers(getattr(state, name))) for name in _AREAS},
            "units": state.listed.copy(),
            "came_from": {name: list(path) for name, path in state.came_from.items()},
            "task": to_wire(state.task),
            **({"veil": to_wire(state.veil)} if state.veil else {}),
        }

    def unpack(self, document: Json) -> State:
        """Return the state that `pack` wrote."""
        table = self._table(document["options"])
        task = document["task"]
        parts: dict[str, Any] = {name: document[name] for name in _PLAIN}
        parts |= {name: frozenset(document[name]) for name in _SETS}
        parts |= {name: table.board.area(document[name]) for name in _AREAS}
        parts["came_from"] = {name: tuple(path) for name, path in document["came_from"].items()}
        parts["task"] = one_of(self._tasks, task) if task else None
        if "veil" in document:
            parts["veil"] = from_wire(Veil, document["veil"])
        state = State(table, **parts)
        for name, unit in document["units"].items():
            state.put(name, Unit(*unit))
        return state

    def position(self, start: State, document: Json) -> State:
        """Return the state that a position written by hand describes."""
        return position(start, document, self._reading())

    def write_position(self, state: State) -> Json:
        """Return the position of a state as a scenario file says it."""
        return write_position(state, self._reading())

    def _reading(self) -> Reading:
        parts: dict[int, tuple[str, ...]] = {}
        for stage in ch02_sequence.stages():
            parts[stage.step] = (*parts.get(stage.step, ()), stage.name)
        return Reading(parts, self._tasks, ch02_sequence.decision)

    def advance(self, play: Play[State]) -> Decision | None:
        """2.0  Go on up to the next decision or the end."""
        return ch02_sequence.advance(play)

    def decision(self, state: State) -> Decision | None:
        """Return where the game waits."""
        return ch02_sequence.decision(state)

    def check(self, state: State, order: Order) -> Iterable[Violation]:
        """Return every rule the order breaks, by the numbers of the edition in play."""
        found = [*self.broken(state, order)]
        # Nearly every order is legal.
        return [self._cite(violation) for violation in found] if found else found

    def _cite(self, violation: Violation) -> Violation:
        """Return a violation by the numbers of the edition in play."""
        if violation.rule in self.rules:
            return violation
        return replace(violation, rule=cited(violation.rule, self.rules))

    def broken(self, state: State, order: Order) -> Iterable[Violation]:
        """Return every rule the order breaks, by the numbers of the Deluxe.

        Names that do not exist are found here, for all orders.
        """
        return unknown_names(state, order) or self._dispatch[type(order)][0](state, order)

    def has_lapsed(self, state: State, order: Order) -> bool:
        """2.0  Return whether a stage that an order ends has ended by itself."""
        return isinstance(order, Done) and ch02_sequence.has_lapsed(state, order)

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
        """1.1, 1.6, 14.6  Nothing is secret but which parachutists are real, where that is played."""
        return parachutists.secrets(state)

    def breaches(self, state: State) -> tuple[Violation, ...]:
        """14.6  Return what openings showed to have been against the rule."""
        return tuple(
            Violation(
                "14.6", "fake_out_of_place", f"{b.unit}, dropped on turn {b.turn}: {b.reason}"
            )
            for b in (state.veil.breaches if state.veil else ())
        )

    def answer(self, state: State, policy: str, kind: str = "") -> Order | None:
        """Return what a policy answers to the pending decision."""
        if not kind and (decision := self.decision(state)) is not None:
            kind = decision.kind
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

    def tell(self, event: Event[Any]) -> str:
        """Return one plain sentence for an event."""
        if isinstance(event, DiceRolled):
            faces = " ".join(map(str, event.values))
            return f"dice for {event.label}: {faces} (rule {event.rule}, {event.trust})"
        sentence: str = self._tell[type(event)](event)
        return sentence

    def names(self, state: State) -> Mapping[str, str]:
        """Return what is printed on each unit."""
        return names_of(state.table)

    def part(self, state: State) -> str:
        """Return turn, step and stage."""
        return part_of(state)

    def briefing(self, state: State) -> Briefing:
        """Return turn, date, weather, victory tally and reinforcements."""
        return briefing(state)

    def cards(self, before: State, events: Sequence[Event[Any]]) -> tuple[Card, ...]:
        """Return a card for every combat of a run."""
        from sealion_pbem.rulesets.sealion.cards import cards  # noqa: PLC0415 - for reports only

        return cards(before, events)

    def losses(self, before: State, events: Sequence[Event[Any]]) -> tuple[Loss, ...]:
        """Return every step and unit lost in a run."""
        from sealion_pbem.rulesets.sealion.cards import losses  # noqa: PLC0415 - for reports only

        return losses(before, events)

    def board(self, state: State) -> str:
        """Return the position as text: who is where, place by place."""
        lines = []
        for place, here in state.at.items():
            names = ", ".join(_short(state, name) for name in here)
            lines.append(f"{place}: {names}")
        return "\n".join(lines)

    def places(self) -> Mapping[str, str]:
        """Return the hexes, the sea spaces and the boxes."""
        return chronicle.places()

    def roster(self, state: State) -> Mapping[str, Enrolled]:
        """Return every unit that the game can bring into play."""
        return chronicle.roster(state)

    def whereabouts(self, state: State) -> Mapping[str, tuple[str, int]]:
        """Return place and steps of every unit."""
        return chronicle.whereabouts(state)

    def tally(self, state: State) -> Mapping[str, int]:
        """4.0  Return what victory is counted by."""
        return chronicle.tally(state)

    def rollers(self, state: State, event: Event[Any]) -> tuple[str, ...]:
        """Return whose dice an event used."""
        return chronicle.rollers(state, event)

    def chart(self) -> Chart:
        """Return the map as it is drawn."""
        return picture.chart(self._edition.pack)

    def piece(self, unit: str, *, is_reduced: bool = False) -> Piece:
        """Return one counter as it is drawn."""
        return picture.piece(every_counter(self._edition.pack)[unit], is_reduced=is_reduced)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return every unit in play as it is drawn."""
        return picture.pieces(state)

    def supplement(self, state: State) -> Supplement:
        """Return what options add to the map."""
        return picture.supplement(state)

    def held(self, state: State) -> tuple[str, ...]:
        """Return the hexes in German hands."""
        return picture.held(state)

    def marks(self, events: Iterable[Event[Any]], before: State | None = None) -> tuple[Mark, ...]:
        """Return what is drawn of events."""
        return marks(every_counter(self._edition.pack), events, before)


def _short(state: State, name: str) -> str:
    counter = state.counter(name)
    return counter.name + ("*" if state.is_reduced(name) else "")


@cache
def _clock(turn: int, step: int) -> str:
    return f"T{turn:02d}/S{step:02d}"


@lru_cache(maxsize=32)
def _table(name: str, options: tuple[tuple[str, Json], ...]) -> Table:
    chosen = dict(options)
    edition = with_options(_EDITIONS[name], chosen)
    counters = counters_of(edition)
    order = {name: number for number, name in enumerate(counters)}
    return Table(edition, board(), MappingProxyType(counters), chosen, order)


MAGAZINE_2016 = Sealion(MAGAZINE)
DELUXE_2023 = Sealion(DELUXE)
