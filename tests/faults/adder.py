"""Adds entries to a campaign folder, one after the other, and says so after each.

    python -m tests.faults.adder FOLDER COUNT [NUMBER OF PART, PARTS]

It goes on where the folder ends. With parts, several processes share the entries between them.
"""

import sys
from pathlib import Path

from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from tests.campaign.sample import chain


def main(path: str, count: str, part: str = "0", parts: str = "1") -> None:
    """Add what is missing, and acknowledge what is there."""
    store = Store(Folder(Path(path)))
    there = set(store.names())
    entries = chain(int(count))[int(part) :: int(parts)]
    for entry in entries:
        if entry.file_name not in there:
            store.add(entry)
            print(entry.file_name, flush=True)  # noqa: T201 - the test reads it


if __name__ == "__main__":
    main(*sys.argv[1:])
