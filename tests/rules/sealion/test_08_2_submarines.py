"""8.2  Submarines in battle: kept out, hurt by the light, diving."""

import pytest

from sealion_pbem.engine.words import Timing
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.events.naval import SubmarineDived, SubmarinesKeptOut
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.defence import Counterattack, Withhold
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from tests.sealion_sea import at_sea, codes_at, obey
from tests.sealion_table import both_editions

BOAT, HOOD, FLOTILLA, TBOATS = "de_sub_1", "uk_hood", "uk_flot_1", "de_tboats_1"


def losses(events):
    """What was lost, in order."""
    return [event for event in events if isinstance(event, UnitReduced | UnitEliminated)]


@both_editions
def test_8_1_the_defender_may_withhold_from_strong_ships(edition):
    """Only the Hood (8) attacks: before any die the German says whether his submarine fights."""
    position = at_sea(edition, [BOAT, "de_emden", HOOD])
    decision = position.decision
    assert (decision.kind, decision.seat) == ("withhold_submarines", "german")
    assert decision.timing is Timing.BEFORE_DICE
    assert obey(position, Withhold((BOAT,))) == [SubmarinesKeptOut((BOAT,))]
    assert codes_at(position, Engage("C", ((HOOD, BOAT),))) == [
        ("8.1", "no_target", "/targets/0/1")
    ]
    obey(position, Engage("C", ((HOOD, "de_emden"),)), 3, 3)
    assert position.decision is None, "a submarine that keeps out does not counterattack"


@both_editions
def test_8_1_not_withheld_it_fights(edition):
    """By default it does, and is the weakest target."""
    position = at_sea(edition, [BOAT, "de_emden", HOOD])
    assert position.ruleset.answer(position.state, "default") == Withhold(())
    assert position.ruleset.answer(position.state, "keep_out") == Withhold((BOAT,))
    obey(position, Withhold(()))
    assert codes_at(position, Engage("C", ((HOOD, "de_emden"),))) == [
        ("8.1", "comes_first", "/targets/0/1")
    ]


@both_editions
@pytest.mark.parametrize("light", [FLOTILLA, "uk_mine_c", "uk_minesweepers_1"])
def test_8_1_with_a_light_enemy_nobody_keeps_out(edition, light):
    """A strength of 0 or 1 in the attacker's force, mines included: nothing is asked."""
    position = at_sea(edition, [BOAT, HOOD, light])
    assert position.decision.kind == "naval_combat"


@both_editions
def test_8_1_batteries_do_not_make_a_submarine_fight(edition):
    """Dummy and Winnie are no light enemies: beside the Hood the submarine may still keep out."""
    position = at_sea(edition, [BOAT, HOOD, "uk_dummy", "uk_winnie"], sector="A")
    assert position.decision.kind == "withhold_submarines"
    position = at_sea(edition, [BOAT, "uk_winnie"], sector="A")
    assert position.decision is None


@both_editions
def test_8_1_what_cannot_be_withheld(edition):
    """Ships, submarines elsewhere, unknown names; submarines that face something light."""
    position = at_sea(edition, [BOAT, "de_emden", HOOD])
    position.place({"E": ["de_sub_2", FLOTILLA], "G": ["de_sub_3"], "West": ["uk_submarines_1"]})
    for name, expected in (
        ("de_emden", ("8.1", "no_submarine")),
        ("uk_submarines_1", ("8.1", "no_submarine")),
        ("de_sub_2", ("8.2", "submarine_must_fight")),
        ("de_sub_3", ("8.1", "no_battle")),
        ("u-96", ("1.3", "unknown_unit")),
    ):
        assert codes_at(position, Withhold((name,))) == [(*expected, "/submarines/0")]


@both_editions
def test_8_1_offers_to_the_defender(edition):
    """None, all, or one of several; each legal, none twice."""
    position = at_sea(edition, [BOAT, "de_sub_2", HOOD])
    offers = position.offers()
    assert [order.submarines for order in offers] == [
        (), (BOAT, "de_sub_2"), (BOAT,), ("de_sub_2",)
    ]  # fmt: skip
    assert not any(position.refusals(order) for order in offers)


@both_editions
def test_8_1_the_attacker_withholds_in_his_order(edition):
    """Against the Hood his submarine may rest; with a destroyer there it may not."""
    position = at_sea(edition, [BOAT, "de_emden", HOOD], seat="german")
    order = Engage("C", (("de_emden", HOOD),), (BOAT,))
    assert not position.refusals(order)
    position = at_sea(edition, [BOAT, "de_emden", HOOD, FLOTILLA], seat="german")
    pairs = (("de_emden", FLOTILLA),)
    assert codes_at(position, Engage("C", pairs, (BOAT,))) == [
        ("8.2", "submarine_must_fight", "/withheld/0")
    ]
    both = (("de_emden", FLOTILLA), (BOAT, HOOD))
    assert codes_at(position, Engage("C", both, ("de_emden",))) == [
        ("8.1", "no_submarine", "/withheld/0"), ("8.1", "cannot_fire", "/targets/0/0")
    ]  # fmt: skip
    assert codes_at(position, Engage("C", pairs, ("u-96",))) == [
        ("1.3", "unknown_unit", "/withheld/0")
    ]


@both_editions
def test_8_1_withheld_attackers_are_no_targets_of_the_counterattack(edition):
    """The submarine rests, the Emden fires at the Hood: Nelson's counterattack finds the Emden only."""
    position = at_sea(edition, [BOAT, "de_emden", HOOD, "uk_nelson"], seat="german")
    obey(position, Engage("C", (("de_emden", HOOD),), (BOAT,)), 3, 1)
    assert codes_at(position, Counterattack((("uk_nelson", BOAT),))) == [
        ("8.1", "no_target", "/targets/0/1")
    ]


@both_editions
def test_8_1_with_all_withheld_nothing_happens(edition):
    """Only submarines, all withheld: the battle ends without a die."""
    position = at_sea(edition, [BOAT, HOOD], seat="german")
    obey(position, Engage("C", (), (BOAT,)))
    assert position.decision is None
    assert not position.state.fought


@both_editions
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((6, 2), []),  # 14 against 4: guns do nothing to it
        ((1, 6), []),  # 9 against 8
        ((2, 6), []),  # 10 against 8
    ],
)
def test_8_2_a_strong_ship_cannot_hurt_it(edition, dice, expected):
    """Hood (8) fires at a submarine (2): whatever it rolls, the submarine is whole."""
    position = at_sea(edition, [BOAT, HOOD])
    obey(position, Withhold(()))
    assert losses(obey(position, Engage("C", ((HOOD, BOAT),)), *dice)) == expected


@both_editions
def test_8_2_a_the_submarine_hits_back(edition):
    """Cardiff (2) against submarine (2): with 5 against 8 the Cardiff is reduced; a tie hits it too."""
    for dice in ((3, 6), (4, 4)):
        position = at_sea(edition, [BOAT, "uk_cardiff"])
        obey(position, Withhold(()))
        events = obey(position, Engage("C", (("uk_cardiff", BOAT),)), *dice)
        assert losses(events) == [UnitReduced("uk_cardiff", "8.4")]


@both_editions
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((6, 4), [UnitReduced(BOAT, "8.4")]),  # 7 against 6
        ((5, 4), [UnitReduced(BOAT, "8.4"), UnitReduced(FLOTILLA, "8.4")]),  # 6 against 6
        ((5, 1), [UnitEliminated(BOAT, "8.4")]),  # 6 against 3: double
        ((2, 4), [UnitEliminated(FLOTILLA, "8.4")]),  # 3 against 6: double
    ],
)
def test_8_2_a_destroyers_hurt_it(edition, dice, expected):
    """Flotilla (1) fires at a submarine (2): an ordinary duel."""
    position = at_sea(edition, [BOAT, FLOTILLA])
    assert losses(obey(position, Engage("C", ((FLOTILLA, BOAT),)), *dice)) == expected


@both_editions
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((6, 4), [UnitReduced("uk_norfolk", "8.4")]),  # 8 against 8: hit, the submarine safe
        ((6, 3), [UnitReduced("uk_norfolk", "8.4")]),
        ((2, 6), []),  # 4 against 10: missed, no more
        ((1, 1), []),
    ],
)
def test_8_2_b_attacking_a_strong_ship_costs_it_nothing(edition, dice, expected):
    """Submarine (2) attacks the Norfolk (4)."""
    position = at_sea(edition, [BOAT, "uk_norfolk"], seat="german")
    assert losses(obey(position, Engage("C", ((BOAT, "uk_norfolk"),)), *dice)) == expected


@both_editions
def test_8_2_b_attacking_a_light_ship_is_a_duel(edition):
    """Submarine (2) attacks a flotilla (1): 5 against 7 reduces the submarine."""
    position = at_sea(edition, [BOAT, FLOTILLA], seat="german")
    events = obey(position, Engage("C", ((BOAT, FLOTILLA),)), 3, 6)
    assert losses(events) == [UnitReduced(BOAT, "8.4")]
    assert SubmarineDived(BOAT) in events


@both_editions
def test_8_2_submarines_do_each_other_no_harm_while_whole(edition):
    """Two submarines of strength 2: neither can hurt the other, whoever rolls more."""
    position = at_sea(edition, [BOAT, "uk_submarines_1"])
    obey(position, Withhold(()))
    for dice in ((6, 2), (2, 6)):
        copy = at_sea(edition, [BOAT, "uk_submarines_1"])
        obey(copy, Withhold(()))
        assert not losses(obey(copy, Engage("C", (("uk_submarines_1", BOAT),)), *dice))


@both_editions
def test_8_2_c_two_hits_reduce_it_once(edition):
    """Two flotillas with 7 and 6 against 5: one hit reduces it, it dives, the other does nothing (A-64)."""
    position = at_sea(edition, [BOAT, FLOTILLA, "uk_flot_5"])
    events = obey(position, Engage("C", ((FLOTILLA, BOAT), ("uk_flot_5", BOAT))), 6, 5, 3)
    assert losses(events) == [UnitReduced(BOAT, "8.4")]
    assert events[-2:][0] == SubmarineDived(BOAT)


@both_editions
def test_8_2_c_a_double_among_the_hits_sinks_it(edition):
    """7 and 4 against 3: the 7 is more than double."""
    position = at_sea(edition, [BOAT, FLOTILLA, "uk_flot_5"])
    events = obey(position, Engage("C", (("uk_flot_5", BOAT), (FLOTILLA, BOAT))), 3, 6, 1)
    assert losses(events) == [UnitEliminated(BOAT, "8.4")]


@both_editions
def test_8_2_c_a_reduced_one_is_sunk(edition):
    """On its back (1) a hit is its last."""
    position = at_sea(edition, [BOAT, FLOTILLA], reduced=[BOAT])
    events = obey(position, Engage("C", ((FLOTILLA, BOAT),)), 5, 4)
    assert losses(events) == [UnitEliminated(BOAT, "8.4")]


@both_editions
def test_8_2_c_dived_it_takes_no_further_part(edition):
    """An attacking submarine that was reduced is no target of the counterattack."""
    position = at_sea(
        edition, [BOAT, "de_emden", FLOTILLA, "uk_flot_5", "uk_norfolk"], seat="german"
    )
    pairs = ((BOAT, FLOTILLA), ("de_emden", "uk_flot_5"))
    obey(position, Engage("C", pairs), 3, 6, 4, 4)
    assert position.steps(BOAT) == 1
    assert codes_at(position, Counterattack((("uk_norfolk", BOAT),))) == [
        ("8.1", "no_target", "/targets/0/1")
    ]


@both_editions
def test_8_6_a_coupled_mine_goes_down_with_it(edition):
    """The mine takes no part in the battle and is lost with its submarine."""
    position = at_sea(edition, [BOAT, FLOTILLA], aboard={"de_mine_5": BOAT})
    assert codes_at(position, Engage("C", ((FLOTILLA, "de_mine_5"),)))[0][1] == "no_target"
    obey(position, Engage("C", ((FLOTILLA, BOAT),)), 5, 1)
    assert position.steps("de_mine_5") == 0
