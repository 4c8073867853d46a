"""A campaign in one file: a reproducible zip with a manifest, fit to be published.

    MANIFEST.json       format, campaign, name, head, and the SHA-256 and size of every other member
    entries/…           the signed entries, byte for byte
    evidence/…          proofs of equivocation
    extra/…             the history of the campaign, which follows from the entries
    packs/…             the data files that the rules read, and a NOTICE that says whose they are

There is nothing else in it: secrets, keys and addresses never go in, and what a stranger has added is
refused. The promise is the digest of the manifest: it covers every byte of every member, while the
compressed stream may differ from one zlib to the next.
That the entries are a fair campaign is not decided here; that is the audit's work.
"""

from __future__ import annotations

import hashlib
import io
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO

from sealion_pbem.campaign import files
from sealion_pbem.campaign.container import Packer, check_form
from sealion_pbem.campaign.disk import NOTHING_CHANGED, UNCONFIRMED, disk, explained
from sealion_pbem.campaign.folder import Folder, Settings
from sealion_pbem.campaign.store import ENTRY_NAME, EVIDENCE_NAME, Store
from sealion_pbem.campaign.unpack import (
    FIRST_BYTES,
    LOCAL,
    MEMBER_SIZE,
    MEMBERS,
    RATIO,
    TOTAL_SIZE,
    Unpacker,
    open_zip,
)
from sealion_pbem.errors import CampaignError, CorruptError, InvalidFileError, UsageError
from sealion_pbem.pbem.body import CharterBody
from sealion_pbem.pbem.entry import VOIDING, is_of
from sealion_pbem.pbem.loader import normal_form, read_strict
from sealion_pbem.pbem.signature import FORMAT

__all__ = [
    "EXTRA",
    "MANIFEST",
    "PACKS",
    "ArchivedFile",
    "Manifest",
    "check_archive",
    "export",
    "import_archive",
    "open_archive",
]

MANIFEST = "MANIFEST.json"
_KIND = "archive"
EXTRA = "extra"
PACKS = "packs"
_EXTRA_NAME = re.compile(
    r"(campaign\.xml|history\.xsd|replay\.html|history/(index|turn-[0-9]{2,4})\.html)"
)
_PACK_NAME = re.compile(r"(NOTICE|[a-z0-9_-]{1,40}\.json)")
_BESIDE = {EXTRA: _EXTRA_NAME, PACKS: _PACK_NAME}
_ROOMS = {"entries": ENTRY_NAME, "evidence": EVIDENCE_NAME, **_BESIDE}
_MANIFEST_LIMIT = 16 * 1024 * 1024
# How much smaller than itself a member may become: half of what readers accept.
_MOST = RATIO // 2
_TOO_LARGE = "without its history it may fit: sealion archive export --plain"
_HEX = re.compile(r"[0-9a-f]{64}")
_CAMPAIGN_NAME = re.compile(r"[a-z0-9-]{1,40}")
_NOTHING: Mapping[str, bytes] = MappingProxyType({})


_Beside = Mapping[str, Mapping[str, bytes]]
"""What lies beside the log in an archive, room by room."""


@dataclass(frozen=True, slots=True)
class ArchivedFile:
    """One file in an archive."""

    name: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """The list of files that an archive says it holds."""

    campaign: str
    name: str
    head: str
    members: tuple[ArchivedFile, ...]

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
    extra: Mapping[str, bytes] = _NOTHING,
    *,
    packs: Mapping[str, bytes] = _NOTHING,
    names: Sequence[str] | None = None,
    head: str | None = None,
) -> str:
    """Write a campaign into an archive and return the digest of its manifest.

    An older archive at `path` is replaced once the new one is complete; any other file is refused.
    `names` are the entries to put in, all by default, and `head` is the digest of the last entry of
    the chain if the caller knows it better.

    Raises:
        CampaignError: the campaign has no charter yet.
        CorruptError: an entry is damaged.
    """
    if not _may_be_replaced(path):
        raise UsageError(
            f"{path} exists and is not an archive; {NOTHING_CHANGED}", hint="choose another name"
        )
    beside = {EXTRA: extra, PACKS: packs}
    _check_beside(beside)
    store = Store(folder)
    manifest = _manifest(store, store.names() if names is None else names, beside, head)
    files.sweep(path.parent, path.name)
    with explained(path), files.NewFile(path) as draft, io.BufferedWriter(draft) as stream:
        _pack(stream, manifest, store, beside)
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
    with open_archive(path) as (_, manifest):
        return manifest


@contextmanager
def open_archive(path: Path) -> Iterator[tuple[Unpacker, Manifest]]:
    """Open an archive once all of it has been read and agrees with its manifest.

    Raises:
        InvalidFileError: the file is no archive of a campaign.
        CorruptError: something in it is not what the manifest says; `entry` is the member.
    """
    with open_zip(path) as unpacker:
        manifest = _read_manifest(path, unpacker)
        for _ in _checked(unpacker, manifest):
            pass
        yield unpacker, manifest


def import_archive(path: Path, folder: Path) -> Manifest:
    """Make a campaign folder out of an archive, wholly or not at all.

    History and packs can be made again here, so a stranger's stay in his archive.

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
                _unpack(Folder(beside), manifest, _checked(unpacker, manifest))
                disk.rename(beside, folder)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    with explained(folder, effect=UNCONFIRMED):
        disk.sync_folder(folder.parent)
    return manifest


def _may_be_replaced(path: Path) -> bool:
    if files.is_there(path):
        # Texts and tables of office programs are zip files too.
        beginning = files.read_beginning(path, LOCAL.size + len(MANIFEST))
        return beginning.startswith(FIRST_BYTES) and beginning.endswith(MANIFEST.encode())
    return not path.exists()


def _check_beside(beside: _Beside) -> None:
    for room, members in beside.items():
        for name in members:
            if not _ROOMS[room].fullmatch(name):
                raise UsageError(f"{name!r} has no place in {room}/ of an archive")


def _manifest(store: Store, names: Sequence[str], beside: _Beside, head: str | None) -> Manifest:
    """Read everything once; no damaged entry gets further."""
    members = []
    campaign, title = "", ""
    chain: list[str] = []
    rejected: set[str] = set()
    for name in names:
        entry = store.load(name)
        members.append(_member(f"entries/{name}", entry.data))
        if is_of(entry, CharterBody):
            campaign, title = entry.campaign, entry.body.name
        if entry.kind in VOIDING:
            rejected.add(entry.prev)
        else:
            chain.append(entry.digest)
    if not campaign:
        raise CampaignError(
            f"{store.folder.path} has no charter yet, so there is nothing to put into an archive"
        )
    members += [_member(f"evidence/{n}", store.read_evidence(n)) for n in store.evidence()]
    members += [
        _member(f"{room}/{name}", data)
        for room, files_ in beside.items()
        for name, data in files_.items()
    ]
    if len(members) >= MEMBERS or sum(member.size for member in members) > TOTAL_SIZE:
        raise CampaignError(
            f"the campaign is larger than an archive may be: {MEMBERS} files, {TOTAL_SIZE} bytes",
            hint=_TOO_LARGE if any(beside.values()) else "",
        )
    last = [digest for digest in chain if digest not in rejected][-1]
    return Manifest(campaign, title, head or last, tuple(sorted(members, key=lambda m: m.name)))


def _member(name: str, data: bytes) -> ArchivedFile:
    if len(data) > MEMBER_SIZE:
        raise CampaignError(
            f"{name} is larger than an archive may hold: {MEMBER_SIZE} bytes", hint=_TOO_LARGE
        )
    return ArchivedFile(name, hashlib.sha256(data).hexdigest(), len(data))


def _pack(stream: BinaryIO, manifest: Manifest, store: Store, beside: _Beside) -> None:
    """Write the zip file; nothing in it depends on the clock, the system or the user."""
    packer = Packer(stream)
    packer.put(MANIFEST, manifest.data, most=_MOST)
    for member in manifest.members:
        room, _, name = member.name.partition("/")
        if room in beside:
            data = beside[room][name]
        else:
            data = store.read(name) if room == "entries" else store.read_evidence(name)
        _check(member, data)
        packer.put(member.name, data, most=_MOST)
    packer.close()


def _read_manifest(path: Path, unpacker: Unpacker) -> Manifest:
    """Return the manifest, which lists exactly the members that are there."""
    if MANIFEST not in unpacker.names:
        raise InvalidFileError(f"{path} is a zip file, but no archive of a campaign: no {MANIFEST}")
    check_form(unpacker)
    data = unpacker.read(MANIFEST)
    try:
        manifest = _from_document(read_strict(data, limit=_MANIFEST_LIMIT))
    except (InvalidFileError, KeyError, TypeError, ValueError) as error:
        raise CorruptError(f"{MANIFEST} is damaged: {error}", entry=MANIFEST) from error
    if manifest.data != data:
        raise CorruptError(f"{MANIFEST} is damaged: it is not in normal form", entry=MANIFEST)
    for member in manifest.members:
        _check_place(member.name)
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
    return Manifest(
        _matched(document["campaign"], _HEX),
        _matched(document["name"], _CAMPAIGN_NAME),
        _matched(document["head"], _HEX),
        tuple(
            ArchivedFile(name, _matched(facts["sha256"], _HEX), _counted(facts["size"]))
            for name, facts in sorted(members.items())
        ),
    )


def _matched(value: Any, pattern: re.Pattern[str]) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise ValueError(f"{value!r} does not match {pattern.pattern}")
    return value


def _counted(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is no number of bytes")
    return value


def _check_place(name: str) -> None:
    """Refuse a member that no export writes, such as private/, lock or somebody's own pages."""
    room, _, rest = name.partition("/")
    if room not in _ROOMS or not _ROOMS[room].fullmatch(rest):
        raise CorruptError(
            f"{name} has no place in an archive: no export writes it",
            entry=name,
            hint="a stranger has put it there; do not open it, and ask for the archive as it was exported",
        )


def _check(member: ArchivedFile, data: bytes) -> None:
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


def _unpack(folder: Folder, manifest: Manifest, contents: Iterator[tuple[str, bytes]]) -> None:
    """Fill a folder that nobody else sees yet, and bring it to the disk."""
    kept = [member.name for member in manifest.members if not _is_beside(member.name)]
    rooms = {folder.entries, *(folder.path / name.partition("/")[0] for name in kept)}
    for room in sorted(rooms):
        disk.make_folder(room, 0o755)
    for name, data in contents:
        if not _is_beside(name):
            files.write_unseen(folder.path / name, data)
    files.write_unseen(folder.settings, Settings(manifest.name).data)
    for room in (*rooms, folder.path):
        disk.sync_folder(room)


def _is_beside(name: str) -> bool:
    return name.partition("/")[0] in _BESIDE
