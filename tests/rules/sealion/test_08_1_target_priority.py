"""8.1  Naval target prioritizing: weakest first, non-combatants last, all once before any twice."""

import pytest

from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from tests.sealion_sea import at_sea, codes_at
from tests.sealion_table import both_editions

DELUXE, MAGAZINE = "sealion-deluxe", "sealion-2016"
T1, T2, BOAT, HEINRICH = "de_tboats_1", "de_tboats_2", "de_sub_1", "de_bty_prinz_heinrich"
F11, F12, F15, BELFAST, REPULSE = (
    "uk_flot_11", "uk_flot_12", "uk_flot_15", "uk_belfast", "uk_repulse",
)  # fmt: skip
ONCE = ((F11, T1), (F12, T2), (BELFAST, BOAT), (REPULSE, HEINRICH))


def example(edition):
    """The British force of the worked example enters B."""
    return at_sea(edition, [T1, T2, BOAT, HEINRICH, F11, F12, F15, BELFAST, REPULSE], sector="B")


@both_editions
def test_8_1_the_worked_example(edition):
    """Flotillas at T-Boats, Belfast at the submarine, Repulse at the battery, the third flotilla again."""
    position = example(edition)
    for target in (T1, T2):
        assert not position.refusals(Engage("B", (*ONCE, (F15, target))))


@both_editions
def test_8_1_doubling_starts_with_the_weakest_whatever_the_example_says(edition):
    """The book's example doubles on the submarine; the rule wants a T-Boat first (A-54)."""
    position = example(edition)
    [refusal] = position.refusals(Engage("B", (*ONCE, (F15, BOAT))))
    assert (refusal.rule, refusal.code) == ("8.1", "comes_first")
    assert "T-Boats 1 (de_tboats_1), strength 1, comes before Type II (1)" in refusal.text
    assert refusal.at in ("/targets/2/1", "/targets/4/1")


@both_editions
def test_8_1_any_unit_may_take_any_target(edition):
    """Who fires at the weakest is the attacker's choice: the Repulse at a T-Boat is as good."""
    pairs = ((REPULSE, T1), (F12, T2), (BELFAST, BOAT), (F11, HEINRICH), (F15, T2))
    assert not example(edition).refusals(Engage("B", pairs))


@both_editions
def test_8_1_the_firing_order_is_free(edition):
    """Targets are designated weakest first but fired at in any order."""
    assert not example(edition).refusals(Engage("B", ((F15, T1), *reversed(ONCE))))


@pytest.mark.parametrize(
    ("edition", "expected"), [(MAGAZINE, []), (DELUXE, [("8.1", "not_assigned", "/targets")])]
)
def test_8_1_attackers_in_excess(edition, expected):
    """Every target has an attacker and one flotilla is left: 2016 lets it rest, Deluxe does not (A-76)."""
    assert codes_at(example(edition), Engage("B", ONCE)) == expected


@both_editions
def test_8_1_an_attacker_with_a_free_target_must_be_assigned(edition):
    """The battery is left alone while a flotilla has no target: refused in both editions."""
    order = Engage("B", ((F11, T1), (F12, T2), (BELFAST, BOAT)))
    [refusal] = example(edition).refusals(order)
    assert refusal.code == "not_assigned"
    assert HEINRICH in refusal.text


@both_editions
def test_8_1_a_weaker_target_is_not_passed_over(edition):
    """One attacker, three targets: it is the T-Boat's, not the cruiser's or the transport's."""
    units = ["de_emden", T1, "de_transport_01", "uk_hood"]
    for wrong in ("de_emden", "de_transport_01"):
        position = at_sea(edition, units)
        [refusal] = position.refusals(Engage("C", (("uk_hood", wrong),)))
        assert (refusal.code, refusal.at) == ("comes_first", "/targets/0/1")
        assert T1 in refusal.text
    assert not at_sea(edition, units).refusals(Engage("C", (("uk_hood", T1),)))


@both_editions
def test_8_1_the_side_shown_counts(edition):
    """A reduced Emden (2) comes before a whole Nuernberg (3); a reduced battleship (3) is its equal."""
    units = ["de_emden", "de_nuernberg", "uk_hood"]
    position = at_sea(edition, units, reduced=["de_emden"])
    assert codes_at(position, Engage("C", (("uk_hood", "de_nuernberg"),))) == [
        ("8.1", "comes_first", "/targets/0/1")
    ]
    position = at_sea(
        edition, ["de_schlesien", "de_nuernberg", "uk_hood"], reduced=["de_schlesien"]
    )
    for target in ("de_schlesien", "de_nuernberg"):
        assert not position.refusals(Engage("C", (("uk_hood", target),)))


@both_editions
def test_8_1_mines_and_the_dummy_come_first(edition):
    """Mine 0 and Dummy X count alike: either may be first (A-58), the destroyer after both."""
    german = ["de_z_flotilla_1", "de_emden"]
    british = ["uk_mine_a", "uk_dummy", "uk_flot_1"]
    position = at_sea(edition, [*german, *british], sector="A", seat="german")
    right = (("de_z_flotilla_1", "uk_mine_a"), ("de_emden", "uk_dummy"))
    assert not position.refusals(Engage("A", right))
    wrong = (("de_z_flotilla_1", "uk_mine_a"), ("de_emden", "uk_flot_1"))
    [refusal] = position.refusals(Engage("A", wrong))
    assert refusal.code == "comes_first"
    assert "Dummy (uk_dummy), strength 0, comes before" in refusal.text


@both_editions
def test_8_3_non_combatants_are_targets_when_all_others_are(edition):
    """Two attackers, a destroyer, a transport and the Marine: the second attacker picks either of those."""
    units = [T1, "de_transport_01", "de_marine", "uk_hood", "uk_nelson"]
    for target in ("de_transport_01", "de_marine"):
        position = at_sea(edition, units)
        assert not position.refusals(Engage("C", (("uk_hood", T1), ("uk_nelson", target))))
        pairs = (("uk_hood", target), ("uk_nelson", "de_transport_01"))
        assert codes_at(position, Engage("C", pairs))[0][1] == "comes_first"


@both_editions
def test_8_1_doubling_waits_for_the_non_combatants(edition):
    """A-57: two on the destroyer while the transport has nobody is refused; each once, then again."""
    units = [T1, "de_transport_01", F11, F12, F15]
    position = at_sea(edition, units)
    wrong = ((F11, T1), (F12, T1), (F15, T1))
    [refusal] = position.refusals(Engage("C", wrong))
    assert "Transports 1 (de_transport_01), a non-combatant, comes before T-Boats 1" in refusal.text
    assert not position.refusals(Engage("C", ((F11, T1), (F12, "de_transport_01"), (F15, T1))))
    wrong = ((F11, T1), (F12, "de_transport_01"), (F15, "de_transport_01"))
    assert codes_at(position, Engage("C", wrong))[0][1] == "comes_first"


@both_editions
def test_8_1_nobody_three_times_before_all_twice(edition):
    """Five attackers on two destroyers: 3 and 2 are right, 4 and 1 are not."""
    units = [T1, T2, F11, F12, F15, BELFAST, REPULSE]
    position = at_sea(edition, units)
    names = (F11, F12, F15, BELFAST, REPULSE)
    right = tuple(zip(names, (T1, T1, T1, T2, T2), strict=True))
    wrong = tuple(zip(names, (T1, T1, T1, T1, T2), strict=True))
    assert not position.refusals(Engage("C", right))
    assert codes_at(position, Engage("C", wrong))[0][1] == "comes_first"


@both_editions
def test_8_1_a_battery_and_mines(edition):
    """Siegfried leaves the mine to the Emden and takes the Hood; it may not fire at the mine."""
    position = at_sea(
        edition,
        ["de_bty_siegfried", "de_emden", "uk_mine_a", "uk_hood"],
        sector="A",
        seat="german",
    )
    assert not position.refusals(
        Engage("A", (("de_bty_siegfried", "uk_hood"), ("de_emden", "uk_mine_a")))
    )
    wrong = (("de_bty_siegfried", "uk_mine_a"), ("de_emden", "uk_hood"))
    assert codes_at(position, Engage("A", wrong)) == [("7.3", "leaves_alone", "/targets/0/1")]
    # The Emden could have taken the mine, which comes first.
    both = (("de_bty_siegfried", "uk_hood"), ("de_emden", "uk_hood"))
    assert codes_at(position, Engage("A", both)) == [("8.1", "comes_first", "/targets/1/1")]


@both_editions
def test_8_1_a_battery_with_only_mines_or_submarines_left(edition):
    """The destroyer has its attacker, only the mine is left: the second battery rests (A-59)."""
    units = ["de_bty_siegfried", "de_bty_oldenburg", "uk_mine_a", "uk_flot_1"]
    position = at_sea(edition, units, sector="A", seat="german")
    assert not position.refusals(Engage("A", (("de_bty_siegfried", "uk_flot_1"),)))
    assert len(position.ruleset.answer(position.state, "default").targets) == 1
    double = (("de_bty_siegfried", "uk_flot_1"), ("de_bty_oldenburg", "uk_flot_1"))
    assert codes_at(position, Engage("A", double)) == [("8.1", "line_not_covered", "/targets/1/1")]


@both_editions
def test_8_1_a_free_choice_may_leave_a_battery_without_a_target(edition):
    """Destroyer (1), then submarine (2): a ship at the destroyer leaves none for the battery; allowed."""
    units = ["uk_winnie", F11, T1, BOAT]
    position = at_sea(edition, units, sector="A")
    assert not position.refusals(Engage("A", ((F11, T1),)))
    assert not position.refusals(Engage("A", (("uk_winnie", T1), (F11, BOAT))))
    assert codes_at(position, Engage("A", (("uk_winnie", T1),)))[0][1] == "not_assigned"


@both_editions
def test_8_1_submarines_do_not_fire_at_batteries(edition):
    """Both ways (A-39): the submarine takes the cruiser, never Winnie."""
    units = [BOAT, "uk_winnie", "uk_norfolk"]
    position = at_sea(edition, units, sector="A", seat="german")
    assert codes_at(position, Engage("A", ((BOAT, "uk_winnie"),))) == [
        ("7.3", "leaves_alone", "/targets/0/1")
    ]
    assert not position.refusals(Engage("A", ((BOAT, "uk_norfolk"),)))


@both_editions
@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        (("uk_mine_a", T1), ("8.1", "cannot_fire", "/targets/0/0")),
        (("uk_dummy", T1), ("8.1", "cannot_fire", "/targets/0/0")),
        ((T1, "uk_hood"), ("8.1", "cannot_fire", "/targets/0/0")),
        (("uk_nelson", T1), ("8.1", "cannot_fire", "/targets/0/0")),
        (("uk_hood", "uk_dummy"), ("8.1", "no_target", "/targets/0/1")),
        (("uk_hood", "de_emden"), ("8.1", "no_target", "/targets/0/1")),
        (("uk_hood", "de_17_inf_ech1"), ("8.1", "no_target", "/targets/0/1")),
        (("uk_hood",), ("8.1", "no_pair", "/targets/0")),
        (("uk_hood", T1, "uk_dummy"), ("8.1", "no_pair", "/targets/0")),
        ((), ("8.1", "no_pair", "/targets/0")),
        (("uk_hod", T1), ("1.3", "unknown_unit", "/targets/0/0")),
        (("uk_hood", "Tirpitz"), ("1.3", "unknown_unit", "/targets/0/1")),
    ],
)
def test_8_1_pairs_that_are_none(edition, pair, expected):
    """Mines and Dummy do not attack (A-56); nor does who is the enemy's, elsewhere, carried or unknown."""
    position = at_sea(
        edition,
        ["uk_mine_a", "uk_dummy", "uk_hood", T1, "de_transport_01"],
        sector="A",
        aboard={"de_17_inf_ech1": "de_transport_01"},
    )
    position.place({"D": ["uk_nelson", "de_emden"]})
    assert codes_at(position, Engage("A", (pair,))) == [expected]


@both_editions
def test_8_3_transports_and_swimmers_do_not_attack(edition):
    """They have no strength: naming them as attackers is refused, leaving them out is right."""
    position = at_sea(
        edition, ["de_transport_01", "de_marine", "de_emden", "uk_hood"], seat="german"
    )
    for name in ("de_transport_01", "de_marine"):
        pairs = (("de_emden", "uk_hood"), (name, "uk_hood"))
        assert codes_at(position, Engage("C", pairs)) == [("8.1", "cannot_fire", "/targets/1/0")]
    assert not position.refusals(Engage("C", (("de_emden", "uk_hood"),)))


@both_editions
def test_8_1_nobody_fires_twice(edition):
    """One attacker, one target."""
    position = at_sea(edition, [T1, T2, "uk_hood"])
    pairs = (("uk_hood", T1), ("uk_hood", T2))
    assert codes_at(position, Engage("C", pairs)) == [("8.1", "fires_twice", "/targets/1/0")]
