"""What only one seat may know."""

import errno
import stat

import pytest

from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.private import KeptSeal, Private, Secrets
from sealion_pbem.campaign.secrecy import ExposedWarning
from sealion_pbem.errors import CampaignError, InvalidFileError, StorageError
from tests.faults.disks import counted, failing

SECRETS = Secrets(
    "a" * 64,
    "b" * 64,
    {"9" * 64: KeptSeal("c" * 64, {"do": "stand", "hexes": [1, 2]})},
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
    """The file has mode 0600 and its folder 0700; a file that was more open is not any more."""
    private.write(SECRETS)
    assert stat.S_IMODE(private.folder.private.stat().st_mode) == 0o700
    private.read()

    private.path.chmod(0o644)
    with pytest.warns(ExposedWarning, match=f"chmod go-rwx {private.path}"):
        private.read()

    private.write(SECRETS)
    assert stat.S_IMODE(private.path.stat().st_mode) == 0o600
    private.read()


def test_a_folder_that_others_can_look_into(private):
    """Made by hand or unpacked with mode 0755: whoever reads or writes there is told so."""
    private.folder.private.mkdir(0o755)
    private.folder.private.chmod(0o755)

    for use in (lambda: private.write(SECRETS), private.read):
        with pytest.warns(ExposedWarning, match=f"chmod go-rwx {private.folder.private}$"):
            use()


def test_growing():
    """A seal comes beside those that are there."""
    seal = KeptSeal("e" * 64, 1)
    more = SECRETS.with_seals({"8" * 64: seal})

    assert more.seals == {**SECRETS.seals, "8" * 64: seal}


def test_secrets_of_another_machine(private):
    """No file: the message says where the secrets are."""
    with pytest.raises(CampaignError, match="not on this machine") as caught:
        private.read()
    assert "restore a backup" in caught.value.hint


def test_each_seat_has_its_own_file(private):
    """The file of one seat is not taken for that of another."""
    private.write(SECRETS)
    other = Private(private.folder, "british")
    other.path.write_bytes(private.path.read_bytes())
    other.path.chmod(0o600)

    with pytest.raises(InvalidFileError, match="the file of seat german"):
        other.read()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"nonce": "aaaa', '"nonce": "AAAA'),
        ('"nonce"', '"nonsense"'),
        ('"master": "bbbb', '"master": "bbbg'),
        ('"master"', '"mister"'),
        ('"seat": "german"', '"seat": "german", "more": 1'),
        ('"value"', '"values"'),
        ('"salt": "cccc', '"salt": "'),
        ('"format": "sealion-pbem/1"', '"format": "sealion-pbem/2"'),
        ('"master"', '"nonce"'),
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
    newer = SECRETS.with_seals({"8" * 64: KeptSeal("e" * 64, 1)})
    with counted() as calls:
        private.write(SECRETS)
    for number in range(1, len(calls) + 1):
        with failing(number, errno.ENOSPC), pytest.raises(StorageError):
            private.write(newer)
        assert private.read() in (SECRETS, newer)
        private.write(newer)
        assert private.read() == newer
        private.write(SECRETS)


def test_more_secrets_than_are_read_again_are_not_written(private):
    """A seal that would make the file too large is refused, and what was there stays readable."""
    private.write(SECRETS)

    with pytest.raises(StorageError, match="at most 4,194,304 are read"):
        private.write(SECRETS.with_seals({"8" * 64: KeptSeal("e" * 64, "x" * 4 * 2**20)}))
    assert private.read() == SECRETS
