"""Report facts as JSON values: for programs, and for whoever wants other templates."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from sealion_pbem.report.facts import TurnReport

__all__ = ["plain_facts"]

_LEFT_OUT = frozenset({"pictures", "attachments"})


def plain_facts(report: TurnReport) -> dict[str, Any]:
    """Return the facts of a report as JSON; pictures and attachments are files and left out."""
    found: dict[str, Any] = _plain(report)
    return {"subject": report.subject, **found}


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _plain(getattr(value, field.name))
            for field in fields(value)
            if field.name not in _LEFT_OUT
        }
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, Fraction) else value
