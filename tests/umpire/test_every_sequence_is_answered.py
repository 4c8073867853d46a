"""The law of the answer over several files: what a seat has queued stays small, whatever it signs.

Orders wait from file to file. If nothing bounded them, a player could pile them up until no receipt
could give them back, or until judging took too long.
"""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.campaigns import Match
from sealion_pbem.engine.ahead import MOST_QUEUED, MOST_QUEUED_BYTES
from sealion_pbem.engine.capability import answers_of, timetable_of
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.game import pack_game
from sealion_pbem.errors import InvalidFileError
from sealion_pbem.pbem.entry import Entry, violations_in
from sealion_pbem.rulesets.skirmish.words import RED
from tests.games import SCENARIOS
from tests.umpire.test_every_turn_is_answered import (
    answer,
    hostile,
    match_at,
    shapes,
    strings_in,
)

MOST_ORDERS = 500
LATE = {"kind": "march", "unit": "red-1", "path": ["0101"] * 20}


def plain(match: Match, commanders: dict[str, Any]) -> dict[str, Any]:
    """The turn of a random commander, behind which its author keeps what he has queued."""
    record = match.record
    seat = record.decision.seat
    document = dict(commanders[seat].turn(record.ruleset, record.game, seat).document)
    document.pop("drop_queued", None)
    return document


def commanders_of(match: Match) -> dict[str, Any]:
    return {seat: RandomCommander(seat.encode().ljust(32)) for seat in match.record.ruleset.seats}


def with_late(document: dict[str, Any], turn: int) -> dict[str, Any]:
    """The same turn, filled up with orders for a later game turn."""
    orders = document["orders"]
    late = [{**LATE, "turn": turn}] * (MOST_ORDERS - len(orders))
    return {**document, "orders": [*orders, *late]}


def test_late_orders_do_not_pile_up_until_nobody_can_give_them_back():
    """Red hides hundreds of orders for turn 14 behind every turn: too many are rejected, none freeze."""
    match = Match.founded("queue", {"turns": 20}, "skirmish")
    commanders, codes = commanders_of(match), set()
    while match.record.decision is not None:
        document, game = plain(match, commanders), match.record.game
        if match.record.decision.seat == "red" and match.record.ruleset.game_turn(game.state) < 14:
            given_back = answer(match, match.turn(**with_late(document, 14)))
            if given_back.kind == "receipt":
                assert len(match.record.game.queued[RED]) <= MOST_QUEUED
                continue
            codes |= {fault.code for fault in violations_in(given_back)}
        assert answer(match, match.turn(**document)).kind == "receipt"
    assert codes == {"too_many_queued"}


def full_of_orders() -> tuple[Match, dict[str, Any]]:
    """A campaign in which red has hundreds of orders queued and is asked again."""
    match = Match.founded("queue", {"turns": 20}, "skirmish")
    commanders = commanders_of(match)
    while len(match.record.game.queued.get(RED, ())) <= MOST_QUEUED - MOST_ORDERS:
        document = plain(match, commanders)
        is_red = match.record.decision.seat == "red"
        answer(match, match.turn(**with_late(document, 20) if is_red else document))
    while match.record.decision.seat != "red":
        answer(match, match.turn(**plain(match, commanders)))
    return match, commanders


def test_who_has_too_much_queued_can_drop_it():
    """The refusal says how many there are; the same file with drop_queued stands."""
    match, commanders = full_of_orders()
    document = with_late(plain(match, commanders), 20)

    refused = answer(match, match.turn(**document))

    (fault,) = violations_in(refused)
    assert (fault.code, fault.at) == ("too_many_queued", "/orders")
    assert "more than 1000; say drop_queued to drop those that wait" in fault.text
    assert answer(match, match.turn(**document, drop_queued=True)).kind == "receipt"


def test_what_waits_may_not_be_large_either(monkeypatch: pytest.MonkeyPatch):
    """A few hundred orders that take more room than the limit let no further file in."""
    match, commanders = full_of_orders()
    document = plain(match, commanders)
    monkeypatch.setattr("sealion_pbem.engine.ahead.MOST_QUEUED_BYTES", 60_000)

    (fault,) = violations_in(answer(match, match.turn(**document)))

    assert fault.code == "too_many_queued"
    assert "bytes, more than 60000; say drop_queued" in fault.text
    assert MOST_QUEUED_BYTES == 262_144


def standing_orders(match: Match, names: list[str]) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Standing orders that the ruleset knows, with policies and with hostile orders to carry out."""
    ruleset = match.record.ruleset
    policies, by_kind = answers_of(ruleset).policies, shapes(ruleset.id)
    kinds = [kind for kind in by_kind if kind in ruleset.orders]

    def of_decision(when: str) -> st.SearchStrategy[dict[str, Any]]:
        orders = st.sampled_from(kinds).flatmap(
            lambda kind: hostile(ruleset.id, by_kind[kind], names).map(
                lambda order: {**untimed(order), "kind": kind}
            )
        )
        said = orders | st.sampled_from(sorted(policies[when])) if policies[when] else orders
        return st.fixed_dictionaries(
            {"when": st.just(when), "do": said},
            optional={
                "otherwise": st.sampled_from(["ask", "default"]),
                "limit": st.sampled_from([1, 1000]),
                "until": st.sampled_from([1, 1000]),
                "if": st.just([{"fact": "turn", "at_least": 0}]),
            },
        )

    return st.lists(st.sampled_from(sorted(policies)).flatmap(of_decision), max_size=12)


def untimed(order: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in order.items() if name not in ("turn", "stage")}


def hostile_turn(match: Match, document: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """A turn that begins as a random commander's and goes on as its author pleases."""
    ruleset, game = match.record.ruleset, match.record.game
    names = sorted(set(strings_in(pack_game(ruleset, game))))
    by_kind = shapes(ruleset.id)
    kinds = data.draw(st.lists(st.sampled_from(sorted(by_kind)), max_size=3))
    now, last = ruleset.game_turn(game.state), timetable_of(ruleset).last_turn(game.state)
    later = st.integers(max(now, 1), last or 9)
    orders = list(document["orders"])
    for kind in kinds:
        order = {**data.draw(hostile(ruleset.id, by_kind[kind], names)), "kind": kind}
        orders += [{**untimed(order), "turn": data.draw(later)}] * data.draw(
            st.sampled_from([1, 5, 150])
        )
    found = {**document, "orders": orders[:MOST_ORDERS]}
    if data.draw(st.booleans()):
        found["standing_orders"] = data.draw(standing_orders(match, names))
    if data.draw(st.integers(0, 3)) == 0:
        found["drop_queued"] = True
    return found


def signed(match: Match, document: dict[str, Any]) -> Entry | None:
    """The turn, or None if no file can hold it."""
    try:
        return match.turn(**document)
    except InvalidFileError:
        return None


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
@settings(
    # Each of them is several files.
    max_examples=settings.default.max_examples // 5,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_hostile_files_one_after_another_are_answered(
    name: str, scenario: str, data: st.DataObject
):
    """Hostile orders wait behind legal ones, hostile standing orders answer: there is an answer always."""
    match = match_at(name, scenario, data.draw(st.integers(0, 300)))
    commanders = commanders_of(match)
    for _ in range(data.draw(st.integers(2, 6))):
        # The position comes from another game, whose seals nobody here can open.
        if match.record.decision is None or "open" in match.record.decision.accepts:
            break
        document = plain(match, commanders)
        turn = signed(match, hostile_turn(match, document, data))
        if turn is None or answer(match, turn).kind == "rejection":
            answer(match, match.turn(**document, drop_queued=True))
        assert all(len(queue) <= MOST_QUEUED for queue in match.record.game.queued.values())
