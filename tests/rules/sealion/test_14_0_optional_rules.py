"""14.0  Optional rules are chosen in the charter, in any combination, by the edition that has them."""

from itertools import combinations

import pytest

from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.editions import DELUXE, MAGAZINE
from sealion_pbem.rulesets.sealion.options import OPTIONS, every_option, texts, with_options
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023, MAGAZINE_2016
from tests.sealion_table import table

STANDARD = {
    n for n, c in data.counters(data.compiled("counters_deluxe")).items() if not c.optional_rule
}


def test_14_0_nothing_is_chosen_by_default():
    """The standard game has no counter of an optional rule and every trait as printed."""
    state = DELUXE_2023.setup("invasion", {})
    assert set(state.table.counters) == STANDARD
    assert state.edition == DELUXE


@pytest.mark.parametrize("name", OPTIONS)
def test_14_0_the_magazine_edition_refuses_with_a_reason(name):
    """2016 has no section 14; the refusal names the rule and where it is played."""
    with pytest.raises(UsageError, match=f"optional rule {OPTIONS[name].rule}") as refusal:
        MAGAZINE_2016.setup("invasion", {name: True})
    assert "sealion-deluxe" in refusal.value.hint
    assert name not in MAGAZINE_2016.options


def test_14_0_the_magazine_edition_has_no_victory_to_adjust():
    """The setting of A-152 belongs to the optional rules."""
    with pytest.raises(UsageError, match="does not have"):
        MAGAZINE_2016.setup("invasion", {"adjust_victory": False})
    assert "adjust_victory" not in MAGAZINE_2016.options


@pytest.mark.parametrize("name", OPTIONS)
def test_14_0_each_option_says_its_rule_and_its_effect_on_balance(name):
    """One line: the section, what it does, whom it helps."""
    option, text = OPTIONS[name], texts(DELUXE)[name]
    assert text.startswith(f"{option.rule}: {option.title}")
    assert text.endswith(option.balance)
    assert "\n" not in text
    assert option.rule in DELUXE_2023.rules


@pytest.mark.parametrize("name", OPTIONS)
def test_14_0_false_leaves_an_option_out(name):
    """A charter may say no in so many words."""
    assert with_options(DELUXE, {name: False}) == DELUXE


@pytest.mark.parametrize("name", OPTIONS)
def test_14_0_true_means_the_first_way_to_play_it(name):
    """Where there are several ways, each has its word; anything else is refused with the list."""
    first, *_ = OPTIONS[name].values
    assert with_options(DELUXE, {name: True}) == with_options(DELUXE, {name: first})
    with pytest.raises(UsageError, match="cannot be 'perhaps'"):
        with_options(DELUXE, {name: "perhaps"})


def test_14_0_an_unknown_name_is_refused():
    """With the names that exist."""
    with pytest.raises(UsageError, match="no option is called 'sharks'") as refusal:
        DELUXE_2023.setup("invasion", {"sharks": True})
    assert "magnetic_mines" in refusal.value.hint


@pytest.mark.parametrize("pair", list(combinations(OPTIONS, 2)), ids="-".join)
def test_14_0_any_two_go_together_in_any_order(pair):
    """The order in which a charter names them means nothing."""
    one, other = pair
    there = with_options(DELUXE, {one: True, other: True})
    back = with_options(DELUXE, {other: True, one: True})
    assert there == back


def test_14_0_all_together():
    """Every counter of a chosen rule is in play, and nothing that a rule leaves out."""
    edition = with_options(DELUXE, every_option(DELUXE))
    state = DELUXE_2023.setup("invasion", every_option(DELUXE))
    rules = {c.optional_rule for c in state.table.counters.values() if c.optional_rule}
    assert rules == edition.optional_counters
    assert not edition.left_out & set(state.table.counters)
    assert every_option(MAGAZINE) == {}


def test_14_0_a_position_keeps_its_options():
    """What is written and read again is played with the same counters."""
    start = table(options={"additional_ships": True}).place({"A": ["de_bluecher"]}).state
    again = DELUXE_2023.unpack(DELUXE_2023.pack(start))
    assert again.units["de_bluecher"].place == "A"
    assert again.table is start.table
