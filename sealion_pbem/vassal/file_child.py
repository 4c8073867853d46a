"""The process in which files for VASSAL are opened that somebody else made: little memory, little time.

A question is a word (survey or scrub), a line feed and the file. The answer is JSON with a `refusal` and
its `hint`, or with the facts; behind it come the notes of a surveyed file, or the file without passwords.
"""

from __future__ import annotations

import json
import sys

from sealion_pbem.campaign.cell import limit, read_part, write_parts
from sealion_pbem.errors import PbemError
from sealion_pbem.vassal.game_facts import survey
from sealion_pbem.vassal.saved_game import read_saved_game
from sealion_pbem.vassal.scrub import scrubbed

__all__ = ["main"]

_MEMORY = 1024 * 1024 * 1024
_SECONDS = 20


def main() -> None:
    """Answer until there are no more questions."""
    source, target = sys.stdin.buffer, sys.stdout.buffer
    while True:
        limit(_MEMORY, _SECONDS)
        question = read_part(source)
        if question is None:
            return
        job, _, data = question.partition(b"\n")
        try:
            parts = _surveyed(data) if job == b"survey" else _scrubbed(data)
        except PbemError as error:
            parts = [_json({"refusal": error.message, "hint": error.hint}), b"", b""]
        write_parts(target, *parts)


def _surveyed(data: bytes) -> list[bytes]:
    game = read_saved_game(data)
    return [_json(survey(game)), game.note, game.module_note]


def _scrubbed(data: bytes) -> list[bytes]:
    made, count = scrubbed(data)
    return [_json({"passwords": count}), made, b""]


def _json(facts: dict[str, object]) -> bytes:
    return json.dumps(facts).encode()
