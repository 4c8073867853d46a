"""Order sheets through the commands: written, checked, signed, and ten mistakes that people make."""

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchmarks.campaigns import random_log, write_campaign
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from sealion_pbem.cli.root import cli
from sealion_pbem.engine.sheet.sheet import read_sheet
from sealion_pbem.umpire.log import read_log
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.sheets import new_sheet

MOST_COMMENTS = 120


def record_of(folder: Path) -> Record:
    return read_log(Store(Folder(folder)).entries()).record


def campaign_at(folder: Path, wanted: str) -> Path:
    """A campaign of Sealion at the first decision of a kind; who plays, plays at random."""
    for turns in range(60):
        path = folder / f"war-{turns}"
        write_campaign(path, random_log("check", turns, "sealion-deluxe"))
        decision = record_of(path).decision
        assert decision is not None
        if decision.kind == wanted:
            return path
    raise AssertionError(f"nobody was asked for {wanted}")


@pytest.fixture(scope="module")
def sea(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """After both set-ups: the German is to move his ships."""
    return campaign_at(tmp_path_factory.mktemp("sea"), "naval_movement")


@pytest.fixture(scope="module")
def setup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The British are to set up."""
    return campaign_at(tmp_path_factory.mktemp("setup"), "british_setup")


@pytest.fixture(scope="module")
def land(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hexes are to be fought for."""
    return campaign_at(tmp_path_factory.mktemp("land"), "land_combat")


def sheet_of(folder: Path) -> str:
    record = record_of(folder)
    assert record.decision is not None
    return new_sheet(record, record.decision.seat)


def check(folder: Path, *lines: str, change: Callable[[str], str] = str) -> Result:
    """Check a sheet whose lines come behind its title, which is line 1."""
    path = folder / "turn.txt"
    title = change(sheet_of(folder).splitlines()[0])
    path.write_text("\n".join([title, *lines]) + "\n")
    path.chmod(0o600)
    return CliRunner().invoke(cli, ["turn", "check", str(path), "-C", str(folder)])


def refused(result: Result, code: int) -> str:
    """What is said of a mistake."""
    assert result.exit_code == code, result.output
    return result.stderr


def test_a_value_that_cannot_be_sealed_is_named_with_its_place(tmp_path):
    """Skirmish: an objective that is no hill; line and column of the value, and what could be sealed."""
    hill = tmp_path / "hill"
    write_campaign(hill, random_log("seal", 0, "skirmish"))
    said = refused(check(hill, "seal objective = 0101"), 5)
    assert "column 18" in said
    assert "'objective' is one of '0202', '0605', not '0101' [rule 1.2]" in said


def test_1_wrong_hex(sea):
    """7.0  A sea space out of reach: the line, the rule, and where the ship can go."""
    said = refused(check(sea, "Emden sail G"), 5)
    assert (
        "line 2, column 12 (Emden sail G): there is no way to G now for "
        "Emden (de_emden); from Convoy they can go to A, B" in said
    )
    assert "[rule 7.0]" in said
    assert "line 2, column 12: nothing here is called 'Z'" in refused(check(sea, "Emden sail Z"), 3)


def test_2_a_name_for_an_id_and_a_name_that_is_nearly_one(sea):
    """A name serves as well as an id; one that is wrong or too short gets what was meant."""
    assert check(sea, "emden, Koeln sail A").exit_code == 0
    said = refused(check(sea, "Emdn sail A", "T-Boats sail A"), 3)
    assert "line 2, column 1: nothing here is called 'Emdn'; did you mean Emden?" in said
    assert "line 3, column 1: 'T-Boats' could be T-Boats 1 or T-Boats 2" in said


def test_3_overstacking(setup):
    """6.3  Two divisions in one hex: the line with its units, the hex, and how many may be there."""
    said = refused(check(setup, "deploy 4009: 1 Lon, 2 Lon"), 5)
    assert (
        "line 2, column 21 (deploy 4009: 1 Lon, 2 Lon): 2 units of size XX in 4009; 1 may stack there"
        in said
    )
    assert "[rule 6.3]" in said


def test_4_forgotten_done(sea):
    """The orders are legal, but the stage is not over: that is said, and what is asked."""
    told = check(sea, "Emden sail A").stdout
    assert "  Emden (de_emden) moves A: 1 sea space" in told, "who writes names reads names"
    assert "you will be asked again, for nothing says done: move german ships" in told
    assert check(sea, "# nothing yet").stdout.startswith("nothing is ordered yet\n")


def test_5_moving_twice(sea):
    """7.4  The second voyage of a ship in a step: who, where, what stopped it."""
    said = refused(check(sea, "Emden sail A", "Emden sail B"), 5)
    assert (
        "line 3, column 1 (Emden sail B): Emden (de_emden) has ended its move in A in this step"
        in said
    )
    assert "[rule 7.0]" in said


def test_6_an_attack_without_anybody(land):
    """12.0  Where nobody attacks: the hexes in which there is something to fight for."""
    said = refused(check(land, "attack 2001"), 5)
    assert "line 2, column 8 (attack 2001): nobody of yours stands in 2001; to fight for: " in said
    assert "[rule 12.0]" in said


def test_7_typos(sea):
    """In a sheet line and column and the phrase that was meant; in JSON line and column."""
    said = refused(check(sea, "Emden sial A", "message without a colon"), 3)
    assert "line 2, column 7: 'sial' is no word of an order; did you mean: " in said
    assert "UNITS sail PATH" in said
    assert "line 3, column 1: a colon is wanted: message: …" in said
    path = sea / "turn.json"
    path.write_text('{"kind": "orders",\n "orders": [}\n')
    result = CliRunner().invoke(cli, ["turn", "check", str(path), "-C", str(sea)])
    assert "line 2" in refused(result, 3)


def test_8_wrong_seat(sea):
    """Whose file it is, and who is asked for what."""
    said = refused(check(sea, "done", change=lambda t: t.replace("of german", "of british")), 3)
    assert "this is an orders file of british, but german is asked: move german ships" in said


def test_9_an_old_file(sea):
    """For which place it was written, where the log is, and what to do."""
    lines = ("Emdn sail Z", "done")
    said = refused(check(sea, *lines, change=lambda t: t.replace("entry 5", "entry 3")), 3)
    assert "Emdn" not in said, "names mean others in another position"
    assert "these are orders of german for entry 3, the log is at 5" in said
    assert "sealion turn new" in said


def test_10_orders_in_the_wrong_order(sea):
    """2.1  A landing before its step: when it has its time, and what is asked first."""
    said = refused(check(sea, "17 Inf Ech 1 lands 6219", "done"), 5)
    assert (
        "line 2, column 1 (17 Inf Ech 1 lands 6219): land has its time in land movement (step 6)"
        in said
    )
    assert "[rule 2.1]" in said


def test_every_independent_mistake_is_reported(sea):
    """Two illegal voyages are named at once; what only follows from one of them is not."""
    lines = ["Emden sail G", "Emden sail B", "Koeln sail A", "Schlesien sail F", "done"]
    said = refused(check(sea, *lines), 5)
    assert "2 illegal in turn.txt" in said
    assert "line 2, column 12 (Emden sail G)" in said
    assert "line 5, column 16 (Schlesien sail F)" in said


def test_other_words_that_do_not_fit(sea):
    """Stages and decisions that are not there get those that are near."""
    said = refused(check(sea, "turn 1, step 99", "standing: defnd = nobody"), 3)
    assert "line 2, column 7: no stage is called 'step 99'; did you mean step 9" in said
    assert "line 3, column 11: no decision is called 'defnd'; did you mean defend?" in said


def test_standing_orders_and_suppositions_have_lines_and_columns(sea):
    """Every word of an answer has its place, behind the equals sign and behind the last colon."""
    lines = [
        "standing: quick book",
        "standing: take losses = lose Emden, Koeln if weather is rain",
        "suppose british/air_reaction: 12 Group a fly A",
    ]
    record = record_of(sea)
    sheet = read_sheet(record.ruleset, record.game, "\n".join(lines))
    assert not sheet.faults
    answer = "/standing_orders/0"
    assert sheet.place_of(answer) == (2, 11)
    assert sheet.place_of(f"{answer}/do") == (2, 25)
    assert sheet.place_of(f"{answer}/do/units/1") == (2, 37)
    assert sheet.place_of("/supposes/0") == (3, 9)
    assert sheet.place_of("/supposes/0/order/place") == (3, 46)
    wrong = "standing: take losses = lose Emden, Kreln"
    assert "line 2, column 37: nothing here is called 'Kreln'" in refused(check(sea, wrong), 3)


def test_orders_that_wait_are_named_by_their_lines(sea):
    """10.1  Behind the German's air movement the British react."""
    lines = ["done", "air movement", "JG 2 fly C", "done", "step 11", "done"]
    told = check(sea, *lines).stdout
    assert "one order waits for british: line 7 done (step 11)" in told


@pytest.mark.parametrize("place", ["setup", "sea", "land"])
def test_a_new_sheet_is_readable(place: str, request: pytest.FixtureRequest):
    """Few comments, no line too long, no bracket, quotation mark or id in an example; it is legal."""
    folder = request.getfixturevalue(place)
    comments = [line for line in sheet_of(folder).splitlines() if line.startswith("#")]
    assert len(comments) <= MOST_COMMENTS
    start = next(n for n, line in enumerate(comments) if line.endswith("for example:"))
    end = next(n for n, line in enumerate(comments) if line.startswith("# Units by their names"))
    examples = [line.removeprefix("#   ") for line in comments[start + 1 : end]]
    assert examples
    for example in examples:
        assert not set('()[]{}"_') & set(example)
        result = check(folder, example)
        assert result.exit_code == 0, f"{example}\n{result.output}"


def test_who_is_aboard_whom_is_shown(sea):
    """7.9  Transports are listed with their cargo."""
    assert "Transports 1 (de_transport_01, with 17 Inf Ech 1)" in sheet_of(sea)


def test_a_sheet_is_for_its_owner_alone(sea, tmp_path):
    """Whatever will be sealed is written into it."""
    path = tmp_path / "mine.txt"
    words = ["turn", "new", "-C", str(sea), "--seat", "german", "--out", str(path)]
    assert CliRunner().invoke(cli, words).exit_code == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert CliRunner().invoke(cli, words).exit_code == 2, "nothing is written over"


def test_json_orders_take_names_and_the_schema_lists_them(sea, tmp_path):
    """A part of a name that means one unit will do; an editor is offered ids and names."""
    path = tmp_path / "mine.json"
    words = ["turn", "new", "-C", str(sea), "--seat", "german", "-o", str(path), "--json"]
    assert CliRunner().invoke(cli, words).exit_code == 0
    schema = json.loads((tmp_path / "orders.schema.json").read_text())
    assert {"de_emden", "Emden"} <= {*schema["$defs"]["units"]["enum"]}

    draft = json.loads(path.read_text())
    draft["orders"] = [{"kind": "sail", "units": ["Emden", "koeln"], "path": ["A"]}]
    path.write_text(json.dumps(draft))
    told = CliRunner().invoke(cli, ["turn", "check", str(path), "-C", str(sea)])
    assert "Emden (de_emden), Koeln (de_koeln) move A" in told.stdout, told.output

    draft["orders"][0]["units"] = ["T-Boats"]
    path.write_text(json.dumps(draft))
    said = refused(CliRunner().invoke(cli, ["turn", "check", str(path), "-C", str(sea)]), 3)
    assert "/orders/0/units/0: 'T-Boats' could be T-Boats 1" in said


@pytest.mark.parametrize("answer", ["n\n", ""])
def test_who_does_not_say_yes_signs_nothing(sealion, home: Path, answer: str):
    """The review is shown, then it is asked; a script that says nothing is told of --yes."""
    sealion("campaign", "new", "x", "--ruleset", "skirmish", "--mode", "solo", "--out", "x")
    sealion("turn", "new", "-C", "x")
    (path,) = (home / "x").glob("turn-*.txt")
    path.write_text(f"{path.read_text()}\nseal objective = 0202\n")
    asked = sealion("turn", "sign", str(path), code=2, given=answer)
    assert "1 of 1 orders are legal" in asked.stdout
    assert "nothing was signed" in asked.stderr
    assert "--yes" in asked.stderr
    assert len([*(home / "x" / "entries").iterdir()]) == 1
    sealion("turn", "sign", str(path), given="y\n")
    assert len([*(home / "x" / "entries").iterdir()]) == 2
