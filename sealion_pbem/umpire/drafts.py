"""Orders files: what a player edits before signing, with secrets still in plain words.

In a draft a sealed choice stands as {"kind": "seal", "name": …, "value": …} and its opening as
{"kind": "open", "name": …}; signing completes them from the seat's private file. A way may be the name
of its end, and `supposes` says how dice and the answers of others come out for the orders behind them;
what is signed has every step of the way and supposes nothing.
"""

from __future__ import annotations

import re
import secrets as randomness
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sealion_pbem.campaign.private import KeptSeal, Private
from sealion_pbem.engine.capability import ReadsSecrets, secrecy_of, timetable_of
from sealion_pbem.engine.readymade import book_called, set_up_called, standing_orders_of
from sealion_pbem.engine.saying import plural
from sealion_pbem.engine.seal import commitment
from sealion_pbem.engine.supposed import Supposition
from sealion_pbem.engine.turn import Preview
from sealion_pbem.engine.ways import fix_ways, points_of, with_ways
from sealion_pbem.engine.wire import from_wire, to_wire
from sealion_pbem.engine.words import Json, Seat, Violation
from sealion_pbem.errors import CampaignError, RulesError, WrongCampaignError
from sealion_pbem.pbem.body import TurnBody
from sealion_pbem.pbem.entry import EntryOf
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.record import Record

__all__ = [
    "check_draft",
    "check_moment",
    "check_place",
    "draft_of",
    "every_refusal",
    "new_draft",
    "own_seals",
    "secret_of",
    "sign_draft",
    "suppositions_of",
]

_AT = re.compile(r"/orders/(\d+)")
_MOST_ROUNDS = 20
_EARLY = "not_yet"
"""The code of orders whose stage is still to come."""


def new_draft(
    record: Record, seat: str, *, set_up: str | None = None, book: str | None = None
) -> dict[str, Any]:
    """Return an orders file for the pending decision, empty but for a set-up and a book that are named.

    Where orders of earlier files still wait, it says what becomes of them.
    """
    decision = record.decision
    if decision is None or decision.seat != seat or record.ledger.pending is not None:
        raise CampaignError(
            f"{seat} owes no decision now", hint="'sealion campaign status' says whose move it is"
        )
    follow: dict[str, Any] = {}
    if record.game.queued.get(decision.seat):
        follow["drop_queued"] = False
    if book is not None:
        follow["standing_orders"] = standing_orders_of(book_called(record.ruleset, seat, book))
    ready = set_up_called(record.ruleset, record.game.state, set_up).orders if set_up else ()
    return {
        "kind": "orders",
        "campaign": record.ledger.campaign,
        "seq": record.ledger.next_seq,
        "seat": seat,
        "decision": decision.kind,
        "orders": [to_wire(order) for order in ready],
        **follow,
        "message": "",
    }


def draft_of(desk: Desk, turn: EntryOf[TurnBody]) -> dict[str, Any]:
    """Return a turn that was taken back as an orders file for the same decision, seals in plain words."""
    private = Private(desk.folder, turn.by)
    kept = private.read().seals if private.exists() else {}
    body = turn.body
    orders = [
        {"kind": order["kind"], "name": order["name"], "value": kept[order["digest"]].value}
        if order["kind"] == "seal" and order["digest"] in kept
        else order
        for order in body.orders
    ]
    more: dict[str, Any] = {}
    if body.standing_orders is not None:
        more["standing_orders"] = [*body.standing_orders]
    draft = new_draft(desk.read().record, turn.by)
    if "drop_queued" in draft:
        more["drop_queued"] = body.drop_queued
    return {**draft, "orders": orders, **more, "message": body.message or ""}


def own_seals(desk: Desk, record: Record, seat: str) -> dict[str, Json]:
    """Return what a seat of this machine has sealed and not yet opened: name to value."""
    private = Private(desk.folder, seat)
    kept = private.read().seals if private.exists() else {}
    live = sorted(record.game.seals.get(Seat(seat), {}).items())
    return {name: kept[digest].value for name, digest in live if digest in kept}


def check_draft(desk: Desk, draft: Mapping[str, Any]) -> Preview:
    """Judge a draft as far as no die is needed; nothing is written, no secret is made."""
    record = desk.read().record
    check_place(record, draft)
    if senseless := tuple(_senseless_seals(record, draft)):
        return Preview(senseless, 0)
    orders, faults = _completed(desk, record, draft, {})
    if not faults:
        return record.preview(draft["seat"], _turn_of(draft, orders))
    # Behind an illegal order no way can be looked for: then that order is what is wrong.
    before = _turn_of(draft, orders[: _number(faults[0].at)])
    preview = record.preview(draft["seat"], before)
    return preview if preview.refused else Preview(faults, 0)


def every_refusal(desk: Desk, draft: Mapping[str, Any], preview: Preview) -> tuple[Violation, ...]:
    """Return the violations of every order that is illegal by itself, given those of the first.

    Each illegal order is left out and the rest judged again. One that names whom or what an order
    names that was left out may be illegal only because of that, and so may be the end of a stage and
    whatever else comes too early as another did: nothing is said of them.
    """
    lapsing = timetable_of(desk.read().record.ruleset).lapsing
    kept = list(enumerate(draft["orders"]))
    found, named = list(preview.refused), set[str]()
    refused = preview.refused
    for _ in range(_MOST_ROUNDS):
        bad = {number for number in (_number(v.at) for v in refused) if number >= 0}
        if not bad:
            break
        named |= {name for number in bad for name in _names_in(kept[number][1])}
        kept = [each for number, each in enumerate(kept) if number not in bad]
        refused = check_draft(desk, {**draft, "orders": [order for _, order in kept]}).refused
        for violation in refused:
            number = _number(violation.at)
            if number < 0 or kept[number][1]["kind"] in lapsing:
                continue
            if violation.code == _EARLY and any(other.code == _EARLY for other in found):
                continue
            if named.isdisjoint(_names_in(kept[number][1])):
                at = _AT.sub(f"/orders/{kept[number][0]}", violation.at, count=1)
                found.append(replace(violation, at=at))
    return tuple(sorted(found, key=lambda violation: _number(violation.at)))


def _number(pointer: str) -> int:
    """Return the number of the order that a pointer leads into; -1: into none."""
    found = _AT.match(pointer)
    return int(found[1]) if found else -1


def _names_in(order: Mapping[str, Json]) -> Iterator[str]:
    """Return whom and what an order names; the words of its kind and time do not count."""
    for member, value in order.items():
        if member not in ("kind", "turn", "stage"):
            yield from _texts_in(value)


def _texts_in(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield from points_of(value)[0]
    elif isinstance(value, list | dict):
        for each in (*value, *value.values()) if isinstance(value, dict) else value:
            yield from _texts_in(each)


def suppositions_of(draft: Mapping[str, Any]) -> tuple[Supposition, ...]:
    """Return what a draft supposes of dice and of the answers of others."""
    return tuple(from_wire(Supposition, each) for each in draft.get("supposes", ()))


def sign_draft(desk: Desk, draft: Mapping[str, Any]) -> EntryOf[TurnBody]:
    """Sign a legal draft and take the turn into the log; RulesError lists what is illegal."""
    with desk.folder.writing():
        preview = check_draft(desk, draft)
        if preview.refused:
            found = len(preview.refused)
            things = plural(found, "one thing is", f"{found} things are")
            raise RulesError(
                f"{things} illegal; nothing was signed", tuple(map(str, preview.refused))
            )
        record = desk.read().record
        made: dict[str, KeptSeal] = {}
        orders, _ = _completed(desk, record, draft, made)
        private = Private(desk.folder, draft["seat"])
        if made:
            # The salt is on the disk before its seal is signed: a seal nobody can open loses games.
            private.write(private.read().with_seals(made))
        return desk.sign_turn(_turn_of(draft, orders))


def check_place(record: Record, draft: Mapping[str, Any]) -> None:
    """Refuse an orders file that has not the shape of one, or is for another place in the log."""
    check_document(_shaped(record, draft), "orders_file", ruleset=record.ruleset)
    check_moment(record, draft)


def check_moment(record: Record, draft: Mapping[str, Any]) -> None:
    """Refuse an orders file of another campaign, another entry or another seat, and say whose it is."""
    if draft["campaign"] != record.ledger.campaign:
        raise WrongCampaignError("the orders were written for another campaign")
    if draft["seq"] != record.ledger.next_seq or record.ledger.pending is not None:
        raise CampaignError(
            f"these are orders of {draft['seat']} for entry {draft['seq']}, the log is at "
            f"{record.ledger.next_seq}"
            + (", a turn that waits for its receipt" if record.ledger.pending else ""),
            hint="make a new file with 'sealion turn new'",
        )
    decision = record.decision
    if decision is not None and draft["seat"] != decision.seat:
        raise CampaignError(
            f"this is an orders file of {draft['seat']}, but {decision.seat} is asked: "
            f"{decision.prompt} (rule {decision.rule})",
            hint="'sealion campaign status' says whose move it is",
        )


def _shaped(record: Record, draft: Mapping[str, Any]) -> dict[str, Any]:
    """Return a draft in which every way has the shape of one; what cannot be read stays as it is."""
    orders = draft.get("orders")
    if not isinstance(orders, list) or not all(isinstance(order, dict) for order in orders):
        return dict(draft)
    return {**draft, "orders": with_ways(record.ruleset, orders)}


def _senseless_seals(record: Record, draft: Mapping[str, Any]) -> Iterator[Violation]:
    """Return what the rules know to be senseless as a sealed value: later it would be a breach."""
    if isinstance(record.ruleset, ReadsSecrets):
        return
    known = secrecy_of(record.ruleset).secrets(record.game.state)
    rule = record.decision.rule if record.decision else ""
    for number, order in enumerate(draft["orders"]):
        if order["kind"] != "seal" or "value" not in order or order["name"] not in known:
            continue
        values = known[order["name"]]
        if order["value"] not in values:
            said = ", ".join(map(repr, values))
            text = f"{order['name']!r} is one of {said}, not {order['value']!r}"
            yield Violation(rule, "senseless_value", text, f"/orders/{number}/value")


def _turn_of(draft: Mapping[str, Any], orders: list[Json]) -> TurnBody:
    """Return what is signed of a draft; an empty message is none."""
    return TurnBody(
        draft["decision"],
        orders,
        draft.get("standing_orders"),
        draft.get("drop_queued", False),
        draft.get("message") or None,
    )


def _completed(
    desk: Desk, record: Record, draft: Mapping[str, Any], made: dict[str, KeptSeal]
) -> tuple[list[Json], tuple[Violation, ...]]:
    """Return the orders as they are signed, and why there is no way to a destination that one names."""
    orders = _sealed(desk, record, draft, made)
    seat, supposed = Seat(draft["seat"]), suppositions_of(draft)
    return fix_ways(record.ruleset, record.game, seat, orders, supposed)


def _sealed(
    desk: Desk, record: Record, draft: Mapping[str, Any], made: dict[str, KeptSeal]
) -> list[Json]:
    """Return the orders with seals closed and openings filled in; `made` takes the new secrets."""
    seat = draft["seat"]
    live = dict(record.game.seals.get(seat, {}))
    orders = []
    for order in draft["orders"]:
        if order["kind"] == "seal" and "value" in order:
            salt = randomness.token_bytes(32)
            name, value = order["name"], secret_of(record, seat, order)
            digest = commitment(record.ledger.campaign, seat, name, salt, value)
            made[digest], live[name] = KeptSeal(salt.hex(), value), digest
            orders.append({"kind": "seal", "name": name, "digest": digest})
        elif order["kind"] == "open" and "salt" not in order:
            orders.append(_opened(desk, seat, order["name"], live, made))
        else:
            orders.append(order)
    return orders


def secret_of(record: Record, seat: str, order: Mapping[str, Any]) -> Json:
    """Return the value that a draft is about to seal; words of the game are read."""
    ruleset, value = record.ruleset, order["value"]
    if isinstance(ruleset, ReadsSecrets) and isinstance(value, str):
        return ruleset.read_secret(record.game.state, Seat(seat), order["name"], value)
    return value


def _opened(
    desk: Desk, seat: str, name: str, live: Mapping[str, str], made: Mapping[str, KeptSeal]
) -> dict[str, Json]:
    """Return the opening of the seal that is live under a name when its order is reached."""
    seals = {**Private(desk.folder, seat).read().seals, **made}
    if live.get(name) not in seals:
        known = ", ".join(sorted(n for n, digest in live.items() if digest in seals)) or "nothing"
        raise CampaignError(
            f"you have sealed nothing under {name!r} on this machine", hint=f"sealed is: {known}"
        )
    seal = seals[live[name]]
    return {"kind": "open", "name": name, "salt": seal.salt, "value": seal.value}
