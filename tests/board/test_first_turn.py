"""The first turn on two boards: composed by dragging and clicking, signed, exchanged, answered, audited.

In `make test` the invader's set-up is dragged and a whole turn is played in which somebody acts in every
stage; `make fuzz` composes all that a commander would order.
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

SEATS = ("german", "british")
UNCOVERED = """() => {
  const all = [...document.querySelectorAll('.counters .counter')].map(one => ({
    unit: one.classList.contains('able') ? one.dataset.unit : '',
    box: one.getBoundingClientRect(), height: Number(one.style.zIndex)}));
  const covers = ({box}, x, y) => x >= box.left && x < box.right && y >= box.top && y < box.bottom;
  const found = {};
  for (const one of all.filter(one => one.unit)) {
    const [x, y] = [one.box.x + one.box.width / 9, one.box.y + one.box.height / 2];
    if (!all.some(other => other.height > one.height && covers(other, x, y))) found[one.unit] = [x, y];
  }
  return found;
}"""
IS_LONG = os.environ.get("SEALION_FUZZ") == "long"


def test_a_whole_turn_is_played_between_two_boards(tmp_path):
    """A set-up is dragged counter by counter; then somebody in every stage, once where nobody can go.

    Files go by hand, each turn is answered on the other board; the logs are alike and audit.
    """
    root = campaign(tmp_path, "sealion-deluxe")
    dragged: dict[str, set[str]] = {seat: set() for seat in SEATS}
    orders: dict[str, list[str]] = {seat: [] for seat in SEATS}
    with chromium() as browser:
        boards = {seat: BoardPage(browser, root / seat) for seat in SEATS}
        for number in count():
            record = Desk(root / "german").read().record
            if record.ruleset.game_turn(record.game.state) > 1:
                break
            seat = record.decision.seat
            if number == 0:
                compose_turn(boards[seat], root / seat)
            if number < len(SEATS):
                prepare(boards[seat], with_set_up=number > 0)
            else:
                play_small(boards[seat], dragged[seat])
            orders[seat] += boards[seat].lines()
            exchange(boards, seat)
        for board in boards.values():
            board.close()
    verdicts = [audit_folder(root / seat) for seat in boards]
    assert [verdict.failure for verdict in verdicts] == [None, None]
    assert len({verdict.head for verdict in verdicts}) == 1
    said = {seat: " ".join(lines) for seat, lines in orders.items()}
    assert all(word in said["german"] for word in (" sail ", " fly "))
    assert all(word in said["british"] for word in (" sail ", " fly ", " > "))
    assert all(len(prompts) > 2 for prompts in dragged.values())


@pytest.mark.fuzz
@pytest.mark.skipif(not IS_LONG, reason="make fuzz composes all that a commander orders")
def test_what_a_commander_orders_is_composed_on_two_boards(tmp_path):
    """Each player drags and clicks on his own board; files go by hand; the logs are alike and audit."""
    root = campaign(tmp_path, "sealion-deluxe")
    with chromium() as browser:
        boards = {seat: BoardPage(browser, root / seat) for seat in SEATS}
        while True:
            record = Desk(root / "german").read().record
            if record.ruleset.game_turn(record.game.state) > 1:
                break
            seat = record.decision.seat
            compose_turn(boards[seat], root / seat)
            exchange(boards, seat)
        for board in boards.values():
            board.close()
    verdicts = [audit_folder(root / seat) for seat in boards]
    assert [verdict.failure for verdict in verdicts] == [None, None]
    assert len({verdict.head for verdict in verdicts}) == 1


def prepare(board: BoardPage, *, with_set_up: bool) -> None:
    """Take the first book of standing orders, and perhaps a ready-made set-up, from the dialog."""
    page = board.page
    page.click("#prepare")
    page.locator("[data-book]").first.click()
    board.settle()
    if with_set_up:
        page.locator("[data-set-up]").first.click()
        page.wait_for_selector("#orders .line")
    else:
        page.click("dialog .row:last-child button")


def play_small(board: BoardPage, dragged: set[str]) -> None:
    """In every stage drag one unit to a place that is lit up, then end it, until dice or others come."""
    page = board.page
    while board.settle() and page.locator("#asked").count():
        prompt = page.locator("#asked .prompt").inner_text()
        stage = prompt.partition("(")[0]
        before = len(board.lines())
        if stage not in dragged and page.locator(".counters .able").count():
            if not dragged and "ships" in stage:
                drag_where_nobody_can(board)
            dragged.add(stage)
            drag_somebody(board)
        if len(board.lines()) == before:
            kinds = page.locator("#asked .kind")
            ends = page.locator('#asked [data-kind="done"]')
            (ends if ends.count() else kinds).first.click()
            while board.settle() and not page.locator("#add").count():
                page.locator("#hand li button").first.click()
            page.click("#add")
            page.wait_for_selector(f"#orders li:nth-child({before + 1})")


def take_up(board: BoardPage) -> str:
    """Press upon somebody who can act, transports first, and begin to drag him."""
    page = board.page
    page.click("#whole")
    found: dict[str, list[float]] = page.evaluate(UNCOVERED)
    unit = next((name for name in found if "transport" in name), next(iter(found)))
    x, y = found[unit]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y + 9)
    board.settle()
    return unit


def drag_where_nobody_can(board: BoardPage) -> None:
    """Drop a ship on land: it is refused there, with rule, reason and where it can go."""
    page = board.page
    before = board.lines()
    take_up(board)
    page.mouse.move(*board.spot("2514"), steps=3)
    page.mouse.up()
    page.wait_for_selector("#alert:not([hidden])")
    said = page.locator("#alert").inner_text()
    assert "cannot go to 2514" in said
    assert "(rule " in said
    assert "nearest that it can: " in said
    assert board.lines() == before
    page.click("#alert button")
    page.keyboard.press("Escape")
    board.settle()


def drag_somebody(board: BoardPage) -> None:
    """Drag a unit to a place that is lit up, if there is one."""
    page = board.page
    before = len(board.lines())
    take_up(board)
    lit = page.evaluate(
        "(() => { const all = [...document.querySelectorAll('.lit')];"
        " const box = all[Math.floor(all.length / 2)]?.getBoundingClientRect();"
        " return box ? [box.x + box.width / 2, box.y + box.height / 2] : null; })()"
    )
    if lit:
        page.mouse.move(*lit, steps=3)
    page.mouse.up()
    if lit:
        page.wait_for_selector(f"#add, dialog[open], #orders ol > li:nth-child({before + 1})")
        # An order without dice is written as soon as it is complete.
        board.settle()
        if page.locator("dialog[open]").count():
            page.locator("dialog li button").first.click()
            board.settle()
        if page.locator("#add").count():
            page.click("#add")
        board.settle()
    for _ in range(2):
        page.keyboard.press("Escape")


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
