"""The facts of a whole campaign, passage by passage: what histories, replays and statistics are made of.

The umpire's floor makes them from a log; nothing here knows where they come from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import NamedTuple

from sealion_pbem.engine.card import Luck
from sealion_pbem.engine.chronicle import LOSSES, Enrolled, Measure, PlaceKind
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.saying import Utterance
from sealion_pbem.engine.turn import Automatic
from sealion_pbem.engine.words import Json
from sealion_pbem.pbem.body import CharterBody
from sealion_pbem.pbem.entry import Entry, EntryOf

__all__ = ["TAKEN_BACK", "Change", "ChronicleSubject", "Passage", "RollTold", "Told"]


class Change(NamedTuple):
    """A piece, where it now is, what is left of it, and who carries it; no place: it has left the game."""

    piece: str
    place: str
    left: int
    aboard: str = ""


@frozen
class RollTold:
    """Dice that fell; `owners` is a seat for each die, or nothing where nobody's fate was rolled."""

    label: str
    rule: str
    sides: int
    values: tuple[int, ...]
    trust: str
    owners: tuple[str, ...] = ()


TAKEN_BACK = "taken_back"
"""The kind of what a ruling tells that takes turns back: where everybody stands again."""


@frozen
class Told:
    """An event: its kind and members, the sentence that tells it, and what it changed on the map.

    Units stand in `text` by their ids, which members have too, and in `named` by their names, with the
    ids of those that the entry mentions for the first time.
    """

    kind: str
    text: str
    named: Utterance
    members: Mapping[str, Json]
    game_turn: int
    clock: str
    changes: tuple[Change, ...] = ()
    roll: RollTold | None = None


@frozen
class Passage:
    """One entry of a log, and what it came to.

    Game turn, clock, part of the sequence of play, date and decision are those at which the game
    waited when the entry was written. `luck` is that of each combat, with its game turn.
    `tally`, `held` (the places that somebody holds, by the tint of each) and `waiting` are those after
    the entry.
    """

    entry: Entry
    is_beside: bool
    game_turn: int
    clock: str
    decision: str
    asked: str
    part: str
    date: str
    told: tuple[Told, ...] = ()
    luck: tuple[tuple[int, Luck], ...] = ()
    automatic: tuple[Automatic, ...] = ()
    notes: tuple[str, ...] = ()
    tally: Mapping[str, int] | None = None
    held: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    waiting: str = ""
    result: str = ""


@frozen
class ChronicleSubject:
    """The subject of a chronicle, known from the charter on."""

    charter: EntryOf[CharterBody]
    title: str
    players: tuple[str, ...]
    places: Mapping[str, PlaceKind]
    roster: Mapping[str, Enrolled]
    start: tuple[Change, ...]
    tally: Mapping[str, int]
    die: int
    """How many faces the usual die of the game has."""
    quiet: frozenset[str]
    """The kinds of events that a story can leave out."""
    bloodless: frozenset[str] = frozenset()
    """The kinds of events that take pieces off the map without a loss."""
    losses_in: Measure = LOSSES
    arms: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    """The members of events that name a place, the telling ones first."""
    grounds: tuple[tuple[str, str], ...] = ()
    """How areas of the map lie in this campaign, as a supplement says it; none: as they are printed."""
