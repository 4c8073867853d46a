"""12.0 to 12.3  Legal answers in land combat, and the policies that give them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from sealion_pbem.engine.words import Order, Seat
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.chapter import Asking, Policy
from sealion_pbem.rulesets.sealion.rules.ch04_victory import CHURCHILL
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.advances import Advance, open_to
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.assess import eliminates
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import (
    Attack,
    Cancel,
    Defend,
    brandenburgers,
    has_strength,
    refuse_cancelling,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.results import (
    Retreat,
    TakeLosses,
    ways_of,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import (
    column_at,
    hexes_to_fight_for,
    railway_guns,
    supporting_ships,
    task_of,
    usable_batteries,
)
from sealion_pbem.rulesets.sealion.rules.ch13_supply import sources
from sealion_pbem.rulesets.sealion.rules.ch14_options.aa_fire import under_fire
from sealion_pbem.rulesets.sealion.rules.support import air_support_at_hand
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["ASKS"]

_SUPERIOR = 3
"""The first column in which the attacker has fire superiority (12.3)."""


def _full_attack(state: State, place: str) -> Attack:
    """Return an attack with everything that can support it."""
    seat = state.seat
    return Attack(
        place,
        tuple(supporting_ships(state, place, seat)),
        tuple(usable_batteries(state, place, seat)),
        bool(railway_guns(state, place, seat)),
    )


def _offer_attacks(state: State) -> Iterator[Order]:
    """Return each attack with all support and with none named, without aircraft that AA units fire at."""
    for place in hexes_to_fight_for(state):
        wanted = [_full_attack(state, place), Attack(place)]
        if aircraft := tuple(under_fire(state, place, state.seat)):
            wanted += [replace(attack, withheld=aircraft) for attack in wanted]
        if any(brandenburgers(state, {"hex": place})):
            wanted += [replace(attack, brandenburgers=True) for attack in wanted]
        yield from (attack for attack in wanted if has_strength(state, attack))
        if _can_cancel(state, place):
            yield Cancel(place)


def _can_cancel(state: State, place: str) -> bool:
    return not any(refuse_cancelling(state, {}, place))


def _attack(state: State) -> Order | None:
    place = hexes_to_fight_for(state)[0]
    attack = _full_attack(state, place)
    return attack if has_strength(state, attack) else Cancel(place)


def _attack_sparing_aircraft(state: State) -> Order | None:
    order = _attack(state)
    if not isinstance(order, Attack):
        return order
    aircraft = tuple(under_fire(state, order.hex, state.seat))
    sparing = replace(order, withheld=aircraft)
    return sparing if has_strength(state, sparing) else order


def _attack_superior(state: State) -> Order | None:
    place = hexes_to_fight_for(state)[0]
    is_weak = _can_cancel(state, place) and column_at(state, place) < _SUPERIOR
    return Cancel(place) if is_weak else _attack(state)


def _cancel(state: State) -> Order | None:
    place = hexes_to_fight_for(state)[0]
    return Cancel(place) if _can_cancel(state, place) else _attack(state)


def _facts_of_combat(state: State) -> Mapping[str, int | str]:
    """Return the first hex to fight for, its column with all support, and how many there are."""
    hexes = hexes_to_fight_for(state)
    return {"hex": hexes[0], "column": column_at(state, hexes[0]), "combats": len(hexes)}


def _full_defence(state: State) -> Defend:
    place, seat = task_of(state).hex, other(state.seat)
    return Defend(
        tuple(supporting_ships(state, place, seat)),
        tuple(usable_batteries(state, place, seat)),
        bool(railway_guns(state, place, seat)),
    )


def _defence_sparing_aircraft(state: State) -> Defend:
    aircraft = under_fire(state, task_of(state).hex, other(state.seat))
    return replace(_full_defence(state), withheld=tuple(aircraft))


def _offer_defences(state: State) -> Iterator[Order]:
    """Return all support and no ships and guns, each with aircraft and without."""
    aircraft = air_support_at_hand(state, task_of(state).hex, other(state.seat))
    withheld = tuple(name for name, _ in aircraft)
    for order in (_full_defence(state), Defend()):
        yield order
        if withheld:
            yield replace(order, withheld=withheld)


def _undefended(state: State) -> Defend:
    """A-169  Return a defence that nothing supports, from the air neither."""
    aircraft = air_support_at_hand(state, task_of(state).hex, other(state.seat))
    return Defend(withheld=tuple(name for name, _ in aircraft))


def _offer_losses(state: State) -> Iterator[Order]:
    for name in sorted(task_of(state).units, key=lambda n: _cost_of_loss(state, n)):
        yield TakeLosses((name,))


def _cost_of_loss(state: State, name: str) -> tuple[int, int, int, int]:
    """Return how much a loss hurts: Churchill most, then a unit that would be gone, then strength."""
    task, counter = task_of(state), state.counter(name)
    strength = state.attack_of(name) + state.defense_of(name)
    is_gone = eliminates(task.loss.how) or state.units[name].steps == 1
    left = 0 if is_gone else counter.reduced_attack + counter.reduced_defense
    return (name == CHURCHILL, is_gone, strength - left, state.quality_of(name))


def _lose(key: Callable[[State, str], tuple[int, ...]]) -> Callable[[State], Order]:
    def answer(state: State) -> Order:
        return TakeLosses((min(task_of(state).units, key=lambda name: key(state, name)),))

    return answer


def _lose_most(state: State) -> Order:
    """A-169  Return the loss that costs most."""
    return TakeLosses((max(task_of(state).units, key=lambda name: _cost_of_loss(state, name)),))


def _weakness(state: State, name: str) -> tuple[int, ...]:
    return (name == CHURCHILL, state.attack_of(name) + state.defense_of(name))


def _freshness(state: State, name: str) -> tuple[int, ...]:
    is_whole = state.units[name].steps == state.counter(name).steps
    return (name == CHURCHILL, is_whole, *_weakness(state, name))


def _offer_retreats(state: State, *, is_safest_last: bool = False) -> Iterator[Order]:
    """Return every retreat in which the units go in the order of their counters, the safest first."""
    task = task_of(state)

    def go(moves: tuple[tuple[str, ...], ...]) -> Iterator[Order]:
        if len(moves) == len(task.units):
            yield Retreat(moves)
            return
        name = task.units[len(moves)]
        ways = ways_of(state, {"moves": moves}, name)
        by_danger = sorted(ways, key=lambda way: _danger(state, way), reverse=is_safest_last)
        for way in by_danger or [()]:
            yield from go((*moves, (name, *way)))

    return go(())


def _danger(state: State, way: tuple[str, ...]) -> tuple[int, int, str]:
    """Return how far a retreat ends from supply, how long it is, and where."""
    end = way[-1]
    area = sources(state, Seat(task_of(state).seat))
    near = min((distance(end, there) for there in state.table.board.in_area(area)), default=0)
    return (near, len(way), end)


def _offer_advances(state: State) -> Iterator[Order]:
    """Return to stay, then for each hex all together and each alone."""
    yield Advance(())
    task = task_of(state)
    parties: list[tuple[str, ...]] = [(name,) for name in task.units]
    if len(parties) > 1:
        parties.insert(0, task.units)
    hexes = [(units, {*open_to(state, task.hex, units)}) for units in parties]
    for there in state.table.board.adjacent[task.hex]:
        yield from (Advance(units, there) for units, found in hexes if there in found)


def _advance_on_prizes(state: State) -> Order | None:
    """Return an advance into a factory, radar or Parliament hex no German has held, else none."""
    hexes = state.table.board.hexes
    for order in _offer_advances(state):
        if not isinstance(order, Advance) or not order.hex:
            continue
        facts = hexes[order.hex]
        is_prize = (
            state.holds(state.table.factories, facts.number) or facts.radar or facts.parliament
        )
        if is_prize and not state.holds(state.ever_german, order.hex):
            return order
    return Advance(())


ATTACKS = {
    "default": Policy("attack in the first hex with all support, no Brandenburgers", _attack),
    "spare_aircraft": Policy(
        "the same, but aircraft stay out where AA units would fire at them",
        _attack_sparing_aircraft,
    ),
    "superior": Policy("attack with fire superiority, call off otherwise", _attack_superior),
    "cancel": Policy("call off every attack that can be", _cancel),
}

ASKS = {
    "land_combat": Asking(_offer_attacks, ATTACKS, _facts_of_combat, forfeit="cancel"),
    "press_attack": Asking(_offer_attacks, ATTACKS, _facts_of_combat, forfeit="cancel"),
    "defend": Asking(
        _offer_defences,
        {
            "default": Policy("everybody who can supports the defence", _full_defence),
            "nobody": Policy(
                "ships and guns are kept for other combats; aircraft support", lambda _: Defend()
            ),
            "spare_aircraft": Policy(
                "everybody supports but aircraft that AA units would fire at",
                _defence_sparing_aircraft,
            ),
            "alone": Policy("nothing supports, aircraft neither", _undefended),
        },
        lambda state: {"hex": task_of(state).hex},
        forfeit="alone",
    ),
    "take_losses": Asking(
        _offer_losses,
        {
            "default": Policy(
                "the loss that costs least strength and no unit", _lose(_cost_of_loss)
            ),
            "weakest": Policy("the unit with the least strength", _lose(_weakness)),
            "reduced_first": Policy(
                "units that are reduced already, the weakest first, then the others",
                _lose(_freshness),
            ),
            "worst": Policy("the loss that costs most", _lose_most),
        },
        forfeit="worst",
    ),
    "retreat": Asking(
        _offer_retreats,
        {
            "default": Policy(
                "each unit to the hex nearest to supply", lambda state: next(_offer_retreats(state))
            ),
            "worst": Policy(
                "each unit to the hex farthest from supply",
                lambda state: next(_offer_retreats(state, is_safest_last=True)),
            ),
        },
        forfeit="worst",
    ),
    "advance": Asking(
        _offer_advances,
        {
            "default": Policy("all stay", lambda _: Advance(())),
            "prizes": Policy(
                "into a factory, radar or Parliament hex not yet taken, else stay",
                _advance_on_prizes,
            ),
        },
    ),
}
