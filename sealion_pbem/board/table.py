"""The table: one campaign that is looked at or played in the browser.

A folder has a desk, and whoever sits at it may play the seats of which `campaign.json` names a key; an
archive can only be looked at. The table keeps no secret: a passphrase is used and forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from sealion_pbem.board.scene import Scene, scene_of
from sealion_pbem.campaign import files
from sealion_pbem.campaign.folder import find_folder
from sealion_pbem.campaign.keyring import unlock_key
from sealion_pbem.engine.pack import Pack
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import CampaignError
from sealion_pbem.umpire.datapack.reading import read_pack
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.log import read_log
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.solitaire import Solitaire
from sealion_pbem.umpire.source import opened, read_entries

__all__ = ["BoardTable"]


class BoardTable:
    """A campaign in a folder or in an archive, and what was worked out about it."""

    def __init__(
        self, path: Path, *, observes: bool = False, commanded: Iterable[str] | None = None
    ) -> None:
        """Open a campaign; with `observes` it is only looked at.

        `commanded` are the seats that commanders play in a campaign that is played alone, where every
        turn is answered as soon as it is signed; None: it is played by mail.

        Raises:
            PbemError: there is no campaign, or its log is not whole.
        """
        self._archived: Record | None = None
        self._settings: tuple[Json, Mapping[str, str]] = None, {}
        self._desk: Desk | None = None
        if path.is_dir() or not path.exists():
            self._desk = Desk(find_folder(path).path)
        else:
            with opened(path) as (source, _):
                self._archived = read_log(read_entries(source)).record
        self.path = self._desk.folder.path if self._desk else path
        self.observes = observes or self._desk is None
        self.ruleset: Ruleset[Any] = self.record.ruleset
        self.alone = None if commanded is None else Solitaire(self.desk, commanded)

    @property
    def record(self) -> Record:
        """The log as it now stands, replayed."""
        if self._archived is not None:
            return self._archived
        return self.desk.read().record

    @property
    def is_archived(self) -> bool:
        """Whether it lies in an archive, which never grows."""
        return self._archived is not None

    @property
    def desk(self) -> Desk:
        """The desk at which the campaign is played.

        Raises:
            CampaignError: it can only be looked at.
        """
        if self._desk is None:
            raise CampaignError("an archive can only be looked at", hint="sealion archive import")
        return self._desk

    @property
    def playing(self) -> Desk:
        """The desk, where something is to be written.

        Raises:
            CampaignError: the campaign is only looked at.
        """
        if self.observes:
            raise CampaignError("this board only looks on; nothing can be played or signed here")
        return self.desk

    @property
    def keys(self) -> dict[str, str]:
        """The seats that are played here, and the name of the key of each."""
        away = self.alone.seats if self.alone else ()
        return {seat: name for seat, name in self._all_keys.items() if seat not in away}

    @property
    def _all_keys(self) -> dict[str, str]:
        if self.observes:
            return {}
        # Every request asks, and they hardly ever change.
        mark = files.mark_of(self.desk.folder.settings)
        if mark != self._settings[0]:
            is_there = self.desk.folder.settings.exists()
            self._settings = mark, self.desk.folder.read_settings().keys if is_there else {}
        return dict(self._settings[1])

    @property
    def seat(self) -> str:
        """The seat that is asked, if it is played here and nothing waits for an answer; else ""."""
        return self.seat_in(self.record)

    def seat_in(self, record: Record) -> str:
        """Return the seat played here that a record asks, or ""."""
        decision = record.decision
        is_asked = decision is not None and record.ledger.pending is None
        return decision.seat if is_asked and decision and decision.seat in self.keys else ""

    @property
    def looker(self) -> str:
        """By what name whoever sits here is remembered: his seats, or the one asked if players share it."""
        return self.seat if self.alone and len(self.keys) > 1 else ",".join(sorted(self.keys))

    @cached_property
    def scene(self) -> Scene:
        """The map and the counters."""
        return scene_of(self.record)

    @cached_property
    def pack(self) -> Pack:
        """The sheets and charts of the game, which have the source of every number."""
        return read_pack(self.ruleset).pack

    @contextmanager
    def signing(self, passphrase: str) -> Iterator[Desk]:
        """Hold the keys of the seats played here, as long as it takes.

        Raises:
            SignatureError: the passphrase is wrong, or there is none and one is needed.
        """
        desk = self.playing
        desk.keys = {
            seat: unlock_key(name, passphrase.encode() or None)
            for seat, name in self._all_keys.items()
        }
        try:
            yield desk
        finally:
            desk.keys = {}
