"""8.4 D  The counterattack of those at whom nobody fired."""

import pytest

from sealion_pbem.engine.words import Timing
from sealion_pbem.rulesets.sealion.events.naval import SalvoFired, SeaBattleEnded
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.defence import Counterattack
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from tests.sealion_sea import at_sea, codes_at, obey
from tests.sealion_table import both_editions

DELUXE, MAGAZINE = "sealion-deluxe", "sealion-2016"
TBOATS, EMDEN, HIPPER, HOOD, FLOTILLA = (
    "de_tboats_1", "de_emden", "de_adm_hipper", "uk_hood", "uk_flot_1",
)  # fmt: skip


def after_attack(edition, german, british, pairs, *dice, sector="C", **how):
    """The moment after the British attack."""
    position = at_sea(edition, [*german, *british], sector=sector, **how)
    obey(position, Engage(sector, pairs), *dice)
    return position


@both_editions
def test_8_4_d_untargeted_defenders_are_asked_after_the_dice(edition):
    """The Hood fires at the T-Boats; Emden and Hipper, at whom nobody fired, may answer."""
    position = after_attack(edition, [TBOATS, EMDEN, HIPPER], [HOOD], ((HOOD, TBOATS),), 3, 3)
    decision = position.decision
    assert (decision.kind, decision.seat, decision.rule) == ("counterattack", "german", "8.4")
    assert decision.timing is Timing.AFTER_DICE
    assert set(position.state.task.units) == {EMDEN, HIPPER}


@both_editions
def test_8_4_d_all_targeted_nobody_is_asked(edition):
    """Each defender had its attacker: the battle is over with the last salvo."""
    position = after_attack(edition, [TBOATS], [HOOD], ((HOOD, TBOATS),), 3, 3)
    assert position.decision is None


@both_editions
def test_8_4_d_any_survivor_may_be_picked(edition):
    """The Emden leaves the weaker flotilla alone and attacks the Hood, which fires back (A-144)."""
    pairs = ((HOOD, TBOATS), (FLOTILLA, "de_tboats_2"))
    german = [TBOATS, "de_tboats_2", EMDEN]
    position = after_attack(edition, german, [HOOD, FLOTILLA], pairs, 3, 3, 3, 3)
    events = obey(position, Counterattack(((EMDEN, HOOD),)), 2, 4)
    assert events[0] == SalvoFired("C", (EMDEN,), HOOD, (5,), (12,))
    assert events[-1] == SeaBattleEnded("C")
    assert position.steps(EMDEN) == 0
    assert {EMDEN, HOOD} < position.state.fought


@both_editions
def test_8_4_d_who_was_sunk_is_no_target(edition):
    """The flotilla went down in its attack; only the Hood is left to pick."""
    pairs = ((FLOTILLA, TBOATS), (HOOD, "de_tboats_2"))
    german = [TBOATS, "de_tboats_2", EMDEN]
    position = after_attack(edition, german, [HOOD, FLOTILLA], pairs, 1, 6, 3, 3)
    assert position.steps(FLOTILLA) == 0
    assert codes_at(position, Counterattack(((EMDEN, FLOTILLA),))) == [
        ("1.5", "out_of_game", "/targets/0/1")
    ]


@both_editions
def test_8_4_d_when_no_attacker_survives_nobody_is_asked(edition):
    """The only attacker is sunk: nothing to counterattack."""
    position = after_attack(edition, [TBOATS, EMDEN], [FLOTILLA], ((FLOTILLA, TBOATS),), 1, 6)
    assert position.decision is None


@both_editions
@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        ((TBOATS, HOOD), ("1.5", "out_of_game", "/targets/0/0")),
        (("de_transport_01", HOOD), ("8.1", "cannot_fire", "/targets/0/0")),
        (("uk_hood", EMDEN), ("8.1", "cannot_fire", "/targets/0/0")),
        ((EMDEN, HIPPER), ("8.1", "no_target", "/targets/0/1")),
        ((EMDEN,), ("8.1", "no_pair", "/targets/0")),
        (("de_emdn", HOOD), ("1.3", "unknown_unit", "/targets/0/0")),
        ((EMDEN, "uk_hod"), ("1.3", "unknown_unit", "/targets/0/1")),
    ],
)
def test_8_4_d_who_may_not(edition, pair, expected):
    """Who was sunk, who has no strength, who is no enemy."""
    german = [TBOATS, EMDEN, HIPPER, "de_transport_01"]
    position = after_attack(edition, german, [HOOD], ((HOOD, TBOATS),), 3, 3)
    assert codes_at(position, Counterattack((pair,))) == [expected]


@both_editions
def test_8_4_d_one_target_each(edition):
    """A unit counterattacks once."""
    german = [TBOATS, "de_tboats_2", EMDEN]
    pairs = ((HOOD, TBOATS), (FLOTILLA, "de_tboats_2"))
    position = after_attack(edition, german, [HOOD, FLOTILLA], pairs, 3, 3, 3, 3)
    order = Counterattack(((EMDEN, HOOD), (EMDEN, FLOTILLA)))
    assert codes_at(position, order) == [("8.1", "fires_twice", "/targets/1/0")]


@both_editions
def test_8_4_d_doubling_in_the_counterattack(edition):
    """Each of two free defenders may attack the only attacker; the Hood rolls once against both."""
    position = after_attack(edition, [TBOATS, EMDEN, HIPPER], [HOOD], ((HOOD, TBOATS),), 3, 3)
    order = Counterattack(((EMDEN, HOOD), (HIPPER, HOOD)))
    assert not position.refusals(order)
    events = obey(position, order, 5, 6, 1)
    assert events[0] == SalvoFired("C", (EMDEN, HIPPER), HOOD, (8, 10), (9, 9))


def test_8_4_d_2016_any_attacker_may_be_picked_by_all():
    """A-163  2016: two go for the Hood though nobody goes for the flotilla; each may pick whom it likes."""
    german = [TBOATS, "de_tboats_2", EMDEN, HIPPER]
    pairs = ((HOOD, TBOATS), (FLOTILLA, "de_tboats_2"))
    position = after_attack(MAGAZINE, german, [HOOD, FLOTILLA], pairs, 3, 3, 3, 3)
    assert not position.refusals(Counterattack(((EMDEN, HOOD), (HIPPER, HOOD))))


def test_8_4_d_doubling_waits_until_all_are_targets():
    """Deluxe: two on the Hood are too early while the flotilla has nobody; strength does not matter."""
    german = [TBOATS, "de_tboats_2", EMDEN, HIPPER, "de_koeln"]
    pairs = ((HOOD, TBOATS), (FLOTILLA, "de_tboats_2"))
    position = after_attack(DELUXE, german, [HOOD, FLOTILLA], pairs, 3, 3, 3, 3)
    order = Counterattack(((EMDEN, HOOD), (HIPPER, HOOD)))
    assert codes_at(position, order) == [("8.4", "doubled_too_early", "/targets/0/1")]
    order = Counterattack(((EMDEN, HOOD), (HIPPER, HOOD), ("de_koeln", FLOTILLA)))
    assert not position.refusals(order)


def test_8_4_d_doubling_waits_for_whom_the_others_cannot_attack():
    """Deluxe: two batteries on the Hood are one too many while nobody is on the submarine, as in 8.1."""
    german = [TBOATS, "de_tboats_2", "de_bty_siegfried", "de_bty_grosser_kurfuerst", EMDEN]
    british = [HOOD, "uk_submarines_1"]
    pairs = ((HOOD, TBOATS), ("uk_submarines_1", "de_tboats_2"))
    position = after_attack(DELUXE, german, british, pairs, 3, 3, 3, 2, sector="A")
    two = (("de_bty_siegfried", HOOD), ("de_bty_grosser_kurfuerst", HOOD))
    assert codes_at(position, Counterattack(two)) == [("8.4", "doubled_too_early", "/targets/0/1")]
    assert not position.refusals(Counterattack(two[:1]))
    assert not position.refusals(Counterattack((*two, (EMDEN, "uk_submarines_1"))))


@both_editions
@pytest.mark.parametrize("allowed", [True, False])
def test_8_4_d_transports_may_be_picked_by_default(edition, allowed):
    """A-61: a setting of the charter spares them."""
    position = at_sea(
        edition,
        ["de_transport_01", EMDEN, FLOTILLA, HOOD],
        seat="german",
        options={"counterattack_transports": allowed},
    )
    obey(position, Engage("C", ((EMDEN, FLOTILLA),)), 3, 3)
    expected = [] if allowed else [("8.4", "non_combatant", "/targets/0/1")]
    assert codes_at(position, Counterattack(((HOOD, "de_transport_01"),))) == expected
    offers = list(position.ruleset.offers(position.state))
    assert not any(position.refusals(order) for order in offers)


@both_editions
def test_8_4_d_mines_and_batteries_keep_to_their_own_targets(edition):
    """A mine leaves the battery alone, the battery leaves submarine and mine alone."""
    german = ["de_bty_siegfried", EMDEN, "de_sub_1", "de_mine_1"]
    british = ["uk_mine_a", "uk_minesweepers_1", "uk_flot_5", "uk_winnie", HOOD]
    position = at_sea(edition, [*german, *british], sector="A", seat="german")
    pairs = (
        (EMDEN, "uk_mine_a"),
        ("de_sub_1", "uk_minesweepers_1"),
        ("de_bty_siegfried", "uk_flot_5"),
    )
    obey(position, Engage("A", pairs), 3, 3, 2, 2, 3, 3)
    assert set(position.state.task.units) == {"uk_winnie", HOOD}
    for prey in ("de_sub_1", "de_mine_1"):
        code = codes_at(position, Counterattack((("uk_winnie", prey),)))[0][1]
        assert code in ("leaves_alone", "no_target")
    assert not position.refusals(
        Counterattack((("uk_winnie", "de_bty_siegfried"), (HOOD, "de_mine_1")))
    )


@both_editions
def test_8_4_d_the_dummy_does_not_counterattack(edition):
    """Only the Dummy was left alone: nobody is asked."""
    position = at_sea(edition, [TBOATS, "uk_dummy", "uk_mine_a"], sector="A", seat="german")
    obey(position, Engage("A", ((TBOATS, "uk_mine_a"),)), 3, 3)
    assert position.decision is None


@both_editions
def test_8_4_d_a_mine_counterattacks(edition):
    """One ship, two mines: the second mine may counterattack; the ship adds nothing against it (8.6)."""
    position = at_sea(edition, [HOOD, "de_mine_1", "de_mine_2"])
    obey(position, Engage("C", ((HOOD, "de_mine_1"),)), 3, 2)
    events = obey(position, Counterattack((("de_mine_2", HOOD),)), 5, 3)
    assert events[0] == SalvoFired("C", ("de_mine_2",), HOOD, (5,), (3,))
    assert position.steps(HOOD) == 1


def test_8_4_d_a_mine_and_a_ship_against_one_target():
    """Deluxe doubling: the Hood's one die stands alone against the mine, with its 8 against the Emden."""
    position = at_sea(DELUXE, [HOOD, "de_mine_1", "de_mine_2", EMDEN])
    obey(position, Engage("C", ((HOOD, "de_mine_1"),)), 3, 2)
    events = obey(position, Counterattack((("de_mine_2", HOOD), (EMDEN, HOOD))), 5, 3, 2)
    assert events[0] == SalvoFired("C", ("de_mine_2", EMDEN), HOOD, (5, 6), (2, 10))
    assert position.steps(HOOD) == 0, "5 is more than double 2"
    assert position.steps(EMDEN) == 2


@both_editions
def test_8_4_d_the_default_is_sensible(edition):
    """T-Boats do not throw themselves at the Hood; the Hipper goes for the loaded transport."""
    position = after_attack(edition, ["de_tboats_2", TBOATS], [HOOD], ((HOOD, TBOATS),), 3, 3)
    assert position.ruleset.answer(position.state, "default") == Counterattack(())
    position = at_sea(
        edition,
        ["de_transport_01", "de_transport_02", EMDEN, FLOTILLA, "uk_norfolk"],
        seat="german",
        aboard={"de_17_inf_ech1": "de_transport_02"},
    )
    obey(position, Engage("C", ((EMDEN, FLOTILLA),)), 3, 3)
    answer = position.ruleset.answer(position.state, "default")
    assert answer == Counterattack((("uk_norfolk", "de_transport_02"),))
    assert position.ruleset.answer(position.state, "hold_back") == Counterattack(())
    offers = list(position.ruleset.offers(position.state))
    assert offers[0] == answer
    assert len(offers) == len(set(offers)) == 4
    assert not any(position.refusals(order) for order in offers)
