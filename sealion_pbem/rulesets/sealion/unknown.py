"""1.3, 5.0  Names in orders that mean no unit in play: unknown, not in this game, not yet here, gone.

They are looked for once for all orders, before the rules of the order itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from sealion_pbem.engine.form import Draft
from sealion_pbem.engine.words import Order, Violation
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.naming import named
from sealion_pbem.rulesets.sealion.options import OPTIONS, known_counters
from sealion_pbem.rulesets.sealion.rules.ch04_victory import CHURCHILL
from sealion_pbem.rulesets.sealion.rules.ch14_options.arrivals import arrival_rule
from sealion_pbem.rulesets.sealion.rules.ch14_options.placing import TRACK
from sealion_pbem.rulesets.sealion.state import BRITISH, State

__all__ = ["absent_from", "unknown_unit"]

_SINGLES = ("unit", "submarine", "mine", "battery", "transport", "carrier")
_LISTS = ("units", "ships", "batteries", "transports", "withheld", "submarines")
_LED = ("moves", "drops", "others")
"""Groups of a unit and its hexes."""
_GROUPS = ("targets", "strikes", "sets", "fighters", "pairs", *_LED)
_TRACK = frozenset(TRACK)
# Who waits for his turn is named where he is set up and where he arrives.
_OF_THE_TRACK = frozenset({"arrive", "deploy"})
# To look for names that are near takes long, and a file can name thousands that do not exist.
_HINTED = 20


def absent_from(cls: type[Order]) -> Callable[[State, Draft], list[Violation]]:
    """Return what finds the units that a draft of an order names and that are not in play."""

    def admit(state: State, draft: Draft) -> list[Violation]:
        if not draft:
            return []
        return _absent(state, cls.kind, _named_in(cls, lambda member: draft.get(member, ())))

    return admit


def _absent(state: State, kind: str, names: Iterator[tuple[Any, ...]]) -> list[Violation]:
    units, found = state.units, list[Violation]()
    waits = frozenset() if kind in _OF_THE_TRACK else _TRACK
    for name, *path in names:
        unit = units.get(name)
        if unit is not None and unit.steps and unit.place not in waits:
            continue
        at = "".join(f"/{part}" for part in path)
        if unit is None:
            found.append(unknown_unit(state, name, at, is_hinted=len(found) < _HINTED))
        else:
            found.append((_not_arrived if unit.place in waits else _gone)(state, name, at))
    return found


def _named_in(cls: type[Order], get: Callable[[str], Any]) -> Iterator[tuple[Any, ...]]:
    """Return every unit that an order names, each with the members and numbers that lead to it."""
    singles, lists, groups = _members(cls)
    for member in singles:
        # A unit that is not chosen yet, or left out.
        if (name := get(member)) is not None and name != ():
            yield name, member
    for member in lists:
        for number, name in enumerate(get(member)):
            yield name, member, number
    for member in groups:
        most = 1 if member in _LED else None
        for number, group in enumerate(get(member)):
            for place, name in enumerate(group[:most]):
                yield name, member, number, place


@cache
def _members(cls: type[Order]) -> tuple[tuple[str, ...], ...]:
    """Return the members of an order that name a unit, several, and groups of them."""
    order: type[Any] = cls
    members = {field.name for field in fields(order)}
    return tuple(
        tuple(filter(members.__contains__, names)) for names in (_SINGLES, _LISTS, _GROUPS)
    )


def unknown_unit(state: State, name: str, at: str, *, is_hinted: bool = True) -> Violation:
    """1.3, 5.0  Say of a name that no unit of this game has why it is not in it, or which are near."""
    counter = known_counters(state.edition).get(name)
    if counter is not None:
        rule, why = _left_out(state, counter)
        text = f"{counter.name} ({name}) is not in this game: {why}; leave it out"
        return Violation(rule, "not_in_this_game", text, at)
    from difflib import get_close_matches  # noqa: PLC0415 - only a refusal needs it

    close = " or ".join(get_close_matches(name, state.units)) if is_hinted else ""
    hint = f"did you mean {close}?" if close else "'sealion data show NAME' gives the id of a unit"
    return Violation("1.3", "unknown_unit", f"there is no unit {name!r}; {hint}", at)


def _left_out(state: State, counter: Counter) -> tuple[str, str]:
    """5.0, 14.0  Return the rule by which a counter stays in the box, and what it says."""
    edition, name = state.edition, counter.id
    if name in edition.left_out:
        if counter.type == "mine":
            return "14.7", "magnetic mines have taken its place"
        return "14.9", "it is not on the chart of the alternate set-up (A-136)"
    twins = state.table.pairs.get(name.removeprefix("de_").removeprefix("dummy_"), ())
    if twins and edition.parachutists_may_be_fake:
        return "14.6", f"the regiment has the two counters {' and '.join(twins)}"
    rule = counter.optional_rule or "14.6"
    option = next(option for option in OPTIONS.values() if option.rule == rule)
    if not edition.has_optional_rules:
        return "5.0", f"it belongs to an optional rule of the Deluxe, {option.name}"
    how = " with the additional units" if rule == "14.3" and edition.commands_arrive else ""
    return rule, f"{option.name}{how} is an optional rule ({rule}) that is not played (5.0)"


def _not_arrived(state: State, name: str, at: str) -> Violation:
    """5.1, 14.3, 14.4, 14.9  Say when a unit comes that is not on the map or in a box yet."""
    turn = state.units[name].place.lower()
    text = f"{named(state, name)} is not here before {turn}, on which it comes to the Convoy box"
    rule = "5.1"
    if state.counter(name).seat == BRITISH:
        rule = arrival_rule(state, name)
        text = f"{named(state, name)} is not here before step 13 of {turn}, when it can arrive"
    return Violation(rule, "not_arrived", text, at)


def _gone(state: State, name: str, at: str) -> Violation:
    """1.5, 4.2, 4.3  Say that a unit is out of the game."""
    rule = "1.5"
    if name == CHURCHILL:
        rule = "4.2" if state.churchill == "lost" else "4.3"
    text = f"{named(state, name)} is out of the game for good; name a unit that is in it"
    return Violation(rule, "out_of_game", text, at)
