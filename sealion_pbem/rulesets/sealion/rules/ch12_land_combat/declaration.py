"""12.0, 12.2  Declaring: for which hex an attacker fights, or calls off, and who supports either side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.naming import described, named, said_units, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch09_batteries import battery_strength, check_battery
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import (
    attack_of,
    column_at,
    hexes_to_fight_for,
    is_landing,
    railway_guns,
    support_of,
    supporters,
    supporting_ships,
    task_of,
    total,
    usable_batteries,
    why_no_gun,
)
from sealion_pbem.rulesets.sealion.rules.ch14_options.aa_fire import under_fire
from sealion_pbem.rulesets.sealion.rules.support import air_support_at_hand, check_gunfire
from sealion_pbem.rulesets.sealion.state import GERMAN, State, other

__all__ = [
    "ATTACK",
    "CANCEL",
    "DEFEND",
    "Attack",
    "Cancel",
    "Defend",
    "brandenburgers",
    "has_strength",
    "refuse_cancelling",
]

_Check: TypeAlias = Callable[[State, str, str], Iterator[Violation]]
"""Why a unit does not support the combat in a hex."""
_Hint: TypeAlias = Callable[[State, Draft, object, Iterable[Choice]], str]


@frozen
class Attack:
    """Fight for a hex with the support named; aircraft over it support but for those withheld."""

    kind: ClassVar[str] = "attack"
    hex: str
    ships: tuple[str, ...] = ()
    batteries: tuple[str, ...] = ()
    railway_gun: bool = False
    brandenburgers: bool = False
    withheld: tuple[str, ...] = ()


@frozen
class Cancel:
    """Call an attack off; its units go back."""

    kind: ClassVar[str] = "cancel"
    hex: str


@frozen
class Defend:
    """Support the defence with the units named; aircraft there support but for those withheld."""

    kind: ClassVar[str] = "defend"
    ships: tuple[str, ...] = ()
    batteries: tuple[str, ...] = ()
    railway_gun: bool = False
    withheld: tuple[str, ...] = ()


def refuse_hex(state: State, _: Draft, place: str) -> Iterator[Violation]:
    """12.0  A hex that is fought for in this step, and has not been yet."""
    if place not in hexes_to_fight_for(state):
        yield Violation("12.0", "no_combat", _why_no_combat(state, place))


def _why_no_combat(state: State, place: str) -> str:
    """12.0  Say why a hex is not fought for now."""
    task = task_of(state)
    if place not in state.table.board.hexes:
        return f"{place!r} is no land hex of the map"
    if task.waits == "press":
        return f"the attack in {task.hex} has been declared and comes before {place}"
    if not state.land_in(place, state.seat):
        return f"nobody of yours stands in {place}"
    if not state.land_in(place, other(state.seat)):
        return f"no enemy stands in {place}, and nobody has just landed there (7.5)"
    return f"{place} has been fought for in this step"


def hexes_to_attack(state: State, draft: Draft) -> Iterator[Choice]:
    """12.0, A-108  Return the hexes that can be fought for, with support if it must be."""
    if "hex" in draft:
        return
    for place in hexes_to_fight_for(state):
        if _can_have_strength(state, {"hex": place}):
            notes = [f"column {column_at(state, place)} if everybody supports (12.3)"]
            if is_landing(state, place):
                notes.append("a landing, which cannot be called off (7.5)")
            yield Choice("hex", place, place, rule="12.0", notes=tuple(notes))


def refuse_cancelling(state: State, draft: Draft, place: str) -> Iterator[Violation]:
    """12.0, A-46  Every attack but a landing may be called off before the die."""
    wrong = [*refuse_hex(state, draft, place)]
    yield from wrong
    if not wrong and is_landing(state, place):
        text = f"the landing in {place} cannot be called off; attack {place} (A-46)"
        yield Violation("7.5", "landing_goes_on", text)


def hexes_to_leave(state: State, draft: Draft) -> Iterator[Choice]:
    """12.0  Return the hexes in which the attack can be called off."""
    for place in () if "hex" in draft else hexes_to_fight_for(state):
        if not any(refuse_cancelling(state, draft, place)):
            yield Choice("hex", place, place, rule="12.0", notes=("the attackers go back",))


def _hexes_instead(lead: str) -> _Hint:
    """12.0  Say which hexes can be named; of one that is fought for all is said already."""

    def hint(state: State, _: Draft, place: object, choices: Iterable[Choice]) -> str:
        if place is None or place in hexes_to_fight_for(state):
            return ""
        found = ", ".join(choice.label for choice in choices)
        return f"{lead} {found}" if found else ""

    return hint


def refuse_brandenburgers(state: State, _: Draft, wants: object) -> Iterator[Violation]:
    """12.2  Once a game, for a German attack."""
    if wants and state.seat != GERMAN:
        text = "the Brandenburgers help German attacks only; leave them out"
        yield Violation("12.2", "german_attacks_only", text)
    elif wants and state.brandenburgers_used:
        text = "the Brandenburgers have been used in this game; leave them out"
        yield Violation("12.2", "brandenburgers_used", text)


def brandenburgers(state: State, draft: Draft) -> Iterator[Choice]:
    """12.2  Return them if they can still help."""
    is_open = "hex" in draft and "brandenburgers" not in draft
    if is_open and not any(refuse_brandenburgers(state, draft, wants=True)):
        yield Choice(
            "brandenburgers",
            value=True,
            label="Brandenburgers",
            rule="12.2",
            notes=("once a game",),
        )


@dataclass(frozen=True, slots=True)
class _Side:
    """Who names support: `fight` returns the hex, empty until it is chosen, and the seat.

    `is_enough(state, draft)` says whether a draft can become an order, if need be with more support.
    """

    fight: Callable[[State, Draft], tuple[str, Seat]]
    is_enough: Callable[[State, Draft], bool]

    def refuse_ship(self, state: State, draft: Draft, name: str) -> Iterator[Violation]:
        """12.0, 8.5  Own ships in range that have not fought, each once."""
        return self._refuse(state, draft, "ships", name, check_gunfire)

    def refuse_battery(self, state: State, draft: Draft, name: str) -> Iterator[Violation]:
        """12.0, 9.1, 9.2  German batteries within their line, each once."""
        return self._refuse(state, draft, "batteries", name, check_battery)

    def _refuse(
        self, state: State, draft: Draft, member: str, name: str, check: _Check
    ) -> Iterator[Violation]:
        place, seat = self.fight(state, draft)
        if name in draft.get(member, ()):
            yield _named_twice(state, name)
        elif state.counter(name).seat != seat:
            text = f"{named(state, name)} is not a {seat} unit; only your own support you"
            yield Violation("12.0", "not_yours", text)
        else:
            yield from check(state, name, place)

    def ships(self, state: State, draft: Draft) -> Iterator[Choice]:
        """12.0, 8.5  Return the ships that can support the combat."""
        place, seat = self.fight(state, draft)
        for name in supporting_ships(state, place, seat) if place else ():
            if name not in draft.get("ships", ()):
                yield unit_choice(state, "ships", name, "12.0", _adds(state.strength_of(name)))

    def batteries(self, state: State, draft: Draft) -> Iterator[Choice]:
        """12.0, 9.1  Return the batteries that can support the combat."""
        place, seat = self.fight(state, draft)
        for name in usable_batteries(state, place, seat) if place else ():
            if name not in draft.get("batteries", ()):
                added = _adds(battery_strength(state, name, place))
                yield unit_choice(state, "batteries", name, "9.1", added)

    def refuse_gun(self, state: State, draft: Draft, wants: object) -> Iterator[Violation]:
        """12.0  The British railway gun, near enough and not used in this step."""
        place, seat = self.fight(state, draft)
        if wants and not railway_guns(state, place, seat):
            why = why_no_gun(state, place, seat)
            text = f"no railway gun supports you in {place}: {why}; leave it out"
            yield Violation("12.0", "no_railway_gun", text)

    def gun(self, state: State, draft: Draft) -> Iterator[Choice]:
        """12.0  Return the railway gun if it can support the combat."""
        place, seat = self.fight(state, draft)
        for name in railway_guns(state, place, seat) if place else ():
            if "railway_gun" not in draft:
                notes = (state.units[name].place, _adds(state.attack_of(name)))
                label = state.counter(name).name
                yield Choice("railway_gun", value=True, label=label, rule="12.0", notes=notes)

    def refuse_absence(self, state: State, draft: Draft, name: str) -> Iterator[Violation]:
        """12.0, 10.10, 10.11  Own aircraft that would support the combat may stay out of it."""
        place, seat = self.fight(state, draft)
        if name in draft.get("withheld", ()):
            yield _named_twice(state, name)
        elif state.counter(name).seat != seat:
            text = f"{named(state, name)} is not a {seat} unit; only your own stay out at your word"
            yield Violation("12.0", "not_yours", text)
        elif all(name != able for able, _ in air_support_at_hand(state, place, seat)):
            text = f"{described(state, name)}, and does not support {place} from the air"
            yield Violation("12.0", "no_air_support", text)

    def aircraft(self, state: State, draft: Draft) -> Iterator[Choice]:
        """12.0, 10.10, 10.11  Return the aircraft that can stay out so that some strength is left."""
        place, seat = self.fight(state, draft)
        if not place:
            return
        held, fired_at = draft.get("withheld", ()), under_fire(state, place, seat)
        for name, value in air_support_at_hand(state, place, seat):
            if name not in held and self.is_enough(state, {**draft, "withheld": (*held, name)}):
                notes = [f"stays out with its {value}"]
                if name in fired_at:
                    notes.append("else AA units fire at it (14.5.1)")
                yield unit_choice(state, "withheld", name, "12.0", *notes)

    def members(self, without: str, *after: str) -> tuple[Member[State], ...]:
        """Return the members that name support; `without` leads those who could stay out."""
        ships, guns, out = _at_hand("ships"), _at_hand("batteries"), _at_hand("withheld", without)
        many = Shape.MANY
        return (
            Member("ships", many, self.refuse_ship, self.ships, ships, after),
            Member("batteries", many, self.refuse_battery, self.batteries, guns, after),
            Member("railway_gun", Shape.ONE, self.refuse_gun, self.gun, None, after),
            Member("withheld", many, self.refuse_absence, self.aircraft, out, after),
        )


def _at_hand(member: str, lead: str = "these can:") -> _Hint:
    """12.0  Say which units can be named, unless one of them is named twice."""

    def hint(_: State, draft: Draft, name: object, choices: Iterable[Choice]) -> str:
        return "" if name in draft.get(member, ()) else f"{lead} {said_units(choices)}"

    return hint


def _named_twice(state: State, name: str) -> Violation:
    text = f"{named(state, name)} is named twice; name each unit once"
    return Violation("12.0", "named_twice", text)


def _adds(strength: int | None) -> str:
    return f"adds {strength or 0}"


def has_strength(state: State, order: Attack) -> bool:
    """12.3, A-108  Return whether an attack has any strength with the support that it names."""
    names = (*order.ships, *order.batteries)
    support = support_of(state, order.hex, state.seat, names, railway_gun=order.railway_gun)
    return _strength(state, order.hex, support, order.withheld) > 0


def _can_have_strength(state: State, draft: Draft) -> bool:
    """12.3, A-108  Return whether an attack would have strength if all ships and guns supported it."""
    place = draft["hex"]
    support = supporters(state, place, state.seat)
    return _strength(state, place, support, draft.get("withheld", ())) > 0


def _strength(state: State, place: str, support: Iterable[str], withheld: Iterable[str]) -> int:
    """12.0  Return the strength of an attack; who presses it decides anew about his aircraft."""
    lines = attack_of(state, place, support, withheld)
    counted = {line.unit for line in lines}
    at_hand = air_support_at_hand(state, place, state.seat)
    again = [value for name, value in at_hand if name not in counted and name not in withheld]
    return total(lines) + sum(again)


_no_hex = wanted("12.0", "hex")


def _missing_of_attack(state: State, draft: Draft) -> Iterator[Violation]:
    """12.3, A-108  Refuse an attack without a hex, or without any strength."""
    yield from _no_hex(state, draft)
    if "hex" in draft and not has_strength(state, Attack(**draft)):
        place = draft["hex"]
        way_out = "only a cancel is possible"
        if _can_have_strength(state, {"hex": place}):
            way_out = "name support, or let aircraft give it"
        text = f"the attackers in {place} have no strength; {way_out} (A-108)"
        yield Violation("12.3", "no_strength", text, "/hex")


def _is_plain_attack(state: State, order: Attack) -> bool:
    """Return whether an attack has strength and names who can support it."""
    place, seat = order.hex, state.seat
    if place not in hexes_to_fight_for(state) or not _is_supported(state, order, place, seat):
        return False
    is_helped = order.brandenburgers
    if is_helped and any(refuse_brandenburgers(state, {}, is_helped)):
        return False
    return has_strength(state, order)


def _is_plain_defence(state: State, order: Defend) -> bool:
    """Return whether a defence names who can support it."""
    return _is_supported(state, order, task_of(state).hex, other(state.seat))


def _is_supported(state: State, order: Attack | Defend, place: str, seat: Seat) -> bool:
    """Return whether everybody whom an order names can do what it says, each once."""
    counters = state.table.counters
    for names, check in ((order.ships, check_gunfire), (order.batteries, check_battery)):
        for name in names:
            is_own = name in counters and counters[name].seat == seat
            if not is_own or any(check(state, name, place)):
                return False
    if order.withheld:
        able = {name for name, _ in air_support_at_hand(state, place, seat)}
        if not able.issuperset(order.withheld):
            return False
    if order.railway_gun and not railway_guns(state, place, seat):
        return False
    listed = (order.ships, order.batteries, order.withheld)
    return all(len({*names}) == len(names) for names in listed)


_ATTACKER = _Side(lambda state, draft: (draft.get("hex", ""), state.seat), _can_have_strength)
_DEFENDER = _Side(lambda state, _: (task_of(state).hex, other(state.seat)), lambda *_: True)

ATTACK: Form[State] = Form(
    Attack,
    (
        Member("hex", Shape.ONE, refuse_hex, hexes_to_attack, _hexes_instead("to fight for:")),
        *_ATTACKER.members("these can stay out:", "hex"),
        Member("brandenburgers", Shape.ONE, refuse_brandenburgers, brandenburgers, after=("hex",)),
    ),
    _missing_of_attack,
    is_sure=_is_plain_attack,
)
CANCEL: Form[State] = Form(
    Cancel,
    (
        Member(
            "hex",
            Shape.ONE,
            refuse_cancelling,
            hexes_to_leave,
            _hexes_instead("can be called off:"),
        ),
    ),
    _no_hex,
    is_sure=lambda state, order: not any(refuse_cancelling(state, {}, order.hex)),
)
DEFEND: Form[State] = Form(Defend, _DEFENDER.members("these do:"), is_sure=_is_plain_defence)
