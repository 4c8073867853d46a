"""`sealion rules --coverage`: which sections no code and no test cites."""

from __future__ import annotations

import sys
from typing import Any

import click

from sealion_pbem.cli.root import say_json
from sealion_pbem.errors import InvalidFileError
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.rulebook import Section, sections

__all__ = ["show_coverage"]


def show_coverage(rulesets: list[str], *, as_json: bool) -> None:
    """Print what is missing in each ruleset; the exit code is 3 if a section has no test."""
    found = [_coverage(name) for name in rulesets]
    if as_json:
        say_json("sealion-pbem/coverage", {"rulesets": found})
    else:
        for facts in found:
            _print(facts)
    if any(facts["without_test"] for facts in found):
        sys.exit(InvalidFileError.exit_code)


def _coverage(name: str) -> dict[str, Any]:
    game = find(name)
    known = sections(game)
    if any(section.tests is None for section in known):
        raise InvalidFileError(
            "the tests are not installed here", hint="run it in the source of the program"
        )
    return {
        "ruleset": game.id,
        "title": game.title,
        "sections": len(known),
        "without_test": _named(section for section in known if not section.is_covered),
        "without_code": _named(section for section in known if not section.code),
        "descriptive": {s.rule: s.descriptive for s in known if s.descriptive},
    }


def _named(known: Any) -> dict[str, str]:
    found: list[Section] = list(known)
    return {section.rule: section.title for section in found}


def _print(facts: dict[str, Any]) -> None:
    missing = facts["without_test"]
    click.echo(
        f"{facts['title']}: {facts['sections']} sections, "
        + (
            f"{len(missing)} without a test"
            if missing
            else "every one with a rule in it has a test"
        )
    )
    for name, text in (("without_test", "no test"), ("without_code", "no code")):
        for rule, title in facts[name].items():
            click.echo(f"    {text}  {rule}  {title}")
    for rule, reason in facts["descriptive"].items():
        click.echo(f"    nothing to test  {rule}  {reason}")
