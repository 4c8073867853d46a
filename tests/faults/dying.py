"""Runs a module like `python -m`, and dies without warning at its n-th call of a disk primitive.

python -m tests.faults.dying 7 sealion_pbem receive turn.json
"""

import runpy
import sys

from tests.faults.disks import deadly


def main() -> None:
    """Take the number and the command from the command line."""
    number = int(sys.argv[1])
    sys.argv = sys.argv[2:]
    with deadly(number):
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
