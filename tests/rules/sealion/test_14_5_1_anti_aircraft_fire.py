"""14.5.1  AA units in a combat hex fire at the enemy's air support, the defender's first."""

import pytest

from sealion_pbem.engine.wire import to_wire
from sealion_pbem.errors import SchemaError
from sealion_pbem.rulesets.sealion.events.combat import CombatFought
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.events.options import AAFireEnded, AAUnitFired
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack, Cancel, Defend
from sealion_pbem.rulesets.sealion.rules.ch14_options.aa_fire import FireAA
from tests.sealion_table import table

OPTIONS = {"aa_brigades": True}
PLAIN = "2918"
BOMBER, FIGHTER = "de_bomber_1_fliegerkorps_a", "de_zg2"
GROUP = "uk_bmr_3_group"


def combat(*units, step=6, reduced=(), options=OPTIONS):
    """A combat in a plain hex; nothing else is fought for."""
    position = table(options=options, step=step, stage="land combat", brandenburgers_used=True)
    return position.place({PLAIN: units}, reduced)


def shots(events):
    """The fire of AA units, without the dice."""
    return [event for event in events if isinstance(event, AAUnitFired)]


def supporting(events):
    """The air units that added to the combat."""
    [fought] = [event for event in events if isinstance(event, CombatFought)]
    return [line.unit for line in (*fought.attack, *fought.defence) if line.source == "air"]


@pytest.mark.parametrize(
    ("gun", "plane", "result"),
    [(3, 2, "missed"), (4, 1, "driven off"), (3, 1, "hit")],
)
def test_14_5_1_higher_escapes_lower_is_driven_off_equal_loses_a_step(gun, plane, result):
    """A bomber of 4 adds 2 against a brigade of defence 2 (A-132): 2+2, 1+2 against 3 and 4."""
    position = combat("de_12_inf", "uk_6_aa_x", BOMBER).dice(gun, plane, 6)
    events = position.order(Attack(PLAIN))
    [shot] = shots(events)
    assert shot == AAUnitFired(PLAIN, "uk_6_aa_x", BOMBER, gun, plane, 2, result)
    assert (BOMBER in supporting(events)) == (result != "driven off")
    assert (UnitReduced(BOMBER, "14.5.1") in events) == (result == "hit")


def test_14_5_1_a_reduced_air_unit_supports_with_what_is_left():
    """Hit, the bomber of 4 adds 2 to the attack; one hit already is lost."""
    events = combat("de_12_inf", "uk_6_aa_x", BOMBER).dice(3, 1, 6).order(Attack(PLAIN))
    [fought] = [event for event in events if isinstance(event, CombatFought)]
    assert next(line.value for line in fought.attack if line.unit == BOMBER) == 2
    weak = combat("de_12_inf", "uk_6_aa_x", BOMBER, reduced=[BOMBER]).dice(3, 3, 6)
    events = weak.order(Attack(PLAIN))
    assert UnitEliminated(BOMBER, "14.5.1") in events
    assert supporting(events) == []


def test_14_5_1_each_fires_at_each():
    """One brigade, a bomber and a fighter with support: two shots, in the order of the counters."""
    position = combat("de_12_inf", "uk_6_aa_x", FIGHTER, BOMBER).dice(1, 6, 1, 6, 6)
    assert [shot.target for shot in shots(position.order(Attack(PLAIN)))] == [FIGHTER, BOMBER]


def test_14_5_1_results_add_up():
    """The worked example: driven off by one AA unit, then reduced by the other; or reduced twice."""
    guns = ["uk_1_aa_x", "uk_6_aa_x"]
    events = combat("de_12_inf", *guns, BOMBER).dice(6, 1, 3, 1, 6).order(Attack(PLAIN))
    assert [shot.result for shot in shots(events)] == ["driven off", "hit"]
    assert supporting(events) == []
    events = combat("de_12_inf", *guns, BOMBER).dice(3, 1, 2, 2, 6).order(Attack(PLAIN))
    assert [shot.result for shot in shots(events)] == ["hit", "hit"]
    assert [shot.modifier for shot in shots(events)] == [2, 0]
    assert UnitEliminated(BOMBER, "14.5.1") in events


def test_14_5_1_a_unit_that_is_gone_is_not_fired_at_again():
    """The second AA unit has nobody left."""
    guns = ["uk_1_aa_x", "uk_6_aa_x"]
    position = combat("de_12_inf", *guns, BOMBER, reduced=[BOMBER]).dice(3, 3, 6)
    assert len(shots(position.order(Attack(PLAIN)))) == 1


@pytest.mark.parametrize(("step", "first"), [(6, "uk_6_aa_x"), (13, "de_flak_ii-14")])
def test_14_5_1_both_sides_fire_the_defender_first(step, first):
    """German Flak fires too (A-133): the British brigade first in step 6, the Flak first in step 13."""
    position = combat("de_flak_ii-14", "uk_6_aa_x", BOMBER, GROUP, step=step)
    position.dice(1, 6, 1, 6, 6).order(Attack(PLAIN))
    events = position.order(Defend())
    if position.decision is not None and position.decision.kind == "press_attack":
        events = position.order(Attack(PLAIN))
    fired = [shot.unit for shot in shots(events)]
    assert fired[0] == first
    assert set(fired) == {"de_flak_ii-14", "uk_6_aa_x"}
    ends = [event.seat for event in events if isinstance(event, AAFireEnded)]
    assert ends == (["british", "german"] if step == 6 else ["german", "british"])


def test_14_5_1_support_in_cities_is_not_halved_against_aa_fire():
    """Over Dover the bomber of 4 still has 4 less 2 on its die, and adds 2 to the attack (A-160)."""
    position = table(options=OPTIONS, step=6, stage="land combat", brandenburgers_used=True)
    position.place({"6716": ["de_12_inf", "uk_6_aa_x", BOMBER]}).dice(1, 6, 6)
    events = position.order(Attack("6716"))
    assert shots(events)[0].modifier == 2
    [fought] = [event for event in events if isinstance(event, CombatFought)]
    assert next(line.value for line in fought.attack if line.unit == BOMBER) == 2


@pytest.mark.parametrize(
    "units",
    [
        ("de_12_inf", "uk_1_inf", BOMBER),
        ("de_12_inf", "uk_6_aa_x", GROUP),
        ("de_12_inf", "uk_6_aa_x", "de_float_1"),
    ],
    ids=["no AA unit", "own support only", "no support"],
)
def test_14_5_1_nobody_fires_without_an_enemy_in_support(units):
    """Only AA units, only at enemies, only at who supports."""
    assert not shots(combat(*units).dice(6).order(Attack(PLAIN)))


def test_14_5_1_nothing_is_fired_before_an_attack_is_declared():
    """An attack that is called off costs nobody anything."""
    position = combat("de_12_inf", "uk_6_aa_x", BOMBER)
    position.state.came_from["de_12_inf"] = ("2919", PLAIN)
    assert not shots(position.order(Cancel(PLAIN)))


def test_14_5_1_guns_of_different_strength_are_ordered_by_their_player():
    """1 AA full and 6 AA reduced: the British player is asked, each is named once, then all goes on."""
    guns = ("uk_1_aa_x", "uk_6_aa_x")
    position = combat("de_12_inf", *guns, BOMBER, reduced=["uk_6_aa_x"])
    position.order(Attack(PLAIN))
    asked = position.decision
    assert (asked.seat, asked.kind, asked.rule) == ("british", "aa_fire", "14.5.1")
    assert position.codes(FireAA(("uk_1_aa_x",))) == [("14.5.1", "all_fire")]
    assert position.codes(FireAA((*guns, "de_12_inf"))) == [("14.5.1", "no_aa_unit")]
    events = position.dice(1, 6, 1, 6, 6).order(FireAA(guns[::-1]))
    assert [shot.unit for shot in shots(events)] == list(guns[::-1])
    assert [shot.modifier for shot in shots(events)] == [3, 2]
    assert supporting(events) == [BOMBER]


def test_14_5_1_the_wait_survives_a_file():
    """What was fired is written with the task, and only where the option is played."""
    guns = ("uk_1_aa_x", "uk_6_aa_x")
    position = combat("de_12_inf", "de_flak_ii-14", *guns, BOMBER, GROUP, reduced=["uk_6_aa_x"])
    position.order(Attack(PLAIN))
    again = position.ruleset.unpack(position.ruleset.pack(position.state))
    assert again.task == position.state.task
    assert "fired" not in to_wire(position.state.task)
    assert "driven_off" not in to_wire(position.state.task)


def test_14_5_1_a_position_file_can_begin_with_the_wait():
    """The defender has fired and driven the bomber off, the attacker's Flak is asked; no nonsense."""
    position = combat("de_flak_ii-14", "de_12_inf", "uk_6_aa_x", BOMBER, GROUP)
    task = {
        "kind": "land_combat", "hexes": [PLAIN], "hex": PLAIN, "waits": "aa_fire",
        "seat": "german", "units": ["de_flak_ii-14"], "fired": ["british"], "driven_off": [BOMBER],
    }  # fmt: skip
    written = position.ruleset.write_position(position.state)
    document = {**written, "procedure": task}
    start = position.ruleset.setup("invasion", OPTIONS)
    position.state = position.ruleset.position(start, document)
    assert position.decision.timing == "after dice"
    assert position.ruleset.write_position(position.state)["procedure"] == task
    events = position.dice(1, 6, 6).order(FireAA(("de_flak_ii-14",)))
    assert supporting(events) == [GROUP]
    for member, value in (
        ("fired", ["french"]),
        ("driven_off", ["de_jg2"]),
        ("withheld", ["de_jg2"]),
    ):
        with pytest.raises(SchemaError, match="impossible"):
            position.ruleset.position(start, {**written, "procedure": {**task, member: value}})


@pytest.mark.parametrize(
    ("policy", "first"), [("default", "uk_1_aa_x"), ("weakest_first", "uk_6_aa_x")]
)
def test_14_5_1_standing_orders_say_who_fires_first(policy, first):
    """The strongest first, or the weakest."""
    guns = ("uk_1_aa_x", "uk_6_aa_x")
    position = combat("de_12_inf", *guns, BOMBER, reduced=["uk_6_aa_x"])
    position.order(Attack(PLAIN))
    assert position.ruleset.answer(position.state, policy).units[0] == first


def test_14_5_1_is_not_played_in_the_standard_game():
    """German Flak is a battalion like others there."""
    position = combat("de_12_inf", "de_flak_ii-14", "uk_1_inf", GROUP, step=13, options={})
    assert not shots(position.dice(6).order(Attack(PLAIN)))
