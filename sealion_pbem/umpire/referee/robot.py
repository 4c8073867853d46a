"""The robot: takes mails, judges turns, writes to the players, watches deadlines.

Everything it does follows from the logs, the mails that are not put away, the notes of the office on
them, and the time it is given. What it learns goes into a log first, then into the outbox, and only
then is the mail put away; killed at any moment, it finds out in the next round what is still to be done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sealion_pbem.campaign.lock import writer_lock
from sealion_pbem.errors import MailError, PbemError, StorageError
from sealion_pbem.mail.fetch import MailSource
from sealion_pbem.mail.inbound import Inspector
from sealion_pbem.mail.outbox import Transport
from sealion_pbem.umpire.referee.clerk import Clerk
from sealion_pbem.umpire.referee.dispatch import one_line
from sealion_pbem.umpire.referee.office import Dossier, Office
from sealion_pbem.umpire.referee.reception import Reception
from sealion_pbem.umpire.referee.scribe import Scribe
from sealion_pbem.umpire.referee.status import Standing, StatusPage, standing_of

__all__ = ["Robot"]


class Robot:
    """A referee that needs no hand, for all campaigns of one office."""

    def __init__(self, office: Office, say: Callable[[str], None], painter: Any = None) -> None:
        """`say` takes a line for the robot's log; `painter` draws the pictures of reports."""
        self.office = office
        self._tell = say
        self._painter = painter
        self._staff: dict[str, tuple[Dossier, Clerk]] = {}
        self._standings: dict[str, Standing] = {}
        self._page = StatusPage(office)
        self._faults: list[str] = []
        self._settings = office.settings()
        if not self._settings.sender:
            raise MailError(
                "the robot's own address is not known",
                hint='write it into mail.toml: from = "Referee <referee@example.org>"',
            )

    def do_round(self, source: MailSource, transport: Transport | None, now: str) -> None:
        """Do everything that is to be done at a time; without a transport mails wait in the outbox.

        A disk or server that refuses is told to the log, and the next round goes on from there.
        """
        try:
            with writer_lock(self.office.path):
                self._work(source, now)
        except StorageError as error:
            # Nothing half written is left behind.
            self._say(f"the disk refuses: {error}")
        if transport is not None:
            self._deliver(transport)

    def standings(self, now: str) -> list[Standing]:
        """Return where every campaign stands."""
        return [standing_of(clerk, now) for clerk in self._clerks().values()]

    def _work(self, source: MailSource, now: str) -> None:
        clerks = self._clerks()
        reception = Reception(self.office, self._settings, clerks, self._say, now)
        with Inspector() as inspector:
            reception.take_mails(source, inspector, is_complete=not self._faults)
        standings, self._standings = self._standings, {}
        for name, clerk in clerks.items():
            if clerk.is_idle(now) and name in standings:
                self._standings[name] = standings[name]
            else:
                self._see_to(clerk, now)
                self._standings[name] = standing_of(clerk, now)
        self._page.write(self._standings.values(), self._faults, now)

    def _say(self, line: str) -> None:
        self._tell(one_line(line))

    def _clerks(self) -> dict[str, Clerk]:
        """Return a clerk for each campaign; one whose addresses have not changed goes on working."""
        dossiers, faults = self.office.dossiers()
        kept, self._staff = self._staff, {}
        for name, dossier in dossiers.items():
            before = kept.get(name)
            if before and (before[0] is dossier or before[0] == dossier):
                self._staff[name] = before
                continue
            try:
                clerk = Clerk(
                    dossier,
                    Scribe(dossier, self.office.outbox, self._settings.sender, self._painter),
                )
            except StorageError:
                raise
            except PbemError as error:
                faults.append(f"{dossier.path.name}: {error}")
            else:
                self._staff[name] = (dossier, clerk)
        for fault in faults:
            if fault not in self._faults:
                self._say(fault)
        self._faults = faults
        return {name: clerk for name, (_, clerk) in self._staff.items()}

    def _see_to(self, clerk: Clerk, now: str) -> None:
        try:
            for line in clerk.see_to(now):
                self._say(f"{clerk.name}: {line}")
        except StorageError:
            raise
        except PbemError as error:
            # One campaign that stands still must not hold up the others.
            self._say(f"{clerk.name}: {error}")

    def _deliver(self, transport: Transport) -> None:
        try:
            done = self.office.outbox.deliver(transport)
        except PbemError as error:
            self._say(f"nothing can be sent now: {error}")
            return
        for parcel in done.sent:
            self._say(f"sent to {parcel.to}")
        for parcel in done.refused:
            self._say(f"REFUSED for {parcel.to}: {parcel.said}")
        if done.waiting:
            self._say(f"{len(done.waiting)} mails wait: {done.waiting[0].said}")
