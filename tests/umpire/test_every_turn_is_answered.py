"""The law of the answer: to every turn that the loader admits there is a receipt or a rejection.

Whatever the orders are, the answer keeps to schema, size, commas and nesting, and is admitted. If one
were missing, a player could stop a campaign with a file that his opponent cannot answer.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from benchmarks.campaigns import TIME, Match
from sealion_pbem.engine.game import begin, pack_game, pending
from sealion_pbem.engine.standing import StandingOrder
from sealion_pbem.errors import ChainError, InvalidFileError
from sealion_pbem.pbem.entry import Entry, parse_entry
from sealion_pbem.pbem.ledger import LAST_SEQ
from sealion_pbem.pbem.schema import combined
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from sealion_pbem.umpire.judge import judge
from tests.games import SCENARIOS
from tests.sealion_table import EDITIONS
from tests.table import Step, play_once

FIRST = play_once("skirmish", "two-hills", 0)[0]
ANYTHING = [None, 0, "," * 2000, [","] * 500, {"a": {"b": ["e\u0301"] * 9}}, "é" * 2000]
MOST = {"maxItems": 400, "maxProperties": 60}


def answer(match: Match, turn: Entry) -> Entry:
    """Admit a turn and the answer that its witness gives; return the answer."""
    match.record.admit(parse_entry(turn.data, match.record.ruleset))
    witness = match.record.ledger.witness(turn.by)
    body, _ = judge(match.record, witness, match.chains[witness], TIME)
    made = match.signed(body, witness)
    given_back = parse_entry(made.data, match.record.ruleset)
    match.record.admit(given_back)
    return given_back


@cache
def shapes(ruleset: str) -> dict[str, dict[str, Any]]:
    """The schema of every kind of order."""
    document, find_schema = combined("turn", find(ruleset))
    orders = find_schema(document["properties"]["orders"]["$ref"])
    found = {}
    for case in orders["items"]["allOf"]:
        asked = case["if"]["properties"]["kind"]
        uri, _, path = case["then"]["$ref"].partition("#/$defs/")
        for kind in asked.get("enum", [asked.get("const")]):
            found[kind] = find_schema(uri)["$defs"][path]
    return found


def resolved(ruleset: str, shape: dict[str, Any]) -> dict[str, Any]:
    """A schema, or the one that it refers to."""
    if "$ref" not in shape:
        return shape
    _, find_schema = combined("turn", find(ruleset))
    uri, _, path = shape["$ref"].partition("#/$defs/")
    found: dict[str, Any] = find_schema(uri)["$defs"][path]
    return found


def hostile(ruleset: str, shape: dict[str, Any], names: list[str]) -> st.SearchStrategy[Any]:
    """Values that a schema allows: names of this game and of none, the longest lists there can be."""
    shape = resolved(ruleset, shape)
    if "const" in shape or "enum" in shape:
        return st.sampled_from(shape.get("enum", [shape.get("const")]))
    kind = shape.get("type")
    if isinstance(kind, list):
        return st.sampled_from(ANYTHING)
    if kind in ("array", "object"):
        return hostile_lists(ruleset, shape, names)
    if kind == "string":
        return st.sampled_from(words(shape, names))
    if kind == "boolean":
        return st.booleans()
    return st.sampled_from([shape.get("minimum", 0), 0, 1, shape.get("maximum", 0)])


def hostile_lists(ruleset: str, shape: dict[str, Any], names: list[str]) -> st.SearchStrategy[Any]:
    """Lists and objects that a schema allows."""
    if shape["type"] == "array":
        item = hostile(ruleset, shape["items"], names)
        most = min(shape["maxItems"], MOST["maxItems"])
        few = st.lists(item, min_size=shape.get("minItems", 0), max_size=4)
        return few | item.map(lambda one: [one] * most)
    if "properties" not in shape:
        # A table names its keys by a pattern, or says what they are and what stands under each.
        if "patternProperties" in shape:
            (pattern, value), *_ = shape["patternProperties"].items()
            keys = st.sampled_from(words({"pattern": pattern}, names))
        else:
            value = shape["additionalProperties"]
            keys = hostile(ruleset, shape["propertyNames"], names)
        return st.dictionaries(keys, hostile(ruleset, value, names), max_size=MOST["maxProperties"])
    members = {name: hostile(ruleset, part, names) for name, part in shape["properties"].items()}
    required = {name: members.pop(name) for name in shape["required"]}
    return st.fixed_dictionaries(required, optional=members)


def words(shape: dict[str, Any], names: list[str]) -> list[str]:
    """Texts that a pattern allows: what is in the game, and the longest that is not."""
    pattern, longest = shape.get("pattern", ".*"), shape.get("maxLength", 60)
    found = [name for name in names if re.fullmatch(pattern.strip("^$"), name)]
    tries = [letter * n for letter in "aA0f" for n in range(longest, 0, -1)]
    made = [text for text in (*tries, "red-999", "a/b") if re.fullmatch(pattern.strip("^$"), text)]
    return [*found[:40], *made[:1], *made[-1:]]


def strings_in(document: Any) -> Iterator[str]:
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict):
        for key, value in document.items():
            yield key
            yield from strings_in(value)
    elif isinstance(document, list):
        for value in document:
            yield from strings_in(value)


def match_at(name: str, scenario: str, number: int) -> Match:
    """A campaign in some position of a random game."""
    match = Match.founded("law", {}, name)
    steps = play_once(name, scenario, 0)
    game = steps[number % len(steps)].before
    put(match, game.state)
    return match


def put(match: Match, state: Any) -> None:
    """Let a campaign stand in some position."""
    record = match.record
    record.game = begin(record.ruleset, record.ledger.campaign, state)
    record._waiting = pending(record.ruleset, record.game)
    record._note_who_owes()


def turn_like(match: Match, step: Step) -> Entry:
    """The turn of a random game, signed in a campaign."""
    return match.turn(**step.turn.document)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_hostile_orders_of_every_kind_are_answered(name: str, scenario: str, data: st.DataObject):
    """A legal order and hostile ones behind it, in any position: the witness can always answer."""
    match = match_at(name, scenario, data.draw(st.integers(0, 300)))
    game = match.record.game
    names = sorted(set(strings_in(pack_game(match.record.ruleset, game))))
    by_kind = shapes(name)
    kinds = data.draw(st.lists(st.sampled_from(sorted(by_kind)), min_size=1, max_size=6))
    accepted = sorted(match.record.decision.accepts & by_kind.keys())
    kinds = [data.draw(st.sampled_from(accepted)), *kinds] if accepted else kinds
    orders = [data.draw(hostile(name, by_kind[kind], names)) for kind in kinds]
    orders = [{**order, "kind": kind} for order, kind in zip(orders, kinds, strict=True)]
    try:
        turn = match.turn(orders)
    except InvalidFileError:
        assume(False)
    assert answer(match, turn).kind in ("receipt", "rejection")


@pytest.mark.parametrize("edition", ["sealion-2016", "sealion-deluxe"])
def test_six_hundred_unknown_names_behind_a_legal_attack(edition: str):
    """The dice of the first attack have fallen: the second comes back, and the receipt can be sent."""
    ruleset = EDITIONS[edition]
    units = {"2918": ["de_12_inf", "uk_1_lon"], "3119": ["de_15_inf", "uk_2_lon"]}
    came = {"de_12_inf": ["2819", "2918"], "de_15_inf": ["3219", "3119"]}
    position = {"turn": 2, "step": 6, "stage": "land combat", "units": units, "came_from": came}
    match = Match.founded("frozen", {}, edition)
    state = ruleset.position(ruleset.setup("invasion", {}), position)
    put(match, state)
    answers = ("defend", "press_attack", "take_losses", "retreat", "advance")
    standing = tuple(StandingOrder(kind, "default") for kind in answers)
    match.record.game.standing.update({GERMAN: standing, BRITISH: standing})
    strange = [f"de_ship_{n}" for n in range(300)]
    second = {"kind": "attack", "hex": "3119", "ships": strange, "batteries": strange}

    receipt = answer(match, match.turn([{"kind": "attack", "hex": "2918"}, second]))

    assert receipt.kind == "receipt"
    assert receipt.unsigned["rolls"]
    (back,) = receipt.unsigned["returned"]
    assert (back["seat"], back["count"], len(back["violations"])) == ("german", 1, 21)
    assert back["violations"][-1]["text"] == "and 580 more"


@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_dice_chain_that_ends_is_followed_by_another(length: int):
    """The entry that opens the last link brings the next chain: nobody is ever without dice."""
    match = Match.founded("short", {}, "skirmish", links=length)
    for step in play_once("skirmish", "two-hills", 0)[:8]:
        assert answer(match, turn_like(match, step)).kind == "receipt"
    assert len(match.record.ledger.tips) > 2


def test_a_chain_that_ends_without_another_is_refused():
    """A witness may not leave himself without dice, and may not choose new ones before the end."""
    match = Match.founded("short", {}, "skirmish", links=1)
    turn = turn_like(match, FIRST)
    match.record.admit(turn)
    witness = match.record.ledger.witness(turn.by)
    body, _ = judge(match.record, witness, match.chains[witness], TIME)
    bare = {name: value for name, value in body.items() if name != "anchor"}
    with pytest.raises(ChainError, match=r"opens the last link .* must bring a new anchor"):
        match.record.admit(match.signed(bare, witness))
    match = Match.founded("long", {}, "skirmish", links=5)
    turn = turn_like(match, FIRST)
    match.record.admit(turn)
    body, _ = judge(match.record, witness, match.chains[witness], TIME)
    greedy = {**body, "anchor": {"tip": "ab" * 32, "length": 5}}
    with pytest.raises(ChainError, match=r"does not open the last link .* may not bring"):
        match.record.admit(match.signed(greedy, witness))


def test_a_turn_that_leaves_no_number_for_its_answer_is_refused():
    """The last number of a log is for an answer; after that only rulings and resignations follow."""
    match = Match.founded("full", {}, "skirmish")
    match.record.ledger.next_seq = LAST_SEQ
    with pytest.raises(ChainError, match="leaves no number for its answer"):
        match.record.admit(turn_like(match, FIRST))
    match.record.ledger.next_seq = LAST_SEQ - 1
    assert answer(match, turn_like(match, FIRST)).seq == LAST_SEQ
