"""Numbers that would be random and are the same in every run: nonces and secrets make the dice."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from hashlib import sha256
from itertools import count
from types import SimpleNamespace
from unittest.mock import patch

from sealion_pbem.umpire import desk

__all__ = ["numbered", "patch_nonces", "steady"]


def numbered(words: str) -> Callable[..., str]:
    """Return a `token_hex` that begins at its first number, whatever was drawn elsewhere."""
    numbers = count()

    def token_hex(size: int = 32) -> str:
        return sha256(f"{words} {next(numbers)}".encode()).hexdigest()[: 2 * size]

    return token_hex


def steady() -> SimpleNamespace:
    """Return what stands in for the randomness of a desk."""
    return SimpleNamespace(token_hex=numbered("nonce"))


def patch_nonces() -> AbstractContextManager[SimpleNamespace]:
    """Let desks draw from the first nonce on: what is made once must not depend on who made it first."""
    return patch.object(desk, "randomness", steady())
