"""Counters turned over or taken away are losses by choice; what no counter can say is filled in."""

from types import SimpleNamespace
from typing import Any

import pytest

from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack
from sealion_pbem.umpire.drafts import new_draft
from sealion_pbem.umpire.papers import read_paper
from sealion_pbem.umpire.sheets import new_sheet
from sealion_pbem.umpire.vassal_draft import asked_lines
from sealion_pbem.umpire.vassal_kit import standing
from sealion_pbem.umpire.vassal_orders import orders_of_log, remarks_on
from sealion_pbem.vassal.guard import survey_file
from sealion_pbem.vassal.recorder import LogStep
from sealion_pbem.vassal.saved_game import write_saved_game
from tests.rules.sealion.test_12_3_combat_results import HEX, PAIR, SIDES, battle, give
from tests.sealion_combat import game_of
from tests.vassal.dragging import Dragged, turns_of


def losses_to_take(reduced: tuple[str, ...] = ()) -> Dragged:
    """Column 2, die 4: an attacker and a defender lose a step, first the attacker picks."""
    position = battle("sealion-deluxe", *SIDES[2]).place({HEX: reduced}, reduced).dice(4)
    give(position, Attack(HEX))
    ledger = SimpleNamespace(campaign="c" * 64, next_seq=9, pending=None)
    record: Any = SimpleNamespace(
        ruleset=position.ruleset,
        game=game_of(position),
        decision=position.decision,
        ledger=ledger,
    )
    return Dragged(record, position.decision.seat, position.decision.kind, [])


@pytest.mark.parametrize(
    ("reduced", "left"), [((), 1), ((PAIR[1],), 0)], ids=["turned over", "taken away"]
)
def test_12_3_who_is_turned_over_or_taken_away_takes_the_loss(reduced, left):
    """12.3  One of two attackers is turned over, or taken away where it was weak: it takes the loss."""
    turn = losses_to_take(reduced)
    recorder = turn.recorder()
    recorder.add(LogStep((), {PAIR[1]: (HEX, left)}, 0, "", {}))
    found = orders_of_log(
        turn.record, turn.seat, survey_file(write_saved_game(recorder.saved("x")))
    )
    assert found.orders == [{"kind": "take_losses", "units": [PAIR[1]]}]
    assert (found.notes, found.guessed) == ([], [])


def test_12_3_the_loss_of_the_other_side_is_not_ours_to_choose():
    """12.3  A defender that is turned over is no order of the attacker's, and is said to be none."""
    turn = losses_to_take()
    recorder = turn.recorder()
    recorder.add(LogStep((), {SIDES[2][1][0]: (HEX, 1)}, 0, "", {}))
    found = orders_of_log(
        turn.record, turn.seat, survey_file(write_saved_game(recorder.saved("x")))
    )
    assert not found.orders
    assert "was turned over, which is british's; only yours can be ordered" in found.notes[0]


def test_targets_are_filled_in(demo):
    """Behind landings the combats stand as comments; without its mark each is a legal order."""
    turn = next(
        turn for turn in turns_of(demo) if any(order["kind"] == "land" for order in turn.orders)
    )
    found = orders_of_log(turn.record, turn.seat, survey_file(turn.log()))
    lines = asked_lines(found)
    targets = [line.removeprefix("# ") for line in lines if line.startswith("# attack ")]
    here = standing(turn.record.ruleset, turn.judged(found.orders).after)
    assert targets
    assert {line.split()[1] for line in targets} <= {place for place, _ in here.values()}
    written = {**new_draft(turn.record, turn.seat), "orders": found.orders}
    sheet = new_sheet(turn.record, turn.seat, None, written, remarks_on(found))
    paper = read_paper(turn.record, f"{sheet}\n{targets[0]}\n".encode())
    assert paper.draft["orders"][: len(found.orders)] == found.orders
    last = paper.draft["orders"][-1]
    assert last["kind"] == "attack"
    assert not turn.judged([*found.orders, last]).refused
