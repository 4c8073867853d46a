"""The charter: drafted by one seat, completed by all.

A draft goes round until nothing is missing: each seat adds its key and nonce, then (when every nonce
is there and with them the campaign's id) its dice anchor, then its signature.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import CampaignError, RosterError
from sealion_pbem.pbem.entry import FORMAT, Entry, entry_from, sign_entry
from sealion_pbem.pbem.keys import PrivateKey
from sealion_pbem.pbem.ledger import REFEREE, seats_with_anchor
from sealion_pbem.pbem.links import Links, campaign_id
from sealion_pbem.pbem.schema import check_document

__all__ = ["Share", "Terms", "check_seat", "complete", "join", "missing", "new_draft"]


@frozen
class Terms:
    """What the players agree on."""

    name: str
    mode: str
    ruleset: str
    revision: int
    scenario: str
    options: Mapping[str, Any]
    packs: Mapping[str, str]
    seats: tuple[str, ...]
    deadline_hours: int
    grace_hours: int
    corrections: str
    created: str
    delay_hours: int = 0


@frozen
class Share:
    """A seat's own share: the nonce it shows and the dice root it keeps."""

    nonce: str
    root: str
    length: int


def new_draft(terms: Terms) -> dict[str, Any]:
    """Return a draft in which every seat is still empty."""
    seats = list(terms.seats) + ([REFEREE] if terms.mode in ("referee", "both") else [])
    draft = {
        "format": FORMAT,
        "kind": "charter_draft",
        "name": terms.name,
        "mode": terms.mode,
        "ruleset": {"id": terms.ruleset, "revision": terms.revision},
        "scenario": terms.scenario,
        "options": dict(terms.options),
        "packs": dict(terms.packs),
        "seats": {seat: {} for seat in seats},
        "deadline_hours": terms.deadline_hours,
        "grace_hours": terms.grace_hours,
        "corrections": terms.corrections,
        "created": terms.created,
        "signatures": {},
    }
    if terms.delay_hours:
        draft["delay_hours"] = terms.delay_hours
    check_document(draft, "charter_draft")
    return draft


def missing(draft: Mapping[str, Any]) -> list[str]:
    """Return what the draft still lacks, in plain words; nothing: the charter is complete."""
    lacking = [f"key and nonce of {seat}" for seat in _without(draft, "key")]
    needed = seats_with_anchor(draft["mode"], list(draft["seats"]))
    lacking += [f"dice anchor of {seat}" for seat in _without(draft, "anchor") if seat in needed]
    lacking += [
        f"signature of {seat}" for seat in draft["seats"] if seat not in draft["signatures"]
    ]
    return lacking


def join(
    draft: Mapping[str, Any],
    seat: str,
    key: PrivateKey,
    share: Share,
    standing_orders: Iterable[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Return the draft with everything that a seat can add now."""
    check_seat(draft, seat)
    joined = {**draft, "seats": {name: dict(facts) for name, facts in draft["seats"].items()}}
    joined["signatures"] = dict(draft["signatures"])
    facts = joined["seats"][seat]
    if not facts:
        facts |= {"key": key.public, "nonce": share.nonce}
        standing = [dict(order) for order in standing_orders]
        if standing:
            facts["standing_orders"] = standing
    _check_own(seat, facts, key, share)
    if not _without(joined, "nonce"):
        _add_anchor(joined, seat, share)
    if missing(joined) and not any("signature" not in lack for lack in missing(joined)):
        signed = sign_entry(_body(joined), {seat: key})
        joined["signatures"][seat] = signed.signatures[seat]
    check_document(joined, "charter_draft")
    return joined


def check_seat(draft: Mapping[str, Any], seat: str) -> None:
    """Refuse a seat that the draft does not have."""
    if seat not in draft["seats"]:
        seats = ", ".join(name for name, facts in draft["seats"].items() if not facts) or "none"
        raise RosterError(f"there is no seat {seat!r}", hint=f"free are: {seats}")


def complete(draft: Mapping[str, Any]) -> Entry:
    """Return the charter that a completed draft has become."""
    lacking = missing(draft)
    if lacking:
        raise CampaignError(f"the charter still lacks: {', '.join(lacking)}")
    return entry_from({**_body(draft), "signatures": dict(draft["signatures"])})


def _check_own(seat: str, facts: Mapping[str, Any], key: PrivateKey, share: Share) -> None:
    if facts["key"] != key.public or facts["nonce"] != share.nonce:
        raise RosterError(
            f"the seat {seat} is taken by another key",
            hint="sit down on a free seat, or ask for a draft in which your entry is unchanged",
        )


def _add_anchor(draft: dict[str, Any], seat: str, share: Share) -> None:
    if seat not in seats_with_anchor(draft["mode"], list(draft["seats"])):
        return
    links = Links(bytes.fromhex(share.root), _id(draft), seat, share.length)
    anchor = {"tip": links.anchor.value, "length": links.length}
    if draft["seats"][seat].setdefault("anchor", anchor) != anchor:
        raise RosterError(f"the dice anchor of {seat} in the draft is not yours")


def _without(draft: Mapping[str, Any], member: str) -> list[str]:
    return [seat for seat, facts in draft["seats"].items() if member not in facts]


def _id(draft: Mapping[str, Any]) -> str:
    return campaign_id({seat: facts["nonce"] for seat, facts in draft["seats"].items()})


def _body(draft: Mapping[str, Any]) -> dict[str, Any]:
    body = {name: value for name, value in draft.items() if name != "signatures"}
    return {**body, "kind": "charter", "campaign": _id(draft), "seq": 0}
