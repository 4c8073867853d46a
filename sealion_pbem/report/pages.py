"""The history as plain pages: an index, and one page for each game turn; no script, no pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.report.losses import Losses
from sealion_pbem.report.page import policy_for, render, safe, text_of
from sealion_pbem.report.passage import ChronicleSubject, Passage, Told
from sealion_pbem.report.sayings import message_in, purpose_of, said_about
from sealion_pbem.report.xml_history import PROGRAM

__all__ = ["Pages"]


@frozen
class _PageLine:
    """A sentence of the story, with the dice that it is about."""

    text: str
    dice: tuple[int, ...] = ()
    rule: str = ""
    trust: str = ""
    is_loss: bool = False


@dataclass(slots=True)
class _EntryPart:
    """The part of one entry in the page of a game turn."""

    number: int
    digest: str
    heading: str
    message: str = ""
    lines: list[_PageLine] = field(default_factory=list)
    words: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _TurnPage:
    """The page of one game turn."""

    number: int
    parts: list[_EntryPart] = field(default_factory=list)
    tally: Mapping[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    rolls: int = 0


class Pages:
    """Takes passage after passage, and then gives the pages."""

    def __init__(self, subject: ChronicleSubject) -> None:
        self._subject = subject
        self._turns: dict[int, _TurnPage] = {}
        self._losses = Losses(subject)
        self._asked: Passage | None = None
        self._last: Passage | None = None

    def take(self, passage: Passage) -> None:
        """Note what a passage brought."""
        if not passage.is_beside:
            self._last = passage
        kind = passage.entry.kind
        if kind == "turn" and not passage.is_beside:
            self._asked = passage
        elif kind not in ("charter", "opening"):
            self._tell(passage)

    def pages(self) -> Iterator[tuple[str, str]]:
        """Return name and text of every page, the index first."""
        style = text_of("history/pages.css")
        charter = self._subject.charter
        last = self._last
        shared: dict[str, Any] = {
            "name": charter.body.name,
            "title": self._subject.title,
            "policy": policy_for("", style),
            "style": style,
            "program": PROGRAM,
            "losses_in": self._subject.losses_in,
            "turns": [self._turns[number] for number in sorted(self._turns)],
        }
        facts = {
            "charter": charter,
            "tally_names": list(self._subject.tally),
            "players": self._subject.players,
            "result": safe(last.result) if last else "",
            "waiting": safe(last.waiting) if last else "",
        }
        yield "index.html", render("history/index.html.j2", shared | facts)
        for turn in shared["turns"]:
            yield (
                f"turn-{turn.number:02d}.html",
                render(
                    "history/turn.html.j2",
                    shared | {"turn": turn, "players": self._subject.players},
                ),
            )

    def _tell(self, passage: Passage) -> None:
        parts: dict[int, _EntryPart] = {}
        for told in passage.told:
            # What a turn sets off may go on into the next game turn.
            if told.game_turn not in parts:
                parts[told.game_turn] = self._part(passage, told.game_turn)
            parts[told.game_turn].lines += self._lines(passage, told)
        for number, seat, lost in self._losses.regained(passage):
            self._turn(number).lost[seat] -= lost
        first = parts[min(parts)] if parts else self._part(passage, passage.game_turn)
        first.message = self._message(passage)
        first.words = [safe(word) for word in said_about(passage)]
        if passage.tally and not passage.is_beside:
            self._turn(max(parts, default=passage.game_turn)).tally = passage.tally

    def _part(self, passage: Passage, game_turn: int) -> _EntryPart:
        entry = passage.entry
        by, what = entry.by, entry.kind
        if self._asked and what in ("receipt", "rejection"):
            by, what = self._asked.entry.by, self._asked.decision
        heading = f"{by}: {what.replace('_', ' ')}"
        part = _EntryPart(entry.seq, entry.digest, heading[:1].upper() + heading[1:])
        self._turn(game_turn).parts.append(part)
        return part

    def _turn(self, number: int) -> _TurnPage:
        return self._turns.setdefault(number, _TurnPage(number))

    def _message(self, passage: Passage) -> str:
        if self._asked and passage.entry.kind in ("receipt", "rejection"):
            return safe(message_in(self._asked.entry))
        return ""

    def _lines(self, passage: Passage, told: Told) -> Iterator[_PageLine]:
        turn = self._turn(told.game_turn)
        if told.roll:
            turn.rolls += 1
            roll = told.roll
            text = safe(purpose_of(roll.label))
            yield _PageLine(text, roll.values, roll.rule, roll.trust)
            return
        lost = self._losses.of(passage, told)
        for seat, taken in lost.items():
            turn.lost[seat] = turn.lost.get(seat, 0) + taken
        if lost or told.kind not in self._subject.quiet:
            yield _PageLine(safe(str(told.named)), is_loss=bool(lost))
