"""Rulings as data: complete, in step with the page, cited where they are carried out."""

import json
import re

import pytest

from sealion_pbem.rulesets.sealion.edition import SETTINGS
from sealion_pbem.rulesets.sealion.index import DELUXE_SECTIONS, DESCRIPTIVE, MAGAZINE_SECTIONS
from sealion_pbem.umpire.rulebook import folder_of
from sealion_pbem.umpire.rulings import mentions, rulings
from tools.make_rulings import PAGE, page

KNOWN = rulings("sealion-deluxe")


def cited():
    """The ids that code or tests name; this file names none as a proof of anything."""
    code, tests = mentions("sealion-deluxe")
    assert tests is not None, "the tests are in the checkout"
    return {m.ruling for m in (*code, *tests) if not m.where.endswith("test_rulings.py")}


def test_the_page_is_in_step():
    """`python -m tools.make_rulings` writes what is there."""
    assert PAGE.read_text("utf-8") == page()


def test_ids_are_counted_through():
    """None is missing, none is used twice, in either series; both editions share them."""
    found = json.loads((folder_of("sealion-2016") / "rulings.json").read_text("utf-8"))["rulings"]
    ids = [ruling["id"] for ruling in found]
    ours = [name for name in ids if name.startswith("F-")]
    assert ours == [f"F-{n}" for n in range(1, len(ours) + 1)]
    assert ids[: -len(ours)] == [f"A-{n}" for n in range(1, len(ids) - len(ours) + 1)]
    assert rulings("sealion-2016") == KNOWN


@pytest.mark.parametrize("ruling", KNOWN.values(), ids=list(KNOWN))
def test_each_names_sections_that_exist_and_says_what_is_ruled(ruling):
    """Sections of the table of contents, or of the optional rules; whole sentences."""
    for section in ruling.sections:
        known = {**MAGAZINE_SECTIONS, **DELUXE_SECTIONS}
        assert section in known or re.fullmatch(r"14\.\d(\.\d)?", section)
    assert ruling.optional == all(section.startswith("14.") for section in ruling.sections)
    assert set(ruling.editions) <= {"2016", "deluxe"}
    assert ruling.problem[-1] in ".?"
    assert ruling.ruling[-1] == "."


def test_settings_are_options_of_the_charter():
    """Every option that names a ruling is named by it, and the other way round."""
    named = {
        found[0]: name for name, s in SETTINGS.items() if (found := re.findall(r"[AF]-\d+", s.text))
    }
    assert named == {ruling.id: ruling.setting for ruling in KNOWN.values() if ruling.setting}


def test_every_cited_ruling_exists():
    """No docstring names a ruling that is not there."""
    assert cited() <= set(KNOWN)


def test_every_ruling_is_cited_or_has_no_effect():
    """Those that are withdrawn or of the optional rules need not be; no effect is said with a reason."""
    needed = {r.id for r in KNOWN.values() if not (r.withdrawn or r.optional or r.no_effect)}
    assert needed - cited() == set()


def test_what_is_cited_has_an_effect():
    """A ruling without effect that a test shows would be a wrong excuse."""
    assert cited() & {ruling.id for ruling in KNOWN.values() if ruling.no_effect} == set()


def test_the_list_of_descriptive_sections_is_short():
    """Only what holds no rule; each with its reason."""
    assert set(DESCRIPTIVE) == {"1.0", "1.4"}
    assert all(DESCRIPTIVE.values())
