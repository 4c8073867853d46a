"""The page against hostile words, a second tab and orders that are illegal."""

import base64
from typing import Any

from sealion_pbem.board import request
from tests.board.browser import BoardPage, chromium
from tests.board.tables import campaign, session

answer: Any = request.answer
WORDS = (
    "<img src=x onerror=\"document.title='bad'\"><script>document.title='bad'</script> ${1} {{1}}"
)
SEAL = {"kind": "seal", "name": "objective", "value": "0202"}


def given(sent: Any) -> dict[str, str]:
    """A signed entry as the page sends it."""
    return {"name": sent["file"], "data": base64.b64encode(sent["data"].encode()).decode()}


def test_a_hostile_message_is_only_text(tmp_path):
    """The words that go with a turn are shown to its author and to the other player as they are."""
    root = campaign(tmp_path, "skirmish")
    red, blue = session(root / "red"), session(root / "blue")
    led = answer(red, "write", {"version": "", "orders": [SEAL], "message": WORDS})
    with chromium() as browser:
        here = BoardPage(browser, root / "red")
        here.page.click("#review")
        assert here.page.input_value("#message") == WORDS
        here.close()
        answer(blue, "look", {"number": 0})
        answer(blue, "receive", given(answer(red, "sign", {"version": led["version"]})))
        answer(blue, "witness", {})
        there = BoardPage(browser, root / "blue")
        there.page.wait_for_selector("#step blockquote")
        assert there.page.locator("#step blockquote").inner_text() == WORDS
        assert there.page.locator("aside img, aside script").count() == 0
        assert there.page.title() != "bad"
        there.close()


def test_a_second_tab_mixes_nothing(tmp_path):
    """Both tabs show one list; whoever writes upon an old one is told, and sees the newer one."""
    root = campaign(tmp_path, "skirmish")
    with chromium() as browser:
        board = BoardPage(browser, root / "red")
        with board.context.expect_page() as opened:
            board.page.evaluate("() => { window.open('/'); }")
        other = opened.value
        other.wait_for_selector("body[data-ready=yes]")
        for page in (board.page, other):
            page.locator("#asked .kind").first.click()
            page.wait_for_selector("#panel[data-busy=false]")
            while not page.locator("#add").count():
                page.locator("#hand li button").first.click()
                page.wait_for_selector("#panel[data-busy=false]")
        board.page.click("#add")
        board.page.wait_for_selector("#orders .line")
        kept = [path.read_bytes() for path in (root / "red").glob("*.board.json")]
        other.click("#add")
        other.wait_for_selector("#alert:not([hidden])")
        assert "changed elsewhere" in other.locator("#alert").inner_text()
        other.wait_for_selector("#orders .line")
        assert [path.read_bytes() for path in (root / "red").glob("*.board.json")] == kept
        board.close()


def test_an_illegal_order_cannot_be_signed(tmp_path):
    """An orders file that another program made illegal: the page says why, and does not sign it."""
    root = campaign(tmp_path, "skirmish")
    bad = {"kind": "march", "unit": "red-1", "path": ["0101"]}
    led = answer(session(root / "red"), "write", {"version": "", "orders": [bad]})
    assert led["refused"]
    with chromium() as browser:
        board = BoardPage(browser, root / "red")
        page = board.page
        assert "rule" in page.locator("#orders .refused .fault").inner_text()
        assert page.locator("#review").is_disabled()
        assert board.serious() == []
        page.click('#orders [aria-label="remove order 1"]')
        page.wait_for_selector("#orders .line", state="detached")
        board.close()
    assert not any((root / "red" / "entries").glob("0001-*"))
