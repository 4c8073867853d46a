"""The corpus of illegal orders: each is refused with its rule and code before any die; its twin is taken.

The cases are data, in `illegal/<order kind>.json`: the situation (`tests/war_corpus.py`), the order, and
the rule and code of its refusal, written from the facts. `legal` is an order that differs in one thing
and is taken, in the same situation or in `elsewhere`, which then is what differs.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.engine.game import digest_of, orders_from_wire, pending
from sealion_pbem.engine.loop import preview
from sealion_pbem.engine.turn import Turn
from tests.table import Table
from tests.war_corpus import SITUATIONS

TABLES = Path(__file__).parent / "illegal"
Case = dict[str, Any]
CASES: list[Case] = [
    case
    for path in sorted(TABLES.glob("*.json"))
    for case in json.loads(path.read_text("utf-8"))["cases"]
]
TWINS = [case for case in CASES if "legal" in case]
LEAST = 120


def laid(name: str) -> Table:
    """Return a situation."""
    return SITUATIONS[name]()


def judged(found: Table, order: dict[str, Any]) -> list[Any]:
    """Return every reason against an order of the seat that is asked; no die may fall."""
    decision = pending(found.ruleset, found.game)
    assert decision is not None
    if order.get("zone") == "ZONE":
        zones = found.state.zones
        first = next(area for front, _, area in zones if front == "western")
        order = order | {"zone": found.state.table.board.in_area(first)[0]}
    turn = Turn(decision.seat, orders_from_wire(found.ruleset, [order]))
    return [*preview(found.ruleset, found.game, turn).refused]


def ids(case: Case) -> str:
    """Return the name of a case."""
    return f"{case['order']['kind']}-{case['name']}"


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_an_illegal_order_is_refused(case: Case):
    """Rule and code are those of the facts; nothing changes; the text names what is meant."""
    found = laid(case["situation"])
    before = digest_of(found.ruleset, found.game)
    reasons = judged(found, case["order"])
    assert (case["rule"], case["code"]) in [(v.rule, v.code) for v in reasons], [*map(str, reasons)]
    assert all(v.text and v.rule in found.ruleset.rules for v in reasons)
    assert digest_of(found.ruleset, found.game) == before


@pytest.mark.parametrize("case", TWINS, ids=ids)
def test_its_twin_is_legal(case: Case):
    """What differs in one thing is taken: an order in the same place, or the same order elsewhere."""
    where: str = case.get("elsewhere") or case["situation"]
    assert judged(laid(where), case["legal"]) == []
    assert "elsewhere" in case or case["legal"] != case["order"]


def test_the_corpus_is_large_enough():
    """At least 120 orders over all kinds, a third of them with twins, each with a name of its own."""
    assert len(CASES) >= LEAST
    assert 3 * len(TWINS) >= len(CASES)
    ruleset = laid("moving").ruleset
    assert {case["order"]["kind"] for case in CASES} == {*ruleset.orders}
    assert [name for name, many in Counter(map(ids, CASES)).items() if many > 1] == []
