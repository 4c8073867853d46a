"""A seat's own dice chains: all grow from one secret, and the log says which of them counts."""

from __future__ import annotations

import secrets as randomness
from itertools import count

from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.private import Private, Secrets
from sealion_pbem.errors import CampaignError
from sealion_pbem.pbem.ledger import Ledger
from sealion_pbem.pbem.links import LENGTH, Links, root_of

__all__ = ["Chains", "secrets_of"]


class Chains:
    """The dice chains of a seat that is played here."""

    def __init__(self, folder: Folder, ledger: Ledger, seat: str) -> None:
        self._folder, self._ledger, self._seat = folder, ledger, seat

    def in_force(self) -> Links:
        """Return the chain whose anchor is the newest of this seat in the log."""
        anchor = self._ledger.anchors[self._seat]
        private = Private(self._folder, self._seat)
        master = private.read().master if private.exists() else ""
        # A chain of ours was begun for each of our anchors, and there are no others.
        for number in range(len(self._ledger.tips) if master else 0):
            links = self._chain(master, number, anchor.length)
            if links.link(anchor.number) == anchor.value:
                return links
        raise CampaignError(
            f"the dice chain of {self._seat} is not on this machine",
            hint="restore private/ of the folder in which you joined; if it is lost, publish a new "
            "anchor: 'sealion campaign anchor', or in a ruling while a turn waits",
        )

    def fresh(self) -> Links:
        """Return a chain that was never used; after a loss of data it is the same again."""
        master = secrets_of(self._folder, self._ledger, self._seat).master
        chains = (self._chain(master, number, LENGTH) for number in count())
        return next(links for links in chains if links.link(0) not in self._ledger.tips)

    def _chain(self, master: str, number: int, length: int) -> Links:
        return Links(root_of(master, number), self._ledger.campaign, self._seat, length)


def secrets_of(folder: Folder, ledger: Ledger, seat: str) -> Secrets:
    """Return the secrets of a seat; they are made, and kept, where there are none yet."""
    private = Private(folder, seat)
    if not private.exists():
        nonce = ledger.charter.body.seats[seat].nonce
        private.write(Secrets(nonce, randomness.token_hex(32)))
    return private.read()
