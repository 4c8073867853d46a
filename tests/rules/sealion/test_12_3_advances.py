"""12.3  The advance after a victory: who, where, and what is refused."""

import pytest

from sealion_pbem.rulesets.sealion.events.combat import CombatEnded, UnitsAdvanced
from sealion_pbem.rulesets.sealion.events.general import HexOccupied, UnitEliminated
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat import begin_land_combat
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.advances import Advance
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack
from tests.sealion_table import SealionTable, both_editions, table

HEX, ORIGIN = "2918", "2819"


def victory(
    edition: str, attackers, where=None, place: str = HEX, origin: str = ORIGIN
) -> SealionTable:
    """The Commandos are swept away; the German attackers may go on."""
    position = table(edition, step=6, stage="land combat").place({place: [*attackers, "uk_cdo"]})
    position.place(where or {})
    position.at(came_from=dict.fromkeys(attackers, (origin, place)), landed=frozenset(attackers))
    position.begin(begin_land_combat)
    position.dice(6)
    events = give(position, Attack(place, brandenburgers=True))
    assert HexOccupied(place, attackers[0]) in events
    return position


def give(position: SealionTable, order):
    assert not position.refusals(order)
    return position.begin(lambda play: position.ruleset.obey(play, order))


@both_editions
def test_12_3_the_victor_may_advance_one_hex(edition):
    """12.3  Regardless of zones of control; the new hex is occupied, the combat over."""
    position = victory(edition, ["de_12_inf", "de_rkt"], {"3017": ["uk_1_inf"]})
    assert (position.decision.kind, position.decision.timing) == ("advance", "after dice")

    events = give(position, Advance(("de_12_inf",), "3018"))

    assert events == [UnitsAdvanced(("de_12_inf",), "3018"), CombatEnded(HEX)]
    assert position.where("de_rkt") == HEX
    assert position.state.holds(position.state.ever_german, "3018")


@both_editions
def test_12_3_victors_may_go_different_ways(edition):
    """12.3, A-161  Any adjacent hex is open to each attacker: one for the division, one for the rockets."""
    position = victory(edition, ["de_12_inf", "de_rkt"])

    events = give(position, Advance(("de_12_inf",), "3018", (("de_rkt", "2917"),)))

    assert events == [
        UnitsAdvanced(("de_12_inf",), "3018"),
        UnitsAdvanced(("de_rkt",), "2917"),
        CombatEnded(HEX),
    ]
    assert (position.where("de_12_inf"), position.where("de_rkt")) == ("3018", "2917")


@both_editions
@pytest.mark.parametrize(
    ("others", "codes"),
    [
        ((("de_rkt",),), [("12.3", "no_pair")]),
        ((("nobody", "3018"),), [("1.3", "unknown_unit")]),
        ((("de_rkt", "A"),), [("12.3", "not_adjacent")]),
        ((("de_12_inf", "2917"),), [("12.3", "named_twice")]),
        ((("de_rkt", "3018"),), []),
    ],
    ids=str,
)
def test_12_3_different_ways_are_refused(edition, others, codes):
    """12.3  A pair is a unit that attacked and a hex that is open; nobody goes twice."""
    position = victory(edition, ["de_12_inf", "de_rkt"])

    assert position.codes(Advance(("de_12_inf",), "3018", others)) == codes


@both_editions
def test_12_3_who_names_no_hex_is_told_which_are_open(edition):
    """12.3  Units without a hex go nowhere; the refusal says so and where they can go."""
    (violation,) = victory(edition, ["de_12_inf"]).refusals(Advance(("de_12_inf",)))

    assert (violation.code, violation.at) == ("no_hex", "/hex")
    assert violation.text.startswith("no hex is named for the advance; open to 12 Inf")


@both_editions
def test_12_3_the_victor_may_stay(edition):
    """12.3  An empty advance ends the combat."""
    position = victory(edition, ["de_12_inf", "de_rkt"])

    assert give(position, Advance(())) == [CombatEnded(HEX)]


@both_editions
@pytest.mark.parametrize(
    ("order", "codes"),
    [
        (Advance(("de_12_inf",), "3017"), [("12.3", "not_adjacent")]),
        (Advance(("de_12_inf",), "A"), [("12.3", "not_adjacent")]),
        (Advance(("de_12_inf",), "2917"), [("12.3", "enemy_there")]),
        (Advance(("de_12_inf",), "3019"), [("6.3", "overstacked")]),
        (Advance(("uk_1_inf",), "3018"), [("12.3", "no_attacker")]),
        (Advance(("de_14_inf",), "3018"), [("12.3", "no_attacker")]),
        (Advance(("de_rkt", "de_rkt"), "3018"), [("12.3", "named_twice")]),
        (Advance(("nobody",), "3018"), [("1.3", "unknown_unit")]),
        (Advance((), "nowhere"), []),
    ],
    ids=str,
)
def test_12_3_advances_are_refused(edition, order, codes):
    """12.3, A-114  One adjacent hex, no enemy in it, no overstacking, only attackers."""
    where = {"2917": ["uk_1_inf"], "3019": ["de_14_inf"]}
    position = victory(edition, ["de_12_inf", "de_rkt"], where)

    assert position.codes(order) == codes


@both_editions
def test_12_3_terrain_stops_an_advance(edition):
    """A-114  Leg units may enter the marsh 3721, vehicles may not."""
    position = victory(edition, ["de_12_inf", "de_rkt"], place="3722", origin="3723")

    refused = position.codes(Advance(("de_12_inf", "de_rkt"), "3721"))
    assert refused == [("11.2", "prohibited_terrain")]
    assert position.codes(Advance(("de_12_inf",), "3721")) == []


@both_editions
def test_12_3_offers_and_policies_of_an_advance(edition):
    """12.3  Offers are legal; the default stays; "prizes" takes a factory hex next door."""
    position = victory(edition, ["de_12_inf", "de_rkt"])
    offers = list(position.ruleset.offers(position.state))
    assert all(not position.refusals(order) for order in offers)
    assert position.ruleset.answer(position.state, "default") == Advance(())
    assert position.ruleset.answer(position.state, "prizes") == Advance(())

    prize = victory(edition, ["de_12_inf"], place="5503", origin="5504")
    assert prize.ruleset.answer(prize.state, "prizes") == Advance(("de_12_inf",), "5403")


@both_editions
def test_12_3_a_british_advance_takes_supply_transports(edition):
    """13.2, A-90  British victors who advance onto an airbase destroy the transports there."""
    position = table(edition, step=13, stage="land combat").german_hexes("4915", "4914")
    position.place(
        {"4914": ["uk_1_inf", "uk_1_arm_x", "de_flak_i-26"], "4915": ["de_airtransport_1"]}
    )
    position.at(came_from=dict.fromkeys(("uk_1_inf", "uk_1_arm_x"), ("4913", "4914")))
    position.begin(begin_land_combat)
    position.dice(6)

    give(position, Attack("4914"))
    events = give(position, Advance(("uk_1_inf",), "4915"))

    assert UnitEliminated("de_airtransport_1", "13.2") in events
    assert not position.state.holds(position.state.last_german, "4915")
