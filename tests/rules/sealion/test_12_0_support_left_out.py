"""12.0, 10.10, 10.11, A-168  Support may be left out: by whom, how, and when the defender is asked."""

import pytest

from sealion_pbem.rulesets.sealion.events.combat import (
    AttackDeclared,
    CombatFought,
    DefenceSupported,
    LandCombat,
)
from sealion_pbem.rulesets.sealion.events.options import AAUnitFired
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat import begin_land_combat
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack, Cancel, Defend
from tests.sealion_table import SealionTable, both_editions, table

PLAIN, ORIGIN, COAST = "2918", "2819", "6315"
FLAK = {"aa_brigades": True}
BOMBER, FIGHTER = "de_bomber_1_fliegerkorps_a", "de_zg2"
GROUP = "uk_bmr_3_group"


def combat(
    edition: str = "sealion-deluxe",
    *units: str,
    step: int = 6,
    options=None,
    at: str = PLAIN,
    **where,
) -> SealionTable:
    """A combat in one hex, to which the attackers came; nothing else is fought for."""
    position = table(edition, step=step, stage="land combat", options=options)
    position.place({at: units, **where}).at(brandenburgers_used=True)
    attacker = "german" if step == 6 else "british"
    counters = position.state.table.counters
    came = [n for n in units if (counters[n].seat, counters[n].arm) == (attacker, "land")]
    position.at(came_from=dict.fromkeys(came, (ORIGIN, at)), landed=frozenset(came))
    position.begin(begin_land_combat)
    return position


def only(events, kind):
    [event] = [event for event in events if isinstance(event, kind)]
    return event


def in_the_air(fought: CombatFought) -> list[str]:
    return [line.unit for line in (*fought.attack, *fought.defence) if line.source == "air"]


@both_editions
def test_12_0_aircraft_of_the_attacker_support_unless_they_are_withheld(edition):
    """12.0, 10.10  Bomber and fighter add 4 and 2; with the fighter left out only the bomber does."""
    units = ("de_12_inf", "uk_4_inf", BOMBER, FIGHTER)
    whole = only(combat(edition, *units).dice(3).order(Attack(PLAIN)), CombatFought)
    part = combat(edition, *units).dice(3).order(Attack(PLAIN, withheld=(FIGHTER,)))
    assert in_the_air(whole) == [FIGHTER, BOMBER]
    assert in_the_air(only(part, CombatFought)) == [BOMBER]
    assert only(part, AttackDeclared).withheld == (FIGHTER,)


def test_14_5_1_aircraft_that_stay_out_are_not_fired_at():
    """14.5.1  AA units fire at who supports: the bomber is left out, and no die falls for it."""
    position = combat("sealion-deluxe", "de_12_inf", "uk_6_aa_x", BOMBER, FIGHTER, options=FLAK)
    events = position.dice(1, 6, 3).order(Attack(PLAIN, withheld=(BOMBER,)))
    assert only(events, AAUnitFired).target == FIGHTER
    assert position.steps(BOMBER) == 2


@both_editions
@pytest.mark.parametrize(
    ("withheld", "code"),
    [
        (("de_jg2",), "no_air_support"),
        (("de_float_1",), "no_air_support"),
        (("de_12_inf",), "no_air_support"),
        ((GROUP,), "not_yours"),
        ((BOMBER, BOMBER), "named_twice"),
    ],
)
def test_12_0_who_cannot_be_withheld(edition, withheld, code):
    """12.0  Only own air units over the hex that would add something, each once."""
    units = ("de_12_inf", "uk_4_inf", BOMBER, "de_float_1", GROUP)
    position = combat(edition, *units, C=["de_jg2"])
    number = len(withheld) - 1
    (violation,) = position.refusals(Attack(PLAIN, withheld=withheld))
    assert (violation.rule, violation.code) == ("12.0", code)
    assert violation.at == f"/withheld/{number}"


@both_editions
def test_12_0_an_attack_that_leaves_out_all_its_strength_is_refused(edition):
    """A-108  Churchill attacks with 0: with the bomber it is an attack, without it none."""
    position = combat(edition, "uk_churchill", "de_12_inf", GROUP, step=13).at(churchill="")
    assert position.codes(Attack(PLAIN)) == []
    assert position.codes(Attack(PLAIN, withheld=(GROUP,))) == [("12.3", "no_strength")]


@both_editions
def test_a_168_the_defender_is_asked_where_his_support_changes_the_column(edition):
    """12.0, A-168  4 to 4; with the Nelson it would be 4 to 12 and another column: he may leave her out."""
    position = combat(edition, "de_12_inf", "uk_1_inf", at=COAST, A=["uk_nelson"])
    position.dice(3).order(Attack(COAST))
    asked = position.decision
    assert (asked.seat, asked.kind, asked.timing) == ("british", "defend", "before dice")
    fought = only(position.order(Defend()), CombatFought)
    assert (fought.defence_total, fought.column) == (4, 2)
    assert not position.state.used


@both_editions
def test_a_168_the_attacker_may_still_call_off(edition):
    """12.0  The Nelson is named, the column is worse: the attacker is asked before the die."""
    position = combat(edition, "de_12_inf", "uk_1_inf", at=COAST, A=["uk_nelson"])
    position.order(Attack(COAST))
    position.order(Defend(ships=("uk_nelson",)))
    assert (position.decision.seat, position.decision.kind) == ("german", "press_attack")
    assert position.decision.accepts == {"attack", "cancel"}
    assert not position.refusals(Cancel(COAST))


@both_editions
def test_a_168_nobody_is_asked_where_nothing_depends_on_it(edition):
    """A-168  4 to 8 is column 1 already, and so is 4 to 16: the Nelson supports unasked."""
    position = combat(edition, "de_12_inf", "uk_1_inf", "uk_2_inf", at=COAST, A=["uk_nelson"])
    events = position.dice(3).order(Attack(COAST))
    assert only(events, DefenceSupported).units == ("uk_nelson",)
    assert only(events, CombatFought).column == 1


def test_14_5_1_the_defender_is_asked_about_aircraft_that_would_be_fired_at():
    """14.5.1, A-168  German Flak in the hex: the British may leave their bomber out, and it is safe."""
    units = ("de_lah", "de_4_pz", "de_flak_ii-14", "uk_cdo", "uk_bmr_2_group")
    position = combat("sealion-deluxe", *units, options=FLAK).place({"A": ["de_zg2"]})
    position.order(Attack(PLAIN))
    assert (position.decision.seat, position.decision.kind) == ("british", "defend")
    assert position.codes(Defend(withheld=("de_zg2",))) == [("12.0", "not_yours")]
    events = position.dice(4).order(Defend(withheld=("uk_bmr_2_group",)))
    assert not [event for event in events if isinstance(event, AAUnitFired)]
    assert in_the_air(only(events, CombatFought)) == []


def test_12_0_what_the_defender_left_out_stays_out_when_the_attack_is_pressed():
    """12.0  He names the Nelson and leaves his bomber out; the attacker goes on all the same."""
    units = ("de_12_inf", "uk_1_inf", GROUP)
    position = combat("sealion-deluxe", *units, at=COAST, A=["uk_nelson"]).dice(3)
    position.order(Attack(COAST))
    position.order(Defend(ships=("uk_nelson",), withheld=(GROUP,)))
    fought = only(position.order(Attack(COAST)), CombatFought)
    assert fought.defence_total == 12
    assert in_the_air(fought) == []


def test_12_0_the_attacker_decides_anew_when_he_presses():
    """12.0  What he left out before he may use now, and the other way round."""
    units = ("de_12_inf", "uk_1_inf", BOMBER)
    position = combat("sealion-deluxe", *units, at=COAST, A=["uk_nelson"]).dice(3)
    position.order(Attack(COAST, withheld=(BOMBER,)))
    position.order(Defend(ships=("uk_nelson",)))
    assert position.codes(Attack(COAST, withheld=(BOMBER,))) == []
    assert in_the_air(only(position.order(Attack(COAST)), CombatFought)) == [BOMBER]


def test_12_0_a_last_landing_with_aircraft_is_not_fought_unasked():
    """12.0, 14.5.1  Over Dover the bomber may stay out of the brigade's fire: the German is asked."""
    position = table(options=FLAK, step=6, stage="land combat", brandenburgers_used=True)
    position.place({"6716": ["de_17_inf_ech1", "uk_6_aa_x", BOMBER]})
    position.at(came_from={"de_17_inf_ech1": ("A", "6716")})
    position.begin(begin_land_combat)
    assert (position.decision.seat, position.decision.kind) == ("german", "land_combat")


@pytest.mark.parametrize(
    ("policy", "attack"),
    [("default", Attack(PLAIN)), ("spare_aircraft", Attack(PLAIN, withheld=(BOMBER,)))],
)
def test_12_0_policies_of_the_attacker(policy, attack):
    """Standing orders: all support, or aircraft out of AA fire; both are offered."""
    position = combat("sealion-deluxe", "de_12_inf", "uk_6_aa_x", BOMBER, options=FLAK)
    assert position.ruleset.answer(position.state, policy) == attack
    assert attack in list(position.ruleset.offers(position.state))
    assert all(not position.refusals(order) for order in position.ruleset.offers(position.state))


@pytest.mark.parametrize(
    ("policy", "withheld"), [("default", ()), ("nobody", ()), ("spare_aircraft", (GROUP,))]
)
def test_12_0_policies_of_the_defender(policy, withheld):
    """Standing orders: all support, no ships and guns, or aircraft out of AA fire; all are offered."""
    units = ("de_12_inf", "de_flak_ii-14", "uk_1_inf", GROUP)
    position = combat("sealion-deluxe", *units, options=FLAK)
    position.order(Attack(PLAIN))
    answer = position.ruleset.answer(position.state, policy)
    assert answer == Defend(withheld=withheld)
    assert answer in list(position.ruleset.offers(position.state))


@both_editions
def test_12_0_spare_aircraft_uses_them_where_no_aa_unit_is(edition):
    """The policy leaves them out only where they would be fired at."""
    position = combat(edition, "de_12_inf", "uk_4_inf", BOMBER)
    assert position.ruleset.answer(position.state, "spare_aircraft") == Attack(PLAIN)


def test_12_0_story_and_card_say_who_stayed_out():
    """The report names the aircraft that added nothing, on both sides."""
    units = ("de_12_inf", "uk_1_inf", BOMBER, GROUP)
    position = combat("sealion-deluxe", *units).dice(3)
    before = position.state.copy()
    events = position.order(Attack(PLAIN, withheld=(BOMBER,)))
    events += position.order(Defend(withheld=(GROUP,)))
    told = [position.ruleset.tell(event) for event in events]
    assert f"the attack in {PLAIN} is declared; {BOMBER} stays out" in told
    assert f"no ship or gun supports the defence of {PLAIN}; {GROUP} stays out" in told
    (card,) = position.ruleset.cards(before, events)
    lines = [line for force in card.clashes[-1].forces for line in force.lines]
    out = [line.name for line in lines if line.note == "stays out"]
    assert out == ["1 Fliegerkorps a", "3 Group"]


def test_12_0_the_wait_survives_a_position_file():
    """Who stays out is written with the procedure."""
    units = ("de_12_inf", "uk_1_inf", BOMBER)
    position = combat("sealion-deluxe", *units, at=COAST, A=["uk_nelson"])
    position.order(Attack(COAST, withheld=(BOMBER,)))
    document = position.ruleset.write_position(position.state)
    assert document["procedure"]["withheld"] == [BOMBER]
    start = position.ruleset.setup("invasion", {})
    again = position.ruleset.position(start, document)
    assert isinstance(again.task, LandCombat)
    assert again.task == position.state.task


def test_12_3_aircraft_left_out_at_first_count_when_the_attack_is_pressed():
    """12.3, A-108  Churchill attacks with the Hood, a bomber left out; pressed with the bomber alone."""
    units = ("uk_churchill", "de_12_inf", GROUP)
    position = combat("sealion-deluxe", *units, step=13, at=COAST, A=("uk_hood", "de_adm_hipper"))
    position.order(Attack(COAST, ships=("uk_hood",), withheld=(GROUP,)))
    position.order(Defend(ships=("de_adm_hipper",)))
    assert position.decision.kind == "press_attack"
    fought = only(position.dice(3).order(Attack(COAST)), CombatFought)
    assert in_the_air(fought) == [GROUP]
