"""Exports a campaign, says the digest, and imports it again if told where to.

python -m tests.faults.exporter FOLDER ARCHIVE [NEW FOLDER]
"""

import sys
from pathlib import Path

from sealion_pbem.campaign.archive import export
from sealion_pbem.campaign.folder import Folder


def main(folder: str, archive: str) -> None:
    """Acknowledge the archive once it is there."""
    print(export(Folder(Path(folder)), Path(archive)), flush=True)  # noqa: T201 - the test reads it


if __name__ == "__main__":
    main(*sys.argv[1:])
