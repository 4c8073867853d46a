"""Planted errors: a form with one part made wrong, to see that the laws of choices find it out."""

from dataclasses import replace
from typing import Any

import pytest


def plant(
    monkeypatch: pytest.MonkeyPatch, ruleset: Any, kind: str, member: str, **wrong: Any
) -> None:
    """Make a part of a member of a form wrong, until the test is over."""
    form = ruleset.forms[kind]
    assert member in form.by_name, f"{kind} has no {member}"
    members = tuple(replace(m, **wrong) if m.name == member else m for m in form.members)
    monkeypatch.setitem(ruleset.forms, kind, replace(form, members=members))


def plant_form(monkeypatch: pytest.MonkeyPatch, ruleset: Any, kind: str, **wrong: Any) -> None:
    """Make a part of a form wrong that belongs to no member, until the test is over."""
    monkeypatch.setitem(ruleset.forms, kind, replace(ruleset.forms[kind], **wrong))
