"""The comments of a new order sheet: what is asked, who can act, and an example of everything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from textwrap import wrap
from typing import Any

from sealion_pbem.engine.capability import (
    HasOptionalRules,
    answers_of,
    said_secret,
    secrecy_of,
    timetable_of,
)
from sealion_pbem.engine.choices import KIND, example_of, menu
from sealion_pbem.engine.chronicle import KeepsStatistics
from sealion_pbem.engine.form import Shape
from sealion_pbem.engine.readymade import books_of, said_book, set_ups_of, standing_orders_of
from sealion_pbem.engine.refusal import SEALING
from sealion_pbem.engine.saying import Speaks, counted
from sealion_pbem.engine.sheet.lexicon import Lexicon, lexicon_of
from sealion_pbem.engine.sheet.sheet import said_order
from sealion_pbem.engine.showing import narration_of
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Decision, Json, Order, Seat
from sealion_pbem.umpire.record import Record

__all__ = ["comments", "example_line"]

_WIDTH = 98
_HARD = "\N{NO-BREAK SPACE}"
_MOST_LINES = 50
_MOST_BACK = 20
_MOST_POLICIES = 3
_LONGEST_EXAMPLE = 90
_SEALS = frozenset(order.kind for order in SEALING)


def comments(record: Record, decision: Decision, sealed: Mapping[str, Json]) -> Iterator[str]:
    """Return the lines that explain a sheet; `sealed` is what its author has sealed and not opened."""
    names = lexicon_of(record.ruleset, record.game.state)
    yield narration_of(record.ruleset).part(record.game.state)
    yield from wrap(f"{decision.prompt} (rule {decision.rule})", _WIDTH)
    yield ""
    yield "An order a line; what stands behind a # is not read. What can be ordered now, for example:"
    yield from (f"  {line}" for line in _examples(record, names))
    yield from _secrets(record, decision, sealed)
    yield from _manner(record, decision)
    yield from _ready_made(record)
    yield from _who_can_act(record, names, decision)
    yield from _left_over(record, names, decision)
    if not record.game.standing.get(Seat(decision.seat)):
        yield from _policies(record, decision)
    yield from _books(record, decision)


def _examples(record: Record, names: Lexicon) -> Iterator[str]:
    """Return one order of every kind that is possible now; sealing has a paragraph of its own."""
    ruleset, game = record.ruleset, record.game
    for kind in menu(ruleset, game).choices():
        order = None if kind.value in _SEALS else example_of(ruleset, game, kind.value)
        if order is not None:
            said = example_line(record, names, order)
            yield said if len(said) <= _LONGEST_EXAMPLE else f"{said[:_LONGEST_EXAMPLE]} …"


def example_line(record: Record, names: Lexicon, order: Order) -> str:
    """Return an order as a line of a sheet, every way said by its end."""
    document = dict(to_wire(order))
    form = record.ruleset.forms.get(order.kind)
    if form is not None:
        ways = (member.name for member in form.members if member.shape is Shape.ONWARD)
        for name in map(form.name_on_wire, ways):
            document |= {name: document[name][-1]} if document.get(name) else {}
    return said_order(record.ruleset, names, document)


def _secrets(record: Record, decision: Decision, sealed: Mapping[str, Json]) -> Iterator[str]:
    """Say what can be sealed and opened, and remind its author of what only he knows."""
    known: Mapping[str, tuple[Json, ...]] = secrecy_of(record.ruleset).secrets(record.game.state)
    for name, values in known.items() if "seal" in decision.accepts else ():
        said = partial(said_secret, record.ruleset, record.game.state, Seat(decision.seat), name)
        yield from (f"  seal {name} = {said(value)}" for value in values)
    live = record.game.seals.get(Seat(decision.seat), {}) if "open" in decision.accepts else {}
    yield from (f"  open {name}" for name in live)
    for name, value in sealed.items():
        said = partial(said_secret, record.ruleset, record.game.state, Seat(decision.seat), name)
        yield f"Sealed by you, seen by nobody else: {name} is {said(value)}"


def _manner(record: Record, decision: Decision) -> Iterator[str]:
    """Say what else can be written."""
    yield "Units by their names, or by a part that means one of them; lists have commas."
    forms = [record.ruleset.forms[kind] for kind in decision.accepts - _SEALS]
    if any(member.shape is Shape.ONWARD for form in forms for member in form.members):
        yield "Of a way its end is enough; END via PLACE PLACE says how."
    if stages := timetable_of(record.ruleset).stages:
        turn = max(record.ruleset.game_turn(record.game.state), 1)
        yield f"Orders for later stand behind a heading such as: turn {turn}, {stages[-1]}"
    yield "A word to the others: message: Good luck!"


def _ready_made(record: Record) -> Iterator[str]:
    """Name the set-ups with which a new sheet can begin."""
    known = set_ups_of(record.ruleset, record.game.state)
    if known:
        yield ""
        yield "Ready-made set-ups, to be edited; turn new --setup NAME writes one:"
    for name, set_up in known.items():
        yield from wrap(
            f"{name}: {set_up.text}", _WIDTH, initial_indent="  ", subsequent_indent="    "
        )


def _books(record: Record, decision: Decision) -> Iterator[str]:
    """Say which standing orders are in force, and offer the books with what each answers."""
    ruleset, seat = record.ruleset, decision.seat
    books = books_of(ruleset, seat)
    if not books:
        return
    standing = to_wire(record.game.standing.get(Seat(seat), ()))
    known = {name: _answered(standing_orders_of(book)) for name, book in books.items()}
    now = next((name for name, orders in known.items() if orders == _answered(standing)), "")
    said = f"the {now} book" if now else f"{counted(len(standing), 'line')} of your own"
    yield ""
    yield f"Your standing orders now: {said if standing else 'none'}."
    if now:
        yield from said_book(ruleset, now, books[now], _options(record), _WIDTH)
        others = " or ".join(f"standing: {name} book" for name in books if name != now)
        yield f"Another book: {others}."
        yield "A line of your own goes before the book; standing: none ends it."
        return
    yield "A book of them is taken with one line, such as: standing: quick book"
    for name, book in books.items():
        yield from said_book(ruleset, name, book, _options(record), _WIDTH)


def _answered(orders: Iterable[Mapping[str, Json]]) -> list[tuple[Json, Json]]:
    return [(order["when"], order["do"]) for order in orders]


def _options(record: Record) -> Mapping[str, Json]:
    return record.ledger.charter.body.options


def _who_can_act(record: Record, names: Lexicon, decision: Decision) -> Iterator[str]:
    """Return the units that orders of now can begin with, by place, alike ones together."""
    actors = dict.fromkeys(
        name for kind in sorted(decision.accepts) for name in _actors(record, kind)
    )
    places: dict[str, dict[str, list[str]]] = {}
    for name in actors:
        place, what = _place_of(record, name), _description(record, name)
        places.setdefault(place, {}).setdefault(what, []).append(_called(record, names, name))
    if not places:
        return
    yield ""
    yield "Who can act:"
    lines = [
        line
        for place, groups in places.items()
        for what, units in groups.items()
        for line in _listed(f"{names.name_of(place)}, {what}" if what else place, units)
    ]
    yield from lines[:_MOST_LINES]
    if len(lines) > _MOST_LINES:
        yield "  … and others: 'sealion campaign status' shows all"


def _listed(head: str, units: Iterable[str]) -> list[str]:
    """Return units of one kind in a place; no name is torn apart at the end of a line."""
    said = ", ".join(unit.replace(" ", _HARD) for unit in units)
    lines = wrap(
        f"{head}: {said}",
        _WIDTH,
        initial_indent="  ",
        subsequent_indent="    ",
        break_on_hyphens=False,
    )
    return [line.replace(_HARD, " ") for line in lines]


def _actors(record: Record, kind: str) -> Iterator[str]:
    """Return the units that the first member of an order can name."""
    if kind in _SEALS:
        return
    units = _units(record)
    seen = menu(record.ruleset, record.game, {KIND: kind})
    first = seen.missing.at.lstrip("/") if seen.missing else ""
    for choice in seen.choices(first):
        value = choice.value[0] if isinstance(choice.value, list) else choice.value
        if isinstance(value, str) and value in units:
            yield value


def _units(record: Record) -> Mapping[str, Any]:
    ruleset, state = record.ruleset, record.game.state
    if isinstance(ruleset, KeepsStatistics):
        return ruleset.whereabouts(state)
    return narration_of(ruleset).names(state)


def _place_of(record: Record, name: str) -> str:
    ruleset = record.ruleset
    if not isinstance(ruleset, KeepsStatistics):
        return ""
    return ruleset.whereabouts(record.game.state)[name].place


def _description(record: Record, name: str) -> str:
    ruleset = record.ruleset
    return ruleset.describe_unit(record.game.state, name) if isinstance(ruleset, Speaks) else ""


def _called(record: Record, names: Lexicon, name: str) -> str:
    """Return the name of a unit with its id, and who is aboard it or what it is aboard of."""
    ruleset, said = record.ruleset, names.name_of(name)
    load = ruleset.describe_load(record.game.state, name) if isinstance(ruleset, Speaks) else ""
    more = ", ".join(filter(None, ("" if said == name else name, load)))
    return f"{said} ({more})" if more else said


def _left_over(record: Record, names: Lexicon, decision: Decision) -> Iterator[str]:
    queued = record.game.queued.get(Seat(decision.seat), ())
    if queued:
        yield ""
        yield 'Left over from your last file; a line "drop queued" takes them away:'
        for order in queued:
            said = said_order(record.ruleset, names, to_wire(order.order))
            yield f"  turn {order.turn}{f', {order.stage}' if order.stage else ''}: {said}"
    yield from _came_back(record, names, Seat(decision.seat))


def _came_back(record: Record, names: Lexicon, seat: Seat) -> Iterator[str]:
    """Repeat orders of the last file that could not be carried out any more, each ready to be copied."""
    backs = [back for back in record.came_back.get(seat, ()) if back.orders]
    if backs:
        yield ""
        yield "Came back from your last file, since it had become impossible:"
    for back in backs:
        for queued in back.orders[:_MOST_BACK]:
            yield f"  {said_order(record.ruleset, names, to_wire(queued.order))}"
        yield from wrap(
            f"because {back.violations[0].text} (rule {back.violations[0].rule})",
            _WIDTH, initial_indent="    ", subsequent_indent="    ",
        )  # fmt: skip


def _policies(record: Record, decision: Decision) -> Iterator[str]:
    """Say how the small decisions that come next can be answered beforehand."""
    ruleset = record.ruleset
    answers = answers_of(ruleset)
    asked_by = ruleset.asked_by if isinstance(ruleset, HasOptionalRules) else {}
    chosen = {name for name, value in _options(record).items() if value}
    # A ruleset names its decisions in the order of play, so those behind the pending one come first.
    kinds = list(answers.policies.items())
    now = next((n for n, (kind, _) in enumerate(kinds) if kind == decision.kind), 0)
    forfeits = secrecy_of(ruleset).forfeits
    small = [
        # What a lost seal counts as is no example to follow.
        (kind, *[item for item in known.items() if item[0] != forfeits.get(kind)][:2][-1])
        for kind, known in kinds[now:] + kinds[:now]
        if known.keys() - {forfeits.get(kind)}
        and kind not in answers.main_decisions
        and (kind not in asked_by or asked_by[kind] & chosen)
    ]
    if small:
        yield ""
        yield "So that nobody waits for you, small questions can be answered beforehand, for example:"
    for kind, name, text in small[:_MOST_POLICIES]:
        said = f"standing: {kind.replace('_', ' ')} = {name.replace('_', ' ')}"
        yield f"  {said:<42} # {text}"
