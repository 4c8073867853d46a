"""12.0  The stage: which hexes are fought for, in which order, who is asked, what is refused."""

import pytest

from sealion_pbem.engine.wire import one_of, to_wire
from sealion_pbem.rulesets.sealion.events.combat import (
    AttackCancelled,
    CombatEnded,
    CombatFought,
    CombatsFound,
    LandCombat,
    UnitsRetreated,
)
from sealion_pbem.rulesets.sealion.events.general import HexOccupied, UnitEliminated
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat import (
    begin_land_combat,
    decide_land_combat,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack, Cancel, Defend
from tests.sealion_table import SealionTable, both_editions, table

HEX, ORIGIN = "2918", "2819"


def stage(
    edition: str, where, came_from, *, step: int = 6, begin: bool = True, **facts
) -> SealionTable:
    """A position at the beginning of land combat."""
    position = table(edition, step=step, stage="land combat", **facts).place(where)
    position.at(came_from=came_from, landed=frozenset(came_from))
    if begin:
        position.begin(begin_land_combat)
    return position


def duel(edition: str, **facts) -> SealionTable:
    where = {HEX: ["de_12_inf", "uk_1_inf"]}
    return stage(edition, where, {"de_12_inf": ("2720", ORIGIN, HEX)}, **facts)


def give(position: SealionTable, order):
    assert not position.refusals(order)
    return position.begin(lambda play: position.ruleset.obey(play, order))


@both_editions
def test_12_0_both_sides_in_a_hex_fight(edition):
    """12.0, 7.5  Shared hexes and empty beaches that were landed on; not what was walked into."""
    position = stage(
        edition,
        {HEX: ["de_12_inf", "uk_1_inf"], "6220": ["de_17_inf_ech1"], "6221": ["de_35_inf_ech1"],
         "6219": ["de_lah"], "2305": ["uk_2_inf"]},
        {"de_12_inf": (ORIGIN, HEX), "de_17_inf_ech1": ("A", "6220"),
         "de_35_inf_ech1": ("A", "6221"), "de_lah": ("A", "6220", "6219")},
        begin=False,
    ).german_hexes("6221")  # fmt: skip

    assert position.begin(begin_land_combat) == [CombatsFound((HEX, "6220"))]
    assert position.decision.kind == "land_combat"
    assert position.decision.accepts == {"attack", "cancel"}


@both_editions
def test_12_0_nothing_to_fight_for_asks_nobody(edition):
    """12.0  No shared hex: no event, no decision."""
    position = stage(edition, {"2305": ["uk_2_inf"], HEX: ["de_12_inf"]}, {}, begin=False)

    assert position.begin(begin_land_combat) == []
    assert decide_land_combat(position.state) is None


@both_editions
def test_12_0_the_attacker_chooses_the_order(edition):
    """12.0  Of two hexes the second may be fought for first; then the first is left."""
    where = {HEX: ["de_12_inf", "uk_1_inf"], "2305": ["de_14_inf", "uk_2_inf"]}
    came = {"de_12_inf": (ORIGIN, HEX), "de_14_inf": ("2304", "2305")}
    position = stage(edition, where, came).dice(3)

    events = give(position, Attack(HEX))

    assert CombatEnded(HEX) in events
    assert position.state.task == LandCombat(("2305",))
    assert position.codes(Attack(HEX)) == [("12.0", "no_combat")]


@both_editions
def test_12_0_a_position_written_by_hand_needs_no_beginning(edition):
    """12.0  A position that starts in the stage finds its combats by itself."""
    position = duel(edition, begin=False).dice(3)
    assert position.decision.kind == "land_combat"

    events = give(position, Attack(HEX))

    assert events[0] == CombatsFound((HEX,))
    assert position.state.ended


@pytest.mark.parametrize(("edition", "end"), [("sealion-2016", "2720"), ("sealion-deluxe", ORIGIN)])
def test_12_0_a_cancelled_attack_goes_back(edition, end):
    """12.0, A-106  To where the march began in the magazine edition, one hex back in the Deluxe."""
    position = duel(edition)

    events = give(position, Cancel(HEX))

    assert events == [
        AttackCancelled(HEX),
        UnitsRetreated(("de_12_inf",), (end,)),
        CombatEnded(HEX),
    ]


@both_editions
def test_12_0_a_cancelled_attack_may_go_back_into_a_zone_of_control(edition):
    """12.0  Going back is no retreat: an enemy next to the hex does not matter."""
    position = duel(edition).place({"2719": ["uk_2_inf"], "2820": ["uk_4_inf"]})

    give(position, Cancel(HEX))

    assert position.steps("de_12_inf") == 2


@both_editions
def test_12_0_a_cancelled_attack_goes_on_if_its_hex_is_full(edition):
    """A-106  Another division stands there now: the unit goes on as in a retreat, by its owner's choice."""
    position = duel(edition).place({"2720": ["de_14_inf"], ORIGIN: ["de_15_inf"]})

    give(position, Cancel(HEX))

    assert (position.decision.kind, position.decision.timing) == ("retreat", "before dice")


@both_editions
def test_12_0_a_cancelled_attack_does_not_go_back_to_an_enemy(edition):
    """A-106  An enemy has fallen back into the way: the next hex of it, and none is a loss."""
    position = duel(edition).place({"2720": ["uk_4_inf"]})
    give(position, Cancel(HEX))
    assert position.where("de_12_inf") == ORIGIN

    closed = duel(edition).place({"2720": ["uk_4_inf"], ORIGIN: ["uk_2_inf"]})
    assert UnitEliminated("de_12_inf", "12.3") in give(closed, Cancel(HEX))


@both_editions
def test_12_0_a_landing_cannot_be_cancelled(edition):
    """A-46  On an empty beach and on a defended one."""
    where = {"6220": ["de_17_inf_ech1"], "6221": ["de_35_inf_ech1", "uk_1_inf"]}
    came = {"de_17_inf_ech1": ("A", "6220"), "de_35_inf_ech1": ("A", "6221")}
    position = stage(edition, where, came)

    assert position.codes(Cancel("6220")) == [("7.5", "landing_goes_on")]
    assert position.codes(Cancel("6221")) == [("7.5", "landing_goes_on")]


@both_editions
@pytest.mark.parametrize(("die", "holds"), [(1, False), (2, True), (6, True)])
def test_7_5_one_brigade_on_a_most_suitable_beach(edition, die, holds):
    """7.5, A-46  With quality 1 only a 1 throws it back into the sea, where it is lost."""
    where = {"6220": ["de_17_inf_ech1"]}
    position = stage(edition, where, {"de_17_inf_ech1": ("A", "6220")}).dice(die)

    events = give(position, Attack("6220"))

    assert (HexOccupied("6220", "de_17_inf_ech1") in events) is holds
    assert (UnitEliminated("de_17_inf_ech1", "12.3") in events) is not holds
    assert position.state.holds(position.state.ever_german, "6220") is holds


@both_editions
def test_12_0_a_last_landing_without_a_choice_is_fought_at_once(edition):
    """12.0  No support, Brandenburgers used: nobody is asked."""
    where = {"6220": ["de_17_inf_ech1"]}
    came = {"de_17_inf_ech1": ("A", "6220")}
    position = stage(edition, where, came, begin=False, brandenburgers_used=True).dice(4)

    events = position.begin(begin_land_combat)

    assert any(isinstance(event, CombatFought) for event in events)


@both_editions
@pytest.mark.parametrize(
    ("order", "codes"),
    [
        (Attack("9999"), [("12.0", "no_combat")]),
        (Attack("A"), [("12.0", "no_combat")]),
        (Attack(HEX, ships=("de_schlesien",)), [("12.0", "out_of_range")]),
        (Attack(HEX, ships=("de_sub_1",)), [("12.0", "no_guns")]),
        (Attack(HEX, ships=("de_emden",)), [("12.0", "not_at_sea")]),
        (Attack(HEX, ships=("uk_nelson",)), [("12.0", "not_yours")]),
        (Attack(HEX, ships=("de_12_inf",)), [("12.0", "no_guns")]),
        (Attack(HEX, ships=("nobody",)), [("1.3", "unknown_unit")]),
        (Attack(HEX, batteries=("de_bty_oldenburg",)), [("9.1", "out_of_range")]),
        (Attack(HEX, batteries=("uk_winnie",)), [("12.0", "not_yours")]),
        (Attack(HEX, batteries=("de_schlesien",)), [("9.0", "no_battery")]),
        (Attack(HEX, railway_gun=True), [("12.0", "no_railway_gun")]),
        (Cancel("9999"), [("12.0", "no_combat")]),
    ],
    ids=str,
)
def test_12_0_orders_are_refused(edition, order, codes):
    """12.0  Hexes that are not fought for, and support that is not at hand."""
    position = duel(edition).place(
        {"A": ["de_schlesien", "de_sub_1", "uk_nelson", "uk_winnie"],
         "Convoy": ["de_emden", "de_bty_oldenburg"]}
    )  # fmt: skip

    assert position.codes(order) == codes


@both_editions
def test_12_0_a_ship_that_fought_or_fired_is_refused(edition):
    """8.5, A-72, A-105  Fought in this player turn, fired already, named twice."""
    where = {"6316": ["de_12_inf", "uk_1_inf"], "A": ["de_schlesien", "de_adm_hipper", "de_emden"]}
    position = stage(edition, where, {"de_12_inf": ("6317", "6316")})
    position.at(fought=frozenset({"de_schlesien"}), used=frozenset({"de_emden"}))
    ships = ("de_schlesien", "de_emden", "de_adm_hipper", "de_adm_hipper")

    assert position.codes(Attack("6316", ships=ships)) == [
        ("8.5", "has_fought"),
        ("12.0", "used_already"),
        ("12.0", "named_twice"),
    ]


@both_editions
def test_12_0_an_attack_needs_strength(edition):
    """A-108  Churchill alone attacks with 0: it can only be called off."""
    where = {HEX: ["uk_churchill", "de_12_inf"]}
    position = stage(edition, where, {"uk_churchill": (ORIGIN, HEX)}, step=13)
    position.at(churchill="", landed=frozenset({"de_12_inf"}))

    assert position.codes(Attack(HEX)) == [("12.3", "no_strength")]
    assert list(position.ruleset.offers(position.state)) == [Cancel(HEX)]
    assert position.ruleset.answer(position.state, "default") == Cancel(HEX)


def two_combats(edition: str) -> SealionTable:
    """Nelson lies off two hexes that are attacked."""
    where = {
        "6316": ["de_12_inf", "uk_1_inf"], "6615": ["de_14_inf", "uk_2_inf"],
        "A": ["uk_nelson"], "6416": ["uk_railway_guns"],
    }  # fmt: skip
    came = {"de_12_inf": ("6317", "6316"), "de_14_inf": ("6616", "6615")}
    return stage(edition, where, came)


@both_editions
def test_12_0_the_defender_chooses_where_his_ships_fire(edition):
    """A-105  Nelson and the gun could support both combats: the British are asked before the dice."""
    position = two_combats(edition)

    give(position, Attack("6316"))

    decision = position.decision
    assert (decision.seat, decision.kind, decision.timing) == ("british", "defend", "before dice")
    for order in position.ruleset.offers(position.state):
        assert not position.refusals(order)


@both_editions
def test_12_0_without_support_the_die_is_rolled(edition):
    """12.0  The British keep Nelson and the gun for the other combat, where all then support."""
    position = two_combats(edition).dice(3, 3)

    give(position, Attack("6316"))
    first = give(position, Defend())
    give(position, Attack("6615"))
    give(position, Defend(ships=("uk_nelson",), railway_gun=True))
    second = give(position, Attack("6615"))

    fought = [event for event in (*first, *second) if isinstance(event, CombatFought)]
    assert [(event.attack_total, event.defence_total) for event in fought] == [(4, 4), (4, 16)]


@both_editions
def test_12_0_the_attacker_may_call_off_when_support_is_named(edition):
    """12.0  Until the die is rolled: after Nelson is named the German attacks again, or cancels."""
    position = two_combats(edition).dice(3)

    give(position, Attack("6316"))
    give(position, Defend(ships=("uk_nelson",)))
    assert (position.decision.seat, position.decision.kind) == ("german", "press_attack")
    assert position.codes(Attack("6615")) == [("12.0", "no_combat")]
    again = two_combats(edition)
    again.state.task = one_of({LandCombat.kind: LandCombat}, to_wire(position.state.task))
    cancelled = give(again, Cancel("6316"))
    fought = next(e for e in give(position, Attack("6316")) if isinstance(e, CombatFought))

    assert AttackCancelled("6316") in cancelled
    assert not again.state.used
    assert fought.defence_total == 12
    assert position.state.used == {"uk_nelson"}


@both_editions
@pytest.mark.parametrize(
    ("order", "codes"),
    [
        (Defend(ships=("de_schlesien",)), [("12.0", "not_yours")]),
        (Defend(ships=("uk_rodney",)), [("12.0", "not_at_sea")]),
        (Defend(ships=("uk_nelson", "uk_nelson")), [("12.0", "named_twice")]),
        (Defend(batteries=("uk_winnie",)), [("9.0", "no_battery")]),
        (Attack("6316"), [("-", "wrong_kind")]),
    ],
    ids=str,
)
def test_12_0_a_defence_is_refused(edition, order, codes):
    """12.0, A-126  Only own ships at sea within range support; Winnie never."""
    position = two_combats(edition).place(
        {"A": ["de_schlesien", "uk_winnie"], "West": ["uk_rodney"]}
    )
    give(position, Attack("6316"))

    assert position.codes(order) == codes


@both_editions
def test_12_0_offers_and_policies_are_legal(edition):
    """12.0  What is offered passes the check; the policies attack, look at superiority, or cancel."""
    position = duel(edition)
    answer, state = position.ruleset.answer, position.state

    offers = list(position.ruleset.offers(state))

    assert offers == [Attack(HEX), Attack(HEX, brandenburgers=True), Cancel(HEX)]
    assert all(not position.refusals(order) for order in offers)
    assert answer(state, "default") == Attack(HEX)
    assert answer(state, "superior") == answer(state, "cancel") == Cancel(HEX)
    assert position.ruleset.facts(state)["column"] == 2


@both_editions
def test_12_0_events_and_the_waiting_combat_survive_a_file(edition):
    """12.0  Every event of a combat, and the task it waits in, reads back as it was written."""
    position = two_combats(edition).dice(4)
    ruleset = position.ruleset

    events = [*give(position, Attack("6316")), *give(position, Defend(ships=("uk_nelson",)))]
    task = ruleset.pack(position.state)["task"]
    assert one_of({LandCombat.kind: LandCombat}, task) == position.state.task
    events += give(position, Attack("6316"))

    for event in events:
        assert one_of({**ruleset.events}, to_wire(event)) == event
        assert ruleset.tell(event)
