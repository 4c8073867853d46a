"""The history in an archive: exported, proved, named when it lies, left behind by an import."""

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from sealion_pbem.campaign.archive import export
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.cli.root import cli
from sealion_pbem.umpire.derived import DerivedMembers, write_history
from sealion_pbem.umpire.log import Log
from tests.campaigns import make_campaign
from tests.histories import files_of, storied


def run(*words):
    return CliRunner().invoke(cli, ["archive", *map(str, words)])


def derived(table, tmp_path: Path) -> dict[str, bytes]:
    """Every member that export adds, by name."""
    write_history(Log(files_of(table.path)), tmp_path / "derived")
    return dict(DerivedMembers(tmp_path / "derived"))


def packed(table, tmp_path: Path, members) -> Path:
    """An archive with these members, and a manifest that fits them."""
    export(Folder(table.path), tmp_path / "made.zip", members, head=table.record.ledger.head)
    return tmp_path / "made.zip"


def test_an_export_has_the_whole_history(tmp_path):
    """XML, schema, replay and pages are there, listed in the manifest, and proved."""
    table = storied(tmp_path)
    assert run("export", "-C", table.path, tmp_path / "a.zip").exit_code == 0
    names = set(zipfile.ZipFile(tmp_path / "a.zip").namelist())
    assert {f"extra/{name}" for name in derived(table, tmp_path)} <= names
    assert {"extra/campaign.xml", "extra/history.xsd", "extra/replay.html"} <= names
    result = run("check", tmp_path / "a.zip")
    assert result.exit_code == 0, result.output
    assert "is what the log says, byte for byte" in result.stdout
    facts = json.loads(run("check", tmp_path / "a.zip", "--json").stdout)
    assert facts["history"]["compared"] is True


def test_a_plain_export_has_none(tmp_path):
    """With --plain there is only the log, as in old archives, and it is valid."""
    table = make_campaign(tmp_path)
    assert run("export", "--plain", "-C", table.path, tmp_path / "a.zip").exit_code == 0
    names = zipfile.ZipFile(tmp_path / "a.zip").namelist()
    assert not [name for name in names if name.startswith("extra/")]
    facts = json.loads(run("check", tmp_path / "a.zip", "--json").stdout)
    assert facts["proved"] is True
    assert facts["history"]["members"] == []


def test_a_changed_byte_in_any_member_is_named(tmp_path):
    """The manifest is made to fit: only the log can tell that the history lies, and it does."""
    table = make_campaign(tmp_path)
    members = derived(table, tmp_path)
    assert len(members) >= 5
    for name, data in members.items():
        middle = len(data) // 2
        changed = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
        file = packed(table, tmp_path, members | {name: changed})
        result = run("check", file)
        assert result.exit_code == 7, name
        assert f"extra/{name}" in result.stderr
        facts = json.loads(run("check", file, "--json").stdout)
        assert facts["proved"] is False
        assert facts["history"]["entry"] == f"extra/{name}"
        file.unlink()


def test_an_xml_with_a_doctype_is_refused(tmp_path):
    """Nothing in it is read."""
    table = make_campaign(tmp_path, turns=1)
    members = derived(table, tmp_path)
    members["campaign.xml"] = b'<!DOCTYPE x [<!ENTITY a "b">]>' + members["campaign.xml"][39:]
    result = run("check", packed(table, tmp_path, members))
    assert result.exit_code == 7
    assert "extra/campaign.xml: it has a DOCTYPE" in result.stderr


def test_the_history_of_another_campaign_is_refused(tmp_path):
    """Whole, valid, and about other entries."""
    table = make_campaign(tmp_path, turns=2)
    other = make_campaign(tmp_path / "other", turns=2, seed=5)
    result = run("check", packed(table, tmp_path, derived(other, tmp_path)))
    assert result.exit_code == 7
    assert "tells other entries than the log has" in result.stderr


def test_a_page_that_does_not_belong_is_named(tmp_path):
    """A game turn that was never played."""
    table = make_campaign(tmp_path, turns=1)
    members = derived(table, tmp_path) | {"history/turn-99.html": b"<p>we won</p>"}
    result = run("check", packed(table, tmp_path, members))
    assert result.exit_code == 7
    assert "extra/history/turn-99.html is no part of this history" in result.stderr


@pytest.mark.parametrize("page", [b"", b"<p>we won</p>"], ids=["true", "forged"])
def test_another_version_of_the_program_is_neither_believed_nor_accused(tmp_path, page):
    """Its XML is held against schema and entries; that nothing else was compared ends with 9.

    Anybody can write another version into a history that he has changed, so it is not proved either.
    """
    table = make_campaign(tmp_path, turns=1)
    members = derived(table, tmp_path)
    members["replay.html"] = page or members["replay.html"]
    xml = members["campaign.xml"].replace(b'program="sealion-pbem ', b'program="sealion-pbem 9', 1)
    file = packed(table, tmp_path, members | {"campaign.xml": xml})
    result = run("check", file)
    assert result.exit_code == 9
    assert "was written by sealion-pbem 9" in result.stderr
    assert "were not compared word for word" in result.stderr
    assert "proved: the history" not in result.stdout
    facts = json.loads(run("check", file, "--json").stdout)
    assert (facts["exit_code"], facts["proved"]) == (9, False)
    assert facts["history"]["compared"] is False
    assert run("import", file, tmp_path / "copy").exit_code == 0
    assert CliRunner().invoke(cli, ["audit", str(file)]).exit_code == 0


def test_an_archive_that_changes_while_it_is_checked(tmp_path, monkeypatch):
    """The log of one archive and the history of another are not told as one."""
    table = make_campaign(tmp_path, turns=1)
    file = packed(table, tmp_path, derived(table, tmp_path))
    import sealion_pbem.umpire.derived as room

    true_check = room.check_history

    def swapped(path):
        packed(table, tmp_path, {})
        return true_check(path)

    monkeypatch.setattr(room, "check_history", swapped)
    result = run("check", file)
    assert (result.exit_code, "changed while it was read" in result.stderr) == (7, True)


def test_an_import_leaves_the_history_where_it_is(tmp_path):
    """The folder holds the log only; exported again, the manifest is the same."""
    table = make_campaign(tmp_path)
    first = json.loads(run("export", "-C", table.path, tmp_path / "a.zip", "--json").stdout)
    assert run("import", tmp_path / "a.zip", tmp_path / "copy").exit_code == 0
    assert not (tmp_path / "copy" / "extra").exists()
    again = json.loads(run("export", "-C", tmp_path / "copy", tmp_path / "b.zip", "--json").stdout)
    assert first["manifest"] == again["manifest"]
    assert first["history"] is True


def test_an_import_does_not_mind_a_history_that_lies(tmp_path):
    """The log counts; the pages are not looked at."""
    table = make_campaign(tmp_path, turns=1)
    file = packed(table, tmp_path, {"replay.html": b"<p>something else</p>"})
    assert run("import", file, tmp_path / "copy").exit_code == 0


@pytest.mark.parametrize("what", ["folder", "archive"])
def test_the_pages_alone(tmp_path, what):
    """`archive history` writes replay and pages of a folder or an archive, and no XML."""
    table = make_campaign(tmp_path)
    path = table.path
    if what == "archive":
        path = tmp_path / "a.zip"
        run("export", "--plain", "-C", table.path, path)
    result = run("history", path, "--out", tmp_path / "out", "--json")
    assert result.exit_code == 0
    assert Path(json.loads(result.stdout)["replay"]).exists()
    assert (tmp_path / "out" / "history" / "index.html").exists()
    assert not (tmp_path / "out" / "campaign.xml").exists()
