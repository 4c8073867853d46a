"""`sealion archive`: export, import and check, each with the audit of what is inside."""

import hashlib
import json
import zipfile

import pytest
from click.testing import CliRunner

from sealion_pbem.campaign.archive import export
from sealion_pbem.campaign.container import Packer
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.cli.root import cli
from sealion_pbem.pbem.loader import normal_form
from tests.campaigns import make_campaign


def run(*words):
    return CliRunner().invoke(cli, ["archive", *map(str, words)])


def exported(tmp_path, table, *options):
    file = tmp_path / "test.zip"
    assert run("export", *options, "-C", table.path, file).exit_code == 0
    return file


def add_to(file, members):
    """Put members into an archive as a stranger would who knows its form: the manifest fits them."""
    with zipfile.ZipFile(file) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()} | members
    manifest = json.loads(contents.pop("MANIFEST.json"))
    manifest["members"] = {
        name: {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
        for name, data in sorted(contents.items())
    }
    with file.open("wb") as stream:
        packer = Packer(stream)
        packer.put("MANIFEST.json", normal_form(manifest), most=100)
        for name, data in sorted(contents.items()):
            packer.put(name, data, most=100)
        packer.close()


FOREIGN = {
    "extra/notes.txt": b"the landing is at Hythe",
    "extra/dispute.html": b"<script>alert(1)</script>",
    "extra/history/evil.html": b"<script>alert(1)</script>",
    "entries/notes.txt": b"the landing is at Hythe",
    "entries/0001-turn-red-0123456789abcdef.json": b"{}\n",
    "evidence/notes.json": b'{"text": "the landing is at Hythe"}\n',
    "evidence/notes.txt": b"the landing is at Hythe",
    "private/red.json": b"{}\n",
    "mail.toml": b'from = "eve@example.org"\n',
    "README.html": b"<script>alert(1)</script>",
}


@pytest.mark.parametrize("name", FOREIGN)
def test_nothing_foreign_passes(tmp_path, name):
    """In any room or at the top, though the manifest lists it: check, import and audit name it."""
    file = exported(tmp_path, make_campaign(tmp_path, turns=1))
    add_to(file, {})
    assert run("check", file).exit_code == 0
    add_to(file, {name: FOREIGN[name]})

    for result in (
        run("check", file),
        run("import", file, tmp_path / "copy"),
        CliRunner().invoke(cli, ["audit", str(file)]),
    ):
        assert result.exit_code == 7, result.output
        assert name.removeprefix("entries/") in result.output
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize("name", ["entries/notes.txt", "evidence/notes.txt", "evidence/notes.json"])
def test_nothing_foreign_in_a_folder_is_exported(tmp_path, name):
    """What lies among entries or proofs and is none is named; no archive is made."""
    table = make_campaign(tmp_path, turns=1)
    (table.path / name).parent.mkdir(exist_ok=True)
    (table.path / name).write_bytes(FOREIGN[name])
    result = run("export", "-C", table.path, tmp_path / "test.zip")
    assert (result.exit_code, name.removeprefix("entries/") in result.stderr) == (7, True)
    assert not (tmp_path / "test.zip").exists()


def test_there_and_back_again(tmp_path):
    """Exported, checked, imported, exported again: the same manifest, the same entries."""
    table = make_campaign(tmp_path)
    file = exported(tmp_path, table)
    checked = run("check", file)
    assert checked.exit_code == 0
    assert "every member is what the manifest says" in checked.stdout
    assert run("import", file, tmp_path / "copy").exit_code == 0
    again = json.loads(run("export", "-C", tmp_path / "copy", tmp_path / "2.zip", "--json").stdout)
    assert again["manifest"] in checked.stdout
    assert again["proved"] is True
    copies = sorted((tmp_path / "copy" / "entries").iterdir())
    assert [path.read_bytes() for path in copies] == [p.read_bytes() for p in table.entries]


def test_no_secret_leaves_the_folder(tmp_path):
    """Neither private files nor settings nor the index are in the archive."""
    table = make_campaign(tmp_path)
    names = zipfile.ZipFile(exported(tmp_path, table)).namelist()
    assert {name.partition("/")[0] for name in names} == {
        "MANIFEST.json",
        "entries",
        "extra",
        "packs",
    }


def test_the_head_is_the_chains_even_beside_a_second_version(tmp_path):
    """A second version of the last turn does not become the head of the archive."""
    table = make_campaign(tmp_path, turns=3)
    elsewhere = make_campaign(tmp_path / "elsewhere", turns=3)
    table.sign()
    second = elsewhere.sign([{"kind": "done"}], message="another")
    table.desk.receive([("x", second.data)])
    facts = json.loads(run("check", exported(tmp_path, table), "--json").stdout)
    assert facts["proved"] is True
    assert facts["head"] == table.record.ledger.head


def test_a_damaged_archive_ends_with_7_and_nothing_is_made(tmp_path):
    """Every 97th byte flipped: check and import refuse."""
    table = make_campaign(tmp_path, turns=2)
    file = exported(tmp_path, table, "--plain")
    data = file.read_bytes()
    for place in range(0, len(data), 97):
        file.write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        result = run("check", file)
        assert result.exit_code in (3, 7), place
        assert run("import", file, tmp_path / "copy").exit_code == result.exit_code
        assert not (tmp_path / "copy").exists()


def test_an_archive_whose_replay_differs_ends_with_6(tmp_path):
    """A whole archive of a campaign in which a receipt lies: told apart from damage."""
    table = make_campaign(tmp_path)
    forged = table.forge(table.entries[-1], state="0" * 64)
    file = tmp_path / "test.zip"
    result = run("export", "-C", table.path, file)
    assert result.exit_code == 0
    assert f"warning: the audit fails at {forged.name}" in result.stderr
    checked = run("check", file)
    assert (checked.exit_code, forged.name in checked.stdout) == (6, True)
    assert run("import", file, tmp_path / "copy").exit_code == 6
    assert not (tmp_path / "copy").exists()


def test_a_damaged_campaign_is_not_exported(tmp_path):
    """No archive is made of a folder in which an entry is damaged."""
    table = make_campaign(tmp_path, turns=2)
    table.entries[1].write_bytes(b"{}")
    result = run("export", "-C", table.path, tmp_path / "test.zip")
    assert (result.exit_code, table.entries[1].name in result.stderr) == (7, True)
    assert not (tmp_path / "test.zip").exists()


def test_nothing_is_imported_over_something_else(tmp_path):
    """A folder that is not empty stays as it is."""
    file = exported(tmp_path, make_campaign(tmp_path, turns=1))
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "note").write_text("mine")
    assert run("import", file, taken).exit_code == 3
    assert [path.name for path in taken.iterdir()] == ["note"]


def test_an_archive_that_changes_meanwhile_is_not_left_in_place(tmp_path, monkeypatch):
    """Between the audit and the unpacking another archive takes its place: nothing is kept."""
    file = exported(tmp_path, make_campaign(tmp_path, turns=1))
    other = make_campaign(tmp_path / "other", turns=2)
    import sealion_pbem.campaign.archive as room

    true_import = room.import_archive

    def swapped(path, folder, **more):
        export(Folder(other.path), path)
        return true_import(path, folder, **more)

    monkeypatch.setattr(room, "import_archive", swapped)
    assert run("import", file, tmp_path / "copy").exit_code == 7
    assert not (tmp_path / "copy").exists()


def test_a_campaign_that_goes_on_meanwhile_is_not_exported_in_halves(tmp_path, monkeypatch):
    """An entry arrives between the audit and the writing: refused; the next attempt has all of it."""
    table = make_campaign(tmp_path, turns=2)
    import sealion_pbem.umpire.derived as room

    true_write = room.write_history

    def slow(files, into):
        true_write(files, into)
        if len(table.entries) == 5:
            table.sign()

    monkeypatch.setattr(room, "write_history", slow)
    result = run("export", "-C", table.path, tmp_path / "test.zip")
    assert (result.exit_code, "run the command again" in result.stderr) == (3, True)
    assert not (tmp_path / "test.zip").exists()
    assert run("check", exported(tmp_path, table)).exit_code == 0


@pytest.mark.parametrize("command", ["check", "import"])
def test_a_file_that_is_no_archive_ends_with_3(tmp_path, command):
    """A text file, and no file at all."""
    (tmp_path / "text.zip").write_text("hello")
    more = [tmp_path / "copy"] if command == "import" else []
    assert run(command, tmp_path / "text.zip", *more).exit_code == 3
    assert run(command, tmp_path / "missing.zip", *more).exit_code == 3


def test_where_no_campaign_is_nothing_is_exported(tmp_path):
    """A folder without campaign, and one with a draft only."""
    assert run("export", "-C", tmp_path, tmp_path / "test.zip").exit_code == 3
    (tmp_path / "draft" / "entries").mkdir(parents=True)
    assert run("export", "-C", tmp_path / "draft", tmp_path / "test.zip").exit_code == 3


def test_a_wrong_subcommand_gets_a_suggestion():
    """`archive chek` means `archive check`."""
    assert "Did you mean check?" in run("chek").stderr
