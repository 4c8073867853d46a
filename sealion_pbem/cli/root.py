"""The command group: commands are imported when they are called, errors are printed in one place."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import ENOSPC
from importlib import import_module
from typing import Any, NoReturn

import click

from sealion_pbem import __version__
from sealion_pbem.campaign.secrecy import ExposedWarning
from sealion_pbem.engine.alphabet import replaced
from sealion_pbem.errors import PbemError, RulesError, SchemaError, StorageError, UsageError

__all__ = [
    "COMMANDS",
    "LazyGroup",
    "campaign_choice",
    "campaign_option",
    "cli",
    "json_option",
    "out_choice",
    "passphrase_option",
    "path_choice",
    "plain",
    "say_json",
]

_OUT = "sealion_pbem.out"
COMMANDS = {
    "demo": ("demo:demo", "Play a short campaign between built-in commanders into ./demo."),
    "keys": ("keys:keys", "Make, import and show key files."),
    "campaign": ("campaign:campaign", "Found, join and look at a campaign."),
    "board": ("board:board", "See and play a campaign on the map, in the browser."),
    "play": ("play:play", "Play alone against a commander, or two at one table, in the browser."),
    "turn": ("turn:turn", "Write, check and sign the orders of a turn."),
    "receive": ("receive:receive", "Take turn files, receipts and other entries that arrived."),
    "mail": ("mail:mail", "Send and fetch entries by mail."),
    "referee": ("referee:referee", "Referee campaigns by mail: the robot."),
    "witness": ("witness:witness", "Answer the pending turn: open the dice, write the receipt."),
    "report": ("report:report", "Show what a turn brought, as text, HTML or JSON."),
    "audit": ("audit:audit", "Prove whole campaigns from their logs."),
    "verify-roll": (
        "verify_roll:verify_roll",
        "Show how one roll follows from the log, step by step.",
    ),
    "picture": ("picture:picture", "Draw a position of a campaign as SVG or PNG."),
    "vassal": ("vassal:vassal", "Show campaigns in VASSAL, and take orders from its logs."),
    "scenario": ("scenario:scenario", "Adjudicate a position from a file."),
    "archive": ("archive:archive", "Export, import and check whole campaigns as zip files."),
    "stats": ("stats:stats", "Count dice, luck, losses and response times of a campaign."),
    "rules": ("rules:rules", "Look up rules, decisions and options of a ruleset."),
    "data": ("data:data", "Show and check the data packs, with the provenance of every value."),
}
"""Command name to where it is and what it does: `sealion --help` imports none of them."""

EPILOG = """\b
Exit codes: 0 ok, 1 internal, 2 usage, 3 invalid file or folder, 4 signature or roster,
5 rules violation, 6 audit mismatch, 7 corrupt archive, 8 mail, 9 history of another version."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they run; a wrong name gets a suggestion."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name][0].split(":")
        command: click.Command = getattr(import_module(f"sealion_pbem.cli.{module}"), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or suggest one."""
        if args and args[0] not in COMMANDS:
            from difflib import get_close_matches

            close = get_close_matches(args[0], COMMANDS)
            hint = f" Did you mean {' or '.join(close)}?" if close else ""
            ctx.fail(f"No such command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what is wrong outside the program ends here as a sentence, not a traceback."""
        try:
            with _warnings_said():
                return super().invoke(ctx)
        except PbemError as error:
            _complain(error)
        except BrokenPipeError:
            sys.exit(0)
        except OSError as error:
            if error.errno != ENOSPC:
                raise
            # What the command did is done; only its words found no room.
            sys.stderr.write("sealion: the output could not be written: no space left\n")
            os._exit(StorageError.exit_code)


@click.group(
    cls=LazyGroup,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="sealion", message="%(prog)s %(version)s")
def cli() -> None:
    """Play-by-e-mail for board wargames: signed turns, fair dice, campaigns that can be proved.

    \b
    Examples:
      sealion demo                         watch a short campaign being played and proved
      sealion keys new alice               make a key
      sealion campaign new hill --ruleset skirmish --key alice --seat red
      sealion turn new                     what is asked of you now, and a file for your orders
      sealion turn sign turn-0001-red.json
      sealion receive mail-from-bob.eml
      sealion audit .                      prove everything that happened
    """


def campaign_option(command: Any) -> Any:
    """Give a command the option -C: the campaign folder, by default the one we are in."""
    from pathlib import Path

    return click.option(
        "-C",
        "--campaign",
        "campaign",
        type=click.Path(file_okay=False, path_type=Path),
        default=Path(),
        help="The campaign folder; by default the one you are in.",
    )(command)


def campaign_choice(command: Any) -> Any:
    """Give a command the campaign folder as its argument or as -C, by default the one we are in."""
    return _either("campaign")(command)


def path_choice(command: Any) -> Any:
    """Give a command a campaign folder or an archive as its argument, or a campaign as -C."""
    return _either("path")(command)


def _either(name: str) -> Any:
    from functools import wraps
    from pathlib import Path

    def given(command: Any) -> Any:
        @wraps(command)
        def run(*, argument: Path | None, campaign: Path, **others: Any) -> Any:
            if argument is not None and campaign != Path():
                raise UsageError(f"{argument} and -C {campaign}: which of them?")
            return command(**{name: argument or campaign}, **others)

        kind = click.Path(file_okay=name == "path", path_type=Path)
        metavar = f"[{name.upper()}]"
        argument = click.argument("argument", required=False, metavar=metavar, type=kind)
        return argument(campaign_option(run))

    return given


def out_choice(
    name: str, kind: click.Path, what: str, *, is_required: bool = True
) -> Callable[[Any], Any]:
    """Give a command what it writes, a file or a folder, as its argument or by -o."""

    def note(context: click.Context, _: click.Parameter, out: Any) -> None:
        context.meta[_OUT] = out

    def choose(context: click.Context, _: click.Parameter, argument: Any) -> Any:
        out = context.meta[_OUT]
        is_missing = argument is None and out is None and is_required
        if is_missing or None not in (argument, out):
            word = name.upper()
            raise click.UsageError(f"name one {what} to write, as {word} or with -o {word}")
        return argument or out

    def given(command: Any) -> Any:
        named = click.option(
            "-o", "--out", type=kind, expose_value=False, callback=note, is_eager=True,
            help=f"The {what} to write, instead of {name.upper()}.",
        )  # fmt: skip
        argument = click.argument(name, type=kind, required=False, callback=choose)
        return argument(named(command))

    return given


def json_option(command: Any) -> Any:
    """Give a reading command the option --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def passphrase_option(command: Any) -> Any:
    """Give a signing command the option --passphrase-file."""
    from pathlib import Path

    return click.option(
        "--passphrase-file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Read the key's passphrase from a file.",
    )(command)


def say_json(schema: str, facts: dict[str, Any]) -> None:
    """Print one JSON object and nothing else."""
    import json

    click.echo(json.dumps({"schema": schema, "version": 1, **facts}, indent=2, ensure_ascii=False))


@contextmanager
def _warnings_said() -> Iterator[None]:
    """Print each warning about secrets that lie open once, as a line on stderr."""
    said: set[str] = set()
    others = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *more: Any, **named: Any) -> None:
        if not issubclass(category, ExposedWarning):
            others(message, category, *more, **named)
        elif str(message) not in said:
            said.add(str(message))
            click.echo(f"warning: {plain(str(message))}", err=True)

    with warnings.catch_warnings():
        warnings.simplefilter("always", ExposedWarning)
        warnings.showwarning = show
        yield


def _complain(error: PbemError) -> NoReturn:
    """Print what is wrong and what to do next; the exit code is the error's."""
    click.echo(f"sealion: {plain(error.message)}", err=True)
    if isinstance(error, SchemaError):
        for fault in error.faults:
            if str(fault) not in error.message:
                click.echo(f"  {plain(str(fault))}", err=True)
    if isinstance(error, RulesError):
        for violation in error.violations:
            click.echo(f"  {plain(violation)}", err=True)
    if error.hint:
        click.echo(f"  hint: {plain(error.hint)}", err=True)
    sys.exit(error.exit_code)


def plain(text: str) -> str:
    """Return text from files without what a terminal would obey."""
    return replaced(text)
