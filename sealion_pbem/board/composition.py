"""Composing on the board: where the orders written so far lead, and what can be ordered there.

The page asks with the version of the orders that it shows; what they lead to is worked out once for
each version and kept while it is the newest. Menus are the engine's: a drag is the question which kinds
of orders take these units, and where to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from sealion_pbem.board.pad import Page, mark_of_page, read_page
from sealion_pbem.board.table import BoardTable
from sealion_pbem.engine.capability import timetable_of
from sealion_pbem.engine.choices import KIND, Menu, Partial, extend, menu
from sealion_pbem.engine.forecast import forecasting
from sealion_pbem.engine.form import Choice, Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.sheet.lexicon import lexicon_of
from sealion_pbem.engine.sheet.sheet import said_order
from sealion_pbem.engine.showing import Draws, Prices, narration_of
from sealion_pbem.engine.ways import fix_ways
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Decision, Json, Seat, Violation
from sealion_pbem.errors import StaleError, WireError
from sealion_pbem.umpire.rehearsal import Rehearsal, rehearse

__all__ = [
    "Lead",
    "Leads",
    "asked_of",
    "describe",
    "ends_of",
    "menu_of",
    "order_lines",
    "reach_of",
    "why_not",
]

_MOST_CHOICES = 4000
_TIME = ("turn", "stage")
_KEPT = 24
_MOST_FAULTS = 5


@frozen
class Lead:
    """Where the first `count` orders of a page lead: judged up to the first die, then supposed."""

    page: Page
    count: int
    rehearsal: Rehearsal
    game: Game[Any]

    @property
    def is_supposed(self) -> bool:
        """Tell whether dice or answers are supposed to get there."""
        ahead = self.rehearsal.ahead
        return ahead is not None and bool(ahead.used)


class Leads:
    """What the orders of one version lead to, for some numbers of them."""

    def __init__(self, table: BoardTable) -> None:
        self._table = table
        self._kept: dict[tuple[str, str, int], Lead] = {}
        self._page: tuple[tuple[str, Json], Page] | None = None

    def of(self, version: str, count: int | None = None) -> Lead:
        """Return where the orders of a version lead, all or the first of them.

        Raises:
            StaleError: that version is not the newest any more.
        """
        head, page = self._read()
        if page.version != version:
            raise StaleError(
                "these orders were changed elsewhere, in another tab or by another program",
                hint="they are shown as they now stand",
            )
        orders = page.draft["orders"]
        number = len(orders) if count is None else min(max(count, 0), len(orders))
        key = (head, version, number)
        if key not in self._kept:
            if any(kept[:2] != key[:2] for kept in self._kept) or len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[key] = self._led(page, number)
        return self._kept[key]

    def _read(self) -> tuple[str, Page]:
        """Return the head of the log and the orders upon it."""
        mark = mark_of_page(self._table)
        if self._page is None or self._page[0] != mark:
            self._page = mark, read_page(self._table)
        return mark[0], self._page[1]

    def _led(self, page: Page, count: int) -> Lead:
        """Judge orders; behind an illegal one composing goes on where it would have begun."""
        desk, draft = self._table.desk, page.draft
        rehearsal = rehearse(desk, {**draft, "orders": draft["orders"][:count]})
        if rehearsal.ahead is not None:
            return Lead(page, count, rehearsal, rehearsal.ahead.game)
        legal = min((_number(fault.at, count) for fault in rehearsal.refused), default=count)
        before = rehearse(desk, {**draft, "orders": draft["orders"][:legal]}) if legal else None
        game = self._table.record.game
        if before is not None and before.ahead is not None:
            game = before.ahead.game
        return Lead(page, count, rehearsal, game)


def _number(pointer: str, last: int) -> int:
    """Return the number of the order that a pointer leads into."""
    parts = pointer.split("/")
    is_order = parts[1:2] == ["orders"] and parts[2:3] and parts[2].isdigit()
    return min(int(parts[2]), last) if is_order else 0


def order_lines(table: BoardTable, lead: Lead) -> list[Json]:
    """Return every order in the words of order sheets, with what is wrong with it."""
    names = lexicon_of(table.ruleset, table.record.game.state)
    faults: dict[int, list[Json]] = {}
    for fault in lead.rehearsal.refused:
        faults.setdefault(_number(fault.at, lead.count), []).append(to_wire(fault))
    ahead, judged = lead.rehearsal.ahead, lead.rehearsal.preview.judged
    blind = ahead.blind if ahead and ahead.blind is not None else lead.count
    return [
        {
            "text": said_order(table.ruleset, names, _timeless(order)),
            "when": _time(order),
            "state": _state(number, faults, judged, blind),
            "faults": faults.get(number, []),
        }
        for number, order in enumerate(lead.page.draft["orders"][: lead.count])
    ]


def _state(number: int, faults: Mapping[int, Any], judged: int, blind: int) -> str:
    if number in faults:
        return "refused"
    if number >= min(blind, judged) and not faults:
        return "blind"
    return "legal"


def _timeless(order: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in order.items() if name not in _TIME}


def _time(order: Mapping[str, Json]) -> str:
    turn = [f"turn {order['turn']}"] if "turn" in order else []
    return ", ".join([*turn, *([order["stage"]] if order.get("stage") else [])])


def asked_of(table: BoardTable, game: Game[Any], decision: Decision) -> dict[str, Json]:
    """Return what is asked, and the kinds of orders that answer it, each with who can act."""
    units = _units_in(table, game)
    kinds = []
    for choice in menu(table.ruleset, game).choices():
        seen = menu(table.ruleset, game, {KIND: choice.value})
        first = seen.missing.at.lstrip("/") if seen.missing else ""
        actors = dict.fromkeys(
            name for found in seen.choices(first) for name in _named(found.value) if name in units
        )
        kinds.append(
            {
                "kind": choice.value,
                "label": choice.label,
                "rule": choice.rule,
                "units": [*actors],
                "complete": seen.order is not None,
            }
        )
    return {
        "seat": decision.seat,
        "decision": decision.kind,
        "rule": decision.rule,
        "title": table.ruleset.rules.get(decision.rule, ""),
        "prompt": decision.prompt,
        "kinds": kinds,
        "not_yet": [*_not_yet(table, game, decision, {kind["kind"] for kind in kinds})],
    }


def _not_yet(
    table: BoardTable, game: Game[Any], decision: Decision, offered: Collection[str]
) -> Iterator[dict[str, Json]]:
    """Say why an order that is only a word cannot be given yet: what of a set-up is missing, say."""
    for kind in sorted(decision.accepts - set(offered)):
        form = table.ruleset.forms.get(kind)
        if form is not None and not form.members:
            for fault in islice(form.faults(game.state, {}), _MOST_FAULTS):
                yield {"kind": kind, "text": fault.text, "rule": fault.rule}


def _units_in(table: BoardTable, game: Game[Any]) -> frozenset[str]:
    ruleset = table.ruleset
    if isinstance(ruleset, Draws):
        return frozenset(piece.id for piece in ruleset.pieces(game.state))
    return frozenset(unit.id for unit in table.scene.shown(game.state).units)


def _named(value: Json) -> Sequence[str]:
    """Return whom or what a value begins with."""
    first = value[0] if isinstance(value, list) and value else value
    return (first,) if isinstance(first, str) else ()


def menu_of(
    table: BoardTable, lead: Lead, partial: Partial, choice: Choice | None = None
) -> dict[str, Json]:
    """Return what can come next in an order, with a choice added to it if one is given.

    Once it is an order, what its dice promise stands with it.

    Raises:
        WireError: the partial cannot be read.
    """
    if choice is not None:
        partial = _extended(table, partial, choice)
    found = _menu(table, lead, partial)
    document = found.document(0)
    document["choices"] = _choices(table, found)
    document["said"] = ""
    document["forecasts"] = []
    if found.order is not None:
        names = lexicon_of(table.ruleset, lead.game.state)
        document["said"] = said_order(table.ruleset, names, document["order"])
        able = forecasting(table.ruleset)
        # A seal that is not closed yet is no order of the ruleset.
        is_known = type(found.order) is table.ruleset.orders.get(found.order.kind)
        forecasts = able.forecasts(lead.game.state, found.order) if able and is_known else ()
        document["forecasts"] = [forecast.document for forecast in forecasts]
    return document


def _choices(table: BoardTable, found: Menu) -> list[Json]:
    """Return what can be added, with what it costs in words; a choice that says nothing is short."""
    listed = []
    for choice in islice(found.choices(), _MOST_CHOICES):
        document = {"value": choice.value} | {
            name: value for name, value in to_wire(choice).items() if value not in ("", [], None)
        }
        if choice.cost is not None and isinstance(table.ruleset, Prices):
            document["price"] = table.ruleset.price(choice.cost)
        listed.append(document)
    return listed


def _menu(table: BoardTable, lead: Lead, partial: Partial) -> Menu:
    kind = partial.get(KIND, "")
    if not isinstance(kind, str):
        raise WireError("/partial/kind: expected a text")
    return menu(table.ruleset, lead.game, partial)


def _extended(table: BoardTable, partial: Partial, choice: Choice) -> Partial:
    try:
        return extend(table.ruleset, partial, choice)
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise WireError(f"/choice: cannot be added to such an order ({error})") from None


def reach_of(table: BoardTable, lead: Lead, units: Sequence[str]) -> list[Json]:
    """Return for every kind of order that takes all these units what can come next: places, other units.

    Each has the order as far as it is made by naming the units.
    """
    found = []
    for choice in menu(table.ruleset, lead.game).choices():
        partial = _taken_up(table, lead, choice.value, units)
        if partial is None:
            continue
        seen = _menu(table, lead, partial)
        found.append(
            {
                "kind": choice.value,
                "label": choice.label,
                "partial": dict(partial),
                "complete": seen.order is not None,
                "choices": _choices(table, seen),
            }
        )
    return found


def ends_of(table: BoardTable, lead: Lead, unit: str) -> tuple[str, ...]:
    """Return the places and units to which a unit can be led by an order that begins with it."""
    found: dict[str, None] = {}
    for choice in menu(table.ruleset, lead.game).choices():
        partial = _taken_up(table, lead, choice.value, (unit,))
        if partial is not None:
            for each in islice(_menu(table, lead, partial).choices(), _MOST_CHOICES):
                found.setdefault(_end(each.value))
    found.pop("", None)
    return tuple(found)


def _end(value: Json) -> str:
    """Return where a value leads: its last word."""
    last = value[-1] if isinstance(value, list) and value else value
    return last if isinstance(last, str) else ""


def _taken_up(table: BoardTable, lead: Lead, kind: str, units: Sequence[str]) -> Partial | None:
    """Return the order of a kind to which all units are added; None if it does not take them."""
    partial: Partial = {KIND: kind}
    for unit in units:
        seen = _menu(table, lead, partial)
        adding = (each for each in seen.choices() if _adds(each, unit))
        choice = next(adding, None)
        if choice is None:
            return None
        partial = extend(table.ruleset, partial, choice)
    return partial


def _adds(choice: Choice, unit: str) -> bool:
    """Tell whether a choice names a unit and nothing else; of a table, that it is taken up."""
    value = choice.value
    return value == unit or (isinstance(value, list) and value == [unit, None])


def why_not(table: BoardTable, lead: Lead, units: Sequence[str], target: str) -> list[Json]:
    """Return, for every kind of order that takes these units, why it leads to no such place or unit."""
    found, actors = [], _units_in(table, lead.game)
    is_unit = target in actors
    for choice in menu(table.ruleset, lead.game).choices():
        partial = _taken_up(table, lead, choice.value, units)
        if partial is None:
            continue
        # What takes other units has nothing to say of a place.
        members = dict.fromkeys(
            each.member
            for each in _menu(table, lead, partial).choices()
            if is_unit == any(name in actors for name in _named(each.value))
        )
        faults = [
            fault for member in members for fault in _faults(table, lead, partial, member, target)
        ]
        if faults:
            kind = {"kind": choice.value, "label": choice.label}
            found.append({**kind, "text": faults[0].text, "rule": faults[0].rule})
    return found


def _faults(
    table: BoardTable, lead: Lead, partial: Partial, member: str, target: str
) -> Sequence[Violation]:
    """Return why a member cannot lead to a target: of a way, why there is none."""
    if _menu(table, lead, partial).shapes.get(member) is Shape.ONWARD:
        seat = Seat(lead.page.draft["seat"])
        return fix_ways(table.ruleset, lead.game, seat, [{**partial, member: target}])[1]
    try:
        added = _extended(table, partial, Choice(member, target, ""))
        return _menu(table, lead, added).refused
    except WireError:
        # It takes something of another shape.
        return ()


def describe(table: BoardTable, game: Game[Any]) -> dict[str, Json]:
    """Return where a game stands, in words."""
    ruleset, state = table.ruleset, game.state
    words = narration_of(ruleset)
    briefing = words.briefing(state)
    decision = pending(ruleset, game)
    return {
        "part": words.part(state),
        "turn": briefing.turn,
        "date": briefing.date,
        "facts": [list(fact) for fact in briefing.facts],
        "coming": [list(one) for one in briefing.coming],
        "seat": decision.seat if decision else "",
        "prompt": decision.prompt if decision else ruleset.result(state),
        "rule": decision.rule if decision else "",
        "sequence": _sequence(table, state),
    }


def _sequence(table: BoardTable, state: Any) -> list[dict[str, Json]]:
    """Return the stages of a game turn, each once, and which of them is now."""
    timetable = timetable_of(table.ruleset)
    names = timetable.stage_names(state)
    if not names or names[0] not in timetable.stages:
        return []
    # A stage has several names, the usual ones first; the others come behind them all.
    usual = timetable.stages[: _usual(timetable.stages, names)]
    return [{"name": name, "now": name == names[0]} for name in usual]


def _usual(stages: Sequence[str], names: Sequence[str]) -> int:
    others = [stages.index(name) for name in names[1:] if name in stages]
    return min(
        (number for number in others if number > stages.index(names[0])), default=len(stages)
    )
