"""The replay page and the pages: self-contained, harmless, and right in a real browser."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from lxml import html as parser

from sealion_pbem.engine.chronicle import KeepsStatistics
from sealion_pbem.umpire.derived import write_pages
from sealion_pbem.umpire.log import Log
from tests.campaigns import make_campaign
from tests.histories import files_of, sealion_files, storied
from tests.patience import PATIENCE

BROWSER = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
MOST = 3_000_000
ALLOWED = {"#", "index.html", "turn-", "../replay.html"}


def written(files, into: Path) -> dict[str, str]:
    """Every page by name."""
    write_pages(Log(files), into)
    pages = list(into.rglob("*.html"))
    return {path.relative_to(into).as_posix(): path.read_text("utf-8") for path in pages}


def data_of(page: str):
    """What the script reads."""
    (data,) = re.findall(r'id="data">(.*?)</script>', page, re.DOTALL)
    return json.loads(data)


def dom(path: Path, fragment: str, tmp_path: Path) -> str:
    """The page after its script ran, or a skip where there is no browser."""
    if BROWSER is None:
        pytest.skip("no Chromium to open the page in")
    command = [
        BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=2000", "--dump-dom",
        f"file://{path}#{fragment}",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    if "</html>" not in done.stdout:
        pytest.skip(f"the browser did not start: {done.stderr[-200:]}")
    return done.stdout


@pytest.mark.parametrize("ruleset", ["sealion-deluxe", "sealion-2016"])
def test_the_page_needs_nothing_from_outside(tmp_path, ruleset):
    """No address but its own parts, no handler, a strict policy, and not too large."""
    for name, page in written(sealion_files(ruleset), tmp_path).items():
        assert len(page.encode()) <= MOST
        document = parser.fromstring(page)
        policy = document.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
        assert policy.startswith("default-src 'none'; ")
        assert "unsafe" not in policy
        for element in document.iter():
            for attribute, value in element.attrib.items():
                assert not attribute.startswith("on"), f"{name}: {attribute}"
                assert attribute != "style", f"{name}: {value}"
                if attribute in ("href", "src", "{http://www.w3.org/1999/xlink}href"):
                    assert value.startswith(tuple(ALLOWED)), f"{name}: {value}"
        outside = re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}[^\s\"']*", page)
        assert set(outside) <= {"http://www.w3.org/2000/svg"}


def test_the_same_log_gives_the_same_pages(tmp_path):
    """Byte for byte."""
    files = sealion_files("sealion-deluxe")
    assert written(files, tmp_path / "1") == written(files, tmp_path / "2")


def test_words_stay_words(tmp_path):
    """A message that would end the script, and one that turns the line round: shown, never obeyed."""
    pages = written(files_of(storied(tmp_path).path), tmp_path / "out")
    for page in pages.values():
        assert "<script>alert" not in page
        assert "49" not in re.findall(r"\{\{ (\d+)", page)
    messages = [step.get("m", "") for step in data_of(pages["replay.html"])["steps"]]
    assert any("</script><script>alert(1)" in message for message in messages)
    assert any("&lt;/script&gt;" in page for page in pages.values())


def test_the_steps_add_up(tmp_path):
    """What the script adds up from start and steps is the last position of the record."""
    table = make_campaign(tmp_path, turns=12)
    page = written(files_of(table.path), tmp_path / "out")["replay.html"]
    data = data_of(page)
    now = {piece: (place, left) for piece, place, left, *_ in data["start"]}
    for step in data["steps"]:
        for event in step["e"]:
            now |= {piece: (place, left) for piece, place, left, *_ in event.get("c", [])}
    record = table.record
    assert isinstance(record.ruleset, KeepsStatistics)
    at = record.ruleset.whereabouts(record.game.state)
    assert [
        (data["places"][place] if left else "", left) for _, (place, left) in sorted(now.items())
    ] == [(at[name].place, at[name].left) for name in at]


def test_a_browser_shows_the_step_of_the_address(tmp_path):
    """The page opened at a step, at an event and beyond the end: heading, story, counters, no error."""
    pages = written(sealion_files("sealion-deluxe"), tmp_path / "out")
    steps = data_of(pages["replay.html"])["steps"]
    path = tmp_path / "out" / "replay.html"
    shown = parser.fromstring(dom(path, "3", tmp_path))
    body = shown.find("body")
    assert (body.get("data-step"), body.get("data-event")) == ("3", str(len(steps[2]["e"])))
    lines = shown.xpath("//ol[@id='events']/li//span[not(@class='dice')]")
    said = [
        "".join(f"{words} ({unit})" if unit else words for words, unit in event["i"])
        if "i" in event
        else event["t"]
        for event in steps[2]["e"]
    ]
    assert [line.text_content() for line in lines] == said
    assert any("(de_transport_03)" in line for line in said), "a unit is introduced with its id"
    assert len(shown.xpath("//g[@class='piece']")) > 50
    assert not shown.xpath("//g[contains(@class, 'moving')]"), "nobody flies in when it opens"
    assert shown.get_element_by_id("now").text_content().startswith(f"Step 3 of {len(steps)}.")
    body = parser.fromstring(dom(path, "2.1", tmp_path)).find("body")
    assert (body.get("data-step"), body.get("data-event")) == ("2", "1")
    body = parser.fromstring(dom(path, "99999", tmp_path)).find("body")
    assert body.get("data-step") == str(len(steps))


def test_pieces_have_ids_and_printed_values_and_know_who_carries_them(tmp_path):
    """What a popup lists: id, the values of every face, the carrier; and symbols are drawn, no letters."""
    page = written(sealion_files("sealion-deluxe"), tmp_path / "out")["replay.html"]
    data = data_of(page)
    pieces = {piece[5]: piece for piece in data["pieces"]}
    name, _, full, _, _, _, values = pieces["de_17_inf_ech1"]
    assert (name, full, values) == ("17 Inf Ech 1", 2, ["2-2-4", "1-1-4"])
    loads = [
        (data["pieces"][piece][5], data["pieces"][carrier[0]][5])
        for step in data["steps"]
        for event in step["e"]
        for piece, _, _, *carrier in event.get("c", [])
        if carrier
    ]
    assert loads
    assert all(cargo != carrier for cargo, carrier in loads)
    assert data["titles"][data["places"].index("6716")] == "Dover"
    assert not set("▶◀⏸⏵") & set(page)
    assert data["places"][data["cover"]] == "Hand"
    assert "<rect" in page.partition('<g id="cover">')[2].partition("</g>")[0]


def test_a_browser_shows_a_game_without_a_picture(tmp_path):
    """Skirmish, with hostile words: bare hexes, the message as text, nothing obeyed."""
    written(files_of(storied(tmp_path).path), tmp_path / "out")
    shown = parser.fromstring(dom(tmp_path / "out" / "replay.html", "4", tmp_path))
    assert shown.find("body").get("data-step") == "4"
    assert "</script><script>alert(1)</script>" in shown.get_element_by_id("message").text_content()
    assert len(shown.xpath("//polygon")) == 42


def test_a_page_for_each_game_turn(tmp_path):
    """The index links every game turn; each has its rolls."""
    pages = written(files_of(make_campaign(tmp_path, turns=12).path), tmp_path / "out")
    index = parser.fromstring(pages["history/index.html"])
    links = [link for link in index.xpath("//a/@href") if link.startswith("turn-")]
    assert sorted(f"history/{link}" for link in links) == sorted(
        name for name in pages if "turn-" in name
    )
    assert any('class="dice"' in pages[f"history/{link}"] for link in links)
