"""`sealion campaign status`: where a campaign stands and who is to write what, until when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.root import plain, say_json
from sealion_pbem.umpire.referee.deadlines import deadline, said

if TYPE_CHECKING:
    from sealion_pbem.umpire.desk import Desk
    from sealion_pbem.umpire.log import Log
    from sealion_pbem.umpire.record import Record

__all__ = ["show_status"]


def show_status(desk: Desk, *, as_json: bool) -> None:
    """Print the position, what is asked of whom, and whatever is wrong."""
    from sealion_pbem.engine.showing import narration_of

    log = desk.read()
    facts = _facts(log, desk.store.evidence())
    if as_json:
        say_json("sealion-pbem/status", facts)
        return
    record = log.record
    ledger = record.ledger
    click.echo(f"{facts['name']}: {record.ruleset.title}, {ledger.mode}, {ledger.next_seq} entries")
    click.echo(narration_of(record.ruleset).board(record.game.state))
    _say_next(record)
    if facts["due"]:
        click.echo(f"  until {said(facts['due'])}, absences aside")
    for breach in facts["breaches"]:
        click.echo(plain(f"BREACH, seen when it was opened: {breach}"))
    for name in facts["evidence"]:
        click.echo(f"EVIDENCE of a second version of a turn: evidence/{name}")
    click.echo(f"head {ledger.head}")


def _facts(log: Log, evidence: list[str]) -> dict[str, Any]:
    record = log.record
    ledger, decision = record.ledger, record.decision
    return {
        "name": ledger.charter.body.name,
        "campaign": ledger.campaign,
        "ruleset": record.ruleset.id,
        "mode": ledger.mode,
        "head": ledger.head,
        "entries": ledger.next_seq,
        "game_turn": record.ruleset.game_turn(record.game.state),
        "writes_next": ledger.baton(),
        "pending_turn": ledger.pending.file_name if ledger.pending else None,
        "decision": (
            {"seat": decision.seat, "kind": decision.kind, "rule": decision.rule,
             "prompt": decision.prompt, "timing": str(decision.timing)} if decision else None
        ),
        "due": _due(record),
        "result": record.result or None,
        "breaches": list(map(str, record.breaches)),
        "beside": [entry.file_name for entry in log.beside],
        "evidence": evidence,
    }  # fmt: skip


def _due(record: Record) -> str | None:
    """Return until when the pending decision is to be answered.

    It is asked from the last receipt on; who is away has told the referee, not the log.
    """
    ledger, agreed = record.ledger, record.ledger.charter.body
    if record.decision is None or ledger.pending or not ledger.answered:
        return None
    until = deadline(ledger.answered, agreed.deadline_hours, agreed.grace_hours, ())
    return until.due if until else None


def _say_next(record: Record) -> None:
    ledger, decision = record.ledger, record.decision
    if record.result:
        click.echo(plain(record.result))
    elif ledger.pending is not None:
        what = "open the dice" if ledger.mode == "both" and not ledger.opening else "answer it"
        click.echo(
            f"turn {ledger.pending.seq} of {ledger.pending.by} waits: {ledger.baton()} is to {what}"
        )
        click.echo("  with: sealion witness")
    elif decision:
        click.echo(plain(f"asked of {decision.seat}: {decision.prompt} (rule {decision.rule})"))
        click.echo("  with: sealion turn new")
