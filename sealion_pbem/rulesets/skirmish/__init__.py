"""Skirmish: a small hex game for two that uses everything the protocol can do.

Red marches on one of two hills; which one is sealed until the end. Every battle asks the attacked seat
before the dice and the loser after them. The game teaches the protocol and proves it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sealion_pbem.engine.ahead import Mistimed
from sealion_pbem.engine.canon import canonical
from sealion_pbem.engine.capability import Answers, KeepsSecrets, Schedules, TakesPositions
from sealion_pbem.engine.card import Briefing, Card, Loss
from sealion_pbem.engine.chronicle import Enrolled, KeepsStatistics, PlaceKind, Whereabouts
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.form import Choice
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Say, by_id
from sealion_pbem.engine.showing import Narrates, ReportsFights
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Decision, Event, Json, Order, Seat, Timing, Violation
from sealion_pbem.errors import UsageError
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.skirmish import cards, chronicle, data, rules
from sealion_pbem.rulesets.skirmish import words as w
from sealion_pbem.rulesets.skirmish.forms import FORMS
from sealion_pbem.rulesets.skirmish.speech import Spoken

if TYPE_CHECKING:
    from sealion_pbem.engine.forecast import Forecast

__all__ = ["SKIRMISH", "Skirmish"]

TURNS = range(1, 21)


class Skirmish(
    Ruleset[w.State],
    Schedules[w.State],
    Answers[w.State],
    KeepsSecrets[w.State],
    Narrates[w.State],
    ReportsFights[w.State],
    TakesPositions,
    KeepsStatistics[w.State],
    Spoken,
):
    """The ruleset protocol, by dispatch to `rules`."""

    id = "skirmish"
    revision = 1
    title = "Skirmish"
    seats: tuple[Seat, ...] = (w.RED, w.BLUE)
    die = 6
    scenarios: Mapping[str, str] = {"two-hills": "four red units against three blue, two hills"}
    options: Mapping[str, str] = {
        "turns": "length of the game in turns, 1 to 20 (6); longer helps red"
    }
    orders: Mapping[str, type[Order]] = w.ORDERS
    forms = FORMS
    events: Mapping[str, type[Event[Any]]] = {**w.EVENTS, DiceRolled.kind: DiceRolled}
    policies: Mapping[str, Mapping[str, str]] = {
        "objective": {},
        "march": {"default": "end the step without marching", "done": "the same"},
        "reaction": {
            "default": "stand",
            "stand": "stand and fight",
            "withdraw": "withdraw to the first open hex, clockwise from north",
        },
        "losses": {
            "default": "fall back where that is possible, else lose a step",
            "lose_step": "lose a step",
            "fall_back": "fall back to the first open hex, clockwise from north",
        },
        "open_objective": {},
    }

    stages: tuple[str, ...] = rules.STAGES
    lapsing = frozenset({"done"})
    sequence_rule = "1.3"
    forfeits: Mapping[str, str] = {
        "march": "done",
        "reaction": "stand",
        "losses": "lose_step",
        "objective": "red wanted no hill, and wins by 4.2 alone",
    }
    rules: Mapping[str, str] = rules.RULES
    main_decisions = frozenset({"objective", "march", "open_objective"})
    quiet = frozenset({"dice_rolled"})
    losses_in = chronicle.STEPS
    bloodless = frozenset[str]()
    arms: tuple[str, ...] = ()
    where = ("hex",)

    def schema(self, part: str) -> Json | None:
        """Return the shape of orders; positions are checked when they are read."""
        return data.orders_schema() if part == "orders" else None

    def packs(self) -> Mapping[str, bytes]:
        """Return the field and the start positions."""
        return {"field": canonical({"field": w.FIELD, "start": to_wire(w.START)})}

    def notice(self) -> str:
        """Return whose field and units are."""
        return "Field and units are a part of sealion-pbem, under the Apache License 2.0.\n"

    def setup(self, scenario: str, options: Mapping[str, Json]) -> w.State:
        """1.1  Return the start position."""
        if scenario not in self.scenarios:
            raise UsageError(
                f"no scenario is called {scenario!r}", hint=f"there is {', '.join(self.scenarios)}"
            )
        for name in options.keys() - self.options.keys():
            raise UsageError(
                f"no option is called {name!r}", hint=f"there is {', '.join(self.options)}"
            )
        turns = options.get("turns", 6)
        if type(turns) is not int or turns not in TURNS:
            raise UsageError(f"turns is {turns!r}", hint="a whole number from 1 to 20")
        units = {name: w.Unit(seat, number, 2) for name, (seat, number) in w.START.items()}
        return w.State(last_turn=turns, units=units)

    def position(self, start: w.State, document: Json) -> w.State:
        """Return the state that a position written by hand describes."""
        # Only scenarios need it.
        from sealion_pbem.rulesets.skirmish import position  # noqa: PLC0415 - only scenarios need it

        return position.position(start, document)

    def resume(self, play: Play[w.State]) -> None:
        """Go on from a position written by hand up to the first decision."""
        self.advance(play)

    def copy(self, state: w.State) -> w.State:
        """Return a working copy; units and battles are values."""
        return w.State(
            state.last_turn, state.turn, state.step, state.active, dict(state.units),
            state.battle, state.objective, state.winner,
        )  # fmt: skip

    def pack(self, state: w.State) -> Json:
        """Return the state as JSON."""
        return {
            "last_turn": state.last_turn,
            "turn": state.turn,
            "step": state.step,
            "active": state.active,
            "units": {name: list(unit) for name, unit in state.units.items()},
            "battle": list(state.battle) if state.battle else None,
            "objective": state.objective,
            "winner": state.winner,
        }

    def unpack(self, document: Json) -> w.State:
        """Return the state that `pack` wrote."""
        parts = dict(document)
        parts["units"] = {name: w.Unit(*unit) for name, unit in document["units"].items()}
        parts["battle"] = w.Battle(*document["battle"]) if document["battle"] else None
        return w.State(**parts)

    def advance(self, play: Play[w.State]) -> Decision | None:
        """Let happen what needs nobody's choice."""
        rules.advance(play)
        return self.decision(play.state)

    def decision(self, state: w.State) -> Decision | None:
        """Return where the game waits."""
        battle = state.battle
        if battle and not battle.loser:
            prompt = f"{battle.attacker} attacks {battle.defender}: stand or withdraw"
            accepts = frozenset({"stand", "withdraw"})
            seat = state.units[battle.defender].seat
            return Decision(seat, "reaction", "3.2", prompt, accepts, about=battle.defender)
        if battle:
            prompt = f"{battle.loser} lost the battle: lose a step or fall back"
            accepts = frozenset({"lose_step", "fall_back"})
            seat = state.units[battle.loser].seat
            return Decision(
                seat, "losses", "3.4", prompt, accepts, Timing.AFTER_DICE, about=battle.loser
            )
        return self._step_decision(state)

    def _step_decision(self, state: w.State) -> Decision | None:
        match state.step:
            case "objective":
                prompt = f"seal your objective: one of the hills {', '.join(w.HILLS)}"
                return Decision(w.RED, "objective", "1.2", prompt, frozenset({"seal"}))
            case "march":
                prompt = f"turn {state.turn}: march, attack, then done"
                accepts = frozenset({"march", "attack", "done"})
                return Decision(state.active, "march", "1.3", prompt, accepts)
            case "open":
                prompt = "open your objective"
                return Decision(
                    w.RED, "open_objective", "4.1", prompt, frozenset({"open"}), Timing.AFTER_DICE
                )
            case _:
                return None

    def check(self, state: w.State, order: Order) -> Iterable[Violation]:
        """Return every rule the order breaks."""
        return FORMS[order.kind].check(state, order)

    def obey(self, play: Play[w.State], order: Order) -> None:
        """Carry out a legal order."""
        rules.OBEYS[type(order)](play, order)

    def offers(self, state: w.State) -> Iterator[Order]:
        """Return a sample of the menu; a sealed choice is its owner's to make and is not in it.

        Every attack and retreat is, and of the marches one to each hex.
        """
        decision = self.decision(state)
        match decision.kind if decision else "":
            case "reaction":
                yield w.Stand()
                yield from (w.Withdraw(choice.value) for choice in _choices(state, "withdraw"))
            case "losses":
                yield w.LoseStep()
                yield from (w.FallBack(choice.value) for choice in _choices(state, "fall_back"))
            case "march":
                yield from self._march_offers(state)

    def _march_offers(self, state: w.State) -> Iterator[Order]:
        """Return attacks first, then marches towards the enemy, last the end of the step."""
        for fighter in _choices(state, "attack", "unit"):
            for target in _choices(state, "attack", "target", unit=fighter.value):
                yield w.Attack(fighter.value, target.value)
        enemies = state.alive(w.BLUE if state.active == w.RED else w.RED)
        marches: list[tuple[int, str, tuple[str, ...]]] = []
        for marcher in _choices(state, "march", "unit"):
            for way in _choices(state, "march", "path", unit=marcher.value):
                near = min(distance(way.label, state.units[enemy].hex) for enemy in enemies)
                marches.append((near, marcher.value, tuple(way.value)))
        yield from (w.March(name, path) for _, name, path in sorted(marches))
        yield w.Done()

    def last_turn(self, state: w.State) -> int:
        """1.1  Return how many turns are played."""
        return state.last_turn

    def stage_names(self, state: w.State) -> tuple[str, ...]:
        """Return the name of the step."""
        return (state.step,)

    def mistimed(self, state: w.State, decision: Decision, order: Order, stage: str) -> Mistimed:
        """1.3  Return in which step an order has its time."""
        return rules.mistimed(state, decision, order, stage)

    def secrets(self, state: w.State) -> Mapping[str, tuple[Json, ...]]:
        """1.2  Return the hills that red may seal."""
        return {"objective": w.HILLS} if state.step == "objective" else {}

    def answer(self, state: w.State, policy: str) -> Order | None:
        """Return what a policy answers to the pending decision."""
        decision = self.decision(state)
        kind = decision.kind if decision else ""
        offers = list(self.offers(state)) if kind in {"reaction", "losses"} else [w.Done()]
        match kind, policy:
            case (
                ("march", "default" | "done")
                | ("reaction", "default" | "stand")
                | ("losses", "lose_step")
            ):
                return offers[0]
            case ("reaction", "withdraw") | ("losses", "fall_back"):
                return offers[1] if len(offers) > 1 else None
            case ("losses", "default"):
                return offers[min(1, len(offers) - 1)]
            case _:
                return None

    def facts(self, state: w.State) -> Mapping[str, int | str]:
        """Return the turn and, in a battle, who fights whom at what odds."""
        facts: dict[str, int | str] = {"turn": state.turn}
        if state.battle:
            attacker, defender = (
                state.units[state.battle.attacker],
                state.units[state.battle.defender],
            )
            facts |= {
                "attacker": state.battle.attacker,
                "defender": state.battle.defender,
                "hex": defender.hex,
                "odds": attacker.steps - defender.steps,
                "hits": state.battle.hits,
            }
        return facts

    def game_turn(self, state: w.State) -> int:
        """Return the number of the game turn."""
        return state.turn

    def clock(self, state: w.State) -> str:
        """Return turn and marching seat."""
        return f"T{state.turn:02d}/{state.active}"

    def result(self, state: w.State) -> str:
        """Return who won."""
        return f"{state.winner} has won" if state.winner else ""

    def breaches(self, state: w.State) -> tuple[Violation, ...]:
        """Return nothing: any objective may be sealed."""
        return ()

    def tell(self, event: Event[Any], say: Say = by_id) -> str:
        """Return one plain sentence for an event."""
        return _TELL[type(event)](event, say)

    def names(self, state: w.State) -> Mapping[str, str]:
        """Return nothing: a unit is called by its id."""
        return {}

    def part(self, state: w.State) -> str:
        """Return turn and step."""
        return cards.part(state)

    def briefing(self, state: w.State) -> Briefing:
        """Return turn, step and the units left."""
        return cards.briefing(state)

    def cards(self, before: w.State, events: Sequence[Event[Any]]) -> tuple[Card, ...]:
        """Return a card for each battle."""
        return cards.cards(before, events)

    def losses(self, before: w.State, events: Sequence[Event[Any]]) -> tuple[Loss, ...]:
        """Return every step that was lost."""
        return cards.losses(before, events)

    def forecasts(self, state: w.State, order: Order) -> tuple[Forecast, ...]:
        """Return what the dice of an attack, or of one that stands, can bring."""
        from sealion_pbem.rulesets.skirmish import forecast  # noqa: PLC0415 - for forecasts only

        return forecast.forecasts(state, order)

    def prospects(self, state: w.State) -> tuple[Forecast, ...]:
        """Return nothing: no die falls but in battles."""
        return ()

    def board(self, state: w.State) -> str:
        """Return the field as text: terrain, units by side and number (R1, b2), strongest first."""
        return cards.board(state)

    def places(self) -> Mapping[str, PlaceKind]:
        """Return the hexes of the field."""
        return chronicle.places()

    def roster(self, state: w.State) -> Mapping[str, Enrolled]:
        """Return all units."""
        return chronicle.roster(state)

    def whereabouts(self, state: w.State) -> Mapping[str, Whereabouts]:
        """Return hex and steps of every unit."""
        return chronicle.whereabouts(state)

    def tally(self, state: w.State) -> Mapping[str, int]:
        """Return how many steps each side has left."""
        return chronicle.tally(state)

    def rollers(self, state: w.State, event: Event[Any]) -> tuple[str, ...]:
        """Return whose dice a battle used."""
        return chronicle.rollers(state, event)


def _choices(state: w.State, kind: str, member: str = "", **draft: str) -> Iterator[Choice]:
    """Return what can be added to an order of a kind, if one can be given at all."""
    form = FORMS[kind]
    return iter(()) if any(form.refuse(state)) else form.choices(state, draft, member)


def _battle_sentence(event: w.BattleFought, say: Say) -> str:
    attacker, defender = say(event.attacker), say(event.defender)
    totals = f"{attacker} {event.attack} against {defender} {event.defence}"
    return f"{totals}: {say(event.loser)} is beaten" if event.loser else f"{totals}: both hold"


_TELL: dict[type[Any], Callable[[Any, Say], str]] = {
    DiceRolled: lambda e, _: (
        f"dice for {e.label}: {' '.join(map(str, e.values))} (rule {e.rule}, {e.trust})"
    ),
    w.ObjectiveSealed: lambda *_: "red has sealed its objective",
    w.UnitMarched: lambda e, say: f"{say(e.unit, 'marches', 'march')} {' '.join(e.path)}",
    w.BattleJoined: lambda e, say: f"{say(e.attacker, 'attacks', 'attack')} {say(e.defender)}",
    w.UnitWithdrew: lambda e, say: f"{say(e.unit, 'withdraws', 'withdraw')} to {e.hex}",
    w.BattleFought: _battle_sentence,
    w.StepLost: lambda e, say: f"{say(e.unit, 'loses', 'lose')} a step",
    w.FellBack: lambda e, say: f"{say(e.unit, 'falls', 'fall')} back to {e.hex}",
    w.StepEnded: lambda e, _: f"{e.seat} ends its step",
    w.ObjectiveOpened: lambda e, _: f"red's objective was {e.hex or 'no hill at all'}",
    w.GameEnded: lambda e, _: f"{e.winner} has won",
}

SKIRMISH = Skirmish()
