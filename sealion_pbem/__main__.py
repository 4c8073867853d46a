"""`python -m sealion_pbem` is the `sealion` command."""

from sealion_pbem.cli import main

main()
