"""A real Chromium on a real board; tests that need it are skipped where there is none."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.board.served import Served

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = Path("node_modules/axe-core/axe.min.js")
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
SIZE = (1366, 768)
_RUNNING: list[Served] = []


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser, or a skip."""
    if CHROMIUM is None:
        pytest.skip("no Chromium to open the board in")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])
        try:
            yield browser
        finally:
            browser.close()
            # A test that fails or is skipped half-way closes no page.
            while _RUNNING:
                _RUNNING.pop().end()


class BoardPage:
    """A page of a board, and what a player does there; whatever the page complains of fails the test."""

    def __init__(
        self,
        browser: Browser,
        folder: Path,
        size: tuple[int, int] = SIZE,
        command: tuple[str, ...] = ("board",),
        program: tuple[str, ...] = (),
        **more: Any,
    ):
        self.served = Served(folder, *program, command=command)
        _RUNNING.append(self.served)
        width, height = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, **{"reduced_motion": "reduce", **more}
        )
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._heard)
        self.open()

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "status of 4" not in message.text:
            self.errors.append(message.text)

    def open(self) -> None:
        """Open the printed link."""
        self.page.goto(self.served.link)
        self.page.wait_for_selector("body[data-ready=yes]")

    def close(self) -> None:
        """Close the page and end the server."""
        self.context.close()
        self.served.end()
        assert self.errors == []

    def middle(self, unit: str) -> tuple[float, float]:
        """Where on the screen a counter is: near its left edge, which no other in its row covers."""
        box = self.page.locator(f'.counters [data-unit="{unit}"]').bounding_box()
        assert box is not None, unit
        return box["x"] + box["width"] / 9, box["y"] + box["height"] / 2

    def spot(self, place: str) -> tuple[float, float]:
        """Where on the screen a place is, while the whole map is shown."""
        table = self.page.evaluate(
            "async () => (await (await fetch('/ask/table', {method: 'POST', body: '{}', headers: "
            "{'content-type': 'application/json', 'x-sealion-key': "
            "sessionStorage.getItem('sealion-key')}})).json()).scene"
        )
        left, top, *_ = table["view"]
        x, y = table["places"][place]["x"] - left, table["places"][place]["y"] - top
        box = self.page.locator("#world").bounding_box()
        assert box is not None, place
        scale = box["width"] / table["view"][2]
        return box["x"] + x * scale, box["y"] + y * scale

    def drag(self, unit: str, place: str) -> None:
        """Drag a counter to a place that is shown."""
        self.page.click("#whole")
        to = self.spot(place)
        self.page.mouse.move(*self.middle(unit))
        self.page.mouse.down()
        self.page.mouse.move(*to, steps=8)
        self.page.mouse.up()

    def settle(self) -> bool:
        """Wait until the page has asked all that it asks, for what it shows next may replace a button."""
        return self.page.wait_for_selector("#panel[data-busy=false]") is not None

    def lines(self) -> list[str]:
        """The orders in the list."""
        return [text.strip() for text in self.page.locator("#orders .line").all_text_contents()]

    def serious(self) -> list[str]:
        """What axe finds to be serious or critical."""
        if not AXE.exists():
            pytest.skip("axe is not installed; 'make page' installs it")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text())
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{each['id']}: {node['html'][:120]}"
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]
