"""Looking on: an archive, and a folder of many campaigns such as a robot's office."""

from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.board import request
from sealion_pbem.board.hall import Hall, OneTable, is_hall
from sealion_pbem.board.session import Session
from sealion_pbem.board.table import BoardTable
from sealion_pbem.campaign.archive import export
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.errors import CampaignError, UsageError
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.solitaire import found_alone
from tests.board.browser import BoardPage, chromium
from tests.campaigns import TIME

answer: Any = request.answer
HOSTILE = "<img src=x onerror=document.title='bad'>"
WRITES: Any = (
    ("write", {"version": "", "orders": []}),
    ("sign", {"version": ""}),
    ("witness", {}),
    ("receive", {"name": "a", "data": "e30="}),
    ("mail_draft", {}),
    ("mail_send", {}),
    ("go_on", {}),
)


def played(path: Path, name: str, turns: int, ruleset: str = "skirmish") -> Path:
    """A campaign in which commanders have played some turns."""
    seats = find(ruleset).seats
    path.parent.mkdir(parents=True, exist_ok=True)
    found_alone(
        path, name, ruleset=ruleset, scenario=None, options={}, commanded=seats, created=TIME
    )
    session = Session(BoardTable(path, commanded=seats))
    for _ in range(turns):
        answer(session, "go_on", {})
    return path


def test_an_archive_is_looked_at(tmp_path):
    """Position, steps and layers of a campaign in a zip, the same as in its folder; nothing is written."""
    folder = played(tmp_path / "hill", "hill", 3)
    path = tmp_path / "hill.zip"
    export(Folder(folder), path)
    before = path.read_bytes()
    for observes in (True, False):
        watched = Session(BoardTable(path, observes=observes))
        table = answer(watched, "table", {})
        assert table["observes"]
        assert table["orders"] is None
        assert table["now"] == answer(Session(BoardTable(folder)), "table", {})["now"]
        assert len(answer(watched, "steps", {})["steps"]) == 3
        assert answer(watched, "step", {"number": 2})["story"]
        assert "layers" in answer(watched, "layers", {})
        for name, document in WRITES:
            with pytest.raises(CampaignError):
                answer(watched, name, document)
    assert path.read_bytes() == before


@pytest.fixture
def office(tmp_path):
    """Two campaigns and one that cannot be read, below a folder."""
    root = tmp_path / "office"
    played(root / HOSTILE, "hill", 3)
    played(root / "deep" / "sound", "sound", 1, "straits")
    (played(root / "torn", "torn", 1) / "entries").joinpath("0000-charter.json").write_bytes(b"{")
    for file in (root / "torn" / "entries").glob("0001-*"):
        file.write_bytes(b"{}")
    return root


def test_a_folder_of_campaigns_is_listed_and_each_is_looked_at(office):
    """Where each stands; one that cannot be read says why; what writes, or names none, is refused."""
    assert is_hall(office)
    assert not is_hall(office / HOSTILE)
    assert not is_hall(office / "nowhere")
    hall: Any = Hall(office)
    listed = {one["folder"]: one for one in hall.answer("", "campaigns", {})["campaigns"]}
    assert [*listed] == [HOSTILE, "deep/sound", "torn"]
    assert listed["torn"]["fault"]
    assert listed[HOSTILE]["name"] == "hill"
    assert "is asked" in listed[HOSTILE]["waits"]
    for name in (HOSTILE, "deep/sound"):
        table = listed[name]["table"]
        assert hall.answer(table, "table", {})["observes"]
        assert hall.answer(table, "steps", {})["steps"]
        for asked, document in WRITES:
            with pytest.raises(CampaignError):
                hall.answer(table, asked, document)
    for table in ("0" * 16, "..", "hill"):
        with pytest.raises(CampaignError):
            hall.answer(table, "table", {})
    for name, document in (("table", {}), ("campaigns", {"more": 1}), ("campaigns", [])):
        with pytest.raises(UsageError):
            hall.answer("", name, document)
    with pytest.raises(UsageError):
        OneTable(Session(BoardTable(office / HOSTILE))).answer("hill", "table", {})


def test_the_list_of_an_office_leads_to_each_board_and_back(office):
    """`sealion board --observe OFFICE`: the name of a folder is only text, the boards are looked at."""
    with chromium() as browser:
        board = BoardPage(browser, office, command=("board", "--observe"))
        page = board.page
        assert page.locator(".campaigns li").count() == 3
        assert page.locator(".campaigns img").count() == 0
        assert board.serious() == []
        assert HOSTILE in page.locator(".campaigns").inner_text()
        page.click(".campaigns >> text=hill")
        page.wait_for_selector("body[data-ready=yes] #view")
        assert page.title().startswith("hill")
        page.click("#since")
        page.click("#to-hall")
        page.wait_for_selector(".campaigns")
        board.close()
