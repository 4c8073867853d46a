"""10.7 to 10.9  Bombers strike what swims in their sea space, and its flak answers."""

import pytest

from sealion_pbem.rulesets.sealion.events.air import AirStrikeFlown, AirStrikesEnded
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import strike_targets
from sealion_pbem.rulesets.sealion.rules.ch10_air.strikes import Strike
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from tests.sealion_table import both_editions, table, without_rolls

BOMBER, OTHER, WEAK = (
    "de_bomber_1_fliegerkorps_a",
    "de_bomber_2_fliegerkorps_a",
    "de_bomber_9_fliegerdivision",
)
RAF = "uk_bmr_2_group"


def over(edition, units, reduced=(), *, sector="C", step=5, aboard=None, options=None):
    t = table(edition, step=step, stage="air strikes", options=options)
    return t.place({sector: units}, reduced, aboard)


def give(t, order, *faces):
    assert not t.refusals(order), t.refusals(order)
    t.dice(*faces)
    return without_rolls(t.begin(lambda play: t.ruleset.obey(play, order)))


def strike(edition, bomber, target, roll, reduced=(), seat="german"):
    """One bomber strikes one target in C; return what was lost."""
    t = over(edition, [bomber, target], reduced, step=5 if seat == "german" else 12)
    events = give(t, Strike("C", ((bomber, target),)), roll)
    assert events[-1] == AirStrikesEnded(seat, "C")
    return events[0].result, events[1:-1]


@both_editions
@pytest.mark.parametrize(("roll", "result"), [(1, "hit"), (4, "hit"), (5, "miss"), (6, "miss")])
def test_a_roll_up_to_the_strength_hits(edition, roll, result):
    """10.7, 10.9  A bomber of 4 hits a cruiser of 3 on 1 to 4, and 5 or 6 miss without flak."""
    lost = [UnitReduced("uk_emerald", "10.7")] if result == "hit" else []
    assert strike(edition, BOMBER, "uk_emerald", roll) == (result, lost)


@both_editions
def test_a_reduced_ship_is_sunk(edition):
    """10.7  The second step goes with a hit."""
    found = strike(edition, BOMBER, "uk_emerald", 4, ["uk_emerald"])
    assert found == ("hit", [UnitEliminated("uk_emerald", "10.7")])


@both_editions
def test_a_reduced_bomber_uses_its_back(edition):
    """10.7, 10.9  Strength 2 misses with a 3, which Emerald's flak of 3 answers."""
    result = strike(edition, BOMBER, "uk_emerald", 3, [BOMBER])
    assert result == ("flak", [UnitEliminated(BOMBER, "10.9")])


@both_editions
@pytest.mark.parametrize(
    ("target", "reduced", "roll", "result"),
    [
        ("uk_hood", (), 5, "flak"),
        ("uk_hood", (), 6, "flak"),
        ("uk_hood", ("uk_hood",), 5, "miss"),
        ("uk_furious", (), 5, "miss"),
        ("uk_submarines_1", (), 6, "miss"),
        ("uk_mine_c", (), 6, "miss"),
        ("uk_winnie", (), 5, "miss"),
        ("uk_dummy", (), 5, "miss"),
    ],
)
def test_flak_reaches_up_to_the_strength_of_the_side_shown(edition, target, reduced, roll, result):
    """10.9  Strength is flak (A-88): 8 shoots at every miss, 4 at none of a bomber of 4; mines never."""
    lost = [UnitReduced(BOMBER, "10.9")] if result == "flak" else []
    assert strike(edition, BOMBER, target, roll, reduced) == (result, lost)


@both_editions
def test_batteries_shoot_back(edition):
    """10.7  Siegfried, 6, is struck by a British bomber of 4 and answers a 5 (A-73)."""
    found = strike(edition, RAF, "de_bty_siegfried", 5, seat="british")
    assert found == ("flak", [UnitReduced(RAF, "10.9")])


@both_editions
def test_transports_have_no_flak(edition):
    """10.9  A unit without strength cannot shoot."""
    assert strike(edition, RAF, "de_transport_01", 6, seat="british") == ("miss", [])


@both_editions
def test_flak_after_a_hit_is_weaker(edition):
    """10.9  The first bomber reduces Hood to 4; the second's 5 is a miss without flak (A-147)."""
    t = over(edition, [BOMBER, OTHER, "uk_hood"])
    events = give(t, Strike("C", ((BOMBER, "uk_hood"), (OTHER, "uk_hood"))), 4, 5)
    assert [e.result for e in events if isinstance(e, AirStrikeFlown)] == ["hit", "miss"]


@both_editions
def test_a_bomber_whose_target_is_gone_does_not_switch(edition):
    """10.7  Targets are fixed before the first roll: the third bomber comes too late and rolls nothing."""
    t = over(edition, [BOMBER, OTHER, WEAK, "uk_emerald"])
    order = Strike("C", tuple((bomber, "uk_emerald") for bomber in (BOMBER, OTHER, WEAK)))
    assert give(t, order, 1, 1) == [
        AirStrikeFlown("C", BOMBER, "uk_emerald", 1, "hit"),
        UnitReduced("uk_emerald", "10.7"),
        AirStrikeFlown("C", OTHER, "uk_emerald", 1, "hit"),
        UnitEliminated("uk_emerald", "10.7"),
        AirStrikeFlown("C", WEAK, "uk_emerald", 0, "too late"),
        AirStrikesEnded("german", "C"),
    ]


@both_editions
def test_a_sunk_transport_takes_its_cargo_along(edition):
    """10.7  A damaged one does not."""
    t = over(
        edition, [RAF, "de_transport_01"], step=12, aboard={"de_17_inf_ech1": "de_transport_01"}
    )
    give(t, Strike("C", ((RAF, "de_transport_01"),)), 1)
    assert t.steps("de_17_inf_ech1") == 2
    t.at(resolved=frozenset())
    give(t, Strike("C", ((RAF, "de_transport_01"),)), 1)
    assert t.steps("de_17_inf_ech1") == 0


@both_editions
@pytest.mark.parametrize(("unit", "steps"), [("de_marine", 0), ("de_pzabt_ua", 1)])
def test_amphibious_units_at_sea_are_struck_as_ships(edition, unit, steps):
    """10.9  A hit costs a swimming land unit a step; it has no flak (A-75)."""
    t = over(edition, [RAF, unit], step=12)
    give(t, Strike("C", ((RAF, unit),)), 4)
    assert t.steps(unit) == steps
    assert strike(edition, RAF, "de_pzabt_ua", 5, seat="british")[0] == "miss"


@both_editions
def test_what_is_carried_cannot_be_struck(edition):
    """10.7  Cargo and coupled mines go with their carriers."""
    t = over(edition, [RAF, "de_transport_01", "de_sub_1"], step=12)
    t.place({}, aboard={"de_17_inf_ech1": "de_transport_01", "de_mine_1": "de_sub_1"})
    assert sorted(strike_targets(t.state, "C", BRITISH)) == ["de_sub_1", "de_transport_01"]
    assert t.codes(Strike("C", ((RAF, "de_mine_1"),))) == [("10.7", "not_a_target")]


@both_editions
@pytest.mark.parametrize(
    ("sector", "pairs", "rule", "code", "where"),
    [
        ("D", (), "10.7", "wrong_sector", "/sector"),
        ("nowhere", (), "10.7", "wrong_sector", "/sector"),
        ("C", ((BOMBER,),), "10.7", "incomplete_pair", "/strikes/0"),
        ("C", ((),), "10.7", "incomplete_pair", "/strikes/0"),
        ("C", (("de_jg2", "uk_hood"),), "10.7", "not_a_bomber", "/strikes/0/0"),
        ("C", (("de_float_1", "uk_hood"),), "10.7", "not_a_bomber", "/strikes/0/0"),
        ("C", ((RAF, "uk_hood"),), "10.7", "not_a_bomber", "/strikes/0/0"),
        ("C", ((WEAK, "uk_hood"),), "10.7", "not_a_bomber", "/strikes/0/0"),
        ("C", (("?", "uk_hood"),), "1.3", "unknown_unit", "/strikes/0/0"),
        ("C", ((BOMBER, "uk_hood"), (BOMBER, "uk_hood")), "10.7", "named_twice", "/strikes/1/0"),
        ("C", ((BOMBER, "uk_nelson"),), "10.7", "not_a_target", "/strikes/0/1"),
        ("C", ((BOMBER, "de_emden"),), "10.7", "not_a_target", "/strikes/0/1"),
        ("C", ((BOMBER, RAF),), "10.7", "not_a_target", "/strikes/0/1"),
        ("C", ((BOMBER, "?"),), "1.3", "unknown_unit", "/strikes/0/1"),
        *(
            ("C", ((BOMBER, one), (OTHER, one)), "10.8", "one_bomber_only", "/strikes/1/1")
            for one in ("uk_submarines_1", "uk_mine_c")
        ),
    ],
)
def test_strikes_that_are_refused(edition, sector, pairs, rule, code, where):
    """10.7  Wrong places, units that are no bombers or not there, second bombers on a submarine or mine."""
    units = [BOMBER, OTHER, "de_jg2", "de_float_1", "de_emden", RAF]
    t = over(edition, [*units, "uk_hood", "uk_submarines_1", "uk_mine_c"])
    t.place({"D": [WEAK], "E": ["uk_nelson"]})
    found = [(v.rule, v.code, v.at) for v in t.refusals(Strike(sector, pairs))]
    assert found == [(rule, code, where)]


@both_editions
def test_the_charter_may_spare_mines(edition):
    """10.8  With the setting off, mines are no targets, and alone they are not worth a question (A-68)."""
    t = over(edition, [BOMBER, "uk_mine_c"], options={"bomb_mines": False})
    assert t.decision is None
    assert strike_targets(t.state, "C", GERMAN) == []
    assert over(edition, [BOMBER, "uk_mine_c"]).decision is not None


@both_editions
@pytest.mark.parametrize(
    ("step", "seats"), [(5, ["german", "british"]), (12, ["british", "german"])]
)
def test_whose_player_turn_it_is_strikes_first(edition, step, seats):
    """10.7  Both have bombers and targets in C: who is at turn, then the other, then nobody."""
    t = over(edition, [BOMBER, RAF, "uk_emerald", "de_emden"], step=step)
    asked = []
    while t.decision:
        asked.append(t.decision.seat)
        give(t, Strike("C", ()))
    assert asked == seats


@both_editions
def test_each_sea_space_is_struck_once_in_any_order(edition):
    """10.7  The player picks where he strikes first; a sea space that was struck is done."""
    t = over(edition, [BOMBER, "uk_emerald"]).place({"E": [OTHER, "uk_hood"]})
    assert "C, E" in t.decision.prompt
    give(t, Strike("E", ((OTHER, "uk_hood"),)), 1)
    assert t.codes(Strike("E", ())) == [("10.7", "wrong_sector")]
    give(t, Strike("C", ()))
    assert t.decision is None


@both_editions
def test_nobody_is_asked_without_bomber_or_target(edition):
    """10.7  Fighters, float planes and bombers over an empty sea or a hex have nothing to strike."""
    t = over(edition, ["de_jg2", "de_float_1", "uk_emerald"]).place(
        {"D": [BOMBER], "3624": [OTHER]}
    )
    assert t.decision is None


@both_editions
def test_the_furious_group_strikes_too(edition):
    """10.7  Away from its carrier the group is a bomber of 3; aboard it strikes nothing."""
    t = over(edition, ["uk_furious_group", "de_emden"], step=12)
    give(t, Strike("C", (("uk_furious_group", "de_emden"),)), 3)
    assert t.steps("de_emden") == 1
    t = over(
        edition, ["uk_furious", "de_emden"], step=12, aboard={"uk_furious_group": "uk_furious"}
    )
    assert t.decision is None


@both_editions
def test_a_struck_carrier_sends_her_group_ashore(edition):
    """10.7  The group aboard survives the damage and the sinking."""
    t = over(edition, [BOMBER, OTHER, "uk_furious"], aboard={"uk_furious_group": "uk_furious"})
    give(t, Strike("C", ((BOMBER, "uk_furious"), (OTHER, "uk_furious"))), 1, 1)
    assert t.steps("uk_furious") == 0
    assert t.state.units["uk_furious_group"] == ("Britain", 2, "")


@both_editions
def test_the_default_strikes_loaded_transports_first(edition):
    """10.7  One bomber per step, loaded before empty, mines last; offers are legal."""
    names = ["uk_bmr_2_group", "uk_bmr_3_group", "uk_bmr_4_group", "de_transport_01", "de_mine_1"]
    t = over(edition, [*names, "de_transport_02"], step=12)
    t.place({}, aboard={"de_17_inf_ech1": "de_transport_02"})
    targets = [target for _, target in t.ruleset.answer(t.state, "default").strikes]
    assert targets == ["de_transport_02", "de_transport_02", "de_transport_01"]
    assert t.ruleset.answer(t.state, "hold") == Strike("C", ())
    assert not [order for order in t.ruleset.offers(t.state) if t.refusals(order)]
    assert t.ruleset.facts(t.state)["own_bombers"] == 3
