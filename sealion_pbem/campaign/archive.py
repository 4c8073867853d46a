"""A campaign in one file: a reproducible zip with a manifest, fit to be published.

    MANIFEST.json       format, campaign, name, head, and the SHA-256 and size of every other member
    entries/…           the signed entries, byte for byte
    evidence/…          proofs of equivocation
    extra/…             whatever else the exporter adds, such as the history of the campaign

Secrets, keys and addresses never go in. The promise is the digest of the manifest: it covers every
byte of every member, while the compressed stream may differ from one zlib to the next.
That the entries are a fair campaign is not decided here; that is the audit's work.
"""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO

from sealion_pbem.campaign import files
from sealion_pbem.campaign.disk import NOTHING_CHANGED, UNCONFIRMED, disk, explained
from sealion_pbem.campaign.folder import Folder, Settings
from sealion_pbem.campaign.store import ENTRY_NAME, EVIDENCE_NAME, Store
from sealion_pbem.campaign.unpack import (
    FIRST_BYTES,
    MEMBER_SIZE,
    MEMBERS,
    RATIO_FREE_SIZE,
    TOTAL_SIZE,
    Unpacker,
    is_normal,
    open_zip,
)
from sealion_pbem.errors import CampaignError, CorruptError, InvalidFileError, UsageError
from sealion_pbem.pbem.entry import FORMAT, VOIDING
from sealion_pbem.pbem.loader import normal_form, read_strict

__all__ = ["MANIFEST", "Manifest", "Member", "check_archive", "export", "import_archive"]

MANIFEST = "MANIFEST.json"
_KIND = "archive"
_MANIFEST_LIMIT = 8 * 1024 * 1024
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
# How much smaller than itself a large member may become: half of what readers accept.
_MOST = 100
_PLAIN_FILE = 0o100644 << 16
_HEX = re.compile(r"[0-9a-f]{64}")
_CAMPAIGN_NAME = re.compile(r"[a-z0-9-]{1,40}")


@dataclass(frozen=True, slots=True)
class Member:
    """One file in an archive."""

    name: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says it holds."""

    campaign: str
    name: str
    head: str
    members: tuple[Member, ...]

    @property
    def data(self) -> bytes:
        """The bytes of MANIFEST.json."""
        return normal_form(
            {
                "format": FORMAT,
                "kind": _KIND,
                "campaign": self.campaign,
                "name": self.name,
                "head": self.head,
                "members": {m.name: {"sha256": m.sha256, "size": m.size} for m in self.members},
            }
        )

    @property
    def digest(self) -> str:
        """The archive's identity: it covers every byte of every member."""
        return hashlib.sha256(self.data).hexdigest()


def export(
    folder: Folder,
    path: Path,
    extra: Mapping[str, bytes] = MappingProxyType({}),
    *,
    head: str | None = None,
) -> str:
    """Write a campaign into an archive and return the digest of its manifest.

    An older archive at `path` is replaced once the new one is complete; any other file is refused.
    `head` is the digest of the last entry of the chain if the caller knows it better.

    Raises:
        CampaignError: the campaign has no charter yet.
        CorruptError: an entry is damaged.
    """
    if not _may_be_replaced(path):
        raise UsageError(
            f"{path} exists and is not an archive; {NOTHING_CHANGED}", hint="choose another name"
        )
    _check_extra(extra)
    store = Store(folder)
    manifest = _manifest(store, extra, head)
    files.sweep(path.parent, path.name)
    with explained(path), files.Draft(path) as draft, io.BufferedWriter(draft) as stream:
        _pack(stream, manifest, store, extra)
        stream.flush()
        draft.keep()
    with explained(path, effect=UNCONFIRMED):
        disk.sync_folder(path.parent)
    return manifest.digest


def check_archive(path: Path) -> Manifest:
    """Read a whole archive and return its manifest, with which every member agrees.

    Raises:
        InvalidFileError: the file is no archive of a campaign.
        CorruptError: something in it is not what the manifest says; `entry` is the member.
    """
    with open_zip(path) as unpacker:
        manifest = _read_manifest(path, unpacker)
        for _ in _checked(unpacker, manifest):
            pass
    return manifest


def import_archive(
    path: Path, folder: Path, *, leave: Callable[[str], bool] = lambda _: False
) -> Manifest:
    """Make a campaign folder out of an archive, wholly or not at all.

    Members of which `leave` says so are checked and stay where they are.

    Raises:
        CampaignError: there is something in the folder already.
        InvalidFileError: the file is no archive of a campaign.
        CorruptError: something in it is not what the manifest says; `entry` is the member.
    """
    _refuse_occupied(folder)
    # "." has no name beside which another could be made.
    folder = folder.resolve()
    files.sweep(folder.parent, folder.name)
    with open_zip(path) as unpacker:
        manifest = _read_manifest(path, unpacker)
        beside = folder.with_name(files.temporary_name(folder.name))
        with explained(folder):
            disk.make_folder(beside, 0o755)
        try:
            with explained(folder), files.hold(beside):
                _unpack(Folder(beside), manifest, _checked(unpacker, manifest), leave)
                disk.rename(beside, folder)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    with explained(folder, effect=UNCONFIRMED):
        disk.sync_folder(folder.parent)
    return manifest


def _may_be_replaced(path: Path) -> bool:
    if files.is_there(path):
        return files.read_beginning(path, len(FIRST_BYTES)) == FIRST_BYTES
    return not path.exists()


def _check_extra(extra: Mapping[str, bytes]) -> None:
    for name, data in extra.items():
        if not is_normal(name):
            raise UsageError(f"{name!r} cannot be the name of a file in an archive")
        if data.startswith(FIRST_BYTES) or name.lower().endswith(".zip"):
            raise UsageError(f"{name!r} is itself an archive and cannot be put into one")


def _manifest(store: Store, extra: Mapping[str, bytes], head: str | None) -> Manifest:
    """Read everything once; no damaged entry gets further."""
    members = []
    campaign, title = "", ""
    chain: list[str] = []
    rejected: set[str] = set()
    for name in store.names():
        entry = store.load(name)
        members.append(_member(f"entries/{name}", entry.data))
        if entry.kind == "charter":
            campaign, title = entry.body["campaign"], entry.body["name"]
        if entry.kind in VOIDING:
            rejected.add(entry.body["prev"])
        else:
            chain.append(entry.digest)
    if not campaign:
        raise CampaignError(
            f"{store.folder.path} has no charter yet, so there is nothing to put into an archive"
        )
    members += [_member(f"evidence/{n}", store.read_evidence(n)) for n in store.evidence()]
    members += [_member(f"extra/{name}", data) for name, data in extra.items()]
    if len(members) >= MEMBERS or sum(member.size for member in members) > TOTAL_SIZE:
        raise CampaignError(
            f"the campaign is larger than an archive may be: {MEMBERS} files, {TOTAL_SIZE} bytes"
        )
    last = [digest for digest in chain if digest not in rejected][-1]
    return Manifest(campaign, title, head or last, tuple(sorted(members, key=lambda m: m.name)))


def _member(name: str, data: bytes) -> Member:
    if len(data) > MEMBER_SIZE:
        raise CampaignError(f"{name} is larger than an archive may hold: {MEMBER_SIZE} bytes")
    return Member(name, hashlib.sha256(data).hexdigest(), len(data))


def _pack(stream: BinaryIO, manifest: Manifest, store: Store, extra: Mapping[str, bytes]) -> None:
    """Write the zip file; nothing in it depends on the clock, the system or the user."""
    with zipfile.ZipFile(stream, "w") as archive:
        _put(archive, MANIFEST, manifest.data)
        for member in manifest.members:
            room, _, name = member.name.partition("/")
            if room == "extra":
                data = extra[name]
            else:
                data = store.read(name) if room == "entries" else store.read_evidence(name)
            _check(member, data)
            _put(archive, member.name, data)


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, _LONG_AGO)
    info.create_system = _UNIX
    info.external_attr = _PLAIN_FILE
    # What packs too well stays as it is: a reader cannot tell it from a bomb.
    is_harmless = len(data) <= RATIO_FREE_SIZE or len(zlib.compress(data)) > len(data) // _MOST
    info.compress_type = zipfile.ZIP_DEFLATED if is_harmless else zipfile.ZIP_STORED
    archive.writestr(info, data, compresslevel=9)


def _read_manifest(path: Path, unpacker: Unpacker) -> Manifest:
    """Return the manifest, which lists exactly the members that are there."""
    if MANIFEST not in unpacker.names:
        raise InvalidFileError(f"{path} is a zip file, but no archive of a campaign: no {MANIFEST}")
    data = unpacker.read(MANIFEST)
    try:
        manifest = _from_document(read_strict(data, limit=_MANIFEST_LIMIT))
    except (InvalidFileError, KeyError, TypeError, ValueError) as error:
        raise CorruptError(f"{MANIFEST} is damaged: {error}", entry=MANIFEST) from error
    if manifest.data != data:
        raise CorruptError(f"{MANIFEST} is damaged: it is not in normal form", entry=MANIFEST)
    listed = {member.name for member in manifest.members}
    there = set(unpacker.names) - {MANIFEST}
    for name in sorted(listed - there):
        raise CorruptError(f"{name} is in the manifest, but not in the archive", entry=name)
    for name in sorted(there - listed):
        raise CorruptError(f"{name} is in the archive, but not in the manifest", entry=name)
    return manifest


def _from_document(document: dict[str, Any]) -> Manifest:
    if document["format"] != FORMAT or document["kind"] != _KIND:
        raise ValueError(f"format must be {FORMAT} and kind {_KIND}")
    members: dict[str, Any] = dict(document["members"])
    for name in members:
        _check_place(name)
    return Manifest(
        _matched(document["campaign"], _HEX),
        _matched(document["name"], _CAMPAIGN_NAME),
        _matched(document["head"], _HEX),
        tuple(
            Member(name, _matched(facts["sha256"], _HEX), facts["size"])
            for name, facts in sorted(members.items())
        ),
    )


def _matched(value: Any, pattern: re.Pattern[str]) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise ValueError(f"{value!r} does not match {pattern.pattern}")
    return value


def _check_place(name: str) -> None:
    """Refuse a member that has no place in a campaign folder, such as private/ or lock."""
    room, _, rest = name.partition("/")
    patterns = {"entries": ENTRY_NAME, "evidence": EVIDENCE_NAME}
    if room in patterns and patterns[room].fullmatch(rest):
        return
    if room != "extra" or not is_normal(rest):
        raise ValueError(f"{name} has no place in a campaign folder")


def _check(member: Member, data: bytes) -> None:
    if (len(data), hashlib.sha256(data).hexdigest()) != (member.size, member.sha256):
        raise CorruptError(
            f"{member.name} is not what the manifest says: its digest differs", entry=member.name
        )


def _checked(unpacker: Unpacker, manifest: Manifest) -> Iterator[tuple[str, bytes]]:
    for member in manifest.members:
        data = unpacker.read(member.name)
        _check(member, data)
        yield member.name, data


def _refuse_occupied(folder: Path) -> None:
    with explained(folder, failed="cannot be read"):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise CampaignError(
                f"{folder} exists and is not an empty folder; {NOTHING_CHANGED}",
                hint="name a folder that does not exist yet",
            )


def _unpack(
    folder: Folder,
    manifest: Manifest,
    contents: Iterator[tuple[str, bytes]],
    leave: Callable[[str], bool],
) -> None:
    """Fill a folder that nobody else sees yet, and bring it to the disk."""
    rooms = {folder.entries}
    for member in manifest.members:
        if leave(member.name):
            continue
        rooms.update(folder.path / room for room in list(Path(member.name).parents)[:-1])
    for room in sorted(rooms):
        disk.make_folder(room, 0o755)
    for name, data in contents:
        if not leave(name):
            files.write_unseen(folder.path / name, data)
    files.write_unseen(folder.settings, Settings(manifest.name).data)
    for room in (*rooms, folder.path):
        disk.sync_folder(room)
