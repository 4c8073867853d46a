"""`sealion turn`: write, check and sign the orders of a turn."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.given import open_desk
from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.root import (
    campaign_option,
    json_option,
    passphrase_option,
    plain,
    say_json,
)

if TYPE_CHECKING:
    from sealion_pbem.umpire.desk import Desk

__all__ = ["turn"]

SHOWN = 12


@click.group(cls=HelpfulGroup)
def turn() -> None:
    """Write, check and sign the orders of a turn.

    \b
    Examples:
      sealion turn new
      sealion turn check turn-0001-red.json
      sealion turn sign turn-0001-red.json
    """


@turn.command("new")
@campaign_option
@click.option("--seat", help="The seat you write for, if you hold several.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write the orders file; by default turn-NUMBER-SEAT.json in the campaign folder.",
)  # fmt: skip
@json_option
def new(campaign: Path, seat: str | None, output: Path | None, as_json: bool) -> None:
    """Make an orders file for what is asked now, and show what may be ordered."""
    from sealion_pbem.campaign import files
    from sealion_pbem.campaign.secrecy import FILE_MODE
    from sealion_pbem.engine.capability import narration_of, secrecy_of
    from sealion_pbem.engine.wire import to_wire
    from sealion_pbem.errors import UsageError
    from sealion_pbem.pbem.bundle import bundle
    from sealion_pbem.umpire.drafts import new_draft, own_seals
    from sealion_pbem.umpire.rehearsal import queued_orders, said_queued

    desk = open_desk(campaign, with_keys=False)
    _warn_of_orders(desk)
    record = desk.read().record
    own = desk.folder.read_settings().keys if desk.folder.settings.exists() else {}
    decision = record.decision
    seat = seat or (decision.seat if decision and decision.seat in own else next(iter(own), ""))
    draft = new_draft(record, seat)
    path = output or desk.folder.path / f"turn-{draft['seq']:04d}-{seat}.json"
    if path.exists():
        raise UsageError(f"{path} is there already", hint="edit it, or give another name with -o")
    schema = desk.folder.path / "orders.schema.json"
    shape = json.dumps(bundle("orders_file", record.ruleset), indent=1) + "\n"
    document = {"$schema": f"./{schema.name}", **draft}
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    # What will be sealed is written into it in plain words.
    files.replace(path, text.encode(), FILE_MODE)
    files.replace(schema, shape.encode())
    offers = [to_wire(offer) for offer in islice(record.ruleset.offers(record.game.state), 500)]
    secrets = secrecy_of(record.ruleset).secrets(record.game.state)
    sealed = own_seals(desk, record, seat)
    queued = queued_orders(record, seat)
    if as_json:
        facts = {
            "file": str(path),
            "draft": document,
            "offers": offers,
            "secrets": to_wire(secrets),
            "sealed": sealed,
            "queued": [*queued],
        }
        say_json("sealion-pbem/turn-new", facts)
        return
    assert decision is not None, "new_draft refuses when nothing is asked"
    click.echo(narration_of(record.ruleset).board(record.game.state))
    click.echo(plain(f"\nasked of {seat}: {decision.prompt} (rule {decision.rule})"))
    _show_offers(offers, {name: list(values) for name, values in secrets.items()})
    _show_sealed(sealed, is_open="open" in decision.accepts)
    if queued:
        click.echo(plain(f"  {said_queued(queued, drops_queued=False)}"))
    click.echo(f"\nwrite your orders into {path}\nthen: sealion turn check, sealion turn sign")


def _show_sealed(sealed: dict[str, Any], *, is_open: bool) -> None:
    """Remind a player of what only he knows, and say how it is opened where that is possible."""
    for name, value in sealed.items():
        click.echo(plain(f"  sealed by you, seen by nobody else: {name} is {json.dumps(value)}"))
        if is_open:
            click.echo(f"  {json.dumps({'kind': 'open', 'name': name})}")


def _show_offers(offers: list[dict[str, Any]], secrets: dict[str, list[Any]]) -> None:
    for name, values in secrets.items():
        for value in values:
            example = {"kind": "seal", "name": name, "value": value}
            click.echo(f"  {json.dumps(example)}")
    for offer in offers[:SHOWN]:
        click.echo(f"  {json.dumps(offer)}")
    if len(offers) > SHOWN:
        click.echo(f"  … and {len(offers) - SHOWN} more (--json lists them)")


@turn.command("withdraw")
@campaign_option
@passphrase_option
def withdraw(campaign: Path, passphrase_file: Path | None) -> None:
    """Take back the turn that you have signed, while the charter's delay runs."""
    desk = open_desk(campaign, with_keys=True, passphrase_file=passphrase_file)
    entry = desk.withdraw()
    path = desk.folder.entries / entry.file_name
    click.echo(f"turn {entry.seq} is withdrawn; send this file to the referee:\n  {path}")


@turn.command("check")
@click.argument("draft", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@campaign_option
@json_option
def check(draft: Path, campaign: Path, as_json: bool) -> None:
    """Check an orders file against the rules, without dice and without signing.

    What the legal orders come to is told up to the first die, moves with what they cost; then what
    that die can bring, which orders wait and for whom, which came back or lapsed, and what earlier
    files have queued.
    """
    from sealion_pbem.engine.wire import to_wire
    from sealion_pbem.errors import RulesError
    from sealion_pbem.report.foretold import foretold_briefly
    from sealion_pbem.umpire.rehearsal import rehearse

    desk = open_desk(_campaign_of(draft, campaign), with_keys=False)
    _warn_of_orders(desk, draft)
    document = _read_draft(draft)
    rehearsal = rehearse(desk, document)
    preview = rehearsal.preview
    if as_json:
        facts = {
            "legal": not preview.refused,
            "judged": preview.judged,
            "orders": len(document["orders"]),
            "needs_dice": preview.needs_dice or None,
            "violations": to_wire(preview.refused),
            "story": [
                {"event": s.event.kind, "text": s.text, "cost": s.cost or None}
                for s in rehearsal.sentences
            ],
            **rehearsal.document,
        }
        say_json("sealion-pbem/turn-check", facts)
        if preview.refused:
            raise SystemExit(RulesError.exit_code)
        return
    if preview.refused:
        count = len(preview.refused)
        raise RulesError(f"{count} illegal in {draft.name}", tuple(map(str, preview.refused)))
    click.echo(f"{preview.judged} of {len(document['orders'])} orders are legal")
    for sentence in rehearsal.sentences:
        click.echo(plain(f"  {sentence}"))
    if preview.needs_dice:
        click.echo(f"then dice fall: {preview.needs_dice}; what comes after depends on them")
    for line in foretold_briefly(rehearsal.forecasts):
        click.echo(plain(f"  {line}"))
    for note in rehearsal.notes():
        click.echo(plain(note))


@turn.command("sign")
@click.argument("draft", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@campaign_option
@passphrase_option
@json_option
def sign(draft: Path, campaign: Path, passphrase_file: Path | None, as_json: bool) -> None:
    """Sign an orders file: it becomes the next entry of the log and cannot be changed any more."""
    from sealion_pbem.engine.standing import StandingOrder
    from sealion_pbem.engine.wire import from_wire
    from sealion_pbem.umpire.drafts import sign_draft

    desk = open_desk(_campaign_of(draft, campaign), with_keys=True, passphrase_file=passphrase_file)
    _warn_of_orders(desk, draft)
    document = _read_draft(draft)
    entry = sign_draft(desk, document)
    path = desk.folder.entries / entry.file_name
    if as_json:
        say_json("sealion-pbem/turn-sign", {"entry": entry.document, "file": str(path)})
        return
    for order in entry.body.get("standing_orders", []):
        click.echo(plain(f"standing order: {from_wire(StandingOrder, order)}"))
    witness = desk.read().record.ledger.baton()
    click.echo(f"signed turn {entry.seq} of {entry.by}; send this file to {witness}:\n  {path}")


def _campaign_of(draft: Path, campaign: Path) -> Path:
    """Return the campaign given, or the one the draft lies in when we are in none."""
    from sealion_pbem.campaign.folder import find_folder
    from sealion_pbem.errors import CampaignError

    try:
        return find_folder(campaign).path
    except CampaignError:
        return find_folder(draft.parent).path


def _warn_of_orders(desk: Desk, *given: Path) -> None:
    """Warn of orders files that others can read, old ones too: what was sealed stands there in plain."""
    from sealion_pbem.campaign.secrecy import warn_if_exposed

    kept = sorted(desk.folder.path.glob("turn-*.json"))
    known = {path.resolve() for path in kept}
    warn_if_exposed(*kept, *(path for path in given if path.resolve() not in known))


def _read_draft(path: Path) -> dict[str, Any]:
    from sealion_pbem.cli.given import read_given
    from sealion_pbem.pbem.loader import read_strict

    document = read_strict(read_given(path))
    document.pop("$schema", None)
    return document
