"""Logs become orders: what was dragged is ordered, and whatever else is in a log is refused politely."""

from typing import Any

import pytest
from click.testing import CliRunner

from sealion_pbem.cli.root import cli
from sealion_pbem.engine.choices import example_of, menu
from sealion_pbem.errors import InvalidFileError, PbemError, UsageError, WrongCampaignError
from sealion_pbem.umpire.log import read_log
from sealion_pbem.umpire.vassal_kit import kit_of, standing
from sealion_pbem.umpire.vassal_orders import orders_of_log, remarks_on
from sealion_pbem.vassal.command import ESC
from sealion_pbem.vassal.guard import Surveyed, survey_file
from sealion_pbem.vassal.recorder import LogStep
from sealion_pbem.vassal.saved_game import SavedGame, write_saved_game
from tests.vassal.dragging import Dragged, turns_of


@pytest.fixture(scope="module")
def turns(demo):
    """Every turn of the demo campaign that begins with movement."""
    return [*turns_of(demo)]


def test_what_is_dragged_is_ordered(turns):
    """Set-up, ships, aircraft, landings, marches: the position that follows is that of the real orders."""
    kinds = set()
    for turn in turns:
        found = orders_of_log(turn.record, turn.seat, survey_file(turn.log()))
        ours, theirs = turn.judged(found.orders), turn.judged(turn.orders)
        ruleset = turn.record.ruleset
        assert not ours.refused
        assert standing(ruleset, ours.after) == standing(ruleset, theirs.after), found.notes
        kinds |= {order["kind"] for order in turn.orders}
    assert kinds >= {"deploy", "sail", "fly", "march", "land"}


def test_marches_come_back_as_they_were_ordered(turns):
    """Dragged hex by hex, a march is the same order, word for word."""
    marches = [turn for turn in turns if {one["kind"] for one in turn.orders} == {"march"}]
    assert marches
    for turn in marches:
        found = orders_of_log(turn.record, turn.seat, survey_file(turn.log()))
        assert _ways(found.orders) == _ways(turn.orders)


def _ways(orders):
    """Who marches on which way; units that go together may be ordered together."""
    return {(unit, *order["path"]) for order in orders for unit in order["units"]}


@pytest.fixture
def march(turns):
    """A turn in which everybody marches."""
    return next(turn for turn in turns if {one["kind"] for one in turn.orders} == {"march"})


def _changed(march: Dragged, steps: list[Any]) -> Surveyed:
    """The log of a turn with other steps."""
    found = survey_file(march.log())
    return Surveyed({**found.facts, "count": len(steps), "steps": steps}, found.note, found.module)


def test_what_nobody_can_order_is_listed_with_its_step(march):
    """Units of others, dice, counters from nowhere, places off the map: one sentence each, no order."""
    kit = kit_of(march.record.ruleset)
    here = standing(march.record.ruleset, march.record.game.state)
    other = next(
        c for c in kit.counters if c.seat != march.seat and here.get(c.id, ("",))[0] in kit.hexes
    )
    own = next(
        c for c in kit.counters if c.seat == march.seat and here.get(c.id, ("",))[0] in kit.hexes
    )
    steps: list[Any] = [
        {"number": 1, "moved": [[other.id, 0, 0, 500, 500]]},
        {"number": 2, "dice": True},
        {"number": 3, "created": [["nobody", 5, 5, 1]]},
        {"number": 4, "moved": [[own.id, 0, 0, -50, 10]]},
        {"number": 5, "moved": [["", 0, 0, 500, 500]]},
        {"number": 6, "removed": [other.id]},
    ]
    found = orders_of_log(march.record, march.seat, _changed(march, steps))
    assert not found.orders
    for number, words in enumerate(
        ["only yours", "do not count", "out of nothing", "beside the map", "no unit", "only yours"],
        1,
    ):
        assert any(n.startswith(f"step {number}:") and words in n for n in found.notes), found.notes
    assert all(any(note in line for line in remarks_on(found)) for note in found.notes)


def test_an_undone_move_is_none(march):
    """Forth and back: nothing is ordered, and nothing is said of it."""
    kit = kit_of(march.record.ruleset)
    unit = march.orders[0]["units"][0]
    place = standing(march.record.ruleset, march.record.game.state)[unit][0]
    recorder = march.recorder()
    target = min(kit.hexes - {place})
    for where in (target, place):
        recorder.add(LogStep((), {unit: (where, 2)}, 0, "", {}))
    left = standing(march.record.ruleset, march.record.game.state)[unit][1]
    recorder.add(LogStep((), {unit: (place, left)}, 0, "", {}))
    found = orders_of_log(
        march.record, march.seat, survey_file(write_saved_game(recorder.saved("x")))
    )
    assert (found.orders, found.notes) == ([], [])


def test_a_move_that_the_rules_forbid_is_said_with_its_rule(march):
    """A march across the whole map: no order, but the reason, with a number of the rulebook."""
    kit = kit_of(march.record.ruleset)
    here = standing(march.record.ruleset, march.record.game.state)
    unit = march.orders[0]["units"][0]
    far = max(kit.hexes, key=lambda number: abs(int(number[:2]) - int(here[unit][0][:2])))
    recorder = march.recorder()
    recorder.add(LogStep((), {unit: (far, here[unit][1])}, 0, "", {}))
    found = orders_of_log(
        march.record, march.seat, survey_file(write_saved_game(recorder.saved("x")))
    )
    assert not found.orders
    assert len(found.notes) == 1
    assert f"go to {far}" in found.notes[0]
    assert "(rule " in found.notes[0]


def test_who_is_dragged_with_a_carrier_is_carried(demo):
    """A unit that cannot go alone and a ship that can: first it goes aboard, then the ship sails."""
    record = read_log(demo.entries()).record
    assert record.decision is not None
    embark: Any = example_of(record.ruleset, record.game, "embark")
    ruleset, state = record.ruleset, record.game.state
    pair = (embark.unit, embark.transport)
    sail = menu(ruleset, record.game, {"kind": "sail", "units": [embark.transport]})
    place = next(sail.choices("path")).value[-1]
    here = standing(ruleset, state)
    turn = Dragged(record, record.decision.seat, record.decision.kind, [])
    recorder = turn.recorder()
    recorder.add(LogStep((), {unit: (place, here[unit][1]) for unit in pair}, 0, "", {}))
    data = write_saved_game(recorder.saved("x"))
    found = orders_of_log(record, turn.seat, survey_file(data))
    assert not found.notes
    assert [order["kind"] for order in found.orders] == ["embark", "sail"]
    assert "is carried by" in found.guessed[0]
    there = standing(ruleset, turn.judged(found.orders).after)
    assert {there[unit][0] for unit in pair} == {place}


def test_files_that_do_not_fit_are_named(march, turns):
    """Another module, another campaign, an older base, no step, no campaign at all: each in words."""
    found = survey_file(march.log())
    wrong = {**found.module, "name": "Chess"}
    with pytest.raises(InvalidFileError, match="made with the module 'Chess'"):
        orders_of_log(march.record, march.seat, Surveyed(found.facts, found.note, wrong))
    with pytest.raises(WrongCampaignError, match="another campaign"):
        orders_of_log(march.record, march.seat, _properties(found, Campaign="f" * 64))
    with pytest.raises(InvalidFileError, match="not begun in a file of a campaign"):
        orders_of_log(march.record, march.seat, _properties(found, Campaign=""))
    with pytest.raises(UsageError, match="no step"):
        orders_of_log(march.record, march.seat, _changed(march, []))
    with pytest.raises(InvalidFileError, match=r"begins after entry .* units differ"):
        orders_of_log(march.record, march.seat, survey_file(turns[0].log()))


def _properties(found: Surveyed, **changed: str) -> Surveyed:
    facts = {**found.facts, "properties": {**found.facts["properties"], **changed}}
    return Surveyed(facts, found.note, found.module)


def test_half_a_log_is_refused():
    """Cut off in the middle: nothing is guessed."""
    half = SavedGame(f"begin_save{ESC}{ESC}+/1/piece;;;;/")
    with pytest.raises(PbemError, match="cut short"):
        survey_file(write_saved_game(half))


def test_the_command_writes_a_sheet(demo, tmp_path):
    """For the decision that waits now; a sheet that is there already is not written over."""
    record = read_log(demo.entries()).record
    assert record.decision is not None
    seat = record.decision.seat
    here = standing(record.ruleset, record.game.state)
    own = [u for u, c in kit_of(record.ruleset).by_id.items() if c.seat == seat]
    unit = next(u for u in own if all(here.get(u, ("", 0))))
    waiting = Dragged(record, seat, record.decision.kind, [])
    recorder = waiting.recorder()
    place = next(zone.name for zone in kit_of(record.ruleset).zones if zone.name != here[unit][0])
    recorder.add(LogStep((), {unit: (place, here[unit][1])}, 0, "", {}))
    file, sheet = tmp_path / "mine.vlog", tmp_path / "sheet.txt"
    file.write_bytes(write_saved_game(recorder.saved("x")))
    folder = str(demo.folder.path)
    command = ["vassal", "orders", str(file), "-C", folder, "--seat", seat, "-o", str(sheet)]
    result = CliRunner().invoke(cli, command)
    assert result.exit_code == 0, result.output
    assert "then: sealion turn check" in result.output
    assert "come from your log in VASSAL" in sheet.read_text()
    again = CliRunner().invoke(cli, command)
    assert again.exit_code == 2
    assert "is there already" in again.output
