"""What moves cost: points on land with the terrain that takes them, spaces at sea, room in the air."""

import re
from typing import Any

import pytest

from sealion_pbem.engine.dice import NoDice
from sealion_pbem.engine.game import begin
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.seal import Seal
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Seat
from sealion_pbem.report.story import told
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.board import ALL_POINTS, board
from sealion_pbem.rulesets.sealion.editions import DELUXE
from sealion_pbem.rulesets.sealion.events.air import AirborneLaunched, AirUnitsFlew
from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from sealion_pbem.rulesets.sealion.events.land import UnitLanded
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import Sail
from sealion_pbem.rulesets.sealion.rules.ch10_air.airlift import Airlift
from sealion_pbem.rulesets.sealion.rules.ch10_air.placement import Fly
from sealion_pbem.rulesets.sealion.rules.ch11_beach import cost_ashore
from sealion_pbem.rulesets.sealion.rules.ch11_landing import Debark, Land
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch11_walk import said_points
from sealion_pbem.rulesets.sealion.table import points_of
from sealion_pbem.rulesets.sealion.veil import Veil, Walker
from tests.patience import PATIENCE
from tests.sealion_sea import sea
from tests.sealion_table import EDITIONS, SealionTable, both_editions, table
from tests.table import play_once

FAR = {"2102": ["uk_1_inf"], "2104": ["de_58_inf"]}


def marching(edition: str, units: dict[str, list[str]], seat: str = "german") -> SealionTable:
    """Land movement of one side, with somebody of each who stays."""
    step = 6 if seat == "german" else 13
    return table(edition, turn=5, step=step, stage="land movement").place({**FAR, **units})


def costs(position: SealionTable, *orders: Any, dice: tuple[int, ...] = ()) -> list[str]:
    """What the moves among these orders cost, in words."""
    before = position.state.copy()
    events = position.dice(*dice).order(*orders)
    return list(position.ruleset.costs(before, events).values())


@both_editions
def test_11_2_a_leg_unit_pays_for_river_and_city(edition):
    """11.2  From 5107 into London at 5007 across the river: 1 for the river and 2 for the city."""
    position = marching(edition, {"5107": ["uk_44_inf"]}, "british")
    assert costs(position, March(("uk_44_inf",), ("5007",))) == [
        "3 of 4 points (11.2): 5007 3 (London 2 + river 1)"
    ]


@both_editions
def test_11_2_a_german_vehicle_pays_for_river_and_city(edition):
    """11.2  From 5009 to 4908: 2 for the river and 3 for London."""
    position = marching(edition, {"5009": ["de_7_pz"]})
    assert costs(position, March(("de_7_pz",), ("4908",))) == [
        "5 of 8 points (11.2): 4908 5 (London 3 + river 2)"
    ]


@both_editions
def test_11_1_the_44_division_spends_its_four_points(edition):
    """11.1  Into the city 5403 for 2, then 5303 for 2; every hex is named with its cost."""
    position = marching(edition, {"5503": ["uk_44_inf"]}, "british")
    assert costs(position, March(("uk_44_inf",), ("5403", "5303"))) == [
        "4 of 4 points (11.2): 5403 2 (city), 5303 2 (clear 1 + river 1)"
    ]


@both_editions
def test_11_2_roads_cost_half_a_point(edition):
    """11.2  A road hex costs ½, and what lies on the hexside is paid none the less."""
    position = marching(edition, {"5512": ["de_12_inf", "de_7_pz"]})
    assert costs(position, March(("de_7_pz",), ("5511", "5510"))) == [
        "3½ of 8 points (11.2): 5511 ½ (road), 5510 3 (clear 1 + river 2)"
    ]


@both_editions
def test_11_4_units_of_a_stack_pay_each_for_itself(edition):
    """11.4  Infantry and panzers cross one river together at different costs; who pays alike is one."""
    position = marching(edition, {"5511": ["de_7_pz", "de_17_inf_ech1", "de_35_inf_ech1"]})
    units = ("de_7_pz", "de_17_inf_ech1", "de_35_inf_ech1")
    (said,) = costs(position, March(units, ("5510",)))
    assert said == (
        "de_7_pz 3 of 8 points (11.2): 5510 3 (clear 1 + river 2); "
        "de_17_inf_ech1, de_35_inf_ech1 2 of 4 points (11.2): 5510 2 (clear 1 + river 1)"
    )


@both_editions
def test_11_4_a_unit_that_is_dropped_on_the_way_pays_to_there(edition):
    """11.4  The way of those who go on is told in two parts, the second with what is spent so far."""
    position = marching(edition, {"5512": ["de_7_pz", "de_17_inf_ech1"]})
    order = March(("de_7_pz", "de_17_inf_ech1"), ("5511", "5510"), (("de_17_inf_ech1", "5511"),))
    assert costs(position, order) == [
        (
            "de_7_pz ½ of 8 points (11.2): 5511 ½ (road); "
            "de_17_inf_ech1 ½ of 4 points (11.2): 5511 ½ (road)"
        ),
        "3½ of 8 points so far (11.2): 5510 3 (clear 1 + river 2)",
    ]


@both_editions
def test_11_0_railway_guns_have_no_points(edition):
    """11.0  They go any distance along roads."""
    position = marching(edition, {"4414": ["uk_railway_guns"]}, "british")
    way = next(iter(position.state.table.board.hexes["4414"].road))
    said = costs(position, March(("uk_railway_guns",), (way,)))
    assert said == ["any distance along roads (11.0)"]


@both_editions
def test_7_6_debarking_is_paid_from_the_beach_on(edition):
    """7.6  The port of Dover costs 2 points or the dearer city from the sea; what is left marches on."""
    position = marching(edition, {"A": ["de_transport_01"]}).german_hexes("6716")
    position.place({}, aboard={"de_12_inf": "de_transport_01"})
    (said,) = costs(position, Debark("de_12_inf", ("6716",)))
    assert said == "3 of 4 points (11.2): 6716 3 (city from the sea)"


@both_editions
def test_7_5_a_landing_is_the_whole_move(edition):
    """7.5  No points are counted; who landed fights and does not move on."""
    position = marching(edition, {"A": ["de_transport_01"]})
    position.place({}, aboard={"de_17_inf_ech1": "de_transport_01"})
    assert costs(position, Land("de_17_inf_ech1", "6220")) == [
        "the landing in 6220 is its whole move (7.5)"
    ]


@both_editions
def test_7_0_ships_count_spaces_and_no_points(edition):
    """7.0  Any number of sea spaces; a box at the end is none."""
    position = sea(edition).place({"Convoy": ["de_emden"], "B": ["de_koeln"]})
    assert costs(position, Sail(("de_emden",), ("B", "C"))) == [
        "2 sea spaces, any number is allowed (7.0)"
    ]
    assert costs(position, Sail(("de_koeln",), ("A", "Convoy"))) == [
        "1 sea space, any number is allowed (7.0)"
    ]


@both_editions
def test_10_1_aircraft_take_up_room(edition):
    """6.2, 10.1  No range; the room taken is told: of 12 at sea, of one fighter and bomber on land."""
    position = table(edition, step=3, stage="air movement")
    position.place({"France": ["de_jg2", "de_jg3", "de_jg26", "de_float_1"]})
    at_sea, on_land = ("6.2.2", "6.2.1") if edition == "sealion-deluxe" else ("6.2", "6.2")
    assert costs(position, Fly(("de_jg2", "de_jg3", "de_float_1"), "A")) == [
        f"any distance (10.1), then 2 of 12 air units of the german side in A ({at_sea})"
    ]
    assert costs(position, Fly(("de_jg26",), "5613")) == [
        f"any distance (10.1), then 1 of 1 fighter of the german side in 5613 ({on_land})"
    ]


@both_editions
def test_6_2_the_furious_group_takes_up_no_room_on_land(edition):
    """6.2  It is no bomber for stacking: it flies where one is, and nothing is counted."""
    position = table(edition, step=4, stage="air reaction")
    position.place({"Britain": ["uk_bmr_2_group"], "East": ["uk_furious"]})
    position.place({}, aboard={"uk_furious_group": "uk_furious"})
    (said,) = costs(position, Fly(("uk_bmr_2_group",), "5613"))
    assert "then 1 of 1 bomber of the british side in 5613" in said
    assert costs(position, Fly(("uk_furious_group",), "5613")) == [
        "any distance (10.1), not counted in stacking (6.2)"
    ]


@both_editions
def test_10_2_lost_radars_leave_less_room(edition):
    """10.2  Two radar hexes were lost: ten British air units to a sea space."""
    position = table(edition, step=10, stage="air movement", radars_counted=2)
    position.german_hexes("5722", "5920").place({"Britain": ["uk_ftr_10_group", "uk_bmr_2_group"]})
    (said,) = costs(position, Fly(("uk_ftr_10_group",), "C"))
    assert "1 of 10 air units of the british side in C" in said


@both_editions
def test_11_5_an_airlift_costs_no_points(edition):
    """11.5  Parachutists are put over any hex."""
    position = table(edition, step=3, stage="air movement")
    position.place({"France": ["de_airtransport_1", "de_1st_fj", "de_jg2"]})
    (said,) = costs(position, Airlift("de_1st_fj", "de_airtransport_1", "5016"))
    assert said == "any distance (11.5), and de_1st_fj does not move on"


@pytest.mark.parametrize("seat", ["german", "british"])
@pytest.mark.parametrize("moves", ["leg", "vehicle", "mountain", "rail"])
@pytest.mark.parametrize("swims", [False, True])
@pytest.mark.parametrize("by_road", [False, True])
def test_11_2_the_parts_of_every_step_make_its_cost(seat, moves, swims, by_road):
    """11.2  All pairs of adjacent hexes: what is told adds up to what is paid, each part once."""
    plan = board(DELUXE.board, DELUXE.tables)
    costs_ = plan.costs(seat, moves, amphibious=swims, london_by_road=by_road)
    for step in ((here, there) for here, around in plan.adjacent.items() for there in around):
        parts = plan.parts(step, seat, moves, amphibious=swims, london_by_road=by_road)
        assert (sum(half for _, half in parts) or None) == costs_[step]
        assert len({name for name, _ in parts}) == len(parts)


GROUNDS = {"cliffs", "port", "city", "London", "light woods", "heavy woods", "marsh", "clear"}


@both_editions
@pytest.mark.parametrize("unit", ["de_12_inf", "de_7_pz", "de_1_mtn_ech1", "de_pzabt_ua"])
def test_7_6_every_way_ashore_is_told_as_it_is_paid(edition, unit):
    """7.6  All coastal hexes that are open to a unit: the points it pays, and for which ground."""
    seen = set()
    for number, facts in board(DELUXE.board, DELUXE.tables).hexes.items():
        position = marching(edition, {})
        counter = position.state.counter(unit)
        cost = cost_ashore(position.state, counter, facts) if facts.sectors else None
        if cost is None:
            continue
        before = position.place({facts.sectors[0]: [unit]}).state
        (said,) = position.ruleset.costs(before, [UnitsMoved((unit,), (number,))]).values()
        points = said_points(points_of(counter) if cost == ALL_POINTS else cost)
        found = re.fullmatch(
            rf"{points} of {counter.move} points \(11\.2\): {number} {points} \((.*) from the sea\)",
            said,
        )
        assert found, said
        assert (found[1] == "cliffs") == (cost == ALL_POINTS)
        seen.add(found[1])
    assert {"cliffs", "port", "clear"} <= seen <= GROUNDS


MOVES = (UnitsMoved, UnitLanded, AirUnitsFlew, AirborneLaunched)


@pytest.mark.timeout(PATIENCE)
@both_editions
def test_every_move_of_a_game_has_a_cost_that_its_unit_can_pay(edition):
    """A whole game at random: what is told for a march is never more than the counter says."""
    ruleset = EDITIONS[edition]
    marches = 0
    for step in play_once(edition, "invasion", 0):
        events = step.outcome.events
        found = ruleset.costs(step.before.state, events)
        assert list(found) == [n for n, event in enumerate(events) if isinstance(event, MOVES)]
        for said in found.values():
            for spent, most in re.findall(r"([0-9]*½?) of ([0-9]+) points", said):
                halves = 2 * int(spent.rstrip("½") or 0) + spent.endswith("½")
                assert halves <= 2 * int(most), said
                marches += 1
    assert marches > 50


def test_a_game_that_counts_no_costs_is_told_without_them():
    """Skirmish says nothing of costs: its sentences stand alone."""
    skirmish = find("skirmish")
    game = begin(skirmish, "plain", skirmish.setup("two-hills", {}))
    seal = Seal("objective", "0" * 64)
    outcome = run(skirmish, game, Turn(Seat("red"), (seal,)), NoDice())
    sentences = told(skirmish, game.state, outcome.events)
    assert [str(s) for s in sentences] == [skirmish.tell(event) for event in outcome.events]
    assert not any(s.cost for s in sentences)


def test_14_6_leaving_a_hex_of_fakes_is_part_of_the_cost():
    """14.6 b  A division found fakes in 5008, pays two points to leave, and goes on for one."""
    position = table(step=13, stage="land movement", options={"fake_parachutists": True})
    position.place({"5008": ["uk_44_inf"]})
    position.at(came_from={"uk_44_inf": ("5107", "5008")})
    position.at(veil=Veil(walkers=(Walker("uk_44_inf", 1, waits=False),)))
    costs = position.ruleset.costs(position.state, [UnitsMoved(("uk_44_inf",), ("5009",))])
    assert costs == {0: "4 of 4 points so far (11.2): 5009 1 (clear), 2 for leaving fakes (14.6)"}
