"""15.1, 15.2, 15.4  Announcing attacks, and what flies to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.combat import (
    AttackAnnounced,
    AttackForgone,
)
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import may_stack
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import Odds, defenders, reckon
from sealion_pbem.rulesets.world_at_war.rules.ch16_exploitation import is_exploiting
from sealion_pbem.rulesets.world_at_war.rules.r19_costs import pay, refuse_cost
from sealion_pbem.rulesets.world_at_war.rules.r20_air import (
    Aim,
    payable_wings,
    wings_member,
)
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.task import Attack

__all__ = [
    "ATTACK_FORM",
    "announce_forced",
    "attack_on",
    "needs_even_odds",
    "obey_attack",
    "only_partisans",
    "refuse_attacker",
]

_MOST_OUT_OF_A_HEX = 2


def attack_on(state: State, number: str) -> Attack | None:
    """Return the announced attack on a hex."""
    return next((attack for attack in state.attacks if number in attack.hexes), None)


def _existing(state: State, hexes: tuple[str, ...]) -> Attack:
    """13.531  Return the attack that others may join, or an empty one."""
    found = attack_on(state, hexes[0]) if hexes else None
    return found or Attack(hexes, ())


def only_partisans(state: State, hexes: Iterable[str]) -> bool:
    """11.8  Return whether an operation is solely against partisans."""
    units = defenders(state, hexes, state.active)
    return all(state.counter(unit).arm == "partisan" for unit in units)


def needs_even_odds(state: State, units: Iterable[str], odds: Odds, *, is_drop: bool) -> str:
    """15.52, 10.55C  Return why an attack must have 1:1: the French, a fortification, a drop; or ""."""
    if any(state.counter(unit).nation == "france" for unit in units):
        return "French units never attack below 1:1"
    if odds.is_fortified:
        return "fortifications are never attacked below 1:1"
    return "a drop on an enemy needs 1:1" if is_drop else ""


def refuse_target(state: State, draft: Draft, number: str) -> Iterator[Violation]:
    """15.41, 15.44, 15.46, R-66  Return why a hex is not attacked."""
    board, named = state.table.board, draft.get("hexes", ())
    if number not in board.hexes or not defenders(state, (number,), state.active):
        yield Violation("R-66", "nobody_there", f"no enemy that can be attacked is in {number}")
        return
    if number in named:
        yield Violation("15.44", "named_twice", f"{number} is named twice")
        return
    known = attack_on(state, number)
    if known is not None and (named or not _is_forced(state, known)):
        yield Violation("15.46", "attacked_already", f"{number} is attacked already in this phase")
    elif named and attack_on(state, named[0]):
        yield Violation("15.46", "attacked_already", f"{named[0]} is attacked by itself")


def _is_forced(state: State, attack: Attack) -> bool:
    """13.531  Return whether others may join: the attack follows from a failed overrun."""
    return state.is_marked(attack.name, "forced")


def refuse_attacker(state: State, draft: Draft, unit: str) -> Iterator[Violation]:
    """10.2, 15.2, 15.42 to 15.47, 16.4  Return why a unit does not attack these hexes."""
    known, named = state.units.get(unit), draft.get("units", ())
    if known is None or not known.is_on_map or state.seat_of(unit) != state.active:
        yield Violation("R-4", "not_your_unit", f"{unit} is not yours to order, or not on the map")
        return
    if not state.counter(unit).is_fighting:
        text = f"{unit} in {known.place} takes no part in offensive operations"
        yield Violation("15.2", "does_not_attack", text)
        return
    if unit in named:
        yield Violation("15.43", "named_twice", f"{unit} is named twice")
    elif any(unit in attack.attackers for attack in state.attacks):
        yield Violation("15.43", "attacks_already", f"{unit} attacks already in this phase")
    elif state.phase == "exploitation" and not is_exploiting(state, unit):
        text = f"{unit} in {known.place} is no exploiting armor"
        yield Violation("16.4", "not_exploiting", text)
    elif state.is_marked(unit, "dropped"):
        yield Violation("10.56", "dropped", f"{unit} dropped in this player turn")
    far = [n for n in draft["hexes"] if n not in state.table.board.beside[known.place]]
    if far:
        text = f"{unit} in {known.place} is not adjacent to {', '.join(far)}"
        yield Violation("15.44", "not_adjacent", text)
        return
    attack = _existing(state, draft["hexes"])
    yield from _refuse_company(state, (*attack.units, *named), unit)
    front = state.table.board.facts(draft["hexes"][0]).front
    yield from refuse_cost(state, (*named, unit), {}, front)


def _refuse_company(state: State, named: tuple[str, ...], unit: str) -> Iterator[Violation]:
    """15.47, 16.45, R-65  Return why a unit does not attack beside these."""
    here = state.place_of(unit)
    out = [each for each in named if state.place_of(each) == here]
    everybody = [u for attack in state.attacks for u in attack.units if state.place_of(u) == here]
    many = {*out, *everybody, unit}
    plain = [each for each in many if state.counter(each).arm != "airborne"]
    from_breakthrough = here in {way[0] for way in state.routes.values()}
    if len(plain) > _MOST_OUT_OF_A_HEX and not (
        from_breakthrough and all(is_exploiting(state, each) for each in plain)
    ):
        yield Violation("15.47", "too_many_out", f"two ground units attack out of {here}")
    if not may_stack(state, (*named, unit)):
        yield Violation("R-65", "no_cooperation", "French and British do not attack together")


def _odds(state: State, hexes: tuple[str, ...], units: tuple[str, ...], air: int) -> Odds:
    attack = _existing(state, hexes)
    support = air + sum(attack.support.values())
    return reckon(state, hexes, (*attack.units, *units), (), support)


def _aim(state: State, draft: Draft) -> Aim | None:
    """R-22  Return where ground support flies to, and how much of it may or must."""
    if "hexes" not in draft or "units" not in draft:
        return None
    hexes, units = tuple(draft["hexes"]), tuple(draft["units"])
    attack = _existing(state, hexes)
    everybody = (*attack.units, *units)
    most = sum(state.counter(unit).factor for unit in everybody) - sum(attack.support.values())
    bare = _odds(state, hexes, units, 0)
    least = 0
    if needs_even_odds(state, everybody, bare, is_drop=False):
        least = max(0, bare.defense - bare.total)
    front = state.table.board.facts(hexes[0]).front
    return Aim(state.active, hexes, most, least, units=units, front=front)


def _could(state: State, hexes: tuple[str, ...], units: tuple[str, ...]) -> bool:
    """15.52  Return whether an attack by these can be made, with all the air that can fly."""
    aim = _aim(state, {"hexes": hexes, "units": units})
    assert aim is not None, "hexes and units are named"
    return aim.least <= sum(payable_wings(state, aim, {}).values())


def _joiners(state: State, draft: Draft, *, with_french: bool) -> tuple[str, ...]:
    """Return everybody who could attack together with those that are named."""
    named = [*draft["units"]]
    for unit in sorted(_beside(state, draft["hexes"]), key=lambda u: -state.counter(u).factor):
        is_french = state.counter(unit).nation == "france"
        if unit in named or (is_french and not with_french):
            continue
        if not any(refuse_attacker(state, {**draft, "units": tuple(named)}, unit)):
            named.append(unit)
    return tuple(named)


def _is_completable(state: State, draft: Draft) -> bool:
    """15.52  Return whether an attack can be made by these, or by these with others."""
    hexes, units = tuple(draft["hexes"]), tuple(draft["units"])
    if _could(state, hexes, units):
        return True
    many = (_joiners(state, draft, with_french=french) for french in (False, True))
    return any(_could(state, hexes, more) for more in many if more != units)


def _beside(state: State, hexes: Iterable[str]) -> list[str]:
    """15.44  Return the own units next to every one of some hexes."""
    board = state.table.board
    places = set.intersection(*({*board.beside[number]} for number in hexes))
    return [u for place in sorted(places) for u in state.ground_at(place, state.active)]


def _attackers(state: State, draft: Draft) -> Iterator[Choice]:
    if "hexes" not in draft or "support" in draft:
        return
    for unit in _beside(state, draft["hexes"]):
        if not any(refuse_attacker(state, draft, unit)):
            grown = {**draft, "units": (*draft.get("units", ()), unit)}
            if _is_completable(state, grown):
                yield Choice("units", unit, unit, state.counter(unit).factor, "15.2")


def _targets(state: State, draft: Draft) -> Iterator[Choice]:
    if "units" in draft or "support" in draft:
        return
    board, named = state.table.board, draft.get("hexes", ())
    near = {n for unit in state.on_map(state.active) for n in board.beside[state.place_of(unit)]}
    for number in sorted(near):
        if any(refuse_target(state, draft, number)):
            continue
        if any(_attackers(state, {"hexes": (*named, number)})):
            yield Choice("hexes", number, board.name(number), rule="15.41")


def _missing(state: State, draft: Draft) -> Iterator[Violation]:
    """15.52, R-71  Return what is missing of an attack: hexes, units, odds."""
    yield from wanted("15.4", "hexes", "units")(state, draft)
    if "hexes" not in draft or "units" not in draft:
        return
    support = draft.get("support", {})
    if any(count is None for count in support.values()):
        text = "how many factors support is still to be said"
        yield Violation("R-22", "open_entry", text, "/support")
        return
    aim = _aim(state, draft)
    assert aim is not None, "hexes and units are named"
    if sum(support.values()) < aim.least:
        odds = _odds(state, aim.hexes, aim.units, sum(support.values()))
        everybody = (*_existing(state, aim.hexes).units, *aim.units)
        why = needs_even_odds(state, everybody, odds, is_drop=False)
        text = f"{odds.total}:{odds.defense} against {'+'.join(aim.hexes)}: {why}; {said(odds)}"
        yield Violation("15.52", "odds", text, "/units")


def said(odds: Odds) -> str:
    """15.35  Say where the multipliers of the defenders come from."""
    lines = []
    for line in odds.lines:
        parts = " ".join(f"{worth:+d} {name} ({rule})" for name, worth, rule in line.parts)
        lines.append(f"{line.unit} {line.factor} x {line.multiplier}: {parts}")
    return "; ".join(lines)


ATTACK_FORM: Form[State] = Form(
    o.Announce,
    (
        Member("hexes", Shape.MANY, refuse_target, _targets),
        Member("units", Shape.MANY, refuse_attacker, _attackers, after=("hexes",)),
        wings_member("support", _aim, "R-22", "hexes", "units"),
    ),
    _missing,
)


def obey_attack(play: Play[State], order: o.Announce) -> None:
    """15.4, 15.45, R-19  Announce an attack and pay for it."""
    front = play.state.table.board.facts(order.hexes[0]).front
    counts = not only_partisans(play.state, order.hexes)
    pay(play, order.units, order.support, front, counts=counts)
    known = attack_on(play.state, order.hexes[0])
    hexes = known.hexes if known else order.hexes
    play.emit(AttackAnnounced(hexes, order.units, order.support, {}))


def announce_forced(play: Play[State]) -> None:
    """13.531, R-63  Announce the attacks of units whose overrun failed, unless they may not attack."""
    for number, attack in sorted(play.state.repulsed.items()):
        state = play.state
        units = tuple(unit for unit in attack.units if state.units[unit].is_on_map)
        odds = reckon(state, attack.hexes, units, (), sum(attack.support.values()))
        why = needs_even_odds(state, units, odds, is_drop=False)
        if not units or not odds.lines or (why and not odds.is_even):
            play.emit(AttackForgone(number))
        else:
            play.emit(AttackAnnounced(attack.hexes, units, attack.support, attack.das))
