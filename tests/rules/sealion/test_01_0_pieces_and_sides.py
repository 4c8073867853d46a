"""1.1 to 1.3, 1.5, 1.6  Two sides, three arms, fronts and backs, and nothing hidden."""

import pytest

from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.rules.ch02_sequence import SEQUENCE
from sealion_pbem.rulesets.sealion.rules.loss import lose_step
from tests.sealion_table import EDITIONS, both_editions, table, without_rolls

PACKS = ["2016", "deluxe"]
TWO_STEPS = {"land": "de_12_inf", "air": "de_jg2", "naval": "uk_hood"}


@both_editions
def test_1_1_nothing_is_secret(edition):
    """1.1, 1.6  In no stage is a choice sealed: both players may look at everything (2016 1.1)."""
    ruleset = EDITIONS[edition]
    for stage in SEQUENCE.stages:
        position = table(edition, step=stage.step, stage=stage.name)
        assert ruleset.secrets(position.state) == {}


@both_editions
def test_1_6_the_position_names_every_unit_with_its_place_and_side(edition):
    """1.1, 1.6  What goes into files holds place and steps of every unit of both sides, in plain words."""
    position = table(edition).place({"C": ["de_emden"], "2918": ["uk_1_inf"]}, reduced=["uk_1_inf"])
    units = position.ruleset.pack(position.state)["units"]
    assert set(units) == set(position.state.table.counters)
    assert units["de_emden"][:2] == ["C", 2]
    assert units["uk_1_inf"][:2] == ["2918", 1]


@both_editions
def test_1_2_one_player_has_all_germans_the_other_all_others(edition):
    """1.2  Two seats; Commonwealth, French and Polish units are the British player's."""
    ruleset = EDITIONS[edition]
    counters = table(edition).state.table.counters
    assert ruleset.seats == ("german", "british")
    assert {name for name, counter in counters.items() if counter.seat == "german"} == {
        name for name in counters if name.startswith("de_")
    }
    assert {"nz_5_x", "au_18_x", "fr_14_frnlg"} <= {
        name for name, counter in counters.items() if counter.seat == "british"
    }


@pytest.mark.parametrize("pack", PACKS)
def test_1_3_three_arms_have_values_of_their_own(pack):
    """1.2, 1.3  Land units have attack, defence, movement class and size; the others none of them."""
    classes = set()
    for counter in data.counters(data.compiled(f"counters_{pack}")).values():
        assert counter.arm in ("land", "air", "naval")
        if counter.arm == "land" and counter.type != "leader" and not counter.is_dummy:
            classes.add(counter.movement_class)
            assert counter.size in ("XX", "X", "III", "II", "I"), counter.id
        elif counter.arm != "land":
            assert (counter.attack, counter.defense, counter.movement_class) == (0, 0, "")
    assert {"leg", "vehicle", "mountain"} <= classes


@pytest.mark.parametrize("pack", PACKS)
def test_1_3_only_fighters_have_quality_in_the_air(pack):
    """1.3  Of air units only fighters have a quality above zero."""
    air = [
        counter
        for counter in data.counters(data.compiled(f"counters_{pack}")).values()
        if counter.arm == "air"
    ]
    assert {counter.type for counter in air if counter.quality > 0} == {"fighter"}
    assert all(counter.quality > 0 for counter in air if counter.type == "fighter")


@pytest.mark.parametrize("pack", PACKS)
def test_1_3_strengths_that_look_odd_stay_as_printed(pack):
    """1.3  Belfast has 1 and Emden 3 (A-55)."""
    counters = data.counters(data.compiled(f"counters_{pack}"))
    assert (counters["uk_belfast"].strength, counters["de_emden"].strength) == (1, 3)


@pytest.mark.parametrize("pack", PACKS)
def test_1_5_a_unit_has_one_step_or_two(pack):
    """1.2, 1.5  No third step; the back is never stronger than the front."""
    for counter in data.counters(data.compiled(f"counters_{pack}")).values():
        assert counter.steps in (1, 2), counter.id
        if counter.steps == 2:
            assert counter.reduced_attack <= counter.attack
            assert counter.reduced_defense <= counter.defense
            assert (counter.reduced_strength or 0) <= (counter.strength or 0)


@both_editions
@pytest.mark.parametrize("unit", TWO_STEPS.values(), ids=TWO_STEPS)
def test_1_5_a_first_loss_turns_a_unit_over_and_a_second_removes_it(edition, unit):
    """1.2, 1.5  Reduced, then out of the game for good."""
    position = table(edition).place({"C": [unit]})
    assert _lose(position, unit) == [UnitReduced(unit, "12.3")]
    assert position.state.is_reduced(unit)
    assert _lose(position, unit) == [UnitEliminated(unit, "12.3")]
    assert (position.where(unit), position.steps(unit)) == ("Out", 0)


@both_editions
def test_1_5_nobody_is_rebuilt(edition):
    """1.2, 1.5  A whole game turn gives no unit a step back."""
    position = table(edition, turn=4, step=15, stage="supply").dice(*[1] * 4)
    position.place({"Britain": ["uk_bmr_2_group"]}, reduced=["uk_bmr_2_group"])
    position.go_on()
    while position.decision and position.state.turn == 5:
        position.order(position.answer("default"))
    assert position.state.turn == 6
    assert position.steps("uk_bmr_2_group") == 1


def _lose(position, unit):
    play = Play(position.state, position._dice, position.ruleset)
    lose_step(play, unit, "12.3")
    return without_rolls(play.events)
