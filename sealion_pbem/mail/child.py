"""The process in which mails are taken apart: little memory, little time, no libraries.

Mails come on standard input, each after its length; answers go to standard output in the same way:
what the envelope says as JSON, so that it is known even if the rest ends this process, then all facts
as JSON, then the bytes of each entry and of each log of VASSAL.
"""

from __future__ import annotations

import json
import sys

from sealion_pbem.campaign.cell import limit, read_part, write_parts
from sealion_pbem.mail.anatomy import look_inside, read_envelope

__all__ = ["main"]

_MEMORY = 512 * 1024 * 1024
_SECONDS = 2


def main() -> None:
    """Answer mails until there are no more."""
    source, target = sys.stdin.buffer, sys.stdout.buffer
    while True:
        _limit()
        data = read_part(source)
        if data is None:
            return
        facts = read_envelope(data)
        write_parts(target, json.dumps(facts).encode())
        look_inside(data, facts)
        found = {sort: facts[sort] for sort in ("entries", "logs")}
        facts |= {sort: [name for name, _ in files] for sort, files in found.items()}
        contents = (content for files in found.values() for _, content in files)
        write_parts(target, json.dumps(facts).encode(), *contents)


def _limit() -> None:
    """Allow so much memory, and so many seconds for the next mail."""
    limit(_MEMORY, _SECONDS)
