"""After a power cut at any call, everything acknowledged is there, and nothing is half there."""

import pytest

from sealion_pbem.campaign.archive import check_archive, export, import_archive
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.private import KeptSeal, Private, Secrets
from sealion_pbem.campaign.store import Store
from sealion_pbem.errors import CorruptError
from tests.campaign.sample import campaign, chain
from tests.faults.tape import laid_out, taped

MORE = 12


def states(tape, tmp_path):
    """Each state a power cut could leave, laid out in a folder of its own."""
    seen = set()
    for number, (said, state) in enumerate(tape.cuts(seed=5, more=MORE)):
        key = (tuple(said), tuple(sorted(state.items())))
        if key not in seen:
            seen.add(key)
            yield said, laid_out(state, tape.top, tmp_path / f"after-{number}")
    assert len(seen) > 4


def test_while_adding(tmp_path):
    """Entries are added to an empty folder: what was acknowledged is whole, and adding goes on."""
    entries = chain(4)
    (tmp_path / "game").mkdir()
    with taped(tmp_path / "game") as tape:
        store = Store(Folder(tmp_path / "game"))
        for entry in entries[:3]:
            store.add(entry)
            tape.say(entry.file_name)

    for said, top in states(tape, tmp_path):
        store = Store(Folder(top))
        names = store.names()
        assert set(said) <= set(names)
        assert [store.load(name).data for name in names] == [e.data for e in entries[: len(names)]]
        assert store.strangers() == []
        for entry in entries:
            store.add(entry)
        assert len(store.names()) == 4
        assert not list(top.rglob(".*"))


# A tape knows contents, not modes.
@pytest.mark.filterwarnings("ignore::sealion_pbem.campaign.secrecy.ExposedWarning")
def test_while_secrets_are_replaced(tmp_path):
    """A new seal is kept: the old or the new secrets are there, after the answer the new."""
    private = Private(Folder(tmp_path / "game"), "german")
    (tmp_path / "game").mkdir()
    old = Secrets("a" * 64, "b" * 64)
    new = old.with_seals({"8" * 64: KeptSeal("e" * 64, 1)})
    private.write(old)
    with taped(tmp_path / "game") as tape:
        private.write(new)
        tape.say("new")

    for said, top in states(tape, tmp_path):
        found = Private(Folder(top), "german").read()
        assert found == new if said else found in (old, new)


def test_while_exporting(tmp_path):
    """An archive is replaced: the old or the new one is there, after the answer the new."""
    store = campaign(tmp_path / "game", 2)
    old = export(store.folder, tmp_path / "game" / "a.zip")
    store.add(chain(3)[2])
    with taped(tmp_path / "game") as tape:
        new = export(store.folder, tmp_path / "game" / "a.zip")
        tape.say(new)

    for said, top in states(tape, tmp_path):
        found = check_archive(top / "a.zip").digest
        assert found == new if said else found in (old, new)


def test_while_importing(tmp_path):
    """A folder is made from an archive: it is whole or absent, after the answer whole."""
    store = campaign(tmp_path / "game", 2)
    export(store.folder, tmp_path / "a.zip")
    (tmp_path / "games").mkdir()
    with taped(tmp_path / "games") as tape:
        import_archive(tmp_path / "a.zip", tmp_path / "games" / "copy")
        tape.say("done")

    for said, top in states(tape, tmp_path):
        copy = Folder(top / "copy")
        if said or copy.path.exists():
            assert list(Store(copy).entries()) == list(store.entries())
            assert copy.read_settings().name == "channel"


@pytest.mark.parametrize("missing", ["sync", "sync_folder"])
def test_the_test_notices_what_is_missing(tmp_path, missing):
    """Without one of the two syncs, something is torn or lost: the states above are harsh."""
    (tmp_path / "game").mkdir()
    entry = chain(1)[0]
    with taped(tmp_path / "game") as tape:
        Store(Folder(tmp_path / "game")).add(entry)
        tape.say(entry.file_name)
    tape.calls = [call for call in tape.calls if call[0] != missing]

    bad = 0
    for said, top in states(tape, tmp_path):
        store = Store(Folder(top))
        try:
            assert [store.load(name).file_name for name in store.names()] >= said
        except (AssertionError, CorruptError):
            bad += 1
    assert bad
