"""Modules, positions and logs of a campaign: what VASSAL would show is what the game says."""

from functools import cache
from typing import Any

import pytest

from benchmarks.campaigns import random_log, write_campaign
from sealion_pbem.board import request
from sealion_pbem.board.session import Session
from sealion_pbem.board.table import BoardTable
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from sealion_pbem.engine.readymade import set_ups_of
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.log import Log, read_log
from sealion_pbem.umpire.solitaire import found_alone
from sealion_pbem.umpire.vassal_kit import kit_of, module_of, standing
from sealion_pbem.umpire.vassal_log import Span, export_log, export_position
from sealion_pbem.vassal.build_file import parse_build_file
from sealion_pbem.vassal.guard import survey_file
from sealion_pbem.vassal.kit import UNIT
from sealion_pbem.vassal.saved_game import read_saved_game
from sealion_pbem.vassal.tabletop import Tabletop
from sealion_pbem.vassal.vmod import read_build_file
from tests.campaigns import TIME

answer: Any = request.answer

RULESET = "sealion-deluxe"


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    """A campaign of some turns, played at random."""
    folder = tmp_path_factory.mktemp("vassal") / "war"
    write_campaign(folder, random_log("vassal", 14, RULESET))
    return Store(Folder(folder))


@cache
def module() -> bytes:
    return module_of(find(RULESET))


def shown(table: Tabletop) -> dict[str, tuple[str, int]]:
    """Who lies where on VASSAL's table, in the words of the game."""
    kit = kit_of(find(RULESET))
    found = {}
    for one in table.counters().values():
        counter = kit.by_id[one.marks[UNIT]]
        level = one.layer("Strength") or 1
        found[counter.id] = kit.place(one.x, one.y), counter.faces - level + 1
    return found


def on_table(ruleset, state) -> dict[str, tuple[str, int]]:
    return {unit: at for unit, at in standing(ruleset, state).items() if all(at)}


def test_a_position_is_what_the_game_says(campaign):
    """Every unit lies in its place with its strength, and nobody else does."""
    made = export_position(Log(campaign.entries()))
    record = read_log(campaign.entries()).record
    setting, steps = read_saved_game(made.data).parts()
    table = Tabletop()
    for tree in setting:
        table.obey(tree)
    assert not steps
    assert shown(table) == on_table(record.ruleset, record.game.state)


def test_a_log_leads_to_the_position(campaign):
    """From the position before, step by step, to where the campaign stands; the same bytes each time."""
    made = export_log(Log(campaign.entries()))
    assert made.data == export_log(Log(campaign.entries())).data
    record = read_log(campaign.entries()).record
    setting, steps = read_saved_game(made.data).parts()
    table = Tabletop()
    for tree in (*setting, *steps):
        table.obey(tree)
    assert len(steps) == made.steps
    assert shown(table) == on_table(record.ruleset, record.game.state)


def test_a_span_begins_where_the_one_before_ended(campaign):
    """Two logs, one after another, are the whole: the base of the second is the end of the first."""
    entries = [admitted.entry.seq for admitted in Log(campaign.entries()).walk()]
    middle = entries[len(entries) // 2]
    first = survey_file(export_log(Log(campaign.entries()), Span(until=middle)).data).facts
    second = survey_file(export_log(Log(campaign.entries()), Span(since=middle)).data).facts
    whole = survey_file(export_log(Log(campaign.entries())).data).facts
    assert first["count"] + second["count"] == whole["count"]
    assert second["properties"]["Campaign"] == whole["properties"]["Campaign"]
    with pytest.raises(UsageError, match="nothing was judged"):
        export_log(Log(campaign.entries()), Span(turn=99))


def test_a_module_is_the_same_each_time_and_names_everybody():
    """Reproducible bytes; every counter has a slot, every slot its picture, every place its zone."""
    assert module() == module_of(find(RULESET))
    root = parse_build_file(read_build_file(module()))
    kit = kit_of(find(RULESET))
    slots = list(root.iter("VASSAL.build.widget.PieceSlot"))
    assert sorted(slot.get("entryName", "") for slot in slots) == sorted(
        one.name for one in kit.counters
    )
    assert {
        zone.get("name")
        for zone in root.iter("VASSAL.build.module.map.boardPicker.board.mapgrid.Zone")
    } == set(kit.zone_by_name)
    dice = root.find("VASSAL.build.module.DiceButton")
    assert dice is not None
    assert "not count" in (dice.get("name") or "")


def test_a_game_without_a_map_has_no_module():
    """That is said, with what there is instead."""
    with pytest.raises(UsageError, match="has no map"):
        module_of(find("skirmish"))


def test_turns_that_were_taken_back_are_put_back_on_the_table(tmp_path):
    """A set-up is played, taken back and played otherwise: the log leads to the position that counts."""
    ruleset = find(RULESET)
    found_alone(
        tmp_path / "war", "war", ruleset=RULESET, scenario=None, options={}, commanded=(),
        created=TIME,
    )  # fmt: skip
    session = Session(BoardTable(tmp_path / "war", commanded=()))
    narrow, broad = set_ups_of(ruleset, session.table.record.game.state).values()
    for number, chosen in enumerate((narrow, broad)):
        if number:
            answer(session, "take_back", {})
        version = session.document()["orders"]["version"]
        given = {"version": version, "orders": [to_wire(order) for order in chosen.orders]}
        led = answer(session, "write", given)
        answer(session, "sign", {"version": led["version"]})
    store = session.table.desk.store
    setting, steps = read_saved_game(export_log(Log(store.entries())).data).parts()
    table = Tabletop()
    for tree in (*setting, *steps):
        table.obey(tree)
    record = session.table.record
    assert shown(table) == on_table(ruleset, record.game.state)
