"""`sealion verify-roll`: the derivation of one roll, reckoned a second time."""

import json
import secrets
from hashlib import sha256
from itertools import count

import orjson
import pytest
from click.testing import CliRunner

from sealion_pbem.cli.root import cli
from tests.campaigns import make_campaign


def run(table, *words):
    return CliRunner().invoke(cli, ["verify-roll", "-C", str(table.path), *map(str, words)])


def rolls_of(table):
    """Every roll as the receipts list it."""
    documents = [orjson.loads(path.read_bytes()) for path in table.entries]
    return [roll for document in documents for roll in document.get("rolls", [])]


@pytest.mark.parametrize("mode", ["peer", "referee", "both", "solo"])
def test_every_roll_follows_from_the_log(tmp_path, mode):
    """Each roll of a campaign, by number and by label: the same faces as in its receipt."""
    table = make_campaign(tmp_path, mode, turns=12)
    rolls = rolls_of(table)
    assert rolls
    for number, roll in enumerate(rolls, 1):
        facts = json.loads(run(table, number, "--json").stdout)
        assert facts["faces"] == facts["values"] == roll["values"]
        assert facts["agrees"] is True
        assert len(facts["links"]) == (2 if mode == "both" else 1)
        for link in facts["links"]:
            assert link["hashes"][0] == link["value"]
            assert link["hashes"][-1] == link["anchor"]
        by_label = run(table, roll["label"])
        assert by_label.exit_code == 0
        assert facts["seed"] in by_label.stdout
        assert facts["prk"] in by_label.stdout


def test_the_steps_can_be_followed(tmp_path):
    """Turn, links, key, bytes and receipt stand in this order, with the arithmetic."""
    table = make_campaign(tmp_path)
    text = run(table, 1).stdout
    places = [text.index(f"\n{number}  the ") for number in range(1, 6)]
    assert places == sorted(places)
    assert " mod 6 + 1 = " in text
    assert text.rstrip().endswith("the same")


def test_list_names_all_rolls(tmp_path):
    """Number, entry, faces, label, rule and trust; as JSON too."""
    table = make_campaign(tmp_path, turns=12)
    text = run(table, "--list").stdout
    listed = json.loads(run(table, "--list", "--json").stdout)["rolls"]
    assert [roll["values"] for roll in listed] == [roll["values"] for roll in rolls_of(table)]
    for roll in listed:
        assert roll["label"] in text
        assert roll["trust"] == "two-party"


def test_without_dice_the_list_is_empty(tmp_path):
    """A campaign in which no die has fallen: nothing to list, nothing to derive."""
    table = make_campaign(tmp_path, turns=0)
    assert run(table, "--list").stdout == "No die has fallen yet.\n"
    assert run(table, 1).exit_code == 2


def test_a_roll_that_is_not_there_gets_a_suggestion(tmp_path):
    """A number too high, a label nearly right, and no roll named at all."""
    table = make_campaign(tmp_path)
    label = rolls_of(table)[0]["label"]
    assert run(table, 99).exit_code == 2
    wrong = run(table, label[:-1])
    assert (wrong.exit_code, label in wrong.stderr) == (2, True)
    part = run(table, "attacks")
    assert (part.exit_code, label in part.stderr) == (2, True)
    assert run(table).exit_code == 2


def test_a_receipt_that_lists_other_faces_is_shown(tmp_path):
    """The witness lies about a die: the derivation is printed and the exit code is 6."""
    table = make_campaign(tmp_path, turns=4)
    while not rolls_of(table):
        table.play(1)
    roll = rolls_of(table)[0]
    lie = [value % 6 + 1 for value in roll["values"]]
    forged = table.forge(table.entries[-1], rolls=[roll | {"values": lie}])
    result = run(table, 1)
    assert result.exit_code == 6
    assert "NOT THE SAME" in result.stdout
    assert forged.name in result.stderr
    assert json.loads(run(table, 1, "--json").stdout)["agrees"] is False


def test_a_link_that_does_not_lead_to_the_anchor_is_shown(tmp_path):
    """The witness opens a link of its own making: its hashes end elsewhere."""
    table = make_campaign(tmp_path, turns=4)
    while not rolls_of(table):
        table.play(1)
    link = orjson.loads(table.entries[-1].read_bytes())["link"]
    table.forge(table.entries[-1], link=link | {"value": "7" * 64})
    result = run(table, 1)
    assert (result.exit_code, "NO, it is" in result.stdout) == (6, True)


def test_a_damaged_log_is_refused(tmp_path):
    """Damage, a missing entry and a signature of somebody else end with 7 and the entry's name."""
    table = make_campaign(tmp_path)
    path = table.entries[3]
    data = path.read_bytes()
    path.write_bytes(data[:-2])
    result = run(table, 1)
    assert (result.exit_code, path.name in result.stderr) == (7, True)
    path.unlink()
    assert run(table, 1).exit_code == 7
    document = orjson.loads(data)
    document["signatures"] = {document["by"]: "0" * 128}
    path.write_bytes(
        orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n"
    )
    result = run(table, 1)
    assert (result.exit_code, path.name in result.stderr) == (7, True)


def test_a_new_anchor_is_the_one_that_counts(tmp_path, monkeypatch):
    """After a seat published a new anchor its links lead back to that entry."""
    numbers = count()
    # The same dice in every run: with others the game may end before one of the new chain falls.
    monkeypatch.setattr(
        secrets, "token_hex", lambda _=32: sha256(f"anchor {next(numbers)}".encode()).hexdigest()
    )
    table = make_campaign(tmp_path, turns=4)
    seat = table.record.decision.seat
    anchor = table.desk.new_anchor(seat)
    before = len(rolls_of(table))
    while not any(
        link["anchor_entry"] == anchor.file_name
        for number in range(before + 1, len(rolls_of(table)) + 1)
        for link in json.loads(run(table, number, "--json").stdout)["links"]
    ):
        assert table.record.decision is not None, "no roll was opened with the new chain"
        table.play(1)
