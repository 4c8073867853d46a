"""`sealion turn check`: what is legal, what it comes to up to the first die, and what moves cost."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from benchmarks.campaigns import Match, random_log, write_campaign
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from sealion_pbem.cli.root import cli
from sealion_pbem.engine.seal import commitment
from sealion_pbem.umpire.drafts import new_draft
from sealion_pbem.umpire.log import read_log


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """A campaign of Sealion after both set-ups: the German is to move his ships."""
    write_campaign(tmp_path / "war", random_log("check", 2, "sealion-deluxe"))
    return tmp_path / "war"


@pytest.fixture
def hill(tmp_path: Path) -> Path:
    """A skirmish in turn 2: red is to march and has the ends of turns 3 and 4 queued from before."""
    match = Match.founded("queued", {})
    salt, first = "00" * 32, match.record.ledger.charter
    seal = commitment(match.record.ledger.campaign, "red", "objective", bytes.fromhex(salt), "0202")
    ahead = [{"kind": "done", "turn": 3}, {"kind": "done", "turn": 4, "stage": "march"}]
    orders = [{"kind": "seal", "name": "objective", "digest": seal}, {"kind": "done"}, *ahead]
    log = [first, *match.play(orders), *match.play([{"kind": "done"}])]
    write_campaign(tmp_path / "hill", log)
    return tmp_path / "hill"


def check(campaign: Path, orders: list[dict[str, Any]], *words: str, **members: Any) -> Result:
    record = read_log(Store(Folder(campaign)).entries()).record
    assert record.decision is not None
    path = campaign / "turn.json"
    draft = new_draft(record, record.decision.seat) | {"orders": orders, **members}
    path.write_text(json.dumps(draft))
    return CliRunner().invoke(cli, ["turn", "check", str(path), "-C", str(campaign), *words])


ROLL = "T01/S02/8.4/A: Emden fires at British mine A"
MARCH = {"kind": "march", "unit": "red-1"}
SAIL = {"kind": "sail", "units": ["de_emden", "de_koeln"], "path": ["A"]}
LOAD = {"kind": "couple", "submarine": "de_sub_1", "mine": "de_mine_5"}
FLY = {"kind": "fly", "units": ["de_jg2", "de_jg3"], "place": "C"}
TARGETS = [["de_emden", "uk_mine_a"], ["de_koeln", "uk_dummy"]]
ENGAGE = {"kind": "engage", "sector": "A", "targets": TARGETS}
DONE = {"kind": "done", "stage": "naval movement"}


def test_the_story_is_told_up_to_the_first_die(campaign):
    """7.0  A voyage is told with what it costs; then the roll at which the file stops is named."""
    result = check(campaign, [LOAD, SAIL, DONE, ENGAGE])
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "4 of 4 orders are legal"
    dice = "then dice fall: T01/S02/8.4/A: Emden fires at British mine A;"
    (at,) = (number for number, line in enumerate(lines) if line.startswith(dice))
    mine, dummy = lines[at + 1 :]
    assert mine.startswith("  forecast: Naval combat in sector A: British mine A is fired at: ")
    assert "german loses" in mine
    assert "british loses" not in mine, "only minesweepers harm a mine (8.6)"
    assert "Dummy" in dummy
    assert "  German mine 5 (de_mine_5) goes aboard Type II (1) (de_sub_1)" in lines
    told = "  Emden (de_emden), Koeln (de_koeln) move A: 1 sea space, any number is allowed (7.0)"
    assert told in lines


def test_json_holds_the_forecast_of_the_first_dice(campaign):
    """8.4  A forecast for each target; its cases add up to 1 and name what they rest on."""
    result = check(campaign, [SAIL, DONE, ENGAGE], "--json")
    forecasts = json.loads(result.stdout)["forecasts"]
    assert [forecast["about"] for forecast in forecasts] == ["uk_mine_a", "uk_dummy"]
    for forecast in forecasts:
        assert forecast["method"] == "exact"
        assert sum(Fraction(case["chance"]) for case in forecast["cases"]) == 1
    assert json.loads(check(campaign, [SAIL], "--json").stdout)["forecasts"] == []


def test_flights_are_told_with_the_room_they_take(campaign):
    """6.2, 10.1  Where no battle comes between, the air movement is judged and told too."""
    result = check(campaign, [DONE, FLY])
    assert result.exit_code == 0, result.output
    assert (
        "  JG 2 (de_jg2), JG 3 (de_jg3) fly to C: any distance (10.1), "
        "then 2 of 12 air units of the german side in C (6.2.2)"
    ) in result.stdout.splitlines()


def test_json_gives_sentence_and_cost_apart(campaign):
    """A program reads the kind of each event, its sentence and, of a move, its cost."""
    facts = json.loads(check(campaign, [LOAD, SAIL], "--json").stdout)
    assert facts["legal"] is True
    assert facts["story"] == [
        {"event": "unit_boarded", "text": "German mine 5 goes aboard Type II (1)", "cost": None},
        {
            "event": "units_moved",
            "text": "Emden, Koeln move A",
            "cost": "1 sea space, any number is allowed (7.0)",
        },
    ]


def test_an_illegal_file_tells_no_story(campaign):
    """Nothing of it happens: only the violations are said."""
    far = {"kind": "sail", "units": ["de_emden"], "path": ["G"]}
    result = check(campaign, [SAIL | {"units": ["de_koeln"]}, far])
    assert result.exit_code == 5
    assert "move A" not in result.output
    assert "/orders/1/path/0" in result.stderr
    assert json.loads(check(campaign, [far], "--json").stdout)["story"] == []


def test_a_check_changes_nothing(campaign):
    """The log is as it was, and the same file is told the same again."""
    before = Store(Folder(campaign)).names()
    assert check(campaign, [SAIL]).stdout == check(campaign, [SAIL]).stdout
    assert Store(Folder(campaign)).names() == before


AIR = {"kind": "done", "stage": "air movement"}
LATER: list[dict[str, Any]] = [{"kind": "done", "stage": "step 11"}, FLY | {"turn": 2}]


def test_orders_that_wait_are_named_and_for_whom(campaign):
    """10.1  Behind the German's air movement the British react: what stands behind it waits for them."""
    result = check(campaign, [DONE, FLY, AIR, *LATER])
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("3 of 5 orders are legal; the others stand behind them")
    assert "2 orders wait for british: order 4 done (step 11), order 5 fly (turn 2)" in lines
    assert lines[-2].startswith("british is asked: Air Reaction: fly air units")
    assert lines[-1].startswith("written blind, unless you suppose how this ends: Air Reaction")

    facts = json.loads(check(campaign, [DONE, FLY, AIR, *LATER], "--json").stdout)
    assert (facts["judged"], facts["orders"]) == (3, 5)
    assert (facts["waiting_for"], facts["waiting"]) == ("british", LATER)
    assert facts["after_dice"] == []


def test_orders_behind_the_dice_are_named(campaign):
    """8.4  They are not judged yet, and wait for nobody."""
    result = check(campaign, [SAIL, DONE, ENGAGE, FLY, AIR])
    assert result.stdout.splitlines()[-2:] == [
        "2 orders behind the dice: order 4 fly, order 5 done (air movement)",
        f"written blind, unless you suppose how this ends: dice fall: {ROLL}",
    ]

    facts = json.loads(check(campaign, [SAIL, DONE, ENGAGE, FLY, AIR], "--json").stdout)
    assert facts["after_dice"] == [FLY, AIR]
    assert (facts["waiting_for"], facts["waiting"]) == (None, [])


def test_orders_written_blind_are_judged_as_the_file_supposes(campaign):
    """2.1  If the British do not react, nobody is on land to march: step 6 ends by itself."""
    march = {"kind": "march", "units": ["de_17_inf_ech1"], "path": ["6219"]}
    orders: list[dict[str, Any]] = [DONE, FLY, AIR, march]
    first = json.loads(check(campaign, orders, "--json").stdout)["ahead"]
    assert (first["blind"], first["used"], first["fork"]["at"]) == (3, [], "british/air_reaction")

    quiet = [{"at": "british/air_reaction", "order": {"kind": "done"}}]
    told = check(campaign, orders, supposes=quiet).stdout.splitlines()
    assert "suppose british/air_reaction: done" in told
    (back,) = (line for line in told if line.startswith("would come back then: "))
    assert "march has its time in land movement (step 6), which is over" in back
    assert back.endswith("[rule 2.1]")


def test_a_supposition_that_cannot_be_is_named_by_its_place(campaign):
    """Another answer than those that may be given, and one to what nobody is asked."""
    late = {"at": "british/air_reaction", "order": {"kind": "claim"}}
    told = check(campaign, [DONE, FLY, AIR], supposes=[late]).stdout
    assert "supposition 1 (/supposes/0/order" in told
    never = {"at": "british/naval_combat", "order": {"kind": "done"}}
    told = check(campaign, [DONE, FLY, AIR], supposes=[never]).stdout
    assert (
        "supposition 1 (/supposes/0): the game does not come to what is supposed here; it " in told
    )


def test_a_destination_gets_the_best_way(hill):
    """In an orders file the last hex is enough; the whole way is judged, and a hex too far is refused."""
    told = json.loads(check(hill, [MARCH | {"path": "0205"}], "--json").stdout)
    whole = json.loads(check(hill, [MARCH | {"path": ["0105", "0205"]}], "--json").stdout)
    assert told["legal"] is True
    assert told["story"] == whole["story"]

    far = check(hill, [MARCH | {"path": "0909"}])
    assert far.exit_code == 5
    assert "there is no way to 0909 now" in far.stderr


def test_a_destination_behind_a_die_needs_a_supposition(campaign):
    """Where the game would be then is not known, so neither is the way."""
    far = {"kind": "march", "units": ["uk_1_inf"], "path": "4009"}
    result = check(campaign, [SAIL, DONE, ENGAGE, far])
    assert result.exit_code == 5
    assert "the way to 4009 depends on what is not known yet" in result.stderr


@pytest.mark.parametrize("rest", [[], [SAIL, DONE, ENGAGE]], ids=["no-die", "a-die"])
def test_an_order_that_lapses_is_named(campaign, rest):
    """2.0  The end of the set-up comes too late; it is dropped, also where a die stops the check."""
    late = {"kind": "done", "stage": "german set-up"}
    said = "done of german was for german set-up, which was over: it changes nothing"
    assert said in check(campaign, [late, *rest]).stdout.splitlines()

    facts = json.loads(check(campaign, [late, *rest], "--json").stdout)
    assert facts["lapsed"] == [{"seat": "german", "order": {**late, "turn": 1}}]


def test_nothing_is_said_of_what_is_not(campaign):
    """All orders are judged and nothing is queued: only the forgotten end of the stage is said."""
    result = check(campaign, [LOAD])
    again = "you will be asked again, for nothing says done: move german ships (turn 1, step 2), "
    assert result.stdout.splitlines() == [
        "1 of 1 orders are legal",
        "  German mine 5 (de_mine_5) goes aboard Type II (1) (de_sub_1)",
        f"{again}then say done",
    ]
    facts = json.loads(check(campaign, [LOAD], "--json").stdout)
    quiet = ("waiting", "after_dice", "lapsed", "returned", "queued")
    assert [facts[member] for member in quiet] == [[]] * 5
    assert facts["drop_queued"] is False


def test_what_earlier_files_have_queued_is_said(hill):
    """Two ends of stages wait from turn 1; they follow the new order unless it drops them."""
    kept = check(hill, [{"kind": "done"}]).stdout.splitlines()
    assert kept[-1] == (
        "2 orders queued from earlier files, to follow these unless you drop them (drop queued): "
        "done (turn 3), done (turn 4, march)"
    )
    dropped = check(hill, [{"kind": "done"}], drop_queued=True).stdout.splitlines()
    assert dropped[-1].startswith(
        "2 orders queued from earlier files, to be dropped: done (turn 3)"
    )

    facts = json.loads(check(hill, [{"kind": "done"}], "--json", drop_queued=True).stdout)
    assert facts["drop_queued"] is True
    assert facts["queued"] == [
        {"kind": "done", "turn": 3},
        {"kind": "done", "turn": 4, "stage": "march"},
    ]


def test_what_comes_back_from_earlier_files_is_said(tmp_path):
    """1.3  A march queued in turn 1 has no time in turn 2: the preview of the next file gives it back."""
    match = Match.founded("late", {})
    salt, charter = "00" * 32, match.record.ledger.charter
    seal = commitment(match.record.ledger.campaign, "red", "objective", bytes.fromhex(salt), "0202")
    march = {"kind": "march", "unit": "red-1", "path": ["0105"]}
    orders = [{"kind": "seal", "name": "objective", "digest": seal}, {"kind": "done"}, march]
    write_campaign(tmp_path / "hill", [charter, *match.play(orders)])

    result = check(tmp_path / "hill", [{"kind": "done"}])
    assert (
        "one order of red came back, to be given anew: "
        "march was for turn 1; the game is in turn 2 [rule 1.3]"
    ) in result.stdout.splitlines()
    (back,) = json.loads(check(tmp_path / "hill", [{"kind": "done"}], "--json").stdout)["returned"]
    assert (back["seat"], back["orders"]) == ("red", [{**march, "turn": 1}])
    assert back["violations"][0]["code"] == "turn_over"


def test_a_new_file_says_what_is_queued(hill):
    """`turn new` names the orders, in the file as on the screen; JSON holds the choice as a member."""
    words = ["turn", "new", "-C", str(hill), "--seat", "red", "-o", str(hill / "mine.txt")]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0, result.output
    assert "  2 orders queued from earlier files, to follow these unless" in result.stdout
    sheet = (hill / "mine.txt").read_text()
    assert 'Left over from your last file; a line "drop queued" takes them away:' in sheet
    assert "#   turn 4, march: done" in sheet

    words[-1] = str(hill / "other.json")
    facts = json.loads(CliRunner().invoke(cli, [*words, "--json"]).stdout)
    assert [order["turn"] for order in facts["queued"]] == [3, 4]
    assert facts["draft"]["drop_queued"] is False


def test_a_new_file_is_silent_where_nothing_is_queued(campaign):
    """The German has signed his set-up and nothing ahead: the choice does not come up."""
    path = campaign / "mine.txt"
    words = ["turn", "new", "-C", str(campaign), "--seat", "german", "-o", str(path)]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0, result.output
    assert "queued" not in result.stdout
    assert "queued" not in path.read_text()
