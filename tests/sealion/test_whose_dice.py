"""Whose dice fell: each die of a fight has an owner, and luck is counted for those who play."""

import pytest

from sealion_pbem.umpire.history import chronicle
from sealion_pbem.umpire.log import Log
from tests.histories import sealion_files


@pytest.mark.parametrize("ruleset", ["sealion-deluxe", "sealion-2016"])
def test_dice_belong_to_somebody_and_cost_what_they_can(ruleset):
    """In a game: nobody loses less than nothing, and each die of a fight has an owner."""
    subject, passages = chronicle(Log(sealion_files(ruleset, 30)))
    owned = 0
    for passage in passages:
        for _, luck in passage.luck:
            assert luck.seat in subject.players
            assert luck.expected >= 0
            assert luck.lost >= 0
        for told in passage.told:
            if told.roll and told.roll.owners:
                owned += 1
                assert len(told.roll.owners) == len(told.roll.values)
                assert set(told.roll.owners) <= set(subject.players)
    assert owned
