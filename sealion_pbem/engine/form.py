"""The form of an order: its members, and what may be added to each.

An order is put together member by member. A *draft* holds the members given so far. Each member says
why a value cannot be added to a draft (`refuse`, the only place where its legality is written) and
which values can (`domain`). The check of a whole order is the fold of `refuse` over its members, and
the hints of a refusal are made from `domain`, so that what is offered and what is accepted are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain, islice
from typing import Any, Generic, TypeAlias, TypeVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.wire import from_wire, members_from_wire, names_on_wire, to_wire
from sealion_pbem.engine.words import Json, Violation

__all__ = ["Choice", "Draft", "Form", "Member", "Shape", "nothing", "wanted"]

S = TypeVar("S")
Said = TypeVar("Said", "Choice", Violation)

Draft: TypeAlias = Mapping[str, Any]
"""The members given so far, as the order's class holds them; a member that says nothing is absent."""

# An order can name thousands of units that are not there, and a hint may take a search.
_MOST_FAULTS = 1000
_MOST_HINTS = 8
_ONLY_KIND = {"kind"}


@frozen
class Choice:
    """One value that can be added to a member of an order.

    `cost` is in the smallest units of the game, `notes` are consequences; names of units and places
    stand in the label as players read them. Where rules prescribe an order among the choices, `turn`
    is the place of this one in it, from 1 on.
    """

    member: str
    value: Json
    label: str
    cost: int | None = None
    rule: str = ""
    notes: tuple[str, ...] = ()
    turn: int | None = None


class Shape(StrEnum):
    """The way in which a value is added to a member."""

    ONE = "one"
    """The value is the member."""
    MANY = "many"
    """A list: the value is one more item."""
    ONWARD = "onward"
    """A way: the value is its next part."""
    KEYED = "keyed"
    """A table: the value is a key and its entry; with the entry null the key is only taken up."""
    GROUPED = "grouped"
    """A list of groups: the value is the first of a group and one more that joins it."""

    def extended(self, before: Json, value: Json) -> Json:
        """Return a member with a value added, as JSON."""
        match self:
            case Shape.ONE:
                return value
            case Shape.MANY:
                return [*(before or ()), value]
            case Shape.ONWARD:
                return [*(before or ()), *value]
            case Shape.KEYED:
                return {**(before or {}), value[0]: value[1]}
            case Shape.GROUPED:
                groups = [[*group] for group in before or ()]
                led = [group for group in groups if group[:1] == [*value[:1]]]
                for group in led:
                    group.append(value[1])
                return groups if led else [*groups, [*value]]

    def parts(self, value: Any) -> Iterator[tuple[str, Any, Any]]:
        """Take a member apart: pointer and value of each part, and what the member held before it.

        A way is one part, and so is a group. All keys of a table are taken up before the first is
        put down, because two of them may change places.
        """
        match self:
            case Shape.ONE | Shape.ONWARD:
                yield "", value, ()
            case Shape.MANY | Shape.GROUPED:
                grown: list[Any] = []
                for number, item in enumerate(value):
                    yield f"/{number}", item, grown
                    grown.append(item)
            case Shape.KEYED:
                table: dict[str, Any] = {}
                for key in value:
                    yield f"/{key}", (key, None), table
                    table[key] = None
                for key, entry in value.items():
                    if entry is not None:
                        yield f"/{key}", (key, entry), table
                        table[key] = entry


def nothing(*_: Any) -> tuple[()]:
    """Refuse nothing, miss nothing, offer nothing."""
    return ()


def wanted(rule: str, *names: str) -> Callable[[Any, Draft], tuple[Violation, ...]]:
    """Return what misses the members of these names, one after another."""
    said = {name: f"{name.replace('_', ' ')} is still to be chosen" for name in names}
    each = {name: (Violation(rule, f"no_{name}", said[name], f"/{name}"),) for name in names}

    def missing(_: Any, draft: Draft) -> tuple[Violation, ...]:
        for name, violation in each.items():
            if name not in draft:
                return violation
        return ()

    return missing


@dataclass(frozen=True, slots=True)
class Member(Generic[S]):
    """One member of an order.

    `refuse(state, draft, value)` says why a value cannot be added, with pointers into the value.
    `domain(state, draft)` finds what can be added so that the order can still be completed.
    `hint(state, draft, value, choices)` says in a refusal what would be legal. A member is judged
    only when those named in `after` are there and legal. The values of a *free* one cannot be listed
    (a text, a number, a secret); its domain gives those that make sense.
    """

    name: str
    shape: Shape
    refuse: Callable[[S, Draft, Any], Iterable[Violation]]
    domain: Callable[[S, Draft], Iterable[Choice]]
    hint: Callable[[S, Draft, Any, Iterable[Choice]], str] | None = None
    after: tuple[str, ...] = ()
    is_free: bool = False


_Fault: TypeAlias = tuple[Violation, Member[S] | None, Draft, Any]
"""What is wrong with a draft, and what a hint needs: the member, what came before it, the value."""


@dataclass(frozen=True)
class Form(Generic[S]):
    """The form of one kind of order, or of another record that a player writes.

    `members` stand in the order in which they are judged. `admit(state, draft)` says what keeps a
    draft from being judged at all, such as names that mean nobody; `refuse(state)` why no order of
    this kind may be given; `missing(state, draft)` what is still wanted of a legal draft.
    `normal(order)` returns the one among orders of the same meaning that is composed, and
    `apart(draft)` its parts in the order of composing, if that is not the order of the members.
    `is_sure(state, order)` is a short way for the most frequent orders: true only if the fold finds
    nothing. `renumbered` has the rules that have another number in the edition in play.
    """

    order: type[Any]
    members: tuple[Member[S], ...] = ()
    missing: Callable[[S, Draft], Iterable[Violation]] = nothing
    refuse: Callable[[S], Iterable[Violation]] = nothing
    admit: Callable[[S, Draft], Iterable[Violation]] = nothing
    normal: Callable[[Any], Any] | None = None
    apart: Callable[[Draft], Iterable[tuple[str, Any]]] | None = None
    is_sure: Callable[[S, Any], bool] | None = None
    renumbered: Mapping[str, str] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The kind of order."""
        kind: str = self.order.kind
        return kind

    def check(self, state: S, order: Any) -> Iterable[Violation]:
        """Return every reason why an order is illegal, each with what would be legal."""
        if self.is_sure is not None and self.is_sure(state, order):
            return ()
        return islice(self._said(state, self._judged(state, self.draft_of(order))), _MOST_FAULTS)

    def faults(self, state: S, draft: Draft) -> Iterator[Violation]:
        """Return what is wrong with a draft as it stands, members that are missing aside."""
        return (self._cited(fault[0]) for fault in self._judged(state, draft, missing=nothing))

    def wants(self, state: S, draft: Draft) -> Violation | None:
        """Return what is missing next of a legal draft; None: it is an order."""
        found = next(iter(self.missing(state, draft)), None)
        return None if found is None else self._cited(found)

    def choices(self, state: S, draft: Draft, member: str = "") -> Iterator[Choice]:
        """Return what can be added to a legal draft, to all members or to one."""
        asked = (each for each in self.members if member in ("", each.name))
        found = chain.from_iterable(each.domain(state, draft) for each in asked)
        return map(self._cited, found) if self.renumbered else found

    def is_possible(self, state: S) -> bool:
        """Return whether there is any such order now: nothing is missing, or something can be added.

        What is missing is looked for first: it is quickly found, and other members may depend on it.
        """
        for _ in self.refuse(state):
            return False
        for missing in self.missing(state, {}):
            first = self.by_name.get(missing.at[1:])
            break
        else:
            return True
        for _ in first.domain(state, {}) if first else ():
            return True
        others = (member for member in self.members if member is not first)
        return any(True for member in others for _ in member.domain(state, {}))

    def parts(self, draft: Draft) -> Iterator[tuple[str, Any]]:
        """Take a draft apart into members and what is added to them, in the order of composing."""
        if self.apart is not None:
            yield from self.apart(draft)
            return
        for member in self.members:
            if member.name in draft:
                for _, value, _ in member.shape.parts(draft[member.name]):
                    yield member.name, value

    def draft_of(self, order: Any) -> Draft:
        """Return the members of an order that say something."""
        blank = self._blank
        found = ((name, getattr(order, name)) for name in blank)
        return {name: value for name, value in found if value != blank[name]}

    def read(self, partial: Mapping[str, Json]) -> Draft:
        """Return the draft that a partial order on the wire describes; WireError says what is wrong."""
        if partial.keys() == _ONLY_KIND:
            return {}
        document = {name: value for name, value in partial.items() if name != "kind"}
        taken_up = {}
        for name in self._keyed:
            table = document.get(name)
            if isinstance(table, dict):
                taken_up[name] = table
                document[name] = {k: v for k, v in table.items() if v is not None}
        draft = members_from_wire(self.order, document)
        for name, table in taken_up.items():
            draft[name] = {key: draft[name].get(key) for key in table}
        blank = self._blank
        return {name: value for name, value in draft.items() if value != blank[name]}

    def write(self, draft: Draft) -> dict[str, Json]:
        """Return a draft as a partial order on the wire."""
        kind = {"kind": self.kind} if hasattr(self.order, "kind") else {}
        return kind | {self._wire[name]: to_wire(value) for name, value in draft.items()}

    def extended(self, partial: Mapping[str, Json], choice: Choice) -> dict[str, Json]:
        """Return a partial order on the wire with a choice added."""
        name = self._wire[choice.member]
        added = self.by_name[choice.member].shape.extended(partial.get(name), choice.value)
        return {**partial, name: added}

    def name_on_wire(self, member: str) -> str:
        """Return the name of a member on the wire."""
        return self._wire[member]

    def made(self, draft: Draft) -> Any:
        """Return the order that a complete draft is; a list to which nothing was added is empty."""
        return from_wire(self.order, self.write({**self._empty, **draft}))

    @cached_property
    def by_name(self) -> Mapping[str, Member[S]]:
        """The members by name."""
        return {member.name: member for member in self.members}

    @cached_property
    def shapes(self) -> Mapping[str, Shape]:
        """How a value is added to each member."""
        return {member.name: member.shape for member in self.members}

    @cached_property
    def _keyed(self) -> tuple[str, ...]:
        """The members that are tables."""
        return tuple(member.name for member in self.members if member.shape is Shape.KEYED)

    @cached_property
    def _wire(self) -> Mapping[str, str]:
        """The name of each member on the wire."""
        return names_on_wire(self.order)

    @cached_property
    def _blank(self) -> Mapping[str, Any]:
        """The value of each member when it says nothing."""
        empty = {Shape.ONE: MISSING, Shape.KEYED: {}}
        defaults = {each.name: each.default for each in fields(self.order)}
        return {
            member.name: empty.get(member.shape, ())
            if defaults[member.name] is MISSING
            else defaults[member.name]
            for member in self.members
        }

    @cached_property
    def _empty(self) -> Draft:
        """The lists and tables that an order must have, without anything in them."""
        return {name: blank for name, blank in self._blank.items() if blank in ((), {})}

    def _judged(
        self,
        state: S,
        draft: Draft,
        missing: Callable[[S, Draft], Iterable[Violation]] | None = None,
    ) -> Iterator[_Fault[S]]:
        """Judge a draft: whether it can be, then every member, and last whether one is missing."""
        is_wrong = False
        for violation in self.admit(state, draft):
            is_wrong = True
            yield violation, None, draft, None
        if is_wrong:
            return
        for violation in self.refuse(state):
            is_wrong = True
            yield violation, None, draft, None
        for fault in self._fold(state, draft):
            is_wrong = True
            yield fault
        for violation in () if is_wrong else (missing or self.missing)(state, draft):
            yield violation, self.by_name.get(violation.at.lstrip("/")), draft, None

    def _fold(self, state: S, draft: Draft) -> Iterator[_Fault[S]]:
        """Refuse each member of a draft with what stands before it."""
        before: dict[str, Any] = {}
        wrong: set[str] = set()
        for member in self.members:
            name = member.name
            if name not in draft:
                continue
            if not wrong.isdisjoint(member.after):
                wrong.add(name)
            elif all(other in draft for other in member.after):
                for at, value, held in member.shape.parts(draft[name]):
                    if held:
                        before[name] = held
                    for violation in member.refuse(state, before, value):
                        wrong.add(name)
                        placed = replace(violation, at=f"/{name}{at}{violation.at}")
                        yield placed, member, before, value
            before[name] = draft[name]

    def _said(self, state: S, faults: Iterator[_Fault[S]]) -> Iterator[Violation]:
        """Add to each violation what would be legal."""
        hints = 0
        for violation, member, before, value in faults:
            if member is None or member.hint is None or hints >= _MOST_HINTS:
                yield violation
                continue
            hints += 1
            said = member.hint(state, before, value, member.domain(state, before))
            yield replace(violation, text=f"{violation.text}; {said}") if said else violation

    def _cited(self, said: Said) -> Said:
        """Return a choice or a violation by the numbers of the edition in play."""
        number = self.renumbered.get(said.rule)
        return said if number is None else replace(said, rule=number)
