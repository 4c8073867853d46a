"""What is to be mailed: the entries that a seat cannot know yet, and the letter that brings them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sealion_pbem.engine.canon import hash_of
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import CampaignError
from sealion_pbem.mail.letter import Letter, list_id
from sealion_pbem.pbem.body import ReceiptBody
from sealion_pbem.pbem.charter import REFEREE
from sealion_pbem.pbem.entry import Entry, is_of
from sealion_pbem.report import render
from sealion_pbem.report.facts import TurnReport
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.reporting import Painter, turn_report
from sealion_pbem.umpire.sight import Sight

__all__ = [
    "Post",
    "files_of",
    "letter_for",
    "named_entries",
    "posts_for",
    "recipients",
    "report_of",
    "subject_prefix",
    "title_of",
]

_SHOWN = 3


@frozen
class Post:
    """Entries for some seats."""

    seats: tuple[str, ...]
    entries: tuple[Entry, ...]

    def key(self, seat: str) -> str:
        """Name the mail that brings these entries to a seat: the same for the same entries."""
        digests = [entry.digest for entry in self.entries]
        return f"entries/{hash_of('sealion-pbem/post/1', seat, *digests).hex()}"


def recipients(record: Record, own: Iterable[str]) -> tuple[str, ...]:
    """Return to whom the seats played here write next.

    A player writes to whoever is to go on; the referee, and whoever has just ended the game or is to
    go on himself, to all others. That a turn was withdrawn is the referee's business alone: the others
    have not seen it.
    """
    mine = set(own)
    baton = record.ledger.baton()
    is_voided = bool(record.ledger.stood) and baton in mine
    if is_voided and REFEREE in record.ledger.keys and REFEREE not in mine:
        return (REFEREE,)
    if baton is not None and baton not in mine and REFEREE not in mine:
        return (baton,)
    return tuple(seat for seat in record.ledger.keys if seat not in mine)


def posts_for(desk: Desk, record: Record, seats: Sequence[str]) -> tuple[Post, ...]:
    """Return for these seats what each may see and has not shown to know; seats that lack the same share.

    Nobody here knows when a delay is over, so a turn that has one is sent by name only.
    """
    entries = [desk.store.load(name) for name in desk.store.names()]
    is_delayed = bool(record.ledger.charter.body.delay_hours)
    sight = Sight(record, entries, is_turn_due=not is_delayed)
    posts: list[Post] = []
    for seat in seats:
        news = sight.news_for(seat)
        same = next((post for post in posts if post.entries == news), None)
        if same is not None:
            posts[posts.index(same)] = replace(same, seats=(*same.seats, seat))
        elif news:
            posts.append(Post((seat,), news))
    return tuple(posts)


def named_entries(desk: Desk, seats: Sequence[str], names: Sequence[str]) -> Post:
    """Return the entries with these names or numbers, in the order of the log."""
    known = desk.store.names()
    chosen: set[str] = set()
    for name in names:
        found = [each for each in known if name in (each, each.removesuffix(".json"))]
        if name.isdigit():
            found = [each for each in known if int(each.partition("-")[0]) == int(name)]
        if not found:
            raise CampaignError(
                f"there is no entry {name} in {desk.folder.path}",
                hint="name it by its number or its file name",
            )
        chosen.update(found)
    entries = [desk.store.load(name) for name in known if name in chosen]
    return Post(tuple(seats), tuple(entries))


def subject_prefix(record: Record) -> str:
    """Return what the subject of every mail of a campaign begins with."""
    turn = record.ruleset.game_turn(record.game.state)
    return f"[sealion {record.ledger.charter.body.name} T{turn:02d}]"


def report_of(log: Log, post: Post, painter: Painter | None = None) -> TurnReport | None:
    """Return the report of the receipts that a post brings, as a referee would send it; None: it has none.

    `log` has not been walked yet. What is asked is asked after all that the post brings.
    """
    receipts = [entry for entry in post.entries if is_of(entry, ReceiptBody)]
    if not receipts:
        return None
    found = turn_report(log, since=receipts[0].seq - 1, painter=painter)
    return replace(found, brings=tuple(map(title_of, post.entries)))


def letter_for(
    record: Record, post: Post, *, sender: str, to: tuple[str, ...], date: str = "", key: str = "",
    report: TurnReport | None = None,
) -> Letter:  # fmt: skip
    """Return the letter that brings entries; without a key it is a draft for a mail program."""
    titles = [title_of(entry) for entry in post.entries]
    shown = ", ".join(titles[-_SHOWN:])
    more = f" and {len(titles) - _SHOWN} before" if len(titles) > _SHOWN else ""
    parts = render.mail(report) if report else None
    return Letter(
        sender=sender,
        to=to,
        subject=f"{subject_prefix(record)} {shown}{more}",
        text=f"{parts.text if parts else _words(record, titles)}\n",
        html=parts.html if parts else "",
        images=parts.images if parts else {},
        attachments=parts.attachments if parts else {},
        entries=files_of(post.entries),
        list_id=list_id(record.ledger.campaign) if key else "",
        key=key,
        date=date,
        is_draft=not key,
    )


def files_of(entries: Iterable[Entry]) -> dict[str, bytes]:
    """Return entries as files that a letter brings, by name."""
    return {entry.file_name: entry.data for entry in entries}


def title_of(entry: Entry) -> str:
    """Return what an entry is called in a sentence: "turn 12 of red"."""
    return f"{entry.kind.replace('_', ' ')} {entry.seq}" + (f" of {entry.by}" if entry.by else "")


def _words(record: Record, titles: list[str]) -> str:
    name = record.ledger.charter.body.name
    baton = record.ledger.baton()
    what = "\n".join(f"  {title}" for title in titles)
    asks = f"Next to write: {baton}.\n" if baton else "Nobody is to write next.\n"
    return f"""\
This mail brings entries of the campaign "{name}":

{what}

{asks}
To take them, save this mail as a file and run, in your campaign folder,

  sealion receive FILE.eml

or save the attachments and give those; both is harmless.
Each entry is also written below as a block of text, in case an
attachment is lost: 'sealion receive' finds it there too, also in
a quoted or forwarded mail. Please leave the blocks as they are.
"""
