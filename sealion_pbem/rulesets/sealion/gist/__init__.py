"""What the sections of the rulebooks say, each in a few sentences of our own.

What all editions share is written once (`texts`); where they differ the sentence follows from what an
edition does (`differences`), so that none is told the rules of another.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.gist.differences import DIFFERENCES
from sealion_pbem.rulesets.sealion.gist.texts import SHARED

__all__ = ["gists"]


def gists(edition: Edition) -> Mapping[str, str]:
    """Return the gist of each section that the rulebook of an edition has."""
    told: dict[str, list[str]] = {rule: [] for rule in edition.sections}
    for rule, gist in SHARED.items():
        if rule in told:
            told[rule].append(gist)
    for rule, tell in DIFFERENCES:
        if rule in told:
            told[rule].append(tell(edition))
    return {rule: " ".join(sentences) for rule, sentences in told.items() if sentences}
