"""The XML history: a campaign written so that it can be read in twenty years without this program.

It is written as a stream, entry by entry, and always in the same bytes. `schemas/history.xsd` says
what everything means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO

from lxml import etree

from sealion_pbem import __version__
from sealion_pbem.engine.words import Json
from sealion_pbem.pbem.body import (
    AnchorBody,
    CharterBody,
    KeyChangeBody,
    OpeningBody,
    ReceiptBody,
    RejectionBody,
    ResignationBody,
    RulingBody,
    TurnBody,
    WithdrawalBody,
)
from sealion_pbem.pbem.entry import VOIDING, Entry
from sealion_pbem.report.passage import Change, ChronicleSubject, Passage, Told

__all__ = ["NAMESPACE", "PROGRAM", "unescaped", "write_xml"]

NAMESPACE = "urn:sealion-pbem:history:1"
PROGRAM = f"sealion-pbem {__version__}"
# What XML 1.0 cannot hold, and the carriage return, which every reader turns into a newline.
_FORBIDDEN = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPE = re.compile(r"\\(?:u([0-9a-f]{4})|(\\))")


def write_xml(subject: ChronicleSubject, passages: Iterable[Passage], stream: BinaryIO) -> None:
    """Write the history of a campaign; the passages are taken one at a time."""
    with etree.xmlfile(stream, encoding="UTF-8") as writer:
        writer.write_declaration()
        pen = _Pen(writer)
        with pen.element("campaign", program=PROGRAM):
            _write_charter(pen, subject)
            count, last, head = 0, None, subject.charter.digest
            with pen.element("log"):
                for passage in passages:
                    count += 1
                    _write_entry(pen, passage)
                    if not passage.is_beside:
                        head = _head_after(head, last, passage.entry)
                        last = passage
            with pen.element("end", entries=count, head=head):
                pen.write_note("result", last.result if last else "")
                pen.write_note("waits", last.waiting if last and not last.result else "")
    stream.write(b"\n")


def unescaped(text: str) -> str:
    r"""Return a text that was written with escaped="true" as it was."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else "\\", text)


def _head_after(head: str, last: Passage | None, entry: Entry) -> str:
    """Return the head of the chain: a rejection or withdrawal takes its turn back."""
    if entry.kind not in VOIDING:
        return entry.digest
    assert last is not None, "what takes a turn back follows it"
    return last.entry.prev if last.entry.digest == entry.prev else head


class _Pen:
    """Writes elements with line breaks; attributes that are None are left out."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer
        self._depth = 0

    @contextmanager
    def element(self, tag: str, **attributes: str | int | None) -> Iterator[None]:
        """Write an element that holds others."""
        if self._depth:
            self._break()
        with self._writer.element(*self._start(tag, attributes)):
            self._depth += 1
            yield
            self._depth -= 1
            self._break()

    def write_leaf(self, tag: str, text: str = "", **attributes: str | int | None) -> None:
        """Write an element that holds nothing but text."""
        if _FORBIDDEN.search(text):
            text = _FORBIDDEN.sub(_escape, text.replace("\\", "\\\\"))
            attributes["escaped"] = "true"
        self._break()
        with self._writer.element(*self._start(tag, attributes)):
            self._writer.write(text)

    def write_note(self, tag: str, text: str) -> None:
        """Write a text if there is one."""
        if text:
            self.write_leaf(tag, text)

    def write_value(self, tag: str, value: Json, name: str | None = None) -> None:
        """Write a JSON value."""
        if isinstance(value, str):
            self.write_leaf(tag, value, name=name)
        elif value is None or isinstance(value, int):
            kind = "nothing" if value is None else "number"
            if isinstance(value, bool):
                kind = "boolean"
            self.write_leaf(tag, "" if value is None else str(value).lower(), name=name, type=kind)
        elif isinstance(value, Mapping):
            with self.element(tag, name=name, type="object"):
                self.write_members(value)
        else:
            with self.element(tag, name=name, type="list"):
                for item in value:
                    self.write_value("item", item)

    def write_members(self, document: Mapping[str, Json], tag: str = "member") -> None:
        """Write the members of a JSON object, by name."""
        for name in sorted(document):
            self.write_value(tag, document[name], name)

    def write_order(self, document: Mapping[str, Json]) -> None:
        """Write an order."""
        members = {name: document[name] for name in document if name != "kind"}
        if not members:
            self.write_leaf("order", kind=document["kind"])
            return
        with self.element("order", kind=document["kind"]):
            self.write_members(members)

    def write_tally(self, tally: Mapping[str, int] | None) -> None:
        """Write what victory is counted by."""
        for name, number in (tally or {}).items():
            self.write_leaf("tally", name=name, value=number)

    def write_positions(self, tag: str, changes: Sequence[Change]) -> None:
        """Write where pieces are."""
        for name, place, left, aboard in changes:
            self.write_leaf(tag, piece=name, place=place, left=left, aboard=aboard or None)

    def write_standing_orders(self, documents: Iterable[Mapping[str, Json]]) -> None:
        """Write standing orders."""
        for document in documents:
            with self.element("standingOrder"):
                self.write_members(document)

    @contextmanager
    def entry(self, tag: str, passage: Passage, **more: str | int | None) -> Iterator[None]:
        """Write an entry with what all entries have."""
        with self.element(tag, **_attributes(passage), **more):
            yield

    def _break(self) -> None:
        self._writer.write("\n" + "  " * self._depth)

    def _start(
        self, tag: str, attributes: Mapping[str, str | int | None]
    ) -> tuple[str, dict[str, str], dict[None, str] | None]:
        given = {name: str(value) for name, value in attributes.items() if value is not None}
        # The root names the namespace for all that it holds.
        return f"{{{NAMESPACE}}}{tag}", given, None if self._depth else {None: NAMESPACE}


def _attributes(passage: Passage) -> dict[str, Any]:
    entry = passage.entry
    return {
        "number": entry.seq,
        "by": entry.by,
        "digest": entry.digest,
        "file": entry.file_name,
        "gameTurn": passage.game_turn,
        "clock": passage.clock,
        "date": passage.date or None,
        "after": entry.after or None,
        "beside": "true" if passage.is_beside else None,
    }


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _write_charter(pen: _Pen, subject: ChronicleSubject) -> None:
    charter, agreed = subject.charter, subject.charter.body
    with pen.element(
        "charter", campaign=charter.campaign, name=agreed.name, mode=agreed.mode,
        scenario=agreed.scenario, created=agreed.created, digest=charter.digest,
        file=charter.file_name,
    ):  # fmt: skip
        pen.write_leaf("ruleset", subject.title, id=agreed.ruleset, revision=agreed.revision)
        pen.write_members(agreed.options, "option")
        for name, digest in sorted(agreed.packs.items()):
            pen.write_leaf("pack", name=name, digest=digest)
        pen.write_members(_terms(agreed), "term")
        for seat, seated in sorted(agreed.seats.items()):
            with pen.element("seat", name=seat, key=seated.key):
                pen.write_standing_orders(seated.standing_orders or ())
        for name, piece in subject.roster.items():
            with pen.element("piece", id=name, seat=piece.seat, full=piece.full):
                pen.write_leaf("name", piece.name)
                for meaning, value in piece.printed:
                    pen.write_leaf("printed", value, name=meaning)
        if subject.roster:
            pen.write_leaf("losses", one=subject.losses_in.one, many=subject.losses_in.many)
        pen.write_positions("start", subject.start)
        pen.write_tally(subject.tally)


def _terms(agreed: CharterBody) -> dict[str, Json]:
    terms: dict[str, Json] = {
        "deadline_hours": agreed.deadline_hours,
        "grace_hours": agreed.grace_hours,
        "corrections": agreed.corrections,
    }
    if agreed.delay_hours is not None:
        terms["delay_hours"] = agreed.delay_hours
    return terms


def _write_entry(pen: _Pen, passage: Passage) -> None:
    """Write an entry of the log; the charter stands before it."""
    match passage.entry.body:
        case TurnBody() as turn:
            _write_turn(pen, passage, turn)
        case ReceiptBody() as receipt:
            _write_receipt(pen, passage, receipt)
        case RejectionBody() as rejection:
            _write_rejection(pen, passage, rejection)
        case WithdrawalBody():
            pen.write_leaf("withdrawal", **_attributes(passage), answers=passage.entry.prev)
        case OpeningBody() | AnchorBody():
            pen.write_leaf(passage.entry.kind, **_attributes(passage))
        case RulingBody() as ruling:
            _write_ruling(pen, passage, ruling)
        case KeyChangeBody(seat=seat, key=key, reason=reason):
            with pen.entry("keyChange", passage, seat=seat, key=key):
                pen.write_leaf("text", reason)
        case ResignationBody(text=text):
            with pen.entry("resignation", passage):
                pen.write_leaf("text", text)


def _write_turn(pen: _Pen, passage: Passage, turn: TurnBody) -> None:
    drops = "true" if turn.drop_queued else None
    with pen.entry("turn", passage, decision=turn.decision, dropQueued=drops):
        pen.write_leaf("asked", passage.asked)
        pen.write_note("message", turn.message or "")
        if turn.standing_orders is not None:
            with pen.element("standingOrders"):
                pen.write_standing_orders(turn.standing_orders)
        for order in turn.orders:
            pen.write_order(order)


def _write_receipt(pen: _Pen, passage: Passage, receipt: ReceiptBody) -> None:
    with pen.entry(
        "receipt", passage, answers=receipt.turn, time=receipt.time, stands=receipt.stands,
        state=receipt.state, trust=receipt.trust,
    ):  # fmt: skip
        for told in passage.told:
            _write_event(pen, told)
        for answer in passage.automatic:
            with pen.element(
                "automatic", seat=answer.seat, decision=answer.decision,
                standingOrder=answer.standing_order + 1,
            ):  # fmt: skip
                pen.write_order(answer.order)
        for note in passage.notes:
            pen.write_leaf("note", note)
        pen.write_tally(passage.tally)
        pen.write_note("waits", passage.waiting)


def _write_event(pen: _Pen, told: Told) -> None:
    if told.roll:
        roll = told.roll
        with pen.element("roll", rule=roll.rule, sides=roll.sides, trust=roll.trust):
            pen.write_leaf("label", roll.label)
            for face in roll.values:
                pen.write_leaf("die", str(face))
        return
    with pen.element("event", kind=told.kind, gameTurn=told.game_turn):
        pen.write_leaf("sentence", told.text)
        pen.write_members(told.members)
        pen.write_positions("position", told.changes)


def _write_rejection(pen: _Pen, passage: Passage, rejection: RejectionBody) -> None:
    answers = passage.entry.prev
    with pen.entry("rejection", passage, answers=answers, time=rejection.time):
        for violation in rejection.violations:
            with pen.element("violation", rule=violation.rule, code=violation.code):
                pen.write_leaf("at", violation.at)
                pen.write_leaf("text", violation.text)


def _write_ruling(pen: _Pen, passage: Passage, ruling: RulingBody) -> None:
    taken = ruling.takes_back
    with pen.entry("ruling", passage, about=ruling.about, takesBack=taken):
        pen.write_leaf("text", ruling.text)
        for lost in ruling.forfeits:
            pen.write_leaf("forfeit", seat=lost.seat, seal=lost.name)
        for told in passage.told:
            pen.write_positions("position", told.changes)
