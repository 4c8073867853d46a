"""Sentences about entries, beside those that tell their events."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.report.chronicle import Passage

__all__ = ["answers_given", "purpose_of", "said_about"]


def said_about(passage: Passage) -> Iterator[str]:
    """Say what an entry is, if it is no turn."""
    entry, body = passage.entry, passage.entry.body
    by = entry.by
    if passage.is_beside:
        yield f"a {entry.kind.replace('_', ' ')} of {by} was signed and did not come to count"
        return
    match entry.kind:
        case "receipt":
            yield from answers_given(passage)
        case "rejection":
            yield f"{by} refuses the turn: it breaks the rules, no die was opened, it never happened"
            for violation in body["violations"]:
                yield f"{violation['text']} (rule {violation['rule']})"
        case "withdrawal":
            yield f"{by} takes the turn back; no die was opened, it never happened"
        case "ruling":
            yield f"ruling: {body['text']}"
            yield from (
                f"what {lost['seat']} sealed as {lost['name']} is lost: it counts as nothing"
                for lost in body.get("forfeits", ())
            )
        case "key_change":
            yield f"{body['seat']} signs with another key from here on: {body.get('reason', '')}"
        case "resignation":
            yield f"{by} resigns: {body.get('text', '')}"
        case "anchor":
            yield f"{by} fixes dice for later turns"


def answers_given(passage: Passage) -> Iterator[str]:
    """Say what standing orders did, and which orders came to nothing."""
    for auto in passage.automatic:
        number = auto["standing_order"] + 1
        yield f"{auto['seat']}'s standing order {number} answered {auto['decision']}"
    yield from passage.notes


def purpose_of(label: str) -> str:
    """Return what a roll was for: its label without clock and rule."""
    return label.rsplit("/", 1)[-1]
