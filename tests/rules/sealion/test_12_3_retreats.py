"""12.3  Retreats: where attackers and defenders go, who is in the way, what is refused."""

import pytest

from sealion_pbem.rulesets.sealion.events.combat import UnitsRetreated
from sealion_pbem.rulesets.sealion.events.general import HexOccupied, UnitEliminated
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat import begin_land_combat
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.results import Retreat
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.retreats import forced_moves, ways_back
from tests.sealion_table import SealionTable, both_editions, table

HEX, ORIGIN = "2918", "2819"
RING = ("2917", "3018", "3019", "2919", "2819", "2818")
GO_BACK, GIVE_WAY = 1, 5
"""Rolls in column 3: all attackers reduced and back, all defenders reduced and back."""


def battle(
    edition: str, attackers, defenders, where=None, *, step: int = 6, **facts
) -> SealionTable:
    position = table(edition, step=step, stage="land combat", **facts)
    position.place({HEX: [*attackers, *defenders]}).place(where or {})
    position.at(came_from=dict.fromkeys(attackers, (ORIGIN, HEX)))
    germans = [n for n in (*attackers, *defenders) if position.state.counter(n).seat == "german"]
    position.at(landed=frozenset(germans))
    position.begin(begin_land_combat)
    return position


def give(position: SealionTable, *orders):
    events = []
    for order in orders:
        assert not position.refusals(order)
        events += position.begin(lambda play, order=order: position.ruleset.obey(play, order))
    return events


def ends(position: SealionTable, name: str) -> set[str]:
    return {path[-1] for path in ways_back(position.state, HEX, name)}


@both_editions
def test_12_3_attackers_go_back_to_the_hex_they_came_from(edition):
    """12.3, A-112  Each to its own hex, whatever the zone of control of the defenders."""
    position = battle(edition, ["de_12_inf", "de_rkt"], ["uk_1_inf"])
    position.at(came_from={"de_12_inf": ("2720", ORIGIN, HEX), "de_rkt": ("3019", HEX)}).dice(
        GO_BACK
    )

    events = give(position, Attack(HEX))

    assert UnitsRetreated(("de_12_inf",), (ORIGIN,)) in events
    assert UnitsRetreated(("de_rkt",), ("3019",)) in events


@both_editions
def test_12_3_landed_attackers_cannot_retreat(edition):
    """A-46  One came by land and goes back, one from the sea and is lost."""
    position = table(edition, step=6, stage="land combat")
    position.place({"6221": ["de_12_inf", "de_rkt", "uk_1_inf"]})
    position.at(came_from={"de_12_inf": ("6120", "6221"), "de_rkt": ("A", "6221")})

    assert ways_back(position.state, "6221", "de_12_inf") == [("6120",)]
    assert ways_back(position.state, "6221", "de_rkt") == []


@both_editions
def test_12_3_an_enemy_zone_of_control_closes_the_way_back(edition):
    """12.3  Another British division next to the origin: eliminated, unless a friend holds the hex."""
    position = battle(edition, ["de_12_inf"], ["uk_46_inf"], {"2820": ["uk_1_inf"]})
    assert ways_back(position.state, HEX, "de_12_inf") == []

    position.place({ORIGIN: ["de_lah"]})
    assert ways_back(position.state, HEX, "de_12_inf") == [(ORIGIN,)]


@both_editions
def test_12_3_attackers_without_a_way_are_eliminated(edition):
    """12.3  All attackers must retreat into a zone of control: they are gone."""
    position = battle(edition, ["de_12_inf"], ["uk_46_inf"], {"2820": ["uk_1_inf"]}).dice(GO_BACK)

    assert UnitEliminated("de_12_inf", "12.3") in give(position, Attack(HEX))


@both_editions
def test_12_3_defenders_go_closer_to_a_source(edition):
    """12.3, A-113  With one source left in the north-west only the hexes towards it are open."""
    position = battle(edition, ["de_12_inf"], ["uk_46_inf"])
    board = position.state.table.board
    everything = board.area(n for n in board.numbers if n != "2001")
    position.at(ever_german=everything)

    assert ends(position, "uk_46_inf") == {"2917", "2818"}


@both_editions
def test_12_3_without_a_source_any_hex_will_do(edition):
    """A-113  No source is left to the British: all six hexes are open."""
    position = battle(edition, ["de_12_inf"], ["uk_46_inf"])
    position.at(ever_german=position.state.table.board.land)

    assert ends(position, "uk_46_inf") == set(RING)


@both_editions
def test_12_3_a_city_is_no_source_for_its_own_retreat(edition):
    """A-113  Out of a city a unit may go to any other source; by setting it may not go at all."""
    for options, is_open in (({}, True), ({"city_no_source_for_retreat": False}, False)):
        position = table(edition, step=6, stage="land combat", options=options)
        position.place({"2215": ["de_12_inf", "uk_46_inf"]}).at(
            came_from={"de_12_inf": ("2214", "2215")}
        )
        assert bool(ways_back(position.state, "2215", "uk_46_inf")) is is_open


@both_editions
def test_12_3_german_defenders_go_closer_to_their_beach(edition):
    """12.3, 13.2  A German unit inland of a supplied beach falls back towards it."""
    position = table(edition, step=13, stage="land combat").german_hexes("6220", "6119", "6118")
    position.place({"6118": ["de_12_inf", "uk_1_inf"], "A": ["de_transport_01"]})
    position.at(came_from={"uk_1_inf": ("6117", "6118")})

    found = {path[-1] for path in ways_back(position.state, "6118", "de_12_inf")}
    assert found == {"6219", "6119"}


@both_editions
def test_12_3_enemies_and_their_zones_close_hexes(edition):
    """12.3  A German battalion closes the hex it is in, a division the hexes around it too."""
    position = battle(
        edition, ["de_12_inf"], ["uk_46_inf"], {"2917": ["de_flak_ii-14"], "3020": ["de_14_inf"]}
    )

    assert ends(position, "uk_46_inf") == {"3018", "2819", "2818"}
    position.place({"3019": ["uk_cdo"]})
    assert ends(position, "uk_46_inf") == {"3018", "3019", "2819", "2818"}


@both_editions
def test_12_3_prohibited_hexsides_are_no_way(edition):
    """12.3  Nobody retreats over a prohibited side; vehicles not into marsh."""
    position = table(edition, step=6, stage="land combat").place(
        {"5806": ["uk_46_inf", "de_12_inf"]}
    )
    position.at(came_from={"de_12_inf": ("5805", "5806")})
    assert "5905" not in {path[-1] for path in ways_back(position.state, "5806", "uk_46_inf")}

    position.place({"3722": ["uk_1_arm_xx", "uk_46_inf", "de_14_inf"]})
    tank = {path[-1] for path in ways_back(position.state, "3722", "uk_1_arm_xx")}
    infantry = {path[-1] for path in ways_back(position.state, "3722", "uk_46_inf")}
    assert "3721" not in tank
    assert "3721" in infantry


@both_editions
def test_12_3_a_full_hex_is_passed_through(edition):
    """12.3, 6.3  A division stands in the only open hex: the retreat goes on, further away."""
    position = battle(edition, ["uk_46_inf"], ["de_12_inf"], {"2917": ["uk_1_inf"]}, step=13)
    position.at(came_from={"uk_46_inf": ("2917", HEX)})

    found = ways_back(position.state, HEX, "uk_46_inf")

    assert found == [("2917", "2916"), ("2917", "3017"), ("2917", "2817")]


@both_editions
def test_12_3_a_brigade_fits_where_a_division_does_not(edition):
    """6.3  Sizes do not limit each other."""
    position = battle(edition, ["uk_29_inf_x"], ["de_12_inf"], {ORIGIN: ["uk_1_inf"]}, step=13)

    assert ways_back(position.state, HEX, "uk_29_inf_x") == [(ORIGIN,)]


@both_editions
def test_12_3_who_goes_on_is_asked_when_there_is_room_for_one(edition):
    """12.3  Two brigades share an origin with room for one: the owner picks who goes on."""
    position = battle(
        edition, ["uk_29_inf_x", "nz_5_x"], ["de_12_inf"], {ORIGIN: ["uk_20_gds_x"]}, step=13
    )

    assert forced_moves(position.state, HEX, ["uk_29_inf_x", "nz_5_x"]) is None
    assert forced_moves(position.state, HEX, ["uk_29_inf_x"]) == [("uk_29_inf_x", ORIGIN)]


@both_editions
def test_12_3_the_owner_chooses_among_several_hexes(edition):
    """12.3  The British pick the hex; the attackers then hold the combat hex."""
    position = battle(edition, ["de_12_inf"], ["uk_42_inf"]).dice(GIVE_WAY)

    give(position, Attack(HEX))
    decision = position.decision
    events = give(position, Retreat((("uk_42_inf", "3018"),)))

    assert (decision.seat, decision.kind, decision.timing) == ("british", "retreat", "after dice")
    assert events[0] == UnitsRetreated(("uk_42_inf",), ("3018",))
    assert HexOccupied(HEX, "de_12_inf") in events
    assert position.state.holds(position.state.last_german, HEX)


@both_editions
def test_12_3_a_retreat_occupies(edition):
    """A-154  British units that fall back into a German hex own it again."""
    position = battle(edition, ["de_12_inf"], ["uk_42_inf"]).german_hexes("3018").dice(GIVE_WAY)

    give(position, Attack(HEX), Retreat((("uk_42_inf", "3018"),)))

    assert not position.state.holds(position.state.last_german, "3018")
    assert position.state.holds(position.state.ever_german, "3018")


@both_editions
def test_12_3_a_british_retreat_onto_an_airbase_takes_its_transports(edition):
    """13.2, A-90  A transport on air supply is lost when they fall back into its hex."""
    position = table(edition, step=6, stage="land combat").german_hexes("4915")
    position.place({"4914": ["de_12_inf", "uk_42_inf"], "4915": ["de_airtransport_1"]})
    position.at(came_from={"de_12_inf": ("4913", "4914")}, landed=frozenset({"de_12_inf"}))
    position.begin(begin_land_combat)
    # The Brandenburgers make up for the escarpment.
    position.dice(GIVE_WAY - 2)

    give(position, Attack("4914", brandenburgers=True))
    events = give(position, Retreat((("uk_42_inf", "4915"),)))

    assert UnitEliminated("de_airtransport_1", "13.2") in events


@both_editions
def test_12_3_churchill_retreats_with_the_others(edition):
    """A-16  He has one step: a reduction removes him; a retreat does not."""
    position = battle(edition, ["de_12_inf", "de_rkt"], ["uk_4_inf", "uk_churchill"]).at(
        churchill=""
    )
    position.dice(GIVE_WAY)

    events = give(position, Attack(HEX))

    assert UnitEliminated("uk_churchill", "12.3") in events


@both_editions
def test_12_3_railway_guns_retreat_along_roads(edition):
    """11.0, 12.3  The gun has only the hexes its road leads to."""
    position = table(edition, step=6, stage="land combat")
    position.place({"4414": ["de_12_inf", "uk_railway_guns"]}).at(
        came_from={"de_12_inf": ("4514", "4414")}
    )

    found = {path[-1] for path in ways_back(position.state, "4414", "uk_railway_guns")}
    assert found <= {"4413", "4415"}
    assert found


@pytest.mark.parametrize(
    ("edition", "is_open"), [("sealion-2016", True), ("sealion-deluxe", False)]
)
def test_12_3_railway_guns_retreat_along_friendly_roads(edition, is_open):
    """11.0, 12.3  The Deluxe guns have no way over a road hex that the German was the last to hold."""
    position = table(edition, step=6, stage="land combat")
    position.place({"4414": ["de_12_inf", "uk_railway_guns"]}).at(
        came_from={"de_12_inf": ("4514", "4414")}
    )
    position.german_hexes("4413", "4415")

    assert bool(ways_back(position.state, "4414", "uk_railway_guns")) is is_open


@both_editions
@pytest.mark.parametrize(
    ("moves", "codes"),
    [
        ((), ["must_retreat"]),
        ((("uk_42_inf", "3018"),), ["must_retreat"]),
        ((("uk_42_inf", "3018"), ("uk_29_inf_x",)), ["can_retreat"]),
        ((("uk_42_inf", "3118"), ("uk_29_inf_x", "3018")), ["not_adjacent"]),
        ((("uk_42_inf", "A"), ("uk_29_inf_x", "3018")), ["into_the_sea"]),
        ((("uk_42_inf", "3018", "3117"), ("uk_29_inf_x", "3018")), ["ends_sooner"]),
        ((("uk_42_inf", "3018"), ("uk_42_inf", "3018"), ("uk_29_inf_x", "3018")), ["named_twice"]),
        (
            (("uk_42_inf", "3018"), ("uk_29_inf_x", "3018"), ("de_12_inf", "3018")),
            ["not_retreating"],
        ),
        (((), ("uk_42_inf", "3018"), ("uk_29_inf_x", "3018")), ["not_retreating"]),
        ((("uk_42_inf", "3018"), ("uk_29_inf_x", "2917")), []),
    ],
    ids=str,
)
def test_12_3_retreats_are_refused(edition, moves, codes):
    """12.3  Every retreating unit is named once with a way that is open to it."""
    position = battle(edition, ["de_12_inf", "de_rkt"], ["uk_42_inf", "uk_29_inf_x"]).dice(GIVE_WAY)
    give(position, Attack(HEX))
    assert position.decision.kind == "retreat"

    assert position.codes(Retreat(moves)) == [("12.3", code) for code in codes]


@both_editions
def test_12_3_every_offered_retreat_is_legal(edition):
    """12.3  Offers pass the check, and the default is the first of them."""
    position = battle(edition, ["de_12_inf", "de_rkt"], ["uk_42_inf", "uk_29_inf_x"]).dice(GIVE_WAY)
    give(position, Attack(HEX))

    offers = list(position.ruleset.offers(position.state))

    assert len(offers) > 6
    assert all(not position.refusals(order) for order in offers)
    assert position.ruleset.answer(position.state, "default") == offers[0]
