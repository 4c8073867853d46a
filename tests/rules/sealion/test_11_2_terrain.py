"""11.2  What hexes and hexsides cost, and what is closed."""

import pytest

from sealion_pbem.rulesets.sealion.board import ALL_POINTS, Costs
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch11_reach import reach
from tests.sealion_table import SealionTable, both_editions, table


def at(edition: str, **where: str) -> SealionTable:
    """British units that may move: unit=hex."""
    position = table(edition, step=13, stage="land movement")
    for unit, place in where.items():
        position.place({place: [unit]})
    return position


def costs(edition: str, seat: str, movement_class: str) -> Costs:
    board = table(edition).state.table.board
    return board.costs(seat, movement_class, amphibious=False, london_by_road=False)


@both_editions
def test_11_2_a_british_leg_unit_enters_london_over_a_river(edition):
    """11.2  5107 to 5007: one for the river and two for London."""
    assert costs(edition, "british", "leg")["5107", "5007"] == 2 * 3
    position = at(edition, uk_44_inf="5107")
    assert position.codes(March(("uk_44_inf",), ("5007",))) == []
    (violation,) = position.refusals(March(("uk_44_inf",), ("5007", "4907")))
    assert "4907 costs 2 from 5007, and 1 of 4 are left" in violation.text


@both_editions
def test_11_2_a_german_vehicle_enters_london_over_a_river(edition):
    """11.2  5009 to 4908: two for the river and three for London."""
    assert costs(edition, "german", "vehicle")["5009", "4908"] == 2 * 5
    position = table(edition, step=6, stage="land movement").place(
        {"5009": ["de_8_jg_ech2"], "2001": ["de_58_inf"]}
    )
    assert position.codes(March(("de_8_jg_ech2",), ("4908",))) == []
    (violation,) = position.refusals(March(("de_8_jg_ech2",), ("4908", "5008")))
    assert "and 0 of 5 are left" in violation.text


@both_editions
@pytest.mark.parametrize(
    ("movement_class", "light", "heavy", "marsh"),
    [("leg", 2, 3, 2), ("vehicle", 3, None, None), ("mountain", 1, 2, 2)],
)
def test_11_2_woods_and_marsh(edition, movement_class, light, heavy, marsh):
    """11.2  Light woods 2, 3, 1; heavy woods 3, closed, 2; marsh 2, closed, 2."""
    board = table(edition).state.table.board
    table_ = costs(edition, "british", movement_class)

    def plainly(kind: str) -> set[int | None]:
        """What such hexes cost where neither road, hexside nor other terrain counts."""
        found = set()
        for number in board.numbers:
            facts = board.hexes[number]
            is_kind = facts.woods == kind or (kind == "marsh" and facts.marsh)
            if not is_kind or facts.city or (facts.woods and facts.marsh):
                continue
            for here in board.adjacent[number]:
                if not board.features(here, number) and number not in board.hexes[here].road:
                    found.add(table_[here, number])
        return found

    wanted = {"light": light, "heavy": heavy, "marsh": marsh}
    for kind, points in wanted.items():
        assert plainly(kind) == {None if points is None else 2 * points}


@both_editions
def test_11_2_vehicles_stay_out_of_heavy_woods(edition):
    """11.2, A-150  Refused for a tank brigade, not for infantry; a road opens the woods."""
    position = at(edition, uk_1_arm_x="4417", uk_44_inf="3315", uk_21_arm_x="3315")

    (violation,) = position.refusals(March(("uk_21_arm_x",), ("3316",)))

    assert (violation.rule, violation.code) == ("11.2", "prohibited_terrain")
    assert "3316 is closed to vehicle units that do not come along a road" in violation.text
    assert position.codes(March(("uk_44_inf",), ("3316",))) == []
    assert position.codes(March(("uk_1_arm_x",), ("4418",))) == []


@both_editions
def test_11_2_prohibited_and_impassable_hexsides(edition):
    """11.2, A-93  Nobody crosses them."""
    position = at(edition, uk_44_inf="2223", uk_1_inf="2126")

    assert position.codes(March(("uk_44_inf",), ("2322",))) == [("11.2", "prohibited_hexside")]
    assert position.codes(March(("uk_1_inf",), ("2227",))) == [("11.2", "prohibited_hexside")]


@both_editions
def test_11_2_roads_cost_half_and_keep_the_river(edition):
    """11.2, A-95, A-150  The road rate holds for the hex; river and escarpment are paid on top."""
    board = table(edition).state.table.board
    for movement_class, river in (("leg", 2), ("vehicle", 4)):
        table_ = costs(edition, "british", movement_class)
        by_road = {
            board.features(here, there): table_[here, there]
            for here in board.numbers
            for there in board.hexes[here].road
            if board.hexes[there].city != "london" and table_[here, there] is not None
        }
        assert by_road[frozenset()] == 1
        assert by_road[frozenset({"river"})] == 1 + river


@both_editions
@pytest.mark.parametrize(("is_setting", "cost"), [(False, 4), (True, 1)])
def test_11_2_london_by_road_is_a_setting(edition, is_setting, cost):
    """11.2, A-92  London costs its full price even by road, unless the charter says otherwise."""
    position = table(
        edition, step=13, stage="land movement", options={"london_by_road": is_setting}
    ).place({"5007": ["uk_44_inf"]})

    assert reach(position.state, "uk_44_inf")["4907"][0] == cost


@both_editions
def test_11_2_cities_cost_the_german_three(edition):
    """11.2  Home Guard: two for the British, three for the German, when not by road."""
    assert costs(edition, "british", "leg")["5503", "5403"] == 4
    assert costs(edition, "german", "mountain")["5503", "5403"] == 6


@both_editions
def test_11_2_crossing_arrows(edition):
    """11.2, A-142  Four points in all for leg units; vehicles must begin there and spend everything."""
    position = at(edition, uk_44_inf="2425", uk_1_arm_x="2425", uk_1_rec_x="2424")

    assert costs(edition, "british", "leg")["2425", "2525"] == 8
    assert costs(edition, "british", "vehicle")["2425", "2525"] == ALL_POINTS
    assert position.codes(March(("uk_44_inf",), ("2525",))) == []
    assert position.codes(March(("uk_1_arm_x",), ("2525",))) == []
    too_far = position.codes(March(("uk_1_arm_x",), ("2525", "2526")))
    assert too_far == [("11.0", "not_enough_points")]
    (violation,) = position.refusals(March(("uk_1_rec_x",), ("2425", "2525")))
    assert (violation.rule, violation.code) == ("11.2", "must_begin_adjacent")
    assert "the move must begin in 2425" in violation.text
    assert reach(position.state, "uk_1_arm_x")["2525"] == (12, ("2525",))
    assert "2525" not in reach(position.state, "uk_1_rec_x")
