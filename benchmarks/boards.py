"""Rows 40 to 44: the board: a drag, the first position, the printed link, memory, frames in a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from gzip import compress
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.processes import environment, process, program
from benchmarks.slices import Effort, interleave
from benchmarks.table import Row
from sealion_pbem.board.request import Drawing, answer
from sealion_pbem.board.session import Session
from sealion_pbem.board.table import BoardTable
from sealion_pbem.engine.choices import menu
from sealion_pbem.pbem.keys import new_key, write_key
from sealion_pbem.umpire.exhibition import Exhibition

__all__ = ["boards"]

_RULESET, _SEAT, _STAGE = "sealion-deluxe", "german", "land_movement"
_IMPORTS = (sys.executable, "-c", "import starlette.requests, starlette.responses, uvicorn")
_STATIC = Path(__file__).parents[1] / "sealion_pbem" / "board" / "static"
_FEW, _MANY = 50, 500
_TRIES = 3
_MEMORY = """
import json, sys
from pathlib import Path
from sealion_pbem.board.request import answer
from sealion_pbem.board.session import Session
from sealion_pbem.board.table import BoardTable
session = Session(BoardTable(Path(sys.argv[1])))
version = answer(session, "table", {})["orders"]["version"]
for number in range(int(sys.argv[2])):
    led = answer(session, "write", {"version": version, "orders": [], "message": str(number)})
    version = led["version"]
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
# Frames as the page shows them, while a mouse pans, zooms and drags.
_COUNT = """() => { window.frames_ = []; let last = performance.now();
const tick = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(tick); };
requestAnimationFrame(tick); }"""


def boards(effort: Effort, place: Path) -> Iterator[Row]:
    """Rows 40 to 44, on a campaign of Sealion in which land units march."""
    folder = _campaign(place / "board")
    session = Session(BoardTable(folder))
    yield _drag(effort, session)
    yield _first_position(session)
    yield _link(effort, folder)
    yield _memory(folder)
    yield from _frames(folder)


def _campaign(root: Path) -> Path:
    keys = {}
    (root / "keys").mkdir(parents=True, mode=0o700)
    for seat in ("german", "british"):
        key = new_key()
        write_key(root / "keys" / seat, key, None, seat)
        keys[seat] = (str(root / "keys" / seat), key)
    exhibition = Exhibition(root, keys, b"board", "2024-02-29T12:00:00Z")
    exhibition.found(_RULESET, {})
    for sent in exhibition.play(9):
        decision = sent.record.decision
        is_free = sent.record.ledger.pending is None and decision is not None
        turn = sent.record.ruleset.game_turn(sent.record.game.state)
        if is_free and decision and (decision.seat, decision.kind) == (_SEAT, _STAGE) and turn > 1:
            break
    return root / _SEAT


def _drag(effort: Effort, session: Session) -> Row:
    """Row 40: where can this unit go? As the page asks, and from the menu alone."""
    table: Any = answer(session, "table", {})
    asked = table["orders"]["asked"]["kinds"]
    unit = next(kind["units"][0] for kind in asked if kind["kind"] == "march")
    game, ruleset = session.table.record.game, session.table.ruleset
    partial = {"kind": "march", "units": [unit]}

    def bare() -> None:
        [*menu(ruleset, game).choices()]
        [*menu(ruleset, game, {"kind": "march"}).choices("units")]
        [*menu(ruleset, game, partial).choices()]

    works = {
        "request": lambda: json.dumps(answer(session, "reach", {"version": "", "units": [unit]})),
        "menus": bare,
    }
    taken = interleave(works, effort)
    note = taken.told("request", "menus")
    ratio = taken.ratio("request", "menus")
    return Row("40", "reach of a dragged unit / its menus alone", ratio, goal=3, gate=5, note=note)


def _first_position(session: Session) -> Row:
    """Row 41: what the browser fetches until the position is complete, as it is sent."""
    sent = sum(len(compress(path.read_bytes(), 5)) for path in _STATIC.iterdir())
    sent += len(compress(json.dumps(answer(session, "table", {})).encode(), 5))
    for name in ("map", "sheet"):
        drawing = answer(session, name, {})
        assert isinstance(drawing, Drawing)
        is_png = drawing.media == "image/png"
        sent += len(drawing.data if is_png else compress(drawing.data, 5))
    return Row("41", "first full position", sent / 1000, goal=1000, gate=1000, unit=" kB")


def _link(effort: Effort, folder: Path) -> Row:
    """Row 42: from the command to the printed link / importing the server."""

    def printed() -> None:
        command = [*program(), "board", str(folder), "--no-browser"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment()) as started:
            assert started.stdout is not None
            started.stdout.readline()
            started.kill()

    works = {"link": printed, "imports": process(_IMPORTS, folder)}
    taken = interleave(works, effort, clock=perf_counter)
    ratio, note = taken.ratio("link", "imports"), taken.told("link", "imports")
    return Row("42", "link printed / importing the server", ratio, goal=3, gate=4, note=note)


def _memory(folder: Path) -> Row:
    """Row 43: the most memory that so many previews took / that a tenth of them took."""
    used = [
        int(subprocess.run(
            [sys.executable, "-c", _MEMORY, str(folder), str(count)],
            capture_output=True, text=True, check=True, env=environment(),
        ).stdout)
        for count in (_FEW, _MANY)
    ]  # fmt: skip
    for path in folder.glob("*.board.json"):
        path.unlink()
    note = f"{used[1] / 1000:.0f} MB / {used[0] / 1000:.0f} MB"
    said = f"memory after {_MANY} previews / after {_FEW}"
    return Row("43", said, used[1] / used[0], goal=1.2, gate=1.2, note=note)


def _frames(folder: Path) -> Iterator[Row]:
    """Row 44: frames while the map is panned, zoomed and a unit is dragged; the best of three."""
    chromium = shutil.which("chromium")
    if chromium is None:
        return
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where there is a browser

    command = [*program(), "board", str(folder), "--no-browser"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as started,
        sync_playwright() as driver,
    ):
        assert started.stdout is not None
        found = re.search(r"http\S+", started.stdout.readline())
        assert found is not None, "the link is printed"
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = driver.chromium.launch(executable_path=chromium, args=flags)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(found[0])
        page.wait_for_selector("body[data-ready=yes]")
        tried = sorted(_moved(page) for _ in range(_TRIES))
        browser.close()
        started.kill()
    middle, worst = tried[0]
    note = "; ".join(f"{one:.0f}/{other:.0f} ms" for one, other in tried)
    yield Row(
        "44a", "a frame of the board, median", middle, goal=17, gate=25, unit=" ms", note=note
    )
    yield Row("44b", "a frame of the board, worst", worst, goal=50, gate=100, unit=" ms", note=note)


def _moved(page: Any) -> tuple[float, float]:
    """Pan, zoom and drag once, and return the median and the longest frame."""
    page.click("#whole")
    unit = page.locator(".counters .able").first.bounding_box()
    page.evaluate(_COUNT)
    for _ in range(6):
        page.mouse.move(400, 300)
        page.mouse.wheel(0, -60)
    page.mouse.down()
    page.mouse.move(500, 380, steps=40)
    page.mouse.up()
    page.click("#whole")
    page.mouse.move(unit["x"] + 2, unit["y"] + 5)
    page.mouse.down()
    page.mouse.move(unit["x"] - 120, unit["y"] - 90, steps=40)
    page.keyboard.press("Escape")
    page.mouse.move(unit["x"] + 2, unit["y"] + 5)
    page.mouse.up()
    frames = page.evaluate("window.frames_.slice(2)")
    return median(frames), max(frames)
