"""`sealion witness`: the answer to a turn."""

from __future__ import annotations

from pathlib import Path

import click

from sealion_pbem.cli.given import open_desk, utc_now
from sealion_pbem.cli.outgoing import outgoing, outgoing_option
from sealion_pbem.cli.review import paragraph
from sealion_pbem.cli.root import campaign_choice, json_option, passphrase_option, plain, say_json

__all__ = ["witness"]


@click.command()
@campaign_choice
@outgoing_option
@passphrase_option
@json_option
def witness(campaign: Path, out: Path | None, passphrase_file: Path | None, as_json: bool) -> None:
    """Answer the pending turn: verify it, open the dice, write the receipt.

    An illegal turn is rejected with every violation and opens nothing.

    \b
    Example:
      sealion receive 0001-turn-red-….json && sealion witness
    """
    from sealion_pbem.pbem.entry import violations_in
    from sealion_pbem.report.sentences import story_in_brief
    from sealion_pbem.report.story import asked, story

    desk = open_desk(campaign, with_keys=True, passphrase_file=passphrase_file)
    answer = desk.witness(utc_now())
    entry, outcome = answer.entry, answer.outcome
    ruleset = desk.read().record.ruleset
    path = outgoing(desk.folder.entries / entry.file_name, out)
    if as_json:
        lines = story(ruleset, outcome) if outcome else []
        facts = {"entry": entry.document, "file": str(path), "story": lines}
        say_json("sealion-pbem/witness", facts)
        return
    for line in story_in_brief(ruleset, outcome) if outcome else ():
        click.echo(paragraph(plain(line)))
    if outcome:
        click.echo(plain(asked(outcome)))
    for violation in violations_in(entry):
        click.echo(plain(f"illegal: {violation.at}: {violation.text} [{violation.rule}]"))
    click.echo(f"wrote the {entry.kind}; send this file to the other seats:\n  {path}")
