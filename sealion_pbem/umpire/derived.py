"""What an archive holds beside the log: its history as XML, as pages and as a replay, and data packs.

The history follows from the entries, so it is checked by making it again; packs are held against the
charter. Other versions of the program may tell the same log in other words; then the XML is held
against schema and log, and that the rest was not compared is said and has an exit code of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from sealion_pbem.campaign.archive import EXTRA, PACKS, open_archive
from sealion_pbem.campaign.disk import explained
from sealion_pbem.campaign.unpack import Unpacker
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import CorruptError, InvalidFileError
from sealion_pbem.report.passage import Passage
from sealion_pbem.umpire.enclosed import NOTICE, check_packs
from sealion_pbem.umpire.history import chronicle
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.scenery import stage_for
from sealion_pbem.umpire.source import ZippedEntries, read_entries

__all__ = ["DerivedMembers", "HistoryCheck", "check_history", "write_history", "write_pages"]

_XML, _REPLAY = "campaign.xml", "replay.html"
_ROOM = f"{EXTRA}/"


@frozen
class HistoryCheck:
    """The findings on what lies beside the log: `is_compared` byte for byte, or by the log only.

    `packs` are those that were found to be what the charter pins, and their notice.
    """

    manifest: str
    members: tuple[str, ...] = ()
    program: str = ""
    is_compared: bool = False
    packs: tuple[str, ...] = ()


class DerivedMembers(Mapping[str, bytes]):
    """Files below a folder, each read when it is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = sorted(
            path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
        )

    def __getitem__(self, name: str) -> bytes:
        """Return the bytes of a file."""
        if name not in self._names:
            raise KeyError(name)
        return (self._folder / name).read_bytes()

    def __iter__(self) -> Iterator[str]:
        """Go through the names, sorted."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return how many files there are."""
        return len(self._names)


def write_history(log: Log, into: Path) -> None:
    """Write XML, schema, pages and replay below a folder, in one walk through the log."""
    # Only histories need these libraries.
    from sealion_pbem.report.xml_history import write_xml  # noqa: PLC0415 - lxml and jinja2 are slow to import
    from sealion_pbem.report.xml_reading import XSD, xsd_bytes  # noqa: PLC0415 - lxml and jinja2 are slow to import

    with explained(into):
        into.mkdir(parents=True, exist_ok=True)
        (into / XSD).write_bytes(xsd_bytes())
        with (into / _XML).open("wb") as stream:
            _write(log, into, lambda subject, passages: write_xml(subject, passages, stream))


def write_pages(log: Log, into: Path) -> None:
    """Write the replay and the pages only."""
    with explained(into):
        into.mkdir(parents=True, exist_ok=True)
        _write(log, into, lambda _, passages: [None for _ in passages])


def _write(log: Log, into: Path, read: Callable[..., object]) -> None:
    """Let every passage be taken by replay and pages while `read` goes through them."""
    from sealion_pbem.report.pages import Pages  # noqa: PLC0415 - only histories need it
    from sealion_pbem.report.replay_page import Replay  # noqa: PLC0415 - jinja2 is slow to import

    subject, passages = chronicle(log)
    replay, pages = Replay(subject, stage_for(subject)), Pages(subject)

    def shared() -> Iterator[Passage]:
        for passage in passages:
            replay.take(passage)
            pages.take(passage)
            yield passage

    read(subject, shared())
    (into / _REPLAY).write_bytes(replay.page().encode())
    (into / "history").mkdir(exist_ok=True)
    for name, text in pages.pages():
        (into / "history" / name).write_bytes(text.encode())


def check_history(path: Path) -> HistoryCheck:
    """Prove the history and the packs in an archive whose log has been proved.

    Raises:
        CorruptError: a member is not what the log says; `entry` is the first.
    """
    with open_archive(path) as (unpacker, manifest):
        names = [name for name in unpacker.names if name.startswith(_ROOM)]
        charter = _charter(unpacker)
        packs = check_packs(unpacker.names, unpacker.read, charter.ledger.charter.body.packs)
        if not names and not packs:
            return HistoryCheck(manifest.digest)
        program = _check_xml(unpacker, names)
        from sealion_pbem.report.xml_history import PROGRAM  # noqa: PLC0415 - lxml and jinja2 are slow to import

        if program and program != PROGRAM:
            return HistoryCheck(manifest.digest, tuple(names), program, packs=packs)
        if packs:
            _hold(
                unpacker,
                f"{PACKS}/{NOTICE}",
                charter.ruleset.notice().encode(),
                "is not its notice",
            )
        if names:
            _compare(unpacker, names)
        return HistoryCheck(
            manifest.digest, tuple(names), PROGRAM, is_compared=bool(names), packs=packs
        )


def _charter(unpacker: Unpacker) -> Record:
    """Return the record of a log that has been proved as it stands after its charter."""
    log = Log(read_entries(ZippedEntries(unpacker)))
    next(log.walk())
    return log.record


def _check_xml(unpacker: Unpacker, names: list[str]) -> str:
    """Hold the XML against schema and log, and return which program wrote it; "" if it is not there."""
    from sealion_pbem.report.xml_reading import parse_xml  # noqa: PLC0415 - lxml and jinja2 are slow to import

    member = _ROOM + _XML
    if member not in names:
        return ""
    try:
        history = parse_xml(unpacker.read(member))
    except InvalidFileError as error:
        raise CorruptError(f"{member}: {error.message}", entry=member) from error
    entries = ZippedEntries(unpacker).names()
    told = sorted(digest[:16] for digest in history.digests)
    if told != sorted(name.removesuffix(".json")[-16:] for name in entries):
        raise CorruptError(f"{member} tells other entries than the log has", entry=member)
    return history.program


def _compare(unpacker: Unpacker, names: list[str]) -> None:
    """Make the history again and compare every byte."""
    with TemporaryDirectory() as scratch:
        write_history(Log(read_entries(ZippedEntries(unpacker))), Path(scratch))
        made = DerivedMembers(Path(scratch))
        for member in names:
            name = member.removeprefix(_ROOM)
            if name not in made:
                raise CorruptError(f"{member} is no part of this history", entry=member)
            _hold(unpacker, member, made[name], "is not what the log says")


def _hold(unpacker: Unpacker, member: str, true: bytes, what: str) -> None:
    """Hold a member against what this program writes."""
    said = unpacker.read(member)
    if said != true:
        raise CorruptError(
            f"{member} {what}: line {_line(said, true)} differs",
            entry=member,
            hint="the log is whole; export it again to get a true history",
        )


def _line(one: bytes, other: bytes) -> int:
    """Return the number of the first line that differs."""
    pairs = zip(one.splitlines(), other.splitlines(), strict=False)
    same = next((n for n, (a, b) in enumerate(pairs, 1) if a != b), 0)
    return same or min(one.count(b"\n"), other.count(b"\n")) + 1
