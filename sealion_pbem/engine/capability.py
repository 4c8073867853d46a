"""What a game may be able to do besides being played, each as a small protocol.

A ruleset declares a capability by naming it among its bases; others ask for it with `isinstance`. Where
the engine can do without, a function below returns a plain stand-in, and nobody else has to ask.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from sealion_pbem.engine.ahead import Due, Mistimed
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Say, by_id
from sealion_pbem.engine.words import Decision, Event, Json, Order, Seat, Violation, wrong_kind

if TYPE_CHECKING:
    # A game is judged without what it shows; who asks for that has these words anyway.
    from sealion_pbem.engine.card import Briefing, Card, Loss
    from sealion_pbem.engine.commander import Commander
    from sealion_pbem.engine.pack import Described, Finding, Layout, Pack
    from sealion_pbem.engine.picture import Chart, Mark, Piece, Supplement

__all__ = [
    "Answers",
    "CountsCosts",
    "DescribesPacks",
    "Draws",
    "ExcusesSections",
    "HasCommanders",
    "HasOptionalRules",
    "KeepsSecrets",
    "Narrates",
    "Prices",
    "ReportsFights",
    "Schedules",
    "Speaks",
    "TakesPositions",
    "Understands",
    "Warns",
    "WritesPositions",
    "answers_of",
    "narration_of",
    "secrecy_of",
    "timetable_of",
]

S_contra = TypeVar("S_contra", contravariant=True)


@runtime_checkable
class Schedules(Protocol[S_contra]):
    """A game that knows when orders have their time, so that a file can go on over several stages.

    `stages` are the names by which an order may say in which part of a game turn it is meant; orders
    of the `lapsing` kinds are dropped when their time is over, all others come back to their seat.
    `sequence_rule` is the section on the sequence of play, which a refusal cites if a turn is wrong.
    Laws: `mistimed` is pure, and when an order is due follows from its kind and the stage it names.
    """

    stages: tuple[str, ...]
    lapsing: frozenset[str]
    sequence_rule: str

    def last_turn(self, state: S_contra) -> int | None:
        """Return the number of the last game turn there can be; None in a game without one."""

    def stage_names(self, state: S_contra) -> tuple[str, ...]:
        """Return by what names the stage is called in which the game is, the usual one first."""

    def mistimed(self, state: S_contra, decision: Decision, order: Order, stage: str) -> Mistimed:
        """Return why an order for this game turn does not answer the decision, and when it could.

        Either the decision accepts no order of this kind, or the order names another `stage`.
        """


@runtime_checkable
class Answers(Protocol[S_contra]):
    """A game in which a standing order can answer decisions.

    `policies` names, for every kind of decision, the answers that can be given in advance; the
    `main_decisions` are those that nobody would leave to one.
    """

    policies: Mapping[str, Mapping[str, str]]
    main_decisions: frozenset[str]

    def answer(self, state: S_contra, policy: str) -> Order | None:
        """Return what a policy (or "default") answers to the pending decision; None: it cannot."""

    def facts(self, state: S_contra) -> Mapping[str, int | str]:
        """Return what standing orders may ask about the pending decision."""


@runtime_checkable
class KeepsSecrets(Protocol[S_contra]):
    """A game with hidden choices, which are sealed when they are made and opened later.

    `forfeits` names, for a kind of decision, the policy that answers it for a seat whose sealed
    standing order is lost, and for the name of a seal, or how it begins, what it then counts as.
    """

    forfeits: Mapping[str, str]

    def secrets(self, state: S_contra) -> Mapping[str, tuple[Json, ...]]:
        """Return what the pending decision lets its seat seal: a name, and the values that make sense."""

    def breaches(self, state: S_contra) -> tuple[Violation, ...]:
        """Return what openings showed to have been against the rules when it was done."""


@runtime_checkable
class Narrates(Protocol[S_contra]):
    """A game that has its own words for where it stands.

    `quiet` are the kinds of events that a story can leave out: dice, and ends of what was told.
    """

    quiet: frozenset[str]

    def names(self, state: S_contra) -> Mapping[str, str]:
        """Return the name of each unit as players read it; without an entry the id is the name."""

    def part(self, state: S_contra) -> str:
        """Return the part of the sequence of play a state is in, as a heading; it is asked often."""

    def briefing(self, state: S_contra) -> Briefing:
        """Return where the game stands, for the head of a report."""

    def board(self, state: S_contra) -> str:
        """Return the position as text, for terminals and plain mails."""


@runtime_checkable
class ReportsFights(Protocol[S_contra]):
    """A game of which a report can show combats and losses.

    Law: cards and losses follow from a state and the events after it, and change neither.
    """

    def cards(self, before: S_contra, events: Sequence[Event[Any]]) -> tuple[Card, ...]:
        """Return a card for every combat of the events that followed on a state."""

    def losses(self, before: S_contra, events: Sequence[Event[Any]]) -> tuple[Loss, ...]:
        """Return everything that was lost in the events that followed on a state."""


@runtime_checkable
class CountsCosts(Protocol[S_contra]):
    """A game that can say what moves cost."""

    def costs(
        self, before: S_contra, events: Sequence[Event[Any]], say: Say = by_id
    ) -> Mapping[int, str]:
        """Return what moves among the events after a state cost, by the number of the event."""


@runtime_checkable
class Prices(Protocol):
    """A game that can say a cost among the choices of an order."""

    def price(self, cost: int) -> str:
        """Return a cost in words; it is told in the smallest units of the game."""


@runtime_checkable
class Warns(Protocol[S_contra]):
    """A game that can say cheaply who would be lost if nobody did anything about it."""

    def dangers(self, state: S_contra, seat: Seat) -> tuple[str, ...]:
        """Return what threatens a seat by the rules alone, not by what others may do."""


@runtime_checkable
class TakesPositions(Protocol):
    """A game that can be set up as a position written by hand describes it."""

    def position(self, start: Any, document: Json) -> Any:
        """Return the state that a position describes; InvalidFileError says what is wrong."""

    def resume(self, play: Play[Any]) -> None:
        """Let happen what such a position leaves to happen before somebody is asked."""


@runtime_checkable
class WritesPositions(Protocol[S_contra]):
    """A game that can write a state down as a position."""

    def write_position(self, state: S_contra) -> Json:
        """Return the position that is read as this state."""


@runtime_checkable
class HasOptionalRules(Protocol):
    """A game with optional rules among its options.

    `optional_rules` are the options that put all of them into play; `asked_by` names the options of
    which one must be chosen for a kind of decision to come up at all.
    """

    optional_rules: Mapping[str, Json]
    asked_by: Mapping[str, frozenset[str]]


@runtime_checkable
class ExcusesSections(Protocol):
    """A game whose rulebook has sections that hold nothing to play, each with the reason."""

    descriptive: Mapping[str, str]


@runtime_checkable
class Draws(Protocol[S_contra]):
    """A ruleset whose positions can be drawn."""

    def chart(self) -> Chart:
        """Return the map."""

    def piece(self, unit: str, left: int | None = None) -> Piece:
        """Return one counter, standing nowhere, as it looks when so much is left of it; None: all."""

    def pieces(self, state: S_contra) -> tuple[Piece, ...]:
        """Return every unit in play, once, in the order of the counters."""

    def supplement(self, state: S_contra) -> Supplement:
        """Return what this game has on its map that others of the ruleset have not."""

    def held(self, state: S_contra) -> Mapping[str, tuple[str, ...]]:
        """Return the places to be tinted because a side holds them, by one of the `tints` of the style."""

    def marks(
        self, events: Iterable[Event[Any]], before: S_contra | None = None
    ) -> tuple[Mark, ...]:
        """Return what is drawn of events; from `before`, arrows know where moves began."""


@runtime_checkable
class DescribesPacks(Protocol):
    """A game whose numbers lie in sheets and charts that people can correct, each with its source."""

    def pack_layout(self) -> Layout:
        """Return which files there are, where, and what may stand in them."""

    def pack_findings(self, pack: Pack) -> Iterable[Finding]:
        """Return what is wrong with a pack beyond single cells: all together, and against the rulebook."""

    def pack_counts(self, pack: Pack) -> Mapping[str, int]:
        """Return what a pack amounts to."""

    def compile_pack(self, pack: Pack) -> Mapping[str, bytes]:
        """Return the compiled files of a pack without faults, by name."""

    def describe(self, pack: Pack, word: str) -> Described:
        """Return all about the thing that a word means; UsageError if it means none, or several."""


@runtime_checkable
class HasCommanders(Protocol):
    """A game with commanders of its own: who can play a seat by himself, by name, each from a seed.

    The first plays when nobody says otherwise; a demonstration has so many `shown_turns`.
    """

    commanders: Mapping[str, Callable[[bytes], Commander]]
    shown_turns: int


@runtime_checkable
class Speaks(Protocol):
    """A game with phrases of its own for its orders, names for its places, and words for its units."""

    @property
    def phrases(self) -> Mapping[str, tuple[str, ...]]:
        """For each kind of order how it is said, the usual way first."""

    @property
    def examples(self) -> Mapping[str, str]:
        """For every kind of order a line that says one."""

    def place_names(self, state: Any) -> Mapping[str, str]:
        """Return every place that an order can name: its id, and what it is called."""

    def describe_unit(self, state: Any, unit: str) -> str:
        """Return what a unit is and can do, in a few words that are the same for units alike."""

    def describe_load(self, state: Any, unit: str) -> str:
        """Return what is aboard a unit, or what it is aboard of; "" if neither."""


@runtime_checkable
class Understands(Protocol):
    """A game that knows what few words mean: towns, whose units, who carries an order out and when."""

    def nicknames(self, state: Any) -> Mapping[str, tuple[str, ...]]:
        """Return other names of places, such as that of a town, with all places that are called so."""

    def at_hand(self, state: Any, seat: str) -> Collection[str]:
        """Return the units of whom a player probably speaks: his own that are in play."""

    def doer(self, state: Any, orders: list[dict[str, Json]], kind: str, unit: str) -> str:
        """Return who carries out a kind of order that is given to a unit, after some orders on the wire.

        A transport that is to land puts its cargo ashore, and troops that are to sail sail their ship.
        """

    def moments(self, state: Any, seat: str, kind: str, stage: str) -> tuple[int, ...]:
        """Return where in the sequence of play a player can give an order; `stage` is what it names."""

    def moment(self, state: Any) -> int:
        """Return the place in the sequence of play in which the game is."""


@lru_cache
def timetable_of(ruleset: Ruleset[Any]) -> Schedules[Any]:
    """Return when orders have their time; in a game that does not say, whenever they are asked for."""
    return ruleset if isinstance(ruleset, Schedules) else _NO_TIMETABLE


@lru_cache
def answers_of(ruleset: Ruleset[Any]) -> Answers[Any]:
    """Return what standing orders can answer; nothing, in a game that does not say."""
    return ruleset if isinstance(ruleset, Answers) else _NO_ANSWERS


@lru_cache
def secrecy_of(ruleset: Ruleset[Any]) -> KeepsSecrets[Any]:
    """Return what is secret; nothing, in a game that does not say."""
    return ruleset if isinstance(ruleset, KeepsSecrets) else _NO_SECRETS


@lru_cache
def narration_of(ruleset: Ruleset[Any]) -> Narrates[Any]:
    """Return a game's words for where it stands; in a game that has none, its clock and its state."""
    return ruleset if isinstance(ruleset, Narrates) else _Plain(ruleset)


class _NoTimetable:
    stages: tuple[str, ...] = ()
    lapsing = frozenset[str]()
    sequence_rule = "-"

    def last_turn(self, state: Any) -> int | None:
        return None

    def stage_names(self, state: Any) -> tuple[str, ...]:
        return ()

    def mistimed(self, state: Any, decision: Decision, order: Order, stage: str) -> Mistimed:
        return Mistimed(Due.HERE, partial(wrong_kind, decision, order.kind))


class _NoAnswers:
    policies: Mapping[str, Mapping[str, str]] = {}
    main_decisions = frozenset[str]()

    def answer(self, state: Any, policy: str) -> Order | None:
        return None

    def facts(self, state: Any) -> Mapping[str, int | str]:
        return {}


class _NoSecrets:
    forfeits: Mapping[str, str] = {}

    def secrets(self, state: Any) -> Mapping[str, tuple[Json, ...]]:
        return {}

    def breaches(self, state: Any) -> tuple[Violation, ...]:
        return ()


class _Plain:
    quiet = frozenset({DiceRolled.kind})

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self._ruleset = ruleset

    def names(self, state: Any) -> Mapping[str, str]:
        return {}

    def part(self, state: Any) -> str:
        return self._ruleset.clock(state)

    def briefing(self, state: Any) -> Briefing:
        from sealion_pbem.engine.card import Briefing  # noqa: PLC0415 - for reports only

        return Briefing(f"Turn {self._ruleset.game_turn(state)}")

    def board(self, state: Any) -> str:
        return json.dumps(self._ruleset.pack(state), indent=1, ensure_ascii=False)


_NO_TIMETABLE, _NO_ANSWERS, _NO_SECRETS = _NoTimetable(), _NoAnswers(), _NoSecrets()
