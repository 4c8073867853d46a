"""Forecasts and cards of A World at War: exact fractions, breakthroughs, airdrops, attrition."""

from fractions import Fraction

from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.combat import RoundFought
from sealion_pbem.rulesets.world_at_war.ruleset import WORLD_AT_WAR
from tests.table import Table
from tests.world_at_war import attack, drop, table

_SEDAN = attack("1106", "de_arm_1", "de_inf_01", de_air_1=5)


def at_sedan(*units: str) -> Table:
    """Return armor, infantry and a wing before one French corps behind the Meuse."""
    return table(
        "de_arm_1 in 1105", "de_inf_01 in 1105", "de_air_1 in 1204", "fr_light_1 in 1106",
        "de_arm_2 in 1206", *units,
    )  # fmt: skip


def test_15_6_an_announced_attack_is_foretold():
    """15.6, 12 against 3 at 4:1: what each face of the die comes to."""
    found = at_sedan()
    order = o.Announce(("1106",), ("de_arm_1", "de_inf_01"), {"de_air_1": 5})
    (forecast,) = WORLD_AT_WAR.forecasts(found.state, order)
    assert (forecast.kind, forecast.rule, forecast.about) == ("attack", "15.6", "1106")
    assert forecast.clash is not None
    assert (forecast.clash.forces[0].total, forecast.clash.forces[1].total) == ("12", "3")
    assert forecast.clash.column == "4:1"
    assert sum(case.chance for case in forecast.cases) == 1
    assert all((case.chance * 6).denominator == 1 for case in forecast.cases)
    assert "nobody gives defensive air support" in forecast.assumes


def test_every_face_of_an_attack_is_as_foretold():
    """15.6, the six dice one after another: losses of both sides as the forecast has them."""
    order = o.Announce(("1106",), ("de_arm_1", "de_inf_01"), {"de_air_1": 5})
    (forecast,) = WORLD_AT_WAR.forecasts(at_sedan().state, order)
    seen = dict.fromkeys((case.result for case in forecast.cases), Fraction(0))
    for die in range(1, 7):
        done = at_sedan().dice(die).orders(_SEDAN, "done")
        (fought,) = (e for e in done.outcome.events if isinstance(e, RoundFought))
        became = "" if fought.result == fought.outcome else f", {fought.outcome}"
        said = fought.result + became
        seen[said] += Fraction(1, 6)
    assert seen == {case.result: case.chance for case in forecast.cases}


def test_15_1_both_extremes_of_defensive_air_support():
    """15.1, R-22: with a French wing in range there is one forecast without it and one with it."""
    found = at_sedan("fr_air_1 in 1006")
    order = o.Announce(("1106",), ("de_arm_1", "de_inf_01"), {"de_air_1": 5})
    without, with_all = WORLD_AT_WAR.forecasts(found.state, order)
    assert without.clash is not None
    assert with_all.clash is not None
    assert int(with_all.clash.forces[1].total) > int(without.clash.forces[1].total)
    assert with_all.chance_of("cleared") <= without.chance_of("cleared")


def test_14_4_an_attrition_is_foretold():
    """14.4: six faces, and what they cost in counters and hexes."""
    found = table("de_inf_01 in 1105", "fr_inf_01 in 1106", "fr_inf_02 in 1106", step="attrition")
    (choice, *_) = WORLD_AT_WAR.forms["attrition"].choices(found.state, {}, "zone")
    order = o.AttritionBy(choice.value, ("de_inf_01",))
    (forecast,) = WORLD_AT_WAR.forecasts(found.state, order)
    assert forecast.kind == "attrition"
    assert {case.result[1] for case in forecast.cases} == {"C"}


def test_16_1_the_card_of_an_attack_tells_the_breakthrough():
    """16.1, 16.2: where armor broke through, and who may exploit it."""
    found = at_sedan()
    before = WORLD_AT_WAR.copy(found.state)
    events = [*found.dice(6).orders(_SEDAN, "done").outcome.events]
    events += found.orders({"kind": "advance", "moves": {"de_inf_01": "1106"}}).outcome.events
    (card,) = (card for card in WORLD_AT_WAR.cards(before, events) if card.kind == "attack")
    said = " ".join(card.clashes[-1].outcome)
    assert "breakthrough (16.1) in 1106" in said
    assert "XLI Panzer Corps can exploit" in said
    assert {luck.seat for luck in card.luck} == {"axis", "allies"}


def test_10_5_an_airdrop_has_a_card():
    """10.5: who dropped, who carried it, and that it landed."""
    found = table("de_abn_1 in 1303", "de_trans_1 in 1303")
    found.orders("done")
    before = WORLD_AT_WAR.copy(found.state)
    done = found.orders(drop("de_abn_1", "de_trans_1", "1203"), "done")
    (card,) = WORLD_AT_WAR.cards(before, done.outcome.events)
    assert (card.kind, card.title, card.rule) == ("airdrop", "Airdrop on 1203 Arnhem", "10.5")
    (force,) = card.clashes[0].forces
    assert [line.name for line in force.lines] == ["7th Air Division", "Air transport 1"]
    assert card.clashes[0].result == "it lands"
