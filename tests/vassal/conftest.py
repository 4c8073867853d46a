"""A demo campaign for tests: two built-in commanders through the real path."""

import secrets
from pathlib import Path
from unittest.mock import patch

import pytest

from sealion_pbem.campaign.store import Store
from sealion_pbem.rulesets import find
from sealion_pbem.umpire import founding
from sealion_pbem.umpire.exhibition import Exhibition, roster_of
from tests.campaigns import TIME, key_of
from tests.nonces import numbered, patch_nonces

RULESET = "sealion-deluxe"


@pytest.fixture(scope="session")
def demo(tmp_path_factory) -> Store:
    """Two game turns of it."""
    return played(tmp_path_factory.mktemp("demo"), 2)


def played(root: Path, turns: int) -> Store:
    """A campaign of so many game turns."""
    keys = {seat: (f"{seat}.key", key_of(seat)) for seat in roster_of(find(RULESET))}
    with (
        patch.object(secrets, "token_hex", numbered("vassal")),
        patch.object(founding, "LENGTH", 256),
        patch_nonces(),
    ):
        game = Exhibition(root, keys, b"vassal", TIME)
        game.found(RULESET, {})
        for _ in game.play(turns):
            pass
    return Store(next(iter(game.desks.values())).folder)
