"""Illegal orders, kind by kind: what is refused, by which rule, where, and what would be legal.

The cases are data, in `illegal/<order kind>.json`: a position, perhaps orders that lead on from it
(`before`, with the faces of their `dice`), the illegal order, and the refusal it must get: rule, code,
pointer into the order, and words that name the unit or hex or say what would have been legal.
"""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.engine.dice import ScriptedDice
from sealion_pbem.engine.game import Game, begin, orders_from_wire, pending
from sealion_pbem.engine.loop import preview, run
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion import reasons, rules, unknown
from sealion_pbem.rulesets.sealion.index import cited
from tests.sealion_table import EDITIONS

TABLES = Path(__file__).parent / "illegal"
LEAST_CASES = 300
CAMPAIGN = "0" * 64
NOT_IN_A_TABLE: dict[str, str] = {
    "no_such_pair": "of the engine's order seal; test_14_6_sealing_and_dropping.py",
    "not_put_down": "of a set-up that is not written to its end; test_setup_choices.py",
    "not_to_be_opened": "of the engine's order open; test_14_6_openings.py",
}
"""Codes that no position can show, and why."""
SAID_AGAIN: dict[tuple[str, str], str] = {
    ("cancel", "landing_goes_on"): "the attack in the same hex is what is possible",
    ("airlift", "too_far_off"): "how far the hex is from the next parachutist",
}
"""Refusals that name a refused hex again to say what else is to be done there, or why."""
MAKERS = ("Violation", "Fault", "_Hindrance")


def tables() -> dict[str, list[dict[str, Any]]]:
    found = {}
    for path in sorted(TABLES.glob("*.json")):
        found[path.stem] = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return found


def every_case() -> Iterator[Any]:
    for kind, cases in tables().items():
        for case in cases:
            for edition in case["editions"]:
                yield pytest.param(case, edition, id=f"{kind}-{case['name']}-{edition}")


def game_of(case: dict[str, Any], edition: str) -> Game[Any]:
    """The position, and what the orders before the illegal one have made of it."""
    ruleset = EDITIONS[edition]
    start = ruleset.setup("invasion", case.get("options", {}))
    game = begin(ruleset, CAMPAIGN, ruleset.position(start, case["position"]))
    dice = ScriptedDice(case.get("dice", ()))
    for document in case.get("before", ()):
        decision = pending(ruleset, game)
        assert decision is not None
        orders = orders_from_wire(ruleset, [document])
        outcome = run(ruleset, game, Turn(decision.seat, orders), dice)
        assert not outcome.refused, outcome.refused
        assert not outcome.returned, outcome.returned
        game = outcome.game
    return game


def refusals(case: dict[str, Any], edition: str) -> list[Violation]:
    """What a player reads who orders it; the places are those in the order."""
    ruleset, game = EDITIONS[edition], game_of(case, edition)
    decision = pending(ruleset, game)
    assert decision is not None
    turn = Turn(decision.seat, orders_from_wire(ruleset, [case["order"]]))
    found = preview(ruleset, game, turn).refused
    return [replace(v, at=v.at.removeprefix("/orders/0")) for v in found]


@pytest.mark.parametrize(("case", "edition"), list(every_case()))
def test_an_illegal_order_is_refused(case, edition):
    """The refusal cites the rule, points at the member, and says what the table says."""
    found = refusals(case, edition)

    rule = cited(case["rule"], EDITIONS[edition].rules)
    wanted = (rule, case["code"], case["at"])
    said = [v.text for v in found if (v.rule, v.code, v.at) == wanted]
    assert said, f"{wanted} is not among {[str(v) for v in found]}"
    assert any(case["says"] in text for text in said), said


@pytest.mark.parametrize(("case", "edition"), list(every_case()))
def test_no_hint_offers_what_was_refused(case, edition):
    """A unit, hex or kind of order that is refused is not listed among those that would do.

    What stands before the first semicolon is the reason. A place may be offered again by another way,
    which is then given, and a unit as the one to which something else is open.
    """
    for found in refusals(case, edition):
        refused = member_at(case["order"], found.at)
        if refused and (case["order"]["kind"], found.code) not in SAID_AGAIN:
            name = rf"(?<!\w){re.escape(refused)}(?!\w)"
            hints = found.text.partition("; ")[2]
            elsewhere = re.sub(rf"open to [^:]*:|{name} \([^)]*\)", "", hints)
            assert not re.search(name, elsewhere), found.text


def member_at(document: Any, pointer: str) -> str:
    """What a refusal points at, if it is a name; nothing for a stage, which is not offered."""
    for part in pointer.split("/")[1:]:
        document = document[int(part)] if isinstance(document, list) else document.get(part)
    return document if isinstance(document, str) and pointer != "/stage" else ""


@pytest.mark.parametrize(("case", "edition"), list(every_case()))
def test_a_refusal_cites_a_section_of_the_edition(case, edition):
    """Whoever looks the rule up finds it in the index of the edition he plays."""
    known = EDITIONS[edition].rules
    assert cited(case["rule"], known) in known


def test_every_order_kind_has_a_table():
    """No kind of order goes without illegal cases, and no table without its kind."""
    for ruleset in EDITIONS.values():
        assert set(tables()) == set(ruleset.orders)


def test_the_tables_are_large_and_well_formed():
    """Together they hold at least three hundred cases, each named once in its table."""
    found = tables()
    assert sum(map(len, found.values())) >= LEAST_CASES
    for kind, cases in found.items():
        assert all(case["order"]["kind"] == kind for case in cases)
        assert all(case["says"] and set(case["editions"]) <= set(EDITIONS) for case in cases)
        assert len({case["name"] for case in cases}) == len(cases)


def test_every_violation_of_the_rules_is_in_a_table():
    """Each code that a chapter writes down occurs in a case, or is listed with a reason."""
    shown = {case["code"] for cases in tables().values() for case in cases}
    written = set(codes_in_source())
    assert not written - shown - set(NOT_IN_A_TABLE)
    assert set(NOT_IN_A_TABLE) <= written - shown


def codes_in_source() -> Iterator[str]:
    """Codes are the literals behind a rule in refusals, and what is assigned to `code`."""
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=parts) if name in MAKERS:
                    yield from codes_among(parts, after_rule=name != "Violation")
                case ast.Tuple(elts=parts):
                    yield from codes_among(parts, after_rule=True)
                case ast.Assign(targets=[ast.Name(id="code")], value=value):
                    yield from (text_of(n) for n in ast.walk(value) if is_code(n))


def sources() -> list[Path]:
    """The chapters, and what all of them share: unknown units, and orders at the wrong time."""
    chapters, why = Path(rules.__path__[0]), Path(reasons.__path__[0])
    return sorted([*chapters.rglob("*.py"), *why.rglob("*.py"), Path(unknown.__file__)])


def codes_among(parts: list[ast.expr], *, after_rule: bool) -> Iterator[str]:
    for rule, code in pairwise(parts):
        if is_code(code) and (is_rule(rule) or not after_rule):
            yield text_of(code)


def is_code(node: ast.AST) -> bool:
    return bool(re.fullmatch(r"[a-z]+(_[a-z]+)*", text_of(node)))


def is_rule(node: ast.AST) -> bool:
    return bool(re.fullmatch(r"[0-9]+([.][0-9]+)+", text_of(node)))


def text_of(node: ast.AST) -> str:
    """What a literal says, and nothing for all other nodes."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
