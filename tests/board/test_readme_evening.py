"""The evening in the README is played as it is written: its steps are read there and done in a browser."""

import re
import shlex
from collections.abc import Iterator
from typing import Any

from sealion_pbem.umpire.audit import audit_folder
from tests.board.browser import BoardPage, chromium
from tests.survey import ROOT

STEP = re.compile(r"^\d+\. (.+)$", re.MULTILINE)
DONE = re.compile(
    r"Run `(?P<run>[^`]+)`|(?:Click|then) \*(?P<click>[^*]+)\*|you see \*(?P<see>[^*]+)\*"
    r"|Drag \*(?P<unit>[^*]+)\* to \*(?P<place>[^*]+)\*"
)
NAMED = """async () => { const {scene, orders} = await (await fetch('/ask/table', {
  method: 'POST', body: '{}', headers: {'content-type': 'application/json',
  'x-sealion-key': sessionStorage.getItem('sealion-key')}})).json();
  return Object.fromEntries([
    ...Object.entries(scene.places).map(([id, place]) => [place.title || id, id]),
    ...Object.entries(orders.position.shown.units).map(([id, unit]) => [unit.name, id])]); }"""
"""The places and units of the page, by the names that players know."""


def evening() -> Iterator[tuple[str, list[re.Match[str]]]]:
    """Every step of the section, with what is done in it; a step in which nothing is done fails."""
    text = (ROOT / "README.md").read_text("utf-8")
    section = text.partition("## An evening at the board")[2].partition("\n## ")[0]
    for step in STEP.findall(section):
        done = [*DONE.finditer(step)]
        assert done, step
        marked = re.findall(r"\*([^*]+)\*", step)
        assert len(marked) == sum(1 + bool(one["unit"]) for one in done if not one["run"]), step
        yield step, done


def do(board: BoardPage, one: re.Match[str]) -> None:
    """Click, drag or see what a step says."""
    page = board.page
    page.wait_for_selector("#panel:not([data-busy=true])")
    if one["click"]:
        within: Any = page.locator("dialog[open]")
        place = within if within.count() else page
        place.get_by_role("button", name=one["click"]).filter(visible=True).first.click()
    elif one["see"]:
        page.get_by_text(one["see"]).filter(visible=True).first.wait_for()
    else:
        named: dict[str, str] = page.evaluate(NAMED)
        board.drag(named[one["unit"]], named.get(one["place"], one["place"]))


def test_the_evening_in_the_readme_is_played(tmp_path):
    """Every step in turn, against the commander; at the end the player is asked and the log audits."""
    (_, [first, *rest]), *steps = evening()
    program, command, folder = shlex.split(first["run"])
    assert program == "sealion"
    with chromium() as browser:
        board = BoardPage(browser, tmp_path / folder, command=(command,))
        for one in (*rest, *(one for _, done in steps for one in done)):
            do(board, one)
        board.page.wait_for_selector("#asked")
        board.close()
    assert len(steps) > 5
    assert audit_folder(tmp_path / folder).failure is None
