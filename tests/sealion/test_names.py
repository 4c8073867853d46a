"""Names of units: each means one unit, in both editions and with every optional rule."""

from collections import Counter as Tally
from itertools import combinations

import pytest

from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.rulesets.sealion import data, picture
from sealion_pbem.rulesets.sealion.editions import DELUXE, MAGAZINE
from sealion_pbem.rulesets.sealion.naming import names_of
from sealion_pbem.rulesets.sealion.options import OPTIONS, every_counter
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from tests.sealion_sea import at_sea
from tests.sealion_table import EDITIONS, both_editions

PRINTED = {edition.printing: edition for edition in (MAGAZINE, DELUXE)}
PACKS = pytest.mark.parametrize("pack", data.PRINTINGS)


@PACKS
def test_no_two_counters_of_a_pack_are_called_alike(pack):
    """1.3  From a name follows the id, whatever options bring to the table."""
    names = Tally(counter.name for counter in every_counter(PRINTED[pack]).values())
    assert [name for name, count in names.items() if count > 1] == []


@PACKS
def test_what_is_printed_once_is_the_name(pack):
    """Nothing is added where nothing has to be told apart."""
    counters = data.counters(data.compiled(f"counters_{pack}"))
    assert counters["uk_hood"].name == "Hood"
    assert counters["de_1st_fj"].name == "1st FJ"
    assert counters["de_transport_03"].name == "Transports 3"
    assert counters["uk_ftr_11_group_b"].name == "11 Group b"


@PACKS
@pytest.mark.parametrize(
    ("unit", "name"),
    [
        ("de_mine_5", "German mine 5"),
        ("uk_mine_a", "British mine A"),
        ("uk_mine_thames_estuary", "British mine Thames Estuary"),
        ("de_17_inf_ech1", "17 Inf Ech 1"),
        ("de_17_inf_ech2", "17 Inf Ech 2"),
        ("de_45_inf", "German 45 Inf"),
        ("uk_45_inf", "British 45 Inf"),
        ("uk_1_arm_xx", "1 Arm XX"),
        ("uk_1_arm_x", "1 Arm X"),
    ],
)
def test_what_is_printed_alike_is_told_apart(pack, unit, name):
    """Mines by number or sea space, brigades by echelon, others by side or size."""
    assert data.counters(data.compiled(f"counters_{pack}"))[unit].name == name


def test_14_7_mines_keep_their_numbers_when_others_are_exchanged():
    """14.7, A-135  Six mines are magnetic, and the one that is left is still number 7."""
    state = EDITIONS["sealion-deluxe"].setup("invasion", {"magnetic_mines": True})
    names = names_of(state.table)
    assert names["de_mine_7"] == "German mine 7"
    assert names["de_magmine_3"] == "German magnetic mine 3"


@pytest.mark.parametrize("numbers", [1, 2, len(OPTIONS)])
def test_14_0_options_change_no_name(numbers):
    """Dice labels and reports of all games with a pack call a unit the same."""
    ruleset = EDITIONS["sealion-deluxe"]
    known = {name: counter.name for name, counter in every_counter(DELUXE).items()}
    for chosen in combinations(OPTIONS, numbers):
        names = names_of(ruleset.setup("invasion", dict.fromkeys(chosen, True)).table)
        assert names.items() <= known.items()


@PACKS
def test_counters_on_the_map_can_be_told_apart(pack):
    """The label of a counter with its side, symbol and size is that of one unit."""
    seen = Tally(
        (piece.seat, piece.symbol, piece.size, piece.label)
        for counter in every_counter(PRINTED[pack]).values()
        for piece in [picture.piece(counter, is_reduced=False)]
    )
    assert [face for face, count in seen.items() if count > 1] == []


@PACKS
def test_labels_fit_on_their_counters(pack):
    """A label that was shortened is no longer than a counter has room for in small print."""
    labels = {
        picture.piece(c, is_reduced=False).label for c in every_counter(PRINTED[pack]).values()
    }
    assert max(map(len, labels)) <= len("Bt Grosser Kurfuerst")
    assert {"Mine 5", "Mine A", "Mine Est", "17 Inf E1", "Trans 1", "Trans Air 1"} <= labels


@both_editions
def test_dice_labels_say_which_mine_is_meant(edition):
    """8.4, 8.6  Two sweepers at two mines: four labels, and every one names its mine."""
    position = at_sea(
        edition, ["de_minesweeper_1", "de_minesweeper_2", "uk_mine_b", "uk_mine_c"], seat="german"
    )
    pairs = (("de_minesweeper_1", "uk_mine_b"), ("de_minesweeper_2", "uk_mine_c"))
    events = position.dice(6, 1, 6, 1).order(Engage("C", pairs))
    purposes = [e.label.rpartition("/")[2] for e in events if isinstance(e, DiceRolled)]
    assert purposes[:4] == [
        "C: M-Flotilla 1 fires at British mine B",
        "C: British mine B answers M-Flotilla 1",
        "C: M-Flotilla 2 fires at British mine C",
        "C: British mine C answers M-Flotilla 2",
    ]
