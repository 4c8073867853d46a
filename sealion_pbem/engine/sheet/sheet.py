"""Order sheets: a turn as lines of words, read into an orders file and written from one.

    turn 1, step 6                     a heading: the orders behind it are for this turn and stage
    17 Inf > 6219                      an order, in a phrase of the game
    17 Inf, 35 Inf land 6219           one order for each of them
    Trans 3: load 17 Inf, land 6219    several orders, each for its stage
    deploy                             one that goes on in lines that begin with a space
      6219: 17 Inf, 1 Lon
    standing: retreat = default        a standing order; "standing: none" ends all of them
    standing: quick book               a book of them; what has a line of its own goes before it
    suppose blue/reaction: stand       what is supposed for the orders behind
    drop queued                        what waits from earlier files is dropped
    message: Good luck!                a line for the other players
    # a comment

What is signed is the JSON that a sheet is read into. Every fault names its line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from typing import Any

from sealion_pbem.engine.capability import answers_of, timetable_of
from sealion_pbem.engine.game import Game
from sealion_pbem.engine.policy import RankedPolicy, is_policy
from sealion_pbem.engine.readymade import books_of, standing_orders_of
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Implies, Understands
from sealion_pbem.engine.sheet.compound import Agenda, OrderSaid, heard_clauses, said_orders
from sealion_pbem.engine.sheet.lexicon import Lexicon, Unclear, lexicon_of
from sealion_pbem.engine.sheet.lines import (
    LONGEST_LINE,
    MOST_LINES,
    MOST_WORDS,
    Line,
    folded,
    lines_of,
)
from sealion_pbem.engine.sheet.members import Misread
from sealion_pbem.engine.sheet.naming import offered
from sealion_pbem.engine.sheet.phrase import Word, split_words
from sealion_pbem.engine.sheet.speech import speech_of
from sealion_pbem.engine.sheet.standing_words import read_standing, said_standing
from sealion_pbem.engine.words import Json

__all__ = [
    "WHENEVER",
    "Sheet",
    "read_sheet",
    "said_order",
    "said_supposition",
    "write_sheet",
]

_LABELS = frozenset({"message", "standing", "suppose"})
_MOST_LISTED = 12
_MOST_FAULTS = 20
_BOOK = re.compile(r"(?:the )?(\w{1,40}) book", re.IGNORECASE)
WHENEVER = "whenever it is asked"
"""The heading behind which orders belong to no stage again."""


@dataclass
class Sheet:
    """The content of a sheet: members of an orders file, where each order stands, and what is wrong."""

    document: dict[str, Any] = field(default_factory=lambda: {"orders": []})
    lines: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Line and column by the pointer of an order or a standing order: "/orders/3"."""
    faults: list[Misread] = field(default_factory=list)

    def place_of(self, pointer: str) -> tuple[int, int] | None:
        """Return line and column of what a pointer into the document means; None: no line says it."""
        while pointer and pointer not in self.lines:
            pointer = pointer.rpartition("/")[0]
        return self.lines.get(pointer)


def read_sheet(ruleset: Ruleset[Any], game: Game[Any], text: str) -> Sheet:
    """Return what a sheet says for the seat that is asked; faults name line and column."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES or any(len(line) > LONGEST_LINE for line in lines):
        fault = f"a sheet has at most {MOST_LINES} lines of {LONGEST_LINE} characters"
        return Sheet(faults=[Misread(fault, 1, 1)])
    return _SheetReader(ruleset, game).read(text)


class _SheetReader:
    """One sheet as it is read, line by line."""

    def __init__(self, ruleset: Ruleset[Any], game: Game[Any]) -> None:
        self._ruleset, self._game = ruleset, game
        self._speech, self._names = speech_of(ruleset), lexicon_of(ruleset, game.state)
        self._stages = {stage.casefold(): stage for stage in timetable_of(ruleset).stages}
        self._time: dict[str, Json] = {}
        self._agenda = self._new_agenda()
        self._book: list[dict[str, Json]] = []
        self.sheet = Sheet()

    def _new_agenda(self) -> Agenda:
        ruleset, state = self._ruleset, self._game.state
        turn, ends = max(ruleset.game_turn(state), 1), timetable_of(ruleset).lapsing
        asked = ruleset.decision(state)
        if asked is None or not isinstance(ruleset, Understands):
            return Agenda(lambda _, __: (), ends, turn, 0)
        moments = partial(ruleset.moments, state, asked.seat)
        return Agenda(moments, ends, turn, ruleset.moment(state))

    def read(self, text: str) -> Sheet:
        for line in lines_of(text):
            if len(line.words) > MOST_WORDS:
                self._add_fault(line.words[0], f"an order has at most {MOST_WORDS} words")
            else:
                self._take(line)
            if len(self.sheet.faults) >= _MOST_FAULTS:
                break
        if self._book:
            self.sheet.document["standing_orders"] += self._book
        for number, item in enumerate(self._agenda.end()):
            self._note_place(f"/orders/{number}", item.word)
            for pointer, word in item.spots.items():
                self._note_place(f"/orders/{number}{pointer}", word)
            self.sheet.document["orders"].append(item.order)
        return self.sheet

    def _take(self, line: Line) -> None:
        document = self.sheet.document
        if (said := line.labelled("message")) is not None:
            before = f"{document['message']}\n" if "message" in document else ""
            document["message"] = before + said
        elif (said := line.labelled("standing")) is not None:
            self._take_standing(line, said)
        elif line.words[0].key == "suppose" and ":" in line.text:
            self._take_supposition(line)
        elif line.key == "drop queued":
            document["drop_queued"] = True
        elif line.words[0].key in _LABELS:
            self._add_fault(line.words[0], f"a colon is wanted: {line.words[0].key}: …")
        elif not self._take_heading(line):
            self._take_order(line)

    def _take_heading(self, line: Line) -> bool:
        """Take a heading: a turn, a stage, or both; say whether it was one."""
        if line.key == WHENEVER:
            self._time = {}
            return True
        words, key = line.words, line.key
        time: dict[str, Json] = {}
        if words[0].key == "turn" and len(words) > 1 and words[1].text.isdecimal():
            time["turn"] = int(words[1].text)
            rest = words[2:]
            if not rest:
                self._time = time
                return True
            key = " ".join(word.key for word in rest if word.text != ",")
        if key not in self._stages:
            if time:
                self._add_fault(words[2], f"no stage is called {key!r}{_meant(key, self._stages)}")
                return True
            return False
        self._time = {**time, "stage": self._stages[key]}
        return True

    def _take_order(self, line: Line) -> None:
        find = partial(offered, self._ruleset, self._game)
        heard = self._speech.heard(line.words, self._names, find)
        doer = self._ruleset.doer if isinstance(self._ruleset, Understands) else _himself
        by = partial(doer, self._game.state)
        if heard.orders:
            for item in said_orders(partial(by, []), heard, line.words[0]):
                self._agenda.add(replace(item, order={**item.order, **self._time}))
            return
        implies = self._ruleset.implied if isinstance(self._ruleset, Implies) else _nothing
        implied = partial(implies, self._game.state)
        clauses = heard_clauses(self._speech, line.words, self._names, find, by, implied)
        found = [clause for clause in clauses if isinstance(clause, OrderSaid)]
        if found:
            self._agenda.add(*map(self._timed, found))
            return
        self.sheet.faults += [each for each in clauses if isinstance(each, Misread)] or heard.faults

    def _timed(self, item: OrderSaid) -> OrderSaid:
        """Return a clause with the time of the heading, but for a stage in which it has none."""
        time, order = dict(self._time), item.order
        stage = time.get("stage")
        if stage and not self._agenda.moments(order["kind"], stage):
            time.pop("stage")
        return replace(item, order={**order, **time})

    def _take_standing(self, line: Line, said: str) -> None:
        orders = self.sheet.document.setdefault("standing_orders", [])
        if said.casefold() in ("none", "nothing"):
            return
        if (book := _BOOK.fullmatch(said)) is not None:
            self._take_book(line, book[1].casefold())
            return
        found = read_standing(said)
        if isinstance(found, str):
            self._add_fault(_first(line), found)
            return
        order, what = found
        at, words = f"/standing_orders/{len(orders)}", _answer_in(line, what)
        self._note_place(at, _first(line))
        self._note_place(f"{at}/do", words[0] if words else _first(line))
        known = answers_of(self._ruleset).policies
        order["when"] = _whole(order["when"], known)
        if known and order["when"] not in known:
            said = order["when"].replace("_", " ")
            meant = _meant(said, [kind.replace("_", " ") for kind in known])
            self._add_fault(_first(line), f"no decision is called {said!r}{meant}")
            return
        policies = known.get(order["when"], {})
        named, colon, listed = what.partition(":")
        policy = _whole("_".join(named.casefold().split()), policies)
        if policy in ("default", *policies):
            do = self._ranked(line, policy, listed) if colon else policy
            orders += [{**order, "do": do}] if do else []
            return
        answer = self._heard(words, f"{at}/do", f"; answers by name are: {_listed(policies)}")
        if answer is not None:
            orders.append({**order, "do": answer})

    def _ranked(self, line: Line, policy: str, listed: str) -> Json:
        """Return a policy with the order of places or units behind its colon; None: a name is unclear."""
        order = []
        for said in filter(None, map(str.strip, listed.split(","))):
            meant = self._names.meant_by(said)
            if isinstance(meant, Unclear):
                self._add_fault(line.words[0], meant.text)
                return None
            order.append(meant)
        return {"kind": RankedPolicy.kind, "policy": policy, "order": order}

    def _take_book(self, line: Line, name: str) -> None:
        """Take a book of standing orders; it stands behind all that have a line of their own."""
        asked = self._ruleset.decision(self._game.state)
        seat = asked.seat if asked else ""
        known = books_of(self._ruleset, seat) if seat else {}
        if name in known:
            self._book = standing_orders_of(known[name])
        else:
            self._add_fault(_first(line), f"no book is called {name!r}{_meant(name, known)}")

    def _take_supposition(self, line: Line) -> None:
        at, _, what = line.text.partition(" ")[2].rpartition(":")
        supposed = self.sheet.document.setdefault("supposes", [])
        here = f"/supposes/{len(supposed)}"
        self._note_place(here, line.words[1])
        faces = what.split()
        if faces and all(face.isdecimal() for face in faces):
            supposed.append({"at": at.strip(), "faces": [int(face) for face in faces]})
            return
        at = "_".join(at.strip().split())
        words = line.words[len(line.words) - len(split_words(what)) :]
        order = self._heard(words, f"{here}/order") if words else None
        if order is not None:
            supposed.append({"at": at, "order": order})
        elif not words:
            self._add_fault(line.words[0], "what is supposed is missing behind the colon")

    def _heard(self, words: tuple[Word, ...], at: str, hint: str = "") -> dict[str, Json] | None:
        """Return the one order that words say, as a standing order or a supposition needs it."""
        self._note_place(at, words[0])
        find = partial(offered, self._ruleset, self._game)
        heard = self._speech.heard(words, self._names, find)
        if len(heard.orders) == 1:
            for pointer, word in heard.spots[0].items():
                self._note_place(f"{at}{pointer}", word)
            return heard.orders[0]
        if heard.orders:
            self._add_fault(words[0], "one order is wanted here")
        for fault in heard.faults:
            self.sheet.faults.append(Misread(fault.text + hint, fault.line, fault.column))
        return None

    def _add_fault(self, word: Word, text: str) -> None:
        self.sheet.faults.append(Misread(text, word.line, word.column))

    def _note_place(self, pointer: str, word: Word) -> None:
        self.sheet.lines[pointer] = word.line, word.column


def _first(line: Line) -> Word:
    """Return the first word behind the label of a line."""
    return line.words[min(2, len(line.words) - 1)]


def _answer_in(line: Line, what: str) -> tuple[Word, ...]:
    """Return the words of a standing order that say what it does: they begin behind the equals sign."""
    begin = next(number for number, word in enumerate(line.words) if word.text == "=") + 1
    return line.words[begin : begin + len(split_words(what))]


def _himself(_: Any, __: list[dict[str, Json]], ___: str, unit: str) -> str:
    """Return the unit itself: every unit acts for itself, where the game says nothing else."""
    return unit


def _nothing(_: Any, __: list[dict[str, Json]], ___: Mapping[str, Json]) -> list[dict[str, Json]]:
    """Nothing goes without saying, where the game does not say so."""
    return []


def _whole(said: str, known: Iterable[str]) -> str:
    """Return the one name that has all words of what was said, or else what was said."""
    every = [*known]
    alike = [name for name in every if {*said.split("_")} <= {*name.split("_")}]
    return alike[0] if said not in every and len(alike) == 1 else said


def _listed(policies: Mapping[str, str]) -> str:
    return ", ".join(name.replace("_", " ") for name in dict.fromkeys(("default", *policies)))


def _meant(said: str, known: Iterable[str]) -> str:
    """Return what could have been meant, or else the first of what there is."""
    every = [*known]
    close = get_close_matches(said, every, n=3)
    if close:
        return f"; did you mean {' or '.join(close)}?"
    more = ", …" if len(every) > _MOST_LISTED else ""
    return f"; there are: {', '.join(every[:_MOST_LISTED])}{more}"


def said_order(ruleset: Ruleset[Any], names: Lexicon, order: Mapping[str, Json]) -> str:
    """Return an order on the wire in a line, its time aside."""
    return speech_of(ruleset).said(order, names)


def write_sheet(ruleset: Ruleset[Any], game: Game[Any], document: Mapping[str, Any]) -> str:
    """Return the sheet that says what an orders file says."""
    names = lexicon_of(ruleset, game.state)
    lines: list[str] = []
    time: tuple[Json, str] = (None, "")
    if document.get("drop_queued"):
        lines.append("drop queued")
    lines += [said_supposition(ruleset, names, each) for each in document.get("supposes", ())]
    for order in document["orders"]:
        now = order.get("turn"), order.get("stage", "")
        if now != time:
            lines.append(_said_time(*now))
            time = now
        plain = {name: value for name, value in order.items() if name not in ("turn", "stage")}
        lines.append(folded(said_order(ruleset, names, plain)))
    if "standing_orders" in document and not document["standing_orders"]:
        lines.append("standing: none")
    for standing in document.get("standing_orders", ()):
        do = standing["do"]
        lines.append(said_standing(standing, _said_answer(ruleset, names, do)))
    message = document.get("message", "")
    lines += [f"message: {line}" for line in message.split("\n")] if message else []
    return "".join(f"{line}\n" for line in lines)


def _said_answer(ruleset: Ruleset[Any], names: Lexicon, do: Json) -> str:
    """Return what a standing order does: a policy, with its order of places or units, or an order."""
    if isinstance(do, str):
        return do.replace("_", " ")
    if is_policy(do):
        listed = ", ".join(map(names.name_of, do.get("order", ())))
        return f"{do['policy'].replace('_', ' ')}: {listed}".rstrip()
    return said_order(ruleset, names, do)


def _said_time(turn: Json, stage: str) -> str:
    parts = [f"turn {turn}"] if turn is not None else []
    return ", ".join([*parts, *([stage] if stage else [])]) or WHENEVER


def said_supposition(ruleset: Ruleset[Any], names: Lexicon, supposed: Mapping[str, Json]) -> str:
    """Return a supposition as the line that says it."""
    if "faces" in supposed:
        return f"suppose {supposed['at']}: {' '.join(map(str, supposed['faces']))}"
    return f"suppose {supposed['at']}: {said_order(ruleset, names, supposed['order'])}"
