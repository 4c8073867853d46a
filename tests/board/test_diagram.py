"""Diagrams over the map: where a drop may drift to, and who is fired at in which order."""

from typing import Any

import pytest

from sealion_pbem.board import request
from sealion_pbem.board.session import Session
from sealion_pbem.hexes.grid import neighbours
from tests.board.browser import BoardPage, chromium
from tests.board.posed import put
from tests.board.tables import campaign, session

answer: Any = request.answer


def at(root, seat, name) -> Session:
    """Somebody at a table at which a position was put."""
    found = session(root / seat)
    put(found.table, name)
    return found


def added(table, partial, member, value) -> Any:
    """The menu after a choice."""
    choice = {"member": member, "value": value, "label": ""}
    return answer(table, "menu", {"version": "", "partial": partial, "choice": choice})


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    return campaign(tmp_path_factory.mktemp("posed"))


def test_a_drift_is_told_hex_by_hex_with_its_chance(root):
    """11.7  Six hexes around the target, a sixth each; what is lost there is told with it."""
    table = at(root, "german", "jump")
    menu = added(table, {"kind": "touch_down"}, "unit", "de_1st_fj")
    drift = added(table, menu["partial"], "spare_transport", True)["forecasts"][0]
    assert {case["place"] for case in drift["cases"]} == {*neighbours("6018")}
    assert {case["chance"] for case in drift["cases"]} == {"1/6"}
    assert [case["place"] for case in drift["cases"] if case["lost"]] == ["6019"]
    assert drift["about"] == "de_1st_fj"


def test_targets_have_the_number_in_which_they_come(root):
    """8.1  Weakest first, the transport last; who has an attacker comes behind all others."""
    table = at(root, "british", "sea_battle")
    menu = added(table, {"kind": "engage"}, "sector", "C")
    turns = {choice["value"][1]: choice["turn"] for choice in menu["choices"]}
    assert turns == {"de_tboats_1": 1, "de_emden": 2, "de_transport_01": 3}
    menu = added(table, menu["partial"], "targets", ["uk_hood", "de_tboats_1"])
    turns = {choice["value"][1]: choice["turn"] for choice in menu["choices"]}
    assert turns == {"de_emden": 1, "de_transport_01": 2}


def test_drift_and_priority_are_drawn(root):
    """In the browser: six chances and one cross; numbers on targets, an arrow for each pair."""
    with chromium() as browser:
        board = posed_page(browser, root / "german", "jump")
        page = board.page
        page.click('[data-kind="touch_down"]')
        board.settle()
        page.click("""#hand [data-value='"de_1st_fj"']""")
        board.settle()
        page.click('#hand [data-value="true"]')
        page.wait_for_selector(".diagram .safe")
        assert page.locator(".diagram .safe").count() == 5
        assert page.locator(".diagram .lost").count() == 1
        assert {*page.locator(".diagram text").all_text_contents()} == {"1/6"}
        assert board.serious() == []
        page.keyboard.press("Escape")
        assert page.locator(".diagram > *").count() == 0
        board.close()
        board = posed_page(browser, root / "british", "sea_battle")
        page = board.page
        page.click('[data-kind="engage"]')
        board.settle()
        page.click('#hand [data-member="sector"]')
        page.wait_for_selector(".diagram .turn")
        board.settle()
        assert page.locator(".diagram .turn").count() == 3
        assert page.locator("#hand .turn").first.inner_text() == "1."
        page.locator('#hand [data-member="targets"]').first.click()
        page.wait_for_selector(".diagram .order")
        assert page.locator(".diagram line").count() == 1
        board.close()


def posed_page(browser, folder, name) -> BoardPage:
    """A page of a board at which a position was put."""
    return BoardPage(browser, folder, program=("-m", "tests.board.posed", name))
