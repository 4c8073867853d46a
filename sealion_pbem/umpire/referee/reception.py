"""The reception: every mail is read, taken, answered if somebody is owed an answer, and put away.

A mail ends as an entry, as an answer, or with the reason why it is neither, in the tray. Whatever it
says goes to no address but those of the players: whoever else writes gets one fixed text, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import MailError, PbemError, StorageError, UnreadMailError
from sealion_pbem.mail.address import parse_address
from sealion_pbem.mail.fetch import MailSource
from sealion_pbem.mail.inbound import Incoming, Inspector
from sealion_pbem.mail.settings import MailSettings
from sealion_pbem.umpire.referee import dispatch
from sealion_pbem.umpire.referee.clerk import Clerk, member_of
from sealion_pbem.umpire.referee.dispatch import MailOutcome, together
from sealion_pbem.umpire.referee.office import Office, address_in
from sealion_pbem.umpire.referee.scribe import put_letter
from sealion_pbem.umpire.referee.tray import Arrived, Note

__all__ = ["MOST_REPLIES", "Reception"]

MOST_REPLIES = 40
"""So many mails of 24 hours that name a player as sender are answered to him; more would feed a loop.

What a player has signed is answered without counting, or a forger could use up his answers.
"""
_MOST_DEATHS = 8
"""After so many mails that could not be read, the others wait for the next round."""
_FOREIGN = "not for me: it belongs to no campaign that is refereed here"
_NOT_A_MAIL = "no mail"


@frozen
class _Ending:
    """The end of a mail: done (an entry or an answer), unanswered, quarantine, or not yet: waiting."""

    room: str
    why: str = ""
    reason: str = ""


_DONE = _Ending("done")


class Reception:
    """The reception of an office: it takes in the mails of one round for all campaigns."""

    def __init__(
        self,
        office: Office,
        settings: MailSettings,
        clerks: Mapping[str, Clerk],
        say: Callable[[str], None],
        now: str,
    ) -> None:
        """`clerks` are those of the campaigns that can be read, by id."""
        self._office = office
        self._sender = settings.sender
        self._most_strangers = settings.strangers
        self._clerks = clerks
        self._say = say
        self._now = now
        self._deaths = 0
        self._condemned: list[tuple[str, Note]] = []

    def take_mails(self, source: MailSource, inspector: Inspector, *, is_complete: bool) -> None:
        """Take every mail of a source; without all clerks, those of missing campaigns wait.

        A mail that cannot be read now stays in the source, and the tray says until when.
        """
        self._office.tray.sweep(self._now)
        self._office.budget.sweep(self._now)
        try:
            self._take_all(source, inspector, is_complete=is_complete)
        except MailError as error:
            self._say(f"the inbox cannot be read now: {error}")
        try:
            # Last, and each by itself: a server that does not move one must not stop the others.
            for handle, note in self._condemned:
                source.quarantine(handle)
                self._office.tray.put_in_quarantine(note)
        except MailError as error:
            self._say(f"a mail cannot be put into quarantine now: {error}")

    def _take_all(self, source: MailSource, inspector: Inspector, *, is_complete: bool) -> None:
        seen: set[str] = set()
        for handle, data in source.mails():
            mail = Arrived(handle, data)
            seen.add(mail.digest)
            self._take(mail, source, inspector, is_complete=is_complete)
            if self._deaths == _MOST_DEATHS:
                self._say(
                    f"{_MOST_DEATHS} mails could not be read; the rest waits for the next round"
                )
                return
        self._office.tray.compare(seen)

    def _take(
        self, mail: Arrived, source: MailSource, inspector: Inspector, *, is_complete: bool
    ) -> None:
        tray = self._office.tray
        known = tray.find(mail)
        if known and known.is_over:
            self._condemn(mail, known)
            return
        if known and known.next_try > self._now:
            return
        begun = tray.begin(mail, known, self._now)
        try:
            try:
                incoming = inspector.inspect(mail.data)
            except UnreadMailError as error:
                self._leave_unread(mail, begun, error)
                return
            ending = self._ending(mail, incoming, is_complete=is_complete)
            self._put_away(mail, begun, ending, incoming.sender, source)
        except (MailError, StorageError):
            tray.call_off(mail, known)
            raise

    def _leave_unread(self, mail: Arrived, begun: Note, error: UnreadMailError) -> None:
        """Let a mail that ended its reader wait for another try, or end its tries."""
        self._deaths += 1
        tell = "" if error.automatic else error.sender
        note = self._office.tray.fail(begun, error.message, error.sender, tell, self._now)
        self._say(f"{error.message}: {mail.handle} of {error.sender or 'nobody'}, try {note.tries}")
        if note.is_over:
            self._condemn(mail, note)

    def _put_away(
        self, mail: Arrived, begun: Note, ending: _Ending, sender: str, source: MailSource
    ) -> None:
        tray = self._office.tray
        if ending.room == "waiting":
            tray.wait(begun, ending.reason, sender)
            self._say(f"a mail of {sender or 'nobody'} waits: {ending.reason}")
            return
        if ending.room == "quarantine":
            self._condemn(mail, tray.condemn(begun, ending.why, ending.reason, sender))
            return
        if ending.room == "unanswered":
            tray.leave_unanswered(begun, ending.why, ending.reason, sender)
            self._say(f"a mail of {sender or 'nobody'} is not answered: {ending.reason}")
        source.settle(mail.handle)
        tray.forget(mail.digest)

    def _condemn(self, mail: Arrived, note: Note) -> None:
        """Have a mail put where a person finds it; a player hears of it once a day, in fixed words."""
        self._say(f"{mail.handle} goes into quarantine: {note.reason}")
        address = self._player_at(note.tell)
        if note.why == "unread" and address:
            who, key = f"unread {parse_address(address).owner}", f"unread/{mail.digest}"
            if self._office.budget.spend(who, key, 1, self._now):
                made = dispatch.unread(address, key, self._sender, self._now)
                put_letter(self._office.outbox, made)
        self._condemned.append((mail.handle, note))

    def _ending(self, mail: Arrived, incoming: Incoming, *, is_complete: bool) -> _Ending:
        """Take one mail and answer it; whatever is wrong with it, the robot goes on."""
        named = {member_of(content, "campaign") for _, content in incoming.entries}
        if not is_complete and any(one not in self._clerks for one in named if one):
            return _Ending("waiting", "campaign", "it may be for a campaign that cannot be read")
        try:
            key = dispatch.answer_key(incoming, mail.data)
            taken = self._taken(incoming, key)
            if not is_complete and self._may_be_a_question(taken, incoming):
                return _Ending(
                    "waiting", "campaign", "its sender may play in one that cannot be read"
                )
            return self._answer(taken, incoming, mail, key)
        except StorageError:
            raise
        except PbemError as error:
            return _Ending("waiting", "campaign", str(error))

    def _taken(self, incoming: Incoming, key: str) -> MailOutcome:
        """Let the clerks take what is in a mail; whoever asks without an entry hears where he stands."""
        told: list[MailOutcome] = []
        lines = [*incoming.damaged, *incoming.notes]
        if incoming.refusal:
            lines.append(f"your mail was not read: {incoming.refusal}")
        documents: dict[str, list[tuple[str, bytes]]] = {}
        for name, data in incoming.entries:
            documents.setdefault(member_of(data, "campaign"), []).append((name, data))
        for campaign, inside in documents.items():
            if campaign in self._clerks:
                told.append(self._clerks[campaign].take(inside, incoming, key, self._now))
            else:
                lines += [f"{name or 'what you sent'}: {_FOREIGN}" for name, _ in inside]
        if not documents and not lines and not incoming.automatic:
            asking = [
                (clerk, clerk.dossier.seat_of(incoming.sender)) for clerk in self._clerks.values()
            ]
            told += [clerk.repeat(seat, self._now) for clerk, seat in asking if seat]
        return together([MailOutcome(tuple(lines)), *told])

    def _answer(self, said: MailOutcome, incoming: Incoming, mail: Arrived, key: str) -> _Ending:
        """Answer a mail, unless a letter of its own does, a program wrote it, or nobody is owed one."""
        lines = "; ".join((*said.lines, *said.asides))
        given = address_in(incoming.sender)
        if incoming.automatic == _NOT_A_MAIL:
            self._say(f"a file: {lines or 'taken'}")
            return _DONE if said.is_kept else _Ending("quarantine", "file", lines)
        if incoming.refusal and not incoming.sender:
            return _Ending("quarantine", "refused", incoming.refusal)
        own = parse_address(self._sender).mailbox.lower()
        if incoming.automatic or given is None or given.mailbox.lower() == own:
            why = incoming.automatic or "it names no sender, or this robot"
            return self._unanswered(said, "automatic", why)
        address = self._recipient(said, incoming)
        if address:
            return self._answer_player(said, incoming, address, key)
        if self._answer_stranger(given.mailbox, mail):
            return _DONE
        reason = "its sender is no player, and nothing in it is signed anew"
        return self._unanswered(said, "stranger", reason)

    def _answer_player(
        self, said: MailOutcome, incoming: Incoming, address: str, key: str
    ) -> _Ending:
        """Answer at an address of the book; what he has not signed is limited."""
        if said.is_told and not said.lines:
            self._say(f"what became of it answers {address}")
            return _DONE
        if self._office.outbox.has(key):
            return _DONE
        owner = parse_address(address).owner
        if address not in said.authors and not self._office.budget.spend(
            f"player {owner}", key, MOST_REPLIES, self._now
        ):
            reason = f"{owner} has had {MOST_REPLIES} answers within a day"
            return self._unanswered(said, "often", reason)
        made = dispatch.answer(said, incoming, address, key, self._sender, self._now)
        put_letter(self._office.outbox, made)
        self._say(f"answered {address}: {'; '.join((*said.lines, *said.asides))}")
        return _DONE

    def _answer_stranger(self, mailbox: str, mail: Arrived) -> bool:
        """Tell a stranger once for ever that he has written to a robot, if that is allowed here."""
        who, what = "strangers", f"stranger/{mail.digest}"
        key = f"stranger/{parse_address(mailbox).owner}"
        outbox, budget = self._office.outbox, self._office.budget
        if not self._most_strangers or (outbox.has(key) and not budget.has(who, what)):
            return False
        if not budget.spend(who, what, self._most_strangers, self._now):
            return False
        put_letter(outbox, dispatch.unknown(mailbox, key, self._sender, self._now))
        self._say(f"told {mailbox} that this is a robot")
        return True

    def _may_be_a_question(self, said: MailOutcome, incoming: Incoming) -> bool:
        """Whether somebody only asks who is no player of the campaigns that can be read now."""
        is_letter = bool(incoming.sender) and not incoming.entries and not incoming.automatic
        return is_letter and not self._recipient(said, incoming)

    def _unanswered(self, said: MailOutcome, why: str, reason: str) -> _Ending:
        """Return how a mail ends that is not answered: what a player has signed is for a person."""
        full = "; ".join((reason, *said.lines, *said.asides))
        if said.is_lost:
            return _Ending("quarantine", "signed", full)
        if said.is_kept:
            self._say(f"taken without an answer: {full}")
            return _DONE
        return _Ending("unanswered", why, full)

    def _recipient(self, said: MailOutcome, incoming: Incoming) -> str:
        """Return the address of the book that an answer goes to: a signature goes before a header."""
        named = self._player_at(incoming.sender)
        if said.authors and named not in said.authors:
            return said.authors[0]
        return named

    def _player_at(self, sender: str) -> str:
        """Return the address of the book that a mail names as its sender; "" if it is no player's."""
        for clerk in self._clerks.values():
            seat = clerk.dossier.seat_of(sender)
            if seat:
                return clerk.dossier.addresses[seat]
        return ""
