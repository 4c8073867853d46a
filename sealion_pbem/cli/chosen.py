"""A game and its options as commands take them: NAME=VALUE, several with commas, all, or their list."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.rulesets import DEFAULT

if TYPE_CHECKING:
    from sealion_pbem.engine.ruleset import Ruleset

__all__ = [
    "LISTED",
    "OPTIONS_HELP",
    "chosen_options",
    "explain_options",
    "list_options",
    "ruleset_option",
]

LISTED = "list"
OPTIONS_HELP = (
    "Options of the game, with commas: NAME or NAME=VALUE; all: every optional rule; "
    "list: show what there is."
)
_ALL = "all"


def ruleset_option(command: Any) -> Any:
    """Give a command the option --ruleset."""
    return click.option("--ruleset", default=DEFAULT, show_default=True, help="The game.")(command)


def chosen_options(
    game: Ruleset[Any], words: str | None, singles: Iterable[str] = ()
) -> dict[str, Any]:
    """Return what a player has chosen; a name without a value means true."""
    from sealion_pbem.engine.capability import HasOptionalRules
    from sealion_pbem.errors import UsageError

    options: dict[str, Any] = {}
    for word in (*filter(None, (words or "").split(",")), *singles):
        if word == _ALL:
            if not isinstance(game, HasOptionalRules) or not game.optional_rules:
                raise UsageError(
                    f"{game.title} has no optional rules", hint="--options list shows what there is"
                )
            options |= game.optional_rules
            continue
        name, equals, value = word.strip().partition("=")
        options[name] = _value(value) if equals else True
    return options


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def list_options(game: Ruleset[Any]) -> None:
    """Print every option of a game with its one line."""
    width = max(map(len, game.options))
    click.echo(f"options of {game.title}")
    for name, text in game.options.items():
        click.echo(f"  {name:{width}}  {text}")


def explain_options(terms: Mapping[str, Any]) -> None:
    """Print what the options of a charter or its draft mean, each in one line."""
    from sealion_pbem.cli.root import plain
    from sealion_pbem.rulesets import find, known

    ruleset = terms["ruleset"]["id"]
    texts = find(ruleset).options if ruleset in known() else {}
    for name, value in terms["options"].items():
        said = "" if value is True else f" = {value}"
        click.echo(plain(f"  {name}{said}: {texts.get(name, 'unknown here')}"))
