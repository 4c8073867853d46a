"""What a player did on VASSAL's table, as wishes: whom he moved where, turned over or took away.

A log is compared with the position of the campaign first. Undone steps vanish by themselves, since only
what came of all steps counts; what no player can order is said with the number of its step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sealion_pbem.engine.saying import counted
from sealion_pbem.engine.showing import narration_of
from sealion_pbem.errors import InvalidFileError, UsageError, WrongCampaignError
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.vassal_kit import kit_of, standing
from sealion_pbem.vassal.guard import Surveyed
from sealion_pbem.vassal.kit import CAMPAIGN, ENTRY, Kit

__all__ = ["Wish", "Wishes", "wishes_of"]

_MOST_NAMED = 8
_SHOWN = 60
_HINT = "open what 'sealion vassal save' writes now, begin a logfile in it, and drag again"


@dataclass(slots=True)
class Wish:
    """Units that shall come over some places to the last of them, or be left with so much.

    Without places they stay where they are. `step` is the last step of the log that was about them.
    """

    units: list[str]
    places: tuple[str, ...]
    left: int | None
    step: int


@dataclass(slots=True)
class Wishes:
    """All that a log wishes, in the order of its steps, and what of it nobody can order."""

    wishes: list[Wish] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def wishes_of(record: Record, seat: str, surveyed: Surveyed) -> Wishes:
    """Return what a log of a player wishes.

    Raises:
        InvalidFileError: it is no log, made with another module, or begins at another position.
        WrongCampaignError: it is about another campaign.
    """
    kit = kit_of(record.ruleset)
    _check_source(record, kit, surveyed)
    state = record.game.state
    here = {unit: at for unit, at in standing(record.ruleset, state).items() if all(at)}
    names = narration_of(record.ruleset).names(state)
    _check_base(record, kit, surveyed, here, names)
    table = _Unfolding(kit, seat, here, names)
    for step in surveyed.facts["steps"]:
        table.take(step)
    return table.wishes()


def _check_source(record: Record, kit: Kit, surveyed: Surveyed) -> None:
    name = surveyed.module.get("name", kit.name)
    if name != kit.name:
        raise InvalidFileError(
            f"the log was made with the module {name[:_SHOWN]!r}; this campaign is shown by {kit.name!r}",
            hint=f"'sealion vassal module --ruleset {record.ruleset.id}' writes that one",
        )
    found = surveyed.facts["properties"].get(CAMPAIGN, "")
    if not found:
        raise InvalidFileError("the log was not begun in a file of a campaign", hint=_HINT)
    if found != record.ledger.campaign:
        raise WrongCampaignError(
            "the log shows another campaign",
            hint="-C names the campaign; this log belongs elsewhere",
        )
    if not surveyed.facts["count"]:
        raise UsageError(
            "there is no step in it: it is a saved game, or a log in which nothing was done",
            hint=_HINT,
        )


def _check_base(
    record: Record, kit: Kit, surveyed: Surveyed, here: Mapping[str, tuple[str, int]],
    names: Mapping[str, str],
) -> None:  # fmt: skip
    """Refuse a log that begins elsewhere, naming who stands elsewhere in it."""
    shown = dict(_shown(kit, surveyed.facts["units"]))
    differing = [
        f"{names.get(unit, unit)} ({_told(shown.get(unit))} there, {_told(here.get(unit))} here)"
        for unit in sorted({*shown, *here})
        if unit in kit.by_id and shown.get(unit) != here.get(unit)
    ]
    if not differing:
        return
    entry = surveyed.facts["properties"].get(ENTRY, "")
    more = f", and {len(differing) - _MOST_NAMED} more" if len(differing) > _MOST_NAMED else ""
    raise InvalidFileError(
        f"the log begins after entry {entry[:_SHOWN]}, the campaign is at entry "
        f"{record.ledger.next_seq - 1}: {counted(len(differing), 'unit differs', 'units differ')}: "
        + ", ".join(differing[:_MOST_NAMED]) + more,
        hint=_HINT,
    )  # fmt: skip


def _shown(kit: Kit, units: Sequence[Sequence[Any]]) -> Iterator[tuple[str, tuple[str, int]]]:
    for unit, x, y, level in units:
        counter = kit.by_id.get(unit)
        if counter is not None:
            yield unit, (kit.place(x, y), counter.faces - max(level, 1) + 1)


def _told(at: tuple[str, int] | None) -> str:
    return "nowhere" if at is None else f"{at[0]} with {at[1]} left"


class _Unfolding:
    """The table while the steps of a log are gone through."""

    def __init__(
        self, kit: Kit, seat: str, here: Mapping[str, tuple[str, int]], names: Mapping[str, str]
    ) -> None:
        self._kit, self._seat, self._here, self._names = kit, seat, here, names
        self._ways: dict[str, list[str]] = {}
        self._left: dict[str, int] = {}
        self._last: dict[str, int] = {}
        self._notes: list[str] = []

    def take(self, step: Mapping[str, Any]) -> None:
        """Take one step of the log."""
        number = step["number"]
        is_undone = step.get("undo", False)
        for unit, _, _, x, y in step.get("moved", ()):
            if self._is_own(unit, number, "was moved", is_told=not is_undone):
                self._move(unit, self._kit.place(x, y), number)
        for unit, _, level in step.get("turned", ()):
            if self._is_own(unit, number, "was turned over", is_told=not is_undone):
                self._left[unit], self._last[unit] = self._kit.by_id[unit].faces - level + 1, number
        for unit in step.get("removed", ()):
            if self._is_own(unit, number, "was taken away", is_told=not is_undone):
                self._left[unit], self._last[unit] = 0, number
        for unit, x, y, level in step.get("created", ()):
            self._create(unit, (x, y), level, number)
        if step.get("dice"):
            self._say(number, "dice thrown in VASSAL do not count; those of the game fall later")

    def wishes(self) -> Wishes:
        """Return what came of all steps."""
        found = Wishes(notes=self._notes)
        for unit in sorted(self._last, key=lambda unit: self._last[unit]):
            way, number = self._ways.get(unit, [self._here[unit][0]]), self._last[unit]
            left = self._left.get(unit, self._here[unit][1])
            is_moved, is_weaker = len(way) > 1, left != self._here[unit][1]
            if not is_moved and not is_weaker:
                continue
            # Who is taken away is asked for that alone, wherever he was laid before.
            places = tuple(way[1:]) if left else ()
            last = found.wishes[-1] if found.wishes else None
            wished = left if is_weaker else None
            if last is not None and (last.places, last.left) == (places, wished):
                last.units.append(unit)
                last.step = number
            else:
                found.wishes.append(Wish([unit], places, wished, number))
        return found

    def _is_own(self, unit: str, number: int, what: str, *, is_told: bool) -> bool:
        counter = self._kit.by_id.get(unit)
        if counter is None or unit not in self._here:
            if is_told:
                self._say(number, f"a counter {what} that is no unit in play; it is left out")
            return False
        if counter.seat != self._seat:
            if is_told:
                name = self._names.get(unit, unit)
                self._say(
                    number, f"{name} {what}, which is {counter.seat}'s; only yours can be ordered"
                )
            return False
        return True

    def _move(self, unit: str, place: str, number: int) -> None:
        if not place:
            name = self._names.get(unit, unit)
            self._say(
                number, f"{name} was laid beside the map, where nobody can go; it is left out"
            )
            return
        way = self._ways.setdefault(unit, [self._here[unit][0]])
        self._last[unit] = number
        if place in way:
            # Back again: what was tried in between is forgotten.
            del way[way.index(place) + 1 :]
        else:
            way.append(place)

    def _create(self, unit: str, spot: tuple[int, int], level: int, number: int) -> None:
        counter = self._kit.by_id.get(unit)
        if counter is not None and self._left.get(unit) == 0:
            self._left[unit] = counter.faces - max(level, 1) + 1
            self._move(unit, self._kit.place(*spot), number)
            return
        name = self._names.get(unit, unit) or "a counter"
        self._say(number, f"{name} was made out of nothing; units come into play by orders only")

    def _say(self, number: int, words: str) -> None:
        self._notes.append(f"step {number}: {words}")
