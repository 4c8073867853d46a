"""Axe on every dialog and every page: the page says which there are; a new one fails until it is tried."""

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from sealion_pbem.board import request
from sealion_pbem.board.session import Session
from sealion_pbem.board.table import BoardTable
from sealion_pbem.umpire.solitaire import found_alone
from tests.board.browser import BoardPage, chromium
from tests.board.tables import campaign, session
from tests.campaigns import TIME

answer: Any = request.answer
SEAL = [{"kind": "seal", "name": "objective", "value": "0202"}]


def twice(route: Any) -> None:
    """Answer where units can go as if two kinds of orders led there."""
    response = route.fetch()
    found = response.json()
    found["kinds"] = [
        {**kind, "label": f"{kind['label']} {number}"} for kind in found["kinds"] for number in "12"
    ]
    route.fulfill(response=response, body=json.dumps(found))


def by_mail(browser: Browser, folder: Path, note: Callable[[BoardPage, str], None]) -> None:
    """Red composes, signs and sends; blue receives and answers."""
    root = campaign(folder, "skirmish")
    answer(session(root / "red"), "write", {"version": "", "orders": SEAL})
    red, blue = (BoardPage(browser, root / seat) for seat in ("red", "blue"))
    page = red.page
    page.keyboard.press("?")
    note(red, "keys")
    page.keyboard.press("Escape")
    page.click("#prepare")
    note(red, "prepare")
    page.click("dialog .row:last-child button")
    page.route("**/ask/reach", twice)
    page.locator(".actors .unit").first.click()
    page.wait_for_selector("#panel[data-busy=false]")
    page.wait_for_selector(".lit")
    target = page.evaluate("document.querySelector('#hand [data-value]').dataset.value")
    page.mouse.click(*red.spot(json.loads(target)[-1]))
    note(red, "which")
    page.click("dialog > button")
    page.keyboard.press("Escape")
    page.click("#review")
    note(red, "review")
    page.click("#sign")
    page.wait_for_selector("#save")
    note(red, "signed")
    blue.page.set_input_files(
        "#file", page.locator("#kept").inner_text().removeprefix("It lies in ")
    )
    blue.page.wait_for_selector("#arrived")
    note(blue, "arrived")
    blue.page.click("dialog .row button")
    blue.page.click("#waiting .main")
    note(blue, "answer")
    red.close()
    blue.close()


def at_one_table(browser: Browser, folder: Path, note: Callable[[BoardPage, str], None]) -> None:
    """Red plays, is told what happened, and the curtain falls."""
    found_alone(
        folder, "alone", ruleset="skirmish", scenario=None, options={}, commanded=(), created=TIME
    )
    answer(
        Session(BoardTable(folder, commanded=())),
        "write",
        {"version": "", "orders": [*SEAL, {"kind": "done"}]},
    )
    board = BoardPage(browser, folder, command=("play", "--hot-seat"))
    board.page.click("#review")
    board.page.click("#sign")
    board.page.wait_for_selector("#happened")
    note(board, "happened")
    board.page.click("#go-on")
    board.page.wait_for_selector("#lift")
    note(board, "curtain")
    board.close()


def test_axe_finds_nothing_serious_in_any_dialog(tmp_path):
    """Every dialog that the page knows is opened as a player opens it, in light and dark."""
    tried: set[str] = set()

    def note(board: BoardPage, name: str) -> None:
        board.page.wait_for_selector(f"dialog[open][data-shows={name}]")
        for scheme in ("light", "dark"):
            board.page.emulate_media(color_scheme=scheme)
            assert (name, scheme, board.serious()) == (name, scheme, [])
        tried.add(name)

    with chromium() as browser:
        by_mail(browser, tmp_path / "mail", note)
        at_one_table(browser, tmp_path / "table", note)
    source = files("sealion_pbem.board").joinpath("static", "dialog.js").read_text()
    known = source.partition("Object.freeze({")[2].partition("})")[0]
    assert tried == {line.partition(":")[0].strip() for line in known.strip().splitlines()}


def test_axe_finds_nothing_serious_on_any_page(tmp_path):
    """A board that composes, looks back and looks on, and the list of campaigns: every page there is."""
    root = campaign(tmp_path, "skirmish")
    red = session(root / "red")
    led = answer(red, "write", {"version": "", "orders": SEAL})
    sent = answer(red, "sign", {"version": led["version"]})
    with chromium() as browser:
        hall = BoardPage(browser, root, command=("board", "--observe"))
        tried = {hall.page.url.rpartition("/")[2]}
        assert hall.serious() == []
        hall.page.locator("a[data-table]").first.click()
        hall.page.wait_for_selector("body[data-ready=yes]")
        tried.add(hall.page.url.rpartition("/")[2].partition("?")[0] or "index.html")
        assert hall.serious() == []
        hall.close()
    pages = {each.name for each in files("sealion_pbem.board").joinpath("static").iterdir()}
    assert tried == {name for name in pages if name.endswith(".html")}
    assert sent["kind"] == "turn"
