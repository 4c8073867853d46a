"""The procedures that can wait for somebody inside a stage: what `State.task` may be."""

from __future__ import annotations

from typing import TypeAlias

from sealion_pbem.rulesets.sealion.events.air import AirBattle
from sealion_pbem.rulesets.sealion.events.combat import LandCombat
from sealion_pbem.rulesets.sealion.events.naval import Counterattacking, Withholding

__all__ = ["Task"]

Task: TypeAlias = Withholding | Counterattacking | AirBattle | LandCombat
