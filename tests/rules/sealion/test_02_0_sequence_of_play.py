"""2.0  Sequence of play: fifteen steps in a strict order."""

from sealion_pbem.rulesets.sealion.events.general import StageBegun
from sealion_pbem.rulesets.sealion.rules.ch02_sequence import SEQUENCE
from tests.sealion_table import both_editions, table


def steps(events):
    """The steps that began, without repetitions."""
    begun = [event.step for event in events if isinstance(event, StageBegun)]
    return [step for number, step in enumerate(begun) if not number or begun[number - 1] != step]


@both_editions
def test_2_1_the_german_player_turn_is_steps_1_to_8(edition):
    """The table of stages has the German's steps first, each step's parts in their order."""
    numbers = [stage.step for stage in SEQUENCE.stages if stage.step]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, 16))


@both_editions
def test_3_1_rain_leaves_out_air_and_night_steps(edition):
    """In a rain turn nobody flies and nobody sails at night: steps 3 to 5, 7, 10 to 12 and 14."""
    rainy = [
        stage.step for stage in SEQUENCE.stages if not stage.rain and "airborne" not in stage.name
    ]
    assert sorted(set(rainy)) == [3, 4, 5, 7, 10, 11, 12, 14]


@both_editions
def test_2_0_an_empty_board_runs_through_to_the_last_turn(edition):
    """With no units nobody is asked: every step of every turn begins, and the British win."""
    position = table(edition, turn=1, step=1, stage="weather").dice(*[1] * 20)
    position.go_on()
    assert position.state.winner == "british"
    assert position.state.turn == 10


@both_editions
def test_2_0_a_shorter_track_ends_the_game_sooner(edition):
    """The length of the turn track is a setting."""
    position = table(edition, turn=1, step=1, stage="weather", options={"turns": 7})
    position.dice(*[1] * 20).go_on()
    assert position.state.turn == 7


@both_editions
def test_2_0_steps_begin_in_order(edition):
    """A clear game turn begins each of its steps once, in order."""
    position = table(edition, turn=9, step=15, stage="supply").dice(1)
    assert steps(position.go_on()) == list(range(1, 16))


@both_editions
def test_2_0_a_rain_turn_has_fewer_steps(edition):
    """After a 6 only the sea, land and end steps are played."""
    position = table(edition, turn=9, step=15, stage="supply").dice(6)
    assert steps(position.go_on()) == [1, 2, 6, 8, 9, 13, 15]


def test_2_2_step_9_is_at_sea_only():
    """2.2  Ships move and fight in step 9; there is no air combat in it (A-1)."""
    assert [stage.name for stage in SEQUENCE.stages if stage.step == 9] == [
        "naval movement",
        "naval combat",
    ]


def test_2_2_the_british_player_turn_is_steps_9_to_15():
    """2.2  Only reactions and transports of the German stand in it."""
    german = [s.name for s in SEQUENCE.stages if s.step >= 9 and s.seat == "german"]
    assert german == ["air reaction", "transports"]


@both_editions
def test_3_1_no_airborne_landing_in_rain(edition):
    """3.1  Rain needs no modifier for touchdown: nobody lands from the air in it (A-8)."""
    (landings,) = [stage for stage in SEQUENCE.stages if stage.name == "airborne landings"]
    assert not landings.rain
    position = table(edition, turn=9, step=15, stage="supply").dice(6)
    names = {event.stage for event in position.go_on() if isinstance(event, StageBegun)}
    assert "airborne landings" not in names
    assert "land movement" in names
