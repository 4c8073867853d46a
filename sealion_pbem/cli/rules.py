"""`sealion rules`: look up rules, decisions and options of a ruleset."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.root import json_option, plain, say_json
from sealion_pbem.rulesets import DEFAULT

if TYPE_CHECKING:
    from sealion_pbem.engine.ruleset import Ruleset
    from sealion_pbem.umpire.rulebook import Citation

__all__ = ["rules"]

# The functions whose docstrings say a rule, and not how it is looked for.
_ACTING = frozenset({"begin", "check", "missing", "obey", "refuse"})
_WIDTH = 96
_RULING = re.compile(r"[A-Z]-\d+")


@click.command()
@click.argument("number", required=False)
@click.option("--ruleset", help=f"The game; by default {DEFAULT}.")
@click.option("--decisions", is_flag=True, help="List the decisions and what can answer them.")
@click.option("--orders", is_flag=True, help="List every order in words, with an example.")
@click.option("--options", is_flag=True, help="List the scenarios and options of a charter.")
@click.option(
    "--code", "with_code", is_flag=True, help="Name the code of a rule and its tests, too."
)
@click.option("--coverage", is_flag=True, help="Fail if a section has no test.")
@json_option
def rules(
    number: str | None, ruleset: str | None, decisions: bool, orders: bool, options: bool,
    with_code: bool, coverage: bool, as_json: bool,
) -> None:  # fmt: skip
    """Look up rules by NUMBER: the gist in our words, rulings, the orders they are about.

    With --code the code that carries them and the tests that prove them are named, too. Without a
    number, every rule is listed. A ruling is looked up by its id.

    \b
    Examples:
      sealion rules                   every rule
      sealion rules 8.1               one rule
      sealion rules 8 --code          a chapter, with its code and its tests
      sealion rules A-66              one ruling
      sealion rules --decisions       what standing orders can answer
      sealion rules --orders          how every order is written
      sealion rules --coverage        whether every section has a test
    """
    from sealion_pbem.engine.capability import answers_of, secrecy_of, timetable_of
    from sealion_pbem.engine.sheet.phrasebook import phrasebook
    from sealion_pbem.engine.wire import to_wire
    from sealion_pbem.rulesets import RULESETS, find, known

    if coverage:
        from sealion_pbem.cli.rules_coverage import show_coverage

        show_coverage([ruleset] if ruleset else sorted(RULESETS), as_json=as_json)
        return
    game = find(ruleset or DEFAULT)
    facts: dict[str, Any] = {"ruleset": game.id, "revision": game.revision, "title": game.title}
    facts["rulesets"] = sorted(known())
    if number is not None:
        facts |= _found(game, number)
    elif not (decisions or orders or options):
        facts["rules"] = _listed(game)
    if decisions:
        facts["decisions"] = {
            kind: _default_first(policies) for kind, policies in answers_of(game).policies.items()
        }
        facts |= {
            "stages": list(timetable_of(game).stages),
            "forfeits": dict(secrecy_of(game).forfeits),
        }
    if orders:
        facts["orders"] = [to_wire(phrased) for phrased in phrasebook(game)]
    if options:
        facts |= {"scenarios": dict(game.scenarios), "options": dict(game.options)}
    if as_json:
        say_json("sealion-pbem/rules", facts)
    else:
        _print_facts(game, facts, is_list=number is None, with_code=with_code)


def _found(game: Ruleset[Any], number: str) -> dict[str, Any]:
    """Return the ruling or the rules that a number means; some rulebooks list rulings as sections."""
    name = number.upper()
    if _RULING.fullmatch(name) and name not in game.rules:
        return {"ruling": _ruling(game, name)}
    return {"rules": _looked_up(game, name)}


def _print_facts(
    game: Ruleset[Any], facts: dict[str, Any], *, is_list: bool, with_code: bool
) -> None:
    if "ruling" in facts:
        _print_ruling(facts["ruling"])
    if "rules" in facts and is_list:
        click.echo(f"{game.title}, revision {game.revision}\n")
        _print_list(facts["rules"])
        click.echo(f"\nRulesets: {', '.join(facts['rulesets'])}; choose one with --ruleset.")
    elif "rules" in facts:
        _print_rules(facts["rules"], with_code=with_code)
    if "decisions" in facts:
        _print_decisions(facts["decisions"])
        _print_times(facts["stages"], facts["forfeits"])
    if "orders" in facts:
        _print_orders(facts["orders"])
    if "options" in facts:
        _print_options(game)


def _print_orders(orders: list[dict[str, Any]]) -> None:
    """Print how every order is written: what it does, its phrases, an example."""
    for order in orders:
        click.echo(plain(f"{order['kind']}: {order['gist']}"))
        for pattern in order["patterns"]:
            click.echo(plain(f"    {pattern}"))
        if order["example"]:
            click.echo(plain(f"    for example: {order['example']}"))


def _print_times(stages: list[str], forfeits: dict[str, str]) -> None:
    """Print how an order names its stage, and what a lost seal counts as."""
    click.echo(f"\nStages that an order may name: {', '.join(stages)}")
    click.echo(
        "\nWhat a seal counts as that a ruling declares lost, by decision or by its own name:"
    )
    for name, said in forfeits.items():
        click.echo(f"    {name:{max(map(len, forfeits))}}  {said}")


def _listed(game: Ruleset[Any]) -> list[dict[str, Any]]:
    """Return every section with the names of what cites it."""
    from sealion_pbem.umpire.rulebook import sections
    from sealion_pbem.umpire.rulings import rulings

    known = rulings(game.id)
    return [
        {
            "rule": section.rule,
            "title": section.title,
            "code": [f"{c.where}:{c.name}" for c in section.code],
            "tests": None
            if section.tests is None
            else [f"{c.where}:{c.name}" for c in section.tests],
            "rulings": [
                ruling.id for ruling in known.values() if ruling.is_on(section.rule, game.id)
            ],
        }
        for section in sections(game)
    ]


def _looked_up(game: Ruleset[Any], number: str) -> list[dict[str, Any]]:
    from sealion_pbem.cli.groups import suggestion
    from sealion_pbem.errors import UsageError
    from sealion_pbem.umpire.rulebook import in_code, in_tests, is_under
    from sealion_pbem.umpire.rulings import rulings

    number = number.removesuffix(".")
    found = {rule: title for rule, title in game.rules.items() if is_under(rule, number)}
    if not found:
        meant = suggestion(number, list(game.rules)).strip()
        raise UsageError(f"{game.title} has no rule {number!r}", hint=meant[0].lower() + meant[1:])
    code, tests, known = in_code(game.id), in_tests(game.id), rulings(game.id)
    return [
        {
            "rule": rule,
            "title": title,
            **_gist(rule, [c for c in code if c.cites(rule)], game),
            "code": [asdict(c) for c in code if _is_about(c, rule)],
            "tests": None if tests is None else [asdict(c) for c in tests if _is_about(c, rule)],
            "rulings": [
                {"id": ruling.id, "problem": ruling.problem, "ruling": ruling.ruling}
                for ruling in known.values()
                if ruling.is_on(rule, game.id)
            ],
        }
        for rule, title in found.items()
    ]


def _gist(rule: str, code: list[Citation], game: Ruleset[Any]) -> dict[str, list[str]]:
    """Return what a rule says, and the orders that are judged and carried out by it.

    Where the game has no words for it, those of the functions that do so will have to do.
    """
    from sealion_pbem.engine.gist import gists_of

    written = gists_of(game)
    acting = [c for c in code if c.name.lstrip("_").partition("_")[0] in _ACTING]
    orders = (c.name.partition("_")[2] for c in acting if c.name.startswith("obey_"))
    return {
        "gist": [written[rule]] if rule in written else list(dict.fromkeys(c.text for c in acting)),
        "orders": [kind for kind in dict.fromkeys(orders) if kind in game.orders],
    }


def _ruling(game: Ruleset[Any], name: str) -> dict[str, Any]:
    """Return a ruling with the code and the tests that cite it."""
    from sealion_pbem.errors import UsageError
    from sealion_pbem.umpire.rulings import mentions, rulings

    known = rulings(game.id)
    if name not in known:
        # Each series is counted from 1; the last of a letter stays.
        series = {name.partition("-")[0]: name for name in known}
        ranges = (f"{letter}-1 to {last}" for letter, last in series.items())
        hint = f"there are {' and '.join(ranges)}" if known else "it needs none"
        raise UsageError(f"{game.title} has no ruling {name!r}", hint=hint)
    code, tests = mentions(game.id)
    return {
        **asdict(known[name]),
        "code": [asdict(m) for m in code if m.ruling == name],
        "tests": None if tests is None else [asdict(m) for m in tests if m.ruling == name],
    }


def _is_about(citation: Citation, rule: str) -> bool:
    """Return whether a function is about a rule, a part of it, or the chapter it stands in."""
    from sealion_pbem.umpire.rulebook import is_under

    return citation.cites(rule) or any(is_under(rule, chapter) for chapter in citation.rules)


def _print_list(found: list[dict[str, Any]]) -> None:
    """Print a section in a few lines: its modules, its test files, its rulings."""
    for rule in found:
        click.echo(f"{rule['rule']}  {rule['title']}")
        for name in ("code", "tests"):
            places = dict.fromkeys(place.partition(":")[0] for place in rule[name] or ())
            if places:
                short = (place.removeprefix("sealion_pbem.rulesets.") for place in places)
                click.echo(f"    {name:<7} {', '.join(short)} ({len(rule[name])})")
        if rule["rulings"]:
            click.echo(f"    rulings {', '.join(rule['rulings'])}")


def _print_ruling(ruling: dict[str, Any]) -> None:
    editions = " and ".join(ruling["editions"])
    click.echo(f"{ruling['id']}  {', '.join(ruling['sections'])} ({editions})")
    click.echo(f"    {ruling['problem']}\n    {ruling['ruling']}")
    if ruling["setting"]:
        click.echo(f"    a charter may say otherwise: --option {ruling['setting']}=…")
    for flag, text in (("withdrawn", "withdrawn"), ("optional", "belongs to the optional rules")):
        if ruling[flag]:
            click.echo(f"    {text}")
    if ruling["no_effect"]:
        click.echo(f"    nothing in play depends on it: {ruling['no_effect']}")
    for name in ("code", "tests"):
        for mention in ruling[name] or ():
            click.echo(f"    {name:<5} {mention['where']}:{mention['line']}  {mention['name']}")


def _default_first(policies: Any) -> dict[str, str]:
    return dict(sorted(policies.items(), key=lambda item: item[0] != "default"))


def _print_rules(found: list[dict[str, Any]], *, with_code: bool) -> None:
    for rule in found:
        click.echo(f"{rule['rule']}  {rule['title']}")
        for text in rule["gist"]:
            click.echo(_paragraph(text))
        for ruling in rule["rulings"]:
            click.echo(_paragraph(f"{ruling['id']}  {ruling['problem']} {ruling['ruling']}", 2))
        if rule["orders"]:
            click.echo(f"    orders: {', '.join(rule['orders'])}")
        if with_code:
            _print_code(rule)


def _paragraph(text: str, hanging: int = 0) -> str:
    """Return a text in lines below the title of its rule."""
    from textwrap import fill

    return fill(
        text, _WIDTH, initial_indent=" " * 4, subsequent_indent=" " * (4 + hanging),
        break_on_hyphens=False,
    )  # fmt: skip


def _print_code(rule: dict[str, Any]) -> None:
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
