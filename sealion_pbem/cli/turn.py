"""`sealion turn`: write, check and sign the orders of a turn."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.given import open_desk
from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.outgoing import outgoing, outgoing_option
from sealion_pbem.cli.review import confirm_signing, refuse_illegal, show_review
from sealion_pbem.cli.root import (
    campaign_choice,
    campaign_option,
    json_option,
    passphrase_option,
    plain,
    say_json,
)

if TYPE_CHECKING:
    from sealion_pbem.umpire.desk import Desk
    from sealion_pbem.umpire.papers import Paper
    from sealion_pbem.umpire.record import Record

__all__ = ["turn"]

_SCHEMA = "orders.schema.json"


@click.group(cls=HelpfulGroup)
def turn() -> None:
    """Write, check and sign the orders of a turn.

    \b
    Examples:
      sealion turn new
      sealion turn check turn-0001-red.txt
      sealion turn sign turn-0001-red.txt
    """


@turn.command("new")
@campaign_choice
@click.option("--seat", help="The seat you write for, if you hold several.")
@click.option(
    "--setup",
    metavar="NAME",
    help="Begin with a ready-made set-up, to be edited; the sheet names those that there are.",
)
@click.option("--book", metavar="NAME", help="Begin with a book of standing orders.")
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write the file; by default turn-NUMBER-SEAT.txt in the campaign folder.",
)  # fmt: skip
@click.option(
    "--json", "as_json", is_flag=True,
    help="Print it as one JSON object; with -o, write it as JSON too, with a schema beside it.",
)  # fmt: skip
def new(
    campaign: Path, seat: str | None, setup: str | None, book: str | None, out: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Make an order sheet for what is asked now: who can act, and an example of everything."""
    from sealion_pbem.campaign import files
    from sealion_pbem.campaign.secrecy import FILE_MODE
    from sealion_pbem.engine.readymade import set_ups_of
    from sealion_pbem.umpire.drafts import new_draft, own_seals
    from sealion_pbem.umpire.rehearsal import queued_orders, said_queued
    from sealion_pbem.umpire.sheets import new_sheet, orders_file

    desk = open_desk(campaign, with_keys=False)
    _warn_of_orders(desk)
    record = desk.read().record
    seat = seat or desk.own_seat(record)
    draft = new_draft(record, seat, set_up=setup, book=book)
    if as_json:
        _say_draft(desk, record, draft, out)
        return
    path = _free(out or desk.folder.path / orders_file(record, seat))
    # What will be sealed is written into it in plain words.
    text = new_sheet(record, seat, own_seals(desk, record, seat), draft)
    files.replace(path, text.encode(), FILE_MODE)
    decision = record.decision
    assert decision is not None, "new_sheet refuses when nothing is asked"
    click.echo(plain(f"asked of {seat}: {decision.prompt} (rule {decision.rule})"))
    if queued := queued_orders(record, seat):
        click.echo(plain(f"  {said_queued(queued, drops_queued=False)}"))
    ready = {} if setup else set_ups_of(record.ruleset, record.game.state)
    for name, chosen in ready.items():
        click.echo(plain(f"  --setup {name}: {chosen.text}"))
    near = _from_here(path)
    click.echo(f"write your orders into {near}, which says who can act and how")
    click.echo(f"then: sealion turn check {near}, sealion turn sign {near}")


def _say_draft(desk: Desk, record: Record, draft: dict[str, Any], out: Path | None) -> None:
    """Print an empty orders file with what may be ordered; with `out`, write it and its schema."""
    from sealion_pbem.campaign import files
    from sealion_pbem.campaign.secrecy import FILE_MODE
    from sealion_pbem.engine.capability import secrecy_of
    from sealion_pbem.engine.wire import to_wire
    from sealion_pbem.umpire.drafts import own_seals
    from sealion_pbem.umpire.papers import orders_schema
    from sealion_pbem.umpire.rehearsal import queued_orders

    seat = draft["seat"]
    document = {"$schema": f"./{_SCHEMA}", **draft}
    if out:
        text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
        files.replace(_free(out), text.encode(), FILE_MODE)
        shape = json.dumps(orders_schema(record), indent=1) + "\n"
        files.replace(out.with_name(_SCHEMA), shape.encode())
    state = record.game.state
    facts = {
        "file": str(out) if out else None,
        "draft": document,
        "offers": [to_wire(offer) for offer in islice(record.ruleset.offers(state), 500)],
        "secrets": to_wire(secrecy_of(record.ruleset).secrets(state)),
        "sealed": own_seals(desk, record, seat),
        "queued": [*queued_orders(record, seat)],
    }
    say_json("sealion-pbem/turn-new", facts)


def _from_here(path: Path) -> Path:
    """Return a path as one types it where the command was run."""
    whole, here = path.resolve(), Path.cwd().resolve()
    return whole.relative_to(here) if whole.is_relative_to(here) else whole


def _free(path: Path) -> Path:
    from sealion_pbem.errors import UsageError

    if path.exists():
        raise UsageError(f"{path} is there already", hint="edit it, or give another name with -o")
    return path


@turn.command("withdraw")
@campaign_choice
@outgoing_option
@passphrase_option
def withdraw(campaign: Path, out: Path | None, passphrase_file: Path | None) -> None:
    """Take back the turn that you have signed, while the charter's delay runs."""
    desk = open_desk(campaign, with_keys=True, passphrase_file=passphrase_file)
    entry = desk.withdraw()
    path = outgoing(desk.folder.entries / entry.file_name, out)
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
    from sealion_pbem.umpire.rehearsal import rehearse

    desk = open_desk(_campaign_of(draft, campaign), with_keys=False)
    _warn_of_orders(desk, draft)
    paper = _read_paper(desk, draft)
    with paper.placing_faults():
        rehearsal = rehearse(desk, paper.draft)
    preview = rehearsal.preview
    if as_json:
        facts = {
            "legal": not rehearsal.refused,
            "judged": preview.judged,
            "orders": paper.count,
            "needs_dice": preview.needs_dice or None,
            "violations": to_wire(rehearsal.refused),
            "story": [
                {"event": s.event.kind, "text": s.text, "cost": s.cost or None}
                for s in rehearsal.sentences
            ],
            **rehearsal.document,
        }
        say_json("sealion-pbem/turn-check", facts)
        if rehearsal.refused:
            raise SystemExit(RulesError.exit_code)
        return
    refuse_illegal(paper, rehearsal, draft.name)
    show_review(paper, rehearsal)


@turn.command("sign")
@click.argument("draft", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@campaign_option
@click.option("--yes", is_flag=True, help="Sign without asking, for scripts.")
@outgoing_option
@passphrase_option
@json_option
def sign(
    draft: Path, campaign: Path, yes: bool, out: Path | None, passphrase_file: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Sign orders: they become the next entry of the log and cannot be changed any more.

    What they come to is shown first, as 'turn check' shows it, and you are asked.
    """
    from sealion_pbem.engine.standing import StandingOrder
    from sealion_pbem.engine.wire import from_wire
    from sealion_pbem.umpire.drafts import sign_draft
    from sealion_pbem.umpire.rehearsal import rehearse

    desk = open_desk(_campaign_of(draft, campaign), with_keys=True, passphrase_file=passphrase_file)
    _warn_of_orders(desk, draft)
    paper = _read_paper(desk, draft)
    with paper.placing_faults():
        rehearsal = rehearse(desk, paper.draft)
    refuse_illegal(paper, rehearsal, draft.name)
    if not as_json:
        show_review(paper, rehearsal)
    if not yes:
        confirm_signing()
    entry = sign_draft(desk, paper.draft)
    path = outgoing(desk.folder.entries / entry.file_name, out)
    if as_json:
        say_json("sealion-pbem/turn-sign", {"entry": entry.document, "file": str(path)})
        return
    for order in entry.body.standing_orders or ():
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

    kept = sorted(
        path for path in desk.folder.path.glob("turn-*") if path.suffix in (".json", ".txt")
    )
    known = {path.resolve() for path in kept}
    warn_if_exposed(*kept, *(path for path in given if path.resolve() not in known))


def _read_paper(desk: Desk, path: Path) -> Paper:
    from sealion_pbem.cli.given import read_given
    from sealion_pbem.umpire.papers import read_paper

    return read_paper(desk.read().record, read_given(path))
