"""The whole chain: two players and a referee's robot play a game turn of Sealion through real mail.

The players sign, send by SMTP and fetch; the robot is the real command in a process of its own. On the
way a mail is doubled, one is lost, one is hostile, and the robot is killed in the middle of its work.
"""

import os
import signal
import smtplib
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from sealion_pbem.campaign.private import Private
from sealion_pbem.engine.seal import Seal
from sealion_pbem.mail.fetch import MaildirSource, MailSource
from sealion_pbem.mail.imap import ImapSource
from sealion_pbem.mail.letter import Letter, compose
from sealion_pbem.mail.outbox import Outbox
from sealion_pbem.mail.smtp import SmtpTransport
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.pbem.keys import key_from_seed, write_key
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.staff import StaffCommander
from sealion_pbem.umpire import founding
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.drafts import new_draft, sign_draft
from sealion_pbem.umpire.exhibition import as_written, standing_orders
from sealion_pbem.umpire.intake import fetch_into
from sealion_pbem.umpire.posting import letter_for, posts_for
from sealion_pbem.umpire.record import Record
from tests.faults.harness import ROOT
from tests.mail.dovecot import PROGRAM as DOVECOT
from tests.mail.dovecot import give_away, imap_server
from tests.mail.maildirs import (
    OPENSMTPD,
    is_root,
    maildir_server,
    make_maildir,
    opensmtpd_server,
)
from tests.patience import PATIENCE

GAME = "sealion-deluxe"
PLAYERS = ("german", "british")
ROBOT = "robot@example.org"
BOMB = b"From: german@example.org\r\nTo: robot@example.org\r\nMessage-ID: <bomb@example.org>\r\n"


def utc_now() -> str:
    """The time, as entries write it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def wait_for(what: Callable[[], Any], why: str) -> Any:
    """Ask again and again until the answer is yes."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{why} did not happen in {PATIENCE} seconds")


@dataclass
class Chain:
    """Mail servers on this machine: how to send, where mails lie, how somebody fetches his."""

    port: int
    boxes: Path
    inbox: str
    source: Callable[[str], MailSource]
    sent: Counter[str] = field(default_factory=Counter)

    def send(self, sender: str, data: bytes) -> None:
        """A player's program, or his enemy, hands a mail to the server; its name is remembered."""
        self.sent[message_from_bytes(data)["Message-ID"]] += 1
        with smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE) as server:
            server.sendmail(sender, [ROBOT], data)

    def waiting(self, user: str) -> list[Path]:
        """The mails that somebody has not taken yet."""
        rooms = [self.boxes / user / room for room in ("new", "cur")]
        return [file for room in rooms for file in room.iterdir()]

    def all(self, user: str) -> list[Path]:
        """The mails that somebody got, taken or not."""
        rooms = [room for name in ("new", "cur") for room in (self.boxes / user).glob(f".*/{name}")]
        return [*self.waiting(user), *(file for room in rooms for file in room.iterdir())]


@dataclass
class Player:
    """Somebody with a campaign folder, an outbox and a mail box."""

    seat: str
    desk: Desk
    commander: Any
    chain: Chain

    def fetch(self, number: int) -> bool:
        """Fetch the mails that came, if any; tell whether the receipt with a number is here."""
        if self.chain.waiting(self.seat):
            with closing(self.chain.source(self.seat)) as source:
                fetch_into(self.desk, source)
        return any(name.startswith(f"{number:04d}-receipt-") for name in self.desk.store.names())

    def sign(self, record: Record) -> Entry:
        """Write and sign what the staff thinks."""
        turn = self.commander.turn(record.ruleset, record.game, self.seat)
        draft = new_draft(record, self.seat)
        draft["orders"] = as_written(turn, self.commander)
        entry = sign_draft(self.desk, draft)
        for order in turn.orders:
            if isinstance(order, Seal):
                kept = Private(self.desk.folder, self.seat).read().seals[order.name]
                self.commander.sealed[order.name] = (kept.salt, kept.value)
        return entry

    def send(self) -> bytes:
        """Send what the referee does not know, as 'sealion mail send' does."""
        outbox = Outbox(self.desk.folder.path / "outbox")
        record = self.desk.read().record
        (post,) = posts_for(self.desk, record, ["referee"])
        key, sender = post.key("referee"), f"{self.seat}@example.org"
        letter = letter_for(record, post, sender=sender, to=(ROBOT,), date=utc_now(), key=key)
        data = compose(letter)
        outbox.put(key, sender, ROBOT, data)
        with SmtpTransport("127.0.0.1", self.chain.port, security="none") as transport:
            assert len(outbox.deliver(transport).sent) == 1
        self.chain.sent[message_from_bytes(data)["Message-ID"]] += 1
        return data

    def ask(self) -> None:
        """Write a mail without an entry."""
        sender = f"{self.seat}@example.org"
        letter = Letter(
            sender=sender, to=(ROBOT,), subject="nothing came", text="What now?", key="a question",
            date=utc_now(),
        )  # fmt: skip
        self.chain.send(sender, compose(letter))


class Robot:
    """The real command in a process of its own."""

    def __init__(self, office: Path, home: Path) -> None:
        self.office = office
        self.log = office.parent / "robot.log"
        self._home = home
        self.start()

    def start(self) -> None:
        """Start it."""
        command = [sys.executable, "-m", "sealion_pbem", "referee", "serve", str(self.office)]
        surroundings = {
            **os.environ, "PYTHONPATH": str(ROOT), "SEALION_HOME": str(self._home),
            "SEALION_MAIL_PASSWORD": "right",
        }  # fmt: skip
        with self.log.open("ab") as said:
            self.process = subprocess.Popen(
                [*command, "--every", "1"], stderr=said, env=surroundings, start_new_session=True
            )

    def kill(self) -> None:
        """Kill it without warning, with its children."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def found_campaign(root: Path, chain: Chain) -> tuple[Path, dict[str, Player]]:
    """An office with one campaign, and its two players."""
    game = find(GAME)
    keys = {seat: key_from_seed(sha256(seat.encode()).digest()) for seat in (*PLAYERS, "referee")}
    write_key(root / "key", keys["referee"], None, "robot")
    places = {seat: root / seat for seat in PLAYERS} | {"referee": root / "office" / "campaign"}
    (root / "office").mkdir()
    draft = founding.draft_for("chain", ruleset=GAME, mode="referee", created=utc_now())
    charter = None
    with patch.object(founding, "LENGTH", 256):
        while charter is None:
            for seat, key in keys.items():
                orders = standing_orders(game, {}) if not draft["seats"][seat] else []
                own = {seat: (str(root / "key") if seat == "referee" else seat, key)}
                wanted = [] if seat == "referee" else orders
                draft, charter = founding.sit_down(places[seat], draft, own, wanted)
                if charter:
                    break
    for place in places.values():
        Desk(place).receive([(charter.file_name, charter.data)])
    (root / "office" / "mail.toml").write_text(
        f'from = "Referee <{ROBOT}>"\n[smtp]\nhost = "127.0.0.1"\nport = {chain.port}\n'
        f'security = "none"\n[inbox]\n{chain.inbox}'
    )
    addresses = "".join(f'{seat} = "{seat}@example.org"\n' for seat in PLAYERS)
    (places["referee"] / "mail.toml").write_text(f"[addresses]\n{addresses}")
    make = StaffCommander
    players = {
        seat: Player(
            seat,
            Desk(places[seat], {seat: keys[seat]}),
            make(sha256(seat.encode()).digest()),
            chain,
        )
        for seat in PLAYERS
    }
    return root / "office", players


@contextmanager
def serving(office: Path, home: Path) -> Iterator[Robot]:
    """The robot at work; it is ended at the end."""
    home.mkdir()
    robot = Robot(office, home)
    try:
        yield robot
    finally:
        robot.kill()


def play(root: Path, chain: Chain) -> None:
    """Play until game turn 1 is over, with all that can happen to mail, and look at everything."""
    office, players = found_campaign(root, chain)
    entries = office / "campaign" / "entries"
    with serving(office, root / "home") as robot:
        events = {2: "doubled", 3: "lost", 4: "hostile", 5: "killed"}
        lost = ""
        for number in range(100):
            record = players["german"].desk.read().record
            if record.ruleset.game_turn(record.game.state) > 1:
                break
            author = players[record.decision.seat]
            opponent = players[next(seat for seat in PLAYERS if seat != author.seat)]
            event = events.get(number, "")
            if event == "hostile":
                nested = (b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n)
                          for n in range(500))  # fmt: skip
                chain.send("german@example.org", BOMB + b"".join(nested))
            turn = author.sign(author.desk.read().record)
            data = author.send()
            if event == "doubled":
                chain.send(f"{author.seat}@example.org", data)
            if event == "killed":
                receipt = f"{turn.seq + 1:04d}-receipt-*"
                wait_for(partial(files_in, entries, receipt), "a receipt")
                robot.kill()
                robot.start()
            if event == "lost":
                (mail,) = wait_for(partial(chain.waiting, opponent.seat), "a report")
                lost = message_from_bytes(mail.read_bytes())["Message-ID"]
                mail.unlink()
                opponent.ask()
            for player in (author, opponent):
                wait_for(
                    partial(player.fetch, turn.seq + 1),
                    f"the report of turn {turn.seq} to {player.seat}",
                )
        wait_for(lambda: is_quiet(chain, office), "an empty outbox")
        log = robot.log.read_text()
    look_at_everything(chain, office, players, lost, log)


def is_quiet(chain: Chain, office: Path) -> bool:
    """Whether the robot has nothing left to read or to send."""
    outbox = Outbox(office / "outbox")
    return not chain.waiting("robot") and not outbox.number("waiting")


def look_at_everything(
    chain: Chain, office: Path, players: dict[str, Player], lost: str, log: str
) -> None:
    """One log, proved; every mail answered once; every report with everybody."""
    desks = [Desk(office / "campaign"), *(player.desk for player in players.values())]
    assert len({desk.read().record.ledger.head for desk in desks}) == 1
    for desk in desks:
        verdict = audit_folder(desk.folder.path)
        assert (verdict.exit_code, verdict.beside) == (0, []), verdict.failure
    assert not Outbox(office / "outbox").number("refused"), log
    for seat in players:
        mails = [message_from_bytes(file.read_bytes()) for file in chain.all(seat)]
        names = Counter(mail["Message-ID"] for mail in mails)
        # A mail that the server took in the very moment in which the robot died comes twice.
        assert sum(number - 1 for number in names.values()) <= 1, names.most_common(3)
        assert lost not in names
        replies = Counter(answers(mails).values())
        assert set(replies.values()) <= {1}, replies
        reported = {name for mail in mails for name in attached(mail) if "-receipt-" in name}
        receipts = {name for name in desks[0].store.names() if "-receipt-" in name}
        assert reported == receipts
    everything = [
        message_from_bytes(file.read_bytes()) for seat in players for file in chain.all(seat)
    ]
    assert set(answers(everything).values()) == set(chain.sent), log
    assert max(chain.sent.values()) == 2
    assert "Traceback" not in log


def answers(mails: list[Message]) -> dict[str, str]:
    """Which mail answers which."""
    return {mail["Message-ID"]: mail["In-Reply-To"] for mail in mails if mail["In-Reply-To"]}


def files_in(folder: Path, pattern: str) -> list[Path]:
    return list(folder.glob(pattern))


def attached(mail: Message) -> list[str]:
    """The names of the files in a mail."""
    return [name for part in mail.walk() if (name := part.get_filename())]


@pytest.mark.timeout(3 * PATIENCE)
def test_a_game_turn_through_smtp_and_maildirs(tmp_path: Path):
    """Sent to aiosmtpd, which needs no privileges, and fetched from Maildirs."""
    boxes = tmp_path / "boxes"
    for user in (*PLAYERS, "robot"):
        make_maildir(boxes / user)
    with maildir_server(boxes) as port:
        inbox = f'kind = "maildir"\npath = "{boxes / "robot"}"\n'
        play(tmp_path, Chain(port, boxes, inbox, lambda seat: MaildirSource(boxes / seat)))


@pytest.mark.timeout(3 * PATIENCE)
@pytest.mark.skipif(not OPENSMTPD, reason="opensmtpd is not installed")
@pytest.mark.skipif(not DOVECOT, reason="dovecot is not installed")
@pytest.mark.skipif(not is_root(), reason="only root can start opensmtpd")
def test_a_game_turn_through_opensmtpd_and_dovecot(tmp_path: Path):
    """The servers of a real mail system: sent by SMTP, fetched by IMAP."""
    with tempfile.TemporaryDirectory(prefix="sealion-mail-") as place:
        root = Path(place)
        with imap_server(root) as (imap, _, _):
            boxes = root / "mail"
            boxes.chmod(0o755)
            for user in (*PLAYERS, "robot"):
                give_away(make_maildir(boxes / user))
            give_away(boxes)
            with opensmtpd_server(boxes, tmp_path / "smtpd.conf", "dovecot") as port:
                inbox = (
                    f'kind = "imap"\nhost = "127.0.0.1"\nport = {imap}\nsecurity = "none"\n'
                    'user = "robot"\n'
                )
                play(tmp_path, Chain(port, boxes, inbox, lambda seat: _imap(imap, seat)))


def _imap(port: int, user: str) -> ImapSource:
    return ImapSource("127.0.0.1", port, user=user, password="right", security="none")
