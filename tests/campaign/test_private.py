"""What only one seat may know."""

import errno
import stat

import pytest

from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.private import DiceRoot, Private, Seal, Secrets
from sealion_pbem.errors import CampaignError, InvalidFileError, StorageError
from tests.faults.disks import counted, failing

SECRETS = Secrets(
    "a" * 64,
    (DiceRoot("b" * 64, 4096),),
    {"9" * 64: Seal("c" * 64, {"do": "stand", "hexes": [1, 2]})},
)


@pytest.fixture
def private(tmp_path):
    """The private file of a seat, not written yet."""
    return Private(Folder(tmp_path), "german")


def test_secrets_survive(private):
    """Written and read back, with every kind of value."""
    assert not private.exists()
    private.write(SECRETS)

    assert private.exists()
    assert private.read() == SECRETS


def test_only_the_owner_can_read_it(private):
    """The file has mode 0600 and its folder 0700, however open it was before."""
    private.write(SECRETS)
    assert stat.S_IMODE(private.folder.private.stat().st_mode) == 0o700
    assert private.warning() == ""

    private.path.chmod(0o644)
    assert "others on this machine can read" in private.warning()

    private.write(SECRETS)
    assert stat.S_IMODE(private.path.stat().st_mode) == 0o600
    assert private.warning() == ""


def test_growing():
    """A new root is added at the end; a seal comes beside those that are there."""
    seal = Seal("e" * 64, 1)
    more = SECRETS.with_root(DiceRoot("d" * 64, 8, 17)).with_seals({"8" * 64: seal})

    assert [root.first_seq for root in more.roots] == [0, 17]
    assert more.seals == {**SECRETS.seals, "8" * 64: seal}


def test_secrets_of_another_machine(private):
    """No file: the message says where the secrets are."""
    with pytest.raises(CampaignError, match="not on this machine") as caught:
        private.read()
    assert "restore a backup" in caught.value.hint
    assert private.warning() == ""


def test_each_seat_has_its_own_file(private):
    """The file of one seat is not taken for that of another."""
    private.write(SECRETS)
    other = Private(private.folder, "british")
    other.path.write_bytes(private.path.read_bytes())

    with pytest.raises(InvalidFileError, match="the file of seat german"):
        other.read()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"nonce": "aaaa', '"nonce": "AAAA'),
        ('"nonce"', '"nonsense"'),
        ('"length": 4096', '"length": -1'),
        ('"length": 4096', '"length": true'),
        ('"roots": [', '"seats": ['),
        ('"length": 4096', '"length": 4096, "more": 1'),
        ('"seat": "german"', '"seat": "german", "more": 1'),
        ('"value"', '"values"'),
        ('"salt": "cccc', '"salt": "'),
        ('"format": "sealion-pbem/1"', '"format": "sealion-pbem/2"'),
        ('"roots"', '"nonce"'),
        ("}", ""),
    ],
)
def test_a_file_changed_by_hand(private, old, new):
    """Whatever is wrong in the file, it is invalid and the hint says what helps."""
    private.write(SECRETS)
    text = private.path.read_text()
    assert old in text
    private.path.write_text(text.replace(old, new))

    with pytest.raises(InvalidFileError):
        private.read()


def test_any_call_may_fail(private):
    """Each call in turn fails while secrets are replaced: the old or the new ones are there."""
    private.write(SECRETS)
    newer = SECRETS.with_root(DiceRoot("d" * 64, 8, 17))
    with counted() as calls:
        private.write(SECRETS)
    for number in range(1, len(calls) + 1):
        with failing(number, errno.ENOSPC), pytest.raises(StorageError):
            private.write(newer)
        assert private.read() in (SECRETS, newer)
        assert private.warning() == ""
        private.write(newer)
        assert private.read() == newer
        private.write(SECRETS)
