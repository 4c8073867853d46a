"""Whatever is mailed to the robot, and whatever happens to it meanwhile: no mail ends as nothing.

It ends as an entry in the log, as an answer to a player, or with its reason in the status; exactly
once, and no word of it reaches anybody who is no player.
"""

import errno
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sealion_pbem.campaign.keyring import save_key
from sealion_pbem.cli import referee
from sealion_pbem.cli.root import cli
from sealion_pbem.mail.anatomy import dissect
from sealion_pbem.mail.armour import armour
from sealion_pbem.mail.fetch import FolderSource
from sealion_pbem.mail.frames import LARGEST_MAIL
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.pbem.loader import normal_form
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.referee.deadlines import seconds, written
from sealion_pbem.umpire.referee.tray import WORDS
from tests.campaigns import key_of
from tests.faults.disks import READS, WRITES, dies, failing
from tests.faults.harness import kills
from tests.mail.doom import doomed
from tests.mail.hostile import HARMLESS, REFUSED
from tests.mail.mutilate import sample
from tests.umpire.referee.club import NOW, Club, make_club

PLAYER = b"red@example.org"
STRANGER = b"nosy@example.org"
ENTRY, ANSWER, ASIDE = "entry", "answer", "put aside"
Make = Callable[[Entry, bytes], bytes]


def mail(sender: bytes, name: bytes, text: bytes = b"hello", more: bytes = b"") -> bytes:
    """A mail in its plainest form."""
    head = b"From: %s\r\nMessage-ID: <%s@example.org>\r\nSubject: it\r\n" % (sender, name)
    return head + more + b"\r\n" + text


def block(turn: Entry) -> bytes:
    """A turn as a block of text."""
    return armour(turn.data).encode()


def cut(turn: Entry) -> bytes:
    """The same, of which lines are missing."""
    return b"\r\n".join(block(turn).splitlines()[:5])


def forged(turn: Entry) -> bytes:
    """The same with other orders under the signature."""
    return armour(normal_form({**turn.document, "message": "forged"})).encode()


def doom(word: bytes) -> bytes:
    """A header that ends whoever reads the mail."""
    return b"X-Doom: " + word + b"\r\n"


def odd(data: bytes, _: Entry, name: bytes) -> bytes:
    """A mail that is strange in itself."""
    return data + b"\r\n" + name


GIANT = b"x" * LARGEST_MAIL
KINDS: dict[str, tuple[set[str], Make]] = {
    "turn": ({ENTRY}, lambda turn, name: mail(turn.by.encode() + b"@example.org", name, block(turn))),
    "turn from elsewhere": ({ENTRY}, lambda turn, name: mail(STRANGER, name, block(turn))),
    "turn by a program": (
        {ENTRY}, lambda turn, name: mail(PLAYER, name, block(turn), b"Precedence: bulk\r\n"),
    ),
    "turn as a file": ({ENTRY}, lambda turn, _: turn.data),
    "question": ({ANSWER}, lambda _, name: mail(PLAYER, name)),
    "question with a plus": ({ANSWER}, lambda _, name: mail(b"RED+x@example.org", name)),
    "damaged": ({ANSWER}, lambda turn, name: mail(PLAYER, name, cut(turn))),
    "damaged, of a stranger": ({ASIDE}, lambda turn, name: mail(STRANGER, name, cut(turn))),
    "forged": ({ANSWER}, lambda turn, name: mail(PLAYER, name, forged(turn))),
    "forged, of a stranger": ({ASIDE}, lambda turn, name: mail(STRANGER, name, forged(turn))),
    "foreign": ({ANSWER}, lambda _, name: mail(PLAYER, name, armour(sample()).encode())),
    "hostile": ({ANSWER}, lambda _, name: mail(PLAYER, name, GIANT[:9], b"boundary*0=x\r\n" * 2)),
    "stranger": ({ASIDE}, lambda _, name: mail(STRANGER, name)),
    "oversize": ({ANSWER}, lambda _, name: mail(PLAYER, name, GIANT)),
    "oversize, of a stranger": ({ASIDE}, lambda _, name: mail(STRANGER, name, GIANT)),
    "automatic": ({ASIDE}, lambda _, name: mail(PLAYER, name, b"away", b"Precedence: bulk\r\n")),
    "from the robot": ({ASIDE}, lambda _, name: mail(b"robot@example.org", name)),
    "from nobody": ({ASIDE}, lambda _, name: mail(b"", name)),
    "killed": ({ASIDE}, lambda turn, name: mail(PLAYER, name, block(turn), doom(b"kill"))),
    "killed early": ({ASIDE}, lambda _, name: mail(PLAYER, name, b"", doom(b"early"))),
    "hanging": ({ASIDE}, lambda _, name: mail(STRANGER, name, b"", doom(b"hang"))),
    "long header": ({ASIDE}, lambda _, name: mail(PLAYER, name, b"", b"To: " + GIANT[:9000] + b"\r\n")),
    "no entry": ({ASIDE}, lambda _, name: b'{"hello": "%s"}' % name),
}  # fmt: skip
KINDS |= {
    f"{name} ({number})": ({ANSWER, ASIDE}, partial(odd, data))
    for number, (name, data) in enumerate({**REFUSED, **HARMLESS}.items())
}


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A campaign with a referee whose key lies on the disk, and mails that can end their readers."""
    monkeypatch.setenv("SEALION_HOME", str(tmp_path / "home"))
    club = make_club(tmp_path / "club")
    save_key("referee", key_of("referee"), None)
    doomed(tmp_path / "doom", monkeypatch)
    return club


def written_by(club: Club) -> list[Any]:
    """Every mail that the robot has put into its outbox, sent or not."""
    outbox = club.robot.office.outbox
    parcels = [parcel for room in ("waiting", "sent") for parcel in outbox.parcels(room)]
    return [message_from_bytes(outbox.mail(parcel.key)) for parcel in parcels]


def status(club: Club, *words: str) -> str:
    """What the referee sees."""
    result = CliRunner().invoke(cli, ["referee", "status", str(club.root), *words])
    assert result.exit_code == 0, result.output
    return result.stdout


@dataclass
class World:
    """Log, outbox and status, as they are now."""

    kept: set[str]
    letters: list[Any]
    mails: dict[str, Any]
    text: str

    def endings(self, data: bytes) -> set[str]:
        """How a mail has ended."""
        found = set()
        facts = dissect(data)
        entries = [sha256(content).hexdigest() for _, content in facts["entries"]]
        if entries and self.kept.issuperset(entries):
            found.add(ENTRY)
        answered = [letter["In-Reply-To"] for letter in self.letters]
        if facts["message_id"] and facts["message_id"] in answered:
            found.add(ANSWER)
        digest = sha256(data[: LARGEST_MAIL + 1]).hexdigest()
        for room in ("quarantine", "unanswered"):
            for note in self.mails[room]["newest"]:
                if digest.startswith(note["digest"]):
                    assert note["reason"]
                    assert f"{note['digest'][:8]}: {note['reason']}" in self.text
                    found.add(ASIDE)
        return found


def world(club: Club, monkeypatch: pytest.MonkeyPatch) -> World:
    """Look at everything; the text lists as many mails as the JSON does."""
    monkeypatch.setattr(referee, "_MOST_SHOWN", 1000)
    store = club.referee.store
    kept = {sha256(store.read(name)).hexdigest() for name in store.names()}
    facts = json.loads(status(club, "--json"))
    return World(kept, written_by(club), facts["mails"], status(club))


def look_at_everything(now: World, club: Club, sent: dict[bytes, str]) -> None:
    """The inbox is empty, and every mail has ended in one of the ways that its kind can."""
    inbox = club.root / "inbox"
    assert not [path for path in inbox.iterdir() if path.is_file()]
    for data, kind in sent.items():
        found = now.endings(data)
        assert KINDS[kind][0] & found, (kind, found)
    rooms = [path for name in ("Processed", "Quarantine") for path in (inbox / name).glob("*")]
    assert set(sent) <= {path.read_bytes() for path in rooms}
    replies = Counter(letter["In-Reply-To"] for letter in now.letters if letter["In-Reply-To"])
    assert set(replies.values()) <= {1}
    assert {letter["To"] for letter in now.letters} <= {"red@example.org", "blue@example.org"}
    assert now.mails["waiting"] == {"numbers": {}, "newest": []}
    page = (club.root / "status.html").read_text().partition("<body>")[2]
    for room in ("quarantine", "unanswered"):
        for why, number in now.mails[room]["numbers"].items():
            assert f"{number} {WORDS[why]}" in page
    assert "@" not in page
    assert audit_folder(club.root / "referee").exit_code == 0


def test_every_kind_of_mail_ends(club: Club, monkeypatch: pytest.MonkeyPatch):
    """One of each, in a calm world."""
    sent: dict[bytes, str] = {}
    for number, (kind, (_, make)) in enumerate(KINDS.items()):
        turn = club.sign() if kind == "turn" else turn_of(sent, club)
        data = make(turn, b"mail-%d" % number)
        club.drop(data, "json" if data.startswith(b"{") else "eml")
        sent[data] = kind
    for time in range(0, 3 * 3600, 600):
        club.round(written(seconds(NOW) + time))
    look_at_everything(world(club, monkeypatch), club, sent)


def turn_of(sent: dict[bytes, str], club: Club) -> Entry:
    """The turn that was mailed first."""
    from sealion_pbem.pbem.entry import parse_entry

    first = next(data for data, kind in sent.items() if kind == "turn")
    return parse_entry(dissect(first)["entries"][0][1])


def catch_up(club: Club) -> None:
    """Let the players have the whole log, as if every report had arrived."""
    files = list(club.referee.store.entries())
    for seat in ("red", "blue"):
        assert not any(one.error for one in club.table.desks[seat].receive(files))


def misfortune(club: Club, rng: random.Random, now: str) -> None:
    """A round in which the disk fails once or for good, or the robot is killed, or nothing happens."""
    number = rng.randrange(1, 120)
    match rng.randrange(4):
        case 0:
            code, names = rng.choice(
                [(errno.ENOSPC, WRITES), (errno.EIO, WRITES), (errno.EIO, READS)]
            )
            # A robot whose own settings cannot be read does not even start, and has touched nothing.
            robot, source = club.robot, FolderSource(club.root / "inbox")
            with failing(number, code, for_good=code == errno.ENOSPC, names=names):
                robot.do_round(source, club.post, now)
        case 1:
            dies(number, lambda: club.round(now))
        case _:
            club.round(now)


@pytest.mark.fuzz
@pytest.mark.timeout(3600)
def test_every_mail_ends_whatever_happens(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Many kinds in any order, some twice, while the disk fails and the robot is killed."""
    for seed in range(kills(3)):
        rng = random.Random(seed)
        if club.referee.read().record.decision is None:
            club = make_club(tmp_path / f"club-{seed}")
        turn = club.sign()
        chosen = ["turn", *rng.sample(sorted(set(KINDS) - {"turn"}), 7)]
        made = {
            KINDS[kind][1](turn, b"mail-%d-%d" % (seed, n)): kind for n, kind in enumerate(chosen)
        }
        mails = [*made, *rng.sample(sorted(made), 2)]
        rng.shuffle(mails)
        start = seconds(NOW) + seed * 2 * 86_400
        for step in range(6):
            for data in mails[step::6]:
                club.drop(data, "json" if data.startswith(b"{") else "eml")
            misfortune(club, rng, written(start + step * 60))
        for time in range(600, 5 * 3600, 900):
            club.round(written(start + time))
        look_at_everything(world(club, monkeypatch), club, made)
        catch_up(club)
