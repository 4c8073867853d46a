"""What a saved game or log shows of a game of ours, as plain facts: whom it moves, and in which step.

No text of the file is among the facts but the ids of units and the two properties that we put into it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sealion_pbem.vassal.command import Tree, leaves, logged
from sealion_pbem.vassal.escape import parted
from sealion_pbem.vassal.kit import CAMPAIGN, ENTRY, MAP, STEP_LAYER, UNIT
from sealion_pbem.vassal.saved_game import SavedGame
from sealion_pbem.vassal.tabletop import Lying, Tabletop

__all__ = ["survey"]

_PROPERTY = "GlobalProperty\t"
_DICE = ("MutableProperty\t", "SHOW_RESULTS\t", "CHAT***")
_LONGEST = 200
Facts = dict[str, Any]
_Seen = Mapping[str, tuple[str, int, int, int]]
"""By the id of a counter in the file: the unit it shows, where it lies, and the level of its layer."""


def survey(game: SavedGame) -> Facts:
    """Return the facts of a file: `properties`, `units` at the beginning, and `steps`.

    A unit is its id, x, y and the level that its layer shows. A step has its number, the units that it
    `moved` with where from and where to, those that it `turned` over, `removed` and `created`, and
    whether it threw `dice` or was taken back (`undo`).

    Raises:
        InvalidFileError: it is no saved game, or damaged.
    """
    setting, steps = game.parts()
    table = Tabletop()
    for one in setting:
        table.obey(one)
    before = _seen(table)
    told = []
    for number, step in enumerate(steps, 1):
        table.obey(step)
        after = _seen(table)
        facts = _step(step, before, after)
        if facts:
            told.append({"number": number, **facts})
        before = after
    start = Tabletop()
    for one in setting:
        start.obey(one)
    return {
        "properties": dict(_properties(setting)),
        "units": [list(one) for one in _seen(start).values()],
        "count": len(steps),
        "steps": told,
    }


def _properties(setting: list[Tree]) -> Iterator[tuple[str, str]]:
    for leaf in leaves(setting):
        if leaf.startswith(_PROPERTY):
            _, name, value, *_ = [*parted(leaf, ";"), "", ""]
            if name in (CAMPAIGN, ENTRY):
                yield name, value[:_LONGEST]


def _seen(table: Tabletop) -> dict[str, tuple[str, int, int, int]]:
    return {
        name: (_unit(one), one.x, one.y, one.layer(STEP_LAYER))
        for name, one in table.lying.items()
        if one.is_counter and one.map == MAP
    }


def _unit(one: Lying) -> str:
    return one.marks.get(UNIT, "")[:_LONGEST]


def _step(step: Tree, before: _Seen, after: _Seen) -> Facts:
    facts: Facts = {}
    for name, now in after.items():
        was = before.get(name)
        if was is None:
            facts.setdefault("created", []).append(list(now))
            continue
        if was[1:3] != now[1:3]:
            facts.setdefault("moved", []).append([now[0], *was[1:3], *now[1:3]])
        if was[3] != now[3]:
            facts.setdefault("turned", []).append([now[0], was[3], now[3]])
    gone = [before[name][0] for name in before if name not in after]
    if gone:
        facts["removed"] = gone
    commands = [logged(leaf) for leaf in leaves(step)]
    if any(command.startswith(_DICE) for command in commands):
        facts["dice"] = True
    if any(command.startswith("UNDO\t") for command in commands):
        facts["undo"] = True
    return facts
