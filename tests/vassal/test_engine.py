"""The real engine as judge: it opens what we write, and we understand what its own drag code writes."""

import pytest

from sealion_pbem.rulesets import find
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.vassal_kit import kit_of, module_of, standing
from sealion_pbem.umpire.vassal_log import export_log, export_position
from sealion_pbem.umpire.vassal_orders import orders_of_log
from sealion_pbem.vassal.guard import scrub_file, survey_file
from sealion_pbem.vassal.kit import UNIT
from sealion_pbem.vassal.saved_game import read_saved_game, write_saved_game
from sealion_pbem.vassal.tabletop import Tabletop
from tests.vassal.dragging import turns_of
from tests.vassal.files import foreign
from tests.vassal.judging import judge

RULESET = "sealion-deluxe"
SECRET = "a-secret-of-mine"
"""The password that the judge has set in VASSAL."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    """A folder with the module, which takes seconds to draw."""
    folder = tmp_path_factory.mktemp("judge")
    (folder / "game.vmod").write_bytes(module_of(find(RULESET)))
    return folder


def tables(data: bytes) -> list[dict[str, tuple[int, int, str]]]:
    """Where every unit lies and what its layer shows, by our own reading, at first and after each step."""
    setting, steps = read_saved_game(data).parts()
    table, found = Tabletop(), []
    for tree in setting:
        table.obey(tree)
    for tree in ("", *steps):
        table.obey(tree)
        found.append(
            {
                one.marks[UNIT]: (one.x, one.y, str(one.layer("Strength") or "null"))
                for one in table.counters().values()
            }
        )
    return found


def test_the_engine_shows_what_we_say(bench, demo):
    """Module, position and log of a demo campaign: no dialog, and everybody stands where we say, always."""
    (bench / "now.vsav").write_bytes(export_position(Log(demo.entries())).data)
    log = export_log(Log(demo.entries())).data
    (bench / "whole.vlog").write_bytes(log)
    verdict = judge(
        str(bench / "game.vmod"),
        f"load={bench / 'now.vsav'}",
        f"load={bench / 'whole.vlog'}",
        "steps",
    )
    assert not verdict.complaints
    ours = tables(log)
    theirs = verdict.steps["whole.vlog"]
    assert len(theirs) == len(ours)
    kit = kit_of(find(RULESET))
    for number, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
        assert {unit: at[:3] for unit, at in other.items()} == mine, f"step {number}"
        for x, y, _, where in other.values():
            assert kit.place(x, y) == where, f"step {number}"
    assert {unit: at[:3] for unit, at in verdict.steps["now.vsav"][0].items()} == {
        unit: at[:3] for unit, at in tables((bench / "now.vsav").read_bytes())[0].items()
    }


def test_what_the_engine_records_becomes_the_orders_that_were_dragged(bench, demo):
    """VASSAL's own drag code, hex by hex; with it dice, a unit of the enemy, and a move that is undone."""
    turn = next(t for t in turns_of(demo) if {one["kind"] for one in t.orders} == {"march"})
    kit = kit_of(turn.record.ruleset)
    assert kit.lattice is not None
    here = standing(turn.record.ruleset, turn.record.game.state)
    enemy = next(
        c.id for c in kit.counters if c.seat != turn.seat and here.get(c.id, ("",))[0] in kit.hexes
    )
    (bench / "base.vsav").write_bytes(write_saved_game(turn.recorder().saved("base")))
    drags = [
        f"drag {unit} {x} {y}"
        for order in turn.orders
        for place in order["path"]
        for x, y in [kit.lattice.middle(place)]
        for unit in order["units"]
    ]
    idle = next(
        unit for unit, at in here.items()
        if kit.by_id[unit].seat == turn.seat and at[0] in kit.hexes
        and not any(unit in order["units"] for order in turn.orders)
    )  # fmt: skip
    x, y = kit.lattice.middle(here[idle][0])
    jobs = [*drags, "dice", f"drag {enemy} {x} {y}", f"drag {idle} {x + 208} {y}", "undo"]
    target = bench / "mine.vlog"
    verdict = judge(
        str(bench / "game.vmod"),
        f"load={bench / 'base.vsav'}",
        "record=" + ",".join([str(target), *jobs]),
    )
    assert not verdict.complaints
    found = orders_of_log(turn.record, turn.seat, survey_file(target.read_bytes()))
    assert {(u, *o["path"]) for o in found.orders for u in o["units"]} == {
        (u, *o["path"]) for o in turn.orders for u in o["units"]
    }
    assert sum("do not count" in note for note in found.notes) == 1
    assert sum("only yours" in note for note in found.notes) == 1
    assert len(found.notes) == 2
    assert SECRET in read_saved_game(target.read_bytes()).text
    clean, count = scrub_file(target.read_bytes())
    assert count >= 1
    assert SECRET not in read_saved_game(clean).text


def test_the_engine_and_we_agree_on_a_log_of_others(tmp_path):
    """VASSAL's tour, stepped to its end by both: as many things, in the same places."""
    for name in ("tour.mod", "tour.log"):
        (tmp_path / name).write_bytes(foreign(name))
    verdict = judge(str(tmp_path / "tour.mod"), f"load={tmp_path / 'tour.log'}", "steps")
    setting, steps = read_saved_game(foreign("tour.log")).parts()
    table = Tabletop()
    for tree in (*setting, *steps):
        table.obey(tree)
    lying = sorted((one.x, one.y) for one in table.counters().values())
    assert sorted(verdict.places) == lying
