"""What a file says of a refusal: bounded, in ordinary letters, whatever the orders quote."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.engine.refusal import LONGEST_TEXT, MOST_VIOLATIONS, violations_to_wire
from sealion_pbem.engine.words import Violation
from sealion_pbem.pbem.loader import FILE_LIMIT, check_values, normal_form, read_normal
from sealion_pbem.pbem.schema import check_document


def rejection(violations: list[Violation]) -> dict[str, Any]:
    """The rejection that tells these violations."""
    return {
        "format": "sealion-pbem/1", "kind": "rejection", "campaign": "c" * 64, "seq": 2,
        "prev": "a" * 64, "by": "red", "time": "2026-01-31T20:15:00Z",
        "violations": violations_to_wire(violations), "signatures": {"red": "0" * 128},
    }  # fmt: skip


def assert_can_be_sent(violations: list[Violation]) -> None:
    """A rejection of these violations passes loader and schema."""
    document = rejection(violations)
    check_values(document)
    check_document(document, "rejection")
    data = normal_form(document)
    assert len(data) <= FILE_LIMIT
    assert read_normal(data) == document


def test_the_first_are_told_and_the_rest_is_counted():
    """Six hundred unknown ships: twenty are named, then how many more there are."""
    found = [Violation("1.3", "unknown_unit", f"ship {n}", f"/ships/{n}") for n in range(600)]

    told = violations_to_wire(found)

    assert [one["text"] for one in told[:2]] == ["ship 0", "ship 1"]
    assert told[MOST_VIOLATIONS:] == [
        {"rule": "1.3", "code": "and_more", "text": "and 580 more", "at": ""}
    ]
    assert_can_be_sent(found)


def test_few_are_told_as_they_are():
    """An ordinary refusal is not touched."""
    found = [Violation("2.1", "too_far", "the path costs 4½ of 3 points – too far", "/orders/0")]

    assert violations_to_wire(found) == [
        {"rule": "2.1", "code": "too_far", "text": found[0].text, "at": "/orders/0"}
    ]


def test_the_longest_sentences_full_of_commas_can_be_sent():
    """What is longest and has most signs still fits into the file that must hold it."""
    for letter in (",", "{", '"', "\\", "ÿ", "…"):
        assert_can_be_sent([Violation("1" * 40, "c" * 40, letter * 5000, "/" * 900)] * 1000)


@given(st.lists(st.text(min_size=1, max_size=LONGEST_TEXT * 2), min_size=1, max_size=30))
def test_whatever_a_sentence_quotes_it_can_be_sent(texts: list[str]):
    """Combining marks that join the letter before, turned writing, controls: nothing is refused."""
    joined = [Violation("1.1", "odd", f"e{text}", "/orders/0") for text in texts]
    assert_can_be_sent([v for v in joined if v.text.encode(errors="ignore")])
