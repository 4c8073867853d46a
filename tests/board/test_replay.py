"""What came since a player last looked is shown by itself, and where he looked last is kept."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.board import request
from sealion_pbem.errors import CampaignError, UsageError
from tests.board.browser import BoardPage, chromium
from tests.board.tables import campaign, session

answer: Any = request.answer
SEAL = [{"kind": "seal", "name": "objective", "value": "0202"}]


def given(sent: Any) -> dict[str, str]:
    """A signed entry as the page sends it."""
    return {"name": sent["file"], "data": base64.b64encode(sent["data"].encode()).decode()}


def answered(root: Path) -> Any:
    """Red has signed, blue has answered; the receipt has not arrived."""
    red, blue = session(root / "red"), session(root / "blue")
    led = answer(red, "write", {"version": "", "orders": SEAL})
    answer(blue, "receive", given(answer(red, "sign", {"version": led["version"]})))
    return answer(blue, "witness", {})


def test_where_a_player_last_looked_is_kept(tmp_path):
    """Never less than before, by another server too; what is not there, torn or of observers is refused."""
    root = campaign(tmp_path, "skirmish")
    red = session(root / "red")
    assert answer(red, "steps", {})["seen"] is None
    assert answer(red, "look", {"number": 0})["seen"] == 0
    answer(red, "receive", given(answered(root)))
    assert answer(red, "steps", {})["seen"] == 0
    with pytest.raises(UsageError):
        answer(red, "look", {"number": 2})
    assert answer(red, "look", {"number": 1})["seen"] == 1
    assert answer(red, "look", {"number": 0})["seen"] == 1
    assert answer(session(root / "red"), "steps", {})["seen"] == 1
    with pytest.raises(CampaignError):
        answer(session(root / "red", observes=True), "look", {"number": 1})
    for torn in (b"", b"[]", b'{"steps": 1}', b'{"steps": {"red": true}}', b"\xff"):
        (root / "red" / "board-seen.json").write_bytes(torn)
        assert answer(session(root / "red"), "steps", {})["seen"] is None


def test_what_arrived_is_replayed_and_ends_with_the_position_now(tmp_path):
    """A receipt is dropped on the page: when the dialog is closed the new turn is shown, then now."""
    root = campaign(tmp_path, "skirmish")
    with chromium() as browser:
        board = BoardPage(browser, root / "red", reduced_motion="no-preference")
        page = board.page
        assert page.locator("#step").count() == 0
        receipt = answered(root)
        page.set_input_files("#file", receipt["path"])
        page.wait_for_selector("#arrived")
        page.click("dialog .row button")
        page.wait_for_selector("#news")
        assert "last looked: 1 of 1" in page.locator("#news").inner_text()
        page.wait_for_selector("#step", state="detached")
        assert page.locator("#step-title").inner_text() == "Now"
        page.wait_for_selector("#asked, #waiting")
        page.reload()
        page.wait_for_selector("body[data-ready=yes]")
        assert page.locator("#step").count() == 0
        board.close()
    assert json.loads((root / "red" / "board-seen.json").read_text()) == {"steps": {"red": 1}}


def test_who_wants_no_motion_goes_on_by_himself(tmp_path):
    """A receipt that came while no board was open: the next page begins with it, and waits."""
    root = campaign(tmp_path, "skirmish")
    answer(session(root / "red"), "look", {"number": 0})
    answer(session(root / "red"), "receive", given(answered(root)))
    with chromium() as browser:
        board = BoardPage(browser, root / "red", (390, 844))
        page = board.page
        page.wait_for_selector("#news")
        assert "last looked: 1 of 1" in page.locator("#news").inner_text()
        assert board.serious() == []
        page.click("#news button")
        page.wait_for_selector("#asked, #waiting")
        board.close()


@pytest.mark.parametrize("ruleset", ["sealion-2016", "skirmish", "straits", "war-at-sea"])
def test_every_past_step_is_shown_with_what_happened(tmp_path, ruleset):
    """Any ruleset: every step can be looked at; arrows, cards, dice and a story are among them."""
    root = campaign(tmp_path, ruleset, until="nothing", scenario_turns=2)
    table = session(next(path for path in root.iterdir() if path.name != "keys"))
    titles = answer(table, "steps", {})["steps"]
    steps = [answer(table, "step", {"number": number}) for number in range(len(titles))]
    assert len(steps) > 1
    places = answer(table, "table", {})["scene"]["places"]
    for title, step in zip(titles, steps, strict=True):
        assert (title["by"], title["part"]) == (step["by"], step["part"])
        assert {unit["place"] for unit in step["shown"]["units"].values()} <= places.keys()
    assert any(step["story"] for step in steps)
    assert any(step["dice"] for step in steps)
    assert any(len(step["shown"]["marks"]) > 2 for step in steps)
    assert any(step["cards"] for step in steps)
