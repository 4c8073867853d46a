"""Row 17: a map for a mail, against what no picture can do without: encoding it."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from PIL import Image

from benchmarks.sealion import Recorded
from benchmarks.slices import Effort, interleave
from benchmarks.table import Row
from sealion_pbem.engine.loop import run
from sealion_pbem.report.drawing import png
from sealion_pbem.report.drawing.raster import encode
from sealion_pbem.rulesets import find

__all__ = ["pictures"]


def pictures(effort: Effort, campaign: Recorded) -> Iterator[Row]:
    """Row 17: map PNG / encoding the same picture once more; and its size."""
    rules = find(campaign.ruleset)
    game = campaign.start
    for turn, dice in campaign.turns[: len(campaign.turns) // 2]:
        game = run(rules, game, turn, dice).game
    data = png(rules, game.state)
    image = Image.open(BytesIO(data))
    image.load()
    cases = {"picture": lambda: png(rules, game.state), "encoder": lambda: encode(image)}
    taken = interleave(cases, effort)
    yield Row(
        "17a",
        "map PNG / encoding the same picture once more",
        taken.ratio("picture", "encoder"),
        goal=1.5,
        gate=2.5,
        note=taken.told("picture", "encoder"),
    )
    yield Row(
        "17b",
        "size of that PNG",
        len(data) / 1000,
        goal=150,
        gate=250,
        unit=" KB",
        note=f"{image.width} × {image.height} pixels",
    )
