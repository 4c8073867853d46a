"""14.8  Bluecher, Luetzow and Karlsruhe join the German fleet."""

from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import Sail
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023
from tests.sealion_sea import sea

OPTIONS = {"additional_ships": True}
SHIPS = ("de_bluecher", "de_luetzow", "de_karlsruhe")


def test_14_8_they_begin_in_the_convoy_box():
    """With the rest of the fleet; there is nothing to choose."""
    state = DELUXE_2023.setup("invasion", OPTIONS)
    assert [state.units[name].place for name in SHIPS] == ["Convoy"] * 3
    assert len(state.table.counters) == len(DELUXE_2023.setup("invasion", {}).table.counters) + 3


def test_14_8_they_sail_and_fight_as_ships():
    """Out of the box into A, with the strength that is printed on them."""
    position = sea("sealion-deluxe", options=OPTIONS).place({"Convoy": SHIPS})
    assert position.codes(Sail(SHIPS, ("A",))) == []
    assert [position.state.strength_of(name) for name in SHIPS] == [4, 6, 3]
