"""The guard before files of strangers: each is opened in a child process with limits."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sealion_pbem.campaign.guarded import Ended, GuardedChild
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import InvalidFileError
from sealion_pbem.vassal.build_file import read_note

__all__ = ["Surveyed", "scrub_file", "survey_file"]

_PATIENCE = 60.0
_START = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from sealion_pbem.vassal.file_child import main; main()"
)


@frozen
class Surveyed:
    """What a saved game or log says: the facts of its commands, and its two notes."""

    facts: dict[str, Any]
    note: dict[str, str]
    module: dict[str, str]


def survey_file(data: bytes) -> Surveyed:
    """Return what a saved game or log shows of a game of ours.

    Raises:
        InvalidFileError: it is none, or one that nobody should open.
    """
    facts, note, module = _asked(b"survey", data)
    return Surveyed(facts, _noted(note), _noted(module))


def scrub_file(data: bytes) -> tuple[bytes, int]:
    """Return a file without passwords, and how many different ones there were.

    Raises:
        InvalidFileError: it is none of VASSAL's, or one that nobody should open.
    """
    facts, made, _ = _asked(b"scrub", data)
    return made, facts["passwords"]


def _noted(data: bytes) -> dict[str, str]:
    return read_note(data) if data else {}


def _asked(job: bytes, data: bytes) -> tuple[dict[str, Any], bytes, bytes]:
    def read(answer: Callable[[], bytes]) -> tuple[dict[str, Any], bytes, bytes]:
        return json.loads(answer()), answer(), answer()

    child = GuardedChild(_PATIENCE)
    try:
        found = child.ask(_START, job + b"\n" + data, read)
    finally:
        child.close()
    if isinstance(found, Ended):
        raise InvalidFileError(
            f"the file {found.why}", hint="no game is so large; it is damaged or made to do harm"
        )
    if found[0].get("refusal"):
        raise InvalidFileError(found[0]["refusal"], hint=found[0]["hint"])
    return found
