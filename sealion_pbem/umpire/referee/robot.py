"""The robot: takes mails, answers each once, judges turns, writes to the players, watches deadlines.

Everything it does follows from the logs, the mails that are not settled and the time it is given. What
it learns goes into a log first, then into the outbox, and only then is the mail put away; killed at
any moment, it finds out in the next round what is still to be done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sealion_pbem.campaign.lock import writer_lock
from sealion_pbem.errors import MailError, PbemError, StorageError
from sealion_pbem.mail.fetch import Source
from sealion_pbem.mail.inbound import Incoming, Inspector
from sealion_pbem.mail.outbox import Transport
from sealion_pbem.umpire.referee import letters
from sealion_pbem.umpire.referee.clerk import Clerk, mailbox_in, member_of
from sealion_pbem.umpire.referee.letters import Said, one_line, together
from sealion_pbem.umpire.referee.office import Case, Office
from sealion_pbem.umpire.referee.scribe import Scribe, put_letter
from sealion_pbem.umpire.referee.status import Standing, standing_of, write_status

__all__ = ["MOST_REPLIES", "MOST_REPLIES_TO_PLAYERS", "Robot"]

MOST_REPLIES = 5
"""So many mails a day from an address that is no player's are answered; more would feed a loop."""
MOST_REPLIES_TO_PLAYERS = 40
"""The same for players; what becomes of a turn is told without counting."""
_STRANGER = "not for me: your mail holds no entry, and your address is no player's here"
_FOREIGN = "not for me: it belongs to no campaign that is refereed here"
_NOT_A_MAIL = "no mail"


class Robot:
    """A referee that needs no hand, for all campaigns of one office."""

    def __init__(self, office: Office, say: Callable[[str], None], painter: Any = None) -> None:
        """`say` takes a line for the robot's log; `painter` draws the pictures of reports."""
        self.office = office
        self._tell = say
        self._painter = painter
        self._staff: dict[str, tuple[Case, Clerk]] = {}
        self._faults: list[str] = []
        self._sender = office.settings().sender
        if not self._sender:
            raise MailError(
                "the robot's own address is not known",
                hint='write it into mail.toml: from = "Referee <referee@example.org>"',
            )

    def round(self, source: Source, transport: Transport | None, now: str) -> None:
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

    def _work(self, source: Source, now: str) -> None:
        clerks = self._clerks()
        self._take_mails(clerks, source, now)
        for clerk in clerks.values():
            self._see_to(clerk, now)
        write_status(self.office, self.standings(now), self._faults, now)

    def _say(self, line: str) -> None:
        self._tell(one_line(line))

    def _clerks(self) -> dict[str, Clerk]:
        """Return a clerk for each campaign; one whose addresses have not changed goes on working."""
        cases, faults = self.office.cases()
        kept, self._staff = self._staff, {}
        for name, case in cases.items():
            if name in kept and kept[name][0] == case:
                self._staff[name] = kept[name]
                continue
            try:
                clerk = Clerk(case, Scribe(case, self.office.outbox, self._sender, self._painter))
            except StorageError:
                raise
            except PbemError as error:
                faults.append(f"{case.path.name}: {error}")
            else:
                self._staff[name] = (case, clerk)
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

    def _take_mails(self, clerks: Mapping[str, Clerk], source: Source, now: str) -> None:
        with Inspector() as inspector:
            try:
                for handle, data in source.mails():
                    if self._is_taken(clerks, inspector.inspect(data), data, now):
                        source.settle(handle)
            except MailError as error:
                self._say(f"the inbox cannot be read now: {error}")

    def _is_taken(
        self, clerks: Mapping[str, Clerk], incoming: Incoming, data: bytes, now: str
    ) -> bool:
        """Take one mail; whatever is wrong with it, the robot goes on. False: it must be kept."""
        sender = incoming.sender or "nobody"
        named = {member_of(content, "campaign") for _, content in incoming.entries}
        if self._faults and any(campaign not in clerks for campaign in named if campaign):
            self._say(f"a mail of {sender} waits: it may be for a campaign that cannot be read")
            return False
        try:
            said = self._taken(clerks, incoming, now)
            self._answer(clerks, said, incoming, data, now)
        except StorageError:
            raise
        except PbemError as error:
            self._say(f"a mail of {sender} waits: {error}")
            return False
        return True

    def _taken(self, clerks: Mapping[str, Clerk], incoming: Incoming, now: str) -> Said:
        told: list[Said] = []
        lines = [*incoming.damaged, *incoming.notes]
        if incoming.refusal:
            lines.append(f"your mail was not read: {incoming.refusal}")
        documents: dict[str, list[tuple[str, bytes]]] = {}
        for name, data in incoming.entries:
            documents.setdefault(member_of(data, "campaign"), []).append((name, data))
        for campaign, inside in documents.items():
            if campaign in clerks:
                told.append(clerks[campaign].take(inside, incoming, now))
            else:
                lines += [f"{name or 'what you sent'}: {_FOREIGN}" for name, _ in inside]
        if not documents and not lines and not incoming.automatic:
            mailbox = mailbox_in(incoming.sender)
            asking = [(clerk, clerk.seat_of(mailbox)) for clerk in clerks.values()]
            told += [clerk.repeat(seat, now) for clerk, seat in asking if seat]
            lines += [] if told else [_STRANGER]
        return together([Said(tuple(lines)), *told])

    def _answer(
        self, clerks: Mapping[str, Clerk], said: Said, incoming: Incoming, data: bytes, now: str
    ) -> None:
        """Answer a mail, unless a letter of its own does, or a program wrote it."""
        sender, mailbox = incoming.sender or "nobody", mailbox_in(incoming.sender)
        if incoming.automatic == _NOT_A_MAIL:
            self._say(f"a file: {'; '.join(said.lines) or 'taken'}")
            return
        if incoming.automatic or mailbox in ("", mailbox_in(self._sender)):
            why = incoming.automatic or "it names no sender, or this robot"
            self._say(f"a mail of {sender} is not answered: {why}")
            return
        if said.is_told and not said.lines:
            self._say(f"what became of it answers {sender}")
            return
        key = letters.answer_key(incoming, data)
        if self.office.outbox.has(key):
            return
        is_player = any(clerk.seat_of(mailbox) for clerk in clerks.values())
        most = MOST_REPLIES_TO_PLAYERS if is_player else MOST_REPLIES
        if not self.office.count_reply(mailbox, now[:10], most):
            self._say(f"{mailbox} has had {most} answers today and gets no more")
            return
        put_letter(
            self.office.outbox, letters.answer(said, incoming, mailbox, key, self._sender, now)
        )
        self._say(f"answered {sender}: {'; '.join((*said.lines, *said.asides))}")

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
