"""The replay page: one HTML file in which a whole campaign can be stepped through on the map.

It needs no network: data, script, style and pictures are in it, and a content security policy with
their digests keeps everything else out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sealion_pbem.engine.words import Json
from sealion_pbem.report.page import policy_for, render, safe, text_of
from sealion_pbem.report.passage import TAKEN_BACK, Change, ChronicleSubject, Passage, Told
from sealion_pbem.report.sayings import message_in, purpose_of, said_about
from sealion_pbem.report.stage import ReplayStage

__all__ = ["Replay"]

_ANSWERS = ("receipt", "rejection", "withdrawal")


class Replay:
    """Takes passage after passage, and then gives the page."""

    def __init__(self, subject: ChronicleSubject, stage: ReplayStage) -> None:
        self._subject, self._stage = subject, stage
        self._data = _Data(subject, stage)
        self._steps: list[Json] = []

    def take(self, passage: Passage) -> None:
        """Note the steps that a passage makes."""
        self._steps += self._data.steps(passage)

    def page(self) -> str:
        """Return the page."""
        subject, stage = self._subject, self._stage
        script = text_of("history/replay_map.js") + text_of("history/replay.js")
        style = text_of("history/replay.css")
        steps = [*self._steps, *self._data.unanswered()]
        return render(
            "history/replay.html.j2",
            {
                "name": subject.charter.body.name,
                "title": subject.title,
                "policy": policy_for(script, style),
                "style": style,
                "script": script,
                "view": " ".join(map(str, stage.view)),
                "base": stage.base,
                "cover": stage.cover[1],
                "faces": [stage.faces[name] for name in self._data.pieces],
                "data": _json(self._data.document(steps)),
            },
        )


def _json(document: Json) -> str:
    """Return JSON that can stand inside a script element: nothing in it ends one or begins a comment."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


class _Data:
    """The data for the script: pieces and places are numbers in it, steps are what they change."""

    def __init__(self, subject: ChronicleSubject, stage: ReplayStage) -> None:
        self.subject, self.stage = subject, stage
        self.pieces = [name for name in subject.roster if name in stage.faces]
        self._piece = {name: number for number, name in enumerate(self.pieces)}
        self._places = list(stage.spots)
        self._place = {name: number for number, name in enumerate(self._places)}
        self._turn: Passage | None = None
        self._held: dict[str, frozenset[str]] = dict.fromkeys(stage.tints, frozenset())

    def document(self, steps: Sequence[Json]) -> Json:
        """Return everything."""
        subject = self.subject
        roster = subject.roster
        return {
            "seats": list(subject.players),
            "losses": [subject.losses_in.one, subject.losses_in.many],
            "counter": self.stage.counter,
            "hex": self.stage.hex_height,
            "view": list(self.stage.view),
            "tints": list(self.stage.tints.values()),
            "places": self._places,
            "titles": [self.stage.titles.get(place, "") for place in self._places],
            "cover": self._place.get(self.stage.cover[0]),
            "spots": [
                [spot.x, spot.y, spot.width, spot.height, int(spot.is_stack)]
                for spot in self.stage.spots.values()
            ],
            "pieces": [
                [
                    piece.name,
                    self._side(piece.seat),
                    piece.full,
                    subject.arms.index(piece.arm) if piece.arm else 0,
                    int(piece.is_above),
                    name,
                    list(self.stage.values.get(name, ())),
                ]
                for name, piece in ((name, roster[name]) for name in self.pieces)
            ],
            "start": self._changes(subject.start),
            "tally": dict(subject.tally),
            "steps": list(steps),
        }

    def steps(self, passage: Passage) -> Iterator[Json]:
        """Return the steps that a passage makes: a turn is told with the entry that answers it."""
        entry = passage.entry
        if entry.kind == "turn" and not passage.is_beside:
            yield from self.unanswered()
            self._turn = passage
            return
        if entry.kind in ("charter", "opening"):
            return
        yield self._step(passage, list(said_about(passage)))
        if entry.kind in _ANSWERS:
            self._turn = None

    def unanswered(self) -> Iterator[Json]:
        """Return a step for a turn that has no answer: the last one, or one that was superseded."""
        if self._turn:
            yield self._step(self._turn, ["nobody has answered this turn"])

    def _step(self, passage: Passage, words: Sequence[str]) -> Json:
        turn = self._turn if passage.entry.kind in _ANSWERS else passage
        asked = turn or passage
        step: dict[str, Json] = {
            "n": passage.entry.seq,
            "k": passage.entry.kind,
            "g": asked.game_turn,
            "c": " · ".join(filter(None, (asked.part, asked.date))),
            "by": asked.entry.by,
            "d": asked.decision if asked.entry.kind == "turn" else "",
            "w": [safe(word) for word in words],
            "e": [self._event(told) for told in passage.told],
        }
        message = message_in(asked.entry)
        if message:
            step["m"] = safe(message)
        if passage.tally:
            step["t"] = list(passage.tally.values())
        if passage.told or passage.entry.kind == "receipt":
            step |= self._ground(passage.held)
        if passage.result:
            step["r"] = safe(passage.result)
        elif passage.waiting:
            step["q"] = safe(passage.waiting)
        return step

    def _ground(self, held: Mapping[str, Sequence[str]]) -> dict[str, Json]:
        """Return for each tint which places were taken, and which were lost again."""
        now = {tint: frozenset(held.get(tint, ())) for tint in self._held}
        before, self._held = self._held, now
        changes = {
            "h": [now[tint] - before[tint] for tint in now],
            "x": [before[tint] - now[tint] for tint in now],
        }
        return {
            key: [[self._place[name] for name in sorted(names)] for names in tints]
            for key, tints in changes.items()
            if any(tints)
        }

    def _event(self, told: Told) -> Json:
        event: dict[str, Json] = {"t": safe(told.named.words)}
        if any(unit for _, unit in told.named.pieces):
            event["i"] = [[safe(words), unit] for words, unit in told.named.pieces]
        if told.roll:
            event |= {
                "t": safe(purpose_of(told.roll.label)),
                "d": list(told.roll.values),
                "s": told.roll.sides,
                "l": f"rule {told.roll.rule}, {told.roll.trust}",
            }
        elif told.kind in self.subject.quiet:
            event["q"] = 1
        changes = self._changes(told.changes)
        if changes:
            event["c"] = changes
        if told.kind in self.subject.bloodless or told.kind == TAKEN_BACK:
            event["b"] = 1
        where = self._where(told.members)
        if where is not None:
            event["p"] = where
        return event

    def _where(self, members: Mapping[str, Any]) -> int | None:
        """Return where an event happened, if it says so."""
        named = (members.get(name) for name in self.subject.where)
        return next((self._place[name] for name in named if name in self._place), None)

    def _changes(self, changes: Iterable[Change]) -> list[list[int]]:
        return [
            [self._piece[name], self._place.get(place, -1), left]
            + ([self._piece[aboard]] if aboard in self._piece else [])
            for name, place, left, aboard in changes
            if name in self._piece
        ]

    def _side(self, seat: str) -> int:
        return self.subject.players.index(seat) if seat in self.subject.players else 0
