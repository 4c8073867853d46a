"""Lists as VASSAL writes them: what is joined is parted again, whatever it holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.errors import InvalidFileError
from sealion_pbem.vassal.command import DEEPEST, ESC, format_tree, leaves, parse_tree
from sealion_pbem.vassal.escape import joined, parted
from sealion_pbem.vassal.trait import chained, unchained_state, unchained_type

DELIMITERS = (ESC, "/", "\t", ";", ",", "|")
# Few signs, so that delimiters, backslashes and apostrophes meet often.
TEXTS = st.text("ab'\\/;\t,|" + ESC, max_size=12).filter(lambda text: not text.endswith("\\"))
LEAVES = st.text("ab\\/;'", min_size=1, max_size=8).filter(
    lambda text: not text.endswith("\\") and not (text[0] == text[-1] == "'")
)
TREES = st.recursive(LEAVES, lambda inner: st.lists(inner, min_size=2, max_size=4), max_leaves=12)


@given(st.lists(TEXTS, min_size=1, max_size=6), st.sampled_from(DELIMITERS))
def test_what_is_joined_is_parted_again(parts, delimiter):
    """Any list of texts that end with no backslash."""
    assert parted(joined(parts, delimiter), delimiter) == parts


@given(TREES)
def test_a_tree_is_read_as_it_was_written(tree):
    """Commands in any nesting: the tree comes back, and so does its text."""
    text = format_tree(tree)
    assert parse_tree(text) == tree
    assert format_tree(parse_tree(text)) == text


@given(st.lists(st.text("ab;,'\\", max_size=6).filter(lambda t: not t.endswith("\\")), min_size=1))
def test_a_chain_of_states_comes_back(states):
    """As many segments as there are traits, each as it was."""
    assert unchained_state(chained(states), len(states)) == states


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", [""]),
        ("a/", ["a", ""]),
        ("a\\/b/c", ["a/b", "c"]),
        ("a\\\\/b", ["a\\/b"]),
        ("'\\a'/'", ["\\a", "'"]),
        ("/a", ["", "a"]),
    ],
)
def test_the_rule_of_escaping(text, parts):
    """Delimiters behind a backslash belong to the element, apostrophes around one do not."""
    assert parted(text, "/") == parts


def test_what_ends_with_a_backslash_cannot_be_written():
    """VASSAL has no escape for it, so it is refused and not garbled."""
    with pytest.raises(ValueError, match="backslash"):
        joined(["a\\"], "/")


def test_a_chain_of_types_ends_at_the_basic_piece():
    """Each trait wraps the next; the basic piece is the innermost."""
    types = ["mark;A", "emb2;x\\;y", "piece;;;a.png;1/2 Inf"]
    assert unchained_type(chained(types)) == types


def test_a_million_backslashes_are_refused_and_not_waited_for():
    """Each level takes one of them away; after as many levels as a game can have, it is said."""
    text = f"begin_save{ESC}" + "\\" * 10**6 + ESC
    with pytest.raises(InvalidFileError, match=f"deeper than {DEEPEST} levels"):
        parse_tree(text)


def test_leaves_come_in_the_order_of_execution():
    """Depth first, the head of a node before what follows it."""
    assert [*leaves(["a", ["b", "c"], "d"])] == ["a", "b", "c", "d"]
