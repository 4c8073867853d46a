"""7.5, 12.0  Friends who reach a beach in the same step do not spare a landing its fight (A-45, A-47)."""

from sealion_pbem.rulesets.sealion.events.combat import CombatFought
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import TouchDown
from sealion_pbem.rulesets.sealion.rules.ch11_landing import Land
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.advances import Advance
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack
from sealion_pbem.rulesets.sealion.sequence import Done
from tests.sealion_table import both_editions, table

BEACH, NEXT = "6517", "6516"


@both_editions
def test_12_0_a_march_into_the_beach_leaves_the_landing_to_be_fought(edition):
    """A brigade lands on an empty less suitable beach and a division marches in: both attack it."""
    position = table(edition, step=6, stage="land movement").german_hexes(NEXT)
    facts = position.state.table.board.hexes[BEACH]
    assert (facts.beach, facts.sectors) == ("less", ("A",))
    position.place(
        {"A": ["de_transport_01"], NEXT: ["de_45_inf"]},
        aboard={"de_17_inf_ech1": "de_transport_01"},
    )
    position.dice(4)

    position.order(Land("de_17_inf_ech1", BEACH), March(("de_45_inf",), (BEACH,)))

    assert position.decision.kind == "land_combat"
    (fought,) = [e for e in position.order(Attack(BEACH)) if isinstance(e, CombatFought)]
    assert ("beach: less suitable", -1) in [(line.name, line.value) for line in fought.modifiers]
    assert fought.column == 5


@both_editions
def test_12_0_a_march_through_the_beach_leaves_the_landing_to_be_fought(edition):
    """The division only passes through the beach; the brigade that landed there must fight."""
    position = table(edition, step=6, stage="land movement").german_hexes(NEXT)
    position.place(
        {"A": ["de_transport_01"], NEXT: ["de_45_inf"]},
        aboard={"de_17_inf_ech1": "de_transport_01"},
    )

    position.order(Land("de_17_inf_ech1", BEACH), March(("de_45_inf",), (BEACH, "6617")))

    if position.decision.kind == "land_movement":
        position.order(Done())
    assert position.decision.kind == "land_combat"


def test_11_8_paratroops_do_not_fight_in_the_step_in_which_they_come_down():
    """Deluxe 11.8: Sturm drops onto the beach where a brigade landed; only the brigade attacks it."""
    position = table("sealion-deluxe", step=6, stage="land movement")
    position.place(
        {"A": ["de_transport_01"], BEACH: ["de_airtransport_1"]},
        aboard={"de_17_inf_ech1": "de_transport_01", "de_sturm": "de_airtransport_1"},
    )
    position.dice(6, 1)
    position.order(Land("de_17_inf_ech1", BEACH))
    position.order(TouchDown("de_sturm", spare_transport=False))
    assert position.decision.kind == "land_combat"

    (fought,) = [e for e in position.order(Attack(BEACH)) if isinstance(e, CombatFought)]

    assert [line.unit for line in fought.attack] == ["de_17_inf_ech1"]
    assert [(line.name, line.value) for line in fought.modifiers] == [
        ("quality of the attackers", 1),
        ("beach: less suitable", -1),
    ]
    assert (position.where("de_sturm"), position.steps("de_sturm")) == (BEACH, 2)
    assert position.steps("de_17_inf_ech1") == 0


@both_editions
def test_12_0_who_advances_onto_a_beach_takes_no_part_in_the_landing_there(edition):
    """A-162  Victors who go one hex further stand by while others fight for the beach they came to."""
    position = table(edition, step=6, stage="land combat").german_hexes("6515")
    position.place({NEXT: ["de_45_inf", "uk_cdo"], BEACH: ["de_17_inf_ech1"]})
    position.at(
        came_from={"de_45_inf": ("6515", NEXT), "de_17_inf_ech1": ("A", BEACH)},
        landed=frozenset({"de_17_inf_ech1", "de_45_inf"}),
    )
    position.dice(6, 1)
    position.order(Attack(NEXT, brandenburgers=True))
    position.order(Advance(("de_45_inf",), BEACH))

    assert (position.where("de_45_inf"), position.steps("de_45_inf")) == (BEACH, 2)
    assert position.steps("de_17_inf_ech1") == 0
