"""The audit proves a campaign from its log, and names the first entry that fails."""

import shutil
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.campaign.archive import export
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.pbem.evidence import Contradiction
from sealion_pbem.pbem.loader import normal_form
from sealion_pbem.rulesets.skirmish import SKIRMISH, rules
from sealion_pbem.umpire.audit import Verdict, audit_folder, audit_many, count_entries
from tests.campaigns import Table, make_campaign

SMALL: dict[str, Any] = {"turns": 3}
ENTRIES_OF_SMALL = 9
ILLEGAL = [{"kind": "march", "unit": "red-1", "path": ["0101"]}]


def small_campaign(tmp_path: Path) -> Table:
    """Three turns, then an illegal one and its rejection: nine entries of four kinds."""
    table = make_campaign(tmp_path, **SMALL)
    while table.record.decision.kind != "march":
        table.play(1)
    table.sign(ILLEGAL)
    table.answer()
    return table


@pytest.mark.parametrize("mode", ["peer", "referee", "both", "solo"])
def test_a_fair_campaign_is_proved(tmp_path, mode):
    """Six turns in each mode: everything is counted, nothing fails, the head is the log's."""
    table = make_campaign(tmp_path, mode)
    verdict = audit_folder(table.path)
    assert verdict.exit_code == 0
    assert (verdict.turns, verdict.receipts, verdict.mode) == (6, 6, mode)
    assert verdict.openings == (6 if mode == "both" else 0)
    assert verdict.entries == len(table.entries) == 13 + verdict.openings
    assert verdict.rolls >= 1
    assert verdict.dice == 2 * verdict.rolls
    assert verdict.head == table.record.ledger.head
    assert verdict.unopened == [("red", "objective")]
    assert verdict.waiting.startswith(f"{table.record.decision.seat}: ")


def test_a_finished_game_has_a_result_and_no_seal_left(tmp_path):
    """A game of one turn, played to its end: somebody won, the objective was opened."""
    table = make_campaign(tmp_path, turns=40, options={"turns": 1})
    verdict = audit_folder(table.path)
    assert verdict.result in ("red has won", "blue has won")
    assert (verdict.waiting, verdict.unopened, verdict.exit_code) == ("", [], 0)


def test_a_pending_turn_and_a_rejection_are_told(tmp_path):
    """A turn without receipt waits for its witness; after the rejection the seat owes another."""
    table = make_campaign(tmp_path, **SMALL)
    turn = table.sign(ILLEGAL)
    witness = table.record.ledger.baton()
    assert audit_folder(table.path).waiting == f"{witness}: answer turn {turn.seq} of {turn.by}"
    table.answer()
    verdict = audit_folder(table.path)
    assert verdict.rejections == 1
    assert verdict.waiting.startswith(f"{turn.by}: ")
    assert verdict.head == turn.prev


def test_every_folder_of_a_campaign_gives_the_same_verdict(tmp_path):
    """Two players, two folders, one log."""
    table = make_campaign(tmp_path, folders="each")
    verdicts = [audit_folder(desk.folder.path) for desk in table.desks.values()]
    for verdict in verdicts:
        verdict.path = ""
    assert verdicts[0] == verdicts[1]


@pytest.mark.parametrize("number", range(ENTRIES_OF_SMALL))
def test_flipping_any_byte_of_any_entry_is_found_and_the_entry_named(tmp_path, number):
    """Every byte of one receipt, every seventh of the others: exit code 6 or 7, that entry."""
    table = small_campaign(tmp_path)
    paths = table.entries
    assert len(paths) == ENTRIES_OF_SMALL
    path = paths[number]
    data = path.read_bytes()
    for place in range(0, len(data), 1 if number == 2 else 7):
        changed = bytearray(data)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        verdict = audit_folder(table.path)
        assert verdict.exit_code in (6, 7), f"byte {place} of {path.name}"
        assert verdict.failure.entry == path.name, f"byte {place}"
    path.write_bytes(data)
    assert audit_folder(table.path).exit_code == 0


@pytest.fixture(scope="module")
def one_campaign(tmp_path_factory):
    return make_campaign(tmp_path_factory.mktemp("campaign"), "both", turns=3)


@given(st.data())
def test_no_change_of_an_entry_is_missed(one_campaign, data):
    """Bytes put in, taken out or replaced anywhere: named, with 6 or 7, and never a traceback."""
    path = data.draw(st.sampled_from(one_campaign.entries))
    before = path.read_bytes()
    start = data.draw(st.integers(0, len(before)))
    end = data.draw(st.integers(start, min(len(before), start + 40)))
    piece = data.draw(st.binary(max_size=40) | st.sampled_from([b"\n", b"  ", b"0", b"{}", before]))
    changed = before[:start] + piece + before[end:]
    path.write_bytes(changed)
    try:
        verdict = audit_folder(one_campaign.path)
    finally:
        path.write_bytes(before)
    if changed == before:
        assert verdict.exit_code == 0
    else:
        assert verdict.exit_code in (6, 7)
        assert verdict.failure.entry == path.name


@pytest.mark.parametrize("number", range(ENTRIES_OF_SMALL))
def test_a_truncated_or_empty_entry_is_named(tmp_path, number):
    """A file cut short anywhere, or empty, is damage."""
    table = small_campaign(tmp_path)
    path = table.entries[number]
    data = path.read_bytes()
    for size in (0, 1, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:size])
        failure = audit_folder(table.path).failure
        assert (failure.exit_code, failure.entry) == (7, path.name)


def test_a_dropped_entry_is_missed_by_the_next(tmp_path):
    """Without any one entry the chain breaks at the one after it, or at the charter."""
    table = make_campaign(tmp_path, **SMALL)
    paths = table.entries
    for number, path in enumerate(paths[:-1]):
        data = path.read_bytes()
        path.unlink()
        failure = audit_folder(table.path).failure
        assert (failure.exit_code, failure.entry) == (7, paths[number + 1].name)
        path.write_bytes(data)


def test_an_entry_under_another_name_is_refused(tmp_path):
    """A copy with another number, seat or digest in its name is not where it belongs."""
    table = make_campaign(tmp_path, **SMALL)
    path = table.entries[1]
    for name in (
        path.name.replace("0001-", "0003-"),
        path.name.replace("-red-", "-blue-"),
        path.name.replace("-turn-", "-receipt-"),
        f"{path.stem[:-16]}{'0' * 16}.json",
    ):
        copy = path.with_name(name)
        shutil.copy(path, copy)
        failure = audit_folder(table.path).failure
        assert (failure.exit_code, failure.entry) == (7, name)
        copy.unlink()


@pytest.mark.parametrize("name", ["notes.txt", "0001-turn-red.json", ".hidden", "sub"])
def test_a_stranger_among_the_entries_is_refused(tmp_path, name):
    """A file or folder in entries/ that is no entry does not belong there."""
    table = make_campaign(tmp_path, **SMALL)
    stranger = table.path / "entries" / name
    if name == "sub":
        stranger.mkdir()
    else:
        stranger.write_text("hello")
    failure = audit_folder(table.path).failure
    assert (failure.exit_code, failure.entry) == (7, name)


def with_a_roll(tmp_path: Path) -> tuple[Table, Path]:
    """A campaign whose last entry is a receipt with dice."""
    table = make_campaign(tmp_path, turns=4)
    while not orjson.loads(table.entries[-1].read_bytes())["rolls"]:
        table.play(1)
    return table, table.entries[-1]


def lies(receipt: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Changes that a witness could make to a receipt before signing it."""
    roll = receipt["rolls"][0]
    other = [value % 6 + 1 for value in roll["values"]]
    answer = {"seat": "red", "decision": "losses", "order": {"kind": "stand"}, "standing_order": 0}
    return {
        "values": {"rolls": [roll | {"values": other}]},
        "label": {"rolls": [roll | {"label": "T09/red/3.3/x"}]},
        "fewer rolls": {"rolls": []},
        "more rolls": {"rolls": [roll, roll | {"label": "another"}]},
        "state": {"state": "0" * 64},
        "stands": {"stands": receipt["stands"] + 1},
        "automatic": {"automatic": [answer]},
        "trust": {"trust": "referee"},
    }


@pytest.mark.parametrize(
    "lie",
    ["values", "label", "fewer rolls", "more rolls", "state", "stands", "automatic", "trust"],
)
def test_a_receipt_that_lies_differs_from_the_replay(tmp_path, lie):
    """The witness signs another outcome than the rules give: exit code 6, its receipt named."""
    table, path = with_a_roll(tmp_path)
    changes = lies(orjson.loads(path.read_bytes()))[lie]
    forged = table.forge(path, **changes)
    failure = audit_folder(table.path).failure
    assert (failure.exit_code, failure.entry) == (6, forged.name)
    assert next(iter(changes)) in failure.reason


def test_a_receipt_with_another_link_is_refused(tmp_path):
    """The witness cannot choose its link: value and number are fixed by the anchor."""
    table, path = with_a_roll(tmp_path)
    link = orjson.loads(path.read_bytes())["link"]
    for change in ({"value": "1" * 64}, {"number": link["number"] + 1}):
        path = table.forge(path, link=link | change)
        failure = audit_folder(table.path).failure
        assert (failure.exit_code, failure.entry) == (7, path.name)
        assert "link" in failure.reason


def test_the_first_bad_entry_is_named_when_two_are(tmp_path):
    """A receipt that lies, and damage to the entry after it: the receipt comes first."""
    table, path = with_a_roll(tmp_path)
    following = table.sign()
    forged = table.forge(path, state="0" * 64)
    (table.path / "entries" / following.file_name).write_bytes(b"{}")
    failure = audit_folder(table.path).failure
    assert (failure.exit_code, failure.entry) == (6, forged.name)


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_second_charter_is_refused(tmp_path, seed):
    """Another charter beside the one the log goes on from is named, whichever comes first."""
    table = make_campaign(tmp_path, **SMALL)
    other = make_campaign(tmp_path / "other", turns=0, seed=seed).entries[0]
    shutil.copy(other, table.path / "entries")
    failure = audit_folder(table.path).failure
    assert (failure.exit_code, failure.entry) == (7, other.name)


def test_an_entry_of_another_campaign_cannot_hide_beside_the_chain(tmp_path):
    """The same players signed it with the same keys, elsewhere: it is refused here."""
    table = make_campaign(tmp_path, **SMALL)
    other = make_campaign(tmp_path / "other", **SMALL, seed=2).entries[1]
    shutil.copy(other, table.path / "entries")
    failure = audit_folder(table.path).failure
    assert (failure.exit_code, failure.entry) == (7, other.name)
    assert "which is missing" in failure.reason


def test_a_false_rejection_is_shown(tmp_path):
    """A witness rejects a legal turn: the replay finds nothing wrong with it."""
    table = small_campaign(tmp_path)
    *_, turn, rejection = table.entries
    if "rejection" in turn.name:
        turn, rejection = rejection, turn
    legal = table.forge(turn, orders=[{"kind": "done"}])
    digest = audit_digest(legal)
    forged = table.forge(rejection, prev=digest)
    failure = audit_folder(table.path).failure
    assert (failure.exit_code, failure.entry) == (6, forged.name)
    assert "wrongly" in failure.reason


def audit_digest(path: Path) -> str:
    """The digest of the entry in a file."""
    from sealion_pbem.pbem.entry import parse_entry

    return parse_entry(path.read_bytes()).digest


def test_evidence_of_two_versions_is_checked_and_told(tmp_path):
    """Red signs two versions of a turn: the log is proved, the proof is named; damage to it is 7."""
    table = make_campaign(tmp_path, **SMALL)
    elsewhere = make_campaign(tmp_path / "elsewhere", **SMALL)
    table.sign()
    table.answer()
    second = elsewhere.sign([{"kind": "done"}], message="a second version")
    assert table.desk.receive([("x", second.data)])[0].status == "evidence"
    verdict = audit_folder(table.path)
    assert verdict.exit_code == 0
    assert verdict.beside == []
    assert len(verdict.evidence) == 1
    assert f"{second.by} signed two versions of turn {second.seq}" in verdict.evidence[0]

    proof = next((table.path / "evidence").iterdir())
    document = orjson.loads(proof.read_bytes())
    document["entries"][0]["message"] = "forged"
    proof.write_bytes(normal_form(document))
    failure = audit_folder(table.path).failure
    assert (failure.exit_code, failure.entry) == (7, f"evidence/{proof.name}")


def test_evidence_that_proves_nothing_is_refused(tmp_path):
    """A proof that holds the same turn twice, or of another campaign, is damage."""
    table = make_campaign(tmp_path, **SMALL)
    turn = table.desk.store.load(table.entries[1].name)
    (table.path / "evidence").mkdir(exist_ok=True)
    twice = Contradiction(turn, turn)
    name = twice.name
    place = table.path / "evidence" / name
    for proof in (
        twice.document,
        twice.document | {"campaign": "0" * 64},
        twice.document | {"seat": "green"},
        {"kind": "equivocation"},
    ):
        place.write_bytes(normal_form(proof))
        failure = audit_folder(table.path).failure
        assert (failure.exit_code, failure.entry) == (7, f"evidence/{name}")


def test_another_revision_is_refused_unless_asked_for(tmp_path, monkeypatch):
    """The charter pins the revision: with other rules the audit ends with 6 and says what to do."""
    table = make_campaign(tmp_path, **SMALL)
    monkeypatch.setattr(type(SKIRMISH), "revision", 2)
    verdict = audit_folder(table.path)
    assert verdict.exit_code == 6
    assert "revision 1" in verdict.failure.reason
    assert "--any-revision" in verdict.failure.hint
    assert audit_folder(table.path, any_revision=True).exit_code == 0


def test_keep_going_lists_every_receipt_that_would_be_judged_otherwise(tmp_path, monkeypatch):
    """Cover counts double in the rules here: the first battle differs, and the list goes on."""
    table = make_campaign(tmp_path, turns=24)
    assert audit_folder(table.path, keep_going=True).exit_code == 0
    monkeypatch.setattr(rules, "COVER", frozenset(".w^"))
    first = audit_folder(table.path, any_revision=True)
    assert first.exit_code == 6
    verdict = audit_folder(table.path, any_revision=True, keep_going=True)
    assert verdict.failure is None
    assert verdict.exit_code == 6
    assert verdict.differences[0].entry == first.failure.entry
    assert len(verdict.differences) > 1
    assert verdict.receipts == 24


def test_an_archive_is_proved_like_the_folder_it_came_from(tmp_path):
    """The same verdict, with the digest of the manifest added."""
    table = make_campaign(tmp_path)
    file = tmp_path / "test.zip"
    digest = export(Folder(table.path), file)
    from_folder, from_archive = audit_folder(table.path), audit_folder(file)
    assert from_archive.manifest == digest
    from_archive.path, from_archive.manifest = from_folder.path, ""
    assert from_archive == from_folder
    assert count_entries(file) == count_entries(table.path) == from_folder.entries


def test_a_manifest_that_names_another_head_is_refused(tmp_path):
    """An archive whose entries end elsewhere than its manifest says is corrupt."""
    table = make_campaign(tmp_path, **SMALL)
    file = tmp_path / "test.zip"
    export(Folder(table.path), file, head="0" * 64)
    failure = audit_folder(file).failure
    assert (failure.exit_code, failure.entry) == (7, "MANIFEST.json")


def test_a_folder_without_charter_is_no_campaign_yet(tmp_path):
    """Nothing to prove: exit code 3, and nothing is called corrupt."""
    (tmp_path / "entries").mkdir()
    verdict = audit_folder(tmp_path)
    assert verdict.exit_code == 3
    assert "no charter" in verdict.failure.reason


def test_progress_is_told_entry_by_entry(tmp_path):
    """The log is streamed: the callback hears of every entry as it is read."""
    table = make_campaign(tmp_path, **SMALL)
    heard: list[int] = []
    audit_folder(table.path, progress=heard.append)
    assert heard == list(range(1, len(table.entries) + 1))


def test_many_campaigns_are_proved_side_by_side(tmp_path):
    """Two processes, verdicts in the order of the paths, a failure among them."""
    tables = [make_campaign(tmp_path / str(n), **SMALL, seed=n) for n in (1, 2, 3)]
    tables[1].entries[2].write_bytes(b"{}")
    paths = [table.path for table in tables]
    verdicts = list(audit_many(paths, jobs=2))
    assert [verdict.path for verdict in verdicts] == list(map(str, paths))
    assert [verdict.exit_code for verdict in verdicts] == [0, 7, 0]
    assert all(isinstance(verdict, Verdict) for verdict in verdicts)
