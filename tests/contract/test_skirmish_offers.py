"""What Skirmish offers against brute force: everything that could be written down, judged."""

import os
from collections.abc import Iterator
from itertools import product

import pytest

from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import refuse
from sealion_pbem.engine.words import Order
from sealion_pbem.hexes.grid import neighbours
from sealion_pbem.rulesets.skirmish import SKIRMISH
from sealion_pbem.rulesets.skirmish import words as w
from sealion_pbem.rulesets.skirmish.rules import COSTS
from tests.table import play_once

pytestmark = pytest.mark.fuzz

SEEDS = range(200 if os.environ.get("SEALION_FUZZ") == "long" else 3)
EVERY = 3
HEXES = [*w.FIELD, "0000", "0108", "0801", "", "hex"]


def games(kind: str, seeds: range = SEEDS, every: int = EVERY) -> list[Game[w.State]]:
    """Return games that wait at a kind of decision, some of each random game."""
    found = []
    for seed in seeds:
        asked = [step.before for step in play_once("skirmish", "two-hills", seed)]
        found += [game for game in asked if pending(SKIRMISH, game).kind == kind][::every]
    assert found, f"no game came to {kind}"
    return found


def is_legal(game: Game[w.State], order: Order) -> bool:
    decision = pending(SKIRMISH, game)
    assert decision is not None
    return not refuse(SKIRMISH, game, decision, order)


def paths(start: str) -> Iterator[tuple[str, ...]]:
    """Return every path of up to three steps from neighbour to neighbour, and leaps to any hex."""
    yield ()
    yield from ((there,) for there in HEXES)
    for one in neighbours(start):
        for two in neighbours(one):
            yield (one, two)
            yield from ((one, two, three) for three in neighbours(two))


def test_offered_marches_are_all_that_are_legal():
    """For every unit the hexes at the end of legal paths are those offered, each on a cheapest path."""
    for game in games("march", every=6):
        offers = [o for o in SKIRMISH.offers(game.state) if isinstance(o, w.March)]
        offered = {(o.unit, o.path[-1]): cost_of(o.path) for o in offers}
        cheapest: dict[tuple[str, str], int] = {}
        for name in (*w.START, "red-9"):
            start = game.state.units[name].hex if name in w.START else "0106"
            mine = name in game.state.alive(game.state.active)
            for path in paths(start) if mine else [("0105",), (start,), neighbours(start)[:1]]:
                if is_legal(game, w.March(name, path)):
                    end, cost = (name, path[-1]), cost_of(path)
                    cheapest[end] = min(cost, cheapest.get(end, cost))

        assert offered == cheapest
        assert len(offers) == len(offered)


def test_no_march_of_four_hexes_is_legal():
    """Three points never pay for four hexes, wherever a march goes on."""
    for game in games("march", every=6):
        for march in [o for o in SKIRMISH.offers(game.state) if isinstance(o, w.March)]:
            if len(march.path) == 3:
                longer = [(*march.path, there) for there in neighbours(march.path[-1])]
                assert not any(is_legal(game, w.March(march.unit, path)) for path in longer)


def test_offered_attacks_are_all_that_are_legal():
    """Of all pairs of units exactly the legal ones are offered."""
    names = [*w.START, "red-9", ""]
    for game in games("march"):
        offered = {o for o in SKIRMISH.offers(game.state) if isinstance(o, w.Attack)}
        attacks = {w.Attack(unit, target) for unit, target in product(names, names)}

        assert offered == {attack for attack in attacks if is_legal(game, attack)}


@pytest.mark.parametrize(
    ("kind", "always", "to_hex"),
    [("reaction", w.Stand(), w.Withdraw), ("losses", w.LoseStep(), w.FallBack)],
)
def test_offered_retreats_are_all_that_are_legal(kind: str, always: Order, to_hex: type[Order]):
    """Of all hexes exactly those to which a unit can give way are offered, besides taking the blow."""
    for game in games(kind, every=1):
        legal = {order for order in map(to_hex, HEXES) if is_legal(game, order)}

        assert set(SKIRMISH.offers(game.state)) == {always, *legal}


def cost_of(path: tuple[str, ...]) -> int:
    return sum(COSTS[w.FIELD[there]] for there in path)
