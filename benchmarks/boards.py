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
_COUNTERS = 240
_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-frame-rate-limit", "--disable-gpu-vsync",
)  # fmt: skip
# Counters are added until there are so many; then each motion is made frame by frame, as the page does it
# at events of the pointer, the wheel and the keys, and with the bare layers: the same elements, moved
# directly. What is returned is how long the frames took.
_FILL = """count => { const box = document.querySelector('.counters');
const have = [...box.querySelectorAll('.counter')];
for (let n = have.length; n < count; n++) box.append(have[n % have.length].cloneNode());
return box.querySelectorAll('.counter').length; }"""
_MOTION = """async ([motion, isBare]) => {
const view = document.querySelector('#view'), world = document.querySelector('#world');
const lights = document.querySelector('.lights'), box = view.getBoundingClientRect();
const [x, y] = [box.x + box.width / 2, box.y + box.height / 2], kept = world.style.transform;
const ghost = document.querySelector('.counters .counter').cloneNode();
if (isBare && motion === 'drag') view.append(ghost);
const move = (n) => view.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, pointerId: 1,
  clientX: x + 40 + n, clientY: y + n / 2}));
const hexes = () => Array.from({length: 60}, (_, n) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'polygon');
  const [a, b] = [900 + n % 10 * 70, 600 + Math.floor(n / 10) * 80];
  const at = [[0, 0], [30, 0], [45, 35], [30, 70], [0, 70]].map(([c, d]) => `${a + c},${b + d}`);
  made.setAttribute("points", at.join(" "));
  made.setAttribute('class', 'lit');
  return made; });
const bare = {
  pan: (n) => { world.style.transform = `${kept} translate(${n}px, ${n / 2}px)`; },
  zoom: (n) => { world.style.transform = `${kept} scale(${1 + n / 90})`; },
  drag: (n) => { ghost.style.transform = `translate(${300 + n}px, ${200 + n}px)`; },
  reach: (n) => { if (n % 10 === 0) lights.replaceChildren(...(n % 20 ? [] : hexes())); },
};
const page = {
  pan: move, drag: move,
  zoom: (n) => view.dispatchEvent(new WheelEvent('wheel', {bubbles: true, cancelable: true,
    deltaY: n < 30 ? -20 : 20, clientX: x, clientY: y})),
  reach: (n) => { if (n % 10 === 0) document.dispatchEvent(new KeyboardEvent('keydown', {key: 'n'})); },
};
const step = (isBare ? bare : page)[motion], frames = [];
let last = 0;
for (let n = 0; n < 60; n++) {
  const now = await new Promise(requestAnimationFrame);
  if (last) frames.push(now - last);
  last = now;
  step(n);
  // Where nothing changes the browser waits for the screen, and no cost is seen.
  if (motion === 'reach') world.style.opacity = n % 2 ? '1' : '0.999';
}
world.style.opacity = '';
ghost.remove();
if (isBare) { world.style.transform = kept; lights.replaceChildren(); }
return frames; }"""
_SETTLED = 200
_MOTIONS = ("pan", "zoom", "drag", "reach")


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
    """Row 44: frames while the map is panned, zoomed, a unit is dragged and reach is lit up.

    Each motion is made three times by the page and with the bare layers, in turns; the best counts.
    """
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
        browser = driver.chromium.launch(executable_path=chromium, args=[*_FLAGS])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(found[0])
        page.wait_for_selector("body[data-ready=yes]")
        counters = page.evaluate(_FILL, _COUNTERS)
        for motion in _MOTIONS:
            yield from _motion_rows(page, motion, counters)
        browser.close()
        started.kill()


def _motion_rows(page: Any, motion: str, counters: int) -> Iterator[Row]:
    tried: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for _ in range(_TRIES):
        for is_bare in (True, False):
            page.click("#whole")
            if motion == "pan":
                # The whole map has no room to be moved in.
                page.mouse.move(400, 300)
                page.mouse.wheel(0, -600)
                page.wait_for_timeout(_SETTLED)
            if not is_bare and motion in ("pan", "drag"):
                _press(page, motion)
            frames = page.evaluate(_MOTION, [motion, is_bare])
            page.keyboard.press("Escape")
            for button in ("left", "middle"):
                page.mouse.up(button=button)
            page.keyboard.press("Escape")
            tried[is_bare].append((median(frames), max(frames)))
    own, bare = min(tried[False]), min(tried[True])
    note = "; ".join(
        f"{name} " + ", ".join(f"{one:.1f}/{other:.0f} ms" for one, other in tried[is_bare])
        for name, is_bare in (("board", False), ("bare layers", True))
    )
    number = f"44{'abcd'[_MOTIONS.index(motion)]}"
    said = f"{motion} with {counters} counters"
    yield Row(number, f"{said}, median", own[0], goal=16, gate=25, unit=" ms", note=note)
    worst = min(one for _, one in tried[False])
    yield Row(f"{number}'", f"{said}, worst", worst, goal=50, gate=100, unit=" ms", note=note)
    ratio = own[0] / max(bare[0], 0.1)
    yield Row(f'{number}"', f"{said} / bare layers", ratio, goal=4, gate=8, note=note)


def _press(page: Any, motion: str) -> None:
    """Press the middle button, which pans, or the left one upon a unit that can act, and begin to move."""
    x, y, button = 400.0, 300.0, "middle"
    if motion == "drag":
        box = page.locator(".counters .able").first.bounding_box()
        x, y, button = box["x"] + 2, box["y"] + 5, "left"
    page.mouse.move(x, y)
    page.mouse.down(button=button)
    page.mouse.move(x + 9, y + 9)
    page.wait_for_selector("#panel:not([data-busy=true])")
