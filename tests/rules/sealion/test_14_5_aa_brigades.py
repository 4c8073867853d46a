"""14.5  Two British AA brigades: 1 AA begins in London, 6 AA in Dover; they are land units like others."""

from sealion_pbem.rulesets.sealion.rules.ch05_deploying import Deploy
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023
from sealion_pbem.rulesets.sealion.state import GERMAN
from tests.sealion_table import SealionTable, table

OPTIONS = {"aa_brigades": True}


def test_14_5_where_they_begin():
    """6 AA lies in Dover already (A-131); 1 AA goes to any London hex and nowhere else."""
    position = SealionTable(DELUXE_2023, DELUXE_2023.setup("invasion", OPTIONS))
    position.at(stage="british set-up")
    assert position.where("uk_6_aa_x") == "6716"
    hexes = position.state.table.board.hexes
    allowed = [n for n in hexes if not position.codes(Deploy({"uk_1_aa_x": n}))]
    assert allowed == [n for n in hexes if hexes[n].city == "london"]
    assert position.codes(Deploy({"uk_1_aa_x": "6716"})) == [("14.5", "wrong_place")]
    assert position.codes(Deploy({"uk_6_aa_x": "4409"})) == [("5.2", "wrong_place")]


def test_14_5_they_count_for_stacking_in_the_set_up():
    """A brigade in Dover fills a brigade's place there."""
    position = SealionTable(DELUXE_2023, DELUXE_2023.setup("invasion", OPTIONS))
    position.at(stage="british set-up")
    brigades = [
        n for n, c in position.state.table.counters.items()
        if c.seat == "british" and c.size == "X" and c.setup == "any_land_hex"
    ]  # fmt: skip
    limit = next(
        k for k in range(1, 9) if position.codes(Deploy(dict.fromkeys(brigades[:k], "6716")))
    )
    elsewhere = next(
        k for k in range(1, 9) if position.codes(Deploy(dict.fromkeys(brigades[:k], "6114")))
    )
    assert limit == elsewhere - 1


def test_14_5_they_march_and_have_a_zone_of_control():
    """As any motorized brigade."""
    position = table(options=OPTIONS, step=13, stage="land movement").place({"6716": ["uk_6_aa_x"]})
    assert position.state.is_in_enemy_zoc("6715", GERMAN)
    position.order(March(("uk_6_aa_x",), ("6715",)))
    assert position.where("uk_6_aa_x") == "6715"


def test_14_5_without_the_option_they_stay_in_the_box():
    """No such counter in the standard game."""
    assert "uk_1_aa_x" not in DELUXE_2023.setup("invasion", {}).table.counters
