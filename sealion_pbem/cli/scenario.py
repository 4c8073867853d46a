"""`sealion scenario`: adjudicate a position from a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.root import campaign_choice, json_option, plain, say_json

if TYPE_CHECKING:
    from sealion_pbem.engine.words import Event
    from sealion_pbem.umpire.scenario import Adjudication, Judged, Unfinished

__all__ = ["scenario"]


@click.group(cls=HelpfulGroup)
def scenario() -> None:
    """Adjudicate a position from a file: for disputes, rulings, teaching and tests."""


@scenario.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@json_option
def run(file: Path, as_json: bool) -> None:
    """Set up the position in FILE, judge its turns and say what happens.

    The file names a ruleset, the units on the field, the orders of each seat and the dice: faces in
    order, faces by purpose, or a seed; 'sealion scenario from' writes one to begin with. Moves are told
    with what they cost. Where a die is missing, everything before it is told, and the roll is named;
    the first one of a turn with every result that it can have, how probable each is, and what that
    rests on.

    \b
    Examples:
      sealion scenario run dispute.json
      sealion scenario run dispute.json --json
    """
    from sealion_pbem.campaign.files import read
    from sealion_pbem.errors import RulesError
    from sealion_pbem.pbem.loader import FILE_LIMIT
    from sealion_pbem.umpire.scenario import adjudicate

    judged = adjudicate(read(file, FILE_LIMIT))
    if as_json:
        say_json("sealion-pbem/scenario", _facts(judged))
    else:
        _print(judged)
    if judged.unused_dice and not judged.unfinished:
        click.echo(f"warning: {judged.unused_dice} of the faces written were not rolled", err=True)
    if judged.refused:
        turn = len(judged.turns) - 1
        seat = judged.turns[-1].seat
        raise RulesError(
            f"the orders of {seat} in /turns/{turn} are illegal; nothing of them happens",
            judged.refused,
        )
    if judged.unfinished:
        raise judged.unfinished.fault


@scenario.command("from")
@campaign_choice
@click.option(
    "--at", type=click.IntRange(0), metavar="SEQ",
    help="The position after this entry; by default after the last.",
)  # fmt: skip
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path),
    help="Write a file; by default the scenario is printed.",
)  # fmt: skip
@json_option
def from_campaign(campaign: Path, at: int | None, out: Path | None, as_json: bool) -> None:
    """Write the position of a CAMPAIGN as a scenario, to try orders in it.

    The file holds the position, orders and standing orders that wait, and an empty list of turns: add
    turns and dice, then 'sealion scenario run'. Sealed choices stay sealed and are not in it.

    \b
    Examples:
      sealion scenario from demo -o now.json
      sealion scenario from demo --at 12 -o dispute.json
    """
    import json

    from sealion_pbem.campaign import files
    from sealion_pbem.campaign.folder import find_folder
    from sealion_pbem.errors import UsageError
    from sealion_pbem.umpire.scenario import read_position

    if out is not None and out.exists():
        raise UsageError(f"{out} is there already", hint="give another name with -o")
    document = read_position(find_folder(campaign), at)
    text = json.dumps(document, indent=1, ensure_ascii=False)
    if out is not None:
        files.replace(out, (text + "\n").encode())
    if as_json:
        say_json("sealion-pbem/scenario-from", {"file": out and str(out), "scenario": document})
    elif out is not None:
        click.echo(f"wrote {out}; add turns and dice, then: sealion scenario run {out}")
    else:
        click.echo(text)


def _print(judged: Adjudication) -> None:
    from sealion_pbem.engine.showing import narration_of
    from sealion_pbem.report.foretold import foretold

    ruleset = judged.ruleset
    click.echo(plain(f"{ruleset.title}: {judged.title}") if judged.title else ruleset.title)
    if judged.opening:
        click.echo("\nbefore anybody is asked:")
        _print_story(judged, judged.start, judged.opening)
    for turn in judged.turns:
        _print_orders(turn)
        _print_story(judged, turn.before, turn.outcome.events)
        for sentence in _notes(turn):
            click.echo(f"  {sentence}")
    if judged.unfinished and judged.unfinished.seat:
        _print_orders(judged.unfinished)
        _print_story(judged, judged.unfinished.before, judged.unfinished.events)
        for line in foretold(judged.unfinished.forecasts):
            click.echo(plain(f"  {line}"))
    click.echo(f"\n{narration_of(ruleset).board(_last_state(judged))}\n")
    if judged.unfinished is None:
        _print_decision(judged)


def _print_decision(judged: Adjudication) -> None:
    ruleset, decision = judged.ruleset, judged.decision
    if decision is None:
        click.echo(f"The game is over: {ruleset.result(judged.game.state)}.")
        return
    accepts = ", ".join(sorted(decision.accepts))
    click.echo(f"The game waits for {decision.seat}: {decision.prompt} (rule {decision.rule}).")
    click.echo(f"Orders that answer: {accepts}.")


def _print_orders(turn: Judged | Unfinished) -> None:
    kinds = ", ".join(order["kind"] for order in turn.orders)
    click.echo(f"\n{turn.seat} orders: {kinds}")


def _print_story(judged: Adjudication, before: Any, events: tuple[Event[Any], ...]) -> None:
    from sealion_pbem.report.story import told

    for sentence in told(judged.ruleset, before, events):
        click.echo(f"  {sentence}")


def _last_state(judged: Adjudication) -> Any:
    """Return the last position that is known: where a die was missing, that after the events before it."""
    if judged.unfinished is None:
        return judged.game.state
    state = judged.ruleset.copy(judged.unfinished.before)
    for event in judged.unfinished.events:
        event.on(state)
    return state


def _notes(turn: Judged) -> list[str]:
    """Say what standing orders did and which orders came too late."""
    outcome = turn.outcome
    notes = [
        f"standing order {answer.standing_order + 1} of {answer.seat} answered {answer.decision}"
        for answer in outcome.automatic
    ]
    for seat, number, _ in outcome.switched_off:
        notes.append(f"standing order {number + 1} of {seat} cannot be done any more and is off")
    for back in outcome.returned:
        why = "; ".join(map(str, back.violations))
        what = f"{back.count} orders" if back.count else "the sealed standing order"
        notes.append(f"{what} of {back.seat}, still to be given: {why}")
    return notes


def _facts(judged: Adjudication) -> dict[str, Any]:
    from sealion_pbem.engine.replay import returned_to_wire
    from sealion_pbem.engine.wire import to_wire

    ruleset, unfinished = judged.ruleset, judged.unfinished
    decision = None if unfinished else judged.decision
    state = _last_state(judged)
    return {
        "ruleset": ruleset.id,
        "revision": ruleset.revision,
        "title": judged.title,
        "opening": _events(judged, judged.start, judged.opening),
        "turns": [
            {
                "seat": turn.seat,
                "stands": turn.outcome.stands,
                "events": _events(judged, turn.before, turn.outcome.events),
                "automatic": to_wire(turn.outcome.automatic),
                "returned": returned_to_wire(turn.outcome.returned),
                "refused": to_wire(turn.outcome.refused),
            }
            for turn in judged.turns
        ],
        "unfinished": {
            "seat": unfinished.seat,
            "events": _events(judged, unfinished.before, unfinished.events),
            "reason": unfinished.fault.message,
            "forecasts": [forecast.document for forecast in unfinished.forecasts],
        }
        if unfinished
        else None,
        "waiting": to_wire(decision) if decision else None,
        "result": ruleset.result(state),
        "state": ruleset.pack(state),
        "unused_dice": judged.unused_dice,
    }


def _events(judged: Adjudication, before: Any, events: tuple[Event[Any], ...]) -> list[Any]:
    """Return events with their members, their sentences and, of moves, what they cost."""
    from sealion_pbem.engine.wire import to_wire
    from sealion_pbem.report.story import told

    found = []
    for sentence in told(judged.ruleset, before, events):
        cost = {"cost": sentence.cost} if sentence.cost else {}
        found.append({**to_wire(sentence.event), "text": sentence.text, **cost})
    return found
