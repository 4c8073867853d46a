"""Every event by its kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.world_at_war.events import (
    combat,
    drops,
    economy,
    general,
    moving,
    wearing,
)

__all__ = ["EVENTS"]

EVENTS: Mapping[str, type[Event[Any]]] = {DiceRolled.kind: DiceRolled} | {
    cls.kind: cls
    for module in (general, economy, moving, combat, drops, wearing)
    for cls in (getattr(module, name) for name in module.__all__)
}
