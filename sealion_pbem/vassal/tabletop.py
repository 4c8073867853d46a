"""What lies on VASSAL's table: counters, stacks and decks, moved by the commands of a game or log.

Drags often move a stack and not its counters, so that only whoever keeps the table knows who went
where. Nothing is believed but coordinates; commands that change nothing on the table are passed over.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sealion_pbem.errors import InvalidFileError
from sealion_pbem.vassal.command import Tree, leaves, logged
from sealion_pbem.vassal.escape import parted
from sealion_pbem.vassal.trait import BASIC, unchained_state, unchained_type

__all__ = ["Lying", "Tabletop"]

_STACK, _DECK = "stack", "deck;"
_NOWHERE = "null"
_PLACE = 3
"""Map, x and y stand first in the state of everything that lies on a map."""
_MOST_PIECES = 200_000


@dataclass(slots=True)
class Lying:
    """A counter, stack or deck: what it is, how it is, where it lies, and what it holds."""

    types: list[str]
    states: list[str]
    map: str
    x: int
    y: int
    members: list[str] = field(default_factory=list)

    @property
    def is_counter(self) -> bool:
        """Whether it is no stack and no deck."""
        return self.types[-1].startswith(BASIC)

    @property
    def marks(self) -> dict[str, str]:
        """The values that are fixed to a counter, by name."""
        found: dict[str, str] = {}
        for kind, state in zip(self.types, self.states, strict=True):
            if kind.startswith("mark;"):
                names = parted(parted(kind, ";")[1], ",")
                found.update(zip(names, parted(state, ","), strict=False))
        return found

    @property
    def name(self) -> str:
        """The name that the basic piece has."""
        parts = parted(self.types[-1], ";")
        return parts[4] if self.is_counter and len(parts) > 4 else ""  # noqa: PLR2004 - its fifth field

    def layer(self, name: str) -> int:
        """Return the level that a layer shows, counted from 1; 0: it has no such layer, or shows none."""
        for kind, state in zip(self.types, self.states, strict=True):
            if kind.startswith("emb2;"):
                fields = parted(kind, ";")
                if len(fields) > 19 and fields[19] == name:  # noqa: PLR2004 - the name of a layer
                    level = _number(parted(state, ";")[0])
                    return max(level, 0)
        return 0


class Tabletop:
    """Everything that lies on the table, by its id."""

    def __init__(self) -> None:
        self.lying: dict[str, Lying] = {}
        self._stack_of: dict[str, str] = {}
        self._stack_on: dict[tuple[str, int, int], str] = {}

    def obey(self, tree: Tree) -> None:
        """Carry out commands, steps of a log or not."""
        for leaf in leaves(tree):
            self._obey(logged(leaf))

    def counters(self) -> dict[str, Lying]:
        """Return the counters by their ids."""
        return {name: one for name, one in self.lying.items() if one.is_counter}

    def _obey(self, command: str) -> None:
        match command[:2]:
            case "+/":
                self._add(parted(command, "/"))
            case "-/":
                self._remove(command[2:])
            case "D/":
                self._change(parted(command, "/"))
            case "M/":
                self._move(parted(command, "/"))

    def _add(self, fields: list[str]) -> None:
        _, name, kind, state = _at_least(fields, 4, "an addition")[:4]
        if len(self.lying) >= _MOST_PIECES:
            raise InvalidFileError(f"there are more than {_MOST_PIECES} pieces on the table")
        types = unchained_type(kind)
        one = Lying(types, unchained_state(state, len(types)), _NOWHERE, 0, 0)
        self.lying[name] = one
        self._place(name, one)

    def _remove(self, name: str) -> None:
        self._leave(name)
        self.lying.pop(name, None)

    def _change(self, fields: list[str]) -> None:
        _, name, new, *old = _at_least(fields, 3, "a change")
        one = self.lying.get(name)
        if one is None:
            return
        count = len(one.types)
        states = unchained_state(new, count)
        if old:
            before = unchained_state(old[0], count)
            pairs = zip(states, before, one.states, strict=True)
            states = [here if after == was else after for after, was, here in pairs]
        is_moved = states[-1] != one.states[-1]
        one.states = states
        if is_moved:
            self._place(name, one)

    def _place(self, name: str, one: Lying) -> None:
        """Put something where its state says, and into it what its state says that it holds."""
        parts = parted(one.states[-1], ";")
        one.map = parts[0]
        if len(parts) >= _PLACE:
            one.x, one.y = _number(parts[1]), _number(parts[2])
        if one.is_counter:
            return
        if one.types[-1].startswith(_DECK):
            held = parted(parts[4], ",") if len(parts) > 4 else []  # noqa: PLR2004 - behind "face down"
        else:
            held = [part for part in parts[_PLACE:] if not part.startswith("@@")]
        one.members = []
        self._note(name, one)
        for member in held:
            if member in self.lying:
                self._join(member, name)

    def _move(self, fields: list[str]) -> None:
        _, name, where, x, y, under = _at_least(fields, 6, "a move")[:6]
        one = self.lying.get(name)
        if one is None:
            return
        self._put(one, where, _number(x), _number(y))
        if not one.is_counter:
            for member in one.members:
                if member in self.lying:
                    self._put(self.lying[member], where, one.x, one.y)
            self._note(name, one)
            return
        self._leave(name)
        stack = self._stack_of.get(under) or self._stack_at(where, one.x, one.y)
        if stack:
            self._join(name, stack)

    def _stack_at(self, where: str, x: int, y: int) -> str:
        """Return the stack that a counter comes into when it is put down."""
        name = self._stack_on.get((where, x, y), "")
        one = self.lying.get(name)
        is_there = one is not None and one.members and (one.map, one.x, one.y) == (where, x, y)
        return name if is_there else ""

    def _note(self, name: str, one: Lying) -> None:
        """Remember where a stack lies; whoever asks looks whether it is still there."""
        if one.types[-1] == _STACK:
            self._stack_on[one.map, one.x, one.y] = name

    def _join(self, name: str, stack: str) -> None:
        self._leave(name)
        holder, one = self.lying[stack], self.lying[name]
        holder.members.append(name)
        self._stack_of[name] = stack
        self._put(one, holder.map, holder.x, holder.y)

    def _leave(self, name: str) -> None:
        stack = self._stack_of.pop(name, "")
        holder = self.lying.get(stack)
        if holder is not None and name in holder.members:
            holder.members.remove(name)

    @staticmethod
    def _put(one: Lying, where: str, x: int, y: int) -> None:
        one.map, one.x, one.y = where, x, y


def _at_least(fields: list[str], count: int, what: str) -> list[str]:
    if len(fields) < count:
        raise InvalidFileError(f"{what} says less than VASSAL writes: the file is damaged")
    return fields


def _number(text: str) -> int:
    try:
        return int(text) if len(text) <= 12 else 0  # noqa: PLR2004 - more digits than any table
    except ValueError:
        return 0
