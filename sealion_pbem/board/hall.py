"""What a board shows: one table, or a hall of them, such as the office of a robot, to look on.

A request names the table that it is about; at a board with one table it names none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from sealion_pbem.board.request import Response, answer
from sealion_pbem.board.session import Session
from sealion_pbem.board.table import BoardTable
from sealion_pbem.campaign.folder import Folder, find_campaigns
from sealion_pbem.engine.canon import digest_bytes
from sealion_pbem.engine.showing import narration_of
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import CampaignError, PbemError, UsageError
from sealion_pbem.report.safe import shown
from sealion_pbem.umpire.record import Record

__all__ = ["Hall", "OneTable", "Venue", "is_hall"]

_SIGNS = 16


class Venue(Protocol):
    """Whatever a board shows: its name, the page it begins with, and who answers requests."""

    title: str
    page: str

    def answer(self, table: str, name: str, document: Json) -> Response:
        """Return the answer to a request about a table; what is wrong is an exception of `errors`."""


class OneTable:
    """A single campaign or archive."""

    page = "/"

    def __init__(self, session: Session) -> None:
        self._session = session
        self.title = session.table.record.ledger.charter.body.name

    def answer(self, table: str, name: str, document: Json) -> Response:
        """Return the answer to a request; it names no table."""
        if table:
            raise UsageError("this board has one table, which needs no name")
        return answer(self._session, name, document)


class Hall:
    """All campaigns below a folder; they are only looked at."""

    page = "/hall.html"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sessions: dict[str, Session] = {}
        self.title = path.absolute().name

    def answer(self, table: str, name: str, document: Json) -> Response:
        """Return the answer to a request about a table, or, where none is named, the list of them."""
        if table:
            return answer(self._session(table), name, document)
        if name != "campaigns" or document != {}:
            raise UsageError("a request here names a table, or is 'campaigns'")
        return {
            "title": shown(self.title),
            "campaigns": [self._told(id_, path) for id_, path in self._found().items()],
        }

    def _found(self) -> dict[str, Path]:
        return {
            digest_bytes(str(path.relative_to(self._path)).encode())[:_SIGNS]: path
            for path in find_campaigns(self._path)
        }

    def _session(self, table: str) -> Session:
        if table not in self._sessions:
            path = self._found().get(table)
            if path is None:
                raise CampaignError("there is no such campaign here any more")
            self._sessions[table] = Session(BoardTable(path, observes=True))
        return self._sessions[table]

    def _told(self, table: str, path: Path) -> dict[str, Json]:
        """Return where a campaign stands; one that cannot be read says why and hides no other."""
        folder = shown(str(path.relative_to(self._path)))
        try:
            record = self._session(table).table.record
        except PbemError as error:
            return {"table": table, "folder": folder, "fault": shown(error.message)}
        return {"table": table, "folder": folder, "fault": "", **_standing(record)}


def is_hall(path: Path) -> bool:
    """Tell whether a path is a folder with campaigns below it and no campaign itself."""
    if not path.is_dir() or Folder(path).is_campaign():
        return False
    return bool(find_campaigns(path))


def _standing(record: Record) -> dict[str, Json]:
    ledger, decision = record.ledger, record.decision
    waits = record.result or "nobody is to write any more"
    if ledger.pending is not None:
        waits = f"{ledger.baton()} is to answer turn {ledger.pending.seq}"
    elif decision is not None:
        waits = f"{decision.seat} is asked: {decision.prompt}"
    return {
        "name": shown(ledger.charter.body.name),
        "game": record.ruleset.title,
        "part": narration_of(record.ruleset).part(record.game.state),
        "entries": ledger.next_seq,
        "waits": shown(waits),
    }
