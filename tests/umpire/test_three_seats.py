"""A game for three on a map without hexes, from the charter to the archive.

Straits is the tests' own (tests/installed): plans are sealed, sealed, sealed, opened, opened, opened,
pools of eight-sided dice fall at once, and losses are hull points.
"""

import json
import re
from functools import cache
from hashlib import sha256
from io import BytesIO
from typing import Any

import pytest
from lxml import etree, html
from PIL import Image

from sealion_pbem.cli.root import cli
from sealion_pbem.engine.card import Card
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import ScriptedDice, SeededDice
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.engine.turn import Turn
from sealion_pbem.errors import RosterError, UsageError
from sealion_pbem.pbem.body import CharterBody
from sealion_pbem.pbem.charter import check_charter, check_draft
from sealion_pbem.pbem.entry import is_of, sign_entry
from sealion_pbem.pbem.keys import PrivateKey, key_from_seed
from sealion_pbem.pbem.links import Links, campaign_id
from sealion_pbem.report import drawing, render
from sealion_pbem.report.illustration import illustrate
from sealion_pbem.report.pages import Pages
from sealion_pbem.report.replay_page import Replay
from sealion_pbem.report.statistics import gather
from sealion_pbem.report.statistics_page import html as statistics_page
from sealion_pbem.report.statistics_page import text as statistics_text
from sealion_pbem.report.xml_history import NAMESPACE, write_xml
from sealion_pbem.resources import resource
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.exhibition import Exhibition, roster_of
from sealion_pbem.umpire.founding import draft_for
from sealion_pbem.umpire.history import chronicle
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.reporting import turn_report
from sealion_pbem.umpire.scenery import stage_for
from tests.campaigns import TIME
from tests.games import OWN

GAME: Any = find(OWN)
SEATS = ["amber", "jade", "coral"]


class Bold(RandomCommander):
    """Sails for the isle by the shortest way, so that all three meet there in the second turn."""

    def turn(self, ruleset, game, seat):
        asked = dict(ruleset.secrets(game.state))
        if not asked:
            return super().turn(ruleset, game, seat)
        plan = max(asked["plan"], key=lambda ways: [_nearness(area) for area in ways.values()])
        self.sealed["plan"] = ("ab" * 32, plan)
        return Turn(seat, (Seal("plan", "0" * 64),))


def _nearness(area: str) -> int:
    return 2 if area == "Isle" else int("Sound" in area)


def keys() -> dict[str, tuple[str, PrivateKey]]:
    seeds = {seat: sha256(f"3{seat}".encode()).digest() for seat in roster_of(GAME)}
    return {seat: (seat, key_from_seed(seed)) for seat, seed in seeds.items()}


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Exhibition:
    """A whole campaign between bold commanders, with a referee."""
    game = Exhibition(tmp_path_factory.mktemp("straits"), keys(), b"seed", TIME)
    game.found(OWN, {"turns": 6})
    game.commanders = {seat: Bold(seat.encode().ljust(32)) for seat in SEATS}
    for _ in game.play(9):
        pass
    return game


@pytest.fixture(scope="module")
def log(played) -> list[tuple[str, bytes]]:
    return list(played.desks["amber"].store.entries())


@cache
def _fights(files: tuple[tuple[str, bytes], ...]) -> dict[int, list[Card]]:
    found = {}
    for name, _ in files:
        seq = int(name.partition("-")[0])
        if "-receipt-" in name:
            report = turn_report(Log(files), seq)
            found[seq] = [i.card for part in report.parts for i in part.items if i.card]
    return found


def fights(log) -> dict[int, list[Card]]:
    """The combats that each receipt tells."""
    return _fights(tuple(log))


def test_three_players_need_a_referee():
    """Two of three could tell each other links: peer and both are refused, referee and solo are not."""
    for mode in ("peer", "both"):
        with pytest.raises(UsageError, match="for two players, and here are 3"):
            draft_for("isle", ruleset=OWN, mode=mode, created=TIME)
    for mode, seats in (("referee", [*SEATS, "referee"]), ("solo", SEATS)):
        draft = draft_for("isle", ruleset=OWN, mode=mode, created=TIME)
        assert sorted(draft["seats"]) == sorted(seats)
        with pytest.raises(RosterError, match="for two players, and here are 3"):
            check_draft({**draft, "mode": "peer" if mode == "solo" else "both"})


@pytest.mark.parametrize("mode", ["peer", "both"])
def test_a_charter_for_three_without_a_judge_of_the_dice_is_refused(mode):
    """Whole, well signed and with every anchor, as a changed program could make it."""
    draft = draft_for("isle", ruleset=OWN, mode="solo", created=TIME)
    seats = [*SEATS, *(["referee"] if mode == "both" else [])]
    own = {seat: key_from_seed(sha256(seat.encode()).digest()) for seat in seats}
    nonces = {seat: sha256(f"nonce {seat}".encode()).hexdigest() for seat in seats}
    campaign = campaign_id(nonces)
    facts = {
        seat: {
            "key": own[seat].public,
            "nonce": nonces[seat],
            "anchor": Links(sha256(b"root").digest(), campaign, seat, 100).anchor.document,
        }
        for seat in seats
    }
    body = {name: value for name, value in draft.items() if name != "signatures"}
    body |= {"kind": "charter", "mode": mode, "seats": facts, "campaign": campaign, "seq": 0}

    charter = sign_entry(body, own)
    assert is_of(charter, CharterBody)
    with pytest.raises(RosterError, match=f"mode {mode} is for two players, and here are 3"):
        check_charter(charter)


def test_everybody_holds_the_same_log_and_it_audits_clean(played):
    """Four desks, one head; the game was played to its end and every state is proved again."""
    verdicts = [audit_folder(played.root / seat) for seat in (*SEATS, "referee")]

    assert len({verdict.head for verdict in verdicts}) == 1
    assert [verdict.exit_code for verdict in verdicts] == [0] * 4
    assert verdicts[0].result.endswith("holds the isle")
    assert verdicts[0].receipts == verdicts[0].turns >= 36


def test_plans_are_secret_until_all_are_sealed(log):
    """In every turn three seals come before the first opening, in the order of the seats."""
    kinds = []
    for _, data in log:
        body = json.loads(data)
        if body["kind"] == "turn":
            kinds += [(order["kind"], body["by"]) for order in body["orders"]]
    choices = [pair for pair in kinds if pair[0] in ("seal", "open")]
    turn = [(kind, seat) for kind in ("seal", "open") for seat in SEATS]

    assert choices == turn * 6


def test_a_fight_of_three_stands_on_one_card(log):
    """Three forces side by side, one luck each; nobody's fire waits for another's."""
    seq, card = next(
        (seq, card)
        for seq, cards in fights(log).items()
        for card in cards
        if len(card.clashes[0].forces) == 3
    )
    page = html.fromstring(render.page(turn_report(Log(log), seq)))
    (table,) = (each.getparent() for each in page.iter("h3") if each.text.strip() == card.title)
    head, row = table.getparent().getparent().findall("tr")[:2]

    assert [force.seat for force in card.clashes[0].forces] == SEATS
    assert {line.seat for line in card.luck} == set(SEATS)
    assert head.find("td").get("colspan") == "4"
    assert [cell.get("colspan") for cell in row.findall("td")] == [None, None, None, "1"]


def test_a_report_speaks_of_hull_points_and_three_sides(log):
    """Chips in three colours, losses and luck in the game's own measure, pictures of its map."""
    seq = next(seq for seq, cards in fights(log).items() if cards)
    report = turn_report(Log(log), seq, painter=illustrate)
    page, plain = render.page(report), render.text(report)
    chip = r'background-color:(#[0-9a-f]{6});color:#ffffff;font-size:11px">&nbsp;(\w+)'
    chips = set(re.findall(chip, page))

    assert {name.lower() for _, name in chips} == set(SEATS)
    assert len({ink for ink, _ in chips}) == 3
    assert "Hull points lost by dice" in page
    assert "Hull points lost by dice, Coral" in plain
    assert "step" not in plain
    assert report.pictures[0].title == "The whole map"


def test_a_position_without_hexes_is_drawn(played):
    """Areas in their ground, ships in their areas, each side with a shape of its own; SVG and PNG."""
    record = played.desks["amber"].read().record
    state = GAME.setup("isle", {})
    tree = etree.fromstring(drawing.svg(GAME, state).encode())
    units = [g for g in tree.iter("{*}g") if g.get("data-unit")]
    png = Image.open(BytesIO(drawing.png(GAME, record.game.state)))

    assert {(g.get("data-place"), g.get("data-shape")) for g in units} == {
        *(("Amber Roads", "square"), ("Jade Roads", "round"), ("Coral Roads", "pointed")),
    }
    assert len(units) == 6
    assert (png.mode, png.width) == ("P", 1248)
    with pytest.raises(UsageError, match="no place '0101'") as caught:
        drawing.svg(GAME, state, crop=["0101"])
    assert "a hex" not in caught.value.hint


def test_what_happened_is_marked_and_has_close_ups(log):
    """An arrow for a ship that sailed, a burst where there was fire, and a picture of that area."""
    steps = [s for s in fights(log).items() if s[1]]
    seq, cards = steps[0]
    report = turn_report(Log(log), seq, painter=illustrate)
    titles = [shown.title for shown in report.pictures]

    assert cards[0].title.removeprefix("Fight in ") in titles


def test_every_kind_of_die_is_counted_by_itself(log):
    """The usual eight-sided dice belong to the seats, the ten-sided one to nobody; each has a test."""
    found = gather(*chronicle(Log(log)))
    facts = found.document()
    rolls = [r for _, data in log for r in json.loads(data).get("rolls", ())]
    eights = sum(len(roll["values"]) for roll in rolls if roll["sides"] == 8)
    shown, page = statistics_text(found), statistics_page(found)

    assert {kind["sides"] for seat in SEATS for kind in facts["dice"].get(seat, ())} == {8}
    assert [kind["sides"] for kind in facts["dice"]["nobody"]] == [10]
    assert sum(kind["dice"] for seat in SEATS for kind in facts["dice"].get(seat, ())) == eights
    assert [kind["sides"] for kind in facts["dice_by_opener"]["referee"]] == [8, 10]
    assert facts["losses_in"] == "hull points"
    assert "Hull points lost by game turn" in shown
    assert "dice of 10" in shown
    assert "dice of 8" not in shown
    assert "Dice with 10 faces" in page
    assert "Dice with 8 faces" not in page


def test_the_replay_shows_three_sides_and_every_state_of_a_ship(log):
    """A counter for each number of hull points; places are areas, and losses hull points."""
    subject, passages = chronicle(Log(log))
    replay = Replay(subject, stage_for(subject))
    for passage in passages:
        replay.take(passage)
    page = html.fromstring(replay.page())
    data = json.loads(page.get_element_by_id("data").text or "")

    assert data["seats"] == SEATS
    assert data["losses"] == ["hull point", "hull points"]
    assert {tuple(piece[1:3]) for piece in data["pieces"]} == {(side, 3) for side in range(3)}
    assert set(data["places"]) >= set(GAME.places())
    assert [page.get_element_by_id(f"f0-{left}") is not None for left in (3, 2, 1)] == [True] * 3


def test_history_pages_and_xml_are_made(log):
    """The XML has the shape that its schema asks for and says what losses are counted in."""
    subject, passages = chronicle(Log(log))
    stream, pages = BytesIO(), Pages(subject)
    told = list(passages)
    write_xml(subject, told, stream)
    for passage in told:
        pages.take(passage)
    schema = etree.XMLSchema(etree.parse(resource("schemas", "history.xsd")))
    root = etree.fromstring(stream.getvalue())

    assert schema.validate(root), schema.error_log
    assert root.find(f".//{{{NAMESPACE}}}losses").attrib == {
        "one": "hull point",
        "many": "hull points",
    }
    assert "coral hull points lost" in dict(pages.pages())["index.html"]


def test_the_commands_know_a_game_of_another_package(played, tmp_path):
    """It is listed, its rules are shown, and demo, picture, stats, audit and verify-roll work on it."""
    from click.testing import CliRunner

    def run(*words):
        found = CliRunner().invoke(cli, list(map(str, words)))
        assert found.exit_code == 0, found.output
        return found.output

    folder = played.root / "amber"

    assert "straits" in run("rules")
    assert "die of eight" in run("rules", "3.2", "--ruleset", OWN)
    assert "mend the first worn ship" in run("rules", "--decisions", "--ruleset", OWN)
    assert "everybody holds the same log: True" in run(
        "demo", "--ruleset", OWN, "--out", tmp_path / "demo", "--turns", "1"
    )
    assert "hull points" in run("stats", folder)
    assert "bytes" in run("picture", folder, "--out", tmp_path / "board.png")
    assert "proved" in run("audit", folder)
    assert "3.2/" in run("verify-roll", "--list", "-C", folder)


def test_a_plan_that_is_lost_leaves_the_ships_where_they_are_and_silent():
    """The opening of nothing is legal and never better: no ship moves, and none of them fires."""
    state = GAME.setup("isle", {})
    state.phase = "open"
    # All are in one area, so everybody who may fire does.
    state.ships = {name: ship._replace(area="Isle") for name, ship in state.ships.items()}
    play = Play(GAME.copy(state), SeededDice(bytes(32)), GAME)
    sealed = dict.fromkeys(state.ships, "Isle")
    for seat in SEATS:
        own = {name: area for name, area in sealed.items() if name.startswith(seat)}
        order = Open("plan", "", None if seat == "amber" else own)
        assert not [*GAME.check(play.state, order)]
        GAME.obey(play, order)
    GAME.advance(play)
    pools: list[Any] = [event for event in play.events if event.kind == "pool_fired"]
    fired = {event.ship.partition("-")[0] for event in pools}

    assert fired == {"jade", "coral"}
    assert {play.state.ships[name].area for name in ("amber-1", "amber-2")} == {"Isle"}


def test_all_fire_before_anybody_sinks():
    """Two ships that sink each other have both fired: hits count when everybody is done."""
    state = GAME.setup("isle", {})
    state.phase, state.asked = "open", 2
    state.ships = {name: ship._replace(area="Isle", hull=1) for name, ship in state.ships.items()}
    dice = ScriptedDice((), {"weather": [1], "fires": [8] * 6})
    play = Play(GAME.copy(state), dice, GAME)
    GAME.obey(play, Open("plan", "", {"coral-1": "Isle", "coral-2": "Isle"}))
    GAME.advance(play)

    assert sum(event.kind == "pool_fired" for event in play.events) == 6
    assert {name for name, ship in play.state.ships.items() if ship.hull} == {
        *("amber-1", "jade-1", "coral-1"),
    }
