"""Compile the CSV files of the data packs into the JSON files that the games read.

Run it after every change of a CSV file: `.venv/bin/python tools/make_packs.py`.
With --check it writes nothing and fails if a compiled file is not in step.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.showing import DescribesPacks
from sealion_pbem.rulesets import RULESETS, find
from sealion_pbem.umpire.datapack.check import check_pack
from sealion_pbem.umpire.datapack.reading import keeping_of, read_pack


def main() -> int:
    """Compile, or compare; a pack with faults is not compiled."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    only_compare = parser.parse_args().check

    is_in_step = True
    for ruleset in games_with_packs():
        keeping, files = keeping_of(ruleset), read_pack(ruleset)
        faults = check_pack(ruleset, files).faults
        for fault in faults:
            print(fault, file=sys.stderr)
        if faults:
            return 3
        for name, data in keeping.compile_pack(files.pack).items():
            path = Path(keeping.layout.folder) / name
            if path.is_file() and path.read_bytes() == data:
                continue
            is_in_step = False
            if only_compare:
                print(f"{name} is not in step with the CSV files", file=sys.stderr)
            else:
                path.write_bytes(data)
                print(f"{name}: {len(data):,} bytes")
    return 1 if only_compare and not is_in_step else 0


def games_with_packs() -> Iterator[Ruleset[Any]]:
    """Return one game for each folder of sheets; editions share theirs."""
    folders = set()
    for name in RULESETS:
        ruleset = find(name)
        if isinstance(ruleset, DescribesPacks):
            folder = ruleset.pack_keeping().layout.folder
            if folder not in folders:
                folders.add(folder)
                yield ruleset


if __name__ == "__main__":
    sys.exit(main())
