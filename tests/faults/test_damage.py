"""No changed byte of a stored entry goes unnoticed."""

import os
import random

import pytest

from sealion_pbem.errors import CorruptError, SignatureError
from sealion_pbem.pbem.entry import sign_entry, verify_signatures
from sealion_pbem.pbem.keys import key_from_seed
from tests.campaign.sample import campaign, charter

FLIPS = 50_000 if os.environ.get("SEALION_FUZZ") == "long" else 2_000
KEY = key_from_seed(bytes(32))


def signed_ruling():
    """An entry with a real signature."""
    body = {
        "format": "sealion-pbem/1",
        "kind": "ruling",
        "campaign": "c" * 64,
        "seq": 1,
        "prev": charter().digest,
        "by": "german",
        "text": "Übersetzen bei Nacht, 7 kn; \\ and \n are not what they seem",
    }
    return sign_entry(body, {"german": KEY})


def is_noticed(store, name):
    """Whether reading an entry and checking its signature finds fault with it."""
    try:
        verify_signatures(store.load(name), {"german": KEY.public})
    except CorruptError as error:
        return error.entry == name
    except SignatureError:
        return True
    return False


@pytest.mark.fuzz
def test_flipped_bits_and_changed_bytes(tmp_path):
    """Bits flipped, bytes replaced, inserted and removed at random: all of them are noticed."""
    store = campaign(tmp_path, 1)
    entry = signed_ruling()
    store.add(entry)
    path = store.folder.entries / entry.file_name
    assert not is_noticed(store, entry.file_name)
    rng = random.Random(4)
    for number in range(FLIPS):
        data = bytearray(entry.data)
        at = rng.randrange(len(data))
        match number % 4:
            case 0 | 1:
                data[at] ^= 1 << rng.randrange(8)
            case 2:
                data[at] = rng.choice([b for b in range(256) if b != data[at]])
            case _:
                data[at:at] = bytes([rng.randrange(256)])
        path.write_bytes(data)
        assert is_noticed(store, entry.file_name), (number, at)


def test_every_byte_removed_or_changed(tmp_path):
    """Each byte in turn removed, doubled, or changed in its lowest bit: noticed."""
    store = campaign(tmp_path, 1)
    entry = signed_ruling()
    store.add(entry)
    path = store.folder.entries / entry.file_name
    for at, byte in enumerate(entry.data):
        for middle in (b"", bytes([byte, byte]), bytes([byte ^ 1]), bytes([byte ^ 0x20])):
            path.write_bytes(entry.data[:at] + middle + entry.data[at + 1 :])
            assert is_noticed(store, entry.file_name), (at, middle)
