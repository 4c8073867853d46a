"""Every game that the contract tests play: those of this package, and the tests' own."""

from pathlib import Path

from sealion_pbem.rulesets import RULESETS, find

INSTALLED = Path(__file__).resolve().parent / "installed"
OWN = "straits"
NAMES = (*RULESETS, OWN)
SCENARIOS = [(name, scenario) for name in NAMES for scenario in find(name).scenarios]
