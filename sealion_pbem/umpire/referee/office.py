"""The office: the folder in which a robot works for one or many campaigns.

mail.toml           the robot's own address, its servers, its inbox
<campaign>/         a campaign folder like any other; its mail.toml has the players' addresses
outbox/             mails that are to be sent
replies.json        how many mails were answered today, by address
status.html         where every campaign stands
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path

from sealion_pbem.campaign import files
from sealion_pbem.campaign.folder import Folder, find_campaigns
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import CampaignError, InvalidFileError, PbemError
from sealion_pbem.mail.address import parse_address
from sealion_pbem.mail.outbox import Outbox
from sealion_pbem.mail.settings import MailSettings, read_settings
from sealion_pbem.pbem.keys import PrivateKey
from sealion_pbem.pbem.ledger import REFEREE, Ledger
from sealion_pbem.pbem.loader import normal_form, read_strict
from sealion_pbem.umpire.desk import Desk

__all__ = ["Case", "Office"]

_REPLIES = "replies.json"
_REPLIES_LIMIT = 262_144


@frozen
class Case:
    """One campaign of the office: its desk with the referee's key, and who is to be written to."""

    desk: Desk = field(compare=False)
    path: Path
    addresses: Mapping[str, str]

    def mailboxes(self) -> dict[str, str]:
        """Return the bare address of each player, in small letters."""
        return {seat: parse_address(text).mailbox.lower() for seat, text in self.addresses.items()}


class Office:
    """The folder of a robot."""

    def __init__(self, path: Path, load: Callable[[str], PrivateKey]) -> None:
        """`load` gives the private key with a name, as campaign.json names it."""
        self.path = path
        self._load = load
        self._keys: dict[str, PrivateKey] = {}
        self.outbox = Outbox(path / "outbox")

    def settings(self) -> MailSettings:
        """Return the robot's own mail settings."""
        return read_settings(self.path)

    def cases(self) -> tuple[dict[str, Case], list[str]]:
        """Return the campaigns that are refereed here, by id, and what is wrong with others."""
        found: dict[str, Case] = {}
        faults = []
        for path in find_campaigns(self.path):
            try:
                opened = self._case(path)
            except PbemError as error:
                faults.append(f"{path.name}: {error}")
                continue
            if opened:
                found[opened[0]] = opened[1]
        return found, faults

    def _case(self, path: Path) -> tuple[str, Case] | None:
        folder = Folder(path)
        keys = folder.read_settings().keys
        if REFEREE not in keys or not Desk(path).store.names():
            return None
        name = keys[REFEREE]
        if name not in self._keys:
            # Once for all rounds: somebody may have to type a passphrase.
            self._keys[name] = self._load(name)
        desk = Desk(path, {REFEREE: self._keys[name]})
        ledger = Ledger(desk.store.load(desk.store.names()[0]))
        if REFEREE not in ledger.keys:
            raise CampaignError("there is no referee in this campaign")
        addresses = {
            seat: address
            for seat, address in read_settings(path).addresses.items()
            if seat in ledger.players
        }
        return ledger.campaign, Case(desk, path, addresses)

    def count_reply(self, address: str, day: str, most: int) -> bool:
        """Count an answer to somebody; False if he has had so many on that day already."""
        path = self.path / _REPLIES
        counts: dict[str, int] = {}
        if files.is_there(path):
            try:
                kept = read_strict(files.read(path, _REPLIES_LIMIT))
                counts = dict(kept["replies"]) if kept["day"] == day else {}
            except (InvalidFileError, KeyError, TypeError):
                counts = {}  # a count of the day is not worth stopping for
        number = counts.get(address, 0) + 1
        files.replace(path, normal_form({"day": day, "replies": {**counts, address: number}}))
        return number <= most
