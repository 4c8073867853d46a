"""Which map a replay is shown on: the game's own picture, or bare hexes."""

from __future__ import annotations

from sealion_pbem.report.passage import ChronicleSubject
from sealion_pbem.report.stage import ReplayStage, plain_stage
from sealion_pbem.rulesets import find

__all__ = ["stage_for"]


def stage_for(subject: ChronicleSubject) -> ReplayStage:
    """Return the stage for a campaign."""
    # Only replays need the drawing.
    from sealion_pbem.report.board_stage import board_stage  # noqa: PLC0415 - pictures are slow to import
    from sealion_pbem.report.drawing import has_map  # noqa: PLC0415 - pictures are slow to import

    ruleset = find(subject.charter.body.ruleset)
    return board_stage(ruleset, subject) if has_map(ruleset) else plain_stage(subject)
