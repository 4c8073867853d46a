"""7.0, 6.1  Naval movement: from space to space, with stops, drop-off and ports."""

import pytest

from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from sealion_pbem.rulesets.sealion.events.naval import ShipsMoored
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.mines import LayMine
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import Sail, courses
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sorties import Recall, Sortie
from sealion_pbem.rulesets.sealion.sequence import Done
from tests.sealion_sea import codes_at, obey, sea
from tests.sealion_table import both_editions

DELUXE, MAGAZINE = "sealion-deluxe", "sealion-2016"
HIPPER, EMDEN = "de_adm_hipper", "de_emden"


@both_editions
def test_7_0_ships_sail_any_distance_through_free_water(edition):
    """With no enemy about, two ships go from the Convoy box through all sectors to G in one step."""
    position = sea(edition).place({"Convoy": [HIPPER, EMDEN]})
    path = ("B", "C", "D", "E", "F", "G")
    assert obey(position, Sail((HIPPER, EMDEN), path)) == [UnitsMoved((HIPPER, EMDEN), path)]
    assert position.where(HIPPER) == position.where(EMDEN) == "G"


@both_editions
@pytest.mark.parametrize(
    ("foe", "rule"),
    [("uk_mine_b", "7.0"), ("uk_nelson", "7.0"), ("uk_winnie", "7.3"), ("uk_submarines_1", "7.0")],
)
def test_7_0_any_enemy_naval_unit_stops_a_ship(edition, foe, rule):
    """A mine, a battleship, a battery (7.3) or a submarine in B: the cruiser goes no further than B."""
    position = sea(edition).place({"Convoy": [HIPPER], "B": [foe]})
    assert codes_at(position, Sail((HIPPER,), ("B", "C"))) == [(rule, "must_stop", "/path/1")]
    assert not position.refusals(Sail((HIPPER,), ("B",)))
    assert list(courses(position.state, (HIPPER,))) == ["A", "B", "Thames Estuary"]


@both_editions
def test_8_3_swimming_units_stop_ships_too(edition):
    """The Marine in C counts as a naval unit: a flotilla that comes from D must stop there."""
    position = sea(edition, "british").place({"D": ["uk_flot_1"], "C": ["de_marine"]})
    assert codes_at(position, Sail(("uk_flot_1",), ("C", "B"))) == [("7.0", "must_stop", "/path/1")]


@both_editions
def test_7_0_a_coupled_mine_and_aircraft_stop_nobody(edition):
    """Aircraft over B are no naval units; a free way stays free."""
    position = sea(edition).place({"Convoy": [HIPPER], "B": ["uk_furious_group"]})
    assert not position.refusals(Sail((HIPPER,), ("B", "C")))


@both_editions
def test_7_0_a_space_shared_with_enemies_may_be_left(edition):
    """The cruiser begins in B beside a battleship and sails on to C and D; only entering stops it."""
    position = sea(edition).place({"B": [HIPPER, "uk_nelson"]})
    assert not position.refusals(Sail((HIPPER,), ("C", "D")))
    assert "closed" not in courses(position.state, (HIPPER,))


@both_editions
def test_7_0_drop_off_is_a_nearer_goal_and_ends_the_move(edition):
    """Two of a squadron are left in B, the third goes on to D; none of them sails again in the step."""
    position = sea(edition).place({"Convoy": [HIPPER, EMDEN, "de_koeln"]})
    obey(position, Sail((HIPPER, EMDEN), ("B",)))
    obey(position, Sail(("de_koeln",), ("B", "C", "D")))
    for name in (HIPPER, "de_koeln"):
        assert codes_at(position, Sail((name,), ("C",))) == [("7.0", "moved_already", "/units/0")]


@both_editions
def test_7_0_a_ship_back_in_its_box_stays_for_the_game_turn(edition):
    """The cruiser comes home by day; at night it may not leave (A-53), in the next turn it may."""
    position = sea(edition).place({"A": [HIPPER]})
    assert obey(position, Sail((HIPPER,), ("Convoy",))) == [
        UnitsMoved((HIPPER,), ("Convoy",)),
        ShipsMoored((HIPPER,)),
    ]
    position.at(step=7, stage="night movement", came_from={})
    position.place({"A": [EMDEN]})
    assert codes_at(position, Sail((HIPPER,), ("A",))) == [("7.0", "in_port", "/units/0")]
    position.at(turn=2, step=2, stage="naval movement", home=frozenset())
    assert not position.refusals(Sail((HIPPER,), ("A",)))


@both_editions
def test_7_0_nobody_sails_through_a_box(edition):
    """Entering the box ends the move: A, Convoy, B is no way."""
    position = sea(edition).place({"A": [HIPPER]})
    assert codes_at(position, Sail((HIPPER,), ("Convoy", "B"))) == [
        ("7.0", "port_ends_move", "/path/1")
    ]


@both_editions
@pytest.mark.parametrize(
    ("seat", "ship", "start", "box"),
    [
        ("german", HIPPER, "G", "West"),
        ("german", HIPPER, "Thames Estuary", "East"),
        ("german", HIPPER, "A", "France"),
        ("british", "uk_hood", "A", "Convoy"),
        ("british", "uk_hood", "G", "Britain"),
    ],
)
def test_6_1_nobody_enters_an_enemy_box_or_an_airbase_box(edition, seat, ship, start, box):
    """Ships never enter the boxes of the other side, nor those of the air forces."""
    position = sea(edition, seat).place({start: [ship]})
    assert codes_at(position, Sail((ship,), (box,))) == [("7.0", "closed_box", "/path/0")]


@both_editions
def test_7_0_no_space_is_skipped(edition):
    """A to C, A to a hex, the box to C, and a name that is no place: none of them adjoin."""
    position = sea(edition).place({"A": [HIPPER], "Convoy": [EMDEN]})
    for ship, there in ((HIPPER, "C"), (HIPPER, "6716"), (EMDEN, "C"), (HIPPER, "Narnia")):
        assert codes_at(position, Sail((ship,), (there,))) == [("7.0", "not_adjacent", "/path/0")]
    [refusal] = position.refusals(Sail((HIPPER,), ("C",)))
    assert "Thames Estuary, B, Convoy" in refusal.text


@pytest.mark.parametrize(
    ("edition", "west", "east"),
    [
        (MAGAZINE, {"G"}, {"Thames Estuary"}),
        (DELUXE, {"G", "Thames Estuary"}, {"G", "Thames Estuary"}),
    ],
)
def test_7_0_which_spaces_the_royal_navy_boxes_adjoin(edition, west, east):
    """2016: West touches G, East the Estuary; Deluxe: both touch both (A-21)."""
    position = sea(edition, "british").place({"West": ["uk_hood"], "East": ["uk_nelson"]})
    for ship, near in (("uk_hood", west), ("uk_nelson", east)):
        one_step = {end for end, path in courses(position.state, (ship,)).items() if len(path) == 1}
        assert one_step == near
        for sector in {"G", "Thames Estuary"} - near:
            assert codes_at(position, Sail((ship,), (sector,))) == [
                ("7.0", "not_adjacent", "/path/0")
            ]


def test_7_0_the_boxes_are_a_charter_setting():
    """A-21: with the setting on, the 2016 boxes adjoin both spaces too."""
    position = sea(MAGAZINE, "british", options={"royal_navy_boxes_adjoin_both": True})
    position.place({"West": ["uk_hood"]})
    assert not position.refusals(Sail(("uk_hood",), ("Thames Estuary",)))


@both_editions
def test_6_1_any_number_of_ships_stack(edition):
    """Every German warship goes into B together; nothing limits them, in rain neither."""
    position = sea(edition, weather="rain")
    ships = [
        name
        for name, counter in position.state.table.counters.items()
        if counter.seat == "german" and counter.arm == "naval" and counter.type not in
        ("mine", "coastal_battery")
    ]  # fmt: skip
    position.place({"Convoy": ships})
    obey(position, Sail(tuple(ships), ("B",)))
    assert len(position.state.at["B"]) == len(ships)


@both_editions
def test_7_0_night_movement_is_like_day_movement_but_for_batteries(edition):
    """At night a battery in B stops nobody; the mine in C still does (9.2)."""
    position = sea(edition, night=True).place(
        {"Convoy": [HIPPER], "B": ["uk_winnie"], "C": ["uk_mine_c"]}
    )
    assert not position.refusals(Sail((HIPPER,), ("B", "C")))
    assert codes_at(position, Sail((HIPPER,), ("B", "C", "D"))) == [("7.0", "must_stop", "/path/2")]


@both_editions
def test_7_0_swimming_units_sail_by_themselves(edition):
    """Marine and PzAbt go from the box as ships do, are stopped as ships are, and may turn back (A-51)."""
    position = sea(edition).place({"Convoy": ["de_marine", "de_pzabt_ua"], "B": ["uk_mine_b"]})
    obey(position, Sail(("de_marine", "de_pzabt_ua"), ("B",)))
    position.at(came_from={})
    assert not position.refusals(Sail(("de_marine",), ("Convoy",)))


@both_editions
@pytest.mark.parametrize(
    ("name", "where", "rule", "code"),
    [
        ("uk_hood", "West", "7.0", "not_yours"),
        ("de_koeln", "Out", "1.5", "out_of_game"),
        ("de_mine_5", "Convoy", "8.6", "mine_stays"),
        ("de_mine_1", "D", "8.6", "mine_stays"),
        ("de_bty_siegfried", "Convoy", "7.3", "battery_stays"),
        ("de_17_inf_ech1", "Convoy", "7.0", "no_ship"),
        ("de_marine", "6716", "7.0", "not_at_sea"),
    ],
)
def test_7_0_who_does_not_sail(edition, name, where, rule, code):
    """Enemies, sunk ships, mines, batteries, land units without a ship, swimmers ashore."""
    position = sea(edition).place({"Convoy": [HIPPER]})
    if where != "Out":
        position.place({where: [name]})
    assert codes_at(position, Sail((name,), ("B",))) == [(rule, code, "/units/0")]


@both_editions
def test_7_4_cargo_goes_with_its_transport(edition):
    """A unit aboard is not ordered itself; it arrives where its transport arrives."""
    position = sea(edition).place(
        {"Convoy": ["de_transport_01"]}, aboard={"de_17_inf_ech1": "de_transport_01"}
    )
    order = Sail(("de_17_inf_ech1",), ("B",))
    assert codes_at(position, order) == [("7.4", "is_aboard", "/units/0")]
    obey(position, Sail(("de_transport_01",), ("B",)))
    assert position.where("de_17_inf_ech1") == "B"


@both_editions
def test_7_4_a_transport_that_landed_troops_stays_for_the_game_turn(edition):
    """It lies in B at night after a landing by day: it sails in the next game turn."""
    position = sea(edition, night=True).place({"B": ["de_transport_01", EMDEN]})
    position.at(home=frozenset({"de_transport_01"}))
    order = Sail(("de_transport_01",), ("Convoy",))
    assert codes_at(position, order) == [("7.4", "has_landed", "/units/0")]


@both_editions
def test_7_0_orders_that_make_no_sense(edition):
    """No unit, no path, a unit twice, units in two places, a unit nobody knows."""
    position = sea(edition).place({"A": [HIPPER], "B": [EMDEN]})
    assert codes_at(position, Sail((), ("A",))) == [("7.0", "no_units", "/units")]
    assert codes_at(position, Sail((HIPPER,), ())) == [("7.0", "no_path", "/path")]
    assert codes_at(position, Sail((HIPPER, HIPPER), ("B",))) == [
        ("7.0", "named_twice", "/units/1")
    ]
    assert codes_at(position, Sail((HIPPER, EMDEN), ("C",))) == [
        ("7.0", "not_together", "/units/1")
    ]
    assert codes_at(position, Sail(("bismarck",), ("C",))) == [("1.3", "unknown_unit", "/units/0")]


@both_editions
def test_7_0_who_has_nothing_to_move_is_not_asked(edition):
    """Mines alone do not move; a ship does; after done nobody is asked."""
    position = sea(edition).place({"D": ["de_mine_1"]})
    assert position.decision is None
    position = position.place({"Convoy": [HIPPER]})
    assert position.decision.kind == "naval_movement"
    assert position.decision.seat == "german"
    obey(position, Done())
    assert position.decision is None


@both_editions
def test_7_0_the_player_ends_his_step_himself(edition):
    """When the last ship has sailed he is still asked, so that his "done" ends this stage and no other."""
    position = sea(edition).place({"Convoy": [HIPPER]})
    obey(position, Sail((HIPPER,), ("A",)))
    assert list(position.ruleset.offers(position.state)) == [Done()]
    assert obey(position, Done())


@both_editions
def test_7_0_offers_are_legal_and_different(edition):
    """Everything offered passes the check, nothing twice, and the end of the step is among it."""
    position = sea(edition).place(
        {
            "Convoy": ["de_transport_01", "de_transport_02", "de_17_inf_ech1", "de_sub_1", "de_mine_5",
                       "de_bty_siegfried", "de_marine", HIPPER],
            "B": ["de_bty_prinz_heinrich", "uk_mine_b"], "C": ["de_sub_2"], "France": ["de_sturm"],
        },
        aboard={"de_mine_6": "de_sub_2", "de_35_inf_ech1": "de_transport_02"},
    )  # fmt: skip
    offers = list(position.ruleset.offers(position.state))
    assert [order for order in offers if position.refusals(order)] == []
    assert len(offers) == len(set(offers))
    assert {order.kind for order in offers} == position.decision.accepts


@both_editions
def test_7_0_policies(edition):
    """By default ships stay; `withdraw` brings home what can get there, squadron by squadron."""
    position = sea(edition).place({"B": [HIPPER], "D": [EMDEN], "C": ["uk_hood"]})
    assert position.ruleset.answer(position.state, "default") == Done()
    assert position.ruleset.answer(position.state, "withdraw") == Sail((HIPPER,), ("Convoy",))
    obey(position, Sail((HIPPER,), ("Convoy",)))
    assert position.ruleset.answer(position.state, "withdraw") == Done()
    facts = position.ruleset.facts(position.state)
    assert (facts["ships_at_sea"], facts["ships_in_port"]) == (1, 1)


def test_the_chain_of_sea_spaces_is_the_maps():
    """Each of the eight sea spaces adjoins the next, from the Estuary to G."""
    assert SECTORS[0] == "Thames Estuary"
    assert "".join(SECTORS[1:]) == "ABCDEFG"


@both_editions
def test_7_0_what_happens_is_told(edition):
    """Each event of the chapter has a sentence that names the units."""
    position = sea(edition).place(
        {"A": [HIPPER, "de_bty_oldenburg"], "C": ["de_sub_1"], "Convoy": ["de_bty_siegfried"]},
        aboard={"de_mine_5": "de_sub_1"},
    )
    orders = (
        Sail((HIPPER,), ("Convoy",)),
        LayMine("de_sub_1"),
        Sortie("de_bty_siegfried", "B"),
        Recall("de_bty_oldenburg"),
    )
    told = [position.ruleset.tell(event) for order in orders for event in obey(position, order)]
    assert told[1:] == [
        "de_adm_hipper: no more sailing in this game turn",
        "de_sub_1 lays de_mine_5 in C",
        "de_bty_siegfried aims at sector B",
        "de_bty_oldenburg is recalled to the box Convoy",
    ]


@both_editions
def test_7_0_the_british_are_not_told_of_orders_that_only_the_german_has(edition):
    """7.2, 7.9  Troops, mines under submarines and airborne regiments are the German's alone."""
    position = sea(edition, "british").place({"East": ["uk_hood"]})
    assert position.decision.accepts == {"done", "sail", "sortie", "recall"}
