"""Positions and steps as VASSAL's commands: what saved games and logs of ours are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.vassal.build_file import BOARD, note
from sealion_pbem.vassal.cardboard_type import counter_state, counter_type, label
from sealion_pbem.vassal.command import LOG, Tree, format_tree
from sealion_pbem.vassal.escape import joined
from sealion_pbem.vassal.kit import CAMPAIGN, ENTRY, MAP, Kit
from sealion_pbem.vassal.saved_game import BEGIN, END, SavedGame

__all__ = ["LogStep", "Recorder", "When"]

_LONGEST_CHAT = 2000


@frozen
class When:
    """When in a campaign a position is: which one, after which entry, in which turn and stage."""

    campaign: str
    entry: int
    turn: int
    stage: str


@frozen
class LogStep:
    """One step of a log: what is said, who is where with how much left, and when it is then.

    A unit that is nowhere has left the table; `ways` are the places over which units came.
    """

    chat: tuple[str, ...]
    changes: Mapping[str, tuple[str, int]]
    turn: int
    stage: str
    ways: Mapping[str, tuple[str, ...]]


class Recorder:
    """Keeps a table of ours and writes down how it is and what changes on it."""

    def __init__(self, kit: Kit, moment: When, standing: Mapping[str, tuple[str, int]]) -> None:
        """`standing` says where every unit is and what is left of it."""
        self._kit, self._moment = kit, moment
        self._seen: dict[str, _Seen] = {}
        self._taken: dict[str, dict[str, int]] = {}
        self._when = moment.turn, moment.stage
        self._stacks: dict[tuple[int, int], int] = {}
        for unit in kit.by_id:
            place, left = standing.get(unit, ("", 0))
            if place and left:
                self._seen[unit] = _Seen(left, self._spot(unit, place), ())
        self.setting = self._setting()
        self.steps: list[Tree] = []

    def saved(self, description: str) -> SavedGame:
        """Return the position at the beginning, and the steps that were added since."""
        text = format_tree([*self.setting, *self.steps])
        kit = self._kit
        return SavedGame(
            text, note(kit.version, description), note(kit.version, kit.title, name=kit.name)
        )

    def add(self, step: LogStep) -> None:
        """Add a step: one press of the button in VASSAL."""
        commands = [f"CHAT{_chat(line)}" for line in step.chat]
        commands += self._cleared(step)
        for unit, (place, left) in step.changes.items():
            commands += self._changed(unit, place, left, step.ways.get(unit, ()))
        if self._when != (step.turn, step.stage):
            self._when = step.turn, step.stage
            commands.append(self._tracker())
        if commands:
            head, *rest = [LOG + command for command in commands]
            self.steps.append([head, *rest] if rest else head)

    def _cleared(self, step: LogStep) -> list[str]:
        """Take up the trails of earlier moves when another part of the turn begins."""
        if self._when == (step.turn, step.stage):
            return []
        return [
            self._restated(unit, _Seen(seen.left, seen.spot, ()))
            for unit, seen in self._seen.items()
            if seen.trail and unit not in step.changes
        ]

    def _changed(self, unit: str, place: str, left: int, way: Sequence[str]) -> list[str]:
        counter = self._kit.by_id.get(unit)
        if counter is None:
            return []
        before = self._seen.get(unit)
        if not place or not left:
            self._free(unit)
            return [f"-/{counter.piece}"] if self._seen.pop(unit, None) else []
        spot = self._spot(unit, place)
        if before is None:
            self._seen[unit] = _Seen(left, spot, ())
            return [self._added(unit), *self._stack_for(unit)]
        trail: tuple[tuple[int, int], ...] = ()
        if spot != before.spot and place in self._kit.hexes:
            trail = (before.spot, *(self._middle(one) for one in way[:-1]), spot)
        commands = [self._restated(unit, _Seen(left, before.spot, trail))]
        if spot != before.spot:
            (x, y), (old_x, old_y) = spot, before.spot
            fields = [counter.piece, MAP, str(x), str(y), "null", MAP, str(old_x), str(old_y)]
            commands.append("M/" + joined([*fields, "null", ""], "/"))
            self._seen[unit] = _Seen(left, spot, trail)
        return commands

    def _restated(self, unit: str, seen: _Seen) -> str:
        counter = self._kit.by_id[unit]
        old, self._seen[unit] = self._seen[unit], seen
        states = [
            counter_state(self._kit, counter, one.left, one.spot, one.trail) for one in (seen, old)
        ]
        return "D/" + joined([counter.piece, *states], "/")

    def _added(self, unit: str) -> str:
        counter, seen = self._kit.by_id[unit], self._seen[unit]
        state = counter_state(self._kit, counter, seen.left, seen.spot, seen.trail)
        return "+/" + joined([counter.piece, counter_type(counter), state], "/")

    def _stack_for(self, unit: str) -> list[str]:
        """Return the move by which VASSAL puts a new counter onto what already lies there."""
        x, y = map(str, self._seen[unit].spot)
        piece = self._kit.by_id[unit].piece
        return ["M/" + joined([piece, MAP, x, y, "null", MAP, x, y, "null", ""], "/")]

    def _setting(self) -> list[Tree]:
        """Return the commands that set up the position: counters first, then the stacks that hold them."""
        stacks: dict[tuple[int, int], list[str]] = {}
        for unit, seen in self._seen.items():
            stacks.setdefault(seen.spot, []).append(self._kit.by_id[unit].piece)
        piled = [
            "+/"
            + joined([f"stack:{x}:{y}", "stack", joined([MAP, str(x), str(y), *held], ";")], "/")
            for (x, y), held in stacks.items()
        ]
        pieces: Tree = ["", *map(self._added, self._seen), *piled]
        # Nobody owns these sides, and no wizard asks a reader to choose one.
        roster = [
            joined(["PLAYER", f"nobody-{label(seat)}", label(seat), label(seat)], "\t")
            for seat in self._kit.seats
        ]
        facts = ((CAMPAIGN, self._moment.campaign), (ENTRY, str(self._moment.entry)))
        known = [joined(["GlobalProperty\t", name, value, "Module"], ";") for name, value in facts]
        board = f"{MAP}BoardPicker\t{BOARD}\t0\t0"
        return [BEGIN, "", pieces, *roster, board, *known, self._tracker(), END]

    def _tracker(self) -> str:
        turn, stage = self._when
        stages = self._kit.stages
        level = []
        if stages:
            index = stages.index(stage) if stage in stages else 0
            level = [joined([str(index), "0", "0", ",".join(["true"] * len(stages))], ";")]
        counter = joined([str(turn), "0", "false", "-1", *level], ";")
        return "TURNTurnTracker0\t" + joined(["0", counter], "|")

    def _spot(self, unit: str, place: str) -> tuple[int, int]:
        """Return where a counter lies: in the middle of a hex, in a slot of its own elsewhere."""
        if place in self._kit.hexes:
            self._free(unit)
            return self._middle(place)
        zone = self._kit.zone_by_name[place]
        taken = self._taken.setdefault(place, {})
        if unit not in taken:
            self._free(unit)
            used = set(taken.values())
            taken[unit] = next(number for number in range(len(used) + 1) if number not in used)
        return zone.slots(_SLOTS)[taken[unit] % _SLOTS]

    def _middle(self, place: str) -> tuple[int, int]:
        if place in self._kit.hexes:
            assert self._kit.lattice is not None, "hexes lie on a lattice"
            return self._kit.lattice.middle(place)
        zone = self._kit.zone_by_name[place]
        return zone.left + zone.width // 2, zone.top + zone.height // 2

    def _free(self, unit: str) -> None:
        for taken in self._taken.values():
            taken.pop(unit, None)


_SLOTS = 40
"""A zone has so many slots; further counters lie on the first ones again."""


@frozen
class _Seen:
    """How a counter lies on our table."""

    left: int
    spot: tuple[int, int]
    trail: tuple[tuple[int, int], ...]


def _chat(line: str) -> str:
    """Return a line of chat that nobody takes for a player's or for a command."""
    return f"* {label(line)[:_LONGEST_CHAT]}".rstrip("\\")
