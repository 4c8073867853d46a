"""12.3  Advances: which hexes are open to attackers who have won, and who goes where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.naming import listed, named, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch11_walk import Misstep, step_fault
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.retreats import Arrived, fits, full_hex
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import engaged, task_of
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["ADVANCE", "Advance", "advance_hexes", "open_to"]

_PAIR = 2


@frozen
class Advance:
    """Go one hex further with the units named; others are pairs of a unit and its own hex."""

    kind: ClassVar[str] = "advance"
    units: tuple[str, ...]
    hex: str | None = None
    others: tuple[tuple[str, ...], ...] = ()


def _barred(state: State, combat: str, there: str) -> Misstep | None:
    """12.3, A-114  Return why nobody may advance from a combat hex to another, if so."""
    if there not in state.table.board.adjacent[combat]:
        text = f"an advance goes one hex, and {there!r} is not next to {combat}"
        return Misstep(0, "12.3", "not_adjacent", lambda: text)
    if foes := state.land_in(there, other(state.seat)):
        return Misstep(
            0, "12.3", "enemy_there", lambda: f"{listed(state, foes)} stands in {there} (A-114)"
        )
    return None


def _step_fault(
    state: State, combat: str, name: str, there: str, arrived: Arrived = ()
) -> Misstep | None:
    """11.2, 6.3  Return why terrain or stacking keeps a unit from a hex that is open to others."""
    fault = step_fault(state, name, combat, there)
    if fault is not None or fits(state, there, name, arrived):
        return fault
    return full_hex(state, name, there, arrived)


def open_to(
    state: State, combat: str, names: Sequence[str], arrived: Arrived = ()
) -> Iterator[str]:
    """12.3, A-114, A-161  Return the hexes into which units can advance together."""
    for there in state.table.board.adjacent[combat]:
        if _is_open(state, combat, there, names, arrived):
            yield there


def _is_open(
    state: State, combat: str, there: str, names: Sequence[str], arrived: Arrived = ()
) -> bool:
    """12.3, A-114  Return whether units can advance to a hex, each behind those named before it."""
    if _barred(state, combat, there) is not None:
        return False
    friends = [*arrived]
    for name in names:
        if _step_fault(state, combat, name, there, friends) is not None:
            return False
        friends.append((name, there))
    return True


def advance_hexes(state: State, combat: str) -> list[str]:
    """12.3, A-114  Return the hexes without an enemy that an attacker can enter after his victory."""
    units = engaged(state, combat, state.seat)
    return [
        there
        for there in state.table.board.adjacent[combat]
        if _barred(state, combat, there) is None
        and any(_step_fault(state, combat, name, there) is None for name in units)
    ]


def _is_plain(state: State, order: Advance) -> bool:
    """Return whether all stay, or attackers go together to a hex that is open to them."""
    task, names, there = task_of(state), order.units, order.hex
    if order.others or not names:
        return not order.others
    if there is None or len({*names}) < len(names) or not {*names} <= {*task.units}:
        return False
    return _is_open(state, task.hex, there, names)


def refuse_hex(state: State, _: Draft, there: str) -> Iterator[Violation]:
    """12.3, A-114  Attackers enter an adjacent hex without an enemy."""
    yield from _said(_barred(state, task_of(state).hex, there))


def hexes(state: State, draft: Draft) -> Iterator[Choice]:
    """12.3, A-114  Return where the units that have been named can go together."""
    if "units" in draft and "hex" not in draft:
        for there in open_to(state, task_of(state).hex, draft["units"], _pairs(draft)):
            yield Choice("hex", there, there, rule="12.3")


def refuse_other(state: State, draft: Draft, pair: tuple[str, ...]) -> Iterator[Violation]:
    """12.3, A-161  A unit that attacked goes to a hex of its own."""
    task = task_of(state)
    if len(pair) != _PAIR:
        units = listed(state, task.units)
        text = f"a pair of a unit that attacked and its hex is wanted; {units} did"
        yield Violation("12.3", "no_pair", text)
        return
    name, there = pair
    wrong = [*_refuse_attacker(state, draft, name)]
    yield from wrong
    if not wrong:
        fault = _barred(state, task.hex, there)
        yield from _said(fault or _step_fault(state, task.hex, name, there, _gone(draft)))


def others(state: State, draft: Draft) -> Iterator[Choice]:
    """12.3, A-161  Return who can go to which hex of its own and leaves the others one of theirs."""
    combat, units = task_of(state).hex, draft.get("units", ())
    is_open = bool(units) and "hex" not in draft
    for name in _staying(state, draft):
        for there in open_to(state, combat, (name,), _gone(draft)):
            pairs = (*_pairs(draft), (name, there))
            if not is_open or any(open_to(state, combat, units, pairs)):
                label = f"{state.counter(name).name} to {there}"
                yield Choice("others", [name, there], label, rule="12.3")


def refuse_unit(state: State, draft: Draft, name: str) -> Iterator[Violation]:
    """12.3, A-114  Units that attacked go to the hex; why nobody can is said of the hex."""
    wrong = [*_refuse_attacker(state, draft, name)]
    yield from wrong
    combat, there = task_of(state).hex, draft.get("hex")
    if not wrong and there is not None and _barred(state, combat, there) is None:
        yield from _said(_step_fault(state, combat, name, there, _gone(draft)))


def units(state: State, draft: Draft) -> Iterator[Choice]:
    """12.3  Return who can advance with those who do, into the hex if one is named."""
    combat, pairs, there = task_of(state).hex, _pairs(draft), draft.get("hex")
    for name in _staying(state, draft):
        found = open_to(state, combat, (*draft.get("units", ()), name), pairs)
        if any(there in (None, place) for place in found):
            yield unit_choice(state, "units", name, "12.3")


def _refuse_attacker(state: State, draft: Draft, name: str) -> Iterator[Violation]:
    """12.3  Who attacked advances, each once."""
    task = task_of(state)
    if name not in task.units:
        text = f"{named(state, name)} did not attack {task.hex}; {listed(state, task.units)} did"
        yield Violation("12.3", "no_attacker", text)
    elif any(name == gone for gone, _ in _gone(draft)):
        text = f"{named(state, name)} is named twice; name each unit once"
        yield Violation("12.3", "named_twice", text)


def _said(fault: Misstep | None) -> Iterator[Violation]:
    if fault is not None:
        yield Violation(fault.rule, fault.code, fault.text)


def _pairs(draft: Draft) -> Arrived:
    """A-161  Return who goes to a hex of its own."""
    return [(pair[0], pair[1]) for pair in draft.get("others", ()) if len(pair) == _PAIR]


def _gone(draft: Draft) -> Arrived:
    """Return who advances and where to, which is nowhere as long as no hex is named."""
    there = draft.get("hex", "")
    return [*_pairs(draft), *((name, there) for name in draft.get("units", ()))]


def _staying(state: State, draft: Draft) -> list[str]:
    """12.3  Return the attackers that have not been named."""
    gone = {name for name, _ in _gone(draft)}
    return [name for name in task_of(state).units if name not in gone]


def _ways_on(state: State, draft: Draft, value: object, __: Iterable[Choice]) -> str:
    """12.3  Say where each unit that is meant can go, or every attacker, given those before it."""
    task, arrived = task_of(state), _gone({**draft, "units": ()})
    meant: Sequence[str] = draft.get("units", task.units)
    if isinstance(value, tuple):
        meant = value[:1]
    elif value in state.units:
        meant, arrived = (str(value),), _gone(draft)
    gone = {name for name, _ in arrived}
    said = [
        f"open to {named(state, name)}: {', '.join(open_) or 'nothing, it stays'}"
        for name in meant
        if name in task.units and name not in gone
        for open_ in [[*open_to(state, task.hex, (name,), arrived)]]
    ]
    return "; ".join(said)


def _missing(_: State, draft: Draft) -> Iterator[Violation]:
    """12.3  Refuse units that advance together without a hex; nobody has to advance."""
    if "units" in draft and "hex" not in draft:
        yield Violation("12.3", "no_hex", "no hex is named for the advance", "/hex")


def _normal(order: Advance) -> Advance:
    """Return the same advance: a hex to which nobody goes says nothing."""
    return order if order.units else replace(order, hex=None)


def _apart(draft: Draft) -> Iterator[tuple[str, object]]:
    """Take an advance apart: who goes together, where to, then the others."""
    yield from (("units", name) for name in draft.get("units", ()))
    yield from (("hex", draft["hex"]) for _ in range("hex" in draft))
    yield from (("others", pair) for pair in draft.get("others", ()))


ADVANCE: Form[State] = Form(
    Advance,
    (
        # A hex to which nobody goes is not looked at.
        Member("hex", Shape.ONE, refuse_hex, hexes, _ways_on, after=("units",)),
        Member("others", Shape.MANY, refuse_other, others, _ways_on),
        Member("units", Shape.MANY, refuse_unit, units, _ways_on),
    ),
    _missing,
    normal=_normal,
    apart=_apart,
    is_sure=_is_plain,
)
