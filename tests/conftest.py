"""Random tests are short and always the same in `make test`, long in `make fuzz`."""

import os

import pytest
from hypothesis import HealthCheck, settings

from sealion_pbem.umpire import desk
from tests.nonces import steady

# Two workers share two cores, so a deadline would only measure the neighbour.
settings.register_profile("short", max_examples=60, deadline=None, derandomize=True)
settings.register_profile(
    "long", max_examples=5000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("long" if os.environ.get("SEALION_FUZZ") == "long" else "short")


@pytest.fixture(autouse=True)
def steady_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nonces make the dice: with the same ones a test plays the same game in every run."""
    monkeypatch.setattr(desk, "randomness", steady())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every Hypothesis test is a fuzz test without having to say so."""
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("fuzz")
