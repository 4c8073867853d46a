"""The zip container: written in one form, and refused in any other, so that nothing hides in it."""

import io
import struct
import zipfile
import zlib

import pytest

from sealion_pbem.campaign.archive import MANIFEST, check_archive, import_archive
from sealion_pbem.campaign.container import Packer
from sealion_pbem.errors import CorruptError, PbemError
from sealion_pbem.pbem.loader import normal_form
from tests.campaign.sample import names_in
from tests.campaign.test_unpack import GOOD, NAME, manifest, plain_info, refused

SECRET = b"the landing is at Hythe"
CONTENTS = {MANIFEST: normal_form(manifest(GOOD)), **GOOD}


def container(contents, **changes):
    """A zip file as an export writes it, but for changes to its last member.

    `between` stands before its header, `after` behind its packed content and counted as part of it;
    the others are fields of its headers, with `local_` or `listed_` for only one of them.
    """
    body, directory = b"", b""
    for number, (name, data) in enumerate(contents.items(), 1):
        changed = changes if number == len(contents) else {}
        body += changed.get("between", b"")
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(data) + packer.flush() + changed.get("after", b"")
        facts = {
            "version": 20, "flags": 0, "packing": 8, "time": 0, "date": 33,
            "crc": zlib.crc32(data), "packed": len(packed), "size": len(data), "extra": b"",
            "name": name, "system": 3, "attributes": 0o100644 << 16, "internal": 0, "comment": b"",
            "disk": 0, "offset": len(body),
        }  # fmt: skip
        facts |= {key: value for key, value in changed.items() if key in facts}
        local = facts | {
            key.removeprefix("local_"): value
            for key, value in changed.items()
            if key.startswith("local_")
        }
        listed = facts | {
            key.removeprefix("listed_"): value
            for key, value in changed.items()
            if key.startswith("listed_")
        }
        directory += _record(listed)
        body += _header(local) + packed
    end = struct.pack(
        "<4s4H2LH", b"PK\x05\x06", 0, 0, len(contents), len(contents), len(directory), len(body), 0
    )
    return body + directory + end


def _header(facts):
    name = facts["name"].encode()
    return (
        struct.pack(
            "<4s5H3L2H", b"PK\x03\x04", facts["version"], facts["flags"], facts["packing"],
            facts["time"], facts["date"], facts["crc"], facts["packed"], facts["size"], len(name),
            len(facts["extra"]),
        )
        + name
        + facts["extra"]
    )  # fmt: skip


def _record(facts):
    name = facts["name"].encode()
    return (
        struct.pack(
            "<4s2B5H3L5H2L", b"PK\x01\x02", facts["version"], facts["system"], facts["version"],
            facts["flags"], facts["packing"], facts["time"], facts["date"], facts["crc"],
            facts["packed"], facts["size"], len(name), len(facts["extra"]), len(facts["comment"]),
            facts["disk"], facts["internal"], facts["attributes"], facts["offset"],
        )
        + name
        + facts["extra"]
        + facts["comment"]
    )  # fmt: skip


def test_what_is_written_is_what_is_read(tmp_path):
    """The form of these tests is that of an export, and any program reads it."""
    stream = io.BytesIO()
    packer = Packer(stream)
    for name, data in CONTENTS.items():
        packer.put(name, data, most=100)
    packer.close()

    assert stream.getvalue() == container(CONTENTS)
    (tmp_path / "a.zip").write_bytes(container(CONTENTS))
    assert check_archive(tmp_path / "a.zip").name == "channel"
    with zipfile.ZipFile(stream) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == CONTENTS


@pytest.mark.parametrize("data", [b"", b"x", b"x" * 100_000, bytes(range(256)) * 10])
def test_every_content_comes_back(data):
    """Nothing, a byte, what packs into almost nothing, what does not pack."""
    stream = io.BytesIO()
    packer = Packer(stream)
    packer.put("a", data, most=100)
    packer.close()

    with zipfile.ZipFile(stream) as archive:
        assert archive.read("a") == data
        info = archive.getinfo("a")
    assert info.file_size <= 100 * max(info.compress_size, 1)


HIDDEN = {
    "a comment": {"listed_comment": SECRET},
    "an extra field in the directory": {"listed_extra": b"\xfe\xca" + b"\x17\x00" + SECRET},
    "an extra field before the content": {"local_extra": b"\xfe\xca" + b"\x17\x00" + SECRET},
    "extra fields in both": {"extra": b"\xfe\xca" + b"\x17\x00" + SECRET},
    "a time": {"time": 0x6C6C},
    "a date": {"date": 0x5D21},
    "a time in one header": {"local_time": 1},
    "a set-user bit": {"attributes": 0o104755 << 16},
    "bits of another system": {"attributes": 0x20},
    "a mark for text": {"internal": 1},
    "another system": {"system": 0},
    "another version": {"version": 10},
    "a disk": {"disk": 1},
    "a hint to the packer": {"flags": 2},
    "a name in another code": {"flags": 0x800},
    "sizes behind the content": {"flags": 8},
    "a 64-bit record": {"extra": struct.pack("<2H2Q", 1, 16, len(GOOD[NAME]), 99)},
}


@pytest.mark.parametrize("changes", HIDDEN.values(), ids=HIDDEN)
def test_nothing_hides_in_a_header(tmp_path, changes):
    """Whatever a header says that an export does not: the member is named."""
    found = refused(tmp_path, container(CONTENTS, **changes), "header that no export writes")
    assert found.entry == NAME
    assert "as 'sealion archive export' wrote it" in found.hint


def test_nothing_hides_between_members(tmp_path):
    """Bytes that no member owns, in front of one: refused, though every program skips them."""
    data = container(CONTENTS, between=SECRET)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None

    assert refused(tmp_path, data, "something lies before").entry == NAME


def test_nothing_hides_before_the_directory(tmp_path):
    """Bytes behind the last member, before the directory."""
    data = container(CONTENTS)
    start = data.find(b"PK\x01\x02")
    end = bytearray(data[-22:])
    struct.pack_into("<L", end, 16, start + len(SECRET))

    refused(tmp_path, data[:start] + SECRET + data[start:-22] + end, "no export writes")


def test_nothing_hides_behind_the_packed_content(tmp_path):
    """The content ends before its packed size does: what follows would be read by nobody."""
    data = container(CONTENTS, after=SECRET)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None

    assert refused(tmp_path, data, "does not end where it says").entry == NAME


def test_two_directories(tmp_path):
    """A 64-bit end leads some programs to another directory than the one that others read."""
    data = container(CONTENTS)
    start = data.find(b"PK\x01\x02")
    body, true = data[:start], data[start:-22]
    false = true.replace(b"charter-all", b"charter-ALL")
    at = len(body) + len(false)
    big = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 2, 2, len(true), at)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, at + len(true), 1)
    length = len(false) + len(true) + len(big) + len(locator)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 2, 2, length, len(body), 0)
    hostile = body + false + true + big + locator + end
    with zipfile.ZipFile(io.BytesIO(hostile)) as archive:
        assert NAME in archive.namelist()

    refused(tmp_path, hostile, "no export writes")


def test_members_in_another_order_than_listed(tmp_path):
    """The directory lists them the other way round: refused, for the form is one."""
    data = container(CONTENTS)
    start = data.find(b"PK\x01\x02")
    second = data.find(b"PK\x01\x02", start + 4)
    turned = data[:start] + data[second:-22] + data[start:second] + data[-22:]

    refused(tmp_path, turned, "something lies before")


def test_packed_again_by_another_program(tmp_path):
    """Unpacked and packed with today's date: refused, and the sentence says what to ask for."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in CONTENTS.items():
            archive.writestr(name, data)

    found = refused(tmp_path, stream.getvalue(), "header that no export writes")
    assert found.hint.startswith("ask for the archive as")


def test_every_byte_counts(tmp_path):
    """Any byte of the file changed, even one that carries nothing elsewhere: refused."""
    data = container(CONTENTS)
    for place in range(len(data)):
        changed = data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]
        (tmp_path / "a.zip").write_bytes(changed)
        with pytest.raises(PbemError) as caught:
            check_archive(tmp_path / "a.zip")
        assert caught.value.exit_code in (3, 7), place


def test_a_small_file_that_stays_unpacked(tmp_path):
    """A member that was stored as it is passes as well; a packing that lies about it does not."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in CONTENTS.items():
            archive.writestr(plain_info(name, zipfile.ZIP_STORED), data)
    (tmp_path / "a.zip").write_bytes(stream.getvalue())
    import_archive(tmp_path / "a.zip", tmp_path / "copy")
    assert names_in(tmp_path / "copy") == ["campaign.json", "entries"]

    changed = stream.getvalue().replace(b"skirmish", b"Skirmish", 1)
    (tmp_path / "a.zip").write_bytes(changed)
    with pytest.raises(CorruptError, match="its checksum differs"):
        check_archive(tmp_path / "a.zip")
