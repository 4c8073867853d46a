"""The built-in commander `staff`: whole games without an illegal order, the same every time."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, digest_of, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.rules.ch05_deploying import HAND
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack, Defend
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023, MAGAZINE_2016
from sealion_pbem.rulesets.sealion.staff import StaffCommander
from sealion_pbem.rulesets.sealion.staff.combat import defence, land_combat
from sealion_pbem.rulesets.sealion.staff.outlook import Outlook
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from tests.sealion_table import table

EDITIONS = pytest.mark.parametrize("ruleset", [DELUXE_2023, MAGAZINE_2016], ids=lambda r: r.id)


def play(ruleset, german, british, last_turn=99):
    """Play on until a game turn is over; give back the game, every event and the number of files."""
    game = begin(ruleset, "duel", ruleset.setup("invasion", {"turns": 7}))
    commanders = {GERMAN: german, BRITISH: british}
    files = 0
    events: list[Any] = []
    while (decision := pending(ruleset, game)) is not None and game.state.turn <= last_turn:
        turn = commanders[decision.seat].turn(ruleset, game, decision.seat)
        outcome = run(ruleset, game, turn, SeededDice(sha256(bytes([files % 256])).digest()))
        assert not outcome.refused, (decision, turn)
        assert not outcome.returned, (decision, turn)
        game = outcome.game
        events += outcome.events
        files += 1
    return game, events, files


@EDITIONS
def test_two_staffs_play_a_game_to_its_end(ruleset):
    """Every order of seven game turns is legal, and a game turn takes few files."""
    game, _, files = play(ruleset, StaffCommander(b"g"), StaffCommander(b"b"))
    assert game.state.winner
    assert files < 25 * game.state.turn


@EDITIONS
def test_one_seed_plays_one_game(ruleset):
    """Two commanders with one seed and one sequence of dice come to the same position."""
    games = [play(ruleset, StaffCommander(b"g"), StaffCommander(b"b"), 2)[0] for _ in range(2)]
    assert digest_of(ruleset, games[0]) == digest_of(ruleset, games[1])


@EDITIONS
def test_the_german_staff_sweeps_lands_and_flies(ruleset):
    """On the first day mines are swept, the first echelon is ashore and airborne regiments are down."""
    game, events, _ = play(ruleset, StaffCommander(b"g"), RandomCommander(b"b"), 1)
    kinds = [event.kind for event in events]
    assert kinds.count("unit_landed") >= 8
    assert kinds.count("unit_touched_down") >= 3
    assert not all(game.state.is_in_play(mine) for mine in ("uk_mine_a", "uk_mine_b"))
    assert game.state.last_german
    at_sea = [
        name for sector in SECTORS for name in game.state.units_in(sector, GERMAN, "naval")
        if game.state.counter(name).type == "transport" and not game.state.carried_by(name)
    ]  # fmt: skip
    assert at_sea, "somebody ferries supply"


@EDITIONS
def test_the_british_staff_mans_factories_and_hunts_transports(ruleset):
    """Every factory begins with a garrison, and transports are lost to it on the first days."""
    game = begin(ruleset, "duel", ruleset.setup("invasion", {}))
    staff = {seat: StaffCommander(seat.encode()) for seat in ruleset.seats}
    while (decision := pending(ruleset, game)).kind.endswith("_setup"):
        turn = staff[decision.seat].turn(ruleset, game, decision.seat)
        game = run(ruleset, game, turn, SeededDice(bytes(32))).game
    state = game.state
    assert not list(state.units_in(HAND))
    assert all(state.land_in(n, BRITISH) for n in state.edition.factories)
    game, _, _ = play(ruleset, RandomCommander(b"g"), StaffCommander(b"b"), 2)
    transports = [n for n in game.state.units if n.startswith("de_transport")]
    assert any(game.state.is_reduced(name) for name in transports)


@EDITIONS
def test_every_kind_of_decision_has_an_answer(ruleset):
    """Wherever two random players come to, a staff that takes over gives a legal order."""
    game = begin(ruleset, "duel", ruleset.setup("invasion", {"turns": 7}))
    randoms = {seat: RandomCommander(seat.encode()) for seat in ruleset.seats}
    staff, met = StaffCommander(b"s"), set()
    number = 0
    while (decision := pending(ruleset, game)) is not None and game.state.turn <= 2:
        if decision.kind not in met:
            met.add(decision.kind)
            turn = staff.turn(ruleset, game, decision.seat)
            assert turn.orders
            assert not run(ruleset, game, turn, SeededDice(bytes(32))).refused
        turn = randoms[decision.seat].turn(ruleset, game, decision.seat)
        game = run(ruleset, game, turn, SeededDice(sha256(bytes([number % 256])).digest())).game
        number += 1
    assert len(met) >= 12


def test_the_ruleset_offers_its_commanders_by_name():
    """Both editions know `staff` and `random`; each is made from a seed."""
    for ruleset in (DELUXE_2023, MAGAZINE_2016):
        assert set(ruleset.commanders) == {"staff", "random"}
        assert all(hasattr(make(b"seed"), "turn") for make in ruleset.commanders.values())


@pytest.mark.parametrize(("defender", "spared"), [("uk_6_aa_x", True), ("uk_1_inf", False)])
def test_aircraft_are_not_flown_into_aa_fire_for_nothing(defender, spared):
    """14.5.1  10 to 2 is column 5 without the bomber too; against a division nobody fires at it."""
    bomber = "de_bomber_1_fliegerkorps_a"
    position = table(options={"aa_brigades": True}, step=6, stage="land combat")
    position.place({"2918": ["de_12_inf", "de_4_pz", defender, bomber]})
    attackers = ("de_12_inf", "de_4_pz")
    position.at(came_from=dict.fromkeys(attackers, ("2819", "2918")), landed=frozenset(attackers))
    order = land_combat(Outlook(position.state, GERMAN, 0))
    assert isinstance(order, Attack)
    assert order.withheld == ((bomber,) if spared else ())


def test_a_defence_keeps_aircraft_out_that_change_nothing():
    """14.5.1  4 to 8 is column 1 without the bomber too, and there is Flak in the hex."""
    position = table(options={"aa_brigades": True}, step=6, stage="land combat")
    position.place({"2918": ["de_flak_ii-14", "uk_1_inf", "uk_2_inf", "uk_bmr_3_group"]})
    position.at(came_from={"de_flak_ii-14": ("2819", "2918")})
    position.order(Attack("2918"))
    order = defence(Outlook(position.state, BRITISH, 0))
    assert isinstance(order, Defend)
    assert order.withheld == ("uk_bmr_3_group",)
