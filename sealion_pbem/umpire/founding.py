"""Founding a campaign: secrets, settings and the draft that goes round until the charter is whole."""

from __future__ import annotations

import secrets as randomness
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sealion_pbem.campaign import files
from sealion_pbem.campaign.folder import Folder, Settings
from sealion_pbem.campaign.private import Private, Secrets
from sealion_pbem.engine.compiled import pack_digests
from sealion_pbem.engine.standing import StandingOrder, check_standing
from sealion_pbem.engine.wire import from_wire
from sealion_pbem.errors import CampaignError, RosterError, UsageError
from sealion_pbem.pbem.body import CharterBody
from sealion_pbem.pbem.charter import (
    REFEREE,
    Share,
    Terms,
    check_draft,
    check_taker,
    complete,
    join,
    missing,
    new_draft,
    read_draft,
)
from sealion_pbem.pbem.entry import EntryOf
from sealion_pbem.pbem.keys import PrivateKey
from sealion_pbem.pbem.links import LENGTH, root_of
from sealion_pbem.pbem.loader import FILE_LIMIT, normal_form
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.record import check_pins

__all__ = ["DRAFT", "DRAFT_LIMIT", "check_terms", "draft_for", "sit_down"]

DRAFT = "draft.json"
DRAFT_LIMIT = FILE_LIMIT


def draft_for(  # noqa: PLR0913 - the terms of a charter
    name: str,
    *,
    ruleset: str,
    mode: str,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    deadline_hours: int = 168,
    grace_hours: int = 48,
    corrections: str = "ruling",
    delay_hours: int = 0,
    created: str,
) -> dict[str, Any]:
    """Return an empty draft for a game; UsageError names a scenario or option that does not exist."""
    game = find(ruleset)
    chosen = scenario or next(iter(game.scenarios))
    game.setup(chosen, options or {})
    terms = Terms(
        name, mode, game.id, game.revision, chosen, dict(options or {}), pack_digests(game.packs()),
        tuple(game.seats), deadline_hours, grace_hours, corrections, created,
        delay_hours,
    )  # fmt: skip
    return new_draft(terms)


def sit_down(
    folder: Path,
    draft: Mapping[str, Any],
    seats: Mapping[str, tuple[str, PrivateKey]],
    standing_orders: Iterable[Mapping[str, Any]] = (),
) -> tuple[dict[str, Any], EntryOf[CharterBody] | None]:
    """Add to a draft everything the given seats can add; the charter comes with the last signature.

    `seats` holds, by seat, the name of the key file and the key. The folder keeps the newest draft,
    the seats' secrets and, once it is whole, the charter.
    """
    here = Folder(folder)
    check_draft(draft)
    check_terms(draft)
    standing = list(standing_orders)
    _check_orders(draft, standing)
    for seat, (_, key) in seats.items():
        check_taker(draft, seat, key.public)
        if draft["seats"][seat]:
            # New ones would be another's nonce and dice.
            Private(here, seat).read()
    files.make_folder(folder)
    with here.writing():
        _check_same(here, draft, seats)
        for seat, (key_name, _) in seats.items():
            _note_seat(here, draft["name"], seat, key_name)
        before = None
        while draft != before:
            # What one seat adds may let the next one go on, if several are played here.
            before = draft
            for seat, (_, key) in seats.items():
                draft = join(draft, seat, key, _share(here, seat), standing)
        files.replace(folder / DRAFT, normal_form(dict(draft)))
        if missing(draft):
            return dict(draft), None
        charter = complete(draft)
        desk = Desk(folder)
        received = desk.receive([(charter.file_name, charter.data)])
        if received[0].error:
            raise received[0].error
        return dict(draft), charter


def check_terms(draft: Mapping[str, Any]) -> None:
    """Refuse a draft of a game that cannot be set up here: nobody could play by its charter."""
    game, mode = find(draft["ruleset"]["id"]), draft["mode"]
    seats = [*game.seats, *([REFEREE] if mode in ("referee", "both") else [])]
    if sorted(seats) != sorted(draft["seats"]):
        raise RosterError(
            f"the draft has the seats {', '.join(draft['seats'])}",
            hint=f"in mode {mode} {game.title} is played by {', '.join(seats)}",
        )
    check_pins(game, draft["ruleset"]["revision"], draft["packs"])
    try:
        game.setup(draft["scenario"], draft["options"])
    except UsageError as error:
        raise CampaignError(f"the draft: {error.message}", hint=error.hint) from error


def _share(folder: Folder, seat: str) -> Share:
    """Return the seat's nonce and dice root; they are made once and kept before they are used."""
    private = Private(folder, seat)
    if not private.exists():
        private.write(Secrets(randomness.token_hex(32), randomness.token_hex(32)))
    known = private.read()
    return Share(known.nonce, root_of(known.master, 0), LENGTH)


def _note_seat(folder: Folder, name: str, seat: str, key_name: str) -> None:
    keys = dict(folder.read_settings().keys) if folder.settings.exists() else {}
    folder.write_settings(Settings(name, {**keys, seat: key_name}))


def _check_same(folder: Folder, draft: Mapping[str, Any], own: Iterable[str]) -> None:
    """Refuse a draft that is not the one this folder has seen, with more in it: terms and seats.

    What an own seat has said may not even grow: others could add standing orders in its name.
    """
    if not (folder.path / DRAFT).exists():
        return
    known = read_draft(files.read(folder.path / DRAFT, DRAFT_LIMIT))
    for member in sorted(known.keys() | draft.keys() - {"seats", "signatures"}):
        if member not in ("seats", "signatures") and known.get(member) != draft.get(member):
            raise CampaignError(
                f"the draft says {member} is {draft.get(member)!r}, "
                f"the one in {folder.path} says {known.get(member)!r}",
                hint="give another folder with -C, or agree on the terms with a new campaign",
            )
    for seat, facts in known["seats"].items():
        said = draft["seats"].get(seat, {})
        changed = [name for name in sorted(said.keys() | facts.keys())
                   if said.get(name) != facts.get(name) and (name in facts or seat in own)]  # fmt: skip
        if facts and changed:
            raise CampaignError(
                f"somebody has changed {changed[0]} of {seat} in the draft",
                hint="ask for a draft in which what you have seen is unchanged, or begin again",
            )


def _check_orders(draft: Mapping[str, Any], standing: list[Mapping[str, Any]]) -> None:
    orders = tuple(from_wire(StandingOrder, order) for order in standing)
    for fault in check_standing(find(draft["ruleset"]["id"]), orders):
        raise UsageError(f"standing orders, {fault.at}: {fault.text}")
