"""Choices of parachutists who are in the air: all at once, also over the sea's edge and beside enemies."""

from typing import Any

import pytest

from sealion_pbem.engine.choices import menu
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.naming import unit_choice
from sealion_pbem.rulesets.sealion.rules import ch11_airborne
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import TouchDown
from sealion_pbem.rulesets.sealion.state import State
from tests.choices import Chance, closure, is_legal, mutation_faults, walk_faults
from tests.planting import plant
from tests.sealion_table import both_editions, table

pytestmark = pytest.mark.fuzz

JUMPERS = {"de_1st_fj": "de_airtransport_1", "de_2nd_fj": "de_airtransport_2"}
DOWN, IN_FRANCE, GLIDES = "de_3rd_fj", "de_sturm", "de_47_airlanding"


def forged(edition: str) -> Game[State]:
    """Return two regiments in the air, one down, one in France, one over a hex in a glider."""
    position = table(edition, step=6, stage="airborne landings")
    position.place(
        {
            "5016": ["de_airtransport_1"],
            "6716": ["de_airtransport_2"],
            "5116": ["uk_1_inf"],
            "5013": [DOWN],
            "5313": ["de_glider_1"],
            "France": [IN_FRANCE],
        },
        aboard={**JUMPERS, GLIDES: "de_glider_1"},
    )
    return begin(find(edition), "forged", position.state)


def offered(edition: str, **partial: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for choice in menu(find(edition), forged(edition), {"kind": "touch_down", **partial}).choices():
        found.setdefault(choice.member, []).append(choice)
    return found


@both_editions
def test_11_6_menus_lead_to_every_jump(edition):
    """Of all units in either way exactly those that are legal are composed."""
    ruleset, game = find(edition), forged(edition)
    everybody = [TouchDown(n, spared) for n in game.state.units for spared in (True, False)]
    legal = {order for order in everybody if is_legal(ruleset, game, order)}

    assert closure(ruleset, game, {"kind": "touch_down"}) == legal
    assert {order.unit for order in legal} == {*JUMPERS}


@both_editions
def test_11_6_whatever_is_offered_leads_on(edition):
    """Sound, no dead end; mutants of what is offered are composed where they are legal."""
    ruleset, game, chance = find(edition), forged(edition), Chance("jump")
    for _ in range(8):
        assert [*walk_faults(ruleset, game, chance)] == []
    assert [*mutation_faults(ruleset, game, ruleset.offers(game.state), chance, 20)] == []


@both_editions
def test_11_6_the_members_come_in_either_order(edition):
    """First who, or first how."""
    assert {*offered(edition)} == {"unit", "spare_transport"}
    assert {*offered(edition, spare_transport=False)} == {"unit"}
    assert {*offered(edition, unit="de_1st_fj")} == {"spare_transport"}


@both_editions
def test_11_7_who_drifts_is_told_which_rolls_are_deadly(edition):
    """Beside 5016 stands the enemy: one roll of six kills, and none if the transport is lost."""
    drift, exact = offered(edition, unit="de_1st_fj")["spare_transport"]
    (deadly,) = [
        roll
        for roll in range(1, 7)
        if ch11_airborne.drift_hex(forged(edition).state, "5016", roll) == "5116"
    ]

    assert (drift.value, drift.notes) == (True, (f"lost if it drifts with {deadly} (11.7)",))
    assert (exact.value, exact.notes) == (False, ())


@both_editions
@pytest.mark.parametrize(
    ("carrier", "fault"), [("glider", "offered, then refused"), ("", "a dead end")]
)
def test_11_6_a_menu_of_others_is_found_out(edition, carrier, fault, monkeypatch):
    """The planted error: those in gliders are offered, or nobody."""
    ruleset, game = find(edition), forged(edition)

    def wrong(state, draft):
        names = ch11_airborne.airlifted(state, carrier) if "unit" not in draft else ()
        return [unit_choice(state, "unit", name, "11.6") for name in names]

    plant(monkeypatch, ruleset, "touch_down", "unit", domain=wrong)

    found = [f for again in range(8) for f in walk_faults(ruleset, game, Chance(again))]
    assert any(fault in each for each in found)
