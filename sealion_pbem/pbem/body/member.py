"""Members that bodies share, and those that may be left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from sealion_pbem.engine.words import Json
from sealion_pbem.pbem.links import Anchor

__all__ = ["Members", "anchor_in", "document_of", "given"]

Members: TypeAlias = dict[str, Json]


def given(**members: Any) -> Members:
    """Return the members that are there."""
    return {name: value for name, value in members.items() if value is not None}


def anchor_in(members: Mapping[str, Json]) -> Anchor | None:
    """Return the anchor among members, if there is one."""
    return Anchor.read(members["anchor"]) if "anchor" in members else None


def document_of(anchor: Anchor | None) -> Members | None:
    """Return an anchor as entries write it, if there is one."""
    return {**anchor.document} if anchor else None
