"""Forged land combats: crowded hexes, all kinds of support, ways back that are closed.

Recorded games are too tame for the laws of choices.
"""

import os
from collections.abc import Iterator, Mapping
from typing import Any

from sealion_pbem.engine.choices import draw, menu
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.form import Choice
from sealion_pbem.engine.game import Game, begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat import begin_land_combat
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other
from tests.choices import Chance
from tests.sealion_table import EDITIONS, SealionTable, table

__all__ = ["COAST", "HEX", "KINDS", "MANY", "combat", "every_game", "forged", "game_of", "offered"]

MANY = 150 if os.environ.get("SEALION_FUZZ") == "long" else 16
HEX, COAST = "2918", "6618"
KINDS = ("land_combat", "press_attack", "defend", "take_losses", "retreat", "advance")


def forged(edition: str, seed: int) -> SealionTable:
    """Return a land combat of either seat: one to three hexes, crowds around them, support of all kinds."""
    chance = Chance("combat", edition, seed)
    step = chance.pick((6, 13))
    options = {"aa_brigades": True} if edition == "sealion-deluxe" and chance(2) else {}
    position = table(edition, step=step, stage="land combat", options=options)
    attacker = GERMAN if step == 6 else BRITISH
    hexes = [chance.pick((COAST, "6315", "6220", HEX, "4414")) for _ in range(1 + chance(3))]
    _crowd(position, attacker, hexes, chance)
    _ways(position, attacker, hexes, chance)
    _support(position, hexes, chance)
    position.at(brandenburgers_used=bool(chance(2)))
    if attacker == BRITISH:
        position.at(churchill="")
    # A landing without any choice is fought at once.
    position.dice(*[1 + chance(6) for _ in range(20)]).begin(begin_land_combat)
    return position


def _crowd(position: SealionTable, attacker: Seat, hexes: list[str], chance: Chance) -> None:
    """Land units of both seats in the hexes and next to them."""
    board, counters = position.state.table.board, position.state.table.counters
    land = {
        seat: [n for n, c in counters.items() if (c.seat, c.arm) == (seat, "land")]
        for seat in (GERMAN, BRITISH)
    }
    for place in hexes:
        around = board.adjacent[place]
        for seat, most in ((attacker, 3), (other(attacker), 2)):
            for _ in range(1 + chance(most)):
                position.place({place: [chance.pick(land[seat])]})
            for _ in range(chance(4)):
                position.place({chance.pick(around): [chance.pick(land[seat])]})
    if attacker == BRITISH:
        position.place({chance.pick(hexes): ["uk_churchill"]})
        position.place({chance.pick(("4413", "6314", "6617")): ["uk_railway_guns"]})


def _ways(position: SealionTable, attacker: Seat, hexes: list[str], chance: Chance) -> None:
    """Attackers came from next door, from two hexes away, from the sea, by air, or were there."""
    state, came_from = position.state, dict[str, tuple[str, ...]]()
    for place in hexes:
        near = chance.pick(state.table.board.adjacent[place])
        far = chance.pick(state.table.board.adjacent[near])
        sectors = state.table.board.hexes[place].sectors
        ways: list[tuple[str, ...]] = [(near, place)] * 3 + [(far, near, place)] * 3 + [()]
        if attacker == GERMAN:
            ways += [("France", place), *((sector, place) for sector in sectors)]
        for name in state.land_in(place, attacker):
            if way := chance.pick(ways):
                came_from[name] = way
    facts = state.table.board.hexes
    area = [n for n in facts if chance(2) and not facts[n].parliament and not facts[n].factory]
    position.german_hexes(*area).at(came_from=came_from)


def _support(position: SealionTable, hexes: list[str], chance: Chance) -> None:
    """Ships in two sectors, batteries, aircraft over the hexes; some have fought or fired."""
    counters = position.state.table.counters
    naval = [n for n, c in counters.items() if c.arm == "naval" and c.type != "mine"]
    air = [n for n, c in counters.items() if c.arm == "air"]
    for _ in range(6):
        name = chance.pick(naval)
        is_german_gun = counters[name].type == "coastal_battery" and counters[name].seat == GERMAN
        place = chance.pick(("Convoy", "A", "B")) if is_german_gun else chance.pick(("A", "B", "C"))
        position.place({place: [name]})
    for _ in range(4):
        position.place({chance.pick(hexes): [chance.pick(air)]})
    position.at(
        fought=frozenset(chance.pick(naval) for _ in range(8)),
        used=frozenset(chance.pick((*naval, "uk_railway_guns")) for _ in range(8)),
    )


def games(edition: str, seed: int) -> Iterator[tuple[Any, Game[State], Chance]]:
    """Return a forged combat at each of its decisions, played on as menus and dice fall."""
    ruleset, chance = find(edition), Chance("play", edition, seed)
    game = begin(ruleset, "forged", forged(edition, seed).state)
    for number in range(12):
        decision = pending(ruleset, game)
        if decision is None or decision.kind not in (*KINDS, "aa_fire"):
            return
        if decision.kind in KINDS:
            yield ruleset, game, chance
        order = draw(ruleset, game, chance)
        if chance(3) and decision.kind != "advance":
            # Chance alone calls most attacks off.
            order = EDITIONS[edition].answer(game.state, "default") or order
        dice = SeededDice(bytes([seed % 256, number]) * 16)
        game = run(ruleset, game, Turn(decision.seat, (order,)), dice).game


def every_game(edition: str) -> Iterator[tuple[Any, Game[State], Chance]]:
    for seed in range(MANY):
        yield from games(edition, seed)


def combat(
    edition: str,
    *units: str,
    step: int = 6,
    at: str = HEX,
    options: Mapping[str, Any] | None = None,
    **where: Any,
) -> SealionTable:
    """A combat in one hex, to which the attackers came from next door."""
    position = table(edition, step=step, stage="land combat", options=options)
    position.place({at: units, **where})
    attacker = GERMAN if step == 6 else BRITISH
    near = position.state.table.board.adjacent[at][-2]
    came = position.state.land_in(at, attacker)
    position.at(came_from=dict.fromkeys(came, (near, at)), landed=frozenset(came))
    if "uk_churchill" in units:
        position.at(churchill="")
    position.begin(begin_land_combat)
    return position


def game_of(position: SealionTable) -> Game[State]:
    return begin(position.ruleset, "combat", position.state)


def offered(position: SealionTable, member: str = "", **partial: Any) -> list[Choice]:
    return [*menu(position.ruleset, game_of(position), partial).choices(member)]
