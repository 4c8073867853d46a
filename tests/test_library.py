"""The public face: what `from sealion_pbem import …` gives, and the page that explains it."""

import doctest
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import sealion_pbem
from sealion_pbem import Campaign, PbemError, Position, audit
from sealion_pbem.campaign.archive import export
from sealion_pbem.campaign.folder import Folder
from tests.campaigns import make_campaign

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "library.md").read_text("utf-8")
NAMES = [name for name in sealion_pbem.__all__ if name != "__version__"]


def test_the_examples_of_the_page_are_true(monkeypatch):
    """Run from the top of the checkout, every example prints what stands below it."""
    monkeypatch.chdir(ROOT)
    text = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    page = doctest.DocTestParser().get_doctest(text, {}, "library.md", None, 0)
    assert len(page.examples) > 30
    assert doctest.DocTestRunner(verbose=False).run(page).failed == 0


def test_the_page_names_everything():
    """Every public name stands in the table of the page, and is documented where it is defined."""
    table = PAGE[: PAGE.index("## Walk")]
    assert [name for name in NAMES if not re.search(rf"`{name}\b", table)] == []
    assert [name for name in NAMES if not getattr(sealion_pbem, name).__doc__] == []


def test_names_are_found_where_they_live():
    """What a type checker reads and what a script gets is one thing; a wrong name is none."""
    assert sorted(sealion_pbem._HOMES) == sorted(NAMES)
    for name, home in sealion_pbem._HOMES.items():
        module = import_module(f"sealion_pbem.{home}")
        assert getattr(sealion_pbem, name) is getattr(module, name)
        assert name in module.__all__
    assert set(NAMES) <= set(dir(sealion_pbem))
    with pytest.raises(AttributeError, match="has no attribute 'Campain'"):
        sealion_pbem.Campain  # type: ignore[attr-defined]  # noqa: B018 - that it is not there is the test


def test_importing_the_package_imports_nothing():
    """A name is loaded when it is used, and not before."""
    script = (
        "import sys; before = set(sys.modules); import sealion_pbem;"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["sealion_pbem"]


def test_a_campaign_is_read_from_its_archive_too(tmp_path):
    """Folder and archive give the same steps and the same end."""
    table = make_campaign(tmp_path, turns=4)
    there = tmp_path / "campaign.zip"
    export(Folder(table.path), there)

    assert [s.entry.digest for s in Campaign(there)] == [
        s.entry.digest for s in Campaign(table.path)
    ]
    assert str(Campaign(there).position()) == str(Campaign(table.path).position())
    assert audit(there).failure is None


def test_steps_hang_together(tmp_path):
    """Each begins where the last one ended, and its events lead from one state to the other."""
    campaign = Campaign(make_campaign(tmp_path, turns=6).path)
    last = None
    for step in campaign:
        assert last is None or step.before == last.after
        state = campaign.ruleset.copy(step.before.state)
        for event in step.events:
            event.on(state)
        assert campaign.ruleset.pack(state) == campaign.ruleset.pack(step.after.state)
        last = step
    assert last is not None
    assert last.after == campaign.position()


def test_a_damaged_campaign_is_named_when_it_is_walked(tmp_path):
    """The charter can be read; the walk ends at the entry that was changed, and the audit says which."""
    table = make_campaign(tmp_path, turns=4)
    path = table.entries[3]
    path.write_bytes(path.read_bytes().replace(b'"turn"', b'"tarn"'))

    campaign = Campaign(table.path)

    assert campaign.name == "test"
    with pytest.raises(PbemError, match=path.name):
        list(campaign)
    failure = audit(table.path).failure
    assert failure is not None
    assert failure.entry == path.name


def test_there_is_no_position_after_an_entry_that_is_not_there(tmp_path):
    """The last entry is named instead."""
    campaign = Campaign(make_campaign(tmp_path, turns=2).path)
    with pytest.raises(PbemError, match="no entry 99"):
        campaign.position(at=99)


def test_what_is_refused_leaves_the_position_as_it_is():
    """An illegal order is told with its rule, and nothing happens."""
    start = Position.new("skirmish")
    played = start.play({"kind": "march", "unit": "red-3", "path": ["0101"]})

    assert played.refused == start.check({"kind": "march", "unit": "red-3", "path": ["0101"]})
    assert played.refused
    assert played.events == ()
    assert start.ruleset.pack(played.after.state) == start.ruleset.pack(start.state)


def test_no_folder_and_no_scenario_are_said_in_words(tmp_path):
    """A path that leads nowhere is an error of ours, with a message."""
    with pytest.raises(PbemError):
        Campaign(tmp_path / "nowhere")
    with pytest.raises(PbemError):
        Campaign(tmp_path)
    with pytest.raises(PbemError):
        Position.from_scenario({"kind": "scenario"})
