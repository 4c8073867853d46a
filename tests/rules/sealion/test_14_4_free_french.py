"""14.4  Three Free French divisions, from the set-up on or on the turn a die says."""

from sealion_pbem.rulesets.sealion.editions import DELUXE
from sealion_pbem.rulesets.sealion.events.general import UnitPlaced
from sealion_pbem.rulesets.sealion.options import with_options
from sealion_pbem.rulesets.sealion.rules.ch05_deploying import HAND, Deploy
from sealion_pbem.rulesets.sealion.rules.ch14_options.arrivals import Arrive
from sealion_pbem.rulesets.sealion.rules.ch14_options.placing import begin_british_setup
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023
from tests.sealion_table import SealionTable, table, without_rolls

FRENCH = ["fr_1_ff", "fr_2_ff", "fr_3_ff"]


def setting_up(how):
    """The British set-up with all counters in the box."""
    position = SealionTable(DELUXE_2023, DELUXE_2023.setup("invasion", {"free_french": how}))
    return position.at(stage="british set-up")


def test_14_4_fixed_they_are_set_up_with_the_rest():
    """They are in the hand, go to any land hex, and no die is rolled."""
    position = setting_up("set_up")
    assert position.begin(begin_british_setup) == []
    assert [position.where(name) for name in FRENCH] == [HAND] * 3
    assert position.codes(Deploy(dict(zip(FRENCH, ("4409", "6716", "2016"), strict=True)))) == []


def test_14_4_by_die_a_one_is_the_set_up_and_the_rest_a_turn():
    """1, 2 and 6: one division is set up, one arrives on turn 2, one on turn 6."""
    position = setting_up("by_die").dice(1, 2, 6)
    events = without_rolls(position.begin(begin_british_setup))
    assert events == [
        UnitPlaced("fr_2_ff", "Turn 2", "14.4"),
        UnitPlaced("fr_3_ff", "Turn 6", "14.4"),
    ]
    assert position.where("fr_1_ff") == HAND


def test_14_4_they_arrive_anywhere_on_the_north_edge():
    """In step 13 of their turn (A-129), by road hex or not, but not elsewhere."""
    position = table(options={"free_french": "by_die"}, turn=2, step=13, stage="land movement")
    position.place({"Turn 2": ["fr_2_ff"], "Turn 6": ["fr_3_ff"]})
    assert (position.decision.kind, position.decision.rule) == ("arrivals", "14.4")
    assert position.codes(Arrive("fr_2_ff", ("2016",))) == [("14.4", "wrong_entry")]
    assert position.codes(Arrive("fr_3_ff", ("4501",))) == [("14.4", "not_due")]
    position.order(Arrive("fr_2_ff", ("4501",)))
    assert position.where("fr_2_ff") == "4501"


def test_14_4_one_factory_fewer_is_needed():
    """14 instead of 15, both ways, unless the charter keeps the number (A-152)."""
    for how in ("set_up", "by_die"):
        assert with_options(DELUXE, {"free_french": how}).factories_to_win == 14
    kept = with_options(DELUXE, {"free_french": True, "adjust_victory": False})
    assert kept.factories_to_win == 15
