"""Orders that make no sense, given to every ruleset: refused in words, never with a crash."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import pack_game, pending
from sealion_pbem.engine.loop import refuse, run
from sealion_pbem.engine.refusal import told
from sealion_pbem.engine.seal import SEAL_ORDERS
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Json, Violation
from sealion_pbem.rulesets import find
from tests.games import SCENARIOS
from tests.table import hints_of, play_once

LONGEST_POINTER = 200


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
@given(data=st.data())
def test_nonsense_is_refused_in_words(name: str, scenario: str, data: st.DataObject):
    """Orders of every kind with any names in them are judged without a crash, citing real rules."""
    ruleset = find(name)
    seed = data.draw(st.integers(0, 5 if name == "skirmish" else 0))
    step = data.draw(st.sampled_from(play_once(name, scenario, seed)))
    # A standing order would answer in the place of an order of the wrong kind.
    game = replace(step.before, standing={})
    decision = pending(ruleset, game)
    assert decision is not None
    names = sorted(set(strings_in(pack_game(ruleset, game))))
    for cls in {**ruleset.orders, **SEAL_ORDERS}.values():
        order = cls(*(data.draw(nonsense(hint, names)) for hint in hints_of(cls)))
        found = refuse(ruleset, game, decision, order, "/orders/0")
        for violation in found:
            check_violation(ruleset, violation)
        assert all(len(violation.at) <= LONGEST_POINTER for violation in told(found))
        if order.kind in decision.accepts and decision.kind != "open_standing_order":
            list(ruleset.check(game.state, order))
        turn = Turn(decision.seat, (order,))
        judged = run(ruleset, game, turn, SeededDice(bytes(32)))
        assert judged.refused == found


def check_violation(ruleset: Any, violation: Violation) -> None:
    assert violation.rule in {*ruleset.rules, "-"}
    assert re.fullmatch(r"[a-z][a-z0-9_]{0,39}", violation.code)
    assert violation.text
    assert violation.at.startswith("/orders/0")


def nonsense(hint: Any, names: list[str]) -> st.SearchStrategy[Any]:
    """Return values of a type: names of this game, of no game, and of no language."""
    text = st.sampled_from([*names, "", "0000", "-1-1", "9999", "../..", "\u202e", "ß" * 300])
    words = text | st.text(max_size=20)
    origin, args = get_origin(hint), get_args(hint)
    plain = {str: words, bool: st.booleans(), int: st.integers(-(2**53), 2**53)}
    if hint in plain:
        return plain[hint]
    if origin is tuple:
        return st.lists(nonsense(args[0], names), max_size=5).map(tuple)
    if origin in (dict, Mapping):
        return st.dictionaries(words, nonsense(args[1], names), max_size=5)
    if origin in (Union, UnionType):
        return st.one_of([st.none() if arg is NoneType else nonsense(arg, names) for arg in args])
    return st.recursive(
        st.none() | st.booleans() | st.integers() | text,
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=5,
    )


def strings_in(document: Json) -> Iterator[str]:
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict):
        for key, value in document.items():
            yield key
            yield from strings_in(value)
    elif isinstance(document, list):
        for value in document:
            yield from strings_in(value)
