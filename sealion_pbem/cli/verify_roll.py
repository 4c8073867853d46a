"""`sealion verify-roll`: show how one roll follows from the log, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sealion_pbem.cli.root import campaign_option, json_option, plain, say_json
from sealion_pbem.engine.saying import counted

if TYPE_CHECKING:
    from sealion_pbem.umpire.derivation import Derivation, DerivedRoll, LinkCheck

__all__ = ["verify_roll"]

_MOST_HASHES = 6


@click.command("verify-roll")
@click.argument("roll", metavar="LABEL|NUMBER", required=False)
@campaign_option
@click.option("--list", "as_list", is_flag=True, help="List all rolls of the campaign.")
@json_option
def verify_roll(roll: str | None, campaign: Path, as_list: bool, as_json: bool) -> None:
    """Show how one roll follows from the log, step by step.

    The roll is named by its label or by its number in the list. Ends with 6 if the receipt lists
    other faces than follow from the turn and the links.

    \b
    Examples:
      sealion verify-roll --list
      sealion verify-roll 3
      sealion verify-roll "T02/red/3.3/red-2 attacks blue-1"
    """
    from sealion_pbem.campaign.folder import find_folder
    from sealion_pbem.campaign.store import Store
    from sealion_pbem.errors import AuditError, UsageError
    from sealion_pbem.umpire.derivation import derive, read_rolls

    if roll is None and not as_list:
        raise UsageError("which roll?", hint="'sealion verify-roll --list' lists them")
    rolls = read_rolls(Store(find_folder(campaign)).entries())
    if as_list:
        _list(rolls, as_json)
        return
    assert roll is not None, "checked above"
    derivation = derive(_named(rolls, roll))
    if as_json:
        say_json("sealion-pbem/verify-roll", _facts(derivation))
    else:
        click.echo(plain("\n".join(_steps(derivation))))
    if not derivation.agrees:
        found = derivation.roll
        raise AuditError(
            f"the receipt lists {_faces(found.values)} for {found.label!r}; "
            f"from the turn and the links follows {_faces(derivation.faces)}",
            entry=found.receipt.file_name,
            hint=f"{found.receipt.by} signed it: {found.receipt.file_name}",
        )


def _named(rolls: list[DerivedRoll], name: str) -> DerivedRoll:
    """Return the roll with this number or label."""
    from difflib import get_close_matches

    from sealion_pbem.errors import UsageError

    found = [roll for roll in rolls if name in (str(roll.number), roll.label)]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = ", ".join(str(roll.number) for roll in found)
        raise UsageError(
            f"{len(found)} rolls have the label {name!r}", hint=f"name one by its number: {numbers}"
        )
    labels = [roll.label for roll in rolls]
    close = get_close_matches(name, labels) or [label for label in labels if name in label][:3]
    quoted = " or ".join(f'"{label}"' for label in close)
    meant = f"did you mean {quoted}?" if close else "'sealion verify-roll --list' lists all rolls"
    has = f"the campaign has {len(rolls)} rolls" if rolls else "no die has fallen yet"
    raise UsageError(f"there is no roll {name!r}; {has}", hint=meant)


def _list(rolls: list[DerivedRoll], as_json: bool) -> None:
    if as_json:
        say_json("sealion-pbem/rolls", {"rolls": [_roll_facts(roll) for roll in rolls]})
        return
    for roll in rolls:
        where = f"{roll.number:4}  entry {roll.receipt.seq:4}"
        what = f"rule {roll.rule}, {roll.trust}"
        click.echo(plain(f"{where}  {_faces(roll.values):9}  {roll.label}  ({what})"))
    if not rolls:
        click.echo("No die has fallen yet.")


def _steps(derivation: Derivation) -> Iterator[str]:
    """Say the derivation in numbered steps."""
    roll = derivation.roll
    yield f"roll {roll.number}: {roll.label}"
    kind = f"{counted(len(roll.values), 'die', 'dice')} of {roll.sides} sides"
    yield f"  {kind}, rule {roll.rule}, trust {roll.trust}"
    yield f"  campaign {roll.campaign}"
    yield "  frame(…) is each part after its length in four bytes, H(…) the SHA-256 of a frame"
    yield f"\n1  the turn: entry {roll.turn.seq} by {roll.turn.by}, {roll.turn.file_name}"
    yield f"   signed by {roll.turn.by}: yes"
    yield f"   digest = SHA-256(canonical body) = {roll.turn.digest}"
    yield "\n2  the links that answer it"
    for link in derivation.links:
        yield from _link_steps(link)
    secret = " + ".join(f"s[{opening.number}] of {opening.seat}" for opening in roll.openings)
    yield "\n3  the key of the dice: HKDF-SHA256"
    yield f"   PRK = HMAC-SHA256(key = digest, {secret})"
    yield f"       = {derivation.prk}"
    parts = ", ".join(f"{opening.seat}, {opening.number}" for opening in roll.openings)
    yield f"   info = frame(sealion-pbem/seed/1, campaign, {roll.turn.seq}, {parts})"
    yield "   seed = HMAC-SHA256(PRK, info, 0x01)"
    yield f"        = {derivation.seed}"
    yield f"\n4  the faces: bytes of HMAC-SHA256(seed, frame(label, die, block)); {_fairness(derivation)}"
    for number, die in enumerate(derivation.dice):
        for block, data in enumerate(die.blocks):
            yield f"   die {number}, block {block}: {data}"
        skipped = "".join(f"skip {byte}, " for byte in die.skipped)
        yield f"      {skipped}take {die.byte}: {die.byte} mod {roll.sides} + 1 = {die.face}"
    yield f"\n5  the receipt: entry {roll.receipt.seq} by {roll.receipt.by}, {roll.receipt.file_name}"
    verdict = "the same" if derivation.faces == roll.values else "NOT THE SAME"
    yield f"   it lists {_faces(roll.values)}, here follows {_faces(derivation.faces)}: {verdict}"


def _fairness(derivation: Derivation) -> str:
    sides, fair = derivation.roll.sides, derivation.fair
    every = f"all 256 bytes fit {sides} sides"
    return every if fair == 256 else f"bytes from {fair} on would favour low faces"  # noqa: PLR2004 - a byte


def _link_steps(link: LinkCheck) -> Iterator[str]:
    opening = link.opening
    yield f"   {opening.seat} opens link {opening.number} in {opening.entry}"
    yield f"   s[{opening.number}] = {opening.value}"
    hashed = list(enumerate(link.hashes[1:], 1))
    left_out = len(hashed) - _MOST_HASHES
    for done, value in hashed:
        number = opening.number - done
        if left_out > 0 and _MOST_HASHES // 2 < done <= _MOST_HASHES // 2 + left_out:
            if done == _MOST_HASHES // 2 + 1:
                yield f"   … {left_out} more hashes, likewise (--json lists them all)"
            continue
        parts = f"sealion-pbem/chain/1, campaign, {opening.seat}, {number + 1}, s[{number + 1}]"
        yield f"   s[{number}] = H({parts})"
        yield f"        = {value}"
    end = "yes" if link.holds else f"NO, it is {opening.anchor}"
    yield f"   s[0] is the anchor in {opening.anchor_entry}: {end}"


def _faces(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def _roll_facts(roll: DerivedRoll) -> dict[str, Any]:
    return {
        "number": roll.number,
        "seq": roll.receipt.seq,
        "label": roll.label,
        "rule": roll.rule,
        "sides": roll.sides,
        "values": list(roll.values),
        "trust": roll.trust,
    }


def _facts(derivation: Derivation) -> dict[str, Any]:
    from dataclasses import asdict

    roll = derivation.roll
    return {
        **_roll_facts(roll),
        "campaign": roll.campaign,
        "turn": {"file": roll.turn.file_name, "digest": roll.turn.digest, "by": roll.turn.by},
        "receipt": {"file": roll.receipt.file_name, "by": roll.receipt.by},
        "links": [
            {**asdict(link.opening), "hashes": list(link.hashes), "holds": link.holds}
            for link in derivation.links
        ],
        "prk": derivation.prk,
        "info": derivation.info,
        "seed": derivation.seed,
        "dice": [asdict(die) for die in derivation.dice],
        "faces": list(derivation.faces),
        "agrees": derivation.agrees,
    }
