"""The charter: who sits at the table and whose dice open a turn; drafted by one seat, completed by all.

A draft goes round until nothing is missing: each seat adds its key and nonce, then (when every nonce
is there and with them the campaign's id) its dice anchor, then its signature.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import (
    CampaignError,
    ChainError,
    Fault,
    InvalidFileError,
    PbemError,
    RosterError,
    SchemaError,
    UsageError,
)
from sealion_pbem.pbem.body import CharterBody
from sealion_pbem.pbem.entry import EntryOf, entry_from, is_of, sign_entry, verify_signatures
from sealion_pbem.pbem.keys import PrivateKey, check_public
from sealion_pbem.pbem.links import Links, campaign_id
from sealion_pbem.pbem.loader import read_strict
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.pbem.signature import FORMAT

__all__ = [
    "MODES",
    "REFEREE",
    "REFEREED",
    "TRUST",
    "WITHOUT_REFEREE",
    "Share",
    "Terms",
    "check_charter",
    "check_draft",
    "check_seat",
    "check_taker",
    "complete",
    "join",
    "missing",
    "new_draft",
    "read_draft",
    "seats_with_anchor",
]

REFEREE = "referee"
MODES = ("peer", "referee", "both", "solo")
REFEREED = frozenset({"referee", "both"})
"""The modes that have a referee."""
WITHOUT_REFEREE = 2
"""So many players can open each other's dice: of three, two could play together against the third."""
TRUST = {"peer": "two-party", "referee": "referee", "both": "both", "solo": "solo"}

_SIGNATURE = "signature of"
_UNCHANGED = "sit down on a free seat, or ask for a draft in which your entry is unchanged"


@frozen
class Terms:
    """The terms on which the players agree."""

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
    root: bytes
    length: int


def new_draft(terms: Terms) -> dict[str, Any]:
    """Return a draft in which every seat is still empty."""
    seats = list(terms.seats) + ([REFEREE] if terms.mode in REFEREED else [])
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
    _check_mode(terms.mode, terms.seats, UsageError)
    if terms.delay_hours:
        _check_delay(terms.mode, UsageError)
        draft["delay_hours"] = terms.delay_hours
    check_document(draft, "charter_draft")
    return draft


def read_draft(data: bytes) -> dict[str, Any]:
    """Return the draft in a file that came from elsewhere.

    Raises:
        InvalidFileError: it cannot be read, is no draft, or a seat in it has half of its share.
    """
    draft = read_strict(data)
    if draft.get("kind") == "charter":
        raise InvalidFileError(
            "this is a finished charter, not a draft", hint="take it with 'sealion receive'"
        )
    check_draft(draft)
    return draft


def check_draft(draft: Mapping[str, Any]) -> None:
    """Refuse a draft that nobody can have got by going round: each seat adds its share as a whole."""
    check_document(draft, "charter_draft")
    faults = tuple(_faults(draft))
    if faults:
        raise SchemaError(
            f"the draft was changed on its way: {faults[0]}",
            faults,
            hint="ask who sent it for the file as 'sealion campaign join' wrote it",
        )
    _check_keys([facts["key"] for facts in draft["seats"].values() if facts])
    _check_mode(draft["mode"], [seat for seat in draft["seats"] if seat != REFEREE], RosterError)


def _faults(draft: Mapping[str, Any]) -> Iterator[Fault]:
    """Return what is there without what must come before it."""
    with_anchor = seats_with_anchor(draft["mode"], list(draft["seats"]))
    for seat, facts in draft["seats"].items():
        lacking = [name for name in ("key", "nonce") if name not in facts]
        if facts and lacking:
            yield Fault(
                f"/seats/{seat}",
                f"{seat} has {' and '.join(sorted(facts))}, but no {' and no '.join(lacking)}; a seat "
                "is empty, or has key and nonce",
            )
        if "anchor" in facts and seat not in with_anchor:
            yield Fault(
                f"/seats/{seat}/anchor",
                f"{seat} has an anchor, but in mode {draft['mode']} only "
                f"{' and '.join(with_anchor)} opens dice",
            )
        elif "anchor" in facts and _without(draft, "nonce"):
            yield Fault(
                f"/seats/{seat}/anchor",
                f"{seat} has an anchor, but {' and '.join(_without(draft, 'nonce'))} no nonce; anchors "
                "come when every nonce is there",
            )
    lacking = [lack for lack in missing(draft) if not lack.startswith(_SIGNATURE)]
    for seat in draft["signatures"]:
        if seat not in draft["seats"]:
            yield Fault(f"/signatures/{seat}", f"{seat} has signed, but has no seat")
        elif lacking:
            yield Fault(f"/signatures/{seat}", f"{seat} has signed without {' and '.join(lacking)}")


def missing(draft: Mapping[str, Any]) -> list[str]:
    """Return what the draft still lacks, in plain words; nothing: the charter is complete."""
    lacking = [f"key and nonce of {seat}" for seat in _without(draft, "key")]
    needed = seats_with_anchor(draft["mode"], draft["seats"])
    lacking += [f"dice anchor of {seat}" for seat in _without(draft, "anchor") if seat in needed]
    lacking += [
        f"{_SIGNATURE} {seat}" for seat in draft["seats"] if seat not in draft["signatures"]
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
    check_taker(draft, seat, key.public)
    joined = {**draft, "seats": {name: dict(facts) for name, facts in draft["seats"].items()}}
    joined["signatures"] = dict(draft["signatures"])
    facts = joined["seats"][seat]
    if not facts:
        facts |= {"key": key.public, "nonce": share.nonce}
        standing = [dict(order) for order in standing_orders]
        if standing:
            facts["standing_orders"] = standing
    if facts["nonce"] != share.nonce:
        raise RosterError(f"the nonce of {seat} in the draft is not yours", hint=_UNCHANGED)
    if not _without(joined, "nonce"):
        _add_anchor(joined, seat, share)
    if missing(joined) and all(lack.startswith(_SIGNATURE) for lack in missing(joined)):
        signed = sign_entry(_unsigned(joined), {seat: key})
        joined["signatures"][seat] = signed.signatures[seat]
    check_document(joined, "charter_draft")
    return joined


def check_seat(draft: Mapping[str, Any], seat: str) -> None:
    """Refuse a seat that the draft does not have."""
    if seat not in draft["seats"]:
        seats = ", ".join(name for name, facts in draft["seats"].items() if not facts) or "none"
        raise RosterError(f"there is no seat {seat!r}", hint=f"free are: {seats}")


def check_taker(draft: Mapping[str, Any], seat: str, public: str) -> None:
    """Refuse a key for a seat that the draft does not have, or that has another key."""
    check_seat(draft, seat)
    facts = draft["seats"][seat]
    if facts and facts["key"] != public:
        raise RosterError(f"the seat {seat} is taken by another key", hint=_UNCHANGED)


def complete(draft: Mapping[str, Any]) -> EntryOf[CharterBody]:
    """Return the charter that a completed draft has become."""
    lacking = missing(draft)
    if lacking:
        raise CampaignError(f"the charter still lacks: {', '.join(lacking)}")
    charter = entry_from({**_unsigned(draft), "signatures": dict(draft["signatures"])})
    assert is_of(charter, CharterBody), "its kind is written above"
    return charter


def check_charter(charter: EntryOf[CharterBody]) -> None:
    """Refuse a charter that does not hang together or lacks a signature.

    Raises:
        ChainError, InvalidFileError, RosterError, SignatureError: what is wrong with it.
    """
    agreed, seats = charter.body, charter.body.seats
    if charter.campaign != campaign_id({seat: seated.nonce for seat, seated in seats.items()}):
        raise ChainError("the campaign id does not follow from the nonces of the seats")
    players = [seat for seat in seats if seat != REFEREE]
    if len(players) < 2:  # noqa: PLR2004 - a game needs two
        raise RosterError("a campaign needs two player seats")
    _check_mode(agreed.mode, players, RosterError)
    if (REFEREE in seats) != (agreed.mode in REFEREED):
        raise RosterError(f"mode {agreed.mode} and the seats {', '.join(sorted(seats))} do not fit")
    if agreed.delay_hours is not None:
        _check_delay(agreed.mode, InvalidFileError)
    _check_keys(list(agreed.keys.values()))
    for seat, seated in seats.items():
        if (seated.anchor is not None) != (seat in seats_with_anchor(agreed.mode, seats)):
            raise InvalidFileError(
                f"mode {agreed.mode}: the dice anchor of {seat} is wrong or missing"
            )
    verify_signatures(charter, agreed.keys)


def _check_keys(keys: Sequence[str]) -> None:
    """Refuse keys that prove nothing, and one key for two seats."""
    for key in keys:
        check_public(key)
    if len(set(keys)) != len(keys):
        raise RosterError("two seats have one key; every seat needs a key of its own")


def _check_mode(mode: str, players: Sequence[str], error: type[PbemError]) -> None:
    """Refuse modes in which players open dice where they are more than two.

    One who tells his links to an ally lets him know the dice before he signs.
    """
    if len(players) > WITHOUT_REFEREE and mode in ("peer", "both"):
        raise error(
            f"mode {mode} is for two players, and here are {len(players)}: one could tell an ally "
            "the dice beforehand",
            hint="play with --mode referee, or solo",
        )


def _check_delay(mode: str, error: type[PbemError]) -> None:
    """Refuse a delay where the witness plays himself: he could choose among withdrawn versions."""
    if mode not in REFEREED:
        raise error(
            f"a delay needs a referee, and mode {mode} has none: the witness would know the dice "
            "of every version that is withdrawn, and could answer the one he likes",
            hint="leave --delay-hours out, or play with --mode referee or both",
        )


def _add_anchor(draft: dict[str, Any], seat: str, share: Share) -> None:
    if seat not in seats_with_anchor(draft["mode"], draft["seats"]):
        return
    anchor = Links(share.root, _id(draft), seat, share.length).anchor.document
    if draft["seats"][seat].setdefault("anchor", anchor) != anchor:
        raise RosterError(f"the dice anchor of {seat} in the draft is not yours", hint=_UNCHANGED)


def _without(draft: Mapping[str, Any], member: str) -> list[str]:
    return [seat for seat, facts in draft["seats"].items() if member not in facts]


def _id(draft: Mapping[str, Any]) -> str:
    return campaign_id({seat: facts["nonce"] for seat, facts in draft["seats"].items()})


def _unsigned(draft: Mapping[str, Any]) -> dict[str, Any]:
    """Return the charter that a draft has become, as its seats sign it."""
    agreed = {name: value for name, value in draft.items() if name != "signatures"}
    return {**agreed, "kind": CharterBody.kind, "campaign": _id(draft), "seq": 0}


def seats_with_anchor(mode: str, seats: Iterable[str]) -> list[str]:
    """Return which seats open dice in a mode."""
    if mode == "referee":
        return [REFEREE]
    return sorted(seats)
