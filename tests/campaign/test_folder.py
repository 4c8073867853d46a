"""Where things are in a campaign folder, and how folders are found."""

from pathlib import Path

import pytest

from sealion_pbem.campaign.files import temporary_name
from sealion_pbem.campaign.folder import Folder, Settings, find_campaigns, find_folder
from sealion_pbem.errors import CampaignError, InvalidFileError, StorageError
from tests.campaign.sample import campaign, names_in


def test_settings_survive(tmp_path):
    """campaign.json is written and read back; it holds names only."""
    folder = Folder(tmp_path)

    folder.write_settings(Settings("channel", {"german": "german.key"}))

    assert folder.read_settings() == Settings("channel", {"german": "german.key"})
    assert b'"key": "german.key"' in folder.settings.read_bytes()


def test_a_folder_without_settings(tmp_path):
    """No campaign.json: the message says which command makes one."""
    with pytest.raises(CampaignError, match="has no campaign") as caught:
        Folder(tmp_path).read_settings()
    assert "sealion campaign new" in caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b'{"format": "sealion-pbem/1", "name": "channel"}',
        b'{"format": "sealion-pbem/2", "name": "channel", "seats": {}}',
        b'{"format": "sealion-pbem/1", "name": "../..", "seats": {}}',
        b'{"format": "sealion-pbem/1", "name": "a", "seats": {"../german": {"key": "k"}}}',
        b'{"format": "sealion-pbem/1", "name": "a", "name": "b", "seats": {}}',
        b" " * 70_000,
    ],
)
def test_settings_that_cannot_be_read(tmp_path, text):
    """A damaged campaign.json is invalid, whatever is wrong with it."""
    Folder(tmp_path).settings.write_bytes(text)

    with pytest.raises(InvalidFileError):
        Folder(tmp_path).read_settings()


def test_settings_that_must_not_be_written(tmp_path):
    """A name that the next reader would refuse is refused before it is written."""
    with pytest.raises(InvalidFileError):
        Folder(tmp_path).write_settings(Settings("No Such Name"))
    assert names_in(tmp_path) == []


def test_the_folder_of_a_path(tmp_path):
    """From the folder itself and from anywhere below, the campaign folder is found."""
    store = campaign(tmp_path / "game", 2)
    below = tmp_path / "game" / "drafts" / "old"
    below.mkdir(parents=True)

    assert find_folder(tmp_path / "game") == store.folder
    assert find_folder(below) == store.folder
    assert find_folder(store.folder.entries / store.names()[0]) == store.folder
    with pytest.raises(CampaignError, match="lies in none"):
        find_folder(tmp_path)


def test_a_relative_path_is_enough(tmp_path, monkeypatch):
    """Standing inside the campaign, `.` finds it."""
    campaign(tmp_path / "game", 1)
    (tmp_path / "game" / "drafts").mkdir()
    monkeypatch.chdir(tmp_path / "game" / "drafts")

    assert find_folder(Path()).path == tmp_path / "game"


def test_all_campaigns_below(tmp_path):
    """A folder full of campaigns gives all of them, sorted, without hidden ones and links."""
    for name in ("club/b", "club/a", "solo"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        campaign(tmp_path / name, 1)
    (tmp_path / ".hidden").mkdir()
    campaign(tmp_path / ".hidden" / "c", 1)
    (tmp_path / temporary_name("new") / "entries").mkdir(parents=True)
    (tmp_path / "club" / "link").symlink_to(tmp_path / "solo")
    (tmp_path / "club" / "loop").symlink_to(tmp_path)
    (tmp_path / "club" / "a" / "inner" / "entries").mkdir(parents=True)

    assert find_campaigns(tmp_path) == [tmp_path / n for n in ("club/a", "club/b", "solo")]
    assert find_campaigns(tmp_path / "solo") == [tmp_path / "solo"]


def test_no_campaign_anywhere(tmp_path):
    """An empty folder has no campaigns; a file is not a folder."""
    (tmp_path / "file").touch()

    assert find_campaigns(tmp_path) == []
    with pytest.raises(CampaignError, match="not a folder"):
        find_campaigns(tmp_path / "file")


def test_a_writer_sweeps_what_a_killed_one_left(tmp_path):
    """Temporary files in every room go when the next writer begins, and not before."""
    store = campaign(tmp_path, 1)
    left = [
        room / temporary_name("x")
        for room in (tmp_path, store.folder.entries, store.folder.evidence, store.folder.private)
    ]
    for path in left:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"half")

    store.names()
    assert all(path.exists() for path in left)
    with store.folder.writing(), store.folder.writing():
        assert not any(path.exists() for path in left)


def test_a_folder_that_is_gone(tmp_path):
    """Writing in a folder that does not exist is refused in plain words."""
    with (
        pytest.raises(StorageError, match="no such file or folder"),
        Folder(tmp_path / "a").writing(),
    ):
        pass
