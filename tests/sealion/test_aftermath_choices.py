"""Choices after a land combat: who takes a loss, where units retreat, go back and advance."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest

from sealion_pbem.engine.game import pending
from sealion_pbem.rulesets.sealion.events.combat import LandCombat, Retreating, Separating, Settling
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat import advances, results
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.advances import Advance
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.results import Retreat, TakeLosses
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.retreats import way_back_fault, ways_back
from sealion_pbem.rulesets.sealion.state import BRITISH, OUT, State, Unit, other
from tests.choices import Chance, closure, is_legal, surprises, walk_faults
from tests.sealion_combat import HEX, MANY, combat, forged, game_of, offered
from tests.sealion_table import SealionTable, both_editions

pytestmark = pytest.mark.fuzz

RING = ("2917", "3018", "3019", "2919", "2819", "2818")


@both_editions
def test_12_3_menus_lead_to_everybody_who_can_take_the_loss(edition):
    """One of those who fought, and nobody else."""
    position = combat(edition, "de_12_inf", "de_rkt", "de_lah", "uk_1_inf", "uk_2_inf").dice(3)
    while pending(position.ruleset, game_of(position)).kind != "take_losses":
        position.order(Attack(HEX))
    game = game_of(position)
    units = position.state.task.units

    assert closure(position.ruleset, game, {"kind": "take_losses"}) == {
        TakeLosses((name,)) for name in units
    }


def retreating(edition: str, *defenders: str, **where: Any) -> SealionTable:
    """Defenders who must leave the hex."""
    position = combat(edition, "de_12_inf", *defenders, **where)
    position.state.task = replace(
        position.state.in_progress(LandCombat), hex=HEX, waits="retreat", seat=BRITISH,
        units=tuple(position.state.land_in(HEX, BRITISH)),
        todo=(Retreating(BRITISH), Separating(), Settling()),
    )  # fmt: skip
    return position


def moves(position: SealionTable, name: str, longest: int) -> Iterator[tuple[str, ...]]:
    """Return every path of a unit out of the hex, also none, and one into the sea."""
    layer: list[tuple[str, ...]] = [()]
    yield from ((name,), (name, "A"))
    for _ in range(longest):
        ends = [(way, way[-1] if way else HEX) for way in layer]
        layer = [(*way, n) for way, here in ends for n in position.state.table.board.adjacent[here]]
        yield from ((name, *way) for way in layer)


@both_editions
def test_12_3_menus_lead_to_every_retreat_there_is(edition):
    """Two brigades, full hexes and zones around: all pairs of paths, whoever goes first."""
    position = retreating(
        edition, "uk_29_inf_x", "nz_5_x",
        **{"3018": ["uk_20_gds_x", "uk_21_inf_x"], "2917": ["uk_24_gds_x"], "3020": ["de_14_inf"]},
    )  # fmt: skip
    game, ruleset = game_of(position), position.ruleset
    units = position.state.task.units
    longest = 2
    legal = {
        Retreat((first, second))
        for one, two in permutations(units)
        for first in moves(position, one, longest)
        if not way_back_fault_of(position, first)
        for second in moves(position, two, longest)
        if is_legal(ruleset, game, Retreat((first, second)))
    }
    composed = closure(ruleset, game, {"kind": "retreat"})

    assert len(legal) > 4
    assert legal == {
        o
        for o in composed
        if isinstance(o, Retreat) and all(len(move) <= 1 + longest for move in o.moves)
    }


def way_back_fault_of(position: SealionTable, move: tuple[str, ...]) -> bool:
    """Whether the first of two cannot go like this, to leave most pairs untried."""
    name, *path = move
    return bool(path and way_back_fault(position.state, HEX, name, tuple(path)))


@both_editions
def test_12_3_what_closes_a_hex_is_what_the_search_goes_round(edition):
    """A path without a fault is found by the search, and the other way round; cancelled ones too."""
    for seed in range(MANY):
        position = forged(edition, seed)
        state = position.state
        for combat_hex in state.task.hexes if state.task else ():
            seats = (state.seat, other(state.seat))
            for name in [n for seat in seats for n in state.land_in(combat_hex, seat)]:
                for is_cancelled in {False, state.counter(name).seat == state.seat}:
                    found = ways_back(state, combat_hex, name, is_cancelled=is_cancelled)
                    tried = [*paths(state, combat_hex, 3), *found]
                    walked = {
                        path
                        for path in tried
                        if not way_back_fault(
                            state, combat_hex, name, path, is_cancelled=is_cancelled
                        )
                    }
                    assert walked == {*found}


def paths(state: State, start: str, longest: int) -> Iterator[tuple[str, ...]]:
    """Return ways of up to so many hexes, and any hex for a first step back."""
    layer: list[tuple[str, ...]] = [()]
    yield from ((place,) for place in state.table.board.numbers[::7])
    for _ in range(longest):
        ends = [(way, way[-1] if way else start) for way in layer]
        layer = [(*way, n) for way, here in ends for n in state.table.board.adjacent[here]]
        yield from layer


def victory(edition: str) -> SealionTable:
    """Three attackers of different kinds have won; two hexes are full for the division, one is hostile."""
    position = combat(edition, "de_12_inf", "de_rkt", "de_lah", "uk_cdo").dice(6)
    position.place({"2917": ["uk_1_inf"], "3019": ["de_14_inf"]})
    position.begin(lambda play: position.ruleset.obey(play, Attack(HEX, brandenburgers=True)))
    assert position.decision.kind == "advance"
    return position


@both_editions
def test_12_3_menus_lead_to_every_advance_there_is(edition):
    """Each stays, goes with the others, or to a hex of its own: all that is legal, and nothing else."""
    position = victory(edition)
    game, ruleset = game_of(position), position.ruleset
    units = position.state.task.units
    places = (None, *RING, "4409")
    orders = set()
    for roles in product(("stay", "go", *RING, "A"), repeat=len(units)):
        together = tuple(n for n, role in zip(units, roles, strict=True) if role == "go")
        own = tuple(
            (n, role) for n, role in zip(units, roles, strict=True) if role not in ("stay", "go")
        )
        orders |= {Advance(together, there, own) for there in places}
    legal = {order for order in orders if is_legal(ruleset, game, order)}
    composed = closure(ruleset, game, {"kind": "advance"})

    assert all(surprises(ruleset, game.state, order) == "" for order in orders)
    assert Advance((), "4409") in legal
    # A hex to which nobody goes is not composed.
    assert {sorted_advance(o) for o in composed} == {
        sorted_advance(o) for o in legal if o.units or o.hex is None
    }


def sorted_advance(order: Any) -> tuple[Any, ...]:
    return frozenset(order.units), order.hex, frozenset(order.others)


@both_editions
def test_12_3_menus_say_who_goes_on_and_who_is_lost(edition):
    """12.3  One hex is left, where a division stands: another passes through; without one it is lost."""
    position = retreating(edition, "uk_42_inf", "uk_cdo", **{"2818": ["uk_46_inf"]})
    position.place({"3019": ["de_14_inf"], "2917": ["de_flak_i-26"], "2819": ["de_flak_ii-14"]})
    labels = [c.label for c in offered(position, kind="retreat")]
    position.place({"2818": ["de_15_inf"], "3018": ["de_24_inf"]}).state.put(
        "uk_46_inf", Unit(OUT, 0)
    )
    lost = offered(position, kind="retreat")

    assert {"Cdo to 2818", "42 Inf to 2818 2817"} <= {*labels}
    assert [(c.value, c.notes) for c in lost] == [
        ([name], ("nothing is open to it",)) for name in position.state.task.units
    ]


@both_editions
def test_a_menu_that_forgets_who_has_left_is_found_out(edition, monkeypatch):
    """The planted error: ways back are offered as if nobody had gone before."""

    def alone(state: State, _: Any, name: str) -> Any:
        is_cancelled = state.in_progress(LandCombat).is_called_off
        return ways_back(state, state.in_progress(LandCombat).hex, name, is_cancelled=is_cancelled)

    monkeypatch.setattr(results, "ways_of", alone)
    position = retreating(
        edition, "uk_29_inf_x", "nz_5_x", **{"3018": ["uk_20_gds_x"], "2917": ["uk_24_gds_x"]}
    )

    assert any(
        fault
        for again in range(30)
        for fault in walk_faults(position.ruleset, game_of(position), Chance("alone", again))
    )


@both_editions
def test_a_menu_that_forgets_who_has_advanced_is_found_out(edition, monkeypatch):
    """The planted error: hexes are open to each of two divisions, but not to both."""
    honest = advances.open_to
    monkeypatch.setattr(
        advances, "open_to", lambda state, hex_, names, _=(): honest(state, hex_, names[-1:])
    )
    position = combat(edition, "de_12_inf", "de_15_inf", "uk_cdo").dice(6)
    position.begin(lambda play: position.ruleset.obey(play, Attack(HEX, brandenburgers=True)))

    assert any(
        fault
        for again in range(30)
        for fault in walk_faults(position.ruleset, game_of(position), Chance("both", again))
    )
