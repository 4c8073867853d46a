"""The corpus of illegal orders of War at Sea: each is refused with its rule and code, its twin is not."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.engine.game import begin, digest_of
from sealion_pbem.engine.loop import preview
from sealion_pbem.engine.seal import SEAL_ORDERS, Open
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.war_at_sea.rules.ch02_fleet import faults_of_fleet
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from sealion_pbem.rulesets.war_at_sea.words import events as e
from sealion_pbem.rulesets.war_at_sea.words.orders import ORDERS
from tests.table import CAMPAIGN, Table
from tests.war_at_sea import at, unit_of

Case = tuple[str, str, str]
"""A position, an order, and rule and code; nothing: it is legal."""


def _cases() -> list[Case]:
    found, position = list[Case](), ""
    for line in Path(__file__).with_name("war_at_sea_illegal.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            position = line
        elif line.startswith(("-", "+")):
            order, _, fault = line[1:].partition("=>")
            assert bool(fault) == line.startswith("-"), line
            found.append((position, order.strip(), fault.strip()))
    return found


CASES = _cases()
ILLEGAL = [case for case in CASES if case[2]]


def _unit(words: str) -> str:
    """Return a unit with its number, and what it used as the attacks of a position."""
    return unit_of(words)[0] if words.startswith(("axis-", "allied-")) else words


def _table(position: str) -> Table:
    head, _, listed = position[1:].partition("]")
    step, *words = head.split()
    units = [words.strip() for words in listed.split(";") if words.strip()]
    members: dict[str, Any] = {}
    options: dict[str, Any] = {}
    for word in words:
        key, _, value = word.partition("=")
        where = options if key in WAR_AT_SEA.options and key != "zone" else members
        where[key] = int(value) if value.isdecimal() and key != "smoke" else value or True
    if "smoke" in members:
        members["smoke"] = [members["smoke"]]
    if members.pop("west", "axis") == "allied":
        members["ends"] = {"allied": "west", "axis": "east"}
    sealed = members.pop("sealed", "")
    if step in ("deploy", "choose_end", "fleet", "open_fleet"):
        table = _setting_up(step, units, members.get("zone", 1), options)
    else:
        table = at(step, *units, options=options, **members)
        for unit in table._position["units"].values():
            if "used" in unit:
                unit["used"] = [unit["used"].split(":")]
    return table.sealed("axis", sealed, []) if sealed else table


def _setting_up(step: str, units: list[str], zone: int, options: dict[str, Any]) -> Table:
    """Return a table at which the axis opens its fleet, or sets it up from the west."""
    table = Table("war-at-sea", "standard", **options)
    if step == "fleet":
        return table
    state, axis = WAR_AT_SEA.setup("standard", options), Seat("axis")
    placed = dict(map(unit_of, units))
    events: list[Any] = [
        e.ZoneChosen(zone, zone),
        e.CoinFlipped(axis, 1),
        e.StepBegan("open_fleet", axis),
    ]
    if step != "open_fleet":
        events.append(e.StepBegan("deploy", axis))
        events.append(e.FleetOpened(axis, tuple("-".join(n.split("-")[1:-1]) for n in placed)))
    if step == "deploy":
        events.append(e.EndChosen(axis, "west"))
    events += [e.UnitDeployed(n, p["sector"]) for n, p in placed.items() if "sector" in p]
    for event in events:
        event.on(state)
    table._game = begin(WAR_AT_SEA, CAMPAIGN, state)
    return table


def _order(table: Table, line: str, seat: str) -> Any:
    """Return the order of a line; a seal is closed, an opening given without salt opens what is sealed."""
    kind, *words = line.split()
    if kind in SEAL_ORDERS:
        if len(words) > 2 - (kind == "seal"):
            value = json.loads(line.split(maxsplit=2 + (kind == "open"))[-1])
            return (
                table._seal(seat, words[0], value)
                if kind == "seal"
                else Open(words[0], "00" * 32, value)
            )
        return table.order(line, seat)
    if kind == "flights":
        missions = [mission.split() for mission in line.removeprefix("flights").split("/")]
        return _written(
            table, {"kind": kind, "missions": [[_unit(word) for word in m] for m in missions]}
        )
    named = [_unit(word) for word in words]
    if kind == "move":
        return _written(table, {"kind": kind, "unit": named[0], "path": named[1:]})
    shape: Any = ORDERS[kind]
    members = [one.name for one in fields(shape)]
    names = [name for name in members if name != "targets"]
    order: dict[str, Any] = {"kind": kind, **dict(zip(names, named, strict=False))}
    if "targets" in members:
        order["targets"] = named[len(names) :]
    return _written(table, order)


def _written(table: Table, order: dict[str, Any]) -> Any:
    return table.order(order, "axis")


def _faults(position: str, line: str) -> list[str]:
    """Return rule and code of all that is wrong with an order; nothing of the game changes by it."""
    table = _table(position)
    if line.startswith("fleet"):
        value: Any = line.removeprefix("fleet").split()
        value = "no list" if line == "fleet no list" else value
        settings = WAR_AT_SEA.setup("standard", table._options).settings
        return [f"{v.rule} {v.code}" for v in faults_of_fleet(settings, Seat("axis"), value)]
    waiting = table.waiting
    assert waiting is not None
    by, colon, told = line.partition(": ")
    seat = Seat(by) if colon else waiting.seat
    order = _order(table, told if colon else line, seat)
    before = digest_of(WAR_AT_SEA, table.game)
    # Orders are judged before any die falls; a legal one may go on to dice, which nobody has here.
    refused = preview(WAR_AT_SEA, table.game, Turn(seat, (order,))).refused
    assert all(v.text for v in refused)
    assert digest_of(WAR_AT_SEA, table.game) == before
    return [f"{v.rule} {v.code}" for v in refused]


@pytest.mark.parametrize(("position", "line", "fault"), CASES, ids=[case[1] for case in CASES])
def test_the_corpus(position: str, line: str, fault: str):
    """A line of the corpus: the refusal that it names and no other, or none."""
    assert _faults(position, line) == ([fault] if fault else [])


def _kind(line: str) -> str:
    return line.rpartition(": ")[2].split()[0]


def test_the_corpus_is_large_and_covers_every_order():
    """At least 120 refusals over all kinds of orders, seals too, and twins of every kind but `done`."""
    assert len(ILLEGAL) >= 120
    kinds = {_kind(line) for _, line, _ in ILLEGAL}
    assert kinds >= ORDERS.keys()
    legal = {_kind(line) for _, line, fault in CASES if not fault}
    assert legal >= ORDERS.keys() - {"done"}


def test_every_refusal_cites_a_rule_that_can_be_looked_up():
    """The rule of every case stands in the index."""
    assert not {fault.split()[0] for _, _, fault in ILLEGAL} - WAR_AT_SEA.rules.keys()
