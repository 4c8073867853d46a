"""The facts of the shorter letters, from records, drafts and verdicts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.words import Json, Violation
from sealion_pbem.errors import CampaignError
from sealion_pbem.pbem.body import RejectionBody, TurnBody
from sealion_pbem.pbem.charter import missing
from sealion_pbem.pbem.entry import EntryOf
from sealion_pbem.report.letters import (
    AuditReport,
    Dispute,
    Greeting,
    Invitation,
    Objection,
    Rejection,
    Reminder,
)
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.audit import Verdict
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.referee.deadlines import Deadline, deadline, left, said
from sealion_pbem.umpire.reporting import asked_of

__all__ = [
    "audit_letter",
    "dispute_letter",
    "greeting",
    "invitation",
    "rejection",
    "reminder",
]

_LONGEST_ORDER = 160
_MODES = {
    "peer": "You and your opponent witness each other's dice; there is no referee.",
    "referee": "A referee answers every turn and opens the dice.",
    "both": "Opponent and referee open the dice together.",
    "solo": "One player holds all seats.",
}


def rejection(
    record: Record, turn: EntryOf[TurnBody], refusal: EntryOf[RejectionBody]
) -> Rejection:
    """Return what a rejection says to its player; `record` stands after it, the turn is asked again."""
    asked = asked_of(record, refusal.body.time)
    if asked is None:
        raise CampaignError("the game is over; nothing is asked again")
    return Rejection(
        record.ledger.charter.body.name,
        record.ruleset.title,
        tuple(record.ruleset.seats),
        turn.seq,
        turn.by,
        refusal.by,
        refusal.body.time,
        tuple(_fault(violation, turn.body.orders) for violation in refusal.body.violations),
        asked,
    )


def _fault(violation: Violation, orders: Sequence[Json]) -> Objection:
    at = violation.at
    return Objection(violation.rule, at, violation.text, _order_at(at, orders))


def _order_at(at: str, orders: Sequence[Json]) -> str:
    """Return the order that a JSON pointer leads into, in one short line."""
    parts = at.split("/")
    if parts[1:2] != ["orders"] or not parts[2:3] or not parts[2].isdecimal():
        return ""
    number = int(parts[2])
    said = json.dumps(orders[number], ensure_ascii=False) if number < len(orders) else ""
    return said if len(said) <= _LONGEST_ORDER else f"{said[:_LONGEST_ORDER]} …"


def reminder(
    record: Record, to: str, since: str, now: str, absences: Iterable[tuple[str, str]] = ()
) -> Reminder:
    """Return a reminder of what is asked, for the late player or another; times are those of entries.

    `absences` are the spans in which the player who is asked is away: his time stands still.
    """
    asked = asked_of(record, since)
    if asked is None:
        raise CampaignError("nobody owes a decision: the campaign is over")
    agreed = record.ledger.charter.body
    until = deadline(since, agreed.deadline_hours, agreed.grace_hours, absences)
    if until:
        asked = replace(asked, deadline=said(until.due))
    return Reminder(
        agreed.name,
        record.ruleset.title,
        tuple(record.ruleset.seats),
        to,
        asked,
        since,
        left(until.due, now) if until else "nothing presses",
        _consequence(until, now) if until else "The charter sets no deadline.",
    )


def _consequence(until: Deadline, now: str) -> str:
    if now < until.end:
        return f"The grace agreed in the charter ends at {said(until.end)}."
    return (
        f"The grace agreed in the charter ended at {said(until.end)}; the referee may give the seat to "
        "somebody else."
    )


def greeting(record: Record, to: str, until: Deadline | None, time: str) -> Greeting:
    """Return how a referee greets a player when the game begins; `time` is when it was asked for."""
    asked = asked_of(record, time)
    if asked is None:
        raise CampaignError("the game is over before it has begun")
    if until:
        asked = replace(asked, deadline=said(until.due))
    agreed = record.ledger.charter.body
    hours = agreed.deadline_hours
    return Greeting(
        agreed.name,
        record.ruleset.title,
        to,
        tuple(record.ruleset.seats),
        asked,
        (
            ("Scenario", f"{agreed.scenario}: {record.ruleset.scenarios[agreed.scenario]}"),
            ("Options", ", ".join(_summary(agreed.options)) or "none"),
            ("Dice", _MODES[agreed.mode]),
            ("Deadline", _hours(hours, agreed.grace_hours) if hours else "none"),
        ),
    )


def _hours(deadline_hours: int, grace: int) -> str:
    return f"{deadline_hours} hours, grace {grace} hours"


def invitation(draft: Mapping[str, Any], seat: str, file: str, words: str = "") -> Invitation:
    """Return the invitation to take a seat in a charter draft."""
    ruleset = find(draft["ruleset"]["id"])
    free = tuple(name for name, facts in draft["seats"].items() if not facts)
    hours, delay = draft["deadline_hours"], draft.get("delay_hours", 0)
    terms = [
        ("Game", f"{ruleset.title}, revision {draft['ruleset']['revision']}"),
        ("Scenario", f"{draft['scenario']}: {ruleset.scenarios[draft['scenario']]}"),
        ("Options", ", ".join(_summary(draft["options"])) or "none"),
        *_options(ruleset, draft["options"]),
        ("Deadline", _hours(hours, draft["grace_hours"]) if hours else "none"),
        *([("Delay", f"{delay} hours to withdraw a turn")] if delay else []),
        ("Corrections", draft["corrections"]),
        ("Drafted", draft["created"]),
        *(
            (f"Data pack {name}", f"SHA-256 {digest[:16]}…")
            for name, digest in sorted(draft["packs"].items())
        ),
    ]
    return Invitation(
        draft["name"],
        ruleset.title,
        draft["scenario"],
        seat,
        free,
        tuple(name for name in draft["seats"] if name not in free),
        _MODES[draft["mode"]],
        tuple(terms),
        tuple(missing(draft)),
        file,
        words,
    )


def _options(ruleset: Ruleset[Any], chosen: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what each chosen option means, in the words of the game and in its order."""
    return [
        (f"Option {name.replace('_', ' ')}", text + _choice(chosen[name]))
        for name, text in ruleset.options.items()
        if name in chosen
    ]


def _summary(chosen: Mapping[str, Any]) -> list[str]:
    return [name if value is True else f"{name} {value}" for name, value in sorted(chosen.items())]


def _choice(value: Any) -> str:
    if isinstance(value, bool):
        return "" if value else "; chosen: no"
    return f"; chosen: {value}"


def audit_letter(verdict: Verdict) -> AuditReport:
    """Return what an audit found, as a letter says it."""
    counts = [
        (name, str(getattr(verdict, name)))
        for name in ("entries", "turns", "receipts", "rejections", "openings", "rolls", "dice")
    ]
    remarks = [verdict.waiting] if verdict.waiting else []
    remarks += [verdict.result] if verdict.result else []
    remarks += [f"beside the chain: {name}" for name in verdict.beside]
    failure = verdict.failure
    return AuditReport(
        verdict.name or verdict.path,
        verdict.ruleset,
        verdict.head,
        verdict.exit_code == 0,
        tuple((name.capitalize(), count) for name, count in counts),
        (failure.entry, failure.reason, failure.hint) if failure else None,
        tuple((found.entry, found.reason) for found in verdict.differences),
        tuple(remarks),
    )


def dispute_letter(
    campaign: str,
    game: str,
    entry: str,
    reason: str,
    files: Iterable[tuple[str, str, str]],
    claims: Iterable[tuple[str, str]] = (),
    *,
    command: str,
) -> Dispute:
    """Return the cover of a dispute bundle; each file is its name, what it is, its digest."""
    return Dispute(
        campaign,
        game,
        entry,
        reason,
        tuple(claims),
        tuple(files),
        command,
    )
