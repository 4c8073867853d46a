"""The laws that every ruleset keeps, on games played at random; a new ruleset is found by itself.

`SEALION_FUZZ=long` plays many games instead of a handful.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from typing import Any, get_origin

import pytest

from sealion_pbem.engine.ahead import Timed
from sealion_pbem.engine.canon import digest, hash_of
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import (
    begin,
    digest_of,
    orders_from_wire,
    pack_game,
    pending,
    unpack_game,
)
from sealion_pbem.engine.loop import preview, refuse, run
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.replay import claim_of, first_divergence, replay
from sealion_pbem.engine.seal import SEAL_ORDERS, STANDING, Open, Seal, commitment
from sealion_pbem.engine.showing import narration_of
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.wire import one_of, to_wire
from sealion_pbem.engine.words import Decision, Json
from sealion_pbem.rulesets import find
from tests.games import INSTALLED, NAMES, OWN, SCENARIOS
from tests.survey import ROOT
from tests.table import CAMPAIGN, Step, hints_of, play_once

pytestmark = pytest.mark.fuzz

IS_LONG = os.environ.get("SEALION_FUZZ") == "long"
# A game of Sealion has as many files as thirty skirmishes.
GAMES = {"skirmish": 400 if IS_LONG else 10, OWN: 400 if IS_LONG else 10}
OTHERS = 25 if IS_LONG else 1
SKIRMISH = ("skirmish", "two-hills")
SECRET = "nobody-must-see-this"


@dataclass(frozen=True)
class Played:
    """A game from its start to its end."""

    ruleset: Any
    scenario: str
    every: tuple[Step, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The turns to look at: all of a short game, every ninth and the last of a long one."""
        if len(self.every) < 100 or IS_LONG:
            return self.every
        return (*self.every[:-1:9], self.every[-1])

    @property
    def games(self) -> list[Any]:
        """Every game at which somebody was asked, and the last one."""
        return [step.before for step in self.steps] + [self.steps[-1].outcome.game]

    @property
    def asked(self) -> Iterator[tuple[Any, Decision]]:
        for step in self.steps:
            decision = pending(self.ruleset, step.before)
            assert decision is not None
            yield step.before, decision


@pytest.fixture(
    scope="module",
    params=[(*game, seed) for game in SCENARIOS for seed in range(GAMES.get(game[0], OTHERS))],
    ids=lambda game: "-".join(map(str, game)),
)
def played(request: pytest.FixtureRequest) -> Played:
    name, scenario, seed = request.param
    return Played(find(name), scenario, play_once(name, scenario, seed))


def test_every_game_ends_with_a_result(played: Played):
    """Somebody is asked until the game is over; only then is there a result, and nobody is asked."""
    *before, last = played.games

    assert all(pending(played.ruleset, game) for game in before)
    assert not any(played.ruleset.result(game.state) for game in before)
    assert pending(played.ruleset, last) is None
    assert played.ruleset.result(last.state)
    assert not list(played.ruleset.offers(last.state))
    assert not any(last.queued.values())


def test_who_is_asked_has_a_legal_answer(played: Played):
    """A decision can be answered: by an offer, by a seal, or by opening what was sealed."""
    for game, decision in played.asked:
        offered = {order.kind for order in played.ruleset.offers(game.state)}
        if "seal" in decision.accepts and played.ruleset.secrets(game.state):
            offered.add("seal")
        if "open" in decision.accepts and game.seals.get(decision.seat):
            offered.add("open")

        assert decision.seat in played.ruleset.seats
        assert offered & decision.accepts, decision


def test_every_offer_is_legal_and_survives_json(played: Played):
    """What is offered passes `refuse`, is offered once, and reads back from a file as it was."""
    for game, decision in played.asked:
        if decision.kind == "open_standing_order":
            continue
        offers = list(played.ruleset.offers(game.state))

        assert [o for o in offers if refuse(played.ruleset, game, decision, o)] == []
        assert orders_from_wire(played.ruleset, by_json(to_wire(offers))) == tuple(offers)
        assert len(offers) == len({digest(to_wire(offer)) for offer in offers})


def test_asking_changes_nothing(played: Played):
    """A question to the ruleset, a preview or a refusal leaves the state as it is."""
    for step in played.steps:
        ruleset, state = played.ruleset, step.before.state
        before = digest_of(ruleset, step.before)
        decision = ruleset.decision(state)
        for order in ruleset.offers(state):
            list(ruleset.check(state, order))
        for policy in ruleset.policies[decision.kind]:
            ruleset.answer(state, policy)
        facts = ruleset.facts(state)
        ruleset.board(state), ruleset.secrets(state), ruleset.clock(state), ruleset.pack(state)
        preview(ruleset, step.before, step.turn)

        assert digest_of(ruleset, step.before) == before
        assert all(type(value) in (int, str) for value in facts.values())


def test_a_run_leaves_the_game_it_was_given(played: Played):
    """Judging a turn again in the same game finds the game as it was, and comes to the same end."""
    for step in played.steps:
        before = digest_of(played.ruleset, step.before)
        again = run(played.ruleset, step.before, step.turn, step.dice)

        assert digest_of(played.ruleset, step.before) == before
        assert again.game is not step.before
        assert again.events == step.outcome.events


def test_obeying_always_tells_something(played: Played):
    """Each legal order leads to at least one event when it is carried out."""
    for number, (game, _) in enumerate(played.asked):
        for order in list(played.ruleset.offers(game.state))[number % 3 :: 3]:
            dice = SeededDice(hash_of("any dice", number))
            play = Play(played.ruleset.copy(game.state), dice, played.ruleset)
            played.ruleset.obey(play, order)
            assert play.events, order


def test_events_folded_over_the_start_give_the_end(played: Played):
    """The events alone, in their order, carry a copy of the start to the very same end."""
    state = played.ruleset.copy(played.every[0].before.state)
    for step in played.every:
        for event in step.outcome.events:
            event.on(state)
        assert played.ruleset.pack(state) == played.ruleset.pack(step.outcome.game.state)


def test_orders_events_states_and_games_survive_json(played: Played):
    """Everything that is written down reads back equal, with the same digest."""
    ruleset = played.ruleset
    for step in played.steps:
        game, events = step.outcome.game, step.outcome.events
        document = by_json(pack_game(ruleset, game))
        state = ruleset.unpack(by_json(ruleset.pack(game.state)))

        assert orders_from_wire(ruleset, by_json(step.turn.document["orders"])) == step.turn.orders
        assert tuple(one_of(ruleset.events, by_json(to_wire(e))) for e in events) == events
        assert state == game.state
        assert digest_of(ruleset, unpack_game(ruleset, document)) == digest_of(ruleset, game)
        assert digest(by_json(claim_of(ruleset, step.outcome))) == digest(
            claim_of(ruleset, step.outcome)
        )


def test_a_game_read_back_goes_on_alike(played: Played):
    """After a way through JSON with sorted members, offers, refusals and events are the same."""
    ruleset = played.ruleset
    for step in played.steps:
        game = unpack_game(ruleset, by_json(pack_game(ruleset, step.before)))
        outcome = run(ruleset, game, step.turn, step.dice)

        assert list(ruleset.offers(game.state)) == list(ruleset.offers(step.before.state))
        assert pending(ruleset, game) == pending(ruleset, step.before)
        assert outcome.events == step.outcome.events
        assert claim_of(ruleset, outcome) == claim_of(ruleset, step.outcome)


def test_same_turns_and_seeds_give_the_same_game(played: Played):
    """A replay from the start agrees with every claim on the way."""
    ruleset = played.ruleset
    start = begin(ruleset, CAMPAIGN, ruleset.setup(played.scenario, {}))
    again = replay(ruleset, start, [(step.turn, step.dice) for step in played.every])
    for step, outcome in zip(played.every, again, strict=True):
        claimed, found = claim_of(ruleset, step.outcome), claim_of(ruleset, outcome)
        assert first_divergence(claimed, found) is None
        assert outcome.events == step.outcome.events


def test_every_roll_of_a_turn_has_its_own_label(played: Played):
    """No two rolls of one run share a label; each cites a rule and shows the faces it says."""
    for step in played.steps:
        labels = [roll.label for roll in step.outcome.rolls]
        assert len(labels) == len(set(labels))
        for roll in step.outcome.rolls:
            assert roll.rule in played.ruleset.rules
            assert step.dice.throw(roll.label, len(roll.values), roll.sides) == roll.values


def test_every_event_is_registered_and_told(played: Played):
    """What happens is known under its kind and can be said in one line."""
    for step in played.steps:
        for event in step.outcome.events:
            assert played.ruleset.events[event.kind] is type(event)
            assert re.fullmatch(r"\S.*\S", played.ruleset.tell(event))


def test_every_decision_has_its_policies(played: Played):
    """A decision kind is listed; where orders can be offered a default answers, and answers legally."""
    ruleset = played.ruleset
    for step in played.steps:
        game, decision = step.before, ruleset.decision(step.before.state)
        policies = ruleset.policies[decision.kind]
        open_game = replace(game, seals={})
        answers = {policy: ruleset.answer(game.state, policy) for policy in policies}
        if decision.accepts - SEAL_ORDERS.keys():
            assert answers["default"] is not None
        for order in answers.values():
            assert order is None or not refuse(ruleset, open_game, decision, order)
        assert ruleset.answer(game.state, "no such policy") is None


def test_rules_that_are_cited_exist(played: Played):
    """Decisions and returned orders cite rules of the table of contents, or none ("-")."""
    known = {*played.ruleset.rules, "-"}
    cited = {decision.rule for _, decision in played.asked}
    for step in played.steps:
        cited |= {v.rule for back in step.outcome.returned for v in back.violations}

    assert cited <= known


def test_what_is_sealed_makes_no_difference_until_it_is_opened(played: Played):
    """Two games that differ only in the sealed value look the same to everybody, digests aside."""
    ruleset = played.ruleset
    shown = {o.name: o.value for s in played.every for o in openings(s.turn)}
    game = played.every[0].before
    for step in played.every:
        if any(not o.name.startswith(STANDING) for o in openings(step.turn)):
            break
        other = next(
            (
                v
                for vs in ruleset.secrets(game.state).values()
                for v in vs
                if v not in shown.values()
            ),
            "something else",
        )
        outcome = run(ruleset, game, with_secret(step.turn, other), step.dice)
        game = outcome.game

        assert veiled(pack_game(ruleset, game)) == veiled(pack_game(ruleset, step.outcome.game))
        assert outcome.events == step.outcome.events
        assert outcome.waiting == step.outcome.waiting
        assert ruleset.board(game.state) == ruleset.board(step.outcome.game.state)
        assert list(ruleset.offers(game.state)) == list(ruleset.offers(step.outcome.game.state))


def test_a_sealed_value_is_written_nowhere_before_it_is_opened(played: Played):
    """Neither the value nor its salt stands in game, events, story or board."""
    ruleset = played.ruleset
    game, written = played.every[0].before, []
    for step in played.every:
        if any(not o.name.startswith(STANDING) for o in openings(step.turn)):
            break
        outcome = run(ruleset, game, with_secret(step.turn, SECRET), step.dice)
        game = outcome.game
        written += [json.dumps(pack_game(ruleset, game)), json.dumps(to_wire(outcome.events))]
        written += [ruleset.board(game.state), *map(ruleset.tell, outcome.events)]

    text = "\n".join(written)
    assert SECRET not in text
    assert salt_of(SECRET).hex() not in text


def test_the_games_played_use_the_whole_protocol():
    """Dice, queues, returned orders, automatic answers and opened standing orders all come up.

    Skirmish is there to teach and prove all of it; other games use what they need.
    """
    used = set()
    for step in (step for seed in range(10) for step in play_once(*SKIRMISH, seed)):
        used |= {part for part in ("rolls", "returned", "automatic") if getattr(step.outcome, part)}
        used |= {"queue"} if any(step.outcome.game.queued.values()) else set()
        used |= {"opened" for o in step.turn.orders if o.kind == "open" and STANDING in o.name}

    assert used == {"rolls", "returned", "automatic", "queue", "opened"}


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_another_process_plays_the_same_games(name: str, scenario: str):
    """A fresh Python with another hash seed comes to the same digests."""
    script = f"from {__name__} import fingerprint; print(fingerprint({name!r}, {scenario!r}))"
    for hash_seed in ("1", "2") if name in GAMES else ("1",):
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONHASHSEED": hash_seed,
                "PYTHONPATH": f"{ROOT}{os.pathsep}{INSTALLED}",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout.strip() == fingerprint(name, scenario), done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_kinds_are_written_down(name: str):
    """Orders and events stand under their own kind; each event registered can be told."""
    ruleset = find(name)
    tables: list[Mapping[str, Any]] = [ruleset.orders, ruleset.events]
    for table in tables:
        assert [kind for kind, cls in table.items() if cls.kind != kind] == []
        assert [cls for cls in table.values() if not is_dataclass(cls)] == []
    for cls in ruleset.events.values():
        assert ruleset.tell(cls(*(example(hint) for hint in hints_of(cls))))


def example(hint: Any) -> Any:
    """Return some value of a type that events are made of."""
    if (origin := get_origin(hint)) in (tuple, dict, Mapping):
        return () if origin is tuple else {}
    is_record = is_dataclass(hint) and isinstance(hint, type)
    return hint(*map(example, hints_of(hint))) if is_record else 0 if hint is int else "x"


def by_json(document: Json) -> Json:
    return json.loads(json.dumps(document, sort_keys=True))


def salt_of(value: Json) -> bytes:
    return hash_of("salt of a twin", json.dumps(value))


def openings(turn: Turn) -> list[Open]:
    """Return the orders of a turn that open a seal, now or at the time that they name."""
    plain = [order.order if isinstance(order, Timed) else order for order in turn.orders]
    return [order for order in plain if isinstance(order, Open)]


def with_secret(turn: Turn, value: Json) -> Turn:
    """Return the turn with another value under its seals; sealed standing orders stay."""
    orders = tuple(
        Seal(o.name, commitment(CAMPAIGN, turn.seat, o.name, salt_of(value), value))
        if isinstance(o, Seal) and not o.name.startswith(STANDING)
        else o
        for o in turn.orders
    )
    return replace(turn, orders=orders)


def veiled(document: Json) -> str:
    """Return a document as text in which no digest can be told from another."""
    return re.sub(r'"[0-9a-f]{64}"', '"#"', json.dumps(document))


def fingerprint(name: str, scenario: str) -> str:
    """Return one digest over the first games, everything that is said in them included."""
    ruleset = find(name)
    said: list[Json] = []
    for seed in range(min(3, GAMES.get(name, OTHERS))):
        for step in play_once(name, scenario, seed):
            said += [step.turn.document, claim_of(ruleset, step.outcome)]
            said += [
                list(map(ruleset.tell, step.outcome.events)),
                narration_of(ruleset).board(step.before.state),
            ]
            said += [to_wire(list(ruleset.offers(step.before.state)))]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()
