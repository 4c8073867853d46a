"""10.3, 11.5  Airlift: airborne regiments are put over the hex where they shall land."""

import pytest

from sealion_pbem.rulesets.sealion.events.air import AirborneLaunched
from sealion_pbem.rulesets.sealion.rules.ch10_air.airlift import Airlift
from sealion_pbem.rulesets.sealion.rules.ch10_air.combat import begin_air_combat
from tests.sealion_table import both_editions, table

PARAS = ["de_1st_fj", "de_2nd_fj", "de_3rd_fj", "de_sturm"]
PLANES = [f"de_airtransport_{n}" for n in (1, 2, 3, 4)]


def over_france(edition):
    t = table(edition, step=3, stage="air movement").place({"France": PARAS + PLANES})
    return t.place({"France": ["de_16_airlanding", "de_glider_1"]})


def give(t, order):
    assert not t.refusals(order), t.refusals(order)
    return t.begin(lambda play: t.ruleset.obey(play, order))


@both_editions
@pytest.mark.parametrize(
    ("unit", "carrier"), [("de_sturm", PLANES[0]), ("de_16_airlanding", "de_glider_1")]
)
def test_a_regiment_goes_with_its_carrier(edition, unit, carrier):
    """10.3  Parachutists in a transport, airlanding troops in a glider: both are over the hex."""
    t = over_france(edition)
    assert give(t, Airlift(unit, carrier, "3624")) == [AirborneLaunched(unit, carrier, "3624")]
    assert t.state.units[unit] == ("3624", 2, carrier)
    assert t.where(carrier) == "3624"
    assert t.state.land_in("3624", "german") == []
    assert t.state.ever_german == 0


@both_editions
@pytest.mark.parametrize(
    ("unit", "carrier", "place", "code", "where"),
    [
        ("de_17_inf_ech1", PLANES[0], "3624", "not_airborne", "/unit"),
        ("de_jg2", PLANES[0], "3624", "not_airborne", "/unit"),
        ("de_47_airlanding", "de_glider_1", "3624", "not_in_france", "/unit"),
        ("de_sturm", "de_jg2", "3624", "not_a_carrier", "/carrier"),
        ("de_sturm", "de_transport_01", "3624", "not_a_carrier", "/carrier"),
        ("de_sturm", "de_glider_1", "3624", "wrong_carrier", "/carrier"),
        ("de_16_airlanding", PLANES[0], "3624", "wrong_carrier", "/carrier"),
        ("de_16_airlanding", "de_glider_2", "3624", "carrier_not_in_france", "/carrier"),
        ("de_sturm", PLANES[0], "C", "no_such_hex", "/hex"),
        ("de_sturm", PLANES[0], "7011", "no_such_hex", "/hex"),
        ("de_sturm", PLANES[0], "5613", "hex_occupied", "/hex"),
        ("de_sturm", PLANES[0], "5512", "hex_occupied", "/hex"),
    ],
)
def test_airlifts_that_are_refused(edition, unit, carrier, place, code, where):
    """10.3  Wrong units, wrong carriers, units elsewhere (A-23), hexes that are occupied or not there."""
    t = over_france(edition).place({"5613": ["uk_1_lon"], "5512": ["de_35_inf_ech1"]})
    t.place({"France": ["de_17_inf_ech1", "de_jg2"], "Convoy": ["de_47_airlanding"]})
    t.place({"3721": ["de_glider_2"], "A": ["de_transport_01"]})
    found = [(v.rule, v.code, v.at) for v in t.refusals(Airlift(unit, carrier, place))]
    assert ("11.5", code, where) in found
    assert len(found) == 1


def test_2016_the_hex_must_be_clear_and_takes_one_regiment():
    """City, woods and marsh are refused, and so is a second regiment over the hex (A-99, A-100)."""
    t = over_france("sealion-2016")
    assert t.codes(Airlift("de_sturm", PLANES[0], "5403")) == [("11.5", "hex_not_clear")]
    for rough in ("woods", "marsh"):
        place = next(n for n, f in t.state.table.board.hexes.items() if getattr(f, rough))
        assert t.codes(Airlift("de_sturm", PLANES[0], place)) == [("11.5", "hex_not_clear")]
    give(t, Airlift("de_1st_fj", PLANES[1], "3624"))
    assert t.codes(Airlift("de_sturm", PLANES[0], "3624")) == [("11.5", "hex_taken")]


def test_deluxe_any_terrain_and_regiments_up_to_stacking():
    """10.3  A city will do, four regiments share a hex, the fifth is refused by 6.3 (A-99, A-100)."""
    t = over_france("sealion-deluxe")
    for unit, plane in zip(PARAS, PLANES, strict=True):
        give(t, Airlift(unit, plane, "5403"))
    assert t.codes(Airlift("de_16_airlanding", "de_glider_1", "5403")) == [("6.3", "hex_full")]


@both_editions
def test_an_enemy_zone_of_control_does_not_matter(edition):
    """10.3  The hex next to a British division may be chosen."""
    t = over_france(edition).place({"3623": ["uk_1_lon"]})
    assert t.state.is_in_enemy_zoc("3624", "german")
    assert not t.refusals(Airlift("de_sturm", PLANES[0], "3624"))


@both_editions
def test_each_carrier_flies_once(edition):
    """10.3  A transport that is over a hex cannot take another regiment."""
    t = over_france(edition)
    give(t, Airlift("de_sturm", PLANES[0], "3624"))
    second = Airlift("de_1st_fj", PLANES[0], "3523")
    assert t.codes(second) == [("11.5", "carrier_not_in_france")]


@both_editions
def test_who_lay_beside_the_transport_stays_behind(edition):
    """10.3  A transport that flies another regiment leaves the one it was put beside in France."""
    t = over_france(edition).place({}, aboard={"de_1st_fj": PLANES[0]})
    give(t, Airlift("de_sturm", PLANES[0], "3624"))
    assert t.state.units["de_1st_fj"] == ("France", 2, "")


@both_editions
def test_transports_and_gliders_are_never_intercepted(edition):
    """10.3  British fighters over the same hex find nobody to fight."""
    t = over_france(edition)
    give(t, Airlift("de_sturm", PLANES[0], "3624"))
    t.place({"3624": ["uk_ftr_10_group"]}).at(step=5, stage="air combat")
    assert t.begin(begin_air_combat) == []
