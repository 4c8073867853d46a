"""Compile the CSV files of the data packs into the JSON files that the game reads.

Run it after every change of a CSV file: `.venv/bin/python tools/make_packs.py`.
With --check it writes nothing and fails if a compiled file is not in step.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023
from sealion_pbem.umpire.datapack.check import check_pack
from sealion_pbem.umpire.datapack.reading import read_pack


def main() -> int:
    """Compile, or compare; a pack with faults is not compiled."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    only_compare = parser.parse_args().check

    files = read_pack(DELUXE_2023)
    faults = check_pack(DELUXE_2023, files).faults
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        return 3
    is_in_step = True
    for name, data in DELUXE_2023.compile_pack(files.pack).items():
        path = Path(DELUXE_2023.pack_layout().folder) / name
        if path.is_file() and path.read_bytes() == data:
            continue
        is_in_step = False
        if only_compare:
            print(f"{name} is not in step with the CSV files", file=sys.stderr)
        else:
            path.write_bytes(data)
            print(f"{name}: {len(data):,} bytes")
    return 1 if only_compare and not is_in_step else 0


if __name__ == "__main__":
    sys.exit(main())
