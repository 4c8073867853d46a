"""What a player is warned of before he signs: stacks that are too high, units without supply."""

from sealion_pbem.rulesets.sealion.danger import dangers
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from tests.sealion_table import both_editions, table


@both_editions
def test_6_3_a_stack_that_is_too_high_is_named(edition):
    """6.3  Two divisions in one hex: the hex and both of them, and nothing is said to the other side."""
    position = table(edition, step=6, stage="land movement")
    position.place({"2918": ["de_12_inf", "de_14_inf"]})
    said = "\n".join(dangers(position.state, GERMAN))
    assert "too many in 2918: of " in said
    assert "de_12_inf" in said
    assert "de_14_inf" in said
    assert [*dangers(position.state, BRITISH)] == []


@both_editions
def test_13_3_who_has_no_supply_is_named(edition):
    """13.3  A division inland without a line to the sea would lose a step; aboard nobody would."""
    position = table(edition, step=6, stage="land movement")
    position.place({"2918": ["de_12_inf"]})
    (said,) = dangers(position.state, GERMAN)
    assert said.startswith("without supply as it stands: ")
    assert "de_12_inf" in said

    position.place({"Convoy": ["de_transport_01"]}, aboard={"de_12_inf": "de_transport_01"})
    assert [*dangers(position.state, GERMAN)] == []


@both_editions
def test_8_0_transports_without_escort_are_named(edition):
    """8.0  Alone in a sea space while the enemy has ships; with a cruiser, in their box or at peace not."""
    position = table(edition, step=4, stage="naval movement")
    position.place({"B": ["de_transport_01"], "Royal Navy West": ["uk_hood"]})
    (said,) = dangers(position.state, GERMAN)
    assert said.startswith("without escort in B: ")
    assert "de_transport_01" in said
    for where in (
        {"B": ["de_transport_01", "de_emden"], "Royal Navy West": ["uk_hood"]},
        {"Convoy": ["de_transport_01"], "Royal Navy West": ["uk_hood"]},
        {"B": ["de_transport_01"], "D": ["uk_mine_a"]},
    ):
        calm = table(edition, step=4, stage="naval movement").place(where)
        assert [*dangers(calm.state, GERMAN)] == []


@both_editions
def test_12_3_who_has_no_way_back_is_named(edition):
    """12.3  An attacker with enemies all around would be lost in a retreat; with one open hex not."""
    ring = ("2917", "3018", "3019", "2919", "2819", "2818")
    foes = ("uk_1_inf", "uk_2_inf", "uk_3_inf", "uk_4_inf", "uk_43_inf", "uk_45_inf")
    where = {place: [foe] for place, foe in zip(ring, foes, strict=True)}
    position = table(edition, step=6, stage="land movement", landed=frozenset({"de_12_inf"}))
    position.place({"2918": ["de_12_inf", "uk_42_inf"], **where})
    (said,) = dangers(position.state, GERMAN)
    assert said.startswith("nowhere to go if they are thrown back")
    assert "de_12_inf" in said
    assert not [text for text in dangers(position.state, BRITISH) if "nowhere" in text]

    open_ = table(edition, step=6, stage="land movement", landed=frozenset({"de_12_inf"}))
    open_.place({"2918": ["de_12_inf", "uk_42_inf"]})
    assert [*dangers(open_.state, GERMAN)] == []


@both_editions
def test_asking_changes_nothing(edition):
    """The position is written down alike before and after."""
    position = table(edition, step=6, stage="land movement")
    position.place({"2918": ["de_12_inf", "de_14_inf"]})
    before = position.ruleset.pack(position.state)
    assert [*dangers(position.state, GERMAN)]
    assert position.ruleset.pack(position.state) == before
