"""`sealion referee`, and what players send to it: claims, absences, withdrawals."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from sealion_pbem.campaign.folder import Folder, Settings
from sealion_pbem.mail.fetch import FolderSource
from sealion_pbem.pbem.keys import key_from_seed, write_key
from sealion_pbem.pbem.loader import normal_form
from tests.campaigns import key_of
from tests.mail.doom import doomed
from tests.mail.postbox import Postbox, running
from tests.umpire.referee.club import Club, make_club

Sealion = Callable[..., Result]


@pytest.fixture
def club(home: Path) -> Club:
    """A campaign with a delay; the keys of all seats lie beside it."""
    club = make_club(home / "club", delay_hours=1)
    for seat in ("red", "blue", "referee"):
        write_key(home / seat, key_of(seat), None, seat)
        settings = Settings("test", {seat: str(home / seat)})
        Folder(home / "club" / seat).write_settings(settings)
    return club


@pytest.fixture
def server(club: Club) -> Iterator[Postbox]:
    """A mail server that the office knows."""
    postbox = Postbox()
    with running(postbox) as port:
        with (club.root / "mail.toml").open("a") as file:
            file.write(f'[smtp]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n')
        yield postbox


def test_one_round(sealion: Sealion, club: Club, server: Postbox):
    """The robot takes what is there, answers, and says so in its log; the status says the same."""
    turn = club.sign()
    club.mail(turn, by=turn.by)
    said = sealion("referee", "serve", "club", "--once", "--no-pictures").stderr
    assert f"turn {turn.seq} of {turn.by} is legal and waits until" in said
    assert turn.by in {to.partition("@")[0] for _, (to,), _ in server.mails}
    assert (club.root / "status.html").exists()
    facts = json.loads(sealion("referee", "status", "club", "--json").stdout)
    (one,) = facts["campaigns"]
    assert (one["name"], one["waits_for"]) == ("test", "referee")
    assert facts["outbox"]["waiting"] == 0
    assert "the referee is to judge" in sealion("referee", "status", "club").stdout


def test_the_status_says_what_became_of_mails(
    sealion: Sealion, club: Club, server: Postbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """In words, as JSON, and on the page without a word of them; a claim is for a person to see."""
    doomed(tmp_path / "doom", monkeypatch)
    club.drop(b"From: red@example.org\r\nX-Doom: kill\r\n\r\nhello")
    club.drop(b"From: nosy@example.org\r\nSubject: pills\x1b[2J\r\n\r\nhello")
    club.drop(b"From: red@example.org\r\nSubject: " + b"x" * 9000 + b"\r\n\r\nhello")
    claim = club.table.desks["red"].claim_seat("blue", key_from_seed(b"heir" * 8), "he left")
    club.mail(by="heir", files={"claim.json": normal_form(claim.document)})
    sealion("referee", "serve", "club", "--once", "--no-pictures")
    text = sealion("referee", "status", "club").stdout
    assert "mails: 1 waiting, 1 in quarantine, 1 not answered" in text
    assert "0001.eml of red@example.org" in text
    assert "takes too much time or memory to be read (try 1, next 2" in text
    assert "the header Subject is longer than 8,192 bytes" in text
    assert "of nosy@example.org" in text
    assert "to do: a claim waits: sealion referee takeover" in text
    assert text.replace("\n", "").isprintable()
    facts = json.loads(sealion("referee", "status", "club", "--json").stdout)
    assert facts["mails"]["waiting"]["numbers"] == {"unread": 1}
    assert facts["mails"]["quarantine"]["numbers"] == {"refused": 1}
    (note,) = facts["mails"]["unanswered"]["newest"]
    assert (note["sender"], note["why"]) == ("nosy@example.org", "stranger")
    page = (club.root / "status.html").read_text()
    for words in (
        "1 could not be read",
        "1 cannot be read and name no sender",
        "1 came from strangers",
    ):
        assert words in page
    assert not any(word in page for word in ("nosy", "@example", "0001.eml", "Subject"))


def test_a_server_that_is_away_is_no_end(sealion: Sealion, club: Club):
    """Nothing is sent, everything waits, and the command says it."""
    with (club.root / "mail.toml").open("a") as file:
        file.write('[smtp]\nhost = "127.0.0.1"\nport = 1\nsecurity = "none"\n')
    club.mail(by="red")
    assert "mails wait" in sealion("referee", "serve", "club", "--once").stderr
    facts = json.loads(sealion("referee", "status", "club", "--json").stdout)
    assert facts["outbox"]["waiting"] >= 1


def test_an_office_without_settings(sealion: Sealion, home: Path):
    """The first thing that is missing is named, with what to write."""
    (home / "empty").mkdir()
    result = sealion("referee", "serve", "empty", "--once", code=8)
    assert 'from = "' in result.output
    (home / "empty" / "mail.toml").write_text('from = "robot@example.org"\n')
    assert "[inbox]" in sealion("referee", "serve", "empty", "--once", code=8).output


def test_a_turn_is_withdrawn(sealion: Sealion, club: Club):
    """The player takes back what he has signed, and is told whom to tell."""
    turn = club.sign()
    said = sealion("turn", "withdraw", "-C", f"club/{turn.by}").stdout
    assert f"turn {turn.seq} is withdrawn" in said
    assert "no turn waits" in sealion("turn", "withdraw", "-C", f"club/{turn.by}", code=3).output


def test_a_player_goes_away(sealion: Sealion, club: Club):
    """The note is written for the referee; the robot takes it."""
    seat = club.asked
    folder = f"club/{seat}"
    words = ("campaign", "away", "-C", folder, "--from", "2024-03-02")
    said = sealion(*words, "--until", "2024-03-12").stdout
    club.drop(Path(said.split()[-1]).read_bytes(), "json")
    club.round()
    assert club.robot.standings("2024-03-01T12:00:00Z")[0].due == "2024-03-17T12:00:00Z"
    for end in ("2024-03-01", "2024-02-30", "soon", "2025-03-01"):
        sealion(*words, "--until", end, code=3)


def test_a_seat_changes_hands(sealion: Sealion, club: Club, home: Path):
    """Claimed by whoever has the log and a key, granted by the referee."""
    seat = club.asked
    write_key(home / "heir", key_from_seed(b"heir" * 8), None, "heir")
    folder = "club/" + ("blue" if seat == "red" else "red")
    words = ("--seat", seat, "--key", str(home / "heir"), "--reason", "she left")
    claim = sealion("campaign", "claim", "-C", folder, *words).stdout.split()[-1]
    club.drop(Path(claim).read_bytes(), "json")
    club.round()
    assert not list(FolderSource(club.root / "inbox").mails())
    (kept,) = (club.root / "referee" / "referee" / "claims").glob("*.json")
    said = sealion("referee", "takeover", str(kept), "-C", "club/referee").stdout
    assert f"{seat} has a new key" in said
    sealion("referee", "takeover", str(kept), "-C", "club/referee", code=4)
    assert "key_change" in club.referee.store.names()[-1]


def test_help_needs_no_mail_room(sealion: Sealion):
    """The commands are listed with examples."""
    assert "--once" in sealion("referee", "--help").stdout


def test_a_charter_with_delay_and_grace(sealion: Sealion, home: Path):
    """Both are terms that every seat signs."""
    write_key(home / "me", key_of("red"), None, "me")
    sealion(
        "campaign", "new", "slow", "--ruleset", "skirmish", "--mode", "referee", "--seat", "red",
        "--key", str(home / "me"), "--delay-hours", "12", "--grace-hours", "6",
    )  # fmt: skip
    draft = json.loads((home / "slow" / "draft.json").read_bytes())
    assert (draft["delay_hours"], draft["grace_hours"]) == (12, 6)
