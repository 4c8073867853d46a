"""The data packs in an archive: with them it can be read without this program.

A charter pins every pack by its digest, so the packs are proved by the log itself, whatever program
wrote the archive.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from sealion_pbem.campaign.archive import PACKS
from sealion_pbem.engine.compiled import pack_digests
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.errors import CorruptError

__all__ = ["NOTICE", "check_packs", "enclosed_packs"]

NOTICE = "NOTICE"
_HINT = "the log is whole; export it again where its packs are"


def enclosed_packs(ruleset: Ruleset[Any]) -> dict[str, bytes]:
    """Return what an archive holds below packs/: each pack of a game, and whose they are."""
    packs = {f"{name}.json": data for name, data in ruleset.packs().items()}
    return {**packs, NOTICE: ruleset.notice().encode()} if packs else {}


def check_packs(
    names: Collection[str], read: Callable[[str], bytes], pinned: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the packs among the members of an archive: all that a charter pins and nothing else, or none.

    Raises:
        CorruptError: one is missing, foreign, or not what the charter pins; `entry` is the member.
    """
    room = f"{PACKS}/"
    found = sorted(name.removeprefix(room) for name in names if name.startswith(room))
    if not found:
        return ()
    due = {f"{name}.json": digest for name, digest in pinned.items()}
    for name in sorted({*due, NOTICE} - {*found}):
        member = room + name
        raise CorruptError(f"{member} is not in the archive", entry=member, hint=_HINT)
    for name in found:
        member = room + name
        if name not in due and name != NOTICE:
            raise CorruptError(f"{member} is no pack that the charter pins", entry=member)
        if name in due and pack_digests({name: read(member)})[name] != due[name]:
            raise CorruptError(
                f"{member} is not the pack that the charter pins", entry=member, hint=_HINT
            )
    return tuple(found)
