"""The games. Each is words, rules and numbers; none knows how its turns travel.

The games of this package are known by name, so that a checkout can be played without being installed and
a command need not look through everything that is. Any other package may bring games as entry points
of the group `sealion_pbem.rulesets`; it cannot put itself in the place of one that is here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sealion_pbem.errors import UnknownRulesetError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from sealion_pbem.engine.ruleset import Ruleset

__all__ = ["DEFAULT", "GROUP", "RULESETS", "find", "known"]

GROUP = "sealion_pbem.rulesets"
RULESETS = {
    "sealion-deluxe": "sealion_pbem.rulesets.sealion.ruleset:DELUXE_2023",
    "sealion-2016": "sealion_pbem.rulesets.sealion.ruleset:MAGAZINE_2016",
    "skirmish": "sealion_pbem.rulesets.skirmish:SKIRMISH",
    "war-at-sea": "sealion_pbem.rulesets.war_at_sea.ruleset:WAR_AT_SEA",
    "world-at-war": "sealion_pbem.rulesets.world_at_war.ruleset:WORLD_AT_WAR",
}
"""The ids of the games of this package and where they are; a game is imported when it is asked for."""
DEFAULT = next(iter(RULESETS))
"""The game that is meant where none is named."""


def find(ruleset: str) -> Ruleset[Any]:
    """Return the ruleset with this id.

    Raises:
        UnknownRulesetError: there is none, or it is not what it says; close matches are listed.
    """
    if ruleset in RULESETS:
        return _load(RULESETS[ruleset])
    points = _installed(ruleset)
    if not points:
        # Only needed when something is wrong.
        from difflib import get_close_matches  # noqa: PLC0415 - only a refusal needs it

        close = get_close_matches(ruleset, known()) or sorted(known())
        raise UnknownRulesetError(
            f"no ruleset is called {ruleset!r}", hint=f"did you mean {' or '.join(close)}?"
        )
    if len(points) > 1:
        packages = " and ".join(sorted(_package(point) for point in points))
        raise UnknownRulesetError(
            f"the packages {packages} both have a ruleset {ruleset!r}", hint="uninstall one of them"
        )
    found = _load(points[0].value)
    if found.id != ruleset:
        raise UnknownRulesetError(
            f"the package {_package(points[0])} calls the ruleset {found.id!r} {ruleset!r}",
            hint="the name of an entry point is the id of its ruleset",
        )
    return found


def known() -> Mapping[str, str]:
    """Return the id of every game there is, here or in an installed package, and where it is."""
    return {point.name: point.value for point in _installed()} | RULESETS


def _installed(ruleset: str | None = None) -> list[EntryPoint]:
    """Return the entry points of games in other packages, those with an id or all."""
    # Looking through what is installed takes longer than most commands.
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import

    return [p for p in entry_points(group=GROUP) if ruleset in (None, p.name)]


@cache
def _load(where: str) -> Ruleset[Any]:
    module, _, name = where.partition(":")
    found: Ruleset[Any] = getattr(import_module(module), name)
    return found


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else "that brings it"
