"""The beginning of a campaign through the commands: sixty lines, ready-made set-ups, books."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from sealion_pbem.engine.words import Seat
from sealion_pbem.umpire.drafts import new_draft
from sealion_pbem.umpire.sheets import new_sheet
from tests.cli.test_sheets import record_of

Sealion = Callable[..., Result]
MOST_LINES = 60
GERMAN_SET_UP = """
deploy Thames Estuary: mine 1; C: mine 2; D: mine 3; E: mine 4
done
"""
BRITISH_SET_UP = """
deploy
  Dover: 3 Inf, Cdo; Folkestone: 1 Inf; Deal: 2 Inf; Ramsgate: 15 Sct; Margate: 59 Inf
  Rye: 4 Inf; 6219: 42 Inf; 6021: 43 Inf; Hastings: 44 Inf; Eastbourne: 45 Inf; Newhaven: 46 Inf
  Brighton: 50 Inf; Worthing: 52 Inf; Portsmouth: 54 Inf; Southampton: 55 WLnc; Ashford: 18 Inf
  Parliament: 1 Lon; 4511: 2 Lon; Maidstone: 1 Arm XX, 1 Rec; Tunbridge Wells: 2 Arm
  Aldershot: 1 Can, 2 Can; Guildford: 21 Arm; Canterbury: 1 Arm X, 1 Mot MG; Horsham: 2 Mot MG, 3 Mot MG
  Oxford: 36 Inf; Luton: 14 FrnLg; Chelmsford: 1 Pol; Rochester: 21 Inf; 3110: 7 NZ
  Slough: 23 Arm; Weybridge: 24 Arm; Dartford: 29 Inf; 4009: 20 Gds; 4708: 24 Gds
  Hatfield: 18 Aus; Watford: 25 Aus; High Wycombe: 5 NZ; 4414: Railway Guns
  East: all Flotillas, Manchester, Birmingham, Southampton, Newcastle
done
"""
GERMAN_TURN = """
17 Inf, 35 Inf: sail A, land Folkestone
7 Inf, PzAbt U-A: sail A, land 6219
26 Inf, 34 Inf: sail B, land Rye
8 Jg, 28 Jg: sail A, land 6418
1 Mtn, 6 Mtn: sail B, land 6021
PzAbt U-B: sail A, land 6220
PzAbt U-C: sail B, land Hastings
PzAbt U-D, Marine: sail A, land 6318
Schlesien, Schleswig-Holstein, T-Boats 1-2 sail A
Scheer, Hipper, Z-Flotilla 1-2 sail B
M-Flotilla 1-3, R-Boats 1 sail A
M-Flotilla 4-6, R-Boats 2 sail B
Siegfried covers A
done
JG 2, JG 3, 1 Fliegerkorps a fly A
JG 26, JG 27, 2 Fliegerkorps a, 8 Fliegerkorps a fly B
Transports air 1: drop 1st FJ over 6415, jumps
Transports air 2: drop 2nd FJ over 6317, jumps
done
done
done
turn 1, step 7
done
turn 1, step 8
done
standing: quick book
message: Here we come.
"""


@pytest.fixture
def solo(sealion: Sealion, tmp_path: Path) -> Path:
    """A campaign that one person plays alone, of the Deluxe edition."""
    folder = tmp_path / "war"
    sealion("campaign", "new", "war", "--mode", "solo", "--out", str(folder))
    return folder


def write(sealion: Sealion, folder: Path, lines: str, *options: str) -> Path:
    """Let `turn new` write a sheet and add lines to it."""
    sealion("turn", "new", "-C", str(folder), *options)
    path = max(folder.glob("turn-*.txt"))
    path.write_text(path.read_text("utf-8") + lines, "utf-8")
    return path


def test_set_up_and_first_german_turn_in_sixty_lines(sealion: Sealion, solo: Path):
    """No id, no bracket, no quotation mark: a whole German turn in 27 lines, all legal to the dice."""
    sheets = (GERMAN_SET_UP, BRITISH_SET_UP, GERMAN_TURN)
    assert sum(len(sheet.strip().splitlines()) for sheet in sheets) <= MOST_LINES
    assert not set('()[]{}"_') & set("".join(sheets))
    for sheet in sheets:
        path = write(sealion, solo, sheet)
        told = sealion("turn", "check", str(path)).output
        sealion("turn", "sign", "--yes", str(path))
        sealion("witness", "-C", str(solo))
    assert "14 of 39 orders are legal; the others stand behind them" in told
    assert "17 Inf" not in told.split("then dice fall")[0], "who sails is the transport"
    assert "behind the dice" in told
    record = record_of(solo)
    assert record.ruleset.game_turn(record.game.state) == 1
    assert record.ruleset.clock(record.game.state) != "T01/S02", "the turn went on past its dice"


@pytest.mark.parametrize(("german", "british"), [("narrow", "forward"), ("broad", "reserves")])
def test_ready_made_set_ups_are_written_and_signed(
    sealion: Sealion, solo: Path, german: str, british: str
):
    """`turn new` names them, `--setup` writes one as lines, and nothing need be added."""
    offered = sealion("turn", "new", "-C", str(solo), "-o", str(solo / "look.txt")).output
    assert "--setup narrow: a landing between Deal and Rye" in offered
    assert "Ready-made set-ups" in (solo / "look.txt").read_text("utf-8")
    for name in (german, british):
        path = write(sealion, solo, "", "--setup", name)
        assert max(map(len, path.read_text("utf-8").splitlines())) <= 160
        sealion("turn", "sign", "--yes", str(path))
        sealion("witness", "-C", str(solo))
    record = record_of(solo)
    assert record.ruleset.game_turn(record.game.state) == 1
    wrong = sealion("turn", "new", "-C", str(solo), "--setup", german, code=2)
    assert f"no set-up is called '{german}' here" in wrong.stderr


def test_a_set_up_and_a_book_as_json(sealion: Sealion, solo: Path):
    """`turn new --json` takes the same names."""
    words = ("turn", "new", "--json", "-C", str(solo), "--setup", "broad", "--book", "careful")
    draft = json.loads(sealion(*words).stdout)["draft"]
    assert [order["kind"] for order in draft["orders"]] == ["deploy", "done"]
    assert {"when": "counterattack", "do": "default"} in draft["standing_orders"]


def test_a_book_is_a_line_of_a_sheet(sealion: Sealion, solo: Path):
    """What has a line of its own goes before the book; the next sheet says which book is in force."""
    mine = "standing: retreat = worst\nstanding: quick book\n"
    path = write(sealion, solo, GERMAN_SET_UP + mine)
    sealion("turn", "sign", "--yes", str(path))
    sealion("witness", "-C", str(solo))
    standing = record_of(solo).game.standing[Seat("german")]
    assert (standing[0].when, standing[0].do) == ("retreat", "worst")
    assert len(standing) > 15
    path = write(sealion, solo, "standing: qick book\n")
    said = sealion("turn", "check", str(path), code=3).stderr
    assert "no book is called 'qick'; did you mean quick?" in said


def test_a_new_sheet_says_which_book_is_in_force(sealion: Sealion, solo: Path):
    """Signed with the set-up by --book, told with what it answers in the sheet of the next turn."""
    for name, book in (("narrow", "weekly"), ("forward", "quick")):
        path = write(sealion, solo, "", "--setup", name, "--book", book)
        sealion("turn", "sign", "--yes", str(path))
        sealion("witness", "-C", str(solo))
    record = record_of(solo)
    text = new_sheet(record, "german", draft=new_draft(record, "german"))
    assert "# Your standing orders now: the weekly book." in text
    assert "air reaction: fighters go where enemy bombers are" in text


def test_what_came_back_stands_in_the_next_sheet(sealion: Sealion, solo: Path):
    """Nobody lands in Oxford: behind the dice that is found out in step 6, and the sheet repeats it."""
    for name in ("narrow", "forward"):
        path = write(sealion, solo, "", "--setup", name, "--book", "weekly")
        sealion("turn", "sign", "--yes", str(path))
        sealion("witness", "-C", str(solo))
    path = write(sealion, solo, "17 Inf, M-Flotilla 1-3: sail A\ndone\ndone\n17 Inf lands Oxford\n")
    sealion("turn", "sign", "--yes", str(path))
    sealion("witness", "-C", str(solo))
    text = write(sealion, solo, "").read_text("utf-8")
    assert "# Came back from your last file, since it had become impossible:" in text
    assert "#   17 Inf Ech 1 lands 2603" in text
    assert "#     because 17 Inf Ech 1 (de_17_inf_ech1) " in text


def test_who_sits_down_is_offered_the_books(sealion: Sealion, tmp_path: Path):
    """`campaign new` and `campaign join` show the three with what each answers; --book takes one."""
    sealion("keys", "new", "anna", "--no-passphrase")
    sealion("keys", "new", "ben", "--no-passphrase")
    base = ("campaign", "new", "war", "--seat", "german", "--key", "anna", "--out")
    offered = sealion(*base, str(tmp_path / "a")).output
    for name in ("quick", "careful", "weekly"):
        assert f"  {name}: " in offered
    assert "asks you: naval movement, air movement, air reaction, land movement" in offered
    taken = sealion(*base, str(tmp_path / "b"), "--book", "quick").output
    assert "  careful: " not in taken
    draft = str(tmp_path / "b" / "draft.json")
    join = ("campaign", "join", draft, "--seat", "british", "--key", "ben", "-C")
    assert "  weekly: " in sealion(*join, str(tmp_path / "c")).output
    wrong = sealion(*join, str(tmp_path / "d"), "--book", "slow", code=2)
    assert "no book of standing orders is called 'slow'" in wrong.stderr
    sealion(*join, str(tmp_path / "e"), "--book", "weekly")
    seats = json.loads((tmp_path / "e" / "draft.json").read_text("utf-8"))["seats"]
    assert {"when": "air_reaction", "do": "intercept", "otherwise": "default"} in seats["british"][
        "standing_orders"
    ]


def test_with_the_weekly_book_a_file_of_each_player_is_a_game_turn(sealion: Sealion, solo: Path):
    """Battles at sea and in the air are fought, and nobody is asked until he is to move again."""
    files = (
        ("--setup", "narrow", "--book", "weekly"),
        ("--setup", "reserves", "--book", "weekly"),
    )
    for options in files:
        path = write(sealion, solo, "", *options)
        sealion("turn", "sign", "--yes", str(path))
        sealion("witness", "-C", str(solo))
    german = """
Emden, M-Flotilla 1-3 sail A
done
JG 2, 1 Fliegerkorps a fly A
done
done
turn 1, step 7
done
"""
    british = """
Minesweepers 1-3 sail Thames Estuary
done
2 Group, 10 Group fly A
done
1 Arm XX > 4712 via 4612
done
turn 1, step 14
done
"""
    for seat, orders, later in (("german", german, "british"), ("british", british, "german")):
        path = write(sealion, solo, orders)
        assert path.name.endswith(f"-{seat}.txt")
        sealion("turn", "sign", "--yes", str(path))
        sealion("witness", "-C", str(solo))
        decision = record_of(solo).decision
        assert decision is not None
        assert (decision.seat, decision.kind) == (later, "naval_movement")
    record = record_of(solo)
    assert record.ruleset.game_turn(record.game.state) == 2


def test_turn_check_as_json_says_what_is_answered_and_lost(sealion: Sealion, solo: Path):
    """8.4  The quick book engages for the German; nobody is lost before a die has fallen."""
    for name in ("narrow", "reserves"):
        path = write(sealion, solo, "", "--setup", name, "--book", "quick")
        sealion("turn", "sign", "--yes", str(path))
        sealion("witness", "-C", str(solo))
    path = write(sealion, solo, "Emden, M-Flotilla 1-3 sail A\ndone\n")
    facts = json.loads(sealion("turn", "check", "--json", str(path)).stdout)
    assert facts["lost"] == []
    (answer,) = facts["answers"]
    assert answer.startswith("standing order of german: naval combat = engage in A: ")
