"""Entries are kept for ever, under the name of their content."""

import errno
import json
from typing import Any, cast

import pytest

from sealion_pbem.campaign.files import temporary_name
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store, verify_name
from sealion_pbem.errors import CampaignError, ChainError, CorruptError, StorageError
from sealion_pbem.pbem.loader import normal_form
from tests.campaign.sample import (
    campaign,
    chain,
    charter,
    evidence,
    names_in,
    resigned,
    ruling,
    turn,
)
from tests.faults.disks import READS, failing


def test_what_is_added_is_there(tmp_path):
    """Three entries: listed in order, read back byte for byte, found by digest."""
    store = campaign(tmp_path, 3)
    entries = chain(3)

    assert store.names() == [entry.file_name for entry in entries]
    assert [store.read(name) for name in store.names()] == [entry.data for entry in entries]
    assert list(store.entries()) == [(entry.file_name, entry.data) for entry in entries]
    assert store.load(entries[1].file_name).digest == entries[1].digest
    assert store.find(entries[2].digest) == entries[2].file_name
    assert store.find("0" * 64) is None
    assert store.find(entries[2].digest[:16] + "0" * 48) is None


def test_an_empty_store(tmp_path):
    """A folder without entries/ has no entries and no strangers."""
    store = Store(Folder(tmp_path))

    assert (store.names(), store.strangers(), store.evidence()) == ([], [], [])


def test_adding_twice_changes_nothing(tmp_path):
    """The same entry again: False, and the file is untouched."""
    store = campaign(tmp_path, 2)
    before = (store.folder.entries / store.names()[1]).stat()

    assert not store.add(chain(2)[1])
    assert (store.folder.entries / store.names()[1]).stat() == before


def test_the_same_entry_with_another_signature(tmp_path):
    """A second signature under the same body is no new entry; the first one stays."""
    store = campaign(tmp_path, 2)
    entry = chain(2)[1]
    other = resigned(entry)
    assert (other.digest, other.data == entry.data) == (entry.digest, False)

    assert not store.add(other)
    assert store.read(entry.file_name) == entry.data


class Twin:
    """An entry made to share its file name with another one."""

    def __init__(self, entry, file_name):
        self.data, self.digest, self.file_name = entry.data, entry.digest, file_name


def test_two_entries_made_to_share_a_name(tmp_path):
    """64 bits can be made to collide: the second entry is refused, the first one stays."""
    store = campaign(tmp_path, 2)
    first, second = chain(2)[1], ruling(charter(), "another")

    with pytest.raises(ChainError, match="already kept as"):
        store.add(cast("Any", Twin(second, first.file_name)))
    assert store.read(first.file_name) == first.data


def test_two_versions_of_a_turn_are_both_kept(tmp_path):
    """Two turns with one number have two names."""
    store = campaign(tmp_path, 1)
    one, two = turn(charter(), "4" * 64), turn(charter(), "5" * 64)

    assert store.add(one)
    assert store.add(two)
    assert store.names() == [charter().file_name, *sorted([one.file_name, two.file_name])]


def test_the_order_is_that_of_the_log(tmp_path):
    """Added in any order, the entries are listed by number."""
    store = Store(Folder(tmp_path))
    entries = chain(12)

    for entry in reversed(entries):
        store.add(entry)

    assert store.names() == [entry.file_name for entry in entries]


def test_strangers_are_named_and_not_read(tmp_path):
    """Junk, folders and links in entries/ are reported; a killed writer's file is not."""
    store = campaign(tmp_path, 2)
    entries = store.folder.entries
    name = store.names()[1]
    (entries / "notes.txt").write_text("mine")
    (entries / f"{name}.bak").write_text("mine")
    (entries / name.replace("0001", "0002")).mkdir()
    (entries / name.replace("0001", "0003")).symlink_to(entries / name)
    (entries / name.replace("0001", "00001")).write_text("mine")
    (entries / temporary_name(name)).write_text("half")

    assert store.strangers() == sorted(
        ["notes.txt", f"{name}.bak", *(name.replace("0001", n) for n in ("0002", "0003", "00001"))]
    )
    assert len(store.names()) == 2


@pytest.mark.parametrize("name", ["../campaign.json", "notes.txt", "", "0001-ruling-german-0.json"])
def test_only_entries_can_be_asked_for(tmp_path, name):
    """A name that no entry can have, above all a path, is not looked up."""
    store = campaign(tmp_path, 1)

    with pytest.raises(CampaignError, match="there is no entry"):
        store.read(name)
    with pytest.raises(CampaignError, match="there is no entry"):
        store.read(chain(2)[1].file_name)


def test_a_renamed_file_is_noticed(tmp_path):
    """An entry under another's name is damage, and the file is named."""
    store = campaign(tmp_path, 3)
    first, second = store.names()[1:]
    (store.folder.entries / first).write_bytes(store.read(second))

    with pytest.raises(CorruptError, match=f"belongs in {second}") as caught:
        store.load(first)
    assert caught.value.entry == first
    with pytest.raises(CorruptError):
        verify_name("0001-turn-german-0123456789abcdef.json", chain(2)[1])


def test_every_truncation_is_noticed(tmp_path):
    """An entry file cut at any byte: reading it says so and names it."""
    store = campaign(tmp_path, 2)
    name = store.names()[1]
    data = store.read(name)

    for length in range(len(data)):
        (store.folder.entries / name).write_bytes(data[:length])
        with pytest.raises(CorruptError, match=name):
            store.load(name)


def test_adding_over_a_damaged_file(tmp_path):
    """The entry is there but damaged: it is not repaired in silence, the damage is named."""
    store = campaign(tmp_path, 2)
    entry = chain(2)[1]
    (store.folder.entries / entry.file_name).write_bytes(entry.data[:-2])

    with pytest.raises(CorruptError, match=entry.file_name):
        store.add(entry)


def test_an_oversized_file_is_damage(tmp_path):
    """A file too large to be an entry is not read whole."""
    store = campaign(tmp_path, 2)
    name = store.names()[1]
    (store.folder.entries / name).write_bytes(bytes(1_000_000))

    with pytest.raises(CorruptError, match="larger than"):
        store.read(name)


def test_a_disk_that_cannot_be_read(tmp_path):
    """A read error is told as such; it is not taken for damage."""
    store = campaign(tmp_path, 2)

    with failing(1, errno.EIO, names=READS), pytest.raises(StorageError, match="reports a fault"):
        store.read(store.names()[1])


def test_evidence_is_kept(tmp_path):
    """A proof is written once, listed and read back; other content under its name is refused."""
    store = campaign(tmp_path, 1)
    name, proof = evidence()

    assert store.add_evidence(name, proof)
    assert not store.add_evidence(name, proof)
    with pytest.raises(StorageError):
        store.add_evidence(name, b"other")
    (store.folder.evidence / "Notes").write_text("mine")
    assert store.evidence() == [name]
    assert store.read_evidence(name) == proof
    with pytest.raises(CampaignError):
        store.read_evidence("../campaign.json")


@pytest.mark.parametrize("what", ["name", "space", "member", "turned", "signature", "text"])
def test_evidence_holds_nothing_but_two_turns(tmp_path, what):
    """A proof under another name, or with anything in it beside the two turns, is damage."""
    store = campaign(tmp_path, 1)
    name, proof = evidence()
    document = json.loads(proof)
    spoilt = {
        "space": proof + b" ",
        "member": normal_form({**document, "note": "the landing is at Hythe"}),
        "turned": normal_form({**document, "entries": document["entries"][::-1]}),
        "signature": proof.replace(b"d" * 128, b"d" * 127),
        "text": b"the landing is at Hythe",
    }
    name = name if what in spoilt else f"0009{name[4:]}"
    store.add_evidence(name, spoilt.get(what, proof))

    with pytest.raises(CorruptError) as caught:
        store.read_evidence(name)
    assert caught.value.entry == f"evidence/{name}"


def test_strangers_among_the_evidence(tmp_path):
    """Notes, folders and links in evidence/ are named; what a killed writer left is not."""
    store = campaign(tmp_path, 1)
    store.add_evidence(*evidence())
    (store.folder.evidence / temporary_name("x")).touch()
    assert store.strangers() == []

    (store.folder.evidence / "notes.txt").touch()
    (store.folder.evidence / "more.json").mkdir()
    (store.folder.evidence / "link.json").symlink_to("notes.txt")
    (store.folder.entries / "notes.txt").touch()
    assert store.strangers() == [
        "notes.txt", "evidence/link.json", "evidence/more.json", "evidence/notes.txt",
    ]  # fmt: skip


def test_a_look_during_two_additions(tmp_path, monkeypatch):
    """A look that sees a later entry without the earlier one is repeated until two looks agree."""
    store = campaign(tmp_path, 3)
    names = store.names()
    looks = [[names[0], names[2]], names, names]
    monkeypatch.setattr(store, "_look", lambda: looks.pop(0))

    assert store.names() == names


def test_nothing_but_the_entry_is_left(tmp_path):
    """After adding, entries/ holds the entry files and nothing else."""
    store = campaign(tmp_path, 4)

    assert names_in(store.folder.entries) == store.names()
