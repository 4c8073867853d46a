"""The data packs in an archive: what the charter pins, with whose it is, and nothing else."""

import json
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from sealion_pbem.campaign.archive import export
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.cli.root import cli
from sealion_pbem.umpire.enclosed import enclosed_packs
from tests.campaigns import make_campaign


def run(*words):
    return CliRunner().invoke(cli, ["archive", *map(str, words)])


def test_an_export_has_the_packs_of_the_charter(tmp_path):
    """packs/NAME.json has the digest that the charter pins for NAME; the notice says whose they are."""
    table = make_campaign(tmp_path)
    assert run("export", "-C", table.path, tmp_path / "a.zip").exit_code == 0
    with zipfile.ZipFile(tmp_path / "a.zip") as zipped:
        packs = {n: zipped.read(n) for n in zipped.namelist() if n.startswith("packs/")}
    pinned = table.record.ledger.charter.body.packs
    assert packs.pop("packs/NOTICE").decode() == table.record.ruleset.notice()
    assert {n: sha256(data).hexdigest() for n, data in packs.items()} == {
        f"packs/{name}.json": digest for name, digest in pinned.items()
    }
    result = run("check", tmp_path / "a.zip")
    assert "proved: the data packs, 1 files, are those that the charter pins" in result.stdout
    facts = json.loads(run("check", tmp_path / "a.zip", "--json").stdout)
    assert facts["packs"] == ["NOTICE", "field.json"]


def test_an_archive_without_packs_says_so(tmp_path):
    """A plain archive is whole; that it cannot be read without this program is said."""
    table = make_campaign(tmp_path)
    assert run("export", "--plain", "-C", table.path).exit_code == 2
    assert run("export", "--plain", "-C", table.path, "-o", tmp_path / "a.zip").exit_code == 0
    result = run("check", tmp_path / "a.zip")
    assert result.exit_code == 0
    assert "the data packs are not in it" in result.stdout


@pytest.mark.parametrize(
    ("change", "member", "reason"),
    [
        ({"field.json": b"{}"}, "packs/field.json", "is not the pack that the charter pins"),
        ({"field.json": None}, "packs/field.json", "is not in the archive"),
        ({"NOTICE": None}, "packs/NOTICE", "is not in the archive"),
        ({"NOTICE": b"all mine\n"}, "packs/NOTICE", "is not its notice: line 1 differs"),
        ({"more.json": b"{}"}, "packs/more.json", "is no pack that the charter pins"),
    ],
)
def test_packs_that_lie_are_named(tmp_path, change, member, reason):
    """The manifest is made to fit: the charter tells that a pack was changed, left out or added."""
    table = make_campaign(tmp_path)
    packs = {**enclosed_packs(table.record.ruleset), **change}
    found = {name: data for name, data in packs.items() if data is not None}
    path = tmp_path / "made.zip"
    export(Folder(table.path), path, packs=found, head=table.record.ledger.head)
    result = run("check", path)
    assert result.exit_code == 7
    assert f"{member} {reason}" in result.stderr
    facts = json.loads(run("check", path, "--json").stdout)
    assert facts["history"]["entry"] == member


def test_an_import_leaves_the_packs_where_they_are(tmp_path: Path):
    """A stranger's data have no place in a campaign folder."""
    table = make_campaign(tmp_path)
    run("export", "-C", table.path, tmp_path / "a.zip")
    assert run("import", tmp_path / "a.zip", tmp_path / "there").exit_code == 0
    assert not (tmp_path / "there" / "packs").exists()
