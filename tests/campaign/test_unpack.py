"""Archives that a stranger made: each trick is refused, and the member is named."""

import hashlib
import io
import struct
import warnings
import zipfile
import zlib

import pytest

from sealion_pbem.campaign.archive import MANIFEST, check_archive, import_archive
from sealion_pbem.campaign.unpack import MEMBERS, is_normal
from sealion_pbem.errors import CorruptError, InvalidFileError
from sealion_pbem.pbem.loader import normal_form
from tests.campaign.sample import charter, names_in

NAME = f"entries/{charter().file_name}"
GOOD = {NAME: charter().data}


def manifest(members):
    """A manifest that agrees with the members."""
    listed = {
        name: {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
        for name, data in members.items()
    }
    return {
        "format": "sealion-pbem/1",
        "kind": "archive",
        "campaign": "c" * 64,
        "name": "channel",
        "head": charter().digest,
        "members": listed,
    }


def plain_info(name, packing=zipfile.ZIP_DEFLATED):
    """What an export says about a member: a plain file, of no time and no user."""
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.create_system = 3
    info.external_attr = 0o100644 << 16
    info.compress_type = packing
    return info


def packed(*members, packing=zipfile.ZIP_DEFLATED):
    """A zip file of pairs; the first of each is a name or a ZipInfo."""
    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w") as archive:
        warnings.simplefilter("ignore")
        for name, data in members:
            archive.writestr(plain_info(name, packing) if isinstance(name, str) else name, data)
    return stream.getvalue()


def archive_of(members, /, **changes):
    """A zip file with a manifest that agrees with its members, but for the changes."""
    document = {**manifest(members), **changes}
    return packed((MANIFEST, normal_form(document)), *members.items())


def refused(tmp_path, data, text, kind=CorruptError):
    """Check that an archive is refused by both doors, and that nothing appears."""
    (tmp_path / "a.zip").write_bytes(data)
    with pytest.raises(kind, match=text) as caught:
        check_archive(tmp_path / "a.zip")
    with pytest.raises(kind, match=text):
        import_archive(tmp_path / "a.zip", tmp_path / "copy")
    assert names_in(tmp_path) == ["a.zip"]
    return caught.value


def test_a_good_one_passes(tmp_path):
    """The archive that all others here are made from is accepted, packed or not."""
    (tmp_path / "a.zip").write_bytes(archive_of(GOOD))
    assert check_archive(tmp_path / "a.zip").name == "channel"

    data = packed(
        (MANIFEST, normal_form(manifest(GOOD))), *GOOD.items(), packing=zipfile.ZIP_STORED
    )
    (tmp_path / "a.zip").write_bytes(data)
    assert check_archive(tmp_path / "a.zip").name == "channel"


@pytest.mark.parametrize(
    "name",
    [
        "../evil", "entries/../../evil", "/etc/passwd", "C:/evil", "a\\b", "con", "aux.txt",
        "extra/NUL", "extra/com1.json", "a//b", "a/./b", "extra/", ".ssh/config", "-rf", "a b", "ü",
        "extra/a\x00b", "extra/a\n", "extra/x.", "extra/" + "x" * 200, "extra/" + "a/" * 9 + "b",
        "",
    ],
)  # fmt: skip
def test_a_name_that_leads_elsewhere(tmp_path, name):
    """Absolute, climbing, hidden, reserved or odd names are refused, listed or not."""
    info = zipfile.ZipInfo("placeholder")
    info.filename = info.orig_filename = name
    data = packed((MANIFEST, normal_form(manifest(GOOD))), *GOOD.items(), (info, b"evil"))

    refused(tmp_path, data, "a name that could lead elsewhere")


@pytest.mark.parametrize(
    "name",
    [
        "entries/notes.txt", "entries/0001-turn-red.json", "entries/more/" + charter().file_name,
        "entries", "evidence/A.json", "evidence/notes.txt", "private/german.json", "lock",
        "campaign.json", "README.txt", "index.sqlite", "extra", "extra/notes.txt",
        "extra/index.html", "extra/dispute.html", "extra/campaign.xml.html", "extra/CAMPAIGN.XML",
        "extra/history", "extra/history/evil.html", "extra/history/turn-1.html",
        "extra/history/turn-12345.html", "extra/history/history/index.html", "extra/replay.html.exe",
        "Extra/replay.html",
    ],
)  # fmt: skip
def test_a_member_without_a_place(tmp_path, name):
    """What no export writes is refused by its name, though it is harmless and listed."""
    found = refused(tmp_path, archive_of({**GOOD, name: b"{}"}), "has no place in an archive")
    assert found.entry == name
    assert name in found.message


def test_what_an_export_writes_has_a_place(tmp_path):
    """The history: XML, schema, replay and pages; and nothing of it comes into the folder."""
    names = ("campaign.xml", "history.xsd", "replay.html", "history/index.html")
    pages = (*names, "history/turn-01.html", "history/turn-123.html")
    (tmp_path / "a.zip").write_bytes(archive_of({**GOOD, **{f"extra/{n}": b"x" for n in pages}}))

    manifest = import_archive(tmp_path / "a.zip", tmp_path / "copy")

    assert len(manifest.members) == 7
    assert names_in(tmp_path / "copy") == ["campaign.json", "entries"]


def test_a_member_that_is_there_twice(tmp_path):
    """Two members of one name, or of names that some systems do not tell apart."""
    listed = normal_form(manifest(GOOD))
    for second in (NAME, NAME.upper()):
        data = packed((MANIFEST, listed), *GOOD.items(), (second, b"other"))
        assert refused(tmp_path, data, "is there twice").entry == second


def test_links_and_devices(tmp_path):
    """A member that is a link, a device or a folder is refused."""
    for mode in (0o120777, 0o020666, 0o040755):
        info = zipfile.ZipInfo("extra/link")
        info.create_system = 3
        info.external_attr = mode << 16
        data = packed((MANIFEST, normal_form(manifest(GOOD))), (info, b"/etc/passwd"))
        refused(tmp_path, data, "is a link or a device")


def with_flags(data, flags):
    """Set general purpose flags in every header of a zip file."""
    changed = bytearray(data)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = changed.find(mark)
        while at >= 0:
            struct.pack_into("<H", changed, at + offset, flags)
            at = changed.find(mark, at + 4)
    return bytes(changed)


def test_encrypted_members(tmp_path):
    """Members that say they are encrypted are refused without asking for a password."""
    refused(tmp_path, with_flags(archive_of(GOOD), 0x1), "is encrypted")
    refused(tmp_path, with_flags(archive_of(GOOD), 0x41), "is encrypted")


@pytest.mark.parametrize("flag", [0x10, 0x20, 0x80, 0x1000, 0x2000, 0x8000])
def test_patched_members(tmp_path, flag):
    """A flag that no reader here knows is refused, not taken for nothing."""
    data = with_flags(archive_of(GOOD), flag)
    refused(tmp_path, data, "packed in a way that is not used here")


def test_other_packings(tmp_path):
    """Only stored and deflated members are read."""
    listed = normal_form(manifest(GOOD))
    for packing in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        data = packed((MANIFEST, listed), *GOOD.items(), packing=packing)
        refused(tmp_path, data, "packed in a way that is not used here")


def test_a_bomb(tmp_path):
    """20 MB of zeros in 20 KB: refused before anything is unpacked."""
    bomb = {**GOOD, "extra/replay.html": bytes(20_000_000)}
    assert refused(tmp_path, archive_of(bomb), "200 times its size").entry == "extra/replay.html"


def test_many_small_bombs(tmp_path):
    """Members of less than a megabyte each that pack into next to nothing are bombs as well."""
    names = [f"extra/history/turn-{number:02d}.html" for number in range(40)]
    bombs = {**GOOD, **dict.fromkeys(names, bytes(1_000_000))}
    assert refused(tmp_path, archive_of(bombs), "200 times its size").entry == names[0]


def test_too_much_altogether(tmp_path, monkeypatch):
    """Members that are each small enough, but not all together."""
    monkeypatch.setattr("sealion_pbem.campaign.unpack.TOTAL_SIZE", 1000)
    many = {f"extra/history/turn-{number:02d}.html": bytes(100) for number in range(11)}
    refused(tmp_path, archive_of(many), "more than 1000 bytes")


def test_a_member_too_large(tmp_path):
    """A member that only says it is 65 MB is refused by what it says."""
    data = bytearray(archive_of(GOOD))
    at = data.rfind(b"PK\x01\x02")
    struct.pack_into("<L", data, at + 24, 65 * 1024 * 1024)
    refused(tmp_path, bytes(data), "is larger than")


@pytest.mark.parametrize("size", [0, 10, len(charter().data) - 1, len(charter().data) + 1, 50_000])
def test_a_member_that_lies_about_its_size(tmp_path, size):
    """The headers give another size than the member has, one of them or both: refused."""
    data = bytearray(archive_of(GOOD))
    struct.pack_into("<L", data, data.rfind(b"PK\x01\x02") + 24, size)
    refused(tmp_path, bytes(data), "header that no export writes")
    struct.pack_into("<L", data, data.rfind(b"PK\x03\x04") + 22, size)
    refused(tmp_path, bytes(data), "is damaged: it is (not as long as|longer than) it says")


def test_members_that_overlap(tmp_path):
    """Many directory entries that all point at the same bytes are refused."""
    body, size = b"x" * 5000, 5000
    crc = zlib.crc32(body)
    local = struct.pack("<4s5H3L2H", b"PK\x03\x04", 20, 0, 0, 0, 33, crc, size, size, 7, 0)
    start = local + b"extra/0" + body
    facts = (b"PK\x01\x02", 20, 3, 20, 0, 0, 0, 0, 33, crc, size, size, 7, 0, 0, 0, 0, 0, 0)
    one = struct.pack("<4s4B4H3L5H2L", *facts)
    directory = b"".join(one + b"extra/%d" % number for number in range(10))
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 10, 10, len(directory), len(start), 0)
    refused(tmp_path, start + directory + end, "overlap")


def test_too_many_members(tmp_path):
    """A directory longer than any campaign needs is not even read."""
    data = bytearray(archive_of(GOOD))
    struct.pack_into("<HH", data, len(data) - 14, MEMBERS + 1, MEMBERS + 1)
    refused(tmp_path, bytes(data), "more than 65000 members")

    data = bytearray(archive_of(GOOD))
    struct.pack_into("<L", data, len(data) - 10, 100_000_000)
    refused(tmp_path, bytes(data), "more than 65000 members")


def test_more_members_than_are_counted(tmp_path, monkeypatch):
    """The count in the end record is low, the directory long: the members are counted again."""
    monkeypatch.setattr("sealion_pbem.campaign.unpack.MEMBERS", 3)
    data = bytearray(archive_of({f"extra/{number}": b"" for number in range(5)}))
    struct.pack_into("<HH", data, len(data) - 14, 1, 1)
    refused(tmp_path, bytes(data), "more than 3 members")


def test_something_before_between_or_after(tmp_path):
    """A program in front, a gap before the directory, a comment or junk at the end."""
    data = archive_of(GOOD)
    refused(tmp_path, b"#!/bin/sh\n" + data, "is not a zip archive", InvalidFileError)
    refused(tmp_path, b"PK\x03\x04" + data, "not in its directory")
    refused(tmp_path, data + b"junk", "something was added at its end")
    commented = bytearray(data)
    struct.pack_into("<H", commented, len(commented) - 2, 4)
    refused(tmp_path, bytes(commented) + b"PK\x05\x06" + bytes(18), "damaged|not in its directory")
    refused(tmp_path, bytes(commented), "not a plain archive in one piece")


def test_a_damaged_directory(tmp_path):
    """The end is right but the directory is rubbish: damage, not a crash."""
    data = bytearray(archive_of(GOOD))
    at = data.find(b"PK\x01\x02")
    data[at : at + 4] = b"junk"
    refused(tmp_path, bytes(data), "is a damaged archive")


def test_an_archive_in_an_archive(tmp_path):
    """By name or by content, an archive inside is refused."""
    refused(tmp_path, archive_of({**GOOD, "extra/a.zip": b"x"}), "itself an archive")
    nested = {**GOOD, "extra/replay.html": packed(("b", b""))}
    refused(tmp_path, archive_of(nested), "itself an archive")


def test_a_zip_that_is_no_campaign(tmp_path):
    """A zip file without a manifest is told to be something else."""
    refused(tmp_path, packed(("a.txt", b"hello")), "no archive of a campaign", InvalidFileError)


def test_members_and_manifest_differ(tmp_path):
    """One member more, one less, another content: the member is named."""
    listed = (MANIFEST, normal_form(manifest(GOOD)))
    more = packed(listed, *GOOD.items(), ("extra/replay.html", b""))
    assert refused(tmp_path, more, "not in the manifest").entry == "extra/replay.html"
    assert refused(tmp_path, packed(listed), "not in the archive").entry == NAME
    other = packed(listed, (NAME, b"x" * len(charter().data)))
    assert refused(tmp_path, other, "digest differs").entry == NAME


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "sealion-pbem/2"},
        {"kind": "turn"},
        {"campaign": "c"},
        {"name": "../up"},
        {"head": None},
        {"members": []},
        {"members": {NAME: []}},
        {"members": {NAME: {"sha256": "0" * 64}}},
        {"members": {NAME: {"sha256": "0" * 64, "size": "1"}}},
        {"members": {NAME: {"sha256": "0" * 64, "size": True}}},
        {"more": 1},
    ],
)
def test_a_manifest_of_another_shape(tmp_path, changes):
    """Whatever is wrong with the manifest, it is named as damaged."""
    refused(tmp_path, archive_of(GOOD, **changes), f"{MANIFEST} is damaged|not in the manifest")


@pytest.mark.parametrize("text", [b"", b"[]", b"{", b'{"a": 1, "a": 2}', b"\xff", b"[" * 4000])
def test_a_manifest_that_cannot_be_read(tmp_path, text):
    """A manifest that is no strict JSON is damaged."""
    refused(tmp_path, packed((MANIFEST, text), *GOOD.items()), f"{MANIFEST} is damaged")


def test_a_manifest_not_in_normal_form(tmp_path):
    """The digest is that of the bytes, so the bytes must be the ones we would write."""
    spaced = normal_form(manifest(GOOD)) + b" "
    refused(tmp_path, packed((MANIFEST, spaced), *GOOD.items()), "not in normal form")


@pytest.mark.parametrize("name", ["a", "entries/a.json", "a-b_c.d", "extra/console.txt", "A1"])
def test_harmless_names(name):
    """Plain relative paths are what an archive is made of."""
    assert is_normal(name)
