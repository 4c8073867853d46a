"""The office: the folder in which a robot works for one or many campaigns.

mail.toml           the robot's own address, its servers, its inbox
<campaign>/         a campaign folder like any other; its mail.toml has the players' addresses
outbox/             mails that are to be sent
tray/               why a mail waits, lies in quarantine or was not answered
replies/            who was answered in the last 24 hours
status.html         where every campaign stands
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from sealion_pbem.campaign.files import mark_of
from sealion_pbem.campaign.folder import Folder, find_campaigns
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import CampaignError, MailError, PbemError
from sealion_pbem.mail.address import Address, parse_address
from sealion_pbem.mail.outbox import Outbox
from sealion_pbem.mail.settings import MailSettings, read_settings, settings_files
from sealion_pbem.pbem.body import CharterBody
from sealion_pbem.pbem.charter import REFEREE
from sealion_pbem.pbem.entry import is_of
from sealion_pbem.pbem.keys import PrivateKey
from sealion_pbem.pbem.ledger import Ledger
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.referee.budget import Budget
from sealion_pbem.umpire.referee.tray import Tray

__all__ = ["Dossier", "Office", "address_in"]


@frozen
class Dossier:
    """One campaign of the office: its desk with the referee's key, and who is to be written to."""

    desk: Desk = field(compare=False)
    path: Path
    addresses: Mapping[str, str]
    vassal: tuple[str, ...] = ()
    """The seats whose reports bring a log for VASSAL."""

    def seat_of(self, sender: str) -> str:
        """Return whose address this is; "" if it is no player's.

        What stands behind a plus counts only between players who differ in nothing else.
        """
        given = address_in(sender)
        if given is None:
            return ""
        known = {seat: parse_address(text) for seat, text in self.addresses.items()}
        mailboxes = {seat: address.mailbox.lower() for seat, address in known.items()}
        found = [seat for seat, mailbox in mailboxes.items() if mailbox == given.mailbox.lower()]
        found += [seat for seat, address in known.items() if address.owner == given.owner]
        return found[0] if found else ""

    def is_of(self, seat: str, sender: str) -> bool:
        """Return whether an address is that of a seat, but for what stands behind a plus."""
        given = address_in(sender)
        known = self.addresses.get(seat)
        return bool(given and known and parse_address(known).owner == given.owner)


def address_in(sender: str) -> Address | None:
    """Return the address in a header; None if it is none."""
    try:
        return parse_address(sender)
    except MailError:
        return None


class Office:
    """The folder of a robot."""

    def __init__(self, path: Path, load: Callable[[str], PrivateKey]) -> None:
        """`load` gives the private key with a name, as campaign.json names it."""
        self.path = path
        self._load = load
        self._keys: dict[str, PrivateKey] = {}
        self._opened: dict[Path, tuple[tuple[Path, ...], list[object], tuple[str, Dossier]]] = {}
        self.outbox = Outbox(path / "outbox")
        self.tray = Tray(path / "tray")
        self.budget = Budget(path / "replies")

    def settings(self) -> MailSettings:
        """Return the robot's own mail settings."""
        return read_settings(self.path)

    def dossiers(self) -> tuple[dict[str, Dossier], list[str]]:
        """Return the campaigns that are refereed here, by id, and what is wrong with others."""
        found: dict[str, Dossier] = {}
        faults = []
        general = [mark_of(file) for file in settings_files()]
        for path in find_campaigns(self.path):
            try:
                opened = self._open(path, general)
            except PbemError as error:
                faults.append(f"{path.name}: {error}")
                continue
            if opened:
                found[opened[0]] = opened[1]
        return found, faults

    def _open(self, path: Path, general: Sequence[object]) -> tuple[str, Dossier] | None:
        """Return the dossier of a folder: again the one it was, while keys and addresses are the same.

        `general` are the marks of the settings that count for every campaign.
        """
        kept = self._opened.get(path)
        files = kept[0] if kept else (Folder(path).settings, settings_files(path)[-1])
        marks = [*general, *map(mark_of, files)]
        if kept and kept[1] == marks:
            return kept[2]
        opened = self._dossier(path)
        if opened:
            self._opened[path] = files, marks, opened
        return opened

    def _dossier(self, path: Path) -> tuple[str, Dossier] | None:
        folder = Folder(path)
        keys = folder.read_settings().keys
        if REFEREE not in keys or not Desk(path).store.names():
            return None
        name = keys[REFEREE]
        if name not in self._keys:
            # Once for all rounds: somebody may have to type a passphrase.
            self._keys[name] = self._load(name)
        desk = Desk(path, {REFEREE: self._keys[name]})
        charter = desk.store.load(desk.store.names()[0])
        if not is_of(charter, CharterBody):
            raise CampaignError("the log does not begin with a charter")
        ledger = Ledger(charter)
        if REFEREE not in ledger.keys:
            raise CampaignError("there is no referee in this campaign")
        settings = read_settings(path)
        addresses = {
            seat: address for seat, address in settings.addresses.items() if seat in ledger.players
        }
        return ledger.campaign, Dossier(desk, path, addresses, settings.vassal)
