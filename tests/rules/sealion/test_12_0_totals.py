"""12.0  Totals and support: the worked examples, fire superiority, each kind of support."""

import pytest

from sealion_pbem.rulesets.sealion.events.combat import CombatFought, Strength
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat import begin_land_combat
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack
from tests.sealion_table import SealionTable, both_editions, table

PLAIN, CITY = "2918", "2215"


def battle(edition: str, place: str, origin: str, attackers, defenders, where=None, *, step=6):
    """Units in a hex, and others where that is said; the attackers came from a hex."""
    position = table(edition, step=step, stage="land combat")
    position.place({place: [*attackers, *defenders], **(where or {})})
    position.at(came_from=dict.fromkeys(attackers, (origin, place)))
    position.begin(begin_land_combat)
    return position


def fight(position: SealionTable, order: Attack, die: int = 3) -> CombatFought:
    """The arithmetic of one attack that all support, and that is made all the same."""
    assert not position.refusals(order)
    position.dice(die)
    events = position.begin(lambda play: position.ruleset.obey(play, order))
    while not any(isinstance(event, CombatFought) for event in events):
        is_asked = position.decision.kind == "defend"
        answer = position.ruleset.answer(position.state, "default") if is_asked else order
        events += position.begin(lambda play, answer=answer: position.ruleset.obey(play, answer))
    return next(event for event in events if isinstance(event, CombatFought))


@both_editions
def test_12_0_example_two_units_and_two_aircraft_in_a_city(edition):
    """12.0  2 + 4 on land, 4 halved and 1 halved up in the air: 9. 3 + 1 and 5 halved up: 7."""
    attackers = ["de_17_inf_ech1", "de_12_inf", "de_jg2", "de_bomber_1_fliegerkorps_a"]
    position = battle(
        edition, CITY, "2214", attackers, ["uk_1_lon", "uk_21_inf_x", "uk_bmr_3_group"]
    )

    fought = fight(position, Attack(CITY))

    assert set(fought.attack) == {
        Strength("de_17_inf_ech1", "land", 2),
        Strength("de_12_inf", "land", 4),
        Strength("de_jg2", "air", 1),
        Strength("de_bomber_1_fliegerkorps_a", "air", 2),
    }
    assert set(fought.defence) == {
        Strength("uk_1_lon", "land", 3),
        Strength("uk_21_inf_x", "land", 1),
        Strength("uk_bmr_3_group", "air", 3),
    }
    assert (fought.attack_total, fought.defence_total) == (9, 7)
    assert (fought.superiority, fought.column) == ("german", 3)


@both_editions
def test_12_0_equal_totals_give_the_defender_fire_superiority(edition):
    """12.0  4 against 4: the British have it, column 2."""
    fought = fight(battle(edition, PLAIN, "2819", ["de_12_inf"], ["uk_1_inf"]), Attack(PLAIN))

    assert (fought.superiority, fought.column) == ("british", 2)


@both_editions
def test_12_0_reduced_units_count_their_back(edition):
    """12.0, 1.5  A reduced division attacks with 2 and defends with 2."""
    position = battle(edition, PLAIN, "2819", ["de_12_inf"], ["uk_1_inf"])
    position.place({PLAIN: ["de_12_inf", "uk_1_inf"]}, reduced=["de_12_inf", "uk_1_inf"])

    fought = fight(position, Attack(PLAIN))

    assert (fought.attack_total, fought.defence_total) == (2, 2)


@both_editions
def test_12_0_schlesien_reaches_six_hexes(edition):
    """12.0  Strength 6 fires six hexes inland, not seven."""
    near = battle(edition, "5816", "5715", ["de_12_inf"], ["uk_1_inf"], {"A": ["de_schlesien"]})
    far = battle(edition, "5616", "5715", ["de_12_inf"], ["uk_1_inf"], {"A": ["de_schlesien"]})

    fought = fight(near, Attack("5816", ships=("de_schlesien",)))

    assert (fought.attack_total, fought.defence_total) == (10, 4)
    assert Strength("de_schlesien", "ship", 6) in fought.attack
    assert far.codes(Attack("5616", ships=("de_schlesien",))) == [("12.0", "out_of_range")]


@both_editions
def test_12_0_ships_of_both_sides_add(edition):
    """12.0, A-104  Hipper 4 helps the attack; Nelson 8 the defence, as its player says."""
    ships = ["de_adm_hipper", "uk_nelson"]
    position = battle(edition, "6315", "6316", ["de_12_inf"], ["uk_1_inf"], {"A": ships})

    fought = fight(position, Attack("6315", ships=("de_adm_hipper",)))

    assert (fought.attack_total, fought.defence_total) == (8, 12)
    assert {"de_adm_hipper", "uk_nelson"} <= position.state.used


@both_editions
def test_12_0_ships_and_guns_are_not_halved_in_cities(edition):
    """12.0  In Dover Hipper adds 4 in full; the railway gun in 6715 adds 4."""
    position = battle(
        edition, "6716", "6617", ["de_12_inf"], ["uk_1_inf"],
        {"A": ["de_adm_hipper"], "6715": ["uk_railway_guns"]},
    )  # fmt: skip

    fought = fight(position, Attack("6716", ships=("de_adm_hipper",)))

    assert (fought.attack_total, fought.defence_total) == (8, 8)
    assert Strength("uk_railway_guns", "railway gun", 4) in fought.defence


@both_editions
def test_12_0_a_battery_counts_as_air_support(edition):
    """9.3, A-38  Siegfried 6 in the open, 3 in a city; in full there if a charter says so."""
    where = {"Convoy": ["de_bty_siegfried"]}
    order = ("de_bty_siegfried",)
    plain = battle(edition, "6615", "6616", ["de_12_inf"], ["uk_1_inf"], where)
    city = battle(edition, "6716", "6715", ["de_12_inf"], ["uk_1_inf"], where)

    assert fight(plain, Attack("6615", batteries=order)).attack_total == 10
    assert fight(city, Attack("6716", batteries=order)).attack_total == 7


@both_editions
def test_12_0_german_batteries_defend_too(edition):
    """A-35, 9.2  A British attack within range: Siegfried adds 6 to the German defence."""
    position = battle(
        edition,
        "6615",
        "6616",
        ["uk_1_inf"],
        ["de_12_inf"],
        {"Convoy": ["de_bty_siegfried"]},
        step=13,
    )

    fought = fight(position, Attack("6615"))

    assert fought.defence_total == 10
    assert fought.attacker == "british"


@both_editions
@pytest.mark.parametrize(("gun", "adds"), [("2921", 4), ("2922", 0)])
def test_12_0_the_railway_gun_reaches_three_hexes(edition, gun, adds):
    """12.0  Its own hex is not counted, the target is: three hexes away it fires, four not."""
    position = battle(
        edition, PLAIN, "2819", ["uk_1_inf"], ["de_12_inf"], {gun: ["uk_railway_guns"]}, step=13
    )
    wanted = Attack(PLAIN, railway_gun=True)

    if adds:
        assert fight(position, wanted).attack_total == 3 + adds
    else:
        assert position.codes(wanted) == [("12.0", "no_railway_gun")]


@both_editions
def test_12_0_an_attacked_railway_gun_defends_with_its_defence(edition):
    """12.0  It adds nothing to its own defence, nor to another's while an enemy is in its hex."""
    position = battle(
        edition,
        PLAIN,
        "2819",
        ["de_12_inf"],
        ["uk_railway_guns"],
        {"2920": ["de_14_inf", "uk_1_inf"]},
    )

    assert fight(position, Attack("2920")).defence_total == 4
    assert fight(position, Attack(PLAIN)).defence_total == 1


@both_editions
def test_12_0_a_railway_gun_that_has_fought_supports_nobody(edition):
    """12.0  It attacked in one hex; it cannot support another combat of the step."""
    attackers = ["uk_1_inf", "uk_railway_guns"]
    position = battle(
        edition, PLAIN, "2819", attackers, ["de_flak_ii-14"],
        {"2920": ["uk_42_inf", "de_12_inf"]}, step=13,
    )  # fmt: skip

    assert fight(position, Attack(PLAIN), die=1).attack_total == 7
    assert position.codes(Attack("2920", railway_gun=True)) == [("12.0", "no_railway_gun")]


@both_editions
def test_12_0_an_empty_beach_has_no_strength(edition):
    """7.5, A-108  Landing where nobody is: 0, column 5."""
    position = battle(edition, "6220", "A", ["de_17_inf_ech1"], [])

    fought = fight(position, Attack("6220"))

    assert (fought.defence, fought.defence_total, fought.column) == ((), 0, 5)


@both_editions
def test_10_11_aircraft_over_an_empty_beach_support_nobody(edition):
    """10.3, 10.10, 10.11  Support adds to a land unit that defends, and here there is none: 2 to 0."""
    attackers = ["de_17_inf_ech1", "de_bomber_1_fliegerkorps_a"]
    position = battle(edition, "6220", "A", attackers, ["uk_bmr_3_group"])

    fought = fight(position, Attack("6220"))

    assert (fought.attack_total, fought.defence_total, fought.column) == (2, 0, 5)


@both_editions
def test_12_0_churchill_alone_is_a_defence_of_zero(edition):
    """A-17  He defends a London hex with strength 0 and takes four off the die."""
    position = battle(edition, "4008", "4007", ["de_12_inf"], ["uk_churchill"])
    position.at(churchill="", landed=frozenset({"de_12_inf"}))

    fought = fight(position, Attack("4008"))

    assert (fought.defence_total, fought.column) == (0, 5)
    assert "Churchill defends" in {line.name for line in fought.modifiers}


@both_editions
def test_12_0_no_aircraft_support_in_rain(edition):
    """10.10, 10.11  In rain nothing is added from the air."""
    attackers = ["de_12_inf", "de_bomber_1_fliegerkorps_a"]
    position = battle(edition, PLAIN, "2819", attackers, ["uk_1_inf", "uk_bmr_3_group"]).at(
        weather="rain"
    )

    fought = fight(position, Attack(PLAIN))

    assert (fought.attack_total, fought.defence_total) == (4, 4)


@both_editions
def test_12_0_the_arithmetic_is_told(edition):
    """12.0  The sentence of a combat names strengths, column, die, modifiers and result."""
    position = battle(edition, CITY, "2214", ["de_12_inf"], ["uk_1_lon"])
    position.at(landed=frozenset({"de_12_inf"}))

    told = position.ruleset.tell(fight(position, Attack(CITY), die=4))

    assert told == (
        "combat in 2215 (12.0): de_12_inf 4 = 4 against uk_1_lon 3 = 3; the german player has fire"
        " superiority, column 3 (12.3); die 4, -2 city (12.1), together 2: all units reduced, the attackers"
        " retreat"
    )


@both_editions
def test_12_0_artillery_fights_in_its_hex_only(edition):
    """12.0  Artillery and rockets add in the combat hex, and not from next door (A-118)."""
    guns = ["de_art_1", "de_rkt"]
    there = battle(edition, PLAIN, "2819", ["de_12_inf", *guns], ["uk_1_inf"])
    assert fight(there, Attack(PLAIN)).attack_total == 4 + 3 + 3
    beside = battle(edition, PLAIN, "2819", ["de_12_inf"], ["uk_1_inf"], {"2819": guns})
    assert fight(beside, Attack(PLAIN)).attack_total == 4
