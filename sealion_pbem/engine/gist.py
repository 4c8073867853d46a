"""What sections of a rulebook say, in a few sentences of our own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from sealion_pbem.engine.ruleset import Ruleset

__all__ = ["Explains", "gists_of"]


@runtime_checkable
class Explains(Protocol):
    """A game that says what sections of its rulebook come to.

    It need not name this among its bases: who only judges turns does without this module.
    """

    @property
    def gists(self) -> Mapping[str, str]:
        """The gist of a section by its number, for a player who looks it up."""


def gists_of(ruleset: Ruleset[Any]) -> Mapping[str, str]:
    """Return the gists that a game has; none, if it explains nothing."""
    return ruleset.gists if isinstance(ruleset, Explains) else {}
