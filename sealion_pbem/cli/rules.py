"""`sealion rules`: look up rules, decisions and options of a ruleset."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.root import json_option, say_json

if TYPE_CHECKING:
    from sealion_pbem.engine.ruleset import Ruleset
    from sealion_pbem.umpire.rulebook import Citation

__all__ = ["DEFAULT_RULESET", "rules"]

DEFAULT_RULESET = "skirmish"


@click.command()
@click.argument("number", required=False)
@click.option("--ruleset", default=DEFAULT_RULESET, show_default=True, help="The game.")
@click.option("--decisions", is_flag=True, help="List the decisions and what can answer them.")
@click.option("--options", is_flag=True, help="List the scenarios and options of a charter.")
@json_option
def rules(number: str | None, ruleset: str, decisions: bool, options: bool, as_json: bool) -> None:
    """Look up rules by NUMBER: title, the code that carries them, the tests that prove them.

    Without a number, every rule is listed with its title.

    \b
    Examples:
      sealion rules                   every rule
      sealion rules 3.2               one rule
      sealion rules 3                 a chapter
      sealion rules --decisions       what standing orders can answer
    """
    from sealion_pbem.rulesets import RULESETS, find

    game = find(ruleset)
    facts: dict[str, Any] = {"ruleset": game.id, "revision": game.revision, "title": game.title}
    facts["rulesets"] = sorted(RULESETS)
    if number is not None:
        facts["rules"] = _looked_up(game, number)
        if not as_json:
            _print_rules(facts["rules"])
    elif not (decisions or options):
        facts["rules"] = [{"rule": rule, "title": title} for rule, title in game.rules.items()]
        if not as_json:
            click.echo(f"{game.title}, revision {game.revision}\n")
            _print_table(list(game.rules.items()))
            click.echo(f"\nRulesets: {', '.join(sorted(RULESETS))}; choose one with --ruleset.")
    if decisions:
        facts["decisions"] = {kind: _default_first(known) for kind, known in game.policies.items()}
        if not as_json:
            _print_decisions(facts["decisions"])
    if options:
        facts |= {"scenarios": dict(game.scenarios), "options": dict(game.options)}
        if not as_json:
            _print_options(game)
    if as_json:
        say_json("sealion-pbem/rules", facts)


def _looked_up(game: Ruleset[Any], number: str) -> list[dict[str, Any]]:
    from sealion_pbem.cli.groups import suggestion
    from sealion_pbem.errors import UsageError
    from sealion_pbem.umpire.rulebook import in_code, in_tests, is_under

    number = number.removesuffix(".")
    found = {rule: title for rule, title in game.rules.items() if is_under(rule, number)}
    if not found:
        meant = suggestion(number, list(game.rules)).strip()
        raise UsageError(f"{game.title} has no rule {number!r}", hint=meant[0].lower() + meant[1:])
    code, tests = in_code(game.id), in_tests(game.id)
    return [
        {
            "rule": rule,
            "title": title,
            "code": [asdict(c) for c in code if _is_about(c, rule)],
            "tests": None if tests is None else [asdict(c) for c in tests if _is_about(c, rule)],
        }
        for rule, title in found.items()
    ]


def _is_about(citation: Citation, rule: str) -> bool:
    """Return whether a function is about a rule, a part of it, or the chapter it stands in."""
    from sealion_pbem.umpire.rulebook import is_under

    return citation.cites(rule) or any(is_under(rule, chapter) for chapter in citation.rules)


def _default_first(policies: Any) -> dict[str, str]:
    return dict(sorted(policies.items(), key=lambda item: item[0] != "default"))


def _print_rules(found: list[dict[str, Any]]) -> None:
    for rule in found:
        click.echo(f"{rule['rule']}  {rule['title']}")
        for citation in rule["code"]:
            click.echo(f"    code  {citation['where']}:{citation['name']}  {citation['text']}")
        if rule["tests"] is None:
            click.echo("    tests are not installed here; they are in the source of the program")
        for citation in rule["tests"] or ():
            click.echo(f"    test  {citation['where']}:{citation['line']}  {citation['text']}")


def _print_table(rows: list[tuple[str, str]], indent: str = "") -> None:
    width = max((len(name) for name, _ in rows), default=0)
    for name, text in rows:
        click.echo(f"{indent}{name:<{width}}  {text}")


def _print_decisions(decisions: dict[str, dict[str, str]]) -> None:
    for kind, policies in decisions.items():
        click.echo(kind)
        if policies:
            _print_table(list(policies.items()), "    ")
        else:
            click.echo("    its seat must answer by itself")


def _print_options(game: Ruleset[Any]) -> None:
    click.echo("scenarios")
    _print_table(list(game.scenarios.items()), "    ")
    click.echo("options")
    _print_table(list(game.options.items()), "    ")
