"""8.0, 8.5  When and where there is a battle at sea, and who has fought afterwards."""

import pytest

from sealion_pbem.engine.words import Timing
from sealion_pbem.rulesets.sealion.events.naval import (
    Aim,
    CounterattackAsked,
    SalvoFired,
    SeaBattleBegun,
    SeaBattleEnded,
)
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import Sail
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat import begin_combat
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.defence import Counterattack, Withhold
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from sealion_pbem.rulesets.sealion.sequence import Done
from tests.sealion_sea import at_sea, codes_at, obey, sea
from tests.sealion_table import both_editions

EMDEN, HIPPER, HOOD = "de_emden", "de_adm_hipper", "uk_hood"


@both_editions
def test_8_0_combat_follows_when_all_movement_is_over(edition):
    """The German enters two spaces with enemies, says done, and is asked for both, in his order (A-2)."""
    position = sea(edition).place({"Convoy": [EMDEN, HIPPER], "A": [HOOD], "B": ["uk_nelson"]})
    position.order(Sail((EMDEN,), ("A",)), Sail((HIPPER,), ("B",)), Done())
    assert position.decision.kind == "naval_combat"
    assert position.decision.seat == "german"
    assert position.decision.timing is Timing.BEFORE_DICE
    assert position.decision.prompt.endswith("A, B")
    obey(position, Engage("B", ((HIPPER, "uk_nelson"),)), 2, 2)
    assert position.decision.prompt.endswith("sea space: A")
    assert codes_at(position, Engage("B", ((HIPPER, "uk_nelson"),))) == [
        ("8.0", "no_battle", "/sector")
    ]
    assert codes_at(position, Engage("G", ())) == [("8.0", "no_battle", "/sector")]


@both_editions
def test_8_0_who_stays_beside_the_enemy_fights_and_the_mover_attacks(edition):
    """Nobody moved, both are in C: whoever's naval step it is attacks, by day and at night."""
    for seat, night in (("german", False), ("german", True), ("british", False), ("british", True)):
        position = at_sea(edition, [EMDEN, HOOD], seat=seat, night=night)
        assert position.decision.seat == seat


@both_editions
def test_8_0_no_battle_after_leaving_or_between_mines(edition):
    """No enemy, no battle; mines of the mover alone start none (A-74); enemy mines do."""
    assert at_sea(edition, [HOOD]).decision is None
    assert at_sea(edition, [EMDEN, "uk_mine_c"]).decision is None
    assert at_sea(edition, ["de_mine_1", "uk_mine_c"]).decision is None
    assert at_sea(edition, [HOOD, "de_mine_1"]).decision.kind == "naval_combat"


@both_editions
def test_8_0_a_battery_alone_with_mines_or_submarines_fights_nobody(edition):
    """Winnie and a German submarine, Siegfried and a British mine: no battle, no question."""
    assert at_sea(edition, ["uk_winnie", "de_sub_1", "de_mine_1"], sector="A").decision is None
    assert (
        at_sea(edition, ["de_bty_siegfried", "uk_mine_a"], sector="A", seat="german").decision
        is None
    )


@both_editions
def test_9_2_batteries_are_ignored_at_night(edition):
    """At night the battery neither fires nor is fired at: with nobody else there is no battle."""
    assert at_sea(edition, ["de_bty_siegfried", HOOD], sector="A", night=True).decision is None
    position = at_sea(edition, ["de_bty_siegfried", EMDEN, HOOD], sector="A", night=True)
    assert codes_at(position, Engage("A", ((HOOD, "de_bty_siegfried"),))) == [
        ("8.1", "no_target", "/targets/0/1")
    ]
    obey(position, Engage("A", ((HOOD, EMDEN),)), 3, 3)
    assert position.decision is None


@both_editions
def test_8_0_non_combatants_alone_in_a_mined_space(edition):
    """A-143: transports among mines attack nobody; the mine may counterattack, before any die."""
    position = at_sea(edition, ["de_transport_01", "uk_mine_c"], seat="german")
    assert position.decision.kind == "counterattack"
    assert position.decision.seat == "british"
    assert position.decision.timing is Timing.BEFORE_DICE
    events = obey(position, Counterattack((("uk_mine_c", "de_transport_01"),)), 4, 3)
    assert events[0] == SalvoFired("C", ("uk_mine_c",), "de_transport_01", (4,), (3,))
    assert events[-1] == SeaBattleEnded("C")
    assert position.steps("de_transport_01") == 1
    assert position.decision is None


@both_editions
def test_8_0_one_mined_space_after_the_other(edition):
    """Transports in two mined spaces: the defender is asked for each, then the attacker for his battle."""
    position = sea(edition, combat=True).place(
        {
            "C": ["de_transport_01", "uk_mine_c"],
            "D": ["de_transport_02", "uk_mine_d"],
            "E": [EMDEN, HOOD],
        }
    )
    assert position.begin(begin_combat) == [CounterattackAsked("C", ("uk_mine_c",), fired=False)]
    assert obey(position, Counterattack(()))[-1] == CounterattackAsked(
        "D", ("uk_mine_d",), fired=False
    )
    obey(position, Counterattack(()))
    assert position.decision.kind == "naval_combat"


@both_editions
def test_8_4_f_after_the_battle_both_sides_stay(edition):
    """The survivors are where they were, and this space is not fought in again."""
    position = at_sea(edition, [EMDEN, HOOD])
    events = obey(position, Engage("C", ((HOOD, EMDEN),)), 3, 6)
    assert events == [
        SeaBattleBegun("C", (Aim(HOOD, EMDEN),), ()),
        SalvoFired("C", (HOOD,), EMDEN, (11,), (9,)),
        *events[2:-1],
        SeaBattleEnded("C"),
    ]
    assert position.where(HOOD) == position.where(EMDEN) == "C"
    assert position.decision is None


@both_editions
def test_8_5_who_fired_or_was_fired_at_has_fought(edition):
    """Attacker and target have fought; the defender nobody fired at, who held back, has not."""
    position = at_sea(edition, [EMDEN, HIPPER, HOOD])
    obey(position, Engage("C", ((HOOD, EMDEN),)), 3, 3)
    obey(position, Counterattack(()))
    assert position.state.fought == {HOOD, EMDEN}


@both_editions
def test_8_1_offers_and_defaults_are_legal(edition):
    """For crowded lines in two spaces every offer passes the check, and the default is the first."""
    position = at_sea(
        edition,
        ["de_tboats_1", "de_sub_1", "de_mine_1", EMDEN, "de_transport_01", "uk_flot_1", HOOD,
         "uk_submarines_1", "uk_winnie", "uk_minesweepers_1", "uk_dummy", "de_bty_siegfried", "uk_flot_5",
         "uk_mine_a", "de_marine", "uk_nelson", "uk_mtbs_1", "uk_norfolk"],
        sector="A",
        aboard={"de_17_inf_ech1": "de_transport_01"},
    )  # fmt: skip
    position.place({"E": [HIPPER, "uk_repulse", "uk_rodney", "uk_submarines_2"]})
    offers = position.offers()
    assert offers[0] == position.ruleset.answer(position.state, "default")
    assert [order for order in offers if position.refusals(order)] == []
    assert len(offers) == len(set(offers)) > 3
    assert {order.sector for order in offers} == {"A", "E"}
    facts = position.ruleset.facts(position.state)
    assert (facts["sector"], facts["attackers"], facts["defenders"]) == ("A", 11, 7)


@pytest.mark.parametrize("policy", ["default", "submarines_out"])
@both_editions
def test_8_1_policies_fight_every_battle(edition, policy):
    """An absent admiral's policy gives a legal order for each battle until none is left."""
    position = at_sea(edition, [HIPPER, EMDEN, "uk_hood", "uk_submarines_1"])
    order = position.answer(policy)
    assert order.withheld == (("uk_submarines_1",) if policy == "submarines_out" else ())
    assert not position.refusals(order)


@both_editions
def test_8_0_what_happens_is_told_and_what_waits_survives_a_file(edition):
    """Every event of a battle has a sentence; the questions inside a battle are stored and read back."""
    position = at_sea(edition, ["de_sub_1", EMDEN, HIPPER, HOOD])
    told = []
    for order, dice in (
        (Withhold(()), ()),
        (Engage("C", ((HOOD, "de_sub_1"),)), (3, 3)),
        (Counterattack(()), ()),
    ):
        stored = position.ruleset.pack(position.state)
        assert stored["task"] is None or position.ruleset.unpack(stored).task == position.state.task
        told += [position.ruleset.tell(event) for event in obey(position, order, *dice)]
        assert position.ruleset.facts(position.state)
    assert told == [
        "no submarine keeps out of battle",
        "battle in C: uk_hood at de_sub_1",
        (
            "C: uk_hood 3 + 8 = 11 against de_sub_1 3 + 2 = 5 "
            "(8.4: the higher total hits, twice as high sinks); without effect: only strength 0 or 1 "
            "harms a submarine (8.2): uk_hood"
        ),
        "de_adm_hipper, de_emden may counterattack in C",
        "the battle in C is over",
    ]
