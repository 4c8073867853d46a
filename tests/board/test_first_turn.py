"""The first turn on two boards: composed by dragging and clicking, signed, exchanged, answered, audited.

In `make test` the invader's set-up goes all the way; `make fuzz` plays on until the first turn is over.
"""

import json
import os
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.board.pad import read_page
from sealion_pbem.engine.choices import UncomposableError, compose
from sealion_pbem.engine.game import orders_from_wire
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.exhibition import as_written, commander_of
from tests.board.browser import BoardPage, chromium
from tests.board.tables import campaign, session

IS_LONG = os.environ.get("SEALION_FUZZ") == "long"


@pytest.mark.parametrize(
    "turns",
    [
        0,
        pytest.param(
            1,
            marks=[
                pytest.mark.fuzz,
                pytest.mark.skipif(not IS_LONG, reason="make fuzz plays the whole turn"),
            ],
        ),
    ],
)
def test_a_turn_is_played_between_two_boards(tmp_path, turns):
    """Each player drags and clicks on his own board; files go by hand; the logs are alike and audit."""
    root = campaign(tmp_path, "sealion-deluxe")
    with chromium() as browser:
        boards = {seat: BoardPage(browser, root / seat) for seat in ("german", "british")}
        for number in count():
            record = Desk(root / "german").read().record
            if record.ruleset.game_turn(record.game.state) > turns or (not turns and number):
                break
            seat = record.decision.seat
            compose_turn(boards[seat], root / seat)
            exchange(boards, seat)
        for board in boards.values():
            board.close()
    verdicts = [audit_folder(root / seat) for seat in boards]
    assert [verdict.failure for verdict in verdicts] == [None, None]
    assert len({verdict.head for verdict in verdicts}) == 1


def compose_turn(board: BoardPage, folder: Path) -> None:
    """Compose on the page what a commander would order, as far as it goes without dice."""
    record = Desk(folder).read().record
    seat = record.decision.seat
    commander = commander_of(record.ruleset, b"plan")
    turn = commander.turn(record.ruleset, record.game, seat)
    for written in as_written(turn, commander):
        plain = {name: value for name, value in written.items() if name not in ("turn", "stage")}
        table = session(folder)
        lead = table.leads.of(read_page(table.table).version)
        if board.page.locator("#asked").count() == 0:
            break
        order: Any = orders_from_wire(record.ruleset, [plain])[0]
        try:
            choices = compose(record.ruleset, lead.game, order)
        except (UncomposableError, KeyError):
            break
        if order.kind == "deploy":
            deploy(board, order.places)
        else:
            pick(board, choices)


def deploy(board: BoardPage, places: Any) -> None:
    """Drag every unit of a set-up to its place: each is an order of its own."""
    for unit, place in sorted(places.items()):
        before = len(board.lines())
        board.drag(unit, place)
        board.page.wait_for_selector(f"#orders li:nth-child({before + 1})")
        board.page.wait_for_selector("#panel[data-busy=false]")


def pick(board: BoardPage, choices: Any) -> None:
    """Click a kind of order, then the choices that make it, in the lists."""
    page = board.page
    before = len(board.lines())
    page.click(f'#asked [data-kind="{choices[0].value}"]')
    page.wait_for_selector("#panel[data-busy=false]")
    for choice in choices[1:]:
        page.eval_on_selector_all(
            "#hand details", "all => all.forEach(one => { one.open = true; })"
        )
        value = json.dumps(choice.value, ensure_ascii=False, separators=(",", ":"))
        wanted = f"#hand button[data-member='{choice.member}'][data-value='{value}']"
        if not page.locator(wanted).count():
            for more in page.locator("#hand li:last-child button:not([data-value])").all():
                more.click()
        page.locator(wanted).first.click()
        page.wait_for_selector("#panel[data-busy=false]")
    page.click("#add")
    page.wait_for_selector("#panel[data-busy=false]")
    assert len(board.lines()) == before + 1


def exchange(boards: dict[str, BoardPage], seat: str) -> None:
    """Sign, carry the turn over, let the other answer, carry the answer back."""
    (other,) = boards.keys() - {seat}
    page, across = boards[seat].page, boards[other].page
    page.click("#review")
    page.click("#sign")
    carry(page, across)
    across.click("#waiting .main")
    across.click("#sign")
    carry(across, page)


def carry(here: Any, there: Any) -> None:
    """Save a file on one page and give it to another."""
    with tempfile.TemporaryDirectory() as folder:
        with here.expect_download() as saved:
            here.click("#save")
        path = Path(folder) / saved.value.suggested_filename
        saved.value.save_as(path)
        there.set_input_files("#file", path)
        there.wait_for_selector("#arrived")
        assert "accepted" in there.locator("#arrived").inner_text()
    for page in (here, there):
        page.click("dialog button:last-child:not([type=submit])")
        page.click("#to-now")
