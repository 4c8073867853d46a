"""The page in a real browser: orders composed by dragging, kept, signed; two tabs, a crash, axe."""

import json
from contextlib import contextmanager
from typing import Any

import pytest

from sealion_pbem.board.request import answer
from sealion_pbem.umpire.desk import Desk
from tests.board.browser import BoardPage, chromium
from tests.board.tables import campaign, session


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@contextmanager
def opened(browser, folder, **more):
    page = BoardPage(browser, folder, **more)
    try:
        yield page
    finally:
        page.close()


@pytest.fixture(scope="module")
def landing(tmp_path_factory):
    """Both sides of a campaign in which the invader lands."""
    return campaign(tmp_path_factory.mktemp("landing"), until="naval_movement")


def test_a_ship_is_dragged_the_orders_survive_a_crash_and_are_signed(browser, landing):
    """Drag, reload, kill -9, reopen, undo, redo, sign: the turn in the log says what was dragged."""
    seat = Desk(landing / "german").read().record.decision.seat
    folder = landing / seat
    with opened(browser, folder) as board:
        page = board.page
        assert "#" not in page.url
        assert page.locator("#asked .prompt").inner_text()
        unit = page.locator('.actors [data-unit^="de_transport"]').first.get_attribute("data-unit")
        page.click(f'.actors [data-unit="{unit}"]')
        page.wait_for_selector("#hand li button")
        assert page.locator(".lit").count() > 0
        page.keyboard.press("Escape")
        board.drag(unit, "A")
        page.wait_for_selector("#orders .line")
        (line,) = board.lines()
        assert "A" in line
        page.reload()
        page.wait_for_selector("body[data-ready=yes]")
        assert board.lines() == [line]
    with opened(browser, folder) as board:
        page = board.page
        assert board.lines() == [line]
        page.click('#orders [aria-label="remove order 1"]')
        page.wait_for_selector("#orders .line", state="detached")
        page.click("#undo")
        page.wait_for_selector("#orders .line")
        page.click("#redo")
        page.wait_for_selector("#orders .line", state="detached")
        page.click("#undo")
        page.wait_for_selector("#orders .line")
        assert board.serious() == []
        page.click("#review")
        page.wait_for_selector("dialog[open] #sign")
        assert board.serious() == []
        page.click("#sign")
        page.wait_for_selector("#save")
        name = page.locator("#save").get_attribute("download")
    entry = json.loads((folder / "entries" / name).read_text())
    assert entry["orders"] == [{"kind": "sail", "units": [unit], "path": ["A"]}]
    assert not list(folder.glob("*.board.json"))


@pytest.mark.parametrize("ruleset", ["skirmish", "straits"])
def test_any_game_is_played_by_lists_alone(browser, tmp_path, ruleset):
    """A game with a plain map and one of areas only: the first order by buttons, with keys, then signed."""
    root = campaign(tmp_path, ruleset)
    some = next(path for path in root.iterdir() if path.name != "keys")
    folder = root / Desk(some).read().record.decision.seat
    with opened(browser, folder, size=(390, 844)) as board:
        page = board.page
        page.locator("#asked .kind").first.press("Enter")
        while not page.locator("#add").count():
            page.locator("#hand li button").first.press("Enter")
            page.wait_for_selector("#panel[data-busy=false]")
        assert board.serious() == []
        page.locator("#add").press("Enter")
        page.wait_for_selector("#orders .line")
        page.locator("#review").press("Enter")
        page.locator("#sign").press("Enter")
        page.wait_for_selector("#save")
    assert Desk(folder).read().record.ledger.pending is not None


def test_a_place_tells_who_reaches_it_and_what_covers_it(browser, tmp_path):
    """The card of a place: areas of the game that hold it, units by name, its supply line on request."""
    folder = campaign(tmp_path, until="land_movement") / "german"
    found: Any = answer(session(folder), "layers", {"version": ""})
    reach, *others = found["layers"]
    covered = {place for layer in others for place in layer["places"]}
    with opened(browser, folder) as board:
        page = board.page
        place = next(one for one in reach["places"] if one in covered and one.isdigit())
        page.fill("#place-name", place)
        page.press("#place-name", "Enter")
        page.wait_for_selector("#about .covers li")
        lines = page.locator("#about .covers li").all_text_contents()
        assert lines[0].startswith("reach of german")
        assert lines[0].count(",") + 1 >= len(reach["who"][place])
        assert len(lines) == sum(place in layer["places"] for layer in (reach, *others))
        assert page.locator(".traced polyline").count() == 0
        page.click("#about [data-line]")
        page.wait_for_selector(".traced polyline")
        page.click("#about [data-line]")
        page.wait_for_selector(".traced polyline", state="detached")
        assert board.serious() == []


@pytest.mark.parametrize("size", [(390, 844), (720, 900), (1366, 768)])
def test_the_page_itself_never_scrolls(browser, landing, size):
    """At every size the map and the panel share the window; what is long scrolls inside the panel."""
    with opened(browser, landing / "german", size=size) as board:
        long, wide = board.page.evaluate(
            "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
        )
        assert (wide, long) == size
        map_box: Any = board.page.locator("#view").bounding_box()
        assert map_box["width"] >= size[0] / 2
        assert map_box["height"] >= size[1] / 4


def test_a_set_up_is_prepared_and_a_standing_order_added(browser, tmp_path):
    """A mine is dragged from its box, what is missing is told; set-ups and standing orders are taken."""
    folder = campaign(tmp_path, "sealion-deluxe") / "german"
    with opened(browser, folder) as board:
        page = board.page
        page.locator("#tray", has_text="4 × mine").wait_for()
        assert "4 × mine: Sector A" in page.locator("#tray .missing").all_text_contents()[-1]
        mine = page.locator('#tray [data-unit^="de_mine"]').first
        box: Any = mine.bounding_box()
        page.mouse.move(box["x"] + 9, box["y"] + 9)
        page.mouse.down()
        page.mouse.move(*board.spot("E"), steps=4)
        page.mouse.up()
        page.wait_for_selector("#orders .line")
        assert board.lines() == ["deploy E: German mine 1"]
        page.locator("#tray", has_text="3 × mine").wait_for()
        assert "Sector E" not in page.locator("#tray .missing").all_text_contents()[-1]
        page.click("#prepare")
        page.wait_for_selector("dialog[open] #standing-add")
        assert board.serious() == []
        standing = page.locator("#standing li").count()
        page.click("#standing-add")
        page.wait_for_selector(f"#standing li:nth-child({standing + 1})")
        page.locator("[data-set-up]").first.click()
        page.wait_for_selector("#fork")
        assert page.locator("#orders .refused").count() == 0


def test_layers_are_laid_together_each_with_its_pattern(browser, tmp_path):
    """Two areas chosen from the list differ in pattern; a third takes the one that was given up."""
    folder = campaign(tmp_path, until="land_movement") / "german"
    with opened(browser, folder) as board:
        page = board.page
        page.click("#layers summary")
        page.click('[data-layer="zones of control"][data-seat="british"]')
        page.click('[data-layer="supply lines"][data-seat="british"]')
        page.wait_for_selector(".area path:nth-child(2)")
        fills = page.eval_on_selector_all(
            ".area path", "all => all.map(p => p.getAttribute('fill'))"
        )
        assert {*fills} == {"url(#layer-0)", "url(#layer-1)"}
        assert board.serious() == []
        page.keyboard.press("Space")
        page.wait_for_selector(".area path:nth-child(2)", state="detached")
        page.keyboard.press("Escape")
        assert page.locator("#layers[open]").count() == 0
