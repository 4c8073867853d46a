"""The story of Sealion: a shot without effect says why, cargo has its line, the tally is told."""

import re
from itertools import product
from typing import Any

import pytest

from sealion_pbem.rulesets.sealion.events.general import CargoLost, UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.events.naval import SalvoFired, WithoutEffect
from sealion_pbem.rulesets.sealion.rules.ch04_victory import (
    FactoriesTaken,
    ParliamentTaken,
    factories,
)
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.defence import Withhold
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import Duel, Gun, hits, misses
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from sealion_pbem.rulesets.sealion.rules.ch10_air.strikes import Strike
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack
from tests.patience import PATIENCE
from tests.sealion_sea import at_sea, obey
from tests.sealion_table import SealionTable, both_editions, table, without_rolls
from tests.table import play_once

NATURAL_1 = "a natural 1 always misses (8.4)"
SUBMARINE = "only strength 0 or 1 harms a submarine (8.2)"
NO_SWEEPER = "only minesweepers harm a mine (8.6)"
SWEEPER_SAFE = "a mine does nothing to a minesweeper (8.7)"
EQUAL_MINE = "equal is a miss between a ship and a mine (8.6)"
EQUAL_TRANSPORT = "equal misses a non-combatant (8.3)"
NON_COMBATANT = "a non-combatant hits nobody (8.3)"
DUMMY = "a dummy hits nobody (9.4)"
NOT_ALL = "not higher than all that fired at it (8.4)"


def reasons(why: tuple[WithoutEffect, ...]) -> list[tuple[str, ...]]:
    """What is said of duels without effect: the reason, then the units."""
    return [(miss.reason, *miss.units) for miss in why]


@both_editions
@pytest.mark.parametrize(
    ("units", "target", "dice", "why"),
    [
        # Emden 3, Hipper 4, flotillas 1, Hood 8, submarines 2; dice of those that fire, then the target's.
        (["de_emden"], "uk_flot_1", (1, 2), [(NATURAL_1, "de_emden")]),
        (["de_emden"], "uk_hood", (3, 1), [(NATURAL_1, "uk_hood")]),
        (["de_emden"], "uk_submarines_1", (6, 2), [(SUBMARINE, "de_emden")]),
        (["de_emden"], "uk_mine_c", (6, 2), [(NO_SWEEPER, "de_emden")]),
        (["de_emden"], "uk_mine_c", (4, 4), [(NO_SWEEPER, "de_emden"), (EQUAL_MINE, "uk_mine_c")]),
        (["de_minesweeper_1"], "uk_mine_c", (2, 6), [(SWEEPER_SAFE, "uk_mine_c")]),
        (["de_minesweeper_1"], "uk_mine_c", (1, 1), [(NATURAL_1, "de_minesweeper_1", "uk_mine_c")]),
        (["de_emden"], "uk_dummy", (2, 6), [(DUMMY, "uk_dummy")]),
        (
            ["de_minesweeper_1", "de_minesweeper_2"], "uk_mine_c", (2, 3, 6),
            [(SWEEPER_SAFE, "uk_mine_c")],
        ),
        (
            ["de_emden", "de_koeln"], "uk_mine_c", (5, 6, 4),
            [(NO_SWEEPER, "de_emden", "de_koeln")],
        ),
    ],
)  # fmt: skip
def test_8_4_a_duel_without_effect_says_why(edition, units, target, dice, why):
    """8.2, 8.4, 8.6, 8.7, 9.4  Why a shot that was high enough did nothing, and whose it was."""
    position = at_sea(edition, [*units, target], seat="german")
    if position.decision.kind == "withhold_submarines":
        obey(position, Withhold(()))
    salvo = next(
        event
        for event in obey(position, Engage("C", tuple((u, target) for u in units)), *dice)
        if isinstance(event, SalvoFired)
    )
    assert reasons(salvo.why) == why
    told = position.ruleset.tell(salvo)
    said = "; ".join(f"{reason}: {', '.join(names)}" for reason, *names in why)
    assert told.endswith(f"; without effect: {said}")


@both_editions
def test_8_3_a_transport_that_rolls_high_says_why_nothing_happens(edition):
    """8.3  A flotilla fires at a transport: lower, it is not hit; equal, it misses."""
    ship, prey = "uk_flot_1", "de_transport_01"
    for dice, why in (
        ((2, 6), [(NON_COMBATANT, prey)]),
        ((3, 4), [(EQUAL_TRANSPORT, ship), (NON_COMBATANT, prey)]),
    ):
        position = at_sea(edition, [ship, prey])
        assert reasons(obey(position, Engage("C", ((ship, prey),)), *dice)[1].why) == why


@both_editions
def test_8_4_a_target_that_beats_some_only_says_so(edition):
    """8.4, A-66  Norfolk beats Emden but not Hipper: Emden is spared, and it is said why."""
    position = at_sea(edition, ["de_emden", "de_adm_hipper", "uk_norfolk"], seat="german")
    pairs = (("de_emden", "uk_norfolk"), ("de_adm_hipper", "uk_norfolk"))
    salvo = obey(position, Engage("C", pairs), 2, 6, 2)[1]
    # Norfolk 2 + 4 = 6 against Emden 2 + 3 = 5 and Hipper 6 + 4 = 10.
    assert reasons(salvo.why) == [(NOT_ALL, "uk_norfolk")]


@both_editions
def test_a_duel_with_effect_gives_no_reason(edition):
    """8.4  Who is hit is told by the loss."""
    position = at_sea(edition, ["de_emden", "uk_flot_1"], seat="german")
    events = obey(position, Engage("C", (("de_emden", "uk_flot_1"),)), 6, 2)
    assert events[1].why == ()
    assert isinstance(events[2], UnitEliminated)


GUNS = [
    Gun("cruiser", 3, is_dummy=False, bonus=3),
    Gun("destroyer", 1, is_dummy=False, bonus=1),
    Gun("submarine", 2, is_dummy=False, bonus=2),
    Gun("mine", 0, is_dummy=False, bonus=0),
    Gun("minesweeper", 0, is_dummy=False, bonus=0),
    Gun("transport", None, is_dummy=False, bonus=0),
    Gun("coastal_battery", 0, is_dummy=True, bonus=0),
]


@pytest.mark.parametrize("target", GUNS, ids=lambda gun: gun.type)
def test_8_4_a_duel_has_a_hit_or_a_reason_and_never_both(target):
    """All pairs of units at all faces: where the one that fires alone hits nothing, it is said why."""
    for gun, die, answer in product(GUNS, range(1, 7), range(1, 7)):
        duels = [Duel("unit", gun, die, target, answer)]
        assert bool(list(hits(duels))) != bool(misses(duels, "target")), (gun, die, answer)


@both_editions
def test_7_4_troops_that_go_down_have_their_line(edition):
    """7.4  A transport is sunk with a brigade aboard: the brigade is told first, then the ship."""
    position = at_sea(
        edition,
        ["uk_flot_1", "de_transport_01"],
        reduced=["de_transport_01"],
        aboard={"de_17_inf_ech1": "de_transport_01"},
    )
    events = obey(position, Engage("C", (("uk_flot_1", "de_transport_01"),)), 6, 2)
    assert events[2:4] == [
        CargoLost("de_17_inf_ech1", "de_transport_01", "7.4"),
        UnitEliminated("de_transport_01", "8.4"),
    ]
    assert position.ruleset.tell(events[2]) == "de_17_inf_ech1 is lost aboard de_transport_01 (7.4)"
    assert not position.state.is_in_play("de_17_inf_ech1")
    assert not position.state.cargo


@both_editions
def test_7_4_troops_are_lost_to_bombers_too_and_a_damaged_ship_keeps_them(edition):
    """7.4, 10.7  The first hit damages the transport, the second sinks it with all aboard."""
    position = table(edition, step=12, stage="air strikes")
    position.place({"C": ["uk_bmr_3_group", "uk_bmr_2_group", "de_transport_01"]})
    position.place({}, aboard={"de_17_inf_ech1": "de_transport_01"})
    strikes = tuple((b, "de_transport_01") for b in ("uk_bmr_3_group", "uk_bmr_2_group"))
    events = without_rolls(position.dice(1, 1).order(Strike("C", strikes)))
    losses = [e for e in events if isinstance(e, CargoLost | UnitEliminated | UnitReduced)]
    assert losses == [
        UnitReduced("de_transport_01", "10.7"),
        CargoLost("de_17_inf_ech1", "de_transport_01", "7.4"),
        UnitEliminated("de_transport_01", "10.7"),
    ]


@both_editions
def test_8_6_a_coupled_mine_has_its_line_and_its_loss(edition):
    """8.6  A submarine is sunk with the mine it carries: story, losses and card name the mine."""
    position = at_sea(
        edition, ["uk_flot_1", "de_sub_1"], reduced=["de_sub_1"], aboard={"de_mine_5": "de_sub_1"}
    )
    before = position.state.copy()
    events = obey(position, Engage("C", (("uk_flot_1", "de_sub_1"),)), 6, 2)
    assert CargoLost("de_mine_5", "de_sub_1", "8.6") in events
    losses = [(loss.unit, loss.what) for loss in position.ruleset.losses(before, events)]
    assert losses == [
        ("de_mine_5", "eliminated aboard Type II (1)"),
        ("de_sub_1", "eliminated"),
    ]
    (card,) = position.ruleset.cards(before, events)
    assert card.clashes[0].outcome == (
        "German mine 5 is lost aboard Type II (1)",
        "Type II (1) is eliminated",
    )


@both_editions
def test_a_card_says_why_nobody_is_hit(edition):
    """The reason stands below the result, with names instead of ids."""
    position = at_sea(edition, ["de_emden", "uk_mine_c"], seat="german")
    before = position.state.copy()
    (card,) = position.ruleset.cards(
        before, obey(position, Engage("C", (("de_emden", "uk_mine_c"),)), 6, 2)
    )
    assert card.clashes[0].result == "no hit"
    assert card.clashes[0].outcome == (f"{NO_SWEEPER}: Emden",)


def landed(edition: str, units: dict[str, list[str]], **facts: Any) -> SealionTable:
    """Germans on land in their movement; one Briton far away so that the game goes on."""
    position = table(edition, turn=5, step=6, stage="land movement", **facts)
    return position.place({"2102": ["uk_1_inf"], **units})


@both_editions
def test_4_0_the_tally_is_told_when_factories_fall(edition):
    """4.0  Two factory hexes on one march: both are named, with the tally and what is needed."""
    position = landed(edition, {"4910": ["de_7_pz"]})
    (taken,) = [
        event
        for event in position.order(March(("de_7_pz",), ("4909", "4809")))
        if isinstance(event, FactoriesTaken)
    ]
    assert taken.hexes == ("4809", "4909")
    needed = position.state.edition.factories_to_win
    assert position.ruleset.tell(taken) == (
        "the German has taken the factory in 4809 (Woolwich Arsenal) and the factory in 4909 "
        "(Vickers, Crayford / Erith) (4.0): "
        f"the tally is 2 of {needed} the German needs: 2 factories taken"
    )


@both_editions
def test_4_0_a_factory_counts_once_and_nothing_is_told_again(edition):
    """4.0  A hex that a German has ever held changes nothing, nor does a hex without a factory."""
    position = landed(edition, {"4907": ["de_7_pz"], "5009": ["de_8_pz"]}).german_hexes("4908")
    assert not any(
        isinstance(event, FactoriesTaken)
        for event in position.order(March(("de_7_pz",), ("4908",)))
    )


@both_editions
def test_4_1_what_parliament_adds_is_part_of_the_tally(edition):
    """4.0, 4.1  Parliament and Churchill count beside the factories, and are told apart."""
    position = landed(edition, {"4907": ["de_7_pz"]}, bonus=5)
    events = position.order(March(("de_7_pz",), ("4908",)))
    told = [position.ruleset.tell(event) for event in events]
    assert any("the tally is 6 of" in line for line in told)
    assert any("1 factory taken, 5 for Parliament and Churchill" in line for line in told)


@both_editions
def test_4_0_a_factory_that_is_fought_for_is_told_after_the_combat(edition):
    """4.0, 12.0  The hex is German when the defenders are gone, and the tally follows at once."""
    position = landed(edition, {"5512": ["de_7_pz"], "5511": ["uk_cdo"]})
    position.at(landed=frozenset({"de_7_pz"})).order(March(("de_7_pz",), ("5511",)))
    assert position.decision.kind == "land_combat"
    events = without_rolls(position.dice(6).order(Attack("5511", brandenburgers=True)))
    kinds = [event.kind for event in events]
    assert kinds.index("factories_taken") > kinds.index("combat_fought")


@both_editions
def test_4_0_the_tally_before_the_end_is_told_too(edition):
    """4.0  The factory that decides the game is counted, then the game is over."""
    position = landed(edition, {"4907": ["de_7_pz"]})
    position.at(bonus=position.state.edition.factories_to_win - 1)
    kinds = [event.kind for event in position.order(March(("de_7_pz",), ("4908",)))]
    assert kinds[-2:] == ["factories_taken", "game_ended"]


@both_editions
def test_4_1_parliament_says_its_own_tally(edition):
    """4.1  The die for Parliament is told with the tally that it makes."""
    position = landed(edition, {"4408": ["de_7_pz"]}).german_hexes("4908")
    events = position.dice(4).order(March(("de_7_pz",), ("4409",)))
    (fell,) = [event for event in events if isinstance(event, ParliamentTaken)]
    assert re.search(
        r"counts as 4 factories \(4.1\): the tally is 5 of", position.ruleset.tell(fell)
    )


@pytest.mark.timeout(PATIENCE)
@both_editions
def test_4_0_all_factories_of_a_game_are_told_once(edition):
    """4.0  A whole game at random: what is told adds up, and all is counted when somebody is asked."""
    seen: list[str] = []
    for step in play_once(edition, "invasion", 0):
        state = step.outcome.game.state
        assert state.uncounted == 0
        for event in step.outcome.events:
            if isinstance(event, FactoriesTaken):
                seen += event.hexes
                assert event.factories == len(seen)
        assert len(seen) == factories(state)
    assert len(seen) == len(set(seen)) > 0
