"""War at Sea as a ruleset: the protocol, by dispatch to the rules and to what shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sealion_pbem.engine.ahead import Mistimed, Yields
from sealion_pbem.engine.capability import (
    Answers,
    ExcusesSections,
    HasCommanders,
    KeepsSecrets,
    ReadsSecrets,
    Schedules,
    TakesPositions,
    WritesPositions,
)
from sealion_pbem.engine.dice import DiceRolled, PoolsDice
from sealion_pbem.engine.form import Form
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Say, by_id
from sealion_pbem.engine.words import Decision, Event, Json, Order, Seat, Violation
from sealion_pbem.rulesets.war_at_sea import data, sample, settings
from sealion_pbem.rulesets.war_at_sea.index import DESCRIPTIVE, RULES
from sealion_pbem.rulesets.war_at_sea.policies import (
    FORFEITS,
    MAIN_DECISIONS,
    POLICIES,
    answer,
)
from sealion_pbem.rulesets.war_at_sea.rules import (
    ch01_setup,
    ch03_attack_forms,
    ch03_attacks,
    ch03_sequence,
    ch03_timetable,
    ch04_movement,
    ch07_aircraft,
)
from sealion_pbem.rulesets.war_at_sea.showing import ShownAtSea
from sealion_pbem.rulesets.war_at_sea.speech import Spoken
from sealion_pbem.rulesets.war_at_sea.tell import TELL
from sealion_pbem.rulesets.war_at_sea.words.events import EVENTS
from sealion_pbem.rulesets.war_at_sea.words.fights import FIGHTS
from sealion_pbem.rulesets.war_at_sea.words.orders import ATTACKS, ORDERS
from sealion_pbem.rulesets.war_at_sea.words.state import State

if TYPE_CHECKING:
    from sealion_pbem.engine.commander import Commander
    from sealion_pbem.engine.forecast import Forecast

__all__ = ["WAR_AT_SEA", "WarAtSea"]

_ATTACK_KINDS = frozenset(cls.kind for cls in ATTACKS)


def _staff(seed: bytes) -> Commander:
    from sealion_pbem.rulesets.war_at_sea.staff.commander import StaffAtSea

    return StaffAtSea(seed)


def _random(seed: bytes) -> Commander:
    from sealion_pbem.engine.commander import RandomCommander

    return RandomCommander(seed)


class WarAtSea(
    Ruleset[State],
    Schedules[State],
    Yields[State],
    Answers[State],
    KeepsSecrets[State],
    TakesPositions,
    WritesPositions[State],
    ExcusesSections,
    PoolsDice,
    HasCommanders,
    ReadsSecrets[State],
    ShownAtSea,
    Spoken,
):
    """The whole game."""

    id = "war-at-sea"
    revision = 1
    title = "War at Sea"
    seats: tuple[Seat, ...] = settings.SEATS
    die = 6
    scenarios: Mapping[str, str] = settings.SCENARIOS
    options: Mapping[str, str] = settings.OPTIONS
    orders: Mapping[str, type[Order]] = ORDERS
    forms: Mapping[str, Form[State]] = {
        form.kind: form
        for form in (
            *ch01_setup.FORMS, *ch03_attack_forms.FORMS, *ch04_movement.FORMS, *ch07_aircraft.FORMS,
        )
    }  # fmt: skip
    events: Mapping[str, type[Event[Any]]] = {**EVENTS, **FIGHTS, DiceRolled.kind: DiceRolled}
    rules: Mapping[str, str] = RULES
    descriptive: Mapping[str, str] = DESCRIPTIVE
    policies: Mapping[str, Mapping[str, str]] = POLICIES
    main_decisions = MAIN_DECISIONS
    forfeits: Mapping[str, str] = FORFEITS
    stages: tuple[str, ...] = tuple(map(ch03_timetable.said_stage, ch03_sequence.STAGES))
    lapsing = frozenset({"done", "air_return", *_ATTACK_KINDS})
    yielding = frozenset({"air_return", *_ATTACK_KINDS})
    sequence_rule = "3.0"

    commanders: Mapping[str, Callable[[bytes], Commander]] = {"staff": _staff, "random": _random}
    # A whole standard game is over within seconds.
    shown_turns = 20

    @property
    def gists(self) -> Mapping[str, str]:
        """What rules and rulings come to."""
        from sealion_pbem.rulesets.war_at_sea.gist import GISTS

        return GISTS

    def schema(self, part: str) -> Json | None:
        """Return the shape of orders, of positions or of a chart of the pack."""
        return data.schema(part) if part in data.SCHEMAS else None

    def packs(self) -> Mapping[str, bytes]:
        """Return cards, board and scenarios."""
        return {name: data.compiled(name).text for name in data.PACKS}

    def notice(self) -> str:
        """Return whose cards and zones are."""
        return data.NOTICE

    def setup(self, scenario: str, options: Mapping[str, Json]) -> State:
        """1.1  Return the game before its fleets are built."""
        return State(settings.make_settings(scenario, options))

    def position(self, start: State, document: Json) -> State:
        """Return the state that a position written by hand describes."""
        # Only scenarios need it.
        from sealion_pbem.rulesets.war_at_sea.position import position

        return position(start, document)

    def write_position(self, state: State) -> Json:
        """Return the position that is read as this state."""
        from sealion_pbem.rulesets.war_at_sea.position import write_position

        return write_position(state)

    def resume(self, play: Play[State]) -> None:
        """Go on from a position written by hand up to the first decision."""
        self.advance(play)

    def copy(self, state: State) -> State:
        """Return a working copy; units are values."""
        return state.copy()

    def pack(self, state: State) -> Json:
        """Return the state as JSON."""
        return state.pack()

    def unpack(self, document: Json) -> State:
        """Return the state that `pack` wrote."""
        return State.unpack(document)

    def advance(self, play: Play[State]) -> Decision | None:
        """Let happen what needs nobody's choice."""
        return ch03_sequence.advance(play)

    def decision(self, state: State) -> Decision | None:
        """Return where the game waits."""
        return ch03_sequence.decision_of(state)

    def check(self, state: State, order: Order) -> Iterable[Violation]:
        """Return every rule the order breaks."""
        return self.forms[order.kind].check(state, order)

    def obey(self, play: Play[State], order: Order) -> None:
        """Carry out a legal order."""
        ch03_sequence.OBEYS[type(order)](play, order)

    def offers(self, state: State) -> Iterator[Order]:
        """Return a sample of the menus, the sensible orders first."""
        return sample.offers(state)

    def last_turn(self, state: State) -> int:
        """R-47  Return the last game turn."""
        return state.settings.last_turn

    def stage_names(self, state: State) -> tuple[str, ...]:
        """Return the name of the step."""
        step = "deploy" if state.step == "open_fleet" else state.step
        return (ch03_timetable.said_stage(step),)

    def mistimed(self, state: State, decision: Decision, order: Order, stage: str) -> Mistimed:
        """3.0  Return in which step an order has its time."""
        return ch03_timetable.mistimed(state, decision, order, stage)

    def remnant(self, state: State, order: Order) -> Order | None:
        """P.4, R-24  Return an attack on the targets that are left."""
        return ch03_attacks.remnant(state, order) if isinstance(order, ATTACKS) else None

    def answer(self, state: State, policy: str) -> Order | None:
        """Return what a policy answers to the pending decision."""
        return answer(state, policy)

    def facts(self, state: State) -> Mapping[str, int | str]:
        """Return what standing orders may ask: turn, zone, who is first, the scores."""
        own, other = state.active, settings.other_seat(state.active)
        return {
            "turn": state.turn,
            "zone": state.zone,
            "player": "first" if state.active == state.first else "second",
            "score": state.scores[own],
            "enemy_score": state.scores[other],
        }

    def secrets(self, state: State) -> Mapping[str, tuple[Json, ...]]:
        """2.2, P.3  Return fleets or flight plans that make sense."""
        return sample.secrets(state)

    def read_secret(self, state: State, seat: Seat, name: str, said: str) -> Json:
        """2.2, P.3  Return the fleet or the flight plan that words mean."""
        from sealion_pbem.rulesets.war_at_sea import secret_words

        return secret_words.read(state, seat, name, said)

    def say_secret(self, state: State, seat: Seat, name: str, value: Json) -> str:
        """2.2, P.3  Return a fleet or a flight plan in words."""
        from sealion_pbem.rulesets.war_at_sea import secret_words

        return secret_words.say(state, seat, name, value)

    def doubts(self, state: State, seat: Seat, name: str, value: Json) -> tuple[str, ...]:
        """R-11, P.3  Return what a fleet or a plan will come to that its owner could still mend."""
        from sealion_pbem.rulesets.war_at_sea import secret_words

        return tuple(secret_words.doubts(state, seat, name, value))

    def breaches(self, state: State) -> tuple[Violation, ...]:
        """R-11  Return nothing: a fleet that may not be played has lost its owner the game."""
        return ()

    def game_turn(self, state: State) -> int:
        """Return the number of the game turn."""
        return state.turn

    def clock(self, state: State) -> str:
        """Return turn, step and seat."""
        return f"T{state.turn:02d}/{state.step}/{state.active}"

    def result(self, state: State) -> str:
        """Return who won, and why."""
        if not state.winner:
            return ""
        won = "nobody has won" if state.winner == "nobody" else f"{state.winner} has won"
        return f"{won}: {state.reason}"

    def forecasts(self, state: State, order: Order) -> tuple[Forecast, ...]:
        """Return what the dice of an order can bring."""
        from sealion_pbem.rulesets.war_at_sea import forecasts

        return forecasts.forecasts(self, state, order)

    def prospects(self, state: State) -> tuple[Forecast, ...]:
        """Return what dice can bring that fall at nobody's order."""
        from sealion_pbem.rulesets.war_at_sea import forecasts

        return forecasts.prospects(state)

    def is_pool(self, label: str) -> bool:
        """5.2  Return whether a roll is an attack, or for initiative: only the sum of its dice counts."""
        return any(f"/{rule}/" in label for rule in ("5.2", "3.1"))

    def tell(self, event: Event[Any], say: Say = by_id) -> str:
        """Return one plain sentence for an event."""
        return TELL[type(event)](event, say)


WAR_AT_SEA = WarAtSea()
