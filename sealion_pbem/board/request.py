"""What the page can ask: for each name a record that is read from JSON, and a function that answers.

`docs/board.md` lists them. A function gets the session, changes nothing in it but what it says, and
returns JSON or a picture; whatever is wrong with a request is an exception of `errors`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from sealion_pbem.board import composition, looking, pad, past, post, prepared
from sealion_pbem.board.composition import Lead
from sealion_pbem.board.session import Session
from sealion_pbem.engine.form import Choice
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.game import Game
from sealion_pbem.engine.wire import from_wire
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import UsageError

__all__ = ["REQUESTS", "Drawing", "Response", "answer"]


@frozen
class Drawing:
    """A response that is no JSON."""

    media: str
    data: bytes


Response: TypeAlias = dict[str, Json] | Drawing | post.Later


def answer(session: Session, name: str, document: Json) -> Response:
    """Return the answer to a request.

    Raises:
        UsageError: there is no such request.
        WireError: a member is missing, unknown or of another type.
        PbemError: it cannot be answered; nothing was written.
    """
    if name not in REQUESTS:
        raise UsageError(f"there is no request {name!r}", hint=", ".join(sorted(REQUESTS)))
    shape, function = REQUESTS[name]
    return function(session, from_wire(shape, document))


@frozen
class _AskNothing:
    pass


@frozen
class _AskOrders:
    """The orders of a version, all or the first of them."""

    version: str
    count: int | None = None


@frozen
class _AskMenu:
    """An order with members missing, behind the first orders of a version, and what is added to it."""

    version: str
    partial: Json
    count: int | None = None
    choice: Choice | None = None


@frozen
class _AskReach:
    version: str
    units: tuple[str, ...]
    count: int | None = None


@frozen
class _AskWhy:
    """Units that were dropped where nothing leads."""

    version: str
    units: tuple[str, ...]
    target: str
    count: int | None = None


@frozen
class _AskLayers:
    """The areas of the position to which the orders of a version lead; None: of the game as it stands."""

    version: str | None = None


@frozen
class _AskPlace:
    """What is true of a place there."""

    place: str
    version: str | None = None


@frozen
class _AskSources:
    """Where the printed values of a unit or a place come from."""

    thing: str
    version: str | None = None


@frozen
class _AskWrite:
    """All orders anew, upon a version."""

    version: str
    orders: tuple[Json, ...]
    supposes: tuple[Json, ...] = ()
    standing_orders: tuple[Json, ...] | None = None
    drop_queued: bool | None = None
    message: str = ""


@frozen
class _AskSign:
    version: str
    passphrase: str = ""


@frozen
class _AskWitness:
    passphrase: str = ""


@frozen
class _AskReceive:
    """A file that was dropped on the page: an entry, a mail; its bytes in base64."""

    name: str
    data: str


@frozen
class _AskStep:
    number: int


def _table(session: Session, _: _AskNothing) -> Response:
    return session.document()


def _map(session: Session, _: _AskNothing) -> Response:
    return Drawing(*session.table.scene.picture())


def _sheet(session: Session, _: _AskNothing) -> Response:
    return Drawing("image/svg+xml", session.table.scene.sheet.svg.encode())


def _orders(session: Session, asked: _AskOrders) -> Response:
    return session.led(session.leads.of(asked.version, asked.count))


def _menu(session: Session, asked: _AskMenu) -> Response:
    lead = session.leads.of(asked.version, asked.count)
    partial = asked.partial if isinstance(asked.partial, dict) else {}
    return composition.menu_of(session.table, lead, partial, asked.choice)


def _reach(session: Session, asked: _AskReach) -> Response:
    lead = session.leads.of(asked.version, asked.count)
    return {"kinds": composition.reach_of(session.table, lead, asked.units)}


def _why(session: Session, asked: _AskWhy) -> Response:
    lead = session.leads.of(asked.version, asked.count)
    return {"kinds": composition.why_not(session.table, lead, asked.units, asked.target)}


def _layers(session: Session, asked: _AskLayers) -> Response:
    return {"layers": looking.layers_of(session.table, *_at(session, asked.version))}


def _place(session: Session, asked: _AskPlace) -> Response:
    return looking.place_of(session.table, *_at(session, asked.version), asked.place)


def _boxes(session: Session, asked: _AskOrders) -> Response:
    lead = session.leads.of(asked.version, asked.count)
    return {"boxes": looking.boxes_of(session.table, lead)}


def _sources(session: Session, asked: _AskSources) -> Response:
    game, _ = _at(session, asked.version)
    return looking.sources_of(session.table, game, asked.thing)


def _at(session: Session, version: str | None) -> tuple[Game[Any], Lead | None]:
    """Return the position that is looked at, and the orders that lead to it."""
    if version is None:
        return session.table.record.game, None
    lead = session.leads.of(version)
    return lead.game, lead


def _write(session: Session, asked: _AskWrite) -> Response:
    written: dict[str, Json] = {"orders": [*asked.orders], "message": asked.message}
    if asked.supposes:
        written["supposes"] = [*asked.supposes]
    if asked.standing_orders is not None:
        written["standing_orders"] = [*asked.standing_orders]
    if asked.drop_queued is not None:
        written["drop_queued"] = asked.drop_queued
    page = pad.write_page(session.table, asked.version, written)
    return session.led(session.leads.of(page.version))


def _sign(session: Session, asked: _AskSign) -> Response:
    return post.sign(session, asked.version, asked.passphrase)


def _witness(session: Session, asked: _AskWitness) -> Response:
    return post.witness(session, asked.passphrase)


def _receive(session: Session, asked: _AskReceive) -> Response:
    return post.receive(session, asked.name, asked.data)


def _mail_draft(session: Session, _: _AskNothing) -> Response:
    return post.mail_draft(session)


def _mail_send(session: Session, _: _AskNothing) -> Response:
    return post.mail_send(session)


def _prepared(session: Session, _: _AskNothing) -> Response:
    return prepared.prepared(session)


def _go_on(session: Session, _: _AskNothing) -> Response:
    return post.go_on(session)


def _take_back(session: Session, _: _AskNothing) -> Response:
    return post.take_back(session)


def _steps(session: Session, _: _AskNothing) -> Response:
    return past.steps(session)


def _step(session: Session, asked: _AskStep) -> Response:
    return past.step(session, asked.number)


def _look(session: Session, asked: _AskStep) -> Response:
    return past.look(session, asked.number)


REQUESTS: Mapping[str, tuple[type[Any], Callable[[Session, Any], Response]]] = {
    "table": (_AskNothing, _table),
    "map": (_AskNothing, _map),
    "sheet": (_AskNothing, _sheet),
    "orders": (_AskOrders, _orders),
    "menu": (_AskMenu, _menu),
    "reach": (_AskReach, _reach),
    "why": (_AskWhy, _why),
    "layers": (_AskLayers, _layers),
    "place": (_AskPlace, _place),
    "boxes": (_AskOrders, _boxes),
    "sources": (_AskSources, _sources),
    "write": (_AskWrite, _write),
    "prepared": (_AskNothing, _prepared),
    "sign": (_AskSign, _sign),
    "witness": (_AskWitness, _witness),
    "mail_draft": (_AskNothing, _mail_draft),
    "mail_send": (_AskNothing, _mail_send),
    "receive": (_AskReceive, _receive),
    "go_on": (_AskNothing, _go_on),
    "take_back": (_AskNothing, _take_back),
    "steps": (_AskNothing, _steps),
    "step": (_AskStep, _step),
    "look": (_AskStep, _look),
}
