"""Standing orders with which a player sits down: a book by name, or a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.root import plain

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

__all__ = ["show_books", "standing_for"]

_WIDTH = 96


def standing_for(
    draft: Mapping[str, Any], seats: Collection[str], book: str | None, path: Path | None
) -> list[dict[str, Any]]:
    """Return the standing orders of a file, then those of a book."""
    from sealion_pbem.engine.readymade import book_called, standing_orders_of
    from sealion_pbem.errors import UsageError
    from sealion_pbem.rulesets import find

    orders = _read(path) if path else []
    if book is None:
        return orders
    game = find(draft["ruleset"]["id"])
    playing = [seat for seat in seats if seat in game.seats]
    if len(playing) != 1:
        raise UsageError("a book is for one seat", hint="take it in an order sheet instead")
    return [*orders, *standing_orders_of(book_called(game, playing[0], book))]


def show_books(draft: Mapping[str, Any], seats: Collection[str], taken: object) -> None:
    """Offer the books to whoever has just taken a seat without standing orders."""
    from sealion_pbem.engine.readymade import books_of, said_book
    from sealion_pbem.rulesets import find

    game = find(draft["ruleset"]["id"])
    for seat in seats:
        books = books_of(game, seat) if seat in game.seats and not draft["seats"][seat] else {}
        if not books or taken:
            continue
        click.echo(
            f"{seat} has no standing orders; --book NAME takes one of these, a sheet can later:"
        )
        for name, book in books.items():
            for line in said_book(game, name, book, draft["options"], _WIDTH):
                click.echo(plain(f"  {line}"))


def _read(path: Path) -> list[dict[str, Any]]:
    from sealion_pbem.cli.given import read_given
    from sealion_pbem.errors import InvalidFileError

    try:
        orders = json.loads(read_given(path))
    except (ValueError, RecursionError) as error:
        raise InvalidFileError(f"{path}: {error}") from error
    if not isinstance(orders, list):
        raise InvalidFileError(f"{path}: expected a JSON list of standing orders")
    return orders
