"""12.1  Every modifier alone, together, and when it does not count."""

import pytest

from sealion_pbem.rulesets.sealion.events.combat import Modifier
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import modifiers_of
from tests.sealion_table import SealionTable, both_editions, table

PLAIN, ORIGIN = "2918", "2819"
LONDON, LONDON_ORIGIN = "4008", "4007"


def battle(
    edition: str,
    place: str,
    origin: str,
    attackers=("de_12_inf",),
    defenders=("uk_1_inf",),
    **facts,
) -> SealionTable:
    """A German attack with units that are in supply."""
    position = table(edition, step=6, stage="land combat", **facts)
    position.place({place: [*attackers, *defenders]})
    position.at(came_from=dict.fromkeys(attackers, (origin, place)))
    return position.at(landed=frozenset(attackers))


def british_attack(edition: str, place: str, origin: str, attackers, defenders) -> SealionTable:
    """A British attack on Germans who are in supply."""
    position = table(edition, step=13, stage="land combat").place({place: [*attackers, *defenders]})
    position.at(came_from=dict.fromkeys(attackers, (origin, place)))
    return position.german_hexes(place).at(landed=frozenset(defenders))


def lines(position: SealionTable, place: str, *, brandenburgers: bool = False):
    found = modifiers_of(position.state, place, brandenburgers=brandenburgers)
    return {line.name: line.value for line in found}


@both_editions
def test_12_1_nothing_modifies_on_open_ground(edition):
    """12.1  A plain hex, units without quality, in supply, clear weather: no line at all."""
    assert lines(battle(edition, PLAIN, ORIGIN), PLAIN) == {}


@both_editions
@pytest.mark.parametrize(
    ("place", "origin", "name", "value"),
    [
        ("2011", "2010", "light woods", -1),
        ("2022", "2021", "heavy woods", -2),
        ("3721", "3722", "marsh", -2),
        ("4206", "4205", "tunnel", -2),
        ("4915", "4914", "fortified bunker line", -2),
        ("2012", "2011", "unfortified bunker line", -1),
        ("2215", "2214", "city", -2),
        ("2006", "2005", "river", -1),
        ("5110", "5109", "the Thames", -2),
        ("2107", "2007", "escarpment", -2),
    ],
)
def test_12_1_terrain(edition, place, origin, name, value):
    """12.1  Each kind of terrain alone, in the hex or on the side that was crossed."""
    position = battle(edition, place, origin)

    assert modifiers_of(position.state, place, brandenburgers=False) == (
        Modifier(name, "12.1", value),
    )


@pytest.mark.parametrize(("edition", "value"), [("sealion-2016", -4), ("sealion-deluxe", -2)])
def test_12_1_london(edition, value):
    """12.1, A-91  London takes four off the die in the magazine edition, two in the Deluxe."""
    assert lines(battle(edition, LONDON, LONDON_ORIGIN), LONDON) == {"London": value}


@both_editions
def test_12_1_london_is_a_setting(edition):
    """A-91  A charter may set London's modifier to -3."""
    position = battle(edition, LONDON, LONDON_ORIGIN, options={"london_modifier": -3})

    assert lines(position, LONDON) == {"London": -3}


def test_12_1_example_london_and_bunkers():
    """12.1  The Deluxe example: London and an unfortified bunker line make -3."""
    position = battle("sealion-deluxe", "4505", "4504")
    found = lines(position, "4505")

    assert found["London"] + found["unfortified bunker line"] == -3


@both_editions
def test_12_1_quality_is_summed_and_changes_with_the_side(edition):
    """12.1, A-117  Sturm 2 and 1st FJ 1 against 3rd Division 1 and NZ 1; reduced sides have less."""
    attackers, defenders = ("de_sturm", "de_1st_fj"), ("uk_3_inf", "nz_5_x")
    position = battle(edition, PLAIN, ORIGIN, attackers, defenders)
    assert lines(position, PLAIN) == {"quality of the attackers": 3, "quality of the defenders": -2}

    position.place(
        {PLAIN: ["de_sturm", "de_1st_fj", "nz_5_x"]}, reduced=["de_sturm", "de_1st_fj", "nz_5_x"]
    )
    assert lines(position, PLAIN) == {"quality of the attackers": 1, "quality of the defenders": -1}


@both_editions
def test_12_1_rain(edition):
    """3.1, 12.1  Rain takes one off, landings not more (A-9)."""
    assert lines(battle(edition, PLAIN, ORIGIN, weather="rain"), PLAIN) == {"rain": -1}
    assert lines(battle(edition, "6220", "A", defenders=(), weather="rain"), "6220") == {"rain": -1}


@both_editions
def test_12_1_churchill_defends_in_london_only(edition):
    """12.1, 4.2, A-119  With the defenders in London -4, elsewhere nothing, not even his quality."""
    units = ("uk_1_inf", "uk_churchill")
    position = battle(edition, LONDON, LONDON_ORIGIN, defenders=units)
    assert lines(position, LONDON) == {
        "Churchill defends": -4,
        "London": lines(position, LONDON)["London"],
    }
    assert lines(battle(edition, PLAIN, ORIGIN, defenders=units), PLAIN) == {}


@both_editions
def test_12_1_churchill_attacks_in_london_only(edition):
    """12.1, A-119  Among the attackers of a London hex +4, elsewhere nothing."""
    units = ("uk_1_inf", "uk_churchill")
    position = british_attack(edition, LONDON, LONDON_ORIGIN, units, ["de_12_inf"])
    assert lines(position, LONDON)["Churchill attacks"] == 4
    assert lines(british_attack(edition, PLAIN, ORIGIN, units, ["de_12_inf"]), PLAIN) == {}


@both_editions
def test_12_1_brandenburgers(edition):
    """12.2  The announcement adds four."""
    found = modifiers_of(battle(edition, PLAIN, ORIGIN).state, PLAIN, brandenburgers=True)

    assert found == (Modifier("Brandenburgers", "12.2", 4),)


@both_editions
def test_12_1_supply_of_both_sides(edition):
    """13.3, A-141  Out of supply: attackers -2, defenders +2, both cancel; one unit is enough."""
    position = battle(edition, PLAIN, ORIGIN, ("de_12_inf", "de_rkt")).at(
        landed=frozenset({"de_rkt"})
    )
    assert lines(position, PLAIN) == {"attackers out of supply": -2}

    around = position.state.table.board.adjacent[PLAIN]
    position.german_hexes(*around)
    assert lines(position, PLAIN) == {"attackers out of supply": -2, "defenders out of supply": 2}


@both_editions
def test_12_1_zones_in_the_combat_hex_cut_nobody_off(edition):
    """A-141  The units in the hex do not cut each other off; a German next to it does not either."""
    position = battle(edition, PLAIN, ORIGIN, ("de_12_inf",), ("uk_1_inf",))

    assert lines(position, PLAIN) == {}


@both_editions
@pytest.mark.parametrize(
    ("place", "sector", "expected"),
    [
        ("6220", "A", {}),
        ("6221", "A", {"beach: less suitable": -1}),
        ("2026", "G", {"beach: unsuitable": -2}),
        ("6617", "A", {"beach: unsuitable": -2, "cliffs": -2}),
        ("6311", "Thames Estuary", {"beach: less suitable": -1, "port": -1}),
        ("5822", "B", {"beach: less suitable": -1, "marsh": -2}),
        ("4424", "D", {"beach: less suitable": -1, "city": -2}),
    ],
)
def test_12_1_landing_on_an_empty_beach(edition, place, sector, expected):
    """7.5, 12.1  Beach, cliffs and port count from the sea, other terrain too, empty bunkers not."""
    assert lines(battle(edition, place, sector, defenders=()), place) == expected


@both_editions
def test_12_1_dover_from_the_sea_adds_everything(edition):
    """7.5, 12.1  Dover defended: unsuitable beach, port, fortified bunkers, city, rain: all count."""
    position = battle(edition, "6716", "A", ("de_17_inf_ech1",), ("uk_3_inf",), weather="rain")

    assert lines(position, "6716") == {
        "quality of the attackers": 1,
        "quality of the defenders": -1,
        "rain": -1,
        "beach: unsuitable": -2,
        "port": -1,
        "fortified bunker line": -2,
        "city": -2,
    }


@both_editions
def test_12_1_by_land_a_beach_is_no_beach(edition):
    """12.1  Dover from the next hex: no beach and no port."""
    position = battle(edition, "6716", "6715")

    assert lines(position, "6716") == {"fortified bunker line": -2, "city": -2}


@both_editions
def test_12_1_one_attacker_from_the_sea_is_enough(edition):
    """A-45  One came by land, one by sea: the beach counts."""
    position = battle(edition, "6221", "6120", ("de_12_inf", "de_lah"))
    position.at(came_from={"de_12_inf": ("6120", "6221"), "de_lah": ("A", "6221")})

    assert lines(position, "6221") == {"quality of the attackers": 1, "beach: less suitable": -1}


@pytest.mark.parametrize(
    ("edition", "expected"),
    [("sealion-2016", {"beach: less suitable": -1}), ("sealion-deluxe", {})],
)
def test_12_1_a_beach_the_british_have_retaken(edition, expected):
    """A-44  Once German, then British again: the beach counts anew in the magazine edition only."""
    position = battle(edition, "6221", "A").german_hexes("6221").at(last_german=0)

    assert lines(position, "6221") == expected


@both_editions
def test_12_1_a_debarked_unit_that_marches_on_attacks_by_land(edition):
    """7.6, 12.1  From the sea to 6220 and on to 6221: no beach modifier."""
    position = battle(edition, "6221", "A").at(came_from={"de_12_inf": ("A", "6220", "6221")})

    assert lines(position, "6221") == {}


@both_editions
def test_12_1_hexsides_count_once_a_kind(edition):
    """A-115  Two attackers over the river, one over the escarpment: -1 and -2, not more."""
    position = battle(edition, PLAIN, ORIGIN, ("de_12_inf", "de_lah", "de_rkt"))
    position.at(
        came_from={
            "de_12_inf": ("6418", "6517"), "de_lah": ("6418", "6517"), "de_rkt": ("6516", "6517"),
        }
    ).place({"6517": ["de_12_inf", "de_lah", "de_rkt", "uk_1_inf"]})  # fmt: skip

    assert lines(position, "6517") == {"quality of the attackers": 1, "escarpment": -2, "river": -1}


@both_editions
def test_12_1_amphibious_units_pay_for_rivers_in_combat(edition):
    """A-98  Only movement over rivers is free to them."""
    position = battle(edition, "2006", "2005", ("de_pzabt_ua",))

    assert lines(position, "2006") == {"river": -1}


@both_editions
def test_12_1_only_the_last_hexside_counts(edition):
    """12.1  A river crossed earlier in the march is forgotten."""
    position = battle(edition, PLAIN, ORIGIN).at(
        came_from={"de_12_inf": ("2005", "2006", ORIGIN, PLAIN)}
    )

    assert lines(position, PLAIN) == {}


@both_editions
def test_12_1_bunkers_help_only_the_british(edition):
    """A-116  A British attack on a German in a bunker line hex: no modifier; empty ones by setting."""
    assert lines(british_attack(edition, "4915", "4914", ["uk_1_inf"], ["de_12_inf"]), "4915") == {}
    landing = battle(edition, "6219", "A", defenders=())
    assert lines(landing, "6219") == {}
    by_setting = battle(edition, "6219", "A", defenders=(), options={"empty_bunkers_count": True})
    assert lines(by_setting, "6219") == {"unfortified bunker line": -1}
