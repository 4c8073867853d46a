"""12.3  All thirty cells of the combat results table, the columns, losses."""

import pytest

from sealion_pbem.rulesets.sealion.events.combat import CombatFought
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat import begin_land_combat
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.results import Retreat, TakeLosses
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import column_of
from tests.sealion_table import SealionTable, both_editions, table

HEX, ORIGIN = "2918", "2819"
PAIR = ("de_17_inf_ech2", "de_35_inf_ech2")
TANKS = ("uk_23_arm_x", "uk_24_arm_x")
# Attackers and defenders without quality, two steps each, for the five columns
SIDES = {
    1: (("de_pzabt_ua", "de_pzabt_ub"), ("uk_1_inf", "uk_29_inf_x", "pl_1_x")),
    2: (PAIR, ("uk_1_inf", "uk_29_inf_x")),
    3: (PAIR, ("uk_42_inf", "uk_29_inf_x")),
    4: (PAIR, TANKS),
    5: ((*PAIR, "de_12_inf"), TANKS),
}
# What the printed table says, odd cells too: losses of both sides, who is left in the hex, advance
CELLS = {
    1: ["all out|-|D", "all out|-|D", "one out|-|D", "one down|-|D", "one down|-|A", "one out|one down|D"],
    2: ["all out|-|D", "one out|-|D", "-|one down|D", "one down|one down|A", "-|one down|D", "-|one out|D"],
    3: [
        "all down|-|D", "all down|all down|D", "-|one down|D", "one down|one down|A", "-|all down|A",
        "-|all out|A",
    ],
    4: [
        "one out|-|D", "all down|all down|D", "one down|one down|A", "-|all down|A", "-|all out|A",
        "-|all out|A+",
    ],
    5: [
        "all down|-|D", "one down|one down|D", "-|all down|A", "-|all out|A", "-|all out|A+",
        "-|all out|A+",
    ],
}  # fmt: skip


def battle(edition: str, attackers, defenders) -> SealionTable:
    """A combat on open ground in which nothing modifies the die."""
    position = table(edition, step=6, stage="land combat").place({HEX: [*attackers, *defenders]})
    paths = dict.fromkeys(attackers, (ORIGIN, HEX))
    position.at(came_from=paths, landed=frozenset(attackers))
    position.begin(begin_land_combat)
    return position


def give(position: SealionTable, *orders):
    """Obey orders without going on to the next stage; return the events."""
    events = []
    for order in orders:
        assert not position.refusals(order)
        events += position.begin(lambda play, order=order: position.ruleset.obey(play, order))
    return events


def play_out(position: SealionTable, *orders):
    """Give orders, answer choices by default, retreat to the east; return the events and the choices."""
    events, asked = give(position, *orders), []
    while position.state.task and position.state.task.waits:
        asked.append(position.decision.kind)
        answer = position.ruleset.answer(position.state, "default")
        if asked[-1] == "retreat":
            # A unit that retreats next to their origin would close it to the attackers.
            east = (offer for offer in position.offers() if is_to_the_east(offer))
            answer = next(east)
        events += give(position, answer)
    return events, asked


def is_to_the_east(order: Retreat) -> bool:
    return all(move[-1] in ("2917", "3018", "3019") for move in order.moves)


def losses(position: SealionTable, names) -> str:
    out = [name for name in names if not position.steps(name)]
    down = [name for name in names if position.steps(name) == 1]
    assert not (out and down)
    for word, found in (("out", out), ("down", down)):
        if found:
            return f"{'all' if len(found) == len(names) else 'one'} {word}"
    return "-"


@both_editions
@pytest.mark.parametrize("roll", range(1, 7))
@pytest.mark.parametrize("column", SIDES)
def test_12_3_every_cell_of_the_table(edition, column, roll):
    """12.3  Each column and roll has the printed losses, and the printed side keeps the hex."""
    attackers, defenders = SIDES[column]
    position = battle(edition, attackers, defenders).dice(roll)

    events, asked = play_out(position, Attack(HEX))

    (fought,) = [event for event in events if isinstance(event, CombatFought)]
    assert (fought.column, fought.die, fought.modified, fought.modifiers) == (
        column,
        roll,
        roll,
        (),
    )
    in_hex = {position.state.counter(name).seat for name in position.state.units_in(HEX)}
    side = {frozenset({"german"}): "A", frozenset({"british"}): "D"}[frozenset(in_hex)]
    further = "+" if "advance" in asked else ""
    found = f"{losses(position, attackers)}|{losses(position, defenders)}|{side}{further}"
    assert found == CELLS[column][roll - 1]


@both_editions
@pytest.mark.parametrize(("die", "quality", "roll"), [(1, -2, 1), (6, 3, 6)])
def test_12_3_the_table_ends_at_one_and_six(edition, die, quality, roll):
    """12.3  A modified roll below 1 counts as 1, above 6 as 6."""
    attackers = ["de_1st_fj", "de_2nd_fj", "de_3rd_fj"] if quality > 0 else ["de_12_inf"]
    defenders = ["uk_29_inf_x"] if quality > 0 else ["nz_5_x", "au_18_x"]
    position = battle(edition, attackers, defenders).dice(die)

    (fought,) = [e for e in give(position, Attack(HEX)) if isinstance(e, CombatFought)]

    assert fought.modified == die + quality
    text = {
        1: "all attackers eliminated",
        6: "all defenders eliminated, the attackers may go one hex further",
    }
    assert fought.result == text[roll]


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (4, 8, 1), (4, 9, 1), (4, 7, 2), (4, 4, 2), (5, 4, 3), (8, 4, 3), (11, 4, 3),
        (12, 4, 4), (15, 4, 4), (16, 4, 5), (1, 0, 5), (2, 1, 3), (3, 1, 4), (4, 1, 5),
    ],
)  # fmt: skip
def test_12_3_columns(attack, defence, column):
    """12.3  Twice the attack is column 1, three times the defence 4, four times 5 (A-107, A-108)."""
    state = table("sealion-deluxe").state
    assert column_of(state, attack, defence) == column


@both_editions
def test_12_3_a_reduced_unit_and_one_of_one_step_are_eliminated(edition):
    """12.3  All defenders reduced: a reduced brigade and a one-step one are gone, a full one is not."""
    defenders = ("uk_29_inf_x", "uk_21_inf_x", "uk_18_inf")
    position = battle(edition, ("de_4_pz", *PAIR), defenders).dice(4)
    position.place({HEX: ["uk_29_inf_x"]}, reduced=["uk_29_inf_x"])

    events, _ = play_out(position, Attack(HEX))

    (fought,) = [event for event in events if isinstance(event, CombatFought)]
    assert (fought.attack_total, fought.defence_total, fought.column, fought.modified) == (
        12,
        5,
        3,
        5,
    )
    lost = [event for event in events if isinstance(event, UnitReduced | UnitEliminated)]
    assert sorted(lost, key=lambda event: event.unit) == [
        UnitReduced("uk_18_inf", "12.3"),
        UnitEliminated("uk_21_inf_x", "12.3"),
        UnitEliminated("uk_29_inf_x", "12.3"),
    ]


@both_editions
def test_12_3_the_owner_picks_who_takes_a_loss(edition):
    """12.3, A-111  One attacker and one defender reduced: first the German picks, then the British."""
    position = battle(edition, *SIDES[2]).dice(4)

    give(position, Attack(HEX))
    first = position.decision
    give(position, TakeLosses(("de_35_inf_ech2",)))
    second = position.decision
    give(position, TakeLosses(("uk_29_inf_x",)))

    assert (first.seat, first.kind, first.timing) == ("german", "take_losses", "after dice")
    assert (second.seat, second.kind) == ("british", "take_losses")
    assert position.steps("de_35_inf_ech2") == position.steps("uk_29_inf_x") == 1
    assert position.steps("de_17_inf_ech2") == position.steps("uk_1_inf") == 2


@both_editions
def test_12_3_a_single_unit_is_not_asked_for(edition):
    """12.3  One attacker and one defender in the hex: nobody is asked who takes the loss."""
    position = battle(edition, ["de_12_inf"], ["uk_1_inf"]).dice(4)

    _, asked = play_out(position, Attack(HEX))

    assert asked == ["retreat"]
    assert position.steps("de_12_inf") == position.steps("uk_1_inf") == 1


@both_editions
def test_12_3_only_the_reduced_defender_retreats(edition):
    """12.3, A-110  Column 2, roll 5: the reduced unit leaves, the other stays, the attackers go back."""
    position = battle(edition, *SIDES[2]).dice(5)

    give(position, Attack(HEX), TakeLosses(("uk_29_inf_x",)))
    assert position.decision.kind == "retreat"
    play_out(position)

    assert position.where("uk_29_inf_x") != HEX
    assert position.where("uk_1_inf") == HEX
    assert {position.where(name) for name in PAIR} == {ORIGIN}


@both_editions
@pytest.mark.parametrize(
    ("units", "codes"),
    [
        ((), [("12.3", "one_unit")]),
        (("de_17_inf_ech2", "de_35_inf_ech2"), [("12.3", "one_unit")]),
        (("uk_1_inf",), [("12.3", "not_in_combat")]),
        (("de_4_pz",), [("12.3", "not_in_combat")]),
        (("de_7_pz",), [("1.5", "out_of_game")]),
        (("nobody",), [("1.3", "unknown_unit")]),
    ],
)
def test_12_3_losses_are_refused(edition, units, codes):
    """12.3  A loss is taken by exactly one of the own units in the combat."""
    position = battle(edition, *SIDES[2]).place({ORIGIN: ["de_4_pz"]}).dice(4)
    give(position, Attack(HEX))

    assert position.codes(TakeLosses(units)) == codes


@both_editions
def test_12_3_the_default_loss_spares_units_and_churchill(edition):
    """12.3  Asked to lose one, the default takes the cheapest loss; Churchill goes last."""
    defenders = ("uk_1_inf", "uk_29_inf_x", "uk_21_inf_x", "uk_churchill")
    position = battle(edition, ("de_12_inf", "de_rkt", "de_art_1"), defenders).dice(3)
    position.at(churchill="")

    give(position, Attack(HEX))
    order = position.ruleset.answer(position.state, "default")
    weakest = position.ruleset.answer(position.state, "weakest")

    assert order == TakeLosses(("uk_29_inf_x",))
    assert weakest == TakeLosses(("uk_21_inf_x",))
