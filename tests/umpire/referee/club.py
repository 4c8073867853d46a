"""A club for tests: an office with one campaign, two players with folders of their own, and a post."""

import shutil
from dataclasses import dataclass, field
from email import message_from_bytes
from pathlib import Path
from typing import Any

from sealion_pbem.errors import MailServerError
from sealion_pbem.mail.fetch import FolderSource
from sealion_pbem.mail.inbound import Incoming, inspect
from sealion_pbem.mail.letter import Letter, compose
from sealion_pbem.pbem.body import TurnBody
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.referee.deadlines import seconds, written
from sealion_pbem.umpire.referee.office import Office
from sealion_pbem.umpire.referee.robot import Robot
from sealion_pbem.umpire.referee.tray import Contents
from tests.campaigns import Table, key_of, make_campaign

__all__ = ["NOW", "ROBOT", "Club", "Post", "after", "make_club", "other", "second_campaign"]

NOW = "2024-03-01T12:00:00Z"
ROBOT = "robot@example.org"


@dataclass
class Post:
    """A mail server: what it was given, by recipient; it may be down."""

    boxes: dict[str, list[bytes]] = field(default_factory=dict)
    is_down: bool = False

    def send(self, sender: str, to: str, data: bytes) -> None:
        """Take a mail."""
        if self.is_down:
            raise MailServerError("the server does not answer")
        assert sender == ROBOT
        self.boxes.setdefault(to, []).append(data)


@dataclass
class Club:
    """An office, its robot, its players."""

    table: Table
    root: Path
    post: Post = field(default_factory=Post)
    lines: list[str] = field(default_factory=list)
    mails: int = 0

    @property
    def robot(self) -> Robot:
        """A robot that has just been started."""
        return Robot(Office(self.root, key_of), self.lines.append)

    @property
    def referee(self) -> Desk:
        """The desk of the referee."""
        return self.table.desks["referee"]

    @property
    def asked(self) -> str:
        """The seat that is asked now."""
        return self.referee.read().record.decision.seat

    def round(self, now: str = NOW) -> None:
        """Let the robot do what is to be done."""
        self.robot.do_round(FolderSource(self.root / "inbox"), self.post, now)

    def mail(self, *entries: Entry, by: str = "red", **more: Any) -> bytes:
        """A mail of a player with entries attached, put into the robot's inbox."""
        self.mails += 1
        letter = Letter(
            sender=more.get("sender", f"{by}@example.org"),
            to=(ROBOT,),
            subject=more.get("subject", "my turn"),
            text=more.get("text", "here it is"),
            attachments={entry.file_name: entry.data for entry in entries} | more.get("files", {}),
            auto=more.get("auto", ""),
            key=more.get("key", f"mail {self.mails} of {by}"),
            date=NOW,
        )
        data = compose(letter)
        self.drop(data)
        return data

    def drop(self, data: bytes, ending: str = "eml") -> None:
        """Put a mail into the robot's inbox."""
        self.mails += 1
        (self.root / "inbox" / f"{self.mails:04d}.{ending}").write_bytes(data)

    def doomed_mail(self, *entries: Entry, word: str = "kill", **more: Any) -> bytes:
        """A mail in the inbox that ends whoever reads it (see tests.mail.doom)."""
        data = self.mail(*entries, **more)
        (self.root / "inbox" / f"{self.mails:04d}.eml").unlink()
        cursed = f"X-Doom: {word}\r\n".encode() + data
        self.drop(cursed)
        return cursed

    def rounds(self, start: int = 0, hours: int = 2, minutes: int = 5) -> None:
        """Let the robot work for some hours, a round every few minutes."""
        for time in range(start, start + hours * 3600, minutes * 60):
            self.round(after(time))

    @property
    def tray(self) -> Contents:
        """What the status shows of mails."""
        return self.robot.office.tray.contents(100)

    @property
    def quarantined(self) -> list[bytes]:
        """The mails that lie in quarantine."""
        return [path.read_bytes() for path in (self.root / "inbox" / "Quarantine").glob("*")]

    def sign(self, **more: object) -> Entry:
        """A signed turn of whoever is asked, in his own folder only."""
        desk = self.table.desks[self.asked]
        return desk.sign_turn(
            TurnBody(**{**self.table.turn_body(None, desk.read().record), **more})
        )

    def deliver(self) -> None:
        """Let the players receive what came for them; every box is empty then."""
        for to, box in self.post.boxes.items():
            desk = self.table.desks[to.partition("@")[0]]
            for data in box:
                for received in desk.receive(inspect(data).entries):
                    # The orders file of the next turn comes along too; it is no entry.
                    assert not received.entry or not received.error, received.error
        self.post.boxes.clear()

    def play(self, now: str = NOW) -> Entry:
        """One turn by mail: signed, sent, judged, reported, received; return the turn."""
        turn = self.sign()
        self.mail(turn, by=turn.by)
        self.round(now)
        self.deliver()
        return turn

    def got(self, seat: str) -> list[Incoming]:
        """What a player got, in order."""
        return [inspect(data) for data in self.box(seat)]

    def box(self, seat: str) -> list[bytes]:
        """The mails that a player got."""
        return self.post.boxes.get(f"{seat}@example.org", [])

    def said(self, seat: str) -> str:
        """The text of the first mail that somebody got."""
        mail = message_from_bytes(self.box(seat)[0])
        texts = (part for part in mail.walk() if part.get_content_type() == "text/plain")
        return next(texts).get_payload(decode=True).decode()

    def heads(self) -> set[str]:
        """The heads of all three logs."""
        return {desk.read().record.ledger.head for desk in self.table.desks.values()}


def after(time: int) -> str:
    """So many seconds after NOW."""
    return written(seconds(NOW) + time)


def other(seat: str) -> str:
    """The opponent."""
    return "blue" if seat == "red" else "red"


def make_club(tmp_path: Path, mode: str = "referee", turns: int = 2, **terms: Any) -> Club:
    """A club in whose campaign so many turns were played before the robot came."""
    table = make_campaign(tmp_path, mode, turns, folders="each", **terms)
    (tmp_path / "inbox").mkdir()
    (tmp_path / "mail.toml").write_text(
        f'from = "{ROBOT}"\n[inbox]\nkind = "folder"\npath = "inbox"\n'
    )
    address(tmp_path / "referee")
    club = Club(table, tmp_path)
    club.round()
    club.deliver()
    return club


def address(folder: Path) -> None:
    """Tell the referee of a campaign where its players live."""
    addresses = "".join(f'{seat} = "{seat}@example.org"\n' for seat in ("red", "blue"))
    (folder / "mail.toml").write_text(f"[addresses]\n{addresses}")


def second_campaign(club: Club) -> Table:
    """One more campaign of the same players in the same office."""
    table = make_campaign(club.root / "elsewhere", "referee", 1, folders="each", name="second")
    shutil.move(club.root / "elsewhere" / "referee", club.root / "second")
    table.desks["referee"] = Desk(club.root / "second", table.desks["referee"].keys)
    address(club.root / "second")
    club.round()
    club.post.boxes.clear()
    return table
