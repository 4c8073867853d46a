"""Every game that the contract tests play: those of this package, and the tests' own."""

from pathlib import Path

from sealion_pbem.rulesets import RULESETS, find

INSTALLED = Path(__file__).resolve().parent / "installed"
OWN = "straits"
COMING = "world-at-war"
"""A game of this package that keeps the laws and is not offered yet."""
NAMES = (*RULESETS, OWN, COMING)
SCENARIOS = [(name, scenario) for name in NAMES for scenario in find(name).scenarios]
