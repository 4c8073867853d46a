"""Playing alone: a game turn of Sealion against the commander, a hot seat with its curtain, any game."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.board import request
from sealion_pbem.board.session import Session
from sealion_pbem.board.table import BoardTable
from sealion_pbem.engine.words import Seat
from sealion_pbem.errors import CampaignError
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.exhibition import as_written, commander_of
from sealion_pbem.umpire.solitaire import found_alone
from tests.board.browser import BoardPage, chromium
from tests.board.tables import campaign
from tests.campaigns import TIME

answer: Any = request.answer


def alone(path: Path, ruleset: str, *commanded: str) -> Session:
    """A game that is played alone, some seats by commanders."""
    found_alone(
        path, "alone", ruleset=ruleset, scenario=None, options={}, commanded=commanded, created=TIME
    )
    return Session(BoardTable(path, commanded=commanded))


@pytest.mark.parametrize("seat", ["german", "british"])
def test_a_game_turn_against_the_commander_is_played_to_its_end(tmp_path, seat):
    """From either side: set-up and the whole first turn by writing, signing and going on; it audits."""
    game = find("sealion-deluxe")
    (other,) = set(game.seats) - {seat}
    session = alone(tmp_path / "alone", game.id, other)
    player = commander_of(game, b"the player")
    for _ in range(200):
        record = session.table.record
        if record.decision is None or game.game_turn(record.game.state) > 1:
            break
        if session.document()["alone"]["due"]:
            assert answer(session, "go_on", {})["played"] == other
            continue
        turn = player.turn(game, record.game, record.decision.seat)
        led = answer(session, "write", {"version": "", "orders": as_written(turn, player)})
        assert led["refused"] == []
        assert answer(session, "sign", {"version": led["version"]})["kind"] == "receipt"
    assert game.game_turn(session.table.record.game.state) == 2
    assert audit_folder(tmp_path / "alone").failure is None
    assert {step["by"] for step in answer(session, "steps", {})["steps"]} == set(game.seats)


def test_a_commander_that_sits_down_later_knows_what_it_sealed(tmp_path):
    """Skirmish seals at its beginning and opens at its end: a new server for each turn, and it ends."""
    game = find("skirmish")
    alone(tmp_path / "alone", game.id, *game.seats)
    for _ in range(200):
        session = Session(BoardTable(tmp_path / "alone", commanded=game.seats))
        if not session.document()["alone"]["due"]:
            break
        answer(session, "go_on", {})
    assert session.table.record.result
    assert audit_folder(tmp_path / "alone").failure is None


def test_who_plays_by_mail_is_not_played_alone(tmp_path):
    """A campaign with another player has no commanders, and nobody goes on by himself."""
    folder = campaign(tmp_path, "skirmish") / "red"
    with pytest.raises(CampaignError):
        BoardTable(folder, commanded=["blue"])
    with pytest.raises(CampaignError):
        answer(Session(BoardTable(folder)), "go_on", {})


def compose_first(page: Any) -> None:
    """Compose an order of the first kind from the first choices, and play it."""
    page.locator("#asked .kind").first.click()
    page.wait_for_selector("#panel[data-busy=false]")
    while not page.locator("#add").count():
        page.locator("#hand li button").first.click()
        page.wait_for_selector("#panel[data-busy=false]")
    page.click("#add")
    page.click("#review:not([disabled])")
    page.click("#sign")
    page.click("#go-on")


def test_what_no_die_has_followed_is_taken_back(tmp_path):
    """Alone: the last turn and the commander's answer are gone, its orders are on the pad, seals too."""
    game = find("skirmish")
    session = alone(tmp_path / "alone", game.id, "blue")
    player = commander_of(game, b"the player")
    taken = 0
    for _ in range(40):
        record = session.table.record
        told = session.document()["alone"]
        if taken == 2 or record.decision is None:
            break
        if told["due"]:
            answer(session, "go_on", {})
            continue
        if told["back"] is None:
            assert told["stands"] or record.ledger.next_seq == 1
            with pytest.raises(CampaignError, match="there is no turn to take back"):
                answer(session, "take_back", {})
        else:
            taken += 1
            steps = len(answer(session, "steps", {})["steps"])
            assert answer(session, "take_back", {}) == told["back"]
            assert len(answer(session, "steps", {})["steps"]) < steps
            led = session.document()["orders"]
            assert led["lines"]
            assert led["refused"] == []
            assert Session(session.table).document()["orders"]["lines"] == led["lines"]
        turn = player.turn(game, session.table.record.game, Seat(session.table.seat))
        version = session.document()["orders"]["version"]
        led = answer(session, "write", {"version": version, "orders": as_written(turn, player)})
        answer(session, "sign", {"version": led["version"]})
    assert taken == 2
    assert audit_folder(tmp_path / "alone").failure is None


def test_a_seal_that_was_taken_back_is_in_plain_words_again(tmp_path):
    """Skirmish begins with a sealed objective: taken back, the list says what was sealed."""
    session = alone(tmp_path / "alone", "skirmish")
    sealed = [{"kind": "seal", "name": "objective", "value": "0202"}]
    led = answer(session, "write", {"version": "", "orders": sealed})
    answer(session, "sign", {"version": led["version"]})
    assert answer(session, "take_back", {}) == {"seq": 1, "by": "red"}
    led = session.document()["orders"]
    assert led["draft"]["orders"] == sealed
    assert answer(session, "sign", {"version": led["version"]})["kind"] == "receipt"
    assert audit_folder(tmp_path / "alone").failure is None


def test_who_plays_by_mail_takes_nothing_back_alone(tmp_path):
    """The request says how it is done by mail: all players sign."""
    folder = campaign(tmp_path, "skirmish") / "red"
    with pytest.raises(CampaignError) as refused:
        answer(Session(BoardTable(folder)), "take_back", {})
    assert "--takes-back" in refused.value.hint


def test_players_at_one_table_have_a_curtain_between_them(tmp_path):
    """Hot seat: a player plans, the curtain falls and hides the page until the next one lifts it."""
    seats = find("straits").seats
    alone(tmp_path / "alone", "straits")
    with chromium() as browser:
        board = BoardPage(browser, tmp_path / "alone", command=("play", "--hot-seat"))
        page = board.page
        for seat, other in pairwise(seats):
            assert page.locator("#asked h2").inner_text() == f"Asked of {seat}"
            compose_first(page)
            page.wait_for_selector("dialog.curtain[open] #lift")
            for escape in (lambda: page.keyboard.press("Escape"), page.reload):
                escape()
                page.wait_for_selector("dialog.curtain[open] #lift")
            assert other in page.locator("dialog h2").inner_text()
            box: Any = page.locator("dialog").bounding_box()
            assert (box["width"], box["height"]) == (1366, 768)
            assert board.serious() == []
            page.click("#lift")
            page.wait_for_selector("#news")
            assert seats[0] in page.locator("#step h2").inner_text()
            page.click("#news button")
            page.wait_for_selector("#asked")
        page.click("#take-back")
        page.wait_for_selector("dialog.curtain[open] #lift")
        assert seat in page.locator("dialog h2").inner_text()
        page.click("#lift")
        page.wait_for_selector("#orders .line")
        page.click("#review")
        assert seat in page.locator("dialog h2").inner_text()
        board.close()
    assert audit_folder(tmp_path / "alone").failure is None


def test_alone_in_the_browser_the_commander_answers(tmp_path):
    """One player plans; the commanders of the others play on until he is asked again."""
    first, *others = find("straits").seats
    alone(tmp_path / "alone", "straits", *others)
    with chromium() as browser:
        board = BoardPage(browser, tmp_path / "alone", command=("play",))
        page = board.page
        waits: list[Any] = []
        page.route(
            "**/ask/go_on", lambda route: route.continue_() if waits else waits.append(route)
        )
        compose_first(page)
        page.wait_for_selector("#progress:not([hidden]) progress")
        assert f"{others[0]} plays" in page.locator("#progress").inner_text()
        waits[0].continue_()
        page.wait_for_selector("#progress", state="hidden")
        page.wait_for_selector("#news")
        assert others[0] in page.locator("#step h2").inner_text()
        page.click("#news button")
        page.wait_for_selector("#asked .kind")
        assert int(page.locator("#slider").get_attribute("max") or 0) >= 2
        page.click("#since")
        page.wait_for_selector("#step")
        assert others[0] in page.locator("#step h2").inner_text()
        page.click("#to-now")
        assert page.locator("#asked h2").inner_text() == f"Asked of {first}"
        board.close()
