"""The pictures of a report: the whole map after a turn, and close-ups of where things happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.showing import Draws, narration_of
from sealion_pbem.engine.words import Event
from sealion_pbem.report import drawing
from sealion_pbem.report.drawing.tags import READ_AT
from sealion_pbem.report.facts import Picture

__all__ = ["illustrate"]

_SIZE = slice(16, 24)


def illustrate(
    ruleset: Ruleset[Any], before: Any, state: Any, events: Sequence[Event[Any]], name: str
) -> tuple[Picture, ...]:
    """Return the map and up to four close-ups; `name` makes their content ids unlike all others.

    A ruleset without a map has no pictures.
    """
    if not isinstance(ruleset, Draws):
        return ()
    marks = ruleset.marks(events, before)
    part = narration_of(ruleset).part(state)
    fights = sum(1 for mark in marks if mark.number)
    alt = f"Map at {part}, combats marked: {fights}; all of it is told in the story below"
    closeups = drawing.closeups(ruleset, state, marks)
    lonely = drawing.unseen(ruleset, state, marks, [crop for _, crop in closeups])
    whole = drawing.png(ruleset, state, marks=marks, numbered=lonely)
    found = [_picture("The whole map", alt, f"map.{name}", whole)]
    listed: set[str] = set()
    for number, (title, crop) in enumerate(closeups, 1):
        data = drawing.png(ruleset, state, marks=marks, crop=crop)
        made = _picture(title, f"Close-up: {title}", f"closeup{number}.{name}", data)
        stacks = drawing.stacks(ruleset, state, crop)
        new = tuple(stack for stack in stacks if stack.place not in listed)
        above = tuple(stack.place for stack in stacks if stack.place in listed)
        listed.update(stack.place for stack in new)
        found.append(replace(made, stacks=new, above=above))
    return tuple(found)


def _picture(title: str, alt: str, name: str, data: bytes) -> Picture:
    """Return a picture with the size at which it is shown, from the size its PNG header gives."""
    width, height = (int.from_bytes(data[_SIZE][at : at + 4]) for at in (0, 4))
    return Picture(f"{name}@sealion", title, alt, READ_AT, height * READ_AT // width, data)
