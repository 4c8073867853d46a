"""What can be prepared: ready-made set-ups, and standing orders that answer small decisions, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealion_pbem.engine.capability import HasOptionalRules, answers_of
from sealion_pbem.engine.readymade import books_of, said_book, set_ups_of, standing_orders_of
from sealion_pbem.engine.standing import StandingOrder
from sealion_pbem.engine.wire import from_wire, to_wire
from sealion_pbem.engine.words import Json, Seat

if TYPE_CHECKING:
    from sealion_pbem.board.session import Session
    from sealion_pbem.board.table import BoardTable

__all__ = ["prepared", "standing_lines"]

_WIDTH = 10_000
_KEPT = ("when", "do", "if", "limit", "until", "otherwise")


def prepared(session: Session) -> dict[str, Json]:
    """Return set-ups and books to choose from, and what each kind of decision can be answered with."""
    table = session.table
    ruleset, record = table.ruleset, table.record
    seat, options = table.seat, record.ledger.charter.body.options
    standing = record.game.standing.get(Seat(seat), ())
    return {
        "set_ups": [
            {"name": name, "text": found.text, "orders": [to_wire(o) for o in found.orders]}
            for name, found in set_ups_of(ruleset, record.game.state).items()
        ],
        "books": [
            {
                "name": name,
                "lines": [line.strip() for line in said_book(ruleset, name, book, options, _WIDTH)],
                "standing_orders": standing_orders_of(book),
            }
            for name, book in books_of(ruleset, seat).items()
        ],
        "decisions": _decisions(table),
        "standing_orders": [
            {name: value for name, value in to_wire(order).items() if name in _KEPT}
            for order in standing
            if not order.off
        ],
    }


def _decisions(table: BoardTable) -> list[Json]:
    ruleset = table.ruleset
    asked_by = ruleset.asked_by if isinstance(ruleset, HasOptionalRules) else {}
    options = table.record.ledger.charter.body.options
    chosen = {name for name, value in options.items() if value}
    return [
        {
            "kind": kind,
            "label": kind.replace("_", " "),
            "policies": [{"name": name, "text": text} for name, text in policies.items()],
        }
        for kind, policies in answers_of(ruleset).policies.items()
        if policies and (kind not in asked_by or asked_by[kind] & chosen)
    ]


def standing_lines(standing: list[Json]) -> list[str]:
    """Return standing orders in plain words."""
    return [str(from_wire(StandingOrder, order)) for order in standing]
