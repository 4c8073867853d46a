"""The board without a mouse: keys alone from the first order to the signature; fingers; what is said."""

from typing import Any

from sealion_pbem.board import request
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.desk import Desk
from tests.board.browser import BoardPage, chromium
from tests.board.tables import campaign, session

answer: Any = request.answer
SEALED = {"kind": "seal", "name": "objective", "value": "0202"}
MOST_TABS = 200


def tab_to(page: Any, selector: str) -> None:
    """Go on with the tabulator until the focus is on an element that is asked for."""
    for _ in range(MOST_TABS):
        if page.evaluate("wanted => document.activeElement?.matches(wanted) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tabulator does not lead to {selector}")


def settle(page: Any) -> None:
    """Wait until the page has asked all that it asks."""
    page.wait_for_selector("#panel[data-busy=false]")


def march_by_keys(board: BoardPage) -> None:
    """Try the hexes around the unit that is chosen, each spoken, until one takes it."""
    page = board.page
    before = len(board.lines())
    for key in "879213":
        page.keyboard.press(key)
        assert page.locator("#spoken").inner_text()
        page.keyboard.press("Enter")
        settle(page)
        if len(board.lines()) > before:
            break
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.keyboard.press("n")
        settle(page)
    assert len(board.lines()) == before + 1


def test_a_turn_is_composed_reviewed_and_signed_by_keys_alone(tmp_path):
    """Seal from a list, march with the map's own keys, undo and redo, review, sign; no mouse is there."""
    root = campaign(tmp_path, "skirmish")
    with chromium() as browser:
        board = BoardPage(browser, root / "red")
        page = board.page
        tab_to(page, '#asked [data-kind="seal"]')
        page.keyboard.press("Enter")
        settle(page)
        while not page.locator("#add").count():
            tab_to(page, "#hand li button")
            page.keyboard.press("Enter")
            settle(page)
        tab_to(page, "#add")
        page.keyboard.press("Enter")
        page.wait_for_selector("#orders .line")
        settle(page)
        page.keyboard.press("n")
        settle(page)
        assert page.locator(".lit").count() > 0
        page.keyboard.press("m")
        assert page.evaluate("document.activeElement.id") == "view"
        march_by_keys(board)
        page.keyboard.press("Control+z")
        page.wait_for_selector("#orders ol > li:nth-child(2)", state="detached")
        page.keyboard.press("Control+y")
        page.wait_for_selector("#orders ol > li:nth-child(2)")
        settle(page)
        tab_to(page, "#review")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open] #sign")
        tab_to(page, "#sign")
        page.keyboard.press("Enter")
        page.wait_for_selector("#save")
        board.close()
    desk = Desk(root / "red")
    pending = desk.read().record.ledger.pending
    assert pending is not None
    assert [order["kind"] for order in pending.body.orders] == ["seal", "march"]
    assert audit_folder(root / "red").failure is None


def test_fingers_pinch_pan_and_tap(tmp_path):
    """Two fingers enlarge the map, one moves it, a tap takes a unit up; the page itself does not move."""
    root = campaign(tmp_path, "skirmish")
    answer(session(root / "red"), "write", {"version": "", "orders": [SEALED]})
    with chromium() as browser:
        board = BoardPage(browser, root / "red", (390, 844), has_touch=True)
        page = board.page
        devtools = board.context.new_cdp_session(page)
        view: Any = page.locator("#view").bounding_box()
        x, y = view["x"] + view["width"] / 2, view["y"] + view["height"] / 2

        def touch(kind: str, *points: tuple[float, float]) -> None:
            found = [{"x": left, "y": top, "id": n} for n, (left, top) in enumerate(points)]
            devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

        unit = page.locator(".actors .unit").first.get_attribute("data-unit") or ""
        page.touchscreen.tap(*board.middle(unit))
        page.wait_for_selector("#panel[data-busy=false]")
        assert page.locator(".chosen, #fan:not([hidden])").count() > 0
        whole: Any = page.locator("#world").bounding_box()
        touch("touchStart", (x - 20, y), (x + 20, y))
        for far in (30, 50, 70, 90):
            touch("touchMove", (x - far, y), (x + far, y))
        touch("touchEnd")
        larger: Any = page.locator("#world").bounding_box()
        assert larger["width"] > whole["width"] * 2
        touch("touchStart", (x, y))
        for far in (20, 40, 60):
            touch("touchMove", (x + far, y + far))
        touch("touchEnd")
        moved: Any = page.locator("#world").bounding_box()
        assert (moved["x"] > larger["x"], moved["y"] > larger["y"]) == (True, True)
        assert round(moved["width"]) == round(larger["width"])
        assert page.evaluate("[scrollX, scrollY, visualViewport.scale]") == [0, 0, 1]
        board.close()


def test_what_the_page_is_is_said_to_whoever_does_not_see_it(tmp_path):
    """Landmarks, the map as one stop, kinds of orders, who can act, the orders with their buttons."""
    root = campaign(tmp_path, "skirmish")
    answer(session(root / "red"), "write", {"version": "", "orders": [SEALED]})
    with chromium() as browser:
        board = BoardPage(browser, root / "red")
        told = board.page.locator("body").aria_snapshot()
        board.close()
    for said in (
        'application "Map"', 'complementary "Orders"', 'toolbar "Map"', 'list "Sequence of play"',
        'group "Kinds of orders"', 'button "remove order 1"', 'button "Review and sign…"',
        'slider "Step of the game"', "status",
    ):  # fmt: skip
        assert said in told, told
