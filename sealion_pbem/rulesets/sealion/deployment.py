"""5.0  Set-ups from a list of posts: the best units at the first, and nowhere more than may stack."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence

from sealion_pbem.engine.readymade import SetUp
from sealion_pbem.rulesets.sealion.board import CONVOY, EAST, WEST
from sealion_pbem.rulesets.sealion.rules.ch05_deploying import (
    HAND,
    SET_UPS,
    Deploy,
    taken_slots,
)
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import limit_of
from sealion_pbem.rulesets.sealion.rules.ch14_options.placing import places_for
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = ["british_places", "german_places", "set_ups"]

_TUNNELS = "4414"
_COAST = (
    "6618", "6716", "6219", "6418", "5921", "6318", "6914", "6220", "6021", "5323", "5423", "5523",
    "5224", "5623", "4825", "4424", "4724", "6912", "4024", "3625", "6116", "6413",
)  # fmt: skip
"""Dover, Folkestone, Rye and every good beach from Deal to Littlehampton, the nearest to France first."""
_BEHIND = (
    "5513",
    "5115",
    "4415",
    "3714",
    "6413",
    "6116",
    "4118",
    "3414",
    "5116",
    "5812",
    "4623",
    "2825",
)
"""Crossroads from which the coast can be reached in a turn: Maidstone, Tonbridge, Redhill, Guildford …"""
_PORTS = ("6716", "6618", "5921", "4724", "6912", "4424")
_NARROW = ("Thames Estuary", "C", "D", "E", "F", "G", CONVOY)
_BROAD = ("Thames Estuary", "G", "F", "E", "D", "C", CONVOY)
_CAPITAL = frozenset({"capital_ship", "carrier"})


def set_ups(state: State) -> Mapping[str, SetUp]:
    """5.1, 5.2  Return two ready-made set-ups for the player who is setting up."""
    seat = SET_UPS.get(state.stage)
    if seat == GERMAN and any(state.units_in(HAND, GERMAN)):
        return {
            "narrow": SetUp(
                "a landing between Deal and Rye: mines close the Thames and the sea west of Hastings, "
                "where the Royal Navy would come from",
                (Deploy(german_places(state, _NARROW)), Done()),
            ),
            "broad": SetUp(
                "a landing from Deal to Worthing: mines in the Thames and far in the west, "
                "so that the sea between is free for your own ships",
                (Deploy(german_places(state, _BROAD)), Done()),
            ),
        }
    if seat == BRITISH and any(state.units_in(HAND, BRITISH)):
        forward = british_places(state, [*_COAST, *_towns(state)])
        reserves = british_places(state, [*_london(state), *_BEHIND, *_PORTS, *_towns(state)])
        return {
            "forward": SetUp(
                "forward defence: the best divisions on the beaches and in the ports that are "
                "nearest to France, something in every factory, the fleet in the east",
                (Deploy(forward | _fleet(state, EAST)), Done()),
            ),
            "reserves": SetUp(
                "reserves round London: the best divisions in the city and at the crossroads "
                "behind the coast, light troops in the ports, big ships in the west",
                (Deploy(reserves | _fleet(state, WEST)), Done()),
            ),
        }
    return {}


def german_places(state: State, seas: Sequence[str]) -> dict[str, str]:
    """5.1  Return mines in sea spaces, each in one of its own."""
    taken = {place for place, _ in taken_slots(state, {})}
    free = [place for place in seas if place not in taken]
    return dict(zip(state.units_in(HAND, GERMAN), free, strict=False))


def british_places(state: State, posts: Sequence[str]) -> dict[str, str]:
    """5.2, 6.3  Return every land unit at a post, the best at the first, the rest where there is room."""
    hand = list(state.units_in(HAND, BRITISH))
    places: dict[str, str] = {n: _TUNNELS for n in hand if state.counter(n).setup == "tunnel"}
    stacks: Tally[str] = Tally()
    places |= _tied(state, hand, stacks, posts)
    troops = [n for n in hand if n not in places]
    troops.sort(key=lambda n: (-state.defense_of(n) - state.quality_of(n), state.table.order[n]))
    places |= {
        name: place
        for name, place in zip(troops, posts, strict=False)
        if _put(state, stacks, name, place)
    }
    towns = [*posts, *state.table.board.numbers]
    for name in troops:
        if name not in places:
            places[name] = next(place for place in towns if _put(state, stacks, name, place))
    return places


def _tied(
    state: State, hand: list[str], stacks: Tally[str], posts: Sequence[str]
) -> dict[str, str]:
    """14.5, 14.9  Return places for those that have few: posts first, whatever is near otherwise."""
    found: dict[str, str] = {}
    for name in hand:
        if state.counter(name).setup in ("london", "alternate"):
            near = places_for(state, state.counter(name)) & set(state.table.board.numbers)
            order = sorted(near, key=lambda n: (posts.index(n) if n in posts else len(posts), n))
            found[name] = next(place for place in order if _put(state, stacks, name, place))
    return found


def _put(state: State, stacks: Tally[str], name: str, place: str) -> bool:
    size = state.counter(name).size
    limit, key = limit_of(state, size), f"{place} {size}"
    if limit is not None and stacks[key] >= limit:
        return False
    stacks[key] += 1
    return True


def _fleet(state: State, capital_ships: str) -> dict[str, str]:
    """5.2  Return light ships in the east, submarines in the west, the big ships where they are wanted."""
    ships = {n: c for n, c in state.table.counters.items() if c.setup == "royal_navy"}
    return {
        name: WEST
        if counter.type == "submarine"
        else (capital_ships if counter.type in _CAPITAL else EAST)
        for name, counter in ships.items()
    }


def _towns(state: State) -> list[str]:
    """4.1  Return the factories, those of London first."""
    hexes = state.table.board.hexes
    towns = list(state.table.board.in_area(state.table.factories))
    return sorted(towns, key=lambda number: hexes[number].city != "london")


def _london(state: State) -> list[str]:
    return [n for n in _towns(state) if state.table.board.hexes[n].city == "london"]
